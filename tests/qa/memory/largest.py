"""The largest requests that are accepted, and the peak memory of a worker that answers them at the same time."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import requests

from service.games.brian_boru.game import GAME as brian_boru
from service.settings import Settings
from tests.api.questions import BATCH
from tests.qa.bench.servers import SERVICE, running

BODY = Settings().body_limit
THREADS = 16
MOST_MEGABYTES = 256
SETTINGS = {"THREADS": str(THREADS), "BREHON_LOG_REQUESTS": "0", "BREHON_RATE_LIMIT": "off"}


def largest() -> Iterator[tuple[str, bytes]]:
    """Requests near the limits of a body, of moves, of questions and of an answer."""
    names = [f"{number:05d}" + "\N{GOTHIC LETTER HWAIR}" * 35 for number in range(60)]
    clans = [{"name": name, "developments": names, "raids": names} for name in "abcdef"]
    done = [{"type": "done", "player": "a"}]
    yield "/v1/games/roll-and-raid/replay", _body({"state": {"players": clans}, "moves": done * 60, "states": True})
    yield "/v1/games/roll-and-raid/replay", _body({"state": {"players": clans}, "moves": done * 10_000})
    yield "/v1/batch", _body({"questions": (BATCH["questions"] * 50)[:100]})
    yield "/v1/games/kingdomino/audit", b'{"state": {"players": [%s]}}' % (b"[" * 20 + b"]" * 20 + b",") * 2
    yield "/v1/games/kingdomino/score", _filled(b'{"claimed": {"ana": 1}, "state": "%s"}')
    yield "/v1/games/kingdomino/audit", b'{"state": [' + b"{}," * (BODY // 4) + b"{}]}"
    yield "/v1/games/kingdomino/audit", b'{"state": [' + b"1," * (BODY // 3) + b"1]}"
    yield "/v1/games/brian-boru/packs/check", _body({"pack": large_pack()})


def large_pack() -> Any:
    """A pack with as many towns and roads as fit into a body."""
    pack = json.loads((brian_boru.packs / "base.json").read_text("utf-8"))
    road = pack["roads"][0]
    return {**pack, "id": "large", "roads": [road] * ((BODY - 100_000) // (len(json.dumps(road)) + 2))}


def _body(document: Any) -> bytes:
    return json.dumps(document, ensure_ascii=False).encode()


def _filled(template: bytes) -> bytes:
    return template % (b"x" * (BODY - len(template)))


def peak_megabytes(rounds: int) -> tuple[float, dict[int, int]]:
    """The peak memory of the worker, and how many answers had each status."""
    bodies = list(largest())
    statuses: dict[int, int] = {}
    with running(SERVICE, settings=SETTINGS) as server, ThreadPoolExecutor(THREADS) as pool:

        def send(number: int) -> int:
            path, body = bodies[number % len(bodies)]
            url = f"http://127.0.0.1:{server.port}{path}"
            headers = {"Content-Type": "application/json"}
            return requests.post(url, data=body, headers=headers, timeout=60).status_code

        for status in pool.map(send, range(rounds * len(bodies))):
            statuses[status] = statuses.get(status, 0) + 1
        (worker,) = server.workers
        status_file = Path(f"/proc/{worker}/status").read_text()
    peak = next(line for line in status_file.splitlines() if line.startswith("VmHWM"))
    return int(peak.split()[1]) / 1024, statuses
