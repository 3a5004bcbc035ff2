"""What the printed books of Brian Boru show and count, through HTTP, in the order of the books.

The example of the action phase stands in both books, with other names: Deirdre, Kate, Georgios and Peer here, Daria,
Kasia, Jerzy and Piotr there.
"""

from typing import Any

import pytest

from tests.client import Answer, Referee
from tests.games.brian_boru.tables import act, lead, opening, play, play_card, player, state, towns

NAMES = ("deirdre", "kate", "georgios", "peer")


def example(**options: Any) -> dict[str, Any]:
    """Deirdre has the marker; two cards in each hand. Kate's road in Leinster is blocked on one side by Georgios."""
    hands = {"deirdre": [11, 4], "kate": [2, 8], "georgios": [13, 25], "peer": [17, 20]}
    players = [
        player("deirdre", hand=hands["deirdre"], coins=4),
        player("kate", hand=hands["kate"], coins=2, marriage=5, raiders=2),
        player("georgios", hand=hands["georgios"], coins=0, marriage=4, raiders=3),
        player("peer", hand=hands["peer"], coins=3, marriage=2, raiders=1),
    ]
    whole = state("trick", 4, options=options)
    board = "N1 deirdre; L4 kate; M1 kate; L7 georgios; S1 georgios; U1 peer; U2 peer"
    extra = {"discard": ["?"] * 16, "unseen": ["?"], "raiders": 5, "marker": "deirdre"}
    return {**whole, "players": players, "towns": towns(board), **extra}


def replay(referee: Referee, *moves: dict[str, Any], **options: Any) -> Answer:
    answer = referee.ask("replay", {"state": example(**options), "moves": list(moves)})
    assert answer["verdict"] == "legal", answer["ruling"]
    return answer


def of(answer: Answer, name: str) -> dict[str, Any]:
    return next(player for player in answer["state"]["players"] if player["name"] == name)


TRICK = [lead("C1", 11, "deirdre"), play_card(2, "kate"), play_card(13, "georgios"), play_card(17, "peer")]
KATE = act("upper", "kate", expand="L3")
DEIRDRE = act("lower", "deirdre", extra={"raider": 2})
GEORGIOS = act("primary", "georgios")
PEER = act("lower", "peer", extra={"courtship": 1})


@pytest.mark.parametrize("edition", ["pl", "es", "en"])
def test_the_trick(brian_boru: Referee, edition: str) -> None:
    """A red town asks for red or white; the others play what they like; the white 13 beats the red 11."""
    whole = example(edition=edition)
    refused = brian_boru.validate(whole, lead("C1", 4, "deirdre"))
    assert refused.broken == ["trick/lead-colour"]
    answer = replay(brian_boru, *TRICK, edition=edition)
    assert answer["state"]["trick"]["winner"] == "georgios"
    assert answer["next"] == {"phase": "actions", "players": ["kate"], "moves": ["act"]}


def test_kate_acts_first_and_expands_the_only_way(brian_boru: Referee) -> None:
    after_trick = replay(brian_boru, *TRICK)["state"]
    moves = brian_boru.moves(after_trick)["moves"]
    assert {move["player"] for move in moves} == {"kate"}
    assert {move["expand"] for move in moves if "expand" in move} == {"L3", "C6"}, "C6 by the road from M1"
    in_leinster = [move for move in moves if move.get("expand", "").startswith("L")]
    assert [move["expand"] for move in in_leinster] == ["L3"]
    blocked = brian_boru.validate(after_trick, act("upper", "kate", expand="L7"))
    assert blocked.broken == ["symbol/expand-empty"]
    answer = replay(brian_boru, *TRICK, KATE)
    assert of(answer, "kate")["coins"] == 0, "two, three more, five spent"
    assert answer["state"]["towns"]["L3"]["disc"] == "kate"
    assert answer["next"]["players"] == ["deirdre"]


def test_deirdre_buys_two_more_raiders(brian_boru: Referee) -> None:
    answer = replay(brian_boru, *TRICK, KATE, DEIRDRE)
    assert (of(answer, "deirdre")["raiders"], of(answer, "deirdre")["coins"]) == (4, 0)
    assert answer["state"]["raiders"] == 1
    too_many = brian_boru.validate(
        replay(brian_boru, *TRICK, KATE)["state"], act("lower", "deirdre", extra={"raider": 3})
    )
    assert too_many.broken == ["action/price"]


def test_the_winner_acts_in_numeric_place(brian_boru: Referee) -> None:
    """Georgios with the 13 acts before Peer with the 17, though he has won."""
    answer = replay(brian_boru, *TRICK, KATE, DEIRDRE)
    early = brian_boru.validate(answer["state"], PEER)
    assert early.broken == ["action/ascending"]
    answer = replay(brian_boru, *TRICK, KATE, DEIRDRE, GEORGIOS)
    assert answer["state"]["towns"]["C1"]["disc"] == "georgios"
    assert answer["state"]["marker"] == "georgios"
    assert of(answer, "georgios")["coins"] == 1


def test_peer_pays_not_to_slide(brian_boru: Referee) -> None:
    """Three steps lead to Kate's space. Two coins take him past her; without them he slides past Georgios too."""
    before = replay(brian_boru, *TRICK, KATE, DEIRDRE, GEORGIOS)["state"]
    paid = brian_boru.validate(before, PEER)
    slid = brian_boru.validate(before, act("lower", "peer"))
    steps = [event for event in paid["events"] if event["type"] in ("courted", "slid")]
    assert [event["type"] for event in steps] == ["courted"]
    spaces = [event["detail"].get("space") for event in slid["events"] if event["type"] == "slid"]
    assert spaces == [3], "past Kate on 5 and Georgios on 4"


def test_the_last_cards_are_discarded_and_the_upkeep_begins(brian_boru: Referee) -> None:
    """Peer stands a space ahead of Kate, and so marries; then the one raider left costs somebody a town."""
    before = replay(brian_boru, *TRICK, KATE, DEIRDRE, GEORGIOS)["state"]
    answer = brian_boru.validate(before, PEER)
    kinds = [event["type"] for event in answer["events"]]
    assert kinds.index("action-phase-over") < kinds.index("wedding")
    wedding = next(event for event in answer["events"] if event["type"] == "wedding")
    assert wedding["detail"]["player"] == "peer"
    assert all(player["hand"] == [] for player in answer["state"]["players"])
    assert answer["next"] == {"phase": "battle", "players": ["deirdre"], "moves": ["raid"]}
    assert answer["state"]["pending"][0]["loser"] == "peer", "one raider is the fewest"
    lost = brian_boru.validate(answer["state"], {"type": "raid", "player": "deirdre", "loser": "peer", "town": "U2"})
    assert lost["state"]["towns"]["U2"] == {"disc": "peer", "viking": True, "monastery": False}
    assert lost["next"]["phase"] == "preparation"


def test_without_the_coins_kate_marries(brian_boru: Referee) -> None:
    before = replay(brian_boru, *TRICK, KATE, DEIRDRE, GEORGIOS)["state"]
    answer = brian_boru.validate(before, act("lower", "peer"))
    wedding = next(event for event in answer["events"] if event["type"] == "wedding")
    assert wedding["detail"]["player"] == "kate"


# ---------------------------------------------------------------- counts that the books print


def test_components(brian_boru: Referee) -> None:
    pack = brian_boru.http.get("/v1/games/brian-boru/packs/base").get_json()["pack"]
    counts = {kind: len(pack[kind]) for kind in ("cards", "marriages", "vikings", "tokens", "regions")}
    assert counts == {"cards": 25, "marriages": 8, "vikings": 7, "tokens": 8, "regions": 8}
    assert [card["number"] for card in pack["cards"]] == list(range(1, 26))
    pairs = sorted((token["threshold"], token["points"]) for token in pack["tokens"])
    assert pairs == [(2, 2), (2, 3), (3, 4), (3, 5), (4, 6), (4, 6), (5, 7), (5, 7)]


@pytest.mark.parametrize(
    ("regions", "points"), [(0, 0), (1, 0), (2, 0), (3, 1), (4, 1), (5, 3), (6, 5), (7, 7), (8, 10)]
)
def test_the_table_of_regions(brian_boru: Referee, regions: int, points: int) -> None:
    pack = brian_boru.http.get("/v1/games/brian-boru/packs/base").get_json()["pack"]
    held = {region["id"]: {"towns": 1} for region in pack["regions"][:regions]}
    sheet = {"players": [{"name": "ana", "points": 0, "coins": 0, "renown": 0, "towns": held}]}
    answer = brian_boru.ask("score", {"sheet": sheet})
    line = next(line for line in answer["players"][0]["lines"] if line["rule"].endswith("score/spread"))
    assert line["points"] == points


@pytest.mark.parametrize(
    ("count", "rounds", "tricks", "dealt", "options"),
    [(3, 3, 7, 8, {}), (4, 4, 5, 6, {}), (5, 4, 4, 5, {}), (5, 4, 5, 5, {"house_rules": {"tricks_of_five": "five"}})],
)
def test_rounds_tricks_and_cards(
    brian_boru: Referee, count: int, rounds: int, tricks: int, dealt: int, options: dict[str, Any]
) -> None:
    start = opening(count, 5, **options)
    _, log = play(start, 5)
    kinds = [type(move).__struct_config__.tag for move in log]
    assert kinds.count("prepare") == kinds.count("deal") == rounds
    assert kinds.count("lead") == rounds * tricks
    assert kinds.count("act") == rounds * tricks * count
    setup = brian_boru.ask("setup", {"players": ["a", "b", "c", "d", "e"][:count], "options": options})["state"]
    assert setup["marriage_pile"] == ["?"] * (rounds - 1) + ["princess"]
    table, _ = play(start, 5, lambda table: table.state.phase == "draft")
    assert {len(player.dealt) for player in table.state.players} == {dealt}
    assert len(table.state.unseen) == 25 - count * dealt


def test_two_two_one_with_five_players(brian_boru: Referee) -> None:
    table, log = play(opening(5, 2), 2, lambda table: table.state.phase == "trick")
    kept = [len(move.cards) for move in log if type(move).__struct_config__.tag == "pick"]
    assert kept == [2] * 5 + [2] * 5 + [1] * 5
    assert {len(player.hand) for player in table.state.players} == {5}
