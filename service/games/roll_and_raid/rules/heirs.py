"""2.3. Resolución de saqueos: to whom the right to raid passes if its holder cannot pay."""

from msgspec import UNSET

from schemas.roll_and_raid import Contender, Help, Raid
from service.games.roll_and_raid.draft import Draft

# ---------------------------------------------------------------- payment/heir, payment/equal-heirs


def heirs_of(raid: Raid) -> list[str] | None:
    """payment/heir: the beaten clans that have shown the most; None where that is not known."""
    if any(other.status is UNSET for other in raid.clans):
        return None
    beaten = [other for other in raid.clans if other.status == "beaten"]
    if len(beaten) < 2:
        return [other.player for other in beaten]
    if any(other.shown is UNSET for other in beaten):
        return None
    totals = {other.player: sum(other.shown or ()) for other in beaten}
    return [name for name, total in totals.items() if total == max(totals.values())]


def without(raid: Raid, player: str) -> tuple[Contender, ...]:
    return tuple(contender for contender in raid.clans if contender.player != player)


def has_failed(raid: Raid) -> bool:
    return any(contender.status == "failed" for contender in raid.clans)


def pass_on(draft: Draft, raid: Raid) -> None:
    """payment/heir, payment/heir-rolls, payment/equal-heirs: to whoever has shown the most after the one who
    failed.
    """
    use_up_help(draft, holder(raid))
    raid = draft.change_raid(raid.card, clans=with_failed(raid), step="over", right=None, dice=())
    pass_to_heirs(draft, raid, "payment/unable")


def pass_to_heirs(draft: Draft, raid: Raid, nobody: str) -> None:
    """To the beaten clan that has shown the most; ``nobody`` is why the card stays where there is none."""
    heirs = heirs_of(raid)
    assert heirs is not None
    if not heirs:
        draft.event("card-stays", nobody, card=raid.card)
    elif len(heirs) == 1:
        clans = tuple(_standing(other, heirs) for other in raid.clans)
        draft.change_raid(raid.card, clans=clans, step="attack", right=heirs[0])
        draft.event("heir", "payment/heir", player=heirs[0], card=raid.card)
        draft.event("heir-rolls", "payment/heir-rolls", player=heirs[0], card=raid.card)
    elif draft.choices["equal_heirs"] == "bid-again":
        draft.change_raid(raid.card, clans=tuple(_standing(other, heirs) for other in raid.clans), step="bid")
        draft.event("heirs-tied", "payment/equal-heirs", players=heirs, card=raid.card)
    else:
        draft.event("card-stays", "payment/equal-heirs", card=raid.card)


def holder(raid: Raid) -> str:
    """The clan that has the right to raid."""
    assert isinstance(raid.right, str)
    return raid.right


def with_failed(raid: Raid) -> tuple[Contender, ...]:
    return tuple(
        Contender(player=other.player, shown=other.shown, bid=None, status="failed")
        if other.player == raid.right
        else other
        for other in raid.clans
    )


def _standing(contender: Contender, heirs: list[str]) -> Contender:
    if contender.player not in heirs:
        return contender
    return Contender(player=contender.player, shown=contender.shown, bid=None, status="in")


def use_up_help(draft: Draft, name: str) -> None:
    """altar/plus-two: what was added to a roll is gone with it."""
    clan = draft.by_name.get(name)
    if clan is not None and clan.help is not UNSET and clan.help.plus != 0:
        draft.set_of(name, help=Help(plus=0, rerolls=clan.help.rerolls))
