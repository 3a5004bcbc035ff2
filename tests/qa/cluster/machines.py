"""nginx with the settings in ``deploy/nginx``, and replicas of the service that come and go at fixed addresses."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from service import VERSION
from tests.qa.bench.client import answers
from tests.qa.bench.servers import ROOT, SERVICE, Server
from tests.qa.faults.stage import until
from tests.redis_server import free_port

NGINX_SETTINGS = ROOT / "deploy" / "nginx"
NEXT_VERSION = f"{VERSION}+next"
START_SECONDS = 30.0


class Replica:
    """An instance of the service at a fixed port, which can be killed, stopped and started in another release."""

    def __init__(self, settings: Mapping[str, str], log: IO[bytes]) -> None:
        self.port = free_port()
        self._settings = {**settings, "PORT": str(self.port)}
        self._log = log
        self.server: Server | None = None

    def start(self, root: Path = ROOT) -> None:
        self.server = Server(SERVICE, None, self._settings, self._log, root)
        if not self.server.is_ready():
            raise RuntimeError(f"The replica at {self.port} does not start.")

    def kill(self) -> None:
        """kill -9 for the master and all workers at once, as when a machine goes."""
        assert self.server
        for process in [self.server.process.pid, *self.server.workers]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.server.process.wait()

    def stop(self) -> None:
        """As an operator does: SIGTERM, and wait."""
        assert self.server
        self.server.process.terminate()
        assert self.server.process.wait(30) == 0

    def end(self) -> None:
        if self.server is not None and self.server.process.poll() is None:
            self.server.stop()


@contextmanager
def replicas(count: int, settings: Mapping[str, str], root: Path = ROOT) -> Iterator[list[Replica]]:
    with tempfile.TemporaryFile() as log:
        started = [Replica(settings, log) for _ in range(count)]
        try:
            for replica in started:
                replica.start(root)
            yield started
        except BaseException:
            log.seek(0)
            print(log.read().decode(errors="replace")[-4000:])
            raise
        finally:
            for replica in started:
                replica.end()


@contextmanager
def next_release() -> Iterator[Path]:
    """The same project under another version, as a release is."""
    with tempfile.TemporaryDirectory(prefix="brehon-release-") as folder:
        root = Path(folder)
        for name in ("service", "schemas", "openapi", "deploy"):
            shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
        told = root / "service" / "__init__.py"
        text = told.read_text()
        assert f'"{VERSION}"' in text
        told.write_text(text.replace(f'"{VERSION}"', f'"{NEXT_VERSION}"'))
        yield root


@contextmanager
def nginx(ports: Sequence[int], *, limits: bool = False, **replaced: str) -> Iterator[int]:
    """The port of an nginx in front of these; only the addresses differ from what is deployed.

    Without ``limits``, because all clients of a test have one address. ``replaced`` are directives with other values.
    """
    executable = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
    if executable is None:
        raise FileNotFoundError("This needs nginx (apt install nginx-light).")
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="brehon-nginx-") as folder:
        place = Path(folder)
        place.chmod(0o755)  # its workers are another user when it is started by root
        for path in NGINX_SETTINGS.iterdir():
            (place / path.name).write_text(path.read_text())
        for name in ("upstream.conf", "retries.conf"):
            instances = (NGINX_SETTINGS / name).read_text()
            for number, each in enumerate(ports, 1):
                instances = instances.replace(f"brehon-{number}:8000", f"127.0.0.1:{each}")
            if len(ports) == 1:
                instances = re.sub(r"(?m)^server brehon-.*\n", "", instances)
            assert "brehon-" not in instances, "an instance for every line"
            (place / name).write_text(instances)
        if not limits:
            (place / "limits.conf").write_text("")
        settings = (NGINX_SETTINGS / "nginx.conf").read_text()
        for directive, value in replaced.items():
            settings, count = re.subn(rf"(?m)(^ *{directive}) [^;]+;", rf"\1 {value};", settings)
            assert count == 1, directive
        (place / "nginx.conf").write_text(settings)
        (place / "listen.conf").write_text(f"listen 127.0.0.1:{port} backlog=1024;\n")
        command = [executable, "-e", "stderr", "-p", folder, "-c", str(place / "nginx.conf"), "-g", "daemon off;"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            assert until(lambda: answers(port), START_SECONDS) is not None, "nginx does not answer"
            yield port
        finally:
            process.terminate()
            process.wait(10)
