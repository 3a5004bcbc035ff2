"""What the OpenAPI documents say about problems: the answers with a status other than 200."""

from typing import Any

PROBLEMS = {
    400: "The body is not JSON.",
    401: "The API key is not known.",
    404: "There is nothing at this address.",
    405: "This address does not take that method.",
    406: "The picture cannot be drawn in the format that was asked for.",
    408: "The body did not arrive in time.",
    413: "The body is too large.",
    415: "The body is not sent as JSON.",
    422: "The question is not well formed, or too much work for one request.",
    429: "Too many requests; Retry-After says when to come back.",
}
ALWAYS = (401, 429)
"""Every route can answer these."""
RATE_HEADERS = {
    "RateLimit-Policy": "How many requests (q) are allowed in how many seconds (w).",
    "RateLimit": "How many requests are left (r), and in how many seconds (t) all are there again.",
    "Retry-After": "In how many seconds to come back.",
}


def problems_of(statuses: tuple[int, ...]) -> dict[str, Any]:
    """The responses with these statuses, and with those of every route."""
    return {
        str(status): {
            "description": PROBLEMS[status],
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
            **({"headers": _rate_headers()} if status == 429 else {}),
        }
        for status in sorted((*statuses, *ALWAYS))
    }


def _rate_headers() -> dict[str, Any]:
    return {
        name: {"description": text, "schema": {"type": "integer" if name == "Retry-After" else "string"}}
        for name, text in RATE_HEADERS.items()
    }
