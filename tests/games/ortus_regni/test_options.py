"""Every named choice of Ortus Regni changes something, and a ruling that hangs on one says so."""

from typing import Any

import pytest

from tests.client import Referee
from tests.games.ortus_regni.tables import Move, State, at, attack, field, go, make, reveal, table

BET = {"fief": 1, "card": "land"}
HOST = {"hand": "banner monk", "fiefs": "palace land"}


def agreed(state: State, **rules: str) -> State:
    return {**state, "options": {"house_rules": rules}}


def joust(bruno: dict[str, Any]) -> State:
    return table(ana=HOST, bruno=bruno)


CALL = make("joust")
FULL = {"king": "ana", "royal_army": "knights", "ana": {"pool": "infantry"}}
GONE = {"fiefs": "", "removed": "?*24 palace", "cubes": 0}
OUT = [{"player": "carla", "reason": "conceded", "round": 4}]

DECIDED = [
    ("empty_target", "allowed", table(ana={"hand": "vassal"}), [], attack()),
    ("prince_jouster", "forbidden", joust({"hand": "prince", "fiefs": "palace prince land"}), [CALL],
     make("enter", "bruno", bet=BET, jouster={"card": "prince"})),
    ("bet_last_castle", "allowed", joust({"fiefs": "palace vassal land"}), [CALL],
     make("enter", "bruno", bet={"fief": 1, "card": None}, jouster={"fief": 1})),
    ("without_jouster", "stays-out", joust({"fiefs": "palace land"}), [CALL], make("enter", "bruno", bet=BET)),
    ("royal_army_size", "living", table(3, carla=GONE, eliminated=OUT, **FULL), [], make("garrison", army="infantry", mercenary=None)),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value", "state", "before", "move"), DECIDED, ids=[case[0] for case in DECIDED])
def test_the_verdict_hangs_on_the_choice(
    ortus_regni: Referee, name: str, value: str, state: State, before: list[Move], move: Move
) -> None:
    mid = at(ortus_regni, state, *before)
    plain = ortus_regni.validate(mid, move)
    other = ortus_regni.validate(agreed(mid, **{name: value}), move)
    assert {plain["verdict"], other["verdict"]} == {"legal", "illegal"}
    told = [(one["under"]["house_rule"], one["under"]["value"], one["verdict"]) for one in plain["differs_under"]]
    assert (name, value, other["verdict"]) in told


def test_the_last_castle_as_ransom(ortus_regni: Referee) -> None:
    """The only Castle is always the seat of the captured Lord, too: two rules forbid it, and no option can matter."""
    start = table(ana={"hand": "champion"}, bruno={"fiefs": "palace champion land", "towers": "monk"})
    mid = at(ortus_regni, start, attack(), field(hand="champion"), field("bruno", lords=[1]), reveal("attacker"))
    pay = make("ransom", "bruno", lord=1, pay={"fief": 1, "card": None})
    assert sorted(ortus_regni.validate(mid, pay).broken) == ["ransom/last-anchor", "ransom/own-castle"]
    assert ortus_regni.validate(mid, pay)["differs_under"] == []


@pytest.mark.breaks("ortus-regni/joust/deck-whole")
def test_the_joust_deck_in_a_sudden_death_of_five(ortus_regni: Referee) -> None:
    """Four cards are left for five Earls: all four are dealt first, unless all 24 are shuffled again."""
    entrant = {"hand": "monk", "fiefs": "palace land"}
    names = ("bruno", "carla", "dario", "eva", "ana")
    state = table(5, ana={"hand": "banner monk", "fiefs": "palace land"}, **dict.fromkeys(names[:4], entrant))
    entering = [make("enter", name, bet=BET, jouster={"card": "monk"}) for name in names]

    def deal(*cards: str) -> Move:
        return make("deal", None, cards={name: cards[place].split() for place, name in enumerate(names)})

    mid = at(ortus_regni, state, CALL, *entering, deal(*["nothing nothing"] * 5))
    mid = at(ortus_regni, mid, deal(*["vassal"] * 5), deal(*["prince"] * 5))
    again = agreed(mid, sudden_death_deck="all")
    blanks = deal(*["nothing"] * 5)
    assert ortus_regni.validate(mid, blanks).broken == ["joust/deck-whole"]
    assert ortus_regni.validate(again, blanks)["verdict"] == "legal"
    answer = go(ortus_regni, mid, deal("prince", "vassal", "nothing", "nothing", "vassal"))
    assert answer["state"]["pending"]["winner"] == "bruno"


def test_the_book_is_the_only_edition(ortus_regni: Referee) -> None:
    entry = ortus_regni.http.get("/v1/games/ortus-regni").get_json()["game"]
    assert [edition["id"] for edition in entry["editions"]] == ["es"]
    assert [(one["id"], one["tier"]) for one in entry["supplements"]] == [
        ("faq", "official FAQ"),
        ("site", "official site"),
    ]


def test_all_five_points_of_the_faq_are_cited(ortus_regni: Referee) -> None:
    tree = ortus_regni.http.get("/v1/games/ortus-regni/rules").get_json()
    rules = [rule for section in tree["sections"] for rule in section["rules"]]
    points = {source["section"] for rule in rules for source in rule["sources"] if source["edition"] == "faq"}
    assert points == {"1", "2", "3", "4", "5"}
