"""Rules of Ortus Regni, kept and broken: jousts, from the call to the trophies."""

from typing import Any

import pytest

from tests.client import Answer, Referee
from tests.games.ortus_regni.cases import accepts, breaks, is_broken, is_kept, keeps
from tests.games.ortus_regni.tables import Move, State, at, fief, go, make, of, table, told

CALL = make("joust")


def enter(player: str = "ana", bet: tuple[int, str | None] | None = None, **jouster: Any) -> Move:
    stake = None if bet is None else {"fief": bet[0], "card": bet[1]}
    return make("enter", player, bet=stake, jouster=jouster or None)


def deal(**cards: Any) -> Move:
    shown = dict(cards.pop("jousters", {}))
    told = {name: text.split() for name, text in cards.items()}
    return make("deal", None, cards=told, **({"jousters": shown} if shown else {}))


def excuse(player: str) -> Move:
    return make("excuse", player)


def stay_out(player: str) -> Move:
    return make("stay-out", player)


HOST = {"hand": "banner champion", "fiefs": "palace land"}
GUEST = {"hand": "?*3", "fiefs": "palace vassal church market"}
LISTS = table(ana=HOST, bruno=GUEST)
BRUNO_IN = enter("bruno", (1, "church"), fief=1)
ANA_IN = enter(bet=(1, "land"), card="champion")
READY = (CALL, BRUNO_IN, ANA_IN)
ANA_WINS = deal(ana="prince nothing", bruno="nothing nothing")
BRUNO_WINS = deal(ana="nothing nothing", bruno="vassal vassal")
TIED = deal(ana="nothing nothing", bruno="prince nothing")
SUDDEN = deal(ana="vassal nothing", bruno="vassal nothing")
POOR = {"hand": "banner vassal", "fiefs": "palace champion"}


def allowed(**rules: str) -> dict[str, Any]:
    return {"house_rules": rules}


KEPT = [
    keeps("joust/call", LISTS, CALL),
    keeps("joust/first-round", {**LISTS, "round": 1, "black_markers": 0}, CALL),
    keeps("joust/order", LISTS, CALL, BRUNO_IN),
    keeps("joust/bet", LISTS, CALL, BRUNO_IN),
    keeps("joust/exempt", table(ana=HOST, bruno=POOR), CALL, stay_out("bruno")),
    keeps("joust/bare", table(ana=HOST, bruno=POOR), CALL, enter("bruno", fief=1)),
    keeps("joust/jouster", LISTS, CALL, enter("bruno", (1, "church"), card="?")),
    keeps("joust/prince", table(ana=HOST, bruno={"hand": "prince", "fiefs": "palace prince land"}), CALL,
          enter("bruno", (1, "land"), card="prince")),
    keeps("joust/no-jouster", table(ana=HOST, bruno={"fiefs": "palace land"}), CALL, enter("bruno", (1, "land"))),
    keeps("joust/same-castle", table(ana=HOST, bruno={"fiefs": "palace; castle vassal"}), CALL, enter("bruno", (2, None), fief=2)),
    keeps("joust/excuse", table(ana=HOST, bruno={**GUEST, "hand": "banner"}), CALL, excuse("bruno")),
    accepts("joust/face-down", LISTS, CALL, enter("bruno", (1, "church"), card="?"), ANA_IN,
            deal(ana="nothing nothing", bruno="vassal vassal", jousters={"bruno": "monk"})),
    keeps("joust/deal", LISTS, *READY, ANA_WINS),
    keeps("joust/rank", LISTS, *READY, ANA_WINS),
    keeps("joust/champion", LISTS, *READY),
    keeps("joust/champion-silent", LISTS, *READY, ANA_WINS),
    keeps("joust/sudden-death", LISTS, *READY, deal(ana="vassal nothing", bruno="vassal nothing"), deal(ana="prince", bruno="vassal")),
    keeps("joust/prize", LISTS, *READY, ANA_WINS),
    keeps("joust/own-bet", LISTS, *READY, ANA_WINS),
    keeps("joust/hand-card-spent", LISTS, *READY, ANA_WINS),
    keeps("joust/lords", LISTS, *READY, ANA_WINS),
    keeps("joust/banners", LISTS, *READY, ANA_WINS),
    keeps("joust/deck-whole", LISTS, *READY, ANA_WINS),
    keeps("joust/cancelled", table(ana=HOST, bruno={**GUEST, "hand": "banner"}), CALL, excuse("bruno"), ANA_IN),
    keeps("joust/one-entrant", table(ana=HOST, bruno=POOR), CALL, stay_out("bruno"), ANA_IN),
    keeps("joust/cancelled-jouster", table(ana=HOST, bruno=POOR), CALL, stay_out("bruno"), ANA_IN),
    keeps("joust/cancelled-turn", table(ana=HOST, bruno=POOR), CALL, stay_out("bruno"), ANA_IN),
    accepts("joust/last-anchor", table(ana=HOST, bruno={"fiefs": "palace vassal land"}, options=allowed(bet_last_castle="allowed")),
            CALL, enter("bruno", (1, None), fief=1)),
    accepts("joust/last-anchor", table(ana=HOST, bruno=POOR, options=allowed(bet_last_castle="allowed")), CALL, enter("bruno", (1, None), fief=1)),
    accepts("components/joust-deck", LISTS, *READY, deal(ana="prince prince", bruno="prince prince")),
]  # fmt: skip

BROKEN = [
    breaks("joust/order", LISTS, CALL, ANA_IN),
    breaks("joust/bet", LISTS, CALL, enter("bruno", fief=1)),
    breaks("joust/bet", LISTS, CALL, enter("bruno", (1, "land"), fief=1)),
    breaks("joust/bet", LISTS, CALL, stay_out("bruno")),
    breaks("joust/bet", table(ana=HOST, bruno={"fiefs": "palace; castle"}), CALL, stay_out("bruno")),
    breaks("joust/last-anchor", table(ana=HOST, bruno={"fiefs": "palace vassal land"}), CALL, enter("bruno", (1, None), fief=1)),
    breaks("joust/last-anchor", table(ana=HOST, bruno=POOR), CALL, enter("bruno", (1, None), fief=1)),
    breaks("joust/jouster", LISTS, CALL, enter("bruno", (1, "church"), fief=2)),
    breaks("joust/jouster", LISTS, CALL, enter("bruno", (1, "church"))),
    breaks("joust/prince", table(ana=HOST, bruno={"hand": "prince", "fiefs": "palace prince land"}, options=allowed(prince_jouster="forbidden")),
           CALL, enter("bruno", (1, "land"), card="prince")),
    breaks("joust/no-jouster", table(ana=HOST, bruno={"fiefs": "palace land"}, options=allowed(without_jouster="stays-out")), CALL,
           enter("bruno", (1, "land"))),
    breaks("joust/excuse", table(ana=HOST, bruno={**GUEST, "hand": "vassal"}), CALL, excuse("bruno")),
    breaks("joust/excuse", LISTS, CALL, BRUNO_IN, excuse("ana")),
    breaks("joust/face-down", table(ana=HOST, bruno={**GUEST, "hand": "monk"}), CALL, enter("bruno", (1, "church"), card="monk"), ANA_IN,
           deal(ana="nothing nothing", bruno="vassal vassal", jousters={"bruno": "champion"})),
    breaks("joust/face-down", LISTS, *READY, SUDDEN, deal(ana="prince", bruno="vassal", jousters={"ana": "castle"})),
    breaks("joust/face-down", LISTS, *READY, SUDDEN, deal(ana="prince", bruno="vassal", jousters={"bruno": "vassal"})),
    breaks("joust/deal", LISTS, *READY, deal(ana="prince", bruno="nothing nothing")),
    breaks("joust/deal", LISTS, *READY, deal(ana="prince nothing")),
    breaks("joust/sudden-death", LISTS, *READY, deal(ana="vassal nothing", bruno="vassal nothing"), deal(ana="prince prince", bruno="vassal")),
    breaks("joust/prize", LISTS, *READY, ANA_WINS, make("place", card={"card": "market", "owner": "bruno"}, fief=1)),
    breaks("components/joust-deck", table(4, ana=HOST, bruno=GUEST, carla={"fiefs": "palace monk land"}, dario={"fiefs": "palace monk land"}),
           CALL, BRUNO_IN, enter("carla", (1, "land"), fief=1), enter("dario", (1, "land"), fief=1), ANA_IN,
           deal(ana="prince prince", bruno="prince prince", carla="prince prince", dario="prince nothing")),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "state", "moves"), KEPT)
def test_kept(ortus_regni: Referee, rule: str | None, state: State, moves: tuple[Move, ...]) -> None:
    is_kept(ortus_regni, rule, state, moves)


@pytest.mark.parametrize(("rule", "state", "moves"), BROKEN)
def test_broken(ortus_regni: Referee, rule: str, state: State, moves: tuple[Move, ...]) -> None:
    is_broken(ortus_regni, rule, state, moves)


# ---------------------------------------------------------------- the call


def test_a_joust_needs_a_banner_of_the_hand(ortus_regni: Referee) -> None:
    start = table(ana={"hand": "champion", "banners": 1, "fiefs": "palace land"}, bruno=GUEST)
    assert ortus_regni.validate(start, CALL).broken == ["crown/banner", "turn/in-hand"]


@pytest.mark.obeys("ortus-regni/joust/first-round")
def test_a_joust_is_no_attack(ortus_regni: Referee) -> None:
    after = at(ortus_regni, {**LISTS, "round": 1, "black_markers": 0}, *READY, ANA_WINS)
    assert after["white_marker"] is False


@pytest.mark.obeys("ortus-regni/joust/exempt")
def test_who_is_too_poor_may_still_win_all(ortus_regni: Referee) -> None:
    start = table(ana=HOST, bruno=POOR)
    moves = [CALL, enter("bruno", fief=1), ANA_IN, deal(ana="nothing nothing", bruno="prince prince")]
    answer = go(ortus_regni, start, *moves, make("place", "bruno", card={"card": "land", "owner": "ana"}, fief=1))
    assert fief(answer["state"], "bruno", 1)["properties"] == [{"card": "land", "owner": "ana"}]


@pytest.mark.obeys("ortus-regni/joust/bare")
def test_properties_end_the_exemption_a_lord_does_not(ortus_regni: Referee) -> None:
    for fiefs, verdict in (("palace champion", "legal"), ("palace land", "illegal")):
        mid = at(ortus_regni, table(ana=HOST, bruno={"fiefs": fiefs}), CALL)
        assert ortus_regni.validate(mid, stay_out("bruno"))["verdict"] == verdict


@pytest.mark.obeys("ortus-regni/joust/same-castle")
@pytest.mark.parametrize(("dealt", "left"), [("prince prince", 2), ("nothing nothing", 1)])
def test_castle_and_lord_come_back_or_go_together(ortus_regni: Referee, dealt: str, left: int) -> None:
    start = table(ana=HOST, bruno={"fiefs": "palace; castle vassal"})
    moves = [CALL, enter("bruno", (2, None), fief=2), ANA_IN, deal(ana="nothing nothing", bruno=dealt)]
    after = at(ortus_regni, start, *moves)
    assert len(of(after, "bruno")["fiefs"]) == left
    assert (of(after, "bruno")["discard"] == ["vassal"]) == (left == 1)


# ---------------------------------------------------------------- the ranking

BEST_FIRST = [
    ("prince", "prince prince"),
    ("vassal", "vassal vassal"),
    ("prince", "prince vassal"),
    ("prince", "prince nothing"),
    ("prince", "vassal vassal"),
    ("vassal", "vassal nothing"),
    ("prince", "vassal nothing"),
    ("prince", "nothing nothing"),
    ("vassal", "nothing nothing"),
    ("monk", "nothing nothing"),
]


def duel(referee: Referee, ana: tuple[str, str], bruno: tuple[str, str]) -> Answer:
    start = table(
        ana={"hand": f"banner {ana[0]}", "fiefs": "palace land"}, bruno={"hand": bruno[0], "fiefs": "palace land"}
    )
    moves = [CALL, enter("bruno", (1, "land"), card=bruno[0]), enter(bet=(1, "land"), card=ana[0])]
    return go(referee, start, *moves, deal(ana=ana[1], bruno=bruno[1]))


@pytest.mark.obeys("ortus-regni/joust/rank")
@pytest.mark.parametrize("place", range(9))
def test_each_hand_beats_the_next(ortus_regni: Referee, place: int) -> None:
    better, worse = BEST_FIRST[place : place + 2]
    assert duel(ortus_regni, better, worse)["state"]["pending"]["winner"] == "ana"
    assert duel(ortus_regni, worse, better)["state"]["pending"]["winner"] == "bruno"


@pytest.mark.obeys("ortus-regni/joust/champion", "ortus-regni/joust/champion-silent")
@pytest.mark.parametrize(
    ("dealt", "equal"),
    [
        ("prince vassal", ("prince", "prince vassal")),
        ("vassal vassal", ("vassal", "vassal vassal")),
        ("prince prince", ("prince", "prince prince")),
        ("nothing nothing", ("prince", "nothing nothing")),
        ("vassal nothing", ("vassal", "vassal nothing")),
    ],
)
def test_a_champion_counts_for_the_best(ortus_regni: Referee, dealt: str, equal: tuple[str, str]) -> None:
    assert duel(ortus_regni, ("champion", dealt), equal)["state"]["pending"]["step"] == "sudden"


def test_in_a_sudden_death_the_champion_counts_no_more(ortus_regni: Referee) -> None:
    mid = duel(ortus_regni, ("champion", "nothing nothing"), ("prince", "nothing nothing"))["state"]
    assert go(ortus_regni, mid, deal(ana="nothing", bruno="vassal"))["state"]["pending"]["winner"] == "bruno"


@pytest.mark.obeys("ortus-regni/joust/sudden-deck")
def test_the_joust_deck_can_run_out(ortus_regni: Referee) -> None:
    """Two Earls tie until the 24 cards are used up; then all that are not being compared are shuffled."""
    start = table(ana=HOST, bruno=GUEST)
    state = at(ortus_regni, start, *READY, deal(ana="vassal nothing", bruno="vassal nothing"))
    for card in (
        "nothing",
        "nothing",
        "nothing",
        "nothing",
        "nothing",
        "vassal",
        "vassal",
        "prince",
        "prince",
        "prince",
    ):
        state = at(ortus_regni, state, deal(ana=card, bruno=card))
    answer = go(ortus_regni, state, deal(ana="vassal", bruno="nothing"))
    assert answer["state"]["pending"]["winner"] == "ana"
    assert "joust/sudden-deck" in told(answer)
    refused = ortus_regni.validate(state, deal(ana="prince", bruno="vassal"))
    agreed = ortus_regni.validate(
        {**state, "options": allowed(sudden_death_deck="all")}, deal(ana="prince", bruno="vassal")
    )
    assert (refused["verdict"], agreed["verdict"]) == ("legal", "legal")


# ---------------------------------------------------------------- jousters turned up

THREE = table(3, ana=HOST, bruno=GUEST, carla={"hand": "banner", "fiefs": "palace land"})
IN_THREE = (CALL, BRUNO_IN, excuse("carla"), ANA_IN)


@pytest.mark.obeys("ortus-regni/joust/face-down")
@pytest.mark.parametrize("before", [(), (SUDDEN,)], ids=["deal", "sudden"])
def test_the_truth_about_a_jouster_may_be_repeated(ortus_regni: Referee, before: tuple[Move, ...]) -> None:
    mid, last = at(ortus_regni, LISTS, *READY, *before), deal(ana="prince", bruno="vassal") if before else ANA_WINS
    answers = [go(ortus_regni, mid, {**last, **more}) for more in ({}, {"jousters": {"ana": "champion"}})]
    assert answers[0]["state"] == answers[1]["state"]


@pytest.mark.breaks("ortus-regni/joust/face-down")
@pytest.mark.parametrize("before", [(), (SUDDEN,)], ids=["deal", "sudden"])
@pytest.mark.parametrize("name", ["bruno", "carla"])
def test_who_sent_no_card_of_the_hand_turns_none_up(
    ortus_regni: Referee, before: tuple[Move, ...], name: str
) -> None:
    """Bruno has sent a Lord, Carla has excused herself."""
    mid, last = at(ortus_regni, THREE, *IN_THREE, *before), deal(ana="prince", bruno="vassal") if before else ANA_WINS
    answer = ortus_regni.validate(mid, {**last, "jousters": {name: "vassal"}})
    assert answer.broken == ["joust/face-down"]
    assert answer["violations"][0]["message"] == f"{name} has sent no card from the hand that could be turned up."


@pytest.mark.breaks("ortus-regni/joust/face-down")
def test_who_has_not_declared_turns_no_card_up(ortus_regni: Referee) -> None:
    """Carla may have left the game before the joust; then nobody waited for her."""
    mid = at(ortus_regni, THREE, *IN_THREE)
    mid["pending"]["declared"] = [one for one in mid["pending"]["declared"] if one["player"] != "carla"]
    del mid["eliminated"], of(mid, "carla")["fiefs"], of(mid, "carla")["cubes"]
    answer = ortus_regni.validate(mid, {**ANA_WINS, "jousters": {"carla": "vassal"}})
    assert answer.broken == ["joust/face-down"]


def test_a_jouster_that_was_not_told_may_be_told_in_the_sudden_death(ortus_regni: Referee) -> None:
    """What is told is kept; of an Earl's cards there cannot be more than the pack has."""
    mid = at(ortus_regni, LISTS, *READY, SUDDEN)
    ana = next(one for one in mid["pending"]["declared"] if one["player"] == "ana")
    ana["jouster"]["card"] = "?"
    of(mid, "ana")["discard"], of(mid, "ana")["deck"] = ["monk"] * 6, of(mid, "ana")["deck"][6:]
    tied = deal(ana="nothing", bruno="nothing")
    assert ortus_regni.validate(mid, tied)["verdict"] == "legal"
    after = at(ortus_regni, mid, {**tied, "jousters": {"ana": "champion"}})
    assert [one["jouster"]["card"] for one in after["pending"]["declared"] if one["player"] == "ana"] == ["champion"]
    refused = ortus_regni.validate(mid, {**tied, "jousters": {"ana": "monk"}})
    assert refused.broken == ["components/earl-cards"]


@pytest.mark.parametrize("left_out", ["declared", "jouster"])
def test_jousters_told_in_a_sudden_death_of_which_little_is_known(ortus_regni: Referee, left_out: str) -> None:
    mid = at(ortus_regni, LISTS, *READY, SUDDEN)
    for part in [mid["pending"]] if left_out == "declared" else mid["pending"]["declared"]:
        del part[left_out]
    last = deal(ana="prince", bruno="vassal")
    answer = ortus_regni.validate(mid, {**last, "jousters": {"ana": "monk"}})
    assert [fact["fact"] for fact in answer["assumed"]] == ["deal-fits"]
    if left_out == "jouster":
        assert ortus_regni.validate(mid, last)["assumed"] == [], "where the move tells none, none is read"


@pytest.mark.breaks("ortus-regni/joust/face-down")
@pytest.mark.parametrize("before", [(), (SUDDEN,)], ids=["deal", "sudden"])
def test_an_unknown_jouster_does_not_hide_a_false_one(ortus_regni: Referee, before: tuple[Move, ...]) -> None:
    mid, last = at(ortus_regni, LISTS, *READY, *before), deal(ana="prince", bruno="vassal") if before else ANA_WINS
    del next(one for one in mid["pending"]["declared"] if one["player"] == "bruno")["jouster"]
    answer = ortus_regni.validate(mid, {**last, "jousters": {"bruno": "monk", "ana": "monk"}})
    assert answer.broken == ["joust/face-down"]


# ---------------------------------------------------------------- what comes of it


@pytest.mark.obeys("ortus-regni/joust/own-bet", "ortus-regni/joust/lords")
def test_the_winner_keeps_bet_and_lord(ortus_regni: Referee) -> None:
    after = at(
        ortus_regni, LISTS, *READY, BRUNO_WINS, make("place", "bruno", card={"card": "land", "owner": "ana"}, fief=1)
    )
    assert fief(after, "bruno", 1)["lord"] == "vassal"
    assert fief(after, "bruno", 1)["properties"] == ["church", "market", {"card": "land", "owner": "ana"}]
    assert fief(after, "ana", 1)["properties"] == []


@pytest.mark.obeys("ortus-regni/joust/hand-card-spent", "ortus-regni/joust/banners")
def test_the_winners_hand_card_is_spent_too(ortus_regni: Referee) -> None:
    after = at(ortus_regni, LISTS, *READY, ANA_WINS, make("place", card={"card": "church", "owner": "bruno"}, fief=1))
    assert sorted(of(after, "ana")["discard"]) == ["banner", "champion"]
    assert of(after, "bruno")["discard"] == ["vassal"]


@pytest.mark.obeys("ortus-regni/joust/deck-whole")
def test_the_next_joust_has_all_cards_again(ortus_regni: Referee) -> None:
    start = table(ana={**HOST, "hand": "banner*2 champion*2", "fiefs": "palace land land"}, bruno=GUEST)
    moves = [CALL, BRUNO_IN, ANA_IN, deal(ana="prince prince", bruno="nothing nothing"),
             make("place", card={"card": "church", "owner": "bruno"}, fief=1), make("end"), make("end", "bruno")]  # fmt: skip
    after = at(ortus_regni, start, *moves, CALL, enter("bruno", (1, "market"), card="?"), ANA_IN)
    last = deal(ana="prince prince", bruno="prince prince", jousters={"bruno": "vassal"})
    assert ortus_regni.validate(after, last)["verdict"] == "legal"


@pytest.mark.obeys(
    "ortus-regni/joust/cancelled", "ortus-regni/joust/cancelled-jouster", "ortus-regni/joust/cancelled-turn"
)
def test_bad_weather(ortus_regni: Referee) -> None:
    start = table(ana={**HOST, "hand": "banner champion castle"}, bruno={**GUEST, "hand": "banner"})
    after = at(ortus_regni, start, CALL, excuse("bruno"), enter(bet=(1, "land"), card="champion"))
    assert after["pending"] is None
    assert sorted(of(after, "ana")["hand"]) == ["castle", "champion"]
    assert of(after, "ana")["discard"] == of(after, "bruno")["discard"] == ["banner"]
    assert fief(after, "ana", 1)["properties"] == ["land"]
    assert ortus_regni.validate(after, make("castle")).broken == ["turn/one-action"]
    assert ortus_regni.validate(after, make("tower", card="castle"))["verdict"] == "legal"


@pytest.mark.obeys("ortus-regni/joust/one-entrant")
def test_one_alone_wins_nothing(ortus_regni: Referee) -> None:
    after = at(ortus_regni, table(ana=HOST, bruno=POOR), CALL, stay_out("bruno"), ANA_IN)
    assert after["pending"] is None
    assert of(after, "ana")["discard"] == ["banner"]
