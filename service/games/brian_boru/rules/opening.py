"""Preparación de la partida, 13 y 14: the first player is drawn, and everybody puts a disc in a town."""

from schemas.brian_boru import Open, Start
from service.games.brian_boru.draft import Draft
from service.games.brian_boru.pack import HAND
from service.games.brian_boru.table import Table
from service.games.brian_boru.timing import check_timing, due_or_unknown, fits_phase
from service.games.brian_boru.turns import has_opened
from service.referee.findings import Findings, fact
from service.referee.known import Unknown, all_of, attempt, is_known, is_unknown, truth
from service.referee.table import PLAYERS

# ---------------------------------------------------------------- Preparación de la partida, 13: the first player


def check_start(table: Table, move: Start, findings: Findings) -> None:
    """setup/first-player: drawn once, before anybody opens."""
    in_opening = truth(lambda: table.phase == "opening")
    if in_opening is False or (is_unknown(in_opening) and is_known(due_or_unknown(table))):
        check_timing(table, "start", None, findings)
        return
    not_drawn = all_of(
        in_opening,
        table.is_marker_with_nobody,
        not table.known_towns(),
        in_opening is True or fits_phase(table, "start") is not None,
    )
    findings.requires("setup/first-player", not_drawn, assume=fact("not-drawn"))
    findings.allows("setup/first-player")


def apply_start(draft: Draft, move: Start) -> None:
    draft.set(marker=move.player)
    draft.event("started", "setup/first-player", player=move.player)


# ---------------------------------------------------------------- Preparación de la partida, 14: the first discs


def check_open(table: Table, move: Open, findings: Findings) -> None:
    """opening/order, opening/empty-town, opening/region."""
    town, player = move.town, move.player
    if has_opened(table, player):
        findings.breaks("opening/order", "again", player=player)
    check_timing(table, "open", move.player, findings)
    findings.requires(
        "opening/empty-town",
        table.is_free(town),
        assume=fact("free-town-opening", town=town),
        town=town,
        player=lambda: table.owner(town),
    )
    others = attempt(
        lambda: [other for other in table.towns_around(town) if table.owner(other) not in (None, player)]
    )
    if is_known(others) and not others:
        findings.allows("opening/region")
    elif table.choices["opening_regions"] == "own":
        findings.requires(
            "opening/region",
            lambda: not others,
            assume=fact("own-region", town=town, player=player),
            region=table.region_of(town),
            player=lambda: table.owner(others[0]),
            town=lambda: others[0],
        )


def apply_open(draft: Draft, move: Open) -> None:
    draft.lay_disc(move.town, move.player)
    draft.event("opened", "opening/order", player=move.player, town=move.town)


def everybody_has_opened(table: Table) -> bool:
    """opening/order: whether every player's disc lies on the board."""
    discs = {held.disc for held in table.towns.values()}
    if not table.seats_known:
        return len(discs) >= min(HAND) and bool(Unknown(PLAYERS))
    return discs >= table.by_name.keys()


def begin_rounds(draft: Draft) -> None:
    draft.set(phase="preparation")
