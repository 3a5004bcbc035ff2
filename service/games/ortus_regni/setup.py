"""The opening: with a seed everything that chance decides is fixed, without one it stays unknown.

The order comes from ``random()`` of a seeded generator, the one sequence that Python promises to keep, so the same
seed gives the same table in every release. With a seed the Earls play the decks of the pack, one after another;
without one they bring their own.
"""

from random import Random
from typing import Any

from msgspec.structs import replace

from schemas.base import malformed
from schemas.ortus_regni import Fief, Options, Player, State
from service.games.ortus_regni.pack import Box, cards_of, towers_of
from service.referee.chance import shuffled
from service.referee.choices import Choices
from service.referee.hidden import hidden

COLOURS = ("blue", "red", "green", "gold", "purple", "orange")
OPENING_HAND = 5
MARKERS = 8


def setup(players: tuple[str, ...], options: Options, seed: int | None, box: Box, choices: Choices) -> State:
    blank: dict[str, Any] = {
        "options": options,
        "round": 1,
        "acted": False,
        "eliminated": (),
        "king": None,
        "royal_army": (),
        "battle_discard": (),
        "army_discard": (),
        "viking_discard": (),
        "vikings": (),
        "black_markers": 0,
        "white_marker": False,
        "arrived": False,
        "pending": None,
    }
    if seed is None:
        return State(
            **blank,
            phase="decks",
            turn=None,
            players=tuple(_earl(name, seat) for seat, name in enumerate(players)),
            **_piles(box, len(players), None),
        )
    if not box.decks:
        raise malformed("/seed", f"The pack {box.pack.id!r} has no deck that is ready to play.")
    chance = Random(seed)
    decks = list(box.decks.values())
    earls = []
    for seat, name in enumerate(players):
        entry = decks[seat % len(decks)]
        towers = towers_of(entry) if options.variants else ()
        if options.variants and not towers:
            raise malformed("/seed", f"The deck {entry.id!r} has no Towers for a tournament.")
        cards = shuffled(cards_of(entry), chance)
        earls.append(_dealt(_earl(name, seat), cards, towers))
    first = players[int(chance.random() * len(players))]
    return State(
        **blank,
        phase="mulligan",
        players=tuple(earls),
        first=first,
        turn=first,
        **_piles(box, len(players), chance),
        chance=int(chance.random() * 2**53),
    )


def _earl(name: str, seat: int) -> Player:
    return Player(
        name=name,
        colour=COLOURS[seat],  # type: ignore[arg-type]
        deck=None,
        discard=(),
        hand=(),
        towers=(),
        fiefs=(Fief(id=1, anchor="palace", lord=None, properties=()),),
        mercenaries=(),
        pool=(),
        banners=0,
        emissaries=(),
        cubes=1,
        removed=(),
    )


def _dealt(player: Player, cards: tuple[Any, ...], towers: tuple[Any, ...]) -> Player:
    return replace(
        player,
        built=(*sorted(cards), *towers),
        deck=cards[OPENING_HAND:],
        hand=cards[:OPENING_HAND],
        towers=towers,
    )


def _piles(box: Box, earls: int, chance: Random | None) -> dict[str, Any]:
    """The neutral decks: shuffled by a seed, or face down."""
    decks: dict[str, Any] = {}
    for zone, name in (("battle_deck", "battle"), ("army_deck", "army"), ("viking_deck", "vikings")):
        cards = tuple(card for card, count in box.pile(name, earls).items() for _ in range(count))
        decks[zone] = hidden(len(cards)) if chance is None else shuffled(cards, chance)
    return decks
