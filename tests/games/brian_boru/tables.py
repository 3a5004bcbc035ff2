"""Brian Boru tables for tests, written as a person would write them.

Towns are a line of text: ``"C1 ana; M4 bruno viking; L2 ana monastery"``. Tables that take many moves to reach are
played to with a seed.
"""

from functools import cache
from typing import Any

from service.games.brian_boru.game import GAME as game
from tests.games.playing import Playing, told

NAMES = ("ana", "bruno", "carla", "dario", "eva")
CARDS = {3: 8, 4: 6, 5: 5}
ROUNDS = {3: 3, 4: 4, 5: 4}


def towns(text: str) -> dict[str, dict[str, Any]]:
    board = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        town, disc, *what = part.split()
        board[town] = {"disc": disc, **dict.fromkeys(what, True)}
    return board


def player(name: str, **zones: Any) -> dict[str, Any]:
    """A player in the middle of a game, all zones told."""
    start = {"points": 10, "coins": 3, "renown": 1, "marriage": 0, "church": 0, "raiders": 0}
    return {"name": name, **start, "claims": [], "marriages": [], "hand": [], "dealt": [], "picked": [], **zones}


def state(phase: str, count: int = 3, board: str = "", **zones: Any) -> dict[str, Any]:
    """A whole table in round 2: nobody knows the hands or the piles. ``ana={…}`` changes a player's zones."""
    names = NAMES[:count]
    players = [player(name, **zones.pop(name, {})) for name in names]
    left = ROUNDS[count] - 2 + (phase == "preparation")
    return {
        "options": zones.pop("options", {}),
        "phase": phase,
        "round": 2,
        "players": players,
        "marker": "ana",
        "towns": towns(board),
        "raiders": 0 if phase == "preparation" else 12,
        "face_up": [],
        "alliance": None,
        "marriage_card": None if phase == "preparation" else "brigid",
        "marriage_pile": ["?"] * (left - 1) + ["princess"],
        "marriages_gone": [],
        "viking_pile": ["?"] * (6 if phase == "preparation" else 5),
        "vikings_gone": [9] if phase == "preparation" else [9, 12],
        "trick": None,
        "discard": [],
        "unseen": [],
        "pending": [],
        **zones,
    }


BOARD = "C4 ana; L4 ana; M1 bruno; N1 bruno; U1 carla; S1 carla"
"""Two towns each for three players."""


def opening_state(count: int = 3, board: str = "", **zones: Any) -> dict[str, Any]:
    """Before the first round: ana holds the marker."""
    told = state("opening", count, board)
    told.update(round=1, raiders=0, marriage_card=None, vikings_gone=[], viking_pile=["?"] * 7)
    told["marriage_pile"] = ["?"] * (ROUNDS[count] - 1) + ["princess"]
    return {**told, **zones}


def drafting(count: int = 3, **zones: Any) -> dict[str, Any]:
    """Ana knows her cards; nobody has chosen yet."""
    hidden = ["?"] * CARDS[count]
    told = {name: {"dealt": hidden} for name in NAMES[1:count]}
    told["ana"] = {"dealt": [1, 5, 9, 13, 17, 20, 22, 25][: CARDS[count]]}
    told.update({name: {**told[name], **zones.pop(name)} for name in NAMES[:count] if name in zones})
    unseen = ["?"] * (25 - count * CARDS[count])
    return state("draft", count, BOARD, **{**told, "unseen": unseen, **zones})


def trick_due(count: int = 3, board: str = BOARD, **zones: Any) -> dict[str, Any]:
    """Ana is to lead; four cards in each hand, hers are known."""
    told: dict[str, Any] = {name: {"hand": ["?"] * 4} for name in NAMES[1:count]}
    told["ana"] = {"hand": [2, 11, 13, 17]}
    for name in NAMES[:count]:
        told[name] = {**told[name], **zones.pop(name, {})}
    unseen = ["?"] * (25 - count * CARDS[count])
    discard = ["?"] * (25 - 4 * count - len(unseen))
    return state("trick", count, board, **{**told, "unseen": unseen, "discard": discard, **zones})


def played(*cards: tuple[str, int]) -> list[dict[str, Any]]:
    return [{"player": name, "card": card} for name, card in cards]


def acting(
    *cards: tuple[str, int],
    town: str | None = "C1",
    winner: str | None,
    board: str = BOARD,
    hand: int = 2,
    **zones: Any,
) -> dict[str, Any]:
    """Everybody has played; these cards are still to be acted on."""
    count = zones.pop("count", 3)
    told: dict[str, Any] = {name: {"hand": ["?"] * hand} for name in NAMES[:count]}
    for name in NAMES[:count]:
        told[name] = {**told[name], **zones.pop(name, {})}
    unseen = ["?"] * (25 - count * CARDS[count])
    discard = ["?"] * (25 - hand * count - len(unseen) - len(cards))
    if winner is not None and winner not in dict(cards):
        town = None  # taken already
    trick = {"town": town, "played": played(*cards), "winner": winner}
    marker = None if town else winner
    return state(
        "actions",
        count,
        board,
        **{**told, "unseen": unseen, "discard": discard, "trick": trick, "marker": marker, **zones},
    )


def upkeep(phase: str, board: str = BOARD, count: int = 3, **zones: Any) -> dict[str, Any]:
    """The action phase is over. With nothing pending the step is about to be resolved."""
    discard = ["?"] * (25 - (25 - count * CARDS[count]))
    zones.setdefault("marriage_card", "brigid" if phase == "marriage" else None)
    return state(phase, count, board, **{"discard": discard, "unseen": ["?"] * (25 - count * CARDS[count]), **zones})


def last_action(board: str = BOARD, count: int = 3, **zones: Any) -> dict[str, Any]:
    """Ana is the last to act in the last trick: with card 20 she takes two coins, and the upkeep follows."""
    marker = zones.pop("marker", "bruno")
    return acting(
        ("ana", 20), town=None, winner=marker, board=board, hand=1, count=count, **{"marker": marker, **zones}
    )


LAST = {"type": "act", "player": "ana", "action": "upper"}
"""The move that ends the action phase of ``last_action``."""


def act(action: str, player: str = "ana", **more: Any) -> dict[str, Any]:
    return {"type": "act", "player": player, "action": action, **more}


def lead(town: str, card: int, player: str = "ana") -> dict[str, Any]:
    return {"type": "lead", "player": player, "town": town, "card": card}


def play_card(card: int, player: str = "bruno") -> dict[str, Any]:
    return {"type": "play", "player": player, "card": card}


def pick(*cards: Any, player: str = "ana") -> dict[str, Any]:
    return {"type": "pick", "player": player, "cards": list(cards)}


def pending(decision: str, name: str, **more: Any) -> list[dict[str, Any]]:
    return [{"decision": decision, "player": name, **more}]


PLAYING = Playing(game, NAMES)
base, opening, play = PLAYING.base, PLAYING.opening, PLAYING.play


@cache
def finished(count: int = 3, seed: int = 1, **options: Any) -> dict[str, Any]:
    table, _ = play(opening(count, seed, **options), seed)
    return told(table)
