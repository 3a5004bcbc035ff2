"""A Kingdomino table being changed: what moves and steps do to it."""

from schemas.kingdomino import Lying, Slot, Square
from service.games.kingdomino.grid import STEP, TERRAINS, index_of
from service.games.kingdomino.kingdom import Board, squares_of
from service.games.kingdomino.table import Table
from service.referee import draft as core


class Draft(core.Draft, Table):
    """A Kingdomino table being changed."""

    def lay(self, player: str, lying: Lying) -> None:
        """Add a domino to a kingdom, in the form in which the kingdom was sent."""
        if self.is_by_squares(player):
            both, halves = squares_of(lying.x, lying.y, lying.to), self.box.halves[lying.domino]
            added = [
                Square(x=x, y=y, terrain=TERRAINS[terrain], crowns=crowns)  # type: ignore[arg-type]
                for (x, y), terrain, crowns in zip(both, halves[::2], halves[1::2], strict=True)
            ]
            self.change_of(player, "squares", lambda squares: (*squares, *added))
        else:
            self.change_of(player, "kingdom", lambda kingdom: (*kingdom, lying))
        board = self.boards.get(player)
        if isinstance(board, Board):  # only placing changes a kingdom, and only by a domino
            first = index_of(lying.x, lying.y)
            board = board.with_domino(first, first + STEP[lying.to], self.box.halves[lying.domino])
            self.boards = {**self.boards, player: board}

    def draw_kings(self, kings: tuple[str, ...]) -> None:
        """The kings are drawn; if it was unknown who plays, these names show it."""
        self.set(kings_drawn=kings)
        if not self.seats_known:
            self.count_players()

    def put_king(self, player: str, domino: int) -> None:
        """Put a king on a domino of the next line, if this domino was sent."""
        line = self.known_line("next_line")
        if line:
            self.set(next_line=tuple([Slot(domino, player) if slot.domino == domino else slot for slot in line]))
