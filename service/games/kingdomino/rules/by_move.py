"""The rules of each type of move."""

from schemas.kingdomino import Choose, Discard, Draw, Place, Reveal
from service.games.kingdomino.draft import Draft
from service.games.kingdomino.rules.choose import apply_choose, check_choose
from service.games.kingdomino.rules.draw import apply_draw, check_draw
from service.games.kingdomino.rules.place import apply_discard, apply_place, check_discard, check_place
from service.games.kingdomino.rules.reveal import apply_reveal, check_reveal
from service.games.kingdomino.table import Table
from service.referee.rules import Rule, Rules

RULES: Rules[Table, Draft] = {
    Draw: Rule(check_draw, apply_draw),
    Reveal: Rule(check_reveal, apply_reveal),
    Choose: Rule(check_choose, apply_choose),
    Place: Rule(check_place, apply_place),
    Discard: Rule(check_discard, apply_discard),
}
