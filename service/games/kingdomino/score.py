"""Points: territories, bonuses of the variants, the order of the players, and claims compared with them."""

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import lru_cache, partial
from typing import NamedTuple, cast

from schemas.base import Fault, Malformed
from service.games.kingdomino.audit import audit
from service.games.kingdomino.grid import MIDDLE, frame, squares
from service.games.kingdomino.inference import OVER, in_phase
from service.games.kingdomino.kingdom import Board
from service.games.kingdomino.score_mistakes import mistakes_in
from service.games.kingdomino.table import Table
from service.referee.budget import step
from service.referee.choices import Choices
from service.referee.claims import check_claims, compare_claims
from service.referee.findings import Findings
from service.referee.known import Unknown, is_known
from service.referee.scoring import (
    LINES_KEPT,
    Decision,
    Figures,
    Line,
    Mistake,
    Outcome,
    Scoring,
    Tally,
    leaders,
    rank,
    totals_of,
)

HARMONY, MIDDLE_KINGDOM = 5, 10
GAMES_OF_A_DYNASTY = 3
TIE_BREAKS = (("score/tie-territory", "largest"), ("score/tie-crowns", "crowns"))


def score(tables: Sequence[Table], claimed: Mapping[str, int]) -> Scoring:
    check_claims(claimed, tables[0].by_name)
    return _one_game(tables[0], claimed) if len(tables) == 1 else _dynasty(tables, claimed)


def _one_game(table: Table, claimed: Mapping[str, int]) -> Scoring:
    findings = Findings()
    audit(table, findings, thorough=False, entering=True)
    read_by = _read_by(table)
    tallies = [_tally(table, name, table.choices, findings) for name in table.by_name]
    ranking, decisions = _ranking(tallies, table.choices)
    claims = compare_claims(tallies, claimed, partial(_mistakes, table))
    cited, recount = _cited(table, tallies), partial(_recount, table)
    return Scoring(tallies, ranking, decisions, is_final(table), claims, findings, cited, read_by, recount)


def _read_by(table: Table) -> Set[str]:
    """The choices that a position was read by. The number of dominoes for three is a matter of three alone."""
    consulted = table.choices.consulted
    return consulted | {"three_players"} if not table.seats_known or table.count == 3 else frozenset(consulted)


def _recount(table: Table, choices: Choices) -> Outcome:
    tallies = [_tally(table, name, choices, Findings()) for name in table.by_name]
    return totals_of(tallies), _ranking(tallies, choices)[0]


def _cited(table: Table, tallies: list[Tally]) -> list[str]:
    """Rules at work that no line of its own shows."""
    cited = ["score/total"]
    for name in table.by_name:
        board = table.board(name)
        if is_known(board) and board.is_countable and _lands(board).is_split:
            cited.append("score/separate")
            break
    if len(tallies) > 2:
        cited.append("score/places")
    if len(table.variants) > 1:
        cited.append("variants/combine")
    return cited


def _tally(table: Table, name: str, choices: Choices, findings: Findings) -> Tally:
    board = table.board(name)
    if isinstance(board, Unknown):
        seat = table.order.index(name)
        raise Malformed([Fault(f"/players/{seat}", "To be scored a player needs a `kingdom` or `squares`.")])
    if not board.is_countable:
        return Tally(name, None, [], {})
    lands = _lands(board)
    bonuses: list[Line] = []
    if "harmony" in table.variants:
        bonuses += _harmony(table, name, board, choices)
    if "middle-kingdom" in table.variants:
        bonuses += _middle_kingdom(board, table.size, choices)
    points = lands.points + sum(line.points for line in bonuses)
    return Tally(name, points, [*lands.lines, *bonuses], lands.figures)


class Lands(NamedTuple):
    """What the territories of a kingdom come to."""

    lines: list[Line]
    points: int
    figures: dict[str, int]
    """What ties are broken by."""
    is_split: bool
    """Whether there are two territories of one terrain."""


def _lands(board: Board) -> Lands:
    """Counted once for each board; a score needs it several times."""
    if board.lands is None:
        board.lands = _counted(board)
    return cast(Lands, board.lands)


def _counted(board: Board) -> Lands:
    territories = board.territories()
    step(2 * len(territories))  # not in the function that is cached
    counted = [_territory_line(territory.terrain, territory.mask, territory.crowns) for territory in territories]
    lines = sorted(counted, key=lambda line: -line.points)
    figures = {
        "largest": max((territory.size for territory in territories), default=0),
        "crowns": sum(territory.crowns for territory in territories),
    }
    terrains = {territory.terrain for territory in territories}
    return Lands(lines, sum(line.points for line in lines), figures, len(terrains) < len(territories))


# Small territories are the same in many kingdoms: this saves 12 % of a score with 2,400 different bodies.
@lru_cache(maxsize=LINES_KEPT)
def _territory_line(terrain: str, mask: int, crowns: int) -> Line:
    """score/territory, score/no-crowns: squares times crowns."""
    size = mask.bit_count()
    points = size * crowns
    rule = "score/territory" if crowns else "score/no-crowns"
    detail = {"terrain": terrain, "size": size, "crowns": crowns, "points": points, "squares": squares(mask)}
    return Line(rule, points, detail)


def _harmony(table: Table, name: str, board: Board, choices: Choices) -> list[Line]:
    """variants/harmony: the full grid, or in the first edition no discarded domino."""
    empty = table.size**2 - board.occupied.bit_count()
    detail = {"size": table.size, "points": HARMONY, "empty": empty}
    discarded = table.known_discarded(name)
    if not empty and not discarded:  # with a full grid none can have been discarded, sent or not
        return [Line("variants/harmony", HARMONY, detail)]
    if choices["harmony"] == "full-grid":
        return [Line("variants/harmony", HARMONY if not empty else 0, detail, "" if not empty else "missed")]
    return [Line("variants/harmony", 0, detail, "discarded" if discarded else _MISSED[is_final(table)])]


# Everybody gets as many dominoes as fill the grid: who has discarded none has it full at the end of the game, and
# before the end nothing is decided.
_MISSED = {True: "discarded", False: "early", None: "open"}
"""Why a kingdom with empty squares has not earned Harmony by the first edition, by whether the game is over."""


def _middle_kingdom(board: Board, size: int, choices: Choices) -> list[Line]:
    """variants/middle-kingdom and, where the frame is not full size, the reading of its centre."""
    central = _is_central(board, size, choices)
    lines = [
        Line(
            "variants/middle-kingdom",
            MIDDLE_KINGDOM if central else 0,
            {"points": MIDDLE_KINGDOM},
            "" if central else "missed",
        )
    ]
    west, east, south, north = frame(board.occupied)
    width, height = east - west + 1, north - south + 1
    if (width, height) != (size, size):
        detail = {"width": width, "height": height, "reading": choices["middle_kingdom"]}
        lines.append(Line("variants/middle-kingdom-centre", 0, detail))
    return lines


def _is_central(board: Board, size: int, choices: Choices) -> bool:
    west, east, south, north = (edge - MIDDLE for edge in frame(board.occupied))
    centred = west + east == 0 and south + north == 0
    full = east - west + 1 == north - south + 1 == size
    if full:
        return centred
    reading = choices["middle_kingdom"]
    if reading == "box":
        return centred
    half = size // 2
    return reading == "fits" and max(-west, east, -south, north) <= half


def _ranking(tallies: list[Tally], choices: Choices) -> tuple[list[list[str]], list[Decision]]:
    """score/winner, score/tie-territory, score/tie-crowns, score/tie-shared."""
    if any(tally.total is None for tally in tallies):
        return [], []  # who cannot be counted cannot be ranked, nor anybody beside
    figures: dict[str, Figures] = {tally.name: (tally.total or 0, tally.figures["largest"]) for tally in tallies}
    ranking, decisions = rank(figures, TIE_BREAKS[:1], "score/tie-shared")
    if len(ranking) < len(figures) and choices["tie_break"] == "territory-then-crowns":
        figures = {tally.name: (*figures[tally.name], tally.figures["crowns"]) for tally in tallies}
        ranking, decisions = rank(figures, TIE_BREAKS, "score/tie-shared")
    return ranking, [*leaders(figures, "score/winner"), *decisions]


def is_final(table: Table) -> bool | None:
    """Whether the game is over; None when that is unknown."""
    over = in_phase(table, OVER)
    return None if isinstance(over, Unknown) else over


# ---------------------------------------------------------------- Dinastia


def _dynasty(tables: Sequence[Table], claimed: Mapping[str, int]) -> Scoring:
    """variants/dynasty: the sum of the games; only the sum decides."""
    names = list(tables[0].by_name)
    for number, table in enumerate(tables):
        if sorted(table.by_name) != sorted(names):
            raise Malformed([Fault(f"/{number}/players", "A Dynasty is played by the same players in each game.")])
    findings = Findings()
    games = []
    for number, table in enumerate(tables):
        try:
            one = _one_game(table, {})
        except Malformed as error:
            raise error.under(f"/{number}") from error
        game = {"game": number + 1}
        findings.broken += [broken._replace(detail={**broken.detail, **game}) for broken in one.findings.broken]
        findings.assumed += [(fact, {**detail, **game}) for fact, detail in one.findings.assumed]
        games.append(one)
    if len(tables) > GAMES_OF_A_DYNASTY:
        findings.breaks("variants/dynasty", count=len(tables))
    tallies = [_sum(name, games) for name in names]
    totals: dict[str, Figures] = {tally.name: (tally.total,) for tally in tallies if tally.total is not None}
    countable = len(totals) == len(tallies)
    ranking, decisions = rank(totals, (), "variants/dynasty-ties") if countable else ([], [])
    won = leaders(totals, "score/winner") if countable else []
    finals = [game.final for game in games]
    final = False if False in finals or len(games) < GAMES_OF_A_DYNASTY else None if None in finals else True
    claims = compare_claims(tallies, claimed, _dynasty_mistakes)
    return Scoring(
        tallies,
        ranking,
        [*won, *decisions],
        final,
        claims,
        findings,
        ["variants/dynasty"],
    )


def _sum(name: str, games: list[Scoring]) -> Tally:
    tallies = [next(tally for tally in game.tallies if tally.name == name) for game in games]
    lines = [
        Line("variants/dynasty", tally.total or 0, {"game": number, "points": tally.total or 0})
        for number, tally in enumerate(tallies, start=1)
    ]
    known = all(tally.total is not None for tally in tallies)
    return Tally(name, sum(line.points for line in lines) if known else None, lines, {})


def _dynasty_mistakes(tally: Tally) -> Iterator[Mistake]:
    """A game left out."""
    for line in tally.lines:
        rest = (tally.total or 0) - line.points
        yield Mistake("variants/dynasty", rest, {"claimed": rest, "game": line.detail["game"]})


def _mistakes(table: Table, tally: Tally) -> Iterator[Mistake]:
    return mistakes_in(table.board(tally.name), table.variants, tally)
