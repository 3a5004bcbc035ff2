"""The Vikings revealed, their controller and his order; emissaries; and the offerings to a new King."""

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from schemas.ortus_regni import Cube, Emissary, Invasion, Offer, Order, RevealVikings
from service.games.ortus_regni.battles import check_target, viking_attack
from service.games.ortus_regni.cards import HIDDEN, has_armies
from service.games.ortus_regni.course import Course
from service.games.ortus_regni.draws import check_pile
from service.games.ortus_regni.may import may
from service.games.ortus_regni.pack import CUBES
from service.games.ortus_regni.parts import have_landed
from service.games.ortus_regni.rounds import lose_turn, new_round, wake
from service.games.ortus_regni.setup import MARKERS
from service.games.ortus_regni.table import Table, may_be_out
from service.games.ortus_regni.untold import UNTOLD, Paused, Unknown, is_coronation, is_invasion
from service.referee.findings import Findings

# ---------------------------------------------------------------- Emissaries


def send(course: Course, move: Emissary) -> None:
    """emissary/stays, emissary/cubes, emissary/marker, vikings/eighth-marker."""
    course.spend(move.player, move.card)
    course.set(acted=True)
    player = course.by_name[move.player]
    if player.emissaries is not UNSET:
        course.change(move.player, emissaries=(*player.emissaries, move.card))
    if player.cubes is not UNSET:
        course.change(move.player, cubes=player.cubes + CUBES[move.card])
    course.tell("emissary-sent", "emissary/stays", player=move.player, card=move.card, cubes=CUBES[move.card])
    black, landed = course.state.black_markers, have_landed(course)
    if landed is None:
        course.set(black_markers=UNSET)
    elif not landed and black is not UNSET and black < MARKERS:
        course.set(black_markers=black + 1)
        course.tell("marker-forward", "emissary/marker", count=black + 1)


# ---------------------------------------------------------------- Viking cards


def to_reveal(table: Table) -> int | None:
    """vikings/arrival, vikings/growth, vikings/none-left: how many cards are revealed now."""
    pending, deck, pile = table.pending, table.state.viking_deck, table.state.viking_discard
    if not is_invasion(pending) or pending.count is UNTOLD:
        return None
    return int(pending.count) if deck is UNSET or pile is UNSET else min(pending.count, len(deck) + len(pile))


def check_vikings(table: Table, move: RevealVikings, findings: Findings) -> None:
    """vikings/arrival, vikings/growth, components/viking-deck, vikings/reshuffle."""
    may(table, "vikings", None, findings)
    state, count = table.state, to_reveal(table)
    if findings.broken:
        return
    deck, pile = state.viking_deck, state.viking_discard
    if move.cards is UNSET:
        if count is None or deck is UNSET:
            findings.needs("viking-top")
            return
        known = deck[:count]
        if HIDDEN in known or (len(known) < count and (state.chance is UNSET or HIDDEN in (pile or ()))):
            findings.needs("viking-top")
        findings.allows("vikings/growth")
        return
    if count is not None and len(move.cards) != count:
        rule = "vikings/growth" if count == 1 else "vikings/arrival"
        findings.breaks(rule, "count", count=len(move.cards), expected=count)
        return
    findings.allows("vikings/growth" if count == 1 else "vikings/arrival")
    gone: Any = state.vikings or ()
    if deck is not UNSET and len(move.cards) <= len(deck):
        gone = (*gone, *(pile or ()))
    wrong = check_pile(move.cards, deck, gone, table.box.pile("vikings"))
    if wrong is not None and wrong[0] == "top":
        findings.breaks("vikings/growth", "top")
    elif wrong is not None:
        findings.breaks("components/viking-deck", card=wrong[1])


def reveal_vikings(course: Course, move: RevealVikings) -> None:
    count = to_reveal(course)
    told: Any = move.cards
    revealed: list[Any] = []
    for place in range(len(told) if told is not UNSET else count or 0):
        deck, pile = course.state.viking_deck, course.state.viking_discard
        if deck == () and pile:
            deck = course.shuffle(pile, UNSET if told is UNSET else told[place:])
            course.set(viking_deck=deck, viking_discard=())
            course.tell("viking-reshuffled", "vikings/reshuffle", count=len(deck))
        revealed.append(told[place] if told is not UNSET else deck[0])  # type: ignore[index]
        if deck is not UNSET:
            course.set(viking_deck=deck[1:])
    if course.state.vikings is not UNSET:
        course.set(vikings=(*course.state.vikings, *revealed))
    course.tell("vikings-revealed", "vikings/growth" if len(revealed) == 1 else "vikings/arrival", cards=revealed)
    wake(course)


# ---------------------------------------------------------------- The controller


def check_cube(table: Table, move: Cube, findings: Findings) -> None:
    """vikings/cube, setup/cube-back, end/cubes-removed: a cube that is in the bag."""
    may(table, "cube", None, findings)
    if move.player is UNSET:
        cubes = [player.cubes for player in table.by_name.values()]
        if table.state.chance is UNSET or UNSET in cubes or not table.complete:
            findings.needs("cube-told")
        findings.allows("vikings/cube")
        return
    if move.player in table.out:
        findings.breaks("end/cubes-removed", player=move.player)
    elif table.by_name[move.player].cubes == 0:
        findings.breaks("vikings/cube", player=move.player)
    findings.allows("vikings/cube", "setup/cube-back")


def draw_cube(course: Course, move: Cube) -> None:
    name: Any = move.player
    if name is UNSET:
        chance = course.chance()
        if chance is None:
            raise Unknown
        bag = [other for other in course.order for _ in range(course.by_name[other].cubes or 0)]
        name = bag[int(chance.random() * len(bag))]
    course.tell("controls", "vikings/cube", player=name)
    course.tell("cube-back", "setup/cube-back", player=name)
    course.set(pending=Invasion(step="order", controller=name))


def check_order(table: Table, move: Order, findings: Findings) -> None:
    """vikings/controller, vikings/any-target, vikings/alone."""
    may(table, "order", move.player, findings)
    if move.target is None:
        findings.allows("vikings/any-target")
        if move.kind is not None or move.fief is not None:
            findings.breaks("combat/sequence", "no-target")
        return
    if move.target in table.out:
        findings.breaks("combat/other-earl", "out", player=move.target)
    if move.kind is None:
        findings.breaks("combat/sequence", "no-kind")
        return
    findings.allows("vikings/any-target")
    check_target(table, move.target, move.kind, move.fief, findings)


def give_order(course: Course, move: Order) -> None:
    if move.target is None:
        course.tell("vikings-rest", "vikings/any-target", player=move.player)
        course.set(pending=None)
        new_round(course)
    else:
        viking_attack(course, move)


# ---------------------------------------------------------------- Offerings


def check_offer(table: Table, move: Offer, findings: Findings) -> None:
    """crown/offering, crown/offering-order."""
    may(table, "offer", move.player, findings)
    has_armies(table, move.player, [move.army], findings)
    findings.allows("crown/offering")


def offer(course: Course, move: Offer) -> None:
    pending, pool = course.pending, course.by_name[move.player].pool
    if pool is not UNSET:
        rest = list(pool)
        rest.remove(move.army if move.army in rest else HIDDEN)  # type: ignore[arg-type]
        course.change(move.player, pool=tuple(rest))
    if course.state.royal_army is not UNSET:
        course.set(royal_army=(*course.state.royal_army, move.army))
    course.tell("offered", "crown/offering", player=move.player, army=move.army)
    turn = course.state.turn
    gone = isinstance(turn, str) and (turn in course.out or may_be_out(course, turn))
    if not is_coronation(pending):
        if gone:
            lose_turn(course)
        raise Paused
    waiting = pending.offering[1:]
    course.set(pending=replace(pending, offering=waiting) if waiting else None)
    if not waiting and gone and turn not in course.out:
        lose_turn(course)
        raise Paused
