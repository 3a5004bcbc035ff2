"""Fase de preparación: a Viking card and a marriage card are turned up."""

from msgspec import UNSET

from schemas.brian_boru import Prepare
from service.games.brian_boru.draft import Draft
from service.games.brian_boru.table import Table
from service.games.brian_boru.timing import check_timing
from service.referee.findings import Findings, fact
from service.referee.hidden import HIDDEN
from service.referee.known import Unknown, is_known, is_unknown, truth


def check_prepare(table: Table, move: Prepare, findings: Findings) -> None:
    check_timing(table, "prepare", None, findings)
    _viking_card(table, move, findings)
    _marriage_card(table, move, findings)
    if any(any(table.known_of(zone).values()) for zone in ("raiders", "church", "marriage")):
        findings.allows("round/carry-over")


def _top(pile: tuple[object, ...] | Unknown) -> object:
    """The card that comes next; ``HIDDEN`` if that is not seen."""
    return HIDDEN if isinstance(pile, Unknown) or not pile else pile[0]


def _viking_card(table: Table, move: Prepare, findings: Findings) -> None:
    """components/viking-cards, preparation/vikings: the top card, which must be one that can still come."""
    top = _top(table.viking_pile)
    if move.vikings is UNSET:
        condition = Unknown("/state/viking_pile") if top == HIDDEN else True
        findings.requires("preparation/vikings", condition, need=fact("viking-top"))
        return
    strength, there = move.vikings, table.box.vikings[move.vikings]
    if table.known_vikings(but_the_next=True).count(strength) >= there:
        findings.breaks("components/viking-cards", strength=strength, count=there)
    elif top not in (HIDDEN, strength):
        findings.breaks("preparation/vikings")
    elif truth(lambda: len(table.viking_pile) > 0) is not True:
        findings.assumes("from-viking-deck", strength=strength)
    else:
        findings.allows("preparation/vikings")


def _marriage_card(table: Table, move: Prepare, findings: Findings) -> None:
    """setup/marriage-pile, preparation/marriage: the top card; the Princess comes last."""
    pile, top = table.marriage_pile, _top(table.marriage_pile)
    if is_known(pile) and not pile:
        findings.breaks("setup/marriage-pile", count=0, expected=1)
    elif move.marriage is not UNSET:
        _card_is_next(table, move.marriage, findings)
    elif top == HIDDEN:
        findings.needs("marriage-top")
    else:
        findings.allows("preparation/marriage")


def _card_is_next(table: Table, card: str, findings: Findings) -> None:
    """components/marriage-cards, setup/marriage-pile, preparation/marriage."""
    pile, top, is_princess = table.marriage_pile, _top(table.marriage_pile), card == table.box.princess
    if top not in (HIDDEN, card):
        findings.breaks("preparation/marriage")
    elif top == HIDDEN and card in table.known_marriages():
        rule = "setup/marriage-pile" if is_princess else "components/marriage-cards"
        findings.breaks(rule, "again", card=card)
    elif is_unknown(pile):
        findings.assumes("from-marriage-pile", card=card)
    else:
        last = findings.requires(
            "setup/marriage-pile", is_princess == (len(pile) == 1), "again", cite=False, card=card
        )
        if last:
            findings.allows("preparation/marriage")


def apply_prepare(draft: Draft, move: Prepare) -> None:
    """preparation/vikings, preparation/marriage, preparation/last-round."""
    strength = draft.viking_pile[0] if move.vikings is UNSET else move.vikings
    card = draft.marriage_pile[0] if move.marriage is UNSET else move.marriage
    draft.change("viking_pile", lambda pile: pile[1:])
    draft.change("vikings_gone", lambda gone: (*gone, strength))
    draft.change("raiders", lambda raiders: raiders + strength)
    before = draft.marriage_card
    if isinstance(before, Unknown):
        if draft.choices["nobody_courts"] == "top-of-pile":
            draft.forget("marriages_gone")  # the card of the last round may still lie there
    elif before is not None:
        draft.change("marriages_gone", lambda gone: (*gone, before))
    draft.change("marriage_pile", lambda pile: pile[1:])
    draft.set(marriage_card=card, phase="deal")
    draft.event("vikings", "preparation/vikings", strength=strength)
    draft.event("bride", "preparation/marriage", card=card)
    if truth(lambda: draft.marriage_pile == ()) is True:
        draft.event("last-round", "preparation/last-round")
