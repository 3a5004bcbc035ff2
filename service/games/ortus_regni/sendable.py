"""Parts of a table as they are written into a state, where what is unknown is left out."""

from typing import Any

from msgspec import UNSET
from msgspec.structs import astuple, force_setattr

from schemas.ortus_regni import Battle, Declaration, Invasion, Joust, Politics
from service.referee.known import Unknown, is_unknown

WITH_PARTS = frozenset((Politics, Joust, Battle, Invasion))
"""The decisions of which parts may be left out."""


def sendable(pending: Any) -> Any:
    """The pending decision as it is written into a state: what is unknown is left out."""
    if type(pending) not in WITH_PARTS:
        return pending
    parts = _unknown_parts(pending)
    declared = isinstance(pending, Joust) and "declared" not in parts and any(map(_is_unsent, pending.declared or ()))
    if not parts and not declared:
        return pending
    plain = pending.__copy__()
    for name in parts:
        force_setattr(plain, name, UNSET)
    if declared:
        force_setattr(plain, "declared", tuple(_plain(one) for one in pending.declared))
    return plain


def _unknown_parts(part: Any) -> list[str]:
    """The fields of a part that are an ``Unknown``."""
    if Unknown not in map(type, astuple(part)):  # nearly always; a look at each field would take long
        return []
    return [name for name in part.__struct_fields__ if isinstance(getattr(part, name), Unknown)]


def sendable_parts(entries: Any) -> Any:
    """Fiefs or Mercenaries as they are written into a state: what is unknown is left out."""
    if isinstance(entries, Unknown) or entries is UNSET:
        return UNSET
    if not any([Unknown in map(type, astuple(one)) for one in entries]):  # noqa: C419
        return entries
    return tuple([_sendable_part(one) for one in entries])


def _sendable_part(part: Any) -> Any:
    left_out = _unknown_parts(part)
    if not left_out:
        return part
    plain = part.__copy__()
    for name in left_out:
        force_setattr(plain, name, UNSET)
    return plain


def is_whole(pending: Any) -> bool:
    """Whether every part of a completed pending decision is known."""
    if type(pending) not in WITH_PARTS:
        return not isinstance(pending, Unknown)
    if _unknown_parts(pending):
        return False
    return not (isinstance(pending, Joust) and any(map(_is_unsent, pending.declared or ())))


def _is_unsent(declaration: Declaration) -> bool:
    return is_unknown(declaration.bet) or is_unknown(declaration.jouster)


def _plain(declaration: Declaration) -> Declaration:
    plain = declaration.__copy__()  # type: ignore[attr-defined]
    for name in ("bet", "jouster"):
        if is_unknown(getattr(plain, name)):
            force_setattr(plain, name, UNSET)
    return plain  # type: ignore[no-any-return]
