"""The engine against the second referee of ``tests/reference/brian_boru.py``: random games of every kind.

The packs: the box; ``crowded``, whose few towns fill up, so that leaders cannot match and tricks end early; and some
``other``, with cards, track and marriages that the box does not have. Without a seed the table reports what it draws.
"""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from service.games.brian_boru.game import GAME as game
from tests.games.brian_boru.invariants import WAYS
from tests.games.brian_boru.tables import CARDS, NAMES
from tests.games.playing import Playing
from tests.reference import brian_boru as reference
from tests.reference.differential import Match, Plain, Way, hold

BASE: dict[str, Any] = json.loads((game.packs / "base.json").read_text("utf-8"))
EQUIVALENTS = {
    # the engine names the components for what no card is; the book's step is broken by it
    ("components/viking-cards", "preparation/vikings"),
    ("components/marriage-cards", "preparation/marriage"),
    ("components/cards", "draft/from-dealt"),
    # one card of the last two: two are kept, and all that are left
    ("draft/pick-two", "draft/keep-last"),
    # a move of another time: the engine names what is due then
    ("draft/keep-last", "round/phases"),
    ("trick/order", "round/phases"),
    ("trick/leader", "round/phases"),
    ("upkeep/order", "round/phases"),
    ("setup/first-player", "round/phases"),
    # whose disc stands on the space with the town
    ("marriage/any-town", "marriage/track"),
    # more than there is: of a symbol without any effect, or without more
    ("symbol/courtship", "symbol/no-waste"),
    ("symbol/raider", "symbol/no-waste"),
    # coins that come too late
    ("action/left-to-right", "action/price"),
    # whose card has been acted on: the card is gone, and it is not the lowest
    ("action/ascending", "action/own-card"),
    # buying, expanding or freeing without the symbol
    ("action/all-symbols", "symbol/church"),
    ("action/all-symbols", "symbol/raider"),
    ("action/all-symbols", "symbol/courtship"),
    ("action/all-symbols", "symbol/expand-road"),
    ("action/all-symbols", "symbol/free"),
}


def reports(state: Plain, random: Random) -> Iterator[Plain]:
    """The cards that the table may turn up or deal next, told in full. All packs here have the same cards."""
    if state["phase"] == "preparation":
        left = [card["strength"] for card in BASE["vikings"]]
        for strength in state["vikings_gone"]:
            left.remove(strength)
        vikings, marriage = state["viking_pile"][0], state["marriage_pile"][0]
        if vikings == "?":
            vikings = random.choice(left)
        if marriage == "?":
            seen = {*state["marriages_gone"], *(card for player in state["players"] for card in player["marriages"])}
            unseen = [card["id"] for card in BASE["marriages"] if not card.get("princess")]
            marriage = random.choice([card for card in unseen if card not in seen])
        yield {"type": "prepare", "vikings": vikings, "marriage": marriage}
    elif state["phase"] == "deal":
        cards = (state.get("shuffles") or [random.sample(range(1, 26), 25)])[0]
        size = CARDS[len(state["players"])]
        hands = {each["name"]: cards[at * size : at * size + size] for at, each in enumerate(state["players"])}
        yield {"type": "deal", "hands": hands}


def crowded() -> Plain:
    """The first two towns of each region, and a road from each town to the next."""
    towns = [town for region in BASE["regions"] for town in in_region(region["id"])[:2]]
    ends = [[one["id"], other["id"]] for one, other in pairwise(towns)]
    tokens = [{**token, "threshold": 2} for token in BASE["tokens"]]
    return {**BASE, "id": "crowded", "towns": towns, "roads": [{"ends": pair} for pair in ends], "tokens": tokens}


def in_region(region: str) -> list[Plain]:
    return [town for town in BASE["towns"] if town["region"] == region]


def other(seed: int) -> Plain:
    """Cards with several kinds of symbols in one action, a short track, marriages with everything at once."""
    random = Random(seed)
    cards = []
    for card in BASE["cards"]:
        actions = {"primary": ["take", *some_symbols(random)], "upper": some_symbols(random)}
        actions["lower"] = some_symbols(random) if card["lower"] else None
        cards.append({**card, **actions})
    track = [{}, {"coins": 2}, {"renown": 1, "coins": 1}, {"town": True, "coins": 1}, {"coins": 3}]
    marriages = [card if card.get("princess") else {**card, "points": 1, "renown": 1} for card in BASE["marriages"]]
    return {**BASE, "id": f"other-{seed}", "cards": cards, "track": track, "marriages": marriages}


def some_symbols(random: Random) -> list[str]:
    kinds = random.sample(["coin", "pay", "renown", "church", "raider", "courtship", "expand", "free"], 3)
    found = [kind for kind in kinds for _ in range(1 if kind in ("expand", "free") else random.choice((1, 1, 2)))]
    return random.choice((found, [*found, "coin"], ["coin", *found, "coin"]))


MATCH = Match(
    reference,
    reports={"start", "prepare", "deal"},
    equivalents=EQUIVALENTS,
    chance=reports,
    plays=lambda move: move["type"] != "deal" or "hands" in move,
    scored=0.2,
    share=0.25,
)


def ways_of(folder: Path) -> list[Way]:
    """Every way of playing; the packs that are not those of the box are written into the folder."""
    tables = [Playing(game, NAMES)]
    for pack in (crowded(), other(1), other(2), other(3)):
        path = folder / f"{pack['id']}.json"
        path.write_text(json.dumps(pack))
        tables.append(Playing(game, NAMES, path))
    played = [Way(playing, count, options) for playing in tables for count, options in WAYS]
    return played + [Way(playing, count, seeded=False) for playing in tables for count in CARDS]


def test_the_second_referee_agrees(tmp_path: Path) -> None:
    hold(MATCH, ways_of(tmp_path), default=600)
