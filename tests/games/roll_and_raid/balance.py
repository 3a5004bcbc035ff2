"""Is a pack worth playing? Clans that follow one line of play each, against each other, and what comes of it.

A line is greedy: of the moves that it looks at it makes the one after which its sheet is worth most to it. Lines
differ in what they hold dear. No line should win everything, none should be hopeless, and every part of the sheet
should be used.

``python -m tests.games.roll_and_raid.balance 60`` prints the figures of sixty games.
"""

import random
import sys
from collections import Counter, defaultdict
from statistics import mean, pstdev
from typing import Any, NamedTuple

from schemas.roll_and_raid import Bid, Choose, Clan, Dice, Refill, Roll, Sacrifice, Yield
from service.games.roll_and_raid.clan_sheet import ClanSheet
from service.games.roll_and_raid.game import GAME as game
from service.games.roll_and_raid.moves import candidates
from service.games.roll_and_raid.rules.prices import can_pay
from service.games.roll_and_raid.score_terms import points_of
from service.games.roll_and_raid.sheet_counts import count_of
from service.games.roll_and_raid.table import Table
from service.games.roll_and_raid.timing import known_due_moves
from service.referee.findings import Findings
from service.referee.judge import rule_on
from tests.games.playing import Playing
from tests.games.roll_and_raid.invariants import NAMES

LOOKS_AT = 12
"""How many of its moves a clan thinks about."""


class Line(NamedTuple):
    """What a clan holds dear: glory on its sheet, and things that may become glory."""

    glory: float = 1.0
    vikings: float = 0.6
    goods: float = 1.2
    houses: float = 0.8
    gods: float = 0.5
    developments: float = 2.0
    favours: float = 1.5
    offering: float = 0.4
    """The share of its Vikings that it gives at a festival."""
    raids: float = 0.8
    """How likely it is to raid when it could pay."""


LINES: dict[str, Line] = {
    "balanced": Line(),
    "gods": Line(gods=1.5),
    "warlord": Line(goods=2, raids=1, offering=0.3),
    "settler": Line(houses=2),
    "founder": Line(developments=6),
    "priest": Line(vikings=1.2, offering=0.8, raids=0.5),
}


class Outcome(NamedTuple):
    """What one game came to."""

    lines: dict[str, str]
    totals: dict[str, int]
    triskels: dict[str, dict[str, int]]
    winners: list[str]
    clans: tuple[Clan, ...]


def worth(table: Table, clan: ClanSheet, line: Line) -> float:
    """What a sheet is worth to a line."""
    box = table.box
    scoring = box.pack.scoring
    terms = [*scoring.developments, *scoring.gods]
    glory = sum(points_of(clan, box, term) for term in terms)
    return (
        line.glory * glory
        + line.vikings * clan.vikings
        + line.goods * (len(clan.port) + len(clan.armoury) + len(clan.waiting) - clan.waiting.count("house"))
        + line.houses * (sum(clan.settlements.values()) + clan.waiting.count("house"))
        + line.gods * count_of(clan, box, "god-boxes")
        + line.developments * len(clan.developments)
        + line.favours * (count_of(clan, box, "favours-unlocked") - 0.5 * len(clan.favours_used))
    )


class Contest:
    """One game between lines."""

    def __init__(self, playing: Playing, seed: int, lines: list[str]) -> None:
        self.chance = random.Random(seed)
        self.table: Table = playing.opening(len(lines), seed)
        self.lines = dict(zip(NAMES, lines, strict=False))

    def play(self) -> Outcome:
        while (move := self.next_move()) is not None:
            judgement = rule_on(game, self.table, move)
            assert judgement.verdict == "legal", (move, judgement.findings.broken)
            self.table = judgement.after
        scoring = game.score([self.table], {})
        return Outcome(
            self.lines,
            {tally.name: tally.total or 0 for tally in scoring.tallies},
            {tally.name: {line.rule: line.points for line in tally.lines} for tally in scoring.tallies},
            scoring.ranking[0],
            self.table.state.players,
        )

    def next_move(self) -> Any:
        now, chance = known_due_moves(self.table), self.chance
        assert now is not None
        if now.phase == "over":
            return None
        if "refill" in now.kinds:
            return Refill()
        if now.phase == "start":
            return self.start(now.kinds)
        name = next(player for player in now.players if not self.finished(player, now.phase))
        clan, line = self.table.clan(name), LINES[self.lines[name]]
        kinds = [kind for kind, names in now.kinds.items() if name in names]
        for kind in ("store", "use", "done"):
            if kind in kinds and (move := self.best(kind, clan, line)) is not None:
                return move
        if "choose" in kinds:
            return self.choose(clan, line)
        if "bid" in kinds:
            return Bid(player=name, vikings=min(clan.vikings, chance.choice((1, 2, 3)) if clan.vikings > 2 else 1))
        if "yield" in kinds:
            helps = [move for move in self.legal("altar", clan) if clan.vikings > 2]
            return chance.choice(helps) if helps else Yield(player=name)
        return chance.choice([move for kind in kinds for move in self.legal(kind, clan)])

    def finished(self, name: str, phase: str) -> bool:
        """A clan that has ended production buys nothing more in it."""
        return phase == "production" and self.table.clan(name).done is True

    def start(self, kinds: dict[str, list[str]]) -> Any:
        """Offerings, then the dice."""
        for name in kinds.get("sacrifice", []):
            clan, line = self.table.clan(name), LINES[self.lines[name]]
            return Sacrifice(player=name, vikings=min(8, int(clan.vikings * line.offering + 0.5)))
        if "store" in kinds:
            name = kinds["store"][0]
            return self.best("store", self.table.clan(name), LINES[self.lines[name]])
        brown, grey, orange = (self.chance.randint(1, 6) for _ in range(3))
        return Roll(dice=Dice(brown=brown, grey=grey, orange=orange))

    def legal(self, kind: str, clan: ClanSheet) -> list[Any]:
        moves = list(candidates(self.table, clan, kind))
        if kind == "attack":
            return self.rolled(moves)
        return [move for move in moves if passes(self.table, move)]

    def rolled(self, moves: list[Any]) -> list[Any]:
        """Raid dice as they fall: the candidates list each combination once, whatever its chance."""
        dice = tuple(sorted(self.chance.randint(1, 6) for _ in moves[0].dice))
        return [move for move in moves if move.dice == dice]

    def best(self, kind: str, clan: ClanSheet, line: Line) -> Any:
        """Of some legal moves the one after which the sheet is worth most; None when none betters it."""
        moves = self.legal(kind, clan)
        if kind == "done" or len(moves) < 2:
            return moves[0] if moves else None
        looked_at = self.chance.sample(moves, min(LOOKS_AT, len(moves)))

        def after(move: Any) -> float:
            table = rule_on(game, self.table, move, ahead=False).after
            return worth(table, table.clan(clan.name), line)

        return max(looked_at, key=after)

    def choose(self, clan: ClanSheet, line: Line) -> Any:
        """The richest card that could be paid, if the clan is in the mood."""
        cards = self.table.box.cards
        payable = [
            (cards[card].points, number)
            for number, card in enumerate(self.table.state.display, 1)
            if can_pay(clan, self.table.price(clan, card))
        ]
        raids = payable and self.chance.random() < line.raids
        number = self.chance.choice(sorted(payable)[-2:])[1] if raids else 0
        return Choose(player=clan.name, number=number)


def passes(table: Table, move: Any) -> bool:
    findings = Findings()
    game.check(table, move, findings)
    return findings.verdict == "legal"


def contests(playing: Playing, games: int, first: int = 0) -> list[Outcome]:
    """Games of four lines each, every line as often as every other, in every seat."""
    outcomes = []
    names = list(LINES)
    for seed in range(first, first + games):
        lines = [names[(seed + place * (1 + seed // len(names) % 2)) % len(names)] for place in range(4)]
        outcomes.append(Contest(playing, seed, lines).play())
    return outcomes


def by_line(outcomes: list[Outcome]) -> dict[str, list[int]]:
    totals: dict[str, list[int]] = defaultdict(list)
    for outcome in outcomes:
        for name, line in outcome.lines.items():
            totals[line].append(outcome.totals[name])
    return totals


def wins(outcomes: list[Outcome]) -> Counter[str]:
    """Games won by each line; a shared one counts for each of the winners."""
    return Counter(outcome.lines[name] for outcome in outcomes for name in outcome.winners)


if __name__ == "__main__":
    from tests.games.roll_and_raid.invariants import TRAINING

    played = contests(TRAINING, int(sys.argv[1]) if len(sys.argv) > 1 else 30)
    won = wins(played)
    for line, totals in sorted(by_line(played).items()):
        share = won[line] / len(totals)
        sys.stdout.write(f"{line:10} mean {mean(totals):6.1f}  spread {pstdev(totals):5.1f}  wins {share:5.2f}\n")
    triskels = Counter[str]()
    for outcome in played:
        for lines in outcome.triskels.values():
            triskels.update(lines)
    count = sum(len(outcome.totals) for outcome in played)
    sys.stdout.write(str({rule: round(points / count, 1) for rule, points in triskels.items()}) + "\n")
