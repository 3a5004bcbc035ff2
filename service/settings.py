"""Settings, all from the environment."""

import os
from collections.abc import Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import NamedTuple

LEAST_NESTING = 20
"""What the deepest question needs, with something to spare."""
CACHEABLE = ("score", "odds", "diagram", "replay", "legal-moves", "audit", "validate")


class SettingsError(ValueError):
    """A setting that cannot be used."""


class Settings(NamedTuple):
    """What an operator may choose. ``docs/operations.md`` says what each is for."""

    redis_url: str | None = None
    redis_timeout: float = 0.05
    cached_operations: tuple[str, ...] = ("score", "odds", "diagram", "replay")
    cache_entries: int = 10_000
    cache_bytes: int = 16 * 1024 * 1024
    cache_seconds: int = 24 * 3600
    body_limit: int = 2 * 1024 * 1024
    nesting_limit: int = 32
    moves_limit: int = 10_000
    games_limit: int = 10
    batch_limit: int = 100
    body_seconds: float = 10.0
    time_budget: float = 5.0
    rate_limit: str = ""
    key_rate_limit: str = ""
    keys_file: Path | None = None
    rate_store: str = ""
    trusted_proxies: tuple[str, ...] = ()
    cors_origins: tuple[str, ...] = ()
    packs_folder: Path | None = None
    cases_folder: Path | None = None
    log_requests: bool = True


def from_environment(environment: Mapping[str, str] | None = None) -> Settings:
    env = os.environ if environment is None else environment
    settings = Settings()
    return Settings(
        redis_url=env.get("REDIS_URL") or None,
        redis_timeout=_number(env, "BREHON_REDIS_TIMEOUT", settings.redis_timeout),
        cached_operations=_operations(env, settings.cached_operations),
        cache_entries=int(_number(env, "BREHON_CACHE_ENTRIES", settings.cache_entries)),
        cache_bytes=int(_number(env, "BREHON_CACHE_BYTES", settings.cache_bytes)),
        cache_seconds=int(_number(env, "BREHON_CACHE_SECONDS", settings.cache_seconds)),
        body_limit=int(_number(env, "BREHON_BODY_LIMIT", settings.body_limit)),
        nesting_limit=_at_least(env, "BREHON_NESTING_LIMIT", settings.nesting_limit, LEAST_NESTING),
        moves_limit=_at_least(env, "BREHON_MOVES_LIMIT", settings.moves_limit),
        games_limit=_at_least(env, "BREHON_GAMES_LIMIT", settings.games_limit),
        batch_limit=_at_least(env, "BREHON_BATCH_LIMIT", settings.batch_limit),
        body_seconds=_above_zero(env, "BREHON_BODY_SECONDS", settings.body_seconds),
        time_budget=_above_zero(env, "BREHON_TIME_BUDGET", settings.time_budget),
        rate_limit=_rate(env, "BREHON_RATE_LIMIT"),
        key_rate_limit=_rate(env, "BREHON_KEY_RATE_LIMIT"),
        keys_file=Path(env["BREHON_API_KEYS"]) if env.get("BREHON_API_KEYS") else None,
        rate_store=_rate_store(env),
        trusted_proxies=_networks(env, "BREHON_TRUSTED_PROXIES", settings.trusted_proxies),
        cors_origins=_names(env, "BREHON_CORS_ORIGINS", settings.cors_origins),
        packs_folder=Path(env["BREHON_PACKS"]) if env.get("BREHON_PACKS") else None,
        cases_folder=Path(env["BREHON_CASES"]) if env.get("BREHON_CASES") else settings.cases_folder,
        log_requests=env.get("BREHON_LOG_REQUESTS", "1").lower() not in ("0", "false", "no", "off"),
    )


def _number(env: Mapping[str, str], name: str, default: float) -> float:
    try:
        value = float(env.get(name) or default)
    except ValueError as error:
        raise SettingsError(f"{name} is not a number: {env[name]!r}") from error
    if not 0 <= value < float("inf"):
        raise SettingsError(f"{name} is not a usable number: {env[name]!r}")
    return value


def _at_least(env: Mapping[str, str], name: str, default: int, least: int = 1) -> int:
    value = int(_number(env, name, default))
    if value < least:
        raise SettingsError(f"{name} has to be at least {least}: {env[name]!r}")
    return value


def _above_zero(env: Mapping[str, str], name: str, default: float) -> float:
    value = _number(env, name, default)
    if value <= 0:
        raise SettingsError(f"{name} has to be above zero: {env[name]!r}")
    return value


def _rate(env: Mapping[str, str], name: str) -> str:
    """Such as ``600/minute``; nothing for no limit."""
    told = env.get(name, "").strip()
    if not told:
        return told
    # Loaded by who limits anything.
    import limits

    try:
        usable = limits.parse(told).amount > 0
    except ValueError:
        usable = False
    if not usable:
        raise SettingsError(f"{name} is not a rate such as 600/minute: {env[name]!r}")
    return told


def _rate_store(env: Mapping[str, str]) -> str:
    told = env.get("BREHON_RATE_STORE", "").strip()
    if told not in ("", "memory", "redis") or (told == "redis" and not env.get("REDIS_URL")):
        raise SettingsError(f"BREHON_RATE_STORE is memory, or redis with a REDIS_URL: {told!r}")
    return told


def _networks(env: Mapping[str, str], name: str, default: tuple[str, ...]) -> tuple[str, ...]:
    networks = _names(env, name, default)
    for network in networks:
        try:
            ip_network(network, strict=False)
        except ValueError as error:
            raise SettingsError(f"{name} names what is no address and no network: {network!r}") from error
    return networks


def _names(env: Mapping[str, str], name: str, default: tuple[str, ...]) -> tuple[str, ...]:
    if name not in env:
        return default
    return tuple(part.strip() for part in env[name].split(",") if part.strip())


def _operations(env: Mapping[str, str], default: tuple[str, ...]) -> tuple[str, ...]:
    names = _names(env, "BREHON_CACHED", default)
    if strange := set(names) - set(CACHEABLE):
        raise SettingsError(f"BREHON_CACHED names what cannot be cached: {', '.join(sorted(strange))}")
    return names
