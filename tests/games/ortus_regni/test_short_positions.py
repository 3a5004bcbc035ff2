"""Fifteen short positions that a referee of Ortus Regni must get right, through HTTP."""

import pytest

from tests.client import Referee
from tests.games.ortus_regni.tables import (
    FORCED,
    at,
    attack,
    fief,
    field,
    go,
    landed,
    make,
    of,
    reveal,
    suffer,
    table,
    told,
)


def test_1_a_land_beside_a_market_brings_two_armies_a_market_none(ortus_regni: Referee) -> None:
    after = at(
        ortus_regni, table(ana={"hand": "land", "fiefs": "palace market"}), make("attach", card="land", fief=1)
    )
    assert len(of(after, "ana")["pool"]) == 2
    after = at(
        ortus_regni, table(ana={"hand": "market", "fiefs": "palace land"}), make("attach", card="market", fief=1)
    )
    assert len(of(after, "ana")["pool"]) == 0


def test_2_capacity_five_recruits_two(ortus_regni: Referee) -> None:
    own = {"fiefs": "palace land*2 market; castle land", "pool": "infantry*6"}
    mid = at(ortus_regni, table(ana=own, bruno={"towers": "?*6"}), attack())
    assert ortus_regni.validate(mid, field(pool="infantry*5"))["verdict"] == "legal"
    assert ortus_regni.validate(mid, field(pool="infantry*6")).broken == ["field/capacity"]
    start = table(ana=own)
    assert ortus_regni.validate(start, make("recruit", count=2))["verdict"] == "legal"
    assert ortus_regni.validate(start, make("recruit", count=3)).broken == ["army/recruit-two"]


@pytest.mark.parametrize(("hand", "falls"), [("champion*2 vassal", False), ("champion*3", True)])
def test_3_a_palace_behind_three_towers(ortus_regni: Referee, hand: str, falls: bool) -> None:
    start = table(ana={"hand": hand}, bruno={"fiefs": "palace; castle", "towers": "?*3"})
    after = at(ortus_regni, start, attack("siege", 1), field(hand=hand), field("bruno"))
    assert (fief(after, "bruno", 1) is None) is falls


def test_4_a_raid_on_a_fief_of_three(ortus_regni: Referee) -> None:
    """Four damage: one for the Infantry, one for the Tower, two Properties, and the defender picks."""
    defence = {"fiefs": "palace land church market", "pool": "infantry", "towers": "?"}
    start = table(ana={"hand": "champion*2"}, bruno=defence)
    moves = [
        attack("raid", 1),
        field(hand="champion*2"),
        field("bruno", pool="infantry"),
        reveal(),
        suffer(hand="champion"),
    ]
    mid = go(ortus_regni, start, *moves)
    assert mid["next"] == {"phase": "turn", "players": ["bruno"], "moves": ["suffer"]}
    after = at(ortus_regni, mid["state"], suffer("bruno", pool="infantry", properties="church market"))
    assert fief(after, "bruno", 1)["properties"] == ["land"]
    assert after["army_discard"] == ["infantry"]
    assert of(after, "bruno")["towers"] == ["?"]


def test_5_two_captures_at_most(ortus_regni: Referee) -> None:
    start = table(
        ana={"fiefs": "palace prince; castle vassal; castle vassal"},
        bruno={"fiefs": "palace; castle monk land*2 church"},
    )
    mid = at(ortus_regni, start, attack("siege", 2), field(lords=[1, 2, 3]), field("bruno"))
    deeds = {card: {"card": card, "owner": "bruno"} for card in ("castle", "land", "church")}
    assert ortus_regni.validate(mid, make("capture", cards=list(deeds.values()))).broken == ["capture/slots"]
    after = at(
        ortus_regni,
        mid,
        make("capture", cards=[deeds["castle"], deeds["church"]]),
        make("place", card=deeds["church"], fief=4),
    )
    assert fief(after, "ana", 4)["properties"] == [deeds["church"]]
    assert sorted(of(after, "bruno")["discard"]) == ["land", "land", "monk"]


def test_6_treachery_on_the_only_fief(ortus_regni: Referee) -> None:
    start = table(ana={"hand": "treachery"}, bruno={"fiefs": "palace vassal"})
    after = at(ortus_regni, start, make("treachery", target="bruno", aim="lord", fief=1), FORCED)
    assert (after["phase"], [one["reason"] for one in after["eliminated"]]) == ("over", ["no-fief"])


def test_7_treachery_on_a_prince(ortus_regni: Referee) -> None:
    start = table(ana={"hand": "treachery"}, bruno={"fiefs": "palace prince"})
    after = at(ortus_regni, start, make("treachery", target="bruno", aim="lord", fief=1), FORCED)
    assert fief(after, "bruno", 1) == {"id": 1, "anchor": "palace", "lord": None, "properties": []}
    assert after["phase"] == "turn"


def test_8_allies_vassal_vassal_stop(ortus_regni: Referee) -> None:
    start = table(ana={"hand": "treachery vassal"}, bruno={"hand": "allies vassal", "fiefs": "palace champion"})
    moves = [
        make("treachery", target="bruno", aim="lord", fief=1),
        make("allies", "bruno", play=True),
        make("dispute", vassal="hand"),
        make("dispute", "bruno", vassal="hand"),
        make("dispute", vassal=None),
    ]
    after = at(ortus_regni, start, *moves)
    assert fief(after, "bruno", 1)["lord"] == "champion"
    assert sorted(of(after, "ana")["discard"]) == ["treachery", "vassal"]
    assert sorted(of(after, "bruno")["discard"]) == ["allies", "vassal"]


@pytest.mark.parametrize(("banners", "king"), [((2, 1), None), ((3, 1), "ana"), ((2, 0, 1), None)])
def test_9_banners_for_the_crown(ortus_regni: Referee, banners: tuple[int, ...], king: str | None) -> None:
    own, *rivals = banners
    others = {name: {"banners": count} for name, count in zip(("bruno", "carla"), rivals, strict=False)}
    start = table(len(banners), ana={"hand": "banner", "banners": own - 1}, **others)
    assert at(ortus_regni, start, make("claim"))["king"] == king


def test_10_bequeathing_and_the_cathedral(ortus_regni: Referee) -> None:
    start = table(ana={"hand": "banner", "fiefs": "palace prince"}, bruno={"fiefs": "palace cathedral"})
    assert ortus_regni.validate(start, make("bequeath")).broken == ["bequeath/church"]
    start = table(ana={"hand": "banner", "fiefs": "palace prince cathedral"})
    assert ortus_regni.validate(start, make("bequeath"))["verdict"] == "legal"


@pytest.mark.parametrize(
    ("dealt", "equal"),
    [("prince vassal", ("prince", "prince vassal")), ("vassal vassal", ("vassal", "vassal vassal"))],
)
def test_11_the_champion_is_what_serves_best(ortus_regni: Referee, dealt: str, equal: tuple[str, str]) -> None:
    start = table(
        ana={"hand": "banner champion", "fiefs": "palace land"}, bruno={"hand": equal[0], "fiefs": "palace land"}
    )
    bet = {"fief": 1, "card": "land"}
    moves = [
        make("joust"),
        make("enter", "bruno", bet=bet, jouster={"card": equal[0]}),
        make("enter", bet=bet, jouster={"card": "champion"}),
        make("deal", None, cards={"ana": dealt.split(), "bruno": equal[1].split()}),
    ]
    assert go(ortus_regni, start, *moves)["state"]["pending"]["sudden"] == ["bruno", "ana"]


def test_12_vikings_wait_and_wake(ortus_regni: Referee) -> None:
    start = table(4, turn="dario", round=9, black_markers=7)
    mid = go(ortus_regni, start, make("end", "dario"), make("vikings", None, cards=["viking"] * 5))
    assert mid["next"]["moves"] == ["cube"]
    start = landed(4, turn="dario", vikings=["viking"] * 2)
    for _ in (3, 4):
        after = at(ortus_regni, start, make("end", "dario"), make("vikings", None, cards=["viking"]))
        assert after["phase"] == "turn"
        start = {**after, "turn": "dario"}
    mid = go(ortus_regni, start, make("end", "dario"), make("vikings", None, cards=["viking"]))
    assert mid["next"]["moves"] == ["cube"]


def test_13_who_cannot_be_fielded(ortus_regni: Referee) -> None:
    mid = at(ortus_regni, table(ana={"hand": "mercenary prince*2"}, bruno={"towers": "?"}), attack())
    assert ortus_regni.validate(mid, field(hand="mercenary")).broken == ["field/hand"]
    assert ortus_regni.validate(mid, field(hand="prince*2")).broken == ["lord/one-prince"]


def test_14_an_emissary_brings_the_vikings_in_a_round_of_war(ortus_regni: Referee) -> None:
    start = table(turn="bruno", round=9, black_markers=7, white_marker=True, bruno={"hand": "vassal"})
    answer = go(ortus_regni, start, make("emissary", "bruno", card="vassal"), make("end", "bruno"))
    assert answer["state"]["arrived"] is True


@pytest.mark.parametrize("gone", [False, True])
def test_15_a_captured_castle_goes_to_its_own_colour(ortus_regni: Referee, gone: bool) -> None:
    """Blue holds a red Castle and loses it: to red's pile, or out of the game when Red is gone."""
    out = {"fiefs": "", "removed": "?*23 palace", "cubes": 0} if gone else {}
    left = [{"player": "carla", "reason": "conceded", "round": 4}] if gone else []
    start = table(3, ana={"hand": "champion"}, bruno={"fiefs": "palace; castle@carla"}, carla=out, eliminated=left)
    answer = go(ortus_regni, start, attack("siege", 2), field(hand="champion"), field("bruno"))
    owner = of(answer["state"], "carla")
    assert ("castle" in owner["discard"], "castle" in owner["removed"]) == (not gone, gone)
    assert "end/original-owner" in told(answer) or gone
