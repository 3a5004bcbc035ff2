"""``python -m service.mcp``: the MCP server on standard input and output; with ``--http`` over streamable HTTP."""

import argparse
import sys
from collections.abc import Sequence

from service.server import exits_with_a_sentence
from service.settings import from_environment

NEEDS = "The MCP server needs the extra `mcp`: pip install 'mcp>=2.3,<3'"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the server until its client goes; the exit code."""
    parser = argparse.ArgumentParser("brehon mcp", description="A referee for chat assistants (MCP).")
    parser.add_argument(
        "--http", action="store_true", help="streamable HTTP at /mcp instead of standard input and output"
    )
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: %(default)s)")
    parser.add_argument("--port", type=int, default=8001, help="the port (default: %(default)s)")
    options = parser.parse_args(arguments)
    try:
        from service.mcp.server import build
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in ("mcp", "pydantic"):
            raise
        print(NEEDS, file=sys.stderr)  # noqa: T201
        return 2
    if not options.http:
        build().run("stdio")
        return 0
    with exits_with_a_sentence():
        settings = from_environment()
    build(settings).run(
        "streamable-http",
        host=options.host,
        port=options.port,
        stateless_http=True,
        json_response=True,
        max_request_body_size=settings.body_limit,
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
