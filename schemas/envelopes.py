"""The envelopes around states and moves: one marshmallow schema for each question and each answer.

The questions are made once for each game, with that game's exact shapes, so that the OpenAPI document says for every
route what it takes. Answers have the same shape for all games but for the states in them.
"""

from collections.abc import Callable, Mapping
from functools import cache, cached_property, partial
from typing import Annotated, Any, Literal, NamedTuple

from marshmallow import RAISE, Schema, ValidationError, fields, validate
from msgspec import UNSET, Meta, MsgspecError, Raw, Struct, UnsetType, defstruct
from msgspec.json import Decoder

from schemas import ruling
from schemas.base import Malformed
from schemas.fields import PartOf, StrictBoolean, StrictInteger, StructField, decoded
from schemas.order import Sorter

LANGUAGES = ("en", "es", "pl")

Seed = Annotated[int, Meta(ge=0, le=2**53)]
Word = Annotated[str, Meta(max_length=40)]
MOST_NAMES = 20
"""More than sit at any table: how many may is the game's business, and told as a fault of its own."""
Names = Annotated[tuple[ruling.PlayerName, ...], Meta(max_length=MOST_NAMES)]
PackId = Annotated[str, Meta(max_length=40)]


class Limits(NamedTuple):
    """How long the lists may be that an operator sets bounds to; all others have theirs in the shapes."""

    moves: int = 10_000
    games: int = 10
    questions: int = 100


class Envelope(Schema):
    """Refuses fields that it does not know.

    The parts of a body come as the bytes they were sent in. Those that msgspec reads (``StructField``) are decoded
    and typed in one step; a question that has nothing else, as most have, needs none of marshmallow's general care.
    """

    class Meta:
        unknown = RAISE

    def load(self, data: Any, **kwargs: Any) -> Any:
        try:
            loaded = self._load_structs(data) if type(data) is dict else None
        except Malformed:  # the general way tells the faults of the other parts too
            loaded = None
        if loaded is None:
            loaded = super().load(self._opened(data) if type(data) is dict else data, **kwargs)
        self.check(loaded)
        return loaded

    def read(self, body: bytes) -> dict[str, Any] | None:
        """The question in a body, read in one go; None where that cannot be done, and ``load`` has to tell why."""
        decode = self._decode
        if decode is None:
            return None
        try:
            if not body.isascii():
                body.decode()
            told = decode(body)
            loaded = {name: part for name in self.load_fields if (part := getattr(told, name)) is not UNSET}
            self.check(loaded)
        except (MsgspecError, Malformed, ValidationError, UnicodeDecodeError, RecursionError):
            return None
        return loaded

    _decode: Callable[[bytes], Any] | None = None

    def prepare(self) -> None:
        """Make ready for ``read``, where all parts are for msgspec: the first question is not to wait for it."""
        self.unordered  # noqa: B018 - found out now
        parts: list[Any] = []
        for name, field in self.load_fields.items():
            if not isinstance(field, StructField):
                return
            parts.append((name, field.shape) if field.required else (name, field.shape | UnsetType, UNSET))
        self.reads_as(parts)

    def reads_as(self, parts: list[Any]) -> None:
        self._decode = Decoder(defstruct("Question", parts, kw_only=True, forbid_unknown_fields=True)).decode

    def dump(self, obj: Any, **kwargs: Any) -> Any:
        """An answer is a plain dict of parts that the encoder knows: they only need to be put in order."""
        return {name: obj[name] for name in self.dump_fields if name in obj}

    @cached_property
    def unordered(self) -> dict[str, Sorter]:
        """The parts with objects of any names in them, and what puts these in order."""
        found = {name: getattr(field, "sort", None) for name, field in self.load_fields.items()}
        return {name: sort for name, sort in found.items() if sort}

    def check(self, loaded: dict[str, Any]) -> None:
        """What concerns several parts at once; raises ``ValidationError``."""

    def _load_structs(self, data: dict[str, Any]) -> dict[str, Any] | None:
        """The question, if all its parts are for msgspec and none is missing; in the order of declaration."""
        loaded = {}
        for name, field in self.load_fields.items():
            if name in data:
                if not isinstance(field, StructField):
                    return None
                loaded[name] = field.read(data[name], name)
            elif field.required:
                return None
        return loaded if len(loaded) == len(data) else None

    def _opened(self, data: dict[str, Any]) -> dict[str, Any]:
        """The same with those parts decoded that marshmallow looks into itself."""
        return {
            name: part if isinstance(self.load_fields.get(name), StructField) else decoded(part, name)
            for name, part in data.items()
        }


def about(text: str, **more: Any) -> dict[str, Any]:
    return {"metadata": {"description": text, **more}}


# ---------------------------------------------------------------- query strings


class LanguageQuery(Envelope):
    """The language of the answer."""

    lang = fields.String(
        validate=validate.OneOf(LANGUAGES), **about("Language of the texts; else by Accept-Language.")
    )


class RulesQuery(LanguageQuery):
    """Search in the rules."""

    q = fields.String(
        validate=validate.Length(max=200), **about("Words to look for; accents do not matter, prefixes match.")
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


@cache  # nothing in them belongs to one app
def questions(shapes: Any, name: str, score_takes: tuple[str, ...], limits: Limits) -> dict[str, Envelope]:
    """The question schemas of one game, by operation."""
    title = name.title().replace("-", "")

    own = partial(StructField, prefix=title)

    def state(**more: Any) -> StructField:
        return own(shapes.state, **{**about("The table. Zones may be left out."), **more})

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
            "viewer": StructField(Word, **about("Give the state as this player may see it.")),
        },
        "legal-moves": {
            "state": state(required=True),
            "player": StructField(Word, **about("Only this player's moves.")),
            "type": StructField(Word, **about("Only moves of this type.")),
            "explain": StructField(bool, **about("Also tell why the other kinds of move are refused.")),
        },
        "replay": {
            "setup": PartOf(_setup_schema(shapes, title), **about("Play from a new table, or …")),
            "state": state(),
            "moves": own(_at_most(limits.moves, tuple[shapes.move, ...]), required=True, **about("The log.")),
            "states": StructField(bool, **about("Also return the state after each move.")),
        },
        "audit": {"state": state(required=True)},
        "score": {
            "state": state(required=score_takes == ("state",)),
            "claimed": StructField(
                _at_most(MOST_NAMES, dict[ruling.PlayerName, ruling.ClaimedTotal]),
                **about("Totals to be held against the truth."),
            ),
        },
        "view": {
            "state": state(required=True),
            "player": StructField(Word, required=True, **about("Whose eyes to look through.")),
        },
        "diagram": {
            "state": state(required=True),
            "move": own(shapes.move, **about("A proposed move: it is ruled on, and drawn with what it breaks.")),
            "only": StructField(Word, **about("Draw this player's part of the table alone, and larger.")),
            "viewer": StructField(Word, **about("Draw what this player may see, and nothing else.")),
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
            "engagement": own(shapes.engagement, **about("A battle told by itself.")),
        }
    checks: dict[str, type[Envelope]] = {
        "replay": _OneStart,
        "score": _one_of(score_takes),
        "odds": _one_of(("state", "engagement")),
    }
    schemas = {
        operation: _schema(f"{title}{_camel(operation)}Question", {**parts, **common}, checks.get(operation))
        for operation, parts in operations.items()
    }
    pack = {"pack": own(shapes.pack, required=True, **about("The pack to be checked."))}
    schemas["packs-check"] = _schema(f"{title}PackQuestion", pack)
    for schema in schemas.values():
        schema.prepare()
    return schemas


def _at_most(most: int, shape: Any, least: int | None = None) -> Any:
    return Annotated[shape, Meta(min_length=least, max_length=most)]


def _setup_schema(shapes: Any, title: str) -> Schema:
    return _schema(
        f"{title}Opening",
        {
            "players": StructField(Names, required=True, **about("Names.")),
            "options": StructField(shapes.options, prefix=title, **about("Edition, variants and house rules.")),
            "seed": StructField(Seed, **about("Fixes chance.")),
        },
    )


class _OneStart(Envelope):
    def check(self, loaded: dict[str, Any]) -> None:
        if ("setup" in loaded) == ("state" in loaded):
            raise ValidationError({"state": ["Give either `setup` or `state`."]})


def _one_of(score_takes: tuple[str, ...]) -> type[Envelope]:
    """A score is of one thing: of a table, of several, or of a pad. So are odds."""

    class OneScore(Envelope):
        def check(self, loaded: dict[str, Any]) -> None:
            if sum(name in loaded for name in score_takes) != 1:
                wanted = " or ".join(f"`{name}`" for name in score_takes)
                raise ValidationError({"state": [f"Give either {wanted}."]})

    return OneScore


class BatchItem(Envelope):
    """One question of a batch."""

    game = fields.String(required=True, validate=validate.Length(max=40), **about("The game's id."))
    operation = fields.String(
        required=True, validate=validate.OneOf(["validate", "score"]), **about("What is asked.")
    )
    body = fields.Raw(required=True, **about("The question as it would be sent by itself.", type="object"))


class Asked(Struct, forbid_unknown_fields=True, gc=False):
    """The same as msgspec reads it, with the question still as it was sent."""

    game: Word
    operation: Literal["validate", "score"]
    body: Raw


def batch_question(limits: Limits) -> Envelope:
    """Several questions at once, answered in order."""
    several = validate.Length(min=1, max=limits.questions)
    envelope = _schema(
        "BatchQuestion", {"questions": fields.List(fields.Nested(BatchItem()), required=True, validate=several)}
    )
    items = Annotated[list[Asked], Meta(min_length=1, max_length=limits.questions)]
    envelope.reads_as([("questions", items)])
    return envelope


# ---------------------------------------------------------------- answers


@cache
def answers(shapes: Any, name: str) -> dict[str, Envelope]:
    """The answer schemas of one game, by operation."""
    title = name.title().replace("-", "")
    own = partial(StructField, prefix=title)
    state = own(shapes.state, **about("The table afterwards."))
    state_or_null = own(shapes.state | None, **about("The table after a legal move, else null."))
    moves = own(list[shapes.move])
    stamp = {
        "rules_version": StructField(ruling.RulesVersion, required=True),
        "case_id": fields.String(required=True, **about("Digest of the question and the rules version.")),
    }
    judged = {
        "violations": StructField(list[ruling.Violation], required=True),
        "citations": StructField(list[ruling.Citation], required=True),
        "assumed": StructField(list[ruling.Fact], required=True),
        "missing": StructField(list[ruling.Fact], required=True),
        "rests_on": StructField(list[ruling.Foundation], required=True),
    }
    verdict = StructField(ruling.Verdict, required=True)
    possible = StructField(Literal["possible", "impossible", "undetermined"], required=True)
    parts: dict[str, dict[str, Any]] = {
        "setup": {
            "state": state,
            "next": StructField(ruling.Next | None),
            "rests_on": StructField(list[ruling.Foundation], required=True),
        },
        "validate": {
            "verdict": verdict,
            "state": state_or_null,
            **judged,
            "events": StructField(list[ruling.Event], required=True),
            "next": StructField(ruling.Next | None, required=True),
            "differs_under": StructField(list[ruling.Difference], required=True),
            "comparison": StructField(list[ruling.Difference]),
            "suggestions": moves,
        },
        "legal-moves": {
            "verdict": possible,
            "moves": moves,
            "refused": StructField(list[ruling.Refusal], required=True),
            **judged,
            "next": StructField(ruling.Next | None, required=True),
        },
        "replay": {
            "verdict": verdict,
            "state": state,
            "failed_at": StrictInteger(allow_none=True, required=True),
            "ruling": fields.Raw(allow_none=True, **about("The ruling on the move that failed.", type="object")),
            "states": own(list[shapes.state]),
            "assumed": StructField(list[ruling.Fact], required=True),
            "next": StructField(ruling.Next | None, required=True),
            "rests_on": StructField(list[ruling.Foundation], required=True),
        },
        "audit": {"verdict": possible, **judged},
        "score": {
            "verdict": possible,
            "players": StructField(list[ruling.PlayerScore], required=True),
            "ranking": StructField(list[list[str]], required=True),
            "decided_by": StructField(list[ruling.TieBreak], required=True),
            "final": StructField(bool | None, required=True),
            "claims": StructField(list[ruling.ClaimCheck], required=True),
            **judged,
            "differs_under": StructField(list[ruling.ScoreDifference], required=True),
        },
        "view": {"state": state},
    }
    if shapes.odds is not None:
        odds = own(
            shapes.odds | None, required=True, **about("The exact chances; null when the position is impossible.")
        )
        parts["odds"] = {"verdict": possible, "odds": odds, **judged}
    schemas = {
        operation: _schema(f"{title}{_camel(operation)}Answer", {**fields_, **stamp})
        for operation, fields_ in parts.items()
    }
    schemas["packs-check"] = _schema(
        f"{title}PackAnswer",
        {
            "usable": StrictBoolean(required=True, **about("Whether the game can be played with it.")),
            "findings": StructField(list[ruling.PackFinding], required=True),
            **stamp,
        },
    )
    return schemas


class BatchAnswer(Envelope):
    """The answers, in the order of the questions."""

    answers = StructField(list[ruling.BatchReply], required=True)


class ProblemSchema(Envelope):
    """RFC 9457: why a question could not be answered."""

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = StrictInteger(required=True)
    detail = fields.String(required=True)
    request_id = fields.String(required=True)
    errors = StructField(list[ruling.ProblemError])


def _camel(operation: str) -> str:
    return operation.title().replace("-", "")


def _schema(name: str, parts: dict[str, Any], base: type[Envelope] | None = None) -> Envelope:
    schema: Envelope = type(name, (base or Envelope,), parts)()
    return schema
