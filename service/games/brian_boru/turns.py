"""The order of the seats, and what speaks against a player making a move where it is unknown whose turn it is."""

from typing import Any

from service.games.brian_boru.table import Table
from service.referee.findings import Findings
from service.referee.known import truth


def breaks_once(findings: Findings, rule: str, variant: str = "", /, **detail: Any) -> None:
    """Break a rule, unless it is broken already: one sentence for each rule is enough."""
    if rule not in findings.broken_rules:
        findings.breaks(rule, variant, **detail)


def is_clockwise(table: Table, names: list[str]) -> bool:
    """Whether these are names of players in the order of the seats, beginning anywhere; some may be left out."""
    if not names or names[0] not in table.by_name:
        return not names
    return names == [name for name in table.clockwise(names[0]) if name in names]


def _against_leading(table: Table, player: str, findings: Findings) -> None:
    """trick/leader, trick/order: no trick is under way, and nobody else holds the marker."""
    counts = {name: len(hand) for name, hand in table.known_of("hand").items()}
    if len(set(counts.values())) > 1 and truth(lambda: table.phase == "trick") is True:
        findings.breaks("trick/order", "hands", counts=counts)
    elif table.is_marker_with_nobody is True or table.is_trick_there is True:
        findings.breaks("trick/leader", "under_way")
    elif truth(lambda: table.marker == player) is False:
        findings.breaks("trick/leader", player=player, turn=table.marker)


def _against_playing(table: Table, player: str, findings: Findings) -> None:
    """trick/leader, trick/order: a trick is under way, and the player has not played."""
    if table.is_marker_with_nobody is False:
        findings.breaks("trick/leader", "lead_first", player=table.marker)
    elif table.trick is None and truth(lambda: table.phase == "trick") is True:
        findings.breaks("trick/leader", "not_begun")
    elif player in [played.player for played in table.known_played()]:
        findings.breaks("trick/order", "again", player=player)


def _against_acting(table: Table, player: str, findings: Findings) -> None:
    """action/ascending: no lower card is left."""
    cards = {played.player: played.card for played in table.known_played()}
    if player in cards and min(cards.values()) < cards[player]:
        findings.breaks("action/ascending", player=player, turn=min(cards, key=cards.__getitem__))


def _against_opening(table: Table, player: str, findings: Findings) -> None:
    """opening/order: everybody opens once."""
    if has_opened(table, player):
        breaks_once(findings, "opening/order", "again", player=player)


def has_opened(table: Table, player: str) -> bool:
    """Whether a disc of this player is known to lie on the board."""
    return any(held.disc == player for held in table.known_towns().values())


def _against_picking(table: Table, player: str, findings: Findings) -> None:
    """draft/simultaneous: everybody chooses once."""
    if table.known_of("picked").get(player):
        findings.breaks("draft/simultaneous", player=player)


AGAINST_THE_TURN = {
    "lead": _against_leading,
    "play": _against_playing,
    "act": _against_acting,
    "open": _against_opening,
    "pick": _against_picking,
}
"""For each kind of move: what shows that it is not this player's turn, where it is unknown whose it is."""
