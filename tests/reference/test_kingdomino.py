"""The second referee of Kingdomino checked against positions worked out by hand, and against itself."""

import json
import random
from collections import Counter
from pathlib import Path

import pytest

from . import kingdomino as ref

FILE = Path(__file__).resolve().parents[2] / "service" / "games" / "kingdomino" / "packs" / "base.json"
PACK = json.loads(FILE.read_text(encoding="utf-8"))
DOMINOES = ref.dominoes_of(PACK)


def lay(domino, x, y, to):
    return {"domino": domino, "x": x, "y": y, "to": to}


def rows(*lines):
    """Loose squares from a drawing, north row first: ``C`` castle, ``.`` gap, ``w1`` wheat with one crown."""
    names = {"w": "wheat", "f": "forest", "l": "lake", "g": "grassland", "s": "swamp", "m": "mine"}
    cells = {(x, -y): cell for y, line in enumerate(lines) for x, cell in enumerate(line.split())}
    ((castle_x, castle_y),) = [square for square, cell in cells.items() if cell == "C"]
    return {
        (x - castle_x, y - castle_y): (names[cell[0]], int(cell[1:] or 0))
        for (x, y), cell in cells.items()
        if cell not in ("C", ".")
    }


def squares_of(kingdom):
    """The squares of lying dominoes; loose squares stay what they are."""
    return kingdom if isinstance(kingdom, dict) else ref.squares_of(kingdom, DOMINOES)


def problems_of(kingdom, domino, x, y, to, size=5):
    return ref.laying_problems(squares_of(kingdom), DOMINOES[domino], x, y, to, size)


def layings(kingdom, domino, size=5):
    return list(ref.legal_layings(squares_of(kingdom), DOMINOES[domino], size))


def placements(kingdom, domino, size=5):
    """Every legal placement as the set of its squares: a double turned round is the same placement."""
    return {
        frozenset(ref.squares_of_laying(DOMINOES[domino], *laying).items())
        for laying in layings(kingdom, domino, size)
    }


# A kingdom of dominoes with the two territories of the printed example: lake 5 x 2, swamp 2 x 0.
#
#   y
#   2   .  w  w  .  .
#   1   .  l1 l1 .  .
#   0   C  l  l  l  w
#  -1   s  .  .  .  .
#  -2   s  .  .  .  .
#       0  1  2  3  4  x
EXAMPLE = [
    lay(7, 1, 0, "e"),
    lay(30, 1, 1, "n"),
    lay(31, 2, 1, "n"),
    lay(14, 4, 0, "w"),
    lay(12, 0, -1, "s"),
]


# The box


def test_the_pack_has_the_squares_and_crowns_of_the_box():
    squares = Counter()
    for halves in DOMINOES.values():
        squares.update(halves)
    by_crowns = {
        "wheat": (21, 5, 0, 0),
        "forest": (16, 6, 0, 0),
        "lake": (12, 6, 0, 0),
        "grassland": (10, 2, 2, 0),
        "swamp": (6, 2, 2, 0),
        "mine": (1, 1, 3, 1),
    }
    assert sorted(DOMINOES) == list(range(1, 49))
    for terrain, counts in by_crowns.items():
        assert tuple(squares[(terrain, crowns)] for crowns in range(4)) == counts
    assert sum(squares.values()) == 96


# Placing


def test_squares_of_a_kingdom():
    assert squares_of([lay(19, 1, 0, "n")]) == {(1, 0): ("wheat", 1), (1, 1): ("forest", 0)}
    assert squares_of([]) == {}
    assert squares_of(EXAMPLE) == rows(
        ". w w . .",
        ". l1 l1 . .",
        "C l l l w",
        "s . . . .",
        "s . . . .",
    )
    with pytest.raises(AssertionError):
        squares_of([lay(1, 1, 0, "w")])
    with pytest.raises(AssertionError):
        squares_of([lay(1, 1, 0, "e"), lay(2, 2, 0, "n")])


def test_the_first_domino_lies_at_the_castle_in_24_ways_or_12_if_it_is_a_double():
    # Each of the four squares at the castle has three free sides; either half may be the one at the castle.
    assert len(placements([], 48)) == 24
    assert len(placements([], 1)) == 12
    assert len(layings([], 1)) == 24


@pytest.mark.parametrize(
    ("domino", "x", "y", "to", "problems"),
    [
        (1, -1, 0, "w", set()),  # the castle takes any terrain
        (3, 1, 1, "n", {"match"}),  # the castle only at a corner; its other half is no contact
        (8, 1, 1, "n", set()),  # lake on lake
        (14, 1, 1, "n", {"match"}),  # the wheat half touches the lake; the lake half touches nothing
        (14, 1, 2, "s", set()),  # turned round, lake touches lake
        (3, 0, 1, "e", set()),  # forest beside lake too, but one half is at the castle
        (8, 3, 0, "e", set()),  # exactly five wide
        (8, 4, 0, "e", {"match", "bounds"}),
        (8, 2, 0, "e", {"overlap"}),  # one half on the lake, beside the other lake
        (8, 0, 0, "n", {"overlap"}),  # on the castle, but beside the lake
        (8, 0, 0, "w", {"overlap"}),
        (3, 0, 0, "w", {"overlap", "match"}),  # beside no forest; the castle is under it, not beside it
        (7, 50, 50, "n", {"match", "bounds"}),
    ],
)
def test_problems_beside_a_lake(domino, x, y, to, problems):
    kingdom = [lay(7, 1, 0, "e")]
    assert problems_of(kingdom, domino, x, y, to) == problems


def test_the_castle_counts_in_the_box():
    # Lakes at x = 1 to 4: with the castle that is five wide, so nothing may lie at -1 or 5.
    kingdom = [lay(7, 1, 0, "e"), lay(8, 3, 0, "e")]
    assert problems_of(kingdom, 9, -1, 0, "n") == {"bounds"}
    assert problems_of(kingdom, 9, -1, 0, "n", size=7) == set()
    assert problems_of(kingdom, 9, 0, 1, "n") == set()
    assert {x for placement in placements(kingdom, 9) for (x, _y), _half in placement} == {0, 1, 2, 3, 4}


def test_gaps_are_allowed():
    kingdom = [lay(7, 1, 0, "e"), lay(8, 2, 1, "n"), lay(9, 1, 2, "w")]
    assert ref.reachable(kingdom, DOMINOES)
    assert (1, 1) not in squares_of(kingdom)


def test_discard_only_if_it_fits_nowhere():
    # All four sides of the castle are taken by wheat, lake and grassland: a swamp with a mine has no place.
    kingdom = [lay(1, 1, 0, "e"), lay(2, -1, 0, "w"), lay(7, 0, -1, "s"), lay(10, 0, 1, "n")]
    assert not placements(kingdom, 47)
    assert placements(kingdom, 48)
    assert placements([], 47)


def test_discard_because_of_the_box():
    # Castle in the middle of the south row; the only free squares are single ones, no domino has room.
    full = rows("w w . w w", "w w w w w", "w w w w w", "w w w w .", "w w C w w")
    assert not placements(full, 1)
    with_room = {square: half for square, half in full.items() if square != (0, 3)}
    assert placements(with_room, 1) == {frozenset({((0, 3), ("wheat", 0)), ((0, 4), ("wheat", 0))})}
    assert placements(full, 1, size=7)


# Reaching a kingdom


def test_order_in_the_list_does_not_matter():
    assert ref.reachable(EXAMPLE, DOMINOES)
    assert ref.reachable(EXAMPLE[::-1], DOMINOES)
    assert ref.reachable_by_permutation(EXAMPLE[::-1], DOMINOES)


@pytest.mark.parametrize(
    "kingdom",
    [
        [lay(7, 1, 1, "n")],  # not at the castle
        [lay(7, 1, 1, "n"), lay(8, 2, 1, "n")],  # like each other, but neither can be the first
        [lay(7, 1, 0, "e"), lay(8, 2, 0, "n")],  # one on the other
        [lay(7, 0, 0, "e")],  # on the castle
        [lay(7, 1, 0, "e"), lay(8, 3, 0, "e"), lay(9, -1, 0, "w")],  # seven wide
        [lay(7, 1, 0, "e"), lay(7, 0, 1, "n")],  # there is one such domino
    ],
)
def test_unreachable(kingdom):
    assert not ref.reachable(kingdom, DOMINOES)
    assert not ref.reachable_by_permutation(kingdom, DOMINOES)


def random_kingdom(rng, wanted, size=5):
    """A kingdom built legally, domino by domino."""
    kingdom = []
    for domino in rng.sample(sorted(DOMINOES), wanted):
        places = layings(kingdom, domino, size)
        if places:
            kingdom.append(lay(domino, *rng.choice(places)))
    return kingdom


def test_greedy_and_permutations_agree():
    rng = random.Random(5)
    verdicts = Counter()
    for _ in range(60):
        built = random_kingdom(rng, 5)
        assert ref.reachable(built, DOMINOES)
        rng.shuffle(built)
        spoiled = list(built)
        spoiled.pop(rng.randrange(len(spoiled)))
        moved = [dict(piece) for piece in built]
        rng.choice(moved)["x"] += rng.choice((-1, 1))
        strewn = [
            lay(domino, rng.randint(-2, 2), rng.randint(-2, 2), rng.choice("nesw"))
            for domino in rng.sample(sorted(DOMINOES), 2)
        ]
        for kingdom in (built, spoiled, moved, strewn):
            verdict = ref.reachable(kingdom, DOMINOES)
            assert verdict == ref.reachable_by_permutation(kingdom, DOMINOES)
            verdicts[verdict] += 1
    assert verdicts[True] > 50
    assert verdicts[False] > 50


# Scoring


def totals(squares, size=5, middle_kingdom="box"):
    """The points without a bonus, with Harmony, and with Middle Kingdom too."""
    harmony = ref.is_full_grid(squares, size)
    middle = ref.castle_is_central(squares, size, middle_kingdom)
    return tuple(
        ref.points_of(squares, *bonuses)["total"] for bonuses in ((False, False), (harmony, False), (harmony, middle))
    )


def test_the_printed_example():
    squares = squares_of(EXAMPLE)
    found = {(terrain, len(territory), crowns) for terrain, territory, crowns in ref.territories(squares)}
    assert found == {("lake", 5, 2), ("swamp", 2, 0), ("wheat", 2, 0), ("wheat", 1, 0)}
    assert ref.points_of(squares) == {"total": 10, "largest": 5, "crowns": 2}


def test_a_lone_castle():
    assert ref.points_of({}) == {"total": 0, "largest": 0, "crowns": 0}
    assert totals({}) == (0, 0, 10)
    assert totals({}, middle_kingdom="full") == (0, 0, 0)
    assert totals({}, middle_kingdom="fits") == (0, 0, 10)


def test_neither_corners_nor_the_castle_join_territories():
    squares = rows(
        "w1 w f1 .",
        "w C w f",
        ". w1 . f2",
    )
    # wheat 3 x 1 in the north-west; wheat 1 x 0 east of the castle and 1 x 1 south of it touch by the corner;
    # forest 1 x 1 in the north and 2 x 2 in the east touch by the corner. 3 + 0 + 1 + 1 + 4.
    assert len(ref.territories(squares)) == 5
    assert ref.points_of(squares) == {"total": 9, "largest": 3, "crowns": 5}


# Wheat 6 x 1, lake 8 x 3, forest 6 x 0, mine 2 x 3, swamp 2 x 2: 6 + 24 + 0 + 6 + 4 = 40.
FULL = rows(
    "w w1 w l l",
    "w w w l1 l",
    "f f C l1 l",
    "f f m l l1",
    "f f m3 s s2",
)


def test_a_full_grid_with_both_bonuses():
    assert ref.points_of(FULL, True, True) == {"total": 55, "largest": 8, "crowns": 9}
    for reading in ("box", "full", "fits"):
        assert totals(FULL, middle_kingdom=reading) == (40, 45, 55)
    # The same squares in a Great Duel fill no 7x7, and the frame is not as large as it may be.
    assert totals(FULL, size=7) == (40, 40, 50)
    assert totals(FULL, size=7, middle_kingdom="full") == (40, 40, 40)


def test_one_gap_ends_harmony_but_not_the_middle_kingdom():
    gap = {square: half for square, half in FULL.items() if square != (-2, 2)}
    assert totals(gap, middle_kingdom="full") == (39, 39, 49)


def test_a_full_grid_of_seven():
    squares = {(x, y): ("wheat", 0) for x in range(-3, 4) for y in range(-3, 4) if (x, y) != (0, 0)}
    assert totals(squares, size=7, middle_kingdom="full") == (0, 5, 15)


@pytest.mark.parametrize(
    ("lines", "box", "full", "fits"),
    [
        (("w w C w w",), True, False, True),
        (("w", "w", "C", "w", "w"), True, False, True),
        (("C w w",), False, False, True),
        (("C w w w",), False, False, False),
        (("w w C w",), False, False, True),
        (("w . .", "w C w", ". . w"), True, False, True),
        (("w w w w w", "w w w w w", "w w C w w", "w w w w w", ". . w . ."), True, True, True),
        (("w w w w w", "w w w w w", "w w C w w", "w w w w w"), False, False, True),
        (("w w w w w", "w C w w w", "w w w w w", "w w w w w", "w w w w w"), False, False, False),
    ],
)
def test_three_readings_of_the_middle_kingdom(lines, box, full, fits):
    for reading, central in (("box", box), ("full", full), ("fits", fits)):
        assert ref.castle_is_central(rows(*lines), 5, reading) == central, reading


def finished(kingdom, discarded=(), **options):
    """A finished game of two in which both have this kingdom, and only the second player's discards."""
    players = [
        {"name": "A", "kingdom": kingdom, "discarded": []},
        {"name": "B", "kingdom": kingdom, "discarded": list(discarded)},
    ]
    empty = {"kings_drawn": list("ABBA"), "current_line": [], "next_line": [], "pile": []}
    return {"options": {"edition": "es", "variants": [], **options}, "phase": "over", "players": players, **empty}


# Twelve dominoes that fill the grid: wheat 6 x 1, lake 8 x 1, forest 1 x 1, all else without crowns: 15.
#
#    2   w  w  w  f  f
#    1   w1 f  g  f  f
#    0   w  w  C  f  f
#   -1   l  l  l  l  l1
#   -2   l  l  l  f1 w
WHOLE = [
    *(lay(1, -2, 2, "e"), lay(13, 0, 2, "e"), lay(5, 2, 2, "s"), lay(19, -2, 1, "e"), lay(18, 1, 1, "w")),
    *(lay(2, -2, 0, "e"), lay(3, 1, 0, "e"), lay(7, -2, -1, "s"), lay(8, -1, -1, "s"), lay(9, 0, -1, "s")),
    *(lay(28, 1, -2, "n"), lay(30, 2, -1, "s")),
]


def test_the_first_edition_gives_harmony_for_no_discards():
    state = finished(WHOLE, edition="first", variants=["harmony"])
    assert ref.score(state, PACK)["totals"] == {"A": 20, "B": 20}
    # Whose grid is full need not wait until the others have placed their last domino.
    assert ref.score({**state, "phase": "play"}, PACK)["totals"] == {"A": 20, "B": 20}
    # Without domino 1 only three squares of wheat are joined to the crown.
    one_short = finished(WHOLE[1:], edition="first", variants=["harmony"])
    assert ref.score({**one_short, "phase": "play"}, PACK)["totals"] == {"A": 12, "B": 12}


def test_crowns_break_ties_in_the_first_edition():
    state = finished([])
    one, other = state["players"]
    # Wheat 3 x 1 against mine 1 x 3 and wheat 2 x 0: the larger territory decides in both editions.
    one["kingdom"] = [lay(19, 3, 0, "n"), lay(1, 1, 0, "e")]
    other["kingdom"] = [lay(48, 0, 1, "n"), lay(2, -1, 0, "w")]
    assert ref.score(state, PACK) == {"totals": {"A": 3, "B": 3}, "ranking": [["A"], ["B"]]}
    state["options"]["edition"] = "first"
    assert ref.score(state, PACK)["ranking"] == [["A"], ["B"]]
    # With forest 3 x 0 the second has as large a territory: the crowns decide, but only in the first edition.
    other["kingdom"] = [lay(48, 0, 1, "n"), lay(3, -1, 0, "w"), lay(17, -3, 0, "n")]
    assert ref.score(state, PACK)["ranking"] == [["B"], ["A"]]
    state["options"]["edition"] = "es"
    assert ref.score(state, PACK)["ranking"] == [["A", "B"]]


def test_a_dynasty_adds_the_points_of_its_games():
    one, other = finished(EXAMPLE), finished([])
    other["players"][1]["kingdom"] = [lay(45, 1, 0, "e")]
    assert ref.score_dynasty([one, other, one], PACK) == {"totals": {"A": 20, "B": 22}, "ranking": [["B"], ["A"]]}
    assert ref.score_dynasty([one, one], PACK)["ranking"] == [["A", "B"]]


def test_ranking():
    scores = {
        "ann": {"total": 30, "largest": 6, "crowns": 7},
        "bob": {"total": 40, "largest": 3, "crowns": 2},
        "cy": {"total": 30, "largest": 6, "crowns": 8},
        "di": {"total": 30, "largest": 7, "crowns": 1},
    }
    assert ref.ranking(scores) == [["bob"], ["di"], ["ann", "cy"]]
    assert ref.ranking(scores, crowns_break_ties=True) == [["bob"], ["di"], ["cy"], ["ann"]]


# Tilings


def tilings(size, castle):
    """In how many ways dominoes fill the grid around the castle: the first free square goes east or north."""
    free = [(x, y) for x in range(size) for y in range(size) if (x, y) != castle]

    def fill(left):
        if not left:
            return 1
        x, y = left[0]
        ways = 0
        for partner in ((x + 1, y), (x, y + 1)):
            if partner in left:
                ways += fill([square for square in left[1:] if square != partner])
        return ways

    return fill(free)


@pytest.mark.parametrize(("castle", "ways"), [((0, 0), 192), ((0, 1), 0), ((1, 1), 112), ((1, 2), 0), ((2, 2), 196)])
def test_where_the_castle_must_be_for_a_full_grid(castle, ways):
    assert tilings(5, castle) == ways


# Whole games


def start(names, pile, kings, **options):
    """A table at which the first line lies and the kings are drawn."""
    state = ref.setup(names, {"edition": "es", "variants": [], **options}, pile)
    state = ref.apply(state, {"type": "reveal"}, PACK)
    return ref.apply(state, {"type": "draw", "kings": list(kings)}, PACK)


def choose(player, domino):
    return {"type": "choose", "player": player, "domino": domino}


def place(player, *lying):
    return {"type": "place", "player": player, **lay(*lying)}


def discard(player, domino):
    return {"type": "discard", "player": player, "domino": domino}


def play(state, *moves):
    for move in moves:
        assert ref.violations(state, move, PACK) == [], move
        state = ref.apply(state, move, PACK)
    return state


def test_two_players_first_round_and_turn_order():
    pile = [20, 3, 48, 7, 1, 2, 4, 5, *[n for n in range(8, 48) if n != 20][:16]]
    state = ref.setup("AB", {"edition": "es", "variants": []}, pile)
    assert (ref.due(state), ref.whose_turn(state)) == ("reveal", None)
    state = play(state, {"type": "reveal", "dominoes": [3, 7, 20, 48]})
    assert [slot["domino"] for slot in state["next_line"]] == [3, 7, 20, 48]
    assert ref.violations(state, choose("A", 3), PACK) == ["first-round/draw"]
    for kings, broken in (("ABAB", "two-players/first-round"), ("AB", "two-players/kings")):
        assert ref.violations(state, {"type": "draw", "kings": list(kings)}, PACK)[0] == broken
    state = play(state, {"type": "draw", "kings": list("ABBA")})
    assert ref.violations(state, choose("B", 3), PACK) == ["two-players/first-round"]
    assert ref.violations(state, place("A", 3, 1, 0, "e"), PACK)[0] == "first-round/choose-only"
    state = play(state, choose("A", 20), choose("B", 3), choose("B", 7), choose("A", 48))
    assert ref.violations(state, place("B", 3, 1, 0, "e"), PACK) == ["next-round/reveal"]
    state = play(state, {"type": "reveal", "dominoes": [5, 4, 2, 1]})

    # B stands on 3 and 7, A on 20 and 48: B has two turns running.
    assert ref.whose_turn(state) == "B"
    assert ref.violations(state, choose("B", 1), PACK) == ["round/place-then-choose"]
    assert ref.violations(state, place("A", 20, 1, 0, "e"), PACK) == ["round/order"]
    assert ref.violations(state, place("B", 7, 1, 0, "e"), PACK) == ["round/order"]
    assert ref.violations(state, place("B", 48, 1, 0, "e"), PACK) == ["round/own-domino"]
    assert ref.violations(state, discard("B", 3), PACK) == ["discard/at-will"]
    assert ref.violations(state, place("B", 3, 1, 1, "e"), PACK) == ["place/match"]
    state = play(state, place("B", 3, 1, 0, "e"))
    assert (ref.due(state), ref.whose_turn(state)) == ("choose", "B")
    assert ref.violations(state, place("B", 7, -1, 0, "w"), PACK) == ["round/place-then-choose"]
    state = play(state, choose("B", 5))
    assert (ref.due(state), ref.whose_turn(state)) == ("place", "B")
    assert ref.violations(state, place("B", 3, -1, 0, "w"), PACK)[0] == "place/fixed"
    state = play(state, place("B", 7, -1, 0, "w"))
    assert ref.violations(state, choose("B", 5), PACK) == ["choose/free"]
    assert ref.violations(state, choose("B", 48), PACK) == ["choose/in-line"]
    state = play(
        state,
        choose("B", 1),
        place("A", 20, 1, 0, "e"),
        choose("A", 4),
        place("A", 48, -1, 0, "w"),
        choose("A", 2),
    )
    assert [slot["king"] for slot in state["current_line"]] == ["B", "A", "A", "B"]
    assert ref.due(state) == "reveal"


def test_a_hidden_pile_takes_any_dominoes_not_seen_yet():
    state = play(ref.setup("ABCD", {"edition": "es", "variants": []}, ["?"] * 48))
    state = play(state, {"type": "reveal", "dominoes": [9, 8, 7, 6]}, {"type": "draw", "kings": list("DCBA")})
    state = play(state, *[choose(king, domino) for king, domino in zip("DCBA", (9, 6, 7, 8), strict=True)])
    for dominoes, broken in (
        ([1, 2, 3, 9], ["components/dominoes"]),
        ([1, 2, 3, 3], ["components/dominoes"]),
        ([1, 2, 3], ["line/size"]),
        ([1, 2, 3, 4], []),
    ):
        assert ref.violations(state, {"type": "reveal", "dominoes": dominoes}, PACK) == broken
    state["pile"][1] = 10
    state["pile"][30] = 20
    for dominoes, broken in (([1, 2, 3, 4], ["setup/pile"]), ([1, 2, 10, 20], ["setup/pile"]), ([1, 2, 10, 3], [])):
        assert ref.violations(state, {"type": "reveal", "dominoes": dominoes}, PACK) == broken


def test_the_last_four_of_48_are_known_although_they_are_hidden():
    state = ref.setup("ABCD", {"edition": "es", "variants": []}, ["?"] * 48)
    assert ref.violations(state, {"type": "reveal"}, PACK) == ["setup/pile"]
    state.update(phase="play", kings_drawn=list("ABCD"), pile=["?"] * 4)
    state["players"][0]["discarded"] = list(range(1, 41))
    state["current_line"] = [{"domino": 44 - n, "king": king} for n, king in enumerate("ABCD")]
    state = play(state, {"type": "reveal"})
    assert [slot["domino"] for slot in state["next_line"]] == [45, 46, 47, 48]
    assert "end/last-round" in ref.violations(state, {"type": "reveal"}, PACK)


def test_the_kings_may_be_drawn_before_the_first_line_lies_there():
    state = ref.setup("ABC", {"edition": "es", "variants": []}, ["?"] * 48)
    assert len(ref.legal_moves(state, PACK)) == 6
    state = play(state, {"type": "draw", "kings": list("BCA")})
    assert ref.legal_moves(state, PACK) == []
    state = play(state, {"type": "reveal", "dominoes": [3, 1, 2, 4]})
    assert ref.whose_turn(state) == "B"
    assert ref.violations(state, {"type": "draw", "kings": list("BCA")}, PACK) == ["first-round/draw"]


def test_three_players_leave_one_over():
    state = start("ABC", range(1, 49), "CAB")
    state = play(state, choose("C", 4), choose("A", 1), choose("B", 2))
    assert state["leftovers"] == [3]
    assert [slot["domino"] for slot in state["current_line"]] == [1, 2, 4]


def test_who_discards_still_chooses():
    state = start("ABCD", [47, *range(1, 4), *range(5, 47), 48, 4], "ABCD")
    state = play(state, choose("A", 47), choose("B", 1), choose("C", 2), choose("D", 3), {"type": "reveal"})
    state = play(state, place("B", 1, 1, 0, "e"), choose("B", 5), place("C", 2, 1, 0, "e"), choose("C", 6))
    state = play(state, place("D", 3, 1, 0, "e"), choose("D", 7))
    # A swamp with a mine has no place beside wheat, lake and grassland on all sides of the castle.
    state["players"][0]["kingdom"] = [
        lay(13, 1, 0, "e"),
        lay(14, -1, 0, "w"),
        lay(17, 0, -1, "s"),
        lay(18, 0, 1, "n"),
    ]
    assert ref.legal_moves(state, PACK) == [discard("A", 47)]
    state = play(state, discard("A", 47))
    assert (ref.due(state), ref.whose_turn(state)) == ("choose", "A")
    assert ref.legal_moves(state, PACK) == [choose("A", 8)]


def test_impossible_tables():
    options = {"edition": "es", "variants": []}
    duel = {"edition": "es", "variants": ["great-duel"]}
    for players, pile, chosen in (
        ("AB", 24, duel),
        ("AB", 48, options),
        ("ABC", 36, options),
        ("ABC", 48, {**options, "edition": "first"}),
        ("ABCD", 47, options),
        ("ABCD", 48, duel),
        ("A", 24, options),
    ):
        with pytest.raises(AssertionError):
            ref.setup(players, chosen, range(1, pile + 1))


@pytest.mark.parametrize(
    ("players", "kings", "dominoes", "options", "lines", "offered", "left_over"),
    [
        ("AB", "BAAB", 24, {}, 6, 12, 0),
        ("AB", "BBAA", 24, {"edition": "first"}, 6, 12, 0),
        ("AB", "BABA", 24, {"house_rules": {"first_round_of_two": "alternate"}}, 6, 12, 0),
        ("AB", "ABBA", 48, {"variants": ["great-duel"]}, 12, 24, 0),
        ("ABC", "CAB", 48, {}, 12, 12, 12),
        ("ABC", "BCA", 36, {"edition": "first"}, 12, 12, 0),
        ("ABCD", "DBAC", 48, {}, 12, 12, 0),
    ],
)
def test_whole_games(players, kings, dominoes, options, lines, offered, left_over):
    rng = random.Random(len(players) * 100 + dominoes)
    state = start(players, rng.sample(range(1, 49), dominoes), kings, **options)
    reveals = 1
    turns = []
    while moves := ref.legal_moves(state, PACK):
        move = rng.choice(moves)
        if move["type"] == "reveal":
            reveals += 1
        elif move["type"] in ("place", "discard"):
            turns.append(move["domino"])
        state = ref.apply(state, move, PACK)
    assert state["phase"] == "over"
    assert reveals == lines
    # In each round every king has one turn, in the order of the numbers.
    assert len(turns) == lines * len(kings)
    for first in range(0, len(turns), len(kings)):
        assert turns[first : first + len(kings)] == sorted(turns[first : first + len(kings)])
    assert len(state["leftovers"]) == left_over
    size = ref.size_of(state)
    for player in state["players"]:
        assert len(player["kingdom"]) + len(player["discarded"]) == offered
        assert ref.reachable(player["kingdom"], DOMINOES, size)
        # At the end of a whole game the two wordings of Harmony are one.
        assert ref.is_full_grid(squares_of(player["kingdom"]), size) == (not player["discarded"])
    assert sum(len(group) for group in ref.score(state, PACK)["ranking"]) == len(players)
