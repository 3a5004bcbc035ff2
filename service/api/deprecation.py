"""Announcing that an operation, or a field of a question, will go: the headers ``Deprecation`` and ``Sunset``.

``@deprecated(since, until)`` on a view marks the operation; with the names of fields, only questions that send one of
them. The headers are those of RFC 9745 (since when it is deprecated) and RFC 8594 (when it may go). Nothing is
deprecated today; docs/compatibility.md says how long an announcement lasts.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from typing import Any, TypeVar

from flask import Response, after_this_request, request
from werkzeug.http import http_date

View = TypeVar("View", bound=Callable[..., Any])


def deprecated(since: str, until: str, *fields: str) -> Callable[[View], View]:
    """Mark a view; the days are written as 2026-11-18."""
    first, last = (datetime.fromisoformat(day).replace(tzinfo=UTC) for day in (since, until))
    headers = {"Deprecation": f"@{int(first.timestamp())}", "Sunset": http_date(last)}

    def announce(response: Response) -> Response:
        """Only answers have the headers: the body of a refused question is not read again."""
        if response.status_code == 200 and _sends_one_of(fields):
            response.headers.update(headers)
        return response

    def mark(view: View) -> View:
        @wraps(view)
        def announced(*parts: Any, **more: Any) -> Any:
            after_this_request(announce)
            return view(*parts, **more)

        announced.deprecated_fields = fields  # type: ignore[attr-defined]  # for the OpenAPI document
        return announced  # type: ignore[return-value]

    return mark


def _sends_one_of(fields: tuple[str, ...]) -> bool:
    """Whether the question has one of these fields; with no fields, every question does."""
    if not fields:
        return True
    sent = request.get_json(silent=True) if request.is_json else None
    return isinstance(sent, dict) and not sent.keys().isdisjoint(fields)
