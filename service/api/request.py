"""Reads a request: its query string, its language, and its body with all limits."""

from functools import lru_cache
from typing import Any

from flask import current_app, request
from gunicorn.http.errors import ParseException
from marshmallow import Schema, ValidationError
from werkzeug.datastructures import LanguageAccept
from werkzeug.exceptions import ClientDisconnected, RequestEntityTooLarge
from werkzeug.http import parse_accept_header

from schemas.base import LANGUAGES, Malformed
from schemas.envelopes import LanguageQuery
from service.api.connection_deadlines import ConnectionDeadlines
from service.api.middleware import request_info
from service.api.problems import QUERY, Problem
from service.operations.question import BodyLimits, NotJson, faults_of, read_question

JSON = "application/json"
MOST_LANGUAGE_CHARACTERS = 200
_LANGUAGE_QUERY = LanguageQuery()


# ---------------------------------------------------------------- query string and language


def read_query(schema: Schema) -> dict[str, Any]:
    """The query string, loaded by a schema; a problem names each parameter that is wrong."""
    try:
        query: dict[str, Any] = schema.load(request.args.to_dict())
    except ValidationError as error:
        raise Malformed(faults_of(error.messages, QUERY)) from error
    return query


def language_of(query: dict[str, Any], languages: tuple[str, ...] = LANGUAGES) -> str:
    """The best of these languages for the reader: ``?lang=`` if given, else by Accept-Language, else the first."""
    if "lang" in query:
        return query["lang"] if query["lang"] in languages else languages[0]
    header = request.headers.get("Accept-Language")
    return accepted_language(header[:MOST_LANGUAGE_CHARACTERS], languages) if header else languages[0]


def read_language(languages: tuple[str, ...] = LANGUAGES) -> str:
    """The language for a request whose query string has nothing else."""
    return language_of(read_query(_LANGUAGE_QUERY) if request.query_string else {}, languages)


def language_of_problem() -> str:
    """The language of a refusal: nothing of the request need be right for it."""
    wish = request.args.get("lang")
    return language_of({"lang": wish} if wish in LANGUAGES else {})


@lru_cache(maxsize=512)
def accepted_language(header: str, languages: tuple[str, ...]) -> str:
    """The best of these languages for an Accept-Language header."""
    return parse_accept_header(header, LanguageAccept).best_match(languages) or languages[0]


# ---------------------------------------------------------------- body


def read_body() -> bytes:
    """The body of a POST: sent as JSON, not compressed, not too large, arrived in time and to its end."""
    _check_media_type()
    limit = request.max_content_length
    deadlines: ConnectionDeadlines = current_app.extensions["connection-deadlines"]
    info = request_info()
    try:
        with deadlines.reading(request.environ) as watched:
            body = request.get_data()
            # werkzeug stops reading chunks at the limit, and does not say whether there were more.
            more = limit is not None and len(body) >= limit and request.environ["wsgi.input"].read(1)
    except (ClientDisconnected, ParseException, OSError) as error:
        info.body = "broken"
        raise _incomplete(watched.is_late) from error
    if more:
        raise RequestEntityTooLarge
    if len(body) < (request.content_length or 0):
        info.body = "broken"
        raise _incomplete(watched.is_late)
    info.body = "read"
    info.begin_computing()
    return body


def _check_media_type() -> None:
    if not request.is_json:
        raise Problem(415, f"The body is sent as {request.mimetype or 'nothing in particular'!r}.")
    encoding = request.headers.get("Content-Encoding", "")
    if encoding.lower() not in ("", "identity"):
        # Compressed bodies are not accepted: a few compressed bytes can be gigabytes.
        message = f"The body is packed as {encoding!r}; send it as it is."
        raise Problem(415, message, headers=[("Accept-Encoding", "identity")])


def _incomplete(is_late: bool) -> Problem:
    if is_late:
        return Problem(408, "The body did not arrive in time. Send it again, in one go.")
    return Problem(400, "The body is shorter than its Content-Length, or its chunks are broken.")


def load_question(schema: Schema, body: bytes, limits: BodyLimits) -> dict[str, Any]:
    """The question in a JSON body, loaded by its schema."""
    try:
        return read_question(schema, body, limits)
    except NotJson as error:
        raise Problem(400, str(error)) from error
