"""The reference checked against positions worked out by hand, and against itself."""

import random
from collections import Counter

import pytest

from . import kingdomino as ref


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
    for halves in ref.DOMINOES.values():
        squares.update(halves)
    by_crowns = {
        "wheat": (21, 5, 0, 0),
        "forest": (16, 6, 0, 0),
        "lake": (12, 6, 0, 0),
        "grassland": (10, 2, 2, 0),
        "swamp": (6, 2, 2, 0),
        "mine": (1, 1, 3, 1),
    }
    assert sorted(ref.DOMINOES) == list(range(1, 49))
    for terrain, counts in by_crowns.items():
        assert tuple(squares[(terrain, crowns)] for crowns in range(4)) == counts
    assert sum(squares.values()) == 96


# Placing


def test_squares_of_a_kingdom():
    assert ref.squares_of([lay(19, 1, 0, "n")]) == {(1, 0): ("wheat", 1), (1, 1): ("forest", 0)}
    assert ref.squares_of([]) == {}
    assert ref.squares_of(EXAMPLE) == rows(
        ". w w . .",
        ". l1 l1 . .",
        "C l l l w",
        "s . . . .",
        "s . . . .",
    )
    with pytest.raises(AssertionError):
        ref.squares_of([lay(1, 1, 0, "w")])
    with pytest.raises(AssertionError):
        ref.squares_of([lay(1, 1, 0, "e"), lay(2, 2, 0, "n")])


def test_the_first_domino_lies_at_the_castle_in_24_ways_or_12_if_it_is_a_double():
    # Each of the four squares at the castle has three free sides; either half may be the one at the castle.
    assert len(ref.placements([], 48)) == 24
    assert len(ref.placements([], 1)) == 12
    assert len(ref.legal_layings([], 1)) == 24


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
    assert ref.placement_problems(kingdom, domino, x, y, to) == problems


def test_the_castle_counts_in_the_box():
    # Lakes at x = 1 to 4: with the castle that is five wide, so nothing may lie at -1 or 5.
    kingdom = [lay(7, 1, 0, "e"), lay(8, 3, 0, "e")]
    assert ref.placement_problems(kingdom, 9, -1, 0, "n") == {"bounds"}
    assert ref.placement_problems(kingdom, 9, -1, 0, "n", size=7) == set()
    assert ref.placement_problems(kingdom, 9, 0, 1, "n") == set()
    assert {x for placement in ref.placements(kingdom, 9) for (x, _y), _half in placement} == {0, 1, 2, 3, 4}


def test_gaps_are_allowed():
    kingdom = [lay(7, 1, 0, "e"), lay(8, 2, 1, "n"), lay(9, 1, 2, "w")]
    assert ref.reachable(kingdom)
    assert (1, 1) not in ref.squares_of(kingdom)


def test_discard_only_if_it_fits_nowhere():
    # All four sides of the castle are taken by wheat, lake and grassland: a swamp with a mine has no place.
    kingdom = [lay(1, 1, 0, "e"), lay(2, -1, 0, "w"), lay(7, 0, -1, "s"), lay(10, 0, 1, "n")]
    assert ref.may_discard(kingdom, 47)
    assert not ref.may_discard(kingdom, 48)
    assert not ref.may_discard([], 47)


def test_discard_because_of_the_box():
    # Castle in the middle of the south row; the only free squares are single ones, no domino has room.
    full = rows("w w . w w", "w w w w w", "w w w w w", "w w w w .", "w w C w w")
    assert ref.may_discard(full, 1)
    with_room = {square: half for square, half in full.items() if square != (0, 3)}
    assert ref.placements(with_room, 1) == {frozenset({((0, 3), ("wheat", 0)), ((0, 4), ("wheat", 0))})}
    assert not ref.may_discard(full, 1, size=7)


# Reaching a kingdom


def test_order_in_the_list_does_not_matter():
    assert ref.reachable(EXAMPLE)
    assert ref.reachable(EXAMPLE[::-1])
    assert ref.reachable_by_permutation(EXAMPLE[::-1])


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
    assert not ref.reachable(kingdom)
    assert not ref.reachable_by_permutation(kingdom)


def random_kingdom(rng, wanted, size=5):
    """A kingdom built legally, domino by domino."""
    kingdom = []
    for domino in rng.sample(sorted(ref.DOMINOES), wanted):
        layings = ref.legal_layings(kingdom, domino, size)
        if layings:
            kingdom.append(lay(domino, *rng.choice(layings)))
    return kingdom


def test_greedy_and_permutations_agree():
    rng = random.Random(5)
    verdicts = Counter()
    for _ in range(60):
        built = random_kingdom(rng, 5)
        assert ref.reachable(built)
        rng.shuffle(built)
        spoiled = list(built)
        spoiled.pop(rng.randrange(len(spoiled)))
        moved = [dict(piece) for piece in built]
        rng.choice(moved)["x"] += rng.choice((-1, 1))
        strewn = [
            lay(domino, rng.randint(-2, 2), rng.randint(-2, 2), rng.choice("nesw"))
            for domino in rng.sample(sorted(ref.DOMINOES), 2)
        ]
        for kingdom in (built, spoiled, moved, strewn):
            verdict = ref.reachable(kingdom)
            assert verdict == ref.reachable_by_permutation(kingdom)
            verdicts[verdict] += 1
    assert verdicts[True] > 50
    assert verdicts[False] > 50


# Scoring


def test_the_printed_example():
    found = {(terrain, len(squares), crowns) for terrain, squares, crowns in ref.territories(EXAMPLE)}
    assert found == {("lake", 5, 2), ("swamp", 2, 0), ("wheat", 2, 0), ("wheat", 1, 0)}
    assert ref.score(EXAMPLE) == {
        "territories": 10,
        "harmony": 0,
        "middle_kingdom": 0,
        "total": 10,
        "largest": 5,
        "crowns": 2,
    }


def test_a_lone_castle():
    variants = ("harmony", "middle-kingdom")
    assert ref.score([]) == dict.fromkeys(
        ("territories", "harmony", "middle_kingdom", "total", "largest", "crowns"), 0
    )
    assert ref.score([], variants)["total"] == 10
    assert ref.score([], variants, middle_kingdom="full")["total"] == 0
    assert ref.score([], variants, middle_kingdom="fits")["total"] == 10
    assert ref.score([], variants, harmony="no-discards")["harmony"] == 5
    assert ref.score([], variants, harmony="no-discards", discarded=(47,))["harmony"] == 0


def test_neither_corners_nor_the_castle_join_territories():
    squares = rows(
        "w1 w f1 .",
        "w C w f",
        ". w1 . f2",
    )
    # wheat 3 x 1 in the north-west; wheat 1 x 0 east of the castle and 1 x 1 south of it touch by the corner;
    # forest 1 x 1 in the north and 2 x 2 in the east touch by the corner. 3 + 0 + 1 + 1 + 4.
    assert len(ref.territories(squares)) == 5
    assert ref.score(squares)["territories"] == 9
    assert ref.score(squares)["largest"] == 3
    assert ref.score(squares)["crowns"] == 5


# Wheat 6 x 1, lake 8 x 3, forest 6 x 0, mine 2 x 3, swamp 2 x 2: 6 + 24 + 0 + 6 + 4 = 40.
FULL = rows(
    "w w1 w l l",
    "w w w l1 l",
    "f f C l1 l",
    "f f m l l1",
    "f f m3 s s2",
)


def test_a_full_grid_with_both_bonuses():
    both = ("harmony", "middle-kingdom")
    assert ref.score(FULL)["total"] == 40
    assert ref.score(FULL, both) == {
        "territories": 40,
        "harmony": 5,
        "middle_kingdom": 10,
        "total": 55,
        "largest": 8,
        "crowns": 9,
    }
    assert ref.score(FULL, both, middle_kingdom="full")["total"] == 55
    assert ref.score(FULL, both, middle_kingdom="fits")["total"] == 55
    # The same squares in a Great Duel fill no 7x7, and the box is not as large as it may be.
    assert ref.score(FULL, ("great-duel", *both))["total"] == 50
    assert ref.score(FULL, both, size=7)["harmony"] == 0
    assert ref.score(FULL, both, size=7, middle_kingdom="full")["middle_kingdom"] == 0


def test_one_gap_ends_harmony_but_not_the_middle_kingdom():
    gap = {square: half for square, half in FULL.items() if square != (-2, 2)}
    found = ref.score(gap, ("harmony", "middle-kingdom"), middle_kingdom="full")
    assert (found["territories"], found["harmony"], found["middle_kingdom"]) == (39, 0, 10)


def test_a_full_grid_of_seven():
    squares = {(x, y): ("wheat", 0) for x in range(-3, 4) for y in range(-3, 4) if (x, y) != (0, 0)}
    variants = ("great-duel", "harmony", "middle-kingdom")
    assert ref.score(squares, variants, middle_kingdom="full")["total"] == 15


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
        found = ref.score(rows(*lines), ("middle-kingdom",), middle_kingdom=reading)
        assert found["middle_kingdom"] == (10 if central else 0), reading


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


def test_two_players_first_round_and_turn_order():
    pile = [20, 3, 48, 7, 1, 2, 4, 5, *[n for n in range(8, 48) if n != 20][:16]]
    game = ref.Game("AB", pile, "ABBA")
    assert game.due() == "reveal"
    assert game.whose_turn() is None
    game.reveal()
    assert [slot["domino"] for slot in game.next_line] == [3, 7, 20, 48]
    order = []
    for domino in (20, 3, 7, 48):
        order.append(game.whose_turn())
        game.choose(game.whose_turn(), domino)
    assert order == ["A", "B", "B", "A"]
    with pytest.raises(AssertionError, match="placing is not due, but: reveal"):
        game.place("B", 3, 1, 0, "e")
    game.reveal([5, 4, 2, 1])

    # B stands on 3 and 7, A on 20 and 48: B has two turns running.
    assert game.whose_turn() == "B"
    with pytest.raises(AssertionError, match="choosing is not due"):
        game.choose("B", 1)
    with pytest.raises(AssertionError, match="turn of B"):
        game.place("A", 20, 1, 0, "e")
    with pytest.raises(AssertionError, match="stands on domino 3"):
        game.place("B", 7, 1, 0, "e")
    with pytest.raises(AssertionError, match="must be placed"):
        game.discard("B", 3)
    with pytest.raises(AssertionError, match="match"):
        game.place("B", 3, 1, 1, "e")
    game.place("B", 3, 1, 0, "e")
    assert (game.due(), game.whose_turn()) == ("choose", "B")
    with pytest.raises(AssertionError, match="placing is not due"):
        game.place("B", 7, -1, 0, "w")
    game.choose("B", 5)
    assert (game.due(), game.whose_turn()) == ("place", "B")
    game.place("B", 7, -1, 0, "w")
    with pytest.raises(AssertionError, match="a king stands"):
        game.choose("B", 5)
    with pytest.raises(AssertionError, match="not in the line"):
        game.choose("B", 48)
    game.choose("B", 1)
    game.place("A", 20, 1, 0, "e")
    game.choose("A", 4)
    game.place("A", 48, -1, 0, "w")
    game.choose("A", 2)
    assert [slot["king"] for slot in game.current_line] == ["B", "A", "A", "B"]
    assert game.due() == "reveal"


def test_impossible_tables():
    twenty_four = range(1, 25)
    for players, pile, kings, options in (
        ("AB", twenty_four, "ABAB", {}),
        ("AB", twenty_four, "AABB", {}),
        ("AB", twenty_four, "AB", {}),
        ("AB", twenty_four, "ABBA", {"great_duel": True}),
        ("ABC", range(1, 37), "ABC", {}),
        ("ABC", range(1, 49), "ABC", {"twelve_out": True}),
        ("ABCD", [1, *range(1, 48)], "ABCD", {}),
        ("ABCD", range(1, 49), "ABCC", {}),
        ("ABCD", range(1, 49), "ABCD", {"great_duel": True}),
        ("A", twenty_four, "A", {}),
    ):
        with pytest.raises(AssertionError):
            ref.Game(players, pile, kings, **options)
    ref.Game("AB", twenty_four, "ABAB", two_kings_rule="alternate")
    ref.Game("AB", twenty_four, "AABB", two_kings_rule="drawn")


@pytest.mark.parametrize(
    ("players", "kings", "dominoes", "options", "lines", "offered", "left_over"),
    [
        ("AB", "BAAB", 24, {}, 6, 12, 0),
        ("AB", "ABBA", 48, {"great_duel": True}, 12, 24, 0),
        ("ABC", "CAB", 48, {}, 12, 12, 12),
        ("ABC", "BCA", 36, {"twelve_out": True}, 12, 12, 0),
        ("ABCD", "DBAC", 48, {}, 12, 12, 0),
    ],
)
def test_whole_games(players, kings, dominoes, options, lines, offered, left_over):
    rng = random.Random(len(players) * 100 + dominoes)
    game = ref.Game(players, rng.sample(range(1, 49), dominoes), kings, **options)
    reveals = 0
    turns = []
    while game.due() != "over":
        move = rng.choice(game.moves())
        if move["type"] == "reveal":
            reveals += 1
        elif move["type"] in ("place", "discard"):
            turns.append(move["domino"])
        game.play(move)
    assert reveals == lines
    # In each round every king has one turn, in the order of the numbers.
    assert len(turns) == lines * len(kings)
    for start in range(0, len(turns), len(kings)):
        assert turns[start : start + len(kings)] == sorted(turns[start : start + len(kings)])
    assert game.moves() == []
    assert game.whose_turn() is None
    assert len(game.leftovers) == left_over
    for name in players:
        kingdom, discarded = game.kingdoms[name], game.discarded[name]
        assert len(kingdom) + len(discarded) == offered
        assert ref.reachable(kingdom, game.size)
        # At the end of a whole game the two wordings of Harmony are one.
        assert ref.is_full_grid(kingdom, game.size) == (not discarded)
    assert sum(len(group) for group in ref.ranking(game.scores())) == len(players)
