"""Contradictions in a position: everything that no course of play can have brought about.

Only what is told is held against itself and against the pack; a zone that was left out contradicts nothing.
"""

from collections import Counter
from itertools import pairwise
from typing import Any

from msgspec import UNSET

from schemas.roll_and_raid import Clan, Raid
from service.games.roll_and_raid.audit_raids import contradictions
from service.games.roll_and_raid.audit_sheets import audit_sheet, is_sound, vikings_given
from service.games.roll_and_raid.clan_sheet import ClanSheet
from service.games.roll_and_raid.pack import COLOURS, ROUNDS
from service.games.roll_and_raid.references import cards_told
from service.games.roll_and_raid.table import Table, boxes_marked
from service.referee.findings import Findings
from service.referee.known import is_known

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
    _round(table, findings)
    number = table.state.round if table.state.round is not UNSET else ROUNDS
    for seat, reading in enumerate(table.known_clans()):
        if thorough or not reading.sound or reading.last_offering > number:
            _sheet(table, table.state.players[seat], reading, findings, thorough=thorough)
    if table.state.phase == "setup":
        for clan in table.state.players:
            _fresh(table, clan, findings)
    for raid in table.state.raids or ():
        _raid(table, raid, findings)
    contradictions(table, findings)


def _sheet(table: Table, clan: Clan, reading: ClanSheet, findings: Findings, *, thorough: bool) -> None:
    """A sheet that nobody has looked at yet, or that something may be said against."""
    number = table.state.round
    if reading.sound is None:
        reading.last_offering = max(map(int, clan.sacrifices or ()), default=0)
        reading.sound = is_sound(table, clan)
    if thorough or not reading.sound:
        audit_sheet(table, clan, findings, thorough=thorough)
    if number is not UNSET and reading.last_offering > number:
        _festivals(clan, number, findings)


# ---------------------------------------------------------------- Setup


def _clans(table: Table, findings: Findings) -> None:
    """setup/players: as many as are told, and nobody else takes part."""
    state = table.state
    if table.clans is not None and table.clans < len(table.order):
        findings.breaks("setup/players", "fewer", count=len(table.order), clans=table.clans)
    if table.whole and state.raids:
        named = {contender.player for raid in state.raids for contender in raid.clans}
        for name in sorted(named - table.by_name.keys()):
            findings.breaks("setup/players", "stranger", player=name)


def _cards(table: Table, findings: Findings, *, thorough: bool) -> None:
    """setup/one-place, setup/removed, setup/display, setup/deck, setup/level-order."""
    state, box = table.state, table.box
    told = cards_told(state)
    cards = set(told)
    if "?" in cards:
        told = [card for card in told if card != "?"]
        cards.remove("?")
    if len(cards) != len(told):
        for card in sorted(card for card, count in Counter(told).items() if count > 1):
            findings.breaks("setup/one-place", card=card)
    if box.set_aside:
        cards.update([raid.card for raid in table.sent_state.raids or ()])
        for card in sorted(box.set_aside & cards):
            findings.breaks("setup/removed", card=card)
    size = table.display_size
    if state.display is not UNSET and is_known(size):
        short = len(state.display) < size and state.phase in BEFORE_RAIDS and bool(state.deck)
        if len(state.display) > size or short:
            findings.breaks("setup/display", count=len(state.display), expected=size)
    levels = (box.decks or {}).get(table.clans or 0)
    if thorough and levels is not None and box.cards is not None:
        _deck(table, levels, told, findings)


def _deck(table: Table, levels: tuple[int, ...], told: list[str], findings: Findings) -> None:
    state, cards = table.state, table.box.cards or {}
    known = [cards[card].level for card in told if card in cards]
    for level in sorted(set(known)):
        count, expected = known.count(level), levels.count(level)
        if count > expected:
            findings.breaks("setup/deck", level=level, count=count, clans=table.clans, expected=expected)
    if state.deck is UNSET:
        return
    if table.whole and state.display is not UNSET and all(clan.raids is not UNSET for clan in state.players):
        count = len(state.deck) + len(state.display) + sum(len(clan.raids or ()) for clan in state.players)
        if count != len(levels):
            findings.breaks("setup/deck", "size", count=count, clans=table.clans, expected=len(levels))
    ranks = [cards[card].level for card in state.deck if card in cards]
    if ranks != sorted(ranks):
        above, below = next((one, other) for one, other in pairwise(ranks) if one > other)
        findings.breaks("setup/level-order", "deck", level=above, below=below)


def _fresh(table: Table, clan: Clan, findings: Findings) -> None:
    """setup/sheet: before the game only what is printed counts as marked."""
    box = table.box
    hall = box.pack.great_hall
    expected = dict(UNTOUCHED)
    if hall is not UNSET:
        expected |= {"vikings": hall.start, "hall": hall.start}
    for zone, goods in (("port", "ships"), ("armoury", "axes")):
        storage = getattr(box, zone)
        if storage is not None:
            expected |= {
                zone: tuple(hexagon.id for hexagon in storage.hexagons[: storage.start]),
                goods: storage.start,
            }
    for zone, value in expected.items():
        if getattr(clan, zone) not in (UNSET, value):
            findings.breaks("setup/sheet", player=clan.name, zone=zone)
    if any(boxes_marked(clan, colour) not in (UNSET, 0) for colour in COLOURS):
        findings.breaks("setup/sheet", player=clan.name, zone="tracks")


# ---------------------------------------------------------------- The round


def _round(table: Table, findings: Findings) -> None:
    """production/round-track, round/season, production/roll, maintenance/last-round, end/last-round."""
    state = table.state
    if state.round is not UNSET:
        if state.season is not UNSET and table.box.seasons is not None:
            season = table.box.seasons[state.round - 1]
            if season != state.season:
                findings.breaks("round/season", round=state.round, told=state.season, season=season)
        crossed = 0 if state.phase == "setup" else state.round
        for clan in state.players:
            if clan.rounds is not UNSET and state.phase is not UNSET and clan.rounds != crossed:
                findings.breaks("production/round-track", player=clan.name, count=clan.rounds, round=state.round)
        if state.phase == "maintenance" and state.round == ROUNDS:
            findings.breaks("maintenance/last-round", round=state.round)
        if state.phase == "over" and state.round != ROUNDS:
            findings.breaks("end/last-round", round=state.round, last=ROUNDS)
    if state.phase == "production" and state.dice is None:
        findings.breaks("production/roll", "first")


def _festivals(clan: Clan, number: int, findings: Findings) -> None:
    """festival/rounds: no offering before its time."""
    for festival in clan.sacrifices or ():
        if int(festival) > number:
            findings.breaks("festival/rounds", "past", player=clan.name, festival=int(festival))


# ---------------------------------------------------------------- Raids


def _raid(table: Table, raid: Raid, findings: Findings) -> None:
    """conflict/same-card, conflict/crossed-out, conflict/highest: what the choices and bids have led to."""
    display = table.state.display
    chosen = display.index(raid.card) + 1 if display is not UNSET and raid.card in display else None
    names = [contender.player for contender in raid.clans]
    if len(set(names)) != len(names):
        findings.breaks("conflict/same-card", "told", card=raid.card)
    if raid.right not in (UNSET, None) and raid.right not in names:
        findings.breaks("conflict/same-card", player=raid.right, card=raid.card)
    unclear = raid.step in ("attack", "help", "pay") and raid.right is None
    if unclear or (raid.step == "bid" and len(names) == 1):
        findings.breaks("conflict/same-card", "told", card=raid.card)
    for contender in raid.clans:
        clan = table.by_name.get(contender.player)
        if clan is None:
            continue
        if isinstance(clan.choice, int) and chosen is not None and clan.choice != chosen and _as_dealt(table):
            findings.breaks("conflict/same-card", player=clan.name, card=raid.card)
        shown = sum(contender.shown or ())  # what is not known is not held against it
        if (
            clan.hall is not UNSET
            and clan.vikings is not UNSET
            and shown + vikings_given(clan) > clan.hall - clan.vikings >= 0
        ):
            crossed = clan.hall - clan.vikings - vikings_given(clan)
            findings.breaks("conflict/crossed-out", player=clan.name, count=shown, crossed=max(0, crossed))


def _as_dealt(table: Table) -> bool:
    """Whether no card has been taken in this round yet, so that the numbers are those that were chosen."""
    return is_known(table.display_size) and len(table.state.display or ()) == table.display_size
