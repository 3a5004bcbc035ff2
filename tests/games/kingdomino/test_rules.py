"""Every rule of Kingdomino, kept and broken, through HTTP.

``obeys``: a move, a position or a score that keeps the rule is accepted, and where the rule is what decides, it is
cited. ``breaks``: what breaks the rule is refused with it, and a scoring rule is broken by a total that forgets it.

Sections in the order of the printed book. ``make coverage`` writes down which test belongs to which rule.
"""

from collections.abc import Callable
from typing import Any

import pytest

from tests.client import Answer, Referee
from tests.games.kingdomino.tables import (
    alone,
    choose,
    discard,
    finished,
    first_round,
    first_turn,
    kingdom,
    last_round,
    line,
    place,
    reveal,
    squares,
)

Question = Callable[[Referee], Answer]

# The castle walled in on all four sides by wheat: what shows neither wheat, forest nor lake fits nowhere.
CROSS = "1 1,0 e; 2 -1,0 w; 13 0,1 n; 14 0,-1 s"
FULL_5 = (
    "45 -1,0 s; 16 2,0 w; 46 1,1 n; 10 0,1 n; 6 0,-1 e; 36 -1,1 n; 3 0,-2 e; 15 2,1 n; 20 -1,-2 w; 35 2,-1 s;"
    " 34 -2,-1 n; 41 -2,1 n"
)
"""A full grid with the castle in its centre: 21 points without bonuses."""


def validate(state: dict[str, Any], move: dict[str, Any], **more: Any) -> Question:
    return lambda referee: referee.validate(state, move, **more)


def audit(state: dict[str, Any], **more: Any) -> Question:
    return lambda referee: referee.audit(state, **more)


def score(state: dict[str, Any], **more: Any) -> Question:
    return lambda referee: referee.score(state, **more)


def changed(state: dict[str, Any], **zones: Any) -> dict[str, Any]:
    return {**state, **zones}


def with_player(state: dict[str, Any], seat: int = 0, **zones: Any) -> dict[str, Any]:
    players = [{**player, **(zones if place == seat else {})} for place, player in enumerate(state["players"])]
    return {**state, "players": players}


def table_with(text: str, domino: int, **zones: Any) -> dict[str, Any]:
    """Only ana's kingdom, and a line in which she is the first to place."""
    return {
        "phase": "play",
        "players": [{"name": "ana", "kingdom": kingdom(text), **zones}],
        "current_line": line((domino, "ana")),
    }


def after_placing(count: int = 4) -> dict[str, Any]:
    """Ana has placed domino 3 and has her king in hand."""
    state = first_turn(count)
    return with_player(changed(state, current_line=state["current_line"][1:]), kingdom=kingdom("3 1,0 e"))


def squares_alone(text: str, **options: Any) -> dict[str, Any]:
    return {"options": options, "players": [{"name": "ana", "squares": squares(text)}]}


def claim(state: dict[str, Any], total: int) -> Question:
    return score(state, claimed={"ana": total})


CHEQUERED = "grassland1 1,0; wheat 2,0; wheat 1,1; grassland2 2,1"
"""Two grasslands of one square that touch at a corner only: 1 + 2 points."""

APART = "grassland1 1,0; grassland 2,0; wheat -1,0; grassland2 -2,0"
"""A grassland of two squares with one crown, and one apart with two: 2 + 2 points."""

FEWER_CROWNS = "wheat1 1,0; wheat1 2,0"
MORE_CROWNS = "wheat1 1,0; wheat 2,0; forest1 0,1; lake1 -1,0"
"""Both have four points and a largest territory of two squares; two crowns and three."""


OBEYED: list[tuple[str, str, Question]] = [
    ("components/dominoes", "every domino once", audit(first_turn())),
    ("components/squares", "coverable squares", audit(squares_alone("lake1 1,0; forest 2,0"))),
    ("setup/players", "four players", audit(first_turn(4))),
    ("setup/kings", "one king each", audit(after_placing(4))),
    ("setup/castle", "squares around the castle", audit(squares_alone("mine1 1,0; wheat 2,0"))),
    ("setup/pile", "the known top comes out", validate(changed(first_turn(), next_line=[], pile=[12, 5, 40, 30] + ["?"] * 40), reveal(5, 12, 30, 40))),
    ("line/size", "four come out", validate(changed(first_turn(), next_line=[], pile=["?"] * 44), reveal(5, 12, 30, 40))),
    ("line/ascending", "laid by number", audit(first_turn())),
    ("first-round/draw", "each king once", validate({k: v for k, v in first_round().items() if k != "kings_drawn"}, {"type": "draw", "kings": ["dario", "ana", "carla", "bruno"]})),
    ("first-round/order", "the first king drawn", validate(first_round(), choose(41, "carla"))),
    ("first-round/choose-only", "no kingdom yet", audit(first_round())),
    ("choose/free", "a free domino", validate(changed(first_round(), next_line=line(3, (9, "carla"), 22, 41)), choose(3, "ana"))),
    ("round/order", "the lowest number", validate(first_turn(), place(3, 1, 0, "e"))),
    ("round/place-then-choose", "choosing after placing", validate(after_placing(), choose(40))),
    ("round/own-domino", "the own domino", validate(first_turn(), place(3, 1, 0, "e"))),
    ("round/once-each", "as many dominoes for all", audit(after_placing())),
    ("place/overlap", "beside the castle", validate(alone("3 1,0 e"), place(7, 0, 1, "n"))),
    ("place/bounds", "five wide", validate(alone("1 1,0 e; 2 -1,0 w"), place(13, 1, 1, "n"))),
    ("place/bounds-with-castle", "five with the castle", validate(alone("1 1,0 e"), place(2, 3, 0, "e"))),
    ("place/gaps", "leaves a hole", validate(alone("1 1,0 e; 2 0,1 w; 15 2,1 n"), place(13, 0, 2, "e"))),
    ("place/castle-anywhere", "the castle at the rim", validate(alone("1 1,0 e"), place(2, 3, 0, "e"))),
    ("place/match", "forest beside forest", validate(alone("3 1,0 e"), place(19, 3, 1, "s"))),
    ("place/own-half", "a double beside its terrain", validate(alone("3 1,0 e"), place(4, 3, 0, "n"))),
    ("place/castle", "anything beside the castle", validate(alone("3 1,0 e"), place(12, 0, 1, "n"))),
    ("place/fixed", "a new domino", validate(alone("3 1,0 e"), place(4, 3, 0, "n"))),
    ("discard/forced", "fits nowhere", validate(table_with(CROSS, 12), discard(12))),
    ("discard/at-will", "fits nowhere", validate(alone(CROSS), discard(12))),
    ("choose/in-line", "from the next line", validate(after_placing(), choose(5))),
    ("choose/any", "even one that fits nowhere", validate({"players": [{"name": "ana", "kingdom": kingdom(CROSS)}], "next_line": line(5, 12, (30, "bruno"), 40)}, choose(12))),
    ("next-round/reveal", "everybody is ready", validate(changed(first_turn(), next_line=[], pile=["?"] * 44), reveal(5, 12, 30, 40))),
    ("next-round/count", "forty left", audit(first_turn())),
    ("end/last-round", "placing in the last round", lambda referee: referee.validate(last_round(), referee.moves(last_round())["moves"][0])),
    ("end/over", "the last domino ends it", lambda referee: referee.audit(finished())),
    ("score/territory", "five lakes, two crowns", score(squares_alone("lake1 1,0; lake1 2,0; lake 1,1; lake 2,1; lake 2,2"))),
    ("score/not-diagonal", "corners", score(squares_alone(CHEQUERED))),
    ("score/no-crowns", "two swamps", score(alone("12 1,0 e"))),
    ("score/separate", "two grasslands", score(squares_alone(APART))),
    ("score/castle-no-terrain", "wheat on both sides", score(squares_alone("wheat1 1,0; wheat -1,0"))),
    ("score/total", "the sum", score(alone("19 1,0 e"))),
    ("score/winner", "most points", score(finished())),
    ("score/tie-territory", "larger territory", lambda referee: tie(referee, "wheat1 1,0; forest 2,0; forest 2,1", "wheat1 1,0; forest 2,0; lake 2,1")),
    ("score/tie-crowns", "more crowns", lambda referee: tie(referee, FEWER_CROWNS, MORE_CROWNS, "first")),
    ("score/tie-shared", "nothing separates them", lambda referee: tie(referee, "wheat1 1,0; wheat 2,0", "lake1 1,0; lake 2,0")),
    ("score/places", "four places", score(finished())),
    ("two-players/kings", "two kings each", audit(first_turn(2))),
    ("two-players/dominoes", "sixteen left", audit(first_turn(2))),
    ("two-players/first-round", "one, two, one", validate(changed(first_round(2), next_line=line((3, "ana"), 9, (22, "bruno"), 41)), choose(9, "bruno"))),
    ("three-players/kings", "one king each", audit(first_turn(3))),
    ("three-players/dominoes", "four come out", validate(changed(first_turn(3), next_line=[], pile=["?"] * 44), reveal(5, 12, 30, 40))),
    ("three-players/leftover", "the leftover goes", audit(first_turn(3))),
    ("variants/combine", "both bonuses", score(alone(FULL_5, variants=["harmony", "middle-kingdom"]))),
    ("variants/great-duel", "seven wide", validate(alone("1 1,0 e; 13 3,0 n; 2 -1,0 w", variants=["great-duel"]), place(14, -3, 0, "n"))),
    ("variants/great-duel-two", "two players", audit(first_turn(2, variants=["great-duel"]))),
    ("variants/harmony", "a full grid", score(alone(FULL_5, variants=["harmony"]))),
    ("variants/middle-kingdom", "the castle in the centre", score(alone(FULL_5, variants=["middle-kingdom"]))),
    ("variants/middle-kingdom-centre", "a small frame", score(alone("1 1,0 e; 2 -1,0 w", variants=["middle-kingdom"]))),
    ("variants/dynasty", "three games", lambda referee: referee.ask("score", {"games": [finished(2, 1), finished(2, 2), finished(2, 3)]})),
    ("variants/dynasty-ties", "equal sums", lambda referee: referee.ask("score", {"games": [pair("lake1 1,0; lake 2,0", "wheat1 1,0; wheat 2,0")]*3})),
]  # fmt: skip

# Rules that are at work without being what decides: accepted, but not cited.
SILENT = {
    "components/dominoes", "components/squares", "setup/players", "setup/kings", "setup/castle", "line/size",
    "line/ascending", "first-round/choose-only", "choose/free", "round/once-each", "place/overlap",
    "place/bounds-with-castle", "place/own-half", "place/fixed", "discard/at-will",
    "choose/in-line", "next-round/count", "end/over", "score/not-diagonal", "score/castle-no-terrain",
    "two-players/kings", "two-players/dominoes", "three-players/kings", "three-players/dominoes",
    "three-players/leftover", "variants/great-duel-two",
}  # fmt: skip

BROKEN: list[tuple[str, str, Question]] = [
    ("components/dominoes", "one domino in two kingdoms", audit(with_player(first_turn(), 1, kingdom=kingdom("3 1,0 e")))),
    ("components/dominoes", "placing what lies elsewhere", validate({"players": [{"name": "ana", "kingdom": []}, {"name": "bruno", "kingdom": kingdom("7 1,0 e")}]}, place(7, 1, 0, "e"))),
    ("components/dominoes", "turning up what lies there", validate(changed(first_turn(), next_line=[], pile=["?"] * 44), reveal(3, 12, 30, 40))),
    ("components/dominoes", "one number twice in a line", validate(changed(first_turn(), next_line=[], pile=["?"] * 44), reveal(12, 12, 30, 40))),
    ("components/squares", "two mines with three crowns", audit(squares_alone("mine3 1,0; mine3 2,0"))),
    ("components/squares", "an odd square", audit(squares_alone("wheat 1,0; wheat 2,0; wheat 3,0"))),
    ("components/squares", "no domino shows them", audit(squares_alone("mine3 1,0; lake 2,0"))),
    ("setup/players", "five players", audit({"players": [{"name": name} for name in "abcde"]})),
    ("setup/players", "a stranger's king", audit(changed(first_turn(), current_line=line((3, "ana"), (9, "bruno"), (22, "carla"), (41, "eva"))))),
    ("setup/kings", "two kings of one player", audit(changed(first_turn(), next_line=line(5, 12, 30, (40, "ana"))))),
    ("setup/kings", "two kings in hand", audit(changed(first_turn(), current_line=line((22, "carla"), (41, "dario"))))),
    ("setup/castle", "terrain on the castle", audit(squares_alone("wheat 0,0; wheat 1,0"))),
    ("setup/pile", "not what the pile shows", validate(changed(first_turn(), next_line=[], pile=[12, 5, 40, 31] + ["?"] * 40), reveal(5, 12, 30, 40))),
    ("setup/pile", "from further down", validate(changed(first_turn(), next_line=[], pile=["?"] * 43 + [30]), reveal(5, 12, 30, 40))),
    ("line/size", "three come out", validate(changed(first_turn(), next_line=[], pile=["?"] * 44), reveal(5, 12, 30))),
    ("line/size", "a line of five", audit(changed(first_turn(), next_line=line(5, 12, 30, 40, 42)))),
    ("line/ascending", "out of order", audit(changed(first_turn(), next_line=line(12, 5, 30, 40)))),
    ("first-round/draw", "a king twice", validate({k: v for k, v in first_round().items() if k != "kings_drawn"}, {"type": "draw", "kings": ["ana", "ana", "carla", "bruno"]})),
    ("first-round/draw", "drawn again", validate(first_round(), {"type": "draw", "kings": ["dario", "ana", "carla", "bruno"]})),
    ("first-round/order", "out of the drawn order", validate(first_round(), choose(41, "ana"))),
    ("first-round/order", "the wrong kings on the line", audit(changed(first_round(), next_line=line(3, 9, 22, (41, "ana"))))),
    ("first-round/choose-only", "placing at once", validate(changed(first_round(), next_line=line(3, 9, 22, (41, "carla"))), place(41, 1, 0, "e", "carla"))),
    ("first-round/choose-only", "a kingdom already", audit(with_player(first_round(), kingdom=kingdom("1 1,0 e")))),
    ("choose/free", "a king stands there", validate(changed(first_round(), next_line=line(3, (9, "carla"), 22, 41)), choose(9, "ana"))),
    ("round/order", "out of turn", validate(first_turn(), place(9, 1, 0, "e", "bruno"))),
    ("round/order", "while another has to choose", validate(after_placing(), place(9, 1, 0, "e", "bruno"))),
    ("round/order", "the own second domino first", validate(first_turn(2), place(41, 1, 0, "e"))),
    ("round/place-then-choose", "choosing first", validate(first_turn(), choose(40))),
    ("round/place-then-choose", "placing twice", validate(after_placing(), place(4, 3, 0, "n"))),
    ("round/own-domino", "another's domino", validate(first_turn(), place(9, 1, 0, "e"))),
    ("round/own-domino", "a domino of the next line", validate(first_turn(), place(12, 1, 0, "e"))),
    ("round/once-each", "one domino too many", audit(with_player(first_turn(), kingdom=kingdom("1 1,0 e")))),
    ("place/overlap", "on another domino", validate(alone("3 1,0 e"), place(4, 2, 0, "n"))),
    ("place/overlap", "on the castle", validate(alone(""), place(4, 0, 0, "n"))),
    ("place/overlap", "a kingdom with two on one square", audit(alone("1 1,0 e; 2 2,0 e"))),
    ("place/bounds", "six wide", validate(alone("1 1,0 e; 2 -1,0 w"), place(13, 3, 0, "n"))),
    ("place/bounds", "a kingdom six wide", audit(alone("1 1,0 e; 2 3,0 e; 13 5,0 n"))),
    ("place/bounds", "far away", validate(alone(""), place(4, 50, 50, "n"))),
    ("place/bounds-with-castle", "five without the castle, six with it", validate(alone("1 1,0 e; 2 3,0 e"), place(13, 5, 0, "n"))),
    ("place/bounds-with-castle", "far away from a castle alone", validate(alone(""), place(4, 50, 50, "n"))),
    ("place/gaps", "refusing the only place for its hole", validate(alone("2 0,1 e; 40 1,0 s; 39 -1,-1 n; 24 2,2 w; 14 1,3 w; 47 -2,0 n"), discard(12))),
    ("place/castle-anywhere", "refusing the only place for the castle's sake", validate(alone("3 0,1 e; 34 1,0 s; 26 2,1 e; 20 -1,0 s"), discard(10))),
    ("place/match", "swamp beside wheat", validate(alone("1 1,0 e"), place(12, 3, 0, "n"))),
    ("place/match", "touching at a corner", validate(alone("3 1,0 e"), place(4, 3, 1, "n"))),
    ("place/match", "the other half's terrain beside it", validate(alone("3 1,0 e"), place(19, 3, 0, "n"))),
    ("place/match", "a kingdom that no order connects", audit(alone("1 1,0 e; 12 3,0 n"))),
    ("place/own-half", "a double on its own", validate(alone("1 1,0 e"), place(12, 3, 0, "n"))),
    ("place/castle", "refusing a place beside the castle", validate(alone(""), discard(12))),
    ("place/fixed", "moving a placed domino", validate(alone("3 1,0 e"), place(3, 0, 1, "n"))),
    ("discard/forced", "placing what fits nowhere", validate(alone(CROSS), place(12, 1, 1, "n"))),
    ("discard/at-will", "it fits", validate(alone(CROSS), discard(7))),
    ("discard/at-will", "a discard with room beside the castle", audit({"players": [{"name": "ana", "kingdom": kingdom("3 1,0 e"), "discarded": [12]}]})),
    ("choose/in-line", "not in the line", validate(after_placing(), choose(41))),
    ("next-round/reveal", "placing before the line lies there", validate(changed(first_turn(), next_line=[], pile=["?"] * 44), place(3, 1, 0, "e"))),
    ("next-round/reveal", "too early", validate(first_turn(), reveal(1, 2, 4, 6))),
    ("next-round/reveal", "placed although no line lies there", audit(changed(after_placing(), next_line=[], pile=["?"] * 44))),
    ("next-round/count", "a pile too large", audit(changed(first_turn(), pile=["?"] * 44))),
    ("end/last-round", "choosing in the last round", lambda referee: referee.validate(last_round(), choose(1, last_round()["current_line"][0]["king"]))),
    ("end/last-round", "turning up from an empty pile", lambda referee: referee.validate(last_round(), reveal(1, 2, 3, 4))),
    ("end/over", "moving after the end", lambda referee: referee.validate(finished(), choose(1))),
    ("end/over", "over, with dominoes in the line", audit(changed(first_turn(), phase="over"))),
    ("score/territory", "a territory left out", claim(squares_alone("lake1 1,0; lake 2,0; wheat1 -1,0; wheat 0,1"), 2)),
    ("score/not-diagonal", "corners counted", claim(squares_alone(CHEQUERED), 6)),
    ("score/no-crowns", "a point a square", claim(squares_alone("lake1 1,0; wheat 2,0; wheat 3,0"), 3)),
    ("score/separate", "counted together", claim(squares_alone(APART), 9)),
    ("score/castle-no-terrain", "the castle counted", claim(squares_alone("wheat1 1,0; lake 2,0"), 2)),
    ("score/total", "added up wrongly", claim(alone("19 1,0 e"), 4)),
    ("two-players/kings", "three kings of one player", audit(changed(first_turn(2), next_line=line(5, 12, 30, (40, "ana"))))),
    ("two-players/dominoes", "all 48", audit(changed(first_turn(2), pile=["?"] * 40))),
    ("two-players/first-round", "taking turns", validate({k: v for k, v in first_round(2).items() if k != "kings_drawn"}, {"type": "draw", "kings": ["ana", "bruno", "ana", "bruno"]})),
    ("two-players/first-round", "drawn otherwise", audit(changed(first_round(2), kings_drawn=["ana", "bruno", "ana", "bruno"]))),
    ("three-players/kings", "two kings of one player", audit(changed(first_turn(3), next_line=line(5, 12, 30, (40, "ana"))))),
    ("three-players/dominoes", "three come out", validate(changed(first_turn(3), next_line=[], pile=["?"] * 44), reveal(5, 12, 30))),
    ("three-players/dominoes", "a pile of 36", audit(changed(first_turn(3), pile=["?"] * 28))),
    ("three-players/leftover", "kept in the line", audit(changed(first_turn(3), current_line=line((3, "ana"), (9, "bruno"), (22, "carla"), 41), leftovers=[]))),
    ("three-players/leftover", "one too few", audit(changed(first_turn(3), leftovers=[]))),
    ("variants/combine", "only one bonus", claim(alone(FULL_5, variants=["harmony", "middle-kingdom"]), 31)),
    ("variants/great-duel", "eight wide", validate(alone("1 1,0 e; 13 3,0 n; 2 -1,0 w; 14 -3,0 n", variants=["great-duel"]), place(16, 4, 0, "n"))),
    ("variants/great-duel", "half of the dominoes", audit(changed(first_turn(2, variants=["great-duel"]), pile=["?"] * 16))),
    ("variants/great-duel-two", "three players", audit(first_turn(3, variants=["great-duel"]))),
    ("variants/harmony", "with a hole", claim(alone("19 1,0 e", variants=["harmony"]), 6)),
    ("variants/middle-kingdom", "not in the centre", claim(alone("19 1,0 e", variants=["middle-kingdom"]), 11)),
    ("variants/dynasty", "a game left out", lambda referee: referee.ask("score", {"games": [pair("lake1 1,0; lake 2,0", "wheat1 1,0; wheat 2,0")] * 3, "claimed": {"ana": 4}})),
    ("variants/dynasty", "four games", lambda referee: referee.ask("score", {"games": [pair("lake1 1,0; lake 2,0", "wheat1 1,0; wheat 2,0")] * 4})),
]  # fmt: skip


def pair(first: str, second: str) -> dict[str, Any]:
    players = [{"name": "ana", "squares": squares(first)}, {"name": "bruno", "squares": squares(second)}]
    return {"players": players}


def tie(referee: Referee, first: str, second: str, edition: str = "es") -> Answer:
    """Two kingdoms with the same points."""
    answer = referee.score({**pair(first, second), "options": {"edition": edition}})
    assert answer.total("ana") == answer.total("bruno")
    return answer


PERMITS = {"place/gaps", "place/castle-anywhere", "place/castle"}
"""Rules that decide against a refusal of the move that they allow; they are cited, not broken."""


def marked(cases: list[tuple[str, str, Question]], mark: Any) -> list[Any]:
    marks = dict.fromkeys(PERMITS, pytest.mark.obeys)
    return [
        pytest.param(rule, question, id=f"{rule}: {name}", marks=marks.get(rule, mark)(f"kingdomino/{rule}"))
        for rule, name, question in cases
    ]


@pytest.mark.parametrize(("rule", "question"), marked(OBEYED, pytest.mark.obeys))
def test_a_kept_rule_is_accepted(kingdomino: Referee, rule: str, question: Question) -> None:
    answer = question(kingdomino)
    assert answer["verdict"] in ("legal", "possible"), answer["violations"]
    if rule not in SILENT:
        assert rule in answer.cited


@pytest.mark.parametrize(("rule", "question"), marked(BROKEN, pytest.mark.breaks))
def test_a_broken_rule_is_named(kingdomino: Referee, rule: str, question: Question) -> None:
    answer = question(kingdomino)
    if answer.get("claims"):
        assert not answer["claims"][0]["correct"]
        assert rule in answer.explained_by("ana")
    else:
        assert answer["verdict"] in ("illegal", "impossible"), answer
        assert rule in (answer.cited if rule in PERMITS else answer.broken), answer["violations"]
    assert rule in answer.cited
    if "state" in answer:
        assert answer["state"] is None


@pytest.mark.parametrize("language", ["es", "pl"])
def test_every_refusal_is_said_in_the_readers_language(kingdomino: Referee, language: str) -> None:
    """The same rules and evidence, in other words, with every gap of the sentences filled."""
    reader = Referee(kingdomino.app, "kingdomino", language)
    for rule, name, question in BROKEN:
        english, translated = question(kingdomino), question(reader)
        assert english.broken == translated.broken
        for one, other in zip(sentences(english), sentences(translated), strict=True):
            assert one != other, (rule, name)
            assert "{" not in other


def sentences(answer: Answer) -> list[str]:
    """Everything in an answer that is said in words."""
    said = [violation["message"] for violation in answer["violations"]]
    said += [text for citation in answer["citations"] for text in (citation["title"], citation["text"])]
    said += [fact["text"] for fact in (*answer["assumed"], *answer["missing"])]
    for claim in answer.get("claims", ()):
        said += [explanation["text"] for explanation in claim["explanations"]]
    return said


@pytest.mark.obeys("kingdomino/discard/still-choose")
def test_who_discards_may_not_leave_out_choosing(kingdomino: Referee) -> None:
    """The turn does not pass on after a discard: the next player has to wait until the king is set."""
    state = with_player(first_turn(), kingdom=kingdom(CROSS))
    state["current_line"] = line((12, "ana"), (24, "bruno"), (25, "carla"), (41, "dario"))
    state["next_line"] = line(5, 11, 30, 40)
    for seat, text in (
        (1, "7 1,0 e; 8 3,0 n; 31 1,1 n; 9 -1,0 n"),
        (2, "3 1,0 e; 4 3,0 n; 6 -1,0 n; 26 0,1 n"),
        (3, "10 1,0 e; 37 3,1 s; 36 0,1 n; 35 0,-1 s"),
    ):
        state["players"][seat]["kingdom"] = kingdom(text)
    state["pile"] = ["?"] * 24
    discarded = kingdomino.validate(state, discard(12))
    assert discarded["verdict"] == "legal", discarded["violations"]
    assert discarded["next"] == {"phase": "choose", "players": ["ana"], "moves": ["choose"]}
    refused = kingdomino.validate(discarded["state"], place(24, 0, 1, "n", "bruno"))
    assert refused.broken == ["round/order"]
    chosen = kingdomino.validate(discarded["state"], choose(5))
    assert "discard/still-choose" in chosen.cited


def test_moving_a_placed_domino_to_a_bad_place_breaks_every_rule_that_it_breaks(kingdomino: Referee) -> None:
    """All of them are listed; only that it should be discarded is not said of a domino that lies already."""
    answer = kingdomino.validate(alone("3 1,0 e"), place(3, 9, 9, "n"))
    assert answer.broken == ["place/fixed", "place/bounds", "place/match"]
    whole = kingdomino.validate(after_placing(), place(3, 1, 0, "e"))
    assert whole.broken == ["place/fixed", "round/own-domino", "place/overlap", "round/place-then-choose"]
    assert kingdomino.validate(alone("3 1,0 e"), discard(3)).broken == ["place/fixed"]


def test_nobody_is_kept_from_a_domino_that_fits_nowhere(kingdomino: Referee) -> None:
    state = {
        "players": [{"name": "ana", "kingdom": kingdom(CROSS)}],
        "next_line": line(12, 15, (44, "bruno"), (46, "carla")),
    }
    assert [move["domino"] for move in kingdomino.moves(state, type="choose")["moves"]] == [12, 15]


@pytest.mark.obeys("kingdomino/score/winner")
def test_a_larger_territory_does_not_beat_more_points(kingdomino: Referee) -> None:
    answer = kingdomino.score(pair("wheat 1,0; wheat 2,0; wheat 2,1; wheat 2,2", "mine2 1,0; wheat 2,0"))
    assert answer["ranking"] == [["bruno"], ["ana"]]
    assert answer["decided_by"][0]["rule"] == "kingdomino/score/winner"


@pytest.mark.obeys("kingdomino/score/tie-territory")
def test_crowns_do_not_come_before_the_largest_territory(kingdomino: Referee) -> None:
    answer = tie(kingdomino, MORE_CROWNS, FEWER_CROWNS + "; lake 0,1; lake 0,2; lake 0,3", "first")
    assert answer["ranking"] == [["bruno"], ["ana"]]


def test_the_spanish_book_knows_no_tie_break_by_crowns(kingdomino: Referee) -> None:
    answer = tie(kingdomino, FEWER_CROWNS, MORE_CROWNS)
    assert answer["ranking"] == [["ana", "bruno"]]
    assert answer["differs_under"][0]["under"]["edition"] == "first"
    assert answer["differs_under"][0]["ranking"] == [["bruno"], ["ana"]]


@pytest.mark.obeys("kingdomino/score/tie-shared")
def test_the_order_of_the_names_breaks_no_tie(kingdomino: Referee) -> None:
    one, other = "wheat1 1,0; wheat 2,0", "lake1 1,0; lake 2,0"
    assert tie(kingdomino, one, other)["ranking"] == [["ana", "bruno"]]
    assert tie(kingdomino, other, one)["ranking"] == [["ana", "bruno"]]


@pytest.mark.obeys("kingdomino/score/places")
def test_places_below_a_tie_are_groups_not_numbers(kingdomino: Referee) -> None:
    players = [
        {"name": "ana", "squares": squares("mine2 1,0; wheat 2,0")},
        {"name": "bruno", "squares": squares("lake1 1,0; lake 2,0")},
        {"name": "carla", "squares": squares("forest1 1,0; forest 2,0")},
        {"name": "dario", "squares": squares("wheat 1,0; wheat 2,0")},
    ]
    answer = kingdomino.score({"players": players})
    assert answer["ranking"] == [["bruno", "carla"], ["ana"], ["dario"]]


@pytest.mark.obeys("kingdomino/variants/middle-kingdom-centre")
def test_the_readings_of_the_centre_differ(kingdomino: Referee) -> None:
    """Four high with the castle off its centre: nothing by the frame, ten points where it only has to fit."""
    state = alone("1 0,1 n; 2 -1,0 w; 13 1,0 e", variants=["middle-kingdom"])
    box = kingdomino.score(state)
    assert box.total("ana") == 0
    fits = kingdomino.score(state, house_rules={"middle_kingdom": "fits"})
    assert fits.total("ana") == 10
    assert fits["rests_on"] == [
        {
            "kind": "house-rule",
            "name": "middle_kingdom",
            "value": "fits",
            "text": "Centre for Middle Kingdom: the kingdom fits in a full-size grid with the castle in its centre",
        }
    ]
    assert {d["under"]["value"]: d["totals"]["ana"] for d in box["differs_under"]} == {"fits": 10}


@pytest.mark.obeys("kingdomino/variants/dynasty-ties")
def test_territories_break_no_tie_of_a_dynasty(kingdomino: Referee) -> None:
    larger = pair("lake1 1,0; lake 2,0; wheat 0,1; wheat 0,2; wheat 0,3", "wheat1 1,0; wheat 2,0")
    answer = kingdomino.ask("score", {"games": [larger] * 3})
    assert answer["ranking"] == [["ana", "bruno"]]
    assert answer["decided_by"][-1]["rule"] == "kingdomino/variants/dynasty-ties"


def test_nobody_has_won_a_dynasty_in_which_somebody_cannot_be_counted(kingdomino: Referee) -> None:
    kingdoms = {"ana": "lake1 1,0; lake 2,0", "bruno": "wheat1 1,0; wheat 2,0", "carla": "mine1 1,0; mine 1,0"}
    players = [{"name": name, "squares": squares(text)} for name, text in kingdoms.items()]
    answer = kingdomino.ask("score", {"games": [{"players": players}] * 3})
    assert [player["total"] for player in answer["players"]] == [6, 6, None]
    assert answer["ranking"] == answer["decided_by"] == []
