"""CORS: which pages of other origins may send requests from a browser."""

from flask import Flask, Response
from flask_cors import CORS

EXPOSED_HEADERS = [
    *("Brehon-Case", "Brehon-Rules", "Brehon-Cache", "Content-Language", "ETag", "X-Request-Id"),
    *("RateLimit", "RateLimit-Policy", "Retry-After", "Deprecation", "Sunset"),
]
MAX_AGE = 86400


def install(app: Flask, origins: tuple[str, ...]) -> None:
    """Allow these origins, ``*`` for all; without any no header is sent and browsers refuse."""
    if not origins:
        return
    any_origin = origins == ("*",)
    if not any_origin:

        @app.after_request
        def vary_by_origin(response: Response) -> Response:
            """Also where no Origin was sent: a cache on the way may give the response to a page that sends one."""
            response.vary.add("Origin")
            return response

    CORS(
        app,
        origins=list(origins),
        send_wildcard=any_origin,
        always_send=any_origin,
        expose_headers=EXPOSED_HEADERS,
        max_age=MAX_AGE,
    )
