"""Acciones: the table of symbols, what each allows and what it does; coins and renown need no rule of their own."""

from collections.abc import Collection
from functools import partial

from msgspec import UNSET
from msgspec.structs import replace

from schemas.brian_boru import Act
from service.games.brian_boru.draft import Draft
from service.games.brian_boru.table import Table
from service.referee.findings import Findings, fact
from service.referee.known import Unknown, attempt, is_known, is_unknown

EXTRA, EXPANSION, POINTS_FOR_A_COIN = 2, 5, 2


ENDLESS = 999
"""There are more discs than anybody can use."""


# ---------------------------------------------------------------- Acciones: the active town, paying


def take(draft: Draft, name: str) -> None:
    """symbol/take, symbol/take-occupied."""
    town = draft.active_town
    draft.set(marker=name)
    if isinstance(town, Unknown):
        draft.forget("towns")  # which town it is, is unknown
    elif town is not None:
        if draft.is_free(town) is False:
            draft.event("marker-only", "symbol/take-occupied", player=name, town=town)
        else:
            draft.lay_disc(town, name)
            draft.event("took", "symbol/take", player=name, town=town)
        draft.set(trick=replace(draft.trick, town=None))


def pay(draft: Draft, name: str) -> None:
    """symbol/pay, symbol/pay-last-point: a coin, else two points, else nothing."""
    coins, points = draft.coins(name), draft.points(name)
    if isinstance(coins, Unknown):
        draft.forget_of(name, "points")
    elif coins:
        draft.add(name, coins=-1)
        draft.event("paid", "symbol/pay", player=name, coins=-1)
    elif not isinstance(points, Unknown) and points == 0:
        draft.event("nothing-to-pay", "symbol/pay", player=name)
    elif not isinstance(points, Unknown):
        lost = min(POINTS_FOR_A_COIN, points)
        draft.add(name, points=-lost)
        rule = "symbol/pay-last-point" if lost == 1 else "symbol/pay"
        draft.event("points-lost", rule, player=name, points=-lost, lost=lost)


# ---------------------------------------------------------------- Acciones: church, raiders, courtship


def room_for(table: Table, player: str, symbol: str) -> int:
    """How many of a symbol are to be had: raiders in the area, or spaces above the disc."""
    if symbol == "raider":
        return table.raiders  # type: ignore[no-any-return]
    if symbol == "courtship":
        return max(int(table.box.top - table.space(player)), 0)
    return ENDLESS


def most_extra(table: Table, player: str, symbol: str, count: int) -> int:
    """symbol/no-waste: how many extras there are to be had after so many symbols."""
    return max(room_for(table, player, symbol) - count, 0)


def check_no_extras(table: Table, player: str, symbol: str, count: int, findings: Findings) -> None:
    """symbol/raider: as many as there are, which may be unknown."""
    if symbol == "raider" and is_unknown(table.raiders):
        findings.assumes("raiders-there", player=player, count=count)


def check_extras(table: Table, player: str, symbol: str, count: int, extra: int, findings: Findings) -> None:
    """symbol/raider, symbol/courtship, symbol/no-waste: a symbol without effect buys nothing, nor is coin wasted."""
    rule = f"symbol/{symbol}"
    if symbol == "church":
        findings.allows(rule)
        return
    assume = fact("raiders-there" if symbol == "raider" else "steps-left", player=player, count=count + extra)
    there = findings.requires(
        rule, lambda: room_for(table, player, symbol) > 0, assume=assume, cite=False, player=player
    )
    if there is True:
        most = most_extra(table, player, symbol, count)
        enough = findings.requires(
            "symbol/no-waste", extra <= most, cite=False, symbol=symbol, extra=extra, available=most
        )
        if enough:
            findings.allows(rule)


def gain(draft: Draft, name: str, symbol: str, count: int, extra: int) -> None:
    """symbol/church, symbol/raider, symbol/courtship: as many as there are, and the extras bought."""
    room, price = attempt(partial(room_for, draft, name, symbol)), EXTRA * extra
    gained = count + extra if isinstance(room, Unknown) else min(count + extra, room)
    if gained == extra == 0:
        draft.event(f"no-{symbol}", f"symbol/{symbol}", player=name)
        return
    match symbol:
        case "church":
            draft.add(name, church=gained, coins=-price)
            draft.event("church-discs", "symbol/church", player=name, church=gained, coins=-price, price=price)
        case "raider":
            draft.add(name, raiders=gained, coins=-price)
            draft.change("raiders", lambda raiders: raiders - gained)
            draft.event("raiders", "symbol/raider", player=name, raiders=gained, coins=-price, price=price)
        case _:
            draft.add(name, marriage=gained, coins=-price)
            draft.event("courted", "symbol/courtship", player=name, steps=gained, coins=-price, price=price)


def slide(draft: Draft, name: str) -> None:
    """symbol/slide: once the action is over, down to the first space without a disc."""
    reached = draft.space(name)
    others = {space for other, space in draft.known_of("marriage").items() if other != name}
    if is_unknown(draft.everybodys("marriage")):
        if reached in others and reached > 0:
            draft.event("slides", "symbol/slide", player=name)
        draft.forget_of(name, "marriage")  # somebody may stand there, or further down
        return
    space = reached
    while space in others and space > 0:
        space -= 1
    if space != reached:
        draft.set_of(name, marriage=space)
        draft.event("slid", "symbol/slide", player=name, space=space)


# ---------------------------------------------------------------- Acciones: expansion


def can_expand(table: Table, player: str, town: str, gained: Collection[str] = ()) -> bool:
    """Whether every rule of expanding but the price allows this town, from a town held or just gained."""
    findings = Findings()
    check_expansion(table, player, town, gained, findings)
    return not findings.broken


def gains(table: Table, player: str, symbols: Collection[str]) -> list[str]:
    """The towns that this player may control besides once these symbols are carried out: taken or freed."""
    towns, gained = table.known_towns(), []
    active = table.active_town
    if "take" in symbols and is_known(active) and active is not None and active not in towns:
        gained.append(active)
    if "free" in symbols:
        gained += [town for town in table.known_viking_towns() if towns[town].disc == player]
    return gained


def check_expansion(table: Table, player: str, town: str, gained: Collection[str], findings: Findings) -> None:
    """symbol/expand-road, symbol/expand-empty, symbol/expand-active."""
    free, active = table.is_free(town), table.active_town
    if isinstance(free, Unknown):
        findings.assumes("expand-free", town=town)
        findings.assumes("road", town=town, player=player)
    else:
        variant = "viking" if not free and table.has_viking(town) else ""
        findings.requires("symbol/expand-empty", free and town not in gained, variant, cite=False, town=town)
        _by_road(table, player, town, gained, findings)
    if is_unknown(active) and table.choices["expand_into_active"] == "forbidden":
        findings.assumes("not-active", town=town)
    elif is_known(active) and active == town and town not in gained:
        allowed = table.choices["expand_into_active"] != "forbidden"
        findings.requires("symbol/expand-active", allowed, town=town)


def can_expand_by_road(table: Table, player: str, town: str) -> bool:
    """Whether a road leads from a town that this player controls."""
    findings = Findings()
    _by_road(table, player, town, (), findings)
    return not findings.broken


def _by_road(table: Table, player: str, town: str, gained: Collection[str], findings: Findings) -> None:
    towns, roads = table.towns, table.box.roads[town]
    neighbours = [other for other in roads if (held := towns.get(other)) and held.disc == player]
    if any(not towns[other].viking for other in neighbours) or not roads.isdisjoint(gained):
        findings.allows("symbol/expand-road", "symbol/expand-empty")
    elif neighbours:
        findings.breaks("symbol/expand-road", "viking", town=town, player=player, other=sorted(neighbours)[0])
    else:
        findings.breaks("symbol/expand-road", town=town, player=player)


# ---------------------------------------------------------------- Acciones: Viking tokens


def check_freeing(table: Table, move: Act, findings: Findings) -> None:
    """symbol/free, symbol/free-none: any Viking token, but one if there is one."""
    if is_unknown(table.towns):
        findings.assumes("viking-token", town=None if move.free is UNSET else move.free)
        return
    taken = table.viking_towns()
    if move.free is not UNSET:
        findings.requires("symbol/free", move.free in taken, town=move.free)
    elif not taken:
        findings.allows("symbol/free-none")
    else:
        findings.requires("symbol/free", len(taken) == 1, "which", towns=taken)


def free_town(draft: Draft, move: Act) -> None:
    if is_unknown(draft.towns):
        return
    taken = draft.viking_towns()
    if not taken:
        draft.event("nothing-to-free", "symbol/free-none", player=move.player)
        return
    town = taken[0] if move.free is UNSET else move.free
    draft.change_town(town, viking=False)
    draft.event("freed", "symbol/free", player=move.player, town=town, owner=draft.owner(town))
