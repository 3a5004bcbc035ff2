"""What all chapters share: Earls, their zones, card piles, and the named choices of the house rules."""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

State = dict[str, Any]
Move = dict[str, Any]
Pack = dict[str, Any]
Deed = dict[str, str]

PROPERTIES = ("land", "market", "church", "cathedral")
ANCHORS = ("castle", "palace")
FACES = ("prince", "vassal", "champion", "monk")

FIRST_VALUES = {
    "orphan_properties": "discard",
    "prince_jouster": "allowed",
    "bet_last_castle": "forbidden",
    "without_jouster": "dealt-cards",
    "sudden_death_deck": "others",
    "empty_target": "forbidden",
    "viking_captives": "absorb",
    "politics_marker": "stays",
    "royal_army_size": "started",
}

EMPTY_FORCE: dict[str, Any] = {
    "hand": [],
    "lords": [],
    "pool": [],
    "mercenaries": [],
    "garrisons": [],
    "king": False,
    "royal": [],
    "vikings": [],
}


def option(state: State, name: str) -> str:
    """The value of a house rule; what is left out has the first value."""
    rules = (state.get("options") or {}).get("house_rules") or {}
    return str(rules.get(name, FIRST_VALUES[name]))


def tournament(state: State) -> bool:
    return "tournament" in ((state.get("options") or {}).get("variants") or [])


# ---------------------------------------------------------------- Earls


def earl(state: State, name: str) -> dict[str, Any]:
    """An Earl's part of the table."""
    return next(player for player in state["players"] if player["name"] == name)


def names(state: State) -> list[str]:
    return [player["name"] for player in state["players"]]


def is_out(state: State, name: str) -> bool:
    return any(entry["player"] == name for entry in state.get("eliminated") or [])


def living(state: State) -> list[str]:
    """Earls still in the game, in the order of the seats."""
    return [name for name in names(state) if not is_out(state, name)]


def is_rival(state: State, player: str, target: Any) -> bool:
    """Whether the target is another Earl who is still in the game."""
    return target in living(state) and target != player


def from_left(state: State, name: str) -> list[str]:
    """Living Earls clockwise, beginning on the left of one Earl and ending with that Earl."""
    seats = names(state)
    at = seats.index(name) + 1
    return [other for other in seats[at:] + seats[:at] if not is_out(state, other)]


def started(state: State) -> int:
    """How many Earls started the game."""
    return int(state.get("seats") or len(state["players"]))


# ---------------------------------------------------------------- Fiefs and cards on the table


def numbered(entries: list[dict[str, Any]], number: Any) -> dict[str, Any] | None:
    """The Fief or Mercenary with this number."""
    return next((entry for entry in entries if entry["id"] == number), None)


def fief_of(state: State, name: str, number: Any) -> dict[str, Any] | None:
    return numbered(earl(state, name)["fiefs"], number)


def mercenary_of(state: State, name: str, number: Any) -> dict[str, Any] | None:
    return numbered(earl(state, name)["mercenaries"], number)


def new_number(entries: list[dict[str, Any]]) -> int:
    """The smallest number that the Earl does not use."""
    used = {entry["id"] for entry in entries}
    return next(number for number in itertools.count(1) if number not in used)


def deed(card: Any, holder: str) -> Deed:
    """A card of a Fief with the Earl whose colour it has."""
    return (
        {"card": card["card"], "owner": card["owner"]} if isinstance(card, dict) else {"card": card, "owner": holder}
    )


def written(card: Deed, holder: str) -> Any:
    """A card as it is written in a Fief: by its type alone in the Earldom of its own colour."""
    return card["card"] if card["owner"] == holder else dict(card)


def kind(card: Any) -> str:
    return str(card["card"]) if isinstance(card, dict) else str(card)


def kinds(fief: dict[str, Any]) -> list[str]:
    """The types of the Properties of a Fief."""
    return [kind(card) for card in fief["properties"]]


def open_fief(state: State, name: str, anchor: Deed) -> dict[str, Any]:
    """Castillo: each new Castle makes a new Fief."""
    fiefs = earl(state, name)["fiefs"]
    fief = {"id": new_number(fiefs), "anchor": written(anchor, name), "lord": None, "properties": []}
    fiefs.append(fief)
    return fief


def lords(state: State, name: str, face: str | None = None) -> list[int]:
    """The numbers of the Fiefs that have a Lord, or a Lord of one kind."""
    return [
        fief["id"] for fief in earl(state, name)["fiefs"] if fief["lord"] and (face is None or fief["lord"] == face)
    ]


def has_prince_lord(state: State, name: str) -> bool:
    return bool(lords(state, name, "prince"))


def discard(state: State, card: Deed) -> None:
    """FAQ 4: a card goes to the discard pile of its own colour, or out of the game if that Earl is gone."""
    zone = "removed" if is_out(state, card["owner"]) else "discard"
    earl(state, card["owner"])[zone].append(card["card"])


def discard_own(state: State, name: str, cards: Iterable[str]) -> None:
    for card in cards:
        discard(state, {"card": card, "owner": name})


def discard_lord(state: State, name: str, fief: dict[str, Any]) -> None:
    """A Lord leaves his Castle, which stays."""
    if fief["lord"]:
        discard_own(state, name, [fief["lord"]])
        fief["lord"] = None


def archbishop(state: State) -> str | None:
    """Arzobispo: the Earl who has the Cathedral."""
    for name in living(state):
        if any("cathedral" in kinds(fief) for fief in earl(state, name)["fiefs"]):
            return name
    return None


def churches(state: State, name: str) -> int:
    return sum(kinds(fief).count("church") for fief in earl(state, name)["fiefs"])


# ---------------------------------------------------------------- piles of cards


def key(card: Any) -> Any:
    """Something that two equal cards have in common and that can be sorted."""
    return (card["card"], card["owner"]) if isinstance(card, dict) else card


def contains(zone: Iterable[Any], cards: Iterable[Any]) -> bool:
    """Whether all these cards lie in a zone, each as often as named."""
    return not Counter(map(key, cards)) - Counter(map(key, zone))


def same(one: Iterable[Any], other: Iterable[Any]) -> bool:
    return Counter(map(key, one)) == Counter(map(key, other))


def take(zone: list[Any], cards: Iterable[Any]) -> None:
    """Take cards out of a zone."""
    for card in list(cards):
        at = next(index for index, there in enumerate(zone) if key(there) == key(card))
        del zone[at]


def drawn_well(state: State, deck: str, pile: str, cards: list[Any]) -> bool:
    """Whether reported cards can come from a neutral deck: its top first, then any of the shuffled pile."""
    known = state[deck][: len(cards)]
    return cards[: len(known)] == known and contains(state[pile], cards[len(known) :])


def draw(state: State, deck: str, pile: str, count: int, told: list[Any] | None) -> list[Any]:
    """Draw from a neutral deck; when it is empty its pile is shuffled and becomes the deck."""
    cards = []
    for number in range(count):
        if not state[deck]:
            state[deck], state[pile] = list(state[pile]), []
        if not state[deck]:
            break
        card = told[number] if told and number < len(told) else state[deck][0]
        take(state[deck], [card])
        cards.append(card)
    return cards


def some_of(cards: Iterable[Any], least: int, most: int) -> Iterator[list[Any]]:
    """All ways to choose from a least to a most number of cards, equal cards counted once."""
    counted = Counter(map(key, cards))
    kinds_there = sorted(counted, key=str)
    ranges = [range(counted[each] + 1) for each in kinds_there]
    for numbers in itertools.product(*ranges):
        if least <= sum(numbers) <= most:
            chosen: list[Any] = []
            for each, number in zip(kinds_there, numbers, strict=True):
                card = {"card": each[0], "owner": each[1]} if isinstance(each, tuple) else each
                chosen += [card] * number
            yield chosen


def distinct(cards: Iterable[Any]) -> list[Any]:
    """Each kind of card once."""
    seen = {key(card): card for card in cards}
    return [seen[each] for each in sorted(seen, key=str)]


# ---------------------------------------------------------------- Castles that change hands


def give_castle(state: State, giver: str, number: int, receiver: str) -> list[Deed]:
    """House ruling 7: a Castle given away loses its Lord; its Properties are discarded, follow it, or are returned.

    The result are the Properties that the receiver (if they follow) or the giver still has to put into Fiefs.
    """
    fief = fief_of(state, giver, number)
    assert fief is not None
    discard_lord(state, giver, fief)
    earl(state, giver)["fiefs"].remove(fief)
    attached = [deed(card, giver) for card in fief["properties"]]
    open_fief(state, receiver, deed(fief["anchor"], giver))
    choice = option(state, "orphan_properties")
    if choice == "follow" or (choice == "reattach" and earl(state, giver)["fiefs"]):
        return attached
    for card in attached:
        discard(state, card)
    return []


def place_check(state: State, move: Move, waiting: list[Deed], rule: str) -> list[str]:
    """A received Property is put into a Fief of one's own."""
    if key(move["card"]) not in [key(card) for card in waiting]:
        return [rule]
    if fief_of(state, move["player"], move["fief"]) is None:
        return [rule, "property/own-fief"]
    return []


def place(state: State, move: Move, waiting: list[Deed]) -> None:
    take(waiting, [move["card"]])
    fief = fief_of(state, move["player"], move["fief"])
    assert fief is not None
    fief["properties"].append(written(move["card"], move["player"]))


def place_moves(state: State, player: str, waiting: list[Deed]) -> Iterator[Move]:
    for card in distinct(waiting):
        for fief in earl(state, player)["fiefs"]:
            yield {"type": "place", "player": player, "card": dict(card), "fief": fief["id"]}
