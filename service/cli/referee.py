"""Answers questions: in this process, by the operations that the service calls, or by a server through the client.

Both give the same bytes. In this process the settings of the service that change answers hold too.
"""

import os
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from service.cli.outcome import NotAnswered, Unreachable, no_answer, refusal

if TYPE_CHECKING:
    from flask import Flask

    from service.operations.answering import Answerer
    from service.operations.question import Work
    from service.operations.served_game import ServedGame
    from service.settings import Settings

STEPS = 1_000_000
ANSWER_BYTES = 4 * 1024 * 1024
"""The defaults of the service; its settings are imported only where a variable is set."""
_SETTINGS = (
    "BREHON_ANSWER_LIMIT",
    "BREHON_CASES",
    "BREHON_GAMES",
    "BREHON_GAMES_LIMIT",
    "BREHON_MOVES_LIMIT",
    "BREHON_PACKS",
    "BREHON_STEP_BUDGET",
)
"""The settings that change what is answered."""


class Referee(Protocol):
    """What answers questions. Raises ``NotAnswered``."""

    def ask(self, game: str, operation: str, body: bytes, media_type: str = "application/json") -> bytes:
        """The answer to the question in a JSON document."""

    def get(self, path: str, query: dict[str, str | int]) -> bytes:
        """A page of the service."""


def referee_of(server: str | None, key: str | None = None, lang: str | None = None) -> Referee:
    return LocalReferee(lang) if server is None else RemoteReferee(server, key, lang)


class RemoteReferee:
    """A server, called through ``brehon_client``."""

    def __init__(self, server: str, key: str | None = None, lang: str | None = None) -> None:
        from brehon_client import Brehon

        self.client = Brehon(server, key=key, lang=lang)

    def ask(self, game: str, operation: str, body: bytes, media_type: str = "application/json") -> bytes:
        from brehon_client import BrehonError

        try:
            return self.client.ask_bytes(game, operation, body, media_type)
        except BrehonError as error:
            raise _refused(error) from error

    def get(self, path: str, query: dict[str, str | int]) -> bytes:
        from brehon_client import BrehonError

        try:
            return self.client.get_bytes(path, **query)
        except BrehonError as error:
            raise _refused(error) from error


def _refused(error: Exception) -> NotAnswered:
    from brehon_client import NotBrehon, Refused

    if isinstance(error, Refused):
        return refusal(error.problem)
    answer = no_answer(str(error))
    return answer if isinstance(error, NotBrehon) else Unreachable(answer.problem)


class LocalReferee:
    """The engine in this process. A game is loaded when a question is about it."""

    def __init__(self, lang: str | None = None) -> None:
        self.lang = lang
        self._games: dict[str, ServedGame] = {}

    @cached_property
    def _settings(self) -> "Settings | None":
        """What the environment sets; None if nothing, which is the usual case."""
        if not any(os.environ.get(name) for name in _SETTINGS):
            return None
        from service.settings import SettingsError, from_environment

        try:
            return from_environment()
        except SettingsError as error:
            raise no_answer(str(error)) from error

    def ask(self, game: str, operation: str, body: bytes, media_type: str = "application/json") -> bytes:
        from schemas.base import Malformed
        from service.operations.question import BodyLimits, NotJson, Question, TooCostly, read_question

        served = self.served(game)
        language = self.lang if self.lang in served.languages else served.languages[0]
        try:
            if operation not in served.questions:
                raise no_answer(f"{game} has no {operation}.")
            values = read_question(served.questions[operation], body, BodyLimits())
            question = Question(served, operation, language, values, self._work())
            answer = self._answerer.answer(question).entry.body
            return _png(answer) if media_type == "image/png" else answer
        except (NotJson, Malformed, TooCostly) as error:
            raise refusal(_problem_of(error, language)) from error

    def get(self, path: str, query: dict[str, str | int]) -> bytes:
        """By the app itself, without a server."""
        response = self._app.test_client().get(path, query_string=query | self._language())
        if response.status_code != 200:
            raise refusal(msgspec.json.decode(response.get_data()))
        return response.get_data()

    def served(self, game: str) -> "ServedGame":
        """A game with its packs and cases."""
        if game not in self._games:
            self._games[game] = self._load(game)
        return self._games[game]

    def games(self) -> list[str]:
        """The ids of all games that are installed and not excluded by ``BREHON_GAMES``."""
        from service.games.registry import installed_ids

        chosen = self._settings.games if self._settings else ()
        return list(chosen or installed_ids())

    def _load(self, game: str) -> "ServedGame":
        from service.games.registry import GamesError
        from service.referee.cases import CaseError
        from service.referee.packs import PackError

        if game not in self.games():
            names = ", ".join(self.games())
            problem = {"title": "There is no such game", "status": 404, "detail": f"There are: {names}."}
            raise refusal(problem)
        try:
            return _served(game, self._settings)
        except (GamesError, PackError, CaseError) as error:
            raise no_answer(str(error)) from error

    @cached_property
    def _answerer(self) -> "Answerer":
        from service.cache import build
        from service.operations.answering import Answerer

        return Answerer(self._games, build(None), frozenset(), lambda game, verdict: None)

    def _work(self) -> "Work":
        from service.operations.question import Deadline, Work
        from service.referee.budget import Budget

        settings = self._settings
        steps = settings.step_budget if settings else STEPS
        return Work(Deadline(), Budget(steps), settings.answer_limit if settings else ANSWER_BYTES)

    @cached_property
    def _app(self) -> "Flask":
        from service.app import create_app
        from service.settings import Settings

        settings = self._settings or Settings()
        return create_app(settings._replace(redis_url=None, log_requests=False, rate_limit="off", rate_store=""))

    def _language(self) -> dict[str, str]:
        return {"lang": self.lang} if self.lang else {}


def _png(document: bytes) -> bytes:
    from service.operations.png import can_draw, cost, draw

    if not can_draw():
        raise no_answer("PNG needs the extra `png` and a font of the system; without them write .svg.")
    cost(document)  # raises TooCostly for a picture that is too large
    return draw(document)


@cache
def _served(game: str, settings: "Settings | None") -> "ServedGame":
    from schemas.envelopes import Limits
    from service.games.registry import find_games
    from service.operations.served_game import ServedGame

    ((found, engine),) = find_games((game,))
    if settings is None:
        return ServedGame(found, engine=engine)
    limits = Limits(settings.moves_limit, settings.games_limit, settings.batch_limit)
    return ServedGame(found, settings.packs_folder, settings.cases_folder, limits, engine)


def _problem_of(error: Exception, language: str) -> dict[str, Any]:
    """The problem document that the service answers, without the id of a request."""
    from service.api.problems import Problem, content_of, problem_of
    from service.operations.question import NotJson

    problem = Problem(400, str(error)) if isinstance(error, NotJson) else problem_of(error)  # type: ignore[arg-type]
    document: dict[str, Any] = msgspec.to_builtins(content_of(problem, language, request_id=""))
    del document["request_id"]
    return document
