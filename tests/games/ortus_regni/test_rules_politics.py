"""Rules of Ortus Regni, kept and broken: Treachery, Intrigue, Allies, disputes, Banquet, bequeathing, crown and King."""

from typing import Any

import pytest

from tests.client import Referee
from tests.games.ortus_regni.cases import breaks, contradicts, is_broken, is_impossible, is_kept, keeps
from tests.games.ortus_regni.tables import (
    FORCED,
    Move,
    State,
    at,
    attack,
    fief,
    field,
    go,
    happened,
    make,
    of,
    reveal,
    suffer,
    table,
    told,
)


def treachery(aim: str, number: int | None = None, target: str = "bruno") -> Move:
    where = {} if number is None else {"fief" if aim == "lord" else "mercenary": number}
    return make("treachery", target=target, aim=aim, **where)


def intrigue(aim: str, number: int | None = None, target: str = "bruno", **more: Any) -> Move:
    where = {} if number is None else {"fief" if aim == "properties" else "mercenary": number}
    return make("intrigue", target=target, aim=aim, **where, **more)


def allies(play: bool = True) -> Move:
    return make("allies", "bruno", play=play)


def vassal(player: str, where: Any = "hand") -> Move:
    return make("dispute", player, vassal=where)


def place(card: str, number: int = 1, owner: str = "bruno") -> Move:
    return make("place", card={"card": card, "owner": owner}, fief=number)


TRAITOR = {"hand": "treachery vassal*2", "fiefs": "palace vassal"}
SCHEMER = {"hand": "intrigue vassal", "fiefs": "palace; castle"}
VICTIM = {"hand": "allies vassal", "fiefs": "palace; castle vassal land church"}
KILL = treachery("lord", 2)
HELD = (KILL, allies())

KEPT = [
    keeps("politics/enemy", table(ana=TRAITOR, bruno=VICTIM), KILL),
    keeps("treachery/lord", table(ana=TRAITOR, bruno=VICTIM), KILL),
    keeps("treachery/fief-falls", table(ana=TRAITOR, bruno=VICTIM), KILL, allies(play=False)),
    keeps("treachery/prince", table(ana=TRAITOR, bruno={"fiefs": "palace prince land", "hand": "?"}), treachery("lord", 1),
          allies(play=False)),
    keeps("treachery/hand", table(ana=TRAITOR, bruno={"hand": "?*4"}), treachery("hand"), allies(play=False),
          make("pick", None, cards=["vassal", "land"])),
    keeps("treachery/short-hand", table(ana=TRAITOR, bruno={"hand": "?"}), treachery("hand"), allies(play=False)),
    keeps("treachery/mercenary", table(ana=TRAITOR, bruno={"mercenaries": "knights"}), treachery("mercenary", 1)),
    keeps("treachery/committed-lord", table(ana=TRAITOR, bruno=VICTIM), *HELD, vassal("ana"), vassal("bruno", 2),
          vassal("ana"), vassal("bruno", None)),
    keeps("intrigue/properties", table(ana=SCHEMER, bruno=VICTIM), intrigue("properties", 2)),
    keeps("intrigue/defender-picks", table(ana=SCHEMER, bruno={"fiefs": "palace land*2 church"}), intrigue("properties", 1), FORCED,
          make("give", "bruno", cards=["land", "church"])),
    keeps("intrigue/one-or-two", table(ana=SCHEMER, bruno=VICTIM), intrigue("properties", 2, count=1, cards=["church"])),
    keeps("intrigue/placed", table(ana=SCHEMER, bruno=VICTIM), intrigue("properties", 2), allies(play=False), place("land")),
    keeps("intrigue/armies", table(ana=SCHEMER, bruno={"pool": "knights infantry infantry"}), intrigue("armies"), FORCED,
          make("give", "bruno", armies=["infantry", "infantry"])),
    keeps("intrigue/unseen", table(ana=SCHEMER, bruno={"pool": "?*3"}), intrigue("armies"), allies(play=False),
          make("give", "bruno", armies=["?", "?"])),
    keeps("intrigue/mercenary", table(ana=SCHEMER, bruno={"mercenaries": "knights"}), intrigue("mercenary", 1)),
    keeps("allies/answer", table(ana=TRAITOR, bruno=VICTIM), *HELD),
    keeps("allies/no-action", table(ana=TRAITOR, bruno=VICTIM), *HELD),
    keeps("allies/none", table(ana=TRAITOR, bruno=VICTIM), KILL, allies(play=False)),
    keeps("politics/spent", table(ana=TRAITOR, bruno=VICTIM), *HELD, vassal("ana", None)),
    keeps("dispute/vassals-only", table(ana=TRAITOR, bruno=VICTIM), *HELD, vassal("ana", 1)),
    keeps("dispute/turns", table(ana=TRAITOR, bruno=VICTIM), *HELD, vassal("ana"), vassal("bruno"), vassal("ana")),
    keeps("dispute/stop", table(ana=TRAITOR, bruno=VICTIM), *HELD, vassal("ana", None)),
    keeps("dispute/majority", table(ana=TRAITOR, bruno=VICTIM), *HELD, vassal("ana"), vassal("bruno"), vassal("ana", None)),
    keeps("dispute/hand-vassals", table(ana=TRAITOR, bruno=VICTIM), *HELD, vassal("ana"), vassal("bruno", None)),
    keeps("dispute/lord-vassals", table(ana=TRAITOR, bruno=VICTIM), *HELD, vassal("ana", 1), vassal("bruno"),
          vassal("ana", None)),
    keeps("banquet/two-cards", table(ana={"hand": "banquet"}), make("banquet")),
    keeps("banquet/short", table(ana={"hand": "banquet", "discard": "?*22"}), make("banquet")),
    keeps("bequeath/prince", table(ana={"hand": "banner", "fiefs": "palace prince"}), make("bequeath")),
    keeps("bequeath/shuffle", table(ana={"hand": "banner", "fiefs": "palace prince"}), make("bequeath")),
    keeps("bequeath/church", table(ana={"hand": "banner", "fiefs": "palace prince church"},
          bruno={"fiefs": "palace cathedral"}), make("bequeath")),
    keeps("bequeath/archbishop", table(ana={"hand": "banner", "fiefs": "palace prince cathedral"}), make("bequeath")),
    keeps("crown/banner", table(ana={"hand": "banner"}), make("claim")),
    keeps("crown/lead", table(ana={"hand": "banner", "banners": 2}, bruno={"banners": 1}), make("claim")),
    keeps("crown/banners-go", table(ana={"hand": "banner", "banners": 1}), make("claim")),
    keeps("crown/offering", table(ana={"hand": "banner", "banners": 1}, bruno={"pool": "knights infantry"}), make("claim"),
          make("offer", "bruno", army="infantry")),
    keeps("crown/offering-order", table(3, turn="bruno", ana={"pool": "?"}, bruno={"hand": "banner", "banners": 1},
          carla={"pool": "?"}), make("claim", "bruno"), make("offer", "carla", army="infantry"),
          make("offer", "ana", army="infantry")),
    keeps("king/garrison", table(king="ana", ana={"pool": "knights"}), make("garrison", army="knights", mercenary=None)),
    keeps("king/capacity", table(king="ana", ana={"pool": "knights"}), make("garrison", army="knights", mercenary=None)),
    keeps("king/death", table(3, king="ana", royal_army="knights"), make("concede")),
    keeps("king/royal-army", table(3, king="ana", royal_army="knights"), make("concede")),
    keeps("king/heir", table(3, ana={"banners": 1}, bruno={"banners": 2}), make("concede")),
]  # fmt: skip

BROKEN = [
    breaks("politics/enemy", table(ana={**TRAITOR, "hand": "treachery ?"}), treachery("hand", target="ana")),
    breaks("treachery/lord", table(ana=TRAITOR, bruno=VICTIM), treachery("lord", 1)),
    breaks("treachery/hand", table(ana=TRAITOR, bruno={"hand": "?*4"}), treachery("hand"), allies(play=False),
           make("pick", None, cards=["vassal"])),
    breaks("treachery/short-hand", table(ana=TRAITOR), treachery("hand")),
    breaks("treachery/mercenary", table(ana=TRAITOR), treachery("mercenary", 1)),
    breaks("intrigue/properties", table(ana=SCHEMER, bruno=VICTIM), intrigue("properties", 2, cards=["market"])),
    breaks("intrigue/properties", table(ana=SCHEMER, bruno=VICTIM), intrigue("properties", 3)),
    breaks("intrigue/defender-picks", table(ana=SCHEMER, bruno={"fiefs": "palace land*2 church"}),
           intrigue("properties", 1, cards=["land", "church"])),
    breaks("intrigue/defender-picks", table(ana=SCHEMER, bruno={"fiefs": "palace land*2 church"}), intrigue("properties", 1),
           make("give", "bruno", cards=["land"])),
    breaks("intrigue/one-or-two", table(ana=SCHEMER, bruno=VICTIM), intrigue("properties", 2, count=1)),
    breaks("intrigue/one-or-two", table(ana=SCHEMER, bruno={"pool": "?*4"}), intrigue("armies", count=3)),
    breaks("intrigue/placed", table(ana=SCHEMER, bruno=VICTIM), intrigue("properties", 2), allies(play=False),
           place("market")),
    breaks("intrigue/armies", table(ana=SCHEMER, bruno={"pool": "knights infantry infantry"}), intrigue("armies"), FORCED,
           make("give", "bruno", armies=["infantry"])),
    breaks("intrigue/mercenary", table(ana=SCHEMER), intrigue("mercenary", 1)),
    breaks("intrigue/empty-target", table(ana=SCHEMER), intrigue("properties", 1)),
    breaks("intrigue/empty-target", table(ana=SCHEMER), intrigue("armies")),
    breaks("allies/answer", table(3, ana=TRAITOR, bruno=VICTIM, carla={"hand": "allies"}), KILL,
           make("allies", "carla", play=True)),
    breaks("dispute/vassals-only", table(ana=TRAITOR, bruno={**VICTIM, "fiefs": "palace champion; castle vassal land"}), *HELD,
           vassal("ana"), vassal("bruno", 1)),
    breaks("dispute/vassals-only", table(ana={**TRAITOR, "hand": "treachery"}, bruno=VICTIM), *HELD, vassal("ana", 1),
           vassal("bruno"), vassal("ana", 1)),
    breaks("dispute/turns", table(ana=TRAITOR, bruno=VICTIM), *HELD, vassal("bruno")),
    breaks("banquet/two-cards", table(ana={"hand": "banquet"}), make("banquet", drawn=["?", "?", "?"])),
    breaks("bequeath/prince", table(ana={"hand": "banner prince", "fiefs": "palace vassal"}), make("bequeath")),
    breaks("bequeath/church", table(ana={"hand": "banner", "fiefs": "palace prince"}, bruno={"fiefs": "palace cathedral"}),
           make("bequeath")),
    breaks("king/claimed", table(ana={"hand": "banner"}, king="bruno"), make("claim")),
    breaks("king/garrison", table(ana={"pool": "knights"}, king="bruno"), make("garrison", army="knights", mercenary=None)),
    breaks("king/capacity", table(3, king="ana", royal_army="knights infantry", ana={"pool": "knights"}),
           make("garrison", army="knights", mercenary=None)),
    breaks("crown/offering", table(3), make("offer", "bruno", army="knights")),
    breaks("crown/offering-order", table(3, ana={"hand": "banner", "banners": 1}, bruno={"pool": "?"}, carla={"pool": "?"}),
           make("claim"), make("offer", "carla", army="infantry")),
]  # fmt: skip

IMPOSSIBLE = [
    contradicts("crown/lead", table(ana={"banners": 2})),
    contradicts("crown/banners-go", table(king="ana", bruno={"banners": 1})),
    contradicts("king/capacity", table(3, king="ana", royal_army="knights*3")),
    contradicts("king/one", table(royal_army="knights")),
    contradicts("king/death", table(3, king="carla", carla={"fiefs": "", "removed": "?*24 palace", "cubes": 0},
                eliminated=[{"player": "carla", "reason": "conceded", "round": 4}])),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "state", "moves"), KEPT)
def test_kept(ortus_regni: Referee, rule: str | None, state: State, moves: tuple[Move, ...]) -> None:
    is_kept(ortus_regni, rule, state, moves)


@pytest.mark.parametrize(("rule", "state", "moves"), BROKEN)
def test_broken(ortus_regni: Referee, rule: str, state: State, moves: tuple[Move, ...]) -> None:
    is_broken(ortus_regni, rule, state, moves)


@pytest.mark.parametrize(("rule", "state"), IMPOSSIBLE)
def test_impossible(ortus_regni: Referee, rule: str, state: State) -> None:
    is_impossible(ortus_regni, rule, state)


# ---------------------------------------------------------------- Treachery


@pytest.mark.obeys("ortus-regni/treachery/fief-falls", "ortus-regni/allies/none")
def test_nothing_of_the_fief_is_left(ortus_regni: Referee) -> None:
    after = at(ortus_regni, table(ana=TRAITOR, bruno=VICTIM), KILL, allies(play=False))
    assert fief(after, "bruno", 2) is None
    assert sorted(of(after, "bruno")["discard"]) == ["castle", "church", "land", "vassal"]
    assert of(after, "ana")["discard"] == ["treachery"]


@pytest.mark.obeys("ortus-regni/treachery/prince")
def test_only_a_princes_fief_survives(ortus_regni: Referee) -> None:
    start = table(ana=TRAITOR, bruno={"fiefs": "palace; castle prince land"})
    after = at(ortus_regni, start, treachery("lord", 2), FORCED)
    assert fief(after, "bruno", 2) == {"id": 2, "anchor": "castle", "lord": None, "properties": ["land"]}
    assert of(after, "bruno")["discard"] == ["prince"]


@pytest.mark.obeys("ortus-regni/treachery/committed-lord")
def test_to_commit_the_victim_does_not_save_his_fief(ortus_regni: Referee) -> None:
    moves = [*HELD, vassal("ana"), vassal("bruno", 2), vassal("ana"), vassal("bruno", None)]
    after = at(ortus_regni, table(ana=TRAITOR, bruno=VICTIM), *moves)
    assert fief(after, "bruno", 2) is None


# ---------------------------------------------------------------- Intrigue


@pytest.mark.obeys("ortus-regni/intrigue/empty-target")
def test_one_property_is_enough_to_steal(ortus_regni: Referee) -> None:
    start = table(ana=SCHEMER, bruno={"fiefs": "palace church", "pool": "?"})
    answer = go(ortus_regni, start, intrigue("properties", 1), allies(play=False))
    assert [one["card"] for one in answer["state"]["pending"]["placing"]] == ["church"]
    assert (
        len(
            of(
                at(ortus_regni, start, intrigue("armies"), allies(play=False), make("give", "bruno", armies=["?"])),
                "ana",
            )["pool"]
        )
        == 1
    )


@pytest.mark.obeys("ortus-regni/intrigue/unseen")
def test_only_the_two_earls_know_the_armies(ortus_regni: Referee) -> None:
    start = table(3, ana=SCHEMER, bruno={"pool": "knights knights infantry"})
    answer = go(ortus_regni, start, intrigue("armies"), FORCED, make("give", "bruno", armies=["knights", "infantry"]))
    assert sorted(of(answer["state"], "ana")["pool"]) == ["infantry", "knights"]
    assert not any("knights" in event["text"].lower() for event in answer["events"])
    seen = ortus_regni.ask("view", {"state": answer["state"], "player": "carla"})["state"]
    assert of(seen, "ana")["pool"] == ["?", "?"]


@pytest.mark.obeys("ortus-regni/allies/no-action")
def test_allies_leave_the_defender_an_action(ortus_regni: Referee) -> None:
    start = table(ana=TRAITOR, bruno={**VICTIM, "hand": "allies castle"})
    after = at(ortus_regni, start, *HELD, vassal("ana", None), make("end"))
    assert ortus_regni.validate(after, make("castle", "bruno"))["verdict"] == "legal"


@pytest.mark.obeys("ortus-regni/politics/spent")
def test_a_failed_attack_costs_its_card_and_the_action(ortus_regni: Referee) -> None:
    after = at(ortus_regni, table(ana=TRAITOR, bruno=VICTIM), *HELD, vassal("ana", None))
    assert of(after, "ana")["discard"] == ["treachery"]
    assert of(after, "bruno")["discard"] == ["allies"]
    assert after["acted"] is True


# ---------------------------------------------------------------- Disputes


@pytest.mark.obeys("ortus-regni/dispute/stop")
def test_nobody_has_to_spend_vassals(ortus_regni: Referee) -> None:
    start = table(ana=TRAITOR, bruno=VICTIM)
    after = at(ortus_regni, start, *HELD, vassal("ana"), vassal("bruno", None))
    assert fief(after, "bruno", 2) is None
    assert "vassal" in of(after, "bruno")["hand"]


@pytest.mark.obeys("ortus-regni/dispute/majority")
def test_a_tie_favours_the_defender(ortus_regni: Referee) -> None:
    after = at(
        ortus_regni, table(ana=TRAITOR, bruno=VICTIM), *HELD, vassal("ana"), vassal("bruno"), vassal("ana", None)
    )
    assert fief(after, "bruno", 2)["lord"] == "vassal"


@pytest.mark.obeys("ortus-regni/dispute/hand-vassals")
def test_the_winners_hand_vassals_are_spent_too(ortus_regni: Referee) -> None:
    after = at(
        ortus_regni, table(ana=TRAITOR, bruno=VICTIM), *HELD, vassal("ana"), vassal("bruno"), vassal("ana", None)
    )
    assert sorted(of(after, "bruno")["discard"]) == ["allies", "vassal"]
    assert sorted(of(after, "ana")["discard"]) == ["treachery", "vassal"]


@pytest.mark.obeys("ortus-regni/dispute/lord-vassals")
def test_the_winners_lords_go_home_and_the_losers_castle_stays(ortus_regni: Referee) -> None:
    moves = [*HELD, vassal("ana", 1), vassal("bruno", 2), vassal("ana", None)]
    after = at(ortus_regni, table(ana=TRAITOR, bruno=VICTIM), *moves)
    assert fief(after, "ana", 1) == {"id": 1, "anchor": "palace", "lord": None, "properties": []}
    assert fief(after, "bruno", 2)["lord"] == "vassal"


# ---------------------------------------------------------------- Banquet, bequeathing


@pytest.mark.obeys("ortus-regni/banquet/short")
def test_a_short_banquet_is_the_last(ortus_regni: Referee) -> None:
    after = at(ortus_regni, table(3, ana={"hand": "banquet", "discard": "?*22"}), make("banquet"))
    assert of(after, "ana")["hand"] == ["?"]
    assert after["eliminated"] == []
    after = at(ortus_regni, after, make("end"))
    assert [one["player"] for one in after["eliminated"]] == ["ana"]


@pytest.mark.obeys("ortus-regni/bequeath/shuffle")
def test_banner_and_prince_are_shuffled_in_too(ortus_regni: Referee) -> None:
    start = table(ana={"hand": "banner", "fiefs": "palace; castle prince land", "discard": "vassal*3"})
    after = at(ortus_regni, start, make("bequeath"))
    assert len(of(after, "ana")["deck"]) == len(of(start, "ana")["deck"]) + 3 + 2
    assert of(after, "ana")["discard"] == []
    assert fief(after, "ana", 2) == {"id": 2, "anchor": "castle", "lord": None, "properties": ["land"]}


@pytest.mark.obeys("ortus-regni/bequeath/archbishop")
def test_the_cathedral_does_not_count_as_a_church_for_others(ortus_regni: Referee) -> None:
    own = {"hand": "banner", "fiefs": "palace prince"}
    assert (
        ortus_regni.validate(table(ana=own, bruno={"fiefs": "palace cathedral"}), make("bequeath"))["verdict"]
        == "illegal"
    )
    own = {"hand": "banner", "fiefs": "palace prince cathedral"}
    assert ortus_regni.validate(table(ana=own), make("bequeath"))["verdict"] == "legal"


# ---------------------------------------------------------------- The crown and the King


@pytest.mark.obeys("ortus-regni/crown/banner")
def test_a_banner_for_the_crown_stays(ortus_regni: Referee) -> None:
    after = at(ortus_regni, table(ana={"hand": "banner"}), make("claim"), make("end"))
    assert of(after, "ana")["banners"] == 1
    assert of(after, "ana")["discard"] == []


@pytest.mark.obeys("ortus-regni/king/claimed")
def test_the_crown_is_free_again_after_a_fall(ortus_regni: Referee) -> None:
    after = at(ortus_regni, table(3, king="ana", bruno={"hand": "banner"}), make("concede"))
    answer = ortus_regni.validate(after, make("claim", "bruno"))
    assert answer["verdict"] == "legal"


def test_the_ban_on_claims_is_cited_from_the_faq(ortus_regni: Referee) -> None:
    answer = ortus_regni.validate(table(ana={"hand": "banner"}, king="bruno"), make("claim"))
    (cited,) = [one for one in answer["citations"] if one["rule"] == "ortus-regni/king/claimed"]
    assert cited["sources"] == [
        {"edition": "es", "status": "silent", "section": None, "difference": None},
        {"edition": "faq", "status": "states", "section": "3", "difference": None, "tier": "official FAQ"},
    ]
    assert cited["house_ruling"] is None


@pytest.mark.obeys("ortus-regni/king/one")
def test_being_king_wins_nothing(ortus_regni: Referee) -> None:
    answer = ortus_regni.score(table(3, king="bruno", royal_army="knights"))
    assert answer["ranking"] == [["ana", "bruno", "carla"]]
    assert "king/one" in {line["rule"].split("/", 1)[1] for line in answer["players"][1]["lines"]}


@pytest.mark.obeys("ortus-regni/king/no-harm")
@pytest.mark.parametrize("card", ["normal", "attacker"])
def test_the_king_takes_a_point_and_stays(ortus_regni: Referee, card: str) -> None:
    start = table(ana={"hand": "champion"}, bruno={"towers": "monk"}, king="bruno")
    moves = [attack(), field(hand="champion"), field("bruno", king=True), reveal(card)]
    answer = go(ortus_regni, start, *moves, FORCED)
    assert answer["state"]["king"] == "bruno"
    assert answer["state"]["pending"] is None  # nobody asks for a ransom
    assert of(answer["state"], "bruno")["discard"] == ["monk"]
    assert "king/no-harm" in told(answer)


FALLING = {"fiefs": "", "removed": "?*24 palace", "cubes": 0}
OUT = [{"player": "carla", "reason": "conceded", "round": 4}]
FULL = {"king": "ana", "royal_army": "knights", "ana": {"pool": "infantry"}, "carla": FALLING, "eliminated": OUT}
FILL = make("garrison", army="infantry", mercenary=None)


@pytest.mark.obeys("ortus-regni/king/capacity-count")
def test_earls_who_started_count_for_the_royal_army(ortus_regni: Referee) -> None:
    assert ortus_regni.validate(table(3, **FULL), FILL)["verdict"] == "legal"
    living = {"house_rules": {"royal_army_size": "living"}}
    refused = ortus_regni.validate(table(3, options=living, **FULL), FILL)
    assert refused.broken == ["king/capacity"]
    assert "king/capacity-count" in refused.cited


@pytest.mark.obeys("ortus-regni/king/royal-army")
def test_the_next_king_starts_with_new_offerings(ortus_regni: Referee) -> None:
    start = table(3, king="ana", royal_army="knights infantry", ana={"pool": "knights"})
    after = at(ortus_regni, start, make("concede"))
    assert (after["king"], after["royal_army"]) == (None, [])
    assert sorted(after["army_discard"]) == ["infantry", "knights", "knights"]


@pytest.mark.obeys("ortus-regni/king/heir")
def test_the_heir_is_crowned_out_of_turn_and_gets_offerings(ortus_regni: Referee) -> None:
    start = table(4, ana={"banners": 1}, bruno={"banners": 2}, carla={"pool": "?"})
    answer = go(ortus_regni, start, make("concede"))
    assert answer["state"]["king"] == "bruno"
    assert answer["next"]["players"] == ["carla"]
    assert "crowned" in happened(answer)
    after = at(ortus_regni, answer["state"], make("offer", "carla", army="infantry"))
    assert after["turn"] == "bruno"


def test_two_against_one_is_no_king(ortus_regni: Referee) -> None:
    start = table(ana={"hand": "banner", "banners": 1}, bruno={"banners": 1})
    assert at(ortus_regni, start, make("claim"))["king"] is None


def test_a_lead_of_one_over_some_rival_is_no_king(ortus_regni: Referee) -> None:
    start = table(3, ana={"hand": "banner", "banners": 1}, carla={"banners": 1})
    assert at(ortus_regni, start, make("claim"))["king"] is None


def test_the_king_may_suffer_before_others(ortus_regni: Referee) -> None:
    start = table(ana={"hand": "vassal"}, bruno={"towers": "monk"}, king="bruno", royal_army="knights")
    moves = [attack(), field(hand="vassal"), field("bruno", king=True, royal="knights"), reveal()]
    after = at(ortus_regni, start, *moves, FORCED, suffer("bruno", king=True))
    assert after["royal_army"] == ["knights"]
