"""The opening: the first player is drawn, and everybody puts a disc in a town."""

from service.games.brian_boru.draft import Draft
from service.games.brian_boru.pack import HAND
from service.games.brian_boru.table import Table
from service.referee.known import Unknown
from service.referee.table import PLAYERS


def everybody_has_opened(table: Table) -> bool:
    """opening/order: whether every player's disc lies on the board."""
    discs = {held.disc for held in table.towns.values()}
    if not table.seats_known:
        return len(discs) >= min(HAND) and bool(Unknown(PLAYERS))
    return discs >= table.by_name.keys()


def begin_rounds(draft: Draft) -> None:
    draft.set(phase="preparation")
