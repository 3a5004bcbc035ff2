"""Settings, all from the environment."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

CACHEABLE = ("score", "diagram", "replay", "legal-moves", "audit", "validate")


_CASES = (Path(__file__).parents[1] / "tests" / "cases", Path(sys.prefix) / "share" / "brehon" / "cases")
"""Where the case library lies in a checkout, and where installing the package puts it."""


class SettingsError(ValueError):
    """A setting that cannot be used."""


class Settings(NamedTuple):
    """What an operator may choose. ``docs/operations.md`` says what each is for."""

    redis_url: str | None = None
    redis_timeout: float = 0.05
    cached_operations: tuple[str, ...] = ("score", "diagram", "replay")
    cache_entries: int = 10_000
    cache_bytes: int = 32 * 1024 * 1024
    cache_seconds: int = 24 * 3600
    body_limit: int = 2 * 1024 * 1024
    cors_origins: tuple[str, ...] = ("*",)
    packs_folder: Path | None = None
    cases_folder: Path | None = next(filter(Path.is_dir, _CASES), None)
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


def _names(env: Mapping[str, str], name: str, default: tuple[str, ...]) -> tuple[str, ...]:
    if name not in env:
        return default
    return tuple(part.strip() for part in env[name].split(",") if part.strip())


def _operations(env: Mapping[str, str], default: tuple[str, ...]) -> tuple[str, ...]:
    names = _names(env, "BREHON_CACHED", default)
    if strange := set(names) - set(CACHEABLE):
        raise SettingsError(f"BREHON_CACHED names what cannot be cached: {', '.join(sorted(strange))}")
    return names
