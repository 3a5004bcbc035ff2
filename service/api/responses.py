"""Builds responses: answers to questions, reference pages with ETag and Cache-Control, and gzip."""

import gzip
import hashlib
from collections.abc import Iterable
from typing import Any

import msgspec
from flask import Flask, Response, request

from service.api.middleware import request_info
from service.operations.answering import Answered
from service.operations.served_game import ServedGame

CACHE_CONTROL = "public, max-age=300"
SMALLEST_COMPRESSED = 1000
"""Shorter bodies are not worth compressing."""
encode = msgspec.json.Encoder().encode


def answer_response(served: ServedGame, answered: Answered, language: str, media_type: str) -> Response:
    """The answer to a question about a game."""
    entry, tier = answered
    info = request_info()
    info.case_id, info.cache = entry.case_id, tier
    headers = [
        ("Brehon-Case", entry.case_id),
        ("Brehon-Rules", served.version),
        ("Brehon-Cache", tier),
        ("Content-Language", language),
        ("Vary", "Accept-Language"),
    ]
    return Response(entry.body, headers=headers, content_type=media_type)


def json_response(content: Any, status: int = 200, **headers: str) -> Response:
    """``Cache_Control="no-store"`` becomes the header ``Cache-Control``."""
    response = Response(encode(content), status, content_type="application/json")
    response.headers.update({name.replace("_", "-"): value for name, value in headers.items()})
    return response


def etag_of(body: bytes) -> str:
    return hashlib.blake2b(body, digest_size=12).hexdigest()


def reference_response(body: bytes, etag: str, language: str) -> Response:
    """A reference page: cacheable, and a 304 for a client that has it already."""
    response = Response(body, content_type="application/json")
    response.set_etag(etag)
    response.headers["Cache-Control"] = CACHE_CONTROL
    response.headers["Content-Language"] = language
    response.headers["Vary"] = "Accept-Language"
    response.make_conditional(request)
    return response


def fresh_page(content: Any, language: str) -> Response:
    """A reference page made for this request alone, such as the hits of a search."""
    body = encode(content)
    return reference_response(body, etag_of(body), language)


def content_language(languages: Iterable[str]) -> str:
    """The Content-Language of texts in these languages."""
    return ", ".join(dict.fromkeys(languages))


def accepts_gzip() -> bool:
    return bool(request.accept_encodings["gzip"])


def compress(response: Response) -> Response:
    """Compress JSON that is looked up (rules, games, the OpenAPI document) for clients that accept gzip."""
    applies = (
        request.method in ("GET", "HEAD") and response.mimetype == "application/json" and response.status_code == 200
    )
    if not applies or response.is_streamed or "Content-Encoding" in response.headers:
        return response
    content = response.get_data()
    if len(content) < SMALLEST_COMPRESSED:
        return response
    response.vary.add("Accept-Encoding")
    if accepts_gzip():
        response.set_data(gzip.compress(content, 6, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        tag, _ = response.get_etag()
        if tag:
            response.set_etag(tag, weak=True)  # the same page, but not byte for byte
    return response


def install(app: Flask) -> None:
    app.after_request(compress)
