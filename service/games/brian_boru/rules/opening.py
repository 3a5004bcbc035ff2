"""The opening: the first player is drawn, and everybody puts a disc in a town."""

from msgspec import UNSET

from schemas.brian_boru import Open, Start
from service.games.brian_boru.pack import HAND
from service.games.brian_boru.table import Draft, Table
from service.games.brian_boru.timing import check_timing, due, fits_phase
from service.referee.findings import Findings
from service.referee.known import Unknown
from service.referee.table import PLAYERS

# ---------------------------------------------------------------- First player


def check_start(table: Table, move: Start, findings: Findings) -> None:
    """setup/first-player: drawn once, before anybody opens."""
    state = table.known
    if state.phase not in (UNSET, "opening") or (state.phase is UNSET and due(table) is not None):
        check_timing(table, "start", None, findings)
    elif state.marker or state.towns or (state.phase is UNSET and fits_phase(table, "start") is None):
        findings.breaks("setup/first-player")
    else:
        findings.allows("setup/first-player")
        if state.phase is UNSET or state.marker is UNSET:
            findings.assumes("not-drawn")


def apply_start(draft: Draft, move: Start) -> None:
    draft.set(marker=move.player)
    draft.event("started", "setup/first-player", player=move.player)


# ---------------------------------------------------------------- Opening discs


def check_open(table: Table, move: Open, findings: Findings) -> None:
    """opening/order, opening/empty-town, opening/region."""
    check_timing(table, "open", move.player, findings)
    towns = table.known.towns
    if towns is UNSET:
        findings.assumes("free-town-opening", town=move.town)
        if table.choices["opening_regions"] == "own":
            findings.assumes("own-region", town=move.town, player=move.player)
        return
    if move.town in towns:
        findings.breaks("opening/empty-town", town=move.town, player=towns[move.town].disc)
    else:
        findings.allows("opening/empty-town")
    region = table.box.towns[move.town].region
    others = [town for town in table.box.regions[region] if town in towns and towns[town].disc != move.player]
    if others:
        if table.choices["opening_regions"] == "own":
            findings.breaks("opening/region", region=region, player=towns[others[0]].disc, town=others[0])
        return
    findings.allows("opening/region")


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
