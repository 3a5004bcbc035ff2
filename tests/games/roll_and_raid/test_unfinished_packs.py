"""Parts of a pack that are typed in half: what is there is judged, what is not there yet is asked for, never refused."""

from typing import Any

import pytest

from tests.client import Answer, Referee
from tests.games.roll_and_raid.tables import (
    PACK,
    altar,
    attack,
    attacking,
    choose,
    finished,
    pay,
    refill,
    store,
    table,
    use,
)

ENTRIES = {"port": "hexagons", "armoury": "hexagons"}


def half(part: str, count: int = 1) -> dict[str, Any]:
    """The pack with the first entries of a part only, which says that it is unfinished."""
    content = PACK[part]
    listed = ENTRIES.get(part)
    some = {**content, listed: content[listed][:count]} if listed else content[:count]
    return {**PACK, "id": "half", part: some, "unfinished": [part]}


def entry(answer: Answer) -> set[str]:
    return {missing["detail"].get("name") or missing["detail"].get("part") for missing in answer["missing"]}


def test_a_sixth_card_with_five_typed_in(roll_and_raid: Referee) -> None:
    told = table("choice", 6)
    pack = half("cards", 5)
    assert roll_and_raid.audit(told, pack=pack)["verdict"] == "possible"
    assert roll_and_raid.validate(told, choose(6), pack=pack)["verdict"] == "legal"
    raid = attacking("sheppey", display=["sheppey", "iona", "portland"], ana={"choice": 1})
    answer = roll_and_raid.validate(raid, attack(4, 4), pack=pack)
    assert answer["verdict"] == "undetermined"
    assert entry(answer) == {"sheppey"}
    assert "Sheppey" in answer["missing"][0]["text"]


def test_an_unknown_card_in_a_finished_part_is_refused(roll_and_raid: Referee) -> None:
    pack = {**half("cards", 5), "unfinished": []}
    pack["decks"] = []
    question = {"state": table("choice", 6), "move": choose(6), "pack": pack}
    assert "/state/display/5" in roll_and_raid.problem("validate", question)


PRODUCTION = table("production")
ASKS: list[tuple[str, dict[str, Any], dict[str, Any], dict[str, Any], set[str]]] = [
    ("a card that is paid for", half("cards", 1), attacking("iona", step="pay", lying=[6, 6], ana={"choice": 2}), pay(axes=1), {"iona"}),
    ("a god", half("gods"), PRODUCTION, use("brown", "god", god="thor"), {"thor"}),
    ("a development", half("developments"), PRODUCTION, use("brown", "development", development="rampart"), {"rampart"}),
    ("a development that is owned", half("developments"), table("production", ana={"developments": ["rampart"]}), use("orange", "hall"), {"rampart"}),
    ("a settlement", half("settlements"), table("production", ana={"waiting": ["house"]}), store("house", "hedeby"), {"hedeby"}),
    ("no room for a house as far as is known", half("settlements"), table("production", ana={"settlements": {"ribe": 2}}), use("orange", "track"), {"settlements"}),
    ("a hexagon", half("port", 3), table("production", ana={"waiting": ["ship"]}), store("ship", "p4"), {"p4"}),
    ("no room for an axe as far as is known", half("armoury"), PRODUCTION, use("brown", "god", god="odin"), set()),
    ("a favour die", half("favours"), table("production", ana={"armoury": ["a1", "a2"]}), use("f-axe", "hall"), {"f-axe"}),
    ("a favour die for the altar", half("favours"), table("production", ana={"armoury": ["a1", "a2"]}), altar("die", die="f-axe"), {"f-axe"}),
    ("a favour die that something untyped may have unlocked", half("gods"), table("production", ana={"gods": {"thor": [3]}}), use("f-port", "hall"), {"gods"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("pack", "told", "move", "missing"), [case[1:] for case in ASKS], ids=[case[0] for case in ASKS]
)
def test_what_is_not_typed_in_yet_is_asked_for(
    roll_and_raid: Referee, pack: dict[str, Any], told: dict[str, Any], move: dict[str, Any], missing: set[str]
) -> None:
    answer = roll_and_raid.validate(told, move, pack=pack)
    assert answer["verdict"] == ("undetermined" if missing else "legal"), (answer["violations"], answer["missing"])
    assert missing <= entry(answer)


JUDGED: list[tuple[str, dict[str, Any], dict[str, Any], dict[str, Any], list[str]]] = [
    ("a card that is there", half("cards", 1), attacking(step="pay", lying=[6, 6]), pay(vikings=2), ["payment/season"]),
    ("a god that is there", half("gods"), table("production", ana={"gods": {"odin": [1, 2, 3]}}), use("brown", "god", god="odin"), ["gods/first-free"]),
    ("a development that is there", half("developments"), table("production", ana={"developments": ["smithy"]}), use("brown", "development", development="smithy"), ["development/once"]),
    ("a settlement that is there", half("settlements"), table("production", ana={"settlements": {"ribe": 2}, "waiting": ["house"]}), store("house", "ribe"), ["settlement/choice"]),
    ("a favour die that is there", half("favours"), PRODUCTION, use("f-port", "hall"), ["favour/unlocked"]),
    ("a favour die with nothing untyped on the sheet", half("gods"), PRODUCTION, use("f-port", "hall"), ["favour/unlocked"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("pack", "told", "move", "broken"), [case[1:] for case in JUDGED], ids=[case[0] for case in JUDGED]
)
def test_what_is_typed_in_is_judged(
    roll_and_raid: Referee, pack: dict[str, Any], told: dict[str, Any], move: dict[str, Any], broken: list[str]
) -> None:
    assert roll_and_raid.validate(told, move, pack=pack).broken == broken


def test_a_track_of_another_colour_may_follow(roll_and_raid: Referee) -> None:
    pack = half("tracks")
    assert roll_and_raid.validate(PRODUCTION, use("brown", "track"), pack=pack)["verdict"] == "legal"
    assert roll_and_raid.validate(PRODUCTION, use("grey", "track"), pack=pack).missing == ["pack-tracks"]


def test_a_favour_die_that_a_missing_part_may_have_unlocked(roll_and_raid: Referee) -> None:
    """Without the part `port` nobody can say that the ship in p3 unlocks nothing."""
    pack = {name: content for name, content in PACK.items() if name != "port"}
    answer = roll_and_raid.validate(PRODUCTION, use("f-port", "hall"), pack=pack)
    assert answer["verdict"] == "undetermined"
    assert entry(answer) == {"port"}
    empty = table("production", ana={"port": [], "ships": 0})
    assert roll_and_raid.validate(empty, use("f-port", "hall"), pack=pack).broken == ["favour/unlocked"]


@pytest.mark.parametrize(
    ("part", "sheet", "on"),
    [
        ("cards", {"raids": ["seville"]}, "raids"),
        ("gods", {"gods": {"thor": [3]}}, "god-tops"),
        ("settlements", {"settlements": {"hedeby": 3}}, "settlements"),
        ("developments", {"developments": ["rampart"]}, "developments"),
    ],
)
def test_glory_of_what_is_not_typed_in_is_not_counted(
    roll_and_raid: Referee, part: str, sheet: dict[str, Any], on: str
) -> None:
    scoring = {"sacrifices": [], "developments": [], "gods": [], "battle": [{"type": "printed", "on": on}]}
    answer = roll_and_raid.score(finished(ana=sheet), pack={**half(part), "scoring": scoring})
    assert answer["verdict"] == "undetermined"
    assert answer.total("ana") is None
    assert answer.total("bruno") is not None


def test_a_festival_that_is_not_typed_in(roll_and_raid: Referee) -> None:
    pack = half("festivals", 2)
    given = finished(ana={"sacrifices": {"12": 2}})
    assert roll_and_raid.score(given, pack=pack).missing == ["pack-festivals"]
    early = finished(ana={"sacrifices": {"4": 1}})
    assert roll_and_raid.score(early, pack=pack).total("ana") == 2


def test_a_triskel_that_is_not_typed_in(roll_and_raid: Referee) -> None:
    scoring = {name: terms for name, terms in PACK["scoring"].items() if name != "gods"}
    answer = roll_and_raid.score(finished(), pack={**PACK, "id": "three", "scoring": scoring})
    assert answer.missing == ["pack-scoring"]
    assert answer.total("ana") is None


def test_cards_are_turned_up_that_are_not_typed_in(roll_and_raid: Referee) -> None:
    told = table("maintenance", display=["iona", "portland"], ana={"raids": ["lindisfarne"]})
    answer = roll_and_raid.validate(told, refill("jarrow"), pack=half("cards", 3))
    assert answer["verdict"] == "legal"
    assert answer.assumed == ["card-order"]


def test_the_list_of_moves_says_what_it_lacks(roll_and_raid: Referee) -> None:
    answer = roll_and_raid.moves(PRODUCTION, pack=half("gods"), player="ana")
    assert not answer["complete"]
    assert "gods" in entry(answer)
    assert {"type": "use", "player": "ana", "die": "grey", "to": "god", "god": "odin"} in answer["moves"]


def test_setup_with_half_the_cards_deals_none(roll_and_raid: Referee) -> None:
    question = {"players": ["ana", "bruno"], "seed": 3, "pack": half("cards", 2)}
    assert roll_and_raid.ask("setup", question)["state"]["deck"] == ["?"] * 8


def test_the_check_counts_what_is_there(roll_and_raid: Referee) -> None:
    answer = roll_and_raid.ask("packs/check", {"pack": half("cards", 5)})
    assert answer["usable"]
    messages = {finding["pointer"]: finding["message"] for finding in answer["findings"]}
    assert "5 entries so far" in messages["/cards"]
    odd = roll_and_raid.ask("packs/check", {"pack": {"id": "odd", "title": "Odd", "unfinished": ["gods"]}})
    assert "/unfinished/0" in [finding["pointer"] for finding in odd["findings"]]


def test_a_half_typed_part_never_refuses_what_the_whole_part_allows(roll_and_raid: Referee) -> None:
    """Whatever is typed in, in every position: legal moves of the whole pack are legal or undetermined."""
    positions = [
        PRODUCTION,
        table("production", ana={"waiting": ["house", "ship"], "settlements": {"ribe": 2}}),
        table("production", ana={"armoury": ["a1", "a2", "a3"], "axes": 3, "developments": ["smithy"]}),
        attacking(step="pay", lying=[6, 6]),
        attacking(),
    ]
    parts = ("cards", "gods", "settlements", "port", "armoury", "favours", "developments", "festivals", "tracks")
    for told in positions:
        moves = roll_and_raid.moves(told, pack=PACK)["moves"]
        assert moves
        for place, part in enumerate(parts):
            for move in moves[place :: len(parts)]:
                answer = roll_and_raid.validate(told, move, pack=half(part))
                assert answer["verdict"] in ("legal", "undetermined"), (part, move, answer["violations"])
                if answer["verdict"] == "legal":
                    whole = roll_and_raid.validate(told, move, pack=PACK)["state"]
                    assert holds(answer["state"], whole), (part, move)


def holds(claimed: Any, whole: Any) -> bool:
    """Whether everything that a state claims is so in another one."""
    if isinstance(claimed, dict):
        return all(name in whole and holds(value, whole[name]) for name, value in claimed.items())
    if isinstance(claimed, list):
        return len(claimed) == len(whole) and all(map(holds, claimed, whole))
    return bool(claimed == whole)
