"""Every file in ``deploy`` is read by the tool that it is made for, and agrees with the others.

What these tools let pass but would not work is looked at here: ports, users, folders and names that have to be the
same in several files.
"""

import json
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from redis import Redis

from service.api.metrics import Metrics
from service.cache import EVENTS
from service.settings import Settings
from tests.deploy.validators import COMPOSE_SCHEMA, DEPLOY, ROOT, tool
from tests.redis_server import running_server

DOCKERFILE = (DEPLOY / "Dockerfile").read_text()
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
MANIFESTS: list[dict[str, Any]] = [
    document
    for path in sorted((DEPLOY / "kubernetes").glob("*.yaml"))
    for document in yaml.safe_load_all(path.read_text())
]
UNIT = (DEPLOY / "systemd" / "brehon.service").read_text()
DASHBOARD: dict[str, Any] = json.loads((DEPLOY / "grafana" / "dashboard.json").read_text())
ALERTS: dict[str, Any] = yaml.safe_load((DEPLOY / "prometheus" / "alerts.yml").read_text())


def run(*command: str | Path, **options: Any) -> str:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=60, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def manifest(kind: str, name: str = "brehon") -> dict[str, Any]:
    (wanted,) = [each for each in MANIFESTS if (each["kind"], each["metadata"]["name"]) == (kind, name)]
    return wanted


def container(name: str = "brehon") -> dict[str, Any]:
    (only,) = manifest("Deployment", name)["spec"]["template"]["spec"]["containers"]
    return only


# ---------------------------------------------------------------- each by its own validator


def test_the_container_file_passes_hadolint() -> None:
    run(tool("hadolint"), DEPLOY / "Dockerfile")


def test_the_manifests_pass_kubernetes_validate() -> None:
    output = run(tool("kubernetes-validate"), "--strict", *sorted((DEPLOY / "kubernetes").glob("*.yaml")))
    assert output.count("passed") == len(MANIFESTS)


def test_compose_fits_its_schema() -> None:
    if not COMPOSE_SCHEMA.exists():
        pytest.skip("the schema of compose is not there and `make validators` could not fetch it here")
    jsonschema.Draft7Validator(json.loads(COMPOSE_SCHEMA.read_text())).validate(COMPOSE)


def test_nginx_can_read_its_settings(tmp_path: Path) -> None:
    for path in (DEPLOY / "nginx").iterdir():
        (tmp_path / path.name).write_text(re.sub(r"brehon-\d:", "127.0.0.1:", path.read_text()))
    output = run(tool("nginx"), "-t", "-e", "stderr", "-p", tmp_path, "-c", tmp_path / "nginx.conf")
    assert "test is successful" in output
    assert "warn" not in output


def test_the_alerts_pass_promtool_and_fire_when_they_should() -> None:
    folder = DEPLOY / "prometheus"
    run(tool("promtool"), "check", "config", folder / "prometheus.yml")
    run(tool("promtool"), "test", "rules", "alerts_test.yml", cwd=folder)


def test_every_alert_is_shown_firing_and_silent() -> None:
    tests = yaml.safe_load((DEPLOY / "prometheus" / "alerts_test.yml").read_text())["tests"]
    cases = [case for test in tests for case in test["alert_rule_test"]]
    names = {rule["alert"] for group in ALERTS["groups"] for rule in group["rules"]}
    for fires in (True, False):
        assert {case["alertname"] for case in cases if bool(case["exp_alerts"]) == fires} == names


def test_systemd_can_read_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "brehon.service"
    (tmp_path / "gunicorn").write_text("#!/bin/sh\n")
    (tmp_path / "gunicorn").chmod(0o755)
    unit.write_text(UNIT.replace("/opt/brehon/.venv/bin/gunicorn", str(tmp_path / "gunicorn")))
    output = run(tool("systemd-analyze"), "verify", "--man=no", "--generators=no", unit)
    assert "brehon.service" not in output


def test_the_unit_is_well_locked_up(tmp_path: Path) -> None:
    unit = tmp_path / "brehon.service"
    unit.write_text(UNIT)
    run(tool("systemd-analyze"), "security", "--offline=yes", "--threshold=20", unit)


@pytest.mark.parametrize("name", ["redis.conf", "cluster.conf"])
def test_redis_starts_with_its_settings(name: str, tmp_path: Path) -> None:
    with (
        running_server(settings=DEPLOY / "redis" / name, folder=tmp_path) as server,
        Redis.from_url(server.url) as client,
    ):
        assert client.config_get("maxmemory-policy") == {"maxmemory-policy": "allkeys-lru"}
        assert client.config_get("save") == {"save": ""}
        assert client.info("cluster")["cluster_enabled"] == (name == "cluster.conf")


# ---------------------------------------------------------------- and together


def test_the_container_runs_as_nobody_on_a_root_it_does_not_write_to() -> None:
    user = re.search(r"(?m)^USER (\d+)$", DOCKERFILE)
    assert user
    assert DOCKERFILE.count("\nFROM ") == 2
    assert container()["securityContext"]["readOnlyRootFilesystem"] is True
    security = manifest("Deployment")["spec"]["template"]["spec"]["securityContext"]
    assert (security["runAsNonRoot"], security["runAsUser"]) == (True, int(user[1]))
    for name in ("brehon-1", "brehon-2", "brehon-3"):
        service = COMPOSE["services"][name]
        assert service["read_only"] is True
        assert f"uid={user[1]}" in service["tmpfs"][0]


def test_temporary_files_go_to_the_folder_that_can_be_written() -> None:
    folder = re.search(r"TMPDIR=(\S+)", DOCKERFILE)
    assert folder
    assert COMPOSE["services"]["brehon-1"]["tmpfs"][0].startswith(folder[1])
    assert [mount["mountPath"] for mount in container()["volumeMounts"]] == [folder[1]]
    assert f"TMPDIR={folder[1]}" in UNIT
    assert f"RuntimeDirectory={Path(folder[1]).name}" in UNIT


def test_everything_that_is_copied_into_the_container_is_sent_there() -> None:
    sent = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    instructions = re.findall(r"(?m)^COPY (?!--from)(.+) \S+$", DOCKERFILE)
    copied = {source for sources in instructions for source in sources.split()}
    assert {path for path in copied if Path(path).parts[0] not in copied - {path}} == set(sent)
    assert all((ROOT / path).exists() for path in copied)


def test_the_service_needs_no_other_folder_of_the_project() -> None:
    find = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]["find"]
    names = [name.rstrip("*").replace(".", "/") for name in find["include"]]
    folders = {
        Path(where, name).parts[0] for where in find["where"] for name in names if (ROOT / where / name).is_dir()
    }
    assert folders == {"service", "schemas", "openapi"}
    assert folders <= set(re.findall(r"(?m)^COPY (?!--from)(\S+) ", DOCKERFILE))


def test_probes_ask_addresses_that_there_are(client: Any) -> None:
    for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
        assert client.get(container()[probe]["httpGet"]["path"]).status_code == 200
    assert container()["readinessProbe"]["httpGet"]["path"] == "/readyz"
    assert client.get(re.search(r"8000(/\w+)", DOCKERFILE.partition("HEALTHCHECK")[2])[1]).status_code == 200


def test_a_stop_has_time_for_the_drain_and_the_running_requests() -> None:
    settings = (ROOT / "service" / "gunicorn_conf.py").read_text()
    graceful = int(re.search(r"graceful_timeout = (\d+)", settings)[1])
    waits = int(container()["lifecycle"]["preStop"]["exec"]["command"][1])
    assert manifest("Deployment")["spec"]["template"]["spec"]["terminationGracePeriodSeconds"] > waits + graceful
    assert int(re.search(r"TimeoutStopSec=(\d+)", UNIT)[1]) > graceful
    assert int(COMPOSE["services"]["brehon-1"]["stop_grace_period"].rstrip("s")) > graceful


def test_the_proxy_lets_go_of_a_silent_connection_first() -> None:
    kept = int(re.search(r"(?m)^keepalive = (\d+)", (ROOT / "service" / "gunicorn_conf.py").read_text())[1])
    upstream = (DEPLOY / "nginx" / "nginx.conf").read_text().partition("upstream brehon")[2]
    assert int(re.search(r"keepalive_timeout (\d+)s", upstream)[1]) < kept


def test_the_proxy_knows_the_instances_of_compose() -> None:
    servers = re.findall(
        r"(?m)^server (brehon-\d):8000.*?( backup)?;$", (DEPLOY / "nginx" / "upstream.conf").read_text()
    )
    names = [name for name in COMPOSE["services"] if name.startswith("brehon-")]
    assert servers == [(name, "") for name in names] + [(name, " backup") for name in names]
    retries = (DEPLOY / "nginx" / "retries.conf").read_text()
    assert re.findall(r"(?m)^server (brehon-\d):8000 max_conns=4 max_fails=0;$", retries) == names


def test_compose_mounts_all_files_of_the_proxy() -> None:
    mounted = [volume.split(":")[0] for volume in COMPOSE["services"]["nginx"]["volumes"]]
    assert sorted(mounted) == sorted(f"./nginx/{path.name}" for path in (DEPLOY / "nginx").iterdir())


def test_the_limits_of_the_proxy_are_above_those_of_the_service() -> None:
    """The service answers an ordinary client, with what is left; the proxy only keeps floods away."""
    limits, settings = (DEPLOY / "nginx" / "limits.conf").read_text(), Settings()
    amount, _, period = settings.rate_limit.partition("/")
    assert period == "minute"
    assert int(re.search(r"burst=(\d+)", limits)[1]) >= int(amount)
    assert int(re.search(r"rate=(\d+)r/s", limits)[1]) * 60 >= int(amount)
    assert int(re.search(r"limit_conn connections (\d+)", limits)[1]) > settings.client_concurrency
    proxy = (DEPLOY / "nginx" / "nginx.conf").read_text()
    assert int(re.search(r"proxy_read_timeout (\d+)s", proxy)[1]) > settings.watchdog_seconds
    assert int(re.search(r"client_max_body_size (\d+)m", proxy)[1]) * 1024 * 1024 == settings.body_limit
    assert int(re.search(r"proxy_max_temp_file_size (\d+)m", proxy)[1]) * 1024 * 1024 >= settings.answer_limit


def test_the_budget_leaves_enough_and_the_scaler_does_not_go_below() -> None:
    least = manifest("HorizontalPodAutoscaler")["spec"]["minReplicas"]
    assert manifest("PodDisruptionBudget")["spec"]["minAvailable"] < least
    assert manifest("Deployment")["spec"]["replicas"] == least


def test_selectors_select_the_pods() -> None:
    for name in ("brehon", "brehon-redis"):
        labels = manifest("Deployment", name)["spec"]["template"]["metadata"]["labels"]
        assert manifest("Service", name)["spec"]["selector"] == labels
        assert manifest("NetworkPolicy", name)["spec"]["podSelector"]["matchLabels"] == labels


def test_instances_that_share_a_redis_can_share_the_secret_of_its_entries() -> None:
    for name in ("brehon-1", "brehon-2", "brehon-3"):
        assert COMPOSE["services"][name]["environment"]["BREHON_CACHE_KEY"] == "${BREHON_CACHE_KEY:-}"
    (variable,) = [each for each in container()["env"] if each["name"] == "BREHON_CACHE_KEY"]
    secret = variable["valueFrom"]["secretKeyRef"]
    made_by = f"kubectl create secret generic {secret['name']} --from-literal={secret['key']}=$(openssl rand -hex 32)"
    for page in (DEPLOY / "kubernetes" / "brehon.yaml", ROOT / "docs" / "deployment.md"):
        assert made_by in page.read_text()
    assert "EnvironmentFile=-/etc/brehon.env" in UNIT


def test_no_secret_is_in_the_files() -> None:
    """A secret that everybody can read here would be worse than a random one."""
    assert not any(document["kind"] == "Secret" for document in MANIFESTS)
    for path in (path for path in DEPLOY.rglob("*") if path.is_file() and path.suffix != ".pyc"):
        for value in re.findall(r"BREHON_CACHE_KEY['\"]?\s*[=:]\s*(\S*)", path.read_text("utf-8")):
            assert value.startswith("$"), path


# ---------------------------------------------------------------- dashboards and alerts know the metrics


def expressions() -> list[str]:
    shown = [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]
    return shown + [rule["expr"] for group in ALERTS["groups"] for rule in group["rules"]]


def test_expressions_name_metrics_and_labels_that_there_are() -> None:
    labels: dict[str, set[str]] = {"up": {"job", "instance"}}
    figures = Metrics(["kingdomino"]).figures
    figures.request("kingdomino.validate", 200, 0.1)
    figures.verdict("kingdomino", "legal")
    for family in figures.registry.collect():
        for sample in family.samples:
            labels[sample.name] = set(sample.labels)
    for expression in expressions():
        named = re.findall(r"\b(brehon_\w+|up)\b(?:\{([^}]*)\})?", expression)
        assert named, expression
        for name, selection in named:
            assert name in labels, expression
            assert set(re.findall(r"(\w+)(?==|!=|=~|!~)", selection)) <= labels[name], expression
        for event in re.findall(r'event=~?"([^"]*)"', expression):
            assert set(event.split("|")) <= set(EVENTS), expression


def test_the_dashboard_shows_every_metric() -> None:
    shown = " ".join(expressions())
    counted = Metrics().figures.registry.collect()
    assert [family.name for family in counted if family.name not in shown] == []


def test_the_expressions_of_the_dashboard_pass_promtool(tmp_path: Path) -> None:
    rules = [
        {"record": f"panel:{number}", "expr": expression.replace("$__rate_interval", "5m").replace("$game", ".*")}
        for number, expression in enumerate(expressions())
    ]
    (tmp_path / "rules.yml").write_text(yaml.safe_dump({"groups": [{"name": "dashboard", "rules": rules}]}))
    assert f"{len(rules)} rules found" in run(tool("promtool"), "check", "rules", tmp_path / "rules.yml")
