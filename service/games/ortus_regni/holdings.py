"""What an Earl has, read as if everything were known: where something unknown decides, ``UnknownRead`` is raised.

Functions that answer a ``Truth`` decide as soon as what is known decides.
"""

from functools import partial
from typing import TYPE_CHECKING, Any

from schemas.ortus_regni import Fief
from service.games.ortus_regni.components import A_STEP, type_of
from service.games.ortus_regni.parts import known_lord, known_properties
from service.referee.budget import step
from service.referee.known import Condition, Truth, Unknown, all_of, any_of, is_known, truth
from service.referee.table import PLAYERS, STATE

if TYPE_CHECKING:
    from service.games.ortus_regni.table import Table


def surely(condition: Condition) -> bool:
    """Whether what is known makes a condition true."""
    return truth(condition) is True


def is_surely(value: Any, expected: Any) -> bool:
    """Whether a value is known to be this one."""
    return not isinstance(value, Unknown) and bool(value == expected)


def perhaps(condition: Condition) -> bool:
    """Whether a condition is true or unknown."""
    return truth(condition) is not False


def is_there(part: Any) -> Truth:
    """Whether there is such a part: a Fief, a Lord, a garrison; None says that there is none."""
    return part if isinstance(part, Unknown) else part is not None


# ---------------------------------------------------------------- Fiefs


def has(fief: Fief, *cards: str) -> bool:
    """Whether a Fief has one of these Properties."""
    properties: Any = fief.properties
    step(len(properties) // A_STEP)
    return any([type_of(card) in cards for card in properties])  # noqa: C419


def lord_in(table: "Table", name: str, number: Any) -> Any:
    """The Lord of a Fief; None where there is none, or no such Fief."""
    fief = table.fief(name, number)
    return fief if isinstance(fief, Unknown) or fief is None else fief.lord


def has_in_some_fief(table: "Table", name: str, *cards: str) -> Truth:
    """Whether one Fief of an Earl has all of these Properties."""
    fiefs = table.fiefs(name)
    if isinstance(fiefs, Unknown):
        return fiefs
    return any_of(*[partial(_has_all, fief, cards) for fief in fiefs])


def _has_all(fief: Fief, cards: tuple[str, ...]) -> Truth:
    return all_of(*[partial(has, fief, card) for card in cards])


def owns(table: "Table", name: str, card: str) -> Truth:
    """Whether an Earl has a Property of a type."""
    return has_in_some_fief(table, name, card)


def count_of(table: "Table", name: str, card: str) -> int:
    """How many Properties of a type an Earl has."""
    count = 0
    for fief in table.fiefs(name):
        step(len(fief.properties) // A_STEP)
        count += sum(type_of(held) == card for held in fief.properties)
    return count


def seat_of(table: "Table", name: str, lord: str) -> Fief | None:
    """A Fief with a Lord of this kind, if it is known that there is one."""
    return next((fief for fief in table.known_fiefs(name) if known_lord(fief) == lord), None)


def prince_seat(table: "Table", name: str) -> Fief | None:
    """The Fief of the Prince Lord, if it is known that there is one."""
    return seat_of(table, name, "prince")


def has_prince(table: "Table", name: str) -> Truth:
    """Whether a Prince is Lord of one of an Earl's Fiefs."""
    return prince_seat(table, name) is not None or truth(
        lambda: any(fief.lord == "prince" for fief in table.fiefs(name))
    )


def are_lords_known(table: "Table", name: str) -> bool:
    """Whether it is known of every Fief who its Lord is."""
    fiefs = table.fiefs(name)
    return is_known(fiefs) and all([is_known(fief.lord) for fief in fiefs])  # noqa: C419


def has_some_lord(table: "Table", name: str) -> Truth:
    """Whether any Fief of an Earl has a Lord."""
    for fief in table.known_fiefs(name):
        if known_lord(fief) is not None:
            return True
    return False if are_lords_known(table, name) else Unknown(f"{PLAYERS}/*/fiefs")


def are_fiefs_known(table: "Table", name: str) -> bool:
    """Whether the Fiefs of an Earl are known with all their parts."""
    fiefs = table.fiefs(name)
    return is_known(fiefs) and all(is_known(fief.lord) and is_known(fief.properties) for fief in fiefs)


# ---------------------------------------------------------------- Armies


def capacity_of(table: "Table", name: str) -> int:
    """field/capacity: an Army for each Land, two where the Fief has a Market."""
    return sum(_capacity(fief.properties) for fief in table.fiefs(name))


def least_capacity(table: "Table", name: str) -> int:
    """The same for the Lands that are known."""
    return sum(_capacity(known_properties(fief)) for fief in table.known_fiefs(name))


def _capacity(properties: Any) -> int:
    step(len(properties) // A_STEP)
    types = [type_of(card) for card in properties]
    return types.count("land") * (2 if "market" in types else 1)


def royal_capacity(table: "Table") -> int:
    """king/capacity, king/capacity-count: one less than the Earls."""
    earls: int = table.seats
    return (earls if table.choices["royal_army_size"] == "started" else earls - len(table.out)) - 1


# ---------------------------------------------------------------- the Church, the Vikings


def archbishop(table: "Table") -> Any:
    """Who holds the Cathedral: a name, None for nobody, or an ``Unknown``."""
    held = {name: owns(table, name, "cathedral") for name in table.order}
    for name, answer in held.items():
        if answer is True:
            return name
    unknown = [answer for answer in held.values() if isinstance(answer, Unknown)]
    if not table.seats_known:
        return Unknown(PLAYERS)
    return Unknown(*dict.fromkeys(zone for answer in unknown for zone in answer.zones)) if unknown else None


def church_decider(table: "Table") -> Any:
    """card/church-decides, card/most-churches, card/church-tie: a name, None for nobody, or an ``Unknown``."""
    bishop = archbishop(table)
    if bishop is not None:
        return bishop
    churches = {name: count_of(table, name, "church") for name in table.living}
    most = max(churches.values())
    leaders = [name for name, count in churches.items() if count == most]
    return leaders[0] if most and len(leaders) == 1 else None


def have_landed(table: "Table") -> Truth:
    """Whether the Vikings are in play; where that was not sent it may be read off their markers and cards."""
    if is_known(table.arrived):
        return bool(table.arrived)
    if truth(lambda: table.vikings) is True:
        return True
    early = any_of(lambda: table.black_markers, lambda: table.white_marker, lambda: table.round == 1)
    return False if early is True else Unknown(f"{STATE}/arrived")
