"""What an Earl may not see is of no weight in a ruling, and in no answer."""

import json
from typing import Any

import pytest

from tests.client import Referee
from tests.games.ortus_regni.tables import Move, State, at, attack, field, make, of, reveal, suffer, table


def bytes_of(referee: Referee, state: State, move: Move) -> dict[str, Any]:
    """The answer as ana may see it, its ids too."""
    answer = dict(referee.validate(state, move, viewer="ana"))
    return json.loads(json.dumps(answer))


SECRETS = [
    ("a rival's hand", {"hand": "vassal allies"}, {"hand": "monk banner"}),
    ("a rival's pool", {"pool": "knights infantry"}, {"pool": "infantry infantry"}),
    ("a rival's Towers", {"towers": "prince land"}, {"towers": "church castle"}),
    ("a rival's discards", {"discard": "treachery"}, {"discard": "banquet"}),
]
MOVES = [
    make("end"),
    make("castle"),
    make("treachery", target="bruno", aim="hand"),
    make("intrigue", target="bruno", aim="properties", fief=1),
    make("monastery", fief=1, target="bruno"),
    attack("siege", 1),
]
OWN = {"hand": "castle treachery intrigue vassal", "fiefs": "palace monk church"}
THEIRS = {"fiefs": "palace land", "hand": "?*2", "pool": "?*2", "towers": "?*2"}


@pytest.mark.parametrize("move", MOVES, ids=[move["type"] for move in MOVES])
@pytest.mark.parametrize(("one", "other"), [case[1:] for case in SECRETS], ids=[case[0] for case in SECRETS])
def test_a_secret_changes_no_answer(
    ortus_regni: Referee, one: dict[str, str], other: dict[str, str], move: Move
) -> None:
    answers = [bytes_of(ortus_regni, table(ana=OWN, bruno=THEIRS | secret), move) for secret in (one, other)]
    assert answers[0] == answers[1]


def test_the_top_of_a_deck_is_not_named(ortus_regni: Referee) -> None:
    refused = [
        ortus_regni.validate(table(ana={"deck": f"{top} ?*23"}), make("end", drawn="castle"))["violations"]
        for top in ("prince", "banquet")
    ]
    assert refused[0] == refused[1]


def test_a_hidden_jouster_is_seen_by_its_earl_alone(ortus_regni: Referee) -> None:
    start = table(
        3, ana={"hand": "banner champion", "fiefs": "palace land"}, bruno={"hand": "monk", "fiefs": "palace land"}
    )
    mid = at(
        ortus_regni,
        start,
        make("joust"),
        make("enter", "bruno", bet={"fief": 1, "card": "land"}, jouster={"card": "monk"}),
    )
    for viewer, card in (("bruno", "monk"), ("ana", "?"), ("carla", "?")):
        seen = ortus_regni.ask("view", {"state": mid, "player": viewer})["state"]
        assert seen["pending"]["declared"][0]["jouster"]["card"] == card


def test_a_view_of_a_view_is_itself(ortus_regni: Referee) -> None:
    start = table(ana={"hand": "champion", "pool": "knights"}, bruno={"hand": "vassal", "towers": "monk"})
    mid = at(ortus_regni, start, attack(), field(hand="champion"), field("bruno", hand="vassal"), reveal("church"))
    seen = ortus_regni.ask("view", {"state": mid, "player": "bruno"})["state"]
    assert of(seen, "ana")["pool"] == ["?"]
    assert ortus_regni.ask("view", {"state": seen, "player": "bruno"})["state"] == seen


def test_a_log_with_masked_cards_replays(ortus_regni: Referee) -> None:
    """The moves of a dispute and a battle as bruno saw them: nothing is called illegal."""
    start = table(
        ana={"hand": "?*3", "pool": "?", "fiefs": "palace land"},
        bruno={"hand": "allies vassal champion", "towers": "monk"},
    )
    moves = [
        make("treachery", target="bruno", aim="hand"),
        make("allies", "bruno", play=True),
        make("dispute", vassal="hand"),
        make("dispute", "bruno", vassal="hand"),
        make("dispute", vassal=None),
        make("tower", card="?"),
        make("end"),
        make("end", "bruno", drawn="castle"),
        attack(),
        field(pool="knights"),
        field("bruno", hand="champion"),
        reveal("normal"),
        suffer(pool="knights"),
        suffer("bruno", towers="monk", hand="champion"),
        make("end"),
    ]
    answer = ortus_regni.ask("replay", {"state": start, "moves": moves})
    assert answer["verdict"] == "legal", answer["ruling"]
