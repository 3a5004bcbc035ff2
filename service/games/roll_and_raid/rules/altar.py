"""Altar de sacrificios: a Viking for +1 on a die, +2 on the raid roll, or all raid dice again."""

from schemas.base import with_entry
from schemas.roll_and_raid import Altar
from schemas.roll_and_raid_pack import AltarEffect
from service.games.roll_and_raid.clan_sheet import ClanSheet
from service.games.roll_and_raid.die_values import CAP, altar_gives, shown_on, unknown_raise
from service.games.roll_and_raid.draft import Draft
from service.games.roll_and_raid.offerings import box_price, gives_a_viking
from service.games.roll_and_raid.pack import COLOURS
from service.games.roll_and_raid.rules.dice import check_favour_die, check_resource_die
from service.games.roll_and_raid.rules.raids import check_altar_in_raid, judge_roll, needs_the_raid, own_raid
from service.games.roll_and_raid.rules.turn import check_turn
from service.games.roll_and_raid.table import Table
from service.referee.findings import Findings
from service.referee.known import Unknown, is_unknown, truth

RAID_PHASE = ("choice", "conflict", "resolution")


# ---------------------------------------------------------------- altar/production, altar/vikings, altar/limit


def check_altar(table: Table, move: Altar, findings: Findings) -> None:
    """altar/production, altar/in-raid: in production for anything, in a raid for its roll."""
    phase, clan = table.known_phase, table.clan(move.player)
    if _is_in_a_raid(table) or (phase in RAID_PHASE and move.benefit == "die"):
        check_altar_in_raid(table, move, findings)
        return
    unclear = phase is None and is_unknown(table.raids) and move.benefit != "die"
    if unclear:  # it is bought for later, or helps the roll that lies, perhaps without another Viking
        needs_the_raid(table, move, findings)
    if not unclear or move.benefit != "reroll" or truth(lambda: clan.help_rerolls == 0) is True:
        _check_in_production(table, move, findings)


def _is_in_a_raid(table: Table) -> bool:
    """altar/in-raid: whether the altar can only be used for a roll; without a phase the raids show it."""
    return table.is_raiding and table.known_phase != "conflict"


def _check_in_production(table: Table, move: Altar, findings: Findings) -> None:
    """altar/production, altar/vikings, altar/limit, altar/cap: one Viking for one benefit."""
    check_turn(table, "altar", move.player, findings)
    clan = table.clan(move.player)
    gives_a_viking(table, clan, findings)
    if move.benefit == "die":
        if clan.known("done", False):
            findings.breaks("production/done", player=clan.name)
        elif is_unknown(clan.done) and table.known_phase in ("production", None):
            findings.assumes("not-done", player=clan.name)
        _check_raise(table, clan, str(move.die), findings)
    else:
        findings.allows("altar/plus-two" if move.benefit == "raid" else "altar/reroll")
    findings.allows("altar/production", "altar/vikings", "altar/adds-up")


def apply_altar(draft: Draft, move: Altar) -> None:
    clan, name = draft.clan(move.player), move.player
    raid = own_raid(draft, name) if _is_in_a_raid(draft) else None
    if raid is not None and move.benefit == "reroll" and truth(lambda: clan.help_rerolls > 0) is True:
        draft.add_help(clan, rerolls=-1)
        _reroll(draft, raid.card, name)
        return
    draft.add(name, vikings=-box_price(draft, clan), altar=1)
    if move.benefit == "die":
        _raise(draft, clan, str(move.die))
    elif move.benefit == "raid":
        draft.add_help(clan, plus=1)
        draft.event("help-plus", "altar/plus-two", player=name)
        if raid is not None:
            judge_roll(draft, raid, altar_gives(draft, clan, "raid") if is_unknown(clan.help_plus) else 0)
    elif raid is None:
        draft.add_help(clan, rerolls=1)
        draft.event("help-reroll", "altar/reroll", player=name)
    else:
        _reroll(draft, raid.card, name)


def _reroll(draft: Draft, card: str, player: str) -> None:
    draft.change_raid(card, step="attack")
    draft.event("rerolls", "altar/reroll", player=player)


# ---------------------------------------------------------------- altar/plus-one, altar/own-use, altar/cap


def raise_by(table: Table, clan: ClanSheet) -> int:
    """altar/plus-one, and what developments add to it."""
    return altar_gives(table, clan, "die")


def _check_raise(table: Table, clan: ClanSheet, die: str, findings: Findings) -> None:
    """altar/cap, altar/own-use: a die that the clan has still to use."""
    check = check_resource_die if die in COLOURS else check_favour_die
    check(table, clan, die, findings)
    if table.possible_effects(clan, AltarEffect):
        findings.assumes("no-effect", player=clan.name, effect="altar")
    shown, more = shown_on(table, die), clan.known("raised", {}).get(die, 0) + raise_by(table, clan)
    if shown is not None:
        _check_cap(table, clan, die, shown + more, findings)
    elif die in COLOURS and is_unknown(table.dice) and table.choices["raised_dice"] == "six":
        _check_cap_unseen(table, clan, die, more, findings)
    findings.allows("altar/plus-one", "altar/own-use", "altar/cap")


def _check_cap(table: Table, clan: ClanSheet, die: str, value: int, findings: Findings) -> None:
    """altar/cap: ``value`` is what the die counts after this, as far as it is known what has raised it before."""
    if value > CAP and table.choices["raised_dice"] == "six":
        findings.breaks("altar/cap", value=value)
    elif table.choices.peek("raised_dice") == "six" and unknown_raise(table, clan, die):
        findings.assumes("not-raised-yet", player=clan.name, die=die)


def _check_cap_unseen(table: Table, clan: ClanSheet, die: str, more: int, findings: Findings) -> None:
    """altar/cap, where it is unknown what was rolled; ``more`` is what the die counts besides that after this."""
    if more >= CAP:
        findings.breaks("altar/cap", "unseen", value=more + 1)
        return
    findings.assumes("die-shows", die=die, value=CAP - more)
    if unknown_raise(table, clan, die):
        findings.assumes("not-raised-yet", player=clan.name, die=die)


def _raise(draft: Draft, clan: ClanSheet, die: str) -> None:
    by, shown, raised = raise_by(draft, clan), shown_on(draft, die), clan.raised
    if isinstance(raised, Unknown):
        draft.event("raised-by", "altar/own-use", player=clan.name, die=die, by=by)
        return
    before = raised.get(die, 0)
    draft.set_of(clan.name, raised=with_entry(raised, die, before + by))
    if shown is None:
        draft.event("raised-by", "altar/own-use", player=clan.name, die=die, by=by)
    else:
        draft.event("raised", "altar/plus-one", player=clan.name, die=die, value=shown + before + by)
