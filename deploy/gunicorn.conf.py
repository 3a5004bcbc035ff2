"""gunicorn for Brehon: ``gunicorn -c deploy/gunicorn.conf.py service.wsgi:app``.

Read here: ``HOST``, ``PORT``, ``WORKERS``, ``THREADS``, ``GUNICORN_LOG_LEVEL``, ``PROMETHEUS_MULTIPROC_DIR``; in
``service/worker.py``: ``DRAIN_SECONDS``; all other variables in ``service/settings.py``.
"""

import ctypes
import gc
import os
import shutil
import tempfile

from environs import env, validate

bind = f"{env.str('HOST', '127.0.0.1')}:{env.int('PORT', 8000, validate=validate.Range(min=0, max=65535))}"
workers = env.int("WORKERS", 2, validate=validate.Range(min=1))
# Threads, because a silent connection holds one: with few of them a handful of idle clients stalls a worker.
worker_class = "service.worker.DrainingWorker"
threads = env.int("THREADS", 16, validate=validate.Range(min=1))
# Longer than the proxy keeps a silent connection (deploy/nginx): it should be closed by the side that asks.
keepalive = 5
timeout = 30
graceful_timeout = 20
# The app is loaded once and shared; connections to Redis are opened after the fork, by each worker for itself.
preload_app = True
# One structured line a request comes from the app itself.
accesslog = None
loglevel = env.str("GUNICORN_LOG_LEVEL", "warning")

# Set before prometheus_client is imported, which looks only then. These settings are read again at a reload, when the
# variable is there already: a second one remembers that the folder is ours to remove.
_OURS = "brehon_metrics_folder"
if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = os.environ[_OURS] = tempfile.mkdtemp(prefix="brehon-metrics-")

from prometheus_client import multiprocess  # noqa: E402

# One heap for all threads (M_ARENA_MAX): they take turns in the interpreter, so that more heaps would spare them no
# waiting, and each holds pages of its own that nobody else can use. Only the C library of GNU has this to set.
_C_LIBRARY = ctypes.CDLL(None)
if hasattr(_C_LIBRARY, "mallopt"):
    _C_LIBRARY.mallopt(-8, 1)

EXAMPLE = (
    "curl -s http://{address}/v1/games/kingdomino/validate -H 'Content-Type: application/json' -d "
    '\'{{"state": {{"players": [{{"name": "ana", "kingdom": [{{"domino": 19, "x": 1, "y": 0, "to": "e"}}]}}]}}, '
    '"move": {{"type": "place", "player": "ana", "domino": 5, "x": 3, "y": 1, "to": "n"}}}}\''
)


def when_ready(server):
    # Four games' rules and texts stay for good: workers need not search them for garbage, which stops all threads for
    # some 80 ms, nor copy the pages that they share with this process.
    gc.collect()
    gc.freeze()
    print(f"Brehon answers at http://{bind} (documentation: http://{bind}/docs/). Try:\n", flush=True)
    print(EXAMPLE.format(address=bind), flush=True)


def child_exit(server, worker):
    multiprocess.mark_process_dead(worker.pid)  # its gauges; what it counted stays counted


def on_exit(server):
    if _OURS in os.environ:
        shutil.rmtree(os.environ[_OURS], ignore_errors=True)
