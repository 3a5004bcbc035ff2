"""Properties that were received are put into Fiefs."""

from typing import Any

from msgspec.structs import replace

from schemas import ortus_regni as shapes
from schemas.ortus_regni import Battle, Joust, Politics
from service.games.ortus_regni import captures, ransoms
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.rules.joust_results import after_joust
from service.games.ortus_regni.rules.leaving import fall_without_fief
from service.games.ortus_regni.untold import PENDING, is_battle, is_joust, is_politics, sure
from service.referee.known import UnknownRead


def apply_place(draft: Draft, move: shapes.Place) -> None:
    pending: Any = draft.pending
    draft.attach(move.player, move.fief, move.card)
    draft.event("placed", "property/land-arrives", player=move.player, card=move.card.card, fief=move.fief)
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
        after_joust(draft)
    elif is_battle(pending):
        if not sure(pending.assigned):
            ransoms.go_on(draft, pending)
        elif not pending.placing:
            captures.clear(draft, pending)
    else:
        raise UnknownRead(PENDING)
