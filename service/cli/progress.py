"""A progress bar on standard error, where that is a terminal."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

T = TypeVar("T")


def over(items: Iterable[T], total: int, label: str) -> Iterator[T]:
    """The items, with a bar that shows how many there have been."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    if not console.is_terminal:
        yield from items
        return
    with Progress(*columns, console=console, transient=True) as bar:
        yield from bar.track(items, total=total, description=label)
