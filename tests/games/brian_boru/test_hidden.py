"""What one player may not see: hidden by ``view``, of no weight in a ruling, and in no answer."""

import json
from typing import Any

import msgspec
import pytest

from service.games.brian_boru.game import GAME as game
from service.games.brian_boru.table import Table
from tests.client import Referee
from tests.games.brian_boru.tables import (
    BOARD,
    LAST,
    NAMES,
    act,
    acting,
    drafting,
    last_action,
    lead,
    opening,
    pick,
    play,
    play_card,
    played,
    state,
    told,
    trick_due,
)


def in_phase(phase: str, count: int = 4, seed: int = 3) -> dict[str, Any]:
    """A table of a random game, everything known, in its second round."""

    def reached(table: Table) -> bool:
        trick = table.state.trick
        return table.state.round == 2 and table.state.phase == phase and (phase != "trick" or bool(trick))

    return told(play(opening(count, seed), seed, reached)[0])


@pytest.mark.parametrize("phase", ["draft", "trick", "actions"])
@pytest.mark.parametrize("viewer", NAMES[:4])
def test_a_view_shows_the_own_cards_only(brian_boru: Referee, phase: str, viewer: str) -> None:
    whole = in_phase(phase)
    seen = brian_boru.ask("view", {"state": whole, "player": viewer})["state"]
    for before, after in zip(whole["players"], seen["players"], strict=True):
        for zone in ("hand", "dealt", "picked"):
            hidden = before[zone] if before["name"] == viewer else ["?"] * len(before[zone])
            assert after[zone] == hidden
        assert {zone: after[zone] for zone in ("coins", "raiders", "renown", "points", "marriages")} == {
            zone: before[zone] for zone in ("coins", "raiders", "renown", "points", "marriages")
        }
    assert set(seen["discard"] + seen["unseen"] + seen["viking_pile"]) <= {"?"}
    assert seen["marriage_pile"] == ["?"] * (len(whole["marriage_pile"]) - 1) + ["princess"]
    assert all(set(deck) == {"?"} for deck in seen["shuffles"])
    assert seen["trick"] == json.loads(json.dumps(whole["trick"]))
    assert brian_boru.ask("view", {"state": seen, "player": viewer})["state"] == seen, "a view of a view is itself"


def swapped(whole: dict[str, Any], viewer: str) -> dict[str, Any]:
    """The same table to the viewer: two other hands exchanged, and everything that nobody sees turned round."""
    one, other = [player["name"] for player in whole["players"] if player["name"] != viewer][:2]
    hands = {player["name"]: player for player in whole["players"]}
    exchanged = {one: hands[other], other: hands[one]}
    players = []
    for player in whole["players"]:
        source = exchanged.get(player["name"], player)
        zones = {zone: source[zone] for zone in ("hand", "dealt") if len(source[zone]) == len(player[zone])}
        players.append({**player, **zones})
    *ordinary, princess = whole["marriage_pile"]
    return {
        **whole,
        "players": players,
        "discard": whole["discard"][::-1],
        "viking_pile": whole["viking_pile"][::-1],
        "marriage_pile": [*ordinary[::-1], princess],
        "shuffles": [deck[::-1] for deck in whole["shuffles"]],
    }


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("phase", ["draft", "trick", "actions"])
def test_a_secret_that_does_not_matter_changes_no_byte(brian_boru: Referee, phase: str, seed: int) -> None:
    """The viewer's own move, judged on two tables that look the same to the viewer."""
    whole = in_phase(phase, 4, seed)
    following = brian_boru.moves(whole)["next"]
    viewer = following["players"][0]
    other = swapped(whole, viewer)
    assert other != whole
    for move in brian_boru.moves(whole, player=viewer)["moves"][:4]:
        answers = []
        for table in (whole, other):
            body = {"state": table, "move": move, "viewer": viewer, "suggest": True}
            answers.append(brian_boru.http.post("/v1/games/brian-boru/validate", json=body).get_data())
        assert answers[0] == answers[1]
        assert msgspec.json.decode(answers[0])["verdict"] == "legal"


DEAL_DUE = state("deal", board=BOARD, shuffles=[list(range(25, 0, -1))])
PREPARE = {"type": "prepare", "vikings": 13, "marriage": "aoife"}


@pytest.mark.parametrize(
    ("whole", "move", "secret"),
    [
        (trick_due(bruno={"hand": [1, 3, 4, 24]}), lead("C1", 24), "24"),
        (drafting(bruno={"dealt": [2, 3, 4, 6, 7, 8, 10, 24]}), pick(1, 24), "24"),
        (DEAL_DUE, {"type": "deal", "hands": {"ana": [1, 2, 3, 4, 5, 6, 7, 8]}}, "25"),
        (state("preparation", board=BOARD, viking_pile=[14, *["?"] * 5]), PREPARE, "14"),
        (state("preparation", board=BOARD, marriage_pile=["niall", "princess"]), PREPARE, "Niall"),
    ],
)
def test_a_refusal_names_nothing_hidden(
    brian_boru: Referee, whole: dict[str, Any], move: dict[str, Any], secret: str
) -> None:
    """That a card is not there can be told; where it is instead cannot."""
    answer = brian_boru.validate(whole, move)
    assert answer["verdict"] == "illegal"
    said = [violation["message"] for violation in answer["violations"]]
    names = ("bruno", "carla")
    assert not any(name in text for name in names for text in said)
    if secret not in json.dumps(move):
        assert not any(secret in text for text in said)


# ---------------------------------------------------------------- hidden cards decide only where they must


def test_a_hidden_hand_may_hold_what_is_seen_nowhere(brian_boru: Referee) -> None:
    trick = {"town": "C1", "played": played(("ana", 11))}
    table = trick_due(trick=trick, marker=None, ana={"hand": [2, 13, 17]})
    assert brian_boru.validate(table, play_card(24))["verdict"] == "legal"
    assert brian_boru.validate(table, play_card(13)).broken == ["trick/in-hand"], "ana holds it"
    assert brian_boru.validate(table, play_card(11)).broken == ["trick/in-hand"], "it lies on the table"


def test_a_lead_out_of_colour_depends_on_the_hidden_hand(brian_boru: Referee) -> None:
    """Only who holds nothing that fits may lead it: with every red town taken, the rest of the hand decides."""
    red = [name for name, town in base_towns().items() if town == "red"]
    board = "; ".join(f"{town} carla" for town in red)
    table = trick_due(board=board, ana={"hand": ["?"] * 4})
    answer = brian_boru.validate(table, lead("D1", 11))
    assert answer["verdict"] == "undetermined"
    assert answer.missing == ["leader-hand"]
    assert brian_boru.validate(trick_due(ana={"hand": ["?"] * 4}), lead("D1", 11)).broken == ["trick/lead-colour"]
    known = trick_due(board=board, ana={"hand": [2, 5, 8, 11]})
    assert brian_boru.validate(known, lead("D1", 11))["verdict"] == "legal"
    assert brian_boru.validate({**known, "towns": {}}, lead("D1", 11)).broken == ["trick/lead-colour"]


def base_towns() -> dict[str, str]:
    pack = json.loads((game.packs / "base.json").read_text("utf-8"))
    return {town["id"]: town["colour"] for town in pack["towns"]}


def test_hidden_piles_need_to_be_told_what_came_out(brian_boru: Referee) -> None:
    answer = brian_boru.validate(state("preparation", board=BOARD), {"type": "prepare"})
    assert answer["verdict"] == "undetermined"
    assert answer.missing == ["viking-top", "marriage-top"]


def test_hidden_hands_cannot_be_listed(brian_boru: Referee) -> None:
    answer = brian_boru.moves(trick_due(ana={"hand": ["?"] * 4}))
    assert answer["moves"] == []
    assert answer.missing == ["hand-known"]
    answer = brian_boru.moves(drafting())
    assert {move["player"] for move in answer["moves"]} == {"ana"}
    assert answer.missing == ["dealt-known", "dealt-known"]


# ---------------------------------------------------------------- tell only what matters


def alone(**zones: Any) -> dict[str, Any]:
    return {"players": [{"name": "kate", **zones}]}


def test_an_expansion_by_itself(brian_boru: Referee) -> None:
    """Ana's towns and coins, a card and a wish: what was not told is assumed, and said so."""
    told_ = {**alone(coins=2), "towns": {"C4": {"disc": "kate"}}}
    answer = brian_boru.validate(told_, act("upper", "kate", card=2, expand="C8"))
    assert answer["verdict"] == "legal"
    assert answer.assumed == ["not-active", "lost", "turn"]
    assert answer["state"]["players"][0]["coins"] == 0
    assert answer["state"]["towns"]["C8"]["disc"] == "kate"
    far = brian_boru.validate(told_, act("upper", "kate", card=2, expand="C7"))
    assert far.broken == ["symbol/expand-road"]
    poor = brian_boru.validate({**told_, **alone(coins=1)}, act("upper", "kate", card=2, expand="C8"))
    assert poor.broken == ["action/price"]


def test_a_card_by_itself(brian_boru: Referee) -> None:
    answer = brian_boru.validate(alone(), act("lower", "kate", card=20))
    assert answer.broken == ["action/secondary"]
    unknown = brian_boru.validate(alone(), act("lower", "kate"))
    assert (unknown["verdict"], unknown.missing) == ("undetermined", ["card-before"])


@pytest.mark.parametrize(
    ("move", "assumed"),
    [
        ({"type": "open", "player": "kate", "town": "C1"}, ["free-town-opening", "own-region", "turn"]),
        ({"type": "lead", "player": "kate", "town": "C1", "card": 11}, ["holds-card", "turn", "free-town"]),
        ({"type": "play", "player": "kate", "card": 11}, ["holds-card", "turn"]),
        ({"type": "pick", "player": "kate", "cards": [1, 2]}, ["dealt-card", "dealt-card", "two-cards", "turn"]),
        ({"type": "settle", "player": "kate", "town": "C1"}, ["any-free", "highest", "card-region", "turn"]),
        ({"type": "wed", "player": "kate", "choice": "trade"}, ["highest", "turn", "princess-up"]),
        (
            {"type": "raid", "player": "kate", "loser": "kate", "town": "C1"},
            ["fewest", "chooses", "next-loser", "loses", "turn"],
        ),
        ({"type": "build", "player": "kate", "town": "C1"}, ["most-discs", "builds", "turn"]),
        ({"type": "prepare", "vikings": 12, "marriage": "aoife"}, ["from-viking-deck", "from-marriage-pile", "time"]),
        ({"type": "start", "player": "kate"}, ["not-drawn"]),
    ],
)
def test_every_move_can_be_asked_about_on_an_empty_table(
    brian_boru: Referee, move: dict[str, Any], assumed: list[str]
) -> None:
    answer = brian_boru.validate(alone(), move)
    assert answer["verdict"] == "legal", answer["violations"]
    assert answer.assumed == assumed
    assert brian_boru.audit(answer["state"])["verdict"] == "possible"
    assert brian_boru.moves(answer["state"])["moves"] == []


@pytest.mark.parametrize("zone", ["towns", "marriage_card", "marriage_pile", "raiders", "marker", "round", "discard"])
def test_the_upkeep_stops_where_it_is_not_told_enough(brian_boru: Referee, zone: str) -> None:
    """The last action of a round with one zone left out: legal, and as much of the upkeep as can be known."""
    whole = {key: value for key, value in last_action().items() if key != zone}
    answer = brian_boru.validate(whole, LAST)
    assert answer["verdict"] == "legal", answer["violations"]
    assert brian_boru.audit(answer["state"])["verdict"] == "possible"


def test_every_zone_of_a_state_may_be_left_out(brian_boru: Referee) -> None:
    """One at a time, on tables of every phase: never a fault, and no wrong refusal."""
    tables = [
        (acting(("ana", 2), ("carla", 13), winner="carla"), act("lower", card=2, extra={"raider": 1})),
        (trick_due(), lead("C1", 11)),
        (drafting(), pick(1, 5)),
        (last_action(ana={"marriage": 3, "church": 4, "raiders": 2}), {**LAST, "card": 20}),
    ]
    for whole, move in tables:
        for zone in [key for key in whole if key not in ("players", "options")]:
            less = {key: value for key, value in whole.items() if key != zone}
            assert brian_boru.validate(less, move)["verdict"] == "legal", zone
        for zone in [key for key in whole["players"][0] if key != "name"]:
            players = [{key: value for key, value in player.items() if key != zone} for player in whole["players"]]
            assert brian_boru.validate({**whole, "players": players}, move)["verdict"] == "legal", zone


def test_whose_turn_it_is_need_not_be_told(brian_boru: Referee) -> None:
    """Two players of a table, and somebody else to act: nothing can be listed, and nothing is wrong."""
    two = [{"name": "ana"}, {"name": "bruno"}]
    trick = {"town": "C1", "played": played(("carla", 2), ("ana", 11))}
    answer = brian_boru.moves({"phase": "actions", "players": two, "trick": trick})
    assert (answer["moves"], answer["next"]["players"]) == ([], ["carla"])
    raid = [{"decision": "raid", "player": "carla", "loser": "ana"}]
    answer = brian_boru.moves({"phase": "battle", "players": two, "towns": {}, "pending": raid}, explain=True)
    assert (answer["moves"], answer["next"]["players"]) == ([], ["carla"])
