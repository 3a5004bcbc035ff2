"""What follows from a state as it was sent: fields that were left out and can have one value only.

Nothing is inferred from the absence of a field, and nothing that was sent is changed: what contradicts it is a matter
of ``audit``.
"""

from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType
from msgspec.structs import astuple, replace

from schemas.roll_and_raid import Contender, Phase, Raid, State

if TYPE_CHECKING:
    from service.games.roll_and_raid.draft import Draft


def fill_in(draft: "Draft") -> bool:
    """Write down what follows from the raids of a draft; whether anything did."""
    state, raids = draft.state, draft.state.raids
    if not raids or "raids" in draft.unsettled or (raids is draft.complete_raids and state.phase is not UNSET):
        return False
    state = inferred(state)
    if state is draft.state:
        if all(map(_is_complete, raids)):
            draft.complete_raids = raids
        return False
    draft.state = state
    draft.clear_derived()
    return True


def inferred(state: State) -> State:
    if not state.raids:
        return state
    raids = tuple([_raid(raid) for raid in state.raids])
    phase = state.phase if state.phase is not UNSET else _phase(raids, passed_on=_passes_on(state))
    if phase is state.phase and all(one is other for one, other in zip(raids, state.raids, strict=True)):
        return state
    return replace(state, raids=raids, phase=phase)


def _raid(raid: Raid) -> Raid:
    """Who has the right, who is in the running, and where no bid and no dice can lie."""
    if _is_complete(raid):
        return raid
    right = _right(raid)
    clans = tuple([_contender(raid, contender, right) for contender in raid.clans])
    dice = () if raid.dice is UNSET and raid.step == "bid" else raid.dice
    if right is raid.right and dice is raid.dice and clans == raid.clans:
        return raid
    return replace(raid, right=right, clans=clans, dice=dice)


def _is_complete(raid: Raid) -> bool:
    """Whether nothing of a raid was left out."""
    return UNSET not in astuple(raid) and all(UNSET not in astuple(one) for one in raid.clans)


def _right(raid: Raid) -> str | UnsetType | None:
    if raid.right is not UNSET:
        return raid.right
    if raid.step in ("bid", "over"):
        return None
    able = [contender.player for contender in raid.clans if _may_be_in(contender)]
    return able[0] if len(able) == 1 else UNSET


def _may_be_in(contender: Contender) -> bool:
    """Whether a clan may be in the running; whoever has shown a bid of 0 last has retreated."""
    if contender.status is not UNSET:
        return contender.status == "in"
    return contender.shown is UNSET or contender.shown[-1:] != (0,)


def _contender(raid: Raid, contender: Contender, right: str | UnsetType | None) -> Contender:
    shown, bid, status = contender.shown, contender.bid, contender.status
    alone = len(raid.clans) == 1
    if shown is UNSET and alone:
        shown = ()
    if status is UNSET and raid.step != "over":
        fighting = raid.step == "bid" and _all_fight(raid) and _may_be_in(contender)
        if alone or contender.player == right or bid not in (UNSET, None) or fighting:
            status = "in"
    if bid is UNSET and (raid.step != "bid" or status not in (UNSET, "in")):
        bid = None
    if (shown, bid, status) == (contender.shown, contender.bid, contender.status):
        return contender
    return Contender(player=contender.player, shown=shown, bid=bid, status=status)


def _all_fight(raid: Raid) -> bool:
    """Whether everybody who may be in the running is: nothing has been shown yet, or two are left, who bid."""
    able = [contender for contender in raid.clans if _may_be_in(contender)]
    return len(able) == 2 or all(contender.shown == () for contender in raid.clans)


def _passes_on(state: State) -> bool:
    """Whether a clan that retreats may have lost the right to raid to clans that bid for it again."""
    agreed = state.options.house_rules
    return agreed is not UNSET and (agreed.failed_roll == "passes-on" or agreed.unable_to_pay == "retreat")


def _phase(raids: tuple[Raid, ...], *, passed_on: bool) -> Phase | UnsetType:
    """Conflicts come before all rolls; clans with equal bids that inherit a right bid once more after a roll."""
    if passed_on and any(_may_have_retreated_late(raid) for raid in raids):
        return UNSET
    resolution = any(raid.step in ("help", "pay") or raid.dice or _has_failed(raid) for raid in raids)
    conflict = any(
        (raid.step == "bid" and _none_has_failed(raid)) or (_is_fought_for(raid) and not _all_over(raids[:place]))
        for place, raid in enumerate(raids)
    )
    if resolution != conflict:
        return "resolution" if resolution else "conflict"
    statuses = [contender.status for raid in raids for contender in raid.clans]
    over = all(raid.step != "bid" for raid in raids) and UNSET not in statuses and "retreating" not in statuses
    return "resolution" if over and not conflict else UNSET


def _may_have_retreated_late(raid: Raid) -> bool:
    """Whether a clan may retreat because it rolled too low or could not pay, and not after a bid of 0."""
    return any(
        contender.status in (UNSET, "retreating", "retreated")
        and (contender.shown is UNSET or any(contender.shown[-1:]))
        for contender in raid.clans
    )


def _is_fought_for(raid: Raid) -> bool:
    return raid.step == "bid" or any(contender.status == "retreating" for contender in raid.clans)


def _all_over(raids: tuple[Raid, ...]) -> bool:
    """Whether these raids are over: then the next one may be resolved."""
    return all(raid.step == "over" for raid in raids)


def _has_failed(raid: Raid) -> bool:
    return any(contender.status == "failed" for contender in raid.clans)


def _none_has_failed(raid: Raid) -> bool:
    """Whether nobody can have lost the right to clans that bid for it again; that takes three clans."""
    return len(raid.clans) < 3 or all(contender.status not in (UNSET, "failed") for contender in raid.clans)
