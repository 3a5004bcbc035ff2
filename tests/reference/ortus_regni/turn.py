"""Realizando un turno, Acciones gratuitas, Glosario de cartas: what an Earl does in the own turn, but for attacks."""

from collections.abc import Iterator

from .common import (
    ANCHORS,
    FACES,
    PROPERTIES,
    Move,
    Pack,
    State,
    archbishop,
    churches,
    discard_lord,
    discard_own,
    distinct,
    draw,
    drawn_well,
    earl,
    fief_of,
    has_prince_lord,
    is_rival,
    kinds,
    living,
    lords,
    mercenary_of,
    names,
    new_number,
    open_fief,
    same,
    take,
)
from .leaving import crown, eliminate, royal_room


def in_hand(state: State, name: str, card: str) -> list[str]:
    """Acción: only a card of the own hand is played."""
    return [] if card in earl(state, name)["hand"] else ["turn/in-hand"]


def play(state: State, name: str, card: str) -> None:
    take(earl(state, name)["hand"], [card])


def own_fief(state: State, name: str, number: int) -> list[str]:
    return [] if fief_of(state, name, number) else ["property/own-fief"]


# ---------------------------------------------------------------- free actions and the end of a turn


def check_tower(state: State, move: Move, pack: Pack) -> list[str]:
    """Torres: any card of the hand, any number, at any time of the own turn."""
    return in_hand(state, move["player"], move["card"])


def do_tower(state: State, move: Move, pack: Pack) -> None:
    play(state, move["player"], move["card"])
    earl(state, move["player"])["towers"].append(move["card"])


def list_tower(state: State, pack: Pack) -> Iterator[Move]:
    for card in distinct(earl(state, state["turn"])["hand"]):
        yield {"type": "tower", "player": state["turn"], "card": card}


def check_garrison(state: State, move: Move, pack: Pack) -> list[str]:
    """Guarnición: an Army of the pool on a Mercenary who has none, or into the Royal Army while it has room."""
    player = earl(state, move["player"])
    broken = [] if move["army"] in player["pool"] else ["field/pool"]
    if move.get("mercenary") is None:
        if state.get("king") != move["player"]:
            return ["king/garrison", *broken]
        return broken if royal_room(state) > 0 else ["king/capacity", *broken]
    mercenary = mercenary_of(state, move["player"], move["mercenary"])
    return broken if mercenary and not mercenary["garrison"] else ["mercenary/garrison", *broken]


def do_garrison(state: State, move: Move, pack: Pack) -> None:
    take(earl(state, move["player"])["pool"], [move["army"]])
    if move.get("mercenary") is None:
        state["royal_army"].append(move["army"])
        return
    mercenary = mercenary_of(state, move["player"], move["mercenary"])
    assert mercenary is not None
    mercenary["garrison"] = move["army"]


def list_garrison(state: State, pack: Pack) -> Iterator[Move]:
    player = earl(state, state["turn"])
    for army in distinct(player["pool"]):
        for number in [None, *(mercenary["id"] for mercenary in player["mercenaries"])]:
            yield {"type": "garrison", "player": state["turn"], "army": army, "mercenary": number}


def check_end(state: State, move: Move, pack: Pack) -> list[str]:
    """Realizando un turno: the top card of the own deck ends the turn."""
    drawn, deck = move.get("drawn"), earl(state, move["player"])["deck"]
    if drawn is None or drawn == "?":
        return []
    return [] if deck and deck[0] == drawn else ["turn/top-card", "turn/end-draw"]


def do_end(state: State, move: Move, pack: Pack) -> None:
    player = earl(state, move["player"])
    if not player["deck"]:
        eliminate(state, {move["player"]: "no-card"})
        return
    player["hand"].append(player["deck"].pop(0))
    pass_turn(state)


def pass_turn(state: State) -> None:
    """Ronda de juego: clockwise, and after the seat before the first Earl come the Vikings."""
    seats = names(state)
    at = seats.index(state["turn"])
    for step in range(1, len(seats) + 1):
        seat = seats[(at + step) % len(seats)]
        if seat == state["first"]:
            state.update(phase="vikings", turn=None, acted=False, pending={"type": "vikings", "step": "begin"})
            return
        if seat in living(state):
            state.update(turn=seat, acted=False)
            return


def next_round(state: State) -> None:
    """Ronda de juego: a round is over after the turn of the Vikings; seats stay as they were."""
    seats = names(state)
    at = seats.index(state["first"])
    following = next(seat for seat in seats[at:] + seats[:at] if seat in living(state))
    state.update(phase="turn", round=state["round"] + 1, turn=following, acted=False, pending=None)


def list_end(state: State, pack: Pack) -> Iterator[Move]:
    yield {"type": "end", "player": state["turn"]}


# ---------------------------------------------------------------- Property cards


def check_castle(state: State, move: Move, pack: Pack) -> list[str]:
    """Castillo, Palacio: each opens a new Fief."""
    card = move.get("card", "castle")
    return in_hand(state, move["player"], card) if card in ANCHORS else ["property/castle"]


def do_castle(state: State, move: Move, pack: Pack) -> None:
    card = move.get("card", "castle")
    play(state, move["player"], card)
    open_fief(state, move["player"], {"card": card, "owner": move["player"]})


def list_castle(state: State, pack: Pack) -> Iterator[Move]:
    for card in ANCHORS:
        yield {"type": "castle", "player": state["turn"], "card": card}


def land_brings(state: State, move: Move) -> int:
    """Campo: one Army, or two where the Fief has a Market already, as far as there are any."""
    fief = fief_of(state, move["player"], move["fief"])
    if move["card"] != "land" or fief is None:
        return 0
    return min(2 if "market" in kinds(fief) else 1, armies_left(state))


def armies_left(state: State) -> int:
    """Preparación del mazo de ejércitos: deck and pile, the supply is finite."""
    return len(state["army_deck"]) + len(state["army_discard"])


def check_armies(state: State, told: list[str] | None, count: int, rule: str) -> list[str]:
    if told is None:
        return []
    if len(told) != count:
        return [rule]
    return [] if drawn_well(state, "army_deck", "army_discard", told) else ["army/supply", rule, "turn/top-card"]


def check_attach(state: State, move: Move, pack: Pack) -> list[str]:
    """Cartas de propiedad: into a Fief of one's own; Catedral: only one on all tables."""
    broken = in_hand(state, move["player"], move["card"])
    broken += own_fief(state, move["player"], move["fief"])
    if move["card"] not in PROPERTIES:
        broken.append("property/own-fief")
    if move["card"] == "cathedral" and archbishop(state) is not None:
        broken.insert(0, "property/cathedral")
    return broken or check_armies(state, move.get("armies"), land_brings(state, move), "property/land-army")


def do_attach(state: State, move: Move, pack: Pack) -> None:
    brings = land_brings(state, move)
    play(state, move["player"], move["card"])
    fief = fief_of(state, move["player"], move["fief"])
    assert fief is not None
    fief["properties"].append(move["card"])
    armies = draw(state, "army_deck", "army_discard", brings, move.get("armies"))
    earl(state, move["player"])["pool"] += armies


def list_attach(state: State, pack: Pack) -> Iterator[Move]:
    for card in PROPERTIES:
        for fief in earl(state, state["turn"])["fiefs"]:
            yield {"type": "attach", "player": state["turn"], "card": card, "fief": fief["id"]}


# ---------------------------------------------------------------- Face cards


def check_appoint(state: State, move: Move, pack: Pack) -> list[str]:
    """Cartas de personalidades: a Face card, but no Mercenary, on a Castle; Príncipe: only one in play."""
    broken = [] if move["card"] in FACES else ["lord/appoint"]
    if move["card"] == "prince" and has_prince_lord(state, move["player"]):
        broken.append("lord/one-prince")
    broken += own_fief(state, move["player"], move["fief"])
    return broken + in_hand(state, move["player"], move["card"])


def do_appoint(state: State, move: Move, pack: Pack) -> None:
    play(state, move["player"], move["card"])
    fief = fief_of(state, move["player"], move["fief"])
    assert fief is not None
    discard_lord(state, move["player"], fief)
    fief["lord"] = move["card"]


def list_appoint(state: State, pack: Pack) -> Iterator[Move]:
    for card in FACES:
        for fief in earl(state, state["turn"])["fiefs"]:
            yield {"type": "appoint", "player": state["turn"], "card": card, "fief": fief["id"]}


def check_hire(state: State, move: Move, pack: Pack) -> list[str]:
    """Mercenario: he is put on the table, outside the Fiefs."""
    return in_hand(state, move["player"], "mercenary")


def do_hire(state: State, move: Move, pack: Pack) -> None:
    play(state, move["player"], "mercenary")
    mercenaries = earl(state, move["player"])["mercenaries"]
    mercenaries.append({"id": new_number(mercenaries), "garrison": None})


def list_hire(state: State, pack: Pack) -> Iterator[Move]:
    yield {"type": "hire", "player": state["turn"]}


# ---------------------------------------------------------------- recruiting, the monastery, emissaries


def check_recruit(state: State, move: Move, pack: Pack) -> list[str]:
    """Reclutando ejércitos: a Land gives one Army, a Land and a Market in one Fief two, as far as there are any."""
    fiefs = [kinds(fief) for fief in earl(state, move["player"])["fiefs"]]
    if not any("land" in cards for cards in fiefs):
        return ["army/recruit"]
    most = 2 if any("land" in cards and "market" in cards for cards in fiefs) else 1
    if not 1 <= move["count"] <= most:
        return ["army/recruit-two" if move["count"] > most else "army/recruit"]
    return check_armies(state, move.get("armies"), min(move["count"], armies_left(state)), "army/recruit")


def do_recruit(state: State, move: Move, pack: Pack) -> None:
    armies = draw(state, "army_deck", "army_discard", move["count"], move.get("armies"))
    earl(state, move["player"])["pool"] += armies


def list_recruit(state: State, pack: Pack) -> Iterator[Move]:
    for count in (1, 2):
        yield {"type": "recruit", "player": state["turn"], "count": count}


def check_monastery(state: State, move: Move, pack: Pack) -> list[str]:
    """Monje: an Abbot in a Fief with a Church or the Cathedral makes another Earl show the whole hand."""
    fief = fief_of(state, move["player"], move["fief"])
    if fief is None or fief["lord"] != "monk" or not {"church", "cathedral"} & set(kinds(fief)):
        return ["monastery/abbot", *([] if fief else ["property/own-fief"])]
    if not is_rival(state, move["player"], move["target"]):
        return ["monastery/whole-hand", "politics/enemy"]
    shown = move.get("shown")
    if shown is not None and not same(shown, earl(state, move["target"])["hand"]):
        return ["monastery/whole-hand"]
    return []


def do_monastery(state: State, move: Move, pack: Pack) -> None:
    """House ruling 8: the hand is seen by all and taken back."""


def list_monastery(state: State, pack: Pack) -> Iterator[Move]:
    for number in lords(state, state["turn"], "monk"):
        for target in living(state):
            yield {"type": "monastery", "player": state["turn"], "fief": number, "target": target}


def check_emissary(state: State, move: Move, pack: Pack) -> list[str]:
    """Emisarios para los vikingos: only Vassals and Monks, only from the hand."""
    broken = [] if move["card"] in ("vassal", "monk") else ["emissary/who"]
    return broken + in_hand(state, move["player"], move["card"])


def do_emissary(state: State, move: Move, pack: Pack) -> None:
    play(state, move["player"], move["card"])
    player = earl(state, move["player"])
    player["emissaries"].append(move["card"])
    player["cubes"] += 2 if move["card"] == "monk" else 1
    if not state["arrived"]:
        state["black_markers"] = min(8, state["black_markers"] + 1)


def list_emissary(state: State, pack: Pack) -> Iterator[Move]:
    for card in ("vassal", "monk"):
        yield {"type": "emissary", "player": state["turn"], "card": card}


# ---------------------------------------------------------------- Banquet and Banner


def check_banquet(state: State, move: Move, pack: Pack) -> list[str]:
    """Banquete: two cards of the own deck, or what there is."""
    broken = in_hand(state, move["player"], "banquet")
    deck, drawn = earl(state, move["player"])["deck"], move.get("drawn")
    if drawn is not None and list(drawn) != deck[:2]:
        broken += ["banquet/two-cards", "turn/top-card"]
    return broken


def do_banquet(state: State, move: Move, pack: Pack) -> None:
    play(state, move["player"], "banquet")
    player = earl(state, move["player"])
    player["discard"].append("banquet")
    player["hand"] += player["deck"][:2]
    del player["deck"][:2]


def list_banquet(state: State, pack: Pack) -> Iterator[Move]:
    yield {"type": "banquet", "player": state["turn"]}


def check_bequeath(state: State, move: Move, pack: Pack) -> list[str]:
    """Estandarte, 1: a Prince Lord is needed; Catedral: against a rival's Cathedral also a Church."""
    broken = [] if has_prince_lord(state, move["player"]) else ["bequeath/prince"]
    if archbishop(state) not in (None, move["player"]) and not churches(state, move["player"]):
        broken.append("bequeath/church")
    return broken + in_hand(state, move["player"], "banner")


def do_bequeath(state: State, move: Move, pack: Pack) -> None:
    play(state, move["player"], "banner")
    player = earl(state, move["player"])
    discard_own(state, move["player"], ["banner"])
    for fief in player["fiefs"]:
        if fief["lord"] == "prince":
            discard_lord(state, move["player"], fief)
    player["deck"] += player["discard"]
    player["discard"] = []


def list_bequeath(state: State, pack: Pack) -> Iterator[Move]:
    yield {"type": "bequeath", "player": state["turn"]}


def check_claim(state: State, move: Move, pack: Pack) -> list[str]:
    """Estandarte, 2, and FAQ 3: no Banner for the crown while there is a King."""
    broken = [] if state.get("king") is None else ["king/claimed"]
    return broken + in_hand(state, move["player"], "banner")


def do_claim(state: State, move: Move, pack: Pack) -> None:
    play(state, move["player"], "banner")
    earl(state, move["player"])["banners"] += 1
    crown(state)


def list_claim(state: State, pack: Pack) -> Iterator[Move]:
    yield {"type": "claim", "player": state["turn"]}
