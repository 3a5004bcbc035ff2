"""Who controls how much of a region: the count behind claim tokens, and the last step of the upkeep."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import UNSET

from service.games.brian_boru.table import Draft, StageUnknown, Table
from service.referee.budget import step
from service.referee.known import UnknownRead
from service.referee.table import STATE

VIKINGS = None
"""The Vikings as a side."""


Side = str | None


A_REGION = 10
"""The steps of settling the claim token of a region, besides those for its towns."""


class Strength(NamedTuple):
    """Towns of a region by who controls them. Monasteries are counted twice or once."""

    by_side: dict[Side, int]
    monasteries: int
    military: bool
    """Whether Viking towns were counted for an ally."""

    @property
    def leaders(self) -> list[Side]:
        """Who controls the most; nobody where nobody controls a town."""
        most = max(self.by_side.values(), default=0)
        return [side for side, count in self.by_side.items() if count == most and most]


def strength(table: Table, region: str, *, monastery: int = 2) -> Strength:
    """claims/monastery, claims/military: the towns of a region by who controls them."""
    alliance = table.known.alliance
    ally = alliance.player if alliance and alliance.side == "military" else VIKINGS
    by_side: dict[Side, int] = {}
    monasteries, military = 0, False
    towns = table.box.regions[region]
    step(A_REGION + len(towns))
    for town in towns:
        held = table.held(town)
        if held is None:
            continue
        side = ally if held.viking else held.disc
        military = military or (held.viking and ally is not VIKINGS)
        monasteries += held.monastery
        by_side[side] = by_side.get(side, 0) + (monastery if held.monastery else 1)
    return Strength(by_side, monasteries, military)


def claim_step(draft: Draft) -> None:
    """The last step of the upkeep: tokens are turned up, then claimed; then the round or the game is over."""
    try:
        draft.needs("claims", "claims", of_table=("towns", "face_up"))
        if any(held.viking for held in draft.towns.values()):
            draft.needs("claims", of_table=("alliance",))
    except StageUnknown:
        _leave_open(draft)
    else:
        _settle_claims(draft)
    _round_over(draft)


def _leave_open(draft: Draft) -> None:
    """Where the tokens go is not known; the round is over all the same."""
    for name in draft.order:
        draft.set_of(name, claims=UNSET)
    draft.set(face_up=UNSET)


def _settle_claims(draft: Draft) -> None:
    counted = {region: strength(draft, region) for region in draft.box.tokens}
    for region, count in counted.items():
        _flip(draft, region, count)
    for region, count in counted.items():
        if region in (draft.state.face_up or ()) or holder_of(draft, region) is not None:
            _claim(draft, region, count)


def unsettled_claims(table: Table) -> Iterator[tuple[str, str]]:
    """Tokens that do not lie as this step leaves them, each with the rule that would still move it."""
    draft = Draft(table)
    for region in table.box.tokens:
        draft.happenings.clear()
        count = strength(draft, region)
        _flip(draft, region, count)
        if region in (draft.state.face_up or ()) or holder_of(draft, region) is not None:
            _claim(draft, region, count)
        moved = holder_of(draft, region) != holder_of(table, region)
        if moved or draft.state.face_up != table.known.face_up:
            rules = [happening.rule for happening in draft.happenings]
            yield next(rule for rule in ("claims/flip", "claims/majority", "claims/vikings") if rule in rules), region
            draft = Draft(table)


def holder_of(table: Table, region: str) -> str | None:
    return next((name for name, player in table.by_name.items() if region in (player.claims or ())), None)


def _flip(draft: Draft, region: str, count: Strength) -> None:
    """claims/flip: enough towns turn the token up, and it never turns down again."""
    face_up = draft.state.face_up or ()
    if region in face_up or holder_of(draft, region) is not None:
        return
    towns, threshold = sum(count.by_side.values()), draft.box.tokens[region].threshold
    if towns >= threshold:
        draft.set(face_up=(*face_up, region))
        draft.event("flipped", "claims/flip", region=region, towns=towns, threshold=threshold)


def _claim(draft: Draft, region: str, count: Strength) -> None:
    """claims/majority, claims/tie, claims/vikings, claims/vikings-tied: where a token goes that is face up."""
    holder, leaders = holder_of(draft, region), count.leaders
    if count.monasteries:
        draft.event("monastery-counts", "claims/monastery", region=region, count=count.monasteries)
    if count.military and draft.state.alliance:
        draft.event("military-counts", "claims/military", region=region, player=draft.state.alliance.player)
    if len(leaders) != 1:
        if VIKINGS in leaders:
            draft.event("stays", "claims/vikings-tied", region=region)
        elif leaders:
            draft.event("stays", "claims/tie", region=region)
        return
    (leader,) = leaders
    if leader is VIKINGS:
        if holder is not None:
            _move_token(draft, region, holder, None)
        draft.event("vikings-hold", "claims/vikings", region=region)
    elif leader != holder:
        _move_token(draft, region, holder, leader)
        draft.event("claimed", "claims/majority", region=region, player=leader)


def _move_token(draft: Draft, region: str, holder: str | None, to: str | None) -> None:
    if holder is None:
        draft.set(face_up=tuple(other for other in draft.state.face_up or () if other != region))
    else:
        draft.set_of(holder, claims=tuple(other for other in draft.player(holder).claims or () if other != region))
    if to is None:
        draft.set(face_up=(*(draft.state.face_up or ()), region))
    else:
        draft.set_of(to, claims=(*(draft.player(to).claims or ()), region))


def _round_over(draft: Draft) -> None:
    """end/last-round, round/phases: after the upkeep the next round begins, unless no marriage card is left."""
    pile, number = draft.state.marriage_pile, draft.state.round
    if pile is UNSET and (number is UNSET or draft.rounds is None):
        raise UnknownRead((f"{STATE}/marriage_pile",))
    if (not pile) if pile is not UNSET else number == draft.rounds:
        draft.set(phase="over", pending=())
        draft.event("over", "end/last-round")
    else:
        following = UNSET if number is UNSET else number + 1
        draft.set(phase="preparation", round=following, pending=())
        draft.event("round-over", "round/phases", round=number or "?")
