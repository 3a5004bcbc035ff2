"""2.1. Elección de incursión: every clan shows the number of a raid card, all at once."""

from typing import Literal

from msgspec import UNSET

from schemas.roll_and_raid import Choose, Contender, Raid, Reveal
from service.games.roll_and_raid.draft import Draft
from service.games.roll_and_raid.may import may
from service.games.roll_and_raid.rules.conflicts import check_number_bid, still_bidding
from service.games.roll_and_raid.table import Table, is_open
from service.games.roll_and_raid.turn import turn
from service.referee.findings import Findings

# ---------------------------------------------------------------- raid/choice, raid/number, raid/fist


def check_choose(table: Table, move: Choose, findings: Findings) -> None:
    """raid/choice, raid/number, raid/fist."""
    may(table, "choose", move.player, findings)
    if move.number != "?":
        _number(table, move.player, move.number, findings)
        _others(table, move.player, move.number, findings)
        _still_choosing(table, move.player, findings)


def _number(table: Table, player: str, number: int, findings: Findings) -> None:
    display = table.state.display
    if number == 0:
        findings.allows("raid/fist")
    elif display is UNSET:
        findings.assumes("display-told", number=number)
    elif number > len(display):
        findings.allows("raid/number")
        if table.choices["too_many_fingers"] == "refused":
            findings.breaks("raid/number", player=player, number=number, cards=len(display))
    else:
        findings.allows("raid/choice")


def _others(table: Table, player: str, number: int, findings: Findings) -> None:
    """raid/fist: where nobody raids the round is over; where nobody knows whether one does, that is assumed."""
    display = table.state.display
    none = number == 0 or (display is not UNSET and number > len(display))
    if not none or table.state.phase not in ("choice", UNSET):
        return
    still_open = is_open(table, "choice", (None, "?"), but=player)
    others = [clan.choice for clan in table.state.players if clan.name != player]
    if still_open is None or (still_open is False and display is UNSET and any(others)):
        findings.assumes("others-raid", player=player)


def _still_choosing(table: Table, player: str, findings: Findings) -> None:
    """raid/at-once: where the choice of another clan is hidden, it is kept back, and so the choice is not over."""
    others = [clan.choice for clan in table.state.players if clan.name != player]
    if "?" in others and None not in others:
        findings.assumes("choices-open", player=player)


def apply_choose(draft: Draft, move: Choose) -> None:
    draft.set_of(move.player, choice=move.number)
    if draft.state.phase is UNSET:  # that it is time for this move is assumed
        draft.set(phase="choice")
    draft.event("chosen", "raid/at-once", player=move.player)
    _perhaps_last(draft)


def _perhaps_last(draft: Draft) -> None:
    """raid/at-once: where it is not known whether all have chosen, neither is what the choices led to."""
    if draft.state.phase != "choice":
        return
    still_open = is_open(draft, "choice", (None, "?"))
    if still_open is None or (still_open is False and not are_cards_known(draft)):
        draft.set(phase=UNSET, raids=UNSET)


def are_cards_known(draft: Draft) -> bool:
    """Whether it is known which cards the clans have chosen; fists choose none."""
    return draft.state.display is not UNSET or not any(clan.choice for clan in draft.by_name.values())


# ---------------------------------------------------------------- raid/at-once


def check_reveal(table: Table, move: Reveal, findings: Findings) -> None:
    """raid/at-once: the number that was kept back, once everybody has chosen or bid."""
    may(table, "reveal", move.player, findings)
    now = turn(table)
    if table.state.phase in ("conflict", "resolution"):
        check_number_bid(table, move.player, move.number, findings)
        still_bidding(table, move.player, (UNSET,), findings)
    elif now is not None and "reveal" in now.kinds:
        _number(table, move.player, move.number, findings)
        _others(table, move.player, move.number, findings)


def apply_reveal(draft: Draft, move: Reveal) -> None:
    raid = draft.raid_for(move.player)
    if draft.state.phase == "choice":
        draft.set_of(move.player, choice=move.number)
        draft.event("told", "raid/at-once", player=move.player)
        _perhaps_last(draft)
    elif raid is not None:
        draft.change_contender(raid.card, move.player, bid=move.number, status="in")
        draft.event("told", "conflict/bid", player=move.player)


def reveal_choices(draft: Draft) -> None:
    """raid/choice, raid/number, conflict/same-card: the raids of this round, by the numbers of their cards."""
    display = draft.state.display or ()
    chosen: dict[int, list[str]] = {}
    for name, clan in draft.by_name.items():
        number = clan.choice
        assert isinstance(number, int)
        draft.event("revealed", "raid/choice", player=name, number=number)
        if number > len(display):
            draft.event("no-raid", "raid/number", player=name, number=number)
        elif number:
            chosen.setdefault(number, []).append(name)
        else:
            draft.event("no-raid", "raid/fist", player=name, number=number)
    raids = []
    for number in sorted(chosen):
        card, names = display[number - 1], chosen[number]
        alone = len(names) == 1
        clans = tuple(Contender(player=name, shown=(), bid=None, status="in") for name in names)
        step: Literal["attack", "bid"] = "attack" if alone else "bid"
        raids.append(Raid(card=card, clans=clans, step=step, right=names[0] if alone else None, dice=()))
        if not alone:
            draft.event("conflict", "conflict/same-card", card=card, players=names)
    draft.set(raids=tuple(raids), phase="conflict")
