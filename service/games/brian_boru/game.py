"""Brian Boru as a ``Game``."""

from pathlib import Path

from schemas import brian_boru as shapes
from service.games.brian_boru.audit import audit
from service.games.brian_boru.diagram import draw
from service.games.brian_boru.draft import Draft
from service.games.brian_boru.facts import HOLDS
from service.games.brian_boru.inference import PHASE_OF_MOVE, trick_completed
from service.games.brian_boru.moves import legal_moves, nearest, refuse, unlisted
from service.games.brian_boru.names import component_names
from service.games.brian_boru.pack import HAND, check_pack, compile_pack, filter_pack
from service.games.brian_boru.references import check_references
from service.games.brian_boru.rules.by_move import RULES
from service.games.brian_boru.score import score
from service.games.brian_boru.score_sheet import make_pad
from service.games.brian_boru.setup import setup
from service.games.brian_boru.steps import make_table, proceed
from service.games.brian_boru.timing import BY_TABLE, due
from service.referee.diagram import drawn_by
from service.referee.game import GameWithSheet, Meta, Shapes
from service.referee.known import is_unknown
from service.referee.rules import applied_by, checked_by, move_type
from service.referee.scoring import of_one_table

FOLDER = Path(__file__).parent

META = Meta(
    id="brian-boru",
    title="Brian Boru: High King of Ireland",
    players=(min(HAND), max(HAND)),
    by_table=BY_TABLE,
    score_takes=("state", "sheet"),
    pack_filters={"number": int, "colour": str, "region": str},
)
SHAPES = Shapes(
    state=shapes.State,
    move=shapes.Move,
    pack=shapes.Pack,
    sheet=shapes.Sheet,
)


def begin(draft: Draft, move: shapes.Move) -> None:
    """A legal move shows which phase it is, and so whether a trick can be won."""
    phase_was_unknown = is_unknown(draft.phase)
    draft.set(phase=PHASE_OF_MOVE[move_type(move)])
    if phase_was_unknown:
        draft.set(trick=trick_completed(draft))


def go_on(draft: Draft, move: shapes.Move) -> None:
    """What happens by itself after a move; after ``start`` the first disc is still to come."""
    if not isinstance(move, shapes.Start):
        proceed(draft)


GAME = GameWithSheet(
    meta=META,
    shapes=SHAPES,
    folder=FOLDER,
    rules=RULES,
    predicates=HOLDS,
    compile_pack=compile_pack,
    check_pack=check_pack,
    component_names=component_names,
    filter_pack=filter_pack,
    setup=setup,
    table=make_table,
    audit=audit,
    check_references=check_references,
    check=checked_by(RULES),
    apply=applied_by(RULES, Draft, before=begin, after=go_on),
    due=due,
    legal_moves=legal_moves,
    unlisted=unlisted,
    nearest=nearest,
    refuse=refuse,
    score=of_one_table(score),
    diagram=drawn_by(draw),
    pad=make_pad,
    score_pad=score,
)
