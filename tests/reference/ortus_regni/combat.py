"""Combate: the three attacks, forces, the Battle card, ransom, damage, capture."""

import copy
import itertools
from collections.abc import Iterator
from typing import Any

from .common import (
    ANCHORS,
    EMPTY_FORCE,
    FACES,
    Deed,
    Move,
    Pack,
    State,
    archbishop,
    churches,
    contains,
    deed,
    discard,
    discard_lord,
    discard_own,
    distinct,
    draw,
    drawn_well,
    earl,
    fief_of,
    give_castle,
    has_prince_lord,
    is_rival,
    key,
    kinds,
    living,
    lords,
    mercenary_of,
    open_fief,
    option,
    place,
    place_check,
    place_moves,
    some_of,
    take,
    tournament,
    written,
)
from .leaving import fall

Force = dict[str, Any]
Battle = dict[str, Any]


def force(part: dict[str, Any] | None) -> Force:
    """A force with everything that was left out."""
    return {**copy.deepcopy(EMPTY_FORCE), **(part or {})}


def count_units(units: Force) -> int:
    return sum(len(cards) for zone, cards in units.items() if zone != "king") + bool(units["king"])


# ---------------------------------------------------------------- declaring an attack


def check_target(state: State, target: str, how: Any, number: Any) -> list[str]:
    """Los tres modos de atacar un condado; house ruling 21: not where there is nothing."""
    strict = option(state, "empty_target") == "forbidden"
    if how == "towers":
        if number is not None:
            return ["combat/sequence", "attack/towers"]
        return ["attack/empty-target"] if strict and not earl(state, target)["towers"] else []
    fief = fief_of(state, target, number)
    if fief is None:
        return ["property/own-fief", f"attack/{how}", *(["combat/sequence"] if number is None else [])]
    return ["attack/empty-target"] if how == "raid" and strict and not fief["properties"] else []


def check_attack(state: State, move: Move, pack: Pack) -> list[str]:
    """Combate: against another Earl, not in the first round, and with somebody to field."""
    broken = []
    if tournament(state) and state["round"] <= 2:
        broken.append("tournament/peace")
    if state["round"] == 1:
        broken.append("setup/first-round")
    if not is_rival(state, move["player"], move["target"]):
        return [*broken, "combat/other-earl"]
    broken += check_target(state, move["target"], move["kind"], move.get("fief"))
    return broken if somebody(state, move["player"]) else [*broken, "combat/at-least-one"]


def somebody(state: State, name: str) -> bool:
    """Whether the Earl has anybody to field."""
    most = available(state, name)
    return bool(count_units(most))


def available(state: State, name: str) -> Force:
    """Llamando a tus fuerzas a la batalla: all that an Earl could field, but for the one Prince and the Lands."""
    player = earl(state, name)
    faces = [card for card in player["hand"] if card in FACES]
    if has_prince_lord(state, name):
        faces = [card for card in faces if card != "prince"]
    king = state.get("king") == name
    return force(
        {
            "hand": faces,
            "lords": lords(state, name),
            "pool": list(player["pool"]) if capacity(state, name) else [],
            "mercenaries": [mercenary["id"] for mercenary in player["mercenaries"]],
            "garrisons": [mercenary["id"] for mercenary in player["mercenaries"] if mercenary["garrison"]],
            "king": king,
            "royal": list(state["royal_army"]) if king else [],
        }
    )


def capacity(state: State, name: str) -> int:
    """Llamando ejércitos a la batalla: one Army for each Land, two where the Fief has a Market."""
    total = 0
    for fief in earl(state, name)["fiefs"]:
        total += kinds(fief).count("land") * (2 if "market" in kinds(fief) else 1)
    return total


def begin(
    state: State, target: str, how: str, number: int | None, attacker: str | None, controller: str | None, pack: Pack
) -> None:
    vikings = force({"vikings": list(state["vikings"])})
    state["pending"] = {
        "type": "battle",
        "attacker": attacker,
        "defender": target,
        "controller": controller,
        "kind": how,
        "fief": number,
        "step": "field-attacker" if attacker else "field-defender",
        "attackers": vikings if attacker is None else force(None),
        "defenders": force(None),
        "card": None,
        "decider": None,
        "outcome": None,
        "damage": [0 if attacker else deals(state, None, vikings, pack), 0],
        "assigned": False,
        "captured": [],
        "doomed": [],
        "destroyed": [],
        "placing": [],
        "reattaching": [],
    }


def do_attack(state: State, move: Move, pack: Pack) -> None:
    """Combate: the white marker goes forward, then the forces are shown."""
    if not state["arrived"]:
        state["white_marker"] = True
    begin(state, move["target"], move["kind"], move.get("fief"), move["player"], None, pack)


def targets(state: State, name: str) -> Iterator[tuple[str, int | None]]:
    yield "towers", None
    for fief in earl(state, name)["fiefs"]:
        yield "raid", fief["id"]
        yield "siege", fief["id"]


def list_attack(state: State, pack: Pack) -> Iterator[Move]:
    for target in living(state):
        for how, number in targets(state, target):
            move = {"type": "attack", "player": state["turn"], "target": target, "kind": how}
            yield move if number is None else {**move, "fief": number}


# ---------------------------------------------------------------- forces


def check_field(state: State, move: Move, pack: Pack) -> list[str]:
    """Llamando a tus fuerzas a la batalla."""
    units, player = force(move.get("force")), earl(state, move["player"])
    broken = check_hand(state, move["player"], units["hand"])
    if len(set(units["lords"])) != len(units["lords"]) or not set(units["lords"]) <= set(
        lords(state, move["player"])
    ):
        broken.append("field/lords")
    if len(units["pool"]) > capacity(state, move["player"]):
        broken.append("field/capacity")
    if not contains(player["pool"], units["pool"]):
        broken.append("field/pool")
    broken += check_mercenaries(state, move["player"], units)
    royal = state["royal_army"] if state.get("king") == move["player"] else []
    if (units["king"] and state.get("king") != move["player"]) or not contains(royal, units["royal"]):
        broken.append("field/king")
    if units["vikings"]:
        broken.append("vikings/alone")
    if state["pending"]["step"] == "field-attacker" and count_units(units) == 0:
        broken.append("combat/at-least-one")
    return broken


def check_hand(state: State, name: str, cards: list[str]) -> list[str]:
    """Cartas de personalidades from the hand, but no Mercenary; Príncipe: one, and none beside a Prince Lord."""
    broken = [] if all(card in FACES for card in cards) else ["field/hand"]
    if cards.count("prince") > (0 if has_prince_lord(state, name) else 1):
        broken.append("lord/one-prince")
    if not contains(earl(state, name)["hand"], cards):
        broken += ["field/hand", "turn/in-hand"]
    return broken


def check_mercenaries(state: State, name: str, units: Force) -> list[str]:
    """Mercenario: with the garrison, without it, or the garrison alone."""
    for zone in ("mercenaries", "garrisons"):
        if len(set(units[zone])) != len(units[zone]):
            return ["field/mercenary"]
        for number in units[zone]:
            mercenary = mercenary_of(state, name, number)
            if mercenary is None or (zone == "garrisons" and not mercenary["garrison"]):
                return ["field/mercenary"]
    return []


def deals(state: State, name: str | None, units: Force, pack: Pack) -> int:
    """Resolución del combate: the damage of everything that was fielded."""
    cards = [*units["hand"], *units["pool"], *units["royal"], *units["vikings"]]
    cards += ["mercenary"] * len(units["mercenaries"]) + (["king"] if units["king"] else [])
    if name is not None:
        player = earl(state, name)
        cards += [fief["lord"] for fief in player["fiefs"] if fief["id"] in units["lords"]]
        cards += [each["garrison"] for each in player["mercenaries"] if each["id"] in units["garrisons"]]
    values = {entry["card"]: entry["deals"] for entry in pack["units"]}
    return sum(values[card] for card in cards)


def do_field(state: State, move: Move, pack: Pack) -> None:
    battle, units = state["pending"], force(move.get("force"))
    player = earl(state, move["player"])
    take(player["hand"], units["hand"])
    take(player["pool"], units["pool"])
    if battle["step"] == "field-attacker":
        battle.update(attackers=units, step="field-defender", damage=[deals(state, move["player"], units, pack), 0])
        return
    battle["defenders"] = units
    battle["damage"] = [battle["damage"][0], deals(state, battle["defender"], units, pack)]
    if count_units(units):
        battle["step"] = "card"
    else:
        battle["outcome"] = "attacker"
        start_damage(state, pack)


def list_field(state: State, pack: Pack) -> Iterator[Move]:
    battle = state["pending"]
    name = battle["attacker"] if battle["step"] == "field-attacker" else battle["defender"]
    most = available(state, name)
    for units in parts(most, 0, count_units(most), {"pool": capacity(state, name)}):
        yield {"type": "field", "player": name, "force": units}


def parts(whole: Force, least: int, most: int, limits: dict[str, int]) -> Iterator[Force]:
    """All forces that are part of a force, with a least and a most number of units."""
    zones = [zone for zone in whole if zone != "king"]
    ways = [list(some_of(whole[zone], 0, limits.get(zone, len(whole[zone])))) for zone in zones]
    for king in (False, True) if whole["king"] else (False,):
        for chosen in itertools.product(*ways):
            if least <= sum(map(len, chosen)) + king <= most:
                yield {**dict(zip(zones, chosen, strict=True)), "king": king}


# ---------------------------------------------------------------- the Battle card


def check_reveal(state: State, move: Move, pack: Pack) -> list[str]:
    """Mazo de batalla: the top card; the pile is shuffled only when the deck is empty."""
    card = move.get("card")
    if card is None or drawn_well(state, "battle_deck", "battle_discard", [card]):
        return []
    return ["card/drawn", "components/battle-deck"]


def do_reveal(state: State, move: Move, pack: Pack) -> None:
    told = [move["card"]] if move.get("card") else None
    card = draw(state, "battle_deck", "battle_discard", 1, told)[0]
    state["battle_discard"].append(card)
    battle = state["pending"]
    battle["card"] = card
    if card != "church":
        resolve(state, card, pack)
        return
    battle["decider"] = church_speaker(state)
    if battle["decider"]:
        battle["step"] = "church"
    else:
        resolve(state, "normal", pack)


def church_speaker(state: State) -> str | None:
    """La iglesia decide: the Archbishop, else who alone has most Churches, else nobody."""
    if archbishop(state):
        return archbishop(state)
    numbers = {name: churches(state, name) for name in living(state)}
    best = max(numbers.values())
    leaders = [name for name, number in numbers.items() if number == best]
    return leaders[0] if best > 0 and len(leaders) == 1 else None


def list_reveal(state: State, pack: Pack) -> Iterator[Move]:
    for card in distinct(state["battle_deck"][:1] or state["battle_discard"]):
        yield {"type": "reveal", "card": card}


def check_decide(state: State, move: Move, pack: Pack) -> list[str]:
    """La iglesia decide: as a Normal Battle, Attacker Wins or Defender Wins."""
    return []


def do_decide(state: State, move: Move, pack: Pack) -> None:
    resolve(state, move["outcome"], pack)


def list_decide(state: State, pack: Pack) -> Iterator[Move]:
    for outcome in ("normal", "attacker", "defender"):
        yield {"type": "decide", "player": state["pending"]["decider"], "outcome": outcome}


def resolve(state: State, outcome: str, pack: Pack) -> None:
    """El atacante gana, El defensor gana: all Lords that the loser fielded are captured."""
    battle = state["pending"]
    battle["outcome"] = outcome
    loser = {"attacker": "defenders", "defender": "attackers"}.get(outcome)
    taken = list(battle[loser]["lords"]) if loser else []
    if battle["attacker"] is None:
        vikings_take(state, taken)
    else:
        battle["captured"] = taken
    go_on(state, pack)


def vikings_take(state: State, taken: list[int]) -> None:
    """Rescatando a los lores: no ransom to Vikings; house ruling 27: their captives absorb first, or die at once."""
    battle = state["pending"]
    if option(state, "viking_captives") == "absorb":
        battle["doomed"] = taken
        return
    for number in taken:
        fief = fief_of(state, battle["defender"], number)
        assert fief is not None
        discard_lord(state, battle["defender"], fief)
    battle["defenders"]["lords"] = [number for number in battle["defenders"]["lords"] if number not in taken]


# ---------------------------------------------------------------- ransom


def loser_and_winner(battle: Battle) -> tuple[str, str]:
    """Who pays ransoms, and who receives them."""
    if battle["outcome"] == "attacker":
        return battle["defender"], battle["attacker"]
    return battle["attacker"], battle["defender"]


def check_ransom(state: State, move: Move, pack: Pack) -> list[str]:
    """Rescatando a los lores: a Property or Castle of one's own; house rulings 24 and 25."""
    pay = move.get("pay")
    broken = [] if move["lord"] in state["pending"]["captured"] else ["ransom/price", "field/lords"]
    if pay is None:
        return broken
    fief = fief_of(state, move["player"], pay["fief"])
    if fief is None:
        return [*broken, "ransom/price", "property/own-fief"]
    if pay.get("card") is not None:
        there = [key(deed(card, move["player"])) for card in fief["properties"]]
        paid = key(deed(pay["card"], move["player"])) in there
        return broken if paid else [*broken, "ransom/price"]
    if pay["fief"] == move["lord"]:
        broken.append("ransom/own-castle")
    if len(earl(state, move["player"])["fiefs"]) == 1:
        broken.append("ransom/last-anchor")
    return broken


def do_ransom(state: State, move: Move, pack: Pack) -> None:
    """Rescatando a los lores: ransoms are handed over before any damage."""
    battle, pay = state["pending"], move.get("pay")
    payer, receiver = loser_and_winner(battle)
    battle["captured"].remove(move["lord"])
    if pay is None:
        battle["doomed"].append(move["lord"])
    elif pay.get("card") is None:
        follow = option(state, "orphan_properties") == "follow"
        unseat(state, payer, pay["fief"])
        battle["placing" if follow else "reattaching"] += give_castle(state, payer, pay["fief"], receiver)
    else:
        fief = fief_of(state, payer, pay["fief"])
        assert fief is not None
        card = deed(pay["card"], payer)
        take(fief["properties"], [written(card, payer)])
        battle["placing"].append(card)
    go_on(state, pack)


def unseat(state: State, name: str, number: int) -> None:
    """Asignación del daño, 3: a fielded Lord whose Castle is paid absorbs like others and is discarded at the end."""
    battle = state["pending"]
    units = battle["defenders" if name == battle["defender"] else "attackers"]
    fief = fief_of(state, name, number)
    assert fief is not None
    if number in units["lords"]:
        units["lords"].remove(number)
        units["hand"].append(fief["lord"])
        fief["lord"] = None
    for zone in (battle["captured"], battle["doomed"]):
        if number in zone:
            zone.remove(number)


def list_ransom(state: State, pack: Pack) -> Iterator[Move]:
    battle = state["pending"]
    payer, _ = loser_and_winner(battle)
    pays: list[Any] = [None]
    for fief in earl(state, payer)["fiefs"]:
        pays += [{"fief": fief["id"], "card": card} for card in [None, *distinct(fief["properties"])]]
    for number in battle["captured"]:
        for pay in pays:
            yield {"type": "ransom", "player": payer, "lord": number, "pay": pay}


def go_on(state: State, pack: Pack) -> None:
    """What is next once nothing is left to be settled: place, attach again, ransom, damage, or the end."""
    battle = state["pending"]
    if battle["placing"]:
        battle["step"] = "place"
    elif battle["reattaching"]:
        battle["step"] = "reattach"
    elif battle["assigned"]:
        finish(state)
    elif battle["captured"]:
        battle["step"] = "ransom"
    else:
        start_damage(state, pack)


def placer(state: State) -> str:
    """Who places: the receiver of a ransom, the attacker what he captured, the payer what lost its Castle."""
    battle = state["pending"]
    if battle["assigned"]:
        return str(battle["attacker"])
    payer, receiver = loser_and_winner(battle)
    return receiver if battle["step"] == "place" else payer


def check_place(state: State, move: Move, pack: Pack) -> list[str]:
    battle = state["pending"]
    rule = "capture/placed" if battle["assigned"] else "ransom/placed"
    rule = rule if battle["step"] == "place" else "property/orphans"
    return place_check(state, move, waiting(battle), rule)


def waiting(battle: Battle) -> list[Deed]:
    zone: list[Deed] = battle["placing"] if battle["step"] == "place" else battle["reattaching"]
    return zone


def do_place(state: State, move: Move, pack: Pack) -> None:
    place(state, move, waiting(state["pending"]))
    go_on(state, pack)


def list_place(state: State, pack: Pack) -> Iterator[Move]:
    yield from place_moves(state, placer(state), waiting(state["pending"]))


# ---------------------------------------------------------------- damage


def suffered(battle: Battle, who: str) -> int:
    """The damage that a side takes: none for the winner of Attacker Wins or Defender Wins."""
    if who == "attackers":
        return 0 if battle["outcome"] == "attacker" else int(battle["damage"][1])
    return 0 if battle["outcome"] == "defender" else int(battle["damage"][0])


def lost(state: State) -> tuple[int, int, int]:
    """Resolución del combate: how many defenders are hit, how many Towers and how many Properties fall."""
    battle = state["pending"]
    damage = suffered(battle, "defenders")
    hits = min(damage, count_units(battle["defenders"]))
    towers = len(earl(state, battle["defender"])["towers"])
    if battle["kind"] == "towers":
        return hits, min(damage - hits, towers), 0
    fief = fief_of(state, battle["defender"], battle["fief"])
    if battle["kind"] == "siege" or fief is None:
        return hits, 0, 0
    return hits, 0, min(max(0, damage - hits - towers), len(fief["properties"]))


def start_damage(state: State, pack: Pack) -> None:
    """Combate: the attacker assigns first."""
    battle = state["pending"]
    if min(suffered(battle, "attackers"), count_units(battle["attackers"])):
        battle["step"] = "damage-attacker"
    else:
        start_defence(state, pack)


def start_defence(state: State, pack: Pack) -> None:
    """Then the defender, if there is anything to assign."""
    if any(lost(state)):
        state["pending"]["step"] = "damage-defender"
    else:
        aftermath(state, pack)


def suffering(state: State) -> tuple[str | None, str]:
    """Who assigns damage now, and of which side; house ruling 30: the controller that of the Vikings."""
    battle = state["pending"]
    if battle["step"] == "damage-attacker":
        return battle["attacker"] or battle["controller"], "attackers"
    return battle["defender"], "defenders"


def due_losses(state: State) -> tuple[int, int, int]:
    """Units to be hit, Towers and Properties to be lost by the side that assigns now."""
    battle = state["pending"]
    if battle["step"] == "damage-attacker":
        return min(suffered(battle, "attackers"), count_units(battle["attackers"])), 0, 0
    return lost(state)


def check_suffer(state: State, move: Move, pack: Pack) -> list[str]:
    """Asignación del daño: every unit takes one point at most, and all points are assigned."""
    battle = state["pending"]
    _, who = suffering(state)
    hit, fielded = force(move.get("hit")), battle[who]
    hits, towers, properties = due_losses(state)
    there = not (hit["king"] and not fielded["king"])
    there = there and all(contains(fielded[zone], hit[zone]) for zone in fielded if zone != "king")
    if not there:
        return ["damage/own-side", "damage/one-each", "damage/all"]
    broken = [] if count_units(hit) == hits else ["damage/all", "damage/one-each"]
    own = earl(state, battle["defender"])["towers"]
    named = list(move.get("towers") or [])
    if len(named) != towers or not contains(own, named):
        broken += ["tower/defender-picks", "damage/all"]
    named = [deed(card, battle["defender"]) for card in move.get("properties") or []]
    fief = fief_of(state, battle["defender"], battle["fief"])
    raided = [deed(card, battle["defender"]) for card in fief["properties"]] if fief else []
    if len(named) != properties or not contains(raided, named):
        broken += ["attack/raid-picks", "damage/all"]
    return broken


def do_suffer(state: State, move: Move, pack: Pack) -> None:
    battle = state["pending"]
    name, who = suffering(state)
    strike(state, name if battle["attacker"] or who == "defenders" else None, battle[who], force(move.get("hit")))
    if who == "attackers":
        start_defence(state, pack)
        return
    defender = earl(state, battle["defender"])
    take(defender["towers"], move.get("towers") or [])
    discard_own(state, battle["defender"], move.get("towers") or [])
    fief = fief_of(state, battle["defender"], battle["fief"])
    named = [deed(card, battle["defender"]) for card in move.get("properties") or []]
    if fief and named:
        take(fief["properties"], [written(card, battle["defender"]) for card in named])
        battle["destroyed"] = named
    aftermath(state, pack, count_units(force(move.get("hit"))))


def strike(state: State, name: str | None, fielded: Force, hit: Force) -> None:
    """Asignación del daño: Armies and Mercenaries die, a Mercenary with the garrison; King and Lords do not."""
    for zone in ("pool", "royal", "vikings"):
        take(fielded[zone], hit[zone])
    state["army_discard"] += hit["pool"] + hit["royal"]
    take(state["royal_army"], hit["royal"])
    state["viking_discard"] += hit["vikings"]
    take(state["vikings"], hit["vikings"])
    for number in set(hit["garrisons"]) | set(hit["mercenaries"]):
        assert name is not None
        mercenary = mercenary_of(state, name, number)
        assert mercenary is not None
        state["army_discard"] += [mercenary["garrison"]] if mercenary["garrison"] else []
        mercenary["garrison"] = None
        fielded["garrisons"] = [each for each in fielded["garrisons"] if each != number]
        if number in hit["mercenaries"]:
            earl(state, name)["mercenaries"].remove(mercenary)
            discard(state, {"card": "mercenary", "owner": mercenary.get("owner") or name})
            fielded["mercenaries"].remove(number)


def aftermath(state: State, pack: Pack, hits: int = 0) -> None:
    """Asedio a un castillo: the Castle falls or stands; then the attacker captures what was destroyed."""
    battle = state["pending"]
    battle["assigned"] = True
    if battle["kind"] == "siege":
        storm(state, pack, suffered(battle, "defenders") - hits)
    if battle["destroyed"] and slots(state):
        battle["step"] = "capture"
        return
    finish(state)


def storm(state: State, pack: Pack, damage: int) -> None:
    """Asedio a un castillo: Towers absorb a point each; two points fell a Castle, three a Palace, with all of it."""
    battle = state["pending"]
    name = battle["defender"]
    fief = fief_of(state, name, battle["fief"])
    if fief is None:
        return
    anchor = deed(fief["anchor"], name)
    needed = next(entry["damage"] for entry in pack["strongholds"] if entry["card"] == anchor["card"])
    if damage - len(earl(state, name)["towers"]) < needed:
        return
    discard_lord(state, name, fief)
    earl(state, name)["fiefs"].remove(fief)
    for zone in (battle["defenders"]["lords"], battle["doomed"]):
        if fief["id"] in zone:
            zone.remove(fief["id"])
    battle["destroyed"] = [anchor, *(deed(card, name) for card in fief["properties"])]


def list_suffer(state: State, pack: Pack) -> Iterator[Move]:
    battle = state["pending"]
    name, who = suffering(state)
    hits, towers, properties = due_losses(state)
    fief = fief_of(state, battle["defender"], battle["fief"])
    raided = fief["properties"] if fief and properties else []
    for hit in parts(battle[who], hits, hits, {}):
        for fallen in some_of(earl(state, battle["defender"])["towers"], towers, towers):
            for razed in some_of(raided, properties, properties):
                yield {"type": "suffer", "player": name, "hit": hit, "towers": fallen, "properties": razed}


# ---------------------------------------------------------------- capture and the end


def slots(state: State) -> int:
    """Incursión, Asedio: one card for a Prince Lord, one for Vassal Lords however many; nothing for the Vikings."""
    battle = state["pending"]
    if battle["attacker"] is None:
        return 0
    fielded = [
        fief for fief in earl(state, battle["attacker"])["fiefs"] if fief["id"] in battle["attackers"]["lords"]
    ]
    return len({fief["lord"] for fief in fielded} & {"prince", "vassal"})


def check_capture(state: State, move: Move, pack: Pack) -> list[str]:
    """Príncipe, Vasallo: only what was destroyed in this battle, as many as the Lords allow, or nothing."""
    cards = move.get("cards") or []
    broken = [] if len(cards) <= slots(state) else ["capture/slots"]
    return broken if contains(state["pending"]["destroyed"], cards) else [*broken, "capture/destroyed"]


def do_capture(state: State, move: Move, pack: Pack) -> None:
    """A captured Castle makes a new Fief; its Lord does not come along."""
    battle = state["pending"]
    cards = [dict(card) for card in move.get("cards") or []]
    take(battle["destroyed"], cards)
    for card in cards:
        if card["card"] in ANCHORS:
            open_fief(state, battle["attacker"], card)
        else:
            battle["placing"].append(card)
    go_on(state, pack)


def list_capture(state: State, pack: Pack) -> Iterator[Move]:
    battle = state["pending"]
    for cards in some_of(battle["destroyed"], 0, slots(state)):
        yield {"type": "capture", "player": battle["attacker"], "cards": cards}


def clear_ruins(state: State) -> None:
    """What was destroyed and not captured goes to the piles of its owners."""
    for card in state["pending"]["destroyed"]:
        discard(state, card)
    state["pending"]["destroyed"] = []


def finish(state: State) -> None:
    """Hand cards are spent, Armies go back, Lords who were not ransomed die; then who has no Fief is out."""
    battle = state["pending"]
    clear_ruins(state)
    for name, units in ((battle["attacker"], battle["attackers"]), (battle["defender"], battle["defenders"])):
        if name is not None:
            discard_own(state, name, units["hand"])
            earl(state, name)["pool"] += units["pool"]
    if battle["doomed"]:
        loser, _ = loser_and_winner(battle)
        for number in battle["doomed"]:
            fief = fief_of(state, loser, number)
            assert fief is not None
            discard_lord(state, loser, fief)
    state["pending"] = None
    fall(state)
