"""Paso de la iglesia: monasteries, the marker, and the points of the church area."""

from schemas.brian_boru import Build
from service.games.brian_boru.draft import Draft
from service.games.brian_boru.inference import in_turn, pending_decision
from service.games.brian_boru.table import Table
from service.games.brian_boru.timing import check_timing, is_step_unknown
from service.games.brian_boru.turns import breaks_once
from service.referee.findings import Findings, fact
from service.referee.known import is_unknown, read_all

ENOUGH_DISCS = 4
SECOND_REWARD, MONASTERIES_OF_FOUR = "second-reward", "monasteries-of-four"
"""The parts of the step that follow the first monastery, by the names of their automatic steps."""


# ---------------------------------------------------------------- Paso de la iglesia: the most discs


def church_step(draft: Draft) -> None:
    """church/first, church/unable: the most discs in the church area."""
    discs = draft.everybodys("church")
    most = max(discs.values())
    leaders = [name for name, count in discs.items() if count == most]
    if not most or len(leaders) > 1:
        if most:
            draft.event("church-tied", "church/first", players=leaders)
        draft.next_step = SECOND_REWARD
        return
    (leader,) = leaders
    if can_build(draft, leader):
        draft.set(pending=(pending_decision("monastery", leader),))
    else:
        draft.event("no-monastery", "church/unable", player=leader)
        _take_the_marker(draft, leader)


def _take_the_marker(draft: Draft, leader: str) -> None:
    """church/first: the marker for all discs of the church area."""
    draft.set(marker=leader)
    draft.set_of(leader, church=0)
    draft.event("church-leader", "church/first", player=leader)
    draft.next_step = SECOND_REWARD


# ---------------------------------------------------------------- Paso de la iglesia: a monastery


def check_build(table: Table, move: Build, findings: Findings) -> None:
    """church/own-town, church/one-monastery."""
    check_timing(table, "build", move.player, findings)
    _check_builder(table, move.player, findings)
    town, player = move.town, move.player
    builds = fact("builds", town=town, player=player)
    own = findings.requires(
        "church/own-town", lambda: table.owner(town) == player, assume=builds, town=town, player=player
    )
    if own is True:
        findings.requires("church/own-town", not table.has_viking(town), "viking", town=town, player=player)
    findings.requires("church/one-monastery", lambda: not table.has_monastery(town), assume=builds, town=town)


def _check_builder(table: Table, player: str, findings: Findings) -> None:
    """church/first, church/four: alone with the most discs, or with four, as far as the discs are known."""
    others = table.known_of("church")
    own = others.pop(player, ENOUGH_DISCS)
    most = max(others, key=others.__getitem__, default=None)
    if own >= ENOUGH_DISCS or (own and (most is None or others[most] < own)):
        if is_unknown(table.everybodys("church")) and is_step_unknown(table, "church"):
            findings.assumes("most-discs", player=player)
    elif own == 0:
        breaks_once(findings, "church/first", "none", player=player)
    elif most is None or others[most] == own:
        breaks_once(findings, "church/first", "tied")
    else:
        breaks_once(findings, "church/first", "turn", player=player, turn=most)


def can_build(table: Table, name: str) -> list[str]:
    """church/own-town, church/one-monastery: towns around which this player may put a monastery."""
    return [town for town in table.controlled(name) if not table.has_monastery(town)]


def apply_build(draft: Draft, move: Build) -> None:
    """church/first, church/four: the discs are taken back, and the step goes on."""
    decision = next(iter(draft.known_pending()), None)
    of_four = decision is not None and decision.decision == "monastery-of-four"
    rule = "church/four" if of_four else "church/first"
    draft.change_town(move.town, monastery=True)
    draft.event("built", rule, player=move.player, town=move.town)
    draft.set(pending=())
    if decision is None:
        _forget_what_follows(draft, move.player)
    elif of_four:
        draft.set_of(move.player, church=0)
        draft.event("discs-back", "church/four", player=move.player)
        draft.next_step, draft.last_builder = MONASTERIES_OF_FOUR, move.player
    else:
        _take_the_marker(draft, move.player)


def _forget_what_follows(draft: Draft, builder: str) -> None:
    """It is unknown whether this was the first monastery or one of four discs, and so how the upkeep has gone on."""
    draft.set_of(builder, church=0)  # in both cases they are taken back
    for name in draft.order:
        draft.forget_of(name, "claims", *(() if name == builder else ("church", "points")))
    draft.forget("marker", "face_up", "round", "phase", "pending")


# ---------------------------------------------------------------- Paso de la iglesia: the second reward


def second_reward(draft: Draft) -> None:
    """church/second, church/no-discs: who now has the most."""
    discs = draft.everybodys("church")
    most = max(discs.values())
    for name, count in discs.items():
        if count == most and most:
            draft.add(name, points=1, church=-1)
            draft.event("church-point", "church/second", player=name)
    if not most:
        draft.event("no-church-reward", "church/no-discs")
    draft.next_step = MONASTERIES_OF_FOUR


# ---------------------------------------------------------------- Paso de la iglesia: four discs or more


def monasteries_of_four(draft: Draft) -> None:
    """church/four: in turn from the marker, everybody with four discs or more."""
    discs = draft.everybodys("church")
    if max(discs.values()) >= ENOUGH_DISCS:
        read_all(draft.marker, draft.towns)
        names, last = in_turn(draft), draft.last_builder
        for name in names[names.index(last) + 1 :] if last else names:
            if discs[name] < ENOUGH_DISCS:
                continue
            if can_build(draft, name):
                draft.set(pending=(pending_decision("monastery-of-four", name),))
                draft.next_step = None
                return
            draft.event("keeps-discs", "church/four", player=name)
    draft.set(phase="claims", pending=())
    draft.next_step = None
