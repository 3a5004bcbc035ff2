"""What holds on every Roll & Raid table that legal play can reach, and how it is checked."""

import random
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import msgspec

from schemas.roll_and_raid import Clan, Dice, Move, Refill, Roll
from service.games.roll_and_raid.clan_sheet import ClanSheet
from service.games.roll_and_raid.game import GAME as game
from service.games.roll_and_raid.moves import candidates
from service.games.roll_and_raid.references import cards_named
from service.games.roll_and_raid.sheet_counts import is_unlocked
from service.games.roll_and_raid.table import Table
from service.games.roll_and_raid.timing import dice_allowed, known_due_moves
from service.referee.findings import Findings, Happening
from service.referee.judge import rule_on
from tests.games.playing import AUDITED, Playing

NAMES = ("ana", "bruno", "carla", "dario", "eva", "fidel")
TRAINING = Playing(game, NAMES, game.packs / "training.json")
ISLANDS = Playing(game, NAMES, Path(__file__).parent / "packs" / "islands.json")
FJORDS = Playing(game, NAMES, Path(__file__).parent / "packs" / "fjords.json")

OPEN_READINGS = {"bid_again": "all", "tied_vikings": "kept", "failed_roll": "passes-on", "unable_to_pay": "retreat"}

WAYS: list[tuple[Playing, int, dict[str, Any]]] = [
    (TRAINING, 1, {}),
    (TRAINING, 2, {}),
    (TRAINING, 3, {}),
    (TRAINING, 4, {"house_rules": {"two_dice": "strict", "raised_dice": "six"}}),
    (TRAINING, 5, {"house_rules": {"altar_in_raid": "prepaid", "unused_help": "kept", "leftovers": "nothing"}}),
    (TRAINING, 6, {"house_rules": {"payment": "optional", "equal_heirs": "nobody", "bid_limit": "five"}}),
    (ISLANDS, 1, {"house_rules": {"developments_again": "again"}}),
    (ISLANDS, 2, {}),
    (ISLANDS, 3, {"house_rules": {"too_many_fingers": "no-raid", "altar_points": "counted"}}),
    (ISLANDS, 4, {"house_rules": {"bid_limit": "none", "payment": "optional", "unused_help": "kept"}}),
    (ISLANDS, 5, {"house_rules": OPEN_READINGS}),
    (ISLANDS, 6, {"house_rules": {"two_dice": "strict", "altar_in_raid": "prepaid"}}),
]
"""Packs, numbers of clans and options, every value of every house rule among them."""

WEIGHTS = {"use": 6, "altar": 1, "done": 1, "store": 4, "roll": 2, "sacrifice": 2}
"""How eager the random clans are; everything else is done when it is due."""
LISTED = 60
"""In one of so many positions all legal moves are listed and held against what is next."""
FINGERS = 4
"""The most that a random clan bids: those who bid all they have never raid."""
PENCILLED = ("hall", "altar", "rounds")


class Play:
    """Random play of one game: every move, event and effect that it came across is noted."""

    def __init__(self, seed: int) -> None:
        self.playing, self.count, self.options = WAYS[seed % len(WAYS)]
        self.chance = random.Random(seed)
        self.table: Table = self.playing.opening(self.count, seed, **self.options)
        self.log: list[Any] = []
        self.events: Counter[str] = Counter()
        self.steps = seed

    def next_move(self) -> Move | None:
        """A legal move of some kind that is due, or None at the end of the game."""
        now, chance = known_due_moves(self.table), self.chance
        assert now is not None, "with the whole table there, it is known what is due"
        kinds = list(now.kinds)
        while kinds:
            kind = chance.choices(kinds, [WEIGHTS.get(kind, 1) for kind in kinds])[0]
            if kind == "roll":
                brown, grey, orange = (chance.randint(1, 6) for _ in range(3))
                return Roll(dice=Dice(brown=brown, grey=grey, orange=orange))
            if kind == "refill":
                return Refill()
            move = self.some(kind, chance.choice(now.kinds[kind]))
            if move is not None:
                return move
            kinds.remove(kind)
        assert now.phase == "over", "somebody can always go on"
        return None

    def some(self, kind: str, name: str) -> Move | None:
        """A legal move of this kind by this clan, each with the same chance."""
        moves = list(candidates(self.table, self.table.clan(name), kind))
        if kind == "bid":
            moves = moves[: FINGERS + 1]
        self.chance.shuffle(moves)
        for move in moves:
            findings = Findings()
            game.check(self.table, move, findings)
            if findings.verdict == "legal":
                return move
        return None


def play_and_check(seed: int) -> tuple[Table, list[Any]]:
    """One random game from setup to the end, with every invariant after every move."""
    play = play_one(seed)
    return play.table, play.log


def play_one(seed: int) -> Play:
    play = Play(seed)
    cards = sorted(card for _, card in cards_named(play.table))
    check_table(play, cards)
    while (move := play.next_move()) is not None:
        judgement = rule_on(game, play.table, move)
        assert judgement.verdict == "legal", (move, judgement.findings.broken, judgement.findings.missing)
        assert not judgement.findings.assumed, "with the whole table there, nothing is assumed"
        assert judgement.happenings
        assert judgement.findings.grounds, "a legal move cites what allows it"
        check_change(play.table, judgement.after, move, judgement.happenings)
        play.table = judgement.after
        play.log.append(move)
        play.events.update(happening.type for happening in judgement.happenings)
        check_table(play, cards)
    check_end(play.table)
    return play


def check_table(play: Play, cards: list[str]) -> None:
    table, state = play.table, play.table.state
    assert sorted(card for _, card in cards_named(table)) == cards, "no raid card is lost or doubled"
    if play.steps % AUDITED == 0:
        findings = Findings()
        game.audit(table, findings)
        assert not findings.broken, findings.broken
        written = msgspec.json.encode(state)
        assert msgspec.json.decode(written, type=game.shapes.state) == state, "the round trip is exact"
    play.steps += 1
    if play.steps % LISTED == 0 and state.phase != "start":
        check_listing(table)


def check_sheet(table: Table, clan: ClanSheet) -> None:
    assert min(clan.vikings, clan.axes, clan.ships) >= 0, "nothing goes below zero"
    assert clan.vikings <= clan.hall
    assert clan.axes <= len(clan.armoury)
    assert clan.ships <= len(clan.port)
    assert len(clan.dice_used) <= dice_allowed(table, clan), "two dice a round"
    for favour in clan.favours_used:
        assert is_unlocked(clan, table.box, favour), "a favour die is used only when unlocked"
    assert len(set(clan.favours_used)) == len(clan.favours_used)


def check_listing(table: Table) -> None:
    """What is listed is what is next, each move once."""
    moves = list(game.legal_moves(table, None, None))
    following = game.following(table)
    assert following is not None
    assert len(set(map(repr, moves))) == len(moves), "every move is listed once"
    offered = {type(move).__struct_config__.tag for move in moves}
    # Whether a die can be used at all, or given up under the strict house rule, shows only when it is tried.
    assert offered | {"use", "altar", "done"} >= set(following[2]) >= offered
    assert {getattr(move, "player", None) for move in moves} - {None} <= set(following[1])
    findings = Findings()
    game.unlisted(table, None, None, findings)
    assert not findings.missing


# ---------------------------------------------------------------- from one table to the next


def check_change(before: Table, after: Table, move: Move, happenings: list[Happening]) -> None:
    """Marks stay, stocks change by what the events tell, and in production nobody else's sheet does."""
    accounts: dict[tuple[str, str], int] = defaultdict(int)
    for happening in happenings:
        assert happening.rule in game.rulebook.rules
        book(accounts, happening.type, happening.detail)
    for name, clan in before.by_name.items():
        now = after.by_name[name]
        if now is clan:
            continue
        check_sheet(after, after.clan(name))
        check_marks(clan, now)
        accounts[name, "vikings"] -= now.altar - clan.altar
        for zone in ("vikings", "axes", "ships"):
            change = getattr(now, zone) - getattr(clan, zone)
            assert change == accounts.pop((name, zone), 0), (name, zone, move, happenings)
    assert not any(accounts.values()), (accounts, move, happenings)
    if before.state.phase == after.state.phase == "production":
        others = [
            (clan, after.by_name[name])
            for name, clan in before.by_name.items()
            if name != getattr(move, "player", "")
        ]
        assert all(old is new or old == new for old, new in others), "clans do not meet in production"


def check_marks(before: Clan, after: Clan) -> None:
    """A sheet only adds."""
    assert all(getattr(after, zone) >= getattr(before, zone) for zone in PENCILLED)
    for zone in ("port", "armoury", "favours_used"):
        old, new = getattr(before, zone), getattr(after, zone)
        assert old is new or set(old) <= set(new)
    for zone in ("brown", "grey", "orange"):
        assert getattr(before.tracks, zone) <= getattr(after.tracks, zone)
    if after.gods is not before.gods:
        for god, values in before.gods.items():
            assert after.gods[god][: len(values)] == values
    if after.settlements is not before.settlements:
        for settlement, houses in before.settlements.items():
            assert houses <= after.settlements[settlement]
    if after.developments is not before.developments:
        assert not Counter(before.developments) - Counter(after.developments)
    if after.sacrifices is not before.sacrifices:
        assert before.sacrifices.items() <= after.sacrifices.items()
    assert after.raids[: len(before.raids)] == before.raids


def book(accounts: dict[tuple[str, str], int], kind: str, detail: dict[str, Any]) -> None:
    """What one event gives or takes; Vikings on the altar are booked by the altar itself."""
    name = detail.get("player", "")
    if kind == "recruited":
        accounts[name, "vikings"] += detail["count"]
    elif kind in ("sacrificed", "shown"):
        accounts[name, "vikings"] -= detail["vikings"]
    elif kind == "stored" and detail["good"] != "house":
        accounts[name, "axes" if detail["good"] == "axe" else "ships"] += 1
    elif kind == "retreat-paid":
        accounts[name, {"viking": "vikings", "axe": "axes", "ship": "ships"}[detail["good"]]] -= 1
    elif kind in ("paid", "paid-development"):
        for zone in ("vikings", "axes", "ships"):
            accounts[name, zone] -= detail[zone]


def check_end(table: Table) -> None:
    assert game.following(table) == ("over", [], [])
    assert table.state.round == 16
    scoring = game.score([table], {})
    assert scoring.final is True
    assert not scoring.findings.missing
    for tally in scoring.tallies:
        assert tally.total == sum(line.points for line in tally.lines), "every point has its line"
    assert sorted(name for group in scoring.ranking for name in group) == sorted(table.by_name)
