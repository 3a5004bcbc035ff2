"""Properties that were received are put into Fiefs."""

from typing import Any

from msgspec.structs import replace

from schemas import ortus_regni as shapes
from schemas.ortus_regni import Battle, Joust, Place, Politics
from service.games.ortus_regni.cards import is_unseen
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.pack import ANCHORS
from service.games.ortus_regni.parts import PENDING, is_battle, is_joust, is_politics, sure
from service.games.ortus_regni.rules.capture import end_battle
from service.games.ortus_regni.rules.joust_results import after_prize
from service.games.ortus_regni.rules.leaving import fall_without_fief
from service.games.ortus_regni.rules.properties import own_fief
from service.games.ortus_regni.rules.ransom import go_on
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing_checks import check_due, who_places
from service.referee.findings import Findings, fact
from service.referee.known import UnknownRead, is_known, is_unknown


def queue_of(pending: Any) -> Any:
    """The cards that are to be placed now."""
    if is_joust(pending) and pending.step == "reattach" and is_known(pending.reattaching):
        return tuple(card for name, card in pending.reattaching if name == pending.reattaching[0][0])
    if (is_battle(pending) or is_joust(pending)) and pending.step == "reattach":
        return pending.reattaching
    return getattr(pending, "placing", ())


def check_place(table: Table, move: Place, findings: Findings) -> None:
    """intrigue/placed, joust/prize, ransom/placed, capture/placed: into a Fief of one's own."""
    check_due(table, "place", move.player, findings)
    pending, deed = table.pending, move.card
    queue = pending if is_unknown(pending) else queue_of(pending)
    in_time = not findings.broken
    findings.requires("property/own-fief", deed.card not in ANCHORS, "castle", cite=False, card=deed.card)
    if in_time:
        assume = fact("to-place", player=move.player, card=deed.card, owner=deed.owner)
        evidence: dict[str, Any] = {"card": deed.card, "player": move.player}
        queued = queue if is_unknown(queue) else deed in queue
        findings.requires(who_places(pending), queued, "card", assume=assume, cite=False, **evidence)
    own_fief(table, move.player, move.fief, findings)
    if is_unknown(queue) and deed.owner in table.order and not is_unseen(table, deed.owner, deed.card):
        findings.breaks("components/earl-cards", "none-left", player=deed.owner, card=deed.card)
    if deed.card == "land":
        findings.allows("property/land-arrives")


def apply_place(draft: Draft, move: shapes.Place) -> None:
    pending, deed = draft.pending, move.card
    draft.attach(move.player, move.fief, move.card)
    draft.event("placed", "property/land-arrives", player=move.player, card=deed.card, fief=move.fief)
    if isinstance(pending, Politics | Joust | Battle) and pending.step == "place":
        draft.set(pending=replace(pending, placing=_less(pending.placing, move.card)))
    elif is_battle(pending):
        draft.set(pending=replace(pending, reattaching=_less(pending.reattaching, move.card)))
    elif is_joust(pending):
        draft.set(pending=replace(pending, reattaching=_less(pending.reattaching, (move.player, move.card))))
    _after_placing(draft)


def _less(queue: Any, one: Any) -> tuple[Any, ...]:
    rest = list(queue)
    rest.remove(one)
    return tuple(rest)


def _after_placing(draft: Draft) -> None:
    pending = draft.pending
    if is_politics(pending):
        if not pending.placing:
            draft.set(pending=None)
            fall_without_fief(draft, pending.target)
    elif is_joust(pending):
        after_prize(draft, pending)
    elif is_battle(pending):
        if not sure(pending.assigned):
            go_on(draft, pending)
        elif not pending.placing:
            end_battle(draft, pending)
    else:
        raise UnknownRead(PENDING)
