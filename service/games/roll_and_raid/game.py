"""Roll & Raid as a ``Game``."""

from pathlib import Path
from typing import Any

import msgspec

from schemas import roll_and_raid as shapes
from schemas.roll_and_raid_pack import PARTS, Pack
from service.games.roll_and_raid.audit import audit
from service.games.roll_and_raid.component_names import component_names
from service.games.roll_and_raid.diagram import draw
from service.games.roll_and_raid.facts import HOLDS
from service.games.roll_and_raid.moves import legal_moves, nearest, refuse, unlisted
from service.games.roll_and_raid.pack import CLANS, compile_pack, filter_pack
from service.games.roll_and_raid.pack_check import check_pack
from service.games.roll_and_raid.pack_texts import GUIDE, guide
from service.games.roll_and_raid.references import check_references
from service.games.roll_and_raid.rules.by_move import RULES, apply, check
from service.games.roll_and_raid.score import score
from service.games.roll_and_raid.score_sheet import Pad
from service.games.roll_and_raid.setup import setup
from service.games.roll_and_raid.steps import make_table
from service.games.roll_and_raid.timing import due
from service.games.roll_and_raid.view import view
from service.referee.diagram import drawn_by
from service.referee.game import GameWithSheet, Meta, PackPart, PackTemplate, Shapes
from service.referee.scoring import of_one_table

FOLDER = Path(__file__).parent


def _template() -> dict[str, Any]:
    """The template as it was written, without the fields that may be left out; title and note in each language."""
    written = (FOLDER / "template.json").read_bytes()
    msgspec.json.decode(written, type=Pack)  # a template that is no pack fails at start
    return {**msgspec.json.decode(written), "title": guide("template", "title"), "note": guide("template", "note")}


META = Meta(
    id="roll-and-raid",
    title="Roll & Raid",
    players=(CLANS[0], CLANS[-1]),
    score_takes=("state", "sheet"),
    pack_filters={"level": int, "part": str},
    template=PackTemplate(
        _template(),
        tuple(PackPart(part, *GUIDE[part]) for part in PARTS),
    ),
)
SHAPES = Shapes(
    state=shapes.State,
    move=shapes.Move,
    pack=Pack,
    sheet=shapes.Sheet,
)
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
    pad=Pad,
    score_pad=score,
)
