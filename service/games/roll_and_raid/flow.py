"""What happens by itself, until somebody has to decide something or the table has to report something."""

from collections.abc import Callable

from msgspec import UNSET, UnsetType

from schemas.base import Malformed, with_entry
from schemas.roll_and_raid import Attack, Bid, Clan, Help, Move, Pay, Raid, Retreat, State, Yield
from schemas.roll_and_raid_pack import IncomeEffect
from service.games.roll_and_raid.conflicts import excuse, judge_roll, resolve_pass, reveal_choices
from service.games.roll_and_raid.draft import Draft
from service.games.roll_and_raid.inference import inferred
from service.games.roll_and_raid.maintenance import missing_cards
from service.games.roll_and_raid.pack import FESTIVALS, ROUNDS, Box
from service.games.roll_and_raid.raiding import heirs_of
from service.games.roll_and_raid.references import is_familiar, strange
from service.games.roll_and_raid.table import Table, help_bought
from service.games.roll_and_raid.turn import may_wait
from service.referee.choices import Choices
from service.referee.known import is_known

FRESH = Help(plus=0, rerolls=0)
THIS_ROUND = ("dice_used", "raised", "help", "done", "choice")
"""The zones of a clan that a new round clears."""
GAINS = ("vikings", "axes", "ships", "hall", "armoury", "port", "tracks", "settlements", "waiting")
"""The zones of a clan in which gains are written."""

IN_RAIDS = (Bid, Retreat, Attack, Yield, Pay)
"""Moves that are made in raids only."""


def proceed(draft: Draft) -> None:
    """All that happens by itself, and what follows from it."""
    while True:
        while draft.state.phase in STEPS and STEPS[draft.state.phase](draft):
            pass
        state = inferred(draft.state)
        if state is draft.state:
            return
        draft.state = state


# ---------------------------------------------------------------- 1. Production


def _production(draft: Draft) -> bool:
    """When every clan has ended production, the raids begin."""
    for clan in draft.by_name.values():
        if clan.done is not True:
            return False
    if not draft.whole:
        return False
    for name, clan in draft.by_name.items():
        if clan.raised:
            draft.set_of(name, raised={})
    draft.set(phase="choice")
    return True


# ---------------------------------------------------------------- 2. Raids


def _choice(draft: Draft) -> bool:
    """raid/at-once: once all have chosen and nothing is kept back."""
    if not draft.whole or not all(isinstance(clan.choice, int) for clan in draft.by_name.values()):
        return False
    if not are_cards_known(draft):
        return False
    reveal_choices(draft)
    return True


def are_cards_known(draft: Draft) -> bool:
    """Whether it is known which cards the clans have chosen; fists choose none."""
    return draft.state.display is not UNSET or not any(clan.choice for clan in draft.by_name.values())


def _conflict(draft: Draft) -> bool:
    """Conflicts first, one card after the other, with their retreats; then the raids."""
    raid = draft.raid_now()
    if raid is None:
        draft.set(phase="resolution")
        return True
    return raid is not UNSET and resolve_bids(draft, raid)


def resolve_bids(draft: Draft, raid: Raid) -> bool:
    """A pass is resolved when all bids are told, and who is in the running."""
    retreating = [contender.player for contender in raid.clans if contender.status == "retreating"]
    if retreating:
        return any(excuse(draft, raid.card, name) for name in retreating)
    if any(contender.status is UNSET for contender in raid.clans):
        return False
    bids = [contender.bid for contender in raid.clans if contender.status == "in"]
    if raid.step != "bid" or not bids or not all(isinstance(bid, int) for bid in bids):
        return False
    failed = any(contender.status == "failed" for contender in raid.clans)
    if failed and not any(bids) and heirs_of(raid) is None:
        return False
    resolve_pass(draft, raid)
    return True


def _resolution(draft: Draft) -> bool:
    raid = draft.raid_now()
    if raid is UNSET or may_wait(draft) or any(clan.waiting for clan in draft.by_name.values()):
        return False
    if raid is not None:
        return resolve_bids(draft, raid)
    _close_round(draft)
    return True


def _close_round(draft: Draft) -> None:
    """altar/unused, maintenance/last-round, end/last-round: help that was not used is lost."""
    keep = all(clan.help in (UNSET, FRESH) for clan in draft.by_name.values())
    keep = keep or draft.choices["unused_help"] == "kept"
    for name, clan in draft.by_name.items():
        if not keep and any(count not in (UNSET, 0) for count in help_bought(clan)):
            draft.event("help-lost", "altar/unused", player=name)
        draft.set_of(name, help=FRESH if not keep and clan.help is not UNSET else clan.help)
    _clear(draft)
    draft.set(raids=(), dice=None, phase="maintenance")
    if draft.state.round == ROUNDS:
        draft.set(phase="over")
        draft.event("no-maintenance", "maintenance/last-round")
        draft.event("over", "end/last-round", round=ROUNDS)


def _clear(draft: Draft) -> None:
    """Dice, choices and the end of production belong to one round."""
    for name, clan in draft.by_name.items():
        draft.set_of(
            name,
            dice_used=() if clan.dice_used is not UNSET else UNSET,
            raised={} if clan.raised is not UNSET else UNSET,
            done=False if clan.done is not UNSET else UNSET,
            choice=None if clan.choice is not UNSET else UNSET,
        )


# ---------------------------------------------------------------- 3. Maintenance, and the next round


def _maintenance(draft: Draft) -> bool:
    """maintenance/deck-empty: where nothing can be turned up, the next round begins."""
    if draft.state.display is UNSET or missing_cards(draft) != 0 or draft.state.round is UNSET:
        return False
    size = draft.display_size
    if is_known(size) and len(draft.state.display) < size:
        draft.event("deck-empty", "maintenance/deck-empty", count=len(draft.state.display))
    begin_round(draft, draft.state.round + 1)
    return False


def begin_round(draft: Draft, number: int | UnsetType) -> None:
    """production/round-track, round/season, and what developments bring at the start of a round."""
    seasons = draft.box.seasons
    season: str | UnsetType = UNSET
    if draft.state.season is not UNSET and number is not UNSET and seasons is not None:
        season = seasons[number - 1]
    _clear(draft)  # on a table that was sent, the dice of the last round may still lie
    draft.set(round=number, phase="start", season=season, dice=None)
    if number is not UNSET:
        draft.event("round", "production/round-track", round=number)
    if is_known(draft.season):
        draft.event("season", "round/season", season=draft.season, round=number)
    for name, clan in list(draft.by_name.items()):
        draft.add(name, rounds=1)
        if clan.developments is UNSET or number is UNSET:
            _forget_income(draft, clan)
            continue
        for development, effect in _income(draft, clan):
            if not effect.rounds or number in effect.rounds:
                sheet = draft.sheet(name)
                sheet.tell("income", "development/effect", development=development)
                sheet.gain(effect.bonus, "development/effect")
                draft.write(sheet)
                if sheet.needs or sheet.assumes:
                    draft.set_of(name, **dict.fromkeys(GAINS, UNSET))


def _forget_income(draft: Draft, clan: Clan) -> None:
    """Where it is not known what the developments of a clan have brought, what they may write on is unknown."""
    if draft.box.might(clan.developments, IncomeEffect) or _income(draft, clan):
        draft.set_of(clan.name, **dict.fromkeys(GAINS, UNSET))


# ---------------------------------------------------------------- what cannot be seen


def leave_open(draft: Draft, move: Move) -> None:
    """After a move, things may have gone on where that cannot be seen: what they write is unknown then."""
    state, raid = draft.state, draft.raid_now()
    in_a_raid = isinstance(move, IN_RAIDS) or bool(state.raids)
    raiding = state.phase in ("conflict", "resolution") or (state.phase is UNSET and in_a_raid)
    stuck = raiding and raid is UNSET
    if stuck and (isinstance(move, Retreat) or (isinstance(move, Bid) and state.raids is UNSET)):
        # That another clan has still to do something is known, or assumed.
        draft.set(phase=UNSET)
        return
    waiting = any(clan.waiting for clan in draft.by_name.values())
    over = state.raids is UNSET or all(one.step == "over" for one in state.raids)
    if raiding and over and (stuck or (raid is None and not waiting)):
        draft.set(phase=UNSET, raids=UNSET, dice=UNSET)
        for name in draft.by_name:
            draft.set_of(name, **dict.fromkeys(THIS_ROUND, UNSET))
        _perhaps_next_round(draft)
    elif stuck:
        draft.set(phase=UNSET)
    elif state.phase == "maintenance" and (state.round is UNSET or missing_cards(draft) is None):
        draft.set(phase=UNSET)
        _perhaps_next_round(draft)


def _perhaps_next_round(draft: Draft) -> None:
    """maintenance/deck-empty: where perhaps nothing is to be turned up, the next round may have begun."""
    if missing_cards(draft):
        return
    draft.set(round=UNSET, season=UNSET)
    for clan in list(draft.by_name.values()):
        draft.set_of(clan.name, rounds=UNSET)
        _forget_income(draft, clan)


def _income(draft: Draft, clan: Clan) -> list[tuple[str, IncomeEffect]]:
    return [(name, effect) for name in clan.developments or () for effect in draft.box.effects((name,), IncomeEffect)]


def close_festival(draft: Draft) -> None:
    """festival/once: who has made no offering when the dice are rolled has given nothing."""
    number = draft.state.round
    if number is UNSET:  # nobody can say whether it was a festival
        for name, clan in draft.by_name.items():
            if clan.sacrifices is not UNSET and len(clan.sacrifices) < len(FESTIVALS):
                draft.set_of(name, sacrifices=UNSET)
    if number not in FESTIVALS:
        return
    for name, clan in draft.by_name.items():
        if clan.sacrifices is not UNSET and str(number) not in clan.sacrifices:
            draft.set_of(name, sacrifices=with_entry(clan.sacrifices, str(number), 0))


STEPS: dict[str, Callable[[Draft], bool]] = {
    "production": _production,
    "choice": _choice,
    "conflict": _conflict,
    "resolution": _resolution,
    "maintenance": _maintenance,
}
"""What each phase does by itself; true when things go on from there."""


def make_table(state: State, box: Box, choices: Choices) -> Table:
    """A table from outside: everything that it names must be in the box, and what is due by itself is done."""
    table = Table(inferred(state), box, choices)
    if not is_familiar(table):
        raise Malformed(strange(state, box))
    if _something_is_due(table):
        draft = Draft(table)
        proceed(draft)
        draft.clear_derived()
        return draft
    return table


def _something_is_due(table: Table) -> bool:
    state = table.state
    match state.phase:
        case "production":
            return all(clan.done is True for clan in state.players)
        case "choice":
            return all(isinstance(clan.choice, int) for clan in state.players)
        case "conflict" | "resolution":
            return state.raids is not UNSET
    return False


__all__ = [
    "are_cards_known",
    "begin_round",
    "close_festival",
    "judge_roll",
    "leave_open",
    "make_table",
    "proceed",
    "resolve_bids",
]
