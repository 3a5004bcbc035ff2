"""What holds on every Brian Boru table that legal play can reach, and how it is checked."""

import random
from collections import Counter, defaultdict
from typing import Any

from service.games.brian_boru.game import GAME as game
from service.games.brian_boru.table import Table, known_cards, known_marriages
from service.referee.findings import Happening
from service.referee.judge import rule_on
from tests.games.brian_boru.tables import opening
from tests.games.playing import AUDITED, check_engine

WAYS: list[tuple[int, dict[str, Any]]] = [
    (3, {}),
    (4, {}),
    (5, {}),
    (3, {"edition": "es"}),
    (4, {"edition": "en"}),
    (5, {"edition": "es", "house_rules": {"tricks_of_five": "five"}}),
    (5, {"house_rules": {"tricks_of_five": "five", "leader_without_match": "as-white"}}),
    (3, {"house_rules": {"nobody_courts": "top-of-pile", "symbol_order": "either"}}),
    (4, {"edition": "en", "house_rules": {"nobody_courts": "top-of-pile", "monasteries_at_end": "once"}}),
    (3, {"house_rules": {"opening_regions": "shared", "expand_into_active": "allowed"}}),
    (5, {"edition": "en", "house_rules": {"opening_regions": "shared", "symbol_order": "either"}}),
]
"""Numbers of players and options, every value of every house rule among them."""

ZONES = ("points", "coins", "renown", "raiders", "church")
ONE_EACH = {"second-spoils": {"points": 1, "raiders": -1}, "church-point": {"points": 1, "church": -1}}
"""Events whose amounts are always the same, and not told."""


def play_and_check(seed: int) -> tuple[Table, list[Any]]:
    """One random game from setup to the end, with every invariant after every move."""
    count, options = WAYS[seed % len(WAYS)]
    table = opening(count, seed, **options)
    chance = random.Random(seed)
    log: list[Any] = []
    while True:
        moves = list(game.legal_moves(table, None, None))
        check_table(table, moves)
        if (seed + len(log)) % AUDITED == 0 or not moves:
            check_engine(game, table)
        if not moves:
            break
        log.append(chance.choice(moves))
        judgement = rule_on(game, table, log[-1])
        assert judgement.verdict == "legal", (log[-1], judgement.findings.broken, judgement.findings.missing)
        assert not judgement.findings.assumed, "with the whole table there, nothing is assumed"
        assert judgement.happenings
        assert {happening.rule for happening in judgement.happenings} <= game.rulebook.rules.keys()
        check_accounts(table, judgement.after, judgement.happenings)
        check_board(table, judgement.after)
        table = judgement.after
    check_end(table)
    return table, log


def check_table(table: Table, moves: list[Any]) -> None:
    state = table.state
    check_cards(table)
    spaces = [player.marriage for player in state.players if player.marriage]
    assert len(spaces) == len(set(spaces)), "one disc a marriage space above the start"
    for player in state.players:
        counts = (player.points, player.coins, player.renown, player.marriage, player.church, player.raiders)
        assert min(counts) >= 0, "nothing goes below zero"
    tokens = [*state.face_up, *(region for player in state.players for region in player.claims)]
    assert len(tokens) == len(set(tokens)), "one token a region"
    following = game.following(table)
    assert following is not None, "with the whole table there, it is known who moves"
    assert len(set(map(repr, moves))) == len(moves), "every move is listed once"
    offered = {type(move).__struct_config__.tag for move in moves}
    assert offered == set(following[2]), "what is next is what is legal"
    movers = {getattr(move, "player", None) for move in moves} - {None}
    assert movers == set(following[1]) or following[2] == ["start"]


def check_cards(table: Table) -> None:
    state = table.state
    cards = [card for _, card in known_cards(state)]
    assert len(cards) == len(set(cards)), "no card is doubled"
    if state.phase == "opening" or (state.round == 1 and state.phase in ("preparation", "deal")):
        assert cards == []
    else:
        assert len(cards) == 25, "no card is lost"
    marriages = list(known_marriages(state))
    assert len(marriages) == len(set(marriages)) == {3: 3, 4: 4, 5: 4}[len(state.players)], "no marriage card is lost"
    assert Counter([*state.viking_pile, *state.vikings_gone]) == table.box.vikings, "no Viking card is lost"


def check_accounts(before: Table, after: Table, happenings: list[Happening]) -> None:
    """Every coin, point, renown, raider and church disc that changes hands shows in the events."""
    accounts: dict[tuple[str, str], int] = defaultdict(int, {("", "raiders"): before.state.raiders})
    for name, player in before.by_name.items():
        for zone in ZONES:
            accounts[name, zone] = getattr(player, zone)
    for happening in happenings:
        book(accounts, happening.type, happening.detail)
    assert after.state.raiders == accounts["", "raiders"]
    for name, player in after.by_name.items():
        for zone in ZONES:
            assert getattr(player, zone) == accounts[name, zone], (name, zone, happenings)


def book(accounts: dict[tuple[str, str], int], kind: str, detail: dict[str, Any]) -> None:
    """One event; the battle area is an account without a name."""
    name = detail.get("player", "")
    if kind == "first-spoils":
        accounts[name, "renown"] += 1
        accounts[name, "points"] += detail["points"]
        accounts[name, "raiders"] -= detail["raiders"]
    elif kind in ("church-leader", "discs-back"):
        accounts[name, "church"] = 0
    elif kind in ("vikings", "cleared"):
        accounts["", "raiders"] += detail["strength"] if kind == "vikings" else -detail["count"]
    else:
        for zone, amount in {**detail, **ONE_EACH.get(kind, {})}.items():
            if zone in ZONES:
                accounts[name, zone] += amount
    if kind == "raiders":
        accounts["", "raiders"] -= detail["raiders"]


def check_board(before: Table, after: Table) -> None:
    """Discs and monasteries stay where they are; a token that is face up stays so."""
    if after.state.towns is not before.state.towns:
        for town, held in before.state.towns.items():
            assert after.state.towns[town].disc == held.disc
            assert after.state.towns[town].monastery >= held.monastery
    assert face_up(before) <= face_up(after)


def face_up(table: Table) -> set[str]:
    return {*table.state.face_up, *(region for player in table.state.players for region in player.claims)}


def check_end(table: Table) -> None:
    assert game.following(table) == ("over", [], [])
    scoring = game.score([table], {})
    assert scoring.final is True
    for tally in scoring.tallies:
        assert tally.total == sum(line.points for line in tally.lines), "every point has its line"
        assert tally.total >= 0
    assert sorted(name for group in scoring.ranking for name in group) == sorted(table.by_name)
