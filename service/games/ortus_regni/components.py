"""Parts of an Earldom and of a force, and what can be read off them.

A part that was left out is unknown: a question that hangs on it is answered by None.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from schemas.ortus_regni import Deed, Fief, Mercenary, Player
from service.games.ortus_regni.untold import PENDING, known_lord, known_properties
from service.referee.budget import step
from service.referee.known import UnknownRead, is_unknown

if TYPE_CHECKING:
    from service.games.ortus_regni.table import Table

# ---------------------------------------------------------------- parts of an Earldom


def type_of(card: str | Deed) -> str:
    """Land, Market, …: whose ever it is."""
    return card if isinstance(card, str) else card.card


def deed(card: str | Deed, holder: str) -> Deed:
    """The same card, said from outside the Fief."""
    return Deed(card, holder) if isinstance(card, str) else card  # type: ignore[arg-type]


def in_fief(card: Deed, holder: str) -> Any:
    """A card as it is written in a Fief of this Earl."""
    return card.card if card.owner == holder else card


def fief_of(player: Player, number: Any) -> Fief | None:
    """The Fief with this number; None when there is none, or when the Fiefs were not told."""
    if is_unknown(number):
        raise UnknownRead(PENDING)
    for fief in player.fiefs or ():
        if fief.id == number:
            return fief
    return None


def mercenary_of(player: Player, number: Any) -> Mercenary | None:
    if is_unknown(number):
        raise UnknownRead(PENDING)
    for mercenary in player.mercenaries or ():
        if mercenary.id == number:
            return mercenary
    return None


A_STEP = 8
"""How many Properties are looked through in one step."""


def has(fief: Fief, *cards: str) -> bool | None:
    """Whether a Fief has one of these Properties."""
    if fief.properties is UNSET:
        return None
    step(len(fief.properties) // A_STEP)
    return any(type_of(card) in cards for card in fief.properties)


def any_of(answers: Iterable[bool | None]) -> bool | None:
    """True if one of them is, False if all are known and none is."""
    found = list(answers)
    return True if True in found else None if None in found else False


def owns(player: Player, card: str) -> bool | None:
    """Whether an Earl has a Property of a type."""
    return None if player.fiefs is UNSET else any_of(has(fief, card) for fief in player.fiefs)


def count_of(player: Player, card: str) -> int | None:
    """How many Properties of a type an Earl has."""
    if player.fiefs is UNSET:
        return None
    count = 0
    for fief in player.fiefs:
        if fief.properties is UNSET:
            return None
        step(len(fief.properties) // A_STEP)
        count += sum(type_of(held) == card for held in fief.properties)
    return count


def capacity_of(player: Player) -> int | None:
    """field/capacity: an Army for each Land, two where the Fief has a Market."""
    if player.fiefs is UNSET or any(fief.properties is UNSET for fief in player.fiefs):
        return None
    return least_capacity(player)


def least_capacity(player: Player) -> int:
    """The same for the Lands that are known."""
    lands = 0
    for fief in player.fiefs or ():
        there = known_properties(fief)
        step(len(there) // A_STEP)
        types = [type_of(card) for card in there]
        lands += types.count("land") * (2 if "market" in types else 1)
    return lands


def prince_fief(player: Player) -> Fief | None:
    """The Fief of the Prince Lord, if it is known that there is one."""
    return next((fief for fief in player.fiefs or () if fief.lord == "prince"), None)


def lords_told(player: Player) -> bool:
    """Whether it is known of every Fief who its Lord is."""
    return player.fiefs is not UNSET and all(fief.lord is not UNSET for fief in player.fiefs)


def has_lord(player: Player) -> bool | None:
    """Whether any Fief of an Earl has a Lord."""
    if any(known_lord(fief) for fief in player.fiefs or ()):
        return True
    return False if lords_told(player) else None


def smallest_free(used: Iterator[int]) -> int:
    taken = set(used)
    number = 1
    while number in taken:
        number += 1
    return number


def have_landed(table: "Table") -> bool | None:
    """Whether the Vikings are in play, where it is not told read off their markers and cards; None when unknown."""
    state = table.state
    if state.arrived is not UNSET:
        return bool(state.arrived)
    if state.vikings:
        return True
    return False if state.black_markers or state.white_marker or state.round == 1 else None


def archbishop(table: "Table") -> Any:
    """Who holds the Cathedral: a name, None for nobody, or UNSET when that is not told."""
    unknown = not table.seats_known
    for name, player in table.by_name.items():
        held = owns(player, "cathedral")
        if held:
            return name
        unknown = unknown or held is None
    return UNSET if unknown else None


def church_decider(table: "Table") -> Any:
    """card/church-decides, card/most-churches, card/church-tie: a name, None for nobody, UNSET when not told."""
    bishop = archbishop(table)
    if bishop is not None:
        return bishop
    churches = {name: count_of(table.by_name[name], "church") or 0 for name in table.living}
    most = max(churches.values())
    leaders = [name for name, count in churches.items() if count == most]
    return leaders[0] if most and len(leaders) == 1 else None
