"""What a picture of Ortus Regni shows, and that every table of a random game can be drawn."""

import random
from typing import Any, get_args
from xml.etree.ElementTree import Element

import pytest

from schemas.ortus_regni import ArmyType, BattleCard, CardType, JoustCard, VikingType
from service.games.ortus_regni.diagram.cards import COLOURS, SYMBOLS
from service.games.ortus_regni.game import GAME as game
from service.operations.served_game import ServedGame
from service.referee.judge import rule_on
from tests.client import Referee
from tests.games.ortus_regni.invariants import choose, opening
from tests.games.ortus_regni.tables import table
from tests.games.playing import picture
from tests.pictures import SVG, check

TABLE = table(
    2,
    ana={
        "fiefs": "palace vassal land*3 market; castle@bruno",
        "mercenaries": "knights; -",
        "hand": "champion ?*2",
        "pool": "infantry*2",
        "towers": "castle",
    },
    bruno={"fiefs": "palace champion cathedral land@ana; castle monk", "hand": "?*5", "towers": "?"},
)


def draw(referee: Referee, state: dict[str, Any], **more: Any) -> Element:
    return check(referee.draw({"state": state, **more}))


def fief(picture: Element, owner: str, number: int) -> Element:
    wanted = {"data-player": owner, "data-fief": str(number)}.items()
    (found,) = (group for group in picture.iter(f"{SVG}g") if wanted <= group.attrib.items())
    return found


def words(element: Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def attack(kind: str, number: int) -> dict[str, Any]:
    return {"type": "attack", "player": "ana", "target": "bruno", "kind": kind, "fief": number}


def test_a_fief_shows_its_lord_and_its_properties(ortus_regni: Referee) -> None:
    picture = draw(ortus_regni, TABLE)
    assert words(fief(picture, "ana", 1)) == ["1", "Palace", "Vassal", "Land", "×3", "Market"]
    assert words(fief(picture, "ana", 2)) == ["2", "Castle", "bruno"]
    assert words(fief(picture, "bruno", 1)) == ["1", "Palace", "Champion", "Cathedral", "Land", "ana"]
    assert "bruno's Fief 2: Castle and Monk." in (picture[1].text or "")


def test_mercenaries_towers_and_hidden_cards(ortus_regni: Referee) -> None:
    told = words(draw(ortus_regni, TABLE, only="ana"))
    assert told.count("Mercenary") == 2
    assert {"Knights", "Champion", "?", "×2", "Infantry"} <= set(told)
    seen = words(draw(ortus_regni, TABLE, only="ana", viewer="bruno"))
    assert "Champion" not in seen
    assert "×3" in seen


def test_what_was_not_sent_is_a_question_mark_and_not_empty(ortus_regni: Referee) -> None:
    state = {"players": [{"name": "ana"}, {"name": "bruno", "fiefs": [{"id": 1, "anchor": "castle"}]}]}
    picture = draw(ortus_regni, state)
    assert words(fief(picture, "bruno", 1)) == ["1", "Castle", "?", "?"]
    assert "Fiefs: ?" in words(picture)


def test_every_card_of_the_game_has_a_drawing() -> None:
    earls = {*get_args(CardType), *get_args(ArmyType), *get_args(VikingType), *get_args(JoustCard)}
    battle = {f"{card}-decides" if card == "church" else card for card in get_args(BattleCard)}
    assert earls | battle | {"king", "tower", "?"} == set(SYMBOLS)
    fills = {layer["fill"] for symbol in SYMBOLS.values() for layer in symbol["layers"]}
    assert fills - {"none", "line"} <= set(COLOURS)


def test_the_line_up_of_a_battle(ortus_regni: Referee) -> None:
    battle = {
        "type": "battle",
        "attacker": "ana",
        "defender": "bruno",
        "kind": "towers",
        "step": "card",
        "attackers": {"lords": [1], "pool": ["infantry", "infantry"], "mercenaries": [1]},
        "defenders": {"lords": [2]},
    }
    picture = draw(ortus_regni, {**TABLE, "pending": battle})
    assert "ana: Vassal, 2 Infantry, and Mercenary; bruno: Monk." in (picture[1].text or "")


def test_the_fief_in_question_is_marked(ortus_regni: Referee) -> None:
    frames = [
        rect.attrib["stroke"]
        for rect in fief(draw(ortus_regni, TABLE, move=attack("siege", 2)), "bruno", 2).iter(f"{SVG}rect")
        if rect.attrib.get("stroke-width") == "3"
    ]
    assert len(frames) == 1


@pytest.mark.parametrize("seed", range(12))
def test_every_table_of_a_random_game_can_be_drawn(seed: int) -> None:
    served, chance = ServedGame(game), random.Random(seed)
    here, moves = opening(seed), []
    while (move := choose(here, chance)) is not None:
        moves.append(move)
        if chance.random() < 0.1:
            language, name = chance.choice(("en", "es", "pl")), chance.choice(here.state.players).name
            check(picture(served, {"state": here.state, "move": move}, language))
            check(picture(served, {"state": here.state, "move": chance.choice(moves)}, language))
            check(picture(served, {"state": here.state, "only": name, "viewer": name}, language))
        here = rule_on(game, here, move).after
    check(picture(served, {"state": here.state}, "en"))
