"""The preparation phase: a Viking card and a marriage card are turned up."""

from itertools import chain

from msgspec import UNSET

from schemas.brian_boru import Prepare
from service.games.brian_boru.table import Draft, Table, known_marriages
from service.games.brian_boru.timing import check_timing
from service.referee.findings import Findings


def check_prepare(table: Table, move: Prepare, findings: Findings) -> None:
    check_timing(table, "prepare", None, findings)
    _viking_card(table, move, findings)
    _marriage_card(table, move, findings)
    if any(player.raiders or player.church or player.marriage for player in table.by_name.values()):
        findings.allows("round/carry-over")


def _viking_card(table: Table, move: Prepare, findings: Findings) -> None:
    """preparation/vikings, components/viking-cards: the top card, which must be one that can still come."""
    pile, gone = table.known.viking_pile, table.known.vikings_gone or ()
    top = pile[0] if pile else "?"
    if move.vikings is UNSET:
        if top == "?":
            findings.needs("viking-top")
        else:
            findings.allows("preparation/vikings")
        return
    known = sum(1 for strength in chain(gone, pile[1:] if pile else ()) if strength == move.vikings)
    if known >= table.box.vikings[move.vikings]:
        findings.breaks("components/viking-cards", strength=move.vikings, count=table.box.vikings[move.vikings])
    elif top not in ("?", move.vikings):
        findings.breaks("preparation/vikings")
    elif not pile:
        findings.assumes("from-viking-deck", strength=move.vikings)
    else:
        findings.allows("preparation/vikings")


def _marriage_card(table: Table, move: Prepare, findings: Findings) -> None:
    """preparation/marriage, setup/marriage-pile: the top card; the Princess comes last."""
    pile, princess = table.known.marriage_pile, table.box.princess
    top = pile[0] if pile else "?"
    if move.marriage is UNSET:
        if pile == ():
            findings.breaks("setup/marriage-pile", count=0, expected=1)
        elif top == "?":
            findings.needs("marriage-top")
        else:
            findings.allows("preparation/marriage")
        return
    if pile == ():
        findings.breaks("setup/marriage-pile", count=0, expected=1)
    elif top not in ("?", move.marriage):
        findings.breaks("preparation/marriage")
    elif top == "?" and move.marriage in known_marriages(table.known):
        rule = "setup/marriage-pile" if move.marriage == princess else "components/marriage-cards"
        findings.breaks(rule, "again", card=table.box.marriages[move.marriage].name)
    elif pile is UNSET:
        findings.assumes("from-marriage-pile", card=table.box.marriages[move.marriage].name)
    elif (move.marriage == princess) != (len(pile) == 1):
        findings.breaks("setup/marriage-pile", "again", card=table.box.marriages[move.marriage].name)
    else:
        findings.allows("preparation/marriage")


def apply_prepare(draft: Draft, move: Prepare) -> None:
    """preparation/vikings, preparation/marriage, preparation/last-round."""
    state = draft.state
    strength, card = move.vikings, move.marriage
    if strength is UNSET and state.viking_pile:
        strength = state.viking_pile[0]
    if card is UNSET and state.marriage_pile:
        card = state.marriage_pile[0]
    assert strength is not UNSET
    assert card is not UNSET
    if state.viking_pile is not UNSET:
        draft.set(viking_pile=state.viking_pile[1:])
    if state.vikings_gone is not UNSET:
        draft.set(vikings_gone=(*state.vikings_gone, strength))
    if state.raiders is not UNSET:
        draft.set(raiders=state.raiders + strength)
    if state.marriage_card is UNSET and draft.choices["nobody_courts"] == "top-of-pile":
        draft.set(marriages_gone=UNSET)  # the card of the last round may still lie there
    elif isinstance(state.marriage_card, str) and state.marriages_gone is not UNSET:
        draft.set(marriages_gone=(*state.marriages_gone, state.marriage_card))
    if state.marriage_pile is not UNSET:
        draft.set(marriage_pile=state.marriage_pile[1:])
    draft.set(marriage_card=card, phase="deal")
    draft.event("vikings", "preparation/vikings", strength=strength)
    draft.event("bride", "preparation/marriage", card=draft.box.marriages[card].name)
    if draft.state.marriage_pile == ():
        draft.event("last-round", "preparation/last-round")
