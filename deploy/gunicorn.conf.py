"""gunicorn for Brehon: ``gunicorn -c deploy/gunicorn.conf.py service.wsgi:app``.

Read here: ``GUNICORN_LOG_LEVEL``; in ``service/server.py``: ``HOST``, ``PORT``, ``WORKERS``, ``THREADS``,
``DRAIN_SECONDS``, ``PROMETHEUS_MULTIPROC_DIR``; all others in ``service/settings.py``.
"""

import gc

from environs import env

from service.server import create_metrics_folder, remove_metrics_folder, server_settings, start_message

_settings = server_settings()
bind = _settings.address
workers = _settings.workers
threads = _settings.threads
worker_class = "service.worker.DrainingWorker"
# Longer than nginx keeps an idle connection (deploy/nginx): the client side should be the one that closes it.
keepalive = 5
timeout = 30
graceful_timeout = 20
# The app is loaded once and shared; connections to Redis are opened after the fork, by each worker for itself.
preload_app = True
# The app logs one structured line for each request.
accesslog = None
loglevel = env.str("GUNICORN_LOG_LEVEL", "warning")

create_metrics_folder()

from prometheus_client import multiprocess  # noqa: E402


def when_ready(server):
    # The rules and texts of four games are never freed. Frozen, they are not scanned by the garbage collector of each
    # worker (80 ms in which no thread runs), and their memory pages stay shared with this process.
    gc.collect()
    gc.freeze()
    print(start_message(_settings), flush=True)


def child_exit(server, worker):
    multiprocess.mark_process_dead(worker.pid)  # drops its gauges; its counters stay


def on_exit(server):
    remove_metrics_folder()
