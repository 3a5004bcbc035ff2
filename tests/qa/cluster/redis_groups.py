"""Several Redis servers that belong together, with the settings in ``deploy/redis``: a Cluster, and Sentinels."""

import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from redis import Redis
from redis.exceptions import RedisError

from tests.redis_server import RedisServer, free_port, running_server

SETTINGS = Path(__file__).parents[3] / "deploy" / "redis"
NODES = 6
SENTINELS = 3
MASTER = "brehon"
PATIENCE_SECONDS = 40.0


class RedisCluster:
    """Three masters and their replicas."""

    def __init__(self, nodes: Sequence[RedisServer]) -> None:
        self.nodes = nodes

    @property
    def url(self) -> str:
        return "redis+cluster://" + ",".join(f"127.0.0.1:{node.port}" for node in self.nodes[:3])

    def master(self) -> RedisServer:
        """One of the masters of now."""
        return next(node for node in self.nodes if node.is_running and _role(node) == "master")

    def is_whole(self) -> bool:
        """Every node that runs says that all is well, and knows a master for every slot."""
        return all(_is_well(node) for node in self.nodes if node.is_running)

    def form(self) -> None:
        client = shutil.which("redis-cli")
        assert client, "redis-cli comes with redis-server"
        addresses = [f"127.0.0.1:{node.port}" for node in self.nodes]
        command = [client, "--cluster", "create", *addresses, "--cluster-replicas", "1", "--cluster-yes"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_SECONDS)
        assert done.returncode == 0, done.stdout + done.stderr
        wait_until(self.is_whole)


def _role(node: RedisServer) -> str:
    with Redis.from_url(node.url) as client:
        return str(client.info("replication")["role"])


def _is_well(node: RedisServer) -> bool:
    with Redis.from_url(node.url) as client:
        told = client.cluster("INFO")
        nodes = client.cluster("NODES")
    masters = [each for each in nodes.values() if "master" in each["flags"] and "fail" not in each["flags"]]
    return told["cluster_state"] == "ok" and told["cluster_slots_ok"] == "16384" and len(masters) == NODES // 2


def wait_until(condition, patience: float = PATIENCE_SECONDS) -> float:  # type: ignore[no-untyped-def]
    """The seconds until something is so."""
    began = time.monotonic()
    while True:
        try:
            if condition():
                return time.monotonic() - began
        except RedisError:  # somebody is just coming up or going down
            pass
        assert time.monotonic() - began < patience, "it does not come to pass"
        time.sleep(0.05)


@contextmanager
def running_cluster() -> Iterator[RedisCluster]:
    """Six nodes that have found each other; gone at the end of the block."""
    with ExitStack() as stack:
        nodes = []
        for _ in range(NODES):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="brehon-node-")))
            options = ("--cluster-port", str(free_port()))
            settings = SETTINGS / "cluster.conf"
            nodes.append(stack.enter_context(running_server(*options, settings=settings, folder=folder)))
        cluster = RedisCluster(nodes)
        cluster.form()
        yield cluster


class Watched:
    """A master, its replica, and the Sentinels that watch them."""

    def __init__(self, servers: Sequence[RedisServer], ports: Sequence[int]) -> None:
        self.servers = servers
        self.url = "redis+sentinel://" + ",".join(f"127.0.0.1:{port}" for port in ports) + f"/{MASTER}/0"

    def master(self) -> RedisServer:
        return next(server for server in self.servers if server.is_running and _role(server) == "master")


@contextmanager
def running_sentinels() -> Iterator[Watched]:
    with ExitStack() as stack:
        settings = SETTINGS / "redis.conf"
        first = stack.enter_context(running_server(settings=settings))
        second = stack.enter_context(running_server("--replicaof", "127.0.0.1", str(first.port), settings=settings))
        ports = [stack.enter_context(_sentinel(first.port)) for _ in range(SENTINELS)]
        watched = Watched([first, second], ports)
        for port in ports:
            with Redis(port=port) as sentinel:
                wait_until(lambda sentinel=sentinel: _knows_all(sentinel))
        yield watched


def _knows_all(sentinel: Redis) -> bool:
    told = sentinel.sentinel_master(MASTER)
    return (told["num-other-sentinels"], told["num-slaves"]) == (SENTINELS - 1, 1)


@contextmanager
def _sentinel(master: int) -> Iterator[int]:
    """A Sentinel writes what it learns into its settings: each has a copy."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="brehon-sentinel-") as folder:
        settings = Path(folder, "sentinel.conf")
        told = (
            (SETTINGS / "sentinel.conf").read_text().replace(f"{MASTER} redis-1 6379", f"{MASTER} 127.0.0.1 {master}")
        )
        settings.write_text(told.replace("port 26379", f"port {port}") + f"dir {folder}\n")
        executable = shutil.which("redis-server")
        assert executable
        process = subprocess.Popen([executable, settings, "--sentinel"], stdout=subprocess.DEVNULL)
        try:
            wait_until(lambda: Redis(port=port).ping())
            yield port
        finally:
            process.kill()
            process.wait()
