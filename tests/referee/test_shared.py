"""What the games share: hidden cards, claims of totals, and moves similar to another one."""

import pytest
from msgspec import UNSET, Struct

from schemas.base import Malformed
from service.referee.claims import check_claims, compare_claims
from service.referee.hidden import hidden, masked, repeated, shown, too_many, without
from service.referee.nearest import most_similar, nearest_among
from service.referee.scoring import Mistake, Tally, line

# ---------------------------------------------------------------- hidden cards


def test_a_masked_zone_has_as_many_cards_and_one_that_was_left_out_stays_so() -> None:
    assert masked((3, "?", 5)) == ("?", "?", "?") == hidden(3)
    assert masked(()) == ()
    assert masked(UNSET) is UNSET
    assert shown((3, "?", 5)) == [3, 5]


def test_a_card_that_is_taken_and_was_not_seen_was_a_hidden_one() -> None:
    assert without((3, "?", 5), [5]) == (3, "?")
    assert without((3, "?", 5), [7]) == (3, 5)
    assert without(("?", 3), ["?"]) == (3,)
    with pytest.raises(ValueError, match="not in list"):
        without((3, 5), [7])


def test_hidden_cards_are_counted_against_no_supply() -> None:
    assert repeated([4, "?", 2, "?", 4, 2, 1]) == [2, 4]
    assert repeated(["?", "?", 1]) == []
    assert too_many([1, 1, 2, "?", "?"], {1: 1, 2: 1}) == {1: 2}
    assert too_many([9], {1: 1}) == {9: 1}


# ---------------------------------------------------------------- claims

ANA = Tally("ana", 7, [line("score/land", 4), line("score/coins", 3)], {})
NOBODY_COUNTED = Tally("bo", None, [], {})


def mistakes(tally: Tally) -> list[Mistake]:
    return [Mistake(one.rule, (tally.total or 0) - one.points, {}, "forgotten") for one in tally.lines]


def test_a_claim_may_only_name_players() -> None:
    check_claims({}, ())
    check_claims({"ana": 3}, {"ana"})
    with pytest.raises(Malformed) as raised:
        check_claims({"ana": 3, "b/o": 4}, {"ana"})
    assert [fault.pointer for fault in raised.value.faults] == ["/claimed/b~1o"]


def test_a_wrong_claim_is_explained_by_the_mistakes_that_lead_there() -> None:
    (claim,) = compare_claims([ANA, NOBODY_COUNTED], {"ana": 3}, mistakes)
    assert claim.mistakes == [Mistake("score/land", 3, {"claimed": 3}, "forgotten")]
    (claim,) = compare_claims([ANA], {"ana": 9}, mistakes)
    assert claim.mistakes == [Mistake("score/total", 9, {"claimed": 9, "total": 7, "difference": 2})]


def test_a_right_claim_and_one_that_cannot_be_compared_need_no_explanation() -> None:
    claims = compare_claims([ANA, NOBODY_COUNTED], {"ana": 7, "bo": 1}, mistakes)
    assert [(claim.name, claim.total, claim.mistakes) for claim in claims] == [("ana", 7, []), ("bo", None, [])]


# ---------------------------------------------------------------- similar moves


class Place(Struct, tag="place"):
    player: str
    card: int
    town: str = "A"


class Wait(Struct, tag="wait"):
    player: str


def test_the_move_with_the_fewest_other_fields_is_the_most_similar() -> None:
    moves = [Wait("ana"), Place("ana", 4, "B"), Place("ana", 3, "B"), Place("bo", 3)]
    assert most_similar(Place("ana", 3), moves, 1) == [
        Place("ana", 3, "B"),
        Place("bo", 3),
        Place("ana", 4, "B"),
        Wait("ana"),
    ]


def test_moves_of_the_same_player_come_before_all_moves() -> None:
    moves = [Place("bo", 3), Place("ana", 5, "C")]
    assert list(nearest_among(Place("ana", 3), moves, 1)) == [moves[1], moves[0], moves[1]]
