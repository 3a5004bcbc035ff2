"""The engine without HTTP. The unit of time is ``json.loads`` of a position: it makes machines comparable.

Everything is timed in turns, the unit too, and the best turn of each counts: noise only adds time.
"""

import gc
import json
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from schemas.kingdomino import Place
from service.api.routes.questions import BodyAnswerer
from service.cache import build
from service.games.kingdomino.grid import XY, indexes
from service.games.kingdomino.kingdom import Board, board_of_dominoes, placements
from service.operations.answering import Answerer
from service.operations.question import BodyLimits, Work
from service.operations.served_game import ServedGame
from service.referee.replay import replay
from tests.qa.bench.bodies import Book, Position, written

TURNS = 3
LOGS = 8

Timed = Callable[[], object]


class Task(NamedTuple):
    """Something to be timed: one run does it so many times."""

    name: str
    run: Timed
    times: int
    goal: float | None = None


class Timing(NamedTuple):
    """A task's best time, in seconds and in units."""

    name: str
    seconds: float
    units: float
    goal: float | None = None


def best_times(tasks: Sequence[Task], turns: int, clock: Callable[[], float]) -> dict[str, float]:
    """The best seconds of one repetition of each task, all of them taken in turns; as in timeit, without gc."""
    best = {task.name: float("inf") for task in tasks}
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        for _ in range(turns):
            for task in tasks:
                began = clock()
                task.run()
                best[task.name] = min(best[task.name], (clock() - began) / task.times)
            gc.collect()
    finally:
        if was_enabled:
            gc.enable()
    return best


def over(items: Sequence[Any], function: Callable[[Any], object]) -> Timed:
    """A function over all items, as one call."""

    def run() -> None:
        for item in items:
            function(item)

    return run


def questions_of(book: Book, cached: frozenset[str] = frozenset()) -> tuple[BodyAnswerer, ServedGame]:
    """From a body to an answer as the service does it, without a web server."""
    served = ServedGame(book.game)
    answerer = Answerer({served.id: served}, build(None), cached, lambda game, verdict: None)
    return BodyAnswerer(answerer, BodyLimits()), served


def answering(book: Book, operation: str) -> Callable[[bytes], object]:
    """The whole operation without HTTP: from the bytes of a question to the bytes of its answer."""
    questions, served = questions_of(book)
    return lambda body: questions.answer(served, operation, body, "en", Work())


# ---------------------------------------------------------------- what is timed of each game


def kingdomino(book: Book) -> list[Task]:
    """Placements, scores and replays; boards are laid out beforehand where the name does not say otherwise."""
    positions = book.positions
    boards = [table.board(move.player) for table, move in positions]
    kingdoms = [table.by_name[move.player].kingdom for table, move in positions]
    dominoes = [(board, position.move) for board, position in zip(boards, positions, strict=True)]
    halves_of, size = book.box.halves, positions[0].table.size

    def places(one: tuple[Board, Place]) -> list[Place]:
        board, move = one
        return [
            Place(player=move.player, domino=move.domino, x=XY[index][0], y=XY[index][1], to=side)  # type: ignore[arg-type]
            for side, mask in placements(board, halves_of[move.domino], size).items()
            for index in indexes(mask)
        ]

    def legal(position: Position) -> list[Place]:
        return list(book.game.legal_moves(position.table, position.move.player, "place"))

    return [
        Task("all placements of a domino", over(dominoes, places), len(dominoes), goal=0.25),
        Task("the same, with whose turn it is", over(positions, legal), len(positions)),
        Task("one kingdom scored", over(boards, lambda board: board.connected()), len(boards), goal=0.3),
        Task(
            "one kingdom laid out and scored",
            over(kingdoms, lambda kingdom: board_of_dominoes(kingdom, halves_of).connected()),
            len(kingdoms),
        ),
        replaying(book, goal=0.5),
    ]


def brian_boru(book: Book) -> list[Task]:
    """Actions on a whole table of five, scores and replays."""
    positions = book.positions

    def legal(position: Position) -> list[object]:
        return list(book.game.legal_moves(position.table, None, "act"))

    return [
        Task("all actions of a card", over(positions, legal), len(positions)),
        Task("one table scored", over(positions, lambda p: book.game.score([p.table], {})), len(positions)),
        replaying(book, goal=1.5),
    ]


TASKS: dict[str, Callable[[Book], list[Task]]] = {"kingdomino": kingdomino, "brian-boru": brian_boru}
"""A game that is not here is timed by what all games have: replays and whole operations."""


def replaying(book: Book, goal: float | None) -> Task:
    logs = [book.log(seed) for seed in range(LOGS)]
    moves = sum(len(log.moves) for log in logs)
    return Task(
        "one move of a replay",
        over(logs, lambda log: replay(book.game, book.table(log.opening), log.moves)),
        moves,
        goal,
    )


def measure(book: Book, turns: int = TURNS) -> tuple[dict[str, float], list[Timing]]:
    """The seconds of the unit in each form, and everything else in units of the first, the usual form."""
    units = []
    for form in book.recipe.forms:
        texts = [written(position.table.state).decode() for position in book.positions_as(form)]
        units.append(Task(f"json.loads ({form})", over(texts, json.loads), len(texts)))
    tasks = TASKS[name](book) if (name := book.game.meta.id) in TASKS else [replaying(book, goal=1.5)]
    for operation in filter(book.can_ask, ("validate", "legal-moves", "score", "odds")):
        for form in book.recipe.forms:
            bodies = book.questions(operation, form)
            name = f"{operation} without HTTP ({form})"
            tasks.append(Task(name, over(bodies, answering(book, operation)), len(bodies)))
    tasks.append(Task("a random legal game", over(range(LOGS), book.log), LOGS))
    # The processor's clock: nothing here waits, and other processes on the machine do not count.
    best = best_times([*units, *tasks], turns, time.process_time)
    seconds = {task.name: best[task.name] for task in units}
    unit = next(iter(seconds.values()))
    return seconds, [Timing(task.name, best[task.name], best[task.name] / unit, task.goal) for task in tasks]
