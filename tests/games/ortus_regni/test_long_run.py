"""The faults on tables sent in part that the long random run found in Ortus Regni, each by a small table."""

from typing import Any

import pytest

from tests.client import Referee
from tests.games.ortus_regni.tables import State, make, of

PALACE = {"id": 1, "anchor": "palace", "lord": None, "properties": []}


def earl(name: str, *fiefs: dict[str, Any], **zones: Any) -> dict[str, Any]:
    return {"name": name, "fiefs": list(fiefs) or [PALACE], **zones}


def entering(player: str, card: str, bet: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"player": player, "choice": "enter", "bet": bet, "jouster": {"card": card}}


# ---------------------------------------------------------------- who is out after a joust


def last_castle_bet(**zones: Any) -> State:
    """Ana has bet her only Castle in her own joust; she may lose it."""
    declared = [entering("bruno", "prince"), entering("carla", "land"), entering("ana", "land", {"fief": 1})]
    joust = {"type": "joust", "organiser": "ana", "step": "deal", "declared": declared}
    turn = {"phase": "turn", "turn": "ana", "acted": True, "first": "ana", "eliminated": [], **zones}
    players = [earl(name, banners=0) for name in ("ana", "bruno", "carla")]
    options = {"house_rules": {"bet_last_castle": "allowed"}}
    return {"options": options, "king": None, **turn, "players": players, "pending": joust}


LOST = {"ana": ["nothing", "nothing"], "carla": ["nothing", "nothing"], "bruno": ["prince", "prince"]}


@pytest.mark.parametrize("left_out", [(), ("phase",), ("turn",), ("phase", "turn", "acted")])
def test_the_turn_passes_when_its_joust_takes_the_last_castle(
    ortus_regni: Referee, left_out: tuple[str, ...]
) -> None:
    state = last_castle_bet()
    for zone in left_out:
        del state[zone]
    after = ortus_regni.validate(state, make("deal", None, cards=LOST))["state"]
    assert (after["phase"], after["turn"], after["acted"]) == ("turn", "bruno", False)


def trophy(*players: dict[str, Any]) -> State:
    """The last trophy of a joust is placed; who has lost the last Castle is out then."""
    deed = {"card": "land", "owner": "bruno"}
    joust = {"type": "joust", "organiser": "ana", "step": "place", "winner": "ana", "placing": [deed]}
    options = {"house_rules": {"bet_last_castle": "allowed"}}
    return {
        "options": options,
        "phase": "turn",
        "turn": "ana",
        "eliminated": [],
        "players": players,
        "pending": joust,
    }


@pytest.mark.parametrize(
    "others", [[earl("bruno"), {"name": "carla", "deck": ["land"]}], []], ids=["sent", "not sent"]
)
def test_who_may_have_bet_the_last_castle_may_be_out(ortus_regni: Referee, others: list[Any]) -> None:
    move = make("place", card={"card": "land", "owner": "bruno"}, fief=1)
    after = ortus_regni.validate(trophy(earl("ana"), *others), move)["state"]
    assert "eliminated" not in after
    assert all("deck" not in player for player in after["players"])


def test_everybody_who_has_a_castle_is_still_in_the_game(ortus_regni: Referee) -> None:
    move = make("place", card={"card": "land", "owner": "bruno"}, fief=1)
    after = ortus_regni.validate(trophy(earl("ana"), earl("bruno"), earl("carla")), move)["state"]
    assert (after["eliminated"], after["turn"], after["pending"]) == ([], "ana", None)


# ---------------------------------------------------------------- who is out, and whether the game is over


def test_the_last_fief_of_an_earl_sent_alone_may_end_the_game(ortus_regni: Referee) -> None:
    politics = {
        "type": "politics",
        "card": "treachery",
        "attacker": "bruno",
        "target": "ana",
        "aim": "lord",
        "fief": 1,
    }
    state = {
        "phase": "turn",
        "turn": "bruno",
        "acted": True,
        "eliminated": [],
        "pending": {**politics, "step": "allies"},
    }
    ana = earl("ana", {**PALACE, "lord": "champion"})
    after = ortus_regni.validate({**state, "players": [ana]}, make("allies", play=False))["state"]
    assert {"phase", "turn"}.isdisjoint(after)


def test_a_siege_of_unknown_fiefs_may_end_the_game(ortus_regni: Referee) -> None:
    battle = {"type": "battle", "attacker": "ana", "defender": "bruno", "kind": "siege", "fief": 1, "step": "capture"}
    forces = {"attackers": {"lords": [1]}, "defenders": {}, "card": None, "damage": [4, 0]}
    pending = {**battle, **forces, "destroyed": [{"card": "palace", "owner": "bruno"}]}
    turn = {"phase": "turn", "turn": "ana", "acted": True, "eliminated": [], "pending": pending}
    players = [earl("ana", {**PALACE, "lord": "vassal"}), {"name": "bruno"}]
    after = ortus_regni.validate({**turn, "players": players}, make("capture", cards=pending["destroyed"]))["state"]
    assert {"phase", "eliminated"}.isdisjoint(after)


def test_who_is_seen_to_be_out_after_a_move_is_passed_over_at_once(ortus_regni: Referee) -> None:
    """Once nothing is pending, bruno, who has no Fief, is out: a replay says what its moves say one by one."""
    players = [earl("ana", deck=["land"], hand=[]), {"name": "bruno", "fiefs": []}, earl("carla", hand=["land"])]
    state = {"phase": "turn", "round": 5, "turn": "ana", "acted": False, "first": "ana", "players": players}
    moves = [make("end"), make("tower", "carla", card="land")]
    first = ortus_regni.validate(state, moves[0])["state"]
    assert (first["turn"], "unresolved" in first) == ("carla", False)
    second = ortus_regni.validate(first, moves[1])["state"]
    assert ortus_regni.ask("replay", {"state": state, "moves": moves})["state"] == second


@pytest.mark.parametrize("move", [make("joust", "bruno"), make("end", "bruno")])
def test_who_has_no_fief_has_no_turn_whatever_is_pending(ortus_regni: Referee, move: Any) -> None:
    players = [earl("ana"), {"name": "bruno", "fiefs": []}, earl("carla")]
    answer = ortus_regni.validate({"phase": "turn", "acted": False, "players": players}, move)
    assert (answer["verdict"], answer.broken) == ("illegal", ["end/out"])


# ---------------------------------------------------------------- jousts


def declaring(*players: dict[str, Any], **zones: Any) -> State:
    joust = {"type": "joust", "organiser": "ana", "step": "declare", "declared": []}
    return {"phase": "turn", "turn": "ana", "acted": True, "players": players, "pending": joust, **zones}


def test_a_joust_without_a_jouster_is_assumed_by_the_rule_that_it_would_break(ortus_regni: Referee) -> None:
    state = declaring(earl("ana"), earl("bruno", {**PALACE, "properties": ["market"]}), eliminated=[])
    answer = ortus_regni.validate(state, make("enter", "bruno", bet={"fief": 1, "card": "market"}))
    assert [(fact["fact"], fact["rule"]) for fact in answer["assumed"]] == [
        ("nobody-to-send", "ortus-regni/joust/jouster")
    ]


def test_who_is_surely_in_the_game_declares_before_those_behind(ortus_regni: Referee) -> None:
    """Bruno may be out; carla is not, so diego waits for her."""
    state = declaring(earl("ana"), {"name": "bruno"}, earl("carla"), earl("diego"))
    assert ortus_regni.validate(state, make("stay-out", "diego")).broken == ["joust/order"]
    assert ortus_regni.validate(state, make("stay-out", "carla")).assumed == ["turn"]


def test_who_was_passed_over_does_not_declare_any_more(ortus_regni: Referee) -> None:
    """Carla has declared, so bruno, who comes before her, has left the game: it is diego's turn."""
    state = declaring(earl("ana"), {"name": "bruno"}, earl("carla"), earl("diego"))
    state["pending"]["declared"] = [{"player": "carla", "choice": "stay-out"}]
    answer = ortus_regni.validate(state, make("stay-out", "bruno"))
    assert (answer["verdict"], answer.broken) == ("illegal", ["joust/order"])
    answer = ortus_regni.validate(state, make("stay-out", "diego"))
    assert (answer["verdict"], answer.assumed) == ("legal", [])
    assert ortus_regni.audit(answer["state"])["verdict"] == "possible"


def test_a_card_that_may_have_to_be_reattached_after_a_joust_has_a_fact_of_its_own(ortus_regni: Referee) -> None:
    joust = {"type": "joust", "organiser": "ana", "step": "reattach", "winner": "ana"}
    state = {"players": [earl("ana"), earl("bruno", {**PALACE, "properties": ["land"]})], "pending": joust}
    move = make("place", "bruno", card={"card": "market", "owner": "ana"}, fief=1)
    assert sorted(ortus_regni.validate(state, move).assumed) == ["to-place", "turn"]


def test_who_loses_the_last_castle_in_the_own_turn_ends_it(ortus_regni: Referee) -> None:
    """Bruno was not sent: the game may be over, or the turn has passed, perhaps into another round."""
    bets = {"ana": {"fief": 1, "card": None}, "bruno": None}
    jousters = {"ana": {"fief": None, "card": "land"}, "bruno": {"fief": None, "card": "champion"}}
    declared = [
        {"player": name, "choice": "enter", "bet": bets[name], "jouster": jousters[name], "dealt": []}
        for name in ("bruno", "ana")
    ]
    joust = {"type": "joust", "organiser": "ana", "step": "deal", "declared": declared}
    state = declaring(earl("ana"), pending=joust, round=4, black_markers=2, eliminated=[])
    state["options"] = {"house_rules": {"bet_last_castle": "allowed"}}
    cards = {"ana": ["nothing", "nothing"], "bruno": ["vassal", "nothing"]}
    after = ortus_regni.validate(state, make("deal", None, cards=cards))["state"]
    assert [gone["player"] for gone in after["eliminated"]] == ["ana"]
    assert not {"phase", "turn", "round", "acted", "black_markers"} & after.keys()


def test_a_deal_to_unknown_jousters_has_a_fact_of_its_own(ortus_regni: Referee) -> None:
    joust = {"type": "joust", "organiser": "ana", "step": "deal"}
    state = {"players": [earl("ana"), earl("bruno")], "pending": joust}
    cards = {"ana": ["nothing", "nothing"], "bruno": ["nothing", "vassal"]}
    assert ortus_regni.validate(state, make("deal", None, cards=cards)).assumed == ["deal-fits"]
    declared = [{"player": name, "choice": "enter", "bet": None} for name in ("bruno", "ana")]
    state["pending"] = {**joust, "declared": declared}
    assert ortus_regni.validate(state, make("deal", None, cards=cards)).assumed == ["deal-fits"]
    few = {"ana": ["nothing", "nothing"], "bruno": ["nothing"]}
    assert ortus_regni.validate(state, make("deal", None, cards=few)).broken == ["joust/deal"]


# ---------------------------------------------------------------- cards that cannot be there

BUILT = ["land"] * 5 + ["castle"] * 3 + ["vassal"] * 5 + ["champion"] * 5 + ["banquet"] * 5 + ["market"]


def test_no_more_cards_are_drawn_than_lie_nowhere_else(ortus_regni: Referee) -> None:
    discard = [card for card in BUILT if card != "market"]
    discard.remove("banquet")
    ana = earl("ana", built=BUILT, hand=["banquet"], discard=discard, towers=[], banners=0, emissaries=[], removed=[])
    turn = {"phase": "turn", "turn": "ana", "acted": False, "pending": None, "eliminated": []}
    state = {**turn, "players": [{**ana, "mercenaries": []}, earl("bruno")]}
    answer = ortus_regni.validate(state, make("banquet"))
    assert of(answer["state"], "ana")["hand"] == ["?"]
    assert ortus_regni.audit(answer["state"])["verdict"] != "impossible"
    assert ortus_regni.validate(state, make("banquet", drawn=["market", "land"])).broken == ["banquet/two-cards"]


def test_a_property_that_lies_elsewhere_cannot_be_paid(ortus_regni: Referee) -> None:
    battle = {"type": "battle", "attacker": "bruno", "defender": "ana", "kind": "towers", "step": "ransom"}
    forces = {"attackers": {"pool": ["knights"]}, "defenders": {"lords": [2]}, "card": "attacker", "captured": [2]}
    ana = {"name": "ana", "built": BUILT, "discard": ["market"]}
    state = {"players": [ana, earl("bruno")], "pending": {**battle, **forces}}
    pay = make("ransom", lord=2, pay={"fief": 1, "card": "market"})
    assert ortus_regni.validate(state, pay).broken == ["ransom/price"]
    assert ortus_regni.validate(state, make("ransom", lord=2, pay={"fief": 1, "card": "land"}))["verdict"] == "legal"


# ---------------------------------------------------------------- Properties that are given up


def giving(**parts: Any) -> State:
    politics = {"type": "politics", "card": "intrigue", "attacker": "bruno", "target": "ana", "aim": "properties"}
    ana = earl("ana", {**PALACE, "properties": ["land", "land", "church"]})
    return {"players": [ana, earl("bruno")], "pending": {**politics, "step": "give", **parts}}


@pytest.mark.parametrize(
    "move",
    [make("give", cards=[], armies=[]), make("give", cards=["land", "land"], armies=["knights"])],
    ids=["nothing", "an Army"],
)
@pytest.mark.parametrize("parts", [{"fief": 1}, {"count": 2}, {}], ids=["no count", "no fief", "neither"])
def test_one_or_two_properties_are_given(ortus_regni: Referee, move: Any, parts: dict[str, int]) -> None:
    assert ortus_regni.validate(giving(**parts), move).broken == ["intrigue/defender-picks"]


def test_what_is_given_from_an_unknown_fief_is_assumed_to_be_there(ortus_regni: Referee) -> None:
    answer = ortus_regni.validate(giving(count=2), make("give", cards=["land", "church"], armies=[]))
    assert answer.assumed == ["gift-there"]


# ---------------------------------------------------------------- lists


def test_a_list_assumes_what_every_move_of_a_type_assumes(ortus_regni: Referee) -> None:
    """A Vassal can be appointed whoever is Lord; a Prince only where no other one is."""
    ana = earl("ana", {"id": 1, "anchor": "palace", "properties": []}, hand=["vassal", "prince"])
    turn = {"phase": "turn", "turn": "ana", "acted": False, "round": 2, "pending": None, "eliminated": []}
    state = {**turn, "players": [ana, earl("bruno")]}
    answer = ortus_regni.ask("legal-moves", {"state": state})
    prince = make("appoint", card="prince", fief=1)
    assert prince in answer["moves"]
    assert set(ortus_regni.validate(state, prince).assumed) <= set(answer.assumed)
    assert "no-prince" in answer.assumed


# ---------------------------------------------------------------- whose card is bet


def bets_a_church(*properties: Any, card: Any = "church", sent: bool = True) -> tuple[State, Any]:
    """Bruno bets a Church of Fief 1, which holds these Properties."""
    fiefs = (
        {"fiefs": [{"id": 1, "anchor": "palace", "lord": "vassal", "properties": list(properties)}]} if sent else {}
    )
    players = [earl("ana"), {"name": "bruno", "hand": [], **fiefs}, earl("carla")]
    joust = {"type": "joust", "organiser": "ana", "step": "declare", "declared": []}
    state = {"phase": "turn", "turn": "ana", "eliminated": [], "players": players, "pending": joust}
    return state, make("enter", "bruno", bet={"fief": 1, "card": card}, jouster={"fief": 1, "card": None})


def test_a_property_that_is_bet_is_the_card_of_one_earl(ortus_regni: Referee) -> None:
    """A Church from Carla's cards is not Bruno's own; nor is that assumed of a Fief that was left out."""
    carlas = {"card": "church", "owner": "carla"}
    assert ortus_regni.validate(*bets_a_church(carlas)).broken == ["joust/bet"]
    assert ortus_regni.validate(*bets_a_church(carlas, card=carlas))["verdict"] == "legal"
    for card, owner in (("church", "bruno"), (carlas, "carla")):
        answer = ortus_regni.validate(*bets_a_church(card=card, sent=False))
        (bet,) = [known for known in answer["assumed"] if known["fact"] == "bet-there"]
        assert bet["detail"]["owner"] == owner
        assert f"from {owner}'s cards" in bet["text"]
