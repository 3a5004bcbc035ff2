"""Settings from the environment, read and validated by environs and its marshmallow fields.

To add a setting: a field of ``Settings`` with a docstring, a line in ``from_environment``, a row with the same text
in ``docs/operations.md``, and a row in ``tests/api/test_settings.py``.
"""

import os
import re
from collections.abc import Callable, Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Any, NamedTuple

import limits
from environs import Env, EnvValidationError, ValidationError
from marshmallow import fields
from marshmallow.validate import Range

LEAST_NESTING = 20
"""What the most deeply nested valid request needs, and a little more."""
_ORIGIN = re.compile(r"\*|null|[a-z][a-z0-9+.-]*://[^/\s]+").fullmatch
"""A browser sends no path and no slash at the end, so an origin with one would never match."""
CACHEABLE = ("score", "odds", "diagram", "replay", "legal-moves", "audit", "resolve", "validate")
LEAST_SECRET_LENGTH = 16
_MAY_BE_EMPTY = ("BREHON_CACHED",)
"""Variables for which an empty value is a value: no operation is cached. Elsewhere it means "not set"."""
_SECRETS = ("BREHON_CACHE_KEY",)
"""Variables whose values are not shown in an error message."""


class SettingsError(ValueError):
    """Environment variables that cannot be used, one sentence for each."""


class Secret(str):
    """Text that ``repr`` does not show: settings may be printed while somebody looks for an error."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<secret>"


class Settings(NamedTuple):
    """What an operator may choose. The docstring of each field is its description in ``docs/operations.md``."""

    redis_url: str | None = None
    """Address of the Redis for the shared cache; without it each process has only its own memory."""
    redis_timeout: float = 0.05
    """Seconds to wait for Redis, for connecting and for each reply."""
    cache_key: Secret | None = None
    """Secret of the entries in Redis, at least 16 characters; none for a random one at each start."""
    cached_operations: tuple[str, ...] = ("score", "odds", "diagram", "replay")
    """Operations whose answers are cached, separated by commas; empty for none."""
    cache_entries: int = 10_000
    """Most answers in the memory of each process."""
    cache_bytes: int = 16 * 1024 * 1024
    """Most bytes of answers in the memory of each process; 0 for no cache in memory."""
    cache_seconds: int = 24 * 3600
    """Seconds after which an answer in Redis expires."""
    body_limit: int = 2 * 1024 * 1024
    """Largest request body in bytes."""
    nesting_limit: int = 32
    """Deepest nesting of a request body; at least 20."""
    moves_limit: int = 10_000
    """Most moves in a replay."""
    games_limit: int = 10
    """Most games in a score."""
    batch_limit: int = 100
    """Most questions in a batch."""
    body_seconds: float = 10.0
    """Seconds in which a request body has to arrive."""
    send_seconds: float = 30.0
    """Seconds in which a client has to read its answer; then the connection is closed."""
    time_budget: float = 5.0
    """Seconds of computing for one request."""
    step_budget: int = 1_000_000
    """Steps of computing for one request; a step is about a microsecond."""
    answer_limit: int = 4 * 1024 * 1024
    """Largest answer in bytes."""
    expensive_requests: int = 2
    """Most expensive requests that a worker computes at a time."""
    watchdog_seconds: float = 10.0
    """Seconds after which a request that still computes is logged and its worker process is replaced."""
    rate_limit: str = "1200/minute"
    """Most units of cost from one address (docs/security.md), such as 600/minute; off for no limit for addresses."""
    key_rate_limit: str = ""
    """Most units of cost with one API key, such as 6000/minute; none for no limit."""
    client_concurrency: int = 16
    """Most requests of one address at the same time; 0 for no limit, as with BREHON_RATE_LIMIT=off."""
    keys_file: Path | None = None
    """File with the digests of the valid API keys."""
    rate_store: str = ""
    """Where requests are counted: memory or redis; none for Redis if there is one, else memory."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses and networks of the proxies whose X-Forwarded-For is believed, separated by commas."""
    cors_origins: tuple[str, ...] = ()
    """Origins whose pages may send requests (CORS), separated by commas; * for all."""
    games: tuple[str, ...] = ()
    """Ids of the games that are served, separated by commas; none for every game that is installed."""
    packs_folder: Path | None = None
    """Folder with further component packs."""
    cases_folder: Path | None = None
    """Folder with a case library to serve instead of the cases that come with each game."""
    log_requests: bool = True
    """Whether each request writes a line to the log; 0 for no."""


def from_environment(environment: Mapping[str, str] | None = None) -> Settings:
    """The settings in these variables, by default those of the process; ``SettingsError`` names all bad ones."""
    variables = os.environ if environment is None else environment
    env = _Reader(variables)
    default = Settings()
    redis_url = env.str("REDIS_URL", default.redis_url)
    settings = Settings(
        # Validated by the cache when it connects: an error here would print the password in it.
        redis_url=redis_url,
        redis_timeout=env.number("BREHON_REDIS_TIMEOUT", default.redis_timeout, validate=_at_least(0)),
        cache_key=env.secret("BREHON_CACHE_KEY", default.cache_key, validate=_is_long_enough),
        cached_operations=env.names("BREHON_CACHED", default.cached_operations, validate=_all_cacheable),
        cache_entries=env.whole_number("BREHON_CACHE_ENTRIES", default.cache_entries, validate=_at_least(0)),
        cache_bytes=env.whole_number("BREHON_CACHE_BYTES", default.cache_bytes, validate=_at_least(0)),
        cache_seconds=env.whole_number("BREHON_CACHE_SECONDS", default.cache_seconds, validate=_at_least(0)),
        body_limit=env.whole_number("BREHON_BODY_LIMIT", default.body_limit, validate=_at_least(0)),
        nesting_limit=env.whole_number(
            "BREHON_NESTING_LIMIT", default.nesting_limit, validate=_at_least(LEAST_NESTING)
        ),
        moves_limit=env.whole_number("BREHON_MOVES_LIMIT", default.moves_limit, validate=_at_least(1)),
        games_limit=env.whole_number("BREHON_GAMES_LIMIT", default.games_limit, validate=_at_least(1)),
        batch_limit=env.whole_number("BREHON_BATCH_LIMIT", default.batch_limit, validate=_at_least(1)),
        body_seconds=env.number("BREHON_BODY_SECONDS", default.body_seconds, validate=_ABOVE_ZERO),
        send_seconds=env.number("BREHON_SEND_SECONDS", default.send_seconds, validate=_ABOVE_ZERO),
        time_budget=env.number("BREHON_TIME_BUDGET", default.time_budget, validate=_ABOVE_ZERO),
        step_budget=env.whole_number("BREHON_STEP_BUDGET", default.step_budget, validate=_at_least(1)),
        answer_limit=env.whole_number("BREHON_ANSWER_LIMIT", default.answer_limit, validate=_at_least(1)),
        expensive_requests=env.whole_number(
            "BREHON_EXPENSIVE_REQUESTS", default.expensive_requests, validate=_at_least(1)
        ),
        watchdog_seconds=env.number("BREHON_WATCHDOG_SECONDS", default.watchdog_seconds, validate=_ABOVE_ZERO),
        rate_limit=env.str("BREHON_RATE_LIMIT", default.rate_limit, validate=_is_rate),
        key_rate_limit=env.str("BREHON_KEY_RATE_LIMIT", default.key_rate_limit, validate=_is_rate),
        client_concurrency=env.whole_number(
            "BREHON_CLIENT_CONCURRENCY", default.client_concurrency, validate=_at_least(0)
        ),
        # Files and folders are validated when they are read, where the error can say what is wrong inside.
        keys_file=env.path("BREHON_API_KEYS", default.keys_file),
        rate_store=env.str("BREHON_RATE_STORE", default.rate_store, validate=_is_rate_store(redis_url)),
        trusted_proxies=env.names("BREHON_TRUSTED_PROXIES", default.trusted_proxies, validate=_all_networks),
        cors_origins=env.names("BREHON_CORS_ORIGINS", default.cors_origins, validate=_all_origins),
        # Which games there are is known when they are looked up.
        games=env.names("BREHON_GAMES", default.games),
        packs_folder=env.path("BREHON_PACKS", default.packs_folder),
        cases_folder=env.path("BREHON_CASES", default.cases_folder),
        log_requests=env.switch("BREHON_LOG_REQUESTS", default.log_requests),
    )
    try:
        env.seal()
    except EnvValidationError as error:
        raise SettingsError(_sentences(variables, error)) from error
    return settings


def _sentences(variables: Mapping[str, str], error: EnvValidationError) -> str:
    """One line for each bad variable: its name, its value unless it is a secret, and what is wrong with it."""
    assert isinstance(error.error_messages, Mapping)
    return "\n".join(
        f"{name} {_shown(name, variables[name])} {' and '.join(messages)}."
        for name, messages in error.error_messages.items()
    )


def _shown(name: str, value: str) -> str:
    return "(a secret, not shown)" if name in _SECRETS else f"is {value!r}, but"


class _Number(fields.Float):
    default_error_messages = {"invalid": "has to be a number", "special": "has to be a finite number"}  # noqa: RUF012


class _WholeNumber(fields.Integer):
    """A whole number, which may also be written as ``1e6``."""

    default_error_messages = {"invalid": "has to be a whole number"}  # noqa: RUF012

    def _format_num(self, value: Any) -> int:
        number = float(value)
        if not number.is_integer():
            raise ValueError(value)
        return int(number)


class _Switch(fields.Boolean):
    default_error_messages = {"invalid": "has to be 1 or 0"}  # noqa: RUF012


class _Secret(fields.String):
    """Text that must not be printed."""

    def _deserialize(self, value: str, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        return Secret(value)


class _Names(fields.Field[tuple[str, ...]]):
    """Names separated by commas. Unlike ``env.list`` it removes spaces and empty names."""

    def _deserialize(self, value: str, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        return tuple(name.strip() for name in value.split(",") if name.strip())


class _Reader(Env):
    """environs on any mapping in place of ``os.environ``; collects the errors of all variables until ``seal``."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        super().__init__(eager=False)
        self._variables = variables
        self.add_parser_from_field("number", _Number)
        self.add_parser_from_field("whole_number", _WholeNumber)
        self.add_parser_from_field("switch", _Switch)
        self.add_parser_from_field("names", _Names)
        self.add_parser_from_field("secret", _Secret)

    def _get_value(self, env_key: str, default: Any) -> Any:
        value = self._variables.get(env_key)
        if value is None or not (value.strip() or env_key in _MAY_BE_EMPTY):
            return default
        return value.strip()


_ABOVE_ZERO = Range(min=0, min_inclusive=False, error="has to be above {min}")


def _at_least(least: int) -> Range:
    return Range(min=least, error="has to be at least {min}")


def _is_long_enough(secret: str) -> None:
    if len(secret) < LEAST_SECRET_LENGTH:
        raise ValidationError(f"has to have at least {LEAST_SECRET_LENGTH} characters")


def _is_rate(rate: str) -> None:
    """Such as ``600/minute``, or ``off``."""
    try:
        usable = rate == "off" or limits.parse(rate).amount > 0
    except ValueError:
        usable = False
    if not usable:
        raise ValidationError("has to be a rate such as 600/minute, or off")


def _is_rate_store(redis_url: str | None) -> Callable[[str], None]:
    def validate(store: str) -> None:
        if store not in ("memory", "redis"):
            raise ValidationError("has to be memory or redis")
        if store == "redis" and not redis_url:
            raise ValidationError("there is no REDIS_URL")

    return validate


def _all_cacheable(operations: tuple[str, ...]) -> None:
    if errors := [f"{name!r} cannot be cached" for name in operations if name not in CACHEABLE]:
        raise ValidationError(errors)


def _all_networks(networks: tuple[str, ...]) -> None:
    if errors := [f"{network!r} is not an address or a network" for network in networks if not _is_network(network)]:
        raise ValidationError(errors)


def _is_network(network: str) -> bool:
    try:
        ip_network(network, strict=False)
    except ValueError:
        return False
    return True


def _all_origins(origins: tuple[str, ...]) -> None:
    if errors := [f"{name!r} is not an origin such as https://app.example" for name in origins if not _ORIGIN(name)]:
        raise ValidationError(errors)
