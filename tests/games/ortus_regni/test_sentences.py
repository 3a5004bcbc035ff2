"""What a ruling says in three languages, where it depends on a number, on a list or on what is not known."""

from typing import Any

import pytest
from flask import Flask

from tests.client import Answer, Referee
from tests.games.ortus_regni.tables import Move, State, at, attack, field, go, landed, make, reveal, table

LANGUAGES = ("en", "es", "pl")


def rulings(app: Flask, state: State, *moves: Move) -> list[str]:
    """The first message of a ruling in each language; only the last of the moves is refused."""
    return [
        _last(Referee(app, "ortus-regni", language), state, moves)["violations"][0]["message"]
        for language in LANGUAGES
    ]


def _last(referee: Referee, state: State, moves: tuple[Move, ...]) -> Answer:
    return referee.validate(at(referee, state, *moves[:-1]), moves[-1])


def events(app: Flask, kind: str, state: State, *moves: Move) -> list[str]:
    """The sentence of an event in each language."""
    answers = [go(Referee(app, "ortus-regni", language), state, *moves) for language in LANGUAGES]
    return [next(event["text"] for event in answer["events"] if event["type"] == kind) for answer in answers]


def audited(app: Flask, state: State, rule: str) -> list[str]:
    return [Referee(app, "ortus-regni", language).audit(state).message(rule) for language in LANGUAGES]


RECRUITED = {"ana": {"fiefs": "palace land; castle market"}}


def test_one_army_is_recruited_without_a_market_in_the_fief(app: Flask) -> None:
    assert rulings(app, table(**RECRUITED), make("recruit", count=2)) == [
        "ana has a Land and a Market, but not in the same Fief, and so recruits only one Army.",
        "ana tiene un Campo y un Mercado, pero no en el mismo Feudo, y solo recluta un Ejército.",
        "Gracz ana ma Pole i Targ, ale nie w tym samym Lennie, więc werbuje tylko jeden Oddział.",
    ]
    assert rulings(app, table(**RECRUITED), make("recruit", count=3)) == [
        "Only one Army can be recruited, not 3: for two, a Land and a Market have to be in the same Fief.",
        "Solo se puede reclutar un Ejército, no 3: para dos hacen falta un Campo y un Mercado en el mismo Feudo.",
        "Można zwerbować tylko jeden Oddział, a nie 3: dwa wymagają Pola i Targu w tym samym Lennie.",
    ]


def test_two_armies_with_a_market(app: Flask) -> None:
    state = table(ana={"fiefs": "palace land market"})
    assert rulings(app, state, make("recruit", count=3)) == [
        "At most 2 Armies can be recruited, not 3.",
        "Se pueden reclutar 2 Ejércitos como mucho, no 3.",
        "Można zwerbować najwyżej 2 Oddziały, a nie 3.",
    ]


def test_a_card_that_is_not_in_hand(app: Flask) -> None:
    assert rulings(app, table(), make("attach", card="church", fief=1)) == [
        "ana has no Church in hand.",
        "ana no tiene ninguna Iglesia en la mano.",
        "Gracz ana nie ma na ręce Kościoła.",
    ]


def test_two_cards_of_which_there_is_one(app: Flask) -> None:
    state = table(ana={"hand": "vassal"}, bruno={"towers": "land"})
    assert rulings(app, state, attack(), field(hand="vassal*2")) == [
        "ana does not have 2 Vassals in hand.",
        "ana no tiene 2 Vasallos en la mano.",
        "Gracz ana nie ma na ręce 2 kart tego rodzaju: Wasal.",
    ]


def test_what_is_decided_now_is_named(app: Flask) -> None:
    """The declarations of a joust are one decision with three types of move."""
    state = table(3, ana={"hand": "banner*2", "fiefs": "palace land"})
    assert rulings(app, state, make("joust"), make("deal", None, cards={})) == [
        "It is not time for that. Now: the declarations for the joust.",
        "Ahora no toca eso, sino las declaraciones para la Justa.",
        "Na to nie pora. Teraz: zgłoszenia do turnieju.",
    ]
    state = table(ana={"hand": "treachery"}, bruno={"hand": "land"})
    treachery = make("treachery", target="bruno", aim="hand")
    assert rulings(app, state, treachery, make("pick", None))[0] == (
        "It is not time for that. Now: the answer with Allies, or without them."
    )


def test_who_has_declared_does_not_declare_again(app: Flask) -> None:
    """Of three Earls two are sent: whose turn it is may be unknown, but who has declared has declared."""
    declared = [{"player": "bruno", "choice": "excuse"}]
    state = {
        "seats": 3,
        "players": [{"name": "ana"}, {"name": "bruno"}],
        "pending": {"type": "joust", "organiser": "ana", "step": "declare", "declared": declared},
    }
    assert rulings(app, state, make("excuse", "bruno")) == [
        "bruno has already declared.",
        "bruno ya ha hecho su declaración.",
        "Gracz bruno już się zgłosił.",
    ]


def test_a_second_deck_when_all_are_there(app: Flask) -> None:
    decks: list[dict[str, Any]] = [{"name": "ana", "deck": ["?"] * 24}, {"name": "bruno", "deck": ["?"] * 24}]
    state = {"phase": "decks", "seats": 2, "players": decks}
    assert rulings(app, state, make("build", deck=["land"] * 24)) == [
        "ana has already brought a deck.",
        "ana ya ha presentado un mazo.",
        "Gracz ana przedstawił już talię.",
    ]


def test_nobody_speaks_for_the_church(app: Flask) -> None:
    """No Cathedral, no Churches: nobody decides, whatever else was left out."""
    state = table(ana={"fiefs": "palace"}, bruno={"fiefs": "palace"})
    del state["pending"]
    assert rulings(app, state, make("decide", "ana", outcome="normal")) == [
        "Nobody speaks for the Church: there is no Cathedral, and no Earl has more Churches than all others.",
        "Nadie habla por la Iglesia: no hay Catedral y ningún Conde tiene más Iglesias que los demás.",
        "W imieniu Kościoła nikt nie mówi: nie ma Katedry, a żaden Hrabia nie ma więcej Kościołów niż inni.",
    ]


def without_decks(state: State) -> State:
    """A table at which the cards of a pending decision may have come from the decks."""
    players = [{zone: cards for zone, cards in player.items() if zone != "deck"} for player in state["players"]]
    return state | {"players": players}


def politics(**fields: Any) -> dict[str, Any]:
    return {"type": "politics", "card": "treachery", "attacker": "ana", "target": "bruno", "aim": "hand", **fields}


@pytest.mark.parametrize(
    ("pending", "messages"),
    [
        (
            politics(step="attacker", allies=False, attackers=[], defenders=[]),
            [
                "Vassals are added only after Allies, and none were played.",
                "Los Vasallos solo entran después de los Aliados, y aquí no se ha jugado esa carta.",
                "Wasali dokłada się dopiero po Sojusznikach, a tych nie zagrano.",
            ],
        ),
        (
            politics(step="pick", allies=True, attackers=[], defenders=[]),
            [
                "Allies were played, so Vassals come now, not this step (picking cards blind).",
                "Se han jugado Aliados: ahora les toca a los Vasallos, no a este paso (elegir cartas a ciegas).",
                "Zagrano Sojuszników: teraz dokłada się Wasali, a to inny etap (wybór kart w ciemno).",
            ],
        ),
    ],
    ids=["without allies", "with allies"],
)
def test_a_dispute_and_its_allies_fit(app: Flask, pending: Any, messages: list[str]) -> None:
    state = without_decks(table(bruno={"hand": "land"})) | {"acted": True, "pending": pending}
    assert audited(app, state, "dispute/turns") == messages


def test_an_action_of_an_earl_in_the_turn_of_the_vikings(app: Flask) -> None:
    pending = politics(step="allies", allies=False, attackers=[], defenders=[])
    state = without_decks(landed(bruno={"hand": "land"}))
    state |= {"phase": "vikings", "turn": None, "acted": True, "pending": pending}
    assert audited(app, state, "turn/order") == [
        "It is the turn of the Vikings, not ana's.",
        "Es el turno de los Vikingos, no el de ana.",
        "Trwa tura Wikingów, a nie gracza ana.",
    ]


def test_lords_are_captured_in_one_fief_or_several(app: Flask) -> None:
    state = table(
        ana={"hand": "champion*2"}, bruno={"fiefs": "palace vassal land; castle champion", "towers": "land"}
    )
    battle = attack(), field(hand="champion*2")
    assert events(app, "captured-lords", state, *battle, field("bruno", lords=[2]), reveal("attacker")) == [
        "The Lord of bruno's Fief 2 is captured.",
        "El Lord del Feudo 2 de bruno queda capturado.",
        "Lord z Lenna 2 gracza bruno dostaje się do niewoli.",
    ]
    assert events(app, "captured-lords", state, *battle, field("bruno", lords=[1, 2]), reveal("attacker")) == [
        "The Lords of bruno's Fiefs 1 and 2 are captured.",
        "Los Lores de los Feudos 1 y 2 de bruno quedan capturados.",
        "Lordowie z Lenn 1 i 2 gracza bruno dostają się do niewoli.",
    ]


def test_what_is_not_known_is_left_out_of_the_sentence(app: Flask) -> None:
    """Without the Fiefs the new one has no number; without the Banners nobody counts them."""
    state = {"phase": "turn", "turn": "ana", "acted": False, "players": [{"name": "ana"}, {"name": "bruno"}]}
    state |= {"pending": None}
    assert events(app, "castle-built", state, make("castle")) == [
        "ana plays a Castle as a new Fief.",
        "ana juega un Castillo como Feudo nuevo.",
        "Gracz ana zagrywa Zamek jako nowe Lenno.",
    ]
    assert events(app, "hired", state, make("hire")) == [
        "ana places a Mercenary.",
        "ana coloca un Mercenario.",
        "Gracz ana kładzie na stole Najemnika.",
    ]
    assert events(app, "banner-laid", state, make("claim")) == [
        "ana lays a Banner for the crown on the table.",
        "ana pone en la mesa un Estandarte por la corona.",
        "Gracz ana kładzie na stole Sztandar w walce o koronę.",
    ]


def test_a_royal_army_with_too_many(app: Flask) -> None:
    state = table(2) | {"king": "ana", "royal_army": ["knights", "infantry"]}
    assert audited(app, state, "king/capacity") == [
        "The Royal Army has 2 Armies; there is room for only 1.",
        "La Guardia Real tiene 2 Ejércitos; solo hay sitio para 1.",
        "Gwardia Królewska ma 2 Oddziały; miejsca jest tylko na 1.",
    ]
