"""Rules of Ortus Regni, kept and broken: Properties, Lords, Monasteries, Mercenaries, Towers, Armies, neutral decks."""

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
    fiefs,
    field,
    go,
    make,
    of,
    reveal,
    suffer,
    table,
    told,
)


def attach(card: str, number: int = 1, **more: object) -> Move:
    return make("attach", card=card, fief=number, **more)


def appoint(card: str, number: int = 1) -> Move:
    return make("appoint", card=card, fief=number)


ABBEY = {"fiefs": "palace monk church"}
SHOW = make("monastery", fief=1, target="bruno")

KEPT = [
    keeps("property/castle", table(ana={"hand": "castle"}), make("castle")),
    keeps("property/palace-again", table(ana={"fiefs": "castle", "hand": "palace"}), make("castle", card="palace")),
    keeps("property/own-fief", table(ana={"hand": "church"}), attach("church")),
    keeps("property/many", table(ana={"hand": "land", "fiefs": "palace land land"}), attach("land")),
    keeps("property/land-army", table(ana={"hand": "land"}), attach("land")),
    keeps("property/market", table(ana={"hand": "market"}), attach("market")),
    keeps("property/cathedral", table(ana={"hand": "cathedral"}), attach("cathedral")),
    keeps("lord/appoint", table(ana={"hand": "monk"}), appoint("monk")),
    keeps("lord/replace", table(ana={"hand": "monk", "fiefs": "palace vassal"}), appoint("monk")),
    keeps("lord/one-prince", table(ana={"hand": "prince"}), appoint("prince")),
    keeps(
        "lord/several",
        table(ana={"hand": "vassal", "fiefs": "palace vassal; castle vassal; castle"}),
        appoint("vassal", 3),
    ),
    keeps("monastery/abbot", table(ana=ABBEY, bruno={"hand": "?*3"}), SHOW),
    keeps("monastery/whole-hand", table(ana=ABBEY, bruno={"hand": "?*3"}), SHOW),
    keeps("monastery/seen-by-all", table(ana=ABBEY, bruno={"hand": "?*3"}), SHOW),
    keeps("mercenary/placed", table(ana={"hand": "mercenary"}), make("hire")),
    keeps(
        "mercenary/garrison",
        table(ana={"mercenaries": "-", "pool": "knights"}),
        make("garrison", army="knights", mercenary=1),
    ),
    keeps("tower/any-card", table(ana={"hand": "prince", "fiefs": "palace prince"}), make("tower", card="prince")),
    keeps("tower/hidden", table(ana={"hand": "cathedral"}), make("tower", card="cathedral")),
    keeps("army/recruit", table(ana={"fiefs": "palace land"}), make("recruit", count=1)),
    keeps("army/recruit-two", table(ana={"fiefs": "palace land market"}), make("recruit", count=2)),
    keeps("army/recruit-one", table(ana={"fiefs": "palace land market"}), make("recruit", count=1)),
    keeps(
        "army/reshuffle",
        table(ana={"fiefs": "palace land"}, army_deck=[], army_discard="?*24"),
        make("recruit", count=1),
    ),
    keeps("army/pool", table(ana={"mercenaries": "-", "pool": "?"}), make("garrison", army="knights", mercenary=1)),
]  # fmt: skip

BROKEN = [
    breaks("property/own-fief", table(ana={"hand": "church"}), attach("church", 2)),
    breaks("property/land-army", table(ana={"hand": "land"}), attach("land", armies=["?", "?"])),
    breaks("property/land-army", table(ana={"hand": "market", "fiefs": "palace land"}), attach("market", armies=["?"])),
    breaks("property/cathedral", table(ana={"hand": "cathedral"}, bruno={"fiefs": "palace cathedral"}), attach("cathedral")),
    breaks("lord/appoint", table(ana={"hand": "mercenary"}), appoint("mercenary")),
    breaks("lord/appoint", table(ana={"hand": "church"}), appoint("church")),
    breaks("lord/one-prince", table(ana={"hand": "prince", "fiefs": "palace prince; castle"}), appoint("prince", 2)),
    breaks("lord/one-prince", table(ana={"hand": "prince", "fiefs": "palace prince"}), appoint("prince")),
    breaks("monastery/abbot", table(ana={"fiefs": "palace monk; castle church"}, bruno={"hand": "?"}), SHOW),
    breaks("monastery/abbot", table(ana={"fiefs": "palace vassal church"}, bruno={"hand": "?"}), SHOW),
    breaks("monastery/whole-hand", table(ana=ABBEY, bruno={"hand": "?*3"}), {**SHOW, "shown": ["vassal", "monk"]}),
    breaks("monastery/whole-hand", table(ana={**ABBEY, "hand": "?"}), {**SHOW, "target": "ana"}),
    breaks("mercenary/garrison", table(ana={"mercenaries": "infantry", "pool": "knights"}),
           make("garrison", army="knights", mercenary=1)),
    breaks("mercenary/garrison", table(ana={"pool": "knights"}), make("garrison", army="knights", mercenary=1)),
    breaks("army/recruit", table(), make("recruit", count=1)),
    breaks("army/recruit-two", table(ana={"fiefs": "palace land; castle market"}), make("recruit", count=2)),
    breaks("army/recruit-two", table(ana={"fiefs": "palace land land market market"}), make("recruit", count=3)),
]  # fmt: skip

IMPOSSIBLE = [
    contradicts("army/deck-size", table(army_deck=["?"] * 23)),
    contradicts("army/deck-size", table(3, army_deck=["?"] * 24)),
    contradicts("army/supply", table(ana={"pool": "knights*9"})),
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


# ---------------------------------------------------------------- Property cards


@pytest.mark.obeys("ortus-regni/property/palace")
def test_losing_the_palace_is_not_the_end(ortus_regni: Referee) -> None:
    start = table(3, ana={"hand": "treachery"}, bruno={"fiefs": "palace vassal; castle"})
    answer = go(ortus_regni, start, make("treachery", target="bruno", aim="lord", fief=1), FORCED)
    assert answer["state"]["eliminated"] == []
    assert [one["anchor"] for one in of(answer["state"], "bruno")["fiefs"]] == ["castle"]
    ended = go(ortus_regni, answer["state"], make("end"), make("end", "bruno"))
    assert "property/palace" in told(ended)


def test_a_palace_that_stands_cannot_be_played(ortus_regni: Referee) -> None:
    assert ortus_regni.validate(table(ana={"hand": "?"}), make("castle", card="palace"))["verdict"] == "illegal"


@pytest.mark.obeys("ortus-regni/property/castle")
def test_a_castle_never_joins_a_fief(ortus_regni: Referee) -> None:
    after = at(ortus_regni, table(ana={"hand": "castle", "fiefs": "palace land"}), make("castle"))
    assert of(after, "ana")["fiefs"] == fiefs("palace land; castle")


@pytest.mark.obeys("ortus-regni/property/many")
def test_a_second_market_is_allowed_and_adds_nothing(ortus_regni: Referee) -> None:
    start = table(
        ana={"hand": "market", "fiefs": "palace land market", "pool": "infantry*5"}, bruno={"towers": "?*5"}
    )
    after = at(ortus_regni, start, attach("market"), make("end"), make("end", "bruno"))
    after = at(ortus_regni, after, attack())
    assert ortus_regni.validate(after, field(pool="infantry*2"))["verdict"] == "legal"
    assert ortus_regni.validate(after, field(pool="infantry*3")).broken == ["field/capacity"]


@pytest.mark.obeys("ortus-regni/property/land-arrives")
def test_a_stolen_land_brings_no_army(ortus_regni: Referee) -> None:
    start = table(ana={"hand": "intrigue", "fiefs": "palace market"}, bruno={"fiefs": "palace land"})
    answer = go(
        ortus_regni,
        start,
        make("intrigue", target="bruno", aim="properties", fief=1),
        make("allies", "bruno", play=False),
        make("place", card={"card": "land", "owner": "bruno"}, fief=1),
    )
    assert of(answer["state"], "ana")["pool"] == []
    assert "property/land-arrives" in told(answer)


@pytest.mark.obeys("ortus-regni/property/market")
def test_a_market_brings_no_army(ortus_regni: Referee) -> None:
    after = at(ortus_regni, table(ana={"hand": "market", "fiefs": "palace land"}), attach("market"))
    assert of(after, "ana")["pool"] == []


LEFT = {"hand": "champion", "fiefs": "palace"}
CAPTIVE = {"fiefs": "palace; castle vassal land church; castle champion"}
PAY_CASTLE = make("ransom", "bruno", lord=3, pay={"fief": 2, "card": None})


def lost_battle(state: State, referee: Referee) -> State:
    """Bruno's Champion Lord is captured in the defence of his Towers."""
    return at(referee, state, attack(), field(hand="champion"), field("bruno", lords=[3]), reveal("attacker"))


@pytest.mark.obeys("ortus-regni/property/orphans")
def test_properties_of_a_castle_given_away_are_discarded(ortus_regni: Referee) -> None:
    start = table(ana=LEFT, bruno={**CAPTIVE, "towers": "monk"})
    answer = go(ortus_regni, lost_battle(start, ortus_regni), PAY_CASTLE)
    assert "property/orphans" in told(answer)
    answer = go(ortus_regni, answer["state"], FORCED)
    assert fief(answer["state"], "ana", 2) == {
        "id": 2, "anchor": {"card": "castle", "owner": "bruno"}, "lord": None, "properties": [],
    }  # fmt: skip
    assert sorted(of(answer["state"], "bruno")["discard"]) == ["church", "land", "monk", "vassal"]


@pytest.mark.obeys("ortus-regni/property/orphans")
def test_unless_it_is_agreed_that_they_go_along(ortus_regni: Referee) -> None:
    agreed = {"house_rules": {"orphan_properties": "follow"}}
    start = table(ana=LEFT, bruno={**CAPTIVE, "towers": "?"}, options=agreed)
    answer = go(ortus_regni, lost_battle(start, ortus_regni), PAY_CASTLE)
    assert answer["next"] == {"phase": "turn", "players": ["ana"], "moves": ["place"]}
    agreed = {"house_rules": {"orphan_properties": "reattach"}}
    answer = go(ortus_regni, lost_battle({**start, "options": agreed}, ortus_regni), PAY_CASTLE)
    assert answer["next"] == {"phase": "turn", "players": ["bruno"], "moves": ["place"]}


# ---------------------------------------------------------------- Lords


@pytest.mark.obeys("ortus-regni/lord/replace")
def test_the_old_lord_is_discarded(ortus_regni: Referee) -> None:
    after = at(ortus_regni, table(ana={"hand": "monk", "fiefs": "palace vassal"}), appoint("monk"))
    assert fief(after, "ana", 1)["lord"] == "monk"
    assert of(after, "ana")["discard"] == ["vassal"]
    assert of(after, "ana")["hand"] == []


def test_only_princes_are_limited_to_one(ortus_regni: Referee) -> None:
    four = {"fiefs": "palace vassal; castle vassal; castle champion; castle champion"}
    assert ortus_regni.audit(table(ana=four))["verdict"] == "possible"


@pytest.mark.obeys("ortus-regni/monastery/seen-by-all")
def test_a_shown_hand_is_taken_back(ortus_regni: Referee) -> None:
    after = at(ortus_regni, table(ana=ABBEY, bruno={"hand": "?*2"}), {**SHOW, "shown": ["vassal", "monk"]})
    assert sorted(of(after, "bruno")["hand"]) == ["monk", "vassal"]
    assert of(after, "bruno")["discard"] == []


@pytest.mark.obeys("ortus-regni/mercenary/placed")
def test_a_mercenary_stands_outside_the_fiefs(ortus_regni: Referee) -> None:
    after = at(ortus_regni, table(ana={"hand": "mercenary"}), make("hire"))
    assert of(after, "ana")["fiefs"] == fiefs("palace")
    assert [one["garrison"] for one in of(after, "ana")["mercenaries"]] == [None]


# ---------------------------------------------------------------- Towers


@pytest.mark.obeys("ortus-regni/tower/any-card")
def test_a_tower_is_only_a_tower(ortus_regni: Referee) -> None:
    """A second Prince and a second Cathedral may stand as Towers."""
    start = table(ana={"hand": "prince cathedral", "fiefs": "palace prince"}, bruno={"fiefs": "palace cathedral"})
    after = at(ortus_regni, start, make("tower", card="prince"), make("tower", card="cathedral"))
    assert ortus_regni.audit(after)["verdict"] == "possible"


@pytest.mark.obeys("ortus-regni/tower/hidden")
def test_nobody_else_sees_a_tower(ortus_regni: Referee) -> None:
    start = table(ana={"towers": "prince"})
    seen = {name: ortus_regni.ask("view", {"state": start, "player": name})["state"] for name in ("ana", "bruno")}
    assert of(seen["ana"], "ana")["towers"] == ["prince"]
    assert of(seen["bruno"], "ana")["towers"] == ["?"]


BEHIND_TOWERS = table(
    ana={"hand": "champion*2 vassal"}, bruno={"fiefs": "palace; castle land church", "towers": "vassal monk ?"}
)


@pytest.mark.obeys("ortus-regni/tower/absorbs")
def test_the_fourth_point_gets_past_three_towers(ortus_regni: Referee) -> None:
    moves = [attack("raid", 2), field(hand="champion*2"), field("bruno")]
    answer = go(ortus_regni, BEHIND_TOWERS, *moves, suffer("bruno", properties="land"))
    assert "tower/absorbs" in told(answer)
    assert fief(answer["state"], "bruno", 2)["properties"] == ["church"]
    assert len(of(answer["state"], "bruno")["towers"]) == 3


@pytest.mark.obeys("ortus-regni/tower/absorbs")
def test_towers_are_not_harmed_by_a_siege(ortus_regni: Referee) -> None:
    """Five points: three absorbed, two fell the Castle."""
    after = at(ortus_regni, BEHIND_TOWERS, attack("siege", 2), field(hand="champion*2 vassal"), field("bruno"))
    assert fief(after, "bruno", 2) is None
    assert of(after, "bruno")["towers"] == ["vassal", "monk", "?"]


@pytest.mark.obeys("ortus-regni/tower/defender-picks", "ortus-regni/tower/shown")
def test_the_owner_chooses_the_towers_that_fall(ortus_regni: Referee) -> None:
    mid = at(ortus_regni, BEHIND_TOWERS, attack(), field(hand="champion"), field("bruno"))
    answer = go(ortus_regni, mid, suffer("bruno", towers="monk banner"))
    assert of(answer["state"], "bruno")["towers"] == ["vassal"]
    assert sorted(of(answer["state"], "bruno")["discard"]) == ["banner", "monk"]
    assert {"tower/defender-picks", "tower/shown"} <= told(answer)


@pytest.mark.breaks("ortus-regni/tower/defender-picks")
@pytest.mark.parametrize("towers", ["monk", "monk vassal banner", "monk monk"])
def test_as_many_as_the_damage_and_only_own_ones(ortus_regni: Referee, towers: str) -> None:
    start = table(ana={"hand": "champion"}, bruno={"towers": "vassal monk land"})
    mid = at(ortus_regni, start, attack(), field(hand="champion"), field("bruno"))
    assert ortus_regni.validate(mid, suffer("bruno", towers=towers)).broken == ["tower/defender-picks"]


@pytest.mark.breaks("ortus-regni/tower/shown")
def test_a_tower_does_not_fall_unseen(ortus_regni: Referee) -> None:
    start = table(ana={"hand": "champion"}, bruno={"towers": "vassal monk land"})
    mid = at(ortus_regni, start, attack(), field(hand="champion"), field("bruno"))
    assert ortus_regni.validate(mid, suffer("bruno", towers="? monk")).broken == ["tower/shown"]


@pytest.mark.breaks("ortus-regni/tower/no-prize")
def test_towers_cannot_be_asked_for(ortus_regni: Referee) -> None:
    start = table(ana={"fiefs": "palace prince"}, bruno={"towers": "monk land", "fiefs": "palace church"})
    mid = at(ortus_regni, start, attack(), field(lords=[1]))
    refused = ortus_regni.validate(mid, make("capture", cards=[{"card": "church", "owner": "bruno"}]))
    assert "tower/no-prize" in refused.broken


def test_towers_are_not_captured(ortus_regni: Referee) -> None:
    start = table(ana={"fiefs": "palace prince; castle vassal"}, bruno={"towers": "monk land"})
    answer = go(ortus_regni, start, attack(), field(lords=[1, 2]), field("bruno"), FORCED)
    assert answer["state"]["pending"] is None
    assert sorted(of(answer["state"], "bruno")["discard"]) == ["land", "monk"]


# ---------------------------------------------------------------- Armies


@pytest.mark.obeys("ortus-regni/army/deck-size")
@pytest.mark.parametrize(("count", "armies"), [(2, 24), (3, 36), (4, 48), (5, 60), (6, 72)])
def test_twelve_more_for_each_earl(ortus_regni: Referee, count: int, armies: int) -> None:
    state = ortus_regni.ask(
        "setup", {"players": ["ana", "bruno", "carla", "dario", "eva", "fabio"][:count], "seed": 3}
    )["state"]
    assert len(state["army_deck"]) == armies
    assert state["army_deck"].count("knights") * 3 == armies


def test_the_pile_is_not_shuffled_before_the_deck_is_used_up(ortus_regni: Referee) -> None:
    start = table(ana={"fiefs": "palace land"}, army_deck=["infantry"], army_discard="?*23")
    after = at(ortus_regni, start, make("recruit", count=1))
    assert (after["army_deck"], len(after["army_discard"])) == ([], 23)


@pytest.mark.obeys("ortus-regni/army/supply")
def test_armies_can_run_out(ortus_regni: Referee) -> None:
    start = table(ana={"fiefs": "palace land market", "pool": "?*12"}, bruno={"pool": "?*11"})
    answer = go(ortus_regni, start, make("recruit", count=2))
    assert len(of(answer["state"], "ana")["pool"]) == 13
    assert "army/supply" in told(answer)


@pytest.mark.obeys("ortus-regni/army/recruit-one")
def test_nobody_has_to_take_two(ortus_regni: Referee) -> None:
    after = at(ortus_regni, table(ana={"fiefs": "palace land market"}), make("recruit", count=1))
    assert len(of(after, "ana")["pool"]) == 1


@pytest.mark.obeys("ortus-regni/army/pool")
def test_nobody_else_sees_a_pool(ortus_regni: Referee) -> None:
    start = table(ana={"pool": "knights infantry"})
    seen = ortus_regni.ask("view", {"state": start, "player": "bruno"})["state"]
    assert of(seen, "ana")["pool"] == ["?", "?"]
