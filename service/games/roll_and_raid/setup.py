"""The opening: blank sheets, and a raid deck that a seed puts in order or that stays hidden.

The order comes from ``random()`` of a seeded generator, the one sequence that Python promises to keep, so the same
seed gives the same table in every release. Dice are rolled at the table: a seed fixes no roll.
"""

from random import Random
from typing import Any

from msgspec import UNSET

from schemas.roll_and_raid import Clan, Help, Options, State, Tracks
from service.games.roll_and_raid.pack import Box
from service.referee.choices import Choices
from service.referee.hidden import hidden


def setup(players: tuple[str, ...], options: Options, seed: int | None, box: Box, choices: Choices) -> State:
    return State(
        options=options,
        clans=len(players),
        phase="setup",
        round=1,
        players=tuple(Clan(name=name, **_blank_sheet(box)) for name in players),
        dice=None,
        display=(),
        deck=_deck(len(players), seed, box),
        raids=(),
    )


def _blank_sheet(box: Box) -> dict[str, Any]:
    """setup/sheet: what a sheet has before the game; what the pack does not tell stays unknown."""
    hall = box.pack.great_hall
    vikings = UNSET if hall is UNSET else hall.start
    port, armoury = (_filled(box, zone) for zone in ("port", "armoury"))
    return {
        "rounds": 0,
        "vikings": vikings,
        "axes": UNSET if armoury is UNSET else len(armoury),
        "ships": UNSET if port is UNSET else len(port),
        "hall": vikings,
        "armoury": armoury,
        "port": port,
        "tracks": Tracks(brown=0, grey=0, orange=0),
        "settlements": {},
        "gods": {},
        "developments": (),
        "favours_used": (),
        "altar": 0,
        "sacrifices": {},
        "dice_used": (),
        "raised": {},
        "help": Help(plus=0, rerolls=0),
        "waiting": (),
        "done": False,
        "choice": None,
        "raids": (),
    }


def _filled(box: Box, zone: str) -> Any:
    storage = getattr(box, zone)
    return UNSET if storage is None else tuple(hexagon.id for hexagon in storage.hexagons[: storage.start])


def _deck(clans: int, seed: int | None, box: Box) -> Any:
    """setup/deck, setup/level-order, setup/lowest-first."""
    levels = (box.decks or {}).get(clans)
    if levels is None or box.cards is None:
        return UNSET
    if seed is None or "cards" not in box.whole:
        return hidden(len(levels))
    chance = Random(seed)
    deck: list[str] = []
    for level in sorted(set(levels)):
        rest = [name for name, card in box.cards.items() if card.level == level]
        for _ in range(levels.count(level)):
            deck.append(rest.pop(int(chance.random() * len(rest))))
    return tuple(deck)
