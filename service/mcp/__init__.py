"""An MCP server (Model Context Protocol): chat assistants ask the referee instead of guessing.

    server      ``build``: the server with its tools and resources
    referee     sends questions to the service in this process, with all of its limits
    texts       answers as plain text: what an assistant reads first
    __main__    ``brehon mcp`` or ``python -m service.mcp``: standard input and output, or HTTP

It needs the optional extra ``mcp``. Every tool sends one request to the app of ``service/app.py``, so questions,
limits, languages and problems are those of the HTTP API.
"""
