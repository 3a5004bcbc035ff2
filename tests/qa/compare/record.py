"""Asks a corpus of the checkout that is on the path, and writes down each answer.

It uses nothing of the tests, so that it runs in an older checkout too: ``python record.py CORPUS ANSWERS``.
"""

import base64
import hashlib
import json
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

CHANGING = ("date", "x-request-id", "server-timing", "ratelimit", "ratelimit-policy", "traceparent")
"""Headers that differ between two runs of the same code."""
SHOWN = 2_000
"""So much of a body is kept to be shown; all of it is compared by its digest."""


def environ_of(request: dict[str, Any]) -> dict[str, Any]:
    body = base64.b64decode(request["body"])
    return {
        "REQUEST_METHOD": request["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": request["path"],
        "QUERY_STRING": request["query"],
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "127.0.0.1",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        **request["headers"],
        "HTTP_X_REQUEST_ID": "compare",
    }


def answer_of(app: Any, request: dict[str, Any]) -> dict[str, Any]:
    status_line: list[str] = []
    sent_headers: list[tuple[str, str]] = []

    def start_response(status: str, headers: list[tuple[str, str]], *more: Any) -> None:
        status_line.append(status)
        sent_headers.extend(headers)

    chunks = app(environ_of(request), start_response)
    body = b"".join(chunks)
    if hasattr(chunks, "close"):
        chunks.close()
    headers = sorted(f"{name}: {value}" for name, value in sent_headers if name.lower() not in CHANGING)
    return {
        "status": status_line[-1],
        "headers": headers,
        "digest": hashlib.blake2b(body, digest_size=16).hexdigest(),
        "body": body[:SHOWN].decode("utf-8", "replace"),
    }


def main(corpus: Path, answers: Path) -> None:
    from service.app import create_app
    from service.settings import Settings

    app = create_app(Settings(log_requests=False, rate_limit=""))
    with corpus.open("rb") as lines, answers.open("w") as out:
        for line in lines:
            request = json.loads(line)
            first, second = answer_of(app, request), answer_of(app, request)  # the second may come from the cache
            out.write(json.dumps({**first, "again": [second["digest"], second["headers"]]}) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
