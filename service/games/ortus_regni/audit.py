"""Contradictions in a position: everything that no course of play can have brought about.

Only what is known is held against itself; a zone that was left out contradicts nothing. What a pending decision may
look like stands in ``audit_pending``.
"""

from collections import Counter

from service.games.ortus_regni.audit_pending import audit_pending
from service.games.ortus_regni.cards import OWN, are_armies_known, cards_away, limit_of
from service.games.ortus_regni.earldoms import cubes_for
from service.games.ortus_regni.holdings import are_lords_known, royal_capacity, surely
from service.games.ortus_regni.pack import COPIES, DECK, EARLS, FREE_TOWERS
from service.games.ortus_regni.references import known_names
from service.games.ortus_regni.rules.crown import LEAD, next_king
from service.games.ortus_regni.rules.leaving import has_lost_everything
from service.games.ortus_regni.sendable import is_whole
from service.games.ortus_regni.setup import MARKERS, OPENING_HAND
from service.games.ortus_regni.table import UNFINISHED, Table
from service.games.ortus_regni.timing_checks import is_bare_palace
from service.referee.findings import Findings
from service.referee.hidden import HIDDEN
from service.referee.known import any_of, is_known, is_unknown, truth
from service.referee.names import audit_names


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
    _turn(table, findings)
    if not findings.broken:
        audit_pending(table, findings)
        _openings(table, findings)
        _mulligans(table, findings)


# ---------------------------------------------------------------- Components


def _earls(table: Table, findings: Findings) -> None:
    """setup/players, setup/colours."""
    audit_names(table.seating, known_names(table), findings)
    if len(table.order) > 1 and len(table.order) not in EARLS:
        findings.breaks("setup/players", count=len(table.order))
    colours = [colour for name in table.order if is_known(colour := table.colour(name))]
    if len(set(colours)) != len(colours):
        twice = next(colour for colour in colours if colours.count(colour) > 1)
        findings.breaks("setup/colours", colour=twice)


def _decks(table: Table, findings: Findings) -> None:
    """deck/size, deck/copies, deck/palace-apart, tournament/towers: what an Earl brought to the game."""
    expected = DECK + (FREE_TOWERS if table.tournament else 0)
    for name, earldom in table.earldoms.each.items():
        if earldom.has_sound_deck:
            continue
        built = table.built(name)
        if len(built) != expected:
            findings.breaks("deck/size", "built", player=name, count=len(built), expected=expected)
        if "palace" in built:
            findings.breaks("deck/palace-apart")
        for card, count in Counter(built).items():
            if count > COPIES and card not in (HIDDEN, "palace"):
                findings.breaks("deck/copies", card=card, count=count)


def _colours(table: Table, findings: Findings) -> None:
    """components/earl-cards: every card of a colour is in one place."""
    earldoms = table.earldoms
    known = table.seats_known and earldoms.are_open and is_whole(table.pending)
    known = known and surely(lambda: table.phase != "decks")
    away = cards_away(table)
    if known and earldoms.missing == {name: sorted(cards) for name, cards in away.items() if cards}:
        return
    expected = DECK + 1 + (FREE_TOWERS if table.tournament else 0)
    for name, earldom in earldoms.each.items():
        if known and earldom.missing == sorted(away.get(name, ())):
            continue
        cards = table.colours[name]
        whole = known and are_lords_known(table, name) and table.are_known(name, *OWN)
        counts = Counter(cards)
        unknown = counts.pop(HIDDEN, 0)
        for card, count in counts.items():
            limit = limit_of(table, name, card)
            if count > limit:
                findings.breaks("components/earl-cards", player=name, card=card, count=count, limit=limit)
        if len(cards) > expected or (whole and len(cards) < expected):
            findings.breaks("components/earl-cards", "count", player=name, count=len(cards), expected=expected)
        elif whole and not unknown and not counts["palace"]:
            findings.breaks("components/earl-cards", "no-palace", player=name)


def _princes(table: Table, findings: Findings) -> None:
    """lord/one-prince."""
    for name, earldom in table.earldoms.each.items():
        if earldom.princes > 1:
            findings.breaks("lord/one-prince", "two", player=name, count=earldom.princes)


def _armies(table: Table, findings: Findings) -> None:
    """army/deck-size, army/supply.

    Sixteen Infantry and eight Knights for two Earls, half as many more for each other.
    """
    if is_unknown(table.seats) or table.seats not in EARLS:
        return
    supply = table.box.pile("army", table.seats)
    armies, total = table.armies, sum(supply.values())
    if len(armies) == total and armies.count("infantry") == supply["infantry"]:
        return  # whatever is left is Knights, hidden or not, and no more than there are
    for army, most in supply.items():
        if armies.count(army) > most:
            findings.breaks("army/supply", army=army, count=armies.count(army), limit=most)
    whole = table.seats_known and is_whole(table.pending) and are_armies_known(table)
    if len(armies) > total or (whole and len(armies) < total):
        findings.breaks("army/deck-size", count=len(armies), expected=total)


def _neutral(table: Table, findings: Findings) -> None:
    """components/battle-deck, components/viking-deck."""
    _pile(table, "battle", ("battle_deck", "battle_discard"), "components/battle-deck", findings)
    _pile(table, "vikings", ("viking_deck", "viking_discard", "vikings"), "components/viking-deck", findings)


def _pile(table: Table, name: str, zones: tuple[str, ...], rule: str, findings: Findings) -> None:
    box = table.box.pile(name)
    cards = [card for zone in zones for card in table.known_zone(zone)]
    if Counter(cards) == box:
        return
    for card, most in box.items():
        if cards.count(card) > most:
            findings.breaks(rule, "many", card=card, count=cards.count(card), limit=most)
    total = sum(box.values())
    whole = all(is_known(table.zone(zone)) for zone in zones)
    if len(cards) > total or (whole and len(cards) < total):
        findings.breaks(rule, "count", count=len(cards), expected=total)


# ---------------------------------------------------------------- Vikings


def _cubes(table: Table, findings: Findings) -> None:
    """emissary/cubes, end/cubes-removed."""
    for name in table.order:
        cubes = table.cubes(name)
        expected = cubes_for(table, name) if is_known(table.emissaries(name)) else None
        if is_unknown(cubes):
            continue
        if name in table.out:
            if cubes:
                findings.breaks("end/cubes-removed", player=name)
        # Whoever has no cube may have left the game.
        elif (cubes or table.known_fiefs(name) or is_known(table.eliminated)) and expected not in (None, cubes):
            findings.breaks("emissary/cubes", player=name, count=cubes, expected=expected)


def _vikings(table: Table, findings: Findings) -> None:
    """vikings/black-marker, vikings/markers-away, vikings/arrival, setup/viking-kit."""
    arrived = table.arrived is True
    if arrived and any_of(lambda: table.black_markers, lambda: table.white_marker) is True:
        findings.breaks("vikings/markers-away")
    if table.arrived is False:
        _not_arrived(table, findings)
    elif arrived and surely(lambda: table.round == 1):
        findings.breaks("vikings/arrival", "early")


def _not_arrived(table: Table, findings: Findings) -> None:
    black, number = table.black_markers, table.round
    if table.known_zone("vikings"):
        findings.breaks("vikings/arrival", "before", count=len(table.vikings))
    if is_unknown(black) or not table.seats_known or not table.earldoms.are_emissaries_known:
        return
    emissaries = table.earldoms.emissaries
    least = min(MARKERS, emissaries)
    if black < least:
        findings.breaks("vikings/black-marker", "few", count=black, expected=least)
    elif surely(lambda: black > emissaries + number - 1):
        findings.breaks("vikings/black-marker", count=black, most=emissaries + number - 1)


# ---------------------------------------------------------------- King, and who is out


def _crown(table: Table, findings: Findings) -> None:
    """crown/banners-go, crown/lead, king/capacity, king/one, king/death."""
    king, royal, banners = table.king, table.known_zone("royal_army"), table.earldoms.banners
    if isinstance(king, str):
        if banners:
            findings.breaks("crown/banners-go", players=list(banners))
        if king in table.out:
            findings.breaks("king/death", player=king)
        if royal and surely(lambda: royal_capacity(table) < table.seats and len(royal) > table.seats - 1):
            findings.breaks("king/capacity", "many", count=len(royal), capacity=table.seats - 1)
    elif king is None:
        if royal:
            findings.breaks("king/one", count=len(royal))
        leads = banners and max(banners.values()) >= LEAD and not surely(lambda: table.phase == "over")
        if leads and (heir := next_king(table)) is not None:
            findings.breaks("crown/lead", player=heir)


def _leaving(table: Table, orderly: bool, findings: Findings) -> None:
    """end/last-fief, end/last-earl, turn/order."""
    _cards_removed(table, orderly, findings)
    if is_known(table.pending) and not isinstance(table.pending, UNFINISHED):
        for name in table.living:
            if has_lost_everything(table, name):
                findings.breaks("end/last-fief", player=name)
    last, over = len(table.living) <= 1, truth(lambda: table.phase == "over")
    wrong = is_known(over) and last is not over
    if table.seats_known and wrong and (last or is_known(table.eliminated)):
        findings.breaks("end/last-earl", "phase", count=len(table.living))
    if table.pending is None and surely(lambda: table.phase == "turn" and table.turn in table.out):
        findings.breaks("turn/order", "out", player=table.turn)


def _cards_removed(table: Table, orderly: bool, findings: Findings) -> None:
    """end/cards-removed: the cards of those who have left are away, and no others."""
    if is_known(table.eliminated) and len(table.out) != len(table.eliminated):
        gone = [entry.player for entry in table.eliminated]
        findings.breaks("end/cards-removed", "twice", player=next(name for name in gone if gone.count(name) > 1))
    if not orderly:
        for name in sorted(table.out):  # a set has no order, and the same case gives the same bytes
            left = table.earldoms.each[name].left if name in table.order else []
            if left:
                findings.breaks("end/cards-removed", player=name, zones=left)
    for name in table.living:
        if table.known_cards(name, "removed"):
            findings.breaks("end/cards-removed", "stays", player=name)


WITHOUT_TURN = ("decks", "start", "vikings")
"""The phases in which no Earl has a turn."""
WITH_TURN = ("mulligan", "turn")
"""The phases in which one has."""


def _turn(table: Table, findings: Findings) -> None:
    """turn/order: whose turn it is fits the phase, both as they were sent."""
    phase, turn = table.phase_and_turn_as_sent
    if isinstance(turn, str) and phase in WITHOUT_TURN:
        findings.breaks("turn/order", "nobody", turn=turn, phase=phase)
    elif turn is None and phase in WITH_TURN:
        findings.breaks("turn/order", "whose", phase=phase)


# ---------------------------------------------------------------- Before the first turn


OPENINGS = ("decks", "start", "mulligan")
"""The phases before the first turn."""


def _openings(table: Table, findings: Findings) -> None:
    """setup/palace, setup/opening-hand, setup/viking-kit: how the table looks before anybody has moved."""
    if not surely(lambda: table.phase in OPENINGS):
        return
    if surely(lambda: table.round > 1):
        findings.breaks("setup/mulligan" if table.phase == "mulligan" else "setup/first-earl")
    expected = OPENING_HAND if table.phase == "mulligan" else 0
    for name in table.order:
        fiefs, hand = table.fiefs(name), table.hand(name)
        if is_known(fiefs) and not (len(fiefs) == 1 and is_bare_palace(fiefs[0])):
            findings.breaks("setup/palace", player=name)
        if is_known(hand) and len(hand) != expected:
            findings.breaks("setup/opening-hand", "phase", player=name, count=len(hand), expected=expected)
    for zone in ("black_markers", "white_marker", "vikings"):
        if table.known_zone(zone):
            findings.breaks("setup/viking-kit", zone=zone)


def _mulligans(table: Table, findings: Findings) -> None:
    """setup/mulligan: who cannot have decided about the opening hand yet."""
    if not surely(lambda: table.phase in OPENINGS):
        return
    waiting = [table.turn] if table.phase == "mulligan" else table.order
    for name in waiting:
        if isinstance(name, str) and is_known(table.mulligan(name)):
            findings.breaks("setup/mulligan", "stage", player=name)
