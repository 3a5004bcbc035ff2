"""What a game is to the rest of the service: values, and functions over its own types.

The module ``game`` of each game makes one instance, ``GAME``; mypy checks the functions of the game against each
other by the type parameters, which it infers. Legality is written once, in ``check``: ``apply`` is only called for
moves that ``check`` found legal, and ``legal_moves`` uses the same functions as ``check`` (tests compare the two in
every position that they reach).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import UnionType
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from msgspec import Struct

from service.referee.choices import Choices, HouseRule
from service.referee.diagram import Scene
from service.referee.facts import DeclaredFact, Predicate, declare
from service.referee.findings import Findings, Happening
from service.referee.rulebook import Rulebook, load
from service.referee.scoring import Scoring
from service.referee.svg import Drawing

State = TypeVar("State", bound=Struct)
Options = TypeVar("Options", bound=Struct)
Move = TypeVar("Move", bound=Struct)
Pack = TypeVar("Pack", bound=Struct)
Box = TypeVar("Box")
"""A pack that is indexed for the engine (``packs.CompiledPack``)."""
Table = TypeVar("Table")
AuditedTable = TypeVar("AuditedTable", contravariant=True)
Sheet = TypeVar("Sheet", bound=Struct)
Pad = TypeVar("Pad")
Engagement = TypeVar("Engagement", bound=Struct)
Battle = TypeVar("Battle")
Odds = TypeVar("Odds", bound=Struct)

Following = tuple[str, list[str], list[str]]
"""The phase, who may move, and by which types of move (``timing.Due``)."""
Problem = tuple[Literal["error", "warning"], str, str]
"""Something that is wrong or missing in a pack, with its pointer and a sentence."""


class Shapes(NamedTuple):
    """The game's types in ``schemas``."""

    state: type[Struct]
    move: UnionType
    options: type[Struct]
    house_rules: type[Struct]
    pack: type[Struct]
    sheet: type[Struct] | None = None
    """The filled-in score pad at the end of a game, if the game can be scored from one."""
    engagement: type[Struct] | None = None
    """A battle without the rest of the table, if the game has odds."""
    odds: type[Struct] | None = None
    """The odds of a battle."""


class PackPart(NamedTuple):
    """A part of a pack: what to type in, and which rulings are undetermined without it."""

    part: str
    needs: str
    without: str


class PackTemplate(NamedTuple):
    """A pack to be filled in by somebody who owns the printed game."""

    pack: Struct
    parts: tuple[PackPart, ...]
    """Its parts, in the best order for typing them in."""


class Meta(NamedTuple):
    """What a client needs to know about a game before the first request."""

    id: str
    title: str
    players: tuple[int, int]
    move_types: Mapping[str, str]
    """Each type of move, and who makes it: ``player`` or ``table``."""
    variants: tuple[str, ...]
    house_rules: Mapping[str, HouseRule]
    score_takes: tuple[str, ...] = ("state",)
    """Which of ``state``, ``games`` (several finished games) and ``sheet`` (a score pad) can be scored."""
    pack_filters: Mapping[str, type] = {}
    """What a pack's entries can be filtered by: the name and the type of each."""
    template: PackTemplate | None = None
    """A pack to be filled in, for games whose printed components are not all known."""
    leaving: tuple[str, ...] = ()
    """The types of move by which a player leaves the game; they are not counted when a decision is forced."""


class Audit(Protocol[AuditedTable]):
    """Names every contradiction in a position."""

    def __call__(self, table: AuditedTable, findings: Findings, /, *, thorough: bool = True) -> None:
        """With ``thorough`` false only what is cheap to see."""


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Game(Generic[State, Options, Move, Pack, Box, Table]):
    """A game."""

    meta: Meta
    shapes: Shapes
    folder: Path
    """The folder of the game, with its rulebook, packs and cases."""
    predicates: Mapping[str, Predicate]
    """For each fact of the rulebook: whether it holds on a whole table."""

    compile_pack: Callable[[Pack], Box]
    """Index a pack for the engine; raise ``Malformed`` when it cannot be used at all."""
    check_pack: Callable[[Pack], Iterable[Problem]]
    """Everything that is wrong or missing in a pack."""
    filter_pack: Callable[[Pack, Mapping[str, str | int]], Pack]
    """The pack with only those entries that the query asks for."""

    setup: Callable[[tuple[str, ...], Options, int | None, Box, Choices], State]
    """The opening state for these players and this seed. Without a seed, what chance decides stays unknown."""
    table: Callable[[State, Box, Choices], Table]
    """The table of a state; raise ``Malformed`` when the state names what does not exist."""
    view: Callable[[State, str], State]
    """The state as this player may see it."""
    audit: Audit[Table]

    check_references: Callable[[Table, Move], None]
    """Raise ``Malformed`` when the move names a player or a piece that does not exist."""
    check: Callable[[Table, Move, Findings], None]
    """Every rule that allows the move or is broken by it."""
    apply: Callable[[Table, Move], tuple[Table, list[Happening]]]
    """The table after a move that ``check`` found legal, and its events."""
    following: Callable[[Table], Following | None]
    """Who may make which moves now; None when too little is known."""

    legal_moves: Callable[[Table, str | None, str | None], Iterable[Move]]
    """Every legal move (of this player, of this type) that can be listed, each of them once; all pass ``check``."""
    unlisted: Callable[[Table, str | None, str | None, Findings], None]
    """What would have to be known to list all legal moves (``findings.needs``)."""
    nearest: Callable[[Table, Move], Iterable[Move]]
    """Moves similar to this one, the most similar first; not checked yet."""
    refuse: Callable[[Table, str, str | None, Findings], None]
    """Why no move of this type (by this player) is legal now."""

    score: Callable[[Sequence[Table], Mapping[str, int]], Scoring]
    """Points with their rules, ranking, tie-breaks, and claims compared with the computed totals."""
    diagram: Callable[[Scene], Drawing]
    """A picture of the table; what the viewer may not see has been removed before."""

    @cached_property
    def rulebook(self) -> Rulebook:
        return load(self.meta.id, self.folder / "rulebook")

    @cached_property
    def facts(self) -> Mapping[str, DeclaredFact]:
        """What a request may leave open, by the ids of the rulebook."""
        return declare(self.rulebook, self.predicates)

    @cached_property
    def packs(self) -> Path:
        """The folder of the packs that come with the game."""
        return self.folder / "packs"

    @cached_property
    def cases(self) -> Path:
        """The folder of the cases that come with the game."""
        return self.folder / "cases"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.meta.id}>"


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class GameWithSheet(
    Game[State, Options, Move, Pack, Box, Table], Generic[State, Options, Move, Pack, Box, Table, Sheet, Pad]
):
    """A game that can be scored from a score pad, too."""

    pad: Callable[[Sheet, Box, Choices], Pad]
    """A score pad with its pack and choices; raise ``Malformed`` when it names what does not exist."""
    score_pad: Callable[[Pad, Mapping[str, int]], Scoring]
    """The same as ``score``, from a pad."""


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class GameWithOdds(
    Game[State, Options, Move, Pack, Box, Table],
    Generic[State, Options, Move, Pack, Box, Table, Engagement, Battle, Odds],
):
    """A game with battles of which the odds can be computed, from a table or from a battle without its table."""

    battle: Callable[[Engagement, Box, Choices], Battle]
    """A battle with its pack and choices; raise ``Malformed`` when it names what does not exist."""
    odds: Callable[[Table | Battle, Findings], Odds | None]
    """The exact chances of a battle; None when the position is impossible."""


AnyGame = Game[Any, Any, Any, Any, Any, Any]
"""One of several games: where it does not matter which."""
