"""What one Earl may see: everything but the other hands, pools and Towers, the decks and what lies in discard piles.

honour/no-search: nobody may look through a pile, not even an own one. honour/last-battle-card: only the last Battle
card lies open. honour/counts: how many cards somebody has is open to everybody who asks. The schema says all of this;
the jousters are added here.
"""

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from schemas.ortus_regni import Declaration, Joust, Jouster, State
from service.referee.hidden import HIDDEN
from service.referee.view import view_by_schema

SEARCHED = ("honour/no-search", "honour/last-battle-card", "honour/counts", "tower/hidden", "joust/face-down")
"""The rules by which the view is made."""


def with_hidden_jousters(pending: Any, player: str) -> Any:
    """joust/face-down: a jouster from a hand is shown when everybody has declared."""
    if not isinstance(pending, Joust) or pending.step not in ("declare", "deal") or pending.declared is UNSET:
        return pending
    return replace(pending, declared=tuple([_face_down(one, player) for one in pending.declared]))


def _face_down(declaration: Declaration, player: str) -> Declaration:
    jouster = declaration.jouster
    if declaration.player == player or not jouster or jouster.card is None:
        return declaration
    return replace(declaration, jouster=Jouster(card=HIDDEN))


view = view_by_schema(State, pending=with_hidden_jousters)
"""The state as an Earl sees it."""
