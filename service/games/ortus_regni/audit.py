"""Contradictions in a position: everything that no course of play can have brought about.

Only what is told is held against itself; a zone that was left out contradicts nothing. What a pending decision may
look like stands in ``stages``.
"""

from collections import Counter
from typing import Any

from msgspec import UNSET

from service.games.ortus_regni.cards import HIDDEN, are_own_zones_sent, cards_away, limit_of
from service.games.ortus_regni.earldoms import cubes_for
from service.games.ortus_regni.holdings import royal_capacity
from service.games.ortus_regni.inference import is_whole
from service.games.ortus_regni.pack import COPIES, DECK, EARLS, FREE_TOWERS
from service.games.ortus_regni.rules.crown import LEAD, next_king
from service.games.ortus_regni.setup import MARKERS, OPENING_HAND
from service.games.ortus_regni.stages import audit_pending
from service.games.ortus_regni.table import UNFINISHED, Table
from service.games.ortus_regni.untold import known_lord
from service.referee.findings import Findings
from service.referee.known import attempt, is_unknown


def audit(table: Table, findings: Findings, *, thorough: bool = True) -> None:
    earldoms = table.earldoms
    orderly = earldoms.are_orderly and earldoms.gone == table.out
    _earls(table, findings)
    if not orderly:
        _decks(table, findings)
    _colours(table, findings)
    if not orderly:
        _princes(table, findings)
    if earldoms.cathedrals > 1:
        findings.breaks("property/cathedral", "two", count=earldoms.cathedrals)
    _armies(table, findings)
    _neutral(table, findings)
    if not orderly:
        _cubes(table, findings)
    _vikings(table, findings)
    _crown(table, findings)
    _leaving(table, orderly, findings)
    if not findings.broken:
        audit_pending(table, findings)
        _openings(table, findings)


# ---------------------------------------------------------------- Components


def _earls(table: Table, findings: Findings) -> None:
    """setup/players, setup/colours."""
    if len(table.order) > 1 and len(table.order) not in EARLS:
        findings.breaks("setup/players", count=len(table.order))
    if len({player.colour for player in table.by_name.values()}) == len(table.order):
        return
    colours = [player.colour for player in table.by_name.values() if player.colour is not UNSET]
    if len(set(colours)) != len(colours):
        twice = next(colour for colour in colours if colours.count(colour) > 1)
        findings.breaks("setup/colours", colour=twice)


def _decks(table: Table, findings: Findings) -> None:
    """deck/size, deck/copies, deck/palace-apart, tournament/towers: what an Earl brought to the game."""
    expected = DECK + (FREE_TOWERS if table.tournament else 0)
    for name, player in table.by_name.items():
        built = player.built
        if built is UNSET or table.earldoms.by_name[name].has_sound_deck:
            continue
        if len(built) != expected:
            findings.breaks("deck/size", "built", player=name, count=len(built), expected=expected)
        if "palace" in built:
            findings.breaks("deck/palace-apart")
        for card, count in Counter(built).items():
            if count > COPIES and card not in (HIDDEN, "palace"):
                findings.breaks("deck/copies", card=card, count=count)


def _colours(table: Table, findings: Findings) -> None:
    """components/earl-cards: every card of a colour is in one place."""
    earldoms, state = table.earldoms, table.state
    told = table.seats_known and earldoms.are_open
    told = told and is_whole(table.pending) and state.phase not in (UNSET, "decks")
    away = cards_away(table)
    if told and earldoms.missing == {name: sorted(cards) for name, cards in away.items() if cards}:
        return
    expected = DECK + 1 + (FREE_TOWERS if table.tournament else 0)
    for name, earldom in earldoms.by_name.items():
        if told and earldom.missing == sorted(away.get(name, ())):
            continue
        player, cards = earldom.player, table.colours[name]
        whole = told and are_own_zones_sent(player)
        counts = Counter(cards)
        unknown = counts.pop(HIDDEN, 0)
        for card, count in counts.items():
            limit = limit_of(player, card)
            if count > limit:
                findings.breaks("components/earl-cards", player=name, card=card, count=count, limit=limit)
        if len(cards) > expected or (whole and len(cards) < expected):
            findings.breaks("components/earl-cards", "count", player=name, count=len(cards), expected=expected)
        elif whole and not unknown and not counts["palace"]:
            findings.breaks("components/earl-cards", "no-palace", player=name)


def _princes(table: Table, findings: Findings) -> None:
    """lord/one-prince."""
    for name, earldom in table.earldoms.by_name.items():
        if earldom.princes > 1:
            findings.breaks("lord/one-prince", "two", player=name, count=earldom.princes)


def _armies(table: Table, findings: Findings) -> None:
    """army/deck-size, army/supply.

    Sixteen Infantry and eight Knights for two Earls, half as many more for each other.
    """
    if is_unknown(table.seats) or table.seats not in EARLS:
        return
    supply = table.box.pile("army", table.seats)
    armies, total, state = table.armies, sum(supply.values()), table.state
    if len(armies) == total and armies.count("infantry") == supply["infantry"]:
        return  # whatever is left is Knights, hidden or not, and no more than there are
    for army, most in supply.items():
        if armies.count(army) > most:
            findings.breaks("army/supply", army=army, count=armies.count(army), limit=most)
    whole = table.seats_known and UNSET not in (state.army_deck, state.army_discard, state.royal_army)
    whole = whole and is_whole(table.pending) and table.earldoms.have_told_armies
    if len(armies) > total or (whole and len(armies) < total):
        findings.breaks("army/deck-size", count=len(armies), expected=total)


def _neutral(table: Table, findings: Findings) -> None:
    """components/battle-deck, components/viking-deck."""
    state = table.state
    _pile(table, "battle", (state.battle_deck, state.battle_discard), "components/battle-deck", findings)
    _pile(
        table, "vikings", (state.viking_deck, state.viking_discard, state.vikings), "components/viking-deck", findings
    )


def _pile(table: Table, name: str, zones: tuple[Any, ...], rule: str, findings: Findings) -> None:
    box = table.box.pile(name)
    told = [card for zone in zones for card in zone or ()]
    if Counter(told) == box:
        return
    for card, most in box.items():
        if told.count(card) > most:
            findings.breaks(rule, "many", card=card, count=told.count(card), limit=most)
    total = sum(box.values())
    if len(told) > total or (UNSET not in zones and len(told) < total):
        findings.breaks(rule, "count", count=len(told), expected=total)


# ---------------------------------------------------------------- Vikings


def _cubes(table: Table, findings: Findings) -> None:
    """emissary/cubes, end/cubes-removed."""
    unsure = table.state.eliminated is UNSET  # whoever has no cube may have left the game
    for name, player in table.by_name.items():
        if player.cubes is UNSET:
            continue
        if name in table.out:
            if player.cubes:
                findings.breaks("end/cubes-removed", player=name)
        elif player.emissaries is not UNSET and not (unsure and player.cubes == 0 and not player.fiefs):
            expected = cubes_for(player)
            if player.cubes != expected:
                findings.breaks("emissary/cubes", player=name, count=player.cubes, expected=expected)


def _vikings(table: Table, findings: Findings) -> None:
    """vikings/black-marker, vikings/markers-away, vikings/arrival, setup/viking-kit."""
    state = table.state
    if state.arrived is True and (state.black_markers or state.white_marker):
        findings.breaks("vikings/markers-away")
    if state.arrived is False:
        _not_arrived(table, findings)
    elif state.arrived is True and state.round == 1:
        findings.breaks("vikings/arrival", "early")


def _not_arrived(table: Table, findings: Findings) -> None:
    state = table.state
    if state.vikings:
        findings.breaks("vikings/arrival", "before", count=len(state.vikings))
    if state.black_markers is UNSET or not table.seats_known or not table.earldoms.have_told_emissaries:
        return
    emissaries = table.earldoms.emissaries
    least = min(MARKERS, emissaries)
    if state.black_markers < least:
        findings.breaks("vikings/black-marker", "few", count=state.black_markers, expected=least)
    elif state.round is not UNSET and state.black_markers > emissaries + state.round - 1:
        most = emissaries + state.round - 1
        findings.breaks("vikings/black-marker", count=state.black_markers, most=most)


# ---------------------------------------------------------------- King, and who is out


def _crown(table: Table, findings: Findings) -> None:
    """crown/banners-go, crown/lead, king/capacity, king/one, king/death."""
    state, banners = table.state, table.earldoms.banners
    if isinstance(state.king, str):
        if banners:
            findings.breaks("crown/banners-go", players=list(banners))
        if state.king in table.out:
            findings.breaks("king/death", player=state.king)
        capacity = attempt(lambda: royal_capacity(table)) if state.royal_army else None
        started = None if is_unknown(table.seats) else table.seats - 1
        if capacity is not None and started is not None and len(state.royal_army or ()) > started:
            findings.breaks("king/capacity", count=len(state.royal_army or ()), capacity=started)
    elif state.king is None:
        if state.royal_army:
            findings.breaks("king/one", count=len(state.royal_army))
        leads = banners and max(banners.values()) >= LEAD and state.phase != "over"
        if leads and (heir := next_king(table)) is not None:
            findings.breaks("crown/lead", player=heir)


def _leaving(table: Table, orderly: bool, findings: Findings) -> None:
    """end/last-fief, end/cards-removed, end/last-earl, turn/order."""
    state = table.state
    if state.eliminated is not UNSET and len(table.out) != len(state.eliminated):
        gone = [entry.player for entry in state.eliminated]
        findings.breaks("end/cards-removed", "twice", player=next(name for name in gone if gone.count(name) > 1))
    if not orderly:
        for name in sorted(table.out):  # a set has no order, and the same case gives the same bytes
            left = table.earldoms.by_name[name].left
            if left:
                findings.breaks("end/cards-removed", player=name, zones=left)
    if state.pending is not UNSET and not isinstance(state.pending, UNFINISHED):
        for name in table.living:
            if table.by_name[name].fiefs == ():
                findings.breaks("end/last-fief", player=name)
    last, over = len(table.living) <= 1, state.phase == "over"
    if table.seats_known and state.phase is not UNSET and last != over and (last or state.eliminated is not UNSET):
        findings.breaks("end/last-earl", "phase", count=len(table.living))
    if state.phase == "turn" and isinstance(state.turn, str) and state.turn in table.out and state.pending is None:
        findings.breaks("turn/order", "out", player=state.turn)


# ---------------------------------------------------------------- Before the first turn


def _openings(table: Table, findings: Findings) -> None:
    """setup/palace, setup/opening-hand, setup/viking-kit: how the table looks before anybody has moved."""
    state = table.state
    if state.phase not in ("decks", "start", "mulligan"):
        return
    for name, player in table.by_name.items():
        fiefs = player.fiefs
        bare = fiefs is UNSET or (len(fiefs) == 1 and fiefs[0].anchor == "palace" and not fiefs[0].properties)
        if not bare or (fiefs and known_lord(fiefs[0]) is not None):
            findings.breaks("setup/palace", player=name)
        hand = OPENING_HAND if state.phase == "mulligan" else 0
        if player.hand is not UNSET and len(player.hand) != hand:
            findings.breaks("setup/opening-hand", "phase", player=name, count=len(player.hand), expected=hand)
    early = {"black_markers": state.black_markers, "white_marker": state.white_marker, "vikings": state.vikings}
    for zone, told in early.items():
        if told:
            findings.breaks("setup/viking-kit", zone=zone)
