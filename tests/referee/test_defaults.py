"""Each default of ``service.referee.defaults``, shown with GOPS, the model game; where GOPS has no use for it, with a
few zones.
"""

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import UNSET, UnsetType

from schemas import table as shapes
from schemas.base import Malformed, Name, Shape
from schemas.table import Hidden, NoPack, zone
from service.games.kingdomino.game import GAME as KINGDOMINO
from service.referee.choices import Choices
from service.referee.defaults import apply_with_steps, audit_seats, check_rulebook, following_by, references_of
from service.referee.draft import Draft
from service.referee.findings import Findings
from service.referee.game import Game, GameError
from service.referee.hidden import HIDDEN
from service.referee.known import Unknown, UnknownRead
from service.referee.nearest import nearest_by
from service.referee.packs import Packs, filter_by
from service.referee.rulebook import RulebookError
from service.referee.rules import Rule
from service.referee.table import Table
from service.referee.timing import Due
from service.referee.view import view_by_schema

MODEL = Path(__file__).parents[1] / "model_game"
GIVEN = ("meta", "shapes", "folder", "setup", "due", "rules", "steps", "candidates", "points")
"""What GOPS gives; everything else is a default."""


@pytest.fixture(scope="module")
def gops() -> Iterator[Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(MODEL)
        yield import_module("gops.game").GAME


def seat(name: str, hand: Any = (1, 2), bid: Any = None, won: Any = ()) -> dict[str, Any]:
    zones = {"hand": hand, "bid": bid, "won": won}
    return {"name": name, **{key: value for key, value in zones.items() if value is not UNSET}}


def position(game: Any, *players: dict[str, Any], **zones: Any) -> Any:
    """A table of GOPS with a prize turned up; a zone that is ``UNSET`` is left out."""
    zones = {"prize": 5, "carried": (), "pile": (7, 8), **zones}
    sent = {"players": players, **{name: value for name, value in zones.items() if value is not UNSET}}
    state = msgspec.convert(sent, game.shapes.state)
    return game.table(state, game.compile_pack(NoPack(title="GOPS")), game.choices(state.options))


def move(game: Any, kind: str, **fields: Any) -> Any:
    return msgspec.convert({"type": kind, **fields}, game.shapes.move)


def broken(findings: Findings) -> list[tuple[str, str]]:
    return [(each.rule, each.variant) for each in findings.broken]


def checked(game: Any, table: Any, kind: str, **fields: Any) -> Findings:
    findings = Findings()
    game.check(table, move(game, kind, **fields), findings)
    return findings


# ---------------------------------------------------------------- what a game has to give


@pytest.mark.parametrize("function", ["due", "candidates", "points"])
def test_a_function_without_a_default_is_named_when_it_is_missing(gops: Any, function: str) -> None:
    given = {name: getattr(gops, name) for name in GIVEN if name != function}
    with pytest.raises(GameError, match=f"^gops: the function `{function}` is missing"):
        Game(**given)


def test_a_game_may_give_what_would_be_made_of_a_function(gops: Any) -> None:
    given = {name: getattr(gops, name) for name in GIVEN if name != "points"}
    assert Game(**given, score=len).score is len


def test_a_type_of_move_without_rules_is_named(gops: Any) -> None:
    rules = {kind: rule for kind, rule in gops.rules.items() if kind.__name__ != "Bid"}
    with pytest.raises(GameError, match="the types of move and their rules differ in Bid"):
        Game(**{name: getattr(gops, name) for name in GIVEN} | {"rules": rules})


def book_of(game: Any, **parts: Any) -> Any:
    book = game.rulebook
    return SimpleNamespace(
        **{"game": book.game, "rules": book.rules, "editions": book.editions, "words": book.words, **parts}
    )


def test_a_rule_that_a_default_names_has_to_be_in_the_rulebook(gops: Any) -> None:
    check_rulebook(gops, book_of(gops))
    rules = {name: rule for name, rule in gops.rulebook.rules.items() if name not in ("turn/due", "score/shared")}
    with pytest.raises(RulebookError, match="the defaults of the referee need the rules score/shared, turn/due"):
        check_rulebook(gops, book_of(gops, rules=rules))


def test_a_game_needs_no_rules_of_defaults_that_it_replaces() -> None:
    check_rulebook(KINGDOMINO, book_of(KINGDOMINO, rules={}))


def test_the_default_picture_needs_a_name_of_every_zone(gops: Any) -> None:
    names = gops.rulebook.words["en"].zones
    words = {"en": SimpleNamespace(zones={**names, "deck": "Deck"}, moves={}, kinds={})}
    del words["en"].zones["pile"]
    with pytest.raises(RulebookError, match=r"gops in en: \[zones\] and the zones of the state differ in deck, pile"):
        check_rulebook(gops, book_of(gops, words=words))


class OneEdition(Shape, frozen=True):
    edition: Literal["es"] = "es"
    house_rules: shapes.HouseRules | UnsetType = UNSET


class StateOfOneEdition(shapes.State, frozen=True, kw_only=True):
    options: OneEdition = OneEdition()


def test_the_editions_of_types_and_rulebook_are_compared_when_it_is_loaded() -> None:
    game = replace(KINGDOMINO, shapes=KINGDOMINO.shapes._replace(state=StateOfOneEdition))
    message = "kingdomino: the editions in rules.toml and in the types of the game differ in first"
    with pytest.raises(RulebookError, match=message):
        _ = game.rulebook


# ---------------------------------------------------------------- views


def test_a_view_hides_the_hands_and_bids_of_others_and_the_pile(gops: Any) -> None:
    table = position(gops, seat("ana", bid=2), seat("bo", bid=1, won=(3,)), seat("cy"))
    seen = gops.view(table.state, "ana")
    ana, bo, cy = seen.players
    assert (ana.hand, ana.bid) == ((1, 2), 2)
    assert (bo.hand, bo.bid, bo.won) == ((HIDDEN, HIDDEN), HIDDEN, (3,))
    assert cy.bid is None, "that somebody has not bid is no secret"
    assert (seen.pile, seen.prize) == ((HIDDEN, HIDDEN), 5)


def test_a_view_leaves_out_what_was_left_out(gops: Any) -> None:
    table = position(gops, seat("ana"), seat("bo", hand=UNSET, bid=UNSET), pile=UNSET)
    seen = gops.view(table.state, "ana")
    assert (seen.pile, seen.players[1].hand, seen.players[1].bid) == (UNSET, UNSET, UNSET)


class Zones(shapes.State, frozen=True, kw_only=True):
    players: tuple[shapes.Player, ...]
    discard: Annotated[tuple[int | Hidden, ...], zone(seen_by="nobody", last_open=True)] | UnsetType = UNSET
    decks: Annotated[tuple[tuple[int | Hidden, ...], ...], zone(seen_by="nobody")] | UnsetType = UNSET
    chance: Annotated[int, zone(seen_by="nobody")] | UnsetType = UNSET
    offers: tuple[int | Hidden, ...] | UnsetType = UNSET
    marker: Name | UnsetType | None = UNSET
    pot: int | UnsetType = UNSET
    coins: int | UnsetType = UNSET


def zones(*names: str, **values: Any) -> Zones:
    return Zones(players=tuple(shapes.Player(name=name) for name in names or ("ana", "bo")), **values)


def table_of(*names: str, seats_known: bool = True, **values: Any) -> Table[Any, Any]:
    return Table(zones(*names, **values), None, Choices({}, "first", {}), seats_known=seats_known)


def test_a_view_of_piles_and_numbers() -> None:
    seen = view_by_schema(Zones)(zones(discard=(1, 2, 3), decks=((1,), (), (2, 3)), chance=7), "ana")
    assert seen.discard == (HIDDEN, HIDDEN, 3)
    assert seen.decks == ((HIDDEN,), (), (HIDDEN, HIDDEN))
    assert seen.chance is UNSET, "nothing can stand for a number"
    assert view_by_schema(Zones)(zones(discard=()), "ana").discard == ()


def test_a_view_with_a_zone_that_the_schema_cannot_describe() -> None:
    view = view_by_schema(Zones, offers=lambda offers, player: (*offers, player))
    assert view(zones(offers=(3,)), "ana").offers == (3, "ana")
    assert view(zones(), "ana").offers is UNSET


# ---------------------------------------------------------------- positions and names


def audited(table: Table[Any, Any], most: int = 3) -> list[tuple[str, str]]:
    findings = Findings()
    audit_seats(most)(table, findings)
    return broken(findings)


def test_an_audit_counts_players_and_names() -> None:
    assert audited(table_of("ana", "bo", marker="ana")) == []
    assert audited(table_of("ana", "bo", "cy", "di")) == [("setup/players", "")]
    assert audited(table_of("ana", "bo", marker="zoe")) == [("setup/players", "stranger")]


def test_an_audit_leaves_a_free_seat_to_somebody_of_whom_nothing_was_sent() -> None:
    assert audited(table_of("ana", "bo", seats_known=False, marker="zoe")) == []
    assert audited(table_of("ana", "bo", "cy", seats_known=False, marker="zoe")) == [("setup/players", "")]


def test_a_move_by_somebody_without_a_seat_is_malformed(gops: Any) -> None:
    table = position(gops, seat("ana"), seat("bo"))
    with pytest.raises(Malformed) as error:
        gops.check_references(table, move(gops, "bid", player="zoe", card=1))
    assert [tuple(fault) for fault in error.value.faults] == [("/player", "Nobody at this table is called 'zoe'.")]
    gops.check_references(table, move(gops, "bid", player="bo", card=1))


def test_a_move_may_name_somebody_who_was_not_sent_while_there_is_a_seat(gops: Any) -> None:
    gops.check_references(position(gops, seat("ana")), move(gops, "bid", player="zoe", card=1))


def test_the_names_of_a_state_take_their_seats_before_those_of_a_move(gops: Any) -> None:
    named = table_of("ana", "bo", seats_known=False, marker="cy")
    with pytest.raises(Malformed):
        references_of(3)(named, move(gops, "bid", player="zoe", card=1))
    references_of(3)(named, move(gops, "bid", player="cy", card=1))


# ---------------------------------------------------------------- moves


def test_a_move_that_is_due_is_allowed(gops: Any) -> None:
    findings = checked(gops, position(gops, seat("ana"), seat("bo")), "bid", player="ana", card=2)
    assert (findings.verdict, findings.grounds[-1]) == ("legal", "turn/due")


@pytest.mark.parametrize(
    ("variant", "zones", "kind", "fields"),
    [
        ("over", {"prize": None, "pile": ()}, "bid", {"player": "ana", "card": 1}),
        ("kind", {"prize": None}, "bid", {"player": "ana", "card": 1}),
        ("kind", {}, "reveal", {"card": 7}),
        ("player", {}, "bid", {"player": "bo", "card": 1}),
    ],
)
def test_a_move_that_is_not_due(gops: Any, variant: str, zones: Any, kind: str, fields: Any) -> None:
    table = position(gops, seat("ana"), seat("bo", bid=None if zones else 2), **zones)
    assert ("turn/due", variant) in broken(checked(gops, table, kind, **fields))


def test_whether_a_move_is_due_may_be_unknown(gops: Any) -> None:
    table = position(gops, seat("ana"), seat("bo"), prize=UNSET)
    findings = checked(gops, table, "bid", player="ana", card=1)
    assert findings.verdict == "legal"
    assert findings.assumed == [("rule-kept", {"rule": "turn/due", "zones": ["/state/prize"]})]


def test_what_follows_or_the_zones_that_decide_it(gops: Any) -> None:
    assert gops.following(position(gops, seat("ana"), seat("bo"))) == ("bid", ["ana", "bo"], ["bid"])
    unknown = gops.following(position(gops, seat("ana"), seat("bo"), prize=UNSET))
    assert isinstance(unknown, Unknown)
    assert unknown.zones == ("/state/prize",)


def test_a_game_with_the_fact_due_names_the_zones_itself(gops: Any) -> None:
    following = following_by(gops.due, has_fact=True)
    assert following(position(gops, seat("ana"), seat("bo"), prize=UNSET)) is None
    assert following(position(gops, seat("ana"), seat("bo"))) == Due("bid", ["ana", "bo"], ["bid"])


def test_legal_moves_are_the_candidates_that_pass(gops: Any) -> None:
    table = position(gops, seat("ana"), seat("bo", hand=(3,)))
    bids = [move(gops, "bid", player=name, card=card) for name, card in (("ana", 1), ("ana", 2), ("bo", 3))]
    assert list(gops.legal_moves(table, None, None)) == bids
    assert list(gops.legal_moves(table, "bo", None)) == bids[2:]
    assert list(gops.legal_moves(table, None, "bid")) == bids
    assert list(gops.legal_moves(table, None, "reveal")) == []
    turned_up_before = position(gops, seat("ana", won=(7,)), seat("bo"), prize=None)
    assert list(gops.legal_moves(turned_up_before, None, None)) == []


def unlisted(game: Any, table: Any) -> list[Any]:
    findings = Findings()
    game.unlisted(table, None, None, findings)
    return findings.missing


def test_hidden_cards_are_missing_for_a_list(gops: Any) -> None:
    table = position(gops, seat("ana", hand=(1, HIDDEN)), seat("bo"))
    assert list(gops.legal_moves(table, None, None)) == [move(gops, "bid", player="ana", card=1)]
    assert unlisted(gops, table) == [("zone-known", {"rule": "turn/due", "zones": ["/state/players/0/hand"]})]
    assert unlisted(gops, position(gops, seat("ana"), seat("bo"))) == []


def test_the_nearest_moves_differ_in_the_fewest_fields(gops: Any) -> None:
    table = position(gops, seat("ana"), seat("bo", hand=(2, 9)))
    near = list(gops.nearest(table, move(gops, "bid", player="bo", card=1)))
    assert near[:2] == [move(gops, "bid", player="bo", card=card) for card in (2, 9)], "by the same player first"
    assert near[2] == move(gops, "bid", player="ana", card=1)


def test_similar_moves_are_proposed_only_where_none_is_listed(gops: Any) -> None:
    asked, listed, similar = (move(gops, "bid", player="ana", card=card) for card in (1, 2, 3))
    proposes = [nearest_by(lambda *_, moves=moves: moves, lambda *_: [similar]) for moves in ([listed], [])]
    assert [set(nearest(None, asked)) for nearest in proposes] == [{listed}, {similar}]


def refused(game: Any, table: Any, kind: str, player: str | None = None) -> list[tuple[str, str]]:
    findings = Findings()
    game.refuse(table, kind, player, findings)
    return broken(findings)


def test_why_no_move_of_a_type_is_legal(gops: Any) -> None:
    table = position(gops, seat("ana"), seat("bo", bid=2))
    assert refused(gops, table, "reveal") == [("turn/due", "kind")]
    assert refused(gops, table, "bid", "bo") == [("turn/due", "player")]
    turned_up_before = position(gops, seat("ana", won=(7,)), seat("bo"), prize=None)
    assert refused(gops, turned_up_before, "reveal") == [("reveal/once", "")], "it is due, but the candidate fails"


# ---------------------------------------------------------------- effects


class Pay(Shape, frozen=True, tag="pay"):
    """Puts coins into the pot."""


def pay(draft: Draft, move: Pay) -> None:
    draft.set(pot=draft["pot"] + draft["coins"])


def paid(writes: tuple[str, ...] | None, **values: Any) -> Any:
    apply = apply_with_steps({Pay: Rule(lambda *_: None, pay, writes)}, Table, ())
    return apply(table_of(**values), Pay())[0].state


def test_effects_that_need_something_unknown_forget_what_they_may_write() -> None:
    after = paid(("pot",), pot=3, marker="ana")
    assert (after.pot, after.marker) == (UNSET, "ana")
    assert paid(("pot",), pot=3, coins=2, marker="ana").pot == 5


def test_without_writes_everything_is_forgotten() -> None:
    after = paid(None, pot=3, marker="ana")
    assert (after.pot, after.marker) == (UNSET, UNSET)
    assert [player.name for player in after.players] == ["ana", "bo"]


def test_steps_follow_a_move_and_come_before_a_table_is_judged(gops: Any) -> None:
    table = position(gops, seat("ana", bid=2), seat("bo"))
    after, happenings = gops.apply(table, move(gops, "bid", player="bo", card=1))
    assert [happening.type for happening in happenings] == ["bid", "awarded"]
    assert after.state.players[0].won == (5,)
    settled = position(gops, seat("ana", bid=2), seat("bo", bid=1))
    assert (settled.state.prize, settled.state.players[0].won) == (None, (5,))


# ---------------------------------------------------------------- scores


def scored(game: Any, *players: dict[str, Any], claimed: Any = (), **zones: Any) -> Any:
    return game.score([position(game, *players, **zones)], dict(claimed))


def decisions(scoring: Any) -> list[tuple[str, list[str]]]:
    return [(decision.rule, decision.players) for decision in scoring.decisions]


def test_points_are_added_up_and_ranked(gops: Any) -> None:
    scoring = scored(gops, seat("ana", won=(3, 4)), seat("bo", won=(9,)), seat("cy", won=(2,)))
    assert [(tally.name, tally.total) for tally in scoring.tallies] == [("ana", 7), ("bo", 9), ("cy", 2)]
    assert scoring.ranking == [["bo"], ["ana"], ["cy"]]
    assert decisions(scoring) == [("score/winner", ["bo"])]
    assert scoring.cited == ["score/total"]


def test_equal_totals_share_a_place(gops: Any) -> None:
    scoring = scored(gops, seat("ana", won=(3, 4)), seat("bo", won=(7,)), seat("cy"))
    assert scoring.ranking == [["ana", "bo"], ["cy"]]
    assert decisions(scoring) == [("score/winner", ["ana", "bo"]), ("score/shared", ["ana", "bo"])]


def test_without_all_points_nobody_is_ranked(gops: Any) -> None:
    scoring = scored(gops, seat("ana", won=(3,)), seat("bo", won=UNSET))
    assert [tally.total for tally in scoring.tallies] == [3, None]
    assert (scoring.ranking, scoring.decisions) == ([], [])
    zones = ["/state/players/1/won"]
    assert scoring.findings.missing == [("zone-known", {"rule": "score/total", "zones": zones})]


def test_without_all_players_nobody_is_ranked(gops: Any) -> None:
    scoring = scored(gops, seat("ana", won=(3,)))
    assert scoring.ranking == []
    assert scoring.findings.missing == [("zone-known", {"rule": "score/winner", "zones": ["/state/players"]})]


@pytest.mark.parametrize(
    ("final", "zones"), [(True, {"prize": None, "pile": ()}), (False, {}), (None, {"prize": UNSET})]
)
def test_a_score_says_whether_it_is_final(gops: Any, final: bool | None, zones: Any) -> None:
    assert scored(gops, seat("ana"), seat("bo"), **zones).final is final


def test_claims_are_compared_with_the_totals(gops: Any) -> None:
    players = seat("ana", won=(3,)), seat("bo", won=(4,))
    right, wrong = scored(gops, *players, claimed={"ana": 3, "bo": 6}).claims
    assert (right.mistakes, [mistake.rule for mistake in wrong.mistakes]) == ([], ["score/total"])
    with pytest.raises(Malformed) as error:
        scored(gops, *players, claimed={"zoe": 3})
    assert error.value.faults[0].pointer == "/claimed/zoe"


# ---------------------------------------------------------------- packs


def test_a_pack_is_used_as_it_is(gops: Any) -> None:
    assert gops.compile_pack(NoPack(title="GOPS")) == (NoPack(title="GOPS"), False)
    assert list(gops.check_pack(NoPack(title="GOPS"))) == []


def test_a_pack_with_an_error_is_refused_before_it_is_compiled(gops: Any) -> None:
    problems = [("warning", "/note", "No note."), ("error", "/title", "No title.")]
    packs = Packs(replace(gops, check_pack=lambda pack: problems if not pack.title else problems[:1]))
    assert packs.pick(NoPack(title="Mine")).pack.title == "Mine"
    with pytest.raises(Malformed) as error:
        packs.pick(NoPack(title=""))
    assert [tuple(fault) for fault in error.value.faults] == [("/pack/title", "No title.")]


class Piece(Shape, frozen=True):
    number: int
    colours: tuple[str, ...] = ()


class Box(Shape, frozen=True):
    pieces: tuple[Piece, ...]
    others: tuple[Piece, ...] | UnsetType = UNSET


def test_a_pack_is_filtered_by_what_is_asked_for() -> None:
    filter_pack = filter_by(
        pieces=lambda piece: {"number": (piece.number,), "colour": piece.colours},
        others=lambda piece: {"number": (piece.number,)},
    )
    red, blue = Piece(1, ("red", "blue")), Piece(2, ("blue",))
    box = Box(pieces=(red, blue))
    assert filter_pack(box, {}) == box
    assert filter_pack(box, {"colour": "red"}).pieces == (red,)
    assert filter_pack(box, {"colour": "blue", "number": 2}).pieces == (blue,)
    assert filter_pack(Box((red,), (red, blue)), {"number": 2, "colour": "x"}) == Box((), (blue,))


def test_several_cards_are_held_as_often_as_they_are_named(gops: Any) -> None:
    table = position(gops, seat("ana", hand=(3, 9, "?")), seat("bruno"))
    assert table.holds_all([3, 9], "ana", "hand") is True
    for cards in ([3, 4], [3, 3]):  # the hidden one may be it
        with pytest.raises(UnknownRead, match="/state/players/0/hand"):
            table.holds_all(cards, "ana", "hand")
    assert table.holds_all([4, 5], "ana", "hand") is False
    assert position(gops, seat("ana", hand=(3, 9))).holds_all([3, 3], "ana", "hand") is False


def test_who_sits_next_is_known_where_all_players_were_sent(gops: Any) -> None:
    table = position(gops, seat("ana"), seat("bruno"))
    assert (table.next_after("ana"), table.next_after("bruno")) == ("bruno", "ana")
    with pytest.raises(UnknownRead, match="/state/players"):
        position(gops, seat("ana")).next_after("ana")
