"""What a referee would name first: a position, a wrong move, and the rule that refuses it before all others.

What would refuse the move at any time comes before whose turn it is and which phase it is.
"""

from typing import Any

import pytest

from service.games.brian_boru.game import GAME as game
from tests.client import Referee
from tests.games.brian_boru.tables import (
    BOARD,
    act,
    acting,
    drafting,
    finished,
    lead,
    opening_state,
    pending,
    pick,
    play_card,
    played,
    state,
    towns,
    trick_due,
    upkeep,
)
from tests.games.brian_boru.test_rules import (
    ORDERED,
    RAID,
    TIED_RAID,
    build,
    changed,
    deal,
    open_,
    prepare,
    princess_due,
    raid,
    settle,
    wed,
)

State = dict[str, Any]
START = {"type": "start", "player": "bruno"}
UNDER_WAY = trick_due(
    trick={"town": "C1", "played": played(("ana", 11))},
    marker=None,
    ana={"hand": [2, 13, 17]},
    discard=["?"] * 12,
)
"""Ana has led the 11 for C1; bruno is next."""
CARD_TOWN = upkeep(
    "marriage",
    marriage_card=None,
    ana={"marriage": 3, "marriages": ["conall"]},
    pending=pending("card-town", "ana", region="southern-ui-neill"),
)
TRACK_TOWN = upkeep("marriage", marriage_card=None, bruno={"marriage": 8}, pending=pending("track-town", "bruno"))
MONASTERY = upkeep("church", ana={"church": 3}, bruno={"church": 1}, pending=pending("monastery", "ana"))
OF_FOUR = upkeep("church", carla={"church": 4}, marker="ana", pending=pending("monastery-of-four", "carla"))
BUILT = upkeep(
    "church", f"{BOARD}; C5 ana monastery", carla={"church": 4}, pending=pending("monastery-of-four", "carla")
)
"""Ana has placed the monastery of the most discs around C5 and has taken her discs back."""
LOST = towns(f"{BOARD}; M2 bruno viking")
ALLIED = changed(
    state("claims", board=BOARD, ana={"marriages": ["princess"]}),
    alliance={"player": "ana", "side": "trade"},
    round=3,
    marriage_card=None,
    marriage_pile=[],
    raiders=0,
    phase="battle",
    pending=pending("raid", "bruno", loser="bruno"),
)
ALLIED["players"] = [{**each, "raiders": count} for each, count in zip(ALLIED["players"], (1, 0, 1), strict=True)]
ALLIED["raiders"] = 4
BUYING = acting(("ana", 2), ("bruno", 11), ("carla", 13), winner="carla", ana={"hand": ["?"] * 2, "coins": 1})
LOSING = acting(("ana", 4), ("bruno", 11), ("carla", 13), winner="carla")

ROWS: list[tuple[str, State, State, str]] = [
    # start
    ("the first player is drawn a second time", opening_state(), START, "setup/first-player"),
    ("the first player is drawn in a trick", trick_due(), START, "setup/first-player"),
    # open
    ("an occupied town, out of turn", opening_state(board="N1 ana"), open_("N1", "carla"), "opening/empty-town"),
    ("another's region", opening_state(board="N1 ana"), open_("N2", "bruno"), "opening/region"),
    ("another's region, out of turn", opening_state(board="N1 ana"), open_("N2", "carla"), "opening/region"),
    ("out of turn", opening_state(board="N1 ana"), open_("U1", "carla"), "opening/order"),
    ("a second opening disc", opening_state(board="N1 ana"), open_("U1", "ana"), "opening/order"),
    ("an opening disc in a trick", trick_due(), open_("C1"), "opening/order"),
    # prepare
    ("a Viking card that the box has not", state("preparation", board=BOARD), prepare(vikings=7), "components/viking-cards"),
    ("a Viking card too many", state("preparation", board=BOARD), prepare(9), "components/viking-cards"),
    ("another card than the one on top", changed(state("preparation", board=BOARD), viking_pile=[10, *["?"] * 5]), prepare(11), "preparation/vikings"),
    ("the Princess before her time", state("preparation", board=BOARD), prepare(marriage="princess"), "setup/marriage-pile"),
    ("the cards of the round a second time", trick_due(), {"type": "prepare"}, "round/phases"),
    # deal
    ("seven cards for three", changed(state("deal", board=BOARD), unseen=[], discard=[]), deal(ana=[1, 2, 3, 4, 5, 6, 7]), "draft/deal"),
    ("one card dealt twice", changed(state("deal", board=BOARD), unseen=[], discard=[]), deal(ana=[1, 1, 3, 4, 5, 6, 7, 8]), "components/cards"),
    ("dealing in a trick", trick_due(), deal(), "round/phases"),
    # pick
    ("three cards", drafting(), pick(1, 5, 9), "draft/pick-two"),
    ("one card", drafting(), pick(1), "draft/pick-two"),
    ("a card of somebody else", drafting(), pick(1, 2), "draft/from-dealt"),
    ("a card kept before", drafting(ana={"hand": [24, 23], "dealt": [1, 5, 9, 13, 17, 20]}, bruno={"hand": ["?"] * 2, "dealt": ["?"] * 6}, carla={"hand": ["?"] * 2, "dealt": ["?"] * 6}), pick(24, 1), "draft/no-swap"),
    ("a second choice", drafting(ana={"dealt": [9, 13, 17, 20, 22, 25], "picked": [1, 5]}), pick(9, 13), "draft/simultaneous"),
    ("after the draft", trick_due(), pick(2, 11), "draft/keep-last"),
    # lead
    ("a town with a disc", trick_due(), lead("M1", 11), "trick/empty-town"),
    ("a town under a Viking token", trick_due(board=f"{BOARD}; C5 bruno viking"), lead("C5", 11), "trick/empty-town"),
    ("the wrong colour", trick_due(), lead("C1", 17), "trick/lead-colour"),
    ("a card of nobody's hand", trick_due(), lead("C1", 25), "trick/in-hand"),
    ("without the marker, to a town with a disc", trick_due(bruno={"hand": [3, 4, 5, 6]}), lead("M1", 4, "bruno"), "trick/empty-town"),
    ("without the marker", trick_due(bruno={"hand": [20, 4, 5, 6]}), lead("C1", 20, "bruno"), "trick/leader"),
    ("a second lead", UNDER_WAY, lead("C2", 2), "trick/order"),
    ("the last card", trick_due(ana={"hand": [11]}, bruno={"hand": ["?"]}, carla={"hand": ["?"]}, discard=["?"] * 21), lead("C1", 11), "trick/last-card"),
    ("after the end", finished(), lead("C1", 11), "end/over"),
    # play
    ("a card that is not in hand", changed(UNDER_WAY, players=[*UNDER_WAY["players"][:1], {**UNDER_WAY["players"][1], "hand": [3, 4, 5, 6]}, UNDER_WAY["players"][2]]), play_card(20), "trick/in-hand"),
    ("a card that lies there", UNDER_WAY, play_card(11), "trick/in-hand"),
    ("out of turn", UNDER_WAY, play_card(20, "carla"), "trick/order"),
    ("a second card", UNDER_WAY, play_card(2, "ana"), "trick/order"),
    ("a card before the lead", trick_due(), play_card(20), "trick/leader"),
    # act
    ("the primary action without the trick", ORDERED, act("primary"), "action/secondary"),
    ("a secondary action with the trick", acting(("carla", 13), winner="carla"), act("upper", "carla"), "action/primary"),
    ("a higher card first", ORDERED, act("upper", "bruno"), "action/ascending"),
    ("the primary action without the trick, too early", ORDERED, act("primary", "bruno"), "action/secondary"),
    ("a second action", acting(("bruno", 11), ("carla", 13), winner="carla"), act("upper", "ana"), "action/own-card"),
    ("an action without a trick", trick_due(), act("upper"), "action/own-card"),
    ("another card", ORDERED, act("upper", card=17), "action/own-card"),
    ("the second action of a card that has one", acting(("ana", 20), ("carla", 21), winner="carla"), act("lower"), "action/secondary"),
    ("a symbol that is not there", ORDERED, act("lower", extra={"church": 1}), "action/all-symbols"),
    ("more than the coins pay", BUYING, act("lower", extra={"raider": 1}), "action/price"),
    ("a road that is not there", LOSING, act("upper", expand="N3"), "symbol/expand-road"),
    ("a town with a disc", LOSING, act("upper", expand="M1"), "symbol/expand-empty"),
    ("the active town", acting(("ana", 2), ("carla", 13), winner="carla", town="C3"), act("upper", expand="C3"), "symbol/expand-active"),
    ("a raider from an empty area", changed(ORDERED, raiders=0), act("lower", extra={"raider": 1}), "symbol/raider"),
    ("more raiders than there are", changed(ORDERED, raiders=2), act("lower", extra={"raider": 1}), "symbol/no-waste"),
    # settle
    ("outside of the card's region", CARD_TOWN, settle("C1"), "marriage/region-town"),
    ("a town with a disc", CARD_TOWN, settle("S1"), "marriage/region-town"),
    ("somebody who did not marry", CARD_TOWN, settle("S2", "bruno"), "marriage/highest"),
    ("a town with a disc, for the space", TRACK_TOWN, settle("M1", "bruno"), "marriage/any-town"),
    ("somebody else's space", TRACK_TOWN, settle("C1", "ana"), "marriage/any-town"),
    ("a second town for a card", RAID, settle("S2"), "marriage/highest"),
    # wed
    ("somebody who did not marry her", princess_due(BOARD), wed("trade", "bruno"), "marriage/princess"),
    ("another card", CARD_TOWN, wed("trade"), "marriage/princess"),
    ("another choice later", ALLIED, wed("military"), "marriage/princess"),
    ("after she was sent away", changed(RAID, marriages_gone=["princess"], round=3, marriage_pile=[]), wed("military"), "marriage/princess"),
    # raid
    ("a town of somebody else", RAID, raid("U1"), "battle/losers-town"),
    ("a town that is lost already", changed(RAID, towns=LOST), raid("M2"), "battle/losers-town"),
    ("somebody who fought", RAID, raid("U1", "carla"), "battle/fewest"),
    ("the loser chooses", RAID, raid("M1", name="bruno"), "battle/most-chooses"),
    ("the loser chooses a town that is not his", RAID, raid("U1", name="bruno"), "battle/losers-town"),
    ("another chooses in a tie", TIED_RAID, raid("M1"), "battle/tied-most"),
    ("after the Vikings were driven off", changed(MONASTERY, raiders=0), raid("M1"), "battle/fewest"),
    # build
    ("another's town", MONASTERY, build("M1"), "church/own-town"),
    ("a lost town", changed(MONASTERY, towns=towns(f"{BOARD}; C5 ana viking")), build("C5"), "church/own-town"),
    ("a second monastery around one town", changed(MONASTERY, towns=towns(f"{BOARD}; C5 ana monastery")), build("C5"), "church/one-monastery"),
    ("fewer discs than another", MONASTERY, build("M1", "bruno"), "church/first"),
    ("a second monastery for the same discs", BUILT, build("C4"), "church/first"),
    ("no discs in the church", RAID, build("C4"), "church/first"),
    ("three discs, when four are due", changed(OF_FOUR, players=[{**OF_FOUR["players"][0], "church": 3}, *OF_FOUR["players"][1:]]), build("C4"), "church/first"),
    ("before the battle", changed(RAID, players=[{**RAID["players"][0], "church": 2}, *RAID["players"][1:]]), build("C4"), "upkeep/order"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("told", "move", "rule"), [row[1:] for row in ROWS], ids=[f"{row[2]['type']}: {row[0]}" for row in ROWS]
)
def test_the_rule_that_a_referee_names_first(told: State, move: State, rule: str, brian_boru: Referee) -> None:
    answer = brian_boru.validate(told, move)
    assert answer["verdict"] == "illegal"
    assert answer.broken[0] == rule, answer.broken
    reasons = [(each["rule"], each["detail"].get("card")) for each in answer["violations"]]
    assert len(reasons) == len(set(reasons)), "each rule is named once, or once for each card"


def test_every_type_of_move_has_a_row() -> None:
    assert {row[2]["type"] for row in ROWS} == set(game.move_types)
