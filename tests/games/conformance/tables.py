"""What holds for every table of a random game: round trips, replay, views and scores. Complaints are yielded."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import inspect

from service.referee.findings import Findings
from service.referee.game import AnyGame
from service.referee.judge import rule_on
from service.referee.replay import replay
from tests.games.conformance.moves import maker_of
from tests.games.conformance.sentences import Sentences
from tests.games.every_game import QUICK
from tests.games.partial_tables.asking import plain
from tests.games.partial_tables.positions import Reached
from tests.games.partial_tables.zones import HIDDEN, Zones, value_at

EVERY = 20 if QUICK else 8
"""So many tables lie between two of a game that are looked at; the first and the last one are."""


def complaints(game: AnyGame, played: Sequence[Reached], sentences: Sentences) -> Iterator[str]:
    """Everything that is wrong with the tables of one game."""
    first, last = played[0], played[-1]
    for here in (*played[:-1:EVERY], last):
        name = f"{game.meta.id}, seed {here.seed}, move {here.number}"
        texts = (*round_trip(game, here), *views(game, here), *scored(game, here, sentences))
        yield from (f"{name}: {text}" for text in texts)
    name = f"{game.meta.id}, seed {first.seed}"
    yield from (f"{name}: {text}" for text in (*replayed(game, played), *ended(game, last, sentences)))


def round_trip(game: AnyGame, here: Reached) -> Iterator[str]:
    """What is written can be read, and gives the same table."""
    table = here.table
    state = msgspec.json.decode(msgspec.json.encode(table.state), type=game.shapes.state)
    if state != table.state:
        yield "the round trip changes the state"
    if game.following(game.table(state, table.box, table.choices)) != game.following(table):
        yield "after the round trip somebody else moves"
    for move in (here.move, *here.moves[:1]):
        if move is not None and msgspec.json.decode(msgspec.json.encode(move), type=game.shapes.move) != move:
            yield f"the round trip changes {move}"


def replayed(game: AnyGame, played: Sequence[Reached]) -> Iterator[str]:
    """A replay of the log equals its moves one by one."""
    states: list[Any] = []
    moves = [here.move for here in played if here.move is not None]
    result = replay(game, played[0].table, moves, on_state=states.append)
    if result.verdict != "legal":
        yield f"the replay is {result.verdict} at move {result.failed_at}"
    elif states != [here.after.state for here in played if here.after is not None]:
        yield "the replay has other states than its moves one by one"
    elif result.following != game.following(played[-1].table):
        yield "after the replay somebody else moves"


def views(game: AnyGame, here: Reached) -> Iterator[str]:
    """A view is accepted, possible, says nothing false, and its own view is itself; its player can still move."""
    table, zones = here.table, Zones(game.shapes.state, game.shapes.options)
    whole = plain(table.state)
    for player in table.state.players:
        seen = game.view(table.state, player.name)
        if game.view(seen, player.name) != seen:
            yield f"the view of the view of {player.name} is another"
        if claims := zones.false_claims(whole, plain(seen)):
            yield f"the view of {player.name} says what is not so: {claims}"
        view = game.table(seen, table.box, table.choices)
        findings = Findings()
        game.audit(view, findings)
        if findings.broken:
            yield f"the view of {player.name} is impossible: {findings.broken}"
        elif here.move is not None and maker_of(game, here.move) == player.name:
            verdict = rule_on(game, view, here.move).verdict
            if verdict == "illegal":
                yield f"{here.move} is legal, and illegal by what its player sees"


def scored(game: AnyGame, here: Reached, sentences: Sentences) -> Iterator[str]:
    """The score of any table can be counted, and wrong claims be explained."""
    scoring = game.score([here.table], {})
    sentences.add_scoring(scoring)
    claimed = {tally.name: tally.total + 1 for tally in scoring.tallies if tally.total is not None}
    sentences.add_scoring(game.score([here.table], claimed))
    for tally in scoring.tallies:
        if tally.total is not None and tally.lines and tally.total != sum(line.points for line in tally.lines):
            yield f"the lines of {tally.name} are not the total"


def ended(game: AnyGame, last: Reached, sentences: Sentences) -> Iterator[str]:
    """When no move is left nobody moves, and all players are ranked."""
    if last.moves:
        return
    following = game.following(last.table)
    if following is None or following[1] or following[2]:
        yield f"no move is listed, and next are {following}"
    scoring = game.score([last.table], {})
    ranked = sorted(name for place in scoring.ranking for name in place)
    if ranked != sorted(player.name for player in last.table.state.players) or scoring.final is not True:
        yield f"the game is over, and the ranking is {scoring.ranking}, final: {scoring.final}"


FORGOTTEN = {
    "ortus-regni": frozenset({"/pending/attackers/pool/*=?", "/pending/defenders/pool/*=?"}),
}
"""By game: cards that everybody has seen, but that nobody may remember when the table is told."""


def never_hidden(game: AnyGame, tables: Sequence[Any]) -> list[str]:
    """Where the schema allows a hidden card, and no view of these tables hides one though there are cards."""
    zones = Zones(game.shapes.state, game.shapes.options)
    open_places: set[str] = set()
    hidden: set[str] = set()
    for table in tables:
        whole = plain(table.state)
        cards = [place for place in zones.places(whole) if place.kind == "card"]
        for player in table.state.players:
            seen = plain(game.view(table.state, player.name))
            for place in cards:
                found = hidden if value_at(seen, place.path) in (HIDDEN, msgspec.UNSET) else open_places
                found.add(place.generic)
    return sorted(open_places - hidden - FORGOTTEN.get(game.meta.id, frozenset()))


def hides_nothing(game: AnyGame) -> bool:
    """Whether no card of a state can be hidden, by its types."""
    return f"'{HIDDEN}'" not in repr(inspect.type_info(game.shapes.state))
