"""GOPS as a ``Game``: setup, what is due, candidates for moves, and points."""

from collections.abc import Iterator
from pathlib import Path

from gops.rules import RULES, STEPS
from gops.shapes import AnyMove, Bid, Options, Player, Reveal, State
from service.referee.small_game import (
    OVER,
    AnyGame,
    Choices,
    Due,
    Game,
    Line,
    Meta,
    Random,
    Shapes,
    Table,
    hidden,
    line,
    shuffled,
)

CARDS = tuple(range(1, 14))


def setup(names: tuple[str, ...], options: Options, seed: int | None, box: object, choices: Choices) -> State:
    """setup/players: everybody has the cards from 1 to 13; the prizes are shuffled."""
    pile = hidden(len(CARDS)) if seed is None else shuffled(CARDS, Random(seed))
    players = tuple(Player(name=name, hand=CARDS, bid=None, won=()) for name in names)
    return State(options=options, players=players, prize=None, carried=(), pile=pile)


def due(table: Table) -> Due:
    """turn/due: a prize is turned up, everybody bids; after the last prize the game is over."""
    if table["prize"] is None:
        return Due("reveal", [], ["reveal"]) if table["pile"] else Due(OVER, [], [])
    return Due("bid", [name for name, bid in table.everybody("bid").items() if bid is None], ["bid"])


def candidates(table: Table) -> Iterator[AnyMove]:
    now = due(table)
    if now.phase == "reveal":
        yield Reveal(card=table.card("pile"))
    for name in now.players:
        for card in table.each_card(name, "hand"):
            yield Bid(player=name, card=card)


def points(table: Table, player: str) -> Iterator[Line]:
    """score/prize: each prize counts its number."""
    for card in table[player, "won"]:
        yield line("score/prize", card, card=card)


GAME: AnyGame = Game(
    meta=Meta(id="gops", title="GOPS", players=(2, 3)),
    shapes=Shapes(state=State, move=AnyMove),
    folder=Path(__file__).parent,
    setup=setup,
    due=due,
    rules=RULES,
    steps=STEPS,
    candidates=candidates,
    points=points,
)
