"""Ortus Regni as a ``Game``."""

from pathlib import Path

from schemas import ortus_regni as shapes
from service.games.ortus_regni.audit import audit
from service.games.ortus_regni.diagram import draw
from service.games.ortus_regni.facts import HOLDS
from service.games.ortus_regni.moves import legal_moves, nearest, refuse, unlisted
from service.games.ortus_regni.odds import EngagementTable, odds
from service.games.ortus_regni.odds_aim import aim_of
from service.games.ortus_regni.pack import EARLS, check_pack, compile_pack, filter_pack
from service.games.ortus_regni.references import check_references
from service.games.ortus_regni.rules.by_move import RULES, apply, check
from service.games.ortus_regni.score import score
from service.games.ortus_regni.setup import setup
from service.games.ortus_regni.steps import make_table
from service.games.ortus_regni.timing import BY_TABLE, due
from service.games.ortus_regni.view import view
from service.referee.diagram import drawn_by
from service.referee.game import GameWithOdds, Meta, Shapes
from service.referee.scoring import of_one_table

FOLDER = Path(__file__).parent

META = Meta(
    id="ortus-regni",
    title="Ortus Regni",
    players=(EARLS[0], EARLS[-1]),
    by_table=BY_TABLE,
    leaving=("concede",),
    pack_filters={"deck": str, "card": str, "pile": str},
)
SHAPES = Shapes(
    state=shapes.State,
    move=shapes.Move,
    pack=shapes.Pack,
    engagement=shapes.Engagement,
    odds=shapes.Odds,
)


GAME = GameWithOdds(
    meta=META,
    shapes=SHAPES,
    folder=FOLDER,
    rules=RULES,
    predicates=HOLDS,
    compile_pack=compile_pack,
    check_pack=check_pack,
    filter_pack=filter_pack,
    setup=setup,
    table=make_table,
    view=view,
    audit=audit,
    check_references=check_references,
    check=check,
    apply=apply,
    due=due,
    legal_moves=legal_moves,
    unlisted=unlisted,
    nearest=nearest,
    refuse=refuse,
    score=of_one_table(score),
    diagram=drawn_by(draw),
    battle=EngagementTable,
    odds=odds,
    aim=aim_of,
)
