"""The rules of GOPS by the chapters of its rulebook: what is checked, what it does, and what happens by itself."""

from gops.shapes import Bid, Reveal
from service.referee.small_game import Draft, Findings, Rule, Rules, Step, Table, without

# ---------------------------------------------------------------- the prize


def check_reveal(table: Table, move: Reveal, findings: Findings) -> None:
    """reveal/top, reveal/once"""
    findings.requires("reveal/top", lambda: table.card("pile") == move.card, card=move.card)
    findings.requires("reveal/once", lambda: move.card not in turned_up(table), card=move.card)


def turned_up(table: Table) -> list[int]:
    """Every prize that was turned up before."""
    prizes = [table["prize"], *table["carried"]]
    return prizes + [card for won in table.everybody("won").values() for card in won]


def apply_reveal(draft: Draft, move: Reveal) -> None:
    draft.set(prize=move.card)
    draft.change("pile", lambda pile: pile[1:])
    draft.event("revealed", "reveal/top", card=move.card)


# ---------------------------------------------------------------- the bids


def check_bid(table: Table, move: Bid, findings: Findings) -> None:
    """bid/card, bid/once"""
    player, card = move.player, move.card
    findings.requires("bid/card", lambda: table.holds(card, player, "hand"), player=player, card=card)
    findings.requires("bid/once", lambda: table[player, "bid"] is None, player=player)


def apply_bid(draft: Draft, move: Bid) -> None:
    draft.set_of(move.player, bid=move.card)
    draft.change_of(move.player, "hand", lambda hand: without(hand, [move.card]))
    draft.event("bid", "bid/card", player=move.player, card=move.card)


# ---------------------------------------------------------------- the award


def all_have_bid(table: Table) -> bool:
    return all(bid is not None for bid in table.everybody("bid").values())


def award(draft: Draft) -> None:
    """award/highest, award/tie: the bids are shown, and the highest takes the prize."""
    bids = {name: draft.card(name, "bid") for name in draft.everybody("bid")}
    highest = max(bids.values())
    first, *others = [name for name, bid in bids.items() if bid == highest]
    prizes = (*draft["carried"], draft["prize"])
    if not others:
        draft.change_of(first, "won", lambda won: won + prizes)
        draft.event("awarded", "award/highest", player=first, cards=prizes, bid=highest)
    else:
        draft.event("tied", "award/tie", players=[first, *others], cards=prizes, bid=highest)
    draft.set(prize=None, carried=prizes if others and draft.choices["ties"] == "carried" else ())
    for name in bids:
        draft.set_of(name, bid=None)


STEPS = (Step("award", ("prize", "carried", "players/bid", "players/won"), all_have_bid, award),)
RULES: Rules = {
    Reveal: Rule(check_reveal, apply_reveal, ("prize", "pile")),
    Bid: Rule(check_bid, apply_bid, ("players/bid", "players/hand")),
}
