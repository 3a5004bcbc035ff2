"""Legal moves, the nearest ones to an illegal move, and why a kind of move is refused.

Legality is not written again here: what is due comes from ``turn``, and every candidate goes through ``check``.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import astuple, replace

from schemas.roll_and_raid import (
    Altar,
    Attack,
    Bid,
    Choose,
    Clan,
    Dice,
    Done,
    Move,
    Refill,
    Retreat,
    Reveal,
    Roll,
    Sacrifice,
    Store,
    UseDie,
    Yield,
)
from schemas.roll_and_raid_pack import DiscountEffect
from service.games.roll_and_raid.check import check
from service.games.roll_and_raid.dice import uses
from service.games.roll_and_raid.die_values import needs_developments, needs_season
from service.games.roll_and_raid.may import may
from service.games.roll_and_raid.pack import COLOURS, Box
from service.games.roll_and_raid.rules.conflicts import LIMITS, PAYMENTS
from service.games.roll_and_raid.rules.payment import payments
from service.games.roll_and_raid.sheet_counts import is_unlocked
from service.games.roll_and_raid.sheet_draft import ZONE_OF, SheetDraft
from service.games.roll_and_raid.table import Table, boxes_marked
from service.games.roll_and_raid.turn import BY_TABLE, turn
from service.referee.budget import CHECK, counted, step
from service.referee.facts import different
from service.referee.findings import Findings
from service.referee.known import is_unknown

FACES = range(1, 7)
MOST = 99
"""The most Vikings that a move can name."""


def legal_moves(table: Table, player: str | None, kind: str | None) -> Iterator[Move]:
    """Every legal move that can be listed. A choice or bid kept back (``"?"``) is legal too, but not listed."""
    now = turn(table)
    for due, names in now.kinds.items() if now else ():
        if kind not in (None, due):
            continue
        if due in BY_TABLE:
            if player is None:
                yield from (move for move in _by_the_table(table, due) if _passes(table, move))
            continue
        for name in names:
            if player in (None, name) and name in table.by_name:
                yield from (move for move in candidates(table, table.by_name[name], due) if _passes(table, move))


def _passes(table: Table, move: Move) -> bool:
    step(CHECK)
    findings = Findings()
    check(table, move, findings)
    return findings.verdict == "legal"


def _by_the_table(table: Table, kind: str) -> Iterator[Move]:
    if kind == "refill":
        yield Refill()
    else:
        for brown, grey, orange in product(FACES, repeat=3):
            yield Roll(dice=Dice(brown=brown, grey=grey, orange=orange))


def candidates(table: Table, clan: Clan, kind: str) -> Iterator[Move]:
    """Every move of a kind that a clan could think of."""
    name = clan.name
    match kind:
        case "use" | "altar" | "store" | "done":
            yield from _in_production(table, clan, kind)
        case "sacrifice":
            yield from (Sacrifice(player=name, vikings=count) for count in _counts(clan.vikings))
        case "choose":
            yield from (Choose(player=name, number=number) for number in range(len(table.state.display or ()) + 1))
        case "bid":
            yield from (Bid(player=name, vikings=count) for count in _bids(table, clan))
        case "reveal":
            yield from (Reveal(player=name, number=number) for number in _revealed(table, clan))
        case "retreat":
            yield from (Retreat(player=name, pay=pay) for pay in PAYMENTS)  # type: ignore[arg-type]
        case "pay":
            raid = table.raid
            cost = table.cost(clan, raid.card) if raid else None
            yield from payments(clan, cost) if cost else ()
        case "attack":
            rolls = combinations_with_replacement(FACES, table.box.raid_dice.dice)
            yield from (Attack(player=name, dice=roll) for roll in rolls)
        case "yield":
            yield Yield(player=name)


def _in_production(table: Table, clan: Clan, kind: str) -> Iterator[Move]:
    match kind:
        case "use":
            yield from uses(table, clan, _dice(table, clan))
        case "altar":
            yield from _altar(table, clan)
        case "store":
            yield from _stores(table, clan)
        case "done":
            yield Done(player=clan.name)


def _counts(vikings: Any) -> range:
    return range(min(vikings, MOST) + 1) if vikings is not UNSET else range(0)


def _bids(table: Table, clan: Clan) -> range:
    """Not more than fingers: the house rule is asked for only where it bears."""
    limit = LIMITS[table.choices.peek("bid_limit")]
    counts = _counts(clan.vikings)
    return counts if limit is None else counts[: limit + 1]


def _revealed(table: Table, clan: Clan) -> range:
    if table.state.phase == "choice":
        return range(len(table.state.display or ()) + 1)
    return _bids(table, clan)


def _dice(table: Table, clan: Clan) -> Iterator[str]:
    """Resource dice, and the favour dice that are unlocked and not used."""
    yield from COLOURS
    used = clan.favours_used or ()
    for name in table.box.values or {}:
        if name not in used and is_unlocked(clan, table.box, name) is not False:
            yield name


def _altar(table: Table, clan: Clan) -> Iterator[Move]:
    if table.state.phase == "production" and clan.done is not True:
        for die in _dice(table, clan):
            if die not in (clan.dice_used or ()):
                yield Altar(player=clan.name, benefit="die", die=die)
    yield Altar(player=clan.name, benefit="raid")
    yield Altar(player=clan.name, benefit="reroll")


def _stores(table: Table, clan: Clan) -> Iterator[Move]:
    sheet = SheetDraft(clan, table.box, [])
    for good in dict.fromkeys(clan.waiting or ()):
        zone = ZONE_OF[good]
        if getattr(table.box, zone) is not None and getattr(clan, zone) is not UNSET:
            yield from (Store(player=clan.name, good=good, place=place) for place in sheet.places(good))


# ---------------------------------------------------------------- what cannot be listed, and what comes near


def unlisted(table: Table, player: str | None, kind: str | None, findings: Findings) -> None:
    """Which zones were not told, and which parts of the pack are missing, that a list of moves would need."""
    now = turn(table)
    if now is None:
        findings.needs("due")
        return
    _unseen(table, now.phase, player, kind, findings)
    for due, names in now.kinds.items():
        if kind not in (None, due):
            continue
        if due == "refill" and player is None:
            check(table, Refill(), findings)
        for name in names:
            if player in (None, name) and name in table.by_name:
                _unlisted_of(table, table.by_name[name], due, findings)
                _assumed_of(table, table.by_name[name], due, findings)
    findings.missing[:] = different(findings.missing)
    findings.assumed[:] = different(findings.assumed)
    findings.grounds.clear()
    findings.broken.clear()


def _unseen(table: Table, phase: str, player: str | None, kind: str | None, findings: Findings) -> None:
    """What might be due besides: from clans that are not told, at a festival, for products that may wait."""
    if player is None and not table.whole:
        findings.needs("clans-known" if table.clans is None else "whole-table")
    if phase == "start" and table.state.round is UNSET and kind in (None, "sacrifice"):
        findings.needs("round-told")
    if kind in (None, "store") and phase not in ("choice", "over"):
        for clan in table.state.players:
            if player in (None, clan.name):
                _sheet_told(clan, LISTED_FROM["store"], findings)


LISTED_FROM = {
    "use": ("tracks", "gods", "developments", "favours_used"),
    "store": ("waiting",),
    "sacrifice": ("vikings",),
    "bid": ("vikings",),
    "altar": ("vikings",),
    "pay": ("vikings", "axes", "ships"),
}
"""The zones of a clan without which not all of its moves of a kind can be listed."""


def _unlisted_of(table: Table, clan: Clan, kind: str, findings: Findings) -> None:
    box, state = table.box, table.state
    match kind:
        case "use":
            if state.dice is UNSET:
                findings.needs("dice-rolled")
            if not box.complete:
                _pack_told(box, findings)
        case "choose" if state.display is UNSET:
            findings.needs("display-told", number=1)
        case "store":
            _sheet_told(clan, tuple(ZONE_OF[good] for good in dict.fromkeys(clan.waiting or ())), findings)
            _undetermined(table, clan, kind, findings)
        case "attack" | "altar":
            _undetermined(table, clan, kind, findings)
        case "pay" if box.cards is None:
            findings.needs("pack-raid-cards")
        case "pay" if is_unknown(table.season):
            needs_season(table, findings)
        case "pay":
            _undetermined(table, clan, kind, findings)
            if box.might(clan.developments, DiscountEffect):  # with which other payments would be listed
                needs_developments(clan, findings)
    _sheet_told(clan, LISTED_FROM.get(kind, ()), findings)


def _undetermined(table: Table, clan: Clan, kind: str, findings: Findings) -> None:
    """What is missing for candidates that are not listed because something decides them that is not known."""
    for move in counted(candidates(table, clan, kind), CHECK):
        found = Findings()
        check(table, move, found)
        if not found.broken:
            findings.missing += found.missing


def _assumed_of(table: Table, clan: Clan, kind: str, findings: Findings) -> None:
    """What the listed moves of a kind assume: not all of them assume the same, as each die has its own facts. And
    what is missing for uses of dice that are not listed.
    """
    if kind not in VARIED or not any(zone is UNSET for zone in _zones_of(clan)):
        return
    for move in counted(candidates(table, clan, kind), CHECK):
        checked = Findings()
        check(table, move, checked)
        if checked.verdict == "legal":
            findings.assumed += checked.assumed
        elif kind == "use" and not checked.broken:
            findings.missing += checked.missing


VARIED = ("use", "altar", "store", "retreat", "choose")
"""Kinds of moves of which one may assume what the others do not."""


def _zones_of(clan: Clan) -> Iterator[Any]:
    """All zones of a clan, and the parts of those that have parts."""
    for zone in astuple(clan):
        yield from astuple(zone) if isinstance(zone, msgspec.Struct) else (zone,)


def _pack_told(box: Box, findings: Findings) -> None:
    parts: dict[str, Any] = {
        "tracks": box.tracks,
        "village-die": box.village,
        "gods": box.gods,
        "favours": box.values,
        "developments": box.developments,
    }
    for part, there in parts.items():
        if there is None:
            findings.needs(f"pack-{part}", **({"favour": "?"} if part == "favours" else {}))


def _sheet_told(clan: Clan, zones: tuple[str, ...], findings: Findings) -> None:
    for zone in zones:
        untold = getattr(clan, zone) is UNSET
        if untold or (zone == "tracks" and any(boxes_marked(clan, colour) is UNSET for colour in COLOURS)):
            findings.needs("sheet-told", player=clan.name, zone=zone)


def nearest(table: Table, move: Move) -> Iterator[Move]:
    """Moves like this one, the most alike first: of the same clan, then of anybody."""
    wanted = msgspec.to_builtins(move)
    listed = [other for other in legal_moves(table, None, None) if not isinstance(other, Roll)]

    def unlike(other: Move) -> int:
        step(2)
        told = msgspec.to_builtins(other)
        return sum(2 if field not in told else told[field] != value for field, value in wanted.items())

    own = [other for other in listed if getattr(other, "player", None) == getattr(move, "player", None)]
    yield from sorted(own, key=unlike)
    yield from sorted(listed, key=unlike)
    if not listed:
        yield from sorted(_of_the_same_kind(table, move), key=unlike)


def _of_the_same_kind(table: Table, move: Move) -> Iterator[Move]:
    """Where it is not told what is due: the same kind of move with other details."""
    clan = table.by_name.get(getattr(move, "player", ""))
    if clan is None:
        return
    if isinstance(move, UseDie):
        yield from (replace(other, value=move.value) for other in uses(table, clan, [move.die]))
    else:
        yield from candidates(table, clan, str(msgspec.to_builtins(move)["type"]))


def refuse(table: Table, kind: str, player: str | None, findings: Findings) -> None:
    """Why no move of this kind is legal now: by the time, or by what speaks against the moves of this kind."""
    now = turn(table)
    name = player or next(iter(now.players if now and now.players else table.order))
    may(table, kind, None if kind in BY_TABLE else name, findings)
    clan = table.by_name.get(name)  # a raid may wait for a clan of which nothing is told
    if findings.broken or kind in BY_TABLE or clan is None:
        return
    for move in counted(candidates(table, clan, kind), CHECK):
        check(table, move, findings)
        if findings.broken:
            return
    if kind == "store":
        findings.breaks("storage/place", "none", player=name)
    elif kind == "sacrifice":
        check(table, Sacrifice(player=name, vikings=0), findings)
