"""The rules of the moves, a module for each chapter of the book: what is checked and what it does, side by side."""

from schemas.kingdomino import Choose, Discard, Draw, Move, Place, Reveal
from service.games.kingdomino.draft import Draft
from service.games.kingdomino.rules.choose import apply_choose, check_choose
from service.games.kingdomino.rules.draw import apply_draw, check_draw
from service.games.kingdomino.rules.place import apply_discard, apply_place, check_discard, check_place
from service.games.kingdomino.rules.reveal import apply_reveal, check_reveal
from service.games.kingdomino.table import Table
from service.referee.findings import Findings, Happening
from service.referee.steps import forget_unsettled


def check(table: Table, move: Move, findings: Findings) -> None:
    """Every rule that allows the move or is broken by it."""
    match move:
        case Place():
            check_place(table, move, findings)
        case Choose():
            check_choose(table, move, findings)
        case Discard():
            check_discard(table, move, findings)
        case Reveal():
            check_reveal(table, move, findings)
        case Draw():
            check_draw(table, move, findings)


def apply(table: Table, move: Move) -> tuple[Table, list[Happening]]:
    """The table after a legal move, and what happened."""
    draft = Draft(table)
    if draft.unsettled:
        forget_unsettled(draft)
    match move:
        case Place():
            apply_place(draft, move)
        case Choose():
            apply_choose(draft, move)
        case Discard():
            apply_discard(draft, move)
        case Reveal():
            apply_reveal(draft, move)
        case Draw():
            apply_draw(draft, move)
    draft.repeats = False
    return draft.finished(), draft.happenings
