"""Questions with something wrong or missing: what the service refuses, the module has to refuse."""

import random
from typing import Any

SPOILT = 0.06
WRONG: list[Any] = [None, -1, 1.5, "x", "", [], {}, True, 100_000]


def maybe_spoilt(rng: random.Random, question: dict[str, Any]) -> dict[str, Any]:
    """The question, a few times in a hundred with one thing changed."""
    if rng.random() < SPOILT:
        path = _anywhere(rng, question)
        if path:
            _spoil(rng, *path)
    return question


def _anywhere(rng: random.Random, value: Any) -> tuple[Any, Any] | None:
    """A container and a key in it, at a random depth."""
    found = None
    while isinstance(value, dict | list) and value:
        key = rng.choice(list(value) if isinstance(value, dict) else list(range(len(value))))
        found, value = (value, key), value[key]
        if rng.random() < 0.25:
            break
    return found


def _spoil(rng: random.Random, container: Any, key: Any) -> None:
    kind = rng.randrange(4)
    if kind == 0:
        del container[key]
    elif kind == 1 and isinstance(container, dict):
        container["something"] = container[key]
    elif kind == 2 and isinstance(container, list):
        container.append(container[key])
    else:
        container[key] = rng.choice(WRONG)
