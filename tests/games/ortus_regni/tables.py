"""Ortus Regni tables for tests, written as a person would write them.

Fiefs are a line of text, one Fief after the other: ``"palace vassal land market; castle@bruno prince church"`` is the
own Palace with a Vassal as Lord and two Properties, and a Castle of bruno's colour. Mercenaries are their garrisons:
``"knights; -"``. Other zones are words: ``"vassal*2 banner ?*3"``. Whatever is not told is filled up with hidden
cards, so that every Earl has 24 cards and a Palace, and every neutral deck is whole.
"""

from typing import Any

from tests.client import Answer, Referee

NAMES = ("ana", "bruno", "carla", "dario", "eva", "fabio")
COLOURS = ("blue", "red", "green", "gold", "purple", "orange")
FACES = ("prince", "vassal", "champion", "monk")
State = dict[str, Any]
Move = dict[str, Any]


def words(text: str) -> list[str]:
    found = []
    for word in text.split():
        name, _, times = word.partition("*")
        found += [name] * int(times or 1)
    return found


def deed(word: str) -> Any:
    card, _, owner = word.partition("@")
    return {"card": card, "owner": owner} if owner else card


def fiefs(text: str) -> list[dict[str, Any]]:
    found = []
    for number, part in enumerate(filter(None, (part.strip() for part in text.split(";"))), start=1):
        anchor, *rest = words(part)
        lord = rest.pop(0) if rest and rest[0] in FACES else None
        found.append(
            {"id": number, "anchor": deed(anchor), "lord": lord, "properties": [deed(word) for word in rest]}
        )
    return found


def mercenaries(text: str) -> list[dict[str, Any]]:
    found = []
    for number, part in enumerate(filter(None, (part.strip() for part in text.split(";"))), start=1):
        garrison, _, owner = part.partition("@")
        entry = {"id": number, "garrison": None if garrison == "-" else garrison}
        found.append(entry | ({"owner": owner} if owner else {}))
    return found


def earl(name: str, **zones: Any) -> dict[str, Any]:
    """An Earl in the middle of a game, all zones told but the deck."""
    told = {"fiefs": "palace", "mercenaries": "", "emissaries": "", "banners": 0} | zones
    for zone in ("hand", "towers", "discard", "pool", "removed", "emissaries"):
        told[zone] = words(told.get(zone, "")) if isinstance(told.get(zone, ""), str) else told[zone]
    if "deck" in told and isinstance(told["deck"], str):
        told["deck"] = words(told["deck"])
    told["fiefs"] = fiefs(told["fiefs"]) if isinstance(told["fiefs"], str) else told["fiefs"]
    told["mercenaries"] = mercenaries(told["mercenaries"])
    told.setdefault("cubes", 1 + sum({"vassal": 1, "monk": 2}[card] for card in told["emissaries"]))
    return {"name": name, **told}


def own_cards(state: State, name: str) -> int:
    """How many cards of an Earl's colour are told, besides deck and Palace."""
    count = 0
    for player in state["players"]:
        for fief in player["fiefs"]:
            for card in (fief["anchor"], *fief["properties"]):
                whose = card["owner"] if isinstance(card, dict) else player["name"]
                kind = card["card"] if isinstance(card, dict) else card
                count += whose == name and kind != "palace"
        count += sum(entry.get("owner", player["name"]) == name for entry in player["mercenaries"])
        if player["name"] == name:
            zones = ("hand", "towers", "discard", "removed")
            count += sum(card != "palace" for zone in zones for card in player[zone])
            count += player["banners"] + len(player["emissaries"])
            count += sum(fief["lord"] is not None for fief in player["fiefs"])
    return count


def has_palace(state: State, name: str) -> bool:
    """Whether an Earl's Palace is told to be somewhere."""
    for player in state["players"]:
        for fief in player["fiefs"]:
            whose = fief["anchor"]["owner"] if isinstance(fief["anchor"], dict) else player["name"]
            kind = fief["anchor"]["card"] if isinstance(fief["anchor"], dict) else fief["anchor"]
            if (whose, kind) == (name, "palace"):
                return True
    player = of(state, name)
    return any("palace" in player.get(zone, ()) for zone in ("hand", "deck", "discard", "towers", "removed"))


def table(count: int = 2, **zones: Any) -> State:
    """A whole table in round 5, ana's turn: nobody knows the decks. ``ana={…}`` changes an Earl's zones."""
    players = [
        {"colour": colour, **earl(name, **zones.pop(name, {}))}
        for name, colour in zip(NAMES[:count], COLOURS, strict=False)
    ]
    for zone in ("battle_discard", "army_discard", "viking_discard", "vikings", "royal_army"):
        zones[zone] = words(zones[zone]) if isinstance(zones.get(zone), str) else zones.get(zone, [])
    state = {
        "options": {},
        "phase": "turn",
        "round": 5,
        "first": "ana",
        "turn": "ana",
        "acted": False,
        "players": players,
        "eliminated": [],
        "king": None,
        "black_markers": min(2, zones.get("round", 5) - 1),
        "white_marker": False,
        "arrived": False,
        "pending": None,
        **zones,
    }
    size = 26 if "tournament" in state["options"].get("variants", ()) else 24
    for player in players:
        if not has_palace(state, player["name"]):
            player["discard"].append("palace")
        player.setdefault("deck", ["?"] * (size - own_cards(state, player["name"])))
    used = len(state["army_discard"]) + len(state["royal_army"])
    for player in players:
        used += len(player["pool"]) + sum(entry["garrison"] is not None for entry in player["mercenaries"])
    state.setdefault("army_deck", ["?"] * (24 + 12 * (count - 2) - used))
    state.setdefault("battle_deck", ["?"] * (24 - len(state["battle_discard"])))
    state.setdefault("viking_deck", ["?"] * (24 - len(state["viking_discard"]) - len(state["vikings"])))
    return state


def landed(count: int = 2, **zones: Any) -> State:
    """A table at which the Vikings have landed and lost nobody yet."""
    return table(count, **{"arrived": True, "black_markers": 0, "vikings": ["viking"] * (count + 1), **zones})


def make(kind: str, player: str | None = "ana", /, **fields: Any) -> Move:
    """A move; one that the table makes has no player."""
    return {"type": kind, **({} if player is None else {"player": player}), **fields}


def force(**units: Any) -> dict[str, Any]:
    """Units by where they come from: ``hand="vassal champion", lords=[1], pool="infantry*2", king=True``."""
    return {zone: words(value) if isinstance(value, str) else value for zone, value in units.items()}


def attack(kind: str = "towers", fief: int | None = None, target: str = "bruno", player: str = "ana") -> Move:
    return make("attack", player, target=target, kind=kind, **({} if fief is None else {"fief": fief}))


def field(player: str = "ana", **units: Any) -> Move:
    return make("field", player, force=force(**units))


def reveal(card: str = "normal") -> Move:
    return make("reveal", None, card=card)


def suffer(player: str = "ana", towers: str = "", properties: str = "", **units: Any) -> Move:
    lost = [deed(word) for word in words(properties)]
    return make("suffer", player, hit=force(**units), towers=words(towers), properties=lost)


FORCED: Move = {"type": "forced"}
"""Among moves: every decision that leaves one option is made now, one after the other."""


def go(referee: Referee, state: State, *moves: Move) -> Answer:
    """Make legal moves one after the other; the ruling on the last, which tells of all forced ones together."""
    for move in moves:
        if move is FORCED:
            answer = _forced(referee, state)
        else:
            answer = referee.validate(state, move)
            assert answer["verdict"] == "legal", (move, answer["violations"], answer["missing"])
        state = answer["state"]
    return answer


def _forced(referee: Referee, state: State) -> Answer:
    """Decisions with one option are made; the last ruling, with the events and citations of all of them."""
    answer, events, citations = None, [], []
    while (move := only_move(referee, state)) is not None:
        answer = go(referee, state, move)
        state = answer["state"]
        events += answer["events"]
        citations += answer["citations"]
    assert answer is not None, "nothing is forced here"
    return Answer(answer | {"events": events, "citations": citations})


def only_move(referee: Referee, state: State) -> Move | None:
    """The move of an Earl who has to decide something and has one option; None when there are more, or nobody has."""
    answer = referee.moves(state)
    moves = answer["moves"]
    return moves[0] if len(moves) == 1 and state["pending"] and "player" in moves[0] else None


def expanded(referee: Referee, state: State, moves: list[Move]) -> list[Move]:
    """The moves with the forced ones written out."""
    found: list[Move] = []
    for move in moves:
        if move is FORCED:
            while (one := only_move(referee, state)) is not None:
                found.append(one)
                state = at(referee, state, one)
        else:
            found.append(move)
            state = referee.validate(state, move)["state"]
    return found


def at(referee: Referee, state: State, *moves: Move) -> State:
    """The table after legal moves."""
    return go(referee, state, *moves)["state"] if moves else state


def of(state: State, name: str) -> dict[str, Any]:
    """An Earl's part of a table."""
    return next(player for player in state["players"] if player["name"] == name)


def fief(state: State, name: str, number: int) -> dict[str, Any] | None:
    return next((fief for fief in of(state, name)["fiefs"] if fief["id"] == number), None)


def told(answer: Answer) -> set[str]:
    """Every rule that an answer names: cited, broken, or behind an event."""
    named = {event["rule"].split("/", 1)[1] for event in answer.get("events", ())}
    return named | set(answer.cited)


def happened(answer: Answer) -> list[str]:
    return [event["type"] for event in answer["events"]]
