"""Facts about a table that a request may leave open.

A fact is declared once: its rule and the zones that it reads in ``rules.toml``, its sentence in each language file,
and in the game's module ``facts`` a predicate that says for a whole table whether it holds. The order of the
declarations in ``rules.toml`` is the order of answers: the most doubtful fact comes first.

Four facts need no declaration: their rule and the zones that were left out come with them (``SharedDetail``).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from service.referee.budget import counted
from service.referee.hidden import HIDDEN
from service.referee.rulebook import Rulebook, RulebookError

Detail = dict[str, Any]
Predicate = Callable[..., bool]
"""Takes a whole table and the fact's details as keyword arguments."""

PLAYERS = "/players"
PACK = "/pack/"

DUE = "due"
"""What is to be done now, and by whom. The four games that declare it say themselves which zones decide it."""
RULE_KEPT = "rule-kept"
"""A rule is kept, as far as it depends on zones that were left out."""
ZONE_KNOWN = "zone-known"
"""What is in a zone that was left out."""
STEP_DONE = "step-done"
"""What happens by itself now: an automatic step could not be done without zones that were left out."""
SHARED = frozenset({DUE, RULE_KEPT, ZONE_KNOWN, STEP_DONE})
"""Facts that any game may use without declaring them."""


def shared_fact(fact: str, rule: str, zones: Iterable[str]) -> tuple[str, Detail]:
    """A fact that a game has not declared: its rule, and pointers to what was left out."""
    return fact, {"rule": rule, "zones": list(zones)}


def is_known(table: Any, **detail: Any) -> bool:
    """The predicate of facts that ask for a value ("which domino comes next"): a whole table has the value."""
    return True


class DeclaredFact(NamedTuple):
    """A fact of a game: its rule, templates of the pointers that it reads, and its predicate."""

    rule: str
    zones: tuple[str, ...]
    predicate: Predicate

    def holds(self, table: Any, detail: Mapping[str, Any]) -> bool:
        """Whether the fact is true on a whole table."""
        return self.predicate(table, **detail)


def declare(book: Rulebook, predicates: Mapping[str, Predicate]) -> dict[str, DeclaredFact]:
    """The facts of a rulebook, each with its predicate."""
    if differing := predicates.keys() ^ book.facts.keys():
        raise RulebookError(f"{book.game}: facts and predicates differ in {', '.join(sorted(differing))}")
    if silent := [fact for fact in book.facts if not book.zones[fact]]:
        raise RulebookError(f"{book.game}: facts without zones: {', '.join(silent)}")
    return {fact: DeclaredFact(rule, book.zones[fact], predicates[fact]) for fact, rule in book.facts.items()}


def different(facts: Iterable[tuple[str, Detail]]) -> list[tuple[str, Detail]]:
    """Each fact once, in the order in which they came. Details are dictionaries, so facts have no hash."""
    return list({repr(fact): fact for fact in facts}.values())


def ordered(facts: Iterable[tuple[str, Detail]], book: Rulebook) -> list[tuple[str, Detail]]:
    """Each fact once, grouped by player; the group with the most doubtful fact first, and so within a group."""
    ranks = {fact: rank for rank, fact in enumerate((*book.facts, *sorted(SHARED - book.facts.keys())))}
    groups: dict[str | None, list[tuple[str, Detail]]] = {}
    for fact in different(facts):
        groups.setdefault(fact[1].get("player"), []).append(fact)
    for group in groups.values():
        group.sort(key=lambda fact: ranks[fact[0]])
    return [fact for group in sorted(groups.values(), key=lambda group: ranks[group[0][0]]) for fact in group]


def unknown_zones(table: Any, templates: Iterable[str], detail: Mapping[str, Any]) -> list[str]:
    """Pointers into the request to those of these zones that were left out, or in which a card is hidden.

    A zone that an unresolved step may still write is unknown for lack of what that step is missing.
    """
    state = table.sent_state
    root = f"/{type(state).__name__.lower()}"  # /state, /sheet or /engagement
    unsettled, partly, not_needed = table.unsettled, table.partly_sent, table.not_needed
    pointers: dict[str, None] = {}  # each once, in order
    for template in templates:
        if template.startswith(PACK):
            pointers[template.format_map(detail)] = None
        elif template == PLAYERS:
            if not table.seats_known:
                pointers[root + PLAYERS] = None
        elif unsettled and _zone_name(template) in unsettled:
            pointers.update((pointer, None) for entry in table.state.unresolved for pointer in entry.missing)
        else:
            pointers.update(dict.fromkeys(_expanded(state, root, template.split("/")[1:], detail)))
            pointers.update((pointer, None) for pointer in partly if pointer == root + template)
    return [pointer for pointer in pointers if pointer not in not_needed]


def _zone_name(template: str) -> str:
    """The name of a template's zone as steps declare it: ``phase``, or ``players/coins``."""
    steps = template.split("/")
    return steps[1] if len(steps) < 4 else f"{steps[1]}/{steps[3]}"


def _expanded(value: Any, pointer: str, steps: list[str], detail: Mapping[str, Any]) -> Iterator[str]:
    """Follow a template; ``*`` stands for every entry, ``{player}`` for the entry with this name, and after a player
    ``{zone}`` for the field that the detail ``zone`` names.
    """
    if value is UNSET:
        yield pointer
    elif not steps:
        yield from _unknown_within(value, pointer)
    elif steps[0] == "*":
        for index, entry in enumerate(counted(value)):
            yield from _expanded(entry, f"{pointer}/{index}", steps[1:], detail)
    elif steps[0].startswith("{") and isinstance(value, msgspec.Struct):
        yield from _expanded(value, pointer, [detail[steps[0][1:-1]], *steps[1:]], detail)
    elif steps[0].startswith("{"):
        name = detail[steps[0][1:-1]]
        seats = [seat for seat, entry in enumerate(counted(value)) if entry.name == name]
        if not seats:  # nothing at all is known of this player
            yield pointer
        for seat in seats:
            yield from _expanded(value[seat], f"{pointer}/{seat}", steps[1:], detail)
    elif hasattr(value, steps[0]):
        yield from _expanded(getattr(value, steps[0]), f"{pointer}/{steps[0]}", steps[1:], detail)


def _unknown_within(value: Any, pointer: str) -> Iterator[str]:
    """The parts of a zone that were left out, and the lists in which a card is hidden."""
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            part = getattr(value, name)
            if part is UNSET:
                yield f"{pointer}/{name}"
            else:
                yield from _unknown_within(part, f"{pointer}/{name}")
    elif isinstance(value, tuple | list):
        if HIDDEN in value:
            yield pointer
        for index, entry in enumerate(counted(value)):
            if entry != HIDDEN:
                yield from _unknown_within(entry, f"{pointer}/{index}")
    elif isinstance(value, dict):
        for key, entry in counted(list(value.items())):
            yield from _unknown_within(entry, f"{pointer}/{key}")
    elif value == HIDDEN:
        yield pointer
