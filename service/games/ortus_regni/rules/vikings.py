"""La llegada de los vikingos, Controlando al ejército vikingo: Viking cards, their controller, emissaries."""

from typing import Any

from msgspec import UNSET

from schemas.ortus_regni import Cube, Emissary, Invasion, Order, RevealVikings
from service.games.ortus_regni.battles import check_target, viking_attack
from service.games.ortus_regni.cards import HIDDEN, holds
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.draws import check_pile
from service.games.ortus_regni.pack import CUBES
from service.games.ortus_regni.parts import have_landed
from service.games.ortus_regni.setup import MARKERS
from service.games.ortus_regni.steps import new_round, wake
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing import may
from service.games.ortus_regni.untold import PENDING, is_invasion
from service.referee.findings import Findings
from service.referee.known import UnknownRead, is_unknown

# ---------------------------------------------------------------- The Vikings arrive (La llegada de los vikingos)


def to_reveal(table: Table) -> int | None:
    """vikings/arrival, vikings/growth, vikings/none-left: how many cards are revealed now."""
    pending, deck, pile = table.pending, table.state.viking_deck, table.state.viking_discard
    if not is_invasion(pending) or is_unknown(pending.count):
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


def apply_vikings(draft: Draft, move: RevealVikings) -> None:
    count = to_reveal(draft)
    told: Any = move.cards
    revealed: list[Any] = []
    for place in range(len(told) if told is not UNSET else count or 0):
        deck, pile = draft.state.viking_deck, draft.state.viking_discard
        if deck == () and pile:
            deck = draft.shuffle(pile, UNSET if told is UNSET else told[place:])
            draft.set(viking_deck=deck, viking_discard=())
            draft.event("viking-reshuffled", "vikings/reshuffle", count=len(deck))
        revealed.append(told[place] if told is not UNSET else deck[0])
        if deck is not UNSET:
            draft.set(viking_deck=deck[1:])
    if draft.state.vikings is not UNSET:
        draft.set(vikings=(*draft.state.vikings, *revealed))
    draft.event("vikings-revealed", "vikings/growth" if len(revealed) == 1 else "vikings/arrival", cards=revealed)
    wake(draft)


# -------------------- Controlling the Viking army (Controlando al ejército vikingo)


def check_cube(table: Table, move: Cube, findings: Findings) -> None:
    """vikings/cube, setup/cube-back, end/cubes-removed: a cube that is in the bag."""
    may(table, "cube", None, findings)
    if move.player is UNSET:
        cubes = [player.cubes for player in table.by_name.values()]
        if table.state.chance is UNSET or UNSET in cubes or not table.seats_known:
            findings.needs("cube-told")
        findings.allows("vikings/cube")
        return
    if move.player in table.out:
        findings.breaks("end/cubes-removed", player=move.player)
    elif table.by_name[move.player].cubes == 0:
        findings.breaks("vikings/cube", player=move.player)
    findings.allows("vikings/cube", "setup/cube-back")


def apply_cube(draft: Draft, move: Cube) -> None:
    name: Any = move.player
    if name is UNSET:
        chance = draft.draw_chance()
        if chance is None:
            raise UnknownRead(PENDING)
        bag = [other for other in draft.order for _ in range(draft.by_name[other].cubes or 0)]
        name = bag[int(chance.random() * len(bag))]
    draft.event("controls", "vikings/cube", player=name)
    draft.event("cube-back", "setup/cube-back", player=name)
    draft.set(pending=Invasion(step="order", controller=name))


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


def apply_order(draft: Draft, move: Order) -> None:
    if move.target is None:
        draft.event("vikings-rest", "vikings/any-target", player=move.player)
        draft.set(pending=None)
        new_round(draft)
    else:
        viking_attack(draft, move)


# ---------------------------------------------------------------- Emissaries


def check_emissary(table: Table, move: Emissary, findings: Findings) -> None:
    """emissary/who, emissary/cubes, emissary/after-arrival."""
    may(table, "emissary", move.player, findings)
    holds(table, move.player, [move.card], findings)
    if move.card not in ("vassal", "monk"):
        findings.breaks("emissary/who", card=move.card)
    else:
        findings.allows("emissary/who", "emissary/cubes")
    if table.state.arrived is True:
        findings.allows("emissary/after-arrival")


def apply_emissary(draft: Draft, move: Emissary) -> None:
    """emissary/stays, emissary/cubes, emissary/marker, vikings/eighth-marker."""
    draft.spend(move.player, move.card)
    draft.set(acted=True)
    player = draft.by_name[move.player]
    if player.emissaries is not UNSET:
        draft.set_of(move.player, emissaries=(*player.emissaries, move.card))
    if player.cubes is not UNSET:
        draft.set_of(move.player, cubes=player.cubes + CUBES[move.card])
    draft.event("emissary-sent", "emissary/stays", player=move.player, card=move.card, cubes=CUBES[move.card])
    black, landed = draft.state.black_markers, have_landed(draft)
    if landed is None:
        draft.set(black_markers=UNSET)
    elif not landed and black is not UNSET and black < MARKERS:
        draft.set(black_markers=black + 1)
        draft.event("marker-forward", "emissary/marker", count=black + 1)
