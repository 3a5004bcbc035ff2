"""``brehon mcp``: the MCP server for chat assistants."""

import click


@click.command()
@click.option("--http", is_flag=True, help="Streamable HTTP at /mcp instead of standard input and output.")
@click.option("--host", metavar="ADDRESS", default="127.0.0.1", help="The address to listen on (127.0.0.1).")
@click.option("--port", type=click.IntRange(0, 65535), default=8001, help="The port to listen on (8001).")
def mcp(http: bool, host: str, port: int) -> int:
    """Serve chat assistants (needs the extra `mcp`).

    The protocol is the Model Context Protocol.
    """
    from service.mcp.__main__ import main

    return main([*(["--http"] if http else []), "--host", host, "--port", str(port)])
