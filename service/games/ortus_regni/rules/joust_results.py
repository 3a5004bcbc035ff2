"""Jousts once everybody has declared: the deal, the ranking, the sudden death and the trophies."""

from collections import Counter
from functools import partial
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from schemas.ortus_regni import Deal, Deed, Jouster
from service.games.ortus_regni.cards import left_of
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.holdings import lord_in
from service.games.ortus_regni.parts import is_joust, sure
from service.games.ortus_regni.rules.jousts import DEALT, check_prince, discard_banners, hand_card_of
from service.games.ortus_regni.rules.leaving import fall_without_fief, has_lost_everything
from service.games.ortus_regni.rules.stakes import hand_over
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing_checks import check_due
from service.referee.chance import shuffled
from service.referee.findings import Findings
from service.referee.hidden import HIDDEN
from service.referee.known import UnknownRead, attempt, is_unknown, read_all
from service.referee.table import PLAYERS, STATE


def in_contest(joust: Any) -> list[str]:
    """Who gets cards now."""
    if joust.step == "sudden":
        return list(joust.sudden)
    return [declaration.player for declaration in joust.declared if declaration.choice == "enter"]


def cards_left(table: Table, joust: Any) -> Counter[str]:
    """The Joust cards that have not been dealt in this joust."""
    dealt: Counter[str] = Counter(joust.spent)
    dealt.update(card for declaration in joust.declared for card in declaration.dealt)
    return Counter(table.box.pile("joust")) - dealt


def check_deal(table: Table, move: Deal, findings: Findings) -> None:
    """joust/deal, joust/deck-whole, joust/face-down, components/joust-deck, joust/sudden-death, joust/sudden-deck."""
    check_due(table, "deal", None, findings)
    joust = table.pending
    if not is_joust(joust) or findings.broken:
        return
    if move.cards is UNSET and is_unknown(table.chance):
        findings.needs("deal-known")
    parts = [attempt(partial(part, table, joust, move, findings)) for part in (_revealed, _dealt)]
    if any(map(is_unknown, parts)):
        named = {"cards": move.cards, "jousters": move.jousters}
        findings.assumes("deal-fits", **{name: part for name, part in named.items() if part is not UNSET})


def _dealt(table: Table, joust: Any, move: Deal, findings: Findings) -> None:
    """joust/deal, joust/sudden-death: so many cards to each who is in the contest."""
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


def is_fitting(table: Table, cards: Any = UNSET, jousters: Any = UNSET) -> bool:
    """Whether a deal of these cards, with these jousters shown, is legal: a predicate of facts."""
    findings = Findings()
    check_deal(table, Deal(cards=cards, jousters=jousters), findings)
    return not findings.broken


def _can_be_dealt(table: Table, joust: Any, cards: dict[str, Any], findings: Findings) -> None:
    dealt_now = Counter(card for dealt in cards.values() for card in dealt)
    left, whole = cards_left(table, joust), Counter(table.box.pile("joust"))
    if dealt_now.total() > left.total():
        # The rest of the deck is dealt first; what is missing comes from the cards put aside.
        custom = table.choices["sudden_death_deck"]
        findings.allows("joust/sudden-deck")
        if custom == "others" and left - dealt_now:
            findings.breaks("joust/deck-whole", "rest", card=next(iter(left - dealt_now)))
            return
        left = whole
    for card, count in dealt_now.items():
        if count > whole[card]:
            findings.breaks("components/joust-deck", card=card, count=whole[card])
        elif count > left[card]:
            findings.breaks("joust/deck-whole", card=card, count=left[card])


def _revealed(table: Table, joust: Any, move: Deal, findings: Findings) -> None:
    """joust/face-down: before the deal every jouster is shown; later what is known of them may be repeated."""
    jousters: dict[str, Any] = dict(move.jousters or {})
    if joust.step == "deal":
        jousters = {declaration.player: None for declaration in joust.declared} | jousters
    declared = {declaration.player: declaration for declaration in joust.declared} if jousters else {}
    read_all(
        *[attempt(partial(_shown, table, name, jousters[name], declared.get(name), findings)) for name in jousters]
    )


def _shown(table: Table, name: str, shown: str | None, declaration: Any, findings: Findings) -> None:
    """joust/face-down: only a card of the hand is turned up, and it is the one that was sent."""
    card = None if declaration is None else hand_card_of(declaration)
    if card == HIDDEN:
        _turned_up(table, name, shown, findings)
    elif shown is not None and card is None:
        findings.breaks("joust/face-down", "none", player=name)
    elif shown not in (None, card):
        findings.breaks("joust/face-down", player=name)


def _turned_up(table: Table, name: str, shown: str | None, findings: Findings) -> None:
    """A jouster that was hidden is this card."""
    if shown is None:
        findings.needs("jouster-shown", player=name)
    elif left_of(table, name, shown) < 1:
        findings.breaks("components/earl-cards", "none-left", player=name, card=shown)
    else:
        check_prince(table, name, shown, findings)


def apply_deal(draft: Draft, move: Deal) -> None:
    joust, jousters = sure(draft.pending), dict(move.jousters or {})
    cards = _drawn(draft, joust) if move.cards is UNSET else move.cards
    if jousters:
        joust = replace(joust, declared=tuple([_with_jouster(one, jousters) for one in joust.declared]))
    if joust.step == "sudden":
        _sudden(draft, joust, cards)
        return
    declared = []
    for declaration in joust.declared:
        name, card = declaration.player, hand_card_of(declaration)
        if card is not None:
            draft.event("jouster-shown", "joust/face-down", player=name, card=card)
        declared.append(replace(declaration, dealt=tuple(cards.get(name, ()))))
    joust = replace(joust, declared=tuple(declared))
    for name, dealt in cards.items():
        draft.event("dealt", "joust/deal", player=name, cards=list(dealt))
    best = max(rank_of(draft, declaration) for declaration in declared if declaration.choice == "enter")
    for declaration in declared:
        if jouster_of(draft, declaration) == "champion":
            draft.event(
                "champion-counts",
                "joust/champion-silent",
                player=declaration.player,
                card=best_as(list(declaration.dealt)),
            )
    tied = [
        declaration.player
        for declaration in declared
        if declaration.choice == "enter" and rank_of(draft, declaration) == best
    ]
    _decided(draft, joust, tied)


def _with_jouster(declaration: Any, jousters: dict[str, Any]) -> Any:
    """A declaration with the card that was turned up."""
    card = jousters.get(declaration.player)
    return declaration if card is None else replace(declaration, jouster=Jouster(card=card))


def _drawn(draft: Draft, joust: Any) -> dict[str, Any]:
    chance = draft.draw_chance()
    if chance is None:
        raise UnknownRead((f"{STATE}/chance",))
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


def rank_of(table: Table, declaration: Any) -> int:
    """joust/rank, joust/champion, joust/champion-silent: a hand's place, more is better.

    A Champion is what serves best.
    """
    card, dealt = jouster_of(table, declaration), list(declaration.dealt)
    return value_of([*dealt, best_as(dealt) if card == "champion" else str(card)])


def jouster_of(table: Table, declaration: Any) -> str | None:
    """The card that jousts: of the hand, or the Lord of a Fief."""
    jouster, card = sure(declaration.jouster), hand_card_of(declaration)
    if jouster is None or card is not None:
        return card
    lord: str | None = sure(lord_in(table, declaration.player, jouster.fief))
    return lord


def best_as(dealt: list[Any]) -> str:
    """What a Champion serves best as beside these cards."""
    return max(("prince", "vassal"), key=lambda card: value_of([*dealt, card]))


RANKING = ((3, 0), (0, 3), (2, 1), (2, 0), (1, 2), (0, 2), (1, 1), (1, 0), (0, 1), (0, 0))
"""Princes and Vassals of a hand, the best first."""


def value_of(cards: list[str]) -> int:
    return len(RANKING) - RANKING.index((cards.count("prince"), cards.count("vassal")))


def _sudden(draft: Draft, joust: Any, cards: dict[str, Any]) -> None:
    """joust/sudden-death: the highest card wins; who is tied for it goes on."""
    dealt_now = Counter(card for dealt in cards.values() for card in dealt)
    left = cards_left(draft, joust)
    spent = Counter(joust.spent) + dealt_now if dealt_now.total() <= left.total() else dealt_now
    values = {name: value_of(list(dealt)) for name, dealt in cards.items()}
    tied = [name for name in joust.sudden if values[name] == max(values.values())]
    for name, dealt in cards.items():
        draft.event("dealt", "joust/sudden-death", player=name, cards=list(dealt))
    _decided(draft, replace(joust, spent=tuple(sorted(spent.elements()))), tied)


def _decided(draft: Draft, joust: Any, tied: list[str]) -> None:
    if len(tied) == 1:
        _award(draft, joust, tied[0])
        return
    spent = (*joust.spent, *(card for declaration in joust.declared for card in declaration.dealt))
    declared = tuple(replace(declaration, dealt=()) for declaration in joust.declared)
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
    for declaration in joust.declared:
        _send_home(draft, declaration, winner)
    for declaration in joust.declared:
        if sure(declaration.bet) is not None and declaration.player != winner:
            trophies, orphans, lord = hand_over(draft, declaration.player, declaration.bet, winner)
            placing += trophies
            reattaching += [(declaration.player, card) for card in orphans]
            for deed in trophies:
                draft.event("property-taken", "joust/prize", player=winner, target=declaration.player, card=deed.card)
            if lord is not None:
                draft.discard(declaration.player, lord)
        elif declaration.bet is not None:
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


def _send_home(draft: Draft, declaration: Any, winner: str) -> None:
    """Jousters from hands are discarded, the winner's too; of the Lords only the winner goes home."""
    name, jouster, card = declaration.player, sure(declaration.jouster), hand_card_of(declaration)
    if card is not None:
        draft.discard(name, card)
        draft.event("jouster-spent", "joust/hand-card-spent", player=name, card=card)
    elif jouster is not None and name != winner:
        draft.unseat(name, jouster.fief)
        draft.event("lord-beaten", "joust/lords", player=name, fief=jouster.fief)
    elif jouster is not None:
        draft.event("lord-home", "joust/lords", player=name, fief=jouster.fief)


def after_prize(draft: Draft, joust: Any) -> None:
    """A trophy was placed. Who has bet what is not known any more: the Fiefs show who has lost the last one."""
    if not joust.reattaching and not joust.placing and draft.choices["bet_last_castle"] == "allowed":
        if not draft.seats_known:
            raise UnknownRead((PLAYERS,))
        read_all(*[draft.fiefs(name) for name in draft.living if name != joust.winner])
    after_joust(draft)


def after_joust(draft: Draft) -> None:
    """What is still to be placed after a joust; then the joust is over, and the turn of its organiser goes on."""
    joust = draft.pending
    assert is_joust(joust)
    if joust.reattaching:
        draft.set(pending=replace(joust, step="reattach"))
    elif joust.placing:
        draft.set(pending=replace(joust, step="place"))
    else:
        draft.set(pending=None, phase="turn", turn=joust.organiser)
        if any(has_lost_everything(draft, name) for name in draft.living):
            sure(draft.eliminated)  # whether they fall now or have left before
        fall_without_fief(draft, *draft.living)
