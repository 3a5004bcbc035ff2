"""What another stack would give: FastAPI parses the same questions into typed pydantic models, and returns them.

The models are made from the Structs of ``schemas``, with their limits and tagged unions. ``plain`` has ``def`` views,
which FastAPI runs in threads; ``asynchronous`` has ``async def`` views.
"""

from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

from fastapi import FastAPI
from msgspec import inspect
from pydantic import BaseModel, ConfigDict, Field, create_model

from tests.our_games import GAMES

LIMITS = ("gt", "ge", "lt", "le", "multiple_of", "min_length", "max_length", "pattern")
PLAIN: dict[type[inspect.Type], Any] = {
    inspect.AnyType: Any,
    inspect.NoneType: None,
    inspect.BoolType: bool,
    inspect.IntType: int,
    inspect.FloatType: float,
    inspect.StrType: str,
}


class Strict(BaseModel):
    """As the Structs are: frozen, and no unknown fields."""

    model_config = ConfigDict(extra="forbid", frozen=True, protected_namespaces=())


class Models:
    """pydantic types for the types of one game; each Struct becomes one model."""

    def __init__(self) -> None:
        self._models: dict[type, type[BaseModel]] = {}

    def of(self, shape: Any) -> Any:
        return self._type(inspect.type_info(shape))

    def _type(self, kind: inspect.Type) -> Any:
        limits = {name: limit for name in LIMITS if (limit := getattr(kind, name, None)) is not None}
        bare = self._bare(kind)
        return Annotated[bare, Field(**limits)] if limits else bare

    def _bare(self, kind: inspect.Type) -> Any:
        match kind:
            case inspect.Metadata():
                return self._type(kind.type)
            case inspect.LiteralType():
                return Literal[tuple(kind.values)]
            case inspect.VarTupleType() | inspect.ListType():
                return tuple[self._type(kind.item_type), ...]
            case inspect.TupleType():
                return tuple[tuple(map(self._type, kind.item_types))]  # type: ignore[misc]
            case inspect.DictType():
                return dict[self._type(kind.key_type), self._type(kind.value_type)]  # type: ignore[misc]
            case inspect.StructType():
                return self._model(kind)
            case inspect.UnionType():
                return self._union(kind)
        return PLAIN[type(kind)]

    def _union(self, kind: inspect.UnionType) -> Any:
        """The tag selects among Structs that have one; everything else pydantic tries in order."""
        tagged = [part for part in kind.types if isinstance(part, inspect.StructType) and part.tag_field]
        others = [self._type(part) for part in kind.types if part not in tagged]
        if len(tagged) > 1:
            field = tagged[0].tag_field
            assert field is not None
            others.append(Annotated[reduce(or_, map(self._model, tagged)), Field(discriminator=field)])
        else:
            others += map(self._model, tagged)
        return reduce(or_, others)

    def _model(self, kind: inspect.StructType) -> type[BaseModel]:
        if kind.cls not in self._models:
            fields: dict[str, Any] = {}
            if kind.tag_field:
                fields[kind.tag_field] = (Literal[kind.tag], ...)
            for field in kind.fields:
                fields[field.encode_name] = self._field(field)
            self._models[kind.cls] = create_model(kind.cls.__name__, __base__=Strict, **fields)
        return self._models[kind.cls]

    def _field(self, field: inspect.Field) -> tuple[Any, Any]:
        """A field that can be left out is None then."""
        kind = self._type(field.type)
        return (kind, ...) if field.required else (kind | None, None)


def question(shapes: Any) -> type[BaseModel]:
    """All questions of the bench about one game as one model."""
    of = Models().of
    opening = create_model("Opening", __base__=Strict, players=(tuple[str, ...], ...), seed=(int | None, None))
    parts: dict[str, Any] = {
        "state": of(shapes.state),
        "move": of(shapes.move),
        "moves": tuple[of(shapes.move), ...],
        "setup": opening,
        "players": tuple[str, ...],
        "seed": int,
        "type": str,
        "player": str,
        "pack": str,
    }
    optional: dict[str, Any] = {name: (kind | None, None) for name, kind in parts.items()}
    return create_model("Question", __base__=Strict, **optional)


def create_apps() -> tuple[FastAPI, FastAPI]:
    plain, asynchronous = FastAPI(), FastAPI()
    for game in GAMES:
        model = question(game.shapes)
        _add_views(plain, asynchronous, f"/{game.meta.id}", model)
    return plain, asynchronous


def _add_views(plain: FastAPI, asynchronous: FastAPI, path: str, model: Any) -> None:
    def echo(body: model) -> model:
        return body

    async def echo_at_once(body: model) -> model:
        return body

    plain.post(path, response_model_exclude_unset=True)(echo)
    asynchronous.post(path, response_model_exclude_unset=True)(echo_at_once)


plain, asynchronous = create_apps()
