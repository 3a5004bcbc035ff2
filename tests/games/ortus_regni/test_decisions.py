"""Decisions are moves: one with a single option waits for its move, and one without any is left out."""

from typing import Any

import pytest

from tests.client import Referee
from tests.games.ortus_regni.positions import allies, enter, intrigue, order, ransom, treachery
from tests.games.ortus_regni.tables import Move, State, at, attack, field, landed, make, of, reveal, suffer, table

DUEL = table(ana={"hand": "champion"}, bruno={"hand": "champion", "towers": "monk"})
FOUGHT = (attack(), field(hand="champion"), field("bruno", hand="champion"), reveal())
LONELY = table(ana={"hand": "champion*2"}, bruno={"fiefs": "palace vassal", "towers": "monk"})
TAKEN = (attack(), field(hand="champion*2"), field("bruno", lords=[1]), reveal("attacker"))
SCHEME = {"hand": "intrigue"}
VIKINGS = landed(2, phase="vikings", turn=None, bruno={"hand": "champion", "towers": "monk"}) | {
    "pending": {"type": "vikings", "step": "order", "controller": "ana"}
}


WAITING: list[Any] = [
    pytest.param(DUEL, FOUGHT, "ana", suffer(hand="champion"), id="the only unit of the attacker"),
    pytest.param(
        DUEL,
        (*FOUGHT, suffer(hand="champion")),
        "bruno",
        suffer("bruno", hand="champion", towers="monk"),
        id="every unit and every Tower of the defender",
    ),
    pytest.param(
        table(ana={"hand": "champion"}, bruno={"towers": "monk"}),
        (attack(), field(hand="champion"), field("bruno")),
        "bruno",
        suffer("bruno", towers="monk"),
        id="the only Tower",
    ),
    pytest.param(
        table(ana={"hand": "champion"}, bruno={"fiefs": "palace land"}),
        (attack("raid", 1), field(hand="champion"), field("bruno")),
        "bruno",
        suffer("bruno", properties="land"),
        id="the only Property",
    ),
    pytest.param(LONELY, TAKEN, "bruno", ransom("bruno", 1), id="nothing to pay with"),
    pytest.param(
        table(ana={"hand": "treachery"}, bruno={"hand": "", "fiefs": "palace vassal; castle"}),
        (treachery("lord", fief=1),),
        "bruno",
        allies(play=False),
        id="no card in hand",
    ),
    pytest.param(
        table(ana=SCHEME, bruno={"pool": "knights", "hand": "monk"}),
        (intrigue("armies"), allies(play=False)),
        "bruno",
        make("give", "bruno", armies=["knights"]),
        id="the only Army of the pool",
    ),
    pytest.param(
        table(ana=SCHEME, bruno={"pool": "knights infantry", "hand": "monk"}),
        (intrigue("armies"), allies(play=False)),
        "bruno",
        make("give", "bruno", armies=["infantry", "knights"]),
        id="both Armies of the pool",
    ),
    pytest.param(
        table(ana=SCHEME, bruno={"fiefs": "palace land", "hand": "monk"}),
        (intrigue("properties", fief=1), allies(play=False)),
        "ana",
        make("place", card={"card": "land", "owner": "bruno"}, fief=1),
        id="the only Fief",
    ),
    pytest.param(
        table(ana={"hand": "banner", "banners": 1}, bruno={"pool": "knights"}),
        (make("claim"),),
        "bruno",
        make("offer", "bruno", army="knights"),
        id="the only Army to offer",
    ),
    pytest.param(
        VIKINGS,
        (order("ana", "bruno", "towers"), field("bruno", hand="champion"), reveal("defender")),
        "ana",
        suffer(vikings="viking*2"),
        id="Vikings of one kind",
    ),
    pytest.param(
        table(ana={"hand": "banner"}, bruno={"hand": ""}),
        (make("joust"),),
        "bruno",
        None,
        id="an exempt Earl declares",
    ),
]


@pytest.mark.parametrize(("start", "before", "who", "move"), WAITING)
def test_one_option_is_a_move(
    ortus_regni: Referee, start: State, before: tuple[Move, ...], who: str, move: Move | None
) -> None:
    state = at(ortus_regni, start, *before)
    listed = ortus_regni.moves(state)
    assert listed["next"]["players"] == [who]
    if move is not None:
        assert len(listed["moves"]) == 1
        assert ortus_regni.validate(state, move)["verdict"] == "legal"
    assert ortus_regni.audit(state)["verdict"] == "possible"
    assert ortus_regni.validate(state, make("end"))["verdict"] == "illegal"


def test_a_siege_falls_by_itself(ortus_regni: Referee) -> None:
    """Nobody chooses what falls with a Castle, and nobody captures without a Lord."""
    start = table(ana={"hand": "champion*2"}, bruno={"fiefs": "palace; castle land church"})
    after = at(ortus_regni, start, attack("siege", 2), field(hand="champion*2"), field("bruno"))
    assert after["pending"] is None
    assert [one["id"] for one in of(after, "bruno")["fiefs"]] == [1]


def test_damage_that_nobody_takes_is_nobodys_decision(ortus_regni: Referee) -> None:
    """Three Towers hold two points of a raid: nothing is lost, so nothing is assigned."""
    start = table(ana={"hand": "champion"}, bruno={"fiefs": "palace land", "towers": "?*3"})
    after = at(ortus_regni, start, attack("raid", 1), field(hand="champion"), field("bruno"))
    assert after["pending"] is None


@pytest.mark.parametrize("hand", ["?", "?*2", "monk vassal"])
def test_a_small_hand_is_lost_without_a_draw(ortus_regni: Referee, hand: str) -> None:
    """Two cards are picked blind: of no more than two, all are, and nobody picks."""
    start = table(ana={"hand": "treachery"}, bruno={"hand": hand})
    after = at(ortus_regni, start, treachery("hand"), allies(play=False))
    assert (after["pending"], of(after, "bruno")["hand"]) == (None, [])


def test_who_has_no_army_offers_none(ortus_regni: Referee) -> None:
    start = table(3, ana={"hand": "banner", "banners": 1}, carla={"pool": "knights"})
    after = at(ortus_regni, start, make("claim"))
    assert after["pending"]["offering"] == ["carla"]


def test_a_ransom_waits_for_every_lord(ortus_regni: Referee) -> None:
    """With one bare Castle and its Lord nothing can be paid; to refuse is still the owner's word."""
    state = at(ortus_regni, LONELY, *TAKEN)
    assert state["pending"]["step"] == "ransom"
    assert ortus_regni.validate(state, ransom("bruno", 1, (1, None))).broken == [
        "ransom/own-castle",
        "ransom/last-anchor",
    ]
    assert ortus_regni.validate(state, suffer("bruno", lords=[1])).broken == [
        "ransom/before-damage",
        "combat/sequence",
    ]
    after = at(ortus_regni, state, ransom("bruno", 1))
    assert after["pending"]["doomed"] == [1]


def test_a_joust_waits_for_the_exempt(ortus_regni: Referee) -> None:
    state = at(ortus_regni, table(ana={"hand": "banner monk"}, bruno={"hand": "monk"}), make("joust"))
    assert ortus_regni.validate(state, make("stay-out", "bruno"))["verdict"] == "legal"
    assert ortus_regni.validate(state, enter("ana", card="monk")).broken == ["joust/order"]
