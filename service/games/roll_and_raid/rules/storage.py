"""1.3. Almacenamiento: a product that waits gets its place on the sheet."""

from schemas.roll_and_raid import Store
from service.games.roll_and_raid.clan_sheet import ClanSheet
from service.games.roll_and_raid.die_values import needs_tracks
from service.games.roll_and_raid.draft import Draft
from service.games.roll_and_raid.pack import STORAGE
from service.games.roll_and_raid.places import has_place, zone_of
from service.games.roll_and_raid.product_choices import ZONE_OF, waits_as
from service.games.roll_and_raid.rules.dice import are_gains_known, foreseen, needs_gains
from service.games.roll_and_raid.rules.turn import check_turn
from service.games.roll_and_raid.sheet_draft import SheetDraft
from service.games.roll_and_raid.table import Table
from service.games.roll_and_raid.timing import may_have_taken_a_card
from service.referee.findings import Findings, fact
from service.referee.known import is_known, is_unknown

NOTHING_WAITS = ("setup", "choice", "conflict")
"""The phases in which no product can wait for its place, whatever the raids."""


# ---------------------------------------------------------------- storage/place, storage/order, settlement/choice


def check_store(table: Table, move: Store, findings: Findings) -> None:
    """storage/place, storage/order, settlement/choice, chain/order."""
    check_turn(table, "store", move.player, findings)
    clan, zone = table.clan(move.player), ZONE_OF[move.good]
    box = table.box
    there = zone_of(box, move.place) if zone in box.whole else None  # what is unfinished may have such a place too
    elsewhere = there is not None and not has_place(box, zone, move.place)
    if elsewhere:
        findings.breaks("storage/place", "elsewhere", product=move.good, place=move.place, there=there, zone=zone)
    nothing_waits = is_unknown(clan.waiting) and _can_nothing_wait(table, clan)
    findings.requires(
        "storage/place",
        lambda: not nothing_waits and waits_as(move.good, clan.waiting) is not None,
        "extra",
        assume=fact("produced", player=clan.name, good=move.good),
        cite=False,
        product=move.good,
    )
    if elsewhere:
        return
    if getattr(box, zone) is None:
        findings.needs(f"pack-{zone}")
    elif box.is_untyped(zone, move.place, box.settlements if move.good == "house" else box.touches[zone]):
        findings.needs("pack-entry", part=zone, name=move.place)
    elif is_unknown(getattr(clan, zone)):
        if move.good == "house":
            findings.needs("sheet-known", player=clan.name, zone=zone)
        else:
            findings.needs("places-known", player=clan.name, good=move.good)
        needs_tracks(clan, findings)
    else:
        _check_place(table, clan, move, findings)
        if not (table.box.complete and are_gains_known(clan)) and findings.verdict == "legal":
            sheet = SheetDraft(clan, table.box, [])
            sheet.put(move.good, move.place)
            foreseen(sheet, findings)
    needs_gains(table, clan, findings)
    findings.allows(*(("settlement/choice",) if move.good == "house" else ("storage/place", "storage/order")))


def _can_nothing_wait(table: Table, clan: ClanSheet) -> bool:
    """payment/reward, storage/place: in the raids a product can wait only for a clan that may have taken a card, in
    production only for one that has not ended it.
    """
    phase = table.known_phase
    if phase == "production":
        return bool(clan.known("done", False))
    return phase in NOTHING_WAITS or (table.is_raiding and not may_have_taken_a_card(table, clan))


def _check_place(table: Table, clan: ClanSheet, move: Store, findings: Findings) -> None:
    places = SheetDraft(clan, table.box, []).places(move.good)
    if move.place in places:
        return
    if move.good == "house":
        findings.breaks("settlement/choice", settlement=move.place, player=clan.name)
        return
    zone = STORAGE[move.good]
    if not places and zone not in table.box.whole:
        findings.needs("pack-rest", part=zone)
    elif move.place in getattr(clan, zone) or not places:
        findings.breaks("storage/place", hex=move.place, zone=zone)
    else:
        findings.breaks("storage/order", zone=zone, expected=places[0], hex=move.place)


def apply_store(draft: Draft, move: Store) -> None:
    sheet = draft.sheet(move.player)
    sheet.put(move.good, move.place)
    if is_known(sheet["waiting"]):
        sheet.settle()
    draft.write(sheet)
