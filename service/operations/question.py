"""A loaded question, and what every operation needs to answer it."""

from typing import Any, NamedTuple

from schemas.base import malformed
from service.operations.deadline import Deadline
from service.operations.served_game import ServedGame
from service.referee.render import Reader

MOST_ANSWER_BYTES = 4 * 1024 * 1024


class Question(NamedTuple):
    """A question about one game, loaded by its schema."""

    served: ServedGame
    operation: str
    language: str
    values: dict[str, Any]
    """The fields of the question, as the schema loaded them."""
    deadline: Deadline = Deadline()
    most_answer_bytes: int = MOST_ANSWER_BYTES

    @property
    def viewer(self) -> str | None:
        """The player for whom hidden cards are masked."""
        name: str | None = self.values.get("player" if self.operation == "view" else "viewer")
        return name

    def table(self, field: str = "state") -> Any:
        """The table in this field of the question."""
        return self.served.table(self.values[field], self.values, f"/{field}")

    def reader(self, table: Any) -> Reader:
        """Who reads the answer: by language, and by the edition that the table plays by."""
        return self.served.reader(self.language, table.choices.edition)

    def check_player(self, table: Any, field: str) -> None:
        """Refuse a question whose field names nobody at the table."""
        name = self.values.get(field)
        if name is not None and name not in table.by_name:
            raise malformed(f"/{field}", f"Nobody at this table is called {name!r}.")

    def masked(self, table: Any) -> Any:
        """The table as the viewer sees it; the table itself where there is no viewer."""
        if self.viewer is None:
            return table
        game = self.served.game
        return game.table(game.view(table.state, self.viewer), table.box, table.choices)
