"""Kingdomino as a ``Game``."""

from pathlib import Path

from schemas import kingdomino as shapes
from service.games.kingdomino.audit import audit
from service.games.kingdomino.diagram import draw
from service.games.kingdomino.draft import Draft
from service.games.kingdomino.facts import HOLDS
from service.games.kingdomino.inference import FEWEST_PLAYERS, MOST_PLAYERS
from service.games.kingdomino.moves import legal_moves, nearest, refuse, unlisted
from service.games.kingdomino.pack import Box, check_pack, filter_pack
from service.games.kingdomino.rules.by_move import RULES
from service.games.kingdomino.score import score
from service.games.kingdomino.setup import setup
from service.games.kingdomino.steps import make_table
from service.games.kingdomino.table import check_references
from service.games.kingdomino.timing import due
from service.referee.diagram import drawn_by
from service.referee.game import Game, Meta, Shapes
from service.referee.rules import applied_by, checked_by

FOLDER = Path(__file__).parent

META = Meta(
    id="kingdomino",
    title="Kingdomino",
    players=(FEWEST_PLAYERS, MOST_PLAYERS),
    score_takes=("state", "games"),
    pack_filters={"terrain": str, "number": int},
)
SHAPES = Shapes(
    state=shapes.State,
    move=shapes.Move,
    pack=shapes.Pack,
)
GAME = Game(
    meta=META,
    shapes=SHAPES,
    folder=FOLDER,
    rules=RULES,
    predicates=HOLDS,
    compile_pack=Box,
    check_pack=check_pack,
    filter_pack=filter_pack,
    setup=setup,
    table=make_table,
    audit=audit,
    check_references=check_references,
    check=checked_by(RULES),
    apply=applied_by(RULES, Draft),
    due=due,
    legal_moves=legal_moves,
    unlisted=unlisted,
    nearest=nearest,
    refuse=refuse,
    score=score,
    diagram=drawn_by(draw),
)
