"""2.3. Resolución de saqueos: to whom the right to raid passes if its holder cannot pay."""

from service.games.roll_and_raid.clan_sheet import ContenderView, RaidView
from service.games.roll_and_raid.draft import Draft
from service.referee.known import attempt, is_known

# ---------------------------------------------------------------- payment/heir, payment/equal-heirs


def heirs_of(raid: RaidView, but: str = "") -> list[str]:
    """payment/heir: the beaten clans that have shown the most; ``but`` is not counted."""
    beaten = [contender for contender in others_in(raid, but) if contender.status == "beaten"]
    if len(beaten) < 2:
        return [contender.player for contender in beaten]
    totals = {contender.player: sum(contender.shown) for contender in beaten}
    return [name for name, total in totals.items() if total == max(totals.values())]


def are_heirs_known(raid: RaidView, but: str = "") -> bool:
    return is_known(attempt(lambda: heirs_of(raid, but)))


def others_in(raid: RaidView, player: str) -> list[ContenderView]:
    """The other clans that take part in a raid."""
    return [contender for contender in raid.contenders if contender.player != player]


def pass_to_heirs(draft: Draft, raid: RaidView, nobody: str, rule: str = "payment/heir") -> None:
    """payment/heir, payment/heir-rolls, payment/equal-heirs: by ``rule`` to whoever has shown the most after the one
    who failed; ``nobody`` is why the card stays if there is no heir.
    """
    heirs = heirs_of(raid)
    in_again = {heir: {"bid": None, "status": "in"} for heir in heirs}
    if not heirs:
        draft.event("card-stays", nobody, card=raid.card)
    elif len(heirs) == 1:
        draft.change_raid(raid.card, in_again, step="attack", right=heirs[0])
        draft.event("heir", rule, player=heirs[0], card=raid.card)
        draft.event("heir-rolls", "payment/heir-rolls", player=heirs[0], card=raid.card)
    elif draft.choices["equal_heirs"] == "bid-again":
        draft.change_raid(raid.card, in_again, step="bid")
        draft.event("heirs-tied", "payment/equal-heirs", players=heirs, card=raid.card)
    else:
        draft.event("card-stays", "payment/equal-heirs", card=raid.card)
