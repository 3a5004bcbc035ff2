"""What speaks for and against a move of the production phase other than the use of a die."""

from typing import Any

from msgspec import UNSET

from schemas.roll_and_raid import Altar, Clan, Done, Roll, Sacrifice, Store, UseDie
from schemas.roll_and_raid_pack import AltarEffect
from service.games.roll_and_raid.dice import all_told, check_favour_die, check_resource_die, check_use, foreseen, uses
from service.games.roll_and_raid.die_values import CAP, altar_gives, has, needs_tracks, shown_on, untold_raise
from service.games.roll_and_raid.may import may
from service.games.roll_and_raid.pack import COLOURS, DICE_A_ROUND, FESTIVALS, STORAGE
from service.games.roll_and_raid.sheet_draft import ZONE_OF, SheetDraft
from service.games.roll_and_raid.table import Table
from service.games.roll_and_raid.turn import altar_room, is_limited
from service.referee.budget import CHECK, step
from service.referee.findings import Findings

NOTHING_WAITS = ("setup", "choice", "conflict")
"""The phases in which no product can wait for its place."""
OUTCOMES = ("turn", "not-done", "not-raised", "no-effect", "room", "nothing-waits")
"""What a use of a die assumes without being illegal otherwise, or as the end of production assumes it too."""


# ---------------------------------------------------------------- 1.1 Round track and festivals


def check_sacrifice(table: Table, move: Sacrifice, findings: Findings) -> None:
    """festival/rounds, festival/once, festival/vikings."""
    may(table, "sacrifice", move.player, findings)
    clan, number = table.by_name[move.player], table.state.round
    if number is UNSET:
        findings.needs("round-told")
    elif number not in FESTIVALS:
        findings.breaks("festival/rounds", round=number, festivals=list(FESTIVALS))
    elif clan.sacrifices is not UNSET and str(number) in clan.sacrifices and table.state.phase in ("start", UNSET):
        findings.breaks("festival/once", player=move.player, round=number)
    elif clan.sacrifices is UNSET and table.state.phase in ("start", UNSET):
        findings.assumes("no-offering", player=move.player)
    if not has(clan, "vikings", move.vikings, findings):
        findings.breaks("festival/vikings", player=move.player, vikings=clan.vikings, count=move.vikings)
    findings.allows("festival/vikings")


# ---------------------------------------------------------------- 1.2 The resource dice


def check_roll(table: Table, move: Roll, findings: Findings) -> None:
    may(table, "roll", None, findings)
    findings.allows("production/common")


# ---------------------------------------------------------------- Altar of sacrifices


def check_altar_in_production(table: Table, move: Altar, findings: Findings) -> None:
    """altar/production, altar/vikings, altar/limit, altar/cap: one Viking for one benefit."""
    may(table, "altar", move.player, findings)
    clan = table.by_name[move.player]
    gives_a_viking(table, clan, findings)
    if move.benefit == "die":
        if clan.done is True:
            findings.breaks("production/done", player=clan.name)
        elif clan.done is UNSET and table.state.phase == "production":
            findings.assumes("not-done", player=clan.name)
        _raise(table, clan, str(move.die), findings)
    else:
        findings.allows("altar/plus-two" if move.benefit == "raid" else "altar/reroll")
    findings.allows("altar/production", "altar/vikings", "altar/adds-up")


def gives_a_viking(table: Table, clan: Clan, findings: Findings) -> None:
    """altar/vikings, altar/limit."""
    if not has(clan, "vikings", 1, findings):
        findings.breaks("altar/vikings", player=clan.name, vikings=clan.vikings, count=1)
    room = altar_room(table, clan)
    if room == 0:
        findings.breaks("altar/limit", player=clan.name, there=room, count=1)
    elif room is not None:
        findings.allows("altar/limit")
    elif is_limited(table):
        findings.assumes("room", player=clan.name, zone="altar", count=1)


def raise_by(table: Table, clan: Clan) -> int:
    """altar/plus-one, and what developments add to it."""
    return altar_gives(table, clan, "die")


def _raise(table: Table, clan: Clan, die: str, findings: Findings) -> None:
    """altar/cap, altar/own-use: a die that the clan has still to use."""
    check = check_resource_die if die in COLOURS else check_favour_die
    check(table, clan, die, findings)
    if table.box.might(clan.developments, AltarEffect):
        findings.assumes("no-effect", player=clan.name, effect="altar")
    shown = shown_on(table, die)
    if shown is not None:
        value = shown + (clan.raised or {}).get(die, 0) + raise_by(table, clan)
        if value > CAP and table.choices["raised_dice"] == "six":
            findings.breaks("altar/cap", value=value)
        elif clan.raised is UNSET and table.choices.peek("raised_dice") == "six" and untold_raise(table, clan, die):
            findings.assumes("not-raised", player=clan.name, die=die)
    findings.allows("altar/plus-one", "altar/own-use", "altar/cap")


# ---------------------------------------------------------------- Storing, and the end of production


def check_store(table: Table, move: Store, findings: Findings) -> None:
    """storage/place, storage/order, settlement/choice, chain/order."""
    may(table, "store", move.player, findings)
    clan, zone = table.by_name[move.player], ZONE_OF[move.good]
    if clan.waiting is UNSET and table.state.phase not in NOTHING_WAITS:
        findings.assumes("produced", player=clan.name, good=move.good)
    elif clan.waiting is UNSET or move.good not in clan.waiting:
        findings.breaks("storage/place", "extra", product=move.good)
    if getattr(table.box, zone) is None:
        findings.needs(f"pack-{zone}")
    elif getattr(clan, zone) is UNSET:
        if move.good == "house":
            findings.needs("sheet-told", player=clan.name, zone=zone)
        else:
            findings.needs("places-known", player=clan.name, good=move.good)
        needs_tracks(clan, findings)
    else:
        _place(table, clan, move, findings)
        if not (table.box.complete and all_told(clan)) and findings.verdict == "legal":
            sheet = SheetDraft(clan, table.box, [])
            sheet.put(move.good, move.place)
            foreseen(sheet, findings)
    findings.allows(*(("settlement/choice",) if move.good == "house" else ("storage/place", "storage/order")))


def _place(table: Table, clan: Clan, move: Store, findings: Findings) -> None:
    places = SheetDraft(clan, table.box, []).places(move.good)
    if move.place in places:
        return
    if move.good == "house":
        findings.breaks("settlement/choice", settlement=move.place, player=clan.name)
        return
    zone = STORAGE[move.good]
    if move.place in getattr(clan, zone) or not places:
        findings.breaks("storage/place", hex=move.place, zone=zone)
    else:
        findings.breaks("storage/order", zone=zone, expected=places[0], hex=move.place)


def check_done(table: Table, move: Done, findings: Findings) -> None:
    """storage/place, dice/drop."""
    may(table, "done", move.player, findings)
    clan = table.by_name[move.player]
    if clan.waiting:
        findings.breaks("storage/place", "choose", player=clan.name, product=clan.waiting[0])
    elif clan.waiting is UNSET:
        findings.assumes("nothing-waits", player=clan.name)
    used = clan.dice_used
    findings.allows("dice/drop")
    if findings.broken or (used is not UNSET and len(used) >= DICE_A_ROUND) or table.choices["two_dice"] != "strict":
        return
    verdicts = {UNSET} if used is UNSET else still_usable(table, clan)
    if "legal" in verdicts:
        findings.breaks("dice/drop", player=clan.name, count=len(used or ()))
    elif verdicts - {"illegal"}:
        findings.assumes("dice-spent", player=clan.name)


def still_usable(table: Table, clan: Clan) -> set[Any]:
    """The verdicts on every use of a resource die as it lies; those that rest on something unknown are not legal."""
    return {_verdict(table, move) for move in uses(table, clan, COLOURS)}


def _verdict(table: Table, move: UseDie) -> str:
    step(CHECK)
    findings = Findings()
    check_use(table, move, findings)
    return "undetermined" if findings.verdict == "legal" and _in_doubt(findings) else findings.verdict


def _in_doubt(findings: Findings) -> bool:
    """Whether a use is legal only if something unknown is so; what a die counts and brings does not matter here."""
    return any(fact not in OUTCOMES for fact, _ in findings.assumed)
