"""Kingdomino tables for tests, written as a person would write them.

A kingdom is a line of text: ``"19 1,0 e; 5 3,0 n"`` is domino 19 with half a at 1,0 and half b to the east, then
domino 5. Tables that take many moves to reach are played to with a seed.
"""

from functools import cache
from typing import Any

from service.games.kingdomino.game import GAME as game
from tests.games.playing import Playing, told

NAMES = ("ana", "bruno", "carla", "dario")


def kingdom(text: str) -> list[dict[str, Any]]:
    dominoes = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        number, square, side = part.split()
        x, y = square.split(",")
        dominoes.append({"domino": int(number), "x": int(x), "y": int(y), "to": side})
    return dominoes


def squares(text: str) -> list[dict[str, Any]]:
    """``"lake2 1,0; lake 2,0"``: terrain with crowns, and the square."""
    told = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        face, square = part.split()
        x, y = square.split(",")
        told.append(
            {
                "x": int(x),
                "y": int(y),
                "terrain": face.rstrip("0123"),
                "crowns": int(face[-1]) if face[-1].isdigit() else 0,
            }
        )
    return told


def alone(text: str, **options: Any) -> dict[str, Any]:
    """One kingdom without a table around it."""
    state: dict[str, Any] = {"players": [{"name": "ana", "kingdom": kingdom(text)}]}
    return {**state, "options": options} if options else state


def line(*slots: Any) -> list[dict[str, Any]]:
    """``line((3, "ana"), 9)``: domino 3 with ana's king, domino 9 without one."""
    return [
        {"domino": slot[0], "king": slot[1]} if isinstance(slot, tuple) else {"domino": slot, "king": None}
        for slot in slots
    ]


def first_turn(count: int = 4, **options: Any) -> dict[str, Any]:
    """Everybody has chosen from the first line, the second one lies there, nobody has placed yet."""
    names = NAMES[:count]
    owners = {2: "abba", 3: "abc", 4: "abcd"}[count]
    chosen = [(number, NAMES["abcd".index(owner)]) for number, owner in zip((3, 9, 22, 41), owners, strict=False)]
    in_play = 24 if count == 2 and "great-duel" not in options.get("variants", ()) else 48
    state: dict[str, Any] = {
        "options": options,
        "phase": "play",
        "players": [{"name": name, "kingdom": [], "discarded": []} for name in names],
        "current_line": line(*chosen),
        "next_line": line(5, 12, 30, 40),
        "pile": ["?"] * (in_play - 8),
    }
    if count == 3:
        state["leftovers"] = [41]
    return state


def first_round(count: int = 4, **options: Any) -> dict[str, Any]:
    """The first line lies there, the kings are drawn, nobody has chosen."""
    drawn = {2: ["ana", "bruno", "bruno", "ana"], 3: ["carla", "ana", "bruno"], 4: ["carla", "ana", "dario", "bruno"]}
    state = first_turn(count, **options)
    state.update(phase="first-round", kings_drawn=drawn[count], current_line=[], next_line=line(3, 9, 22, 41))
    state["pile"] = state["pile"] + ["?"] * 4
    if count == 3:
        state["leftovers"] = []
    return state


def place(domino: int, x: int, y: int, to: str, player: str = "ana") -> dict[str, Any]:
    return {"type": "place", "player": player, "domino": domino, "x": x, "y": y, "to": to}


def choose(domino: int, player: str = "ana") -> dict[str, Any]:
    return {"type": "choose", "player": player, "domino": domino}


def discard(domino: int, player: str = "ana") -> dict[str, Any]:
    return {"type": "discard", "player": player, "domino": domino}


def reveal(*dominoes: int) -> dict[str, Any]:
    return {"type": "reveal", "dominoes": list(dominoes)} if dominoes else {"type": "reveal"}


PLAYING = Playing(game, NAMES)
base, opening, play = PLAYING.base, PLAYING.opening, PLAYING.play


@cache
def last_round(count: int = 4, seed: int = 1) -> dict[str, Any]:
    """The pile is used up; the first player of the last round is to place."""
    table, _ = play(
        opening(count, seed), seed, lambda t: t.state.phase == "play" and not t.state.pile and not t.state.next_line
    )
    return told(table)


@cache
def finished(count: int = 4, seed: int = 1, **options: Any) -> dict[str, Any]:
    table, _ = play(opening(count, seed, **options), seed)
    return told(table)
