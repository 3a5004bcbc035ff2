"""How fast Brehon is as shipped, compared with other servers: ``python -m tests.qa.bench`` (``make bench``).

A number of requests per second says more about the machine than about the service. So every figure over HTTP is a
ratio to another server, measured in the same second with the same bodies, and every figure in process is a multiple
of ``json.loads`` of the same state.

    bodies        seeded random games, played by the service's own engine, become questions
    store         thousands of positions, stored in build/bench
    echo          two echoes: Flask's own JSON, and the JSON library that Brehon uses
    prototype     the plain prototype: the service may cost at most a tenth more
    fastapi_echo  FastAPI with pydantic models of the same states
    servers       one worker of gunicorn, uvicorn or granian on a core of its own
    lineup        all servers of a run, with their settings
    client        a cheap client: prebuilt bytes over raw keep-alive connections
    ratios        bursts to all servers in turns, and the medians of their ratios
    inprocess     the engine without HTTP, with ``json.loads`` as the unit of time
    breakeven     from which hit rate on a cache pays, for each operation
    growth        how the cost grows with the size of a question
    starting      start-up, and the first requests of a process
    tail          the slowest answers under load
    report        the tables, and the goals beside the figures
    memory        ``python -m tests.qa.bench.memory``: what a worker holds after many requests
"""
