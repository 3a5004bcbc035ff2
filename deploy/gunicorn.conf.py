"""gunicorn for Brehon: ``gunicorn -c deploy/gunicorn.conf.py service.wsgi:app``.

Read here: ``HOST``, ``PORT``, ``WORKERS``, ``THREADS``, ``GUNICORN_LOG_LEVEL``, ``PROMETHEUS_MULTIPROC_DIR``; in
``service/worker.py``: ``DRAIN_SECONDS``; all other variables in ``service/settings.py``.
"""

import gc
import os
import shutil
import tempfile

from environs import env, validate

bind = f"{env.str('HOST', '127.0.0.1')}:{env.int('PORT', 8000, validate=validate.Range(min=0, max=65535))}"
workers = env.int("WORKERS", 2, validate=validate.Range(min=1))
worker_class = "service.worker.DrainingWorker"
# A connection whose request is still arriving holds a thread: with few threads a handful of slow clients stalls a
# worker.
threads = env.int("THREADS", 16, validate=validate.Range(min=1))
# Longer than nginx keeps an idle connection (deploy/nginx): the client side should be the one that closes it.
keepalive = 5
timeout = 30
graceful_timeout = 20
# The app is loaded once and shared; connections to Redis are opened after the fork, by each worker for itself.
preload_app = True
# The app logs one structured line for each request.
accesslog = None
loglevel = env.str("GUNICORN_LOG_LEVEL", "warning")

# Set before prometheus_client is imported, which reads it only then. This file is read again at a reload, when the
# variable is set already: a second variable remembers that the folder is ours to remove.
_OURS = "brehon_metrics_folder"
if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = os.environ[_OURS] = tempfile.mkdtemp(prefix="brehon-metrics-")

from prometheus_client import multiprocess  # noqa: E402

EXAMPLE = (
    "curl -s http://{address}/v1/games/kingdomino/validate -H 'Content-Type: application/json' -d "
    '\'{{"state": {{"players": [{{"name": "ana", "kingdom": [{{"domino": 19, "x": 1, "y": 0, "to": "e"}}]}}]}}, '
    '"move": {{"type": "place", "player": "ana", "domino": 5, "x": 3, "y": 1, "to": "n"}}}}\''
)


def when_ready(server):
    # The rules and texts of four games are never freed. Frozen, they are not scanned by the garbage collector of each
    # worker (80 ms in which no thread runs), and their memory pages stay shared with this process.
    gc.collect()
    gc.freeze()
    print(f"Brehon answers at http://{bind} (documentation: http://{bind}/docs/). Try:\n", flush=True)
    print(EXAMPLE.format(address=bind), flush=True)


def child_exit(server, worker):
    multiprocess.mark_process_dead(worker.pid)  # drops its gauges; its counters stay


def on_exit(server):
    if _OURS in os.environ:
        shutil.rmtree(os.environ[_OURS], ignore_errors=True)
