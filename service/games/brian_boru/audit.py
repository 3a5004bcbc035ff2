"""Contradictions in a position: everything that no draft of play can have brought about.

Only what is known is held against itself; a zone that was left out contradicts nothing.
"""

from functools import partial

from schemas.brian_boru import Pending
from service.games.brian_boru.audit_phases import check_phase
from service.games.brian_boru.inference import BY_DECISION, PHASE_OF, card_regions, losers_of
from service.games.brian_boru.pack import CARDS, HAND
from service.games.brian_boru.table import Table
from service.referee.findings import Findings
from service.referee.hidden import HIDDEN, repeated, too_many
from service.referee.known import Unknown, attempt, is_known, is_unknown, truth
from service.referee.names import audit_names


def audit(table: Table, findings: Findings, *, thorough: bool = True) -> None:
    _players(table, findings)
    _each_card_once(table, findings)
    _marriage_cards(table, findings)
    _viking_cards(table, findings)
    _claim_tokens(table, findings)
    _marriage_track(table, findings)
    _alliance(table, findings)
    _pending(table, findings)
    if is_known(table.hand_size) and not findings.broken:
        check_phase(table, findings)


# ---------------------------------------------------------------- Components


def _players(table: Table, findings: Findings) -> None:
    """setup/players: three to five, and nobody else has anything on the table."""
    if table.seats_known and table.count not in HAND:
        findings.breaks("setup/players", count=table.count)
    audit_names(table.seating, table.known_names(), findings)


def _each_card_once(table: Table, findings: Findings) -> None:
    """components/cards."""
    for card in repeated(table.named.cards):
        findings.breaks("components/cards", card=card)
    for deck in table.known_shuffles():
        if len(deck) != CARDS or repeated(deck):
            findings.breaks("components/cards", "shuffle")


def _marriage_cards(table: Table, findings: Findings) -> None:
    """components/marriage-cards, setup/marriage-pile."""
    for card in repeated(table.named.marriages):
        findings.breaks("components/marriage-cards", card=card)
    pile, princess = table.marriage_pile, table.box.princess
    if isinstance(pile, Unknown):
        return
    if pile and (pile[-1] not in (princess, HIDDEN) or princess in pile[:-1]):
        findings.breaks("setup/marriage-pile", "princess")
    expected = attempt(lambda: table.rounds - table.round)
    if isinstance(expected, Unknown):
        return
    before_turning = truth(lambda: table.phase in ("opening", "preparation"))  # up the card of the round
    possible = {expected + (before_turning is True), expected + (before_turning is not False)}
    if len(pile) not in possible and table.choices["nobody_courts"] != "top-of-pile":
        findings.breaks("setup/marriage-pile", count=len(pile), expected=max(min(possible), 0))


def _viking_cards(table: Table, findings: Findings) -> None:
    """components/viking-cards."""
    for strength in sorted(too_many(table.known_vikings(), table.box.vikings)):
        findings.breaks("components/viking-cards", strength=strength, count=table.box.vikings[strength])
    count, expected = attempt(lambda: len(table.viking_pile) + len(table.vikings_gone)), len(table.box.viking_deck)
    if is_known(count) and count != expected:
        findings.breaks("components/viking-cards", "count", count=count, expected=expected)


def _claim_tokens(table: Table, findings: Findings) -> None:
    """components/claim-tokens, claims/flip: each once, and face up only if enough towns were ever controlled."""
    tokens = table.named.tokens
    for region in repeated(tokens):
        findings.breaks("components/claim-tokens", region=region)
    if not tokens or is_unknown(table.towns):
        return
    counts = dict.fromkeys(table.box.regions, 0)
    for town, held in table.towns.items():
        counts[table.box.region_of[town]] += 2 if held.monastery else 1
    for region in dict.fromkeys(tokens):
        towns, threshold = counts[region], table.box.tokens[region].threshold
        if towns < threshold:  # discs and monasteries stay on the board
            findings.breaks("claims/flip", "few", region=region, towns=towns, threshold=threshold)


# ---------------------------------------------------------------- tracks and decisions


def _marriage_track(table: Table, findings: Findings) -> None:
    """symbol/slide, symbol/courtship: one disc a space above the start, none beyond the top."""
    spaces: dict[int, str] = {}
    for name, space in table.known_of("marriage").items():
        if space == 0:
            continue
        if space > table.box.top:
            findings.breaks("symbol/courtship", "track", player=name, space=space, top=table.box.top)
        elif space in spaces:
            findings.breaks("symbol/slide", players=[spaces[space], name], space=space)
        spaces[space] = name


def _alliance(table: Table, findings: Findings) -> None:
    """marriage/princess: who has the alliance has the card."""
    alliance = table.alliance
    if isinstance(alliance, Unknown):
        return
    for name, cards in table.known_of("marriages").items():
        allied = alliance is not None and alliance.player == name
        if (table.box.princess in cards) != allied:
            findings.breaks("marriage/princess", "card" if allied else "side", player=name)


def _pending(table: Table, findings: Findings) -> None:
    """upkeep/order: decisions belong to their step."""
    phase = table.phase
    if isinstance(phase, Unknown):
        return
    for decision in table.known_pending():
        loser, region, kind = table.loser_of(decision), table.card_region_of(decision), decision.decision
        if (loser is None) == (kind == "raid"):
            findings.breaks("upkeep/order", "loser")
        elif (region is None) == (kind == "card-town"):
            findings.breaks("upkeep/order", "region")
        elif PHASE_OF[kind] != phase:
            findings.breaks("upkeep/order", "pending", due=BY_DECISION[kind], phase=phase)
        elif (
            is_known(table.hand_size)
            and decision.player in table.by_name
            and (is_unknown(loser) or loser is None or loser in table.by_name)
        ):
            _who_decides(table, decision, findings)


def _who_decides(table: Table, decision: Pending, findings: Findings) -> None:
    """marriage/region-town, and by the kind of decision what says who makes it."""
    region, player = table.card_region_of(decision), decision.player
    if isinstance(region, str):
        regions = attempt(partial(card_regions, table, player))
        if not isinstance(regions, Unknown) and region not in regions:
            findings.breaks("marriage/region-town", "card", player=player, region=region)
    match decision.decision:
        case "raid" if truth(lambda: table.raiders == 0) is True:
            findings.breaks("battle/fewest", "repelled")
        case "raid" if is_known(table.everybodys("raiders")):
            _who_raids(table, decision, findings)
        case "monastery":
            _who_leads(table, "church", "church/first", player, findings)
        case "card-town" | "princess":
            _who_leads(table, "marriage", "marriage/highest", player, findings)


def _who_raids(table: Table, decision: Pending, findings: Findings) -> None:
    """battle/fewest, battle/most-chooses, battle/tied-most."""
    (losers, chooser), loser = losers_of(table), table.loser_of(decision)
    if is_known(loser) and loser not in losers:
        findings.breaks("battle/fewest", loser=loser, losers=losers)
        return
    turn = chooser or (loser if is_known(loser) else decision.player)
    if decision.player != turn:
        rule = "battle/most-chooses" if chooser else "battle/tied-most"
        findings.breaks(rule, "turn", player=decision.player, turn=turn)


def _who_leads(table: Table, zone: str, rule: str, player: str, findings: Findings) -> None:
    """church/first, marriage/highest: alone with the most discs, or on the highest space."""
    counts = table.everybodys(zone)
    if isinstance(counts, Unknown):
        return
    leaders = [name for name, count in counts.items() if count == max(counts.values()) and count]
    if zone == "church" and len(leaders) != 1:
        findings.breaks("church/first", "tied")
    elif not leaders:
        findings.breaks("marriage/highest", "start", player=player)
    elif leaders != [player]:
        findings.breaks(rule, "turn", player=player, turn=leaders[0])
