"""What speaks for and against a move of the production phase."""

from typing import Any

from msgspec import UNSET

from schemas.roll_and_raid import Altar, Clan, Done, Roll, Sacrifice, Store, UseDie
from schemas.roll_and_raid_pack import AltarEffect, Development, RaiseEffect, RecolourEffect
from service.games.roll_and_raid.counts import Untold, count_of, is_unlocked
from service.games.roll_and_raid.may import may
from service.games.roll_and_raid.pack import COLOURS, DEVELOPMENT, FESTIVALS, STORAGE, Box
from service.games.roll_and_raid.pencil import ZONE_OF, Pencil
from service.games.roll_and_raid.table import Table
from service.games.roll_and_raid.turn import altar_room, dice_allowed
from service.games.roll_and_raid.uses import carry_out
from service.referee.findings import Findings

CAP = 6
"""The most that a die counts under ``raised_dice: six``."""


def has(clan: Clan, zone: str, count: int, findings: Findings) -> bool:
    """Whether a clan has so many Vikings, axes or ships at hand; not told, it is assumed."""
    there = getattr(clan, zone)
    if there is UNSET:
        if count and zone == "vikings":
            findings.assumes("vikings-left", player=clan.name, count=count)
        elif count:
            findings.assumes("stock-told", player=clan.name, good=zone, count=count)
        return True
    return bool(there >= count)


# ---------------------------------------------------------------- 1.1 Round track and festivals


def check_sacrifice(table: Table, move: Sacrifice, findings: Findings) -> None:
    """festival/rounds, festival/once, festival/vikings."""
    may(table, "sacrifice", move.player, findings)
    clan, number = table.by_name[move.player], table.state.round
    if number is UNSET:
        findings.needs("round-told")
    elif number not in FESTIVALS:
        findings.breaks("festival/rounds", round=number, festivals=list(FESTIVALS))
    elif clan.sacrifices is not UNSET and str(number) in clan.sacrifices and table.state.phase in ("start", UNSET):
        findings.breaks("festival/once", player=move.player, round=number)
    if not has(clan, "vikings", move.vikings, findings):
        findings.breaks("festival/vikings", player=move.player, vikings=clan.vikings, count=move.vikings)
    findings.allows("festival/vikings")


# ---------------------------------------------------------------- 1.2 The resource dice


def check_roll(table: Table, move: Roll, findings: Findings) -> None:
    may(table, "roll", None, findings)
    findings.allows("production/common")


# ---------------------------------------------------------------- 1.3 Using dice


def check_use(table: Table, move: UseDie, findings: Findings) -> None:
    clan = table.by_name[move.player]
    resource = move.die in COLOURS
    phase = table.state.phase
    if not resource and phase not in ("production", UNSET, "over"):
        findings.breaks("favour/production-only", phase=phase)
    else:
        may(table, "use", move.player, findings)
    (_resource_die if resource else _favour_die)(table, clan, move.die, findings)
    value = value_of(table, clan, move)
    if value is None and move.value is not UNSET and (resource or table.box.values is None):
        value = move.value
        findings.assumes("dice-rolled")
    elif value is None and resource:
        findings.needs("dice-rolled")
    elif value is not None and move.value not in (UNSET, value):
        detail = {"die": move.die, "value": value, "player": move.player, "told": move.value}
        if resource:
            findings.breaks("production/common", **detail)
        else:
            findings.breaks("production/common", "favour", **detail)
    TARGETS[move.to](table, clan, move, value, findings)
    findings.allows("dice/same-use")
    if clan.waiting:
        findings.allows("chain/order")
    if value is not None and not (table.box.complete and _all_told(clan)) and findings.verdict == "legal":
        _foresee(table, clan, move, value, findings)


def _all_told(clan: Clan) -> bool:
    """Whether every zone is told in which gains are written."""
    return (
        clan.hall is not UNSET
        and clan.armoury is not UNSET
        and clan.port is not UNSET
        and clan.tracks is not UNSET
        and clan.settlements is not UNSET
        and clan.waiting is not UNSET
    )


def _foresee(table: Table, clan: Clan, move: UseDie, value: int, findings: Findings) -> None:
    """What the gains would need of the pack, or take for granted on the sheet."""
    pencil = Pencil(clan, table.box, [])
    carry_out(pencil, table, move, value)
    for fact, detail in dict.fromkeys((fact, tuple(detail.items())) for fact, detail in pencil.needs):
        findings.needs(fact, **dict(detail))
    for fact, detail in dict.fromkeys((fact, tuple(detail.items())) for fact, detail in pencil.assumes):
        findings.assumes(fact, **dict(detail))


def _resource_die(table: Table, clan: Clan, die: str, findings: Findings) -> None:
    """dice/each-once, dice/two-of-three."""
    if clan.dice_used is UNSET:
        findings.assumes("die-unused", player=clan.name, die=die)
        findings.assumes("dice-used", player=clan.name)
    elif die in clan.dice_used:
        findings.breaks("dice/each-once", player=clan.name, die=die)
    elif len(clan.dice_used) >= dice_allowed(table, clan):
        findings.breaks("dice/two-of-three", player=clan.name)
    else:
        findings.allows("dice/two-of-three", "dice/each-once")


def _favour_die(table: Table, clan: Clan, die: str, findings: Findings) -> None:
    """favour/once, favour/unlocked, favour/extra, favour/at-once."""
    if clan.favours_used is UNSET:
        findings.assumes("favour-unused", player=clan.name, favour=die)
    elif die in clan.favours_used:
        findings.breaks("favour/once", player=clan.name, favour=die)
    if table.box.values is None:
        findings.needs("pack-favours", favour=die)
        return
    unlocked = is_unlocked(clan, table.box, die)
    if unlocked is None:
        findings.assumes("favour-unlocked", player=clan.name, favour=die)
    elif not unlocked:
        findings.breaks("favour/unlocked", player=clan.name, favour=die)
    findings.allows("favour/once", "favour/unlocked", "favour/production-only", "favour/extra", "favour/at-once")


def value_of(table: Table, clan: Clan, move: UseDie) -> int | None:
    """What a die counts for this use: what it shows, what the altar adds, what developments add; None if not known."""
    shown = shown_on(table, move.die)
    if shown is None:
        return None
    value = shown + (clan.raised or {}).get(move.die, 0)
    for effect in table.box.effects(clan.developments, RaiseEffect):
        if effect.use == move.to and effect.colour in (None, track_of(move)):
            value += effect.amount
    return value


def shown_on(table: Table, die: str) -> int | None:
    """What is rolled or printed on a die."""
    if die not in COLOURS:
        return None if table.box.values is None else table.box.values[die]
    dice = table.state.dice
    return getattr(dice, die) if dice else None


def track_of(move: UseDie) -> str | None:
    """The production track that a die goes to."""
    if move.to != "track":
        return None
    return move.track if move.track is not UNSET else move.die


def _counts_as(table: Table, clan: Clan, die: str, colour: str) -> bool:
    """Whether a die may be used as one of a colour: its own, any for favour dice, another by a development."""
    if die == colour or die not in COLOURS:
        return True
    return any(
        effect.die == die and effect.as_ == colour for effect in table.box.effects(clan.developments, RecolourEffect)
    )


def _to_track(table: Table, clan: Clan, move: UseDie, value: int | None, findings: Findings) -> None:
    """track/own-colour, track/first-free, favour/any-colour."""
    track = track_of(move)
    assert track is not None
    if not _counts_as(table, clan, move.die, track):
        findings.breaks("track/own-colour", die=move.die, track=track)
    else:
        findings.allows("track/own-colour" if move.die in COLOURS else "favour/any-colour")
    if table.box.tracks is None:
        findings.needs("pack-tracks")
    elif clan.tracks is UNSET:
        findings.needs("sheet-told", player=clan.name, zone="tracks")
    elif getattr(clan.tracks, track) >= len(table.box.tracks[track]):
        findings.breaks("track/first-free", track=track, player=clan.name)
    findings.allows("track/first-free", "track/product")


def _to_hall(table: Table, clan: Clan, move: UseDie, value: int | None, findings: Findings) -> None:
    """hall/village-die, favour/hall."""
    village = table.box.village
    if move.die not in COLOURS:
        findings.allows("favour/hall")
    elif village is None:
        findings.needs("pack-village-die")
    elif not _counts_as(table, clan, move.die, village):
        findings.breaks("hall/village-die", die=move.die)
    else:
        findings.allows("hall/village-die")
    if table.box.pack.great_hall is UNSET:
        findings.needs("pack-hall")
    findings.allows("hall/recruit")


def _to_god(table: Table, clan: Clan, move: UseDie, value: int | None, findings: Findings) -> None:
    """gods/first-free, gods/choice."""
    gods = table.box.gods
    if gods is None:
        findings.needs("pack-gods")
    elif clan.gods is UNSET:
        findings.needs("sheet-told", player=clan.name, zone="gods")
    elif len(clan.gods.get(str(move.god), ())) >= len(gods[str(move.god)].boxes):
        findings.breaks("gods/first-free", god=move.god, player=clan.name)
    findings.allows("gods/first-free", "gods/choice")
    if move.die not in COLOURS:
        findings.allows("favour/other-uses")


def _to_development(table: Table, clan: Clan, move: UseDie, value: int | None, findings: Findings) -> None:
    """development/four, development/requirement, development/once, development/raised."""
    if value is not None and value < DEVELOPMENT:
        findings.breaks("development/four", value=value)
    name = str(move.development)
    if clan.developments is not UNSET and name in clan.developments and table.choices["developments_again"] == "once":
        findings.breaks("development/once", player=clan.name, development=name)
    if table.box.developments is None:
        findings.needs("pack-developments")
    else:
        _requirement(table.box, clan, table.box.developments[name], value, findings)
    findings.allows("development/four", "development/once", "development/requirement")
    shown = shown_on(table, move.die)
    if value is not None and shown is not None and shown < DEVELOPMENT <= value:
        findings.allows("development/raised")
    if move.die not in COLOURS:
        findings.allows("favour/other-uses")


def _requirement(box: Box, clan: Clan, wanted: Development, value: int | None, findings: Findings) -> None:
    """development/requirement: the die, developments that come before, what is to be had, and the price."""
    detail: dict[str, Any] = {"player": clan.name, "development": wanted.id}
    if value is not None and DEVELOPMENT <= value < wanted.value:
        findings.breaks("development/requirement", value=value, least=wanted.value, **detail)
    if clan.developments is UNSET:
        if wanted.after:
            findings.assumes("sheet-has", player=clan.name, zone="developments")
    else:
        for other in wanted.after:
            if other not in clan.developments:
                findings.breaks("development/requirement", "after", other=other, **detail)
    for need in wanted.needs:
        try:
            count = count_of(clan, box, need.count, need.of)
        except Untold as untold:
            if untold.part:
                findings.needs(f"pack-{untold.part}")
            else:
                findings.assumes("sheet-has", player=clan.name, zone=untold.zone)
        else:
            if count < need.least:
                findings.breaks(
                    "development/requirement", "count", counted=need.count, count=count, least=need.least, **detail
                )
    for zone in ("vikings", "axes", "ships"):
        price = getattr(wanted.cost, zone)
        if price and not has(clan, zone, price, findings):
            there = getattr(clan, zone)
            findings.breaks("development/requirement", "cost", product=zone, count=there, least=price, **detail)


TARGETS = {"track": _to_track, "hall": _to_hall, "god": _to_god, "development": _to_development}


# ---------------------------------------------------------------- Altar of sacrifices


def check_altar_in_production(table: Table, move: Altar, findings: Findings) -> None:
    """altar/production, altar/vikings, altar/limit, altar/cap: one Viking for one benefit."""
    may(table, "altar", move.player, findings)
    clan = table.by_name[move.player]
    gives_a_viking(table, clan, findings)
    if move.benefit == "die":
        _raise(table, clan, str(move.die), findings)
    else:
        findings.allows("altar/plus-two" if move.benefit == "raid" else "altar/reroll")
    findings.allows("altar/production", "altar/vikings", "altar/adds-up")


def gives_a_viking(table: Table, clan: Clan, findings: Findings) -> None:
    """altar/vikings, altar/limit."""
    if not has(clan, "vikings", 1, findings):
        findings.breaks("altar/vikings", player=clan.name, vikings=clan.vikings, count=1)
    room = altar_room(table, clan)
    if room == 0:
        findings.breaks("altar/limit", player=clan.name, there=room, count=1)
    elif room is not None:
        findings.allows("altar/limit")


def raise_by(table: Table, clan: Clan) -> int:
    """altar/plus-one, and what developments add to it."""
    return 1 + sum(
        effect.amount for effect in table.box.effects(clan.developments, AltarEffect) if effect.benefit == "die"
    )


def _raise(table: Table, clan: Clan, die: str, findings: Findings) -> None:
    """altar/cap, altar/own-use: a die that the clan has still to use."""
    check = _resource_die if die in COLOURS else _favour_die
    check(table, clan, die, findings)
    shown = shown_on(table, die)
    if shown is not None:
        value = shown + (clan.raised or {}).get(die, 0) + raise_by(table, clan)
        if value > CAP and table.choices["raised_dice"] == "six":
            findings.breaks("altar/cap", value=value)
    findings.allows("altar/plus-one", "altar/own-use", "altar/cap")


# ---------------------------------------------------------------- Storing, and the end of production


def check_store(table: Table, move: Store, findings: Findings) -> None:
    """storage/place, storage/order, settlement/choice, chain/order."""
    may(table, "store", move.player, findings)
    clan, zone = table.by_name[move.player], ZONE_OF[move.good]
    if clan.waiting is UNSET:
        findings.assumes("produced", player=clan.name, good=move.good)
    elif move.good not in clan.waiting:
        findings.breaks("storage/place", "extra", product=move.good)
    if getattr(table.box, zone) is None:
        findings.needs(f"pack-{zone}")
    elif getattr(clan, zone) is UNSET:
        findings.needs("sheet-told", player=clan.name, zone=zone)
    else:
        _place(table, clan, move, findings)
    findings.allows(*(("settlement/choice",) if move.good == "house" else ("storage/place", "storage/order")))


def _place(table: Table, clan: Clan, move: Store, findings: Findings) -> None:
    places = Pencil(clan, table.box, []).places(move.good)
    if move.place in places:
        return
    if move.good == "house":
        findings.breaks("settlement/choice", settlement=move.place, player=clan.name)
        return
    zone = STORAGE[move.good]
    if move.place in getattr(clan, zone) or not places:
        findings.breaks("storage/place", hex=move.place, zone=zone)
    else:
        findings.breaks("storage/order", zone=zone, expected=places[0], hex=move.place)


def check_done(table: Table, move: Done, findings: Findings) -> None:
    """storage/place, dice/drop."""
    may(table, "done", move.player, findings)
    clan = table.by_name[move.player]
    if clan.waiting:
        findings.breaks("storage/place", "choose", player=clan.name, product=clan.waiting[0])
    used = clan.dice_used
    findings.allows("dice/drop")
    if used is not UNSET and len(used) < dice_allowed(table, clan):
        if not findings.broken and table.choices["two_dice"] == "strict" and _has_a_use(table, clan):
            findings.breaks("dice/drop", player=clan.name, count=len(used))


def _has_a_use(table: Table, clan: Clan) -> bool:
    """Whether any resource die could still be used as it lies."""
    return any(_passes(table, move) for move in uses(table, clan, COLOURS))


def _passes(table: Table, move: UseDie) -> bool:
    findings = Findings()
    check_use(table, move, findings)
    return findings.verdict == "legal"


def uses(table: Table, clan: Clan, dice: Any) -> list[UseDie]:
    """Every use that a die could be put to by its colour, allowed or not."""
    name, box = clan.name, table.box
    moves = []
    for die in dice:
        if die in (clan.dice_used or ()) or die in (clan.favours_used or ()):
            continue
        moves += [
            UseDie(player=name, die=die, to="track", track=colour)  # type: ignore[arg-type]
            for colour in COLOURS
            if _counts_as(table, clan, die, colour)
        ]
        if box.village is None or _counts_as(table, clan, die, box.village):
            moves.append(UseDie(player=name, die=die, to="hall"))
        moves += [UseDie(player=name, die=die, to="god", god=god) for god in box.gods or ()]
        moves += [UseDie(player=name, die=die, to="development", development=one) for one in box.developments or ()]
    return moves
