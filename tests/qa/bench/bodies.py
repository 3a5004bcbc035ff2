"""Questions from seeded random games, the same in every run.

Each game has a recipe: who plays, which positions count as the middle of a game, and the type of move to ask about.
Everything else is the same for all games and uses the protocol that the service itself uses.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from schemas import brian_boru, ortus_regni, roll_and_raid
from schemas.kingdomino import Square, State
from service.games.brian_boru.game import GAME as BRIAN_BORU
from service.games.kingdomino.grid import TERRAINS
from service.games.kingdomino.kingdom import squares_of
from service.games.ortus_regni.game import GAME as ORTUS_REGNI
from service.referee.game import Game
from service.referee.judge import rule_on
from service.referee.packs import Packs
from tests.games.ortus_regni.invariants import choose
from tests.our_games import GAMES

COUNT = 64
MOST_MOVES = 10_000
MOST_SEEDS = 100_000


class Recipe(NamedTuple):
    """What the bench has to know of a game."""

    players: tuple[str, ...]
    move_type: str
    is_middle: Callable[[Any], bool]
    forms: Mapping[str, Callable[[Any, Any], Any]]
    """The forms in which the same position can be sent, the usual one first: (state, box) to state."""
    pack: str | None = None
    """The pack that every question names, where it is not the game's first one."""
    pick: Callable[[Game, Any, Random], Any] | None = None
    """Finds a random move where listing all of them takes long: (game, table, chance) to a move, or None."""


class Position(NamedTuple):
    """A table, and a legal move on it."""

    table: Any
    move: Any


class Log(NamedTuple):
    """A whole game."""

    seed: int
    opening: Any
    moves: list[Any]


# ---------------------------------------------------------------- recipes


def _half_of_the_dominoes_lie(state: State) -> bool:
    return sum(len(player.kingdom or ()) for player in state.players) >= 24


def _by_dominoes(state: State, box: Any) -> State:
    return state


def _by_squares(state: State, box: Any) -> State:
    """The same kingdoms for somebody who does not know the domino numbers: a body nearly twice as long."""
    players = []
    for player in state.players:
        squares = []
        for lying in player.kingdom or ():
            halves = box.halves[lying.domino]
            both = zip(squares_of(lying.x, lying.y, lying.to), halves[::2], halves[1::2], strict=True)
            squares += [
                Square(x=x, y=y, terrain=TERRAINS[terrain], crowns=crowns)  # type: ignore[arg-type]
                for (x, y), terrain, crowns in both
            ]
        players.append(replace(player, kingdom=msgspec.UNSET, squares=tuple(squares)))
    return replace(state, players=tuple(players))


def _second_round(state: brian_boru.State) -> bool:
    return state.round == 2


def _everything(state: Any, box: Any) -> Any:
    return state


def _as_ana_sees_it(state: brian_boru.State, box: Any) -> brian_boru.State:
    return BRIAN_BORU.view(state, "ana")


def _defenders_are_called(state: ortus_regni.State) -> bool:
    """In the middle of a battle at a table of six Earls: the attackers stand on the table."""
    battle, started = state.pending, state.round is not UNSET and state.round >= 5
    return started and isinstance(battle, ortus_regni.Battle) and battle.step == "field-defender"


def _as_ana_sees_the_earls(state: ortus_regni.State, box: Any) -> ortus_regni.State:
    return ORTUS_REGNI.view(state, "ana")


def _from_round_eight(state: roll_and_raid.State) -> bool:
    """The second half of the game, with six sheets half full."""
    return state.round >= 8


def _whole_table(state: roll_and_raid.State, box: Any) -> roll_and_raid.State:
    return state


def _some_move_that_is_due(game: Game, table: Any, chance: Random) -> Any:
    """A move of a random kind by a random player; listing all moves of six clans each time would take minutes."""
    _, players, kinds = game.following(table) or ("", [], [])
    choices = [(player, kind) for kind in kinds for player in players or [None]]
    chance.shuffle(choices)
    for player, kind in choices:
        by_table = game.move_types[kind] == "table"
        moves = list(game.legal_moves(table, None if by_table else player, kind))
        if moves:
            return chance.choice(moves)
    return None


RECIPES: dict[str, Recipe] = {
    "kingdomino": Recipe(
        players=("ana", "bruno", "carla", "dmitri"),
        move_type="place",
        is_middle=_half_of_the_dominoes_lie,
        forms={"squares": _by_squares, "dominoes": _by_dominoes},
    ),
    "brian-boru": Recipe(
        players=("ana", "bruno", "carla", "dmitri", "eva"),
        move_type="act",
        is_middle=_second_round,
        forms={"everything": _everything, "what ana sees": _as_ana_sees_it},
    ),
    "ortus-regni": Recipe(
        players=("ana", "bruno", "carla", "dario", "eva", "fabio"),
        move_type="field",
        is_middle=_defenders_are_called,
        forms={"everything": _everything, "what ana sees": _as_ana_sees_the_earls},
        pick=lambda game, table, chance: choose(table, chance),
    ),
    "roll-and-raid": Recipe(
        players=("ana", "bruno", "carla", "dmitri", "eva", "fidel"),
        move_type="use",
        is_middle=_from_round_eight,
        forms={"whole table": _whole_table},
        pack="training",
        pick=_some_move_that_is_due,
    ),
}


# ---------------------------------------------------------------- games


class Book:
    """The questions of one game."""

    def __init__(self, name: str = "kingdomino", count: int = COUNT) -> None:
        """``count`` positions, each from a game of its own."""
        self.game: Game = next(game for game in GAMES if name == game.meta.id)
        self.recipe = RECIPES[name]
        self.box = Packs(self.game).pick(self.recipe.pack)
        self.positions = self._positions(count)

    def _positions(self, count: int) -> list[Position]:
        found = (position for seed in range(MOST_SEEDS) if (position := self.middle(seed)) is not None)
        return list(islice(found, count))

    def logs(self) -> list[Log]:
        """As many whole games as there are positions."""
        return [self.log(seed) for seed in range(len(self.positions))]

    def table(self, state: Any) -> Any:
        return self.game.table(state, self.box, self.game.choices(state.options))

    def can_ask(self, operation: str) -> bool:
        """Odds are for games with battles."""
        return operation != "odds" or self.game.shapes.odds is not None

    def log(self, seed: int) -> Log:
        """A game from the opening to the end."""
        played = list(self._play(seed))
        return Log(seed, played[0].table.state, [move for _, move in played])

    def positions_as(self, form: str = "") -> list[Position]:
        """The same positions in one of the game's forms, by default the usual one."""
        convert = self.recipe.forms[form or next(iter(self.recipe.forms))]
        return [Position(self.table(convert(table.state, self.box)), move) for table, move in self.positions]

    def questions(self, operation: str, form: str = "") -> list[bytes]:
        """Bodies for an operation, as Python's own ``json`` writes them."""
        if operation == "replay":
            return [self.replay(log, log.moves) for log in self.logs()]
        if operation == "setup":
            seeds = range(len(self.positions))
            return [written({"players": self.recipe.players, "seed": seed, **self._pack}) for seed in seeds]
        if operation == "odds":
            return [written({"state": self._joined(position), **self._pack}) for position in self.positions_as(form)]
        return [
            written({"state": table.state, **self._more(operation, move), **self._pack})
            for table, move in self.positions_as(form)
        ]

    @property
    def _pack(self) -> dict[str, str]:
        return {"pack": self.recipe.pack} if self.recipe.pack else {}

    def _joined(self, position: Position) -> Any:
        """A battle after the defenders were placed; unchanged where there are none."""
        after = rule_on(self.game, position.table, position.move).state
        waits = after.pending is not None and getattr(after.pending, "step", "") == "card"
        return after if waits else position.table.state

    def _more(self, operation: str, move: Any) -> dict[str, Any]:
        match operation:
            case "validate":
                return {"move": move}
            case "legal-moves":
                return {"type": self.recipe.move_type}
            case "view":
                return {"player": self.recipe.players[0]}
        return {}

    def replay(self, log: Log, moves: list[Any]) -> bytes:
        """A replay of these moves, from the opening of a game."""
        setup = {"players": self.recipe.players, "seed": log.seed}
        return written({"setup": setup, "moves": moves, **self._pack})

    def middle(self, seed: int) -> Position | None:
        """The first position in the middle of a game in which the wanted type of move was played."""
        for table, move in self._play(seed):
            if self.recipe.is_middle(table.state) and kind_of(move) == self.recipe.move_type:
                return Position(table, move)
        return None

    def opening(self, seed: int) -> Any:
        """The table at the start of a game."""
        options = self.game.shapes.options()
        choices = self.game.choices(options)
        state = self.game.setup(self.recipe.players, options, seed, self.box, choices)
        return self.game.table(state, self.box, choices)

    def _play(self, seed: int) -> Iterator[Position]:
        """Legal moves at random: every position with the move that was made in it."""
        chance, table = Random(seed), self.opening(seed)
        for _ in range(MOST_MOVES):
            move = self._some_move(table, chance)
            if move is None:
                return
            yield Position(table, move)
            table = rule_on(self.game, table, move).after
        raise LookupError(f"Game {seed} does not end.")

    def _some_move(self, table: Any, chance: Random) -> Any:
        if self.recipe.pick is not None:
            return self.recipe.pick(self.game, table, chance)
        moves = list(self.game.legal_moves(table, None, None))
        return chance.choice(moves) if moves else None


def kind_of(move: Any) -> str:
    return str(type(move).__struct_config__.tag)


def written(content: Any) -> bytes:
    """With the blanks of ``json.dumps``: most clients send them."""
    return json.dumps(msgspec.to_builtins(content)).encode()
