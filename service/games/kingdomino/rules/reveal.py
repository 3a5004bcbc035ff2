"""Preparación de la ronda siguiente: the table turns up a line."""

from msgspec import UNSET

from schemas.kingdomino import Reveal, Slot
from service.games.kingdomino.draft import Draft
from service.games.kingdomino.inference import OVER, in_phase, is_last_round, is_pile_used_up, is_reveal_early
from service.games.kingdomino.steps import settle
from service.games.kingdomino.table import Table
from service.games.kingdomino.tiling import shown_by_the_box
from service.referee.findings import Findings, fact
from service.referee.hidden import HIDDEN, shown
from service.referee.known import Truth, Unknown, UnknownRead, any_of, negation
from service.referee.table import PLAYERS, STATE

PILE = f"{STATE}/pile"


def check_reveal(table: Table, move: Reveal, findings: Findings) -> None:
    check_reveal_is_due(table, findings)
    if not table.seats_known or table.count == 3:
        table.choices.consulted.add("three_players")  # it decides how many lie in a line
    if move.dominoes is not UNSET:
        _check_dominoes(table, move.dominoes, findings)
    elif not findings.broken:  # else it does not matter what would come
        findings.requires("setup/pile", lambda: bool(pile_top(table)), need=fact("pile-top"))


def check_reveal_is_due(table: Table, findings: Findings) -> None:
    """end/over, end/last-round, next-round/reveal: when a new line is turned up."""
    assume = fact("reveal-due")
    if findings.requires("end/over", negation(in_phase(table, OVER)), assume=assume, cite=False) is False:
        return
    used_up = any_of(lambda: is_pile_used_up(table), lambda: is_last_round(table))
    if findings.requires("end/last-round", negation(used_up), "reveal", assume=assume, cite=False) is not False:
        findings.requires("next-round/reveal", lambda: not is_reveal_early(table), "early", assume=assume)


def _check_dominoes(table: Table, dominoes: tuple[int, ...], findings: Findings) -> None:
    """line/size, three-players/dominoes, setup/pile, components/dominoes: which dominoes can come out."""
    count = len(dominoes)
    findings.requires(
        "three-players/dominoes" if table.seats_known and table.count == 3 else "line/size",
        _is_a_line(table, count),
        assume=fact("line-size", count=count),
        cite=False,
        count=count,
        expected=table.line_sizes[-1],
    )
    shown_by_the_box(table, findings, *dominoes)
    for domino in sorted({domino for domino in dominoes if dominoes.count(domino) > 1}):
        findings.breaks("components/dominoes", "twice", domino=domino)
    taken = {number for number, places in table.known_places().items() if any(zone != "pile" for zone, _ in places)}
    for domino in sorted(taken.intersection(dominoes)):
        findings.breaks("components/dominoes", "taken", domino=domino)
    # The message names no domino: what the pile holds is nobody's to know.
    assume = fact("from-pile", dominoes=sorted(dominoes))
    findings.requires("setup/pile", lambda: _come_next(table, dominoes), assume=assume)


def _is_a_line(table: Table, count: int) -> Truth:
    """Whether so many dominoes make a line; unknown where the number of players decides."""
    if count not in table.line_sizes or len(table.line_sizes) == 1:
        return count in table.line_sizes
    return Unknown(PLAYERS)


def _come_next(table: Table, dominoes: tuple[int, ...]) -> bool:
    """Whether these dominoes are the next ones of the pile."""
    pile = table.pile
    top, rest = pile[: len(dominoes)], pile[len(dominoes) :]
    if len(top) < len(dominoes) or any(number in dominoes for number in rest):
        return False
    if any(number not in dominoes for number in shown(top)):
        return False
    if HIDDEN not in top:
        return True
    return sorted(pile_top(table)) == sorted(dominoes)


def pile_top(table: Table) -> tuple[int, ...]:
    """The dominoes that come next, where the pile is known, or where only they are seen nowhere else."""
    pile, size = table.pile, table.line_size
    top = tuple(pile[:size])
    if len(top) == size and HIDDEN not in top:
        return top
    unseen = table.box.halves.keys() - set(table.known_numbers())
    known = shown(pile)
    if len(pile) == size and len(known) + len(unseen) == size:
        return tuple(sorted((*known, *unseen)))
    raise UnknownRead((PILE,))


def apply_reveal(draft: Draft, move: Reveal) -> None:
    dominoes = sorted(pile_top(draft) if move.dominoes is UNSET else move.dominoes)
    draft.change("pile", lambda pile: pile[len(dominoes) :])
    draft.set(next_line=tuple([Slot(domino=number) for number in dominoes]))
    draft.event("revealed", "line/ascending", dominoes=dominoes)
    settle(draft)
