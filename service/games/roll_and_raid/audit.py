"""Contradictions in a position: everything that no course of play can have brought about.

Only what was sent is compared with itself and with the pack; a zone that was left out contradicts nothing.
"""

from itertools import pairwise
from typing import Any

from msgspec import UNSET

from service.games.roll_and_raid.audit_raids import audit_phase, audit_raid
from service.games.roll_and_raid.audit_sheets import audit_sheet, is_sound
from service.games.roll_and_raid.clan_sheet import ClanSheet
from service.games.roll_and_raid.pack import COLOURS, ROUNDS
from service.games.roll_and_raid.table import Table
from service.referee.findings import Findings
from service.referee.hidden import repeated, shown
from service.referee.known import is_known, is_unknown, truth
from service.referee.names import audit_names

BEFORE_RAIDS = ("start", "production", "choice")
"""The phases in which the display is as the last refill left it."""
UNTOUCHED: dict[str, Any] = {
    "settlements": {},
    "gods": {},
    "developments": (),
    "favours_used": (),
    "altar": 0,
    "sacrifices": {},
    "raids": (),
    "dice_used": (),
}
"""What a sheet has nothing of before the game."""


def audit(table: Table, findings: Findings, *, thorough: bool = True) -> None:
    """With ``thorough`` also what takes long to see: the levels of the deck, and what unlocked each favour die."""
    _clans(table, findings)
    _cards(table, findings, thorough=thorough)
    if is_known(table.round):
        _round(table, table.round, findings)
    if table.known_phase == "production" and table.known_zone("dice", ()) is None:
        findings.breaks("production/roll", "first")
    number = table.known_zone("round", ROUNDS)
    for clan in table.known_clans():
        if thorough or not clan.sound or clan.last_offering > number:
            _sheet(table, clan, findings, thorough=thorough)
    if table.known_phase == "setup":
        for clan in table.known_clans():
            _fresh(table, clan, findings)
    for raid in table.known_raids():
        audit_raid(table, raid, findings)
    audit_phase(table.as_sent, findings)


def _sheet(table: Table, clan: ClanSheet, findings: Findings, *, thorough: bool) -> None:
    """A sheet that nobody has looked at yet, or that something may be said against."""
    if clan.sound is None:
        clan.last_offering = max(map(int, clan.known("sacrifices", ())), default=0)
        clan.sound = is_sound(table, clan)
    if thorough or not clan.sound:
        audit_sheet(table, clan, findings, thorough=thorough)
    for festival in clan.known("sacrifices", ()):
        if int(festival) > table.known_zone("round", ROUNDS):
            findings.breaks("festival/rounds", "past", player=clan.name, festival=int(festival))


# ---------------------------------------------------------------- Setup


def _clans(table: Table, findings: Findings) -> None:
    """setup/players: as many as are said to play, and nobody else takes part."""
    if truth(lambda: table.seats < len(table.order)) is True:
        findings.breaks("setup/players", "fewer", count=len(table.order), clans=table.seats)
    audit_names(table.seating, table.known_names(), findings)


def _cards(table: Table, findings: Findings, *, thorough: bool) -> None:
    """setup/one-place, setup/removed, setup/display, setup/deck, setup/level-order."""
    box = table.box
    named = shown(_known_cards(table))
    cards = set(named)
    for card in repeated(named):
        findings.breaks("setup/one-place", card=card)
    if box.set_aside:
        cards.update([raid.card for raid in table.as_sent.known_raids()])
        for card in sorted(box.set_aside & cards):
            findings.breaks("setup/removed", card=card)
    if is_known(table.display) and is_known(table.display_size):
        count, size = len(table.display), table.display_size
        short = count < size and table.known_phase in BEFORE_RAIDS and bool(table.known_zone("deck", ()))
        if count > size or short:
            findings.breaks("setup/display", count=count, expected=size)
    levels = (box.decks or {}).get(table.clans or 0)
    if thorough and levels is not None and box.cards is not None:
        _deck(table, levels, named, findings)


def _known_cards(table: Table) -> list[str]:
    """Every raid card that is known to be on display, in the deck or won, as often as it is; hidden ones too."""
    cards = [*table.known_zone("display", ()), *table.known_zone("deck", ())]
    for clan in table.known_clans():
        cards += clan.known("raids", ())
    return cards


def _deck(table: Table, levels: tuple[int, ...], named: list[str], findings: Findings) -> None:
    cards = table.box.cards or {}
    known = [cards[card].level for card in named if card in cards]
    for level in sorted(set(known)):
        count, expected = known.count(level), levels.count(level)
        if count > expected:
            findings.breaks("setup/deck", level=level, count=count, clans=table.seats, expected=expected)
    if is_unknown(table.deck):
        return
    if table.whole and is_known(table.display) and all(clan.is_known("raids") for clan in table.known_clans()):
        count = len(_known_cards(table))
        if count != len(levels):
            findings.breaks("setup/deck", "size", count=count, clans=table.seats, expected=len(levels))
    ranks = [cards[card].level for card in table.deck if card in cards]
    if ranks != sorted(ranks):
        above, below = next((one, other) for one, other in pairwise(ranks) if one > other)
        findings.breaks("setup/level-order", "deck", level=above, below=below)


def _fresh(table: Table, clan: ClanSheet, findings: Findings) -> None:
    """setup/sheet: before the game only what is printed counts as marked."""
    box = table.box
    hall = box.pack.great_hall
    expected = dict(UNTOUCHED)
    if hall is not UNSET:
        expected |= {"vikings": hall.start, "hall": hall.start}
    for zone, goods in (("port", "ships"), ("armoury", "axes")):
        storage = getattr(box, zone)
        if storage is not None:
            filled = tuple(hexagon.id for hexagon in storage.hexagons[: storage.start])
            expected |= {zone: filled, goods: storage.start}
    for zone, value in expected.items():
        if clan.known(zone, value) != value:
            findings.breaks("setup/sheet", player=clan.name, zone=zone)
    if any(is_known(marked) and marked > 0 for marked in map(clan.marked, COLOURS)):
        findings.breaks("setup/sheet", player=clan.name, zone="tracks")


# ---------------------------------------------------------------- The round


def _round(table: Table, number: int, findings: Findings) -> None:
    """production/round-track, round/season, maintenance/last-round, end/last-round."""
    phase = table.known_phase
    if table.box.seasons is not None:
        sent, season = table.season, table.box.seasons[number - 1]
        if season != sent:
            findings.breaks("round/season", round=number, given=sent, season=season)
    crossed = 0 if phase == "setup" else number
    for clan in table.known_clans():
        count = clan.known("rounds", crossed)
        if phase is not None and (count != crossed or (phase == "setup" and number > 1)):
            findings.breaks("production/round-track", player=clan.name, count=count, round=number)
    if phase == "maintenance" and number == ROUNDS:
        findings.breaks("maintenance/last-round", round=number)
    if phase == "over" and number != ROUNDS:
        findings.breaks("end/last-round", round=number, last=ROUNDS)
