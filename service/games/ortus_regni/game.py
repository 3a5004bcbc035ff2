"""Ortus Regni as a ``Game``: the parts of this package under the names of the protocol."""

from pathlib import Path
from typing import Any

from schemas import ortus_regni as shapes
from schemas.base import Malformed
from schemas.ortus_regni import State
from service.games.ortus_regni.apply import apply
from service.games.ortus_regni.audit import audit
from service.games.ortus_regni.check import check
from service.games.ortus_regni.diagram import diagram
from service.games.ortus_regni.facts import HOLDS
from service.games.ortus_regni.moves import legal_moves, nearest, refuse, unlisted
from service.games.ortus_regni.odds import Scales, odds
from service.games.ortus_regni.pack import Box, cards_of, check_pack, compile_pack, filter_pack
from service.games.ortus_regni.references import check_references, is_sound, strange
from service.games.ortus_regni.score import score
from service.games.ortus_regni.setup import setup
from service.games.ortus_regni.steps import settled
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing import ACTIONS, BY_TABLE, following
from service.games.ortus_regni.view import view
from service.referee.choices import Choices, HouseRule
from service.referee.facts import declare
from service.referee.game import Meta, Shapes
from service.referee.rulebook import load

FOLDER = Path(__file__).parent
PLAYED = (
    "build",
    "mulligan",
    "tower",
    "garrison",
    *ACTIONS,
    "allies",
    "dispute",
    "give",
    "place",
    "excuse",
    "enter",
    "stay-out",
    "field",
    "decide",
    "ransom",
    "suffer",
    "capture",
    "offer",
    "order",
    "end",
    "concede",
)


def _choice(name: str, *values: str) -> HouseRule:
    """A choice that the book leaves open; we take the first value."""
    return HouseRule(name, values, {"es": values[0]})


META = Meta(
    id="ortus-regni",
    title="Ortus Regni",
    players=(2, 6),
    move_types={**dict.fromkeys(BY_TABLE, "table"), **dict.fromkeys(PLAYED, "player")},
    leaving=("concede",),
    variants=("tournament",),
    house_rules={
        rule.name: rule
        for rule in (
            _choice("orphan_properties", "discard", "follow", "reattach"),
            _choice("prince_jouster", "allowed", "forbidden"),
            _choice("bet_last_castle", "forbidden", "allowed"),
            _choice("without_jouster", "dealt-cards", "stays-out"),
            _choice("sudden_death_deck", "others", "all"),
            _choice("empty_target", "forbidden", "allowed"),
            _choice("ransom_last_castle", "forbidden", "allowed"),
            _choice("viking_captives", "absorb", "at-once"),
            _choice("politics_marker", "stays", "moves"),
            _choice("royal_army_size", "started", "living"),
        )
    },
    pack_filters={"deck": str, "card": str, "pile": str},
)
SHAPES = Shapes(
    state=shapes.State,
    move=shapes.Move,
    options=shapes.Options,
    house_rules=shapes.HouseRules,
    pack=shapes.Pack,
    engagement=shapes.Engagement,
    odds=shapes.Odds,
)
RULEBOOK = load("ortus-regni", FOLDER / "rulebook")
FACTS = declare(RULEBOOK, HOLDS)
PACKS = FOLDER / "packs"
CASES = FOLDER / "cases"


def table(state: Any, box: Box, choices: Choices) -> Any:
    """A state, or a battle told by itself, made ready."""
    return Scales(state, box, choices) if isinstance(state, shapes.Engagement) else _table(state, box, choices)


def _table(state: State, box: Box, choices: Choices) -> Table:
    """Everybody whom a state names must sit at the table, and what is due by itself is done."""
    if state.phase in ("start", "mulligan") and not box.stand_in and _plays_stand_ins(state, box):
        box = box._replace(stand_in=True)
    table = Table(state, box, choices)
    if not is_sound(table) and (faults := list(strange(state))):
        raise Malformed(faults)
    return settled(table)


def _plays_stand_ins(state: State, box: Box) -> bool:
    """Whether somebody sits down with a deck of ours rather than an own one."""
    made_up = [sorted(cards_of(deck)) for deck in box.decks.values() if deck.provenance == "stand-in"]
    return any(
        sorted(player.built[: len(deck)]) == deck for player in state.players if player.built for deck in made_up
    )


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
    "odds",
    "refuse",
    "score",
    "setup",
    "table",
    "unlisted",
    "view",
]
