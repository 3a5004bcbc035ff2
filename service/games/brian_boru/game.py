"""Brian Boru as a ``Game``: the parts of this package under the names of the protocol."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from schemas import brian_boru as shapes
from service.games.brian_boru.audit import audit
from service.games.brian_boru.diagram import diagram
from service.games.brian_boru.facts import HOLDS
from service.games.brian_boru.moves import legal_moves, nearest, refuse, unlisted
from service.games.brian_boru.pack import Box, check_pack, compile_pack, filter_pack
from service.games.brian_boru.references import check_references
from service.games.brian_boru.rules.actions import apply_act, check_act
from service.games.brian_boru.rules.battle import apply_raid, check_raid
from service.games.brian_boru.rules.church import apply_build, check_build
from service.games.brian_boru.rules.draft import apply_deal, apply_pick, check_deal, check_pick
from service.games.brian_boru.rules.marriage import apply_settle, apply_wed, check_settle, check_wed
from service.games.brian_boru.rules.opening import apply_open, apply_start, check_open, check_start
from service.games.brian_boru.rules.preparation import apply_prepare, check_prepare
from service.games.brian_boru.rules.tricks import apply_play, check_lead, check_play
from service.games.brian_boru.score import score
from service.games.brian_boru.score_sheet import Pad, make_pad
from service.games.brian_boru.setup import setup
from service.games.brian_boru.steps import make_table, proceed
from service.games.brian_boru.table import Draft, StageUnknown, Table
from service.games.brian_boru.timing import following
from service.games.brian_boru.view import view
from service.referee.choices import Choices, HouseRule
from service.referee.facts import declare
from service.referee.findings import Findings, Happening
from service.referee.game import Meta, Shapes
from service.referee.rulebook import load
from service.referee.steps import forget_unsettled

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


class Rule(NamedTuple):
    """A type of move: the phase in which it is made, what is checked and what it does."""

    phase: shapes.Phase
    check: Callable[[Table, Any, Findings], None]
    apply: Callable[[Draft, Any], None]


RULES: Mapping[type, Rule] = {
    shapes.Start: Rule("opening", check_start, apply_start),
    shapes.Open: Rule("opening", check_open, apply_open),
    shapes.Prepare: Rule("preparation", check_prepare, apply_prepare),
    shapes.Deal: Rule("deal", check_deal, apply_deal),
    shapes.Pick: Rule("draft", check_pick, apply_pick),
    shapes.Lead: Rule("trick", check_lead, apply_play),
    shapes.Play: Rule("trick", check_play, apply_play),
    shapes.Act: Rule("actions", check_act, apply_act),
    shapes.Settle: Rule("marriage", check_settle, apply_settle),
    shapes.Wed: Rule("marriage", check_wed, apply_wed),
    shapes.Raid: Rule("battle", check_raid, apply_raid),
    shapes.Build: Rule("church", check_build, apply_build),
}


def check(table: Table, move: shapes.Move, findings: Findings) -> None:
    """Every rule that allows the move or is broken by it."""
    RULES[type(move)].check(table, move, findings)


def apply(table: Table, move: shapes.Move) -> tuple[shapes.State, list[Happening]]:
    """The state after a legal move and what happens by itself after it."""
    draft, rule = Draft(table), RULES[type(move)]
    if draft.unsettled:
        forget_unsettled(draft)
    draft.set(phase=rule.phase)
    try:
        rule.apply(draft, move)
    except StageUnknown as unknown:
        draft.forget_from(unknown.stage, unknown.spare)
    else:
        if not isinstance(move, shapes.Start):  # the first disc is still to come
            proceed(draft)
    return draft.written(), draft.happenings


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
