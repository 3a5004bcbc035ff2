"""What each operation answers over HTTP. The rules themselves are tested with the game; here it is the operations."""

import copy
from typing import Any

import pytest

from tests.api.questions import ALL_CHOSEN, BASE_PACK, MISFIT, QUESTIONS, SMALL, WHOLE
from tests.client import Answer, Referee
from tests.games.kingdomino.tables import (
    NAMES,
    alone,
    finished,
    first_round,
    first_turn,
    line,
    place,
    reveal,
    squares,
)

HIDDEN = "?"


def table_of(count: int = 4, seed: int = 3) -> dict[str, Any]:
    return {"players": list(NAMES[:count]), "seed": seed}


def pack(**changes: Any) -> dict[str, Any]:
    """A copy of the base pack under another id."""
    return {**copy.deepcopy(BASE_PACK), "id": "mine", **changes}


# ---------------------------------------------------------------- setup


@pytest.mark.parametrize("count", [2, 3, 4])
def test_the_same_seed_gives_the_same_table(kingdomino: Referee, count: int) -> None:
    one, same, other = (kingdomino.ask("setup", table_of(count, seed)) for seed in (7, 7, 8))
    assert one == same
    assert one["state"]["pile"] != other["state"]["pile"]


def test_a_seed_gives_the_same_table_in_every_release(kingdomino: Referee) -> None:
    state = kingdomino.ask("setup", {"players": ["ana", "bruno"], "seed": 7})["state"]
    assert state["kings_drawn"] == ["bruno", "ana", "ana", "bruno"]
    assert [slot["domino"] for slot in state["next_line"]] == [4, 8, 16, 32]
    assert state["pile"] == [27, 19, 3, 26, 2, 23, 6, 9, 25, 42, 11, 15, 36, 47, 33, 22, 48, 5, 43, 18]


@pytest.mark.parametrize(("count", "dominoes"), [(2, 24), (3, 48), (4, 48)])
def test_without_a_seed_everything_that_chance_decides_is_hidden(
    kingdomino: Referee, count: int, dominoes: int
) -> None:
    answer = kingdomino.ask("setup", {"players": list(NAMES[:count])})
    assert answer["state"]["pile"] == [HIDDEN] * dominoes
    assert answer["state"]["next_line"] == []
    assert not answer["state"].get("kings_drawn")
    assert answer["next"] == {"phase": "reveal", "players": [], "moves": ["reveal", "draw"]}


@pytest.mark.parametrize("seed", [0, 2**53])
def test_the_first_and_the_last_seed_are_seeds(kingdomino: Referee, seed: int) -> None:
    assert HIDDEN not in kingdomino.ask("setup", table_of(2, seed))["state"]["pile"]


def test_a_table_that_was_set_up_can_be_played_on(kingdomino: Referee) -> None:
    answer = kingdomino.ask("setup", {**table_of(), "options": {"edition": "first", "variants": ["harmony"]}})
    assert answer["state"]["options"] == {"edition": "first", "variants": ["harmony"]}
    assert kingdomino.audit(answer["state"])["verdict"] == "possible"
    moves = kingdomino.moves(answer["state"])
    assert [move["type"] for move in moves["moves"]] == ["choose"] * 4
    assert moves["next"] == answer["next"]


def test_house_rules_of_a_setup_go_into_the_table(kingdomino: Referee) -> None:
    state = kingdomino.ask("setup", {**table_of(3), "house_rules": {"three_players": "twelve-out"}})["state"]
    assert state["options"]["house_rules"] == {"three_players": "twelve-out"}
    assert len(state["next_line"]) == 3
    assert len(state["pile"]) == 33


# ---------------------------------------------------------------- validate


def test_a_legal_move_comes_with_the_table_afterwards(kingdomino: Referee) -> None:
    answer = kingdomino.validate(WHOLE, place(3, 1, 0, "e"))
    assert answer["verdict"] == "legal"
    assert answer["state"]["players"][0]["kingdom"] == [{"domino": 3, "x": 1, "y": 0, "to": "e"}]
    assert answer["next"] == {"phase": "choose", "players": ["ana"], "moves": ["choose"]}
    assert [event["type"] for event in answer["events"]] == ["placed"]
    assert answer["citations"]
    assert answer["assumed"] == answer["missing"] == answer["violations"] == []


def test_an_illegal_move_is_an_answer_with_every_broken_rule(kingdomino: Referee) -> None:
    answer = kingdomino.validate(SMALL, MISFIT)
    assert answer["verdict"] == "illegal"
    assert answer["state"] is None
    assert answer.broken == ["place/match", "place/own-half"]
    assert set(answer.broken) <= set(answer.cited)


def test_what_is_left_out_is_assumed_and_listed(kingdomino: Referee) -> None:
    answer = kingdomino.validate(SMALL, place(5, 0, 1, "n"))
    assert answer["verdict"] == "legal"
    assert answer.assumed == ["own-domino", "turn"]


def test_an_undetermined_move_names_what_is_missing(kingdomino: Referee) -> None:
    state = {**first_round(4), "next_line": []}
    answer = kingdomino.validate({**state, "pile": [HIDDEN] * 48}, reveal())
    assert answer["verdict"] == "undetermined"
    assert answer.missing == ["pile-top"]
    assert answer["state"] is None


def test_an_impossible_position_is_judged_before_the_move(kingdomino: Referee) -> None:
    answer = kingdomino.validate({**WHOLE, "pile": []}, place(3, 1, 0, "e"))
    assert answer["verdict"] == "impossible"
    assert answer.broken == ["next-round/count"]


DRAWN_BY_KINGS = {"type": "draw", "kings": ["ana", "ana", "bruno", "bruno"]}
UNDRAWN = {key: zone for key, zone in first_round(2).items() if key != "kings_drawn"}


def test_a_ruling_says_by_itself_where_another_book_differs(kingdomino: Referee) -> None:
    answer = kingdomino.validate(UNDRAWN, DRAWN_BY_KINGS)
    assert answer["verdict"] == "illegal"
    assert "comparison" not in answer
    assert [(other["under"]["edition"], other["verdict"]) for other in answer["differs_under"]] == [
        ("first", "legal"),
        (None, "legal"),
    ]


def test_compare_also_names_the_editions_that_agree(kingdomino: Referee) -> None:
    answer = kingdomino.validate(UNDRAWN, DRAWN_BY_KINGS, compare=True)
    told_under = [
        (other["under"]["edition"] or other["under"]["value"], other["verdict"]) for other in answer["comparison"]
    ]
    assert told_under == [("first", "legal"), ("drawn", "legal"), ("alternate", "illegal")]
    assert answer["comparison"][-1]["rules"] == ["kingdomino/two-players/first-round"]


def test_suggestions_are_legal_and_the_nearest_first(kingdomino: Referee) -> None:
    suggestions = kingdomino.validate(SMALL, MISFIT, suggest=True)["suggestions"]
    assert 1 <= len(suggestions) <= 5
    for move in suggestions:
        assert kingdomino.validate(SMALL, move)["verdict"] == "legal"
    distances = [abs(move["x"] - MISFIT["x"]) + abs(move["y"] - MISFIT["y"]) for move in suggestions]
    assert distances[0] == min(distances) == 2


def test_a_legal_move_needs_no_suggestions(kingdomino: Referee) -> None:
    assert kingdomino.validate(WHOLE, place(3, 1, 0, "e"), suggest=True)["suggestions"] == []
    assert "suggestions" not in kingdomino.validate(SMALL, MISFIT)


def test_a_viewer_does_not_see_the_pile(kingdomino: Referee) -> None:
    state = kingdomino.ask("setup", table_of())["state"]
    move = kingdomino.moves(state)["moves"][0]
    seen = kingdomino.validate(state, move, viewer="ana")
    assert seen["state"]["pile"] == [HIDDEN] * 44
    whole = kingdomino.validate(state, move)
    assert whole["state"]["pile"] == state["pile"]
    assert {**whole["state"], "pile": None} == {**seen["state"], "pile": None}


def test_house_rules_are_laid_over_those_of_the_table(kingdomino: Referee) -> None:
    agreed = {**UNDRAWN, "options": {"house_rules": {"first_round_of_two": "alternate", "tie_break": "territory"}}}
    answer = kingdomino.validate(agreed, DRAWN_BY_KINGS, house_rules={"first_round_of_two": "drawn"})
    assert answer["verdict"] == "legal"
    assert [(base["kind"], base["name"], base["value"]) for base in answer["rests_on"]] == [
        ("house-rule", "first_round_of_two", "drawn")
    ]


def test_an_inline_pack_decides(kingdomino: Referee) -> None:
    """With forests all over domino 19 the misfit fits beside it."""
    changed = pack()
    changed["dominoes"][18]["a"]["terrain"] = changed["dominoes"][18]["b"]["terrain"] = "forest"
    assert kingdomino.validate(SMALL, place(5, 1, 1, "w"))["verdict"] == "legal"
    assert kingdomino.validate(SMALL, place(5, 2, 1, "n"))["verdict"] == "legal"
    assert kingdomino.validate(SMALL, place(5, 1, 1, "n"))["verdict"] == "illegal"
    assert kingdomino.validate(SMALL, place(5, 1, 1, "n"), pack=changed)["verdict"] == "legal"


def test_a_pack_can_be_named(kingdomino: Referee) -> None:
    named, unnamed = kingdomino.validate(SMALL, MISFIT, pack="base"), kingdomino.validate(SMALL, MISFIT)
    assert named["violations"] == unnamed["violations"]
    assert kingdomino.problem("validate", {"state": SMALL, "move": MISFIT, "pack": "none"}) == ["/pack"]


@pytest.mark.parametrize("operation", ["validate", "legal-moves", "resolve", "audit", "score", "setup", "replay"])
def test_an_answer_that_rests_on_a_stand_in_says_so(kingdomino: Referee, operation: str) -> None:
    made_up = pack()
    made_up["dominoes"][40]["provenance"] = "stand-in"
    question = {**QUESTIONS[operation], "pack": made_up}
    rests_on = kingdomino.ask(operation, question)["rests_on"]
    assert [(base["kind"], base["value"]) for base in rests_on] == [("stand-in", "mine")]
    assert kingdomino.ask(operation, QUESTIONS[operation])["rests_on"] == []


# ---------------------------------------------------------------- legal-moves


def test_every_listed_move_is_legal_and_no_neighbour_of_them_is(kingdomino: Referee) -> None:
    listed = kingdomino.moves(WHOLE)["moves"]
    assert len(listed) == 12
    for x in range(-3, 4):
        for y in range(-3, 4):
            for side in "nesw":
                move = place(3, x, y, side)
                mirrored = place(
                    3,
                    x + {"e": 1, "w": -1}.get(side, 0),
                    y + {"n": 1, "s": -1}.get(side, 0),
                    "swne"["nesw".index(side)],
                )
                legal = kingdomino.validate(WHOLE, move)["verdict"] == "legal"
                assert legal == (move in listed or mirrored in listed)


def test_explain_says_why_the_other_types_are_refused(kingdomino: Referee) -> None:
    refused = kingdomino.moves(WHOLE, explain=True)["refused"]
    assert {kind["type"]: [broken["rule"] for broken in kind["violations"]] for kind in refused} == {
        "choose": ["kingdomino/round/place-then-choose"],
        "discard": ["kingdomino/discard/at-will"],
        "reveal": ["kingdomino/next-round/reveal"],
        "draw": ["kingdomino/first-round/draw"],
    }
    assert kingdomino.moves(WHOLE)["refused"] == []


def test_moves_can_be_asked_for_one_player_and_one_kind(kingdomino: Referee) -> None:
    assert len(kingdomino.moves(WHOLE, player="ana", type="place")["moves"]) == 12
    assert kingdomino.moves(WHOLE, type="choose")["moves"] == []
    others = kingdomino.moves(WHOLE, player="bruno", type="place", explain=True)
    assert others["moves"] == []
    assert [kind["type"] for kind in others["refused"]] == ["place"]


def test_without_its_zones_a_list_says_what_it_needs(kingdomino: Referee) -> None:
    answer = kingdomino.moves(SMALL)
    assert answer["verdict"] == "undetermined"
    assert answer.missing == ["pile-top", "next-line", "current-line", "due"]


def test_an_impossible_position_has_no_moves(kingdomino: Referee) -> None:
    answer = kingdomino.moves({**WHOLE, "pile": []}, explain=True)
    assert answer["verdict"] == "impossible"
    assert answer["moves"] == answer["refused"] == []
    assert answer["next"] is None


# ---------------------------------------------------------------- what events rest on


def roles_of(answer: Answer) -> dict[str, str]:
    return {citation["rule"].split("/", 1)[1]: citation["role"] for citation in answer["citations"]}


def test_the_rules_of_events_are_cited_where_they_have_no_other_role(kingdomino: Referee) -> None:
    last = {**ALL_CHOSEN, "phase": "first-round", "kings_drawn": ["ana", "carla", "bruno"], "pile": [HIDDEN] * 44}
    state = {**last, "next_line": line((1, "ana"), 7, (19, "carla"), 30)}
    answer = kingdomino.validate(state, {"type": "choose", "player": "bruno", "domino": 30})
    assert [event["rule"].split("/", 1)[1] for event in answer["events"]] == [
        "choose/any",
        "three-players/leftover",
        "round/order",
    ]
    assert roles_of(answer) == {
        "first-round/order": "allows",
        "choose/any": "allows",
        "three-players/leftover": "applies",
        "round/order": "applies",
    }
    cited = next(entry for entry in answer["citations"] if entry["role"] == "applies")
    assert cited["text"]
    assert cited["sources"]


def test_an_illegal_move_applies_nothing(kingdomino: Referee) -> None:
    assert set(roles_of(kingdomino.validate(SMALL, MISFIT)).values()) == {"broken"}


OWN_HALF = {"en": "House ruling KD-4, ", "es": "Criterio propio KD-4, ", "pl": "Orzeczenie własne KD-4, "}


@pytest.mark.parametrize("language", OWN_HALF)
def test_a_ruling_that_rests_on_a_house_ruling_says_so(kingdomino: Referee, language: str) -> None:
    reader = Referee(kingdomino.app, "kingdomino", language)
    (ground,) = reader.validate(SMALL, MISFIT)["rests_on"]
    assert (ground["kind"], ground["name"], ground["value"]) == (
        "house-ruling",
        "KD-4",
        "kingdomino/place/own-half",
    )
    assert ground["text"].startswith(OWN_HALF[language])


@pytest.mark.parametrize(("edition", "numbers"), [("es", []), ("first", ["KD-13"])])
def test_a_house_ruling_for_one_edition_decides_in_that_edition_only(
    kingdomino: Referee, edition: str, numbers: list[str]
) -> None:
    state = {**SMALL, "options": {"edition": edition}}
    answer = kingdomino.validate(state, {"type": "discard", "player": "ana", "domino": 3})
    assert answer.broken == ["discard/at-will"]
    assert [ground["name"] for ground in answer["rests_on"]] == numbers
    assert all("the printed book in use does not decide" in ground["text"] for ground in answer["rests_on"])


def test_what_a_ruling_rests_on_is_in_order(kingdomino: Referee) -> None:
    """House rules first, then house rulings, then stand-in data; a house ruling that only allows is none of it."""
    made_up = pack()
    made_up["dominoes"][40]["provenance"] = "stand-in"
    state = {**SMALL, "options": {"house_rules": {"tie_break": "territory"}, "variants": ["middle-kingdom"]}}
    answer = kingdomino.validate(state, MISFIT, pack=made_up, house_rules={"harmony": "full-grid"})
    assert [ground["kind"] for ground in answer["rests_on"]] == ["house-ruling", "stand-in"]
    allowed = kingdomino.validate(SMALL, place(5, 0, 1, "n"))
    assert [entry for entry in allowed["rests_on"] if entry["value"] not in allowed.cited] == []


# ---------------------------------------------------------------- resolve


def test_a_line_from_which_all_have_chosen_moves_up(kingdomino: Referee) -> None:
    answer = kingdomino.ask("resolve", {"state": {**ALL_CHOSEN, "leftovers": [2]}})
    assert answer["verdict"] == "possible"
    assert [event["type"] for event in answer["events"]] == ["leftover", "round"]
    assert [slot["domino"] for slot in answer["state"]["current_line"]] == [1, 19, 30]
    assert answer["state"]["leftovers"] == [2, 7]
    assert set(roles_of(answer).values()) == {"applies"}
    assert answer["next"]


def test_nothing_happens_at_rest(kingdomino: Referee) -> None:
    answer = kingdomino.ask("resolve", {"state": WHOLE})
    assert answer["verdict"] == "possible"
    assert answer["events"] == answer["citations"] == answer["rests_on"] == []
    assert answer["state"] == kingdomino.ask("replay", {"state": WHOLE, "moves": []})["state"]
    assert answer["next"] == kingdomino.moves(WHOLE)["next"]


def test_nothing_happens_in_an_impossible_position(kingdomino: Referee) -> None:
    answer = kingdomino.ask("resolve", {"state": {**WHOLE, "pile": []}})
    assert answer["verdict"] == "impossible"
    assert answer.broken == kingdomino.audit({**WHOLE, "pile": []}).broken
    assert answer["state"] is None
    assert answer["events"] == []


def test_house_rules_and_packs_are_taken(kingdomino: Referee) -> None:
    question = {"state": ALL_CHOSEN, "house_rules": {"three_players": "twelve-out"}}
    assert kingdomino.ask("resolve", question)["verdict"] == "impossible"
    assert kingdomino.ask("resolve", {"state": ALL_CHOSEN, "pack": "base"})["verdict"] == "possible"


# ---------------------------------------------------------------- audit, score, view


def test_an_audit_lists_every_contradiction(kingdomino: Referee) -> None:
    state = alone("1 1,0 e; 1 4,4 e; 2 0,0 n")
    answer = kingdomino.audit(state)
    assert answer["verdict"] == "impossible"
    assert {"components/dominoes", "setup/castle", "place/bounds", "place/match"} <= set(answer.broken)
    assert set(answer.broken) <= set(answer.cited)
    assert kingdomino.audit(WHOLE)["verdict"] == "possible"


def test_a_score_comes_with_lines_ranking_and_whether_it_is_final(kingdomino: Referee) -> None:
    answer = kingdomino.score(finished(4))
    assert answer["final"] is True
    assert sorted(name for place_ in answer["ranking"] for name in place_) == list(NAMES)
    for player in answer["players"]:
        assert player["total"] == sum(line["points"] for line in player["lines"])
        assert all(line["rule"].split("/", 1)[1] in answer.cited for line in player["lines"])
    assert kingdomino.score(WHOLE)["final"] is False
    assert kingdomino.score(SMALL)["final"] is None


def test_a_claim_is_held_against_the_truth(kingdomino: Referee) -> None:
    state = {"players": [{"name": "ana", "squares": squares("wheat1 1,0; wheat 2,0")}]}
    (right,) = kingdomino.score(state, claimed={"ana": 2})["claims"]
    assert right["correct"] is True
    assert right["explanations"] == []
    (wrong,) = kingdomino.score(state, claimed={"ana": 5})["claims"]
    assert (wrong["correct"], wrong["claimed"], wrong["total"], wrong["difference"]) == (False, 5, 2, 3)
    assert wrong["explanations"]


def test_the_games_of_a_dynasty_are_added_up(kingdomino: Referee) -> None:
    games = [finished(2, seed) for seed in (1, 2, 3)]
    totals = [kingdomino.score(game) for game in games]
    dynasty = kingdomino.ask("score", {"games": games})
    for name in NAMES[:2]:
        assert dynasty.total(name) == sum(one.total(name) or 0 for one in totals)


@pytest.mark.parametrize("player", NAMES)
def test_nobody_sees_the_pile(kingdomino: Referee, player: str) -> None:
    state = kingdomino.ask("setup", table_of())["state"]
    seen = kingdomino.ask("view", {"state": state, "player": player})["state"]
    assert seen == {**state, "pile": [HIDDEN] * len(state["pile"])}


def test_a_view_has_no_pile_that_was_left_out(kingdomino: Referee) -> None:
    assert "pile" not in kingdomino.ask("view", {"state": SMALL, "player": "ana"})["state"]


# ---------------------------------------------------------------- packs/check


def test_a_good_pack_has_no_findings(kingdomino: Referee) -> None:
    answer = kingdomino.ask("packs/check", {"pack": BASE_PACK})
    assert (answer["usable"], answer["findings"]) == (True, [])


@pytest.mark.parametrize(
    ("spoil", "level", "pointer"),
    [
        (lambda dominoes: dominoes[5].update(number=1), "error", "/dominoes/5/number"),
        (lambda dominoes: dominoes.pop(), "error", "/dominoes"),
        (lambda dominoes: dominoes[5].update(number=60), "warning", "/dominoes"),
        (lambda dominoes: dominoes[7].update(provenance="stand-in"), "warning", "/dominoes/7/provenance"),
    ],
)
def test_a_finding_says_what_is_wrong_and_where(kingdomino: Referee, spoil: Any, level: str, pointer: str) -> None:
    checked = pack()
    spoil(checked["dominoes"])
    answer = kingdomino.ask("packs/check", {"pack": checked})
    assert (level, pointer) in [(finding["level"], finding["pointer"]) for finding in answer["findings"]]
    assert answer["usable"] is (level == "warning")
    if level == "error":
        assert kingdomino.problem("score", {"state": SMALL, "pack": checked})[0] == f"/pack{pointer}"
    else:
        kingdomino.score(SMALL, pack=checked)


def test_positions_of_every_stage_are_possible(kingdomino: Referee) -> None:
    """The tables that these tests start from are real ones."""
    for state in (WHOLE, first_turn(2), first_turn(3), first_round(2), first_round(3), first_round(4), finished(3)):
        assert kingdomino.audit(state)["verdict"] == "possible"
