"""Roll & Raid as a ``Game``."""

from pathlib import Path

import msgspec

from schemas import roll_and_raid as shapes
from schemas.roll_and_raid_pack import PARTS, Pack
from service.games.roll_and_raid.audit import audit
from service.games.roll_and_raid.diagram import diagram
from service.games.roll_and_raid.facts import HOLDS
from service.games.roll_and_raid.ledger import Pad
from service.games.roll_and_raid.moves import legal_moves, nearest, refuse, unlisted
from service.games.roll_and_raid.pack import compile_pack, filter_pack
from service.games.roll_and_raid.pack_check import check_pack
from service.games.roll_and_raid.pack_template import GUIDE
from service.games.roll_and_raid.references import check_references
from service.games.roll_and_raid.rules.by_move import apply, check
from service.games.roll_and_raid.score import score, score_pad
from service.games.roll_and_raid.setup import setup
from service.games.roll_and_raid.steps import make_table
from service.games.roll_and_raid.timing import following
from service.games.roll_and_raid.view import view
from service.referee.choices import HouseRule
from service.referee.facts import declare
from service.referee.game import GameWithSheet, Meta, PackPart, PackTemplate, Shapes
from service.referee.rulebook import load

FOLDER = Path(__file__).parent


def _choice(name: str, *values: str) -> HouseRule:
    """A choice that the quick reference leaves as its first value."""
    return HouseRule(name, values, {"es": values[0]})


META = Meta(
    id="roll-and-raid",
    title="Roll & Raid",
    players=(1, 6),
    move_types={
        "refill": "table",
        "sacrifice": "player",
        "roll": "table",
        "use": "player",
        "altar": "player",
        "store": "player",
        "done": "player",
        "choose": "player",
        "bid": "player",
        "reveal": "player",
        "retreat": "player",
        "attack": "player",
        "yield": "player",
        "pay": "player",
    },
    variants=(),
    house_rules={
        rule.name: rule
        for rule in (
            _choice("two_dice", "at-most", "strict"),
            _choice("raised_dice", "no-cap", "six"),
            _choice("developments_again", "once", "again"),
            _choice("altar_in_raid", "allowed", "prepaid"),
            _choice("unused_help", "lost", "kept"),
            _choice("altar_points", "none", "counted"),
            _choice("too_many_fingers", "refused", "no-raid"),
            _choice("bid_limit", "ten", "five", "none"),
            _choice("equal_heirs", "bid-again", "nobody"),
            _choice("payment", "compulsory", "optional"),
            _choice("leftovers", "as-printed", "nothing"),
        )
    },
    score_takes=("state", "sheet"),
    pack_filters={"level": int, "part": str},
    template=PackTemplate(
        msgspec.json.decode((FOLDER / "template.json").read_bytes(), type=Pack),
        tuple(PackPart(part, *GUIDE[part]) for part in PARTS),
    ),
)
SHAPES = Shapes(
    state=shapes.State,
    move=shapes.Move,
    options=shapes.Options,
    house_rules=shapes.HouseRules,
    pack=Pack,
    sheet=shapes.Sheet,
)
RULEBOOK = load("roll-and-raid", FOLDER / "rulebook")
GAME = GameWithSheet(
    meta=META,
    shapes=SHAPES,
    rulebook=RULEBOOK,
    facts=declare(RULEBOOK, HOLDS),
    packs=FOLDER / "packs",
    cases=FOLDER / "cases",
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
    following=following,
    legal_moves=legal_moves,
    unlisted=unlisted,
    nearest=nearest,
    refuse=refuse,
    score=score,
    diagram=diagram,
    pad=Pad,
    score_pad=score_pad,
)
