"""Whether the facts of Roll & Raid hold on a whole table."""

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET

from schemas.roll_and_raid import UseDie
from schemas.roll_and_raid_pack import AltarEffect, DiscountEffect, SafeRetreatEffect
from service.games.roll_and_raid.die_values import raised_by_developments, shown_on, value_of
from service.games.roll_and_raid.offerings import altar_room
from service.games.roll_and_raid.product_choices import waits_as
from service.games.roll_and_raid.rules.developments import check_requirement
from service.games.roll_and_raid.rules.maintenance import cards_to_turn_up
from service.games.roll_and_raid.rules.other import EVER, unread
from service.games.roll_and_raid.rules.production import has_no_use_for_a_die
from service.games.roll_and_raid.sheet_counts import is_unlocked
from service.games.roll_and_raid.sheet_draft import SheetDraft
from service.games.roll_and_raid.table import Table
from service.games.roll_and_raid.timing import dice_allowed, known_due_moves
from service.referee.facts import Predicate, is_known
from service.referee.findings import Findings
from service.referee.hidden import HIDDEN
from service.referee.known import truth

GOOD_OF = {"armoury": "axe", "port": "ship", "settlements": "house"}


# ---------------------------------------------------------------- when, and whose turn


def is_due(table: Table, kind: str, player: str | None = None) -> bool:
    """Whether a move of this kind is due now, from this clan or from the table."""
    now = known_due_moves(table)
    return now is not None and kind in now.kinds and player in (None, *now.kinds[kind])


def another_raids(table: Table, player: str) -> bool:
    """Whether somebody else has chosen a card, or has still to choose or to say the choice."""
    others = [clan.choice for clan in table.known_clans() if clan.name != player]
    return any(not isinstance(choice, int) or 0 < choice <= len(table.display) for choice in others)


def another_chooses(table: Table, player: str) -> bool:
    """Whether somebody else has still to choose or to say the choice."""
    return any(clan.choice in (None, HIDDEN) for clan in table.known_clans() if clan.name != player)


def another_bids(table: Table, player: str) -> bool:
    """Whether somebody else has still to bid for the card that this clan bids for, or to say the bid."""
    own = table.raid_with(player)
    others = [] if own is None else [other for other in own[0].contenders if other.player != player]
    return any(other.status == "in" and other.bid in (None, HIDDEN) for other in others)


def another_acts(table: Table, player: str) -> bool:
    """Whether a raid of this round is not over, or somebody else has still to pay for a retreat."""
    return any(
        raid.step != "over" or (other.status == "retreating" and other.player != player)
        for raid in table.known_raids()
        for other in raid.contenders
    )


# ---------------------------------------------------------------- on the sheet of a clan


def has_at_hand(table: Table, player: str, good: str, count: int) -> bool:
    return bool(getattr(table.clan(player), good) >= count)


def has_room(table: Table, player: str, zone: str, count: int) -> bool:
    """Whether there is room for so many on this part of a sheet."""
    clan, hall = table.clan(player), table.box.pack.great_hall
    room: Any
    if zone == "altar":
        room = altar_room(table, clan)
    elif zone == "hall":
        room = None if hall is UNSET or hall.capacity is None else hall.capacity - clan.hall
    else:
        good = GOOD_OF[zone]
        room = SheetDraft(clan, table.box, []).room(good) - clan.waiting.count(good)
    return room is None or bool(room >= count)


def has_fewer_dice_used(table: Table, player: str) -> bool:
    clan = table.clan(player)
    return len(clan.dice_used) < dice_allowed(table, clan)


def has_dice_spent(table: Table, player: str) -> bool:
    return truth(lambda: has_no_use_for_a_die(table, table.clan(player))) is not False


def is_favour_unlocked(table: Table, player: str, favour: str) -> bool:
    return is_unlocked(table.clan(player), table.box, favour) is True


def meets_requirement(table: Table, player: str, zone: str, development: str) -> bool:
    """Whether a clan has all that a development asks for, except the value of the die."""
    findings, wanted = Findings(), (table.box.developments or {})[development]
    check_requirement(table.box, table.clan(player), wanted, None, findings)
    return not findings.broken


def die_counts(table: Table, player: str, die: str, value: int, use: Any, track: Any) -> bool:
    move = UseDie(player=player, die=die, to=use, track=UNSET if track is None else track)
    return value_of(table, table.clan(player), move) == value


def developments_raise(table: Table, player: str, die: str, by: int, use: str, track: str | None) -> bool:
    return raised_by_developments(table, table.clan(player), use, track) == by


def has_no_effect(
    table: Table, player: str, effect: str, die: str = "", use: str = "", track: str | None = None
) -> bool:
    """Whether no development of a clan changes what an answer rests on."""
    clan = table.clan(player)
    if effect == "raise":
        return raised_by_developments(table, clan, use, track) == 0
    if effect == "other":
        return not unread(table.box, clan, EVER)
    if effect == "altar":
        return all(one.benefit != "die" for one in table.known_effects(clan, AltarEffect))
    return not table.known_effects(clan, SafeRetreatEffect if effect == "retreat" else DiscountEffect)


def shows_at_most(table: Table, die: str, value: int) -> bool:
    """Whether a resource die was rolled, and as low as this."""
    shown = shown_on(table, die)
    return shown is not None and shown <= value


def was_raised_by(table: Table, player: str, die: str, by: int = 0) -> bool:
    return bool(table.clan(player).raised.get(die, 0) == by)


# ---------------------------------------------------------------- raid cards


def come_next(table: Table, cards: list[str]) -> bool:
    return list(table.deck[: len(cards)]) == cards


HOLDS: Mapping[str, Predicate] = {
    "favour-unlocked": is_favour_unlocked,
    "sheet-has": meets_requirement,
    "raised-by-developments": developments_raise,
    "raised-by": was_raised_by,
    "die-counts": die_counts,
    "die-shows": shows_at_most,
    "produced": lambda table, player, good: waits_as(good, table.clan(player).waiting) is not None,
    "vikings-left": lambda table, player, count: has_at_hand(table, player, "vikings", count),
    "stock-known": has_at_hand,
    "favour-unused": lambda table, player, favour: favour not in table.clan(player).favours_used,
    "die-unused": lambda table, player, die: die not in table.clan(player).dice_used,
    "dice-used": has_fewer_dice_used,
    "dice-spent": has_dice_spent,
    "turn": is_due,
    "not-done": lambda table, player: table.clan(player).done is False,
    "time": is_due,
    "nothing-waits": lambda table, player: not table.clan(player).waiting,
    "room": has_room,
    "display-known": lambda table, number: len(table.display) >= number,
    "no-offering": lambda table, player: str(table.round) not in table.clan(player).sacrifices,
    "development-new": lambda table, player, development: development not in table.clan(player).developments,
    "round-goes-on": another_acts,
    "choices-open": another_chooses,
    "bids-open": another_bids,
    "others-raid": another_raids,
    "cards-short": lambda table, count: cards_to_turn_up(table) == count,
    "card-order": come_next,
    "deck-out": lambda table, count: len(table.deck) == count,
    "not-raised": was_raised_by,
    "not-raised-yet": was_raised_by,
    "no-effect": has_no_effect,
    **dict.fromkeys(("dice-rolled", "deck-top", "raid-known", "round-known", "sheet-known", "due"), is_known),
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
            "pack-entry",
            "pack-rest",
            "pack-other",
        ),
        is_known,
    ),
}
