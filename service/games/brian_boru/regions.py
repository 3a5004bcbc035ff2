"""Who controls how much of a region: the count behind claim tokens, and the last step of the upkeep."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import UNSET

from service.games.brian_boru.course import Course, Unknown
from service.games.brian_boru.table import Table
from service.referee.budget import step

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
    alliance = table.state.alliance
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


def claim_step(course: Course) -> bool:
    """The last step of the upkeep: tokens are turned up, then claimed; then the round or the game is over."""
    try:
        course.needs("claims", "claims", of_table=("towns", "face_up", "alliance"))
    except Unknown:
        _leave_open(course)
    else:
        _settle_claims(course)
    _round_over(course)
    return True


def _leave_open(course: Course) -> None:
    """Where the tokens go is not known; the round is over all the same."""
    for name in course.order:
        course.change(name, claims=UNSET)
    course.set(face_up=UNSET)


def _settle_claims(course: Course) -> None:
    counted = {region: strength(course, region) for region in course.box.tokens}
    for region, count in counted.items():
        _flip(course, region, count)
    for region, count in counted.items():
        if region in (course.state.face_up or ()) or holder_of(course, region) is not None:
            _claim(course, region, count)


def unsettled_claims(table: Table) -> Iterator[tuple[str, str]]:
    """Tokens that do not lie as this step leaves them, each with the rule that would still move it."""
    course = Course(table)
    for region in table.box.tokens:
        course.happenings.clear()
        count = strength(course, region)
        _flip(course, region, count)
        if region in (course.state.face_up or ()) or holder_of(course, region) is not None:
            _claim(course, region, count)
        moved = holder_of(course, region) != holder_of(table, region)
        if moved or course.state.face_up != table.state.face_up:
            rules = [happening.rule for happening in course.happenings]
            yield next(rule for rule in ("claims/flip", "claims/majority", "claims/vikings") if rule in rules), region
            course = Course(table)


def holder_of(table: Table, region: str) -> str | None:
    return next((name for name, player in table.by_name.items() if region in (player.claims or ())), None)


def _flip(course: Course, region: str, count: Strength) -> None:
    """claims/flip: enough towns turn the token up, and it never turns down again."""
    face_up = course.state.face_up or ()
    if region in face_up or holder_of(course, region) is not None:
        return
    towns, threshold = sum(count.by_side.values()), course.box.tokens[region].threshold
    if towns >= threshold:
        course.set(face_up=(*face_up, region))
        course.tell("flipped", "claims/flip", region=region, towns=towns, threshold=threshold)


def _claim(course: Course, region: str, count: Strength) -> None:
    """claims/majority, claims/tie, claims/vikings, claims/vikings-tied: where a token goes that is face up."""
    holder, leaders = holder_of(course, region), count.leaders
    if count.monasteries:
        course.tell("monastery-counts", "claims/monastery", region=region, count=count.monasteries)
    if count.military and course.state.alliance:
        course.tell("military-counts", "claims/military", region=region, player=course.state.alliance.player)
    if len(leaders) != 1:
        if VIKINGS in leaders:
            course.tell("stays", "claims/vikings-tied", region=region)
        elif leaders:
            course.tell("stays", "claims/tie", region=region)
        return
    (leader,) = leaders
    if leader is VIKINGS:
        if holder is not None:
            _move_token(course, region, holder, None)
        course.tell("vikings-hold", "claims/vikings", region=region)
    elif leader != holder:
        _move_token(course, region, holder, leader)
        course.tell("claimed", "claims/majority", region=region, player=leader)


def _move_token(course: Course, region: str, holder: str | None, to: str | None) -> None:
    if holder is None:
        course.set(face_up=tuple(other for other in course.state.face_up or () if other != region))
    else:
        course.change(holder, claims=tuple(other for other in course.by_name[holder].claims or () if other != region))
    if to is None:
        course.set(face_up=(*(course.state.face_up or ()), region))
    else:
        course.change(to, claims=(*(course.by_name[to].claims or ()), region))


def _round_over(course: Course) -> None:
    """end/last-round, round/phases: after the upkeep the next round begins, unless no marriage card is left."""
    pile, number = course.state.marriage_pile, course.state.round
    if pile is UNSET and (number is UNSET or course.rounds is None):
        course.set(phase=UNSET, round=UNSET, pending=())
    elif (not pile) if pile is not UNSET else number == course.rounds:
        course.set(phase="over", pending=())
        course.tell("over", "end/last-round")
    else:
        following = UNSET if number is UNSET else number + 1
        course.set(phase="preparation", round=following, pending=())
        course.tell("round-over", "round/phases", round=number or "?")
