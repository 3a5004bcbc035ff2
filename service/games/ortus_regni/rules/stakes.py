"""Properties and Castles that are bet or paid."""

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from schemas.ortus_regni import Deed, Stake
from service.games.ortus_regni.components import deed, fief_of, type_of
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.untold import PENDING, known_properties, lord_of, properties_of
from service.referee.budget import counted, step
from service.referee.findings import Findings
from service.referee.known import UnknownRead

LAST_CASTLE = {"joust/bet": "bet_last_castle", "ransom/price": "ransom_last_castle"}
"""The choice whether the last Castle may be given away."""


def check_stake(table: Table, name: str, stake: Stake, findings: Findings, rule: str) -> Any:
    """joust/bet, ransom/price, tower/no-prize: a card of one's own Earldom. Gives the Fief where it is told."""
    player = table.by_name[name]
    fief, there = fief_of(player, stake.fief), "bet-there" if rule == "joust/bet" else "price-there"
    if player.fiefs is UNSET:
        findings.assumes("fief-there", player=name, fief=stake.fief)
        if stake.card is not None:
            findings.assumes(there, player=name, card=type_of(stake.card), fief=stake.fief)
        elif table.choices[LAST_CASTLE[rule]] == "forbidden":
            findings.assumes("another-fief", player=name)
    elif fief is None:
        findings.breaks("property/own-fief", player=name, fief=stake.fief)
    elif stake.card is not None and fief.properties is UNSET:
        findings.assumes(there, player=name, card=type_of(stake.card), fief=stake.fief)
    elif stake.card is not None and stake.card not in properties_of(fief):
        findings.breaks(rule, player=name, card=type_of(stake.card), fief=stake.fief)
    return fief


def stakes_of(table: Table, name: str) -> Iterator[Stake]:
    """Everything that an Earl could bet or pay."""
    for fief in counted(table.by_name[name].fiefs or ()):
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
    lord, properties = lord_of(fief), properties_of(fief)
    number = draft.add_fief(receiver, deed(fief.anchor, giver))
    left = "castle-left-empty" if lord is None else "castle-left"
    draft.event(left, "ransom/other-lord", player=giver, fief=stake.fief, card=type_of(fief.anchor))
    draft.event("new-fief", "property/castle", player=receiver, fief=number or "?", card=type_of(fief.anchor))
    orphans = [deed(card, giver) for card in properties]
    if not orphans:
        return [], [], lord
    custom = draft.choices["orphan_properties"]
    names = [card.card for card in orphans]
    if custom == "follow":
        draft.event("properties-followed", "property/orphans", cards=names)
        return orphans, [], lord
    if custom == "reattach" and draft.by_name[giver].fiefs:
        return [], orphans, lord
    draft.discard_deeds(orphans, giver)
    draft.event("properties-lost", "property/orphans", cards=names)
    return [], [], lord
