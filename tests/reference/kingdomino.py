"""Kingdomino the slow way: every function does what the rulebook says, by trying and counting.

Nothing here knows the engine. Where the rulebook is silent or editions differ, the choice is a named
argument.

A square is ``(x, y)``: x grows east, y grows north, the castle is at ``(0, 0)``. A half of a domino is
``(terrain, crowns)``. A kingdom is a list of ``{"domino", "x", "y", "to"}`` in which ``(x, y)`` is the
square of half a and ``to`` the side (n, e, s, w) on which half b lies. Wherever a kingdom is asked for, a
dict of loose squares ``{(x, y): (terrain, crowns)}`` will do as well, except in the two ``reachable``
functions.
"""

import itertools
import json
from pathlib import Path

PACK = Path(__file__).resolve().parents[2] / "service" / "games" / "kingdomino" / "packs" / "base.json"
CASTLE = (0, 0)
SIDES = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}


def _read_pack(path):
    """The dominoes of a pack file: number -> (half a, half b)."""
    dominoes = {}
    for entry in json.loads(path.read_text(encoding="utf-8"))["dominoes"]:
        half_a = (entry["a"]["terrain"], entry["a"]["crowns"])
        half_b = (entry["b"]["terrain"], entry["b"]["crowns"])
        dominoes[entry["number"]] = (half_a, half_b)
    return dominoes


DOMINOES: dict[int, tuple[tuple[str, int], tuple[str, int]]] = _read_pack(PACK)


# Squares


def neighbours(square):
    """The four squares that share a side with this one; corners do not count."""
    x, y = square
    return [(x + step_x, y + step_y) for step_x, step_y in SIDES.values()]


def squares_of_domino(domino, x, y, to):
    """The two squares a lying domino covers, and what is on each."""
    half_a, half_b = DOMINOES[domino]
    step_x, step_y = SIDES[to]
    return {(x, y): half_a, (x + step_x, y + step_y): half_b}


def squares_of(kingdom):
    """All terrain squares of a kingdom. The castle has no terrain, so it is not among them.

    Raises AssertionError if two dominoes share a square or one lies on the castle: that is no kingdom.
    """
    if isinstance(kingdom, dict):
        return dict(kingdom)
    squares = {}
    for lying in kingdom:
        for square, half in squares_of_domino(lying["domino"], lying["x"], lying["y"], lying["to"]).items():
            assert square != CASTLE, f"domino {lying['domino']} lies on the castle"
            assert square not in squares, f"domino {lying['domino']} lies on another domino at {square}"
            squares[square] = half
    return squares


def box_of(squares):
    """The smallest upright rectangle round the castle and these squares: west, east, south, north edge."""
    xs = [x for x, y in [CASTLE, *squares]]
    ys = [y for x, y in [CASTLE, *squares]]
    return min(xs), max(xs), min(ys), max(ys)


def box_is_within(squares, size):
    """Whether the kingdom is at most ``size`` wide and at most ``size`` high, castle and gaps included."""
    west, east, south, north = box_of(squares)
    return east - west + 1 <= size and north - south + 1 <= size


# Placing and discarding


def placement_problems(kingdom, domino, x, y, to, size=5):
    """What speaks against laying this domino here; the empty set means that it is legal.

    - ``overlap``: a half would lie on the castle or on a square already taken.
    - ``bounds``: with it the kingdom (castle included) would be wider or higher than ``size``.
    - ``match``: neither half has the castle, or an old square of its own terrain, at one of its sides.

    Each half is looked at by itself: the terrain of one half says nothing about the neighbours of the
    other, and the other half is no neighbour. One good contact is enough, whatever the other contacts are.

    The three are judged apart from each other. If there is an ``overlap``, what the new domino would cover
    counts as covered, so it gives no contact; nobody should lean on ``match`` in that case.
    """
    old = squares_of(kingdom)
    new = squares_of_domino(domino, x, y, to)
    problems = set()

    for square in new:
        if square == CASTLE or square in old:
            problems.add("overlap")

    if not box_is_within([*old, *new], size):
        problems.add("bounds")

    connected = False
    for square, (terrain, _crowns) in new.items():
        for beside in neighbours(square):
            if beside in new:
                continue
            if beside == CASTLE:
                connected = True
            if beside in old and old[beside][0] == terrain:
                connected = True
    if not connected:
        problems.add("match")

    return problems


def legal_layings(kingdom, domino, size=5):
    """Every legal ``(x, y, to)`` for this domino, by trying all anchors and sides far beyond what can fit.

    The castle is part of the kingdom, so no square can be ``size`` or more away from it.
    """
    squares = squares_of(kingdom)
    layings = []
    for x in range(-size - 1, size + 2):
        for y in range(-size - 1, size + 2):
            for to in SIDES:
                if not placement_problems(squares, domino, x, y, to, size):
                    layings.append((x, y, to))
    return layings


def placements(kingdom, domino, size=5):
    """Every legal placement as the set of its squares with what is on them.

    A domino with two like halves can be turned round on the same squares: that is one placement, not two.
    """
    found = set()
    for x, y, to in legal_layings(kingdom, domino, size):
        found.add(frozenset(squares_of_domino(domino, x, y, to).items()))
    return found


def may_discard(kingdom, domino, size=5):
    """A domino is thrown away if it fits nowhere, and only then."""
    return len(placements(kingdom, domino, size)) == 0


# Could this kingdom have been built?


def _has_a_domino_twice(kingdom):
    numbers = [lying["domino"] for lying in kingdom]
    return len(set(numbers)) != len(numbers)


def reachable(kingdom, size=5):
    """Whether these dominoes can have been laid as they lie, in some order. (A number twice: no.)

    Greedy: lay any domino that can be laid now, until all lie or none can be laid.

    Why greedy is enough. Take first a kingdom in which no two dominoes overlap, none is on the castle, and
    the whole keeps within the size. Then ``overlap`` and ``bounds`` never stop a step, as a part of the
    kingdom has fewer squares and no larger box than the whole. Only ``match`` can, and more squares on the
    table never take a contact away; so a domino that can be laid on some of the others can still be laid
    when more of them lie. Suppose a good order exists and greedy is stuck. Look at the first domino of the
    good order that greedy has not laid. All those before it lie, and it could be laid on them alone, so it
    can be laid now: greedy is not stuck after all.

    Otherwise two dominoes overlap, or one is on the castle, or the whole is too large. Then no order is
    good: the later one of the two, the one on the castle, or the very last one is illegal in each order.
    Greedy takes legal steps only and so cannot finish either.
    """
    if _has_a_domino_twice(kingdom):
        return False
    lying = []
    waiting = list(kingdom)
    while waiting:
        for piece in waiting:
            if not placement_problems(lying, piece["domino"], piece["x"], piece["y"], piece["to"], size):
                lying.append(piece)
                waiting.remove(piece)
                break
        else:
            return False
    return True


def reachable_by_permutation(kingdom, size=5):
    """The same question answered by trying every order. For a handful of dominoes only."""
    if _has_a_domino_twice(kingdom):
        return False
    for order in itertools.permutations(kingdom):
        lying = []
        for piece in order:
            if placement_problems(lying, piece["domino"], piece["x"], piece["y"], piece["to"], size):
                break
            lying.append(piece)
        if len(lying) == len(kingdom):
            return True
    return False


# Scoring


def territories(kingdom):
    """The territories as ``(terrain, squares, crowns)``: squares of one terrain joined side to side.

    The castle is no terrain and joins nothing. The order of the list means nothing.
    """
    squares = squares_of(kingdom)
    found = []
    counted = set()
    for start in sorted(squares):
        if start in counted:
            continue
        terrain = squares[start][0]
        territory = {start}
        to_look_at = [start]
        while to_look_at:
            here = to_look_at.pop()
            for beside in neighbours(here):
                if beside in squares and beside not in territory and squares[beside][0] == terrain:
                    territory.add(beside)
                    to_look_at.append(beside)
        counted |= territory
        found.append((terrain, territory, sum(squares[square][1] for square in territory)))
    return found


def is_full_grid(kingdom, size=5):
    """Whether castle and terrain fill a grid of size x size without a gap."""
    squares = squares_of(kingdom)
    west, east, south, north = box_of(squares)
    if east - west + 1 != size or north - south + 1 != size:
        return False
    for x in range(west, east + 1):
        for y in range(south, north + 1):
            if (x, y) != CASTLE and (x, y) not in squares:
                return False
    return True


def castle_is_central(kingdom, size=5, reading="box"):
    """Whether the castle is in the middle.

    - ``box``: as many columns west of it as east, as many rows south as north, in the box round the kingdom.
    - ``full``: the same, and the box is as large as it may be.
    - ``fits``: all lies within the size x size squares of which the castle is the central one.
    """
    assert reading in ("box", "full", "fits"), f"no such reading: {reading}"
    west, east, south, north = box_of(squares_of(kingdom))
    if reading == "fits":
        reach = size // 2
        return west >= -reach and east <= reach and south >= -reach and north <= reach
    central = -west == east and -south == north
    if reading == "full":
        return central and east - west + 1 == size and north - south + 1 == size
    return central


def score(kingdom, variants=(), size=5, discarded=(), middle_kingdom="box", harmony="full-grid"):
    """Points of one kingdom as it lies now.

    Each territory: squares times its crowns. ``harmony`` (5 points) and ``middle-kingdom`` (10 points)
    count only if named among the variants; ``great-duel`` makes the size 7. Harmony read as ``full-grid``
    looks at the squares, read as ``no-discards`` only at whether the player has thrown a domino away.
    """
    assert harmony in ("full-grid", "no-discards"), f"no such reading: {harmony}"
    if "great-duel" in variants:
        size = 7

    points = 0
    largest = 0
    all_crowns = 0
    for _terrain, squares, crowns in territories(kingdom):
        points += len(squares) * crowns
        largest = max(largest, len(squares))
        all_crowns += crowns

    harmony_points = 0
    if "harmony" in variants:
        kept = is_full_grid(kingdom, size) if harmony == "full-grid" else len(discarded) == 0
        if kept:
            harmony_points = 5

    middle_points = 0
    if "middle-kingdom" in variants and castle_is_central(kingdom, size, middle_kingdom):
        middle_points = 10

    return {
        "territories": points,
        "harmony": harmony_points,
        "middle_kingdom": middle_points,
        "total": points + harmony_points + middle_points,
        "largest": largest,
        "crowns": all_crowns,
    }


def ranking(scores, crowns_break_ties=False):
    """The players in groups, best group first; those in one group share their place.

    More points are better; then the larger largest territory; then, in the first edition only, more crowns.
    Within a group the names stand in the order in which they were given.
    """

    def worth(name):
        mine = scores[name]
        if crowns_break_ties:
            return mine["total"], mine["largest"], mine["crowns"]
        return mine["total"], mine["largest"]

    groups = []
    for value in sorted({worth(name) for name in scores}, reverse=True):
        groups.append([name for name in scores if worth(name) == value])
    return groups


# A whole game


def first_round_of_two(starter, other, rule="one-two-one"):
    """In which order two players put their four kings down in the first round.

    By the book at hand the starter chooses one, the other two, the starter one. ``alternate`` is a house
    rule.
    """
    assert rule in ("one-two-one", "alternate"), f"no such rule: {rule}"
    if rule == "alternate":
        return [starter, other, starter, other]
    return [starter, other, other, starter]


class Game:
    """A whole game with a known pile.

    ``pile`` holds the dominoes in play in the order in which they come up (those removed unseen are not
    in it). ``kings`` is the whole order of choosing in the first round, one name for each king, as drawn.
    ``twelve_out`` is the first edition's three-player game: 36 dominoes, three a line, nothing left over.

    ``next_line`` is what is chosen from, ``current_line`` what is chosen and not yet placed; a slot is
    ``{"domino", "king"}``. As soon as the last king of a round is down, the next line becomes the current
    one, and a new line is due. A turn in play is: place or discard, then choose; the slot leaves the
    current line with the placing, and its king is in the player's hand until it is put down again.
    """

    def __init__(self, players, pile, kings, great_duel=False, twelve_out=False, two_kings_rule="one-two-one"):
        players, pile, kings = list(players), list(pile), list(kings)
        assert len(players) in (2, 3, 4), "two, three or four players"
        assert len(set(players)) == len(players), "a player twice"
        assert not great_duel or len(players) == 2, "the great duel is for two"
        assert not twelve_out or len(players) == 3, "twelve dominoes are taken out with three players only"

        if len(players) == 2:
            dominoes, self.line_length, kings_each = (48 if great_duel else 24), 4, 2
        elif len(players) == 3:
            dominoes, self.line_length, kings_each = (36, 3, 1) if twelve_out else (48, 4, 1)
        else:
            dominoes, self.line_length, kings_each = 48, 4, 1
        self.size = 7 if great_duel else 5

        assert len(pile) == dominoes, f"{dominoes} dominoes are in play, not {len(pile)}"
        assert len(set(pile)) == len(pile), "a domino is twice in the pile"
        assert set(pile) <= set(DOMINOES), "a domino that is not in the box"
        assert sorted(kings) == sorted(players * kings_each), f"each player has {kings_each} king(s)"
        if len(players) == 2 and two_kings_rule != "drawn":
            other = next(name for name in players if name != kings[0])
            order = first_round_of_two(kings[0], other, two_kings_rule)
            assert kings == order, f"the first round goes {order}"

        self.players = players
        self.pile = pile
        self.kings_to_come = kings
        self.first_round = True
        self.current_line = []
        self.next_line = []
        self.leftovers = []
        self.in_hand = None
        self.kingdoms = {name: [] for name in players}
        self.discarded = {name: [] for name in players}

    def due(self):
        """What must happen now: ``reveal``, ``choose``, ``place`` (or discard), or ``over``."""
        if self.first_round:
            return "choose" if self.next_line else "reveal"
        if self.in_hand is not None:
            return "choose"
        if self.pile and not self.next_line:
            return "reveal"
        return "place" if self.current_line else "over"

    def whose_turn(self):
        """The player to act, or None if the table must turn up a line or the game is over."""
        due = self.due()
        if due in ("reveal", "over"):
            return None
        if self.first_round:
            return self.kings_to_come[0]
        if self.in_hand is not None:
            return self.in_hand
        return self._first_slot()["king"]

    def reveal(self, dominoes=None):
        """The table turns up the next dominoes of the pile, lowest first. Named ones must be just those."""
        assert self.due() == "reveal", f"no new line is due, but: {self.due()}"
        drawn = self.pile[: self.line_length]
        assert dominoes is None or sorted(dominoes) == sorted(drawn), f"these come next: {sorted(drawn)}"
        self.pile = self.pile[self.line_length :]
        self.next_line = [{"domino": number, "king": None} for number in sorted(drawn)]

    def choose(self, player, domino):
        """A player puts a king on a domino of the next line on which no king stands."""
        assert self.due() == "choose", f"choosing is not due, but: {self.due()}"
        assert self.whose_turn() == player, f"it is the turn of {self.whose_turn()}"
        slots = [slot for slot in self.next_line if slot["domino"] == domino]
        assert slots, f"domino {domino} is not in the line"
        assert slots[0]["king"] is None, f"a king stands on domino {domino}"
        slots[0]["king"] = player
        if self.first_round:
            self.kings_to_come.pop(0)
            round_over = not self.kings_to_come
        else:
            self.in_hand = None
            round_over = not self.current_line
        if round_over:
            self._end_round()

    def place(self, player, domino, x, y, to):
        """A player lays the domino on which the king whose turn it is stands."""
        self._assert_to_place(player, domino)
        problems = placement_problems(self.kingdoms[player], domino, x, y, to, self.size)
        assert not problems, f"domino {domino} may not lie there: {sorted(problems)}"
        self.kingdoms[player].append({"domino": domino, "x": x, "y": y, "to": to})
        self._take_king_up(player)

    def discard(self, player, domino):
        """A player throws away the domino that fits nowhere. The king chooses on, as after placing."""
        self._assert_to_place(player, domino)
        assert may_discard(self.kingdoms[player], domino, self.size), f"domino {domino} must be placed"
        self.discarded[player].append(domino)
        self._take_king_up(player)

    def moves(self):
        """Every legal step now, as the wire has them. Both ways to lay a double are listed."""
        due = self.due()
        if due == "over":
            return []
        if due == "reveal":
            return [{"type": "reveal", "dominoes": sorted(self.pile[: self.line_length])}]
        player = self.whose_turn()
        if due == "choose":
            free = [slot["domino"] for slot in self.next_line if slot["king"] is None]
            return [{"type": "choose", "player": player, "domino": domino} for domino in free]
        domino = self._first_slot()["domino"]
        layings = legal_layings(self.kingdoms[player], domino, self.size)
        if not layings:
            return [{"type": "discard", "player": player, "domino": domino}]
        return [
            {"type": "place", "player": player, "domino": domino, "x": x, "y": y, "to": to} for x, y, to in layings
        ]

    def play(self, move):
        """Do one step told as on the wire."""
        steps = {"reveal": self.reveal, "choose": self.choose, "place": self.place, "discard": self.discard}
        steps[move["type"]](**{key: value for key, value in move.items() if key != "type"})

    def scores(self, variants=(), middle_kingdom="box", harmony="full-grid"):
        """The score of each kingdom as it lies now."""
        found = {}
        for name in self.players:
            found[name] = score(
                self.kingdoms[name], variants, self.size, self.discarded[name], middle_kingdom, harmony
            )
        return found

    def _first_slot(self):
        """The slot of the lowest number still to be placed."""
        return min(self.current_line, key=lambda slot: slot["domino"])

    def _assert_to_place(self, player, domino):
        assert self.due() == "place", f"placing is not due, but: {self.due()}"
        assert self.whose_turn() == player, f"it is the turn of {self.whose_turn()}"
        expected = self._first_slot()["domino"]
        assert domino == expected, f"the king whose turn it is stands on domino {expected}"

    def _take_king_up(self, player):
        """The placed domino leaves the line; its king goes down again if there is a line to choose from."""
        self.current_line.remove(self._first_slot())
        if self.next_line:
            self.in_hand = player

    def _end_round(self):
        """All kings are down: what nobody wanted is out of the game, what was chosen is to be placed."""
        self.leftovers += [slot["domino"] for slot in self.next_line if slot["king"] is None]
        self.current_line = [slot for slot in self.next_line if slot["king"] is not None]
        self.next_line = []
        self.first_round = False
