"""Rules of Ortus Regni, kept and broken: the Viking timer, their landing, control and attacks; emissaries; honour."""

from typing import Any

import pytest

from tests.client import Referee
from tests.games.ortus_regni.cases import breaks, contradicts, is_broken, is_impossible, is_kept, keeps
from tests.games.ortus_regni.tables import (
    FORCED,
    Move,
    State,
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
    told,
)

LAST = make("end", "bruno")


def last_turn(**zones: Any) -> State:
    """Bruno ends the round."""
    return table(turn="bruno", **zones)


def sails(*cards: str) -> Move:
    return make("vikings", None, cards=list(cards))


def cube(name: str = "ana") -> Move:
    return make("cube", name)


def order(player: str = "ana", **how: Any) -> Move:
    return make("order", player, **how)


def active(count: int = 2, **zones: Any) -> State:
    """The last Earl's turn of a round: the Vikings are as many as they need, with the next card one more."""
    return landed(count, turn=("ana", "bruno", "carla", "dario")[count - 1], **zones)


TO_ORDER = (LAST, sails("viking"), cube())
SACK = order(target="bruno", kind="siege", fief=2)

KEPT = [
    keeps("vikings/black-marker", last_turn(), LAST),
    keeps("vikings/white-back", last_turn(white_marker=True), LAST),
    keeps("vikings/eighth-marker", last_turn(round=9, black_markers=7), LAST),
    keeps("vikings/their-turn", last_turn(round=9, black_markers=7, bruno={"hand": "monk"}), make("emissary", "bruno", card="monk"), LAST),
    keeps("vikings/markers-away", last_turn(round=9, black_markers=7), LAST),
    keeps("vikings/arrival", last_turn(round=9, black_markers=7), LAST, sails("viking", "viking", "chieftain")),
    keeps("vikings/growth", active(), LAST, sails("viking")),
    keeps("vikings/active", active(vikings=["viking"] * 2), LAST, sails("viking")),
    keeps("vikings/at-least", active(), LAST, sails("viking")),
    keeps("vikings/cube", active(), *TO_ORDER),
    keeps("vikings/controller", active(), *TO_ORDER, order()),
    keeps("vikings/any-target", active(), *TO_ORDER, order(target="ana", kind="siege", fief=1)),
    keeps("vikings/alone", active(bruno={"fiefs": "palace; castle"}), *TO_ORDER, SACK),
    keeps("vikings/no-capture", active(bruno={"fiefs": "palace; castle"}), *TO_ORDER, SACK, field("bruno")),
    keeps("vikings/damage", active(bruno={"fiefs": "palace; castle", "hand": "vassal"}), *TO_ORDER, SACK,
          field("bruno", hand="vassal"), reveal(), suffer(vikings="viking")),
    keeps("vikings/reshuffle", active(viking_deck=[], viking_discard="?*21"), LAST, sails("viking")),
    keeps("vikings/none-left", active(viking_deck=[], vikings=["viking"] * 16 + ["chieftain"] * 8), LAST),
    keeps("ransom/vikings", active(bruno={"fiefs": "palace champion; castle"}), *TO_ORDER, SACK, field("bruno", lords=[1]),
          reveal("attacker")),
    keeps("emissary/who", table(ana={"hand": "monk"}), make("emissary", card="monk")),
    keeps("emissary/stays", table(ana={"hand": "monk"}), make("emissary", card="monk")),
    keeps("emissary/cubes", table(ana={"hand": "monk"}), make("emissary", card="monk")),
    keeps("emissary/marker", table(ana={"hand": "vassal"}), make("emissary", card="vassal")),
    keeps("emissary/after-arrival", landed(ana={"hand": "vassal"}), make("emissary", card="vassal")),
]  # fmt: skip

BROKEN = [
    breaks("vikings/arrival", last_turn(round=9, black_markers=7), LAST, sails("viking", "viking")),
    breaks("vikings/growth", active(), LAST, sails("viking", "viking")),
    breaks("components/viking-deck", active(viking_discard="chieftain*8"), LAST, sails("chieftain")),
    breaks("vikings/cube", last_turn(), cube()),
    breaks("vikings/controller", active(), *TO_ORDER, order("bruno")),
    breaks("vikings/damage", active(bruno={"fiefs": "palace; castle", "hand": "vassal"}), *TO_ORDER, SACK,
           field("bruno", hand="vassal"), reveal(), suffer("bruno", vikings="viking")),
    breaks("ransom/vikings", active(bruno={"fiefs": "palace champion land; castle", "hand": "vassal*2"}), *TO_ORDER, SACK,
           field("bruno", lords=[1], hand="vassal*2"), make("ransom", "bruno", lord=1, pay={"fief": 1, "card": "land"})),
    breaks("emissary/who", table(ana={"hand": "champion"}), make("emissary", card="champion")),
]  # fmt: skip

IMPOSSIBLE = [
    contradicts("vikings/black-marker", table(round=3, black_markers=3)),
    contradicts("vikings/markers-away", landed(black_markers=1)),
    contradicts("vikings/arrival", table(vikings="viking")),
    contradicts("emissary/cubes", table(ana={"emissaries": "monk", "cubes": 2})),
]


@pytest.mark.parametrize(("rule", "state", "moves"), KEPT)
def test_kept(ortus_regni: Referee, rule: str | None, state: State, moves: tuple[Move, ...]) -> None:
    is_kept(ortus_regni, rule, state, moves)


@pytest.mark.parametrize(("rule", "state", "moves"), BROKEN)
def test_broken(ortus_regni: Referee, rule: str, state: State, moves: tuple[Move, ...]) -> None:
    is_broken(ortus_regni, rule, state, moves)


@pytest.mark.parametrize(("rule", "state"), IMPOSSIBLE)
def test_impossible(ortus_regni: Referee, rule: str, state: State) -> None:
    is_impossible(ortus_regni, rule, state)


# ---------------------------------------------------------------- the timer


@pytest.mark.obeys("ortus-regni/vikings/white-back")
def test_a_round_with_an_attack_moves_no_black_marker(ortus_regni: Referee) -> None:
    after = at(ortus_regni, last_turn(white_marker=True), LAST)
    assert (after["black_markers"], after["white_marker"], after["round"]) == (2, False, 6)


def test_the_white_marker_does_not_stop_the_eighth(ortus_regni: Referee) -> None:
    start = table(turn="bruno", round=9, black_markers=7, white_marker=True, bruno={"hand": "vassal"})
    answer = go(ortus_regni, start, make("emissary", "bruno", card="vassal"), LAST)
    assert answer["state"]["arrived"] is True
    assert answer["next"] == {"phase": "vikings", "players": [], "moves": ["vikings"]}


def test_they_do_not_land_in_the_middle_of_a_round(ortus_regni: Referee) -> None:
    start = table(round=9, black_markers=7, ana={"hand": "vassal"}, bruno={"hand": "champion"})
    after = at(ortus_regni, start, make("emissary", card="vassal"))
    assert (after["arrived"], after["black_markers"], after["turn"]) == (False, 8, "ana")


def test_with_all_markers_forward_only_cubes_come(ortus_regni: Referee) -> None:
    start = table(round=9, black_markers=8, ana={"hand": "vassal", "emissaries": "vassal"})
    after = at(ortus_regni, start, make("emissary", card="vassal"))
    assert (after["black_markers"], of(after, "ana")["cubes"]) == (8, 3)


# ---------------------------------------------------------------- growing, waiting, waking


@pytest.mark.obeys("ortus-regni/vikings/active")
def test_too_few_vikings_wait(ortus_regni: Referee) -> None:
    """Four Earls: five Vikings land. Two survive: with three and four they wait, with five they attack."""
    start = active(4, vikings=["viking"] * 2)
    for count in (3, 4):
        answer = go(ortus_regni, start, make("end", "dario"), sails("viking"))
        assert (len(answer["state"]["vikings"]), answer["state"]["phase"]) == (count, "turn")
        start = {**answer["state"], "turn": "dario"}
    answer = go(ortus_regni, start, make("end", "dario"), sails("viking"))
    assert answer["next"] == {"phase": "vikings", "players": [], "moves": ["cube"]}


@pytest.mark.obeys("ortus-regni/vikings/at-least")
def test_more_than_needed_are_active_too(ortus_regni: Referee) -> None:
    answer = go(ortus_regni, active(vikings=["viking"] * 7), LAST, sails("viking"))
    assert answer["next"]["moves"] == ["cube"]


def test_the_viking_pile_is_not_shuffled_before_its_time(ortus_regni: Referee) -> None:
    after = at(ortus_regni, active(viking_deck=["?"], viking_discard="?*20"), LAST, sails("viking"))
    assert (after["viking_deck"], len(after["viking_discard"])) == ([], 20)


@pytest.mark.obeys("ortus-regni/vikings/none-left")
def test_without_a_card_they_attack_with_those_they_have(ortus_regni: Referee) -> None:
    start = active(viking_deck=[], vikings=["viking"] * 16 + ["chieftain"] * 8)
    answer = go(ortus_regni, start, LAST)
    assert answer["next"]["moves"] == ["cube"]


# ---------------------------------------------------------------- control and attack


@pytest.mark.obeys("ortus-regni/vikings/any-target")
@pytest.mark.parametrize(
    "how", [{}, {"target": "ana", "kind": "raid", "fief": 1}, {"target": "bruno", "kind": "siege", "fief": 1}]
)
def test_nobody_and_nothing_is_spared(ortus_regni: Referee, how: dict[str, Any]) -> None:
    start = active(ana={"fiefs": "palace land"})
    mid = at(ortus_regni, start, *TO_ORDER)
    assert ortus_regni.validate(mid, order(**how))["verdict"] == "legal"


@pytest.mark.obeys("ortus-regni/vikings/alone")
def test_all_vikings_and_nobody_else(ortus_regni: Referee) -> None:
    start = active(
        ana={"hand": "champion"}, bruno={"fiefs": "palace; castle"}, vikings=["viking", "viking", "chieftain"]
    )
    mid = at(ortus_regni, start, *TO_ORDER, SACK)
    assert mid["pending"]["attackers"]["vikings"] == ["viking", "viking", "chieftain", "viking"]
    assert mid["pending"]["damage"] == [5, 0]
    assert ortus_regni.validate(mid, field(hand="champion"))["verdict"] == "illegal"


@pytest.mark.obeys("ortus-regni/vikings/no-capture")
def test_vikings_capture_nothing(ortus_regni: Referee) -> None:
    start = active(ana={"fiefs": "palace prince"}, bruno={"fiefs": "palace; castle land"})
    after = at(ortus_regni, start, *TO_ORDER, SACK, field("bruno"))
    assert sorted(of(after, "bruno")["discard"]) == ["castle", "land"]
    assert len(of(after, "ana")["fiefs"]) == 1


CAPTIVES = {"fiefs": "palace champion; castle land", "towers": "monk", "hand": "vassal*2"}
HOLD = field("bruno", lords=[1], hand="vassal*2")


@pytest.mark.obeys("ortus-regni/ransom/viking-captives")
def test_captives_of_the_vikings_absorb_a_point_and_die(ortus_regni: Referee) -> None:
    """Four Vikings: three units and a Tower absorb all. If the Lord dies at once, a point more gets through."""
    start = active(bruno=CAPTIVES)
    after = at(
        ortus_regni, start, *TO_ORDER, order(target="bruno", kind="raid", fief=2), HOLD, reveal("attacker"), FORCED
    )
    assert fief(after, "bruno", 1)["lord"] is None
    assert fief(after, "bruno", 2)["properties"] == ["land"]
    agreed = {"house_rules": {"viking_captives": "at-once"}}
    answer = go(
        ortus_regni,
        {**start, "options": agreed},
        *TO_ORDER,
        order(target="bruno", kind="raid", fief=2),
        HOLD,
        reveal("attacker"),
    )
    assert "ransom/viking-captives" in told(answer)
    after = at(ortus_regni, answer["state"], FORCED)
    assert fief(after, "bruno", 2)["properties"] == []


def test_the_drawn_cube_goes_back(ortus_regni: Referee) -> None:
    after = at(ortus_regni, active(), *TO_ORDER)
    assert [player["cubes"] for player in after["players"]] == [1, 1]


# ---------------------------------------------------------------- emissaries


@pytest.mark.obeys("ortus-regni/emissary/stays")
def test_an_emissary_is_not_discarded(ortus_regni: Referee) -> None:
    after = at(ortus_regni, table(ana={"hand": "monk"}), make("emissary", card="monk"))
    assert (of(after, "ana")["emissaries"], of(after, "ana")["discard"]) == (["monk"], [])


@pytest.mark.obeys("ortus-regni/emissary/marker")
@pytest.mark.parametrize("card", ["vassal", "monk"])
def test_one_marker_for_either(ortus_regni: Referee, card: str) -> None:
    after = at(ortus_regni, table(ana={"hand": card}), make("emissary", card=card))
    assert after["black_markers"] == 3


@pytest.mark.obeys("ortus-regni/emissary/after-arrival")
def test_after_the_landing_no_marker_moves(ortus_regni: Referee) -> None:
    after = at(ortus_regni, landed(ana={"hand": "monk"}), make("emissary", card="monk"))
    assert (after["black_markers"], of(after, "ana")["cubes"]) == (0, 3)


# ---------------------------------------------------------------- the code of honour


@pytest.mark.obeys("ortus-regni/honour/counts")
def test_how_many_is_public_what_is_not(ortus_regni: Referee) -> None:
    start = table(ana={"hand": "vassal*3", "pool": "knights*2"})
    seen = of(ortus_regni.ask("view", {"state": start, "player": "bruno"})["state"], "ana")
    assert (seen["hand"], seen["pool"]) == (["?"] * 3, ["?"] * 2)


@pytest.mark.obeys("ortus-regni/honour/no-search")
def test_nobody_sees_decks_and_discards(ortus_regni: Referee) -> None:
    start = table(
        ana={"deck": "vassal ?*18", "discard": "monk land castle champion church"},
        army_discard="knights",
        viking_discard="viking",
    )
    seen = ortus_regni.ask("view", {"state": start, "player": "ana"})["state"]
    assert set(of(seen, "ana").get("deck", ["?"])) == {"?"}
    assert set(of(seen, "ana").get("discard", ["?"])) == {"?"}


@pytest.mark.obeys("ortus-regni/honour/last-battle-card")
def test_only_the_last_battle_card_is_seen(ortus_regni: Referee) -> None:
    start = table(battle_discard="church normal attacker")
    seen = ortus_regni.ask("view", {"state": start, "player": "ana"})["state"]
    assert seen["battle_discard"] == ["?", "?", "attacker"]


@pytest.mark.obeys("ortus-regni/honour/no-flight")
@pytest.mark.breaks("ortus-regni/honour/no-flight")
def test_nobody_leaves_in_the_middle_of_a_battle(ortus_regni: Referee) -> None:
    start = table(3, ana={"hand": "champion"}, bruno={"towers": "?"})
    assert ortus_regni.validate(start, make("concede"))["verdict"] == "legal"
    mid = at(ortus_regni, start, attack())
    assert "honour/no-flight" in ortus_regni.validate(mid, make("concede")).broken
