"""The church step of the upkeep: monasteries, and the points of the church area."""

from msgspec import UNSET

from schemas.brian_boru import Build
from service.games.brian_boru.inference import in_turn, pending_decision
from service.games.brian_boru.table import Draft, StageUnknown, Table
from service.games.brian_boru.timing import check_timing, is_step_unknown, next_decision
from service.referee.findings import Findings, fact
from service.referee.table import STATE

ENOUGH_DISCS = 4


def _check_builder(table: Table, player: str, findings: Findings) -> None:
    """church/first, church/four: alone with the most discs, or with four, as far as the discs are known."""
    discs = table.known_of("church")
    all_known = len(discs) == table.count
    own = discs.pop(player, ENOUGH_DISCS)
    most = max(discs, key=discs.__getitem__, default=None)
    if own >= ENOUGH_DISCS or (own and (most is None or discs[most] < own)):
        if not all_known:
            findings.assumes("most-discs", player=player)
        return
    if most is None or discs[most] == own:
        findings.breaks("church/first", "tied")
    else:
        findings.breaks("church/first", "turn", player=player, turn=most)


def check_build(table: Table, move: Build, findings: Findings) -> None:
    """church/own-town, church/one-monastery."""
    check_timing(table, "build", move.player, findings)
    if is_step_unknown(table, "church"):
        _check_builder(table, move.player, findings)
    town, player = move.town, move.player
    builds = fact("builds", town=town, player=player)
    own = findings.requires(
        "church/own-town", lambda: table.owner(town) == player, assume=builds, town=town, player=player
    )
    if own is True:
        findings.requires("church/own-town", not table.has_viking(town), "viking", town=town, player=player)
    findings.requires("church/one-monastery", lambda: not table.has_monastery(town), assume=builds, town=town)


def apply_build(draft: Draft, move: Build) -> None:
    """church/first, church/four: the discs are taken back, and the step goes on."""
    decision = next_decision(draft)
    if decision is not None and decision.decision == "monastery-of-four":
        monastery_of_four(draft, move.player, move.town)
        draft.set(pending=())
        monasteries_of_four(draft, after=move.player)
        return
    build(draft, move.player, move.town, "church/first")
    if decision is None:  # the most discs or four of them: in both cases they are taken back
        draft.set_of(move.player, church=0)
        draft.set(marker=UNSET)
        raise StageUnknown((f"{STATE}/pending",), "second", move.player)
    draft.set(pending=())
    after_the_monastery(draft, move.player)


# ---------------------------------------------------------------- By itself


def can_build(table: Table, name: str) -> list[str]:
    """church/own-town, church/one-monastery: towns around which this player may put a monastery."""
    return [town for town in table.controlled(name) if not table.has_monastery(town)]


def church_step(draft: Draft) -> None:
    """church/first, church/unable: the most discs in the church area."""
    draft.needs("church", "church")
    discs = draft.known_of("church")
    most = max(discs.values())
    leaders = [name for name, count in discs.items() if count == most]
    if most and len(leaders) == 1:
        (leader,) = leaders
        draft.needs("church", of_table=("towns",))
        if can_build(draft, leader):
            draft.set(pending=(pending_decision("monastery", leader),))
            return
        draft.event("no-monastery", "church/unable", player=leader)
        after_the_monastery(draft, leader)
    else:
        _second_reward(draft)
        monasteries_of_four(draft)


def build(draft: Draft, player: str, town: str, rule: str) -> None:
    draft.change_town(town, monastery=True)
    draft.event("built", rule, player=player, town=town)


def after_the_monastery(draft: Draft, leader: str) -> None:
    draft.set(marker=leader)
    draft.set_of(leader, church=0)
    draft.event("church-leader", "church/first", player=leader)
    draft.needs("second", "church", spare=leader)
    _second_reward(draft)
    monasteries_of_four(draft)


def _second_reward(draft: Draft) -> None:
    """church/second, church/no-discs: who now has the most."""
    discs = draft.known_of("church")
    most = max(discs.values())
    if not most:
        draft.event("no-church-reward", "church/no-discs")
        return
    for name, count in discs.items():
        if count == most:
            draft.add(name, points=1, church=-1)
            draft.event("church-point", "church/second", player=name)


def monasteries_of_four(draft: Draft, after: str | None = None) -> None:
    """church/four: in turn from the marker, everybody with four discs or more."""
    draft.needs("claims", "church")
    if all(count < ENOUGH_DISCS for count in draft.known_of("church").values()):
        draft.set(phase="claims", pending=())
        return
    draft.needs("claims", of_table=("marker", "towns"))
    names = in_turn(draft)
    for name in names[names.index(after) + 1 :] if after else names:
        if draft.of(name, "church") < ENOUGH_DISCS:
            continue
        if can_build(draft, name):
            draft.set(pending=(pending_decision("monastery-of-four", name),))
            return
        draft.event("keeps-discs", "church/four", player=name)
    draft.set(phase="claims", pending=())


def monastery_of_four(draft: Draft, name: str, town: str) -> None:
    build(draft, name, town, "church/four")
    draft.set_of(name, church=0)
    draft.event("discs-back", "church/four", player=name)
