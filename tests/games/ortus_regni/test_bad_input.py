"""Tables and moves that cannot be: refused with a place in the question, or called impossible with the rule."""

from typing import Any

import pytest

from tests.client import Referee
from tests.games.ortus_regni.tables import at, attack, field, make, of, table, words


def battle(**parts: Any) -> dict[str, Any]:
    return {"type": "battle", "attacker": "ana", "defender": "bruno", "kind": "towers", "step": "card", **parts}


def politics(**parts: Any) -> dict[str, Any]:
    return {
        "type": "politics",
        "card": "treachery",
        "attacker": "ana",
        "target": "bruno",
        "aim": "hand",
        "step": "allies",
        **parts,
    }


def joust(**parts: Any) -> dict[str, Any]:
    return {"type": "joust", "organiser": "ana", "step": "declare", **parts}


def holding(pending: dict[str, Any], **zones: Any) -> dict[str, Any]:
    """A table of which only the pending decision and the Earls are told."""
    players = [{"name": name} for name in ("ana", "bruno", "carla")]
    return {
        "phase": "turn",
        "turn": "ana",
        "acted": True,
        "round": 5,
        "players": players,
        "pending": pending,
        **zones,
    }


IMPOSSIBLE = [
    ("an Earl with 26 cards", table(ana={"deck": "?*24", "hand": "?"}), "components/earl-cards"),
    ("a seventh Vassal", table(ana={"hand": "vassal*4", "discard": "vassal*3"}), "components/earl-cards"),
    ("two Palaces of one Earl", table(ana={"fiefs": "palace; palace"}), "components/earl-cards"),
    ("a card more than the deck was built with",
     table(ana={"built": words("monk*6 land*6 church*6 castle*6"), "hand": "vassal"}), "components/earl-cards"),
    ("a Palace of one Earl in two Earldoms", table(bruno={"fiefs": "palace; palace@ana"}), "components/earl-cards"),
    ("a deck of 23 cards", table(ana={"built": ["?"] * 23}), "deck/size"),
    ("seven of a type in a deck", table(ana={"built": words("monk*7 land*6 church*6 castle*5")}), "deck/copies"),
    ("a Palace in a deck", table(ana={"built": words("palace monk*6 land*6 church*6 castle*5")}), "deck/palace-apart"),
    ("more Armies than the supply", table(ana={"pool": "?*25"}, army_deck=[]), "army/deck-size"),
    ("seventeen Infantry", table(ana={"pool": "infantry*9"}, bruno={"pool": "infantry*8"}), "army/supply"),
    ("an army too large in a battle", table(ana={"fiefs": "palace land*5 market"}, bruno={"towers": "?"}, acted=True, army_deck=[],
     pending=battle(step="field-defender", attackers={"pool": ["knights"] * 9}, damage=[18, 0])), "army/supply"),
    ("25 Battle cards", table(battle_deck=["?"] * 25), "components/battle-deck"),
    ("a dispute without Allies", holding(politics(step="attacker", allies=False)), "dispute/turns"),
    ("a dispute one Vassal ahead", holding(politics(step="defender", allies=True, attackers=["hand"], defenders=["hand"])), "dispute/turns"),
    ("Treachery for Properties", holding(politics(aim="properties")), "politics/enemy"),
    ("Treachery against oneself", holding(politics(target="ana")), "politics/enemy"),
    ("Treachery against an empty seat", table(acted=True, ana={"deck": "?*23"}, pending=politics(aim="lord", fief=1)), "treachery/lord"),
    ("politics out of turn", holding(politics(), turn="bruno"), "turn/order"),
    ("an Action under way but not taken", holding(politics(), acted=False), "turn/one-action"),
    ("a battle card without defenders", holding(battle(attackers={"hand": ["champion"]}, defenders={}, damage=[2, 0])), "card/no-defender"),
    ("a battle without attackers", holding(battle(step="field-defender", attackers={})), "combat/at-least-one"),
    ("a battle in the first round", holding(battle(step="field-attacker"), round=1), "setup/first-round"),
    ("an Earl who attacks himself", holding(battle(step="field-attacker", defender="ana")), "combat/other-earl"),
    ("forces that deal less than told", holding(battle(attackers={"hand": ["champion"]}, defenders={"hand": ["monk"]}, damage=[3, 0])),
     "damage/total"),
    ("a joust declared in a wrong order", holding(joust(declared=[{"player": "ana", "choice": "excuse"}])), "joust/order"),
    ("a joust of one", holding(joust(step="deal", declared=[
        {"player": "bruno", "choice": "excuse"}, {"player": "carla", "choice": "excuse"}, {"player": "ana", "choice": "enter"},
    ])), "joust/cancelled"),
    ("offerings without a King", holding({"type": "coronation", "offering": ["bruno"]}, king=None), "crown/offering"),
    ("an offering from an empty pool", table(king="ana", pending={"type": "coronation", "offering": ["bruno"]}), "crown/offering"),
    ("Vikings that move in an Earl's turn", holding({"type": "vikings", "step": "cube"}), "vikings/their-turn"),
    ("a decision before the game", holding(politics(), phase="mulligan"), "turn/decision-first"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("state", "rule"), [(state, rule) for _, state, rule in IMPOSSIBLE], ids=[name for name, _, _ in IMPOSSIBLE]
)
def test_impossible_tables_are_named_and_cited(ortus_regni: Referee, state: dict[str, Any], rule: str) -> None:
    answer = ortus_regni.audit(state)
    assert answer["verdict"] == "impossible"
    assert rule in answer.broken, answer["violations"]
    assert rule in answer.cited
    for language in ("es", "pl"):
        spoken = Referee(ortus_regni.app, "ortus-regni", language).audit(state)
        assert spoken.broken == answer.broken
        assert spoken["violations"][0]["message"] != answer["violations"][0]["message"]


def test_no_move_is_judged_on_an_impossible_table(ortus_regni: Referee) -> None:
    answer = ortus_regni.validate(table(ana={"hand": "vassal*7 castle"}), make("castle"))
    assert answer["verdict"] == "impossible"
    assert answer.broken == ["components/earl-cards"]


MALFORMED = [
    ({"players": []}, "/state/players"),
    ({"players": [{"name": "ana", "hand": ["dragon"]}]}, "/state/players/0/hand/0"),
    ({"players": [{"name": "ana", "fiefs": [{"id": 1, "anchor": "land"}]}]}, "/state/players/0/fiefs/0/anchor"),
    ({"players": [{"name": "ana", "cubes": 3.5}]}, "/state/players/0/cubes"),
    ({"players": [{"name": "ana"}], "round": 0}, "/state/round"),
    ({"players": [{"name": "ana"}], "moon": 1}, "/state/moon"),
    ({"players": [{"name": "ana"}], "pending": {"type": "feast"}}, "/state/pending"),
    (
        {"players": [{"name": "ana"}], "options": {"house_rules": {"empty_target": "maybe"}}},
        "/state/options/house_rules/empty_target",
    ),
    ({"players": [{"name": "ana"}], "options": {"edition": "en"}}, "/state/options/edition"),
]


@pytest.mark.parametrize(("state", "place"), MALFORMED, ids=[place for _, place in MALFORMED])
def test_what_is_not_a_table_is_refused_with_its_place(
    ortus_regni: Referee, state: dict[str, Any], place: str
) -> None:
    (pointer,) = ortus_regni.problem("audit", {"state": state})
    assert pointer.startswith(place)


STRANGE = [
    (make("end", "zoe"), "/move/player"),
    (make("treachery", target="zoe", aim="hand"), "/move/target"),
    (make("castle", card="house"), "/move/card"),
    (make("build", deck="no-such-deck"), "/move/deck"),
    (make("place", card={"card": "land", "owner": "zoe"}, fief=1), "/move/card/owner"),
    (
        make(
            "intrigue", target="bruno", aim="properties", fief=1, count=1, cards=[{"card": "land", "owner": "bruno"}]
        ),
        "/move/cards/0/owner",
    ),
    (make("give", "bruno", cards=[{"card": "land", "owner": "bruno"}]), "/move/cards/0/owner"),
    (make("suffer", "bruno", properties=["land", {"card": "land", "owner": "bruno"}]), "/move/properties/1/owner"),
    (make("enter", bet={"fief": 1, "card": {"card": "land", "owner": "ana"}}), "/move/bet/card/owner"),
    (make("ransom", lord=1, pay={"fief": 1, "card": {"card": "land", "owner": "ana"}}), "/move/pay/card/owner"),
    (make("fly"), "/move"),
]


@pytest.mark.parametrize(("move", "place"), STRANGE, ids=[place for _, place in STRANGE])
def test_moves_that_name_nothing_are_refused_with_their_place(
    ortus_regni: Referee, move: dict[str, Any], place: str
) -> None:
    pointers = ortus_regni.problem("validate", {"state": table(), "move": move})
    assert any(pointer.startswith(place) for pointer in pointers), pointers


def test_every_broken_rule_is_listed(ortus_regni: Referee) -> None:
    """Out of turn, after the Action, in the first round, with nobody, at nothing: five rules at once."""
    start = table(turn="bruno", acted=True, round=1, black_markers=0, ana={"hand": "castle"})
    assert ortus_regni.validate(start, attack()).broken == [
        "setup/first-round", "combat/at-least-one", "attack/empty-target", "turn/order", "turn/one-action",
    ]  # fmt: skip


def test_hidden_cards_are_played_within_the_counts(ortus_regni: Referee) -> None:
    """A hand of unknown cards may hold a Champion, but not a seventh, and not more cards than it has."""
    towers = {"towers": "?"}
    open_hand = at(ortus_regni, table(ana={"hand": "?*2"}, bruno=towers), attack())
    assert ortus_regni.validate(open_hand, field(hand="champion champion"))["verdict"] == "legal"
    assert ortus_regni.validate(open_hand, field(hand="champion*3"))["verdict"] == "illegal"
    spent = at(ortus_regni, table(ana={"hand": "?*2", "discard": "champion*6"}, bruno=towers), attack())
    refused = ortus_regni.validate(spent, field(hand="champion"))
    assert refused.broken == ["turn/in-hand"]
    assert "components/earl-cards" in refused.cited
    assert len(of(spent, "ana")["hand"]) == 2
