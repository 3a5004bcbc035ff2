"""Rate limits: how many requests a client may send, by address or by API key.

limiter         counts requests, refuses those above the limit, and says how many are left
client_address  the address of a client, also behind trusted proxies
api_keys        the API keys that an operator gave out
storage         where requests are counted: in memory, or in Redis for all processes
"""

from flask import Flask, Response, current_app, g, request

from service.api.rate_limits.limiter import RateLimiter


def install(app: Flask, limiter: RateLimiter | None, free_paths: frozenset[str]) -> None:
    """Count every request before its view runs; ``free_paths`` and CORS preflights are not counted."""
    app.extensions["rate-limiter"] = limiter

    @app.before_request
    def count_request() -> None:
        g.rate_headers = []
        if limiter is not None and request.method != "OPTIONS" and request.path not in free_paths:
            g.rate_headers = limiter.count(request)

    @app.after_request
    def add_rate_headers(response: Response) -> Response:
        for name, value in g.get("rate_headers", ()):
            response.headers[name] = value
        return response


def count_further_requests(number: int) -> None:
    """Count more requests for the one being handled, such as the questions of a batch."""
    limiter: RateLimiter | None = current_app.extensions["rate-limiter"]
    if limiter is not None and number > 0:
        g.rate_headers = []  # a refusal brings its own
        g.rate_headers = limiter.count(request, number)
