"""La llegada de los vikingos, Controlando al ejército vikingo: Viking cards, their controller, emissaries."""

from typing import Any

from msgspec import UNSET

from schemas.ortus_regni import Cube, Emissary, Invasion, Order, RevealVikings
from service.games.ortus_regni.cards import holds
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.draws import check_pile
from service.games.ortus_regni.holdings import have_landed, seat_of, surely
from service.games.ortus_regni.pack import CUBES
from service.games.ortus_regni.parts import PENDING, is_invasion
from service.games.ortus_regni.rules.attack import check_target, viking_attack
from service.games.ortus_regni.setup import MARKERS
from service.games.ortus_regni.steps import REVEAL, ROUND
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing_checks import check_due
from service.referee.findings import Findings
from service.referee.hidden import HIDDEN
from service.referee.known import Unknown, UnknownRead, attempt, is_known, is_unknown

# ---------------------------------------------------------------- The Vikings arrive (La llegada de los vikingos)


def to_reveal(table: Table) -> int | None:
    """vikings/arrival, vikings/growth, vikings/none-left: how many cards are revealed now."""
    pending = table.pending
    if not is_invasion(pending) or is_unknown(pending.count):
        return None
    left = attempt(lambda: len(table.viking_deck) + len(table.viking_discard))
    return int(pending.count) if isinstance(left, Unknown) else min(pending.count, left)


def check_vikings(table: Table, move: RevealVikings, findings: Findings) -> None:
    """vikings/arrival, vikings/growth, components/viking-deck, vikings/reshuffle."""
    check_due(table, "vikings", None, findings)
    count = to_reveal(table)
    if findings.broken:
        return
    deck = table.viking_deck
    if move.cards is UNSET:
        number = count or 0
        shown = count is not None and surely(lambda: are_shown(table, number))
        if not shown:
            findings.needs("viking-top")
        if count is not None and is_known(deck):
            findings.allows("vikings/growth")
        return
    if count is not None and len(move.cards) != count:
        rule = "vikings/growth" if count == 1 else "vikings/arrival"
        findings.breaks(rule, "count", count=len(move.cards), expected=count)
        return
    findings.allows("vikings/growth" if count == 1 else "vikings/arrival")
    gone, count = [*table.known_zone("vikings")], len(move.cards)
    if surely(lambda: count <= len(deck)):
        gone += table.known_zone("viking_discard")
    wrong = check_pile(move.cards, deck, gone, table.box.pile("vikings"))
    if wrong is not None and wrong[0] == "top":
        findings.breaks("vikings/growth", "top")
    elif wrong is not None:
        findings.breaks("components/viking-deck", card=wrong[1])


def are_shown(table: Table, count: int) -> bool:
    """Whether the table shows the next Viking cards: they lie open, or a seed decides."""
    top = table.viking_deck[:count]
    if HIDDEN in top:
        return False
    return len(top) == count or (is_known(table.chance) and HIDDEN not in table.known_zone("viking_discard"))


def apply_vikings(draft: Draft, move: RevealVikings) -> None:
    named: Any = move.cards
    revealed: list[Any] = []
    for place in range(len(named) if named is not UNSET else to_reveal(draft) or 0):
        if surely(lambda: draft.viking_deck == () and draft.viking_discard):
            deck = draft.shuffle(draft.viking_discard, UNSET if named is UNSET else named[place:])
            draft.set(viking_deck=deck, viking_discard=())
            draft.event("viking-reshuffled", "vikings/reshuffle", count=len(deck))
        revealed.append(named[place] if named is not UNSET else draft.viking_deck[0])
        draft.change("viking_deck", lambda deck: deck[1:])
    draft.change("vikings", lambda vikings: (*vikings, *revealed))
    draft.event("vikings-revealed", "vikings/growth" if len(revealed) == 1 else "vikings/arrival", cards=revealed)
    draft.ended = REVEAL


# -------------------- Controlling the Viking army (Controlando al ejército vikingo)


def check_cube(table: Table, move: Cube, findings: Findings) -> None:
    """vikings/cube, setup/cube-back, end/cubes-removed: a cube that is in the bag."""
    check_due(table, "cube", None, findings)
    if move.player is UNSET:
        cubes = table.seats_known and all(is_known(table.cubes(name)) for name in table.order)
        if is_unknown(table.chance) or not cubes:
            findings.needs("cube-known")
        findings.allows("vikings/cube")
        return
    name: str = move.player
    if name in table.out:
        findings.breaks("end/cubes-removed", player=name)
    elif surely(lambda: table.cubes(name) == 0):
        findings.breaks("vikings/cube", player=name)
    findings.allows("vikings/cube", "setup/cube-back")


def apply_cube(draft: Draft, move: Cube) -> None:
    name: Any = move.player
    if name is UNSET:
        chance = draft.draw_chance()
        if chance is None:
            raise UnknownRead(PENDING)
        bag = [other for other in draft.order for _ in range(draft.known_number(other, "cubes"))]
        name = bag[int(chance.random() * len(bag))]
    draft.event("controls", "vikings/cube", player=name)
    draft.event("cube-back", "setup/cube-back", player=name)
    draft.set(pending=Invasion(step="order", controller=name))


def check_order(table: Table, move: Order, findings: Findings) -> None:
    """vikings/controller, vikings/any-target, vikings/alone."""
    check_due(table, "order", move.player, findings)
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


def apply_order(draft: Draft, move: Order) -> None:
    if move.target is None:
        draft.event("vikings-rest", "vikings/any-target", player=move.player)
        draft.set(pending=None)
        draft.ended = ROUND
    else:
        viking_attack(draft, move)


# ---------------------------------------------------------------- Emissaries


def check_emissary(table: Table, move: Emissary, findings: Findings) -> None:
    """emissary/who, emissary/cubes, emissary/after-arrival."""
    check_due(table, "emissary", move.player, findings)
    missing = holds(table, move.player, [move.card], findings)
    if missing and move.card in CUBES and (seat := seat_of(table, move.player, move.card)) is not None:
        findings.breaks("emissary/who", "lord", player=move.player, fief=seat.id, card=move.card)
    if findings.requires("emissary/who", move.card in CUBES, card=move.card):
        findings.allows("emissary/cubes")
    if table.arrived is True:
        findings.allows("emissary/after-arrival")


def apply_emissary(draft: Draft, move: Emissary) -> None:
    """emissary/stays, emissary/cubes, emissary/marker, vikings/eighth-marker."""
    draft.spend(move.player, move.card)
    draft.set(acted=True)
    draft.change_of(move.player, "emissaries", lambda emissaries: (*emissaries, move.card))
    draft.add(move.player, cubes=CUBES[move.card])
    draft.event("emissary-sent", "emissary/stays", player=move.player, card=move.card, cubes=CUBES[move.card])
    black, landed = draft.black_markers, have_landed(draft)
    if is_unknown(landed):
        draft.forget("black_markers")
    elif not landed and surely(lambda: black < MARKERS):
        draft.set(black_markers=black + 1)
        draft.event("marker-forward", "emissary/marker", count=black + 1)
