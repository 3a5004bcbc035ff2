"""Whether the facts of Brian Boru hold on a whole table."""

from collections.abc import Mapping

from service.games.brian_boru.inference import card_regions, decisions_due, losers_of
from service.games.brian_boru.rules.church import ENOUGH_DISCS, can_build
from service.games.brian_boru.rules.marriage import gives_a_town
from service.games.brian_boru.rules.symbols import can_expand_by_road
from service.games.brian_boru.rules.tricks import can_lead
from service.games.brian_boru.table import Table
from service.games.brian_boru.timing import due, following, kind_of
from service.referee.facts import Predicate, is_known


def is_turn_of(table: Table, player: str, kind: str) -> bool:
    return is_time_for(table, kind) and player in due(table).players


def is_time_for(table: Table, kind: str) -> bool:
    now = following(table)  # none if a step waits for what was not sent
    return now is not None and kind_of(now) == kind


def is_free(table: Table, town: str, player: str | None = None) -> bool:
    return bool(table.is_free(town))


def region_is_free(table: Table, town: str, player: str) -> bool:
    """Whether no other player's disc lies in the region of the town."""
    return all(table.owner(other) in (None, player) for other in table.towns_around(town))


def has_steps(table: Table, player: str, count: int) -> bool:
    return bool(table.box.top - table.space(player) >= count)


def token_is_clear(table: Table, town: str | None) -> bool:
    """Whether a Viking token lies in this town; where none is named, whether there is not more than one."""
    taken = table.viking_towns()
    return len(taken) <= 1 if town is None else town in taken


def stands_highest(table: Table, player: str) -> bool:
    """Whether this player has married, or stands on a space that gives a town."""
    spaces = table.everybodys("marriage")
    space = spaces[player]
    return gives_a_town(table, space) or (space > 0 and space == max(spaces.values()))


def is_in_region_of_card(table: Table, player: str, town: str) -> bool:
    decision = next(iter(table.pending), None)
    if decision is not None and decision.decision == "track-town":
        return True
    region = None if decision is None else table.card_region_of(decision)
    return table.region_of(town) in ({region} if region else card_regions(table, player))


def loses_next(table: Table, player: str) -> bool:
    return player in [table.loser_of(decision) for decision in decisions_due(table)]


def chooses(table: Table, player: str, loser: str) -> bool:
    _, chooser = losers_of(table)
    return player == (chooser or loser)


def has_most_discs(table: Table, player: str) -> bool:
    """Whether this player is alone with the most discs in the church area, or has four of them."""
    discs = table.everybodys("church")
    own = discs.pop(player)
    return bool(own >= ENOUGH_DISCS or own > max(discs.values()))


def has_most_coins(table: Table, coins: int) -> bool:
    """Whether not more than one player has so many coins."""
    return len([name for name, purse in table.everybodys("coins").items() if purse >= coins]) <= 1


def top_is(table: Table, card: str) -> bool:
    """Whether this marriage card comes next."""
    return bool(table.marriage_pile[:1] == (card,))


HOLDS: Mapping[str, Predicate] = {
    "holds-card": lambda table, player, card: card in table.hand(player),
    "dealt-card": lambda table, player, card: card in table.dealt(player),
    "two-cards": lambda table, player: len(table.dealt(player)) > 1,
    "last-card": lambda table, player: len(table.dealt(player)) == 1,
    "leader-hand": lambda table, player: can_lead(table, player) is False,
    "free-town": is_free,
    "free-town-opening": is_free,
    "own-region": region_is_free,
    "any-free": is_free,
    "region-free": is_free,
    "expand-free": is_free,
    "road": lambda table, player, town: can_expand_by_road(table, player, town),
    "not-active": lambda table, town: table.active_town != town,
    "coins": lambda table, player, price, needed: table.coins(player) >= needed,
    "won": lambda table, player: table.winner == player,
    "lost": lambda table, player: table.winner not in (None, player),
    "raiders-there": lambda table, player, count: table.raiders >= count,
    "steps-left": has_steps,
    "viking-token": token_is_clear,
    "fewest": lambda table, player: player in losers_of(table)[0],
    "chooses": chooses,
    "next-loser": loses_next,
    "loses": lambda table, player, town: town in table.controlled(player),
    "most-discs": has_most_discs,
    "builds": lambda table, player, town: town in can_build(table, player),
    "highest": stands_highest,
    "card-region": is_in_region_of_card,
    "princess-up": lambda table: table.marriage_card == table.box.princess,
    "from-viking-deck": lambda table, strength: table.viking_pile[:1] == (strength,),
    "from-marriage-pile": top_is,
    "not-drawn": lambda table: table.phase == "opening" and table.marker is None,
    "turn": is_turn_of,
    "time": is_time_for,
    "most-coins": has_most_coins,
    "whole-table": is_known,
    "viking-top": is_known,
    "marriage-top": is_known,
    "card-before": is_known,
    "hand-known": is_known,
    "dealt-known": is_known,
    "towns-known": is_known,
    "trick-known": is_known,
    "purse": is_known,
    "loser-known": is_known,
    "card-region-known": is_known,
    "upkeep-known": is_known,
    "more-ways": is_known,
    "due": is_known,
}
