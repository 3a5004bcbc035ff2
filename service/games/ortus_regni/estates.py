"""Properties and Castles that change hands: by Intrigue, joust, ransom or capture."""

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from schemas.ortus_regni import Battle, Deed, Joust, Place, Stake
from service.games.ortus_regni.actions import own_fief
from service.games.ortus_regni.cards import is_unseen
from service.games.ortus_regni.course import Course
from service.games.ortus_regni.may import may
from service.games.ortus_regni.table import Table, deed, fief_of, type_of
from service.referee.budget import counted, step
from service.referee.findings import Findings

# ---------------------------------------------------------------- what is bet or paid


def check_stake(table: Table, name: str, stake: Stake, findings: Findings, rule: str) -> Any:
    """joust/bet, ransom/price, tower/no-prize: a card of one's own Earldom. Gives the Fief where it is told."""
    player = table.by_name[name]
    fief = fief_of(player, stake.fief)
    if player.fiefs is UNSET:
        findings.assumes("fief-there", player=name, fief=stake.fief)
    elif fief is None:
        findings.breaks("property/own-fief", player=name, fief=stake.fief)
    elif stake.card is not None and stake.card not in fief.properties:
        findings.breaks(rule, player=name, card=type_of(stake.card), fief=stake.fief)
    return fief


def stakes_of(table: Table, name: str) -> Iterator[Stake]:
    """Everything that an Earl could bet or pay."""
    for fief in counted(table.by_name[name].fiefs or ()):
        yield Stake(fief.id, None)
        step(len(fief.properties))
        for card in counted(dict.fromkeys(fief.properties)):
            yield Stake(fief.id, card)


def hand_over(course: Course, giver: str, stake: Stake, receiver: str) -> tuple[list[Deed], list[Deed], str | None]:
    """A bet or ransom changes hands.

    A Castle makes a new Fief at once. Returned are the Properties that the receiver has to place, those that the
    giver has to attach elsewhere (property/orphans), and the Lord who lost his seat (ransom/other-lord).
    """
    if stake.card is not None:
        return [course.remove_property(giver, stake.fief, stake.card)], [], None
    fief = course.raze(giver, stake.fief)
    if fief is None:
        return [], [], None
    number = course.found(receiver, deed(fief.anchor, giver))
    left = "castle-left-empty" if fief.lord is None else "castle-left"
    course.tell(left, "ransom/other-lord", player=giver, fief=stake.fief, card=type_of(fief.anchor))
    course.tell("new-fief", "property/castle", player=receiver, fief=number or "?", card=type_of(fief.anchor))
    orphans = [deed(card, giver) for card in fief.properties]
    if not orphans:
        return [], [], fief.lord
    custom = course.choices["orphan_properties"]
    names = [card.card for card in orphans]
    if custom == "follow":
        course.tell("properties-followed", "property/orphans", cards=names)
        return orphans, [], fief.lord
    if custom == "reattach" and course.by_name[giver].fiefs:
        return [], orphans, fief.lord
    course.discard_deeds(orphans, giver)
    course.tell("properties-lost", "property/orphans", cards=names)
    return [], [], fief.lord


# ---------------------------------------------------------------- placing what was received


def queue_of(pending: Any) -> tuple[Deed, ...]:
    """The cards that are to be placed now."""
    if isinstance(pending, Joust) and pending.step == "reattach":
        return tuple(card for name, card in pending.reattaching if name == pending.reattaching[0][0])
    if isinstance(pending, Battle) and pending.step == "reattach":
        return pending.reattaching
    return getattr(pending, "placing", ())


def check_place(table: Table, move: Place, findings: Findings) -> None:
    """intrigue/placed, joust/prize, ransom/placed, capture/placed: into a Fief of one's own."""
    may(table, "place", move.player, findings)
    pending = table.state.pending
    if pending and not findings.broken and move.card not in queue_of(pending):
        rule = "joust/prize" if isinstance(pending, Joust) else "intrigue/placed"
        if isinstance(pending, Battle):
            rule = "capture/placed" if pending.assigned else "ransom/placed"
        findings.breaks(rule, "card", card=move.card.card, player=move.player)
    own_fief(table, move.player, move.fief, findings)
    owner = move.card.owner
    if pending is UNSET and owner in table.by_name and not is_unseen(table, owner, move.card.card):
        findings.breaks("components/earl-cards", "none-left", player=owner, card=move.card.card)
    if move.card.card in ("castle", "palace"):
        findings.breaks("property/own-fief", "castle", card=move.card.card)
    if move.card.card == "land":
        findings.allows("property/land-arrives")
