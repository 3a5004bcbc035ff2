"""Brian Boru as a ``Game``: the parts of this package under the names of the protocol."""

from pathlib import Path
from typing import Any

from schemas import brian_boru as shapes
from service.games.brian_boru.apply import apply
from service.games.brian_boru.audit import audit
from service.games.brian_boru.check import check
from service.games.brian_boru.diagram import diagram
from service.games.brian_boru.facts import HOLDS
from service.games.brian_boru.ledger import Pad, make_pad
from service.games.brian_boru.moves import legal_moves, nearest, refuse, unlisted
from service.games.brian_boru.pack import Box, check_pack, compile_pack, filter_pack
from service.games.brian_boru.score import score
from service.games.brian_boru.setup import setup
from service.games.brian_boru.steps import make_table
from service.games.brian_boru.table import Table, check_references
from service.games.brian_boru.timing import following
from service.games.brian_boru.view import view
from service.referee.choices import Choices, HouseRule
from service.referee.facts import declare
from service.referee.game import Meta, Shapes
from service.referee.rulebook import load

FOLDER = Path(__file__).parent


def _same(name: str, *values: str) -> HouseRule:
    """A choice that every book leaves as its first value."""
    return HouseRule(name, values, dict.fromkeys(("pl", "es", "en"), values[0]))


META = Meta(
    id="brian-boru",
    title="Brian Boru: High King of Ireland",
    players=(3, 5),
    move_types={
        "start": "table",
        "open": "player",
        "prepare": "table",
        "deal": "table",
        "pick": "player",
        "lead": "player",
        "play": "player",
        "act": "player",
        "settle": "player",
        "wed": "player",
        "raid": "player",
        "build": "player",
    },
    variants=(),
    house_rules={
        rule.name: rule
        for rule in (
            HouseRule("opening_regions", ("own", "shared"), {"pl": "own", "es": "shared", "en": "own"}),
            HouseRule(
                "expand_into_active",
                ("forbidden", "allowed"),
                {"pl": "forbidden", "es": "allowed", "en": "allowed"},
            ),
            _same("symbol_order", "left-to-right", "either"),
            _same("nobody_courts", "revealed", "top-of-pile"),
            _same("tricks_of_five", "four", "five"),
            _same("leader_without_match", "others-first", "as-white"),
            _same("monasteries_at_end", "twice", "once"),
        )
    },
    score_takes=("state", "sheet"),
    pack_filters={"number": int, "colour": str, "region": str},
)
SHAPES = Shapes(
    state=shapes.State,
    move=shapes.Move,
    options=shapes.Options,
    house_rules=shapes.HouseRules,
    pack=shapes.Pack,
    sheet=shapes.Sheet,
)
RULEBOOK = load("brian-boru", FOLDER / "rulebook")
FACTS = declare(RULEBOOK, HOLDS)
PACKS = FOLDER / "packs"
CASES = FOLDER / "cases"


def table(state: Any, box: Box, choices: Choices) -> Table | Pad:
    """A state, or a score pad, made ready."""
    return make_pad(state, box, choices) if isinstance(state, shapes.Sheet) else make_table(state, box, choices)


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
