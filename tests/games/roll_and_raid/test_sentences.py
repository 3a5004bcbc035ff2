"""Sentences as a player hears them: things by their names, numbers with their nouns, and nothing where nothing is."""

from typing import Any

import msgspec
import pytest

from service.games.roll_and_raid.component_names import component_names, readable
from service.games.roll_and_raid.game import GAME
from service.games.roll_and_raid.pack import compile_pack
from tests.client import Referee
from tests.games.roll_and_raid.tables import (
    PACK,
    attack,
    attacking,
    bid,
    bidding,
    bids,
    changed,
    choose,
    contender,
    pay,
    raid,
    store,
    table,
    use,
    without,
    won,
    yields,
)

SHIP = table("production", ana={"waiting": ["ship"], "tracks": {"brown": 5, "grey": 2, "orange": 2}})
PAYING = attacking(step="pay", lying=[4, 4])
SHIPS_UNKNOWN = changed(PAYING, players=[without(PAYING["players"][0], "ships"), *PAYING["players"][1:]])
WON = won(ana={"ships": 0})
OUT = changed(
    won(),
    raids=[
        raid(
            "lindisfarne",
            contender("ana", shown=[2]),
            contender("bruno", shown=[0], status="retreated"),
            step="attack",
            right="ana",
        )
    ],
)

MESSAGES: list[tuple[str, dict[str, Any], dict[str, Any], dict[str, str]]] = [
    ("who was beaten may not raid the card", won(), attack(4, 4, player="bruno"), {
        "en": "ana has won the conflict over Lindisfarne; bruno may not raid it.",
        "es": "ana ha ganado el conflicto por Lindisfarne; bruno no puede saquear esa carta.",
        "pl": "Spór o kartę Lindisfarne wygrał klan gracza ana; klan gracza bruno nie może najechać tej karty.",
    }),
    ("nobody is left in production", table("production", **{name: {"done": True} for name in ("ana", "bruno")}, carla={"done": False}), choose(1), {
        "en": "The raid phase has not begun: carla is still in production.",
        "es": "La fase de saqueo no ha empezado: carla sigue en producción.",
        "pl": "Faza najazdów się nie zaczęła: klan gracza carla nie skończył jeszcze produkcji.",
    }),
    ("nobody knows whether a clan can pay", SHIPS_UNKNOWN, yields(), {
        "en": "ana has to pay for Lindisfarne if that is possible; if it is not, the right to raid passes on by itself.",
        "es": "ana tiene que pagar Lindisfarne si puede; si no puede, el derecho a saquear se cede por sí solo.",
        "pl": "Klan gracza ana musi zapłacić za kartę Lindisfarne, jeśli może; jeśli nie może, prawo do najazdu przechodzi dalej samo.",
    }),
    ("a price in nouns", attacking(step="pay", lying=[4, 4]), pay(vikings=1), {
        "en": "Lindisfarne costs 1 Viking and 1 ship in summer, not 1 Viking.",
        "es": "Coste de Lindisfarne en verano: 1 vikingo y 1 barco. El pago no coincide: 1 vikingo.",
        "pl": "Karta Lindisfarne kosztuje latem 1 wikinga i 1 łódź, a nie 1 wikinga.",
    }),
    ("a hexagon by its number", SHIP, store("ship", "a2"), {
        "en": "A ship is stored in the Port, not in hexagon 2 of the Armoury.",
        "es": "Un barco se guarda en el Puerto, no en el hexágono 2 de la Armería.",
        "pl": "Łódź odkłada się do Portu, a nie do sześciokąta 2 Zbrojowni.",
    }),
    ("a favour die by its place", table("production"), use("f-ribe", "hall"), {
        "en": "ana has not unlocked the favour die of Ribe (2) yet.",
        "es": "ana aún no ha desbloqueado el dado de favor divino de Ribe (2).",
        "pl": "Klan gracza ana nie odblokował jeszcze kości łaski osady Ribe (2).",
    }),
    ("dice and tracks by their colours", table("production"), use("brown", "track", track="grey"), {
        "en": "The brown die cannot be used on the grey track.",
        "es": "El dado marrón no puede usarse en el track gris.",
        "pl": "Brązowej kości nie można użyć na szarym torze.",
    }),
    ("a retreat from a card", OUT, attack(4, 4, player="bruno"), {
        "en": "bruno has retreated from Lindisfarne and cannot raid it.",
        "es": "bruno se ha retirado de Lindisfarne y no puede saquear esa carta.",
        "pl": "Klan gracza bruno wycofał się z najazdu na kartę Lindisfarne i nie może najechać tej karty.",
    }),
    ("a single Viking", bidding("ana", "bruno", ana={"vikings": 1}), bid(3), {
        "en": "ana has only 1 Viking left and cannot bid 3.",
        "es": "A ana solo le queda 1 vikingo y no puede apostar 3.",
        "pl": "Klan gracza ana ma już tylko 1 wikinga i nie może zaoferować 3.",
    }),
]  # fmt: skip


@pytest.mark.parametrize("language", ["en", "es", "pl"])
@pytest.mark.parametrize(("told", "move", "texts"), [row[1:] for row in MESSAGES], ids=[row[0] for row in MESSAGES])
def test_a_refusal_read_aloud(
    roll_and_raid: Referee, language: str, told: dict[str, Any], move: dict[str, Any], texts: dict[str, str]
) -> None:
    referee = Referee(roll_and_raid.app, "roll-and-raid", language)
    messages = [violation["message"] for violation in referee.validate(told, move, pack=PACK)["violations"]]
    assert messages[0] == texts[language]


def test_a_table_without_clans_in_production_has_a_sentence_of_its_own(roll_and_raid: Referee) -> None:
    """Of clans that were left out it is unknown whether they still produce: nobody can be named."""
    state = without(table("production"), "players")
    state["players"] = [{"name": "ana"}]
    answer = roll_and_raid.validate(state, choose(1), pack=PACK)
    assert answer.message("raid/choice") == "The raid phase has not begun yet."


def test_what_happened_read_aloud(roll_and_raid: Referee) -> None:
    answer = roll_and_raid.validate(
        bids(bidding("ana", "bruno", "carla"), ana=2, bruno=2), bid(1, "carla"), pack=PACK
    )
    assert [event["text"] for event in answer["events"]] == [
        "carla has bid.",
        "ana shows 2 Vikings and crosses them out.",
        "bruno shows 2 Vikings and crosses them out.",
        "carla shows 1 Viking and crosses it out.",
        "carla loses the conflict over Lindisfarne.",
        "ana and bruno are tied for the highest bid on Lindisfarne.",
        "Only ana and bruno bid again for Lindisfarne.",
    ]
    answer = roll_and_raid.validate(WON, attack(4, 4), pack=PACK)
    assert [event["text"] for event in answer["events"]][1:] == [
        "ana reaches the defence of Lindisfarne: 8 against 5.",
        "ana cannot pay for Lindisfarne and does not raid.",
        "ana pays nothing for that.",
        "The right to raid Lindisfarne passes to bruno.",
        "bruno now rolls for Lindisfarne.",
    ]


# ---------------------------------------------------------------- the names of components


def names(pack: dict[str, Any], language: str = "en") -> Any:
    box = compile_pack(msgspec.json.decode(msgspec.json.encode(pack), type=GAME.shapes.pack))
    return component_names(box, GAME.rulebook.words[language])


def test_components_have_the_names_of_the_pack() -> None:
    known = names(PACK)
    assert known["card"].get("lindisfarne") == "Lindisfarne"
    assert known["card"].get("paris") == "Paris"
    assert known["god"].get("odin") == "Odin"
    assert known["development"].get("smithy") == "Smithy"
    assert known["place_in"].get("p2") == "in hexagon 2 of the Port"
    assert known["place_in"].get("ribe") == "in Ribe"
    assert known["die_The"].get("grey") == "The grey die"


@pytest.mark.parametrize(("language", "name"), [("en", "Smithy"), ("es", "Herrería"), ("pl", "Kuźnia")])
def test_a_pack_may_have_names_in_each_language(roll_and_raid: Referee, language: str, name: str) -> None:
    referee = Referee(roll_and_raid.app, "roll-and-raid", language)
    state = {"players": [{"name": "ana", "developments": ["smithy"], "dice_used": [], "done": False}], "clans": 1}
    state |= {"phase": "production", "dice": {"brown": 4, "grey": 2, "orange": 5}}
    move = use("brown", "development", development="smithy")
    assert name in referee.validate(state, move, pack="training").message("development/once")


@pytest.mark.parametrize(
    ("favour", "name"),
    [("f-port", "the favour die of the Port (3)"), ("f-hedeby", "the favour die of Hedeby (4)"),
     ("f-odin", "the favour die of Odin (6)"), ("f-axe", "the favour die of the Armoury (5)")],
)  # fmt: skip
def test_a_favour_die_is_described_by_what_unlocks_it(favour: str, name: str) -> None:
    assert names(PACK)["favour_the"].get(favour) == name


def test_what_the_pack_does_not_have_is_made_readable() -> None:
    empty = names({"id": "empty", "title": "Nothing yet"})
    assert empty["card"].get("mead-hall") == readable("mead-hall") == "Mead hall"
    assert empty["card"].get("?") == "a hidden card"
    assert empty["favour_the"].get("f-1") == "the favour die F 1"
    assert names({"id": "empty", "title": "Nothing yet"}, "pl")["place_do"].get("p1") == "na miejsce P1"
