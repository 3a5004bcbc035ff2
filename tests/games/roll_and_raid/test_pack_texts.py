"""What a pack says by its text alone (``other``): rulings that depend on it are undetermined and quote it."""

from typing import Any

import pytest

from tests.client import Answer, Referee
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
    done,
    finished,
    pay,
    refill,
    roll,
    sacrifice,
    store,
    table,
    use,
    without,
)

TEXT = "Once a round, swap an axe for a ship."
OWNED = {"developments": ["mead"]}
ACQUIRE = use("brown", "development", development="mead")


def pack(*when: str) -> dict[str, Any]:
    """The pack with a development that is known by its text only."""
    effect = {"type": "other", "text": TEXT, **({"when": list(when)} if when else {})}
    mead = {"id": "mead", "name": "Mead hall", "effects": [effect]}
    return {**PACK, "id": "mead", "developments": [*PACK["developments"], mead]}


def quoted(answer: Answer) -> bool:
    return any(TEXT in missing["text"] for missing in answer["missing"])


PRODUCTION = table("production", ana=OWNED)
CHOICE = table("choice", ana=OWNED)
DEPENDS: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    ("acquiring it", "acquired", table("production"), ACQUIRE),
    ("a use of a die", "production", PRODUCTION, use("brown", "track")),
    ("a use that is refused without it", "production", PRODUCTION, use("brown", "track", track="grey")),
    ("the altar", "production", PRODUCTION, altar("die", die="brown")),
    ("storing", "production", table("production", ana={**OWNED, "waiting": ["house"]}), store("house", "ribe")),
    ("the end of production", "production", PRODUCTION, done()),
    ("a festival", "round", table("start", round=4, ana=OWNED), sacrifice(2)),
    ("a choice", "raid", CHOICE, choose(2)),
    ("a bid", "raid", bidding("ana", "bruno", ana={**OWNED, "choice": 1}), bid(1)),
    ("a bid of a rival", "raid", bidding("ana", "bruno", ana={**OWNED, "choice": 1}), bid(1, "bruno")),
    ("a raid roll", "raid", attacking(ana={**OWNED, "choice": 1}), attack(4, 4)),
    ("a payment", "raid", attacking(step="pay", lying=[4, 4], ana={**OWNED, "choice": 1}), pay(vikings=1, ships=1)),
]


@pytest.mark.parametrize(("when", "told", "move"), [case[1:] for case in DEPENDS], ids=[case[0] for case in DEPENDS])
def test_what_a_text_may_change_is_undetermined(
    roll_and_raid: Referee, when: str, told: dict[str, Any], move: dict[str, Any]
) -> None:
    for told_when in ((), (when,)):
        answer = roll_and_raid.validate(told, move, pack=pack(*told_when))
        assert answer["verdict"] == "undetermined", (told_when, answer["violations"])
        assert quoted(answer)
        assert answer["state"] is None


@pytest.mark.parametrize(("when", "told", "move"), [case[1:] for case in DEPENDS], ids=[case[0] for case in DEPENDS])
def test_at_other_times_it_changes_nothing(
    roll_and_raid: Referee, when: str, told: dict[str, Any], move: dict[str, Any]
) -> None:
    others = [one for one in ("acquired", "round", "production", "raid", "end") if one != when]
    answer = roll_and_raid.validate(told, move, pack=pack(*others))
    plain = roll_and_raid.validate(told, move, pack=without_effects())
    assert not quoted(answer) or "acquired" in others
    assert answer["verdict"] == plain["verdict"]


def without_effects() -> dict[str, Any]:
    mead = {"id": "mead", "name": "Mead hall"}
    return {**PACK, "id": "plain", "developments": [*PACK["developments"], mead]}


def test_other_clans_are_ruled_as_usual(roll_and_raid: Referee) -> None:
    assert (
        roll_and_raid.validate(PRODUCTION, use("brown", "track", player="bruno"), pack=pack())["verdict"] == "legal"
    )
    assert roll_and_raid.validate(PRODUCTION, use("brown", "track", player="bruno", track="grey"), pack=pack()).broken


def test_the_order_of_play_still_refuses(roll_and_raid: Referee) -> None:
    answer = roll_and_raid.validate(PRODUCTION, choose(1), pack=pack())
    assert answer["verdict"] == "illegal"
    over = finished(ana=OWNED)
    assert roll_and_raid.validate(over, use("brown", "track"), pack=pack())["verdict"] == "illegal"


def test_a_development_that_is_not_told_may_have_the_text(roll_and_raid: Referee) -> None:
    """What is legal without it assumes that it is not there; what is refused without it needs the developments."""
    told = table("production")
    told["players"][0] = without(told["players"][0], "developments")
    legal = roll_and_raid.validate(told, use("orange", "hall"), pack=pack("production"))
    assert legal["verdict"] == "legal"
    assert "no-effect" in legal.assumed
    refused = roll_and_raid.validate(told, use("brown", "track", track="grey"), pack=pack("production"))
    assert refused["verdict"] == "undetermined"
    assert refused.missing == ["sheet-known"]
    raid_only = roll_and_raid.validate(told, use("brown", "track", track="grey"), pack=pack("raid"))
    assert raid_only.broken == ["track/own-colour"]


def test_at_the_start_of_a_round_it_is_told_and_what_it_may_change_is_unknown(roll_and_raid: Referee) -> None:
    told = table("maintenance", display=["iona", "portland"], ana={"raids": ["lindisfarne"], **OWNED})
    answer = roll_and_raid.validate(told, refill("jarrow"), pack=pack("round"))
    assert answer["verdict"] == "legal"
    assert any(TEXT in event["text"] for event in answer["events"])
    ana, bruno = answer["state"]["players"][:2]
    assert "vikings" not in ana
    assert "gods" not in ana
    assert bruno["vikings"] == 5
    later = roll_and_raid.validate(answer["state"], roll(), pack=pack("round"))
    assert later["verdict"] == "legal"


def test_glory_by_a_text_is_not_counted(roll_and_raid: Referee) -> None:
    answer = roll_and_raid.score(finished(ana=OWNED), pack=pack("end"))
    assert answer["verdict"] == "undetermined"
    assert quoted(answer)
    assert answer.total("ana") is None
    assert answer.total("bruno") is not None
    assert roll_and_raid.score(finished(ana=OWNED), pack=pack("production"))["verdict"] != "undetermined"


def test_a_term_by_its_text_leaves_its_triskel_open(roll_and_raid: Referee) -> None:
    scoring = {**PACK["scoring"], "battle": [{"type": "other", "text": TEXT}]}
    answer = roll_and_raid.score(finished(), pack={**PACK, "id": "text", "scoring": scoring})
    assert answer["verdict"] == "undetermined"
    assert quoted(answer)
    (clan,) = [player for player in answer["players"] if player["name"] == "ana"]
    assert [line["rule"].split("/", 1)[1] for line in clan["lines"]] == [
        "score/sacrifices",
        "score/developments",
        "score/gods",
    ]


def test_a_gain_by_its_text_leaves_what_gains_it_open(roll_and_raid: Referee) -> None:
    gods = [{"id": "odin", "name": "Odin", "boxes": [{"gives": {"other": TEXT}}, {}]}]
    answer = roll_and_raid.validate(
        table("production"), use("brown", "god", god="odin"), pack={**PACK, "id": "text", "gods": gods}
    )
    assert answer["verdict"] == "undetermined"
    assert quoted(answer)
    beyond = table("production", ana={"gods": {"odin": [3]}})
    answer = roll_and_raid.validate(
        beyond, use("brown", "god", god="odin"), pack={**PACK, "id": "text", "gods": gods}
    )
    assert answer["verdict"] == "legal"


def test_moves_that_depend_on_it_are_not_listed(roll_and_raid: Referee) -> None:
    answer = roll_and_raid.moves(PRODUCTION, pack=pack("production"), player="ana")
    assert answer["moves"] == []
    assert not answer["complete"]
    assert quoted(answer)


def test_an_action_of_its_own_changes_no_other_ruling(roll_and_raid: Referee) -> None:
    for _, _, told, move in DEPENDS:
        plain = roll_and_raid.validate(told, move, pack=without_effects())
        assert roll_and_raid.validate(told, move, pack=pack("action"))["verdict"] == plain["verdict"]
    listed = roll_and_raid.moves(PRODUCTION, pack=pack("action"), player="ana")
    assert listed["moves"] == roll_and_raid.moves(PRODUCTION, pack=without_effects(), player="ana")["moves"]
    assert not listed["complete"]
    assert quoted(listed)


def test_a_table_that_only_a_text_explains_is_not_impossible(roll_and_raid: Referee) -> None:
    told = table("production", ana={**OWNED, "dice_used": ["brown", "grey", "orange"]})
    assert roll_and_raid.audit(told, pack=pack("production"))["verdict"] == "possible"
    assert roll_and_raid.audit(told, pack=pack("raid")).broken == ["dice/two-of-three"]


def test_a_reveal_with_a_rival_who_has_it(roll_and_raid: Referee) -> None:
    told = bids(bidding("ana", "bruno", ana={**OWNED, "choice": 1}), ana=2)
    assert roll_and_raid.validate(told, bid(1, "bruno"), pack=pack("raid"))["verdict"] == "undetermined"
    assert roll_and_raid.validate(changed(told), bid(1, "bruno"), pack=pack("production"))["verdict"] == "legal"


def test_the_check_names_it(roll_and_raid: Referee) -> None:
    answer = roll_and_raid.ask("packs/check", {"pack": pack()})
    assert answer["usable"]
    assert "/developments/3/effects/0" in [finding["pointer"] for finding in answer["findings"]]


def test_bids_that_a_text_may_decide_are_not_compared(roll_and_raid: Referee) -> None:
    told = bids(bidding("ana", "bruno", ana={**OWNED, "choice": 1}), ana=2, bruno=1)
    resolved = roll_and_raid.ask("resolve", {"state": told, "pack": pack("production")})
    assert "won-right" in [event["type"] for event in resolved["events"]]
    left = roll_and_raid.ask("resolve", {"state": told, "pack": pack("raid")})
    assert left["events"] == []
    assert left["state"]["players"][0]["vikings"] == 5
