"""Limits for each client: on the cost of its requests, and on requests at the same time.

limiter         counts the cost of requests, refuses those above the limit, and says how much is left
cost            what a request costs
concurrency     requests at the same time: of one client, and expensive ones in this process
client_address  the address of a client, also behind trusted proxies
api_keys        the API keys that an operator gave out
storage         where costs are counted: in memory, or in Redis for all processes
"""

from flask import Flask, Response, current_app, g, request

from service.api.rate_limits.concurrency import ClientConcurrency
from service.api.rate_limits.cost import cost_of_answer, cost_of_request
from service.api.rate_limits.limiter import RateLimiter


def install(
    app: Flask, limiter: RateLimiter | None, concurrency: ClientConcurrency, free_paths: frozenset[str]
) -> None:
    """Count every request before its view runs; ``free_paths`` and CORS preflights are not counted."""
    app.extensions["rate-limiter"] = limiter

    @app.before_request
    def count_request() -> None:
        g.rate_headers, g.client = [], None
        if limiter is None or request.method == "OPTIONS" or request.path in free_paths:
            return
        client = limiter.client_of(request)
        g.rate_headers = limiter.charge(client, cost_of_request(min(request.content_length or 0, request.max_content_length or 0)))
        limiter.refuse_unknown_key(client, g.rate_headers)
        if not client.has_key:
            concurrency.enter(client.name)
        g.client = client  # from here on it is counted among those at the same time

    @app.after_request
    def add_rate_headers(response: Response) -> Response:
        client = g.get("client")
        if client is not None and limiter is not None:
            extra = cost_of_answer(g.work.budget.used, response.content_length or 0)
            if extra:
                g.rate_headers = limiter.add(client, extra) or g.rate_headers
        for name, value in g.get("rate_headers", ()):
            response.headers[name] = value
        return response

    @app.teardown_request
    def leave(error: BaseException | None) -> None:
        client = g.get("client")
        if client is not None and not client.has_key:
            concurrency.leave(client.name)


def charge_further_requests(number: int) -> None:
    """Charge for more requests than the one being handled, such as the questions of a batch."""
    limiter: RateLimiter | None = current_app.extensions["rate-limiter"]
    if limiter is not None and number > 0:
        g.rate_headers = []  # a refusal brings its own
        g.rate_headers = limiter.charge(g.client, number)
