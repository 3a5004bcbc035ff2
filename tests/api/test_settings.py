"""Settings from the environment, and what the app makes of them."""

import json
import logging
import os
import traceback
from pathlib import Path
from typing import Any

import pytest

from service.app import create_app
from service.server import server_settings, start_message
from service.settings import CACHEABLE, Secret, Settings, SettingsError, from_environment
from tests.api.questions import BASE_PACK, KINGDOMINO, POSTS, QUESTIONS, SMALL, address


def test_an_empty_environment_gives_the_defaults() -> None:
    assert from_environment({}) == Settings()


def test_empty_values_count_as_left_out() -> None:
    names = (
        "REDIS_URL",
        "BREHON_REDIS_TIMEOUT",
        "BREHON_CACHE_KEY",
        "BREHON_CACHE_ENTRIES",
        "BREHON_BODY_LIMIT",
        "BREHON_GAMES",
        "BREHON_PACKS",
        "BREHON_CASES",
        "BREHON_RATE_LIMIT",
        "BREHON_RATE_STORE",
        "BREHON_LOG_REQUESTS",
    )
    for empty in ("", " "):
        assert from_environment(dict.fromkeys(names, empty)) == Settings()


def test_without_an_argument_the_environment_of_the_process_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith("BREHON_") or name == "REDIS_URL":
            monkeypatch.delenv(name)
    monkeypatch.setenv("BREHON_BODY_LIMIT", "1234")
    assert from_environment() == Settings(body_limit=1234)
    assert from_environment({}) == Settings()


VALUES: list[tuple[str, str, dict[str, Any]]] = [
    ("REDIS_URL", "redis://cache:6379/0", {"redis_url": "redis://cache:6379/0"}),
    ("BREHON_REDIS_TIMEOUT", "0.02", {"redis_timeout": 0.02}),
    ("BREHON_CACHE_KEY", "sixteen letters.", {"cache_key": Secret("sixteen letters.")}),
    ("BREHON_CACHED", "score, audit", {"cached_operations": ("score", "audit")}),
    ("BREHON_CACHED", "", {"cached_operations": ()}),
    ("BREHON_CACHED", ",".join(CACHEABLE), {"cached_operations": CACHEABLE}),
    ("BREHON_CACHE_ENTRIES", "7", {"cache_entries": 7}),
    ("BREHON_CACHE_ENTRIES", "0", {"cache_entries": 0}),
    ("BREHON_CACHE_BYTES", "1e6", {"cache_bytes": 1_000_000}),
    ("BREHON_CACHE_SECONDS", "60", {"cache_seconds": 60}),
    ("BREHON_BODY_LIMIT", "4096", {"body_limit": 4096}),
    ("BREHON_BODY_SECONDS", "2.5", {"body_seconds": 2.5}),
    ("BREHON_SEND_SECONDS", "2.5", {"send_seconds": 2.5}),
    ("BREHON_NESTING_LIMIT", "20", {"nesting_limit": 20}),
    ("BREHON_MOVES_LIMIT", "500", {"moves_limit": 500}),
    ("BREHON_GAMES_LIMIT", "1", {"games_limit": 1}),
    ("BREHON_BATCH_LIMIT", "7", {"batch_limit": 7}),
    ("BREHON_TIME_BUDGET", "0.5", {"time_budget": 0.5}),
    ("BREHON_RATE_LIMIT", "600/minute", {"rate_limit": "600/minute"}),
    ("BREHON_RATE_LIMIT", "off", {"rate_limit": "off"}),
    ("BREHON_STEP_BUDGET", "5000", {"step_budget": 5000}),
    ("BREHON_ANSWER_LIMIT", "1e6", {"answer_limit": 1_000_000}),
    ("BREHON_EXPENSIVE_REQUESTS", "4", {"expensive_requests": 4}),
    ("BREHON_WATCHDOG_SECONDS", "2.5", {"watchdog_seconds": 2.5}),
    ("BREHON_CLIENT_CONCURRENCY", "0", {"client_concurrency": 0}),
    ("BREHON_KEY_RATE_LIMIT", "10 per 2 seconds", {"key_rate_limit": "10 per 2 seconds"}),
    ("BREHON_API_KEYS", "/srv/keys.txt", {"keys_file": Path("/srv/keys.txt")}),
    ("BREHON_RATE_STORE", "memory", {"rate_store": "memory"}),
    ("BREHON_TRUSTED_PROXIES", "10.0.0.0/8, ::1", {"trusted_proxies": ("10.0.0.0/8", "::1")}),
    (
        "BREHON_CORS_ORIGINS",
        "https://a.example, https://b.example",
        {"cors_origins": ("https://a.example", "https://b.example")},
    ),
    ("BREHON_CORS_ORIGINS", "", {"cors_origins": ()}),
    ("BREHON_CORS_ORIGINS", "*", {"cors_origins": ("*",)}),
    ("BREHON_GAMES", "ortus-regni, kingdomino", {"games": ("ortus-regni", "kingdomino")}),
    ("BREHON_PACKS", "/srv/packs", {"packs_folder": Path("/srv/packs")}),
    ("BREHON_CASES", "/srv/cases", {"cases_folder": Path("/srv/cases")}),
    ("BREHON_LOG_REQUESTS", "0", {"log_requests": False}),
    ("BREHON_LOG_REQUESTS", "1", {"log_requests": True}),
    ("BREHON_LOG_REQUESTS", "False", {"log_requests": False}),
    ("BREHON_LOG_REQUESTS", "off", {"log_requests": False}),
]


@pytest.mark.parametrize(("name", "value", "changes"), VALUES)
def test_every_setting_can_be_set(name: str, value: str, changes: dict[str, Any]) -> None:
    settings = from_environment({name: value})
    assert settings == Settings()._replace(**changes)
    for field in changes:
        assert type(getattr(settings, field)) is type(changes[field])


def test_requests_can_be_counted_in_a_redis_that_is_set() -> None:
    url = "redis://cache:6379/0"
    settings = from_environment({"REDIS_URL": url, "BREHON_RATE_STORE": "redis"})
    assert settings == Settings(redis_url=url, rate_store="redis")


def test_every_setting_is_tested_here() -> None:
    assert {field for _, _, changes in VALUES for field in changes} == set(Settings._fields)


NUMBERS = (
    "BREHON_REDIS_TIMEOUT",
    "BREHON_CACHE_ENTRIES",
    "BREHON_CACHE_BYTES",
    "BREHON_CACHE_SECONDS",
    "BREHON_BODY_LIMIT",
    "BREHON_BODY_SECONDS",
    "BREHON_SEND_SECONDS",
    "BREHON_NESTING_LIMIT",
    "BREHON_MOVES_LIMIT",
    "BREHON_GAMES_LIMIT",
    "BREHON_BATCH_LIMIT",
    "BREHON_TIME_BUDGET",
)


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("value", ["many", "1,5", "-1", "0x10", "--"])
def test_a_number_that_is_none_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name):
        from_environment({name: value})


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_without_an_end_is_refused_by_name(name: str) -> None:
    for value in ("nan", "inf", "1e999"):
        with pytest.raises(SettingsError, match=name):
            from_environment({name: value})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BREHON_NESTING_LIMIT", "19"),
        ("BREHON_MOVES_LIMIT", "0"),
        ("BREHON_GAMES_LIMIT", "0.5"),
        ("BREHON_BATCH_LIMIT", "0"),
        ("BREHON_BODY_SECONDS", "0"),
        ("BREHON_TIME_BUDGET", "0"),
        ("BREHON_RATE_LIMIT", "many"),
        ("BREHON_RATE_LIMIT", "0/minute"),
        ("BREHON_RATE_LIMIT", "10/parsec"),
        ("BREHON_KEY_RATE_LIMIT", "10"),
        ("BREHON_RATE_STORE", "disk"),
        ("BREHON_RATE_STORE", "redis"),
        ("BREHON_TRUSTED_PROXIES", "proxy.example"),
        ("BREHON_TRUSTED_PROXIES", "10.0.0.0/33"),
        ("BREHON_CORS_ORIGINS", "a.example"),
        ("BREHON_CORS_ORIGINS", "https://a.example/"),
        ("BREHON_CACHE_ENTRIES", "2.5"),
        ("BREHON_LOG_REQUESTS", "maybe"),
    ],
)
def test_a_limit_that_makes_no_sense_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name):
        from_environment({name: value})


@pytest.mark.parametrize("value", ["view", "setup", "scores", "score;audit"])
def test_what_cannot_be_cached_is_refused_by_name(value: str) -> None:
    with pytest.raises(SettingsError, match=value):
        from_environment({"BREHON_CACHED": f"score,{value}"})


def test_all_bad_variables_are_named_at_once_with_their_values() -> None:
    bad = {
        "BREHON_CACHED": "score,view",
        "BREHON_CACHE_BYTES": "many",
        "BREHON_NESTING_LIMIT": "19",
        "BREHON_TIME_BUDGET": "0",
        "BREHON_RATE_LIMIT": "10/parsec",
        "BREHON_RATE_STORE": "redis",
        "BREHON_TRUSTED_PROXIES": "::1, proxy.example",
        "BREHON_CORS_ORIGINS": "https://a.example/",
        "BREHON_LOG_REQUESTS": "maybe",
    }
    with pytest.raises(SettingsError) as caught:
        from_environment({**bad, "BREHON_BODY_LIMIT": "4096"})
    assert str(caught.value).splitlines() == [
        "BREHON_CACHED is 'score,view', but 'view' cannot be cached.",
        "BREHON_CACHE_BYTES is 'many', but has to be a whole number.",
        "BREHON_NESTING_LIMIT is '19', but has to be at least 20.",
        "BREHON_TIME_BUDGET is '0', but has to be above 0.",
        "BREHON_RATE_LIMIT is '10/parsec', but has to be a rate such as 600/minute, or off.",
        "BREHON_RATE_STORE is 'redis', but there is no REDIS_URL.",
        "BREHON_TRUSTED_PROXIES is '::1, proxy.example', but 'proxy.example' is not an address or a network.",
        "BREHON_CORS_ORIGINS is 'https://a.example/', but 'https://a.example/' is not an origin such as"
        " https://app.example.",
        "BREHON_LOG_REQUESTS is 'maybe', but has to be 1 or 0.",
    ]


def test_a_secret_that_is_too_short_is_refused_and_not_shown() -> None:
    secret = "fifteen letters"
    with pytest.raises(SettingsError) as caught:
        from_environment({"BREHON_CACHE_KEY": secret, "BREHON_BODY_LIMIT": "many"})
    assert str(caught.value).splitlines() == [
        "BREHON_CACHE_KEY (a secret, not shown) has to have at least 16 characters.",
        "BREHON_BODY_LIMIT is 'many', but has to be a whole number.",
    ]
    assert secret not in "".join(traceback.format_exception(caught.value))


# ---------------------------------------------------------------- what the app makes of them


def test_the_secret_of_the_cache_is_not_printed(caplog: pytest.LogCaptureFixture) -> None:
    secret = "a secret of many letters"
    settings = from_environment({"BREHON_CACHE_KEY": secret, "REDIS_URL": "redis://127.0.0.1:1/0"})
    assert settings.cache_key == secret
    assert secret not in repr(settings)
    with caplog.at_level(logging.DEBUG):
        client = create_app(settings).test_client()
        answer = client.post(address("score"), json=QUESTIONS["score"])
    assert answer.status_code == 200
    assert caplog.text, "the log has the line of the request"
    assert secret not in caplog.text
    for redis_url in ("http://cache", "redis://127.0.0.1:1/?colour=green"):
        with pytest.raises(ValueError, match="Redis") as caught:
            create_app(settings._replace(redis_url=redis_url))
        assert secret not in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize("url", ["localhost:6379", "http://cache", "redis://host:port"])
def test_an_address_of_redis_that_cannot_be_read_is_refused_at_start(url: str) -> None:
    with pytest.raises(ValueError, match="Redis"):
        create_app(Settings(redis_url=url))


@pytest.mark.parametrize("settings", [{"redis_timeout": 0.0}, {"cache_seconds": 0}])
def test_a_redis_without_time_is_refused_at_start(settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="Redis needs"):
        create_app(Settings(redis_url="redis://127.0.0.1:1/0", **settings))


def test_the_body_limit_is_kept_to_the_byte() -> None:
    body = json.dumps(QUESTIONS["score"]).encode()
    for limit, status in ((len(body), 200), (len(body) - 1, 413)):
        client = create_app(Settings(log_requests=False, rate_limit="off", body_limit=limit)).test_client()
        assert client.post(address("score"), data=body, content_type="application/json").status_code == status


@pytest.mark.parametrize("operation", CACHEABLE)
def test_every_operation_that_can_be_cached_is_when_set(operation: str) -> None:
    client = create_app(Settings(log_requests=False, rate_limit="off", cached_operations=(operation,))).test_client()
    path = next(path for path in (address(operation), *POSTS) if path in POSTS and path.endswith(f"/{operation}"))
    responses = [client.post(path, json=POSTS[path]) for _ in range(2)]
    assert [response.headers["Brehon-Cache"] for response in responses] == ["miss", "memory"]
    assert responses[0].data == responses[1].data


# ---------------------------------------------------------------- an operator's packs


def with_pack(folder: Path, content: Any, name: str = "mine.json") -> Settings:
    (folder / "kingdomino").mkdir(exist_ok=True)
    written = content if isinstance(content, str) else json.dumps(content)
    (folder / "kingdomino" / name).write_text(written, "utf-8")
    return Settings(log_requests=False, rate_limit="off", packs_folder=folder)


def test_a_pack_in_the_folder_can_be_named(tmp_path: Path) -> None:
    client = create_app(with_pack(tmp_path, {**BASE_PACK, "id": "mine"})).test_client()
    assert [pack["id"] for pack in client.get(f"{KINGDOMINO}/packs").get_json()["packs"]] == ["base", "mine"]
    assert client.get(KINGDOMINO).get_json()["game"]["packs"] == ["base", "mine"]
    assert client.get(f"{KINGDOMINO}/packs/mine").get_json()["pack"]["id"] == "mine"
    assert client.post(address("score"), json={"state": SMALL, "pack": "mine"}).status_code == 200


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "mine.json"),
        ({"id": "mine"}, "mine.json"),
        ({**BASE_PACK, "id": "mine", "dominoes": BASE_PACK["dominoes"][:5]}, "multiple of 8"),
        (BASE_PACK, "already"),
    ],
)
def test_a_pack_that_cannot_be_used_is_refused_at_start(tmp_path: Path, content: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        create_app(with_pack(tmp_path, content))


@pytest.mark.parametrize(
    ("games", "tried"),
    [
        ("", "/v1/games/kingdomino/validate "),
        ("brian-boru,kingdomino", "kingdomino/validate "),
        ("brian-boru", "/v1/games"),
    ],
)
def test_the_message_at_start_asks_about_a_game_that_is_served(
    monkeypatch: pytest.MonkeyPatch, games: str, tried: str
) -> None:
    monkeypatch.setenv("BREHON_GAMES", games)
    message = start_message(server_settings())
    assert tried in message
    assert ("kingdomino" in message) == ("kingdomino" in tried)


def test_only_the_chosen_games_are_served() -> None:
    client = create_app(Settings(log_requests=False, rate_limit="off", games=("ortus-regni",))).test_client()
    assert [game["id"] for game in client.get("/v1/games").get_json()["games"]] == ["ortus-regni"]
    assert client.post(address("score"), json=QUESTIONS["score"]).status_code == 404
    assert [each["game"] for each in client.get("/v1/cases").get_json()["rules_versions"]] == ["ortus-regni"]
    assert client.get("/").status_code == 200
