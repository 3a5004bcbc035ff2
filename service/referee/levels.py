"""How far a game has come, computed from what is at hand at start: its rulebook, the coverage and the cases.

A *draft* is served. It is *reviewed* when tests saw every rule kept and every rule that can be broken broken; and
*complete* when it has all languages of the service, enough cases, and no edition that says nothing.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from schemas.base import LANGUAGES
from schemas.reference import Level
from service.referee.rulebook import Rulebook

ENOUGH_CASES = 40
"""More are welcome, and a small game needs fewer: one for every two rules."""


class ToDo(NamedTuple):
    """What is left to do before a game has a level."""

    level: Level
    what: str
    where: str
    """The file or folder to edit, within the folder of the game."""


def left_to_do(book: Rulebook, cases: int) -> Iterator[ToDo]:
    """Everything that is left, the next level first; ``cases`` is the number of cases."""
    for rule in book.rules:
        seen = book.coverage.get(rule, {})
        if not seen.get("obeys"):
            yield ToDo("reviewed", f"no test saw {rule} kept", "cases/")
        if book.can_be_broken(rule) and not seen.get("breaks"):
            yield ToDo("reviewed", f"no test saw {rule} broken", "cases/")
    for language in LANGUAGES:
        if language not in book.languages:
            yield ToDo("complete", f"the texts in {language}", f"rulebook/{language}.toml")
    enough = min(ENOUGH_CASES, (len(book.rules) + 1) // 2)
    if cases < enough:
        yield ToDo("complete", f"cases: there are {cases} of {enough}", "cases/")
    for edition in book.editions:
        if all(rule.places[edition].status == "silent" for rule in book.rules.values()):
            yield ToDo(
                "complete", f"the edition {edition}: no rule says where it stands in it", "rulebook/rules.toml"
            )


def level_of(left: Iterable[ToDo]) -> Level:
    """The highest level for which nothing is left."""
    needed = {todo.level for todo in left}
    if "reviewed" in needed:
        return "draft"
    return "reviewed" if "complete" in needed else "complete"
