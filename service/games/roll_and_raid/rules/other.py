"""1.3. d) Desarrollos: effects that the pack gives by their text alone, and developments that are not typed in yet.

Nobody but the table can say what such a text does. On the occasions on which it works, a ruling on its clan is
undetermined and names the text; only the order of play, which no development changes, still refuses a move.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, get_args

from schemas.roll_and_raid import Done, UseDie
from schemas.roll_and_raid_pack import Occasion, OtherEffect
from service.games.roll_and_raid.clan_sheet import ClanSheet
from service.games.roll_and_raid.pack import Box
from service.games.roll_and_raid.rules.turn import check_turn
from service.games.roll_and_raid.table import Table
from service.referee.budget import counted
from service.referee.findings import AssumedFact, Findings, fact
from service.referee.known import Unknown
from service.referee.rules import move_type

EVER: Sequence[str] = get_args(Occasion)
OCCASION_OF = {
    "start": "round",
    "production": "production",
    "choice": "raid",
    "conflict": "raid",
    "resolution": "raid",
    "over": "end",
}
"""When a development can work, by the phase."""


def unread(box: Box, clan: ClanSheet, occasions: Sequence[str]) -> list[AssumedFact]:
    """What the engine cannot read of the developments that a clan is known to own, where it works on one of these
    occasions: texts, and developments that are not typed in.
    """
    owned = clan.developments
    if not box.has_texts or isinstance(owned, Unknown) or not owned:
        return []
    return list(_unread(box, owned, occasions))


def _unread(box: Box, owned: Iterable[str], occasions: Sequence[str]) -> Iterator[AssumedFact]:
    for name in counted(dict.fromkeys(owned)):
        if box.developments is None or name not in box.developments:
            yield fact("pack-entry", part="developments", name=name)
        for effect in box.effects((name,), OtherEffect):
            if _works(effect, occasions):
                yield fact("pack-other", text=effect.text)


def _works(effect: OtherEffect, occasions: Sequence[str]) -> bool:
    return not effect.when or any(occasion in effect.when for occasion in occasions)


def may_be_unread(table: Table, clan: ClanSheet, occasions: Sequence[str]) -> bool:
    """Whether developments of a clan that are unknown may do what the engine cannot read."""
    if not isinstance(clan.developments, Unknown):
        return False
    if table.box.developments is not None and "developments" not in table.box.whole:
        return True
    return any(_works(effect, occasions) for effect in table.possible_effects(clan, OtherEffect))


def check_texts(table: Table, move: Any, phases: Sequence[str], findings: Findings) -> None:
    """development/effect: a ruling that a text may change is undetermined. ``phases``: those of this kind of move."""
    if not table.box.has_texts:
        return
    phase = table.known_phase
    occasions = [OCCASION_OF[one] for one in ((phase,) if phase else phases) if one in OCCASION_OF]
    clans = _concerned(table, move, "raid" in occasions)
    texts = [text for clan in clans for text in unread(table.box, clan, occasions)]
    if isinstance(move, UseDie) and move.to == "development":
        texts += _when_acquired(table.box, str(move.development))
    unsure = [clan for clan in clans if may_be_unread(table, clan, occasions)]
    if (texts or unsure) and not _is_out_of_order(table, move):
        _weigh(texts, unsure, findings)


def needs_texts(table: Table, clan: ClanSheet, phases: Sequence[str], findings: Findings) -> None:
    """The texts on which the moves of a clan depend, and those that are actions of their own, where its moves are to
    be listed.
    """
    if table.box.has_texts:
        found = Findings()
        check_texts(table, Done(player=clan.name), phases, found)
        findings.missing += found.missing
        for name, detail in unread(table.box, clan, ("action",)):
            if (name, detail) not in findings.missing:
                findings.needs(name, **detail)


def _is_out_of_order(table: Table, move: Any) -> bool:
    """Whether it is not the time for a move of this kind; a duty to pay is no matter of time."""
    found = Findings()
    check_turn(table, move_type(move), getattr(move, "player", None), found)
    return any(rule != "payment/compulsory" for rule in found.broken_rules)


def _weigh(texts: list[AssumedFact], unsure: list[ClanSheet], findings: Findings) -> None:
    """What the rules refuse a text may allow, and the other way round."""
    open_question = bool(findings.broken or findings.missing or texts)
    findings.broken.clear()
    for name, detail in texts:
        findings.needs(name, **detail)
    for clan in unsure:
        if open_question:
            findings.needs("sheet-known", player=clan.name, zone="developments")
        else:
            findings.assumes("no-effect", player=clan.name, effect="other")


def _when_acquired(box: Box, name: str) -> Iterator[AssumedFact]:
    for effect in box.effects((name,), OtherEffect):
        if _works(effect, ("acquired",)):
            yield fact("pack-other", text=effect.text)


def _concerned(table: Table, move: Any, raiding: bool) -> list[ClanSheet]:
    """The clan that moves; in a raid also those that have chosen the same card."""
    player = getattr(move, "player", None)
    if player is None:
        return []
    own = table.raid_with(player) if raiding else None
    names = [player, *(one.player for one in own[0].contenders if one.player != player)] if own else [player]
    return [table.clan(name) for name in names]
