"""A second referee for Brian Boru, written from the printed books, in their order, and from nothing else.

It works on whole tables as plain JSON and goes the slow, obvious way. Chapters and docstrings have the headings of
the Polish book. Nothing here is shared with the engine, so that the two can be held against each other.
"""

from collections.abc import Iterator
from copy import deepcopy
from itertools import combinations, product
from typing import Any

Json = dict[str, Any]

BOUGHT = ("church", "raider", "courtship")
EXTRA_PRICE = 2
EXPANSION_PRICE = 5
DEALT = {3: 8, 4: 6, 5: 5}
BY_EDITION = {
    "opening_regions": {"pl": "own", "es": "shared", "en": "own"},
    "expand_into_active": {"pl": "forbidden", "es": "allowed", "en": "allowed"},
    "symbol_order": {"pl": "left-to-right", "es": "left-to-right", "en": "left-to-right"},
    "nobody_courts": {"pl": "revealed", "es": "revealed", "en": "revealed"},
    "tricks_of_five": {"pl": "four", "es": "four", "en": "four"},
    "leader_without_match": {"pl": "others-first", "es": "others-first", "en": "others-first"},
    "monasteries_at_end": {"pl": "twice", "es": "twice", "en": "twice"},
}


# ---------------------------------------------------------------- what lies on the table (Komponenty)


def option(state: Json, name: str) -> str:
    """What the players have agreed on, or else what their book says."""
    options = state.get("options") or {}
    agreed = (options.get("house_rules") or {}).get(name)
    return agreed or BY_EDITION[name][options.get("edition") or "pl"]


def names(state: Json) -> list[str]:
    return [player["name"] for player in state["players"]]


def seat(state: Json, name: str) -> Json:
    return next(player for player in state["players"] if player["name"] == name)


def clockwise(state: Json, first: str) -> list[str]:
    """All players clockwise, beginning with ``first``."""
    everyone = names(state)
    start = everyone.index(first)
    return everyone[start:] + everyone[:start]


def town_of(pack: Json, town: str) -> Json:
    return next(each for each in pack["towns"] if each["id"] == town)


def card_of(pack: Json, number: int) -> Json:
    return next(card for card in pack["cards"] if card["number"] == number)


def marriage_of(pack: Json, card: str) -> Json:
    return next(each for each in pack["marriages"] if each["id"] == card)


def has_disc(state: Json, town: str) -> bool:
    """A town under a Viking token has a disc too: it lies below the token."""
    return town in state["towns"]


def controls(state: Json, player: str, town: str) -> bool:
    held = state["towns"].get(town)
    return held is not None and held["disc"] == player and not held.get("viking")


def towns_without_disc(state: Json, pack: Json) -> list[str]:
    return [town["id"] for town in pack["towns"] if not has_disc(state, town["id"])]


def towns_controlled(state: Json, pack: Json, player: str) -> list[str]:
    return [town["id"] for town in pack["towns"] if controls(state, player, town["id"])]


def viking_towns(state: Json, pack: Json) -> list[str]:
    return [town["id"] for town in pack["towns"] if state["towns"].get(town["id"], {}).get("viking")]


def place_disc(state: Json, player: str, town: str) -> None:
    state["towns"][town] = {"disc": player, "viking": False, "monastery": False}


# ---------------------------------------------------------------- Przygotowanie do gry, 13 and 14


def drawn(state: Json) -> bool:
    """Whether the first player has been drawn and holds the marker (13)."""
    return state.get("marker") is not None


def start_violations(state: Json, move: Json, pack: Json) -> list[str]:
    """13: once, before anything else."""
    return ["setup/first-player"] if drawn(state) else []


def start(state: Json, move: Json, pack: Json) -> None:
    state["marker"] = move["player"]


def next_to_open(state: Json) -> str:
    """14: clockwise from the holder of the marker, one disc each."""
    placed = {held["disc"] for held in state["towns"].values()}
    return next(name for name in clockwise(state, state["marker"]) if name not in placed)


def open_violations(state: Json, move: Json, pack: Json) -> list[str]:
    """14: a town of one's choice, not in a region with another player's disc."""
    if not drawn(state):
        return ["setup/first-player"]
    broken = []
    if move["player"] != next_to_open(state):
        broken.append("opening/order")
    if has_disc(state, move["town"]):
        broken.append("opening/empty-town")
    region = town_of(pack, move["town"])["region"]
    others = [
        town
        for town, held in state["towns"].items()
        if held["disc"] != move["player"] and town_of(pack, town)["region"] == region
    ]
    if others and option(state, "opening_regions") == "own":
        broken.append("opening/region")
    return broken


def open_town(state: Json, move: Json, pack: Json) -> None:
    place_disc(state, move["player"], move["town"])
    if len(state["towns"]) == len(state["players"]):
        state["phase"] = "preparation"


# ---------------------------------------------------------------- Faza przygotowania


def unlike(told: Any, top: Any, unseen: list[Any]) -> bool:
    """Whether a card reported cannot lie on top of a pile: the top is another, or it is none of those unseen."""
    if top == "?":
        return told not in unseen
    return told is not None and told != top


def prepare_violations(state: Json, move: Json, pack: Json) -> list[str]:
    """The top cards of the two piles are turned up: what is reported must be able to lie there."""
    strengths = [card["strength"] for card in pack["vikings"]]
    for strength in state["vikings_gone"] + [card for card in state["viking_pile"] if card != "?"]:
        strengths.remove(strength)
    seen = state["marriages_gone"] + [card for player in state["players"] for card in player["marriages"]]
    seen = seen + state["marriage_pile"]
    brides = [card["id"] for card in pack["marriages"] if not card.get("princess") and card["id"] not in seen]
    broken = []
    if unlike(move.get("vikings"), state["viking_pile"][0], strengths):
        broken.append("preparation/vikings")
    if unlike(move.get("marriage"), state["marriage_pile"][0], brides):
        broken.append("preparation/marriage")
    return broken


def prepare(state: Json, move: Json, pack: Json) -> None:
    """Raiders of the strength shown come to the battle area; the marriage card lies above the track.

    A card that still lies there (by a house rule on a round in which nobody has courted) goes out of the game.
    """
    strength = state["viking_pile"].pop(0)
    strength = move["vikings"] if strength == "?" else strength
    state["raiders"] += strength
    state["vikings_gone"].append(strength)
    if state["marriage_card"] is not None:
        state["marriages_gone"].append(state["marriage_card"])
    card = state["marriage_pile"].pop(0)
    state["marriage_card"] = move["marriage"] if card == "?" else card
    state["phase"] = "deal"


# ---------------------------------------------------------------- Faza wyboru kart


def known_hand(state: Json, name: str) -> list[int]:
    """What a player gets from the shuffle that is known: the first so many cards to the first player, and so on."""
    size = DEALT[len(state["players"])]
    place = names(state).index(name)
    return state["shuffles"][0][place * size : place * size + size]


def deal_violations(state: Json, move: Json, pack: Json) -> list[str]:
    """Eight, six or five different cards for each player."""
    hands = move.get("hands") or {}
    broken = []
    shuffles = state.get("shuffles")
    if shuffles and any(hand != known_hand(state, name) for name, hand in hands.items()):
        broken.append("draft/deal")
    if any(len(hand) != DEALT[len(state["players"])] for hand in hands.values()):
        broken.append("draft/deal")
    cards = [card for hand in hands.values() for card in hand if card != "?"]
    if len(set(cards)) != len(cards) or not set(cards) <= {card["number"] for card in pack["cards"]}:
        broken.append("components/cards")
    return broken


def deal(state: Json, move: Json, pack: Json) -> None:
    """All action cards are shuffled and dealt; with three or four players one stays out unseen."""
    everyone = names(state)
    shuffles = state.get("shuffles")
    dealt = DEALT[len(everyone)] * len(everyone)
    if shuffles:
        hands = {name: known_hand(state, name) for name in everyone}
        state["unseen"] = shuffles[0][dealt:]
        state["shuffles"] = shuffles[1:]
    else:
        hands = move["hands"]
        state["unseen"] = ["?"] * (len(pack["cards"]) - dealt)
    state["discard"] = []
    for player in state["players"]:
        player["dealt"] = list(hands[player["name"]])
        player["picked"] = []
        player["hand"] = []
    state["phase"] = "draft"


def pick_violations(state: Json, move: Json, pack: Json) -> list[str]:
    """Two of the cards received, or all when only one or two are; those put down before may not be exchanged."""
    player = seat(state, move["player"])
    if player["picked"]:
        return ["draft/simultaneous"]
    broken = []
    if any(card in player["hand"] for card in move["cards"]):
        broken.append("draft/no-swap")
    if len(set(move["cards"])) != len(move["cards"]) or not set(move["cards"]) <= set(player["dealt"]):
        broken.append("draft/from-dealt")
    if len(player["dealt"]) <= 2 and sorted(move["cards"]) != sorted(player["dealt"]):
        broken.append("draft/keep-last")
    elif len(player["dealt"]) > 2 and len(move["cards"]) != 2:
        broken.append("draft/pick-two")
    return broken


def pick(state: Json, move: Json, pack: Json) -> None:
    """When all have chosen the rest goes to the left; when nothing is left all cards kept are taken in hand."""
    player = seat(state, move["player"])
    player["picked"] = list(move["cards"])
    player["dealt"] = [card for card in player["dealt"] if card not in move["cards"]]
    if not all(each["picked"] for each in state["players"]):
        return
    passed = [each["dealt"] for each in state["players"]]
    for place, each in enumerate(state["players"]):
        each["hand"] = each["hand"] + each["picked"]
        each["picked"] = []
        each["dealt"] = passed[place - 1]
    if not passed[0]:
        begin_trick(state, pack)


# ---------------------------------------------------------------- Faza akcji, Próby


def cards_not_played(state: Json) -> int:
    """How many cards each player keeps when the action phase ends: one, unless five players play all."""
    return 0 if len(state["players"]) == 5 and option(state, "tricks_of_five") == "five" else 1


def begin_trick(state: Json, pack: Json) -> None:
    """The next trick, or the upkeep when one card is left (or, BB-3, no town without a disc)."""
    state["trick"] = None
    hands = [len(player["hand"]) for player in state["players"]]
    if hands[0] > cards_not_played(state) and towns_without_disc(state, pack):
        state["phase"] = "trick"
        return
    for player in state["players"]:
        state["discard"] = state["discard"] + player["hand"]
        player["hand"] = []
    begin_marriage(state, pack)


def fits(pack: Json, card: int, town: str) -> bool:
    """A card of the town's colour, or a royal (white) one."""
    return card_of(pack, card)["colour"] in ("white", town_of(pack, town)["colour"])


def lead_violations(state: Json, move: Json, pack: Json) -> list[str]:
    """The holder of the marker, a town without a disc, a card of its colour or white (BB-2: if there is any)."""
    if state.get("trick") and state["trick"]["played"]:
        return ["round/phases"]
    if move["player"] != state["marker"]:
        return ["trick/leader"]
    broken = []
    hand = seat(state, move["player"])["hand"]
    if has_disc(state, move["town"]):
        broken.append("trick/empty-town")
    if move["card"] not in hand:
        broken.append("trick/in-hand")
    any_fits = any(fits(pack, card, town) for card in hand for town in towns_without_disc(state, pack))
    if not fits(pack, move["card"], move["town"]) and any_fits:
        broken.append("trick/lead-colour")
    return broken


def lead(state: Json, move: Json, pack: Json) -> None:
    seat(state, move["player"])["hand"].remove(move["card"])
    state["marker"] = None
    played = [{"player": move["player"], "card": move["card"]}]
    state["trick"] = {"town": move["town"], "played": played, "winner": None}


def next_to_play(state: Json) -> str:
    """Clockwise from the leader."""
    played = [each["player"] for each in state["trick"]["played"]]
    return clockwise(state, played[0])[len(played)]


def play_violations(state: Json, move: Json, pack: Json) -> list[str]:
    """Any card of the hand, in turn."""
    if not state.get("trick") or not state["trick"]["played"]:
        return ["round/phases"]
    broken = []
    if move["player"] != next_to_play(state):
        broken.append("trick/order")
    if move["card"] not in seat(state, move["player"])["hand"]:
        broken.append("trick/in-hand")
    return broken


def play(state: Json, move: Json, pack: Json) -> None:
    trick = state["trick"]
    seat(state, move["player"])["hand"].remove(move["card"])
    trick["played"].append({"player": move["player"], "card": move["card"]})
    if len(trick["played"]) == len(state["players"]):
        trick["winner"] = winner_of(state, pack)
        state["phase"] = "actions"


def winner_of(state: Json, pack: Json) -> str:
    """The highest card of the town's colour or white; BB-2 for a leader who could not match."""
    trick = state["trick"]
    leader = trick["played"][0]
    fitting = [each for each in trick["played"] if fits(pack, each["card"], trick["town"])]
    if leader not in fitting and (not fitting or option(state, "leader_without_match") == "as-white"):
        fitting.append(leader)
    return max(fitting, key=lambda each: each["card"])["player"]


# ---------------------------------------------------------------- Akcje


def next_to_act(state: Json) -> Json:
    """The lowest card still in front of anybody acts, whatever its colour."""
    return min(state["trick"]["played"], key=lambda each: each["card"])


def directions(state: Json) -> list[int]:
    """From left to right; by a house rule also from right to left."""
    return [1, -1] if option(state, "symbol_order") == "either" else [1]


def carry_out(state: Json, move: Json, pack: Json, direction: int = 1) -> tuple[Json, list[str]]:
    """The table after all symbols of an action, one by one in the order given, and the rules that broke on the way.

    What is bought is bought after the last of equal symbols that stand side by side.
    """
    state = deepcopy(state)
    broken: list[str] = []
    player = seat(state, move["player"])
    card = next(each["card"] for each in state["trick"]["played"] if each["player"] == move["player"])
    symbols = list(card_of(pack, card)[move["action"]])[::direction]
    extra = {kind: (move.get("extra") or {}).get(kind, 0) for kind in BOUGHT}
    broken += [f"symbol/{kind}" for kind in BOUGHT if extra[kind] and kind not in symbols]
    if "expand" in move and "expand" not in symbols:
        broken.append("symbol/expand-road")
    if "free" in move and "free" not in symbols:
        broken.append("symbol/free")
    for place, symbol in enumerate(symbols):
        last = place + 1 == len(symbols) or symbols[place + 1] != symbol
        count = extra[symbol] if symbol in BOUGHT and last else 0
        broken += carry_out_symbol(state, player, symbol, count, move, pack)
        player["coins"] -= EXTRA_PRICE * count
        if player["coins"] < 0:
            broken.append("action/price")
            player["coins"] = 0
    slide(state, player)
    return state, broken


def carry_out_symbol(state: Json, player: Json, symbol: str, count: int, move: Json, pack: Json) -> list[str]:
    """One symbol of the table under Akcje, with ``count`` more bought."""
    if symbol == "take":
        take_active_town(state, player)
    elif symbol == "pay":
        pay(player)
    elif symbol in ("coin", "renown", "church"):
        zone = {"coin": "coins", "renown": "renown", "church": "church"}[symbol]
        player[zone] += 1 + count
    elif symbol == "raider":
        return take_raiders(state, player, count)
    elif symbol == "courtship":
        return court(player, count, len(pack["track"]) - 1)
    elif symbol == "expand" and "expand" in move:
        return expand(state, player, move["expand"], pack)
    elif symbol == "free":
        return free(state, move.get("free"), pack)
    return []


def take_active_town(state: Json, player: Json) -> None:
    """First symbol: the marker and a disc in the active town (BB-6: the marker only, if a disc lies there)."""
    town = state["trick"]["town"]
    state["marker"] = player["name"]
    state["trick"]["town"] = None
    if not has_disc(state, town):
        place_disc(state, player["name"], town)


def pay(player: Json) -> None:
    """Third symbol: a coin; without coins two points, without points nothing (BB-7: the last one is lost)."""
    if player["coins"]:
        player["coins"] -= 1
    else:
        player["points"] = max(0, player["points"] - 2)


def take_raiders(state: Json, player: Json, count: int) -> list[str]:
    """Sixth symbol: a raider from the battle area, and one more for each two coins; nothing when there is none."""
    if state["raiders"]:
        state["raiders"] -= 1
        player["raiders"] += 1
    if count > state["raiders"]:
        return ["symbol/no-waste"]
    state["raiders"] -= count
    player["raiders"] += count
    return []


def court(player: Json, count: int, top: int) -> list[str]:
    """Seventh symbol: a space up the marriage track, and one more for each two coins; nothing at the top."""
    player["marriage"] = min(top, player["marriage"] + 1)
    if player["marriage"] + count > top:
        return ["symbol/no-waste"]
    player["marriage"] += count
    return []


def slide(state: Json, player: Json) -> None:
    """Seventh symbol, second paragraph: at the end of the action, down to the first space without a disc."""
    others = [each["marriage"] for each in state["players"] if each is not player]
    while player["marriage"] > 0 and player["marriage"] in others:
        player["marriage"] -= 1


def expand(state: Json, player: Json, town: str, pack: Json) -> list[str]:
    """Eighth symbol: five coins for a town joined by a road to one controlled, without disc and marker."""
    broken = []
    if has_disc(state, town):
        broken.append("symbol/expand-empty")
    if town == state["trick"]["town"] and option(state, "expand_into_active") == "forbidden":
        broken.append("symbol/expand-active")
    joined = [end for road in pack["roads"] if town in road["ends"] for end in road["ends"] if end != town]
    if not any(controls(state, player["name"], end) for end in joined):
        broken.append("symbol/expand-road")
    player["coins"] -= EXPANSION_PRICE
    if not broken:
        place_disc(state, player["name"], town)
    return broken


def free(state: Json, town: str | None, pack: Json) -> list[str]:
    """Ninth symbol: a Viking token goes; the disc below rules again. BB-9: nothing without tokens."""
    held = viking_towns(state, pack)
    if town is None and len(held) > 1:
        return ["symbol/free"]
    if town is not None and town not in held:
        return ["symbol/free"]
    if held:
        state["towns"][town or held[0]]["viking"] = False
    return []


def act_violations(state: Json, move: Json, pack: Json) -> list[str]:
    """The lowest card acts: the primary action for the winner, one secondary action for the others."""
    lowest = next_to_act(state)
    mine = [each["card"] for each in state["trick"]["played"] if each["player"] == move["player"]]
    if not mine or move.get("card", mine[0]) != mine[0]:
        return ["action/own-card"]
    broken = []
    if move["player"] != lowest["player"]:
        broken.append("action/ascending")
    won = move["player"] == state["trick"]["winner"]
    if won and move["action"] != "primary":
        broken.append("action/primary")
    if not won and (move["action"] == "primary" or card_of(pack, mine[0])[move["action"]] is None):
        broken.append("action/secondary")
    if broken:
        return broken
    ways = [carry_out(state, move, pack, direction)[1] for direction in directions(state)]
    return [] if [] in ways else ways[0]


def act(state: Json, move: Json, pack: Json) -> None:
    """The action; then the card goes to the discard pile, and the next lowest acts."""
    ways = [carry_out(state, move, pack, direction) for direction in directions(state)]
    state.update(next(after for after, broken in ways if not broken))
    trick = state["trick"]
    done = next_to_act(state)
    trick["played"].remove(done)
    state["discard"].append(done["card"])
    if not trick["played"]:
        begin_trick(state, pack)


def all_acts(state: Json, pack: Json) -> Iterator[Json]:
    """Every action with every number of things bought, every town to expand to and every token."""
    lowest = next_to_act(state)
    player = seat(state, lowest["player"])
    card = card_of(pack, lowest["card"])
    for action in ("primary", "upper", "lower"):
        symbols = card[action] or []
        most = (player["coins"] + symbols.count("coin")) // EXTRA_PRICE
        ranges = [range(most + 1) if kind in symbols else range(1) for kind in BOUGHT]
        expands: list[str | None] = [None]
        if "expand" in symbols:
            expands += [town["id"] for town in pack["towns"]]
        tokens: list[str | None] = list(viking_towns(state, pack)) if "free" in symbols else []
        for counts in product(*ranges):
            for town, token in product(expands, tokens or [None]):
                move: Json = {"type": "act", "player": lowest["player"], "action": action}
                move["extra"] = dict(zip(BOUGHT, counts, strict=True))
                if town is not None:
                    move["expand"] = town
                if token is not None:
                    move["free"] = token
                yield move


# ---------------------------------------------------------------- Faza utrzymania: Zaślubiny


def begin_marriage(state: Json, pack: Json) -> None:
    """The disc highest on the track takes the card and its rewards; then everybody's space gives something."""
    state["phase"] = "marriage"
    state["pending"] = []
    highest = max(player["marriage"] for player in state["players"])
    if highest == 0:
        nobody_courts(state)
        begin_battle(state, pack)
        return
    bride = next(player for player in state["players"] if player["marriage"] == highest)
    card = marriage_of(pack, state["marriage_card"])
    if card.get("princess"):
        state["pending"] = [{"decision": "princess", "player": bride["name"]}]
        return
    bride["marriages"].append(card["id"])
    state["marriage_card"] = None
    bride["points"] += card.get("points", 0)
    bride["renown"] += card.get("renown", 0)
    if card.get("region"):
        state["pending"] = [{"decision": "card-town", "player": bride["name"], "region": card["region"]}]
        if choices(state, pack):
            return
    rewards_of_the_track(state, pack, bride)


def rewards_of_the_track(state: Json, pack: Json, bride: Json) -> None:
    """Who has married goes back to the first space; everybody else gets what the space gives."""
    state["pending"] = []
    bride["marriage"] = 0
    for player in state["players"]:
        space = pack["track"][player["marriage"]]
        player["coins"] += space.get("coins", 0)
        player["renown"] += space.get("renown", 0)
        if space.get("town"):
            state["pending"].append({"decision": "track-town", "player": player["name"]})
    go_on(state, pack)


def nobody_courts(state: Json) -> None:
    """All at the start: the marriage card goes out of the game (by a house rule the top card of the pile)."""
    if option(state, "nobody_courts") == "revealed":
        state["marriages_gone"].append(state["marriage_card"])
        state["marriage_card"] = None
    elif state["marriage_pile"]:
        state["marriages_gone"].append(state["marriage_pile"].pop(0))


def choices(state: Json, pack: Json) -> list[str]:
    """What can be chosen in the decision that comes first: towns, or what becomes of the Princess."""
    due = state["pending"][0]
    if due["decision"] == "princess":
        return ["military", "trade", "spurn"]
    if due["decision"] == "card-town":
        return [town for town in towns_without_disc(state, pack) if town_of(pack, town)["region"] == due["region"]]
    if due["decision"] == "track-town":
        return towns_without_disc(state, pack)
    if due["decision"] == "raid":
        return towns_controlled(state, pack, due["loser"])
    own = towns_controlled(state, pack, due["player"])
    return [town for town in own if not state["towns"][town].get("monastery")]


def go_on(state: Json, pack: Json) -> None:
    """Wait for the next decision; one without any option is none; after the last the step is finished."""
    while state["pending"] and not choices(state, pack):
        state["pending"].pop(0)
    if state["pending"]:
        return
    if state["phase"] == "marriage":
        begin_battle(state, pack)
    else:
        spoils_of_battle(state)
        begin_church(state, pack)


def settle_violations(state: Json, move: Json, pack: Json) -> list[str]:
    """A town without a disc, in the card's region or (from the track) anywhere."""
    due = state["pending"][0]
    if due["decision"] not in ("card-town", "track-town"):
        return ["round/phases"]
    from_card = due["decision"] == "card-town"
    broken = []
    if move["player"] != due["player"]:
        broken.append("marriage/highest" if from_card else "marriage/track")
    if move["town"] not in choices(state, pack):
        broken.append("marriage/region-town" if from_card else "marriage/any-town")
    return broken


def settle(state: Json, move: Json, pack: Json) -> None:
    due = state["pending"].pop(0)
    place_disc(state, move["player"], move["town"])
    if due["decision"] == "card-town":
        rewards_of_the_track(state, pack, seat(state, move["player"]))
    else:
        go_on(state, pack)


def wed_violations(state: Json, move: Json, pack: Json) -> list[str]:
    """Księżniczka Danii: who has married her chooses one of three."""
    due = state["pending"][0]
    if due["decision"] != "princess":
        return ["round/phases"]
    return ["marriage/princess"] if move["player"] != due["player"] else []


def wed(state: Json, move: Json, pack: Json) -> None:
    """Military support or trade: she is kept, that side up. Spurned: discarded, and four points."""
    player = seat(state, move["player"])
    card = state["marriage_card"]
    state["marriage_card"] = None
    if move["choice"] == "spurn":
        state["marriages_gone"].append(card)
        player["points"] += marriage_of(pack, card)["points"]
    else:
        player["marriages"].append(card)
        state["alliance"] = {"player": move["player"], "side": move["choice"]}
    rewards_of_the_track(state, pack, player)


# ---------------------------------------------------------------- Bitwa


def begin_battle(state: Json, pack: Json) -> None:
    """With raiders left in the area, who has the fewest loses a town; the most chooses it, tied the loser does."""
    state["phase"] = "battle"
    state["pending"] = []
    if state["raiders"]:
        counts = {player["name"]: player["raiders"] for player in state["players"]}
        most = [name for name in counts if counts[name] == max(counts.values())]
        for loser in counts:
            if counts[loser] == min(counts.values()):
                chooser = most[0] if len(most) == 1 else loser
                state["pending"].append({"decision": "raid", "player": chooser, "loser": loser})
    state["pending"] = [due for due in state["pending"] if towns_controlled(state, pack, due["loser"])]
    go_on(state, pack)


def raid_violations(state: Json, move: Json, pack: Json) -> list[str]:
    """The right player chooses a town that the loser controls, in any order (BB-11)."""
    due = state["pending"][0]
    if due["decision"] != "raid":
        return ["round/phases"]
    mine = [each for each in state["pending"] if each["loser"] == move["loser"]]
    broken = []
    if not mine:
        broken.append("battle/fewest")
    elif move["player"] != mine[0]["player"]:
        broken.append("battle/tied-most" if mine[0]["player"] == move["loser"] else "battle/most-chooses")
    if not controls(state, move["loser"], move["town"]):
        broken.append("battle/losers-town")
    return broken


def raid(state: Json, move: Json, pack: Json) -> None:
    """A Viking control token goes on the disc."""
    state["pending"] = [due for due in state["pending"] if due["loser"] != move["loser"]]
    state["towns"][move["town"]]["viking"] = True
    go_on(state, pack)


def spoils_of_battle(state: Json) -> None:
    """Łupy wojenne: the area is cleared; renown and points for the most, then a point for who has the most then."""
    state["raiders"] = 0
    most = max(player["raiders"] for player in state["players"])
    first = [player for player in state["players"] if player["raiders"] == most]
    if most and len(first) == 1:
        first[0]["renown"] += 1
        first[0]["points"] += first[0]["renown"]
        first[0]["raiders"] = 0
    most = max(player["raiders"] for player in state["players"])
    for player in state["players"]:
        if most and player["raiders"] == most:
            player["points"] += 1
            player["raiders"] -= 1


# ---------------------------------------------------------------- Kościół


def begin_church(state: Json, pack: Json) -> None:
    """The most discs in the church: a monastery, if possible, the marker, and all discs back. Skipped in a tie."""
    state["phase"] = "church"
    state["pending"] = []
    most = max(player["church"] for player in state["players"])
    first = [player for player in state["players"] if player["church"] == most]
    if most and len(first) == 1:
        state["pending"].append({"decision": "monastery", "player": first[0]["name"]})
        if choices(state, pack):
            return
        state["pending"] = []
        take_marker_and_discs(state, first[0]["name"])
    church_second(state, pack)


def take_marker_and_discs(state: Json, player: str) -> None:
    state["marker"] = player
    seat(state, player)["church"] = 0


def church_second(state: Json, pack: Json) -> None:
    """Who has the most discs then: a point and a disc back."""
    most = max(player["church"] for player in state["players"])
    for player in state["players"]:
        if most and player["church"] == most:
            player["points"] += 1
            player["church"] -= 1
    church_four(state, pack)


def church_four(state: Json, pack: Json) -> None:
    """Clockwise from the marker, each with four discs or more who can place a monastery; then the next step."""
    for name in clockwise(state, state["marker"]):
        state["pending"] = [{"decision": "monastery-of-four", "player": name}]
        if seat(state, name)["church"] >= 4 and choices(state, pack):
            return
    claim_regions(state, pack)


def build_violations(state: Json, move: Json, pack: Json) -> list[str]:
    """Around a town that one controls, without a monastery."""
    due = state["pending"][0]
    if due["decision"] not in ("monastery", "monastery-of-four"):
        return ["round/phases"]
    broken = []
    if move["player"] != due["player"]:
        broken.append("church/first" if due["decision"] == "monastery" else "church/four")
    if not controls(state, move["player"], move["town"]):
        broken.append("church/own-town")
    elif state["towns"][move["town"]].get("monastery"):
        broken.append("church/one-monastery")
    return broken


def build(state: Json, move: Json, pack: Json) -> None:
    """The monastery stands; its builder takes back all discs, and for the most discs also takes the marker."""
    due = state["pending"].pop(0)
    state["towns"][move["town"]]["monastery"] = True
    if due["decision"] == "monastery":
        take_marker_and_discs(state, move["player"])
        church_second(state, pack)
    else:
        seat(state, move["player"])["church"] = 0
        church_four(state, pack)


# ---------------------------------------------------------------- Zdobywanie władzy w regionach


def count_towns(state: Json, pack: Json, region: str, monastery: int) -> Json:
    """Towns of a region by player, with ``None`` for the Vikings, who are no side once they support a player."""
    alliance = state.get("alliance")
    general = alliance["player"] if alliance and alliance["side"] == "military" else None
    counts: Json = dict.fromkeys(names(state), 0)
    counts[None] = 0
    for town in pack["towns"]:
        held = state["towns"].get(town["id"])
        if held and town["region"] == region:
            owner = general if held.get("viking") else held["disc"]
            counts[owner] += monastery if held.get("monastery") else 1
    return counts


def claim_regions(state: Json, pack: Json) -> None:
    """Tokens with enough towns turn face up; then each face-up token goes to who has the most towns there."""
    state["phase"] = "claims"
    held = [region for player in state["players"] for region in player["claims"]]
    for token in pack["tokens"]:
        region = token["region"]
        enough = sum(count_towns(state, pack, region, 2).values()) >= token["threshold"]
        if enough and region not in held and region not in state["face_up"]:
            state["face_up"].append(region)
    for token in pack["tokens"]:
        region = token["region"]
        holder = next((player["name"] for player in state["players"] if region in player["claims"]), None)
        if holder is None and region not in state["face_up"]:
            continue
        counts = count_towns(state, pack, region, 2)
        most = [side for side in counts if counts[side] == max(counts.values())]
        if len(most) == 1 and most[0] != holder:
            move_token(state, region, holder, most[0])
    end_round(state)


def move_token(state: Json, region: str, holder: str | None, taker: str | None) -> None:
    """From the board or a player to a player, or back to the board when the Vikings have the most."""
    if holder is None:
        state["face_up"].remove(region)
    else:
        seat(state, holder)["claims"].remove(region)
    if taker is None:
        state["face_up"].append(region)
    else:
        seat(state, taker)["claims"].append(region)


def end_round(state: Json) -> None:
    """Koniec gry: over when the marriage pile is empty, else the next round is prepared."""
    state["pending"] = []
    if state["marriage_pile"]:
        state["round"] += 1
        state["phase"] = "preparation"
    else:
        state["phase"] = "over"


# ---------------------------------------------------------------- Punktacja


def score(state: Json, pack: Json) -> Json:
    """The points of the end, and who comes before whom: points, claim tokens, marriage cards, else shared."""
    totals = {player["name"]: player["points"] for player in state["players"]}
    coins = [player["coins"] for player in state["players"]]
    for player in state["players"]:
        name = player["name"]
        if player["coins"] == max(coins) and coins.count(max(coins)) == 1:
            totals[name] += 1
        if state.get("marker") == name:
            totals[name] += 1
        totals[name] += player["renown"]
        for token in pack["tokens"]:
            if token["region"] in player["claims"]:
                totals[name] += token["points"]
        totals[name] += board_tokens(state, pack, name)
        totals[name] += spread(state, pack, name)
    places: list[list[str]] = []
    standing = {
        player["name"]: (totals[player["name"]], len(player["claims"]), len(player["marriages"]))
        for player in state["players"]
    }
    for worth in sorted(set(standing.values()), reverse=True):
        places.append([name for name in names(state) if standing[name] == worth])
    return {"totals": totals, "ranking": places}


def board_tokens(state: Json, pack: Json, name: str) -> int:
    """Half the points, rounded down, for being tied for the most towns of a region whose token lies face up."""
    points = 0
    weight = 2 if option(state, "monasteries_at_end") == "twice" else 1
    for token in pack["tokens"]:
        if token["region"] in state["face_up"]:
            counts = count_towns(state, pack, token["region"], weight)
            most = [side for side in counts if counts[side] == max(counts.values())]
            if name in most and len(most) > 1:
                points += token["points"] // 2
    return points


def spread(state: Json, pack: Json, name: str) -> int:
    """The table of regions in which one controls a town; with established trade a Viking town will do."""
    alliance = state.get("alliance")
    trader = bool(alliance) and alliance["side"] == "trade" and alliance["player"] == name
    regions = {town_of(pack, town)["region"] for town in towns_controlled(state, pack, name)}
    if trader:
        regions |= {town_of(pack, town)["region"] for town in viking_towns(state, pack)}
    rows = [row for row in pack["spread"] if row["regions"] <= len(regions)]
    return max(rows, key=lambda row: row["regions"])["points"] if rows else 0


# ---------------------------------------------------------------- the referee


# by type of move: the phase, what it may break, what it does
MOVES = {
    "start": ("opening", start_violations, start),
    "open": ("opening", open_violations, open_town),
    "prepare": ("preparation", prepare_violations, prepare),
    "deal": ("deal", deal_violations, deal),
    "pick": ("draft", pick_violations, pick),
    "lead": ("trick", lead_violations, lead),
    "play": ("trick", play_violations, play),
    "act": ("actions", act_violations, act),
    "settle": ("marriage", settle_violations, settle),
    "wed": ("marriage", wed_violations, wed),
    "raid": ("battle", raid_violations, raid),
    "build": ("church", build_violations, build),
}


def violations(state: Json, move: Json, pack: Json) -> list[str]:
    """The rules that a move breaks, the most specific first; none when it is legal."""
    if state["phase"] == "over":
        return ["end/over"]
    phase, check, _ = MOVES[move["type"]]
    return check(state, move, pack) if state["phase"] == phase else ["round/phases"]


def apply(state: Json, move: Json, pack: Json) -> Json:
    """The table after a legal move, with everything that happens by itself."""
    state = deepcopy(state)
    MOVES[move["type"]][2](state, move, pack)
    return state


def thinkable_moves(state: Json, pack: Json) -> Iterator[Json]:
    """Every move of the phase that anybody could think of; most are not legal."""
    phase = state["phase"]
    towns = [town["id"] for town in pack["towns"]]
    if phase == "preparation":
        yield {"type": "prepare"}
    elif phase == "deal":
        yield {"type": "deal"}
    elif phase == "actions":
        yield from all_acts(state, pack)
    elif phase in ("marriage", "battle", "church"):
        for due in state["pending"] if phase == "battle" else state["pending"][:1]:
            yield from decisions(due, towns)
    else:
        for player in state["players"]:
            yield from moves_with_cards(phase, player, towns)


def moves_with_cards(phase: str, player: Json, towns: list[str]) -> Iterator[Json]:
    """What one player can do at the opening, in the draft and in a trick."""
    name = player["name"]
    if phase == "opening":
        yield {"type": "start", "player": name}
        yield from ({"type": "open", "player": name, "town": town} for town in towns)
    elif phase == "draft":
        for cards in combinations(sorted(player["dealt"]), min(2, len(player["dealt"]))):
            yield {"type": "pick", "player": name, "cards": list(cards)}
    elif phase == "trick":
        for card in player["hand"]:
            yield {"type": "play", "player": name, "card": card}
            yield from ({"type": "lead", "player": name, "town": town, "card": card} for town in towns)


def decisions(due: Json, towns: list[str]) -> Iterator[Json]:
    """What a decision of the upkeep can be."""
    name = due["player"]
    if due["decision"] == "princess":
        yield from ({"type": "wed", "player": name, "choice": choice} for choice in ("military", "trade", "spurn"))
    elif due["decision"] == "raid":
        yield from ({"type": "raid", "player": name, "loser": due["loser"], "town": town} for town in towns)
    else:
        kind = "settle" if due["decision"] in ("card-town", "track-town") else "build"
        yield from ({"type": kind, "player": name, "town": town} for town in towns)


def legal_moves(state: Json, pack: Json) -> list[Json]:
    """Every legal move: of all that are thinkable, those that break no rule."""
    return [move for move in thinkable_moves(state, pack) if not violations(state, move, pack)]


# ---------------------------------------------------------------- comparing tables


def normal(state: Json) -> Json:
    """The table with piles sorted whose order means nothing, and without what says nothing."""
    state = deepcopy(state)
    for player in state["players"]:
        for zone in ("hand", "dealt", "picked", "claims", "marriages"):
            player[zone] = sorted(player.get(zone) or [], key=str)
    for zone in ("face_up", "marriages_gone", "vikings_gone", "discard", "unseen"):
        state[zone] = sorted(state.get(zone) or [], key=str)
    for zone in ("pending", "shuffles"):
        state[zone] = state.get(zone) or []
    for zone in ("trick", "alliance", "marriage_card", "marker"):
        state[zone] = state.get(zone)
    for held in state["towns"].values():
        held["viking"] = bool(held.get("viking"))
        held["monastery"] = bool(held.get("monastery"))
    state["towns"] = dict(sorted(state["towns"].items()))
    state["pending"] = [{key: value for key, value in due.items() if value is not None} for due in state["pending"]]
    return state


def normal_move(state: Json, move: Json, pack: Json) -> Json:
    """A move with its cards sorted and with everything told that may be left out."""
    move = deepcopy(move)
    if move["type"] == "pick":
        move["cards"] = sorted(move["cards"], key=str)
    if move["type"] == "act":
        extra = move.get("extra") or {}
        move["extra"] = {kind: extra.get(kind, 0) for kind in BOUGHT}
        tokens = viking_towns(state, pack)
        cards = [
            each["card"] for each in (state.get("trick") or {}).get("played", []) if each["player"] == move["player"]
        ]
        if cards and "free" in (card_of(pack, cards[0])[move["action"]] or []) and len(tokens) == 1:
            move.setdefault("free", tokens[0])
        if cards and move.get("card") == cards[0]:
            del move["card"]
    return move
