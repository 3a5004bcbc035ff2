"""The protocol that every game implements.

A game is a package whose module ``game`` has the names below; mypy checks the module against this protocol.
Legality is written once, in ``check``: ``apply`` is only called for moves that ``check`` found legal, and
``legal_moves`` uses the same functions as ``check`` (tests compare the two in every position that they reach).
The parameter ``box`` is always a compiled pack (``packs.CompiledPack``).
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from service.referee.choices import Choices, HouseRule
from service.referee.diagram import Scene
from service.referee.facts import DeclaredFact
from service.referee.findings import Findings, Happening
from service.referee.rulebook import Rulebook
from service.referee.scoring import Scoring
from service.referee.svg import Drawing


class Shapes(NamedTuple):
    """The game's types in ``schemas``."""

    state: Any
    move: Any
    options: Any
    house_rules: Any
    pack: Any
    sheet: Any = None
    """The filled-in score pad at the end of a game, if the game can be scored from one."""
    engagement: Any = None
    """A battle without the rest of the table, if the game has odds."""
    odds: Any = None
    """The odds of a battle."""


class PackPart(NamedTuple):
    """A part of a pack: what to type in, and which rulings are undetermined without it."""

    part: str
    needs: str
    without: str


class PackTemplate(NamedTuple):
    """A pack to be filled in by somebody who owns the printed game."""

    pack: Any
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


class Game(Protocol):
    """The functions and constants of a game's module ``game``."""

    @property
    def META(self) -> Meta: ...

    @property
    def SHAPES(self) -> Shapes: ...

    @property
    def RULEBOOK(self) -> Rulebook: ...

    @property
    def FACTS(self) -> Mapping[str, DeclaredFact]:
        """What a request may leave open, by the ids of the rulebook."""

    @property
    def PACKS(self) -> Path:
        """The folder of the packs that come with the game."""

    @property
    def CASES(self) -> Path:
        """The folder of the cases that come with the game."""

    def compile_pack(self, pack: Any) -> Any:
        """Index a pack for the engine (``packs.CompiledPack``); raise ``Malformed`` when it cannot be used at all."""

    def check_pack(self, pack: Any) -> Iterable[tuple[Any, str, str]]:
        """Everything that is wrong or missing in a pack: (``error`` or ``warning``, pointer, sentence)."""

    def filter_pack(self, pack: Any, query: Mapping[str, Any]) -> Any:
        """The pack with only those entries that the query asks for."""

    def setup(self, players: tuple[str, ...], options: Any, seed: int | None, box: Any, choices: Choices) -> Any:
        """The opening state. Without a seed, what chance decides stays unknown."""

    def table(self, state: Any, box: Any, choices: Choices) -> Any:
        """The table of a state or of a score pad; raise ``Malformed`` when it names what does not exist."""

    def check_references(self, table: Any, move: Any) -> None:
        """Raise ``Malformed`` when the move names a player or a piece that does not exist."""

    def audit(self, table: Any, findings: Findings, *, thorough: bool = True) -> None:
        """Every contradiction in the position; with ``thorough`` false only what is cheap to see."""

    def check(self, table: Any, move: Any, findings: Findings) -> None:
        """Every rule that allows the move or is broken by it."""

    def apply(self, table: Any, move: Any) -> tuple[Any, list[Happening]]:
        """The table after a move that ``check`` found legal, and its events.

        (A game that is not on ``table.Table`` yet returns the state after the move.)
        """

    def following(self, table: Any) -> tuple[str, list[str], list[str]] | None:
        """The phase, who may move and by which types of move; None when too little is known."""

    def legal_moves(self, table: Any, player: str | None, kind: str | None) -> Iterable[Any]:
        """Every legal move that can be listed, each of them once; ``check`` finds all of them legal."""

    def unlisted(self, table: Any, player: str | None, kind: str | None, findings: Findings) -> None:
        """What would have to be known to list all legal moves (``findings.needs``)."""

    def nearest(self, table: Any, move: Any) -> Iterable[Any]:
        """Moves similar to this one, the most similar first; not checked yet."""

    def refuse(self, table: Any, kind: str, player: str | None, findings: Findings) -> None:
        """Why no move of this kind is legal now."""

    def view(self, state: Any, player: str) -> Any:
        """The state as this player may see it."""

    def score(self, tables: list[Any], claimed: Mapping[str, int]) -> Scoring:
        """Points with their rules, ranking, tie-breaks, and claims compared with the computed totals."""

    def diagram(self, scene: Scene) -> Drawing:
        """A picture of the table; what the viewer may not see has been removed before."""


class Weighing(Protocol):
    """A game that has odds too (``Shapes.engagement``)."""

    def odds(self, table: Any, findings: Findings) -> Any:
        """The exact chances of a battle; None when the position is impossible."""
