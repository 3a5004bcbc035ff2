"""What a game is to the rest of the service: values, and functions over its own types.

The module ``game`` of each game makes one instance, ``GAME``; mypy checks the functions of the game against each
other by the type parameters, which it infers. Legality is written once, in ``check``: ``apply`` is only called for
moves that ``check`` found legal, and ``legal_moves`` uses the same functions as ``check`` (tests compare the two in
every position that they reach).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import UnionType
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar, cast

from msgspec import Struct

from schemas.table import NoPack
from service.referee import defaults, shapes
from service.referee import table as core
from service.referee.choices import Choices, HouseRule, choices_of
from service.referee.diagram import Scene
from service.referee.facts import RULE_KEPT, DeclaredFact, Detail, Predicate, declare
from service.referee.findings import Findings, Happening
from service.referee.formats import ComponentNames
from service.referee.known import Unknown
from service.referee.rulebook import Rulebook, load
from service.referee.rules import Rules
from service.referee.scoring import Line, Scoring
from service.referee.steps import Step
from service.referee.svg import Drawing
from service.referee.timing import Due
from service.referee.wording import Wording

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
"""Something that is wrong or missing in a pack, with its pointer and a sentence (which may be ``Translated``)."""


class Shapes(NamedTuple):
    """The game's types: in ``schemas``, or in the package of a game from outside."""

    state: type[Struct]
    move: UnionType | type[Struct]
    pack: type[Struct] = NoPack
    sheet: type[Struct] | None = None
    """The filled-in score pad at the end of a game, if the game can be scored from one."""
    engagement: type[Struct] | None = None
    """A battle without the rest of the table, if the game has odds."""
    odds: type[Struct] | None = None
    """The odds of a battle."""

    @property
    def options(self) -> type[Struct]:
        return cast(type[Struct], shapes.options_of(self.state))

    @property
    def house_rules(self) -> type[Struct]:
        return cast(type[Struct], shapes.house_rules_of(self.options))


class PackPart(NamedTuple):
    """A part of a pack: what to type in, and which rulings are undetermined without it."""

    part: str
    needs: str
    without: str


class PackTemplate(NamedTuple):
    """A pack to be filled in by somebody who owns the printed game."""

    pack: Mapping[str, Any]
    """As JSON; its texts may be ``Translated``."""
    parts: tuple[PackPart, ...]
    """Its parts, in the best order for typing them in."""


class Meta(NamedTuple):
    """What a client needs to know about a game before the first request."""

    id: str
    title: str
    players: tuple[int, int]
    by_table: tuple[str, ...] = ()
    """The types of move that the table makes; those that name no player need not be listed."""
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


class GameError(ValueError):
    """A game does not say what it has to say; raised at start."""


DEFAULT: Any = None
"""The value of what a game left out; ``defaults.fill_in`` replaces it."""


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Game(Generic[State, Options, Move, Pack, Box, Table]):
    """A game: what it has to say, and then what has a default (``service.referee.defaults``)."""

    meta: Meta
    shapes: Shapes
    folder: Path
    """The folder of the game, with its rulebook, packs and cases."""

    setup: Callable[[tuple[str, ...], Options, int | None, Box, Choices], State]
    """The opening state for these players and this seed. Without a seed, what chance decides stays unknown."""
    rules: Rules[Table, Any]
    """For each type of move what is checked and what it does."""
    due: Callable[[Table], Due] = DEFAULT
    """What is due now; may read unknown values. Or give ``following``, ``check``, ``refuse`` and ``score``."""
    candidates: Callable[[Table], Iterable[Move]] = DEFAULT
    """Moves that may be legal now, each once: those that pass ``check`` are. Or give ``legal_moves``, ``unlisted``
    and ``refuse``.
    """
    points: Callable[[Table, str], Iterable[Line]] = DEFAULT
    """The lines of a player's score. Or give ``score``."""

    steps: tuple[Step, ...] = ()
    """What happens by itself."""
    table_type: type[Any] = core.Table
    """The class of tables, with the accessors that the rules of the game use."""
    predicates: Mapping[str, Predicate] = field(default_factory=dict)
    """For each fact of the rulebook: whether it holds on a whole table."""

    compile_pack: Callable[[Pack], Box] = DEFAULT
    """Index a pack for the engine; only called for a pack in which ``check_pack`` finds no error."""
    check_pack: Callable[[Pack], Iterable[Problem]] = DEFAULT
    """Everything that is wrong or missing in a pack; a pack with an error cannot be used."""
    component_names: Callable[[Box, Wording], ComponentNames] = DEFAULT
    """What the components of a pack are called in one language, by kind and id."""
    filter_pack: Callable[[Pack, Mapping[str, str | int]], Pack] = DEFAULT
    """The pack with only those entries that the query asks for."""

    table: Callable[[State, Box, Choices], Table] = DEFAULT
    """The table of a state; raise ``Malformed`` when the state names what does not exist."""
    view: Callable[[State, str], State] = DEFAULT
    """The state as this player may see it."""
    audit: Audit[Table] = DEFAULT

    check_references: Callable[[Table, Move], None] = DEFAULT
    """Raise ``Malformed`` when the move names a player or a piece that does not exist."""
    check: Callable[[Table, Move, Findings], None] = DEFAULT
    """Every rule that allows the move or is broken by it."""
    apply: Callable[[Table, Move], tuple[Table, list[Happening]]] = DEFAULT
    """The table after a move that ``check`` found legal, and its events."""
    following: Callable[[Table], Following | Unknown | None] = DEFAULT
    """Who may make which moves now. If too little is known, the zones that decide it; None if the fact ``due`` of the
    rulebook names them.
    """

    legal_moves: Callable[[Table, str | None, str | None], Iterable[Move]] = DEFAULT
    """Every legal move (of this player, of this type) that can be listed, each of them once; all pass ``check``."""
    unlisted: Callable[[Table, str | None, str | None, Findings], None] = DEFAULT
    """What would have to be known to list all legal moves (``findings.needs``)."""
    nearest: Callable[[Table, Move], Iterable[Move]] = DEFAULT
    """Moves similar to this one, the most similar first; not checked yet."""
    refuse: Callable[[Table, str, str | None, Findings], None] = DEFAULT
    """Why no move of this type (by this player) is legal now."""

    score: Callable[[Sequence[Table], Mapping[str, int]], Scoring] = DEFAULT
    """Points with their rules, ranking, tie-breaks, and claims compared with the computed totals."""
    diagram: Callable[[Scene], Drawing] = DEFAULT
    """A picture of the table; what the viewer may not see has been removed before."""

    needed_rules: frozenset[str] = field(init=False)
    """The rules that the defaults of this game name."""
    names_zones: bool = field(init=False)
    """Whether the default picture is used: the language files then name every zone."""

    def __post_init__(self) -> None:
        given = {name for name, value in vars(self).items() if value is not None}
        for function, instead in defaults.NEEDED.items():
            if function not in given and not instead <= given:
                others = ", ".join(sorted(instead))
                raise GameError(f"{self.meta.id}: the function `{function}` is missing (or instead of it: {others})")
        kinds = set(shapes.moves_of(self.shapes.move))
        if differing := kinds ^ self.rules.keys():
            names = ", ".join(sorted(kind.__name__ for kind in differing))
            raise GameError(f"{self.meta.id}: the types of move and their rules differ in {names}")
        vars(self)["needed_rules"] = defaults.needed_rules(given)
        vars(self)["names_zones"] = "diagram" not in given
        defaults.fill_in(self)

    @cached_property
    def rulebook(self) -> Rulebook:
        book = load(self.meta.id, self.folder / "rulebook")
        defaults.check_rulebook(self, book)
        return book

    @cached_property
    def move_types(self) -> Mapping[str, str]:
        """Each type of move, and who makes it: ``player`` or ``table``."""
        return shapes.move_types(self.shapes.move, self.meta.by_table)

    @cached_property
    def variants(self) -> tuple[str, ...]:
        return shapes.variants_of(self.shapes.options)

    @cached_property
    def house_rules(self) -> Mapping[str, HouseRule]:
        """The house rules with their values, and what each edition takes."""
        try:
            return shapes.house_rules(self.shapes.house_rules, self.rulebook.house_rules, self.rulebook.editions)
        except ValueError as error:
            raise GameError(f"{self.meta.id}: {error}") from error

    def choices(self, options: Any) -> Choices:
        """The choices of a state's ``options``."""
        return choices_of(options, self.house_rules, self.rulebook.editions)

    @cached_property
    def facts(self) -> Mapping[str, DeclaredFact]:
        """What a request may leave open, by the ids of the rulebook."""
        return declare(self.rulebook, self.predicates)

    def fact_holds(self, fact: str, detail: Detail, table: Any, move: Any) -> bool:
        """Whether a fact that a ruling on this move names is true on a whole table."""
        if fact in self.facts:
            return self.facts[fact].holds(table, detail)
        if fact != RULE_KEPT:
            return True  # the whole table has the value that the fact asks for
        findings = Findings()
        self.check(table, move, findings)
        return detail["rule"].removeprefix(f"{self.meta.id}/") not in findings.broken_rules

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
    aim: Callable[[Odds], tuple[str, dict[str, Any]]]
    """The sentence of ``[summary]`` about the aim of the attack, and its evidence."""


AnyGame = Game[Any, Any, Any, Any, Any, Any]
"""One of several games: where it does not matter which."""
