"""Kingdomino the slow way: every function does what the rulebook says, by trying and counting.

Nothing here knows the engine. It works on whole tables as JSON has them (``state``, ``move``, ``pack``), in the
order of the Spanish book; the headings named in the docstrings are those of the book. Where editions differ, or the
books are silent, the value of the named option decides (``option``).

A square is ``(x, y)``: x grows east, y grows north, the castle is at ``(0, 0)``. A half of a domino is
``(terrain, crowns)``. A kingdom is a list of ``{"domino", "x", "y", "to"}`` in which ``(x, y)`` is the square of
half a and ``to`` the side (n, e, s, w) on which half b lies. The squares of a kingdom are a dict
``{(x, y): (terrain, crowns)}`` without the castle.
"""

import copy
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

Plain = dict[str, Any]
Spot = tuple[int, int]
Half = tuple[str, int]
Squares = dict[Spot, Half]
Dominoes = Mapping[int, tuple[Half, Half]]

CASTLE = (0, 0)
SIDES = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
BY_EDITION = {
    "three_players": {"es": "all-48", "first": "twelve-out"},
    "first_round_of_two": {"es": "one-two-one", "first": "drawn"},
    "tie_break": {"es": "territory", "first": "territory-then-crowns"},
    "harmony": {"es": "full-grid", "first": "no-discards"},
    "middle_kingdom": {"es": "box", "first": "box"},
}


# The interface


def legal_moves(state: Plain, pack: Plain) -> list[Plain]:
    """Every legal move: each that could be meant is tried. A reveal is listed only if it is known what comes up.

    A domino with two like halves can be turned round on the same squares: that is listed once, with n or e.
    """
    return [move for move in candidates(state, pack) if not violations(state, move, pack)]


def violations(state: Plain, move: Plain, pack: Plain) -> list[str]:
    """The rules that the move breaks, the most specific first; none means that it is legal."""
    if state["phase"] == "over":
        return ["end/over"]
    match move["type"]:
        case "reveal":
            return reveal_problems(state, move.get("dominoes"), pack)
        case "draw":
            return draw_problems(state, move["kings"])
        case "choose":
            return choose_problems(state, move["player"], move["domino"])
        case "place":
            return place_problems(state, move, pack)
    return discard_problems(state, move["player"], move["domino"], pack)


def apply(state: Plain, move: Plain, pack: Plain) -> Plain:
    """The table after a legal move, and after everything that follows from it without a choice."""
    assert not violations(state, move, pack), "only a legal move can be played"
    after = copy.deepcopy(state)
    match move["type"]:
        case "reveal":
            reveal(after, move.get("dominoes") or come_next(state, pack) or [])
        case "draw":
            after["kings_drawn"] = list(move["kings"])
        case "choose":
            slot_of(after["next_line"], move["domino"])["king"] = move["player"]
        case "place":
            lying = {name: move[name] for name in ("domino", "x", "y", "to")}
            player_of(after, move["player"])["kingdom"].append(lying)
            after["current_line"].remove(slot_of(after["current_line"], move["domino"]))
        case "discard":
            player_of(after, move["player"])["discarded"].append(move["domino"])
            after["current_line"].remove(slot_of(after["current_line"], move["domino"]))
    move_up(after)
    return after


def score(state: Plain, pack: Plain) -> Plain:
    """The points of all kingdoms as they lie now, and the ranking."""
    points = {player["name"]: points_at_table(state, player, pack) for player in state["players"]}
    crowns = option(state, "tie_break") == "territory-then-crowns"
    totals = {name: own["total"] for name, own in points.items()}
    return {"totals": totals, "ranking": ranking(points, crowns_break_ties=crowns)}


def normal(state: Plain) -> Plain:
    """The table with those zones in order whose order means nothing: all but the pile, the draw and the players."""
    result = copy.deepcopy(state)
    result["options"]["variants"] = sorted(result["options"].get("variants", []))
    for player in result["players"]:
        player["kingdom"].sort(key=lambda lying: lying["domino"])
        player["discarded"].sort()
    for zone in ("current_line", "next_line"):
        result[zone].sort(key=lambda slot: slot["domino"])
    result["leftovers"] = sorted(result.get("leftovers", []))
    return result


# The table


def option(state: Plain, name: str) -> str:
    """The value of a choice: as agreed, else as the edition has it."""
    options = state.get("options", {})
    return options.get("house_rules", {}).get(name) or BY_EDITION[name][options.get("edition", "es")]


def variant(state: Plain, name: str) -> bool:
    return name in state.get("options", {}).get("variants", [])


def names_of(state: Plain) -> list[str]:
    return [player["name"] for player in state["players"]]


def player_of(state: Plain, name: str) -> Plain:
    return next(player for player in state["players"] if player["name"] == name)


def slot_of(line: list[Plain], domino: int) -> Plain:
    return next(slot for slot in line if slot["domino"] == domino)


def dominoes_of(pack: Plain) -> Dominoes:
    """The dominoes of a pack: number -> (half a, half b)."""
    return {
        entry["number"]: (
            (entry["a"]["terrain"], entry["a"]["crowns"]),
            (entry["b"]["terrain"], entry["b"]["crowns"]),
        )
        for entry in pack["dominoes"]
    }


def kings_each(state: Plain) -> int:
    """Preparación; Ajustes, 2 jugadores: one king for each player, two with two players."""
    return 2 if len(state["players"]) == 2 else 1


def line_length(state: Plain) -> int:
    """Primera ronda, 1; Ajustes, 3 jugadores: four dominoes a line; three in the first edition's game of three."""
    return 3 if len(state["players"]) == 3 and option(state, "three_players") == "twelve-out" else 4


def dominoes_in_play(players: int, great_duel: bool, twelve_out: bool) -> int:
    """Ajustes; Variantes, El Gran Duelo: how many dominoes the pile holds at first."""
    if players == 2:
        return 48 if great_duel else 24
    return 36 if players == 3 and twelve_out else 48


def size_of(state: Plain) -> int:
    """Colocar una ficha, 1; Variantes, El Gran Duelo: 5x5, or 7x7."""
    return 7 if variant(state, "great-duel") else 5


def setup(names: Iterable[str], options: Plain, pile: Iterable[int | str]) -> Plain:
    """Preparación: castles without dominoes, the pile of the dominoes in play; nothing is turned up or drawn yet."""
    players = [{"name": name, "kingdom": [], "discarded": []} for name in names]
    state: Plain = {"options": options, "phase": "first-round", "players": players, "pile": list(pile)}
    state |= {"kings_drawn": [], "current_line": [], "next_line": [], "leftovers": []}
    assert len(players) in (2, 3, 4), "two, three or four players"
    assert len(set(names_of(state))) == len(players), "a player twice"
    great_duel = variant(state, "great-duel")
    assert not great_duel or len(players) == 2, "the great duel is for two"
    dominoes = dominoes_in_play(len(players), great_duel, option(state, "three_players") == "twelve-out")
    assert len(state["pile"]) == dominoes, f"{dominoes} dominoes are in play, not {len(state['pile'])}"
    known = [number for number in state["pile"] if number != "?"]
    assert len(set(known)) == len(known), "a domino is twice in the pile"
    return state


# What must happen now


def due(state: Plain) -> str:
    """Primera ronda; Estructura de una ronda: ``reveal``, ``draw``, ``choose``, ``place`` or ``over``."""
    if state["phase"] == "over":
        return "over"
    if state["phase"] == "first-round":
        if not state["next_line"]:
            return "reveal"
        return "choose" if state["kings_drawn"] else "draw"
    if king_in_hand(state):
        return "choose"
    if state["pile"] and not state["next_line"]:
        return "reveal"
    return "place"


def whose_turn(state: Plain) -> str | None:
    """Who has to choose or to place; nobody if the table has something to do, or the game is over."""
    now = due(state)
    if now == "choose":
        if state["phase"] == "first-round":
            chosen = [slot for slot in state["next_line"] if slot.get("king")]
            return state["kings_drawn"][len(chosen)]
        return king_in_hand(state)
    if now == "place":
        return first_in_line(state)["king"]
    return None


def first_in_line(state: Plain) -> Plain:
    """Estructura de una ronda: the king that stands first in the line, on the lowest number, plays first."""
    return min(state["current_line"], key=lambda slot: slot["domino"])


def king_in_hand(state: Plain) -> str | None:
    """Who has placed or discarded and not yet chosen: one king of that player stands on no domino."""
    if state["phase"] != "play" or not state["next_line"]:
        return None
    standing = Counter(slot.get("king") for slot in [*state["current_line"], *state["next_line"]])
    in_hand = [name for name in names_of(state) if standing[name] < kings_each(state)]
    return in_hand[0] if in_hand else None


def is_last_round(state: Plain) -> bool:
    """Final de la partida: the pile is empty, and there is no line to choose from."""
    return state["phase"] == "play" and not state["pile"] and not state["next_line"]


# Primera ronda, and Preparación de la ronda siguiente


def reveal_problems(state: Plain, dominoes: list[int] | None, pack: Plain) -> list[str]:
    """Primera ronda, 1 and 3; Preparación de la ronda siguiente: a new line once all kings have been put down.

    Final de la partida: none when the pile is used up, even if the last line is still being chosen from.
    """
    broken = []
    if due(state) != "reveal":
        broken.append("next-round/reveal")
    if not state["pile"]:
        broken.append("end/last-round")
    if dominoes is None:
        return [*broken, "setup/pile"] if come_next(state, pack) is None else broken
    if len(dominoes) != line_length(state):
        broken += ["three-players/dominoes", "line/size"] if len(state["players"]) == 3 else ["line/size"]
    unseen = set(dominoes_of(pack)) - set(in_sight(state))
    if len(set(dominoes)) != len(dominoes) or not set(dominoes) <= unseen:
        broken.append("components/dominoes")
    top, rest = state["pile"][: line_length(state)], state["pile"][line_length(state) :]
    known, further_down = set(top) - {"?"}, set(rest) - {"?"}
    only_known = "?" not in top and not set(dominoes) <= known
    if not known <= set(dominoes) or set(dominoes) & further_down or only_known:
        broken.append("setup/pile")
    return broken


def come_next(state: Plain, pack: Plain) -> list[int] | None:
    """The dominoes that come up next; None if they are hidden.

    The hidden ones are known all the same if no others are left: at the end of a game with all 48.
    """
    top, rest = state["pile"][: line_length(state)], state["pile"][line_length(state) :]
    known = [number for number in top if number != "?"]
    left = set(dominoes_of(pack)) - set(in_sight(state)) - set(known) - set(rest)
    if len(known) == len(top):
        return known
    return known + sorted(left) if len(left) == len(top) - len(known) else None


def in_sight(state: Plain) -> list[int]:
    """Every domino that has been turned up."""
    numbers = [slot["domino"] for zone in ("current_line", "next_line") for slot in state[zone]]
    for player in state["players"]:
        numbers += [lying["domino"] for lying in player["kingdom"]] + player["discarded"]
    return numbers + state.get("leftovers", [])


def reveal(state: Plain, dominoes: list[int]) -> None:
    """Primera ronda, 1: the next dominoes of the pile in ascending order, the lowest first."""
    state["pile"] = state["pile"][line_length(state) :]
    state["next_line"] = [{"domino": number, "king": None} for number in sorted(dominoes)]


def draw_problems(state: Plain, kings: list[str]) -> list[str]:
    """Primera ronda, 2; Ajustes, 2 jugadores: the kings come out of the hands one after the other, once a game.

    The book draws them when the first line lies there; as the one has no influence on the other, nothing forbids to
    draw them first.
    """
    broken = []
    if state["phase"] != "first-round" or state["kings_drawn"]:
        broken.append("first-round/draw")
    names = names_of(state)
    if Counter(kings) != Counter(names * kings_each(state)):
        broken += {2: ["two-players/kings"], 3: ["three-players/kings"]}.get(len(names), [])
        broken.append("setup/kings")
    elif len(names) == 2 and kings not in orders_of_two(names, option(state, "first_round_of_two")):
        broken.append("two-players/first-round")
    return broken


def orders_of_two(names: list[str], rule: str) -> list[list[str]]:
    """Ajustes, 2 jugadores: the starting player one, the rival two, the starting player one; or as agreed."""
    if rule == "drawn":
        return [list(order) for order in {*itertools.permutations([*names, *names])}]
    if rule == "alternate":
        return [[starter, rival, starter, rival] for starter, rival in (names, names[::-1])]
    return [[starter, rival, rival, starter] for starter, rival in (names, names[::-1])]


def move_up(state: Plain) -> None:
    """Primera ronda, 3; Preparación de la ronda siguiente; Ajustes, 3 jugadores; Final de la partida.

    When all kings stand on the new line and nothing is left to place, what nobody wanted is out of the game and what
    was chosen is to be placed. When nothing is left at all, the game is over.
    """
    kings = [slot for slot in state["next_line"] if slot.get("king")]
    if not state["current_line"] and len(kings) == kings_each(state) * len(state["players"]):
        left_over = [slot["domino"] for slot in state["next_line"] if not slot.get("king")]
        if left_over:
            state["leftovers"] = [*state.get("leftovers", []), *left_over]
        state["current_line"], state["next_line"] = kings, []
        state["phase"] = "play"
    if state["phase"] == "play" and not (state["current_line"] or state["next_line"] or state["pile"]):
        state["phase"] = "over"


# Estructura de una ronda


def turn_problems(state: Plain, player: str, action: str) -> list[str]:
    """Primera ronda, 2; Estructura de una ronda: who is to play, and what; ``action`` is ``choose`` or ``place``."""
    now = due(state)
    if state["phase"] == "first-round":
        if action == "place":
            return ["first-round/choose-only"]
        if now == "reveal":
            return ["next-round/reveal"]
        if now == "draw":
            return ["first-round/draw"]
        if whose_turn(state) == player:
            return []
        of_two = len(state["players"]) == 2 and option(state, "first_round_of_two") != "drawn"
        return ["two-players/first-round"] if of_two else ["first-round/order"]
    broken = []
    if action == "choose" and is_last_round(state):
        broken.append("end/last-round")
    if now == "reveal":
        broken.append("next-round/reveal")
        if action == "choose":
            broken.append("round/place-then-choose")
    elif now != action:
        broken.append("round/place-then-choose")
    if now != "reveal" and whose_turn(state) != player:
        broken.append("round/order")
    return broken


# 1 - Colocar una ficha


def place_problems(state: Plain, move: Plain, pack: Plain) -> list[str]:
    """Estructura de una ronda; 1 - Colocar una ficha: whose turn, which domino, and where."""
    broken = domino_problems(state, move["player"], move["domino"])
    kingdom = squares_of(player_of(state, move["player"])["kingdom"], dominoes_of(pack))
    domino = dominoes_of(pack)[move["domino"]]
    return broken + laying_rules(kingdom, domino, move["x"], move["y"], move["to"], size_of(state))


def domino_problems(state: Plain, player: str, domino: int) -> list[str]:
    """Estructura de una ronda: a player places the domino under the own king, the first in the line."""
    broken = turn_problems(state, player, "place")
    if any(domino == lying["domino"] for owner in state["players"] for lying in owner["kingdom"]):
        broken.insert(0, "place/fixed")
    own = [slot["domino"] for slot in state["current_line"] if slot["king"] == player]
    if domino not in own:
        broken.append("round/own-domino")
    elif domino != first_in_line(state)["domino"] and "round/order" not in broken:
        broken.append("round/order")
    return broken


def laying_rules(old: Squares, domino: tuple[Half, Half], x: int, y: int, to: str, size: int) -> list[str]:
    """1 - Colocar una ficha, 1, 3, 4 and 6: the ids of the rules against laying the domino there."""
    broken = []
    problems = laying_problems(old, domino, x, y, to, size)
    if "overlap" in problems:
        broken.append("place/overlap")
    if "bounds" in problems:
        without_castle = [*old, *squares_of_laying(domino, x, y, to)]
        if frame_is_within(without_castle, size):
            broken.append("place/bounds-with-castle")
        broken.append("variants/great-duel" if size == 7 else "place/bounds")
    if "match" in problems:
        broken.append("place/match")
        sides = {(x + dx, y + dy) for x, y in squares_of_laying(domino, x, y, to) for dx, dy in SIDES.values()}
        if domino[0][0] == domino[1][0] and sides & {CASTLE, *old}:
            broken.append("place/own-half")
    if broken and not fits_somewhere(old, domino, size):
        broken.append("discard/forced")
    return broken


def laying_problems(old: Squares, domino: tuple[Half, Half], x: int, y: int, to: str, size: int = 5) -> set[str]:
    """1 - Colocar una ficha, 1, 3 and 4: what speaks against laying this domino here.

    - ``overlap``: a half would lie on the castle or on a square already taken.
    - ``bounds``: with it the kingdom (castle included) would be wider or higher than ``size``.
    - ``match``: neither half has the castle, or an old square of its own terrain, at one of its sides.

    Each half is looked at by itself: the terrain of one half says nothing about the neighbours of the other, and the
    other half is no neighbour. One good contact is enough, whatever the other contacts are.
    """
    new = squares_of_laying(domino, x, y, to)
    problems = set()
    if overlaps(old, new):
        problems.add("overlap")
    if not frame_is_within([CASTLE, *old, *new], size):
        problems.add("bounds")
    if not is_connected(old, new):
        problems.add("match")
    return problems


def overlaps(old: Squares, new: Squares) -> bool:
    return any(square == CASTLE or square in old for square in new)


def is_connected(old: Squares, new: Squares) -> bool:
    """1 - Colocar una ficha, 3 and 4: a half beside the castle, or beside an old square of its own terrain."""
    for square, (terrain, _crowns) in new.items():
        for beside in neighbours(square):
            if beside in new:
                continue
            if beside == CASTLE or (beside in old and old[beside][0] == terrain):
                return True
    return False


def neighbours(square: Spot) -> list[Spot]:
    """The four squares that share a side with this one; corners do not count."""
    x, y = square
    return [(x + step_x, y + step_y) for step_x, step_y in SIDES.values()]


def squares_of_laying(domino: tuple[Half, Half], x: int, y: int, to: str) -> Squares:
    """The two squares a lying domino covers, and what is on each."""
    step_x, step_y = SIDES[to]
    return {(x, y): domino[0], (x + step_x, y + step_y): domino[1]}


def squares_of(kingdom: list[Plain], dominoes: Dominoes) -> Squares:
    """All terrain squares of a kingdom. The castle has no terrain, so it is not among them.

    Raises AssertionError if two dominoes share a square or one lies on the castle: that is no kingdom.
    """
    squares: Squares = {}
    for lying in kingdom:
        laid = squares_of_laying(dominoes[lying["domino"]], lying["x"], lying["y"], lying["to"])
        for square, half in laid.items():
            assert square != CASTLE, f"domino {lying['domino']} lies on the castle"
            assert square not in squares, f"domino {lying['domino']} lies on another domino at {square}"
            squares[square] = half
    return squares


def frame_of(squares: Iterable[Spot]) -> tuple[int, int, int, int]:
    """The smallest upright rectangle round these squares: west, east, south, north edge."""
    spots = list(squares)
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    return min(xs), max(xs), min(ys), max(ys)


def frame_is_within(squares: Iterable[Spot], size: int) -> bool:
    """Whether the squares are at most ``size`` wide and at most ``size`` high, gaps included."""
    west, east, south, north = frame_of(squares)
    return east - west + 1 <= size and north - south + 1 <= size


def legal_layings(old: Squares, domino: tuple[Half, Half], size: int = 5) -> Iterator[tuple[int, int, str]]:
    """Every legal ``(x, y, to)`` for this domino, by trying all squares and sides that can fit.

    The castle is part of the kingdom, so no square can be ``size`` or more away from it.
    """
    for x, y in itertools.product(range(-size + 1, size), repeat=2):
        for to in SIDES:
            new = squares_of_laying(domino, x, y, to)
            if not overlaps(old, new) and is_connected(old, new) and frame_is_within([CASTLE, *old, *new], size):
                yield x, y, to


def fits_somewhere(old: Squares, domino: tuple[Half, Half], size: int = 5) -> bool:
    return any(True for _ in legal_layings(old, domino, size))


def discard_problems(state: Plain, player: str, domino: int, pack: Plain) -> list[str]:
    """1 - Colocar una ficha, 6 and 7: what fits nowhere is discarded, and nothing else."""
    broken = domino_problems(state, player, domino)
    kingdom = squares_of(player_of(state, player)["kingdom"], dominoes_of(pack))
    if "place/fixed" not in broken and fits_somewhere(kingdom, dominoes_of(pack)[domino], size_of(state)):
        broken.insert(0, "discard/at-will")
    return broken


# 2 - Elegir una ficha


def choose_problems(state: Plain, player: str, domino: int) -> list[str]:
    """Primera ronda, 2; 2 - Elegir una ficha: any domino of the next line on which no king stands."""
    broken = turn_problems(state, player, "choose")
    slots = [slot for slot in state["next_line"] if slot["domino"] == domino]
    if not slots:
        broken.append("choose/in-line")
    elif slots[0].get("king"):
        broken.append("choose/free")
    return broken


def candidates(state: Plain, pack: Plain) -> list[Plain]:
    """Moves worth trying: every player with every domino of the lines, wherever it could lie in the kingdom."""
    kings = {*itertools.permutations(names_of(state) * kings_each(state))}
    moves: list[Plain] = [{"type": "reveal"}, *[{"type": "draw", "kings": list(order)} for order in kings]]
    dominoes = dominoes_of(pack)
    for player in state["players"]:
        name = player["name"]
        moves += [{"type": "choose", "player": name, "domino": slot["domino"]} for slot in state["next_line"]]
        for number in [slot["domino"] for slot in state["current_line"]]:
            if domino_problems(state, name, number):
                continue
            moves.append({"type": "discard", "player": name, "domino": number})
            half_a, half_b = dominoes[number]
            sides = "ne" if half_a == half_b else "nesw"
            moves += [
                {"type": "place", "player": name, "domino": number, "x": x, "y": y, "to": to}
                for x, y, to in legal_layings(
                    squares_of(player["kingdom"], dominoes), (half_a, half_b), size_of(state)
                )
                if to in sides
            ]
    return moves


# Final de la partida


def territories(squares: Squares) -> list[tuple[str, set[Spot], int]]:
    """Final de la partida, 1 and 3: the territories as (terrain, squares, crowns), joined side to side.

    The castle is no terrain and joins nothing. The order of the list means nothing.
    """
    found = []
    counted: set[Spot] = set()
    for start in sorted(squares):
        if start in counted:
            continue
        terrain = squares[start][0]
        territory = {start}
        to_look_at = [start]
        while to_look_at:
            for beside in neighbours(to_look_at.pop()):
                if beside in squares and beside not in territory and squares[beside][0] == terrain:
                    territory.add(beside)
                    to_look_at.append(beside)
        counted |= territory
        found.append((terrain, territory, sum(squares[square][1] for square in territory)))
    return found


def points_at_table(state: Plain, player: Plain, pack: Plain) -> dict[str, int]:
    """Final de la partida; Variantes: the points of a kingdom, with the variants and options of the table.

    Everybody is offered as many dominoes as fill the grid, so who has discarded none has earned Harmony of the first
    edition when all of them lie there, and not before.
    """
    squares = squares_of(player["kingdom"], dominoes_of(pack))
    size = size_of(state)
    harmony = is_full_grid(squares, size)
    if option(state, "harmony") == "no-discards":
        harmony = harmony and not player["discarded"]
    middle = castle_is_central(squares, size, option(state, "middle_kingdom"))
    return points_of(
        squares,
        harmony=variant(state, "harmony") and harmony,
        middle=variant(state, "middle-kingdom") and middle,
    )


def points_of(squares: Squares, harmony: bool = False, middle: bool = False) -> dict[str, int]:
    """Final de la partida, 2: each territory counts its squares times its crowns; then the bonuses, if earned."""
    own = territories(squares)
    points = sum(len(territory) * crowns for _, territory, crowns in own)
    return {
        "total": points + (5 if harmony else 0) + (10 if middle else 0),
        "largest": max((len(territory) for _, territory, _ in own), default=0),
        "crowns": sum(crowns for _, _, crowns in own),
    }


def ranking(points: Mapping[str, Mapping[str, int]], crowns_break_ties: bool = False) -> list[list[str]]:
    """Final de la partida: the players in groups, the best group first; those in one group share their place.

    More points are better; then the larger largest territory; then, in the first edition only, more crowns.
    """
    criteria = ["total", "largest", *(["crowns"] if crowns_break_ties else [])]

    def worth(name: str) -> list[int]:
        return [points[name][criterion] for criterion in criteria]

    groups: list[list[str]] = []
    for name in sorted(points, key=worth, reverse=True):
        if groups and worth(groups[-1][0]) == worth(name):
            groups[-1].append(name)
        else:
            groups.append([name])
    return groups


# Variantes


def is_full_grid(squares: Squares, size: int = 5) -> bool:
    """Armonía: castle and terrain fill a grid of size x size without a gap."""
    west, east, south, north = frame_of([CASTLE, *squares])
    full_size = east - west + 1 == size and north - south + 1 == size
    return full_size and len({CASTLE, *squares}) == size * size


def castle_is_central(squares: Squares, size: int = 5, reading: str = "box") -> bool:
    """Castillo Central: whether the castle is in the middle.

    - ``box``: as many columns west of it as east, as many rows south as north, in the frame round the kingdom.
    - ``full``: the same, and the frame is as large as it may be.
    - ``fits``: all lies within the size x size squares of which the castle is the central one.
    """
    assert reading in ("box", "full", "fits"), f"no such reading: {reading}"
    west, east, south, north = frame_of([CASTLE, *squares])
    if reading == "fits":
        reach = size // 2
        return west >= -reach and east <= reach and south >= -reach and north <= reach
    central = -west == east and -south == north
    if reading == "full":
        return central and east - west + 1 == size and north - south + 1 == size
    return central


def score_dynasty(states: list[Plain], pack: Plain) -> Plain:
    """Dinastía: the points of all games are added; the sum alone decides, equal sums share the place."""
    totals: Counter[str] = Counter()
    for state in states:
        totals.update(score(state, pack)["totals"])
    places = [[name for name in totals if totals[name] == sum_] for sum_ in sorted({*totals.values()}, reverse=True)]
    return {"totals": dict(totals), "ranking": places}


# Could this kingdom have been built?


def reachable(kingdom: list[Plain], dominoes: Dominoes, size: int = 5) -> bool:
    """Whether these dominoes can have been laid as they lie, in some order. (A number twice: no.)

    Greedy: lay any domino that can be laid now, until all lie or none can be laid.

    Why greedy is enough. Take first a kingdom in which no two dominoes overlap, none is on the castle, and the whole
    keeps within the size. Then ``overlap`` and ``bounds`` never stop a step, as a part of the kingdom has fewer
    squares and no larger frame than the whole. Only ``match`` can, and more squares on the table never take a contact
    away; so a domino that can be laid on some of the others can still be laid when more of them lie. Suppose a good
    order exists and greedy is stuck. Look at the first domino of the good order that greedy has not laid. All those
    before it lie, and it could be laid on them alone, so it can be laid now: greedy is not stuck after all.

    Otherwise two dominoes overlap, or one is on the castle, or the whole is too large. Then no order is good: the
    later one of the two, the one on the castle, or the very last one is illegal in each order. Greedy takes legal
    steps only and so cannot finish either.
    """
    if has_a_domino_twice(kingdom):
        return False
    lying: list[Plain] = []
    waiting = list(kingdom)
    while waiting:
        for piece in waiting:
            if can_be_laid_on(lying, piece, dominoes, size):
                lying.append(piece)
                waiting.remove(piece)
                break
        else:
            return False
    return True


def reachable_by_permutation(kingdom: list[Plain], dominoes: Dominoes, size: int = 5) -> bool:
    """The same question answered by trying every order. For a handful of dominoes only."""
    return not has_a_domino_twice(kingdom) and any(
        all(can_be_laid_on(list(order[:count]), order[count], dominoes, size) for count in range(len(order)))
        for order in itertools.permutations(kingdom)
    )


def has_a_domino_twice(kingdom: list[Plain]) -> bool:
    return len({lying["domino"] for lying in kingdom}) != len(kingdom)


def can_be_laid_on(lying: list[Plain], piece: Plain, dominoes: Dominoes, size: int) -> bool:
    old = squares_of(lying, dominoes)
    return not laying_problems(old, dominoes[piece["domino"]], piece["x"], piece["y"], piece["to"], size)
