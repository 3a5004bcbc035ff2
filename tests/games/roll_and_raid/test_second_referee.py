"""The engine against the second referee, which was written from the quick reference and the house rulings alone."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import product
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import msgspec
import pytest

from service.games.roll_and_raid.game import GAME as game
from tests.games.playing import Playing
from tests.games.roll_and_raid.invariants import FJORDS, ISLANDS, NAMES, TRAINING
from tests.reference import roll_and_raid as reference
from tests.reference.differential import Match, Plain, Way, hold, pack_of, plain

POSITIONS = 60


@cache
def crowded() -> Playing:
    """The training pack with a sheet that is soon full, easy raids and a display of its own."""
    pack = json.loads((game.packs / "training.json").read_bytes())
    pack["id"] = "crowded"
    pack["great_hall"] |= {"capacity": 24, "start": 8}
    pack["altar"] |= {"boxes": 5, "points": 2}
    pack["port"] |= {"hexagons": pack["port"]["hexagons"][:8], "start": 1}
    pack["armoury"] |= {"hexagons": pack["armoury"]["hexagons"][:7], "order": "free"}
    pack["settlements"] = [{**one, "houses": max(1, one["houses"] - 2)} for one in pack["settlements"][:4]]
    pack["tracks"] = [{**track, "boxes": track["boxes"][:16]} for track in pack["tracks"]]
    pack["gods"] = [{**god, "boxes": god["boxes"][:4]} for god in pack["gods"]]
    for card in pack["cards"]:
        card["defence"] -= 2
    sizes = {1: 1, 4: 1, 5: 2, 6: 2}  # with two and three clans one card for each, as RR-4 has it
    pack["display"] = [{"clans": clans, "cards": cards} for clans, cards in sizes.items()]
    del pack["raid_dice"]
    pack["developments"][0]["cost"] = {}
    pack["scoring"]["battle"].append({"type": "each", "count": "vikings", "points": 1, "per": 2})
    pack["scoring"]["tie_breaks"] = [{"count": "favours-left"}, {"count": "festival-vikings"}]
    path = Path(mkdtemp()) / "crowded.json"
    path.write_text(json.dumps(pack))
    return Playing(game, NAMES, path)


def way(playing: Playing, count: int, seeded: bool = True, **house_rules: str) -> Way:
    return Way(playing, count, {"house_rules": house_rules} if house_rules else {}, seeded=seeded)


def brawl(playing: Playing, count: int, **house_rules: str) -> Way:
    """A way that begins in a later round with the choice of raids: clans of all means, and few cards."""

    def opening(seed: int) -> Any:
        chance = random.Random(seed)
        table = playing.opening(count, seed, **({"house_rules": house_rules} if house_rules else {}))
        state = plain(table.state)
        state |= {"phase": "choice", "round": chance.randint(1, 16), "dice": {"brown": 2, "grey": 3, "orange": 4}}
        size = reference.display_size(state, pack_of(playing.pack))
        state["display"], state["deck"] = state["deck"][:size], state["deck"][size:]
        for clan in state["players"]:
            endow(clan, pack_of(playing.pack), state["round"], chance)
        return game.table(msgspec.convert(state, game.shapes.state), table.box, table.choices)

    return Way(playing, count, {"house_rules": house_rules, "brawl": True}, opening)


def endow(clan: Plain, pack: Plain, number: int, chance: random.Random) -> None:
    """A clan sheet as it may be after production."""
    clan |= {"rounds": number, "done": True, "vikings": chance.choice((0, 1, 2, 2, 3, 3, 4, 5, 6, 12))}
    clan["hall"] = clan["vikings"]
    for zone, stock in (("port", "ships"), ("armoury", "axes")):
        hexagons = [hexagon["id"] for hexagon in pack[zone]["hexagons"]]
        clan[zone] = hexagons[: chance.randint(0, len(hexagons))]
        clan[stock] = chance.randint(0, min(2, len(clan[zone])))
    clan["developments"] = [one["id"] for one in pack["developments"] if chance.random() < 0.2]
    clan["help"] = {"plus": chance.choice((0, 0, 1, 2)), "rerolls": chance.choice((0, 0, 1))}
    clan["altar"] = sum(clan["help"].values())
    clan["sacrifices"] = {str(festival): 0 for festival in reference.FESTIVALS if festival <= number}


WAYS = {
    "training": [
        way(TRAINING, 1),
        way(TRAINING, 2),
        way(TRAINING, 3, seeded=False),
        way(TRAINING, 4, two_dice="strict", raised_dice="six"),
        way(TRAINING, 5, altar_in_raid="prepaid", unused_help="kept", leftovers="nothing"),
        way(TRAINING, 6, payment="optional", equal_heirs="nobody", bid_limit="five"),
        way(TRAINING, 2, developments_again="again", too_many_fingers="no-raid"),
    ],
    "islands": [
        way(ISLANDS, 2),
        way(ISLANDS, 1, developments_again="again"),
        way(ISLANDS, 3, too_many_fingers="no-raid", altar_points="counted"),
        way(ISLANDS, 4, bid_limit="none", payment="optional", unused_help="kept"),
        way(ISLANDS, 5, seeded=False),
        way(ISLANDS, 6, two_dice="strict", altar_in_raid="prepaid"),
    ],
    "fjords": [
        way(FJORDS, 2),
        way(FJORDS, 3, altar_points="counted", leftovers="nothing"),
        way(FJORDS, 1, two_dice="strict"),
        way(FJORDS, 4, altar_in_raid="prepaid", raised_dice="six"),
        way(FJORDS, 6, seeded=False),
    ],
    "crowded": [
        way(crowded(), 3),
        way(crowded(), 1, two_dice="strict", raised_dice="six"),
        way(crowded(), 2, unused_help="kept", developments_again="again", raised_dice="six", altar_points="counted"),
        way(crowded(), 4, equal_heirs="nobody", payment="optional", two_dice="strict"),
        way(crowded(), 5, leftovers="nothing", altar_in_raid="prepaid"),
        way(crowded(), 6),
    ],
    "brawls": [
        brawl(crowded(), 6),
        brawl(crowded(), 4, payment="optional"),
        brawl(crowded(), 6, unused_help="kept", altar_in_raid="prepaid", bid_limit="five"),
        brawl(crowded(), 5, equal_heirs="nobody"),
        brawl(crowded(), 6, bid_again="all", unable_to_pay="retreat"),
        brawl(crowded(), 6, failed_roll="passes-on", tied_vikings="kept"),
        brawl(crowded(), 5, failed_roll="passes-on", unable_to_pay="retreat", bid_again="all", payment="optional"),
    ],
}
"""Every number of clans, every value of every house rule, packs of three shapes, decks known and unknown."""


NOT_DUE = {
    "production/roll",
    "raid/choice",
    "raids/order",
    "raids/roll",
    "raids/failed",
    "payment/after-roll",
    "conflict/same-card",
    "conflict/bid",
    "conflict/highest",
    "retreat/pay",
    "retreat/out",
}
"""It is not the time for this move of this clan: the engine names what is due first."""
NOT_NOW = {
    "round/phases",
    "altar/production",
    "raid/choice",
    "raid/at-once",
    "raids/order",
    "raids/roll",
    "payment/after-roll",
    "conflict/same-card",
    "conflict/highest",
    "retreat/pay",
    "retreat/out",
}
"""The same for the second referee, which rather names what this clan has chosen, bid or lost."""
EQUIVALENTS = {
    *product(NOT_DUE, NOT_NOW),
    ("maintenance/refill", "setup/one-place"),  # a card that lies elsewhere is none of the deck
    ("raids/defence", "payment/after-roll"),  # the roll is too low as yet
    ("conflict/tied-only", "conflict/highest"),  # a clan that could not pay, while its heirs bid
}


def reports(pack: Plain, state: Plain, chance: random.Random) -> Iterator[Plain]:
    """Dice and cards of an unknown deck, and numbers that are kept back for the time being."""
    if state["phase"] == "start":
        yield {"type": "roll", "dice": {colour: chance.randint(1, 6) for colour in reference.COLOURS}}
    if state["phase"] in ("setup", "maintenance") and "?" in state["deck"]:
        yield {"type": "refill", "cards": unknown_cards(state, pack, chance)}
    if reference.unstored_reward(state):
        return
    raid = reference.under_way(state)
    if raid and reference.raid_in_hand(state, raid["right"]) and raid["step"] == "attack":
        dice = [chance.randint(1, 6) for _ in range(reference.number_of_raid_dice(state, pack))]
        yield {"type": "attack", "player": raid["right"], "dice": dice}
    if chance.random() < 0.2:
        yield from kept_back(state)


def kept_back(state: Plain) -> Iterator[Plain]:
    for clan in state["players"]:
        if state["phase"] == "choice" and clan["choice"] is None:
            yield {"type": "choose", "player": clan["name"], "number": "?"}
    raid = reference.under_way(state)
    for entry in raid["clans"] if raid and reference.bidding(raid) else ():
        if entry["status"] == "in" and entry["bid"] is None:
            yield {"type": "bid", "player": entry["player"], "vikings": "?"}


def unknown_cards(state: Plain, pack: Plain, chance: random.Random) -> list[str]:
    """Possible cards from the top of an unknown deck."""
    cards: list[str] = []
    for _ in range(reference.cards_wanted(state, pack)):
        seen = reference.seen_cards(state) + cards
        level = reference.next_level(state, pack, seen)
        cards.append(
            chance.choice([c["id"] for c in reference.all_cards(pack) if c["level"] == level and c["id"] not in seen])
        )
    return cards


def match_of(pack: str) -> Match:
    """How games with this pack are compared."""
    match = Match(
        reference,
        reports={"roll", "attack", "refill"},
        equivalents=EQUIVALENTS,
        chance=partial(reports, pack_of(WAYS[pack][0].playing.pack)),
        weights={"use": 3, "store": 3, "sacrifice": 0.3, "altar": 0.5},
        scored=0.02,
        share=0.3,
    )
    if pack == "brawls":
        return replace(match, share=1.0, longest=30, near=3, weights={"choose": 3, "use": 0.1, "done": 20})
    return match


@pytest.mark.parametrize("pack", WAYS)
def test_second_referee(pack: str) -> None:
    report = hold(match_of(pack), WAYS[pack], POSITIONS)
    assert not report.undetermined, "nothing is unknown of a whole table with a whole pack"
