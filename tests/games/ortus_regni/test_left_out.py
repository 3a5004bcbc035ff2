"""Zones that are left out or hidden: what they decide is assumed, asked for or left out, never guessed."""

from typing import Any

import pytest

from tests.client import Referee
from tests.games.ortus_regni.tables import FORCED, State, attack, go, happened, landed, make, of, table

# ---------------------------------------------------------------- Treachery against a hand


def picking(**target: Any) -> State:
    pending = {"type": "politics", "card": "treachery", "attacker": "ana", "target": "bruno", "aim": "hand"}
    return {"players": [{"name": "ana"}, {"name": "bruno", **target}], "pending": {**pending, "step": "pick"}}


@pytest.mark.parametrize("target", [{"hand": ["?", "?", "?"]}, {}], ids=["hidden", "left out"])
def test_cards_picked_from_an_unknown_hand_are_asked_for(ortus_regni: Referee, target: dict[str, Any]) -> None:
    answer = ortus_regni.ask("legal-moves", {"state": picking(**target)})
    assert answer["verdict"] == "undetermined"
    assert answer["moves"] == []
    assert answer.missing == ["pick-known"]


@pytest.mark.parametrize("cards", [[], ["land"]], ids=["none", "one"])
def test_a_hand_left_out_can_be_short(ortus_regni: Referee, cards: list[str]) -> None:
    answer = ortus_regni.validate(picking(), make("pick", None, cards=cards))
    assert answer["verdict"] == "legal", answer["violations"]
    assert "hand-size" in answer.assumed


def test_a_hand_that_is_told_is_not_shorter_than_it_is(ortus_regni: Referee) -> None:
    answer = ortus_regni.validate(picking(hand=["land", "?"]), make("pick", None, cards=["land"]))
    assert answer["verdict"] == "illegal"
    assert answer.broken == ["treachery/hand"]


# ---------------------------------------------------------------- Vikings of whom it is not told whether they landed


def without(state: State, *zones: str) -> State:
    return {zone: value for zone, value in state.items() if zone not in zones}


RAIDER = {"hand": "champion vassal"}


def test_markers_show_that_the_vikings_have_not_landed(ortus_regni: Referee) -> None:
    state = without(table(ana=RAIDER, black_markers=3), "arrived")
    assert go(ortus_regni, state, attack("siege", 1))["state"]["white_marker"] is True
    sent = go(ortus_regni, state, make("emissary", card="vassal"))
    assert sent["state"]["black_markers"] == 4
    assert "marker-forward" in happened(sent)


def test_markers_are_left_out_where_the_vikings_may_have_landed(ortus_regni: Referee) -> None:
    state = without(table(ana=RAIDER, black_markers=0), "arrived")
    assert "white_marker" not in go(ortus_regni, state, attack("siege", 1))["state"]
    assert "black_markers" not in go(ortus_regni, state, make("emissary", card="vassal"))["state"]


def test_vikings_in_play_have_no_markers_to_move(ortus_regni: Referee) -> None:
    state = without(landed(ana=RAIDER), "arrived")
    after = go(ortus_regni, state, attack("siege", 1))["state"]
    assert (after["white_marker"], after["black_markers"]) == (False, 0)


TURN = ["acted", "arrived", "black_markers", "pending", "phase", "round", "turn", "white_marker"]
"""The zones that the end of a turn may change."""


def unresolved(state: State) -> tuple[str, list[str], list[str]]:
    """The step that could not be done, what is missing for it, and the zones that it may still change."""
    (entry,) = state["unresolved"]
    zones = [pointer.removeprefix("/state/") for pointer in entry["unsettled"]]
    return entry["step"], [pointer.removeprefix("/state/") for pointer in entry["missing"]], zones


def test_a_round_that_may_be_over_is_not_counted(ortus_regni: Referee) -> None:
    after = go(ortus_regni, without(table(black_markers=3), "first"), make("end"))["state"]
    assert unresolved(after) == ("turn-passes", ["first"], TURN)
    assert go(ortus_regni, {**after, "first": "ana"}, make("end", "bruno"))["verdict"] == "legal"


def test_the_turn_of_vikings_of_whom_too_little_is_told(ortus_regni: Referee) -> None:
    state = without(table(turn="bruno", black_markers=3), "white_marker")
    after = go(ortus_regni, state, make("end", "bruno"))["state"]
    assert unresolved(after) == ("vikings-come", ["white_marker"], [zone for zone in TURN if zone != "white_marker"])
    state = without(table(turn="bruno", black_markers=3), "arrived")
    after = go(ortus_regni, state, make("end", "bruno"))["state"]
    assert (after["phase"], after["round"], after["black_markers"]) == ("turn", 6, 4)


# ---------------------------------------------------------------- a mulligan


def test_a_deck_into_which_an_unknown_hand_is_shuffled_is_hidden(ortus_regni: Referee) -> None:
    players = [{"name": "ana", "deck": ["land"] * 4 + ["?"] * 15}, {"name": "bruno"}]
    state = {"phase": "mulligan", "turn": "ana", "first": "ana", "pending": None, "players": players}
    after = go(ortus_regni, state, make("mulligan", redraw=True))["state"]
    assert of(after, "ana")["deck"] == ["?"] * 19


# ---------------------------------------------------------------- an attack by somebody


@pytest.mark.parametrize("zones", [{"hand": ["?"]}, {"pool": None}, {"mercenaries": None}, {"fiefs": None}])
def test_who_is_to_be_fielded_is_assumed_where_it_is_not_told(ortus_regni: Referee, zones: dict[str, Any]) -> None:
    state = table(ana={"hand": "land", "fiefs": "palace land"}, bruno={"towers": "land"})
    assert ortus_regni.validate(state, attack()).broken == ["combat/at-least-one"]
    player = of(state, "ana")
    for zone, value in zones.items():
        if value is None:
            del player[zone]
        else:
            player[zone] = value
    answer = ortus_regni.validate(state, attack())
    assert answer["verdict"] == "legal"
    assert answer.assumed == ["unit-there"]


def test_a_unit_that_is_told_needs_no_assumption(ortus_regni: Referee) -> None:
    state = table(ana={"hand": "monk ?"}, bruno={"towers": "land"})
    assert go(ortus_regni, state, attack()).assumed == []


# ---------------------------------------------------------------- who is out


def three(bruno: dict[str, Any], **zones: Any) -> State:
    players = [
        {"name": "ana"},
        {"name": "bruno", **bruno},
        {"name": "carla", "fiefs": [{"id": 1, "anchor": "palace"}]},
    ]
    return {
        "phase": "turn",
        "turn": "ana",
        "first": "ana",
        "acted": False,
        "pending": None,
        "players": players,
    } | zones


def test_an_earl_without_a_fief_is_out_where_nobody_tells_who_is(ortus_regni: Referee) -> None:
    assert go(ortus_regni, three({"fiefs": []}), make("end"))["state"]["turn"] == "carla"
    assert ortus_regni.audit(three({"fiefs": []}, eliminated=[]))["verdict"] == "impossible"
    answer = ortus_regni.score(three({"fiefs": []}))
    assert [answer.total(name) for name in ("ana", "bruno", "carla")] == [1, 0, 1]
    assert "others-in" in answer.assumed


def test_an_earl_of_whom_no_fief_is_told_may_be_out(ortus_regni: Referee) -> None:
    assert unresolved(go(ortus_regni, three({}), make("end"))["state"])[:2] == ("turn-passes", ["eliminated"])
    assert go(ortus_regni, three({}, eliminated=[]), make("end"))["state"]["turn"] == "bruno"


def test_an_earl_without_cubes_may_be_out(ortus_regni: Referee) -> None:
    assert ortus_regni.audit(three({"cubes": 0, "emissaries": []}))["verdict"] != "impossible"
    assert ortus_regni.audit(three({"cubes": 0, "emissaries": []}, eliminated=[]))["verdict"] == "impossible"


def test_who_left_is_listed_where_it_is_known(ortus_regni: Referee) -> None:
    conceded = go(ortus_regni, three({"fiefs": []}), make("concede"))["state"]
    assert (conceded["phase"], "eliminated" in conceded) == ("over", False)
    assert ortus_regni.audit(conceded)["verdict"] != "impossible"
    conceded = go(ortus_regni, three({"fiefs": [{"id": 1, "anchor": "palace"}]}), make("concede"))["state"]
    assert [gone["player"] for gone in conceded["eliminated"]] == ["ana"]


# ---------------------------------------------------------------- the crown


def claiming() -> State:
    return table(ana={"hand": "banner", "banners": 1, "discard": "monk"})


def test_a_lead_that_is_not_told_leaves_the_crown_open(ortus_regni: Referee) -> None:
    state = claiming()
    del of(state, "bruno")["banners"]
    after = go(ortus_regni, state, make("claim"))["state"]
    assert {"king", "royal_army", "pending"}.isdisjoint(after)
    assert {"banners", "discard"}.isdisjoint(of(after, "ana"))
    assert ortus_regni.audit(after)["verdict"] != "impossible"


def test_one_banner_makes_nobody_king(ortus_regni: Referee) -> None:
    state = claiming()
    of(state, "ana")["banners"] = 0
    of(state, "ana")["deck"].append("?")
    del of(state, "bruno")["banners"]
    after = go(ortus_regni, state, make("claim"))["state"]
    assert (after["king"], after["pending"], of(after, "ana")["banners"]) == (None, None, 1)


def test_who_has_to_offer_is_left_open_where_a_pool_is(ortus_regni: Referee) -> None:
    state = claiming()
    assert go(ortus_regni, state, make("claim"))["state"]["pending"] is None
    del of(state, "bruno")["pool"]
    after = go(ortus_regni, state, make("claim"))["state"]
    assert after["king"] == "ana"
    assert "pending" not in after
    assert ortus_regni.validate(after, make("offer", "bruno", army="knights"))["verdict"] == "legal"


# ---------------------------------------------------------------- jousts


def declaring(bruno: dict[str, Any], **house_rules: str) -> State:
    pending = {"type": "joust", "organiser": "ana", "step": "declare", "declared": []}
    players = [{"name": "ana"}, {"name": "bruno", **bruno}]
    return {"options": {"house_rules": house_rules}, "players": players, "pending": pending}


LORDLESS = [{"id": 1, "anchor": "palace", "lord": None, "properties": ["land"]}]
SEAT = [{"id": 1, "anchor": "palace", "lord": "prince", "properties": ["land"]}]
BET = {"fief": 1, "card": "land"}


def test_nobody_to_send_is_assumed_where_the_hand_is_not_told(ortus_regni: Referee) -> None:
    enter = make("enter", "bruno", bet=BET)
    assert go(ortus_regni, declaring({"fiefs": LORDLESS}), enter).assumed == ["nobody-to-send"]
    assert go(ortus_regni, declaring({"fiefs": LORDLESS, "hand": []}), enter).assumed == []
    told = declaring({"fiefs": LORDLESS, "hand": ["monk"]})
    assert ortus_regni.validate(told, enter).broken == ["joust/jouster"]


def test_who_has_nobody_to_send_may_stay_out(ortus_regni: Referee) -> None:
    custom = {"without_jouster": "stays-out"}
    out, enter = make("stay-out", "bruno"), make("enter", "bruno", bet=BET)
    assert go(ortus_regni, declaring({"fiefs": LORDLESS}, **custom), out).assumed == ["no-jouster"]
    assert ortus_regni.validate(declaring({"fiefs": LORDLESS, "hand": ["monk"]}, **custom), out).broken == [
        "joust/bet"
    ]
    assert ortus_regni.validate(declaring({"fiefs": LORDLESS}, **custom), enter)["verdict"] == "illegal"


def test_a_prince_beside_a_prince_lord_is_ruled_out_by_assumption(ortus_regni: Referee) -> None:
    hidden, prince = (make("enter", "bruno", bet=BET, jouster={"card": card}) for card in ("?", "prince"))
    custom = {"prince_jouster": "forbidden"}
    assert go(ortus_regni, declaring({"fiefs": SEAT, "hand": ["?"]}, **custom), hidden).assumed == [
        "no-prince-jousts"
    ]
    assert go(ortus_regni, declaring({"fiefs": SEAT, "hand": ["?"]}), hidden).assumed == []
    assert "no-prince" in go(ortus_regni, declaring({"hand": ["prince"]}, **custom), prince).assumed
    refused = ortus_regni.validate(declaring({"fiefs": SEAT, "hand": ["prince"]}, **custom), prince)
    assert refused.broken == ["joust/prince"]


# ---------------------------------------------------------------- a Land in a Fief that is not told


@pytest.mark.parametrize(
    ("armies", "fact"),
    [(None, "no-market"), (["knights"], "no-market"), (["knights", "infantry"], "market-there")],
    ids=["none told", "one", "two"],
)
def test_a_market_is_assumed_by_the_armies_that_come(ortus_regni: Referee, armies: Any, fact: str) -> None:
    state = table(ana={"hand": "land", "fiefs": "palace"})
    del of(state, "ana")["fiefs"]
    answer = go(ortus_regni, state, make("attach", card="land", fief=1, **({"armies": armies} if armies else {})))
    assert fact in answer.assumed
    assert len(of(answer["state"], "ana")["pool"]) == len(armies or "?")


# ---------------------------------------------------------------- Treachery against a Lord who is not told


def test_an_earl_whose_unknown_fief_falls_may_be_out(ortus_regni: Referee) -> None:
    state = table(3, ana={"hand": "treachery"})
    del of(state, "bruno")["fiefs"]
    after = go(ortus_regni, state, make("treachery", target="bruno", aim="lord", fief=1), FORCED)["state"]
    assert {"phase", "eliminated", "pending"}.isdisjoint(after)
    assert {"hand", "cubes", "discard"}.isdisjoint(of(after, "bruno"))
    assert after["turn"] == "ana"
    assert ortus_regni.audit(after)["verdict"] != "impossible"
