"""Jousts once everybody has declared: the deal, the ranking, the sudden death and the trophies."""

from collections import Counter
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from schemas.ortus_regni import Deal, Deed, Jouster
from service.games.ortus_regni.cards import HIDDEN, left_of
from service.games.ortus_regni.components import fief_of
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.rules.jousts import DEALT, check_prince, discard_banners
from service.games.ortus_regni.rules.leaving import fall_without_fief
from service.games.ortus_regni.rules.stakes import hand_over
from service.games.ortus_regni.setup import shuffled
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing_checks import check_due
from service.games.ortus_regni.untold import PENDING, is_joust, lord_of, sure
from service.referee.findings import Findings
from service.referee.known import UnknownRead


def in_contest(joust: Any) -> list[str]:
    """Who gets cards now."""
    if joust.step == "sudden":
        return list(joust.sudden)
    return [one.player for one in joust.declared if one.choice == "enter"]


def cards_left(table: Table, joust: Any) -> Counter[str]:
    """The Joust cards that have not been dealt in this joust."""
    dealt: Counter[str] = Counter(joust.spent)
    dealt.update(card for one in joust.declared for card in one.dealt)
    return Counter(table.box.pile("joust")) - dealt


def check_deal(table: Table, move: Deal, findings: Findings) -> None:
    """joust/deal, joust/deck-whole, joust/face-down, components/joust-deck, joust/sudden-death, joust/sudden-deck."""
    check_due(table, "deal", None, findings)
    joust = table.pending
    if not is_joust(joust) or findings.broken:
        return
    if move.cards is UNSET and table.state.chance is UNSET:
        findings.needs("deal-told")
    _revealed(table, joust, move, findings)
    if move.cards is UNSET:
        findings.allows("joust/deal")
        return
    each = 1 if joust.step == "sudden" else DEALT
    rule = "joust/sudden-death" if joust.step == "sudden" else "joust/deal"
    entrants = in_contest(joust)
    for name in sorted(set(move.cards) - set(entrants)):
        findings.breaks(rule, "stranger", player=name)
    for name in entrants:
        count = len(move.cards.get(name, ()))
        if count != each:
            findings.breaks(rule, player=name, count=count, expected=each)
    findings.allows(rule)
    if not findings.broken:
        _can_be_dealt(table, joust, move.cards, findings)


def _can_be_dealt(table: Table, joust: Any, cards: dict[str, Any], findings: Findings) -> None:
    told = Counter(card for dealt in cards.values() for card in dealt)
    left, whole = cards_left(table, joust), Counter(table.box.pile("joust"))
    if told.total() > left.total():
        # The rest of the deck is dealt first; what is missing comes from the cards put aside.
        custom = table.choices["sudden_death_deck"]
        findings.allows("joust/sudden-deck")
        if custom == "others" and left - told:
            findings.breaks("joust/deck-whole", "rest", card=next(iter(left - told)))
            return
        left = whole
    for card, count in told.items():
        if count > whole[card]:
            findings.breaks("components/joust-deck", card=card, count=whole[card])
        elif count > left[card]:
            findings.breaks("joust/deck-whole", card=card, count=left[card])


def _revealed(table: Table, joust: Any, move: Deal, findings: Findings) -> None:
    """joust/face-down: before the deal every jouster is shown."""
    for one in joust.declared if joust.step == "deal" else ():
        card = one.jouster.card if sure(one.jouster) is not None else None
        told = (move.jousters or {}).get(one.player)
        if card == HIDDEN:
            if told is None:
                findings.needs("jouster-shown", player=one.player)
            elif left_of(table, one.player, told) < 1:
                findings.breaks("components/earl-cards", "none-left", player=one.player, card=told)
            else:
                check_prince(table, one.player, told, findings)
        elif told is not None and told != card:
            findings.breaks("joust/face-down", player=one.player)


def apply_deal(draft: Draft, move: Deal) -> None:
    joust = draft.pending
    if not is_joust(joust):
        raise UnknownRead(PENDING)
    cards = _drawn(draft, joust) if move.cards is UNSET else move.cards
    if joust.step == "sudden":
        _sudden(draft, joust, cards)
        return
    declared = []
    for one in joust.declared:
        shown = (move.jousters or {}).get(one.player)
        if shown is not None and sure(one.jouster) is not None and one.jouster.card is not None:
            one = replace(one, jouster=Jouster(card=shown))
        if sure(one.jouster) is not None and one.jouster.card is not None:
            draft.event("jouster-shown", "joust/face-down", player=one.player, card=one.jouster.card)
        declared.append(replace(one, dealt=tuple(cards.get(one.player, ()))))
    joust = replace(joust, declared=tuple(declared))
    for name, dealt in cards.items():
        draft.event("dealt", "joust/deal", player=name, cards=list(dealt))
    best = max(rank_of(draft, one) for one in declared if one.choice == "enter")
    for one in declared:
        if jouster_of(draft, one) == "champion":
            draft.event("champion-counts", "joust/champion-silent", player=one.player, card=best_as(list(one.dealt)))
    tied = [one.player for one in declared if one.choice == "enter" and rank_of(draft, one) == best]
    _decided(draft, joust, tied)


def _drawn(draft: Draft, joust: Any) -> dict[str, Any]:
    chance = draft.draw_chance()
    if chance is None:
        raise UnknownRead(PENDING)
    entrants, each = in_contest(joust), 1 if joust.step == "sudden" else DEALT
    deck = list(shuffled(tuple(cards_left(draft, joust).elements()), chance))
    if len(deck) < len(entrants) * each:
        whole = Counter(draft.box.pile("joust"))
        again = draft.choices["sudden_death_deck"] == "all"
        deck = [] if again else deck
        deck += shuffled(tuple((whole - Counter(deck)).elements()), chance)
    dealt: dict[str, Any] = dict.fromkeys(entrants, ())
    for _ in range(each):
        for name in entrants:
            dealt[name] = (*dealt[name], deck.pop(0))
    return dealt


# ---------------------------------------------------------------- the ranking


def rank_of(table: Table, one: Any) -> int:
    """joust/rank, joust/champion, joust/champion-silent: a hand's place, more is better.

    A Champion is what serves best.
    """
    card, dealt = jouster_of(table, one), list(one.dealt)
    return value_of([*dealt, best_as(dealt) if card == "champion" else str(card)])


def jouster_of(table: Table, one: Any) -> str | None:
    """The card that jousts: of the hand, or the Lord of a Fief."""
    if sure(one.jouster) is None:
        return None
    if one.jouster.card is not None:
        return str(one.jouster.card)
    player = table.by_name[one.player]
    fief = fief_of(player, one.jouster.fief)
    if player.fiefs is UNSET:
        raise UnknownRead(PENDING)
    return lord_of(fief) if fief is not None else None


def best_as(dealt: list[Any]) -> str:
    """What a Champion serves best as beside these cards."""
    return max(("prince", "vassal"), key=lambda card: value_of([*dealt, card]))


RANKING = ((3, 0), (0, 3), (2, 1), (2, 0), (1, 2), (0, 2), (1, 1), (1, 0), (0, 1), (0, 0))
"""Princes and Vassals of a hand, the best first."""


def value_of(cards: list[str]) -> int:
    return len(RANKING) - RANKING.index((cards.count("prince"), cards.count("vassal")))


def _sudden(draft: Draft, joust: Any, cards: dict[str, Any]) -> None:
    """joust/sudden-death: the highest card wins; who is tied for it goes on."""
    told = Counter(card for dealt in cards.values() for card in dealt)
    left = cards_left(draft, joust)
    spent = Counter(joust.spent) + told if told.total() <= left.total() else told
    values = {name: value_of(list(dealt)) for name, dealt in cards.items()}
    tied = [name for name in joust.sudden if values[name] == max(values.values())]
    for name, dealt in cards.items():
        draft.event("dealt", "joust/sudden-death", player=name, cards=list(dealt))
    _decided(draft, replace(joust, spent=tuple(sorted(spent.elements()))), tied)


def _decided(draft: Draft, joust: Any, tied: list[str]) -> None:
    if len(tied) == 1:
        _award(draft, joust, tied[0])
        return
    spent = (*joust.spent, *(card for one in joust.declared for card in one.dealt))
    declared = tuple(replace(one, dealt=()) for one in joust.declared)
    draft.set(
        pending=replace(joust, step="sudden", sudden=tuple(tied), spent=tuple(sorted(spent)), declared=declared)
    )
    draft.event("sudden-death", "joust/sudden-death", players=tied)


# ---------------------------------------------------------------- trophies


def _award(draft: Draft, joust: Any, winner: str) -> None:
    """joust/prize, joust/own-bet, joust/hand-card-spent, joust/lords, joust/banners, joust/deck-whole."""
    draft.event("joust-won", "joust/rank", player=winner)
    discard_banners(draft, joust)
    placing: list[Deed] = []
    reattaching: list[tuple[str, Deed]] = []
    for one in joust.declared:
        _send_home(draft, one, winner)
    for one in joust.declared:
        if sure(one.bet) is not None and one.player != winner:
            trophies, orphans, lord = hand_over(draft, one.player, one.bet, winner)
            placing += trophies
            reattaching += [(one.player, card) for card in orphans]
            for card in trophies:
                draft.event("property-taken", "joust/prize", player=winner, target=one.player, card=card.card)
            if lord is not None:
                draft.discard(one.player, lord)
        elif one.bet is not None:
            draft.event("bet-back", "joust/own-bet", player=winner)
    draft.event("joust-shuffled", "joust/deck-whole")
    draft.set(
        pending=replace(
            joust,
            step="reattach",
            declared=(),
            sudden=(),
            spent=(),
            winner=winner,
            placing=tuple(placing),
            reattaching=tuple(reattaching),
        )
    )
    after_joust(draft)


def _send_home(draft: Draft, one: Any, winner: str) -> None:
    """Jousters from hands are discarded, the winner's too; of the Lords only the winner goes home."""
    if sure(one.jouster) is None:
        return
    if one.jouster.card is not None:
        draft.discard(one.player, one.jouster.card)
        draft.event("jouster-spent", "joust/hand-card-spent", player=one.player, card=one.jouster.card)
    elif one.player != winner:
        draft.unseat(one.player, one.jouster.fief)
        draft.event("lord-beaten", "joust/lords", player=one.player, fief=one.jouster.fief)
    else:
        draft.event("lord-home", "joust/lords", player=one.player, fief=one.jouster.fief)


def after_joust(draft: Draft) -> None:
    """What is still to be placed after a joust; then the joust is over."""
    joust = draft.pending
    assert is_joust(joust)
    if joust.reattaching:
        draft.set(pending=replace(joust, step="reattach"))
    elif joust.placing:
        draft.set(pending=replace(joust, step="place"))
    else:
        draft.set(pending=None)
        if draft.state.eliminated is UNSET and any(draft.by_name[name].fiefs == () for name in draft.living):
            raise UnknownRead(PENDING)  # whether they fall now or have left before
        fall_without_fief(draft, *draft.living)
