"""Whether the facts of Brian Boru hold on a whole table."""

from collections.abc import Mapping

from service.games.brian_boru.inference import card_regions, losers_of
from service.games.brian_boru.rules.church import ENOUGH_DISCS, can_build
from service.games.brian_boru.rules.symbols import can_expand_by_road, viking_towns
from service.games.brian_boru.rules.tricks import can_lead
from service.games.brian_boru.table import Table
from service.games.brian_boru.timing import due, kind_of
from service.referee.facts import Predicate, is_known


def is_turn_of(table: Table, player: str, kind: str) -> bool:
    now = due(table)
    return now is not None and kind_of(now) == kind and player in now.players


def is_time_for(table: Table, kind: str) -> bool:
    now = due(table)
    return now is not None and kind_of(now) == kind


def is_free(table: Table, town: str, player: str | None = None) -> bool:
    return bool(table.is_free(town))


def region_is_free(table: Table, town: str, player: str) -> bool:
    """Whether no other player's disc lies in the region of the town."""
    towns = table.known.towns or {}
    region = table.box.regions[table.box.towns[town].region]
    return all(other not in towns or towns[other].disc == player for other in region)


def has_won(table: Table, player: str) -> bool:
    trick = table.known.trick or None
    return trick is not None and trick.winner == player


def has_coins(table: Table, player: str, price: int, needed: int) -> bool:
    return (table.player(player).coins or 0) >= needed


def has_steps(table: Table, player: str, count: int) -> bool:
    return table.box.top - (table.player(player).marriage or 0) >= count


def marker_is_elsewhere(table: Table, town: str) -> bool:
    trick = table.known.trick
    return not trick or trick.town != town


def token_is_clear(table: Table, town: str | None) -> bool:
    """Whether a Viking token lies in this town; where none is named, whether there is not more than one."""
    taken = viking_towns(table)
    return len(taken) <= 1 if town is None else town in taken


def controls(table: Table, player: str, town: str) -> bool:
    return town in table.controlled(player)


def stands_highest(table: Table, player: str) -> bool:
    """Whether this player has married, or stands on a space that gives a town."""
    spaces = {name: other.marriage or 0 for name, other in table.by_name.items()}
    space = spaces[player]
    on_town = table.box.pack.track[min(space, table.box.top)].town
    return on_town or (space > 0 and space == max(spaces.values()))


def is_in_region_of_card(table: Table, player: str, town: str) -> bool:
    pending = table.known.pending
    if pending and pending[0].decision == "track-town":
        return True
    regions = {pending[0].region} if pending and pending[0].region else card_regions(table, player)
    return table.box.towns[town].region in (regions or ())


def loses_next(table: Table, player: str) -> bool:
    pending = table.known.pending or ()
    return [each.loser for each in pending[:1]] == [player]


def chooses(table: Table, player: str, loser: str) -> bool:
    _, chooser = losers_of(table)
    return player == (chooser or loser)


def has_most_discs(table: Table, player: str) -> bool:
    """Whether this player is alone with the most discs in the church area, or has four of them."""
    discs = {name: other.church or 0 for name, other in table.by_name.items()}
    own = discs.pop(player)
    return bool(own >= ENOUGH_DISCS or own > max(discs.values()))


def has_most_coins(table: Table, coins: int) -> bool:
    """Whether not more than one player has so many coins."""
    return len([name for name, player in table.by_name.items() if (player.coins or 0) >= coins]) <= 1


def top_is(table: Table, card: str) -> bool:
    """Whether the marriage card of this name comes next."""
    top = (table.known.marriage_pile or ())[:1]
    return [table.box.marriages[each].name for each in top if each != "?"] == [card]


HOLDS: Mapping[str, Predicate] = {
    "holds-card": lambda table, player, card: card in (table.player(player).hand or ()),
    "dealt-card": lambda table, player, card: card in (table.player(player).dealt or ()),
    "two-cards": lambda table, player: len(table.player(player).dealt or ()) > 1,
    "last-card": lambda table, player: len(table.player(player).dealt or ()) == 1,
    "leader-hand": lambda table, player: can_lead(table, player) is False,
    "free-town": is_free,
    "free-town-opening": is_free,
    "own-region": region_is_free,
    "any-free": is_free,
    "region-free": is_free,
    "expand-free": is_free,
    "road": lambda table, player, town: can_expand_by_road(table, player, town),
    "not-active": marker_is_elsewhere,
    "coins": has_coins,
    "won": has_won,
    "lost": lambda table, player: not has_won(table, player),
    "raiders-there": lambda table, player, count: (table.known.raiders or 0) >= count,
    "steps-left": has_steps,
    "viking-token": token_is_clear,
    "fewest": lambda table, player: player in losers_of(table)[0],
    "chooses": chooses,
    "next-loser": loses_next,
    "loses": controls,
    "most-discs": has_most_discs,
    "builds": lambda table, player, town: town in can_build(table, player),
    "highest": stands_highest,
    "card-region": is_in_region_of_card,
    "princess-up": lambda table: table.known.marriage_card == table.box.princess,
    "from-viking-deck": lambda table, strength: (table.known.viking_pile or ())[:1] == (strength,),
    "from-marriage-pile": top_is,
    "not-drawn": lambda table: table.known.phase == "opening" and table.known.marker is None,
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
