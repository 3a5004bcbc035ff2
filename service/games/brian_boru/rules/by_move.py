"""The rules of each type of move (``rules.Rule``). A module of its own: the audit uses single chapters, too."""

from schemas.brian_boru import (
    Act,
    Build,
    Deal,
    Lead,
    Open,
    Pick,
    Play,
    Prepare,
    Raid,
    Settle,
    Start,
    Wed,
)
from service.games.brian_boru.draft import Draft
from service.games.brian_boru.rules.actions import apply_act, check_act
from service.games.brian_boru.rules.battle import apply_raid, check_raid
from service.games.brian_boru.rules.church import apply_build, check_build
from service.games.brian_boru.rules.draft import apply_deal, apply_pick, check_deal, check_pick
from service.games.brian_boru.rules.marriage import apply_settle, apply_wed, check_settle, check_wed
from service.games.brian_boru.rules.opening import apply_open, apply_start, check_open, check_start
from service.games.brian_boru.rules.preparation import apply_prepare, check_prepare
from service.games.brian_boru.rules.tricks import apply_play, check_lead, check_play
from service.games.brian_boru.table import Table
from service.referee.rules import Rule, Rules

RULES: Rules[Table, Draft] = {
    Start: Rule(check_start, apply_start),
    Open: Rule(check_open, apply_open),
    Prepare: Rule(check_prepare, apply_prepare),
    Deal: Rule(check_deal, apply_deal),
    Pick: Rule(check_pick, apply_pick),
    Lead: Rule(check_lead, apply_play),
    Play: Rule(check_play, apply_play),
    Act: Rule(check_act, apply_act),
    Settle: Rule(check_settle, apply_settle),
    Wed: Rule(check_wed, apply_wed),
    Raid: Rule(check_raid, apply_raid),
    Build: Rule(check_build, apply_build),
}
