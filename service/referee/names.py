"""Names of players in requests."""

from schemas.base import Fault


def nobody_called(pointer: str, name: str) -> Fault:
    """A name of nobody who sits, or may sit, at the table."""
    return Fault(pointer, f"Nobody at this table is called {name!r}.")
