"""2.3. Resolución de saqueos: the payment, and the card that is taken."""

from schemas.roll_and_raid import Pay
from schemas.roll_and_raid_pack import DiscountEffect
from service.games.roll_and_raid.clan_sheet import ClanSheet, RaidView
from service.games.roll_and_raid.die_values import (
    at_least,
    needs_developments,
    needs_season,
    needs_tracks,
    requires_vikings,
    stock,
)
from service.games.roll_and_raid.draft import Draft
from service.games.roll_and_raid.pack import as_bonus
from service.games.roll_and_raid.rules.dice import are_gains_known, foreseen, needs_gains
from service.games.roll_and_raid.rules.prices import listed, settles
from service.games.roll_and_raid.rules.raids import own_raid, raid_under_way
from service.games.roll_and_raid.rules.roll_outcomes import known_total, needs_card
from service.games.roll_and_raid.rules.turn import check_turn
from service.games.roll_and_raid.sheet_draft import SheetDraft
from service.games.roll_and_raid.table import Table
from service.referee.findings import Findings
from service.referee.known import Unknown, is_unknown, truth

# ---------------------------------------------------------------- the payment


def check_pay(table: Table, move: Pay, findings: Findings) -> None:
    """payment/after-roll, hall/crossed-once, storage/spent, payment/season, payment/reward."""
    if not _check_defence(table, move.player, findings):
        check_turn(table, "pay", move.player, findings)
    clan = table.clan(move.player)
    if move.houses:
        findings.breaks("payment/season", "houses", player=move.player)
    _check_stock(clan, move, findings)
    under_way, own = raid_under_way(table, move.player, findings), table.raid_with(move.player)
    if under_way is not None and own is not None and own[0].step != "over":
        _check_price(table, clan, own[0], move, findings)
        if not (table.box.complete and are_gains_known(clan)) and not findings.broken:
            _check_reward(table, clan, own[0].card, findings)
    elif is_unknown(table.raids):
        _needs_all_that_decides(table, clan, findings)
    needs_gains(table, clan, findings)
    findings.allows("payment/season", "round/season", "hall/crossed-once", "storage/spent")


def _check_defence(table: Table, player: str, findings: Findings) -> bool:
    """raids/defence: nobody pays after a roll that was too low; whether it was."""
    raid, cards = table.raid_to_act_in(player), table.box.cards
    if raid is None or cards is None or raid.card not in cards or raid.step != "help":
        return False
    if raid.known("right", None) != player or not raid.known("dice", ()):
        return False
    total = known_total(table, table.clan(player), raid)
    findings.breaks("raids/defence", player=player, total=total, defence=cards[raid.card].defence)
    return True


def _check_stock(clan: ClanSheet, move: Pay, findings: Findings) -> None:
    """hall/crossed-once, storage/spent."""
    requires_vikings("hall/crossed-once", clan, move.vikings, findings)
    for zone in ("axes", "ships"):
        needed: int = getattr(move, zone)
        findings.requires(
            "storage/spent",
            at_least(clan, zone, needed),
            assume=stock(clan, zone, needed),
            cite=False,
            player=clan.name,
            count=clan.known(zone, 0),
            product=zone,
            needed=needed,
        )


def _check_price(table: Table, clan: ClanSheet, raid: RaidView, move: Pay, findings: Findings) -> None:
    """payment/season."""
    cost = table.price(clan, raid.card)
    discount = bool(table.possible_effects(clan, DiscountEffect))
    if isinstance(cost, Unknown):
        needs_card(table, raid.card, findings)
        if is_unknown(table.season):
            needs_season(table, findings)
    if discount and truth(lambda: settles(cost, move)) is not True:
        needs_developments(clan, findings)
    elif discount:
        findings.assumes("no-effect", player=clan.name, effect="discount")
    elif not isinstance(cost, Unknown):
        findings.requires(
            "payment/season",
            settles(cost, move),
            cite=False,
            card=raid.card,
            cost=lambda: listed(cost.vikings, cost.axes, cost.ships, cost.goods),
            season=table.season,
            paid=lambda: listed(move.vikings, move.axes, move.ships),
        )


def _check_reward(table: Table, clan: ClanSheet, card: str, findings: Findings) -> None:
    """payment/reward: what it needs of the pack, and assumes of the sheet."""
    cards = table.box.cards
    if cards is not None and card in cards and cards[card].reward is not None:
        sheet = SheetDraft(clan, table.box, [])
        sheet.gain(as_bonus(cards[card].reward), "payment/reward")
        foreseen(sheet, findings)


def _needs_all_that_decides(table: Table, clan: ClanSheet, findings: Findings) -> None:
    """All that may decide what is paid and gained, where it is unknown for which card it is."""
    if is_unknown(table.season):
        needs_season(table, findings)
    if table.possible_effects(clan, DiscountEffect):
        needs_developments(clan, findings)
    needs_tracks(clan, findings)


def apply_pay(draft: Draft, move: Pay) -> None:
    raid = own_raid(draft, move.player)
    draft.add(move.player, vikings=-move.vikings, axes=-move.axes, ships=-move.ships)
    paid = {"vikings": move.vikings, "axes": move.axes, "ships": move.ships}
    draft.event(
        "paid",
        "payment/season",
        player=move.player,
        card=raid.card,
        season=draft.season,
        paid=listed(**paid),
        **paid,
    )
    _take_card(draft, raid, move.player)


# ---------------------------------------------------------------- the card is taken


def _take_card(draft: Draft, raid: RaidView, player: str) -> None:
    """payment/card, payment/reward."""
    draft.use_up_help(player)
    draft.change_raid(raid.card, step="over", right=None)
    draft.change_of(player, "raids", lambda cards: (*cards, raid.card))
    draft.change("display", lambda cards: tuple(card for card in cards if card != raid.card))
    draft.event("took", "payment/card", player=player, card=raid.card)
    card = (draft.box.cards or {}).get(raid.card)
    if card is not None and card.reward is not None:
        sheet = draft.sheet(player)
        draft.event("reward", "payment/reward", player=player, card=raid.card)
        sheet.gain(as_bonus(card.reward), "payment/reward")
        draft.write(sheet)
