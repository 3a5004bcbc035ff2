"""Tables on both sides of a boundary: next to each one that cannot be, the nearest one that can."""

from typing import Any

import pytest

from tests.client import Referee
from tests.games.brian_boru.tables import (
    BOARD,
    acting,
    drafting,
    finished,
    opening_state,
    pending,
    played,
    player,
    state,
    trick_due,
    upkeep,
)
from tests.games.brian_boru.test_rules import ORDERED, RAID, TIED_RAID, changed, column, sheet

Table = dict[str, Any]
FOUR = ["?"] * 4


def draft(kept: int, left: int, picked: int, count: int = 3, **more: Any) -> Table:
    """Ana has so many cards in hand, before her and put down; the others have not chosen yet."""
    names = ("ana", "bruno", "carla", "dario", "eva")[:count]
    others = {name: {"hand": ["?"] * kept, "dealt": ["?"] * (left + picked)} for name in names[1:]}
    ana = {"hand": ["?"] * kept, "dealt": ["?"] * left, "picked": ["?"] * picked}
    return drafting(count, ana=ana, **{**others, **more})


def row(*cards: tuple[str, int], **hands: int) -> Table:
    """A trick under way in C1, with so many cards in the hands."""
    sizes = {name: {"hand": ["?"] * size} for name, size in hands.items()}
    lying = sum(hands.values()) + len(cards) + 1
    return trick_due(
        trick={"town": "C1", "played": played(*cards)}, marker=None, discard=["?"] * (25 - lying), **sizes
    )


def last_round(**zones: Any) -> Table:
    """The upkeep of the last round: nothing is left in the pile."""
    return upkeep(
        "church", round=3, raiders=0, marriage_pile=[], vikings_gone=[9, 12, 10], viking_pile=["?"] * 4, **zones
    )


def ended(**zones: Any) -> Table:
    return {**finished(), **zones}


def marriage_pile(count: int, number: int, phase: str, left: int) -> Table:
    pile = (["?"] * (left - 1) + ["princess"]) if left else []
    gone = [9, 12, 10, 11][: number - (phase in ("preparation", "opening"))]
    zones = {"round": number, "marriage_pile": pile, "vikings_gone": gone, "viking_pile": ["?"] * (7 - len(gone))}
    return {**state(phase, count, BOARD), **zones}


PAIRS: list[tuple[str, Table, Table, list[str]]] = [
    ("a card in another hand", trick_due(bruno={"hand": [12, "?", "?", "?"]}), trick_due(bruno={"hand": [13, "?", "?", "?"]}), ["components/cards"]),
    ("twelve cards put away", changed(trick_due(), discard=["?"] * 12), changed(trick_due(), discard=["?"] * 13), ["components/cards"]),
    ("twelve cards put away, from below", changed(trick_due(), discard=["?"] * 12), changed(trick_due(), discard=["?"] * 11), ["components/cards"]),
    ("a shuffle of 25", changed(trick_due(), shuffles=[["?"] * 25]), changed(trick_due(), shuffles=[["?"] * 26]), ["components/cards"]),
    ("another marriage card", trick_due(ana={"hand": [2, 11, 13, 17], "marriages": ["aoife"]}), trick_due(ana={"hand": [2, 11, 13, 17], "marriages": ["brigid"]}), ["components/marriage-cards"]),
    ("seven Viking cards", changed(trick_due(), viking_pile=["?"] * 5), changed(trick_due(), viking_pile=["?"] * 4), ["components/viking-cards"]),
    ("two of strength 12", changed(trick_due(), vikings_gone=[12, 12]), changed(trick_due(), vikings_gone=[12, 12, 12], viking_pile=["?"] * 4), ["components/viking-cards"]),
    ("a token for each", trick_due(board=f"{BOARD}; U2 bruno; U3 bruno", bruno={"hand": FOUR, "claims": ["ulaid"]}, carla={"hand": FOUR, "claims": []}), trick_due(board=f"{BOARD}; U2 bruno; U3 bruno", bruno={"hand": FOUR, "claims": ["ulaid"]}, carla={"hand": FOUR, "claims": ["ulaid"]}), ["components/claim-tokens"]),
    ("a token held or on the board", trick_due(board=f"{BOARD}; U2 bruno; U3 bruno", bruno={"hand": FOUR, "claims": ["ulaid"]}), trick_due(board=f"{BOARD}; U2 bruno; U3 bruno", bruno={"hand": FOUR, "claims": ["ulaid"]}, face_up=["ulaid"]), ["components/claim-tokens"]),
    ("a token held with enough towns", trick_due(board=f"{BOARD}; U2 bruno; U3 bruno", bruno={"hand": FOUR, "claims": ["ulaid"]}), trick_due(board=f"{BOARD}; U2 bruno", bruno={"hand": FOUR, "claims": ["ulaid"]}), ["claims/flip"]),
    ("a token turned up by a monastery", trick_due(board=f"{BOARD}; U2 bruno monastery", face_up=["ulaid"]), trick_due(board=f"{BOARD}; U2 bruno", face_up=["ulaid"]), ["claims/flip"]),
    ("five players", {"players": [{"name": name} for name in "abcde"]}, {"players": [{"name": name} for name in "abcdef"]}, ["setup/players"]),
    ("a known player's disc", trick_due(board=f"{BOARD}; C1 carla"), trick_due(board=f"{BOARD}; C1 zoe"), ["setup/players"]),
    ("three coins at the start", opening_state(), opening_state(players=[player("ana", coins=2), player("bruno"), player("carla")]), ["setup/start"]),
    ("ten points at the start", opening_state(), opening_state(players=[player("ana", points=11), player("bruno"), player("carla")]), ["setup/start"]),
    ("one renown at the start", opening_state(), opening_state(players=[player("ana", renown=0), player("bruno"), player("carla")]), ["setup/start"]),
    ("round 1 at the start", opening_state(round=1), opening_state(round=2, marriage_pile=["?", "princess"]), ["setup/start"]),
    ("one disc each", opening_state(3, "C1 ana; M1 bruno"), opening_state(3, "C1 ana; M1 ana"), ["opening/order"]),
    ("the marker first", opening_state(3, "C1 ana"), opening_state(3, "C1 carla"), ["opening/order"]),
    ("another region", opening_state(3, "C1 ana; M2 bruno"), opening_state(3, "C1 ana; C2 bruno"), ["opening/region"]),
    ("a card is turned up", trick_due(), changed(trick_due(), marriage_card=None), ["preparation/marriage"]),
    ("eight cards each", draft(0, 8, 0), draft(0, 8, 0, carla={"dealt": ["?"] * 9}), ["draft/deal"]),
    ("two put down", draft(0, 6, 2), draft(0, 7, 1), ["draft/pick-two"]),
    ("two put down, from above", draft(0, 6, 2), draft(0, 5, 3), ["draft/pick-two"]),
    ("the last two put down", draft(6, 0, 2), draft(6, 1, 1), ["draft/pick-two"]),
    ("the last of five put down", draft(4, 0, 1, 5), draft(2, 2, 1, 5), ["draft/pick-two"]),
    ("pairs are kept", draft(2, 6, 0), draft(3, 5, 0), ["draft/deal"]),
    ("one left out", changed(trick_due(), unseen=["?"]), changed(trick_due(), unseen=[]), ["draft/unseen"]),
    ("none left out of five hands", trick_due(5), changed(trick_due(5), unseen=["?"]), ["draft/unseen"]),
    ("nobody holds the marker", ORDERED, changed(ORDERED, marker="ana"), ["trick/leader"]),
    ("clockwise", row(("ana", 11), ("bruno", 1), ana=3, bruno=3, carla=4), row(("ana", 11), ("carla", 1), ana=3, bruno=4, carla=3), ["trick/order"]),
    ("as many cards for all", row(("ana", 11), ana=3, bruno=4, carla=4), row(("ana", 11), ana=4, bruno=4, carla=4), ["trick/order"]),
    ("the last card stays in hand", row(("ana", 11), ana=1, bruno=2, carla=2), row(("ana", 11), ana=0, bruno=1, carla=1), ["trick/last-card"]),
    ("the winner", ORDERED, changed(ORDERED, trick={**ORDERED["trick"], "winner": "ana"}), ["trick/winner"]),
    ("the winner has acted", acting(("ana", 2), town=None, winner="carla"), acting(("ana", 2), ("carla", 13), town=None, winner="carla"), ["trick/winner"]),
    ("the top of the track", trick_due(bruno={"hand": FOUR, "marriage": 9}), trick_due(bruno={"hand": FOUR, "marriage": 10}), ["symbol/courtship"]),
    ("the next space", trick_due(bruno={"hand": FOUR, "marriage": 3}, carla={"hand": FOUR, "marriage": 4}), trick_due(bruno={"hand": FOUR, "marriage": 3}, carla={"hand": FOUR, "marriage": 3}), ["symbol/slide"]),
    ("all at the start", trick_due(), trick_due(bruno={"hand": FOUR, "marriage": 1}, carla={"hand": FOUR, "marriage": 1}), ["symbol/slide"]),
    ("a decision of its step", RAID, changed(RAID, phase="church"), ["upkeep/order"]),
    ("the fewest lose", RAID, changed(RAID, pending=pending("raid", "ana", loser="carla")), ["battle/fewest"]),
    ("the most choose", RAID, changed(RAID, pending=pending("raid", "bruno", loser="bruno")), ["battle/most-chooses"]),
    ("tied for the most", TIED_RAID, changed(TIED_RAID, pending=pending("raid", "carla", loser="bruno")), ["battle/tied-most"]),
    ("one disc more", upkeep("church", ana={"church": 4}, bruno={"church": 3}, pending=pending("monastery", "ana")), upkeep("church", ana={"church": 3}, bruno={"church": 3}, pending=pending("monastery", "ana")), ["church/first"]),
    ("one disc less", upkeep("church", ana={"church": 4}, bruno={"church": 3}, pending=pending("monastery", "ana")), upkeep("church", ana={"church": 2}, bruno={"church": 3}, pending=pending("monastery", "ana")), ["church/first"]),
    ("one space higher", upkeep("marriage", marriage_card="princess", ana={"marriage": 4}, bruno={"marriage": 3}, pending=pending("princess", "ana"), marriage_pile=[], round=3), upkeep("marriage", marriage_card="princess", ana={"marriage": 2}, bruno={"marriage": 3}, pending=pending("princess", "ana"), marriage_pile=[], round=3), ["marriage/highest"]),
    ("no raiders left to prepare", state("preparation", board=BOARD), state("preparation", board=BOARD, raiders=1), ["battle/clear"]),
    ("over with an empty pile", ended(), ended(marriage_pile=["princess"], alliance=None, marriages_gone=[], round=2, players=[{**entry, "marriages": []} for entry in finished()["players"]]), ["end/last-round"]),
    ("round 3 of three players", marriage_pile(3, 3, "deal", 0), marriage_pile(3, 4, "deal", 0), ["setup/marriage-pile"]),
    ("round 4 of four players", marriage_pile(4, 4, "preparation", 1), marriage_pile(4, 5, "preparation", 1), ["setup/marriage-pile"]),
    ("before the card of the round", marriage_pile(3, 2, "preparation", 2), marriage_pile(3, 2, "preparation", 1), ["setup/marriage-pile"]),
    ("after the card of the round", marriage_pile(3, 2, "deal", 1), marriage_pile(3, 2, "deal", 2), ["setup/marriage-pile"]),
    ("allied with the card", last_round(alliance={"player": "ana", "side": "trade"}, ana={"marriages": ["princess"]}), last_round(alliance={"player": "bruno", "side": "trade"}, ana={"marriages": ["princess"]}), ["marriage/princess", "marriage/princess"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("can", "cannot", "broken"),
    [
        pytest.param(
            can, cannot, broken, id=name, marks=[pytest.mark.breaks(f"brian-boru/{rule}") for rule in broken]
        )
        for name, can, cannot, broken in PAIRS
    ],
)
def test_a_table_that_can_be_beside_one_that_cannot(
    brian_boru: Referee, can: Table, cannot: Table, broken: list[str]
) -> None:
    right = brian_boru.audit(can)
    assert (right["verdict"], right.broken) == ("possible", [])
    wrong = brian_boru.audit(cannot)
    assert (wrong["verdict"], wrong.broken) == ("impossible", broken)


TOWNS = "D1 ana; D2 ana; M1 bruno; U1 carla"


@pytest.mark.parametrize(
    ("held", "face_up", "broken"),
    [
        ({"ana": ["dubhlinn"]}, [], []),
        pytest.param({}, [], ["claims/flip"], marks=pytest.mark.breaks("brian-boru/claims/flip")),
        pytest.param({}, ["dubhlinn"], ["claims/majority"], marks=pytest.mark.breaks("brian-boru/claims/majority")),
        ({"bruno": ["dubhlinn"]}, [], ["claims/majority"]),
    ],
)
def test_tokens_between_rounds(
    brian_boru: Referee, held: dict[str, list[str]], face_up: list[str], broken: list[str]
) -> None:
    zones = {name: {"claims": claims} for name, claims in held.items()}
    assert brian_boru.audit(state("preparation", board=TOWNS, face_up=face_up, **zones)).broken == broken


@pytest.mark.breaks("brian-boru/claims/vikings")
def test_nobody_keeps_a_token_from_the_vikings(brian_boru: Referee) -> None:
    held = state(
        "preparation",
        board="D1 ana viking; D2 ana viking; M1 bruno; U1 carla",
        face_up=[],
        ana={"claims": ["dubhlinn"]},
    )
    assert brian_boru.audit(held).broken == ["claims/vikings"]


# ---------------------------------------------------------------- what setup leaves behind


@pytest.mark.parametrize(("count", "marriages"), [(3, 2), (4, 3), (5, 3)])
@pytest.mark.parametrize("seed", [None, 7])
def test_nothing_is_left_over_after_setup(brian_boru: Referee, count: int, marriages: int, seed: int | None) -> None:
    names = ["ana", "bruno", "carla", "dario", "eva"][:count]
    opened = brian_boru.ask("setup", {"players": names, **({} if seed is None else {"seed": seed})})["state"]
    start = {"points": 10, "coins": 3, "renown": 1, "marriage": 0, "church": 0, "raiders": 0, "claims": []}
    nothing = {zone: [] for zone in ("marriages", "hand", "dealt", "picked")}
    expected = {
        "options": {"edition": "pl"},
        "phase": "opening",
        "round": 1,
        "players": [{"name": name, **start, **nothing} for name in names],
        "towns": {},
        "raiders": 0,
        "face_up": [],
        "alliance": None,
        "marriage_card": None,
        "marriages_gone": [],
        "vikings_gone": [],
        "trick": None,
        "discard": [],
        "unseen": [],
        "pending": [],
    }
    chance = {
        zone: opened.pop(zone) for zone in ("marker", "marriage_pile", "viking_pile", "shuffles") if zone in opened
    }
    assert opened == expected
    assert len(chance["marriage_pile"]) == marriages + 1
    assert chance["marriage_pile"][-1] == "princess"
    if seed is None:
        assert chance == {"marker": None, "marriage_pile": ["?"] * marriages + ["princess"], "viking_pile": ["?"] * 7}
        return
    assert chance["marker"] in names
    assert len({*chance["marriage_pile"]}) == marriages + 1, "the cards left out are in no zone"
    assert sorted(chance["viking_pile"]) == [9, 10, 11, 12, 12, 13, 14]
    assert [sorted(cards) for cards in chance["shuffles"]] == [list(range(1, 26))] * (marriages + 1)


# ---------------------------------------------------------------- a score pad beside the table that it was read off


def region(towns: int, monasteries: int = 0) -> dict[str, Any]:
    return {"munster": {"towns": towns, "monasteries": monasteries}}


HOLDS_IT = {"claims": ["munster"]}
PADS: list[tuple[str, dict[str, Any], list[str]]] = [
    ("the majority holds it", sheet(column("ana", towns=region(4), **HOLDS_IT), column("bruno", towns=region(2))), []),
    ("a tie, and it lies there", sheet(column("ana", towns=region(3)), column("bruno", towns=region(3)), face_up=["munster"]), []),
    ("one alone is ahead, and it lies there", sheet(column("ana", towns=region(4)), column("bruno", towns=region(2)), face_up=["munster"]), ["claims/majority"]),
    ("ahead by a monastery", sheet(column("ana", towns=region(3, 1)), column("bruno", towns=region(3)), face_up=["munster"]), ["claims/majority"]),
    ("a minority holds it", sheet(column("ana", towns=region(4)), column("bruno", towns=region(2), **HOLDS_IT)), ["claims/majority"]),
    ("held below a tie of two others", sheet(column("ana", towns=region(3)), column("bruno", towns=region(3)), column("carla", towns=region(1), **HOLDS_IT)), []),
    ("the Vikings are ahead of the holder", sheet(column("ana", towns=region(2), **HOLDS_IT), vikings=region(4)), ["claims/vikings"]),
    ("the Vikings are the holder's army", sheet(column("ana", towns=region(2), princess="military", **HOLDS_IT), vikings=region(4)), []),
    ("their army puts another ahead", sheet(column("ana", towns=region(2), **HOLDS_IT), column("bruno", towns=region(1), princess="military"), vikings=region(4)), ["claims/majority"]),
    ("enough towns, and face down", sheet(column("ana", towns=region(3)), column("bruno", towns=region(2))), ["claims/flip"]),
    ("too few towns, and face down", sheet(column("ana", towns=region(2)), column("bruno", towns=region(2))), []),
    ("held with one town", sheet(column("ana", towns=region(1), **HOLDS_IT)), ["claims/flip"]),
    ("face up with four", sheet(column("ana", towns=region(2)), column("bruno", towns=region(2)), face_up=["munster"]), ["claims/flip"]),
    ("no town of the region is given", sheet(column("ana", **HOLDS_IT)), []),
    ("one column: others may have more", {"players": [column("ana", towns=region(4))], "face_up": ["munster"]}, []),
    ("one column: nobody can have as many", {"players": [column("ana", towns=region(7))], "face_up": ["munster"]}, ["claims/majority"]),
    ("one column: another may hold it", {"players": [column("ana", towns=region(6))]}, []),
    ("one column: others may have turned it up", {"players": [column("ana", towns=region(1), **HOLDS_IT)]}, []),
]  # fmt: skip


@pytest.mark.parametrize(("pad", "broken"), [case[1:] for case in PADS], ids=[case[0] for case in PADS])
def test_a_pad_is_held_against_majorities_and_thresholds(pad: Any, broken: list[str], brian_boru: Referee) -> None:
    answer = brian_boru.ask("score", {"sheet": pad})
    assert (answer["verdict"], answer.broken) == ("impossible" if broken else "possible", broken)


def test_the_princess_is_one_of_the_marriages_of_a_pad(brian_boru: Referee) -> None:
    """Kept with one other card she makes two; a pad that gives her alone counts one."""
    wed = [column("ana", princess="trade"), column("bruno", marriages=1), column("carla", marriages=0)]
    assert brian_boru.ask("score", {"sheet": sheet(*wed)})["ranking"] == [["ana", "bruno"], ["carla"]]
    wed[0]["marriages"] = 2
    assert brian_boru.ask("score", {"sheet": sheet(*wed)})["ranking"] == [["ana"], ["bruno"], ["carla"]]


UNEVEN = {  # what ana, bruno and carla have in hand where the last cards might seem to be left
    "between tricks": ({"phase": "trick", "trick": None}, (1, 2, 1)),
    "between tricks, some have none": ({"phase": "trick", "trick": None}, (1, 0, 1)),
    "after the last action": (
        {"phase": "actions", "trick": {"town": None, "played": [], "winner": "ana"}},
        (1, 0, 1),
    ),
}


@pytest.mark.parametrize(("zones", "sizes"), UNEVEN.values(), ids=UNEVEN)
@pytest.mark.parametrize("first", range(3))
def test_uneven_hands_are_a_contradiction_whoever_sits_first(
    first: int, zones: Table, sizes: tuple[int, ...], brian_boru: Referee
) -> None:
    """The end of the action phase takes all cards away, but not before the hands are compared."""
    seats = [
        {"name": name, "hand": ["?"] * size} for name, size in zip(("ana", "bruno", "carla"), sizes, strict=True)
    ]
    answer = brian_boru.audit({**zones, "marker": "ana", "towns": {}, "players": seats[first:] + seats[:first]})
    assert (answer["verdict"], answer.broken) == ("impossible", ["trick/order"])


ALL_PLAYED = (("ana", 13), ("bruno", 14), ("carla", 25))
OUT_OF_ORDER = (("ana", 13), ("carla", 25), ("bruno", 14))


@pytest.mark.parametrize(
    ("cards", "more", "broken"),
    [
        (ALL_PLAYED, {"phase": "trick"}, []),
        (ALL_PLAYED, {"phase": "trick", "winner": "ana"}, ["trick/winner"]),
        (ALL_PLAYED, {"phase": "trick", "winner": "carla"}, ["trick/winner"]),
        (OUT_OF_ORDER, {"phase": "trick"}, ["trick/order"]),
        (OUT_OF_ORDER, {"phase": "actions"}, ["trick/order"]),
        (ALL_PLAYED, {"phase": "actions", "winner": "ana"}, []),
        ((("diego", 2), *ALL_PLAYED[:2]), {"phase": "trick"}, ["setup/players"]),
    ],
)
def test_a_trick_is_looked_at_before_its_winner_is_found(
    cards: tuple[tuple[str, int], ...], more: Table, broken: list[str], brian_boru: Referee
) -> None:
    """With all cards on the table the winner follows; what was sent besides is compared first, not replaced."""
    phase, winner = more["phase"], {key: more[key] for key in more if key == "winner"}
    names = [{"name": name} for name in ("ana", "bruno", "carla")]
    trick = {"town": "C1", "played": played(*cards), **winner}
    answer = brian_boru.audit({"phase": phase, "players": names, "trick": trick})
    assert (answer["verdict"], answer.broken) == ("impossible" if broken else "possible", broken)


def test_the_rest_of_a_trick_lies_in_the_order_of_the_seats(brian_boru: Referee) -> None:
    names = [{"name": name} for name in ("ana", "bruno", "carla", "diego")]
    for first in range(3):
        rest = [("bruno", 14), ("carla", 25), ("diego", 2)]
        cards = rest[first:] + rest[:first]
        trick = {"town": None, "played": played(*cards), "winner": "ana"}
        assert brian_boru.audit({"phase": "actions", "players": names, "trick": trick})["verdict"] == "possible"
        trick["played"] = played(*reversed(cards))
        assert brian_boru.audit({"phase": "actions", "players": names, "trick": trick}).broken == ["trick/order"]


OPENED = {"C1": {"disc": "ana"}, "S1": {"disc": "bruno"}, "N1": {"disc": "carla"}}


@pytest.mark.parametrize("zones", [{"phase": "opening"}, {"phase": "preparation", "round": 1}])
@pytest.mark.parametrize(
    ("towns", "more", "broken"),
    [
        (OPENED, {}, []),
        ({**OPENED, "M1": {"disc": "ana"}}, {}, ["opening/order"]),
        ({**OPENED, "S1": {"disc": "ana"}, "M1": {"disc": "bruno"}}, {}, ["opening/order"]),
        ({"C1": {"disc": "ana"}, "C2": {"disc": "bruno"}, "N1": {"disc": "carla"}}, {}, ["opening/region"]),
        (OPENED, {"coins": 7}, ["setup/start"]),
        (OPENED, {"marriage": 2}, ["setup/start"]),
    ],
)
def test_the_opening_is_looked_at_before_it_ends(
    zones: Table, towns: Table, more: Table, broken: list[str], brian_boru: Referee
) -> None:
    """When all discs lie there the first round is prepared; until then nobody has anything else."""
    names = [{"name": "ana", **more}, {"name": "bruno"}, {"name": "carla"}]
    answer = brian_boru.audit({**zones, "marker": "ana", "towns": towns, "players": names})
    assert (answer["verdict"], answer.broken) == ("impossible" if broken else "possible", broken)


def test_a_town_is_lost_only_while_raiders_are_left(brian_boru: Referee) -> None:
    names = [{"name": name} for name in ("ana", "bruno", "carla")]
    battle: Table = {"phase": "battle", "players": names, "pending": pending("raid", "ana", loser="bruno")}
    assert brian_boru.audit({**battle, "raiders": 3})["verdict"] == "possible"
    assert brian_boru.audit({**battle, "raiders": 0}).broken == ["battle/fewest"]
