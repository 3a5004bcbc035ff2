"""Properties and Castles that are bet or paid."""

from collections.abc import Iterator
from typing import Any

from schemas.ortus_regni import Deed, Stake
from service.games.ortus_regni.cards import is_unseen
from service.games.ortus_regni.components import as_deed, type_of
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.holdings import is_there
from service.games.ortus_regni.pack import ANCHORS, PROPERTIES
from service.games.ortus_regni.parts import PENDING, known_properties, sure
from service.games.ortus_regni.table import Table
from service.referee.budget import counted, step
from service.referee.findings import Findings, fact
from service.referee.known import UnknownRead, is_unknown, truth


def is_anchor(stake: Stake) -> bool:
    """Whether a stake is the Castle or Palace of its Fief."""
    return stake.card is None or type_of(stake.card) in ANCHORS


def as_stake(stake: Stake) -> Stake:
    """A stake as a state has it: the Castle or Palace of a Fief is not named."""
    return Stake(stake.fief) if is_anchor(stake) else stake


def check_stake(table: Table, name: str, stake: Stake, findings: Findings, rule: str) -> None:
    """joust/bet, ransom/price, tower/no-prize: a card of one's own Earldom."""
    if stake.card is not None and (card := type_of(stake.card)) not in (*ANCHORS, *PROPERTIES):
        _no_stake(name, card, findings, rule)
        return
    if findings.requires(rule, stake.fief is not None, "no-fief", cite=False, player=name) is False:
        return
    seat: dict[str, Any] = {"player": name, "fief": stake.fief}
    fief = table.fief(name, stake.fief)
    found = findings.requires(
        "property/own-fief", is_there(fief), assume=fact("fief-there", **seat), cite=False, **seat
    )
    if stake.card is not None and found is not False:
        deed = as_deed(stake.card, name)
        detail = {"card": deed.card, "owner": deed.owner, **seat}
        assume = fact("bet-there" if rule == "joust/bet" else "price-there", **detail)
        held = truth(lambda: stake.card == fief.anchor or stake.card in fief.properties)
        if is_unknown(held) and not _can_be_held(table, name, stake.card):
            held = False
        findings.requires(rule, held, assume=assume, cite=False, **detail)
    bets_anchor = rule == "joust/bet" and is_anchor(stake)
    if bets_anchor and is_unknown(fief) and table.choices["bet_last_castle"] == "forbidden":
        findings.assumes("another-fief", player=name)


def _no_stake(name: str, card: str, findings: Findings, rule: str) -> None:
    """tower/no-prize for a Tower as ransom, else the rule that says what is bet or paid."""
    if card == "tower" and rule == "ransom/price":
        findings.breaks("tower/no-prize", "ransom", player=name)
    else:
        findings.breaks(rule, "no-estate", player=name, card=card)


def _can_be_held(table: Table, name: str, card: Any) -> bool:
    """Whether a Property can lie in a Fief that is unknown: not every card of its type lies elsewhere."""
    deed = as_deed(card, name)
    return deed.owner not in table.order or is_unseen(table, deed.owner, deed.card)


def stakes_of(table: Table, name: str) -> Iterator[Stake]:
    """Everything that an Earl could bet or pay."""
    for fief in counted(table.known_fiefs(name)):
        yield Stake(fief.id, None)
        step(len(known_properties(fief)))
        for card in counted(dict.fromkeys(known_properties(fief))):
            yield Stake(fief.id, card)


def hand_over(draft: Draft, giver: str, stake: Stake, receiver: str) -> tuple[list[Deed], list[Deed], str | None]:
    """A bet or ransom changes hands.

    A Castle makes a new Fief at once. Returned are the Properties that the receiver has to place, those that the
    giver has to attach elsewhere (property/orphans), and the Lord who lost his seat (ransom/other-lord).
    """
    if stake.card is not None:
        return [draft.remove_property(giver, stake.fief, stake.card)], [], None
    fief = draft.raze(giver, stake.fief)
    if fief is None:
        raise UnknownRead(PENDING)
    lord, properties = sure(fief.lord), sure(fief.properties)
    number = draft.add_fief(receiver, as_deed(fief.anchor, giver))
    left = "castle-left-empty" if lord is None else "castle-left"
    draft.event(left, "ransom/other-lord", player=giver, fief=stake.fief, card=type_of(fief.anchor))
    draft.event("new-fief", "property/castle", player=receiver, fief=number or None, card=type_of(fief.anchor))
    orphans = [as_deed(card, giver) for card in properties]
    if not orphans:
        return [], [], lord
    custom = draft.choices["orphan_properties"]
    names = [deed.card for deed in orphans]
    if custom == "follow":
        draft.event("properties-followed", "property/orphans", cards=names)
        return orphans, [], lord
    if custom == "reattach" and len(draft.fiefs(giver)) > 0:
        return [], orphans, lord
    draft.discard_deeds(orphans, giver)
    draft.event("properties-lost", "property/orphans", cards=names)
    return [], [], lord
