"""Rules of Ortus Regni, kept and broken: attacks, forces, Battle cards, damage, captures and ransom."""

from typing import Any

import pytest

from tests.client import Referee
from tests.games.ortus_regni.cases import accepts, breaks, is_broken, is_kept, keeps
from tests.games.ortus_regni.tables import (
    FORCED,
    Move,
    State,
    at,
    attack,
    deed,
    fief,
    field,
    go,
    make,
    of,
    reveal,
    suffer,
    table,
    told,
)


def ransom(lord: int, fief: int | None = None, card: str | None = None, player: str = "bruno") -> Move:
    return make("ransom", player, lord=lord, pay=None if fief is None else {"fief": fief, "card": card})


def capture(*cards: str) -> Move:
    return make("capture", cards=[deed(word) for word in cards])


def place(card: str, number: int, player: str = "ana", owner: str = "bruno") -> Move:
    return make("place", player, card={"card": card, "owner": owner}, fief=number)


KNIGHT = {"hand": "champion"}
WALLS = {"towers": "monk land church"}
ESTATE = {"fiefs": "palace land*2 church", "hand": "vassal"}
TWO_LORDS = {"fiefs": "palace champion; castle vassal land church"}
RAID = attack("raid", 1)
SIEGE = attack("siege", 1)
RICH = {"fiefs": "palace prince; castle vassal; castle vassal", "hand": "champion*2"}


def battle(ana: dict[str, Any], bruno: dict[str, Any], **zones: Any) -> State:
    return table(3, ana=ana, bruno=bruno, **zones)


LORDS_LOST = (attack(), field(hand="champion"), field("bruno", lords=[1, 2]), reveal("attacker"))
CHURCH = (attack(), field(hand="champion"), field("bruno", hand="vassal"), reveal("church"))
STORM = (SIEGE, field(lords=[1, 2, 3], hand="champion*2"), field("bruno"))

KEPT = [
    keeps("combat/other-earl", battle(KNIGHT, WALLS), attack()),
    keeps("combat/white-marker", battle(KNIGHT, WALLS), attack()),
    keeps("combat/sequence", battle(KNIGHT, WALLS), attack(), field(hand="champion")),
    accepts("combat/at-least-one", battle({"hand": "monk"}, WALLS), attack(), field(hand="monk")),
    keeps("combat/defence-free", battle(KNIGHT, WALLS), attack(), field(hand="champion"), field("bruno")),
    keeps("attack/towers", battle(KNIGHT, WALLS), attack()),
    keeps("attack/raid", battle(KNIGHT, ESTATE), RAID),
    keeps("attack/siege", battle(KNIGHT, ESTATE), SIEGE),
    keeps("attack/empty-target", battle(KNIGHT, {}, options={"house_rules": {"empty_target": "allowed"}}), attack()),
    keeps("attack/raid-picks", battle(KNIGHT, ESTATE), RAID, field(hand="champion"), field("bruno"),
          suffer("bruno", properties="land church")),
    keeps("attack/siege-falls", battle({"hand": "champion*2"}, {"fiefs": "castle monk land; palace"}), SIEGE,
          field(hand="champion*2"), field("bruno")),
    keeps("capture/slots", battle(RICH, ESTATE | {"fiefs": "palace; castle"}), attack("siege", 2), field(lords=[1, 2], hand="champion"),
          field("bruno"), capture("castle@bruno")),
    keeps("capture/destroyed", battle(RICH, ESTATE), *STORM, capture("palace@bruno", "church@bruno")),
    keeps("capture/placed", battle(RICH, ESTATE), *STORM, capture("land@bruno", "church@bruno"), place("church", 2)),
    accepts("tower/no-prize", battle(RICH, ESTATE), *STORM, capture("land@bruno", "church@bruno")),
    keeps("capture/lord-stays", battle(RICH, {"fiefs": "palace monk; castle"}), *STORM),
    keeps("card/drawn", battle(KNIGHT, ESTATE | WALLS), attack(), field(hand="champion"), field("bruno", hand="vassal"), reveal()),
    keeps("card/discard", battle(KNIGHT, ESTATE | WALLS, battle_deck=[], battle_discard="?*24"), attack(), field(hand="champion"),
          field("bruno", hand="vassal"), reveal()),
    keeps("card/normal", battle(KNIGHT, ESTATE | WALLS), attack(), field(hand="champion"), field("bruno", hand="vassal"), reveal()),
    keeps("card/attacker-wins", battle(KNIGHT, ESTATE | WALLS), attack(), field(hand="champion"), field("bruno", hand="vassal"),
          reveal("attacker")),
    keeps("card/defender-wins", battle(KNIGHT, ESTATE | WALLS), attack(), field(hand="champion"), field("bruno", hand="vassal"),
          reveal("defender")),
    keeps("card/church-decides", battle(KNIGHT, ESTATE | WALLS, carla={"fiefs": "palace cathedral"}), *CHURCH,
          make("decide", "carla", outcome="defender")),
    keeps("card/most-churches", battle(KNIGHT, ESTATE | WALLS), *CHURCH, make("decide", "bruno", outcome="normal")),
    keeps("card/church-tie", battle(KNIGHT | {"fiefs": "palace church"}, ESTATE | WALLS), *CHURCH),
    keeps("card/no-defender", battle(KNIGHT, WALLS), attack(), field(hand="champion"), field("bruno")),
    keeps("field/hand", battle(KNIGHT, WALLS), attack(), field(hand="champion")),
    keeps("field/hand-spent", battle(KNIGHT, {"towers": "monk"}), attack(), field(hand="champion"), field("bruno"), FORCED),
    keeps("field/lords", battle({"fiefs": "palace; castle monk"}, WALLS), attack(), field(lords=[2])),
    accepts("field/pool", battle({"fiefs": "palace land", "pool": "knights"}, WALLS), attack(), field(pool="knights")),
    keeps("field/capacity", battle({"fiefs": "palace land", "pool": "knights"}, WALLS), attack(), field(pool="knights")),
    keeps("field/land-again", battle({"fiefs": "palace land", "pool": "knights"}, WALLS), attack(), field(pool="knights")),
    keeps("field/mercenary", battle({"mercenaries": "knights"}, WALLS), attack(), field(garrisons=[1])),
    keeps("field/king", battle({}, WALLS, king="ana", royal_army="knights"), attack(), field(royal="knights")),
    keeps("field/no-land", battle({"mercenaries": "knights"}, WALLS), attack(), field(mercenaries=[1], garrisons=[1])),
    keeps("damage/total", battle(KNIGHT, WALLS), attack(), field(hand="champion"), field("bruno")),
    keeps("damage/advice", battle({"hand": "vassal"}, {"fiefs": "palace land; castle champion", "pool": "knights", **WALLS}),
          attack(), field(hand="vassal"), field("bruno", lords=[2], pool="knights"), reveal(), FORCED, suffer("bruno", pool="knights")),
    keeps("damage/all", battle({"hand": "vassal"}, {"fiefs": "palace land; castle champion", "pool": "knights", **WALLS}),
          attack(), field(hand="vassal"), field("bruno", lords=[2], pool="knights"), reveal(), FORCED, suffer("bruno", lords=[2])),
    keeps("damage/own-side", battle({"hand": "vassal"}, {"fiefs": "palace land; castle champion", "pool": "knights", **WALLS}),
          attack(), field(hand="vassal"), field("bruno", lords=[2], pool="knights"), reveal(), FORCED, suffer("bruno", lords=[2])),
    keeps("damage/forces-first", battle(KNIGHT, ESTATE | {"towers": "monk"}), attack(), field(hand="champion"),
          field("bruno", hand="vassal"), reveal(), FORCED),
    keeps("damage/lord", battle(KNIGHT, {"fiefs": "palace champion", "towers": "monk"}), attack(), field(hand="champion"),
          field("bruno", lords=[1]), reveal(), FORCED),
    keeps("damage/army", battle({"fiefs": "palace land", "pool": "knights"}, ESTATE | {"towers": "monk"}), attack(),
          field(pool="knights"), field("bruno", hand="vassal"), reveal(), FORCED),
    keeps("damage/mercenary", battle({"mercenaries": "knights"}, ESTATE | {"towers": "monk"}), attack(), field(mercenaries=[1]),
          field("bruno", hand="vassal"), reveal(), FORCED),
    keeps("damage/garrison-too", battle({"mercenaries": "knights; -"}, ESTATE | {"hand": "vassal*2", "towers": "monk"}), attack(),
          field(mercenaries=[1, 2], garrisons=[1]), field("bruno", hand="vassal*2"), reveal(),
          suffer(mercenaries=[1], garrisons=[1])),
    keeps("damage/back-unseen", battle({"fiefs": "palace land", "pool": "knights"}, {"towers": "monk"}), attack(),
          field(pool="knights"), field("bruno"), FORCED),
    keeps("ransom/price", battle(KNIGHT, TWO_LORDS | WALLS), *LORDS_LOST, ransom(1, 2, "land")),
    keeps("ransom/payer-picks", battle(KNIGHT, TWO_LORDS | WALLS), *LORDS_LOST, ransom(1, 2)),
    keeps("ransom/refused", battle(KNIGHT, TWO_LORDS | WALLS), *LORDS_LOST, ransom(1)),
    keeps("ransom/before-damage", battle(KNIGHT, TWO_LORDS | WALLS), *LORDS_LOST, ransom(1)),
    keeps("ransom/absorbs", battle(KNIGHT, TWO_LORDS | WALLS), *LORDS_LOST),
    keeps("ransom/placed", battle(KNIGHT, TWO_LORDS | WALLS), *LORDS_LOST, ransom(1, 2, "land"), place("land", 1)),
    keeps("ransom/other-lord", battle(KNIGHT, TWO_LORDS | WALLS), *LORDS_LOST, ransom(1, 2)),
    accepts("ransom/own-castle", battle(KNIGHT, TWO_LORDS | WALLS), *LORDS_LOST, ransom(1, 2)),
    accepts("ransom/last-anchor", battle(KNIGHT, TWO_LORDS | WALLS), *LORDS_LOST, ransom(1, 2)),
    accepts("damage/one-each", battle({"hand": "vassal"}, {"fiefs": "palace land; castle champion", "pool": "knights", **WALLS}),
            attack(), field(hand="vassal"), field("bruno", lords=[2], pool="knights"), reveal(), FORCED,
            suffer("bruno", pool="knights")),
    keeps("ransom/fallen-seat", battle({"hand": "champion*2"}, {"fiefs": "castle monk; palace land"}), SIEGE,
          field(hand="champion*2"), field("bruno", lords=[1]), reveal("attacker"), ransom(1, 2, "land"), place("land", 1), FORCED),
]  # fmt: skip
BROKEN = [
    breaks("combat/other-earl", table(ana=KNIGHT | WALLS), attack(target="ana")),
    breaks("combat/sequence", battle(KNIGHT | {"hand": "champion vassal"}, WALLS), attack(), field(hand="champion"), field(hand="vassal")),
    breaks("combat/at-least-one", battle(KNIGHT, WALLS), attack(), field()),
    breaks("combat/at-least-one", battle({"hand": "castle"}, WALLS), attack()),
    breaks("attack/empty-target", battle(KNIGHT, {}), attack()),
    breaks("attack/empty-target", battle(KNIGHT, {}), RAID),
    breaks("attack/raid-picks", battle(KNIGHT, ESTATE), RAID, field(hand="champion"), field("bruno"),
           suffer("bruno", properties="land")),
    breaks("attack/raid-picks", battle(KNIGHT, ESTATE), RAID, field(hand="champion"), field("bruno"),
           suffer("bruno", properties="land market")),
    breaks("capture/slots", battle({"fiefs": "palace vassal; castle vassal", "hand": "champion*2"}, ESTATE), SIEGE,
           field(lords=[1, 2], hand="champion*2"), field("bruno"), capture("land@bruno", "church@bruno")),
    breaks("capture/destroyed", battle(RICH, ESTATE), RAID, field(lords=[1, 2]), field("bruno"),
           suffer("bruno", properties="land land"), capture("church@bruno")),
    breaks("capture/placed", battle(RICH, ESTATE), *STORM, capture("land@bruno"), place("church", 1)),
    breaks("card/drawn", battle(KNIGHT, WALLS, battle_deck=["church", *["?"] * 23]), attack(), field(hand="champion"),
           field("bruno"), suffer("bruno", towers="monk land"), reveal()),
    breaks("card/drawn", battle(KNIGHT, ESTATE | WALLS, battle_deck=["church", *["?"] * 23]), attack(), field(hand="champion"),
           field("bruno", hand="vassal"), reveal("normal")),
    breaks("components/battle-deck", battle(KNIGHT, ESTATE | WALLS, battle_discard="attacker*3"), attack(), field(hand="champion"),
           field("bruno", hand="vassal"), reveal("attacker")),
    breaks("card/church-decides", battle(KNIGHT, ESTATE | WALLS, carla={"fiefs": "palace cathedral"}), *CHURCH,
           make("decide", "bruno", outcome="defender")),
    breaks("card/most-churches", battle(KNIGHT, ESTATE | WALLS), *CHURCH, make("decide", "ana", outcome="attacker")),
    breaks("field/hand", battle({"hand": "champion mercenary"}, WALLS), attack(), field(hand="mercenary")),
    breaks("field/lords", battle(KNIGHT, WALLS), attack(), field(lords=[1])),
    breaks("field/pool", battle({"fiefs": "palace land*2", "pool": "knights"}, WALLS), attack(), field(pool="knights infantry")),
    breaks("field/capacity", battle({"fiefs": "palace land", "pool": "knights*2"}, WALLS), attack(), field(pool="knights*2")),
    breaks("field/mercenary", battle({"mercenaries": "-"}, WALLS), attack(), field(garrisons=[1])),
    breaks("field/king", battle(KNIGHT, WALLS, king="bruno"), attack(), field(king=True)),
    breaks("field/king", battle(KNIGHT, WALLS, king="ana", royal_army="infantry"), attack(), field(royal="knights")),
    breaks("lord/one-prince", battle({"hand": "prince*2"}, WALLS), attack(), field(hand="prince*2")),
    breaks("lord/one-prince", battle({"hand": "prince", "fiefs": "palace prince"}, WALLS), attack(), field(hand="prince")),
    breaks("damage/own-side", battle({"hand": "vassal"}, {"fiefs": "palace land; castle champion", "pool": "knights", **WALLS}),
           attack(), field(hand="vassal"), field("bruno", lords=[2], pool="knights"), reveal(), FORCED, suffer(hand="vassal")),
    breaks("damage/all", battle({"hand": "vassal"}, {"fiefs": "palace land; castle champion", "pool": "knights", **WALLS}),
           attack(), field(hand="vassal"), field("bruno", lords=[2], pool="knights"), reveal(), FORCED, suffer("bruno")),
    breaks("damage/one-each", battle({"hand": "vassal"}, {"fiefs": "palace land; castle champion", "pool": "knights", **WALLS}),
           attack(), field(hand="vassal"), field("bruno", lords=[2], pool="knights"), reveal(), FORCED,
           suffer("bruno", lords=[2], pool="knights")),
    breaks("ransom/price", battle(KNIGHT, TWO_LORDS | WALLS), *LORDS_LOST, ransom(1, 2, "market")),
    breaks("ransom/price", battle(KNIGHT, {"fiefs": "palace champion; castle vassal land; castle monk", **WALLS}), *LORDS_LOST,
           ransom(3, 2, "land")),
    breaks("ransom/before-damage", battle(KNIGHT, TWO_LORDS | WALLS), *LORDS_LOST[:3], ransom(1)),
    breaks("ransom/placed", battle(KNIGHT, TWO_LORDS | WALLS), *LORDS_LOST, ransom(1, 2, "land"), place("church", 1)),
    breaks("ransom/own-castle", battle(KNIGHT, TWO_LORDS | WALLS), *LORDS_LOST, ransom(1, 1)),
    breaks("ransom/last-anchor", battle(KNIGHT, {"fiefs": "palace champion land", "towers": "monk"}), attack(),
           field(hand="champion"), field("bruno", lords=[1]), reveal("attacker"), ransom(1, 1)),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "state", "moves"), KEPT)
def test_kept(ortus_regni: Referee, rule: str | None, state: State, moves: tuple[Move, ...]) -> None:
    is_kept(ortus_regni, rule, state, moves)


@pytest.mark.parametrize(("rule", "state", "moves"), BROKEN)
def test_broken(ortus_regni: Referee, rule: str, state: State, moves: tuple[Move, ...]) -> None:
    is_broken(ortus_regni, rule, state, moves)


# ---------------------------------------------------------------- attacks


@pytest.mark.obeys("ortus-regni/combat/white-marker")
def test_only_until_the_vikings_land(ortus_regni: Referee) -> None:
    assert at(ortus_regni, battle(KNIGHT, WALLS), attack())["white_marker"] is True
    landed = {"arrived": True, "black_markers": 0, "vikings": "viking*4"}
    assert at(ortus_regni, battle(KNIGHT, WALLS, **landed), attack())["white_marker"] is False


@pytest.mark.obeys("ortus-regni/combat/politics-marker")
def test_treachery_does_not_move_the_white_marker(ortus_regni: Referee) -> None:
    move = make("treachery", target="bruno", aim="hand")
    start = table(ana={"hand": "treachery"}, bruno={"hand": "?*4"})
    assert at(ortus_regni, start, move)["white_marker"] is False
    agreed = {"house_rules": {"politics_marker": "moves"}}
    answer = go(ortus_regni, {**start, "options": agreed}, move)
    assert answer["state"]["white_marker"] is True
    assert "combat/politics-marker" in told(answer)


@pytest.mark.obeys("ortus-regni/combat/defence-free")
def test_nobody_has_to_defend(ortus_regni: Referee) -> None:
    mid = at(ortus_regni, battle(KNIGHT, ESTATE | WALLS), attack(), field(hand="champion"))
    for forces in ({}, {"hand": "vassal"}):
        assert ortus_regni.validate(mid, field("bruno", **forces))["verdict"] == "legal"


@pytest.mark.obeys("ortus-regni/attack/towers")
def test_damage_beyond_the_towers_is_lost(ortus_regni: Referee) -> None:
    after = at(
        ortus_regni,
        battle({"hand": "champion*2"}, ESTATE | WALLS),
        attack(),
        field(hand="champion*2"),
        field("bruno"),
        FORCED,
    )
    assert of(after, "bruno")["towers"] == []
    assert fief(after, "bruno", 1)["properties"] == ["land", "land", "church"]


@pytest.mark.obeys("ortus-regni/attack/raid")
def test_a_raid_never_harms_the_castle(ortus_regni: Referee) -> None:
    after = at(
        ortus_regni, battle({"hand": "champion*4"}, ESTATE), RAID, field(hand="champion*4"), field("bruno"), FORCED
    )
    assert fief(after, "bruno", 1) == {"id": 1, "anchor": "palace", "lord": None, "properties": []}


@pytest.mark.obeys("ortus-regni/attack/siege")
@pytest.mark.parametrize(("anchor", "hand"), [("castle", "vassal"), ("palace", "champion")])
def test_too_little_damage_does_nothing(ortus_regni: Referee, anchor: str, hand: str) -> None:
    start = battle({"hand": f"{hand} {hand}"}, {"fiefs": f"{anchor} land"})
    after = at(ortus_regni, start, SIEGE, field(hand=hand), field("bruno"))
    assert fief(after, "bruno", 1)["properties"] == ["land"]
    after = at(
        ortus_regni,
        after,
        make("end"),
        make("end", "bruno"),
        make("end", "carla"),
        SIEGE,
        field(hand=hand),
        field("bruno"),
    )
    assert fief(after, "bruno", 1) is not None  # nothing is carried over


@pytest.mark.obeys("ortus-regni/attack/siege-falls")
def test_nothing_of_a_besieged_fief_is_left(ortus_regni: Referee) -> None:
    start = battle({"hand": "champion"}, {"fiefs": "castle monk land church; palace"})
    after = at(ortus_regni, start, SIEGE, field(hand="champion"), field("bruno"))
    assert sorted(of(after, "bruno")["discard"]) == ["castle", "church", "land", "monk"]


@pytest.mark.obeys("ortus-regni/capture/lord-stays")
def test_a_captured_castle_comes_without_its_lord(ortus_regni: Referee) -> None:
    after = at(ortus_regni, battle(RICH, {"fiefs": "palace monk; castle"}), *STORM, capture("palace@bruno"))
    assert fief(after, "ana", 4) == {
        "id": 4,
        "anchor": {"card": "palace", "owner": "bruno"},
        "lord": None,
        "properties": [],
    }
    assert of(after, "bruno")["discard"] == ["monk"]


def test_capturing_is_not_a_duty(ortus_regni: Referee) -> None:
    after = at(ortus_regni, battle(RICH, ESTATE), *STORM, capture())
    assert sorted(of(after, "bruno")["removed"]).count("land") == 2  # bruno is out: nothing else was his


def test_princes_and_vassals_of_the_hand_capture_nothing(ortus_regni: Referee) -> None:
    start = battle({"hand": "prince vassal champion"}, {"fiefs": "castle land; palace"})
    after = at(ortus_regni, start, SIEGE, field(hand="prince vassal champion"), field("bruno"))
    assert after["pending"] is None


# ---------------------------------------------------------------- Battle cards


def test_the_battle_pile_is_not_shuffled_before_its_time(ortus_regni: Referee) -> None:
    start = battle(KNIGHT, ESTATE | WALLS, battle_deck=["?"], battle_discard=["normal"] * 15 + ["?"] * 8)
    after = at(ortus_regni, start, *CHURCH[:3], reveal("attacker"))
    assert (after["battle_deck"], len(after["battle_discard"])) == ([], 24)
    assert after["battle_discard"][-1] == "attacker"


POOLS = {"fiefs": "palace land*2", "pool": "infantry*2"}


@pytest.mark.parametrize(("card", "lost"), [("normal", (2, 2)), ("attacker", (0, 2)), ("defender", (2, 0))])
def test_who_suffers_by_which_card(ortus_regni: Referee, card: str, lost: tuple[int, int]) -> None:
    start = battle(POOLS, {**POOLS, **WALLS})
    after = at(
        ortus_regni,
        start,
        attack(),
        field(pool="infantry*2"),
        field("bruno", pool="infantry*2"),
        reveal(card),
        FORCED,
    )
    assert tuple(2 - len(of(after, name)["pool"]) for name in ("ana", "bruno")) == lost


@pytest.mark.obeys("ortus-regni/card/church-tie")
@pytest.mark.parametrize("churches", [{}, {"fiefs": "palace church"}])
def test_with_a_tie_nobody_decides(ortus_regni: Referee, churches: dict[str, str]) -> None:
    start = battle(KNIGHT | churches, {"hand": "vassal", **WALLS, **churches})
    after = at(ortus_regni, start, *CHURCH, FORCED)
    assert after["pending"]["step"] == "damage-defender"
    assert after["pending"]["outcome"] == "normal"


@pytest.mark.breaks("ortus-regni/vikings/alone")
def test_vikings_fight_for_nobody(ortus_regni: Referee) -> None:
    mid = at(ortus_regni, battle(KNIGHT, WALLS), attack())
    assert ortus_regni.validate(mid, make("field", force={"vikings": ["viking"]})).broken == ["vikings/alone"]


@pytest.mark.obeys("ortus-regni/card/no-defender")
def test_without_defenders_no_card_is_revealed(ortus_regni: Referee) -> None:
    mid = at(ortus_regni, battle(KNIGHT, WALLS), attack(), field(hand="champion"), field("bruno"))
    assert ortus_regni.validate(mid, reveal())["verdict"] == "illegal"
    assert len(mid["battle_deck"]) == 24


# ---------------------------------------------------------------- forces and damage


@pytest.mark.obeys("ortus-regni/field/hand-spent")
def test_hand_cards_are_spent_even_by_the_winner(ortus_regni: Referee) -> None:
    start = battle(KNIGHT, {"hand": "vassal", "towers": "monk"})
    after = at(ortus_regni, start, *CHURCH[:3], reveal("defender"), FORCED)
    assert of(after, "ana")["discard"] == ["champion"]
    assert of(after, "bruno")["discard"] == ["vassal"]


@pytest.mark.obeys("ortus-regni/field/land-again")
def test_the_same_lands_serve_in_two_battles_of_a_round(ortus_regni: Referee) -> None:
    lord = {"fiefs": "palace land", "pool": "knights", "towers": "monk"}
    start = battle(lord, lord)
    after = at(ortus_regni, start, attack(), field(pool="knights"), field("bruno"), FORCED, make("end"))
    after = at(ortus_regni, after, attack(target="ana", player="bruno"), field("bruno", pool="knights"))
    assert ortus_regni.validate(after, field(pool="knights"))["verdict"] == "legal"


@pytest.mark.obeys("ortus-regni/field/no-land")
def test_lands_are_asked_for_only_from_the_pool(ortus_regni: Referee) -> None:
    start = battle(
        {"mercenaries": "knights", "pool": "knights", "fiefs": "palace monk"},
        WALLS,
        king="ana",
        royal_army="infantry",
    )
    mid = at(ortus_regni, start, attack())
    everybody = {"mercenaries": [1], "garrisons": [1], "lords": [1], "king": True, "royal": "infantry"}
    assert ortus_regni.validate(mid, field(**everybody))["verdict"] == "legal"
    assert ortus_regni.validate(mid, field(**everybody, pool="knights")).broken == ["field/capacity"]


@pytest.mark.parametrize(
    ("units", "damage"), [("monk", 0), ("vassal", 1), ("prince", 1), ("champion", 2), ("monk champion vassal", 3)]
)
def test_what_each_card_deals(ortus_regni: Referee, units: str, damage: int) -> None:
    mid = at(ortus_regni, battle({"hand": units}, WALLS), attack(), field(hand=units))
    assert mid["pending"]["damage"] == [damage, 0]


def test_towers_do_not_fall_before_the_forces(ortus_regni: Referee) -> None:
    start = battle({"hand": "vassal"}, {"hand": "vassal", **WALLS})
    after = at(ortus_regni, start, attack(), field(hand="vassal"), field("bruno", hand="vassal"), reveal())
    assert len(of(after, "bruno")["towers"]) == 3


@pytest.mark.obeys("ortus-regni/damage/advice")
def test_another_order_than_the_printed_one(ortus_regni: Referee) -> None:
    start = battle({"hand": "vassal"}, {"hand": "champion", "mercenaries": "-", **WALLS})
    mid = at(
        ortus_regni,
        start,
        attack(),
        field(hand="vassal"),
        field("bruno", hand="champion", mercenaries=[1]),
        reveal(),
        FORCED,
    )
    assert ortus_regni.validate(mid, suffer("bruno", mercenaries=[1]))["verdict"] == "legal"


@pytest.mark.obeys("ortus-regni/damage/lord")
def test_a_wounded_lord_is_not_discarded(ortus_regni: Referee) -> None:
    start = battle(KNIGHT, {"fiefs": "palace champion", "towers": "monk"})
    after = at(ortus_regni, start, attack(), field(hand="champion"), field("bruno", lords=[1]), reveal(), FORCED)
    assert fief(after, "bruno", 1)["lord"] == "champion"
    assert of(after, "bruno")["discard"] == ["monk"]


@pytest.mark.obeys("ortus-regni/damage/army")
def test_dead_armies_go_to_their_own_pile(ortus_regni: Referee) -> None:
    start = battle({"fiefs": "palace land", "pool": "knights"}, {"mercenaries": "infantry", "towers": "monk"})
    moves = [attack(), field(pool="knights"), field("bruno", garrisons=[1]), reveal()]
    after = at(ortus_regni, start, *moves, FORCED)
    assert sorted(after["army_discard"]) == ["infantry", "knights"]
    assert of(after, "bruno")["mercenaries"] == [{"id": 1, "garrison": None}]


@pytest.mark.obeys("ortus-regni/damage/mercenary")
def test_a_garrison_that_stayed_home_dies_too(ortus_regni: Referee) -> None:
    start = battle({"mercenaries": "knights"}, {"hand": "vassal", "towers": "monk"})
    after = at(ortus_regni, start, attack(), field(mercenaries=[1]), field("bruno", hand="vassal"), reveal(), FORCED)
    assert of(after, "ana")["mercenaries"] == []
    assert after["army_discard"] == ["knights"]
    assert of(after, "ana")["discard"] == ["mercenary"]


def test_the_garrison_counts_as_a_unit_of_its_own(ortus_regni: Referee) -> None:
    start = battle({"mercenaries": "knights; -"}, {"hand": "vassal*2", "towers": "monk"})
    mid = at(
        ortus_regni,
        start,
        attack(),
        field(mercenaries=[1, 2], garrisons=[1]),
        field("bruno", hand="vassal*2"),
        reveal(),
    )
    assert ortus_regni.validate(mid, suffer(mercenaries=[1])).broken == ["damage/all"]


@pytest.mark.obeys("ortus-regni/damage/back-unseen")
def test_others_do_not_see_the_pool_after_a_battle(ortus_regni: Referee) -> None:
    start = battle({"fiefs": "palace land", "pool": "knights infantry"}, {"towers": "monk"})
    after = at(ortus_regni, start, attack(), field(pool="knights"), field("bruno"), FORCED)
    assert sorted(of(after, "ana")["pool"]) == ["infantry", "knights"]
    seen = ortus_regni.ask("view", {"state": after, "player": "bruno"})["state"]
    assert of(seen, "ana")["pool"] == ["?", "?"]


# ---------------------------------------------------------------- ransom


@pytest.mark.obeys("ortus-regni/ransom/payer-picks")
def test_what_would_be_destroyed_may_be_paid(ortus_regni: Referee) -> None:
    start = battle({"hand": "champion*2"}, {"fiefs": "palace champion land church"})
    mid = at(ortus_regni, start, RAID, field(hand="champion*2"), field("bruno", lords=[1]), reveal("attacker"))
    assert ortus_regni.validate(mid, ransom(1, 1, "church"))["verdict"] == "legal"
    assert ortus_regni.validate(mid, ransom(1, 1, "church", player="ana"))["verdict"] == "illegal"


@pytest.mark.obeys("ortus-regni/ransom/refused")
def test_the_castle_of_a_dead_lord_stays(ortus_regni: Referee) -> None:
    after = at(ortus_regni, battle(KNIGHT, TWO_LORDS | {"towers": "monk"}), *LORDS_LOST, ransom(1), ransom(2), FORCED)
    assert [(one["lord"], len(one["properties"])) for one in of(after, "bruno")["fiefs"]] == [(None, 0), (None, 2)]
    assert sorted(of(after, "bruno")["discard"]) == ["champion", "vassal"]


@pytest.mark.obeys("ortus-regni/ransom/absorbs")
def test_captured_lords_absorb_before_the_towers(ortus_regni: Referee) -> None:
    after = at(ortus_regni, battle(KNIGHT, TWO_LORDS | WALLS), *LORDS_LOST, ransom(1), ransom(2))
    assert len(of(after, "bruno")["towers"]) == 3


@pytest.mark.obeys("ortus-regni/ransom/other-lord")
def test_the_other_captured_lord_is_lost_with_his_castle(ortus_regni: Referee) -> None:
    after = at(ortus_regni, battle(KNIGHT, TWO_LORDS | WALLS), *LORDS_LOST, ransom(1, 2), FORCED)
    assert after["pending"] is None
    assert fief(after, "bruno", 1)["lord"] == "champion"
    assert "vassal" in of(after, "bruno")["discard"]


@pytest.mark.obeys("ortus-regni/ransom/out-of-reach")
def test_a_besieged_castle_that_was_paid_cannot_fall(ortus_regni: Referee) -> None:
    start = battle({"hand": "champion*3"}, {"fiefs": "castle land; palace champion"})
    moves = [SIEGE, field(hand="champion*3"), field("bruno", lords=[2]), reveal("attacker"), ransom(2, 1)]
    answer = go(ortus_regni, start, *moves, FORCED)
    assert answer["state"]["pending"] is None
    assert fief(answer["state"], "ana", 2)["anchor"] == {"card": "castle", "owner": "bruno"}
    assert fief(answer["state"], "bruno", 2)["lord"] == "champion"
    assert "ransom/out-of-reach" in told(answer)


@pytest.mark.obeys("ortus-regni/ransom/fallen-seat")
def test_a_ransomed_lord_falls_with_his_castle(ortus_regni: Referee) -> None:
    start = battle({"hand": "champion*2"}, {"fiefs": "castle monk; palace land"})
    moves = [SIEGE, field(hand="champion*2"), field("bruno", lords=[1]), reveal("attacker"), ransom(1, 2, "land")]
    after = at(ortus_regni, start, *moves, place("land", 1), FORCED)
    assert fief(after, "bruno", 1) is None
    assert sorted(of(after, "bruno")["discard"]) == ["castle", "monk"]


def test_the_attackers_lords_are_ransomed_from_the_defender(ortus_regni: Referee) -> None:
    start = battle({"fiefs": "palace champion land"}, {"hand": "vassal", **WALLS})
    mid = at(ortus_regni, start, attack(), field(lords=[1]), field("bruno", hand="vassal"), reveal("defender"))
    answer = go(ortus_regni, mid, ransom(1, 1, "land", player="ana"), place("land", 1, "bruno", "ana"))
    assert fief(answer["state"], "bruno", 1)["properties"] == [{"card": "land", "owner": "ana"}]
    assert fief(answer["state"], "ana", 1)["lord"] == "champion"
