"""Legal moves, the nearest ones to an illegal move, and why a kind of move is refused.

Legality is not written again here: what is due comes from ``timing``, and every candidate goes through ``check``.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement, product
from typing import Any

from msgspec.structs import replace

from schemas.roll_and_raid import (
    Altar,
    Attack,
    Bid,
    Choose,
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
from service.games.roll_and_raid.clan_sheet import ClanSheet
from service.games.roll_and_raid.die_values import needs_developments, needs_season
from service.games.roll_and_raid.pack import COLOURS, Box
from service.games.roll_and_raid.product_choices import OR, ZONE_OF
from service.games.roll_and_raid.rules.by_move import check
from service.games.roll_and_raid.rules.conflicts import LIMITS, PAYMENTS
from service.games.roll_and_raid.rules.dice import uses
from service.games.roll_and_raid.rules.other import needs_texts
from service.games.roll_and_raid.rules.prices import payments
from service.games.roll_and_raid.rules.turn import PHASE_OF, check_turn
from service.games.roll_and_raid.sheet_counts import is_unlocked
from service.games.roll_and_raid.sheet_draft import SheetDraft
from service.games.roll_and_raid.table import Table
from service.games.roll_and_raid.timing import BY_TABLE, known_due_moves
from service.referee.budget import CHECK, counted
from service.referee.facts import different
from service.referee.findings import Findings
from service.referee.hidden import HIDDEN
from service.referee.known import is_known, is_unknown
from service.referee.nearest import nearest_by
from service.referee.rules import move_type, passes

FACES = range(1, 7)
MOST = 99
"""The most Vikings, or fingers, that a move can name."""


def legal_moves(table: Table, player: str | None, kind: str | None) -> Iterator[Move]:
    """Every legal move that can be listed. A choice or bid kept back (``"?"``) is legal too, but not listed."""
    now = known_due_moves(table)
    for due, names in now.kinds.items() if now else ():
        if kind not in (None, due):
            continue
        if due in BY_TABLE:
            if player is None:
                yield from (move for move in _by_the_table(table, due) if passes(check, table, move))
            continue
        for name in names:
            if player in (None, name) and name in table.order:
                moves = candidates(table, table.clan(name), due)
                yield from (move for move in moves if passes(check, table, move))


def _by_the_table(table: Table, kind: str) -> Iterator[Move]:
    if kind == "refill":
        yield Refill()
    else:
        for brown, grey, orange in product(FACES, repeat=3):
            yield Roll(dice=Dice(brown=brown, grey=grey, orange=orange))


def candidates(table: Table, clan: ClanSheet, kind: str) -> Iterator[Move]:
    """Every move of a kind that a clan could think of."""
    name = clan.name
    match kind:
        case "use" | "altar" | "store" | "done":
            yield from _in_production(table, clan, kind)
        case "sacrifice":
            yield from (Sacrifice(player=name, vikings=count) for count in _counts(clan))
        case "choose":
            yield from (Choose(player=name, number=number) for number in _numbers(table))
        case "bid":
            yield from (Bid(player=name, vikings=count) for count in _bids(table, clan))
        case "reveal":
            yield from (Reveal(player=name, number=number) for number in _revealed(table, clan))
        case "retreat":
            yield from (Retreat(player=name, pay=pay) for pay in PAYMENTS)  # type: ignore[arg-type]
        case "pay":
            raid = table.current_raid
            price = table.price(clan, raid.card) if is_known(raid) and raid is not None else None
            yield from payments(clan, price) if price is not None and is_known(price) else ()
        case "attack":
            for count in table.possible_raid_dice:
                rolls = combinations_with_replacement(FACES, count)
                yield from (Attack(player=name, dice=roll) for roll in rolls)
        case "yield":
            yield Yield(player=name)


def _in_production(table: Table, clan: ClanSheet, kind: str) -> Iterator[Move]:
    match kind:
        case "use":
            yield from uses(table, clan, _dice(table, clan))
        case "altar":
            yield from _altar(table, clan)
        case "store":
            yield from _stores(table, clan)
        case "done":
            yield Done(player=clan.name)


def _counts(clan: ClanSheet) -> range:
    """As many Vikings as a clan is known to have."""
    return range(min(clan.known("vikings", -1), MOST) + 1)


def _bids(table: Table, clan: ClanSheet) -> range:
    """Not more than fingers: the house rule is asked for only where it bears."""
    limit = LIMITS[table.choices.peek("bid_limit")]
    counts = _counts(clan)
    return counts if limit is None else counts[: limit + 1]


def _numbers(table: Table) -> range:
    """Nothing, or the number of a card that is known to lie there; by a house rule any other number, too."""
    if is_known(table.display) and table.choices["too_many_fingers"] != "refused":
        return range(MOST + 1)
    return range(len(table.known_zone("display", ())) + 1)


def _revealed(table: Table, clan: ClanSheet) -> range:
    if table.known_phase == "choice":
        return _numbers(table)
    return _bids(table, clan)


def _dice(table: Table, clan: ClanSheet) -> Iterator[str]:
    """Resource dice, and the favour dice that are unlocked and not used."""
    yield from COLOURS
    used = clan.known("favours_used", ())
    for name in table.box.values or {}:
        if name not in used and is_unlocked(clan, table.box, name) is not False:
            yield name


def _altar(table: Table, clan: ClanSheet) -> Iterator[Move]:
    if table.known_phase == "production" and not clan.known("done", False):
        for die in _dice(table, clan):
            if die not in clan.known("dice_used", ()):
                yield Altar(player=clan.name, benefit="die", die=die)
    yield Altar(player=clan.name, benefit="raid")
    yield Altar(player=clan.name, benefit="reroll")


def _stores(table: Table, clan: ClanSheet) -> Iterator[Move]:
    sheet = SheetDraft(clan, table.box, [])
    for good in goods_waiting(clan):
        zone = ZONE_OF[good]
        if getattr(table.box, zone) is not None and clan.is_known(zone):
            yield from (Store(player=clan.name, good=good, place=place) for place in sheet.places(good))  # type: ignore[arg-type]


def goods_waiting(clan: ClanSheet) -> list[str]:
    """The products that a clan may store now, each once."""
    return list(dict.fromkeys(good for one in clan.known("waiting", ()) for good in one.split(OR)))


# ---------------------------------------------------------------- what cannot be listed, and what comes near


def unlisted(table: Table, player: str | None, kind: str | None, findings: Findings) -> None:
    """Which zones are unknown, and which parts of the pack are missing, that a list of moves would need."""
    now = known_due_moves(table)
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
            if player in (None, name) and name in table.order:
                _unlisted_of(table, table.clan(name), due, findings)
                _assumed_of(table, table.clan(name), due, findings)
    findings.missing[:] = different(findings.missing)
    findings.assumed[:] = different(findings.assumed)
    findings.grounds.clear()
    findings.broken.clear()


def _unseen(table: Table, phase: str, player: str | None, kind: str | None, findings: Findings) -> None:
    """What might be due besides: from clans that were not sent, at a festival, for products that may wait."""
    if player is None and not table.whole:
        findings.needs("clans-known" if is_unknown(table.seats) else "whole-table")
    if phase == "start" and is_unknown(table.round) and kind in (None, "sacrifice"):
        findings.needs("round-known")
    if kind in (None, "store") and phase not in ("choice", "over"):
        for clan in table.known_clans():
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


def _unlisted_of(table: Table, clan: ClanSheet, kind: str, findings: Findings) -> None:
    box = table.box
    needs_texts(table, clan, PHASE_OF.get(kind, ()), findings)
    match kind:
        case "use":
            if is_unknown(table.dice):
                findings.needs("dice-rolled")
            if not box.complete:
                _pack_told(box, findings)
        case "choose" if is_unknown(table.display):
            findings.needs("display-known", number=1)
        case "store":
            zones = tuple(ZONE_OF[good] for good in goods_waiting(clan))
            _sheet_told(clan, zones, findings)
            _rest_told(box, zones, findings)
            _undetermined(table, clan, kind, findings)
        case "attack" | "altar":
            _undetermined(table, clan, kind, findings)
        case "pay" if box.cards is None:
            findings.needs("pack-raid-cards")
        case "pay" if is_unknown(table.season):
            needs_season(table, findings)
        case "pay":
            _undetermined(table, clan, kind, findings)
            if table.possible_effects(clan, DiscountEffect):  # with which other payments would be listed
                needs_developments(clan, findings)
    _sheet_told(clan, LISTED_FROM.get(kind, ()), findings)


def _undetermined(table: Table, clan: ClanSheet, kind: str, findings: Findings) -> None:
    """What is missing for candidates that are not listed because something decides them that is not known."""
    for move in counted(candidates(table, clan, kind), CHECK):
        found = Findings()
        check(table, move, found)
        if not found.broken:
            findings.missing += found.missing


def _assumed_of(table: Table, clan: ClanSheet, kind: str, findings: Findings) -> None:
    """What the listed moves of a kind assume: not all of them assume the same, as each die has its own facts. And
    what is missing for uses of dice that are not listed.
    """
    if clan.is_whole:
        return
    for move in counted(candidates(table, clan, kind), CHECK):
        checked = Findings()
        check(table, move, checked)
        if checked.verdict == "legal":
            findings.assumed += checked.assumed
        elif kind == "use" and not checked.broken:
            findings.missing += checked.missing


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
            findings.needs(f"pack-{part}", **({"favour": HIDDEN} if part == "favours" else {}))
    _rest_told(box, parts, findings)


def _rest_told(box: Box, parts: Iterable[str], findings: Findings) -> None:
    """The rest of those of these parts that are unfinished."""
    for part in parts:
        if part in box.pack.unfinished:
            findings.needs("pack-rest", part=part)


def _sheet_told(clan: ClanSheet, zones: tuple[str, ...], findings: Findings) -> None:
    for zone in zones:
        if not clan.is_known(zone) or (zone == "tracks" and any(is_unknown(clan.marked(one)) for one in COLOURS)):
            findings.needs("sheet-known", player=clan.name, zone=zone)


COMPARED = 2
"""The steps of comparing two moves."""


def _all_but_rolls(table: Table, player: str | None, kind: str | None) -> Iterator[Move]:
    return (move for move in legal_moves(table, player, kind) if not isinstance(move, Roll))


def _of_the_same_kind(table: Table, move: Move) -> Iterator[Move]:
    """If it is unknown what is due: the same kind of move with other details."""
    player = getattr(move, "player", "")
    if player not in table.order:
        return
    clan = table.clan(player)
    if isinstance(move, UseDie):
        yield from (replace(other, value=move.value) for other in uses(table, clan, [move.die]))
    else:
        yield from candidates(table, clan, move_type(move))


nearest = nearest_by(_all_but_rolls, _of_the_same_kind, COMPARED)
"""Similar moves: of the same clan, then of anybody."""


def refuse(table: Table, kind: str, player: str | None, findings: Findings) -> None:
    """Why no move of this kind is legal now: by the time, or by what speaks against the moves of this kind."""
    now = known_due_moves(table)
    name = player or next(iter(now.players if now and now.players else table.order))
    check_turn(table, kind, None if kind in BY_TABLE else name, findings)
    if findings.broken or kind in BY_TABLE or name not in table.order:  # a raid may wait for a clan that was not sent
        return
    for move in counted(candidates(table, table.clan(name), kind), CHECK):
        check(table, move, findings)
        if findings.broken:
            return
    if kind == "store":
        findings.breaks("storage/place", "none", player=name)
    elif kind == "sacrifice":
        check(table, Sacrifice(player=name, vikings=0), findings)
