"""The envelopes of requests: one marshmallow schema for each query string and for each question.

The question schemas are made once for each game, with that game's exact types, so that the OpenAPI document says for
every route what it takes. The answers stand in ``schemas.answers``.
"""

from collections.abc import Mapping
from functools import cache, partial
from typing import Annotated, Any, Literal, NamedTuple

from marshmallow import Schema, ValidationError, fields, validate, validates_schema
from msgspec import Meta

from schemas import ruling
from schemas.base import LANGUAGES
from schemas.fields import Envelope, JsonBytes, JsonList, JsonObject, JsonString, StructField

Seed = Annotated[int, Meta(ge=0, le=2**53)]
Word = Annotated[str, Meta(max_length=40)]
MOST_NAMES = 20
"""More than play any game: how many may play is checked by the game, with an error of its own."""
Names = Annotated[tuple[ruling.PlayerName, ...], Meta(max_length=MOST_NAMES)]
PictureWidth = Annotated[int, Meta(ge=200, le=2000)]
PackId = Annotated[str, Meta(max_length=40)]


class Limits(NamedTuple):
    """The longest lists that an operator accepts; all other lists have their limits in their types."""

    moves: int = 10_000
    games: int = 10
    questions: int = 100


def about(text: str, **more: Any) -> dict[str, Any]:
    """The description of a field in the OpenAPI document."""
    return {"metadata": {"description": text, **more}}


# ---------------------------------------------------------------- query strings


class LanguageQuery(Envelope):
    """The language of the answer."""

    lang = fields.String(
        validate=validate.OneOf(LANGUAGES), **about("Language of the texts; else by Accept-Language.")
    )


MOST_HITS = 50
WORDS = "Words or a whole question; accents, endings and a typo do not matter."
EDITION = "The reader's edition; else the first one in the language of the texts."


class RulesQuery(LanguageQuery):
    """Search in the rules."""

    q = fields.String(validate=validate.Length(max=200), **about(WORDS))
    edition = fields.String(validate=validate.Length(max=40), **about(EDITION))


class SearchQuery(LanguageQuery):
    """Search in rules, glossaries and cases."""

    q = fields.String(required=True, validate=validate.Length(max=200), **about(WORDS))
    game = fields.String(validate=validate.Length(max=40), **about("Only this game."))
    edition = fields.String(validate=validate.Length(max=40), **about(EDITION))
    kind = fields.String(validate=validate.OneOf(["rule", "term", "case"]), **about("Only hits of this kind."))
    limit = fields.Integer(
        strict=False,
        load_default=20,
        validate=validate.Range(1, MOST_HITS),
        **about("The most hits in the answer.", default=20),
    )


def pack_query(filters: Mapping[str, type], name: str) -> Schema:
    """Filters of the entries of one game's packs."""
    parts: dict[str, Any] = {
        field: fields.Integer(strict=False, **about(f"Only entries with this {field}."))
        if kind is int
        else fields.String(validate=validate.Length(max=40), **about(f"Only entries with this {field}."))
        for field, kind in filters.items()
    }
    return _schema(f"{name.title().replace('-', '')}PackQuery", parts, LanguageQuery)


# ---------------------------------------------------------------- questions


@cache  # the same for every app
def questions(shapes: Any, name: str, score_takes: tuple[str, ...], limits: Limits) -> dict[str, Envelope]:
    """The question schemas of one game, by operation."""
    title = name.title().replace("-", "")

    own = partial(StructField, prefix=title)

    def state(**more: Any) -> StructField:
        return own(shapes.state, **{**about("The table. Zones may be left out."), **more})

    viewer = StructField(Word, **about("Answer from what this player may see, and nothing else."))
    play_forced = StructField(bool, **about("Also play decisions that have only one legal move, as events."))
    common = {
        "house_rules": own(shapes.house_rules, **about("Named choices, laid over those in the state's options.")),
        "pack": own(PackId | shapes.pack, **about("Component data: the id of a pack, or a pack.")),
    }
    operations: dict[str, dict[str, Any]] = {
        "setup": {
            "players": StructField(Names, required=True, **about("Names, in any order; none twice.")),
            "options": own(shapes.options, **about("Edition, variants and house rules.")),
            "seed": StructField(Seed, **about("Fixes what chance decides. Without it, piles stay unknown.")),
        },
        "validate": {
            "state": state(required=True),
            "move": own(shapes.move, required=True, **about("The proposed move.")),
            "compare": StructField(bool, **about("Also rule under every other edition and choice that matters.")),
            "suggest": StructField(bool, **about("With an illegal move, also give the nearest legal ones.")),
            "play_forced": play_forced,
            "viewer": viewer,
        },
        "legal-moves": {
            "state": state(required=True),
            "player": StructField(Word, **about("Only this player's moves.")),
            "type": StructField(Word, **about("Only moves of this type.")),
            "explain": StructField(bool, **about("Also say why the other kinds of move are refused.")),
            "viewer": viewer,
        },
        "resolve": {"state": state(required=True), "viewer": viewer},
        "replay": {
            "setup": JsonObject(_setup_schema(shapes, title), **about("Play from a new table, or …")),
            "state": state(),
            "moves": own(_at_most(limits.moves, tuple[shapes.move, ...]), required=True, **about("The log.")),
            "states": StructField(bool, **about("Also return the state after each move.")),
            "events": StructField(bool, **about("Also return what happened at each move, with its rules.")),
            "play_forced": play_forced,
            "repair": StructField(bool, **about("Also say what may be done about the first illegal move.")),
            "viewer": viewer,
        },
        "audit": {"state": state(required=True), "viewer": viewer},
        "score": {
            "state": state(required=score_takes == ("state",)),
            "claimed": StructField(
                _at_most(MOST_NAMES, dict[ruling.PlayerName, ruling.ClaimedTotal]),
                **about("Totals to be compared with the computed ones."),
            ),
            "viewer": viewer,
        },
        "view": {
            "state": state(required=True),
            "player": StructField(Word, required=True, **about("The player who looks at the table.")),
        },
        "diagram": {
            "state": state(required=True),
            "move": own(shapes.move, **about("A proposed move: it is ruled on, and drawn with what it breaks.")),
            "only": StructField(Word, **about("Draw this player's part of the table alone, and larger.")),
            "theme": StructField(
                Literal["light", "dark"], **about("Colours for a light or a dark page.", default="light")
            ),
            "width": StructField(PictureWidth, **about("The width in pixels; the height follows.", default=360)),
            "viewer": viewer,
        },
    }
    if "games" in score_takes:
        operations["score"]["games"] = own(
            _at_most(limits.games, tuple[shapes.state, ...], 1), **about("Several games to be added up.")
        )
    if "sheet" in score_takes:
        operations["score"]["sheet"] = own(shapes.sheet, **about("The figures of a score pad at the end of a game."))
    if shapes.engagement is not None:
        operations["odds"] = {
            "state": state(**about("A table in the middle of a battle, or …")),
            "engagement": own(shapes.engagement, **about("A battle without its table.")),
            "viewer": viewer,
        }
    bases: dict[str, type[Envelope]] = {
        "replay": one_of("setup", "state"),
        "score": one_of(*score_takes),
        "odds": one_of("state", "engagement"),
    }
    schemas = {
        operation: _schema(f"{title}{_camel(operation)}Question", {**parts, **common}, bases.get(operation))
        for operation, parts in operations.items()
    }
    pack = {"pack": own(shapes.pack, required=True, **about("The pack to be checked."))}
    schemas["packs-check"] = _schema(f"{title}PackQuestion", pack)
    for schema in schemas.values():
        _prepare(schema)
    return schemas


def _at_most(most: int, shape: Any, least: int | None = None) -> Any:
    return Annotated[shape, Meta(min_length=least, max_length=most)]


def _prepare(schema: Schema) -> None:
    for field in schema.load_fields.values():
        if isinstance(field, StructField):
            field.prepare()
        elif isinstance(field, JsonObject):
            _prepare(field.schema)


def _setup_schema(shapes: Any, title: str) -> Schema:
    return _schema(
        f"{title}Opening",
        {
            "players": StructField(Names, required=True, **about("Names.")),
            "options": StructField(shapes.options, prefix=title, **about("Edition, variants and house rules.")),
            "seed": StructField(Seed, **about("Fixes chance.")),
        },
    )


def one_of(*names: str) -> type[Envelope]:
    """An envelope that takes exactly one of these fields: a score is of one state, of several, or of a score pad."""

    class OneOf(Envelope):
        @validates_schema
        def has_exactly_one(self, data: Mapping[str, Any], **kwargs: Any) -> None:
            if sum(name in data for name in names) != 1:
                raise ValidationError({"state": [f"Give either {' or '.join(f'`{name}`' for name in names)}."]})

    return OneOf


class BatchItem(Envelope):
    """One question of a batch."""

    game = JsonString(required=True, validate=validate.Length(max=40), **about("The game's id."))
    operation = JsonString(required=True, validate=validate.OneOf(["validate", "score"]), **about("What is asked."))
    body = JsonBytes(required=True, **about("The question as it would be sent by itself.", type="object"))


def batch_question(limits: Limits) -> Envelope:
    """Several questions at once, answered in order."""
    several = validate.Length(min=1, max=limits.questions)
    return _schema("BatchQuestion", {"questions": JsonList(JsonObject(BatchItem()), required=True, validate=several)})


def _camel(operation: str) -> str:
    return operation.title().replace("-", "")


def _schema(name: str, parts: dict[str, Any], base: type[Envelope] | None = None) -> Envelope:
    schema: Envelope = type(name, (base or Envelope,), parts)()
    return schema
