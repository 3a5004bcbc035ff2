"""The symbols of the action cards: what each allows, and what it does."""

from collections.abc import Collection

from msgspec import UNSET
from msgspec.structs import replace

from schemas.brian_boru import Act
from service.games.brian_boru.table import Draft, Table
from service.referee.findings import Findings

EXTRA, EXPANSION, POINTS_FOR_A_COIN = 2, 5, 2


# ---------------------------------------------------------------- Church, raiders, courtship


def most_extra(table: Table, player: str, symbol: str, count: int) -> int | None:
    """symbol/no-waste: how many extras there are to be had after so many symbols; None for any number or unknown."""
    room = room_for(table, player, symbol)
    return None if room is None else max(room - count, 0)


def room_for(table: Table, player: str, symbol: str) -> int | None:
    """Raiders in the area, or spaces above the disc; None where there is no end, or it was not told."""
    if symbol == "raider" and table.known.raiders is not UNSET:
        return table.known.raiders
    space = table.player(player).marriage
    if symbol == "courtship" and space is not UNSET:
        return max(table.box.top - space, 0)
    return None


def check_no_extras(table: Table, player: str, symbol: str, count: int, findings: Findings) -> None:
    """symbol/raider: as many as there are, which was not told."""
    if symbol == "raider" and table.known.raiders is UNSET:
        findings.assumes("raiders-there", player=player, count=count)


def check_extras(table: Table, player: str, symbol: str, count: int, extra: int, findings: Findings) -> None:
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


def gain(draft: Draft, name: str, symbol: str, count: int, extra: int) -> None:
    """symbol/church, symbol/raider, symbol/courtship: as many as there are, and the extras bought."""
    room, spent = room_for(draft, name, symbol), -EXTRA * extra
    gained = count + extra if room is None else min(count + extra, room)
    match symbol:
        case "church":
            draft.add(name, church=gained, coins=spent)
            draft.event("church-discs", "symbol/church", player=name, church=gained, coins=spent)
        case "raider":
            draft.add(name, raiders=gained, coins=spent)
            if draft.state.raiders is not UNSET:
                draft.set(raiders=draft.state.raiders - gained)
            draft.event("raiders", "symbol/raider", player=name, raiders=gained, coins=spent)
        case _:
            draft.add(name, marriage=gained, coins=spent)
            draft.event("courted", "symbol/courtship", player=name, steps=gained, coins=spent)


def slide(draft: Draft, name: str) -> None:
    """symbol/slide: once the action is over, down to the first space without a disc."""
    reached = draft.player(name).marriage
    assert reached is not UNSET
    others = {player.marriage for other, player in draft.by_name.items() if other != name}
    if draft.count is None or UNSET in others:
        if reached in others and reached > 0:
            draft.event("slides", "symbol/slide", player=name)
        draft.set_of(name, marriage=UNSET)  # somebody may stand there, or further down
        return
    space = reached
    while space in others and space > 0:
        space -= 1
    if space != reached:
        draft.set_of(name, marriage=space)
        draft.event("slid", "symbol/slide", player=name, space=space)


# ---------------------------------------------------------------- Expansion


def can_expand(table: Table, player: str, town: str, gained: Collection[str] = ()) -> bool:
    """Whether every rule of expanding but the price allows this town, from a town held or just gained."""
    findings = Findings()
    check_expansion(table, player, town, gained, findings)
    return not findings.broken


def gains(table: Table, player: str, symbols: Collection[str]) -> list[str]:
    """The towns that this player may control besides once these symbols are carried out: taken or freed."""
    towns, trick = table.known.towns or {}, table.known.trick
    found = []
    if "take" in symbols and trick and trick.town is not None and trick.town not in towns:
        found.append(trick.town)
    if "free" in symbols:
        found += [town for town in viking_towns(table) if towns[town].disc == player]
    return found


def check_expansion(table: Table, player: str, town: str, gained: Collection[str], findings: Findings) -> None:
    """symbol/expand-empty, symbol/expand-active, symbol/expand-road."""
    free, trick = table.is_free(town), table.known.trick
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
    towns = table.known.towns or {}
    neighbours = [other for other in table.box.roads[town] if (held := towns.get(other)) and held.disc == player]
    if any(not towns[other].viking for other in neighbours) or not table.box.roads[town].isdisjoint(gained):
        findings.allows("symbol/expand-road", "symbol/expand-empty")
    elif neighbours:
        findings.breaks("symbol/expand-road", "viking", town=town, player=player, other=sorted(neighbours)[0])
    else:
        findings.breaks("symbol/expand-road", town=town, player=player)


# ---------------------------------------------------------------- Viking tokens


def check_freeing(table: Table, move: Act, findings: Findings) -> None:
    """symbol/free, symbol/free-none: any Viking token, but one if there is one."""
    towns = table.known.towns
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
    towns = table.known.towns or {}
    return [town for town in table.box.towns if (held := towns.get(town)) and held.viking]


def free_town(draft: Draft, move: Act) -> None:
    taken = viking_towns(draft)
    if not taken:
        if draft.state.towns is not UNSET:
            draft.event("nothing-to-free", "symbol/free-none", player=move.player)
        return
    town = taken[0] if move.free is UNSET else move.free
    draft.change_town(town, viking=False)
    held = draft.held(town)
    assert held is not None
    draft.event("freed", "symbol/free", player=move.player, town=town, owner=held.disc)


# ---------------------------------------------------------------- Taking the town, paying


def take(draft: Draft, name: str) -> None:
    """symbol/take, symbol/take-occupied."""
    trick = draft.state.trick
    draft.set(marker=name)
    if not trick or trick.town is None:
        if trick is UNSET:
            draft.forget("towns")  # which town it is, is not known
        return
    if draft.is_free(trick.town) is False:
        draft.event("marker-only", "symbol/take-occupied", player=name, town=trick.town)
    else:
        draft.lay_disc(trick.town, name)
        draft.event("took", "symbol/take", player=name, town=trick.town)
    draft.set(trick=replace(trick, town=None))


def pay(draft: Draft, name: str) -> None:
    """symbol/pay, symbol/pay-last-point: a coin, else two points, else nothing."""
    player = draft.player(name)
    if player.coins is UNSET:
        draft.set_of(name, points=UNSET)
    elif player.coins:
        draft.add(name, coins=-1)
        draft.event("paid", "symbol/pay", player=name, coins=-1)
    elif player.points is not UNSET:
        lost = min(POINTS_FOR_A_COIN, player.points)
        draft.add(name, points=-lost)
        rule = "symbol/pay-last-point" if lost == 1 else "symbol/pay"
        draft.event("points-lost", rule, player=name, points=-lost)
