"""What follows from the zones that were sent: who loses a town next, who has won a trick, how many cards are kept.

A field of a decision that follows from other zones may be left out. It is filled in here; if it was sent, ``audit``
compares it with what it follows from. Functions raise ``UnknownRead`` where something unknown decides.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from schemas.base import pointer_step
from schemas.brian_boru import Card, Pending, Phase, Played, State, Trick
from service.referee.hidden import HIDDEN
from service.referee.known import Unknown, UnknownRead, attempt, is_known, truth
from service.referee.table import STATE

if TYPE_CHECKING:
    from service.games.brian_boru.table import Table

BY_DECISION = {
    "card-town": "settle",
    "track-town": "settle",
    "princess": "wed",
    "raid": "raid",
    "monastery": "build",
    "monastery-of-four": "build",
}
"""The move that makes each decision of the upkeep."""

KINDS: dict[Phase, tuple[str, ...]] = {
    "opening": ("start", "open"),
    "preparation": ("prepare",),
    "deal": ("deal",),
    "draft": ("pick",),
    "trick": ("lead", "play"),
    "actions": ("act",),
    "marriage": ("settle", "wed"),
    "battle": ("raid",),
    "church": ("build",),
    "claims": ("prepare",),
}
"""The moves of each phase; claims are settled by themselves, and the next round is prepared."""
PHASE_OF_MOVE: dict[str, Phase] = {kind: phase for phase, kinds in reversed(KINDS.items()) for kind in kinds}
"""The phase in which a move of each type is made, the first one for ``prepare``."""
PHASE_OF = {decision: PHASE_OF_MOVE[kind] for decision, kind in BY_DECISION.items()}
"""The step to which each decision belongs."""

CHOSEN = 2
"""How many cards each player keeps before passing on the rest."""

Decision = Literal["card-town", "princess", "track-town", "raid", "monastery", "monastery-of-four"]


# ---------------------------------------------------------------- Decisions of the upkeep


def pending_decision(what: Decision, player: str, loser: str | None = None, region: str | None = None) -> Pending:
    """A decision to be made, with every field."""
    return Pending(decision=what, player=player, loser=loser, region=region)


def pending_completed(table: "Table") -> tuple[Pending, ...] | UnsetType:
    """The decisions that are sent, with the fields that were left out as far as they follow."""
    pending: tuple[Pending, ...] | UnsetType = table.state.pending
    if pending is UNSET or all(each.loser is not UNSET and each.region is not UNSET for each in pending):
        return pending
    losers = attempt(lambda: _losers_still_to_come(table, pending))
    return tuple(
        _completed(table, each, UNSET if isinstance(losers, Unknown) else losers[place])
        for place, each in enumerate(pending)
    )


def decisions_due(table: "Table") -> tuple[Pending, ...]:
    """battle/loser-order: the decisions that may be made now: the first one, or the raids in any order."""
    pending: tuple[Pending, ...] = table.known_pending()
    if len(pending) > 1 and pending[0].decision == "raid" and table.choices["loser_order"] == "any":
        return pending
    return pending[:1]


def _completed(table: "Table", pending: Pending, loser: str | UnsetType) -> Pending:
    if pending.loser is UNSET:
        pending = replace(pending, loser=loser if pending.decision == "raid" else None)
    if pending.region is UNSET and pending.decision != "card-town":
        pending = replace(pending, region=None)
    elif pending.region is UNSET:
        regions = attempt(lambda: card_regions(table, pending.player))
        known = not isinstance(regions, Unknown) and len(regions) == 1
        pending = replace(pending, region=next(iter(regions)) if known else UNSET)
    return pending


def _losers_still_to_come(table: "Table", pending: tuple[Pending, ...]) -> list[str | UnsetType]:
    """battle/tied-most, battle/loser-order: who loses a town by each decision that is left, as far as that is read
    off who decides, off the agreed order, or off the raiders where one decision is left.
    """
    if len({each.player for each in pending}) > 1 or losers_of(table)[1] is None:
        return [each.player for each in pending]
    left = losers_left(table, pending)
    if len(left) == len(pending) and len(left) > 1 and table.choices["loser_order"] == "clockwise":
        return list(left)
    return [left[0] if len(left) == 1 else UNSET] * len(pending)


def losers_left(table: "Table", pending: tuple[Pending, ...]) -> list[str]:
    """battle/fewest, battle/loser-order: those who lose a town by the decisions that do not say it.

    In a set order they are the last of it. In any order they are known only if nobody has lost a town yet.
    """
    losers = [name for name in losers_in_order(table, losers_of(table)[0]) if table.controlled(name)]
    if len(losers) < len(pending):
        raise UnknownRead((f"{STATE}/pending",))
    if len(losers) > 1 and table.choices["loser_order"] == "clockwise":
        return losers[-len(pending) :]
    named = [each.loser for each in pending]
    left = [name for name in losers if name not in named]
    if len(losers) > len(pending) or len(left) != named.count(UNSET):
        raise UnknownRead((f"{STATE}/pending",))
    return left


def pending_after_raid(
    pending: tuple[Pending, ...], losers: list[str] | Unknown, player: str, loser: str, *, in_order: bool
) -> tuple[Pending, ...]:
    """The decisions left. ``losers`` are those of the decisions that do not say it: the last is filled in.

    Unless they are made ``in_order``, any of these may be made now, so the places of those between them are unknown.
    """
    about = [place for place, each in enumerate(pending) if each.loser == loser]
    open_ = [place for place, each in enumerate(pending) if each.loser is UNSET and each.player == player]
    made = (about or open_)[0]
    left = [each for place, each in enumerate(pending) if place != made]
    if not about and not in_order:
        left[made : open_[-1]] = [replace(each, loser=UNSET) for each in left[made : open_[-1]]]
    others = [] if isinstance(losers, Unknown) else [name for name in losers if name != loser]
    if len(others) == 1 == [each.loser for each in left].count(UNSET):
        left = [replace(each, loser=others[0]) if each.loser is UNSET else each for each in left]
    return tuple(left)


def losers_in_order(table: "Table", losers: list[str]) -> list[str]:
    """battle/loser-order: the losers of towns as they sit, by a house rule clockwise from the marker."""
    if len(losers) < 2 or table.choices["loser_order"] == "any":
        return [name for name in table.order if name in losers]
    if isinstance(table.marker, Unknown):
        raise UnknownRead((f"{STATE}/marker",))
    return [name for name in in_turn(table) if name in losers]


def losers_of(table: "Table") -> tuple[list[str], str | None]:
    """battle/fewest, battle/most-chooses: who loses a town, and the one player who chooses it, if there is one."""
    raiders: dict[str, int] = table.everybodys("raiders")
    counts = raiders.values()
    most, fewest = max(counts), min(counts)
    leaders = [name for name, count in raiders.items() if count == most]
    return [name for name, count in raiders.items() if count == fewest], leaders[0] if len(leaders) == 1 else None


def in_turn(table: "Table") -> list[str]:
    """Clockwise from the marker, where it is known who holds it; else in the order in which the players were sent."""
    marker = table.marker
    return table.clockwise(marker) if isinstance(marker, str) and marker in table.by_name else table.order


def card_regions(table: "Table", player: str) -> set[str]:
    """marriage/region-town: the regions of the cards that this player may just have won."""
    cards, card = table.marriages(player), table.marriage_card
    if HIDDEN in cards or (is_known(card) and card == HIDDEN) or (not cards and isinstance(card, Unknown)):
        raise UnknownRead((f"{STATE}/marriage_card",))
    won = [table.box.marriages[each] for each in (*cards, *((card,) if is_known(card) and card else ()))]
    return {each.region for each in won if each.region is not None}


def open_regions(table: "Table", player: str) -> set[str]:
    """marriage/region-town: the region of the card that lies there, else of those that this player has."""
    card = table.marriage_card
    if isinstance(card, Unknown) or card == HIDDEN:
        raise UnknownRead((f"{STATE}/marriage_card",))
    if card is None:
        return card_regions(table, player)
    region = table.box.marriages[card].region
    return set() if region is None else {region}


# ---------------------------------------------------------------- Cards


def to_keep(table: "Table", name: str) -> int:
    """draft/pick-two, draft/keep-last: how many cards this player is to keep now."""
    dealt = table.dealt(name)
    if not isinstance(dealt, Unknown):
        picked = table.picked(name)
        return min(len(dealt) + (0 if isinstance(picked, Unknown) else len(picked)), CHOSEN)
    if truth(lambda: table.phase != "draft") is True:  # cards have been played from the hands
        raise UnknownRead(dealt.zones)
    hand = table.hand(name)
    if table.hand_size % CHOSEN == 0 and isinstance(hand, Unknown):
        return CHOSEN
    return min(int(table.hand_size - len(hand)), CHOSEN)


def trick_completed(table: "Table") -> Trick | UnsetType | None:
    """trick/winner, symbol/take: nobody has won while cards are played; later, whose card alone is left has won, if
    the town was not taken yet.
    """
    trick: Trick | UnsetType | None = table.state.trick
    if not trick or trick.winner is not UNSET or trick.town is None:
        return trick
    if table.state.phase == "trick":
        return replace(trick, winner=None)
    played = trick.played or ()
    alone = len(played) == 1 and table.state.phase == "actions"
    return replace(trick, winner=played[0].player) if alone else trick


def shows_phase_of_tricks(table: "Table") -> bool:
    """Whether cards are being played by what is known of the trick: it is not won, or all cards lie there and the
    winner, who was not sent, is read off them.
    """
    trick: Trick | UnsetType | None = table.state.trick
    if not trick or trick.winner is None:
        return bool(trick) and table.state.phase is UNSET
    complete = table.seats_known and trick.winner is UNSET and len(trick.played or ()) == table.count
    return complete and trick.town is not None and (table.state.phase is UNSET or table.state.phase == "actions")


def winner_of(table: "Table", town: str, played: Sequence[Played]) -> str:
    """trick/winner, trick/no-match: who wins a trick in which everybody has played."""
    cards, colour = table.box.cards, table.box.towns[town].colour
    eligible = [entry for entry in played if cards[entry.card].colour in (colour, "white")]
    leader = played[0]
    if leader not in eligible and (not eligible or table.choices["leader_without_match"] == "as-white"):
        eligible.append(leader)
    return max(eligible, key=lambda entry: entry.card).player


# ---------------------------------------------------------------- What a state names


def names_in(state: State) -> set[str]:
    """Everybody who has something on the table, or something to decide."""
    # Zone by zone: with ``shapes.names_in`` (26 µs instead of 2) a validate would take 2.7 % longer.
    names = {held.disc for held in state.towns.values()} if state.towns else set()
    names.update([played.player for played in state.trick.played or ()] if state.trick else ())
    winner = state.trick.winner if state.trick else UNSET
    deciding = [name for each in state.pending or () for name in (each.player, each.loser)]
    allied = state.alliance.player if state.alliance else None
    return names.union(name for name in (state.marker, winner, allied, *deciding) if name)


class Place(NamedTuple):
    """Where an action card is: in a zone of the table, or of a player (``trick``: in front of the player)."""

    zone: str
    player: str | None = None


class Named:
    """The components of every zone that is known, each as often as it is named and the hidden ones too.

    Read in one go: whether they exist, and whether any of them is there twice, is asked of every state.
    """

    __slots__ = ("cards", "every_card_zone", "marriages", "regions", "tokens", "towns")

    def __init__(self, state: State) -> None:
        self.cards: list[Card] = [*(state.discard or ()), *(state.unseen or ())]
        self.tokens: list[str] = [*(state.face_up or ())]
        """The regions of the claim tokens."""
        self.marriages: list[str] = [*(state.marriage_pile or ()), *(state.marriages_gone or ())]
        trick = state.trick
        trick_known = trick is None or (trick is not UNSET and trick.played is not UNSET)
        self.every_card_zone = not (state.discard is UNSET or state.unseen is UNSET) and trick_known
        """Whether all zones of action cards are known."""
        if state.marriage_card:
            self.marriages.append(state.marriage_card)
        if trick:
            self.cards += [played.card for played in trick.played or ()]
        for player in state.players:
            hand, dealt, picked = player.hand, player.dealt, player.picked
            if hand is UNSET or dealt is UNSET or picked is UNSET:
                self.every_card_zone = False
            if hand:
                self.cards += hand
            if dealt:
                self.cards += dealt
            if picked:
                self.cards += picked
            if player.claims:
                self.tokens += player.claims
            if player.marriages:
                self.marriages += player.marriages
        self.regions = [*self.tokens, *(decision.region for decision in state.pending or () if decision.region)]
        self.towns = [*(state.towns or ()), *((trick.town,) if trick and trick.town is not None else ())]


def known_cards(state: State) -> Iterator[tuple[Place, int]]:
    """Every action card that a state names, as often as it does, with its place."""
    zones = [(Place(zone), getattr(state, zone)) for zone in ("discard", "unseen")]
    for player in state.players:
        zones += [(Place(zone, player.name), getattr(player, zone)) for zone in ("hand", "dealt", "picked")]
    for place, cards in zones:
        yield from ((place, card) for card in cards or () if card != HIDDEN)
    if state.trick:
        yield from ((Place("trick", played.player), played.card) for played in state.trick.played or ())


def known_marriages(state: State) -> list[str]:
    """Every marriage card that a state names, as often as it does."""
    return [card for kind, _, card in components(state) if kind == "marriage card" and card != HIDDEN]


def components(state: State) -> Iterator[tuple[str, str, Any]]:
    """Every component that a state names: its kind, the place where it stands, and its id or number."""
    seats = [(f"/players/{seat}", player) for seat, player in enumerate(state.players)]
    cards: list[tuple[str, Any]] = [("/discard", state.discard), ("/unseen", state.unseen)]
    for place, player in seats:
        cards += [
            (f"{place}/hand", player.hand),
            (f"{place}/dealt", player.dealt),
            (f"{place}/picked", player.picked),
        ]
    cards += [(f"/shuffles/{number}", deck) for number, deck in enumerate(state.shuffles or ())]
    yield from _each("card", cards)
    if state.trick:
        for number, played in enumerate(state.trick.played or ()):
            yield "card", f"/trick/played/{number}/card", played.card
    for town in state.towns or ():
        yield "town", f"/towns/{pointer_step(town)}", town
    if state.trick and state.trick.town is not None:
        yield "town", "/trick/town", state.trick.town
    yield from _each("region", [("/face_up", state.face_up), *((f"{at}/claims", each.claims) for at, each in seats)])
    for number, decision in enumerate(state.pending or ()):
        if decision.region:
            yield "region", f"/pending/{number}/region", decision.region
    yield from _each("marriage card", [(f"{at}/marriages", each.marriages) for at, each in seats])
    if state.marriage_card:
        yield "marriage card", "/marriage_card", state.marriage_card
    piles = [("/marriage_pile", state.marriage_pile), ("/marriages_gone", state.marriages_gone)]
    yield from _each("marriage card", piles)


def _each(kind: str, zones: list[tuple[str, Any]]) -> Iterator[tuple[str, str, Any]]:
    for pointer, zone in zones:
        for place, name in enumerate(zone or ()):
            yield kind, f"{pointer}/{place}", name
