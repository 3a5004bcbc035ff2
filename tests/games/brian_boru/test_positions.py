"""The positions of a second reader, put to the referee through HTTP.

Nothing here was taken from an answer: the positions and what they expect come from the printed books. Where reader
and referee part, ``docs/brian-boru-readings.md`` says what decides.
"""

import json
from collections import Counter
from typing import Any

import pytest

from service.games.brian_boru.game import GAME as game
from tests.client import Answer, Referee
from tests.games.brian_boru.positions import POSITIONS, Position
from tests.games.brian_boru.tables import CARDS, NAMES, ROUNDS, towns

BASE: dict[str, Any] = json.loads((game.packs / "base.json").read_text("utf-8"))
REGIONS = {town["id"][0]: town["region"] for town in BASE["towns"]}
USUAL = {"points": 10, "coins": 3, "renown": 1, "marriage": 0, "church": 0, "raiders": 0}
PARTS = {
    "SET": "setup", "PRE": "preparation", "DRA": "draft", "LEA": "leading", "FOL": "following", "WIN": "winning",
    "ORD": "order of resolution", "SYM": "symbols", "EXP": "expansion", "TRK": "marriage moves",
    "MAR": "marriage step", "BAT": "battle", "CHU": "church", "CLA": "claims", "UPK": "whole upkeep",
    "FIN": "final scoring",
}  # fmt: skip

# ---------------------------------------------------------------- from a position to a question


def parts(text: str) -> list[list[str]]:
    """``"U ana; M up"``, word by word."""
    return [part.split() for part in text.split(";") if part.strip()]


def table(position: Position) -> dict[str, Any]:
    """The whole table of a position, as the wire has it: cards that nobody has told are hidden."""
    told, names = dict(position.table), NAMES[: position.count]
    phase = told.get("phase", "trick")
    claims = parts(told.get("claims", ""))
    alliance = told["alliance"].split() if "alliance" in told else None
    last = alliance is not None or phase == "over" or told.get("card") == "princess"
    players = []
    for seat, name in enumerate(names):
        wed = list(told["wed"][seat]) if "wed" in told else []
        if alliance and alliance[0] == name:
            wed.append("princess")
        figures = {zone: told[zone][seat] if zone in told else usual for zone, usual in USUAL.items()}
        held = [REGIONS[region] for region, holder in claims if holder == name]
        players.append({"name": name, **figures, "claims": held, "marriages": wed})
    number = told.get("round", ROUNDS[position.count] if last else 1 if phase == "opening" else 2)
    before = phase in ("opening", "preparation")
    turned = number - before
    pile = ["?"] * (ROUNDS[position.count] - turned - 1) + ["princess"] * (turned < ROUNDS[position.count])
    unknown = None if before or phase in ("battle", "church", "claims", "over") else "brigid"
    trick = trick_of(told["trick"]) if "trick" in told else None
    options = {key: told[key] for key in ("edition", "house_rules") if key in told}
    return {
        "options": options,
        "phase": phase,
        "round": number,
        "players": players,
        "marker": None if trick else told.get("marker", "ana"),
        "towns": towns(told.get("board", "")),
        "raiders": told.get("area", 0),
        "face_up": [REGIONS[region] for region, holder in claims if holder == "up"],
        "alliance": {"player": alliance[0], "side": alliance[1]} if alliance else None,
        "marriage_card": told.get("card", unknown),
        "marriage_pile": told.get("pile", pile),
        "marriages_gone": [],
        "viking_pile": ["?"] * (7 - turned),
        "vikings_gone": [9, 10, 14, 12][:turned],
        "trick": trick,
        "pending": [],
        **cards(position, players, trick),
    }


def trick_of(text: str) -> dict[str, Any]:
    town, cards = text.split(": ")
    played = [card.split() for card in cards.split(", ")]
    return {"town": town, "played": [{"player": name, "card": int(card)} for name, card in played]}


def known(zone: list[Any] | int) -> list[Any]:
    """Cards told one by one, or how many nobody knows."""
    return ["?"] * zone if isinstance(zone, int) else zone


def cards(position: Position, players: list[dict[str, Any]], trick: dict[str, Any] | None) -> dict[str, Any]:
    """Deals out the cards in place, and tells what lies beside the board."""
    told, phase = position.table, position.table.get("phase", "trick")
    waiting = len(trick["played"]) if trick else 0
    left = told.get("left", 2) + (waiting < position.count)
    for seat, player in enumerate(players):
        usual = left - (seat < waiting < position.count) if phase == "trick" else 0
        player["hand"] = known(told["hands"][seat] if "hands" in told else usual)
        player["dealt"] = known(told["dealt"][seat] if "dealt" in told else 0)
        player["picked"] = []
    if phase in ("opening", "preparation", "deal", "over"):
        return {"unseen": [], "discard": []}
    unseen = told.get("unseen", ["?"] * (25 - position.count * CARDS[position.count]))
    lying = sum(len(player["hand"]) + len(player["dealt"]) for player in players) + waiting + len(unseen)
    return {"unseen": unseen, "discard": ["?"] * (25 - lying)}


def move(text: str) -> dict[str, Any]:
    """A move from its few words."""
    name, kind, *rest = text.split()
    if kind in ("primary", "upper", "lower"):
        more = dict(zip(rest[::2], rest[1::2], strict=True))
        extra = {what: int(more.pop(what)) for what in ("church", "raider", "courtship") if what in more}
        return {"type": "act", "player": name, "action": kind, **more, **({"extra": extra} if extra else {})}
    if kind == "pick":
        return {"type": "pick", "player": name, "cards": [card if card == "?" else int(card) for card in rest]}
    if kind == "deal":
        return {"type": "deal", **({"hands": {rest[0]: [int(card) for card in rest[1:]]}} if rest else {})}
    if kind == "prepare":
        return {"type": "prepare", "vikings": int(rest[0]), "marriage": rest[1]}
    fields = {
        "open": ("town",), "lead": ("town", "card"), "play": ("card",), "settle": ("town",), "wed": ("choice",),
        "raid": ("loser", "town"), "build": ("town",),
    }[kind]  # fmt: skip
    what = {field: int(word) if field == "card" else word for field, word in zip(fields, rest, strict=True)}
    return {"type": kind, "player": name, **what}


# ---------------------------------------------------------------- what has come of it


def replay(referee: Referee, position: Position, moves: list[str]) -> Answer:
    return referee.ask("replay", {"state": table(position), "moves": [move(text) for text in moves]})


def reached(answer: Answer, asked: dict[str, Any]) -> dict[str, Any]:
    """The table of an answer, written as the position expects it and as far as it asks."""
    state = answer["state"]
    players = {player["name"]: player for player in state["players"]}
    alliance, trick = state["alliance"], state["trick"] or {}
    found: dict[str, Any] = {
        "area": state["raiders"],
        "marker": state.get("marker"),
        "board": state["towns"],
        "card": state["marriage_card"],
        "pile": state["marriage_pile"],
        "phase": state["phase"],
        "alliance": f"{alliance['player']} {alliance['side']}" if alliance else None,
        "wed": {name: player["marriages"] for name, player in players.items() if player["marriages"]},
        "hands": [player["hand"] for player in players.values()],
        "dealt": [player["dealt"] for player in players.values()],
        "won": trick.get("winner"),
        "next": answer["next"]["players"] if answer["next"] else [],
        **{zone: [player[zone] for player in players.values()] for zone in USUAL},
    }
    if "claims" in asked:
        holders = {region: name for name, player in players.items() for region in player["claims"]}
        holders.update(dict.fromkeys(state["face_up"], "up"))
        found["claims"] = "; ".join(
            f"{region} {holders.get(REGIONS[region], 'down')}" for region, _ in parts(asked["claims"])
        )
    return {zone: found[zone] for zone in asked if zone in found}


def expected(asked: dict[str, Any]) -> dict[str, Any]:
    """What a position expects of the table; the board as the wire has it."""
    own = {zone: value for zone, value in asked.items() if zone not in ("totals", "winners", "choices", "spread")}
    if "board" in own:
        held = {"viking": False, "monastery": False}
        own["board"] = {town: {**held, **what} for town, what in towns(own["board"]).items()}
    return own


def pad(state: dict[str, Any]) -> dict[str, Any]:
    """The same end of a game as a score pad has it."""
    alliance = state["alliance"]

    def of(side: str | None) -> dict[str, dict[str, int]]:
        counted: dict[str, Counter[str]] = {}
        for town, held in state["towns"].items():
            if side == (None if held.get("viking") else held["disc"]):
                count = counted.setdefault(REGIONS[town[0]], Counter())
                count.update(towns=1, monasteries=int(held.get("monastery", False)))
        return {region: dict(count) for region, count in counted.items()}

    columns = [
        {
            **{zone: player[zone] for zone in ("name", "points", "coins", "renown", "claims")},
            "marker": state["marker"] == player["name"],
            "towns": of(player["name"]),
            "princess": alliance["side"] if alliance and alliance["player"] == player["name"] else None,
            "marriages": len(player["marriages"]),
        }
        for player in state["players"]
    ]
    return {"options": state["options"], "players": columns, "vikings": of(None), "face_up": state["face_up"]}


# ---------------------------------------------------------------- the questions


def posed(*, having: str) -> list[Any]:
    return [
        pytest.param(
            position,
            id=f"{position.id} ({position.confidence}): {position.shows}",
        )
        for position in POSITIONS
        if having == "table" or any(position.after.get(zone) is not None for zone in having.split())
    ]


@pytest.mark.parametrize("position", posed(having="table"))
def test_the_table_can_be(brian_boru: Referee, position: Position) -> None:
    answer = brian_boru.audit(table(position))
    assert answer["verdict"] == "possible", answer["violations"]
    assert answer["assumed"] == []


@pytest.mark.parametrize(
    ("position", "told"),
    [
        pytest.param(position, told, id=f"{position.id}: {label}")
        for position in POSITIONS
        for label, told in position.never
    ],
)
def test_the_table_cannot_be(brian_boru: Referee, position: Position, told: dict[str, Any]) -> None:
    answer = brian_boru.audit(table(position._replace(table={**position.table, **told})))
    assert answer["verdict"] == "impossible"


@pytest.mark.parametrize("position", posed(having="table"))
def test_the_position_comes_out_as_expected(brian_boru: Referee, position: Position) -> None:
    answer = replay(brian_boru, position, position.moves)
    assert answer["verdict"] == "legal", answer["ruling"]
    assert set(answer.assumed) <= {"holds-card", "dealt-card"}, "cards that a move shows may come from hidden ones"
    assert reached(answer, position.after) == expected(position.after)
    if len(position.moves) == 1:
        ruling = brian_boru.validate(table(position), move(position.moves[0]))
        assert (ruling["verdict"], ruling["state"]) == ("legal", answer["state"])


@pytest.mark.parametrize(
    ("position", "other"),
    [
        pytest.param(position, other, id=f"{position.id}: {other}")
        for position in POSITIONS
        for other in position.allowed
    ],
)
def test_the_move_is_allowed(brian_boru: Referee, position: Position, other: str) -> None:
    answer = brian_boru.validate(table(position), move(other))
    assert answer["verdict"] == "legal", answer["violations"]


@pytest.mark.parametrize(
    ("position", "other", "rule", "made"),
    [
        pytest.param(position, other, rule, made[0] if made else 0, id=f"{position.id}: {other}")
        for position in POSITIONS
        for other, rule, *made in position.refused
    ],
)
def test_the_move_is_refused(brian_boru: Referee, position: Position, other: str, rule: str, made: int) -> None:
    if made:
        answer = replay(brian_boru, position, [*position.moves[:made], other])
        assert answer["failed_at"] == made
        ruling = Answer(answer["ruling"])
    else:
        ruling = brian_boru.validate(table(position), move(other))
    assert ruling["verdict"] == "illegal"
    assert rule in ruling.broken


@pytest.mark.parametrize("position", posed(having="totals"))
def test_the_score_is_as_expected(brian_boru: Referee, position: Position) -> None:
    """Of the table, and of the same end on a score pad."""
    state = replay(brian_boru, position, position.moves)["state"]
    for answer in (brian_boru.score(state), brian_boru.ask("score", {"sheet": pad(state)})):
        assert [player["total"] for player in answer["players"]] == position.after["totals"]
        assert answer["final"]
        if "winners" in position.after:
            assert sorted(answer["ranking"][0]) == sorted(position.after["winners"])


@pytest.mark.parametrize("position", posed(having="choices"))
def test_the_choices_are_as_expected(brian_boru: Referee, position: Position) -> None:
    moves = brian_boru.moves(table(position))["moves"]
    assert sorted(offered["town"] for offered in moves) == sorted(position.after["choices"].split())


@pytest.mark.parametrize("position", posed(having="spread"))
def test_points_for_regions(brian_boru: Referee, position: Position) -> None:
    told = table(position)
    for count, points in enumerate(position.after["spread"]):
        board = towns("; ".join(f"{region}1 ana" for region in "NUBSDCLM"[:count]))
        for question in ({"state": {**told, "towns": board}}, {"sheet": pad({**told, "towns": board})}):
            assert brian_boru.ask("score", question).total("ana") == 10 + points


# ---------------------------------------------------------------- setting up, and what is hidden


def by_id(number: str) -> Position:
    return next(position for position in POSITIONS if position.id == number)


@pytest.mark.parametrize("number", ["SET-01", "SET-02", "SET-03"])
def test_a_new_table_is_as_expected(brian_boru: Referee, number: str) -> None:
    position = by_id(number)
    answer = brian_boru.ask("setup", {"players": NAMES[: position.count]})
    assert reached(answer, position.after) == expected(position.after)
    dealt = brian_boru.ask("setup", {"players": NAMES[: position.count], "seed": 7})["state"]
    assert dealt["marker"] in NAMES[: position.count]
    assert len(dealt["marriage_pile"]) == len(set(dealt["marriage_pile"])) == len(table(position)["marriage_pile"])
    assert dealt["marriage_pile"][-1] == "princess"
    assert [sorted(cards) for cards in dealt["shuffles"]] == [list(range(1, 26))] * ROUNDS[position.count]


def test_nobody_sees_what_is_coming_in_the_draft(brian_boru: Referee) -> None:
    position = by_id("DRA-06")
    state = replay(brian_boru, position, position.moves)["state"]
    seen = brian_boru.ask("view", {"state": state, "player": "bruno"})["state"]
    assert [player["dealt"] for player in seen["players"]] == [["?"] * 6, [11, 12, 13, 14, 15, 16], ["?"] * 8]


def test_nobody_sees_the_card_left_out(brian_boru: Referee) -> None:
    state = {**table(by_id("DRA-02")), "unseen": [25]}
    for name in NAMES[:4]:
        assert brian_boru.ask("view", {"state": state, "player": name})["state"]["unseen"] == ["?"]


@pytest.mark.parametrize("count", [3, 4, 5])
@pytest.mark.parametrize(("left", "phase"), [(1, "preparation"), (2, "trick")])
def test_tricks_are_played_until_one_card_is_left(brian_boru: Referee, count: int, left: int, phase: str) -> None:
    """DRA-09 for every number of players: a hand of eight, six or five gives seven, five or four tricks."""
    played = ", ".join(f"{name} {card}" for name, card in zip(NAMES, [11, 20, 21, 22, 25][:count], strict=False))
    position = Position("DRA-09", "certain", "", count, {"trick": f"C1: {played}", "left": left})
    acts = [f"{name} upper" for name in NAMES[:count]]
    winner = {3: 2, 4: 3, 5: 3}[count]
    acts[winner] = f"{NAMES[winner]} primary"
    answer = replay(brian_boru, position, acts)
    assert (answer["verdict"], answer["state"]["phase"]) == ("legal", phase)


def test_two_towns_for_one_symbol_cannot_even_be_said(brian_boru: Referee) -> None:
    position = by_id("EXP-09")
    twice = {**move("ana upper"), "expand": ["L7", "L9"]}
    assert brian_boru.problem("validate", {"state": table(position), "move": twice}) == ["/move/expand"]


def test_only_an_agreed_order_is_against_who_loses_the_own_town_too_early(brian_boru: Referee) -> None:
    """BAT-16: the books know no order, so nothing that they print is broken."""
    told, carla = table(by_id("BAT-16")), move("carla raid carla C1")
    assert brian_boru.validate(told, carla)["verdict"] == "legal"
    agreed = {**told, "options": {"house_rules": {"loser_order": "clockwise"}}}
    assert brian_boru.validate(agreed, carla).broken == ["battle/loser-order"]


@pytest.mark.parametrize(
    ("number", "bought"),
    [("SYM-28", "ana lower courtship 1"), ("SYM-08", "ana lower raider 1"), ("TRK-08", "ana lower courtship 1")],
)
def test_nothing_is_bought_in_vain(brian_boru: Referee, number: str, bought: str) -> None:
    """Settled against the letter, which ties a purchase to each symbol: the house ruling is told with the answer."""
    answer = brian_boru.validate(table(by_id(number)), move(bought))
    assert (answer["verdict"], answer.broken) == ("illegal", ["symbol/no-waste"])
    assert [citation["house_ruling"]["number"] for citation in answer["citations"]] == ["BB-8"]


def test_every_part_is_asked_about() -> None:
    asked = Counter(position.id.split("-")[0] for position in POSITIONS)
    assert asked.keys() == PARTS.keys()
    assert len({position.id for position in POSITIONS}) == len(POSITIONS)
