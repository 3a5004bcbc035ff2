"""Tables drawn in letters. Kingdomino has one: the kingdom of the player who moves, or all of them."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from service.cli.words import Words

Square = tuple[int, int]
OFFSET = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
TERRAINS = ("wheat", "forest", "lake", "grassland", "swamp", "mine")
MOST_KINGDOMS = 4
WIDEST = 20
"""A kingdom of which squares lie farther apart than this is impossible, and not drawn."""


def kingdoms(question: Mapping[str, Any], answer: Mapping[str, Any], words: Words) -> list[str]:
    """The lines of the drawing; none where nothing can be drawn, as with a pack that came with the question."""
    if not isinstance(question.get("pack", "base"), str) or question.get("pack", "base") != "base":
        return []
    move = question.get("move") or {}
    state = answer.get("state") or question.get("state") or {}
    halves = _halves()
    lines: list[str] = []
    players = [player for player in state.get("players", ()) if move.get("player") in (None, player["name"])]
    for player in players[:MOST_KINGDOMS]:
        squares = dict(_squares(player, halves))
        proposed = dict(_lying(move, halves)) if move.get("type") == "place" else {}
        if drawing := _drawing({**squares, **proposed}, set(proposed), words):
            lines += ["", f"{player['name']}:", *drawing]
    return [*lines, "", _legend(words, bool(move.get("type") == "place"))] if lines else []


def _halves() -> dict[int, tuple[Any, Any]]:
    from service.games.kingdomino.game import GAME

    pack = msgspec.json.decode((GAME.packs / "base.json").read_bytes())
    return {domino["number"]: (domino["a"], domino["b"]) for domino in pack["dominoes"]}


def _squares(player: Mapping[str, Any], halves: Mapping[int, tuple[Any, Any]]) -> Iterator[tuple[Square, Any]]:
    for square in player.get("squares", ()):
        yield (square["x"], square["y"]), square
    for lying in player.get("kingdom", ()):
        yield from _lying(lying, halves)


def _lying(lying: Mapping[str, Any], halves: Mapping[int, tuple[Any, Any]]) -> Iterator[tuple[Square, Any]]:
    if lying["domino"] not in halves:
        return
    first, second = halves[lying["domino"]]
    x, y = lying["x"], lying["y"]
    right, up = OFFSET[lying["to"]]
    yield (x, y), first
    yield (x + right, y + up), second


def _drawing(squares: Mapping[Square, Any], proposed: set[Square], words: Words) -> list[str]:
    if not squares:
        return []
    columns = [x for x, _ in squares] + [0]
    rows = [y for _, y in squares] + [0]
    left, right, bottom, top = min(columns), max(columns), min(rows), max(rows)
    if right - left > WIDEST or top - bottom > WIDEST:
        return []
    lines = []
    for y in range(top, bottom - 1, -1):
        cells = (_cell((x, y), squares, proposed, words) for x in range(left, right + 1))
        lines.append(f"{y:>4} " + "".join(cells))
    return [*lines, "     " + "".join(f"{x:^4}" for x in range(left, right + 1))]


def _cell(place: Square, squares: Mapping[Square, Any], proposed: set[Square], words: Words) -> str:
    if place == (0, 0) and place not in proposed:
        return " ## "
    if place not in squares:
        return " .  "
    square = squares[place]
    text = words[square["terrain"]][0] + (str(square["crowns"]) if square.get("crowns") else " ")
    return f"[{text}]" if place in proposed else f" {text} "


def _legend(words: Words, with_move: bool) -> str:
    parts = [words[name] for name in (*TERRAINS, "castle", "crowns")]
    return ", ".join([*parts, words["new domino"]] if with_move else parts)
