"""Actions: the symbols of a card from left to right, with what is bought along the way.

``check_symbols`` holds a move against the symbols, ``carry_out`` does what they say. Both walk the same runs of equal
symbols; for a run the sum is what counts, two coins for each extra.
"""

from collections.abc import Collection
from typing import Literal, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from schemas.brian_boru import Act
from service.games.brian_boru.course import Course
from service.games.brian_boru.pack import BOUGHT
from service.games.brian_boru.table import Table
from service.referee.findings import Findings

EXTRA, EXPANSION, POINTS_FOR_A_COIN = 2, 5, 2
COINS_IN_THE_BOX = 60
OPTIONAL = frozenset((*BOUGHT, "expand"))
"""Symbols that offer something for coins."""

Bought = Literal["church", "raider", "courtship"]


def most_extra(table: Table, player: str, symbol: str, count: int) -> int | None:
    """symbol/no-waste: how many extras there are to be had after so many symbols; None for any number or unknown."""
    room = room_for(table, player, symbol)
    return None if room is None else max(room - count, 0)


def room_for(table: Table, player: str, symbol: str) -> int | None:
    """Raiders in the area, or spaces above the disc; None where there is no end, or it was not told."""
    if symbol == "raider" and table.state.raiders is not UNSET:
        return table.state.raiders
    space = table.by_name[player].marriage
    if symbol == "courtship" and space is not UNSET:
        return max(table.box.top - space, 0)
    return None


def can_expand(table: Table, player: str, town: str, gained: Collection[str] = ()) -> bool:
    """Whether every rule of expanding but the price allows this town, from a town held or just gained."""
    findings = Findings()
    _expansion(table, player, town, gained, findings)
    return not findings.broken


def gains(table: Table, player: str, symbols: Collection[str]) -> list[str]:
    """The towns that this player may control besides once these symbols are carried out: taken or freed."""
    towns, trick = table.state.towns or {}, table.state.trick
    found = []
    if "take" in symbols and trick and trick.town is not None and trick.town not in towns:
        found.append(trick.town)
    if "free" in symbols:
        found += [town for town in viking_towns(table) if towns[town].disc == player]
    return found


# ---------------------------------------------------------------- what speaks for and against


def check_symbols(table: Table, move: Act, runs: list[tuple[str, int]], findings: Findings) -> None:
    """action/left-to-right: by a house rule what the one order forbids may be done in the other."""
    _check_in_order(table, move, in_order(table, move, runs), findings)


def in_order(table: Table, move: Act, runs: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """The symbols in the order in which they are carried out: from the left, unless only the right will do."""
    if table.choices["symbol_order"] == "left-to-right" or len(runs) == 1:
        return runs
    left, right = Findings(), Findings()
    _check_in_order(table, move, runs, left)
    if not left.broken and not _needed(left):
        return runs
    _check_in_order(table, move, runs[::-1], right)
    better = not right.broken and (left.broken or _needed(right) < _needed(left))
    return runs[::-1] if better else runs


def _needed(findings: Findings) -> int:
    """How many coins of an unknown number are assumed."""
    return max((detail["needed"] for fact, detail in findings.assumed if fact == "coins"), default=0)


def _check_in_order(table: Table, move: Act, runs: list[tuple[str, int]], findings: Findings) -> None:
    symbols = [symbol for symbol, _ in runs]
    bought = bool(move.extra.church or move.extra.raider or move.extra.courtship)
    if bought or move.expand is not UNSET or move.free is not UNSET:
        _only_what_is_printed(move, symbols, findings)
    findings.allows("action/all-symbols")
    coins = table.by_name[move.player].coins
    purse: Purse = UnknownPurse() if coins is UNSET else coins
    for place, (symbol, count) in enumerate(runs):
        if symbol == "coin":
            purse += count
        elif symbol == "pay":
            purse = max(purse - count, 0) if isinstance(purse, int) else purse.paying(count)
        elif symbol in BOUGHT:
            if bought and (extra := getattr(move.extra, symbol)):
                _extras(table, move.player, symbol, count, extra, findings)
                purse = _price(table, move.player, EXTRA * extra, purse, runs[place + 1 :], findings)
            else:
                _no_extras(table, move.player, symbol, count, findings)
        elif symbol == "expand" and move.expand is not UNSET:
            gained = _gained_before(table, move, symbols[:place])
            _expansion(table, move.player, move.expand, gained, findings)
            purse = _price(table, move.player, EXPANSION, purse, runs[place + 1 :], findings)
        elif symbol == "free":
            _freeing(table, move, findings)
    if isinstance(purse, int) and sum([player.coins or 0 for player in table.state.players]) > COINS_IN_THE_BOX:
        findings.allows("components/unlimited")
    if not bought and move.expand is UNSET and not OPTIONAL.isdisjoint(symbols):
        findings.allows("action/optional")


def _only_what_is_printed(move: Act, symbols: list[str], findings: Findings) -> None:
    """action/all-symbols: nothing is bought or freed without its symbol."""
    wanted = [symbol for symbol in BOUGHT if getattr(move.extra, symbol)]
    wanted += [symbol for symbol in ("expand", "free") if getattr(move, symbol) is not UNSET]
    for symbol in wanted:
        if symbol not in symbols:
            findings.breaks("action/all-symbols", symbol=symbol)


def _no_extras(table: Table, player: str, symbol: str, count: int, findings: Findings) -> None:
    """symbol/raider: as many as there are, which was not told."""
    if symbol == "raider" and table.state.raiders is UNSET:
        findings.assumes("raiders-there", player=player, count=count)


def _extras(table: Table, player: str, symbol: str, count: int, extra: int, findings: Findings) -> None:
    """symbol/raider, symbol/courtship, symbol/no-waste: a symbol without effect buys nothing, nor is coin wasted."""
    room = room_for(table, player, symbol)
    if symbol == "church":
        findings.allows("symbol/church")
    elif room is None:
        fact = "raiders-there" if symbol == "raider" else "steps-left"
        findings.assumes(fact, player=player, count=count + extra)
    elif room == 0 and symbol == "raider":
        findings.breaks("symbol/raider", player=player)
    elif room == 0:
        findings.breaks("symbol/courtship", player=player)
    elif extra > max(room - count, 0):
        findings.breaks("symbol/no-waste", symbol=symbol, extra=extra, available=max(room - count, 0))
    else:
        findings.allows("symbol/raider" if symbol == "raider" else "symbol/courtship")


def _price(
    table: Table, player: str, price: int, purse: "Purse", rest: list[tuple[str, int]], findings: Findings
) -> "Purse":
    """action/price, action/left-to-right: coins there are, or were gained further left; never points."""
    if isinstance(purse, UnknownPurse):
        if (needed := purse.needed(price)) > 0:
            findings.assumes("coins", player=player, price=price, needed=needed)
        else:
            findings.allows("action/price")
        return purse.paying(price)
    if price <= purse:
        findings.allows("action/price")
        return purse - price
    to_come = sum(count for symbol, count in rest if symbol == "coin")
    late = price <= purse + to_come and table.choices["symbol_order"] == "left-to-right"
    findings.breaks("action/left-to-right" if late else "action/price", player=player, price=price, coins=purse)
    return purse - price


class UnknownPurse(NamedTuple):
    """The coins of somebody who started with an unknown number of them: ``gained`` more, and ``least`` at least."""

    gained: int = 0
    least: int = 0

    def __add__(self, coins: int) -> "UnknownPurse":  # type: ignore[override]
        return UnknownPurse(self.gained + coins, self.least + coins)

    def paying(self, coins: int) -> "UnknownPurse":
        """symbol/pay: what is not there is not paid in coins."""
        return UnknownPurse(self.gained - coins, max(self.least - coins, 0))

    def needed(self, price: int) -> int:
        """How many coins are needed at the start to pay this price now."""
        return 0 if self.least >= price else price - self.gained


Purse = int | UnknownPurse


def _gained_before(table: Table, move: Act, symbols: list[str]) -> list[str]:
    """symbol/take, symbol/free: what these symbols, already carried out, have given to the player."""
    if "take" not in symbols and "free" not in symbols:
        return []
    gained, taken = gains(table, move.player, symbols), viking_towns(table)
    freed = move.free if move.free is not UNSET else taken[0] if taken else None
    return [town for town in gained if town not in taken or town == freed]


def _expansion(table: Table, player: str, town: str, gained: Collection[str], findings: Findings) -> None:
    """symbol/expand-empty, symbol/expand-active, symbol/expand-road."""
    free, trick = table.is_free(town), table.state.trick
    if free is None:
        findings.assumes("expand-free", town=town)
        findings.assumes("road", town=town, player=player)
    else:
        if not free or town in gained:
            findings.breaks("symbol/expand-empty", town=town)
        _by_road(table, player, town, gained, findings)
    if trick is UNSET and table.choices["expand_into_active"] == "forbidden":
        findings.assumes("not-active", town=town)
    elif trick and trick.town == town and town not in gained:
        if table.choices["expand_into_active"] == "forbidden":
            findings.breaks("symbol/expand-active", town=town)
        else:
            findings.allows("symbol/expand-active")


def can_expand_by_road(table: Table, player: str, town: str) -> bool:
    """Whether a road leads from a town that this player controls."""
    findings = Findings()
    _by_road(table, player, town, (), findings)
    return not findings.broken


def _by_road(table: Table, player: str, town: str, gained: Collection[str], findings: Findings) -> None:
    towns = table.state.towns or {}
    neighbours = [other for other in table.box.roads[town] if (held := towns.get(other)) and held.disc == player]
    if any(not towns[other].viking for other in neighbours) or not table.box.roads[town].isdisjoint(gained):
        findings.allows("symbol/expand-road", "symbol/expand-empty")
    elif neighbours:
        findings.breaks("symbol/expand-road", "viking", town=town, player=player, other=sorted(neighbours)[0])
    else:
        findings.breaks("symbol/expand-road", town=town, player=player)


def _freeing(table: Table, move: Act, findings: Findings) -> None:
    """symbol/free, symbol/free-none: any Viking token, but one if there is one."""
    towns = table.state.towns
    if towns is UNSET:
        findings.assumes("viking-token", town=None if move.free is UNSET else move.free)
        return
    taken = viking_towns(table)
    if move.free is UNSET:
        if len(taken) > 1:
            findings.breaks("symbol/free", "which", towns=taken)
        elif not taken:
            findings.allows("symbol/free-none")
        else:
            findings.allows("symbol/free")
    elif move.free not in taken:
        findings.breaks("symbol/free", town=move.free)
    else:
        findings.allows("symbol/free")


def viking_towns(table: Table) -> list[str]:
    """The towns under a Viking token, in the order of the pack."""
    towns = table.state.towns or {}
    return [town for town in table.box.towns if (held := towns.get(town)) and held.viking]


# ---------------------------------------------------------------- what an action does


def carry_out(course: Course, move: Act, card: int) -> None:
    """All symbols of the action, then the card goes to the discard pile and the disc finds its space."""
    name, started = move.player, course.by_name[move.player].marriage
    for symbol, count in in_order(course, move, course.box.runs(card, move.action)):
        match symbol:
            case "take":
                _take(course, name)
            case "coin":
                course.add(name, coins=count)
                course.tell("coins", "symbol/coin", player=name, coins=count)
            case "pay":
                for _ in range(count):
                    _pay(course, name)
            case "renown":
                course.add(name, renown=count)
                course.tell("renown", "symbol/renown", player=name, renown=count)
            case "expand" if move.expand is not UNSET:
                course.add(name, coins=-EXPANSION)
                course.lay_disc(move.expand, name)
                course.tell("expanded", "symbol/expand-road", player=name, town=move.expand, coins=-EXPANSION)
            case "free":
                _free(course, move)
            case "church" | "raider" | "courtship":
                _gain(course, name, symbol, count, getattr(move.extra, symbol))
    if course.by_name[name].marriage != started:
        _slide(course, name)


def _take(course: Course, name: str) -> None:
    """symbol/take, symbol/take-occupied."""
    trick = course.state.trick
    course.set(marker=name)
    if not trick or trick.town is None:
        return
    if course.is_free(trick.town) is False:
        course.tell("marker-only", "symbol/take-occupied", player=name, town=trick.town)
    else:
        course.lay_disc(trick.town, name)
        course.tell("took", "symbol/take", player=name, town=trick.town)
    course.set(trick=replace(trick, town=None))


def _pay(course: Course, name: str) -> None:
    """symbol/pay, symbol/pay-last-point: a coin, else two points, else nothing."""
    player = course.by_name[name]
    if player.coins is UNSET:
        course.change(name, points=UNSET)
    elif player.coins:
        course.add(name, coins=-1)
        course.tell("paid", "symbol/pay", player=name, coins=-1)
    elif player.points is not UNSET:
        lost = min(POINTS_FOR_A_COIN, player.points)
        course.add(name, points=-lost)
        rule = "symbol/pay-last-point" if lost == 1 else "symbol/pay"
        course.tell("points-lost", rule, player=name, points=-lost)


def _gain(course: Course, name: str, symbol: str, count: int, extra: int) -> None:
    """symbol/church, symbol/raider, symbol/courtship: as many as there are, and the extras bought."""
    room, spent = room_for(course, name, symbol), -EXTRA * extra
    gained = count + extra if room is None else min(count + extra, room)
    match symbol:
        case "church":
            course.add(name, church=gained, coins=spent)
            course.tell("church-discs", "symbol/church", player=name, church=gained, coins=spent)
        case "raider":
            course.add(name, raiders=gained, coins=spent)
            if course.state.raiders is not UNSET:
                course.set(raiders=course.state.raiders - gained)
            course.tell("raiders", "symbol/raider", player=name, raiders=gained, coins=spent)
        case _:
            course.add(name, marriage=gained, coins=spent)
            course.tell("courted", "symbol/courtship", player=name, steps=gained, coins=spent)


def _free(course: Course, move: Act) -> None:
    taken = viking_towns(course)
    if not taken:
        if course.state.towns is not UNSET:
            course.tell("nothing-to-free", "symbol/free-none", player=move.player)
        return
    town = taken[0] if move.free is UNSET else move.free
    course.change_town(town, viking=False)
    held = course.held(town)
    assert held is not None
    course.tell("freed", "symbol/free", player=move.player, town=town, owner=held.disc)


def _slide(course: Course, name: str) -> None:
    """symbol/slide: once the action is over, down to the first space without a disc."""
    reached = course.by_name[name].marriage
    assert reached is not UNSET
    others = {player.marriage for other, player in course.by_name.items() if other != name}
    if course.count is None or UNSET in others:
        if reached in others and reached > 0:
            course.tell("slides", "symbol/slide", player=name)
        course.change(name, marriage=UNSET)  # somebody may stand there, or further down
        return
    space = reached
    while space in others and space > 0:
        space -= 1
    if space != reached:
        course.change(name, marriage=space)
        course.tell("slid", "symbol/slide", player=name, space=space)
