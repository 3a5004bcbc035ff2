"""``Brehon``: one method for each question.

Every question may be sent again: the service stores nothing. So requests that got no answer, and those that the
service asks to send later (429, 503), are sent again a few times, after the seconds of ``Retry-After`` where it
names them.
"""

import json
import time
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from itertools import islice
from typing import Any, cast
from urllib.parse import quote

import requests

from brehon_client import answers
from brehon_client.errors import NotBrehon, NotReached, Problem, Refused
from brehon_client.version import VERSION

JSON = "application/json"
PROBLEM = "application/problem+json"
SENT_AGAIN = frozenset({429, 502, 503, 504})
MOST_IN_A_BATCH = 100
FIRST_WAIT = 0.25


class Brehon:
    """A connection to the service at an address; use it for all questions, by one thread at a time."""

    def __init__(
        self,
        address: str = "http://127.0.0.1:8000",
        *,
        lang: str | None = None,
        key: str | None = None,
        timeout: float = 10.0,
        retries: int = 2,
        longest_wait: float = 30.0,
        session: requests.Session | None = None,
    ) -> None:
        """
        lang          en, es or pl
        key           an API key, where the operator has given one
        timeout       seconds for connecting, and for each pause while the answer arrives
        retries       how often a request is sent again
        longest_wait  seconds; if the service asks for a longer pause, the request is refused at once
        """
        self.address = address.rstrip("/")
        self.timeout = timeout
        self.retries = retries
        self.longest_wait = longest_wait
        self.session = session or requests.Session()
        self.session.headers["User-Agent"] = f"brehon-client/{VERSION}"
        if lang is not None:
            self.session.headers["Accept-Language"] = lang
        if key is not None:
            self.session.headers["Authorization"] = f"Bearer {key}"

    def __enter__(self) -> "Brehon":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.session.close()

    # ------------------------------------------------------------ questions about a game

    def validate(self, game: str, state: answers.State, move: answers.Move, **more: Any) -> answers.Ruling:
        """The ruling on a move; ``more`` are further fields, such as ``suggest=True``."""
        return cast(answers.Ruling, self.ask(game, "validate", {"state": state, "move": move, **more}))

    def legal_moves(self, game: str, state: answers.State, **more: Any) -> answers.LegalMoves:
        return cast(answers.LegalMoves, self.ask(game, "legal-moves", {"state": state, **more}))

    def resolve(self, game: str, state: answers.State, **more: Any) -> answers.Resolved:
        """What happens by itself now."""
        return cast(answers.Resolved, self.ask(game, "resolve", {"state": state, **more}))

    def audit(self, game: str, state: answers.State, **more: Any) -> answers.Audited:
        """Whether a position is possible."""
        return cast(answers.Audited, self.ask(game, "audit", {"state": state, **more}))

    def score(self, game: str, state: answers.State | None = None, **more: Any) -> answers.Score:
        """The points of a state; or of ``games=`` or ``sheet=``, in games that have them."""
        return cast(answers.Score, self.ask(game, "score", {**({} if state is None else {"state": state}), **more}))

    def replay(self, game: str, moves: Iterable[answers.Move], **more: Any) -> answers.Replayed:
        """Checks a log that begins with ``state=`` or ``setup=``; ``repair=True`` adds what to do about a mistake."""
        return cast(answers.Replayed, self.ask(game, "replay", {"moves": list(moves), **more}))

    def setup(self, game: str, players: Iterable[str], **more: Any) -> answers.SetUp:
        return cast(answers.SetUp, self.ask(game, "setup", {"players": list(players), **more}))

    def view(self, game: str, state: answers.State, player: str, **more: Any) -> answers.Viewed:
        """The table as one player may see it."""
        return cast(answers.Viewed, self.ask(game, "view", {"state": state, "player": player, **more}))

    def odds(self, game: str, state: answers.State | None = None, **more: Any) -> answers.Odds:
        """The chances of a battle."""
        return cast(answers.Odds, self.ask(game, "odds", {**({} if state is None else {"state": state}), **more}))

    def check_pack(self, game: str, pack: answers.Json) -> answers.PackChecked:
        return cast(answers.PackChecked, self.ask(game, "packs-check", {"pack": pack}))

    def diagram(self, game: str, state: answers.State, *, media_type: str = "image/svg+xml", **more: Any) -> bytes:
        """A picture of the table; as ``image/png`` where the operator has installed that."""
        body = json.dumps({"state": state, **more}, ensure_ascii=False).encode()
        return self.ask_bytes(game, "diagram", body, media_type)

    def ask(self, game: str, operation: str, question: Mapping[str, Any]) -> answers.Json:
        """The answer to any question whose answer is JSON."""
        body = json.dumps(question, ensure_ascii=False).encode()
        return _object(self.ask_bytes(game, operation, body))

    def ask_bytes(self, game: str, operation: str, body: bytes, media_type: str = JSON) -> bytes:
        """The answer to a question that is written already, as it arrived."""
        path = f"/v1/games/{quote(game, safe='')}/{operation.replace('packs-check', 'packs/check')}"
        return self._send("POST", path, body=body, media_type=media_type)

    # ------------------------------------------------------------ many questions, and pages to read

    def batch(self, questions: Iterable[answers.BatchQuestion]) -> Iterator[answers.BatchReply]:
        """Rulings and scores, a hundred in one request; each with the status that it would have alone."""
        rest = iter(questions)
        while some := list(islice(rest, MOST_IN_A_BATCH)):
            body = json.dumps({"questions": some}, ensure_ascii=False).encode()
            yield from _object(self._send("POST", "/v1/batch", body=body))["answers"]

    def games(self) -> list[answers.Json]:
        return list(self.get("/v1/games")["games"])

    def rules(self, game: str, **query: str) -> answers.Json:
        """The rules by sections, and the words of the game (``terms``); ``edition=`` chooses the book."""
        return self.get(f"/v1/games/{quote(game, safe='')}/rules", **query)

    def pack(self, game: str, name: str = "base") -> answers.Json:
        """What is printed on the components of a game."""
        content: answers.Json = self.get(f"/v1/games/{quote(game, safe='')}/packs/{quote(name, safe='')}")["pack"]
        return content

    def search(self, words: str, **query: str | int) -> answers.Found:
        """Rules, terms and cases for words or a whole question; ``game=``, ``edition=``, ``kind=``, ``limit=``."""
        return cast(answers.Found, self.get("/v1/search", q=words, **query))

    def cases(self, **query: str) -> list[answers.Json]:
        """The case library; ``game=`` for one game."""
        return list(self.get("/v1/cases", **query)["cases"])

    def get(self, path: str, **query: str | int) -> answers.Json:
        """Any page of the service that is JSON."""
        return _object(self.get_bytes(path, **query))

    def get_bytes(self, path: str, **query: str | int) -> bytes:
        return self._send("GET", path, query=query)

    # ------------------------------------------------------------ sending

    def _send(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, str | int] | None = None,
        body: bytes | None = None,
        media_type: str = JSON,
    ) -> bytes:
        headers = {"Accept": f"{media_type}, {PROBLEM}"} | ({} if body is None else {"Content-Type": JSON})
        for attempt in range(self.retries + 1):
            is_last = attempt == self.retries
            wait = FIRST_WAIT * 2**attempt
            try:
                response = self.session.request(
                    method, self.address + path, params=query, data=body, headers=headers, timeout=self.timeout
                )
            except (requests.ConnectionError, requests.Timeout) as error:
                if is_last:
                    raise NotReached(f"{self.address} does not answer: {self._reason(error)}.") from error
            except requests.RequestException as error:  # an address that is none, too many redirects
                raise NotReached(f"{self.address} cannot be asked: {error}") from error
            else:
                wait = _retry_after(response) or wait
                if response.status_code not in SENT_AGAIN or is_last or wait > self.longest_wait:
                    return _content(response, media_type)
            time.sleep(wait)
        raise AssertionError("the last attempt returns or raises")

    def _reason(self, error: requests.RequestException) -> str:
        """Why there was no answer, in a few words: what the system says, which stands deep in the chain of errors."""
        if isinstance(error, requests.Timeout):
            return f"nothing came within {self.timeout:g} seconds"
        cause: BaseException | None = error
        while cause is not None:
            if isinstance(cause, OSError) and not isinstance(cause, requests.RequestException) and cause.strerror:
                return str(cause.strerror)
            cause = cause.__cause__ or cause.__context__
        return "the connection was closed"


def _retry_after(response: requests.Response) -> float | None:
    """The seconds to wait; the service writes them as a number, a proxy may write a date."""
    value = response.headers.get("Retry-After", "")
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        date = parsedate_to_datetime(value)
    except ValueError:
        return None
    date = date if date.tzinfo else date.replace(tzinfo=UTC)
    return max(0.0, (date - datetime.now(UTC)).total_seconds())


def _content(response: requests.Response, media_type: str) -> bytes:
    sent_as = response.headers.get("Content-Type", "").partition(";")[0]
    if response.ok and sent_as == media_type:
        return response.content
    if sent_as == PROBLEM:
        try:
            problem = _object(response.content)
            raise Refused(cast(Problem, problem), _retry_after(response))
        except KeyError as error:
            raise NotBrehon(f"{response.url} answers with a problem without {error}.") from error
    answered = f"{response.url} answers with status {response.status_code} and {sent_as or 'no'} content"
    if response.status_code in SENT_AGAIN:  # of a proxy that reaches no server
        raise NotReached(f"{answered}.")
    raise NotBrehon(f"{answered}: not Brehon.")


def _object(content: bytes) -> answers.Json:
    try:
        value = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise NotBrehon(f"The answer is not JSON: {error}.") from error
    if not isinstance(value, dict):
        raise NotBrehon("The answer is not a JSON object.")
    return value
