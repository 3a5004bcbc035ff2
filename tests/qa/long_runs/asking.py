"""Runs that ask the service: bad requests, hidden cards, the dearest questions, scores without a connection."""

import resource
import time
from contextlib import ExitStack

from service.app import create_app
from service.games.registry import OURS
from service.settings import Settings
from tests.games.every_game import BY_NAME
from tests.games.test_hidden_cards import app_without_a_cache, compare_a_game
from tests.qa.fuzz import test_bad_requests, test_near_misses
from tests.qa.long_runs.counting import Counted, Piece
from tests.qa.offline_scores import comparing
from tests.qa.worst_case.__main__ import FOLDER, MOST_MEMORY
from tests.qa.worst_case.measuring import Service
from tests.qa.worst_case.questions import targets
from tests.qa.worst_case.search import Climb

REQUESTS = 50
"""Of one seed."""
CLIMB_SECONDS = 10
PIECES_AT_A_TARGET = 3
"""One after the other: the first of them asks what the search begins with."""
WORST_CASE_SEED = 1


def bad_requests(_: ExitStack) -> Piece:
    app = create_app(Settings(log_requests=False, rate_limit="off", client_concurrency=0))

    def piece(seed: int) -> Counted:
        statuses = test_bad_requests.check_all(app, range(seed * REQUESTS, (seed + 1) * REQUESTS))
        return Counted(statuses.total())

    return piece


def almost_right_positions(_: ExitStack) -> Piece:
    """A seed is a game; the requests about its tables are counted."""
    app = create_app(Settings(log_requests=False, rate_limit="off", client_concurrency=0))
    return lambda seed: Counted(test_near_misses.check_all(app, [seed]).total())


def hidden_cards(_: ExitStack) -> Piece:
    """A seed is a game, of each of the four in turn; the pairs of answers are counted."""
    client = app_without_a_cache().test_client()

    def piece(seed: int) -> Counted:
        number, place = divmod(seed, len(OURS))
        return Counted(compare_a_game(client, BY_NAME[OURS[place]], number)[0])

    return piece


def worst_case(_: ExitStack) -> Piece:
    """A seed is ten seconds of search at one target; the seconds are counted. The dearest stand in ``FOLDER``."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    service, places = Service(), targets()
    climbs: dict[int, Climb] = {}

    def piece(seed: int) -> Counted:
        began = time.monotonic()
        place = seed // PIECES_AT_A_TARGET % len(places)
        if place not in climbs:
            climbs[place] = Climb(service, places[place], WORST_CASE_SEED)
            climbs[place].read(FOLDER)
        climb = climbs[place]
        climb.run(CLIMB_SECONDS)
        climb.write(FOLDER)
        findings = [f"{climb.target.path}: {', '.join(one.cost.excesses())}" for one in climb.excesses]
        climb.excesses.clear()
        return Counted(round(time.monotonic() - began), tuple(findings))

    return piece


def offline_scores(stack: ExitStack) -> Piece:
    """A seed is a question, of each game with a scoring module in turn."""
    client, other = comparing.service(), stack.enter_context(comparing.module())
    games = list(comparing.QUESTIONS)

    def piece(seed: int) -> Counted:
        number, place = divmod(seed, len(games))
        _, difference = comparing.compare(client, other, games[place], number)
        return Counted(1, (str(difference),) if difference else ())

    return piece
