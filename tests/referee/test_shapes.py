"""What is read off the types of a game: moves, choices, zones, and where players are named."""

from typing import Annotated, Any, Literal

import pytest
from msgspec import UNSET, Meta, UnsetType

from schemas import table
from schemas.base import Name, Shape
from schemas.table import Hidden, zone
from service.referee import shapes
from tests.our_games import GAMES

Card = Annotated[int, Meta(ge=1, le=9)]


class HouseRules(Shape, frozen=True):
    ties: Literal["shared", "lost"] | UnsetType = UNSET
    bids: Literal["open", "closed"] | UnsetType = UNSET


class Options(Shape, frozen=True):
    edition: Literal["en", "es"] = "en"
    variants: Annotated[tuple[Literal["long", "short"], ...], Meta(max_length=2)] = ()
    house_rules: HouseRules | UnsetType = UNSET


class Disc(Shape, frozen=True):
    owner: Name
    size: int = 1


class Player(table.Player, frozen=True):
    hand: Annotated[tuple[Card | Hidden, ...], zone(seen_by="owner", tap="card", max_length=9)] | UnsetType = UNSET
    bid: Annotated[Card | Hidden | None, zone(seen_by="owner")] | UnsetType = UNSET
    allies: tuple[Name, ...] | UnsetType = UNSET
    kind: str = "human"


class State(table.State, frozen=True, kw_only=True):
    options: Options = Options()
    players: Annotated[tuple[Player, ...], Meta(min_length=1, max_length=4)]
    turn: Name | UnsetType | None = UNSET
    pile: Annotated[tuple[Card, ...], zone(seen_by="nobody", last_open=True)] | UnsetType = UNSET
    decks: tuple[tuple[Card, ...], ...] | UnsetType = UNSET
    board: dict[Literal["a", "b"], Disc] | UnsetType = UNSET
    pairs: tuple[tuple[Name, Disc], ...] | UnsetType = UNSET
    word: str | UnsetType = UNSET


class Draw(table.Move, frozen=True):
    card: Card


class Start(table.Move, frozen=True):
    player: Name


class TakeDisc(table.Move, frozen=True):
    player: Name
    of: dict[Name, Disc] | UnsetType = UNSET


MOVE = Draw | Start | TakeDisc


# ---------------------------------------------------------------- moves


def test_a_move_that_names_no_player_is_made_by_the_table() -> None:
    assert shapes.move_types(MOVE) == {"draw": "table", "start": "player", "take-disc": "player"}
    assert shapes.move_types(MOVE, ["start"]) == {"draw": "table", "start": "table", "take-disc": "player"}


def test_a_move_that_there_is_not_cannot_be_made_by_the_table() -> None:
    with pytest.raises(ValueError, match="by_table names begin: there is no such type of move"):
        shapes.move_types(MOVE, ["begin"])


def test_the_moves_of_the_table_are_in_the_order_of_the_union() -> None:
    assert shapes.made_by_table(MOVE) == ("draw",)
    assert shapes.made_by_table(MOVE, "start") == ("draw", "start")


def test_a_game_may_have_one_type_of_move() -> None:
    assert shapes.move_types(Draw) == {"draw": "table"}


# ---------------------------------------------------------------- choices


def test_values_of_house_rules_come_from_the_types_and_what_an_edition_takes_from_the_rulebook() -> None:
    declared = {"ties": {"en": "lost", "es": "shared"}, "bids": "closed"}
    rules = shapes.house_rules(HouseRules, declared, ["en", "es"])
    assert rules["ties"].values == ("lost", "shared"), "that of the first edition comes first"
    assert rules["ties"].by_edition == {"en": "lost", "es": "shared"}
    assert rules["bids"].by_edition == {"en": "closed", "es": "closed"}


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        ({"ties": "lost"}, "differ in bids"),
        ({"ties": "lost", "bids": "open", "luck": "no"}, "differ in luck"),
        ({"ties": "lost", "bids": "hidden"}, "house rule bids in rules.toml: hidden is none of its values"),
    ],
)
def test_house_rules_that_do_not_fit_the_types_are_named(declared: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        shapes.house_rules(HouseRules, declared, ["en"])


def test_types_of_options_and_their_values() -> None:
    assert shapes.options_of(State) is Options
    assert shapes.house_rules_of(Options) is HouseRules
    assert shapes.variants_of(Options) == ("long", "short")
    assert shapes.editions_of(Options) == ("en", "es")


def test_options_without_variants_and_with_any_edition() -> None:
    assert shapes.variants_of(table.Options) == ()
    assert shapes.editions_of(table.Options) == ()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)
def test_the_editions_of_our_types_are_those_of_the_rulebook(game: Any) -> None:
    editions = shapes.editions_of(game.shapes.options)
    assert sorted(editions) == sorted(game.rulebook.editions)
    assert game.shapes.options().edition == next(iter(game.rulebook.editions)), "the first is the default"


# ---------------------------------------------------------------- zones


def test_zones_are_the_fields_that_may_be_left_out() -> None:
    assert [each.name for each in shapes.zones_of(State)] == ["turn", "pile", "decks", "board", "pairs", "word"]
    assert [each.name for each in shapes.zones_of(Player)] == ["hand", "bid", "allies"]
    assert shapes.player_type(State) is Player


def test_what_a_zone_says() -> None:
    hand, bid, allies = shapes.zones_of(Player)
    assert (hand.seen_by, hand.tap, hand.holds, hand.may_hide) == ("owner", "card", "cards", False)
    assert (bid.seen_by, bid.tap, bid.holds, bid.may_hide) == ("owner", "", "one", True)
    assert (allies.seen_by, allies.last_open) == ("everybody", False)
    by_name = {each.name: each for each in shapes.zones_of(State)}
    assert (by_name["pile"].seen_by, by_name["pile"].last_open) == ("nobody", True)
    assert by_name["decks"].holds == "piles"
    assert by_name["board"].keys == ("a", "b")


# ---------------------------------------------------------------- names


def ana(**zones: Any) -> Player:
    return Player(name="ana", **zones)


def test_names_in_every_kind_of_zone() -> None:
    state = State(
        players=(ana(), Player(name="bo", allies=("cy", "di"))),
        turn="ed",
        board={"b": Disc("flo")},
        pairs=(("gus", Disc("hal")),),
        word="ivy",
    )
    assert shapes.names_in(state) == [
        ("/players/1/allies/0", "cy"),
        ("/players/1/allies/1", "di"),
        ("/turn", "ed"),
        ("/board/b/owner", "flo"),
        ("/pairs/0/0", "gus"),
        ("/pairs/0/1/owner", "hal"),
    ]


def test_nobody_is_named_by_what_is_left_out_or_null() -> None:
    assert shapes.names_in(State(players=(ana(),))) == []
    assert shapes.names_in(State(players=(ana(allies=()),), turn=None, board={})) == []


def test_fields_that_are_not_asked_about() -> None:
    state = State(players=(ana(allies=("cy",)),), turn="ed")
    assert shapes.names_in(state, ["turn"]) == [("/players/0/allies/0", "cy")]
    assert shapes.names_in(state, ["players/allies"]) == [("/turn", "ed")]


def test_a_move_names_players_by_its_fields_and_by_keys() -> None:
    assert shapes.names_in(Draw(card=3)) == []
    assert shapes.names_in(TakeDisc(player="ana")) == [("/player", "ana")]
    move = TakeDisc(player="ana", of={"a/b": Disc("cy")})
    assert shapes.names_in(move) == [("/player", "ana"), ("/of/a~1b", "a/b"), ("/of/a~1b/owner", "cy")]


def test_the_fields_of_a_move_that_may_name_a_player() -> None:
    assert [field.name for field in shapes.naming_fields(TakeDisc)] == ["player", "of"]
    assert shapes.naming_fields(Draw) == ()
