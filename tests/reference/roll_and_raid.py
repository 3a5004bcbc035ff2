"""A second referee for Roll & Raid, written from the printed quick reference and the numbered house rulings alone.

It works on whole tables, as plain dicts in the format of the wire, with a pack that has every part. It is slow and
obvious, in the order of the printed pages: the sheet, production, the raid, maintenance, the end. ``RR-n`` is a
house ruling. The entry points are ``legal_moves``, ``violations``, ``apply``, ``score`` and ``normal``.
"""

import copy
import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]

COLOURS = ("brown", "grey", "orange")
FESTIVALS = (4, 8, 12, 16)
LAST_ROUND = 16
ZONES = {"axe": "armoury", "ship": "port"}
STOCKS = {"viking": "vikings", "axe": "axes", "ship": "ships"}
LEFT_OVER = ("vikings", "axes", "ships", "favours-left")
DEFAULTS = {
    "two_dice": "at-most",
    "raised_dice": "no-cap",
    "developments_again": "once",
    "altar_in_raid": "allowed",
    "unused_help": "lost",
    "altar_points": "none",
    "too_many_fingers": "refused",
    "bid_limit": "ten",
    "bid_again": "tied",
    "tied_vikings": "lost",
    "failed_roll": "card-stays",
    "unable_to_pay": "free",
    "equal_heirs": "bid-again",
    "payment": "compulsory",
    "leftovers": "as-printed",
}


def house(state: Json, name: str) -> str:
    """The house rule in force at this table."""
    rules = (state.get("options") or {}).get("house_rules") or {}
    return rules.get(name, DEFAULTS[name])


def clan_of(state: Json, name: str) -> Json:
    """The sheet of a clan."""
    return next(clan for clan in state["players"] if clan["name"] == name)


def named(entries: list[Json], id_: str | None) -> Json | None:
    """The entry of a list of the pack with this id."""
    return next((entry for entry in entries if entry["id"] == id_), None)


def all_cards(pack: Json) -> list[Json]:
    """The raid cards; of several copies the second is called by the id with -2 after it, and so on."""
    found = []
    for card in pack["cards"]:
        for number in range(1, card.get("copies", 1) + 1):
            found.append({**card, "id": card["id"] if number == 1 else f"{card['id']}-{number}"})
    return found


def number_of_clans(state: Json) -> int:
    """RR-1: a clan for each player."""
    return state.get("clans") or len(state["players"])


def festival(state: Json) -> bool:
    """1.1: rounds 4, 8, 12 and 16."""
    return state["round"] in FESTIVALS


# ---------------------------------------------------------------- the sheet: what is printed on it


def track_boxes(pack: Json, colour: str) -> list[Any]:
    """Tracks de Producción: the boxes of one colour."""
    return next(track["boxes"] for track in pack["tracks"] if track["colour"] == colour)


def effects(clan: Json, pack: Json, kind: str) -> list[Json]:
    """Desarrollos: the effects of this kind that a clan has, one for each time it owns the development."""
    owned = [named(pack["developments"], id_) for id_ in clan["developments"]]
    return [effect for one in owned if one for effect in one.get("effects", ()) if effect["type"] == kind]


def bonus_of(gives: Any) -> Json:
    """What a box, a loyalty bonus or a reward gives, always as a bonus."""
    if gives is None:
        return {}
    if isinstance(gives, str):
        return {gives + "s": 1}
    return gives


def reached(clan: Json, pack: Json) -> list[Json]:
    """Every bonus that the marks on the sheet have reached; what comes every round is not among them."""
    bonuses: list[Json] = []
    for zone in ("port", "armoury"):
        filled = [hexagon for hexagon in pack[zone]["hexagons"] if hexagon["id"] in clan[zone]]
        bonuses += [bonus_of(hexagon.get("gives")) for hexagon in filled]
    for colour in COLOURS:
        bonuses += [bonus_of(box) for box in track_boxes(pack, colour)[: clan["tracks"].get(colour, 0)]]
    for god in pack["gods"]:
        written = clan["gods"].get(god["id"], ())
        bonuses += [bonus_of(box.get("gives")) for box in god["boxes"][: len(written)]]
    bonuses += [bonus_of(one.get("loyalty")) for one in complete_settlements(clan, pack)]
    bonuses += [effect["bonus"] for effect in effects(clan, pack, "gain")]
    bonuses += [bonus_of((named(all_cards(pack), card) or {}).get("reward")) for card in clan["raids"]]
    bonuses += [
        bonus_of(box["gives"]) for box in pack["seasons"].get("bonuses", ()) if box["round"] <= clan["rounds"]
    ]
    bonuses += [bonus_of(one["gives"]) for one in pack["great_hall"].get("bonuses", ()) if one["at"] <= clan["hall"]]
    return bonuses


def unlocked(clan: Json, pack: Json) -> set[str]:
    """Usar dados de favor divino desbloqueados: those that the marks on the sheet have unlocked."""
    found: set[str] = set()
    for zone in ("port", "armoury"):
        for hexagon in pack[zone]["hexagons"]:
            if hexagon["id"] in clan[zone]:  # RR-17: one hexagon is enough
                found.update(hexagon.get("favours", ()))
    for settlement in complete_settlements(clan, pack):
        found.update([settlement["favour"]] if settlement.get("favour") else [], settlement.get("favours", ()))
    for bonus in reached(clan, pack):
        found.update(bonus.get("favours", ()))
    return found


def free_places(clan: Json, pack: Json, good: str) -> list[str]:
    """Puerto, Armería, Asentamientos: where one more product can go (RR-14: the next one, if there is an order)."""
    if good == "house":
        return [one["id"] for one in pack["settlements"] if clan["settlements"].get(one["id"], 0) < one["houses"]]
    storage = pack[ZONES[good]]
    free = [hexagon["id"] for hexagon in storage["hexagons"] if hexagon["id"] not in clan[ZONES[good]]]
    return free[:1] if storage["order"] == "fixed" else free


def room(clan: Json, pack: Json, good: str) -> int:
    """How many more of a product the sheet can take, besides those that wait for a place."""
    if good == "house":
        total = sum(one["houses"] for one in pack["settlements"])
        taken = sum(clan["settlements"].values())
    else:
        total = len(pack[ZONES[good]]["hexagons"])
        taken = len(clan[ZONES[good]])
    return total - taken - clan["waiting"].count(good)


# ---------------------------------------------------------------- the sheet: gains


def gain(clan: Json, pack: Json, gives: Any) -> None:
    """Almacena: Vikings to the hall, axes and ships to their store, houses to settlements; no room, lost (RR-15)."""
    bonus = bonus_of(gives)
    recruit(clan, pack, bonus.get("vikings", 0))
    for good in ("axe", "ship", "house"):
        for _ in range(bonus.get(good + "s", 0)):
            gain_product(clan, pack, good)
    if bonus.get("one_of"):
        offer(clan, pack, [good for good in ("axe", "ship", "house") if good in bonus["one_of"]])
    if bonus.get("track"):
        advance_track(clan, pack, bonus["track"], bonus.get("boxes", 0))


def recruit(clan: Json, pack: Json, count: int) -> None:
    """b) En el Gran Salón: Vikings written down, as many as there is room for."""
    capacity = pack["great_hall"].get("capacity")
    if capacity is not None:
        count = min(count, capacity - clan["hall"])
    before = clan["hall"]
    clan["hall"] += count
    clan["vikings"] += count
    for bonus in sorted(pack["great_hall"].get("bonuses", ()), key=lambda one: one["at"]):
        if before < bonus["at"] <= before + count:
            gain(clan, pack, bonus["gives"])


def gain_product(clan: Json, pack: Json, good: str) -> None:
    """A product goes to the next hexagon where the sheet has an order, else it waits for the clan's choice."""
    if room(clan, pack, good) <= 0:
        return
    if good != "house" and pack[ZONES[good]]["order"] == "fixed":
        put(clan, pack, good, free_places(clan, pack, good)[0])
    else:
        clan["waiting"].append(good)
        drop_choices(clan, pack)


def offer(clan: Json, pack: Json, goods: list[str]) -> None:
    """One of several products waits, if one of them has room besides all that may need it."""
    if any(room(clan, pack, good) > choices_of(clan, good) for good in goods):
        clan["waiting"].append("-or-".join(goods))


def choices_of(clan: Json, good: str) -> int:
    """How many choices wait that may become this product."""
    return sum("-or-" in one and good in one.split("-or-") for one in clan["waiting"])


def drop_choices(clan: Json, pack: Json) -> None:
    """RR-15: a choice of which nothing has room any more is lost."""
    for choice in [one for one in clan["waiting"] if "-or-" in one]:
        if all(room(clan, pack, good) <= 0 for good in choice.split("-or-")):
            clan["waiting"].remove(choice)


def put(clan: Json, pack: Json, good: str, place: str) -> None:
    """Puerto y Armería, Asentamientos: cross the inner hexagon, or a house; a settlement may be complete."""
    if good != "house":
        clan[ZONES[good]].append(place)
        clan[STOCKS[good]] += 1
        drop_choices(clan, pack)
        gain(clan, pack, named(pack[ZONES[good]]["hexagons"], place).get("gives"))  # type: ignore[union-attr]
        return
    settlement = named(pack["settlements"], place)
    assert settlement is not None
    clan["settlements"][place] = clan["settlements"].get(place, 0) + 1
    drop_choices(clan, pack)
    if clan["settlements"][place] == settlement["houses"]:
        gain(clan, pack, settlement.get("loyalty"))


def advance_track(clan: Json, pack: Json, colour: str, count: int) -> None:
    """a) El track de producción: mark boxes from the first free one; each gives its product (RR-10, RR-11)."""
    boxes = track_boxes(pack, colour)
    marked = clan["tracks"].get(colour, 0)
    after = min(marked + count, len(boxes))
    clan["tracks"][colour] = after
    for box in boxes[marked:after]:
        gain(clan, pack, box)


# ---------------------------------------------------------------- 1. production: what a die counts


def altar_amount(clan: Json, pack: Json, benefit: str) -> int:
    """Altar de los sacrificios: +1 on a die, +2 on the raid roll, and what developments add."""
    more = sum(e.get("amount", 1) for e in effects(clan, pack, "altar") if e["benefit"] == benefit)
    return {"die": 1, "raid": 2}[benefit] + more


def printed_value(state: Json, pack: Json, die: str) -> int:
    """What a resource die shows, or what is printed on a favour die."""
    if die in COLOURS:
        return state["dice"][die]
    favour = named(pack["favours"], die)
    assert favour is not None
    return favour["value"]


def raised_value(state: Json, clan: Json, pack: Json, die: str) -> int:
    """The value with what the altar has added for this clan."""
    return printed_value(state, pack, die) + clan["raised"].get(die, 0)


def use_value(state: Json, clan: Json, pack: Json, move: Json) -> int:
    """The value for this use, with developments that raise it."""
    value = raised_value(state, clan, pack, move["die"])
    for effect in effects(clan, pack, "raise"):
        if effect["use"] != move["to"]:
            continue
        if move["to"] == "track" and effect.get("colour") and effect["colour"] != track_of(move):
            continue
        value += effect.get("amount", 1)
    return value


def track_of(move: Json) -> str:
    """The track of a use: the die's own colour if the move does not name it."""
    return move.get("track") or move["die"]


def colours_of(clan: Json, pack: Json, die: str) -> set[str]:
    """The colours that a die counts as: its own and those of developments; a favour die any."""
    if die not in COLOURS:
        return set(COLOURS)
    return {die} | {effect["as"] for effect in effects(clan, pack, "recolour") if effect["die"] == die}


def dice_limit(clan: Json, pack: Json) -> int:
    """1.3: two of the three dice, or all three by a development."""
    return 3 if effects(clan, pack, "extra-die") else 2


# ---------------------------------------------------------------- 1. production: the rules


def check_sacrifice(state: Json, move: Json, pack: Json) -> list[str]:
    """1.1. Actualiza el track de rondas: sacrifices in rounds 4, 8, 12 and 16, before the roll (RR-5, RR-6)."""
    clan = clan_of(state, move["player"])
    found = []
    if not festival(state):
        found.append("festival/rounds")
    elif str(state["round"]) in clan["sacrifices"]:
        found.append("festival/once")
    if state["phase"] != "start":
        found.append("festival/before-dice" if state["phase"] == "production" else "round/phases")
    if move["vikings"] > clan["vikings"]:
        found.append("festival/vikings")
    return found


def check_roll(state: Json, move: Json, pack: Json) -> list[str]:
    """1.2. Lanza los dados de recurso: once in a round, for everybody."""
    if state["phase"] == "production":
        return ["production/roll"]
    return [] if state["phase"] == "start" else ["round/phases"]


def check_use(state: Json, move: Json, pack: Json) -> list[str]:
    """1.3. Usa 2 de los tres dados de recurso y los dados de favor divino desbloqueados."""
    clan = clan_of(state, move["player"])
    if state["phase"] != "production":
        return ["favour/production-only"] * (move["die"] not in COLOURS) + ["round/phases"]
    found = ["production/done"] * clan["done"]
    found += check_die_free(clan, pack, move["die"])
    found += check_dice_left(clan, pack, move["die"])
    check = {"track": check_track, "hall": check_hall, "god": check_god, "development": check_development}
    found += check[move["to"]](state, clan, move, pack)
    if not found and move.get("value") not in (None, use_value(state, clan, pack, move)):
        found.append("production/common")
    return found


def check_die_free(clan: Json, pack: Json, die: str) -> list[str]:
    """A resource die once a round; a favour die once a game, after it was unlocked."""
    if die in COLOURS:
        return ["dice/each-once"] * (die in clan["dice_used"])
    if die in clan["favours_used"]:
        return ["favour/once"]
    return ["favour/unlocked"] * (die not in unlocked(clan, pack))


def check_dice_left(clan: Json, pack: Json, die: str) -> list[str]:
    """1.3. Usa 2 de los tres dados de recurso: no third one."""
    return ["dice/two-of-three"] * (die in COLOURS and len(clan["dice_used"]) >= dice_limit(clan, pack))


def check_track(state: Json, clan: Json, move: Json, pack: Json) -> list[str]:
    """a) El track de producción: the track of its colour, and a free box to begin with."""
    colour = track_of(move)
    if colour not in COLOURS or colour not in colours_of(clan, pack, move["die"]):
        return ["track/own-colour"]
    full = clan["tracks"].get(colour, 0) >= len(track_boxes(pack, colour))
    return ["track/first-free"] * full


def check_hall(state: Json, clan: Json, move: Json, pack: Json) -> list[str]:
    """b) En el Gran Salón: only the village die; a full hall only gains nothing (RR-15)."""
    village = pack["village_die"]["colour"] in colours_of(clan, pack, move["die"])
    return [] if village else ["hall/village-die"]


def check_god(state: Json, clan: Json, move: Json, pack: Json) -> list[str]:
    """c) En el track de los dioses: the first free box from below."""
    god = named(pack["gods"], move.get("god"))
    if god is None or len(clan["gods"].get(god["id"], ())) >= len(god["boxes"]):
        return ["gods/first-free"]
    least = god["boxes"][len(clan["gods"].get(god["id"], ()))].get("least", 1)
    return ["gods/first-free"] * (use_value(state, clan, pack, move) < least)


def check_development(state: Json, clan: Json, move: Json, pack: Json) -> list[str]:
    """d) En adquirir un desarrollo: a 4 or more, and what the development itself asks for."""
    development = named(pack["developments"], move.get("development"))
    if development is None:
        return ["development/requirement"]
    found = []
    if development["id"] in clan["developments"] and house(state, "developments_again") == "once":
        found.append("development/once")
    value = use_value(state, clan, pack, move)
    if value < 4:
        found.append("development/four")
    cost = development.get("cost", {})
    unmet = [need for need in development.get("needs", ()) if count(clan, pack, need) < need.get("least", 1)]
    missing = [id_ for id_ in development.get("after", ()) if id_ not in clan["developments"]]
    poor = [stock for stock in ("vikings", "axes", "ships") if clan[stock] < cost.get(stock, 0)]
    colour = development.get("colour")
    wrong = colour is not None and colour not in colours_of(clan, pack, move["die"])
    if value < development.get("value", 4) or unmet or missing or poor or wrong:
        found.append("development/requirement")
    return found


def check_altar(state: Json, move: Json, pack: Json) -> list[str]:
    """Altar de los sacrificios: in production; help for a raid also during its roll (RR-23)."""
    clan = clan_of(state, move["player"])
    if state["phase"] == "production":
        found = []
        if move["benefit"] == "die":
            found = ["production/done"] * clan["done"] + check_raise(state, clan, move["die"], pack)
        return found + check_altar_viking(clan, pack)
    if move["benefit"] == "die":
        return ["altar/production"]
    raid = raid_in_hand(state, move["player"])
    if raid is None or raid["step"] != "help":
        return ["altar/production"]
    if move["benefit"] == "reroll" and clan["help"]["rerolls"]:
        return []
    return ["altar/in-raid"] * (house(state, "altar_in_raid") == "prepaid") + check_altar_viking(clan, pack)


def check_raise(state: Json, clan: Json, die: str, pack: Json) -> list[str]:
    """+1 al resultado de cualquier dado: a die that is still to be used; as a house rule up to 6 (RR-20)."""
    found = check_die_free(clan, pack, die) or check_dice_left(clan, pack, die)
    raised = raised_value(state, clan, pack, die) + altar_amount(clan, pack, "die")
    if house(state, "raised_dice") == "six" and raised > 6:
        found.append("altar/cap")
    return found


def check_altar_viking(clan: Json, pack: Json) -> list[str]:
    """One Viking for each benefit, as long as the altar has a box (RR-21)."""
    costs = pack["altar"].get("costs")
    boxes = len(costs) if costs else pack["altar"].get("boxes")
    found = ["altar/limit"] * (boxes is not None and clan["altar"] >= boxes)
    return found + ["altar/vikings"] * (clan["vikings"] < altar_price(clan, pack))


def altar_price(clan: Json, pack: Json) -> int:
    """The next box costs one Viking, or what is printed on it."""
    costs = pack["altar"].get("costs") or []
    return costs[clan["altar"]] if clan["altar"] < len(costs) else 1


def check_store(state: Json, move: Json, pack: Json) -> list[str]:
    """Puerto y Armería, Asentamientos: a product that waits, in a free place of its own kind."""
    clan = clan_of(state, move["player"])
    good, place = move["good"], move["place"]
    if not any(good in one.split("-or-") for one in clan["waiting"]):
        return ["storage/place"]
    if good == "house" and named(pack["settlements"], place) is None:
        return ["storage/place"]
    if good == "house":
        return [] if place in free_places(clan, pack, good) else ["settlement/choice"]
    if place not in [hexagon["id"] for hexagon in pack[ZONES[good]]["hexagons"]] or place in clan[ZONES[good]]:
        return ["storage/place"]
    return [] if place in free_places(clan, pack, good) else ["storage/order"]


def check_done(state: Json, move: Json, pack: Json) -> list[str]:
    """The clan has finished (RR-9): all products stored; strictly, two dice used if there is a use (RR-7)."""
    clan = clan_of(state, move["player"])
    if state["phase"] != "production":
        return ["round/phases"]
    if clan["done"]:
        return ["production/done"]
    found = ["storage/place"] * bool(clan["waiting"])
    if house(state, "two_dice") == "strict" and len(clan["dice_used"]) < 2:
        uses = [use for use in all_uses(clan["name"], pack, COLOURS) if not check_use(state, use, pack)]
        found += ["dice/drop"] * bool(uses)
    return found


# ---------------------------------------------------------------- 1. production: what happens


def do_sacrifice(state: Json, move: Json, pack: Json) -> None:
    """1.1: the Vikings are crossed out and noted under the festival."""
    clan = clan_of(state, move["player"])
    clan["vikings"] -= move["vikings"]
    clan["sacrifices"][str(state["round"])] = move["vikings"]


def do_roll(state: Json, move: Json, pack: Json) -> None:
    """1.2: the dice lie in the middle; who has offered nothing at a festival has given none."""
    if festival(state):
        for clan in state["players"]:
            clan["sacrifices"].setdefault(str(state["round"]), 0)
    state["dice"] = dict(move["dice"])
    state["phase"] = "production"


def do_use(state: Json, move: Json, pack: Json) -> None:
    """1.3: the die is used, and what it brings is gained."""
    clan = clan_of(state, move["player"])
    value = use_value(state, clan, pack, move)
    clan["dice_used" if move["die"] in COLOURS else "favours_used"].append(move["die"])
    clan["raised"].pop(move["die"], None)
    if move["to"] == "track":
        advance_track(clan, pack, track_of(move), value)
    elif move["to"] == "hall":
        recruit(clan, pack, value)
    elif move["to"] == "god":
        god = named(pack["gods"], move["god"])
        assert god is not None
        written = clan["gods"].setdefault(god["id"], [])
        written.append(value)
        gain(clan, pack, god["boxes"][len(written) - 1].get("gives"))
    else:
        acquire(clan, pack, move["development"])


def acquire(clan: Json, pack: Json, id_: str) -> None:
    """d) En adquirir un desarrollo: its cost is paid and what it gives at once is gained."""
    development = named(pack["developments"], id_)
    assert development is not None
    spend(clan, development.get("cost", {}))
    clan["developments"].append(id_)
    for effect in development.get("effects", ()):
        if effect["type"] == "gain":
            gain(clan, pack, effect["bonus"])


def spend(clan: Json, cost: Json) -> None:
    """Marca el hexágono exterior: products and Vikings are crossed out."""
    for stock in ("vikings", "axes", "ships"):
        clan[stock] -= cost.get(stock, 0)


def do_altar(state: Json, move: Json, pack: Json) -> None:
    """Altar de los sacrificios: a Viking for one benefit; a new roll bought before is taken first."""
    clan = clan_of(state, move["player"])
    raid = raid_in_hand(state, move["player"]) if state["phase"] != "production" else None
    if raid and move["benefit"] == "reroll" and clan["help"]["rerolls"]:
        clan["help"]["rerolls"] -= 1
        raid["step"] = "attack"
        return
    clan["vikings"] -= altar_price(clan, pack)
    clan["altar"] += 1
    if move["benefit"] == "die":
        clan["raised"][move["die"]] = clan["raised"].get(move["die"], 0) + altar_amount(clan, pack, "die")
    elif move["benefit"] == "raid":
        clan["help"]["plus"] += 1
        if raid:
            judge_roll(state, raid, pack)
    elif raid:
        raid["step"] = "attack"
    else:
        clan["help"]["rerolls"] += 1


def do_store(state: Json, move: Json, pack: Json) -> None:
    """A product that waited is stored."""
    clan = clan_of(state, move["player"])
    good = move["good"]
    choices = [one for one in sorted(clan["waiting"]) if good in one.split("-or-")]
    clan["waiting"].remove(good if good in clan["waiting"] else choices[0])
    put(clan, pack, move["good"], move["place"])


def do_done(state: Json, move: Json, pack: Json) -> None:
    """RR-9: the clan has finished."""
    clan_of(state, move["player"])["done"] = True


# ---------------------------------------------------------------- 2.1 choosing a raid


def check_choose(state: Json, move: Json, pack: Json) -> list[str]:
    """2.1. Elección de incursión: the number of a card, or the closed fist."""
    clan = clan_of(state, move["player"])
    if state["phase"] != "choice":
        return ["round/phases"]
    found = ["raid/at-once"] * (clan["choice"] is not None)
    return found + ([] if move["number"] == "?" else check_number(state, move["number"]))


def check_number(state: Json, number: int) -> list[str]:
    """RR-25: a number without a card is refused, or counts as no raid."""
    return ["raid/number"] * (number > len(state["display"]) and house(state, "too_many_fingers") == "refused")


def do_choose(state: Json, move: Json, pack: Json) -> None:
    """2.1: the number shown."""
    clan_of(state, move["player"])["choice"] = move["number"]


def open_raids(state: Json) -> None:
    """2.2: a card that two or more clans chose is a conflict; one that a single clan chose is its own."""
    for number, card in enumerate(state["display"], 1):
        names = [clan["name"] for clan in state["players"] if clan["choice"] == number]
        if not names:
            continue
        raid = {"card": card, "step": "bid", "right": None, "dice": []}
        raid["clans"] = [{"player": name, "shown": [], "bid": None, "status": "in"} for name in names]
        if len(names) == 1:
            raid["step"], raid["right"] = "attack", names[0]
        state["raids"].append(raid)
    state["phase"] = "conflict"


# ---------------------------------------------------------------- 2.2 conflicts


def contenders(raid: Json, *status: str) -> list[Json]:
    """The clans of a raid with this status."""
    return [entry for entry in raid["clans"] if entry["status"] in status]


def contest_of(state: Json, player: str) -> tuple[Json, Json] | None:
    """The raid in which a clan takes part, and its entry there."""
    for raid in state["raids"]:
        for entry in raid["clans"]:
            if entry["player"] == player:
                return raid, entry
    return None


def under_way(state: Json) -> Json | None:
    """RR-33: the raid that is in hand: first the conflicts, then the raids, each in the order of the cards."""
    for raid in state["raids"]:
        open_ = raid["step"] == "bid" if state["phase"] == "conflict" else raid["step"] != "over"
        if open_ or contenders(raid, "retreating"):
            return raid
    return None


def bidding(raid: Json) -> bool:
    """2.2: the clans of this raid bid now; a retreat before it is paid for at once."""
    return raid["step"] == "bid" and not contenders(raid, "retreating")


def check_bid(state: Json, move: Json, pack: Json) -> list[str]:
    """2.2. Resolución de conflictos: the clans of a conflict show Vikings of their own."""
    contest = contest_of(state, move["player"])
    if state["phase"] not in ("conflict", "resolution"):
        return ["round/phases"]
    if contest is None or len(contest[0]["clans"]) < 2:
        return ["conflict/same-card"]
    raid, entry = contest
    if entry["status"] in ("retreating", "retreated"):
        return ["retreat/out"]
    if entry["status"] == "beaten" and raid["step"] == "bid":
        return ["conflict/tied-only"]
    if raid["step"] != "bid" or entry["status"] != "in":
        return ["conflict/highest"]
    if raid is not under_way(state):
        return ["raids/order"]
    if contenders(raid, "retreating"):
        return ["retreat/pay"]
    if entry["bid"] is not None:
        return ["conflict/bid"]
    return [] if move["vikings"] == "?" else check_vikings_shown(state, move["player"], move["vikings"])


def check_vikings_shown(state: Json, player: str, vikings: int) -> list[str]:
    """RR-26, RR-27, RR-30: no more than there are in the hall, and no more than there are fingers."""
    clan = clan_of(state, player)
    limit = {"ten": 10, "five": 5, "none": 99}[house(state, "bid_limit")]
    found = []
    if vikings > clan["vikings"]:
        found += ["conflict/own-vikings"] if clan["vikings"] else ["conflict/no-vikings", "conflict/own-vikings"]
    return found + ["conflict/fingers"] * (vikings > limit)


def do_bid(state: Json, move: Json, pack: Json) -> None:
    """2.2: the fingers are shown; when all have shown them, the pass is judged."""
    contest = contest_of(state, move["player"])
    assert contest is not None
    contest[1]["bid"] = move["vikings"]


def check_reveal(state: Json, move: Json, pack: Json) -> list[str]:
    """All reveal at once: a hidden number is shown when everybody has one."""
    if state["phase"] == "choice":
        if clan_of(state, move["player"])["choice"] != "?":
            return ["raid/at-once"]
        if any(clan["choice"] is None for clan in state["players"]):
            return ["raid/at-once"]
        return check_number(state, move["number"])
    contest = contest_of(state, move["player"])
    if state["phase"] not in ("conflict", "resolution"):
        return ["round/phases"]
    if contest is None or contest[1]["bid"] != "?":
        return ["raid/at-once"]
    if any(entry["bid"] is None for entry in contenders(contest[0], "in")):
        return ["raid/at-once"]
    return check_vikings_shown(state, move["player"], move["number"])


def do_reveal(state: Json, move: Json, pack: Json) -> None:
    """The hidden number is shown."""
    if state["phase"] == "choice":
        clan_of(state, move["player"])["choice"] = move["number"]
    else:
        do_bid(state, {"player": move["player"], "vikings": move["number"]}, pack)


def judge_pass(state: Json, raid: Json, pack: Json) -> None:
    """2.2: all cross out what they showed; a fist retreats, the highest wins, a tie is repeated (RR-28, RR-29)."""
    bidders = contenders(raid, "in")
    top = max(entry["bid"] for entry in bidders)
    tied = top > 0 and sum(entry["bid"] == top for entry in bidders) > 1
    for entry in bidders:
        bid, entry["bid"] = entry["bid"], None
        if bid == 0:
            entry["status"] = "retreating"
        elif bid < top and not (tied and house(state, "bid_again") == "all"):
            entry["status"] = "beaten"
        if tied and entry["status"] == "in" and house(state, "tied_vikings") == "kept":
            continue
        entry["shown"].append(bid)
        clan_of(state, entry["player"])["vikings"] -= bid
    left = contenders(raid, "in")
    if not left:
        raid["step"] = "over"  # RR-31
        if any(had_the_right(entry) for entry in raid["clans"]):
            inherit(state, raid)  # who is in retreat never gets the raid, the next bid does
    elif len(left) == 1:
        raid["step"], raid["right"] = "attack", left[0]["player"]


# ---------------------------------------------------------------- 2.2 retreat


def retreat_prices(clan: Json, pack: Json) -> list[str]:
    """Retirada: a Viking, an axe or a ship; nothing with a safe retreat."""
    if effects(clan, pack, "safe-retreat"):
        return []
    return [good for good, stock in STOCKS.items() if clan[stock]]


def check_retreat(state: Json, move: Json, pack: Json) -> list[str]:
    """Retirada: a clan in retreat pays one thing that it has."""
    if state["phase"] not in ("conflict", "resolution"):
        return ["round/phases"]
    contest = contest_of(state, move["player"])
    if contest is None or contest[1]["status"] != "retreating":
        return ["retreat/pay"]
    return ["retreat/pay"] * (move["pay"] not in retreat_prices(clan_of(state, move["player"]), pack))


def do_retreat(state: Json, move: Json, pack: Json) -> None:
    """Retirada: it is paid, and the clan is out."""
    contest = contest_of(state, move["player"])
    assert contest is not None
    clan_of(state, move["player"])[STOCKS[move["pay"]]] -= 1
    contest[1]["status"] = "retreated"


# ---------------------------------------------------------------- 2.3 the raid roll


def raid_in_hand(state: Json, player: str) -> Json | None:
    """RR-33: the raid that is in hand, if this clan has the right to it."""
    current = under_way(state)
    if state["phase"] != "resolution" or current is None or current["right"] != player:
        return None
    return None if contenders(current, "retreating") else current  # a retreat is paid for at once


def check_raider(state: Json, player: str, step: str) -> list[str]:
    """2.3: whether this clan is at this step of a raid now."""
    if state["phase"] != "resolution":
        return ["round/phases"]
    raid = raid_in_hand(state, player)
    if raid is not None:
        return [] if raid["step"] == step else [{"attack": "raids/roll", "pay": "payment/after-roll"}[step]]
    contest = contest_of(state, player)
    if contest is None:
        return ["raid/choice"]
    if contest[1]["status"] in ("retreating", "retreated"):
        return ["retreat/out"]
    return ["raids/order"] if contest[0]["right"] == player else ["conflict/highest"]


def check_attack(state: Json, move: Json, pack: Json) -> list[str]:
    """Tirar los dados de Saqueo: the raid dice, and no favour die among them."""
    found = ["favour/no-raid"] * bool(move.get("favour"))
    found += check_raider(state, move["player"], "attack")
    return found + ["raids/dice"] * (len(move["dice"]) != number_of_raid_dice(state, pack))


def number_of_raid_dice(state: Json, pack: Json) -> int:
    """As many as the pack has, in winter perhaps another number."""
    dice = raid_dice(pack)
    winter = pack["seasons"]["rounds"][state["round"] - 1] == "winter"
    return (winter and dice.get("winter")) or dice["dice"]


def raid_dice(pack: Json) -> Json:
    """RR-34: two dice and their sum, unless the pack says otherwise."""
    return {"counts": "sum", **(pack.get("raid_dice") or {"dice": 2})}


def do_attack(state: Json, move: Json, pack: Json) -> None:
    """Tirar los dados de Saqueo: the new roll stands (RR-22)."""
    raid = raid_in_hand(state, move["player"])
    assert raid is not None
    raid["dice"] = list(move["dice"])
    judge_roll(state, raid, pack)


def for_card(effect: Json, card: Json) -> bool:
    """Whether an effect is for this card: by its level, type and region."""
    if effect.get("levels") and card["level"] not in effect["levels"]:
        return False
    wanted = {"type": effect.get("card_type"), "region": effect.get("region")}
    return all(value in (None, card.get(field)) for field, value in wanted.items())


def raid_value(state: Json, raid: Json, pack: Json) -> int:
    """The roll with the altar's help and that of developments."""
    clan = clan_of(state, raid["right"])
    card = named(all_cards(pack), raid["card"]) or {}
    value = max(raid["dice"]) if raid_dice(pack)["counts"] == "highest" else sum(raid["dice"])
    value += clan["help"]["plus"] * altar_amount(clan, pack, "raid")
    for effect in effects(clan, pack, "raid-roll"):
        if for_card(effect, card):
            value += effect.get("amount", 1)
    return value


def judge_roll(state: Json, raid: Json, pack: Json) -> None:
    """Igualar o superar el valor de defensa: pay, or help if there is any, or retreat."""
    clan = clan_of(state, raid["right"])
    card = named(all_cards(pack), raid["card"])
    assert card is not None
    if raid_value(state, raid, pack) >= card["defence"]:
        raid["step"] = "pay"
        if not payments(state, raid, pack):
            pass_on(state, raid)
        return
    buys = house(state, "altar_in_raid") == "allowed" and not check_altar_viking(clan, pack)
    if clan["help"]["rerolls"] or buys:
        raid["step"] = "help"
    else:
        fail(state, raid)


def fail(state: Json, raid: Json) -> None:
    """Si no supera esta tirada se considerará en Retirada; nobody inherits (RR-35)."""
    entry = next(entry for entry in raid["clans"] if entry["player"] == raid["right"])
    entry["status"] = "retreating"
    close(state, raid)
    if contenders(raid, "beaten") and house(state, "failed_roll") == "passes-on":
        raid["dice"] = []
        inherit(state, raid)


def had_the_right(entry: Json) -> bool:
    """RR-35, RR-39: this clan could not pay, or it retreats after a bid that was none of a closed fist."""
    fist = not entry["shown"] or entry["shown"][-1] == 0
    return entry["status"] == "failed" or (entry["status"] in ("retreating", "retreated") and not fist)


def close(state: Json, raid: Json) -> None:
    """The raid is over for the clan that had the right: its +2 have counted."""
    clan_of(state, raid["right"])["help"]["plus"] = 0
    raid["right"], raid["step"] = None, "over"


def check_yield(state: Json, move: Json, pack: Json) -> list[str]:
    """A low roll stands; a payment is declined only where that is agreed (RR-37)."""
    raid = raid_in_hand(state, move["player"])
    if raid is None:
        return check_raider(state, move["player"], "pay")
    if raid["step"] == "pay":
        return ["payment/compulsory"] * (house(state, "payment") == "compulsory")
    return [] if raid["step"] == "help" else ["raids/roll"]


def do_yield(state: Json, move: Json, pack: Json) -> None:
    """The raid has failed, or the right passes on."""
    raid = raid_in_hand(state, move["player"])
    assert raid is not None
    if raid["step"] == "pay":
        pass_on(state, raid)
    else:
        fail(state, raid)


# ---------------------------------------------------------------- 2.3 paying


def cost_of(state: Json, raid: Json, pack: Json) -> Json:
    """Pagar los productos y vikingos: the cost in this season, less discounts."""
    card = named(all_cards(pack), raid["card"])
    assert card is not None
    season = state.get("season") or pack["seasons"]["rounds"][state["round"] - 1]
    cost = {name: card[season].get(name, 0) for name in ("vikings", "axes", "ships", "goods")}
    for effect in effects(clan_of(state, raid["right"]), pack, "discount"):
        if effect.get("season") in (None, season) and for_card(effect, card):
            cost = {name: max(0, number - effect["less"].get(name, 0)) for name, number in cost.items()}
    return cost


def payments(state: Json, raid: Json, pack: Json) -> list[Json]:
    """Every way in which the clan can pay the cost: goods are axes or ships in any mixture."""
    clan = clan_of(state, raid["right"])
    cost = cost_of(state, raid, pack)
    ways = []
    for axes in range(cost["goods"] + 1):
        way = {
            "vikings": cost["vikings"],
            "axes": cost["axes"] + axes,
            "ships": cost["ships"] + cost["goods"] - axes,
        }
        if all(clan[stock] >= number for stock, number in way.items()):
            ways.append(way)
    return ways


def check_pay(state: Json, move: Json, pack: Json) -> list[str]:
    """Pagar los productos y vikingos: exactly the cost of the season."""
    found = check_raider(state, move["player"], "pay")
    if found:
        return found
    raid = raid_in_hand(state, move["player"])
    assert raid is not None
    offered = {stock: move.get(stock, 0) for stock in ("vikings", "axes", "ships")}
    return [] if offered in payments(state, raid, pack) else ["payment/season"]


def do_pay(state: Json, move: Json, pack: Json) -> None:
    """Toma la carta: it is paid, taken, and gives its reward (RR-38)."""
    raid = raid_in_hand(state, move["player"])
    assert raid is not None
    clan = clan_of(state, move["player"])
    card = named(all_cards(pack), raid["card"])
    assert card is not None
    spend(clan, move)
    clan["raids"].append(raid["card"])
    state["display"].remove(raid["card"])
    close(state, raid)
    gain(clan, pack, card.get("reward"))


def unstored_reward(state: Json) -> bool:
    """RR-33, RR-38: the reward of a raid is stored before the next raid is resolved."""
    return state["phase"] in ("conflict", "resolution") and any(clan["waiting"] for clan in state["players"])


def pass_on(state: Json, raid: Json) -> None:
    """Cedería la oportunidad al siguiente jugador que hubiera sacrificado más vikingos (RR-39, RR-41)."""
    for entry in raid["clans"]:
        if entry["player"] == raid["right"]:
            entry["status"] = "retreating" if house(state, "unable_to_pay") == "retreat" else "failed"
    close(state, raid)
    raid["dice"] = []
    inherit(state, raid)


def inherit(state: Json, raid: Json) -> None:
    """Al siguiente jugador que hubiera sacrificado más vikingos durante el combate: of those not in retreat."""
    heirs = contenders(raid, "beaten")
    most = max((sum(entry["shown"]) for entry in heirs), default=0)
    heirs = [entry for entry in heirs if sum(entry["shown"]) == most]
    if not heirs or (len(heirs) > 1 and house(state, "equal_heirs") == "nobody"):
        return
    for entry in heirs:
        entry["status"] = "in"
    raid["step"] = "bid"
    if len(heirs) == 1:
        raid["right"], raid["step"] = heirs[0]["player"], "attack"


# ---------------------------------------------------------------- 3. maintenance


def display_size(state: Json, pack: Json) -> int:
    """RR-4: a card for each clan, or as many as the pack says."""
    clans = number_of_clans(state)
    return next((one["cards"] for one in pack.get("display", ()) if one["clans"] == clans), clans)


def cards_wanted(state: Json, pack: Json) -> int:
    """Repón la zona de juego: how many cards are turned up (RR-43: as far as the deck goes)."""
    return max(0, min(display_size(state, pack) - len(state["display"]), len(state["deck"])))


def seen_cards(state: Json) -> list[str]:
    """The raid cards that lie open or were won."""
    return state["display"] + [card for clan in state["players"] for card in clan["raids"]]


def next_level(state: Json, pack: Json, seen: list[str]) -> int:
    """RR-2: the level of the next card, the lowest first, in the deck for this number of clans."""
    levels = next(one["levels"] for one in pack["decks"] if one["clans"] == number_of_clans(state))
    come = Counter(card["level"] for card in all_cards(pack) if card["id"] in seen)
    return next(int(level) for level in sorted(levels) if come[int(level)] < levels[level])


def check_refill(state: Json, move: Json, pack: Json) -> list[str]:
    """Repón la zona de juego con nuevas cartas: the next cards of the sorted deck."""
    if state["phase"] not in ("setup", "maintenance"):
        return ["round/phases"]
    top = state["deck"][: cards_wanted(state, pack)]
    cards = move.get("cards")
    if cards is None:
        return ["maintenance/refill"] * ("?" in top)
    seen = seen_cards(state)
    found = []
    for place, card in enumerate(cards):
        if named(pack.get("set_aside", []), card):
            found.append("setup/removed")
        elif card in seen or named(all_cards(pack), card) is None:
            found.append("setup/one-place")
        elif place < len(top) and top[place] not in ("?", card):
            found.append("maintenance/refill")
        elif place < len(top) and (named(all_cards(pack), card) or {})["level"] != next_level(state, pack, seen):
            found.append("setup/lowest-first")
        seen = [*seen, card]
    return found + ["maintenance/refill"] * (len(cards) != len(top))


def do_refill(state: Json, move: Json, pack: Json) -> None:
    """The new cards lie behind those that stayed (RR-42); then the next round begins."""
    wanted = cards_wanted(state, pack)
    cards = move.get("cards") or state["deck"][:wanted]
    state["display"] += cards
    state["deck"] = state["deck"][wanted:]
    if state["phase"] == "maintenance":
        state["round"] += 1
    start_round(state, pack)


def start_round(state: Json, pack: Json) -> None:
    """1.1: everybody crosses the next box of the round track; developments bring their income."""
    state["phase"] = "start"
    if "season" in state:
        state["season"] = pack["seasons"]["rounds"][state["round"] - 1]
    complete_before = {clan["name"]: complete_settlements(clan, pack) for clan in state["players"]}
    for clan in state["players"]:
        clan["rounds"] = state["round"]
        for box in pack["seasons"].get("bonuses", ()):
            if box["round"] == state["round"]:
                gain(clan, pack, box["gives"])
        for settlement in [one for one in complete_before[clan["name"]] if one.get("income")]:
            gain(clan, pack, settlement["income"])
        for effect in effects(clan, pack, "income"):
            if not effect.get("rounds") or state["round"] in effect["rounds"]:
                gain(clan, pack, effect["bonus"])


def end_round(state: Json, pack: Json) -> None:
    """3. Fase de mantenimiento: unused help is lost (RR-24); after round 16 the game ends (RR-44, RR-49)."""
    state["raids"], state["dice"] = [], None
    for clan in state["players"]:
        clan.update(dice_used=[], raised={}, done=False, choice=None)
        if house(state, "unused_help") == "lost":
            clan["help"] = {"plus": 0, "rerolls": 0}
    if state["round"] >= LAST_ROUND:
        state["phase"] = "over"
    elif cards_wanted(state, pack):
        state["phase"] = "maintenance"
    else:
        state["round"] += 1
        start_round(state, pack)


# ---------------------------------------------------------------- what happens by itself


def settle(state: Json, pack: Json) -> None:
    """Everything that nobody chooses, after a move."""
    if state["phase"] == "production" and all(clan["done"] for clan in state["players"]):
        state["phase"] = "choice"
        for clan in state["players"]:
            clan["raised"] = {}
    if state["phase"] == "choice" and all(clan["choice"] not in (None, "?") for clan in state["players"]):
        open_raids(state)
    if state["phase"] in ("conflict", "resolution"):
        settle_raids(state, pack)


def settle_raids(state: Json, pack: Json) -> None:
    """2.2, 2.3: passes that are complete are judged, retreats without a price are over, then the phases go on."""
    for raid in state["raids"]:
        if raid["step"] == "bid" and all(entry["bid"] not in (None, "?") for entry in contenders(raid, "in")):
            judge_pass(state, raid, pack)
        for entry in contenders(raid, "retreating"):
            if not retreat_prices(clan_of(state, entry["player"]), pack):  # RR-32
                entry["status"] = "retreated"
    fleeing = any(contenders(raid, "retreating") for raid in state["raids"])
    fighting = any(raid["step"] == "bid" for raid in state["raids"])
    if state["phase"] == "conflict" and not fleeing and not fighting:
        state["phase"] = "resolution"
    over = all(raid["step"] == "over" for raid in state["raids"])
    waiting = any(clan["waiting"] for clan in state["players"])
    if state["phase"] == "resolution" and over and not fleeing and not waiting:
        end_round(state, pack)


# ---------------------------------------------------------------- counting


def favours_left(clan: Json, pack: Json) -> int:
    """Favour dice unlocked and not crossed out."""
    return len(unlocked(clan, pack) - set(clan["favours_used"]))


def count(clan: Json, pack: Json, what: Json) -> int:
    """The closed list of what a pack can count, as its page on the wire describes it."""
    kind, of = what["count"], what.get("of")

    def narrowed(numbers: dict[Any, int]) -> int:
        return sum(number for name, number in numbers.items() if of is None or str(name) == of)

    gods = {god["id"]: clan["gods"].get(god["id"], []) for god in pack["gods"]}
    levels = Counter((named(all_cards(pack), card) or {}).get("level") for card in clan["raids"])
    won = [named(all_cards(pack), card) or {} for card in clan["raids"]]
    kinds = {field: Counter(card[field] for card in won if card.get(field)) for field in ("type", "region")}
    counts = {
        "vikings": lambda: clan["vikings"],
        "axes": lambda: clan["axes"],
        "ships": lambda: clan["ships"],
        "vikings-recruited": lambda: clan["hall"],
        "axes-stored": lambda: len(clan["armoury"]),
        "ships-stored": lambda: len(clan["port"]),
        "houses": lambda: narrowed(clan["settlements"]),
        "settlements": lambda: len(complete_settlements(clan, pack)),
        "track-boxes": lambda: narrowed(clan["tracks"]),
        "tracks-complete": lambda: sum(clan["tracks"].get(c, 0) >= len(track_boxes(pack, c)) for c in COLOURS),
        "god-boxes": lambda: narrowed({name: len(values) for name, values in gods.items()}),
        "god-values": lambda: narrowed({name: sum(values) for name, values in gods.items()}),
        "gods-complete": lambda: sum(len(gods[god["id"]]) >= len(god["boxes"]) for god in pack["gods"]),
        "developments": lambda: narrowed(Counter(clan["developments"])),
        "raids": lambda: narrowed(levels),
        "raids-of-type": lambda: narrowed(kinds["type"]),
        "raids-of-region": lambda: narrowed(kinds["region"]),
        "raid-types": lambda: len(kinds["type"]),
        "raid-regions": lambda: len(kinds["region"]),
        "altar": lambda: clan["altar"],
        "festival-vikings": lambda: narrowed(clan["sacrifices"]),
        "favours-unlocked": lambda: len(unlocked(clan, pack)),
        "favours-used": lambda: len(clan["favours_used"]),
        "favours-left": lambda: favours_left(clan, pack),
    }
    return counts[kind]()


def complete_settlements(clan: Json, pack: Json) -> list[Json]:
    """Asentamientos: those with all houses crossed."""
    return [one for one in pack["settlements"] if clan["settlements"].get(one["id"], 0) >= one["houses"]]


# ---------------------------------------------------------------- the end of the game


def row_points(rows: list[Json], number: int) -> int:
    """The points of the highest row that is reached, none below the first."""
    reached = [row for row in rows if row["least"] <= number]
    return max(reached, key=lambda row: row["least"])["points"] if reached else 0


def printed_points(clan: Json, pack: Json, on: str) -> int:
    """Points printed on what a clan has."""
    if on == "settlements":
        return sum(one.get("points", 0) for one in complete_settlements(clan, pack))
    if on == "gains":
        return sum(bonus.get("glory", 0) for bonus in reached(clan, pack))
    if on in ("developments", "raids"):
        entries = pack["developments"] if on == "developments" else all_cards(pack)
        return sum((named(entries, id_) or {}).get("points", 0) for id_ in clan[on])
    total = 0
    for god in pack["gods"]:
        points = [box.get("points", 0) for box in god["boxes"][: len(clan["gods"].get(god["id"], ()))]]
        total += sum(points if on == "god-boxes" else points[-1:])
    return total


def term_points(state: Json, clan: Json, pack: Json, term: Json) -> int:
    """The points of one term; what is left over is worth nothing under that house rule (RR-46)."""
    kinds = [one["count"] for one in term.get("each_of", [term]) if "count" in one]
    if house(state, "leftovers") == "nothing" and any(kind in LEFT_OVER for kind in kinds):
        return 0
    if term["type"] == "each":
        return count(clan, pack, term) // term.get("per", 1) * term["points"]
    if term["type"] == "table":
        return row_points(term["rows"], count(clan, pack, term))
    if term["type"] == "sets":
        return min(count(clan, pack, one) for one in term["each_of"]) * term["points"]
    if term["type"] == "majority":
        counts = sorted((count(one, pack, term) for one in state["players"]), reverse=True)
        own = count(clan, pack, term)
        rank = counts.index(own)
        return term["points"][rank] if own and rank < len(term["points"]) else 0
    if term["type"] == "printed":
        return printed_points(clan, pack, term["on"])
    offered = clan["sacrifices"]
    return sum(row_points(one["rows"], offered.get(str(one["round"]), 0)) for one in pack["festivals"])


def triskels(state: Json, clan: Json, pack: Json) -> dict[str, int]:
    """Fin de la partida: yellow, green, blue and black."""
    points = {}
    for name in ("sacrifices", "developments", "gods", "battle"):
        terms = list(pack["scoring"][name])
        if name == "developments":
            terms += [term for effect in effects(clan, pack, "glory") for term in effect["terms"]]
        points[name] = sum(term_points(state, clan, pack, term) for term in terms)
    if house(state, "altar_points") == "counted":  # RR-45
        points["sacrifices"] += clan["altar"] * pack["altar"].get("points", 0)
    return points


def score(state: Json, pack: Json) -> Json:
    """Puntuación final: the sum; ties by raid cards, by what the pack names (RR-48), then shared (RR-47)."""
    totals = {clan["name"]: sum(triskels(state, clan, pack).values()) for clan in state["players"]}

    def key(clan: Json) -> list[int]:
        breaks = [count(clan, pack, one) for one in pack["scoring"].get("tie_breaks", ())]
        return [totals[clan["name"]], len(clan["raids"]), *breaks]

    ranked = sorted(state["players"], key=key, reverse=True)
    groups = itertools.groupby(ranked, key=key)
    return {"totals": totals, "ranking": [[clan["name"] for clan in group] for _, group in groups]}


# ---------------------------------------------------------------- the interface

CHECKS = {
    "refill": (check_refill, do_refill),
    "sacrifice": (check_sacrifice, do_sacrifice),
    "roll": (check_roll, do_roll),
    "use": (check_use, do_use),
    "altar": (check_altar, do_altar),
    "store": (check_store, do_store),
    "done": (check_done, do_done),
    "choose": (check_choose, do_choose),
    "bid": (check_bid, do_bid),
    "reveal": (check_reveal, do_reveal),
    "retreat": (check_retreat, do_retreat),
    "attack": (check_attack, do_attack),
    "yield": (check_yield, do_yield),
    "pay": (check_pay, do_pay),
}


def violations(state: Json, move: Json, pack: Json) -> list[str]:
    """The ids of the rules that a move breaks, the most specific first; none if it is legal."""
    found = ["end/over"] if state["phase"] == "over" else CHECKS[move["type"]][0](state, move, pack)
    if unstored_reward(state) and move["type"] != "store":
        found = [*found, "storage/place"]
    return ["roll-and-raid/" + rule for rule in dict.fromkeys(found)]


def apply(state: Json, move: Json, pack: Json) -> Json:
    """The table after a legal move and all that follows by itself."""
    after = copy.deepcopy(state)
    CHECKS[move["type"]][1](after, move, pack)
    settle(after, pack)
    return after


def all_uses(player: str, pack: Json, dice: Any) -> Iterator[Json]:
    """Puedes usar los dados de Recurso en: every use of these dice that can be said."""
    for die in dice:
        move = {"type": "use", "player": player, "die": die}
        for colour in COLOURS:
            yield {**move, "to": "track", "track": colour}
        yield {**move, "to": "hall"}
        for god in pack["gods"]:
            yield {**move, "to": "god", "god": god["id"]}
        for development in pack["developments"]:
            yield {**move, "to": "development", "development": development["id"]}


def all_moves(state: Json, pack: Json) -> Iterator[Json]:
    """Every move that can be said, apart from moves that report dice and hidden numbers (RR-25: a number without a
    card only where it counts as no raid).
    """
    yield {"type": "refill"}
    most = 100 if house(state, "too_many_fingers") == "no-raid" else len(state["display"]) + 1
    for clan in state["players"]:
        player = {"player": clan["name"]}
        dice = sorted({*COLOURS, *unlocked(clan, pack)} - {*clan["favours_used"]})
        if state["phase"] == "production":
            yield from all_uses(clan["name"], pack, dice)
        for vikings in range(clan["vikings"] + 1):
            yield {"type": "sacrifice", **player, "vikings": vikings}
            yield {"type": "bid", **player, "vikings": vikings}
        for die in dice:
            yield {"type": "altar", **player, "benefit": "die", "die": die}
        yield {"type": "altar", **player, "benefit": "raid"}
        yield {"type": "altar", **player, "benefit": "reroll"}
        for good in ("axe", "ship", "house"):
            for place in free_places(clan, pack, good):
                yield {"type": "store", **player, "good": good, "place": place}
        yield {"type": "done", **player}
        yield {"type": "yield", **player}
        for number in range(most):
            yield {"type": "choose", **player, "number": number}
        for number in range(most if state["phase"] == "choice" else clan["vikings"] + 1):
            yield {"type": "reveal", **player, "number": number}
        for good in STOCKS:
            yield {"type": "retreat", **player, "pay": good}
        raid = raid_in_hand(state, clan["name"])
        for way in payments(state, raid, pack) if raid else ():
            yield {"type": "pay", **player, **way}


def legal_moves(state: Json, pack: Json) -> list[Json]:
    """Every legal move, without those that report dice (``roll``, ``attack``) or put a number off (``"?"``)."""
    return [move for move in all_moves(state, pack) if not violations(state, move, pack)]


def normal(state: Json) -> Json:
    """The table with everything sorted whose order means nothing; unmarked entries left out."""
    after = copy.deepcopy(state)
    for clan in after["players"]:
        for zone in ("port", "armoury", "developments", "favours_used", "dice_used", "waiting"):
            clan[zone] = sorted(clan[zone])
        clan["settlements"] = {name: number for name, number in sorted(clan["settlements"].items()) if number}
        clan["gods"] = {name: values for name, values in sorted(clan["gods"].items()) if values}
        clan["tracks"] = {colour: clan["tracks"].get(colour, 0) for colour in COLOURS}
        clan["raised"] = dict(sorted(clan["raised"].items()))
        clan["sacrifices"] = dict(sorted(clan["sacrifices"].items()))
    for raid in after["raids"]:
        raid["dice"] = sorted(raid["dice"])
        raid["clans"] = sorted(raid["clans"], key=lambda entry: entry["player"])
    return after
