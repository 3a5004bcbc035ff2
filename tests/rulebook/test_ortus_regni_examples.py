"""What the printed book of Ortus Regni (Spanish, 2016) counts and shows, through HTTP, in the order of the book."""

import pytest

from tests.client import Referee
from tests.games.ortus_regni.tables import (
    FORCED,
    at,
    attack,
    fief,
    field,
    go,
    landed,
    make,
    of,
    reveal,
    suffer,
    table,
)

EARLS = ["ana", "bruno", "carla", "dario", "eva", "fabio"]


def test_components(ortus_regni: Referee) -> None:
    """Componentes, p. 5: the four neutral decks of the core box, and 25 cards for each Earl on the table."""
    state = ortus_regni.ask("setup", {"players": EARLS[:2], "seed": 1})["state"]
    count = {card: state["battle_deck"].count(card) for card in ("normal", "attacker", "defender", "church")}
    assert count == {"normal": 15, "attacker": 3, "defender": 3, "church": 3}
    assert (state["army_deck"].count("infantry"), state["army_deck"].count("knights")) == (16, 8)
    assert (state["viking_deck"].count("viking"), state["viking_deck"].count("chieftain")) == (16, 8)
    for player in state["players"]:
        assert len(player["deck"]) + len(player["hand"]) == 24
        assert [one["anchor"] for one in player["fiefs"]] == ["palace"]


def test_royal_army_of_a_game_for_four(ortus_regni: Referee) -> None:
    """Guarnición, p. 7: three Armies with four Earls, and no Land is needed."""
    start = table(4, king="ana", royal_army="infantry*2", ana={"pool": "knights*2"})
    garrison = make("garrison", army="knights", mercenary=None)
    after = at(ortus_regni, start, garrison)
    assert len(after["royal_army"]) == 3
    assert ortus_regni.validate(after, garrison).broken == ["king/capacity"]


def test_a_champion_is_two_one(ortus_regni: Referee) -> None:
    """Cartas de personalidades, p. 16: a Champion deals two points and absorbs one."""
    start = table(ana={"hand": "champion"}, bruno={"hand": "champion", "towers": "monk"})
    mid = at(ortus_regni, start, attack(), field(hand="champion"), field("bruno", hand="champion"))
    assert mid["pending"]["damage"] == [2, 2]
    after = at(ortus_regni, mid, reveal(), FORCED)
    assert of(after, "bruno")["towers"] == []  # one point absorbed, one through


def test_attacker_wins_and_the_defender_ransoms(ortus_regni: Referee) -> None:
    """Cartas de personalidades, p. 16: attacked, the Attacker Wins card; one Property or Castle for each Lord."""
    start = table(ana={"hand": "champion"}, bruno={"fiefs": "palace champion; castle monk land", "towers": "monk"})
    mid = go(ortus_regni, start, attack(), field(hand="champion"), field("bruno", lords=[1, 2]), reveal("attacker"))
    assert mid["next"] == {"phase": "turn", "players": ["bruno"], "moves": ["ransom"]}
    pay = make("ransom", "bruno", lord=1, pay={"fief": 2, "card": "land"})
    refuse = make("ransom", "bruno", lord=2, pay=None)
    after = at(
        ortus_regni, mid["state"], pay, make("place", card={"card": "land", "owner": "bruno"}, fief=1), refuse, FORCED
    )
    assert fief(after, "bruno", 1)["lord"] == "champion"
    assert fief(after, "bruno", 2) == {"id": 2, "anchor": "castle", "lord": None, "properties": []}


def test_prince_and_vassals_capture(ortus_regni: Referee) -> None:
    """Vasallo, p. 17: several Vassal Lords capture one card, with a Prince Lord two."""
    start = table(
        ana={"fiefs": "palace vassal; castle vassal; castle prince"}, bruno={"fiefs": "palace; castle land*3"}
    )
    lords = {"vassals": [1, 2], "all": [1, 2, 3]}
    deeds = [{"card": "land", "owner": "bruno"}] * 2
    mid = at(
        ortus_regni,
        start,
        attack("raid", 2),
        field(lords=lords["vassals"]),
        field("bruno"),
        suffer("bruno", properties="land land"),
    )
    assert ortus_regni.validate(mid, make("capture", cards=deeds)).broken == ["capture/slots"]
    mid = at(ortus_regni, start, attack("raid", 2), field(lords=lords["all"]), field("bruno"), FORCED)
    assert ortus_regni.validate(mid, make("capture", cards=deeds))["verdict"] == "legal"


def test_emissaries_bring_cubes(ortus_regni: Referee) -> None:
    """Vasallo and Monje, p. 17: one cube, two cubes, a marker each."""
    for card, cubes in (("vassal", 2), ("monk", 3)):
        after = at(ortus_regni, table(ana={"hand": card}), make("emissary", card=card))
        assert (of(after, "ana")["cubes"], after["black_markers"]) == (cubes, 3)


def test_a_banquet_brings_three_cards(ortus_regni: Referee) -> None:
    """Banquete, p. 21: two cards, and the one that ends the turn."""
    after = at(ortus_regni, table(ana={"hand": "banquet"}), make("banquet"), make("end"))
    assert of(after, "ana")["hand"] == ["?", "?", "?"]


def test_two_banners_and_two_more(ortus_regni: Referee) -> None:
    """Estandarte, 2, p. 22: at least two Banners, and two more than any rival."""
    for own, rival, king in ((1, 0, "ana"), (1, 1, None), (2, 1, "ana"), (0, 0, None)):
        start = table(ana={"hand": "banner", "banners": own}, bruno={"banners": rival})
        assert at(ortus_regni, start, make("claim"))["king"] == king


def test_vassals_in_a_political_dispute(ortus_regni: Referee) -> None:
    """Resolviendo una disputa política, 1-5, p. 22-23: Vassal by Vassal, a tie for the defender."""
    start = table(
        ana={"hand": "treachery vassal", "fiefs": "palace vassal"},
        bruno={"hand": "allies vassal", "fiefs": "palace; castle vassal"},
    )
    moves = [
        make("treachery", target="bruno", aim="lord", fief=2),
        make("allies", "bruno", play=True),
        make("dispute", vassal="hand"),
        make("dispute", "bruno", vassal="hand"),
        make("dispute", vassal=1),
        make("dispute", "bruno", vassal=2),
        make("dispute", vassal=None),
    ]
    after = at(ortus_regni, start, *moves)
    assert fief(after, "bruno", 2)["lord"] == "vassal"  # the winner's Lord goes home
    assert fief(after, "ana", 1)["lord"] is None  # the loser's does not


def test_the_fourth_point_passes_three_towers(ortus_regni: Referee) -> None:
    """Torres, p. 24: with three Towers only the fourth point of a raid or siege counts."""
    earldom = {"fiefs": "palace; castle land", "towers": "?*3"}
    for hand, lost in (("champion vassal", 0), ("champion champion", 1)):
        start = table(ana={"hand": hand}, bruno=earldom)
        after = at(ortus_regni, start, attack("raid", 2), field(hand=hand), field("bruno"), *[FORCED] * lost)
        assert len(fief(after, "bruno", 2)["properties"]) == 1 - lost
        assert len(of(after, "bruno")["towers"]) == 3


@pytest.mark.parametrize(
    ("count", "infantry", "knights"), [(2, 16, 8), (3, 24, 12), (4, 32, 16), (5, 40, 20), (6, 48, 24)]
)
def test_the_army_deck_grows(ortus_regni: Referee, count: int, infantry: int, knights: int) -> None:
    """Preparación del mazo de ejércitos, p. 26: eight Infantry and four Knights for each further Earl."""
    deck = ortus_regni.ask("setup", {"players": EARLS[:count], "seed": 1})["state"]["army_deck"]
    assert (deck.count("infantry"), deck.count("knights")) == (infantry, knights)


def test_two_lands_and_a_market_field_four(ortus_regni: Referee) -> None:
    """Llamando ejércitos a la batalla, p. 26: a Fief with two Lands and a Market fields four Armies."""
    start = table(ana={"fiefs": "palace land*2 market", "pool": "infantry*5"}, bruno={"towers": "?*5"})
    mid = at(ortus_regni, start, attack())
    assert ortus_regni.validate(mid, field(pool="infantry*4"))["verdict"] == "legal"
    assert ortus_regni.validate(mid, field(pool="infantry*5")).broken == ["field/capacity"]


def test_a_king_with_a_full_royal_army(ortus_regni: Referee) -> None:
    """La carta del rey, p. 29: in a game for four each of the others gives an Army; the Royal Army is full."""
    pools = {name: {"pool": "infantry"} for name in EARLS[1:4]}
    start = table(4, ana={"hand": "banner", "banners": 1, "pool": "knights"}, **pools)
    offers = [make("offer", name, army="infantry") for name in EARLS[1:4]]
    after = at(ortus_regni, start, make("claim"), *offers)
    assert after["royal_army"] == ["infantry"] * 3
    assert of(after, "ana")["banners"] == 0


def test_one_card_is_enough_for_a_chance(ortus_regni: Referee) -> None:
    """Combate, p. 30: one card against a horde may win by the Battle card."""
    start = table(ana={"hand": "champion*6"}, bruno={"hand": "monk", "fiefs": "castle"})
    moves = [attack("siege", 1), field(hand="champion*6"), field("bruno", hand="monk"), reveal("defender")]
    assert fief(at(ortus_regni, start, *moves), "bruno", 1) is not None


@pytest.mark.parametrize(
    ("anchor", "points", "falls"),
    [("castle", 1, False), ("castle", 2, True), ("palace", 2, False), ("palace", 3, True)],
)
def test_a_siege_that_fails(ortus_regni: Referee, anchor: str, points: int, falls: bool) -> None:
    """Asedio a un castillo, p. 33: one point does not fell a Castle, two not a Palace."""
    start = table(ana={"hand": f"vassal*{points}"}, bruno={"fiefs": f"{anchor} land; castle"})
    after = at(ortus_regni, start, attack("siege", 1), field(hand=f"vassal*{points}"), field("bruno"))
    assert (fief(after, "bruno", 1) is None) is falls


def test_the_castle_of_the_other_captured_lord(ortus_regni: Referee) -> None:
    """Rescatando a los lores, p. 37: of two captured Lords one is saved with the Castle of the other."""
    start = table(ana={"hand": "champion"}, bruno={"fiefs": "palace prince; castle vassal", "towers": "?"})
    moves = [attack(), field(hand="champion"), field("bruno", lords=[1, 2]), reveal("attacker")]
    after = at(ortus_regni, start, *moves, make("ransom", "bruno", lord=1, pay={"fief": 2, "card": None}), FORCED)
    assert [one["lord"] for one in of(after, "bruno")["fiefs"]] == ["prince"]
    assert of(after, "bruno")["discard"] == ["vassal"]
    assert fief(after, "ana", 2)["anchor"] == {"card": "castle", "owner": "bruno"}


def test_five_vikings_for_four_earls(ortus_regni: Referee) -> None:
    """La llegada de los vikingos, p. 39: with four Earls five cards are revealed."""
    start = table(4, turn="dario", round=9, black_markers=7)
    mid = at(ortus_regni, start, make("end", "dario"))
    assert ortus_regni.validate(mid, make("vikings", None, cards=["viking"] * 4)).broken == ["vikings/arrival"]
    after = go(ortus_regni, mid, make("vikings", None, cards=["viking"] * 5))
    assert after["next"]["moves"] == ["cube"]  # active at once


def test_destroyed_vikings_come_back(ortus_regni: Referee) -> None:
    """La llegada de los vikingos, p. 39: beaten to the last, they grow again and wait for their number."""
    start = landed(turn="bruno", vikings=[], viking_discard="viking*3")
    for count in (1, 2):
        answer = go(ortus_regni, start, make("end", "bruno"), make("vikings", None, cards=["viking"]))
        assert len(answer["state"]["vikings"]) == count
        start = at(ortus_regni, answer["state"], make("end"))
    answer = go(ortus_regni, start, make("end", "bruno"), make("vikings", None, cards=["viking"]))
    assert answer["next"]["moves"] == ["cube"]


HANDS = [
    ("prince", "prince prince"),
    ("vassal", "vassal vassal"),
    ("monk", "prince prince"),
    ("prince", "vassal vassal"),
    ("monk", "vassal vassal"),
    ("monk", "prince nothing"),
]
"""Los participantes de la justa, p. 43: the six hands that are drawn there, the best first."""


@pytest.mark.parametrize("place", range(5))
def test_the_drawn_hands_of_a_joust(ortus_regni: Referee, place: int) -> None:
    better, worse = HANDS[place : place + 2]
    start = table(
        ana={"hand": f"banner {better[0]}", "fiefs": "palace land"}, bruno={"hand": worse[0], "fiefs": "palace land"}
    )
    bet = {"fief": 1, "card": "land"}
    moves = [
        make("joust"),
        make("enter", "bruno", bet=bet, jouster={"card": worse[0]}),
        make("enter", bet=bet, jouster={"card": better[0]}),
        make("deal", None, cards={"ana": better[1].split(), "bruno": worse[1].split()}),
    ]
    assert go(ortus_regni, start, *moves)["state"]["pending"]["winner"] == "ana"


def test_even_a_church_may_joust(ortus_regni: Referee) -> None:
    """Los participantes de la justa, p. 42: any card of the hand, in the hope of a pair of Princes."""
    start = table(
        ana={"hand": "banner church", "fiefs": "palace land"}, bruno={"hand": "banquet", "fiefs": "palace land"}
    )
    bet = {"fief": 1, "card": "land"}
    moves = [
        make("joust"),
        make("enter", "bruno", bet=bet, jouster={"card": "banquet"}),
        make("enter", bet=bet, jouster={"card": "church"}),
        make("deal", None, cards={"ana": ["prince", "prince"], "bruno": ["vassal", "vassal"]}),
    ]
    assert go(ortus_regni, start, *moves)["state"]["pending"]["winner"] == "ana"
