"""The raid phase after the choice: conflicts, retreats, the roll, and to whom the right passes."""

from typing import Literal

from msgspec import UNSET

from schemas.roll_and_raid import Clan, Contender, Help, Raid
from schemas.roll_and_raid_pack import SafeRetreatEffect
from service.games.roll_and_raid.draft import Draft
from service.games.roll_and_raid.pack import AT_HAND, as_bonus
from service.games.roll_and_raid.raiding import can_help, heirs_of, total_of
from service.games.roll_and_raid.table import at_hand

PAYMENTS = ("viking", "axe", "ship")


# ---------------------------------------------------------------- 2.1 The choice is revealed


def reveal_choices(draft: Draft) -> None:
    """raid/choice, raid/number, conflict/same-card: the raids of this round, by the numbers of their cards."""
    display = draft.state.display or ()
    chosen: dict[int, list[str]] = {}
    for name, clan in draft.by_name.items():
        number = clan.choice
        assert isinstance(number, int)
        draft.event("revealed", "raid/choice", player=name, number=number)
        if number > len(display):
            draft.event("no-raid", "raid/number", player=name, number=number)
        elif number:
            chosen.setdefault(number, []).append(name)
        else:
            draft.event("no-raid", "raid/fist", player=name, number=number)
    raids = []
    for number in sorted(chosen):
        card, names = display[number - 1], chosen[number]
        alone = len(names) == 1
        clans = tuple(Contender(player=name, shown=(), bid=None, status="in") for name in names)
        step: Literal["attack", "bid"] = "attack" if alone else "bid"
        raids.append(Raid(card=card, clans=clans, step=step, right=names[0] if alone else None, dice=()))
        if not alone:
            draft.event("conflict", "conflict/same-card", card=card, players=names)
    draft.set(raids=tuple(raids), phase="conflict")


# ---------------------------------------------------------------- 2.2 Conflicts


def resolve_pass(draft: Draft, raid: Raid) -> None:
    """conflict/crossed-out, conflict/highest, conflict/tie, conflict/tied-only, conflict/all-fists."""
    fighting = [contender for contender in raid.clans if contender.status == "in"]
    bids = {contender.player: contender.bid for contender in fighting if isinstance(contender.bid, int)}
    most = max(bids.values())
    top = [name for name, bid in bids.items() if bid == most]
    tied = most > 0 and len(top) > 1
    for contender in fighting:
        bid = bids[contender.player]
        if bid:
            draft.add(contender.player, vikings=-bid)
        rule = "conflict/tied-paid" if tied and bid == most else "conflict/crossed-out"
        draft.event("shown", rule, player=contender.player, vikings=bid)
        status = "retreating" if bid == 0 else "in" if bid == most else "beaten"
        shown = UNSET if contender.shown is UNSET else (*contender.shown, bid)
        draft.change_contender(raid.card, contender.player, shown=shown, bid=None, status=status)
        if status == "beaten":
            draft.event("beaten", "retreat/losers", player=contender.player, card=raid.card)
    if most == 0:
        raid = draft.change_raid(raid.card, step="over", right=None)
        if any(other.status == "failed" for other in raid.clans):
            _inherit(draft, raid, "conflict/all-fists")  # the heirs are out; the next bid after theirs is not
        else:
            draft.event("card-stays", "conflict/all-fists", card=raid.card)
    elif tied:
        draft.event("tied", "conflict/tie", card=raid.card, players=top)
        if len(top) < len(bids):
            draft.event("bid-again", "conflict/tied-only", card=raid.card, players=top)
    else:
        draft.change_raid(raid.card, step="attack", right=top[0])
        draft.event("won-right", "conflict/highest", player=top[0], card=raid.card)
    for name, bid in bids.items():
        if bid == 0:
            draft.event("retreats", "retreat/fist", player=name, card=raid.card)
            retreat(draft, raid.card, name)


def retreat(draft: Draft, card: str, name: str, *, pays: bool = False) -> None:
    """retreat/pay: what is paid is for the clan to choose, even where it has one thing only. ``pays``: that it can
    and must pay is assumed where it is not known.
    """
    draft.change_contender(card, name, status="retreating")
    if not excuse(draft, card, name) and not pays and _perhaps_excused(draft, draft.by_name.get(name)):
        draft.change_contender(card, name, status=UNSET)


def _perhaps_excused(draft: Draft, clan: Clan | None) -> bool:
    """Whether something unknown may make a payment impossible or needless."""
    if clan is None:
        return True
    stock = at_hand(clan)
    return bool(draft.box.might(clan.developments, SafeRetreatEffect)) or (
        UNSET in stock and not any(count for count in stock if count is not UNSET)
    )


def excuse(draft: Draft, card: str, name: str) -> bool:
    """retreat/nothing, development/effect: a clan without anything to choose from retreats without a payment."""
    clan = draft.by_name.get(name)
    if clan is None:
        return False
    if draft.box.effects(clan.developments, SafeRetreatEffect):
        draft.event("retreat-safe", "development/effect", player=name)
    elif at_hand(clan) == (0, 0, 0):
        draft.event("retreat-free", "retreat/nothing", player=name)
    else:
        return False
    draft.change_contender(card, name, status="retreated")
    return True


def pay_retreat(draft: Draft, raid: Raid | None, name: str, pay: str) -> None:
    draft.add(name, **{AT_HAND[pay]: -1})
    if raid is not None:
        draft.change_contender(raid.card, name, status="retreated")
    draft.event("retreat-paid", "retreat/pay", player=name, good=pay)


# ---------------------------------------------------------------- 2.3 The roll


def judge_roll(draft: Draft, raid: Raid, more: int = 0) -> None:
    """raids/defence, raids/failed: the dice that lie, against the defence of the card; ``more`` is help that is not
    written down, where it is not known what was bought before.
    """
    clan = draft.by_name[_holder(raid)]
    defence = (draft.box.cards or {})[raid.card].defence
    total = total_of(draft, clan, raid) + more
    detail = {"player": clan.name, "card": raid.card, "total": total, "defence": defence}
    if total >= defence:
        draft.event("roll-high", "raids/defence", **detail)
        _may_pay(draft, raid, clan)
    elif can_help(draft, clan):
        draft.event("roll-low", "raids/defence", **detail)
        draft.change_raid(raid.card, step="help")
    else:
        draft.event("roll-low", "raids/defence", **detail)
        fail(draft, raid)


def _may_pay(draft: Draft, raid: Raid, clan: Clan) -> None:
    if draft.able_to_pay(clan, raid.card) is False:
        draft.event("unable", "payment/unable", player=clan.name, card=raid.card)
        draft.event("no-fine", "payment/no-fine", player=clan.name)
        pass_on(draft, raid)
    else:
        draft.change_raid(raid.card, step="pay")


def fail(draft: Draft, raid: Raid) -> None:
    """raids/failed, raids/failed-no-heir: the clan retreats, and the card stays."""
    name = _holder(raid)
    _help_used(draft, name)
    draft.change_raid(raid.card, step="over", right=None)
    draft.event("failed", "raids/failed", player=name, card=raid.card)
    contested = any(other.status == "beaten" for other in raid.clans)
    draft.event("card-stays", "raids/failed-no-heir" if contested else "raids/failed", card=raid.card)
    retreat(draft, raid.card, name, pays=True)


def pass_on(draft: Draft, raid: Raid) -> None:
    """payment/heir, payment/heir-rolls, payment/equal-heirs: to whoever has shown the most after the one who
    failed.
    """
    _help_used(draft, _holder(raid))
    raid = draft.change_raid(raid.card, clans=with_failed(raid), step="over", right=None, dice=())
    _inherit(draft, raid, "payment/unable")


def _inherit(draft: Draft, raid: Raid, nobody: str) -> None:
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


def _holder(raid: Raid) -> str:
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


def _help_used(draft: Draft, name: str) -> None:
    """altar/plus-two: what was added to a roll is gone with it."""
    clan = draft.by_name.get(name)
    if clan is not None and clan.help is not UNSET and clan.help.plus != 0:
        draft.set_of(name, help=Help(plus=0, rerolls=clan.help.rerolls))


# ---------------------------------------------------------------- 2.3 The card is taken


def take(draft: Draft, raid: Raid, name: str) -> None:
    """payment/card, payment/reward."""
    _help_used(draft, name)
    draft.change_raid(raid.card, step="over", right=None)
    clan = draft.by_name[name]
    if clan.raids is not UNSET:
        draft.set_of(name, raids=(*clan.raids, raid.card))
    if draft.state.display is not UNSET:
        draft.set(display=tuple(card for card in draft.state.display if card != raid.card))
    draft.event("took", "payment/card", player=name, card=raid.card)
    card = (draft.box.cards or {}).get(raid.card)
    if card is not None and card.reward is not None:
        sheet = draft.sheet(name)
        draft.event("reward", "payment/reward", player=name, card=raid.card)
        sheet.gain(as_bonus(card.reward), "payment/reward")
        draft.write(sheet)
