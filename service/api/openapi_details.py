"""The types of ``detail`` in answers, made of what the sentences of a rulebook need.

``[arguments]`` of a rulebook declares the values in sentences by their names. All values of a game together are one
component (``KingdominoDetail``): every field may be missing, and more may come. What a certain rule, event or fact
has is in ``x-detail`` of ``KingdominoViolation`` and its like: a JSON Schema for each. A union of hundreds of types
would say the same, but a client in Swift or Kotlin would refuse the first answer with a rule that it does not know.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from service.referee.arguments import AMOUNT, Kind
from service.referee.game import AnyGame
from service.referee.sentences import arguments_of
from service.referee.wording import Place

Json = dict[str, Any]
DETAILED = {
    "Violation": ("message", "messages"),
    "Event": ("events",),
    "LoggedEvent": ("events",),
    "Fact": ("facts",),
    "ScoreLine": ("line", "lines"),
    "TieBreak": ("line", "lines"),
    "Explanation": ("claim", "claims"),
}
"""The types with a ``detail``, and the kinds of sentences that it is made for."""
KEYS = {"Event": "type", "LoggedEvent": "type", "Fact": "fact"}
"""The field by which ``x-detail`` is sorted, where it is not the rule."""


ALSO_WITHOUT_A_SENTENCE = frozenset({"there"})
"""Names of values that a rule also gives where its sentence does not need them, and of another type there."""


class Sentence(NamedTuple):
    """A sentence, and the values that it needs."""

    kind: str
    about: str
    """The rule, the type of the event, or the fact."""
    values: dict[str, Kind | None]


def sentences_of(game: AnyGame) -> list[Sentence]:
    book = game.rulebook
    words = next(iter(book.words.values()))
    return [
        Sentence(*_place(game, place), {name: book.arguments.of(place, name) for name in sorted(arguments_of(text))})
        for place, text in words.sentences().items()
    ]


def _place(game: AnyGame, place: Place) -> tuple[str, str]:
    if place[0] in ("events", "facts", "moves", "diagram"):
        return place[0], place[1]
    return place[1], game.rulebook.full_ids.get(place[0], place[0])


def detail_of_game(sentences: Iterable[Sentence]) -> Json:
    """Every value that some detail of the game has."""
    kinds = {kind for each in DETAILED.values() for kind in each}
    return {
        "description": "The values of a sentence; which there are depends on the rule, the event or the fact.",
        "type": "object",
        "properties": _properties(each for each in sentences if each.kind in kinds),
    }


def details_by_rule(sentences: Iterable[Sentence], name: str) -> dict[str, Json]:
    """The detail of each rule, event or fact, for one of the types in ``DETAILED``."""
    found: dict[str, list[Sentence]] = {}
    for each in sentences:
        if each.kind in DETAILED[name]:
            found.setdefault(each.about, []).append(each)
    return {about: _object(variants) for about, variants in sorted(found.items())}


def _object(variants: list[Sentence]) -> Json:
    """What the sentences of one rule have: the values that all of them need are required."""
    needed = set.intersection(*(set(variant.values) for variant in variants))
    required = {"required": sorted(needed)} if needed else {}
    return {"type": "object", "properties": _properties(variants), **required}


def _properties(sentences: Iterable[Sentence]) -> dict[str, Json]:
    found: dict[str, list[Json]] = {}
    for sentence in sentences:
        for name, kind in sentence.values.items():
            schema = _schema(kind)
            if schema not in found.setdefault(name, []):
                found[name].append(schema)
    return {name: _merged(name, schemas) for name, schemas in sorted(found.items())}


def _merged(name: str, schemas: list[Json]) -> Json:
    """One schema for the values of a name, which are null where they are unknown; generators take a union of a number
    and a list badly.
    """
    if len(schemas) > 1 or name in ALSO_WITHOUT_A_SENTENCE:
        return {"description": "Its type depends on the rule, the event or the fact: see `x-detail`."}
    (schema,) = schemas
    return {**schema, "type": [schema["type"], "null"]} if schema else schema


def _schema(kind: Kind | None) -> Json:
    if kind is None or kind.base == "text":
        return {}
    one = _schema_of_one(kind.base)
    return {"type": "array", "items": one} if kind.is_list else one


def _schema_of_one(base: str) -> Json:
    if base in ("number", "ordinal"):
        return {"type": "integer"}
    if base == "square":
        return {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
    if base in ("zone", AMOUNT):
        return {"type": "array", "items": {}, "minItems": 2, "maxItems": 2}
    return {"type": "string"}
