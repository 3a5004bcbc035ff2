"""The short way of a question: past Flask, where nothing about the request is out of the ordinary.

Routing, contexts and header objects take Flask longer than a ruling takes. A question in its usual form (a POST to a
known address, JSON of a told length, nothing in the query string) needs none of them, and is answered here by the
same function that Flask's view calls. Whatever is unusual, and every refusal, goes the long way: the request is
handed on to Flask as it came, so that problems are told, and faults of ours logged, in one place only.
"""

from io import BytesIO
from typing import Any, NamedTuple

from service.api.counter import Counter
from service.api.edge import HEADERS, JSON, NOTES, REFUSAL, RULE, accepted_language
from service.api.problems import TOO_COSTLY, Problem
from service.api.questions import MEDIA, PATHS, answer_body, headers_of
from service.api.ready import Ready


class Route(NamedTuple):
    """What the edge tells of a rule in metrics and log lines, by the names that Flask's rules have."""

    endpoint: str
    rule: str


class Express:
    """A WSGI layer around Flask that answers ordinary questions itself."""

    def __init__(self, app: Any, counter: Counter, *, body_limit: int, any_origin: bool) -> None:
        self.app = app
        self.counter = counter
        self.body_limit = body_limit
        self.any_origin = any_origin
        self.questions = {}
        for desk in counter.desks.values():
            for operation in desk.questions:
                route = Route(f"{desk.id}.{operation.replace('-', '_')}", f"/v1/games/{desk.id}{PATHS[operation]}")
                self.questions[route.rule] = desk, operation, route

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        asked = self.questions.get(environ["PATH_INFO"]) if self._is_ordinary(environ) else None
        if asked is None:
            return self.app(environ, start_response)
        desk, operation, route = asked
        body = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
        language = accepted_language(environ)
        try:
            entry, tier = answer_body(self.counter, desk, operation, body, language)
        except Exception as error:  # whatever it is, it happens again on the long way, and is told or logged there
            environ["wsgi.input"] = BytesIO(body)
            if isinstance(error, Problem) and error.kind == TOO_COSTLY:
                environ[REFUSAL] = error  # this alone is not to happen again
            return self.app(environ, start_response)
        environ[RULE], environ[NOTES] = route, {"case_id": entry.case_id, "cache": tier}
        environ[HEADERS] = headers_of(desk, entry, language, tier)
        length = len(entry.body)
        start_response("200 OK", Ready([("Content-Type", MEDIA[operation]), ("Content-Length", str(length))], length))
        return [entry.body]

    def _is_ordinary(self, environ: dict[str, Any]) -> bool:
        length = environ.get("CONTENT_LENGTH", "")
        return (
            environ["REQUEST_METHOD"] == "POST"
            and environ.get("CONTENT_TYPE") == JSON
            and length.isdecimal()
            and len(length) < 12
            and int(length) <= self.body_limit
            and not environ.get("QUERY_STRING")
            and "HTTP_TRANSFER_ENCODING" not in environ
            and "HTTP_CONTENT_ENCODING" not in environ
            and (self.any_origin or "HTTP_ORIGIN" not in environ)
        )
