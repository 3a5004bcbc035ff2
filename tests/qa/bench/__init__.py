"""How fast Brehon is, as ratios to a plain Flask echo of one body: ``python -m tests.qa.bench`` (``make bench``).

A number of requests per second says more about the machine than about the service. So every figure over HTTP is
a ratio to an echo under the same server settings, taken in the same second, and every figure in process is a
multiple of ``json.loads`` of the same state.

    bodies      seeded random games, played by the service's own engine, become questions
    echo        the baselines: Flask's own JSON, and the JSON library that Brehon uses
    servers     gunicorn with the deployed settings, pinned to a core
    client      a cheap client: prebuilt bytes over raw keep-alive connections
    ratios      alternating bursts to two servers, and the median of their ratios
    inprocess   the engine without HTTP, with ``json.loads`` as the unit of time
    breakeven   from which hit rate on a cache pays, for each operation
    report      the tables, and the goals beside the figures
    memory      ``python -m tests.qa.bench.memory``: what a worker holds after many requests
"""
