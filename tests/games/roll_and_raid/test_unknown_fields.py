"""Fields that are left out are unknown: filled in where they follow from the rest, assumed or missing elsewhere."""

from typing import Any

import msgspec
import pytest

from schemas.roll_and_raid import Clan, Contender, Help, Raid, State, Tracks
from service.games.roll_and_raid.game import GAME
from service.games.roll_and_raid.inference import inferred
from tests.client import Answer, Referee
from tests.games.roll_and_raid.invariants import FJORDS
from tests.games.roll_and_raid.tables import (
    PACK,
    altar,
    attack,
    attacking,
    bid,
    bidding,
    bids,
    changed,
    choose,
    contender,
    done,
    pay,
    raid,
    retreat,
    reveal,
    sacrifice,
    table,
    use,
    without,
    won,
    yields,
)

TRAINING = {"pack": "training"}


def of(answer: Answer, name: str = "ana") -> dict[str, Any]:
    return next(player for player in answer["state"]["players"] if player["name"] == name)


def clan_without(told: dict[str, Any], name: str, *zones: str) -> dict[str, Any]:
    players = [without(clan, *zones) if clan["name"] == name else clan for clan in told["players"]]
    return changed(told, players=players)


def raid_without(told: dict[str, Any], *fields: str) -> dict[str, Any]:
    (one,) = told["raids"]
    return changed(told, raids=[without(one, *fields)])


def contender_without(told: dict[str, Any], name: str, *fields: str) -> dict[str, Any]:
    (one,) = told["raids"]
    clans = [without(entry, *fields) if entry["player"] == name else entry for entry in one["clans"]]
    return changed(told, raids=[{**one, "clans": clans}])


def clan_in_raid(told: dict[str, Any], name: str, **fields: Any) -> dict[str, Any]:
    """The only raid, where a clan in it has these fields."""
    (one,) = told["raids"]
    clans = [{**entry, **fields} if entry["player"] == name else entry for entry in one["clans"]]
    return changed(told, raids=[{**one, "clans": clans}])


@pytest.mark.parametrize("shape", [Tracks, Help, Contender, Raid])
def test_every_optional_field_of_a_part_can_be_unknown(shape: Any) -> None:
    optional = [field for field in msgspec.structs.fields(shape) if not field.required]
    assert optional
    assert all(field.default is msgspec.UNSET for field in optional)


# ---------------------------------------------------------------- tracks and help


def test_a_track_that_is_not_told_is_missing(roll_and_raid: Referee) -> None:
    told = table("production", ana={"tracks": {"brown": 3}})
    assert roll_and_raid.validate(told, use("grey", "track"), pack=PACK).missing == ["sheet-known"]
    answer = roll_and_raid.validate(told, use("brown", "track"), pack=PACK)
    assert (answer["verdict"], of(answer)["tracks"]) == ("legal", {"brown": 7})


def test_a_track_that_is_not_told_is_not_counted_as_empty(roll_and_raid: Referee) -> None:
    told = table("over", round=16, dice=None, ana={"tracks": {"brown": 3}})
    counted = [{"type": "each", "count": "track-boxes", "points": 1}]
    pack = {**PACK, "id": "counted", "scoring": {**PACK["scoring"], "battle": counted}}
    assert roll_and_raid.problem("score", {"state": told, "pack": pack}) == ["/state/players/0/tracks"]
    assert roll_and_raid.audit(told, pack=PACK)["verdict"] == "possible"


LOW_ROLL = attack(2, 2)


@pytest.mark.parametrize("told", [{}, {"rerolls": 0}], ids=["nothing", "rerolls"])
def test_help_that_may_decide_is_missing(roll_and_raid: Referee, told: dict[str, int]) -> None:
    answer = roll_and_raid.validate(attacking(ana={"choice": 1, "help": told}), LOW_ROLL, pack=PACK)
    assert (answer["verdict"], answer.missing) == ("undetermined", ["sheet-known"])


def test_a_new_roll_that_may_have_been_bought_decides_only_without_a_viking(roll_and_raid: Referee) -> None:
    told = attacking(ana={"choice": 1, "help": {"plus": 0}})
    assert roll_and_raid.validate(told, LOW_ROLL, pack=PACK)["next"]["moves"] == ["altar", "yield"]
    poor = attacking(ana={"choice": 1, "help": {"plus": 0}, "vikings": 0})
    assert roll_and_raid.validate(poor, LOW_ROLL, pack=PACK).missing == ["sheet-known"]


def test_a_roll_that_is_high_enough_needs_no_help(roll_and_raid: Referee) -> None:
    answer = roll_and_raid.validate(clan_without(attacking(), "ana", "help"), attack(4, 4), pack=PACK)
    assert (answer["verdict"], answer["next"]["moves"]) == ("legal", ["pay"])
    assert "help" not in of(answer)


def test_help_that_is_used_up_is_known_to_be(roll_and_raid: Referee) -> None:
    told = attacking(step="pay", lying=[4, 3], ana={"choice": 1, "help": {"rerolls": 1}})
    unused = changed(told, options={"house_rules": {"unused_help": "kept"}})
    answer = roll_and_raid.validate(unused, pay(vikings=1, ships=1), pack=PACK)
    assert of(answer)["help"] == {"plus": 0, "rerolls": 1}


def test_more_help_than_is_known_stays_unknown(roll_and_raid: Referee) -> None:
    answer = roll_and_raid.validate(table("production", ana={"help": {"rerolls": 1}}), altar("raid"), pack=PACK)
    assert of(answer)["help"] == {"rerolls": 1}


def test_whether_a_new_roll_was_bought_decides_what_it_costs(roll_and_raid: Referee) -> None:
    told = attacking(step="help", lying=[1, 2], ana={"choice": 1, "help": {"plus": 0}})
    assert roll_and_raid.validate(told, altar("reroll"), pack=PACK).missing == ["sheet-known"]


# ---------------------------------------------------------------- the season


@pytest.mark.parametrize(
    ("ships", "verdict", "moves"), [(1, "legal", ["pay"]), (0, "legal", None)], ids=["both seasons", "no season"]
)
def test_a_season_that_changes_nothing_is_not_asked_for(
    roll_and_raid: Referee, ships: int, verdict: str, moves: list[str] | None
) -> None:
    told = without(attacking(ana={"choice": 1, "ships": ships}), "round")
    answer = roll_and_raid.validate(told, attack(4, 4), pack=PACK)
    assert answer["verdict"] == verdict
    assert moves is None or answer["next"]["moves"] == moves
    assert ("unable" in [event["type"] for event in answer["events"]]) == (ships == 0)


def test_a_season_that_decides_is_asked_for(roll_and_raid: Referee) -> None:
    told = without(attacking(ana={"choice": 1, "vikings": 1}), "round")  # one in summer, two in winter
    assert roll_and_raid.validate(told, attack(4, 4), pack=PACK).missing == ["round-known"]


# ---------------------------------------------------------------- what follows

FULL = Contender(player="ana", shown=(), bid=None, status="in")


def filled(*raids: Raid, **zones: Any) -> State:
    return inferred(State(players=(Clan(name="ana"),), raids=raids, **zones))


@pytest.mark.parametrize(
    ("sent", "follows"),
    [
        (Raid(card="c", step="attack", clans=(Contender(player="ana"),)), ("ana", ["in"], [None], [()])),
        (
            Raid(card="c", step="bid", clans=(Contender(player="ana"), Contender(player="bruno"))),
            (None, ["in", "in"], [msgspec.UNSET, msgspec.UNSET], [msgspec.UNSET, msgspec.UNSET]),
        ),
        (
            Raid(
                card="c",
                step="bid",
                clans=(Contender(player="ana", bid=2), Contender(player="bruno"), Contender(player="carla")),
            ),
            (None, ["in", msgspec.UNSET, msgspec.UNSET], [2, msgspec.UNSET, msgspec.UNSET], [msgspec.UNSET] * 3),
        ),
        (
            Raid(
                card="c",
                step="bid",
                clans=tuple(Contender(player=name, shown=()) for name in ("ana", "bruno", "carla")),
            ),
            (None, ["in"] * 3, [msgspec.UNSET] * 3, [()] * 3),
        ),
        (
            Raid(
                card="c", step="attack", clans=(Contender(player="ana"), Contender(player="bruno", status="beaten"))
            ),
            ("ana", ["in", "beaten"], [None, None], [msgspec.UNSET] * 2),
        ),
        (
            Raid(card="c", step="attack", clans=(Contender(player="ana"), Contender(player="bruno"))),
            (msgspec.UNSET, [msgspec.UNSET] * 2, [None, None], [msgspec.UNSET] * 2),
        ),
        (
            Raid(card="c", step="attack", right="ana", clans=(Contender(player="ana"), Contender(player="bruno"))),
            ("ana", ["in", msgspec.UNSET], [None, None], [msgspec.UNSET] * 2),
        ),
        (
            Raid(card="c", step="over", clans=(Contender(player="ana"),)),
            (None, [msgspec.UNSET], [None], [()]),
        ),
    ],
    ids=["alone", "two", "three", "first pass", "one can", "nobody knows", "the right", "over"],
)
def test_what_follows_is_filled_in(sent: Raid, follows: tuple[Any, ...]) -> None:
    (one,) = filled(sent).raids or ()
    assert (
        one.right,
        [entry.status for entry in one.clans],
        [entry.bid for entry in one.clans],
        [entry.shown for entry in one.clans],
    ) == follows


THREE = ("ana", "bruno", "carla")


@pytest.mark.parametrize(
    ("raids", "phase"),
    [
        ((Raid(card="c", step="help", clans=(FULL,)),), "resolution"),
        ((Raid(card="c", step="attack", dice=(1, 2), clans=(FULL,)),), "resolution"),
        ((Raid(card="c", step="bid", clans=(FULL, Contender(player="bruno"))),), "conflict"),
        ((Raid(card="c", step="attack", clans=(FULL,)),), "resolution"),
        (
            (
                Raid(card="c", step="attack", clans=(FULL,)),
                Raid(card="d", step="bid", clans=(Contender(player="bruno"), Contender(player="carla"))),
            ),
            "conflict",
        ),
        ((Raid(card="c", step="bid", clans=tuple(Contender(player=name) for name in THREE)),), msgspec.UNSET),
        (
            (
                Raid(
                    card="c",
                    step="bid",
                    clans=(
                        Contender(player="ana", status="failed"),
                        *(Contender(player=name) for name in ("bruno", "carla")),
                    ),
                ),
            ),
            "resolution",
        ),
        ((Raid(card="c", step="over", clans=(Contender(player="ana"),)),), msgspec.UNSET),
    ],
    ids=["help", "dice", "bids", "no bids", "one bids", "three unknown", "heirs", "over"],
)
def test_the_phase_follows_from_the_raids(raids: tuple[Raid, ...], phase: Any) -> None:
    assert filled(*raids).phase == phase
    assert filled(*raids, phase="conflict").phase == "conflict"


def test_the_right_that_follows_may_be_left_out(roll_and_raid: Referee) -> None:
    for told in (attacking(), won()):
        whole, part = (
            roll_and_raid.validate(state, attack(4, 4), pack=PACK) for state in (told, raid_without(told, "right"))
        )
        assert part["verdict"] == whole["verdict"] == "legal"
        assert part["state"] == whole["state"]


def test_a_right_that_is_sent_wrong_is_found(roll_and_raid: Referee) -> None:
    told = won()
    (one,) = told["raids"]
    answer = roll_and_raid.audit(changed(told, raids=[{**one, "right": "bruno"}]), pack=PACK)
    assert answer["verdict"] == "impossible"


# ---------------------------------------------------------------- what does not follow

CONFLICT = bidding("ana", "bruno", "carla")


def test_a_bid_that_may_have_been_made_is_assumed_not_to_be(roll_and_raid: Referee) -> None:
    unknown = contender_without(CONFLICT, "ana", "bid")
    answer = roll_and_raid.validate(unknown, bid(2), pack=PACK)
    assert (answer["verdict"], answer.assumed) == ("legal", ["turn"])
    assert roll_and_raid.validate(CONFLICT, bid(2), pack=PACK).assumed == []
    assert roll_and_raid.validate(bids(CONFLICT, ana=1), bid(2), pack=PACK).broken == ["conflict/bid"]


def test_the_bid_of_another_does_not_matter(roll_and_raid: Referee) -> None:
    answer = roll_and_raid.validate(contender_without(CONFLICT, "bruno", "bid"), bid(2), pack=PACK)
    assert (answer["verdict"], answer.assumed) == ("legal", [])
    again = roll_and_raid.validate(contender_without(bids(CONFLICT, ana=1), "bruno", "bid"), bid(2), pack=PACK)
    assert again.broken == ["conflict/bid"]


def test_who_may_be_in_the_running_may_bid(roll_and_raid: Referee) -> None:
    told = changed(
        CONFLICT, raids=[raid("lindisfarne", *[{"player": name, "shown": [1], "bid": None} for name in THREE])]
    )
    assert roll_and_raid.validate(told, bid(2), pack=PACK).assumed == ["turn", "bids-open"]


def test_bids_that_were_not_told_stay_unknown(roll_and_raid: Referee) -> None:
    told = bids(contender_without(bidding("ana", "bruno"), "ana", "shown"), bruno=1)
    answer = roll_and_raid.validate(told, bid(2), pack=PACK)
    (one,) = answer["state"]["raids"]
    assert one["right"] == "ana"
    assert [entry.get("shown") for entry in one["clans"]] == [None, [1]]


def test_a_right_that_nobody_knows_is_assumed(roll_and_raid: Referee) -> None:
    told = changed(won(), raids=[raid("lindisfarne", {"player": "ana"}, {"player": "bruno"}, step="attack")])
    told = raid_without(told, "right")
    answer = roll_and_raid.validate(told, attack(4, 4), pack=PACK)
    assert (answer["verdict"], answer.assumed) == ("legal", ["turn"])
    assert answer["state"]["raids"][0]["right"] == "ana"
    assert roll_and_raid.validate(told, pay(vikings=1, ships=1), pack=PACK).broken == ["payment/after-roll"]
    assert roll_and_raid.validate(told, bid(1), pack=PACK).broken == ["conflict/same-card"]


def test_who_inherits_must_be_known_where_it_decides(roll_and_raid: Referee) -> None:
    told = changed(
        won(ana={"ships": 0}, carla={"choice": 1}),
        raids=[
            raid(
                "lindisfarne",
                contender("ana", shown=[3]),
                without(contender("bruno", status="beaten"), "shown"),
                contender("carla", shown=[1], status="beaten"),
                step="attack",
                right="ana",
            )
        ],
    )
    told = clan_without(clan_without(told, "ana", "hall"), "bruno", "hall")
    assert roll_and_raid.validate(told, attack(4, 4), pack=PACK).missing == ["raid-known"]
    low = roll_and_raid.validate(told, attack(1, 1), pack=PACK)
    assert low["verdict"] == "legal"


def test_dice_that_are_not_told_are_needed_for_help_and_not_for_the_rest(roll_and_raid: Referee) -> None:
    told = raid_without(attacking(step="help", lying=[1, 2]), "dice")
    assert roll_and_raid.validate(told, altar("raid"), pack=PACK).missing == ["raid-known"]
    assert roll_and_raid.validate(told, altar("reroll"), pack=PACK)["verdict"] == "legal"
    assert roll_and_raid.validate(told, yields(), pack=PACK)["verdict"] == "legal"
    assert roll_and_raid.audit(told, pack=PACK)["verdict"] == "possible"
    none = changed(told, raids=[{**told["raids"][0], "dice": []}])
    assert roll_and_raid.audit(none, pack=PACK).broken == ["raids/defence"]
    assert roll_and_raid.audit(clan_without(none, "ana", "help"), pack=PACK).broken == ["raids/defence"]


def test_a_retreat_that_may_be_due_is_assumed(roll_and_raid: Referee) -> None:
    told = contender_without(won(), "bruno", "status", "shown")
    answer = roll_and_raid.validate(told, retreat("axe", "bruno"), pack=PACK)
    assert (answer["verdict"], answer.assumed) == ("legal", ["turn"])
    assert roll_and_raid.validate(won(), retreat("axe", "bruno"), pack=PACK).broken == ["retreat/pay"]


@pytest.mark.parametrize(("shown", "verdict"), [([1], "illegal"), ([0], "legal")])
def test_only_a_fist_is_followed_by_a_retreat_before_the_roll(
    roll_and_raid: Referee, shown: list[int], verdict: str
) -> None:
    """Whoever is beaten pays nothing, and the card of the winner is still to be raided."""
    told = clan_in_raid(contender_without(won(), "bruno", "status"), "bruno", shown=shown)
    answer = roll_and_raid.validate(told, retreat("axe", "bruno"), pack=PACK)
    assert answer["verdict"] == verdict
    assert answer.broken == (["retreat/pay"] if verdict == "illegal" else [])


def test_of_two_the_one_without_a_fist_has_the_right(roll_and_raid: Referee) -> None:
    """Neither status was sent, and nobody has the right by what was sent; the bids that were shown say who has."""
    told = raid_without(contender_without(contender_without(won(), "bruno", "status"), "ana", "status"), "right")
    told = clan_in_raid(told, "bruno", shown=[0])
    assert roll_and_raid.validate(told, attack(4, 4), pack=PACK)["verdict"] == "legal"
    assert roll_and_raid.validate(told, attack(4, 4, player="bruno"), pack=PACK).broken[0] == "retreat/out"
    for phase in ("conflict", "resolution"):
        answer = roll_and_raid.validate({**told, "phase": phase}, retreat("viking"), pack=PACK)
        assert (answer["verdict"], answer.broken[0]) == ("illegal", "retreat/pay")


def test_after_a_failed_roll_a_retreat_may_be_due(roll_and_raid: Referee) -> None:
    told = contender_without(won(step="over"), "ana", "status")
    told = changed(told, raids=[{**told["raids"][0], "right": None}])
    answer = roll_and_raid.validate(told, retreat("axe"), pack=PACK)
    assert (answer["verdict"], "turn" in answer.assumed) == ("legal", True)


# ---------------------------------------------------------------- faults found on tables sent in part


def test_a_development_that_is_not_told_may_explain_the_value(roll_and_raid: Referee) -> None:
    told: dict[str, Any] = {
        "players": [{"name": "bruno", "tracks": {"grey": 0}, "raised": {}}],
        "dice": {"brown": 2, "grey": 3, "orange": 4},
    }
    move = use("grey", "track", "bruno", track="grey", value=4)
    answer = roll_and_raid.validate(told, move, **TRAINING)
    assert (answer["verdict"], "raised-by-developments" in answer.assumed) == ("legal", True)
    assert of(answer, "bruno")["tracks"] == {"grey": 4}
    none = roll_and_raid.validate({**told, "players": [{**told["players"][0], "developments": []}]}, move, **TRAINING)
    assert none.broken == ["production/common"]
    more = roll_and_raid.validate(told, {**move, "value": 9}, **TRAINING)
    assert more.broken == ["production/common"]


def test_a_development_that_is_not_told_may_allow_three_dice(roll_and_raid: Referee) -> None:
    told = {"players": [{"name": "ana", "dice_used": ["brown", "grey", "orange"]}]}
    assert roll_and_raid.audit(told, **TRAINING)["verdict"] == "possible"
    known = {"players": [{**told["players"][0], "developments": []}]}
    assert roll_and_raid.audit(known, **TRAINING).broken == ["dice/two-of-three"]
    assert roll_and_raid.audit(told, pack=PACK).broken == ["dice/two-of-three"]


def test_a_bid_comes_before_all_rolls_whatever_is_said_of_the_phase(roll_and_raid: Referee) -> None:
    raids = [
        raid("lindisfarne", contender("ana"), step="attack", right="ana"),
        raid("iona", contender("bruno"), contender("carla")),
    ]
    told = table("conflict", raids=raids, ana={"choice": 1}, bruno={"choice": 2}, carla={"choice": 2})
    for state in (told, without(told, "phase")):
        answer = roll_and_raid.validate(state, bid(1, "bruno"), pack=PACK)
        assert (answer["verdict"], answer.assumed) == ("legal", [])
        assert roll_and_raid.validate(state, attack(4, 4), pack=PACK).broken == ["round/phases"]


def test_a_roll_that_equals_the_defence_is_enough_without_help_and_season(roll_and_raid: Referee) -> None:
    told = without(clan_without(attacking(), "ana", "help"), "round")
    answer = roll_and_raid.validate(told, attack(2, 3), pack=PACK)
    assert (answer["verdict"], answer["next"]["moves"]) == ("legal", ["pay"])


PHASES: list[tuple[str, dict[str, Any]]] = [
    ("choice", {"type": "roll", "dice": {"brown": 1, "grey": 1, "orange": 1}}),
    ("choice", altar("raid")),
    *[
        (phase, move)
        for phase in ("conflict", "resolution")
        for move in (sacrifice(2), choose(1), done(), use("brown", "track"))
    ],
]


@pytest.mark.parametrize(("phase", "move"), PHASES, ids=[f"{phase} {move['type']}" for phase, move in PHASES])
def test_a_known_phase_counts_whatever_else_is_unknown(
    roll_and_raid: Referee, phase: str, move: dict[str, Any]
) -> None:
    told = {"phase": phase, "round": 4, "players": [{"name": "ana", "vikings": 5}, {"name": "bruno"}]}
    answer = roll_and_raid.validate(told, move, **TRAINING)
    assert answer["verdict"] == "illegal"
    assert set(answer.broken) & {"round/phases", "altar/production"}


def test_the_end_of_production_assumes_what_it_rests_on(roll_and_raid: Referee) -> None:
    told = table("production")
    zones = ("done", "waiting", "dice_used")
    part = clan_without(told, "ana", *zones)
    assert roll_and_raid.validate(part, done(), pack=PACK).assumed == ["not-done", "nothing-waits"]
    strict = changed(part, options={"house_rules": {"two_dice": "strict"}})
    assert roll_and_raid.validate(strict, done(), pack=PACK).assumed == ["dice-spent", "not-done", "nothing-waits"]
    assert roll_and_raid.validate(told, done(), pack=PACK).assumed == []


@pytest.mark.parametrize("move", [use("brown", "track"), altar("die", die="brown")], ids=["use", "altar"])
def test_whether_production_has_ended_is_assumed(roll_and_raid: Referee, move: dict[str, Any]) -> None:
    told = clan_without(table("production"), "ana", "done")
    assert roll_and_raid.validate(told, move, pack=PACK).assumed == ["not-done"]


def test_help_for_a_raid_is_bought_or_used_by_the_phase(roll_and_raid: Referee) -> None:
    """With the raid told the phase follows; without both nobody can say what the Viking is given for."""
    told = attacking(step="help", lying=[1, 2], ana={"choice": 1, "help": {"plus": 0, "rerolls": 1}})
    whole = roll_and_raid.validate(told, altar("reroll"), pack=PACK)
    part = roll_and_raid.validate(without(told, "phase"), altar("reroll"), pack=PACK)
    assert part["state"] == whole["state"]
    assert of(part)["vikings"] == 5
    assert roll_and_raid.validate(without(told, "phase", "raids"), altar("reroll"), pack=PACK).missing == [
        "raid-known"
    ]


def test_a_die_is_raised_only_before_the_clan_has_ended_production(roll_and_raid: Referee) -> None:
    """In a raid it is time for the altar too, but not for this."""
    told = attacking(step="help", lying=[1, 2], ana={"choice": 1})
    assert roll_and_raid.validate(told, altar("die", die="brown"), pack=PACK).broken == ["altar/production"]
    part = clan_without(without(told, "phase", "raids"), "ana", "done", "dice_used")
    chosen = roll_and_raid.validate(part, altar("die", die="brown"), pack=PACK)
    assert chosen.broken == ["raid/choice"]
    for name in ("ana", "bruno", "carla"):
        part = clan_without(part, name, "choice")
    answer = roll_and_raid.validate(part, altar("die", die="brown"), pack=PACK)
    assert {"turn", "not-done"} <= set(answer.assumed)


def test_a_development_that_is_not_told_may_raise_a_die_further(roll_and_raid: Referee) -> None:
    pack = {
        **PACK,
        "id": "seers",
        "developments": [{"id": "seers", "name": "Seers", "effects": [{"type": "altar", "benefit": "die"}]}],
    }
    told = clan_without(table("production"), "ana", "developments")
    assert roll_and_raid.validate(told, altar("die", die="brown"), pack=pack).assumed == ["no-effect"]
    assert roll_and_raid.validate(table("production"), altar("die", die="brown"), pack=pack).assumed == []


def test_the_end_of_production_of_all_that_are_known_may_be_the_end(roll_and_raid: Referee) -> None:
    told = changed(table("production", 1), clans=3, display=["lindisfarne", "iona", "portland"])
    answer = roll_and_raid.validate(told, done(), pack=PACK)
    assert unsettled(answer) == {"phase", "raised"}
    assert roll_and_raid.validate(answer["state"], choose(1), pack=PACK)["verdict"] == "legal"
    assert roll_and_raid.validate(table("production"), done(), pack=PACK)["state"]["phase"] == "production"


def test_the_choice_of_all_that_are_known_may_be_the_last(roll_and_raid: Referee) -> None:
    told = changed(table("choice", 1), clans=3, display=["lindisfarne", "iona", "portland"])
    answer = roll_and_raid.validate(told, choose(1), pack=PACK)
    assert answer.assumed == []
    assert unsettled(answer) == {"phase", "raids"}
    assert roll_and_raid.validate(told, choose(0), pack=PACK).assumed == ["others-raid"]
    assert roll_and_raid.validate(table("choice"), choose(0), pack=PACK).assumed == []


def test_a_fist_of_the_only_clan_that_was_sent_may_end_the_round(roll_and_raid: Referee) -> None:
    """Without the number of clans nobody knows whether others play: the round is over, or it goes on."""
    alone, three = table("choice", 1), table("choice")
    sent = without(alone, "clans")
    answer = roll_and_raid.validate(sent, choose(0), pack=PACK)
    assert (answer["verdict"], answer.assumed) == ("legal", [])
    assert ROUND_ZONES | {"phase", "raids", "dice", "round"} <= unsettled(answer)
    assert answer["state"]["unresolved"][0]["missing"] == ["/state/clans", "/state/players"]
    part = {**without(three, "clans"), "players": three["players"][:1]}
    assert roll_and_raid.validate(part, choose(0), pack=PACK).assumed == []
    assert unsettled(roll_and_raid.validate(sent, choose(1), pack=PACK)) == {"phase", "raids"}
    whole = roll_and_raid.validate(alone, choose(0), pack=PACK)
    assert whole["state"]["phase"] == "start"
    assert roll_and_raid.validate(answer["state"], sacrifice(1), pack=PACK).missing == ["round-known"]
    assert roll_and_raid.validate({**answer["state"], "clans": 1}, sacrifice(1), pack=PACK)["verdict"] == "legal"


def test_the_number_of_clans_is_asked_for_only_where_it_is_unknown(roll_and_raid: Referee) -> None:
    two = clan_without(without(table("choice", 2), "clans"), "bruno", "choice")
    answer = roll_and_raid.validate(two, choose(0), pack=PACK)
    assert [fact["zones"] for fact in answer["assumed"]] == [["/state/players/1/choice"]]


def test_the_only_clan_that_was_sent_may_reveal_its_choice(roll_and_raid: Referee) -> None:
    """Whether everybody has chosen is unknown while not all clans were sent."""
    alone = table("choice", 1, ana={"choice": "?"})
    assert roll_and_raid.validate(alone, reveal(1), pack=PACK)["verdict"] == "legal"
    for part in (without(alone, "clans"), changed(alone, clans=3)):
        answer = roll_and_raid.validate(part, reveal(1), pack=PACK)
        assert (answer["verdict"], answer.assumed) == ("legal", ["turn"])
    early = changed(table("choice", 2, ana={"choice": "?"}), clans=3)
    assert roll_and_raid.validate(early, reveal(1), pack=PACK).broken == ["raid/at-once"]


def test_a_payment_that_cannot_be_listed_is_missing(roll_and_raid: Referee) -> None:
    told = clan_without(attacking(step="pay", lying=[4, 3]), "ana", "ships")
    answer = roll_and_raid.ask("legal-moves", {"state": told, "pack": PACK})
    assert answer["moves"] == []
    assert [fact["fact"] for fact in answer["missing"]] == ["sheet-known"]


def test_a_choice_of_others_that_is_not_told_does_not_matter(roll_and_raid: Referee) -> None:
    told = clan_without(table("choice"), "bruno", "choice")
    assert roll_and_raid.validate(told, choose(1), pack=PACK).assumed == []
    made = clan_without(table("choice", ana={"choice": 2}), "bruno", "choice")
    assert roll_and_raid.validate(made, choose(1), pack=PACK).broken == ["raid/at-once"]


# ---------------------------------------------------------------- what may have happened by itself

LAST_PAYMENT = attacking(step="pay", lying=[4, 3])
ROUND_ZONES = {"dice_used", "raised", "help", "done", "choice"}


def unsettled(answer: Any) -> set[str]:
    """The zones that a step may still change which could not be carried out."""
    (step,) = answer["state"]["unresolved"]
    return {pointer.rsplit("/", 1)[1] for pointer in step["unsettled"]}


def test_a_round_that_may_be_over_is_left_open(roll_and_raid: Referee) -> None:
    """A clan that is not sent may have taken a card and still have a product to store: the round is over, or not."""
    taken = raid("jarrow", {**contender("carla"), "status": "in"}, step="over", right=None)
    both = changed(LAST_PAYMENT, raids=[taken, *LAST_PAYMENT["raids"]])
    told = changed(both, players=LAST_PAYMENT["players"][:2])
    whole = roll_and_raid.validate(both, pay(vikings=1, ships=1), pack=PACK)
    part = roll_and_raid.validate(told, pay(vikings=1, ships=1), pack=PACK)
    assert whole["state"]["phase"] == "maintenance"
    assert part.assumed == ["nothing-waits"]
    # the cards that carla has won are not told, and so not whether the deck has any left: the next round may begin
    assert unsettled(part) == {"phase", "raids", "dice", *ROUND_ZONES, "round", "rounds"}
    assert (part["state"]["round"], of(part)["vikings"]) == (3, 4)
    for answer in (whole, part):
        after = roll_and_raid.validate(answer["state"], {"type": "refill", "cards": ["jarrow"]}, pack=PACK)
        assert after["verdict"] == "legal"


FAILING = attacking(step="help", lying=[1, 2], ana={"choice": 1, "vikings": 0, "axes": 0, "ships": 0})


@pytest.mark.parametrize(
    ("told", "move", "zone"),
    [
        (FAILING, yields(), "display"),
        (FAILING, yields(), "round"),
        (changed(FAILING, display=["lindisfarne", "iona", "portland"]), yields(), "round"),
        (table("production", ana={"done": False}, bruno={"done": True}, carla={"done": True}), done(), "done"),
        (table("choice", bruno={"choice": 1}, carla={"choice": 2}), choose(1), "choice"),
        (table("choice", bruno={"choice": 1}, carla={"choice": 2}), choose(1), "display"),
    ],
)
def test_sending_what_a_step_was_missing_gives_the_end_of_the_whole_table(
    roll_and_raid: Referee, told: dict[str, Any], move: dict[str, Any], zone: str
) -> None:
    whole = roll_and_raid.validate(told, move, pack=PACK)
    in_part = without(told, zone) if zone in told else clan_without(told, "bruno", zone)
    after = roll_and_raid.validate(in_part, move, pack=PACK)["state"]
    assert after != whole["state"]
    (step,) = after["unresolved"]
    pointer = f"/state/{zone}" if zone in told else f"/state/players/1/{zone}"
    assert step["missing"] == [pointer]
    if zone in told:
        after[zone] = told[zone]
    else:
        after["players"][1][zone] = told["players"][1][zone]
    box = GAME.compile_pack(msgspec.json.decode(msgspec.json.encode(PACK), type=GAME.shapes.pack))
    choices = GAME.choices(GAME.shapes.options())
    again = GAME.table(msgspec.convert(after, GAME.shapes.state), box, choices)
    assert again.state == msgspec.convert(whole["state"], GAME.shapes.state)


def test_a_round_is_over_for_clans_that_are_not_sent(roll_and_raid: Referee) -> None:
    """Products wait in raids only for a clan that has taken a card: one that has no part in them changes nothing."""
    part = changed(LAST_PAYMENT, players=LAST_PAYMENT["players"][:2])
    answers = [roll_and_raid.validate(one, pay(vikings=1, ships=1), pack=PACK) for one in (LAST_PAYMENT, part)]
    assert [answer["state"]["phase"] for answer in answers] == ["maintenance", "maintenance"]
    assert of(answers[0]) == of(answers[1])


def test_a_display_that_is_not_told_leaves_the_next_round_open(roll_and_raid: Referee) -> None:
    told = without(
        attacking(step="help", lying=[1, 2], ana={"choice": 1, "vikings": 0, "axes": 0, "ships": 0}), "display"
    )
    answer = roll_and_raid.validate(told, yields(), pack=PACK)
    assert unsettled(answer) == {"phase", "round", "dice", "rounds", *ROUND_ZONES}
    known = roll_and_raid.validate({**told, "display": ["lindisfarne", "iona", "portland"]}, yields(), pack=PACK)
    assert (known["state"]["phase"], known["state"]["round"]) == ("start", 4)


def test_a_round_that_is_not_told_may_be_the_last(roll_and_raid: Referee) -> None:
    told = without(LAST_PAYMENT, "round")
    answer = roll_and_raid.validate(told, pay(vikings=1, ships=1), pack={**PACK, "id": "told"}, house_rules={})
    assert answer.missing == ["round-known"]
    summer = roll_and_raid.validate({**told, "season": "summer"}, pay(vikings=1, ships=1), pack=PACK)
    assert "phase" in unsettled(summer)


def test_a_refill_begins_a_round_whatever_its_number(roll_and_raid: Referee) -> None:
    told = table("maintenance", display=["iona", "portland"], ana={"raids": ["lindisfarne"]})
    for part in (without(told, "round"), without(told, "phase")):
        answer = roll_and_raid.validate(part, {"type": "refill", "cards": ["jarrow"]}, pack=PACK)
        assert (answer["state"]["phase"], of(answer)["rounds"]) == ("start", 4)
        assert "round" not in answer["state"]


def test_income_that_may_have_come_is_left_open(roll_and_raid: Referee) -> None:
    effect = {"type": "income", "bonus": {"vikings": 1}}
    pack = {**PACK, "id": "income", "developments": [{"id": "farm", "name": "Farm", "effects": [effect]}]}
    told = table("maintenance", display=["iona", "portland"], ana={"raids": ["lindisfarne"]})
    answer = roll_and_raid.validate(
        clan_without(told, "ana", "developments"), {"type": "refill", "cards": ["jarrow"]}, pack=pack
    )
    assert "vikings" not in of(answer)
    assert of(answer, "bruno")["vikings"] == 5


def test_lists_of_a_table_in_part_say_so(roll_and_raid: Referee) -> None:
    def missing(state: dict[str, Any], **more: Any) -> list[str]:
        answer = roll_and_raid.ask("legal-moves", {"state": state, "pack": PACK, **more})
        assert answer["complete"] is not bool(answer["missing"])
        return [fact["fact"] for fact in answer["missing"]]

    told = table("choice")
    assert missing(told) == []
    assert missing(changed(told, players=told["players"][:2])) == ["whole-table"]
    assert missing(changed(told, players=told["players"][:2]), player="ana") == []
    assert missing(without(table("start"), "round")) == ["round-known"]
    assert missing(clan_without(table("production"), "ana", "waiting"), type="store") == ["sheet-known"]
    assert missing(clan_without(attacking(), "ana", "help")) == ["sheet-known"]
    assert missing(raid_without(attacking(step="help", lying=[1, 2]), "dice")) == ["raid-known"]


# ---------------------------------------------------------------- facts


def test_every_fact_of_an_answer_points_to_what_was_left_out(roll_and_raid: Referee) -> None:
    told = clan_without(table("production"), "ana", "done", "vikings", "altar")
    answer = roll_and_raid.validate(told, altar("raid"), pack=PACK)
    assert {fact["fact"]: fact["zones"] for fact in answer["assumed"]} == {
        "vikings-left": ["/state/players/0/vikings"],
        "room": ["/state/players/0/altar"],
    }
    unknown = table("production", ana={"tracks": {"brown": 3}})
    (fact,) = roll_and_raid.validate(unknown, use("grey", "track"), pack=PACK)["missing"]
    assert fact["zones"] == ["/state/players/0/tracks/grey", "/state/players/0/tracks/orange"]
    (fact,) = roll_and_raid.validate(table("production"), use("grey", "god", god="odin"))["missing"]
    assert fact["zones"] == ["/pack/gods"]


def test_declining_to_pay_where_neither_the_right_nor_the_heirs_are_told(roll_and_raid: Referee) -> None:
    """Whether rivals were beaten decides who inherits: it is asked for, and the service does not fail."""
    names = ("ana", "bruno", "carla")
    fight = {"card": "lindisfarne", "clans": [{"player": name} for name in names], "step": "pay", "dice": [4, 4]}
    told = {**won(step="pay", dice=[4, 4]), "raids": [fight]}
    told["players"][2] |= {"choice": 1}
    told["options"] = {"house_rules": {"payment": "optional"}}
    answer = roll_and_raid.validate(told, yields(), pack=PACK)
    assert answer["verdict"] == "undetermined"
    assert answer.missing == ["raid-known"]


@pytest.mark.parametrize("zone", ["rounds", "hall"])
def test_a_favour_that_a_round_or_the_hall_unlocks_names_that_zone(roll_and_raid: Referee, zone: str) -> None:
    """Found by the long run of partial tables: the clan's round was unknown, and not named."""
    pack = msgspec.json.decode(FJORDS.pack.read_bytes())
    if zone == "hall":
        pack["seasons"]["bonuses"] = []
        pack["great_hall"]["bonuses"].append({"at": 30, "gives": {"favours": ["s1"]}})
    start, _ = FJORDS.play(FJORDS.opening(2, 1), 1, lambda played: played.state.phase == "production")
    state = clan_without(msgspec.to_builtins(start.state), "ana", zone)
    answer = roll_and_raid.validate(state, {"type": "use", "player": "ana", "die": "s1", "to": "hall"}, pack=pack)
    (assumed,) = (one for one in answer["assumed"] if one["fact"] == "favour-unlocked")
    assert assumed["zones"] == [f"/state/players/0/{zone}"]
