"""Whether the facts of Roll & Raid hold on a whole table."""

from collections.abc import Mapping
from typing import Any, cast

from msgspec import UNSET

from schemas.roll_and_raid import UseDie
from schemas.roll_and_raid_pack import AltarEffect, DiscountEffect, SafeRetreatEffect
from service.games.roll_and_raid.dice import requirement
from service.games.roll_and_raid.die_values import raised_by_developments, value_of
from service.games.roll_and_raid.production import still_usable
from service.games.roll_and_raid.rules.maintenance import missing_cards
from service.games.roll_and_raid.sheet_counts import is_unlocked
from service.games.roll_and_raid.sheet_draft import SheetDraft
from service.games.roll_and_raid.table import Table
from service.games.roll_and_raid.turn import altar_room, dice_allowed, turn
from service.referee.facts import Predicate, is_known
from service.referee.findings import Findings

GOOD_OF = {"armoury": "axe", "port": "ship", "settlements": "house"}


# ---------------------------------------------------------------- when, and whose turn


def is_due(table: Table, kind: str, player: str | None = None) -> bool:
    """Whether a move of this kind is due now, from this clan or from the table."""
    now = turn(table)
    return now is not None and kind in now.kinds and player in (None, *now.kinds[kind])


def another_raids(table: Table, player: str) -> bool:
    """Whether somebody else has chosen a card, or has still to choose or to tell the choice."""
    cards = len(table.state.display or ())
    others = [clan.choice for clan in table.state.players if clan.name != player]
    return any(not isinstance(choice, int) or 0 < choice <= cards for choice in others)


def another_chooses(table: Table, player: str) -> bool:
    """Whether somebody else has still to choose or to tell the choice."""
    return any(clan.choice in (None, "?") for clan in table.state.players if clan.name != player)


def another_bids(table: Table, player: str) -> bool:
    """Whether somebody else has still to bid for the card that this clan bids for, or to tell the bid."""
    raid = table.raid_of(player)
    return raid is not None and any(
        other.status == "in" and other.bid in (None, "?") for other in raid[0].clans if other.player != player
    )


def another_acts(table: Table, player: str) -> bool:
    """Whether a raid of this round is not over, or somebody else has still to pay for a retreat."""
    return any(
        raid.step != "over" or (other.status == "retreating" and other.player != player)
        for raid in table.state.raids or ()
        for other in raid.clans
    )


# ---------------------------------------------------------------- on the sheet of a clan


def has_at_hand(table: Table, player: str, good: str, count: int) -> bool:
    return bool(getattr(table.by_name[player], good) >= count)


def has_room(table: Table, player: str, zone: str, count: int) -> bool:
    """Whether there is room for so many on this part of a sheet."""
    clan, hall = table.by_name[player], table.box.pack.great_hall
    room: Any
    if zone == "altar":
        room = altar_room(table, clan)
    elif zone == "hall":
        room = None if hall is UNSET or hall.capacity is None else hall.capacity - cast(int, clan.hall)
    else:
        good = GOOD_OF[zone]
        room = SheetDraft(clan, table.box, []).room(good) - (clan.waiting or ()).count(good)
    return room is None or room >= count


def has_fewer_dice_used(table: Table, player: str) -> bool:
    clan = table.by_name[player]
    return len(clan.dice_used or ()) < dice_allowed(table, clan)


def has_no_use_for_a_die(table: Table, player: str) -> bool:
    clan = table.by_name[player]
    return len(clan.dice_used or ()) >= 2 or "legal" not in still_usable(table, clan)


def is_favour_unlocked(table: Table, player: str, favour: str) -> bool:
    return is_unlocked(table.by_name[player], table.box, favour) is True


def meets_requirement(table: Table, player: str, zone: str, development: str) -> bool:
    """Whether a clan has all that a development asks for, except the value of the die."""
    findings, wanted = Findings(), (table.box.developments or {})[development]
    requirement(table.box, table.by_name[player], wanted, None, findings)
    return not findings.broken


def die_counts(table: Table, player: str, die: str, value: int, use: Any, track: Any) -> bool:
    move = UseDie(player=player, die=die, to=use, track=UNSET if track is None else track)
    return value_of(table, table.by_name[player], move) == value


def developments_raise(table: Table, player: str, die: str, by: int, use: str, track: str | None) -> bool:
    return raised_by_developments(table, table.by_name[player], use, track) == by


def has_no_effect(
    table: Table, player: str, effect: str, die: str = "", use: str = "", track: str | None = None
) -> bool:
    """Whether no development of a clan changes what an answer rests on."""
    clan = table.by_name[player]
    if effect == "raise":
        return raised_by_developments(table, clan, use, track) == 0
    if effect == "altar":
        return all(one.benefit != "die" for one in table.box.effects(clan.developments, AltarEffect))
    return not table.box.effects(clan.developments, SafeRetreatEffect if effect == "retreat" else DiscountEffect)


def was_raised_by(table: Table, player: str, die: str, by: int = 0) -> bool:
    return bool((table.by_name[player].raised or {}).get(die, 0) == by)


# ---------------------------------------------------------------- raid cards


def come_next(table: Table, cards: list[str]) -> bool:
    return list((table.state.deck or ())[: len(cards)]) == cards


HOLDS: Mapping[str, Predicate] = {
    "favour-unlocked": is_favour_unlocked,
    "sheet-has": meets_requirement,
    "raised-by-developments": developments_raise,
    "raised-by": was_raised_by,
    "die-counts": die_counts,
    "produced": lambda table, player, good: good in table.by_name[player].waiting,
    "vikings-left": lambda table, player, count: has_at_hand(table, player, "vikings", count),
    "stock-told": has_at_hand,
    "favour-unused": lambda table, player, favour: favour not in table.by_name[player].favours_used,
    "die-unused": lambda table, player, die: die not in table.by_name[player].dice_used,
    "dice-used": has_fewer_dice_used,
    "dice-spent": has_no_use_for_a_die,
    "turn": is_due,
    "not-done": lambda table, player: table.by_name[player].done is False,
    "time": is_due,
    "nothing-waits": lambda table, player: not table.by_name[player].waiting,
    "room": has_room,
    "display-told": lambda table, number: len(table.state.display) >= number,
    "no-offering": lambda table, player: str(table.state.round) not in table.by_name[player].sacrifices,
    "development-new": lambda table, player, development: development not in table.by_name[player].developments,
    "round-goes-on": another_acts,
    "choices-open": another_chooses,
    "bids-open": another_bids,
    "others-raid": another_raids,
    "cards-short": lambda table, count: missing_cards(table) == count,
    "card-order": come_next,
    "deck-out": lambda table, count: len(table.state.deck) == count,
    "not-raised": was_raised_by,
    "no-effect": has_no_effect,
    **dict.fromkeys(("dice-rolled", "deck-top", "raid-told", "round-told", "sheet-told", "due"), is_known),
    **dict.fromkeys(("clans-known", "whole-table", "places-known"), is_known),
    **dict.fromkeys(
        (
            "pack-seasons",
            "pack-village-die",
            "pack-tracks",
            "pack-hall",
            "pack-port",
            "pack-armoury",
            "pack-settlements",
            "pack-gods",
            "pack-favours",
            "pack-developments",
            "pack-festivals",
            "pack-raid-cards",
            "pack-display",
            "pack-scoring",
        ),
        is_known,
    ),
}
