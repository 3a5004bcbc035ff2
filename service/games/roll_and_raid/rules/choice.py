"""2.1. Elección de incursión: every clan shows the number of a raid card, all at once."""

from typing import Literal

from schemas.roll_and_raid import Choose, Contender, Raid, Reveal
from service.games.roll_and_raid.draft import Draft
from service.games.roll_and_raid.rules.conflicts import check_bids_open, check_vikings_bid, end_assumed_pass
from service.games.roll_and_raid.rules.turn import check_turn
from service.games.roll_and_raid.table import Table, is_open
from service.games.roll_and_raid.timing import known_due_moves
from service.referee.findings import Findings
from service.referee.hidden import HIDDEN
from service.referee.known import Truth, Unknown, is_known, is_unknown

# ---------------------------------------------------------------- the number that a clan shows


def check_choose(table: Table, move: Choose, findings: Findings) -> None:
    check_turn(table, "choose", move.player, findings)
    if move.number != HIDDEN:
        _check_number(table, move.player, move.number, findings)
        _check_others_raid(table, move.player, move.number, findings)
        _check_choices_open(table, move.player, findings)


def _check_number(table: Table, player: str, number: int, findings: Findings) -> None:
    """raid/choice, raid/number, raid/fist."""
    if number == 0:
        findings.allows("raid/fist")
        return
    lies_there = is_number_of_a_card(table, number)
    if isinstance(lies_there, Unknown):
        findings.assumes("display-known", number=number)
    elif lies_there:
        findings.allows("raid/choice")
    else:
        findings.allows("raid/number")
        may_show = table.choices["too_many_fingers"] != "refused"
        cards = len(table.display)
        findings.requires("raid/number", may_show, cite=False, player=player, number=number, cards=cards)


def is_number_of_a_card(table: Table, number: int) -> Truth:
    """raid/number: whether a card with this number lies there; a fist is no number."""
    display = table.display
    return number > 0 and (display if isinstance(display, Unknown) else number <= len(display))


def _check_others_raid(table: Table, player: str, number: int, findings: Findings) -> None:
    """raid/fist: where nobody raids the round is over; where it is unknown whether one does, that is assumed.

    Nothing is assumed where it is unknown whether others play at all: the step to the raids waits for that.
    """
    raids = is_number_of_a_card(table, number) is not False
    if raids or is_unknown(table.seats) or table.known_phase not in ("choice", None):
        return
    still_open = is_open(table, "choice", (None, HIDDEN), but=player)
    if still_open is None or (still_open is False and not are_cards_known(table, but=player)):
        findings.assumes("others-raid", player=player)


def _check_choices_open(table: Table, player: str, findings: Findings) -> None:
    """raid/at-once: where the choice of another clan is hidden, it is kept back, and so the choice is not over."""
    now = known_due_moves(table)
    if now is not None and len(now.kinds.get("choose", ())) > 1:
        return  # another clan has still to choose
    others = [clan.known("choice", 0) for clan in table.known_clans() if clan.name != player]
    if HIDDEN in others and None not in others:
        findings.assumes("choices-open", player=player)


def apply_choose(draft: Draft, move: Choose) -> None:
    draft.set_of(move.player, choice=move.number)
    if is_unknown(draft.phase):  # that it is time for this move is assumed
        draft.set(phase="choice")
    draft.event("chosen", "raid/at-once", player=move.player)


def are_cards_known(table: Table, but: str = "") -> bool:
    """Whether it is known which cards the known choices mean; fists choose none."""
    others = [clan for clan in table.known_clans() if clan.name != but]
    return is_known(table.display) or not any(clan.known("choice", None) for clan in others)


# ---------------------------------------------------------------- a number that was kept back is revealed


def check_reveal(table: Table, move: Reveal, findings: Findings) -> None:
    """raid/at-once: once everybody has chosen or bid."""
    check_turn(table, "reveal", move.player, findings)
    is_bid = _is_a_bid(table, move.player)
    if is_bid is True:
        _check_bid(table, move, findings)
    elif is_bid is None:
        _check_either(table, move, findings)
    elif table.known_phase in ("choice", None) and not findings.broken:
        _check_choice(table, move, findings)


def _is_a_bid(table: Table, player: str) -> bool | None:
    """Whether a number that is revealed is a bid, and not a choice; None where nobody knows."""
    if table.is_raiding:
        return True
    if table.known_phase is not None or is_known(table.raids):
        return False
    return True if isinstance(table.clan(player).choice, int) else None


def _check_bid(table: Table, move: Reveal, findings: Findings) -> None:
    check_vikings_bid(table, move.player, move.number, findings)
    check_bids_open(table, move.player, findings, kept_back=False)


def _check_choice(table: Table, move: Reveal, findings: Findings) -> None:
    _check_number(table, move.player, move.number, findings)
    _check_others_raid(table, move.player, move.number, findings)


def _check_either(table: Table, move: Reveal, findings: Findings) -> None:
    """A number that is too high as a bid and as a choice is neither; else the raids say what it is."""
    bid, choice = Findings(), Findings()
    _check_bid(table, move, bid)
    _check_choice(table, move, choice)
    if bid.broken and choice.broken:
        findings.broken += bid.broken
    else:
        findings.needs("raid-known")


def apply_reveal(draft: Draft, move: Reveal) -> None:
    raid = draft.raid_to_act_in(move.player)
    if _is_a_bid(draft, move.player) is False:
        draft.set_of(move.player, choice=move.number)
        if is_unknown(draft.phase):  # without raids there is nothing else to reveal
            draft.set(phase="choice")
        draft.event("number-revealed", "raid/at-once", player=move.player)
    elif raid is not None:
        raid = draft.change_contender(raid.card, move.player, bid=move.number, status="in")
        draft.event("number-revealed", "conflict/bid", player=move.player)
        end_assumed_pass(draft, raid)


# ---------------------------------------------------------------- all choices are revealed


def reveal_choices(draft: Draft) -> None:
    """raid/choice, raid/number, conflict/same-card: the raids of this round, by the numbers of their cards."""
    chosen_any = any(clan.choice for clan in draft.known_clans())
    display = draft.display if chosen_any else draft.known_zone("display", ())
    chosen: dict[int, list[str]] = {}
    for clan in draft.known_clans():
        number = clan.choice
        draft.event("revealed", "raid/choice", player=clan.name, number=number)
        if number > len(display):
            draft.event("no-raid", "raid/number", player=clan.name, number=number)
        elif number:
            chosen.setdefault(number, []).append(clan.name)
        else:
            draft.event("no-raid", "raid/fist", player=clan.name, number=number)
    raids = []
    for number in sorted(chosen):
        card, names = display[number - 1], chosen[number]
        alone = len(names) == 1
        contenders = tuple(Contender(player=name, shown=(), bid=None, status="in") for name in names)
        step: Literal["attack", "bid"] = "attack" if alone else "bid"
        raids.append(Raid(card=card, clans=contenders, step=step, right=names[0] if alone else None, dice=()))
        if not alone:
            draft.event("conflict", "conflict/same-card", card=card, players=names)
    draft.set(raids=tuple(raids), phase="conflict")
