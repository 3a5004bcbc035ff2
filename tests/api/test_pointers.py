"""A pointer names the exact place where a question is wrong.

A ``Spoilt`` is a good question with one thing wrong. The pointer that has to come back is, where nothing else is
said, the very place at which the question was spoilt.
"""

import json
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.api.openapi import EXAMPLES
from service.referee.game import Game
from tests.api.questions import (
    BATCH,
    QUESTIONS,
    SMALL,
    WHOLE,
    address,
    value_at,
    with_value,
)
from tests.games.kingdomino.tables import alone, choose, discard, first_round, place, reveal, squares
from tests.our_games import GAMES


class Spoilt(NamedTuple):
    """A good question, the place at which it is spoilt, and what stands there instead."""

    operation: str
    at: str
    value: Any
    question: dict[str, Any] | None = None
    told_at: str | None = None
    """Where the fault is reported, if not at the place itself."""

    @property
    def body(self) -> dict[str, Any]:
        return with_value(QUESTIONS[self.operation] if self.question is None else self.question, self.at, self.value)

    @property
    def pointer(self) -> str:
        return self.at if self.told_at is None else self.told_at

    def __str__(self) -> str:
        return f"{self.operation} {self.at}={str(self.value)[:20]}"


def send(client: FlaskClient, spoilt: Spoilt) -> TestResponse:
    return client.post(address(spoilt.operation), json=spoilt.body)


def pointers(response: TestResponse) -> list[str]:
    assert response.status_code == 422, response.get_data(as_text=True)
    return [error["pointer"] for error in response.get_json()["errors"]]


def each(cases: list[Spoilt]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("spoilt", cases, ids=str)


SETUP = "/setup"
PLAYER = "/state/players/0"
STONE = f"{PLAYER}/kingdom/0"
PLACED = {"state": SMALL, "move": place(5, 3, 1, "n")}
SQUARES = {"state": {"players": [{"name": "ana", "squares": squares("wheat 1,0; lake 2,0")}]}}
INLINE = {"state": SMALL, "pack": {**QUESTIONS["packs/check"]["pack"]}}

WRONG_TYPES = [
    *(Spoilt("validate", "/move/x", value) for value in ("3", 3.7, 3.0, True, None, [], {}, 10**30)),
    *(Spoilt("validate", "/move/domino", value) for value in ("?", 0, -1, 1000, 4.5)),
    *(Spoilt("validate", "/move/player", value) for value in (3, None, ["ana"], "", "a" * 41)),
    *(Spoilt("validate", "/compare", value) for value in ("yes", "true", 1, 0, None, [])),
    *(Spoilt("validate", "/suggest", value) for value in ("no", 1, None)),
    *(Spoilt("validate", "/viewer", value) for value in (1, None, ["ana"], "a" * 41)),
    *(Spoilt("validate", "/state", value) for value in (None, [], "WHOLE", 3, True)),
    *(Spoilt("validate", "/move", value) for value in (None, [], "place", 3)),
    *(Spoilt("legal-moves", "/explain", value) for value in ("yes", 1)),
    *(Spoilt("legal-moves", "/type", value) for value in (1, None, "fly")),
    *(Spoilt("setup", "/seed", value) for value in ("7", 3.7, 7.0, True, None, -1, 2**53 + 1)),
    *(Spoilt("setup", "/players", value) for value in ("ana", {"ana": 1}, None, 2)),
    *(Spoilt("setup", "/players/1", value) for value in (2, None, "", "a" * 41)),
    *(Spoilt("setup", "/options", value) for value in ([], "es", None)),
    *(Spoilt("setup", "/options/variants", value, told_at=None) for value in ("harmony", {}, None)),
    *(Spoilt("setup", "/pack", value) for value in (3, True, [])),
    *(Spoilt("audit", "/state/players", value) for value in ([], {}, None, [{"name": str(n)} for n in range(9)])),
    *(Spoilt("audit", "/state/pile", value) for value in ("?", 4, None, ["?"] * 1000)),
    *(Spoilt("audit", "/state/pile/0", value) for value in ("x", 0, None, 1.5)),
    *(Spoilt("audit", "/state/next_line/1/king", value) for value in (3, "", ["ana"])),
    *(Spoilt("audit", "/state/next_line", value) for value in (None, 7, [{"domino": n} for n in range(1, 14)])),
    *(Spoilt("audit", f"{PLAYER}/squares/1/crowns", value, SQUARES) for value in (4, -1, "1", 0.5)),
    *(Spoilt("validate", f"{STONE}/x", value, PLACED) for value in (100, -100, "1", 1.5)),
    *(Spoilt("score", "/games", value, {"state": SMALL}) for value in ({}, "all", None)),
    *(Spoilt("score", "/claimed", value) for value in (47, "ana 47", ["ana"], None)),
    *(Spoilt("score", f"/claimed/{name}", 3, told_at="/claimed") for name in ("", "a" * 41)),
    *(Spoilt("replay", "/moves", value) for value in ({}, None, "all")),
    *(Spoilt("replay", "/moves/0", value) for value in (None, "discard", 3)),
    *(Spoilt("replay", "/states", value) for value in ("yes", 1)),
    *(Spoilt("replay", "/events", value) for value in ("yes", 1)),
    *(Spoilt("view", "/player", value) for value in (None, 3, "a" * 41)),
    *(Spoilt("packs/check", "/pack", value) for value in ("base", None, [])),
    *(Spoilt("packs/check", "/pack/dominoes/7/number", value) for value in (0, "7", 1000)),
    *(Spoilt("packs/check", "/pack/id", value) for value in ("", "Mine", "a b", "a" * 41)),
]


@each(WRONG_TYPES)
def test_a_wrong_type_is_refused_with_its_place(client: FlaskClient, spoilt: Spoilt) -> None:
    assert pointers(send(client, spoilt)) == [spoilt.pointer]


UNKNOWN_FIELDS = [
    *(Spoilt(operation, "/sate", {}) for operation in QUESTIONS),
    Spoilt("validate", "/state/turn", "ana"),
    Spoilt("validate", "/state/options/varaints", []),
    Spoilt("validate", f"{PLAYER}/kindgom", []),
    Spoilt("validate", f"{STONE}/z", 0, PLACED),
    Spoilt("validate", "/state/next_line/2/kings", "ana"),
    Spoilt("validate", "/move/domnio", 3),
    Spoilt("validate", "/house_rules", {"tie_brake": "territory"}, told_at="/house_rules/tie_brake"),
    Spoilt("audit", f"{PLAYER}/squares/0/crown", 1, SQUARES),
    Spoilt("setup", "/options/house_rules", {"luck": "more"}, told_at="/options/house_rules/luck"),
    Spoilt("replay", "/moves/0/to", "e"),
    Spoilt("replay", "/setup/sed", 7),
    Spoilt("score", "/pack/colour", "blue", INLINE),
    Spoilt("packs/check", "/pack/dominoes/3/c", {}),
    Spoilt("packs/check", "/pack/dominoes/3/a/crown", 1),
    Spoilt("setup", "/a~1b~0c", 1),
    Spoilt("setup", "/options/a~1b~0c", 1),
    Spoilt("setup", "/options/ñandú", 1),
]


@each(UNKNOWN_FIELDS)
def test_an_unknown_field_is_refused_at_every_depth(client: FlaskClient, spoilt: Spoilt) -> None:
    """A typo in a state must never change a ruling."""
    assert pointers(send(client, spoilt)) == [spoilt.pointer]


UNKNOWN_PIECES = [
    Spoilt("validate", "/move/domino", 49),
    Spoilt("validate", "/move", choose(999), told_at="/move/domino"),
    Spoilt("validate", "/move", discard(77), told_at="/move/domino"),
    Spoilt("validate", "/move", reveal(1, 2, 77, 4), told_at="/move/dominoes/2"),
    Spoilt("validate", f"{STONE}/domino", 49, PLACED),
    Spoilt("validate", f"{PLAYER}/discarded", [1, 50], told_at=f"{PLAYER}/discarded/1"),
    Spoilt("audit", "/state/current_line/0/domino", 49),
    Spoilt("audit", "/state/next_line/3/domino", 99),
    Spoilt("audit", "/state/pile/7", 49),
    Spoilt("audit", "/state/leftovers", [49], told_at="/state/leftovers/0"),
    Spoilt("score", "/games", [SMALL, alone("49 1,0 e")], {}, told_at="/games/1/players/0/kingdom/0/domino"),
    Spoilt("replay", "/moves/0/domino", 49),
    Spoilt("replay", "/moves", [reveal(), discard(49)], told_at="/moves/1/domino"),
]
UNKNOWN_PLAYERS = [
    Spoilt("validate", "/move/player", "zoe"),
    Spoilt("validate", "/viewer", "zoe"),
    Spoilt("validate", "/viewer", ""),
    Spoilt(
        "validate",
        "/move",
        {"type": "draw", "kings": ["ana", "zoe", "bruno", "ana"]},
        {"state": first_round(2), "move": {}},
        told_at="/move/kings/1",
    ),
    Spoilt("legal-moves", "/player", "zoe"),
    Spoilt("view", "/player", "zoe"),
    Spoilt("view", "/player", "Ana"),
    Spoilt("score", "/claimed/zoe", 3),
    Spoilt("score", "/claimed/z~1~0", 3),
    Spoilt("replay", "/moves/0/player", "zoe"),
]


@each([*UNKNOWN_PIECES, *UNKNOWN_PLAYERS])
def test_a_piece_or_player_that_does_not_exist_is_refused_with_its_place(client: FlaskClient, spoilt: Spoilt) -> None:
    assert pointers(send(client, spoilt)) == [spoilt.pointer]


CONTRADICTIONS = [
    Spoilt("setup", "/players", ["ana", "ana"], told_at="/players/1"),
    Spoilt("setup", "/players", ["ana"]),
    Spoilt("setup", "/players", ["a", "b", "c", "d", "e"]),
    Spoilt("setup", "/options", {"variants": ["great-duel"]}, {"players": ["a", "b", "c"]}, "/options/variants"),
    Spoilt("setup", "/options", {"variants": ["harmony", "harmony"]}),
    Spoilt("setup", "/pack", "no-such-pack"),
    Spoilt("setup", "/pack", "../base"),
    Spoilt("replay", "/setup/players", ["ana", "ana"], told_at="/setup/players/1"),
    Spoilt("audit", "/state/players/1/name", "ana"),
    Spoilt(
        "score",
        "/games",
        [SMALL, {"players": [{"name": name, "squares": []} for name in "abb"]}],
        {},
        "/games/1/players/2/name",
    ),
    Spoilt("audit", f"{PLAYER}/squares", [], told_at=PLAYER),
    Spoilt("score", "/games", [SMALL], told_at="/state"),
    Spoilt("score", "/games", [], {}),
    Spoilt("score", "/games", [SMALL] * 11, {}),
    Spoilt("score", "/games", [SMALL, {"players": [{"name": "b", "kingdom": []}]}], {}, "/games/1/players"),
    Spoilt("score", "/state", {"players": [{"name": "ana"}]}, told_at=PLAYER),
    Spoilt("replay", "/state", WHOLE),
    Spoilt("score", "/pack/dominoes/1/number", 1, INLINE),
]


@each(CONTRADICTIONS)
def test_a_question_that_contradicts_itself_is_refused_with_its_place(client: FlaskClient, spoilt: Spoilt) -> None:
    assert pointers(send(client, spoilt)) == [spoilt.pointer]


@pytest.mark.parametrize("operation", ["audit", "score"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)
def test_the_second_of_two_equal_names_is_the_place(client: FlaskClient, game: Game, operation: str) -> None:
    """So that an app in which people type names can mark the field, for tables and for score pads."""
    example = json.loads((EXAMPLES / f"{game.meta.id}-{operation}.json").read_text("utf-8"))
    part = "sheet" if "sheet" in example["request"] else "state"
    players = example["request"][part]["players"]
    question = with_value(example["request"], f"/{part}/players", [*players, players[0]])
    response = client.post(example["path"], json=question)
    assert pointers(response) == [f"/{part}/players/{len(players)}/name"]
    assert response.get_json()["errors"][0]["detail"] == "Two players have the same name."


WORDS = [
    (Spoilt("validate", "/move/to", "up"), ["e", "n", "s", "w"]),
    (Spoilt("validate", "/move/type", "fly"), ["choose", "discard", "draw", "place", "reveal"]),
    (Spoilt("audit", "/state/phase", "late"), ["first-round", "over", "play"]),
    (Spoilt("audit", "/state/options/edition", "de"), ["es", "first"]),
    (Spoilt("setup", "/options/edition", "de"), ["es", "first"]),
    (Spoilt("audit", f"{STONE}/to", "N", {"state": SMALL}), ["e", "n", "s", "w"]),
    (
        Spoilt("audit", f"{PLAYER}/squares/0/terrain", "sea", SQUARES),
        ["forest", "grassland", "lake", "mine", "swamp", "wheat"],
    ),
    (
        Spoilt("setup", "/options", {"variants": ["duel"]}, told_at="/options/variants/0"),
        ["dynasty", "great-duel", "harmony", "middle-kingdom"],
    ),
    (
        Spoilt("score", "/house_rules", {"middle_kingdom": "x"}, told_at="/house_rules/middle_kingdom"),
        ["box", "fits", "full"],
    ),
    (Spoilt("packs/check", "/pack/dominoes/0/provenance", "me"), ["published", "rulebook", "stand-in"]),
]


@pytest.mark.parametrize(("spoilt", "words"), WORDS, ids=str)
def test_a_wrong_word_comes_back_with_the_words_allowed(
    client: FlaskClient, spoilt: Spoilt, words: list[str]
) -> None:
    response = send(client, spoilt)
    assert pointers(response) == [spoilt.pointer]
    assert response.get_json()["errors"][0]["detail"].endswith(f"allowed: {', '.join(words)}.")


@pytest.mark.parametrize(
    ("spoilt", "words"),
    [
        (Spoilt("legal-moves", "/type", "fly"), ["choose", "place", "discard", "reveal", "draw"]),
        (Spoilt("setup", "/pack", "no-such-pack"), ["base"]),
    ],
    ids=str,
)
def test_a_wrong_name_comes_back_with_the_names_there_are(
    client: FlaskClient, spoilt: Spoilt, words: list[str]
) -> None:
    response = send(client, spoilt)
    assert pointers(response) == [spoilt.pointer]
    assert response.get_json()["errors"][0]["detail"].endswith(f"there are: {', '.join(words)}.")


ALL_SPOILT = [
    *WRONG_TYPES,
    *UNKNOWN_FIELDS,
    *UNKNOWN_PIECES,
    *UNKNOWN_PLAYERS,
    *CONTRADICTIONS,
    *(spoilt for spoilt, _ in WORDS),
]


@each(ALL_SPOILT)
def test_every_pointer_leads_to_something_in_the_question_and_every_fault_is_a_sentence(
    client: FlaskClient, spoilt: Spoilt
) -> None:
    """With one full stop, and without the notation of the library that found it."""
    answer = send(client, spoilt)
    for pointer in pointers(answer):
        value_at(spoilt.body, pointer)
    for error in answer.get_json()["errors"]:
        detail = error["detail"]
        assert detail.endswith(".")
        assert not detail.endswith("..")
        assert " - at `" not in detail


# ---------------------------------------------------------------- missing parts


@pytest.mark.parametrize(
    ("operation", "missing"),
    [
        ("setup", ["/players"]),
        ("validate", ["/state", "/move"]),
        ("legal-moves", ["/state"]),
        ("replay", ["/moves"]),
        ("audit", ["/state"]),
        ("score", ["/state"]),
        ("view", ["/state", "/player"]),
        ("packs/check", ["/pack"]),
    ],
)
def test_every_missing_part_of_an_empty_question_is_named(
    client: FlaskClient, operation: str, missing: list[str]
) -> None:
    assert sorted(pointers(client.post(address(operation), json={}))) == sorted(missing)


@pytest.mark.parametrize(
    ("operation", "body", "pointer", "missing"),
    [
        ("audit", {"state": {}}, "/state", "players"),
        ("audit", {"state": {"players": [{}]}}, "/state/players/0", "name"),
        ("audit", {"state": alone("1 1,0 e") | {"pile": ["?"], "next_line": [{}]}}, "/state/next_line/0", "domino"),
        ("validate", {"state": SMALL, "move": {}}, "/move", "type"),
        ("validate", {"state": SMALL, "move": {"type": "place", "player": "ana"}}, "/move", "domino"),
        ("packs/check", {"pack": {"id": "mine", "title": "Mine"}}, "/pack", "dominoes"),
    ],
)
def test_a_missing_field_is_named_with_the_place_where_it_belongs(
    client: FlaskClient, operation: str, body: dict[str, Any], pointer: str, missing: str
) -> None:
    response = client.post(address(operation), json=body)
    assert pointers(response) == [pointer]
    assert f"`{missing}`" in response.get_json()["errors"][0]["detail"]


def test_a_replay_needs_exactly_one_start(client: FlaskClient) -> None:
    for start in ({}, {"setup": {"players": ["ana", "bruno"]}, "state": SMALL}):
        assert pointers(client.post(address("replay"), json={**start, "moves": []})) == ["/state"]


# ---------------------------------------------------------------- several faults


def test_every_unknown_domino_is_named(client: FlaskClient) -> None:
    state = alone("49 1,0 e; 50 2,0 e") | {"pile": ["?", 51]}
    named = pointers(client.post(address("audit"), json={"state": state}))
    assert named == [
        "/state/players/0/kingdom/0/domino",
        "/state/players/0/kingdom/1/domino",
        "/state/pile/1",
    ]


def test_every_fault_of_the_envelope_is_named(client: FlaskClient) -> None:
    body = {"state": SMALL, "move": place(5, 3, 1, "n"), "compare": "yes", "suggest": 1, "sate": {}}
    response = client.post(address("validate"), json=body)
    assert sorted(pointers(response)) == ["/compare", "/sate", "/suggest"]
    assert "(and 2 more)" in response.get_json()["detail"]


def test_a_claimed_total_of_the_wrong_type_is_refused_with_the_name(client: FlaskClient) -> None:
    body = {"state": SMALL, "claimed": {"ana": 3.5}}
    assert pointers(client.post(address("score"), json=body)) == ["/claimed/ana"]


def test_a_fault_in_the_setup_of_a_replay_is_named_inside_the_setup(client: FlaskClient) -> None:
    for part, value, pointer in (
        ("players", ["ana", 3], "/setup/players/1"),
        ("options", {"edition": "de"}, "/setup/options/edition"),
        ("seed", 3.7, "/setup/seed"),
    ):
        setup = {"players": ["ana", "bruno"], part: value}
        assert pointers(client.post(address("replay"), json={"setup": setup, "moves": []})) == [pointer]


@pytest.mark.parametrize(
    ("at", "value"),
    [
        ("/questions/1/game", 3),
        ("/questions/1/operation", "setup"),
        ("/questions/1/more", 1),
        ("/questions", []),
        ("/questions", {}),
        ("/questions", [BATCH["questions"][0]] * 101),
        ("/question", []),
    ],
)
def test_a_fault_of_a_batch_itself_is_refused_with_its_place(client: FlaskClient, at: str, value: Any) -> None:
    assert pointers(client.post("/v1/batch", json=with_value(BATCH, at, value))) == [at]
