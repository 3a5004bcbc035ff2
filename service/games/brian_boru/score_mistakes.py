"""Mistakes that people make at the end of a game, each with the total that it leads to and the rule it forgets."""

from collections.abc import Iterator

from service.games.brian_boru.score_sheet import NONE, NOWHERE, VIKINGS, Pad, ScoreSheet
from service.games.brian_boru.table import Table
from service.referee.budget import counted
from service.referee.scoring import Mistake, Tally

LAP = 60
A_TOKEN = 10
"""The steps of looking for mistakes about one claim token."""
LEFT_OUT = (
    "score/track",
    "score/coins",
    "score/marker",
    "score/renown",
    "score/claims",
    "score/board-claims",
    "score/vikings-tied",
    "score/military",
    "score/spread",
    "score/trade",
)


def mistakes_in(table: Table | Pad, sheet: ScoreSheet, tally: Tally) -> Iterator[Mistake]:
    """Every common mistake with the points of this player."""
    yield from _lines(tally)
    yield from _coins(sheet, tally)
    yield from _tokens(table, sheet, tally)
    yield from _regions(table, sheet, tally)


def _lines(tally: Tally) -> Iterator[Mistake]:
    """A line left out, or a lap of the track."""
    total = tally.total or 0
    for line in tally.lines:
        if line.rule in LEFT_OUT and line.points:
            yield Mistake(line.rule, total - line.points, {"points": line.points}, "forgotten")
        if line.rule == "score/beyond-track":
            yield Mistake("score/beyond-track", total - LAP, {})


def _coins(sheet: ScoreSheet, tally: Tally) -> Iterator[Mistake]:
    """score/coins, score/marker: a point for a shared lead, or for a marker that another holds."""
    total, column = tally.total or 0, sheet.columns[tally.name]
    coins = [entry.coins for entry in sheet.columns.values()]
    if column.coins == max(coins) and coins.count(column.coins) > 1:
        yield Mistake("score/coins", total + 1, {"coins": column.coins}, "tied")


def _tokens(table: Table | Pad, sheet: ScoreSheet, tally: Tally) -> Iterator[Mistake]:
    """Claim tokens counted in full, rounded up, face down, or against the Vikings."""
    total, name = tally.total or 0, tally.name
    for line in tally.lines:
        if "full" in line.detail:
            region, full = line.detail["region"], line.detail["full"]
            yield Mistake("score/board-claims", total - line.points + full, {"region": region}, "full")
            if full % 2:
                yield Mistake("score/board-claims", total + 1, {"region": region}, "rounded")
    held = {region for column in sheet.columns.values() for region in column.claims}
    for region, token in counted(table.box.tokens.items(), A_TOKEN):
        counts, _ = sheet.strength(region, 2)
        own, best = counts.get(name, 0), max(counts.values(), default=0)
        if region not in held and region not in sheet.face_up and own and own == best:
            for points in {token.points, token.points // 2}:
                yield Mistake("score/face-down", total + points, {"region": region})
    for region in counted(sheet.face_up, A_TOKEN):
        yield from _board_token(table, sheet, tally, region)


def _board_token(table: Table | Pad, sheet: ScoreSheet, tally: Tally, region: str) -> Iterator[Mistake]:
    total, name, half = tally.total or 0, tally.name, table.box.tokens[region].points // 2
    scored = sum(line.points for line in tally.lines if "full" in line.detail and line.detail["region"] == region)
    for monastery in (1, 2):
        counts, _ = sheet.strength(region, monastery)
        best = max(counts.values(), default=0)
        leads = counts.get(name, 0) == best > 0
        if (half if leads else 0) != scored:
            yield Mistake("score/monasteries", total - scored + (half if leads else 0), {"region": region})
    if not scored and any(_leads_behind_the_vikings(sheet, region, name, monastery) for monastery in (1, 2)):
        yield Mistake("score/vikings-most", total + half, {"region": region})
    if sheet.columns[name].princess == "trade" and not scored:
        built = sheet.monasteries.get(region, NONE)
        sides = {side: towns + built.get(side, 0) for side, towns in sheet.towns.get(region, NONE).items()}
        together = sides.get(name, 0) + sides.get(VIKINGS, 0)
        others = [count for side, count in sides.items() if side not in (name, VIKINGS)]
        if together and together >= max(others, default=0):
            yield Mistake("score/trade", total + half, {"region": region}, "board")


def _leads_behind_the_vikings(sheet: ScoreSheet, region: str, name: str, monastery: int) -> bool:
    """score/vikings-most: whether only the Vikings have more towns than this player."""
    counts, _ = sheet.strength(region, monastery)
    players = {side: count for side, count in counts.items() if side is not VIKINGS}
    leads = name in players and players[name] == max(players.values())
    return leads and VIKINGS in counts and counts[VIKINGS] > players[name]


def _regions(table: Table | Pad, sheet: ScoreSheet, tally: Tally) -> Iterator[Mistake]:
    """score/viking-held, score/military: regions that do not count for the spread."""
    total, name = tally.total or 0, tally.name
    column, regions = sheet.columns[name], sheet.regions_of(name)
    now = table.box.spread(len(regions))
    if column.princess != "trade":
        lost = table.box.spread(len(regions | sheet.lost.get(name, NOWHERE)))
        if lost != now:
            yield Mistake("score/viking-held", total - now + lost, {})
    if column.princess == "military":
        allied = table.box.spread(len(regions | sheet.viking_regions()))
        if allied != now:
            yield Mistake("score/military", total - now + allied, {}, "spread")
    if column.princess == "trade":
        with_trade = table.box.spread(len(regions | sheet.viking_regions()))
        if with_trade != now:
            yield Mistake("score/trade", total - with_trade + now, {}, "own")
