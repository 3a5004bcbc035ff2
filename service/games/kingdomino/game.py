"""Kingdomino as a ``Game``: the parts of this package under the names of the protocol."""

from pathlib import Path

from schemas import kingdomino as shapes
from service.games.kingdomino.audit import audit
from service.games.kingdomino.diagram import diagram
from service.games.kingdomino.facts import HOLDS
from service.games.kingdomino.moves import legal_moves, nearest, refuse, unlisted
from service.games.kingdomino.pack import check_pack, compile_pack, filter_pack
from service.games.kingdomino.rules import apply, check
from service.games.kingdomino.score import score
from service.games.kingdomino.setup import setup
from service.games.kingdomino.steps import make_table as table
from service.games.kingdomino.table import check_references
from service.games.kingdomino.timing import following
from service.games.kingdomino.view import view
from service.referee.choices import HouseRule
from service.referee.facts import declare
from service.referee.game import Meta, Shapes
from service.referee.rulebook import load

FOLDER = Path(__file__).parent

META = Meta(
    id="kingdomino",
    title="Kingdomino",
    players=(2, 4),
    move_types={"choose": "player", "place": "player", "discard": "player", "reveal": "table", "draw": "table"},
    variants=("great-duel", "harmony", "middle-kingdom", "dynasty"),
    house_rules={
        rule.name: rule
        for rule in (
            HouseRule("three_players", ("all-48", "twelve-out"), {"es": "all-48", "first": "twelve-out"}),
            HouseRule(
                "first_round_of_two",
                ("one-two-one", "drawn", "alternate"),
                {"es": "one-two-one", "first": "drawn"},
            ),
            HouseRule(
                "tie_break",
                ("territory", "territory-then-crowns"),
                {"es": "territory", "first": "territory-then-crowns"},
            ),
            HouseRule("harmony", ("full-grid", "no-discards"), {"es": "full-grid", "first": "no-discards"}),
            HouseRule("middle_kingdom", ("box", "full", "fits"), {"es": "box", "first": "box"}),
        )
    },
    score_takes=("state", "games"),
    pack_filters={"terrain": str, "number": int},
)
SHAPES = Shapes(
    state=shapes.State,
    move=shapes.Move,
    options=shapes.Options,
    house_rules=shapes.HouseRules,
    pack=shapes.Pack,
)
RULEBOOK = load("kingdomino", FOLDER / "rulebook")
FACTS = declare(RULEBOOK, HOLDS)
PACKS = FOLDER / "packs"
CASES = FOLDER / "cases"

__all__ = [
    "CASES",
    "FACTS",
    "META",
    "PACKS",
    "RULEBOOK",
    "SHAPES",
    "apply",
    "audit",
    "check",
    "check_pack",
    "check_references",
    "compile_pack",
    "diagram",
    "filter_pack",
    "following",
    "legal_moves",
    "nearest",
    "refuse",
    "score",
    "setup",
    "table",
    "unlisted",
    "view",
]
