"""What a picture of Roll & Raid shows, and that every table of a random game can be drawn."""

import random
from typing import Any
from xml.etree.ElementTree import Element

import msgspec
import pytest

from service.games.roll_and_raid.diagram.symbols import LOOK
from service.games.roll_and_raid.game import GAME as game
from service.operations.served_game import ServedGame
from service.referee.judge import rule_on
from tests.client import Referee
from tests.games.playing import picture
from tests.games.roll_and_raid.invariants import Play
from tests.games.roll_and_raid.tables import PACK, table
from tests.pictures import SVG, check


def draw(referee: Referee, state: dict[str, Any], **more: Any) -> Element:
    return check(referee.draw({"state": state, "pack": PACK, **more}))


def with_data(picture: Element, name: str) -> list[str]:
    return [group.attrib[name] for group in picture.iter() if name in group.attrib]


def test_a_clan_alone_shows_its_whole_sheet(roll_and_raid: Referee) -> None:
    state = table("production")
    whole, sheet = draw(roll_and_raid, state), draw(roll_and_raid, state, only="ana")
    assert not with_data(whole, "data-track")
    assert set(with_data(sheet, "data-track")) == {"brown", "grey", "orange"}
    for name, part in (
        ("data-god", "gods"),
        ("data-settlement", "settlements"),
        ("data-development", "developments"),
    ):
        assert with_data(sheet, name) == [entry["id"] for entry in PACK[part]]
    hexagons = [entry["id"] for zone in ("armoury", "port") for entry in PACK[zone]["hexagons"]]
    assert with_data(sheet, "data-hexagon") == hexagons


def test_boxes_are_crossed_as_far_as_they_are_marked(roll_and_raid: Referee) -> None:
    tracks = {"brown": 3, "grey": 0, "orange": 1}
    picture = draw(roll_and_raid, table("production", ana={"tracks": tracks}), only="ana")
    crosses = {
        group.attrib["data-track"]: sum(path.attrib.get("stroke-width") == "2.2" for path in group.iter(f"{SVG}path"))
        for group in picture.iter()
        if "data-track" in group.attrib
    }
    assert crosses == tracks


def test_a_die_raised_at_the_altar_shows_what_it_counts(roll_and_raid: Referee) -> None:
    dice = {"brown": 4, "grey": 2, "orange": 6}
    state = {**table("production", ana={"raised": {"brown": 1}}), "dice": dice}
    raised = [
        group for group in draw(roll_and_raid, state, only="ana").iter() if group.attrib.get("data-die") == "brown"
    ]
    common, own = (sum(1 for _ in group.iter(f"{SVG}circle")) for group in raised)
    assert (common, own) == (4, 5)
    assert "+1" in [text.text for text in raised[1].iter(f"{SVG}text")]


def test_dice_and_cards_can_be_tapped(roll_and_raid: Referee) -> None:
    state = table("production")
    picture = draw(roll_and_raid, state)
    assert with_data(picture, "data-die") == ["brown", "grey", "orange"]
    assert with_data(picture, "data-card") == state["display"]


def test_a_long_price_leaves_the_glory_of_a_card(roll_and_raid: Referee) -> None:
    """Vikings and axes or ships in any mixture take the whole line."""
    state = {**table("production"), "season": "winter"}
    cards = [
        {**card, "winter": {"vikings": 2, "goods": 1}, "points": 60 + place}
        for place, card in enumerate(PACK["cards"])
    ]
    picture = check(roll_and_raid.draw({"state": state, "pack": {**PACK, "cards": cards}}))
    texts = [text.text for text in picture.iter(f"{SVG}text")]
    shown = [60 + [card["id"] for card in cards].index(card) for card in state["display"]]
    assert [str(points) in texts for points in shown] == [True] * len(shown)


def test_the_first_line_ends_before_the_season(roll_and_raid: Referee) -> None:
    """Bold letters of a wide font are about an eighth wider than the estimate, so a long line has smaller letters."""
    state = {**table("production"), "season": "winter", "round": 13}
    spanish = Referee(roll_and_raid.app, roll_and_raid.game, "es")
    picture = check(spanish.draw({"state": state, "pack": PACK}))
    line = next(text for text in picture.iter(f"{SVG}text") if (text.text or "").endswith("invierno"))
    assert float(line.attrib["font-size"]) < 14


def test_a_raid_shows_who_fights_and_the_raid_dice(roll_and_raid: Referee) -> None:
    contenders = [
        {"player": "ana", "shown": [3], "status": "in"},
        {"player": "bruno", "shown": [0], "status": "retreated"},
    ]
    state = table("resolution")
    card = state["display"][0]
    state["raids"] = [{"card": card, "clans": contenders, "step": "pay", "right": "ana", "dice": [5, 6]}]
    pictures = [draw(roll_and_raid, one) for one in ({**state, "raids": []}, state)]
    red = LOOK["themes"]["light"]["red"]
    dice = [sum(rect.attrib["fill"] == red for rect in one.iter(f"{SVG}rect")) for one in pictures]
    assert dice == [0, 2]
    words = [text.text for text in pictures[1].iter(f"{SVG}text")]
    assert {"ana", "bruno", "3", "0", "✓"} <= set(words)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_colours_are_those_of_the_board(roll_and_raid: Referee, theme: str) -> None:
    picture = draw(roll_and_raid, table("production"), only="ana", theme=theme)
    colours = LOOK["themes"][theme]
    fills = {element.attrib.get("fill") for element in picture.iter()}
    assert {colours[name] for name in ("brown", "grey", "orange", "panel", "favour")} <= fills


def test_without_a_pack_what_is_told_is_drawn(roll_and_raid: Referee) -> None:
    picture = check(
        roll_and_raid.draw({"state": {"players": [{"name": "ana", "vikings": 5, "altar": 2}], "round": 3}})
    )
    assert "5" in (picture[1].text or "")


@pytest.mark.parametrize("seed", range(12))
def test_every_table_of_a_random_game_can_be_drawn(seed: int) -> None:
    play, chance, moves = Play(seed), random.Random(seed), []
    served, pack = ServedGame(game), play.table.box.pack
    while (move := play.next_move()) is not None:
        moves.append(move)
        state = play.table.state
        if chance.random() < 0.05:
            language, name = chance.choice(("en", "es", "pl")), chance.choice(state.players).name
            check(picture(served, {"state": state, "move": move, "pack": pack}, language))
            check(picture(served, {"state": state, "move": chance.choice(moves), "pack": pack}, language))
            check(picture(served, {"state": state, "only": name, "viewer": name, "pack": pack}, language))
        play.table = rule_on(game, play.table, move).after
    again = msgspec.json.decode(msgspec.json.encode(play.table.state), type=game.shapes.state)
    check(picture(served, {"state": again, "pack": pack}, "en"))
