"""Figures that a command measures and writes into a page, between two comments that readers do not see::

<!-- measured by make faults -->
…
<!-- end -->
"""

import os
import platform
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"


def fill(page: str, command: str, text: str) -> None:
    """Put this text in the place of a command, and leave the rest of the page alone."""
    path = DOCS / page
    mark = f"<!-- measured by {command} -->"
    place = re.compile(rf"({re.escape(mark)}\n).*?(?=<!-- end -->)", re.DOTALL)
    told, times = place.subn(lambda found: found[1] + text.rstrip("\n") + "\n", path.read_text("utf-8"))
    if times != 1:
        raise LookupError(f"{page} has {times} places for what is {mark}")
    path.write_text(told, "utf-8")


def table(titles: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines) + "\n"


def machine() -> str:
    """What the figures were measured on."""
    model = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    name = re.sub(r"\s+", " ", model[1]) if model else platform.machine()
    return f"{os.cpu_count()} cores of {name}, Python {platform.python_version()}"
