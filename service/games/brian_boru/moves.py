"""Legal moves, the nearest ones to an illegal move, and why a kind of move is refused.

Legality is not written again here: whose turn it is comes from ``timing``, and what a move may name from the
functions on which ``check`` rests too, or from ``check_symbols`` itself.
"""

from collections.abc import Iterator
from itertools import combinations, islice

from msgspec.structs import replace

from schemas.brian_boru import (
    Act,
    Build,
    Deal,
    Lead,
    Move,
    Open,
    Pending,
    Pick,
    Play,
    Prepare,
    Raid,
    Settle,
    Start,
    Wed,
)
from service.games.brian_boru.action_moves import LISTED, acts, has_more_acts, legal_acts, unlisted_actions
from service.games.brian_boru.inference import CHOSEN, decisions_due, losers_left
from service.games.brian_boru.pack import ACTIONS
from service.games.brian_boru.rules.actions import card_of
from service.games.brian_boru.rules.church import can_build
from service.games.brian_boru.rules.opening import check_open
from service.games.brian_boru.rules.preparation import check_prepare
from service.games.brian_boru.rules.tricks import can_lead, matches
from service.games.brian_boru.table import Table
from service.games.brian_boru.timing import BY_TABLE, check_timing, following, kind_of
from service.referee.budget import CHECK, counted, step
from service.referee.findings import Findings
from service.referee.hidden import HIDDEN, shown
from service.referee.known import Unknown, attempt, is_known, is_unknown, truth
from service.referee.nearest import nearest_by

COMPARED = 20
"""The steps of comparing a move with the one that was asked about."""


def legal_moves(table: Table, player: str | None, kind: str | None) -> Iterator[Move]:
    """Every legal move that can be listed. Of hidden cards, and of what chance brings, there is no list."""
    now = following(table)
    if now is None or kind not in (None, kind_of(now)):
        return
    if kind_of(now) in BY_TABLE:
        if player is None:
            yield from _by_the_table(table, kind_of(now))
        return
    for name in now.players:
        if player in (None, name):
            yield from _by(table, name, kind_of(now))


def _by_the_table(table: Table, kind: str) -> Iterator[Move]:
    findings = Findings()
    match kind:
        case "start":
            yield from (Start(player=name) for name in table.order)
        case "prepare":
            check_prepare(table, Prepare(), findings)
            if findings.verdict == "legal":
                yield Prepare()
        case _:
            if is_known(table.hand_size):
                yield Deal()


def _by(table: Table, name: str, kind: str) -> Iterator[Move]:
    match kind:
        case "act":
            yield from acts(table, name)
        case "play":
            hand = table.known_of("hand").get(name, ())
            yield from (Play(player=name, card=card) for card in counted(hand) if card != HIDDEN)
        case "lead":
            yield from _leads(table, name)
        case "pick":
            yield from _picks(table, name)
        case "open":
            towns = table.known_free_towns()
            yield from (move for town in towns if _opens(table, move := Open(player=name, town=town)))
        case _:
            if kind == "wed" or is_known(table.towns):
                for decision in decisions_due(table):
                    if decision.player == name:
                        yield from _decisions(table, decision)


def _picks(table: Table, name: str) -> Iterator[Pick]:
    dealt = table.known_of("dealt").get(name, ())
    if 0 < len(dealt) <= CHOSEN:
        yield Pick(player=name, cards=dealt)  # the last cards are kept whole, known or not
        return
    known = shown(dealt)
    yield from (Pick(player=name, cards=pair) for pair in counted(combinations(known, CHOSEN)))


def _opens(table: Table, move: Open) -> bool:
    step(CHECK)
    findings = Findings()
    check_open(table, move, findings)
    return not findings.broken


def _leads(table: Table, name: str) -> Iterator[Move]:
    if is_unknown(table.towns):
        return
    hand = [card for card in table.known_of("hand").get(name, ()) if card != HIDDEN]
    anything = can_lead(table, name) is False
    for town in table.free_towns():
        for card in counted(hand):
            if anything or matches(table, card, town):
                yield Lead(player=name, town=town, card=card)


def _decisions(table: Table, pending: Pending) -> Iterator[Move]:
    name = pending.player
    match pending.decision:
        case "card-town" | "track-town":
            region = table.card_region_of(pending)
            if is_known(region):
                yield from (Settle(player=name, town=town) for town in counted(table.free_towns(region)))
        case "princess":
            yield from (Wed(player=name, choice=choice) for choice in ("military", "trade", "spurn"))
        case "raid":
            yield from (
                Raid(player=name, loser=loser, town=town)
                for loser in _losers_by(table, pending)
                for town in counted(table.controlled(loser))
            )
        case _:
            yield from (Build(player=name, town=town) for town in counted(can_build(table, name)))


def _losers_by(table: Table, pending: Pending) -> list[str]:
    """Whose town may be chosen by this decision: of decisions that do not say it, by the first one of them."""
    loser = table.loser_of(pending)
    if is_known(loser):
        return [loser]
    others = table.known_pending()
    left = attempt(lambda: losers_left(table, others))
    first = next(other for other in others if is_unknown(table.loser_of(other)))
    return left if pending is first and not isinstance(left, Unknown) else []


# ---------------------------------------------------------------- what cannot be listed, and what comes near


def unlisted(table: Table, player: str | None, kind: str | None, findings: Findings) -> None:
    """Which zones were left out that a list of moves would need, and whether a list was cut off."""
    now = following(table)
    if now is None:
        findings.needs("due")
    elif kind in (None, kind_of(now)):
        if kind_of(now) in ("start", "deal") and not table.seats_known:
            findings.needs("whole-table")
        for name in now.players:
            if player in (None, name):
                _unlisted_of(table, name, kind_of(now), findings)
        if kind_of(now) == "prepare":
            check_prepare(table, Prepare(), findings)


def _unlisted_of(table: Table, name: str, kind: str, findings: Findings) -> None:
    if kind in ("lead", "play") and truth(lambda: HIDDEN in table.hand(name)) is not False:
        findings.needs("hand-known", player=name)
    if kind == "pick" and truth(lambda: HIDDEN in table.dealt(name)) is not False:
        findings.needs("dealt-known", player=name)
    if kind == "act" and is_unknown(table.winner):
        findings.needs("trick-known")
    if kind == "act":
        unlisted_actions(table, name, findings)
    due = table.known_pending()
    for pending in decisions_due(table):
        if is_unknown(table.loser_of(pending)) and is_unknown(attempt(lambda: losers_left(table, due))):
            findings.needs("loser-known")
        if is_unknown(table.card_region_of(pending)):
            findings.needs("card-region-known", player=name)
    if kind not in ("play", "pick", "wed") and is_unknown(table.towns):
        findings.needs("towns-known")
    if kind == "act" and has_more_acts(table, name):
        findings.needs("more-ways", count=LISTED)


def _of_the_same_kind(table: Table, move: Move) -> Iterator[Move]:
    """Where it is unknown what is due: the same kind of move with another town or card."""
    match move:
        case Act():
            card = card_of(table, move)
            for action in ACTIONS if card is not None else ():
                runs = table.box.runs(card or 0, action)
                for other in islice(legal_acts(table, move.player, action, runs, certain=False), LISTED):
                    yield replace(other, card=move.card)
        case Lead() | Play():
            yield from (
                replace(move, card=card) for card in table.known_of("hand").get(move.player, ()) if card != HIDDEN
            )
            if isinstance(move, Lead):
                yield from (replace(move, town=town) for town in table.known_free_towns())
        case Open() | Settle():
            yield from (replace(move, town=town) for town in table.known_free_towns())
        case Raid() if is_known(table.towns):
            yield from (replace(move, town=town) for town in table.controlled(move.loser))
        case Build() if is_known(table.towns):
            yield from (replace(move, town=town) for town in can_build(table, move.player))


nearest = nearest_by(legal_moves, _of_the_same_kind, COMPARED)
"""Similar moves: of the same player, then of anybody."""


def refuse(table: Table, kind: str, player: str | None, findings: Findings) -> None:
    """Why no move of this kind is legal now."""
    now = following(table)
    name = player or (now.players[0] if now and now.players else table.order[0])
    check_timing(table, kind, None if kind in BY_TABLE else name, findings)
