"""gunicorn for Brehon: ``gunicorn -c service/gunicorn_conf.py service.wsgi:app``.

Read here: ``GUNICORN_LOG_LEVEL``, ``MAX_REQUESTS``; in ``service/server.py``: ``HOST``, ``PORT``, ``WORKERS``,
``THREADS``, ``DRAIN_SECONDS``, ``PROMETHEUS_MULTIPROC_DIR``; all others in ``service/settings.py``.
"""

import gc
from ipaddress import ip_network
from typing import Any

from environs import env
from marshmallow.validate import Range

from service.server import (
    create_metrics_folder,
    exits_with_a_sentence,
    remove_metrics_folder,
    server_settings,
    start_message,
)
from service.settings import from_environment

with exits_with_a_sentence():
    _settings = server_settings()
    from_environment()
    max_requests = env.int("MAX_REQUESTS", 100_000, validate=Range(min=0))
bind = _settings.address
workers = _settings.workers
threads = _settings.threads
worker_class = "service.worker.DrainingWorker"
# Longer than nginx keeps an idle connection (deploy/nginx): the client side should be the one that closes it.
keepalive = 5
timeout = 30
graceful_timeout = 20
# A worker that has answered so many requests, and up to a tenth more at random so that not all end together, is
# replaced: whatever memory it has lost over the days is freed. It drains first (service/worker.py).
max_requests_jitter = max_requests // 10
# Nobody sets SCRIPT_NAME or PATH_INFO by a header: gunicorn would believe them from loopback, and a path that the
# proxy hides could be reached. X-Forwarded-Proto is believed only from the proxies that the service trusts.
forwarder_headers = ""
_proxies: list[str] = env.list("BREHON_TRUSTED_PROXIES", [])
forwarded_allow_ips = ",".join(str(ip_network(name.strip(), strict=False)) for name in _proxies if name.strip())
# The app is loaded once and shared; connections to Redis are opened after the fork, by each worker for itself.
preload_app = True
# The app logs one structured line for each request.
accesslog = None
loglevel = env.str("GUNICORN_LOG_LEVEL", "warning")

create_metrics_folder()

from prometheus_client import multiprocess  # noqa: E402


def when_ready(server: Any) -> None:
    # The rules and texts of four games are never freed. Frozen, they are not scanned by the garbage collector of each
    # worker (80 ms in which no thread runs), and their memory pages stay shared with this process.
    gc.collect()
    gc.freeze()
    print(start_message(_settings), flush=True)


def child_exit(server: Any, worker: Any) -> None:
    multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]  # drops its gauges; its counters stay


def on_exit(server: Any) -> None:
    remove_metrics_folder()
