"""What a legal move does to the table; what happens by itself after it stands in ``flow``."""

from msgspec import UNSET
from msgspec.structs import replace

from schemas.brian_boru import (
    Act,
    Alliance,
    Build,
    Deal,
    Lead,
    Move,
    Open,
    Phase,
    Pick,
    Play,
    Played,
    Prepare,
    Raid,
    Settle,
    Start,
    State,
    Trick,
    Wed,
)
from service.games.brian_boru import upkeep
from service.games.brian_boru.actions import carry_out
from service.games.brian_boru.check import card_of, hands_dealt
from service.games.brian_boru.draft import Draft, StageUnknown
from service.games.brian_boru.steps import proceed
from service.games.brian_boru.table import Table
from service.games.brian_boru.tricks import hidden, in_order, without
from service.referee.findings import Happening
from service.referee.steps import forget_unsettled
from service.referee.table import STATE

PHASES: dict[type, Phase] = {
    Start: "opening",
    Open: "opening",
    Pick: "draft",
    Play: "trick",
    Act: "actions",
    Settle: "marriage",
    Wed: "marriage",
    Raid: "battle",
    Build: "church",
}
"""The phase in which a move is made."""


def apply(table: Table, move: Move) -> tuple[State, list[Happening]]:
    draft = Draft(table)
    forget_unsettled(draft)
    if draft.state.phase is UNSET:
        draft.set(phase=PHASES.get(type(move), UNSET))
    try:
        _apply(draft, table, move)
    except StageUnknown as unknown:
        draft.forget_from(unknown.stage, unknown.spare)
    else:
        if not isinstance(move, Start):
            proceed(draft)
    return draft.written(), draft.happenings


def _apply(draft: Draft, table: Table, move: Move) -> None:
    match move:
        case Act():
            _act(draft, table, move)
        case Play() | Lead():
            _play(draft, move)
        case Pick():
            _pick(draft, move)
        case Settle() | Wed() | Raid() | Build():
            _decide(draft, move)
        case Start():
            draft.set(marker=move.player)
            draft.event("started", "setup/first-player", player=move.player)
        case Open():
            _open(draft, move)
        case Prepare():
            _prepare(draft, move)
        case Deal():
            _deal(draft, table, move)


# ---------------------------------------------------------------- Setup, preparation, draft


def _open(draft: Draft, move: Open) -> None:
    draft.lay_disc(move.town, move.player)
    draft.event("opened", "opening/order", player=move.player, town=move.town)


def _prepare(draft: Draft, move: Prepare) -> None:
    """preparation/vikings, preparation/marriage, preparation/last-round."""
    state = draft.state
    strength, card = move.vikings, move.marriage
    if strength is UNSET and state.viking_pile:
        strength = state.viking_pile[0]
    if card is UNSET and state.marriage_pile:
        card = state.marriage_pile[0]
    assert strength is not UNSET
    assert card is not UNSET
    if state.viking_pile is not UNSET:
        draft.set(viking_pile=state.viking_pile[1:])
    if state.vikings_gone is not UNSET:
        draft.set(vikings_gone=(*state.vikings_gone, strength))
    if state.raiders is not UNSET:
        draft.set(raiders=state.raiders + strength)
    if state.marriage_card is UNSET and draft.choices["nobody_courts"] == "top-of-pile":
        draft.set(marriages_gone=UNSET)  # the card of the last round may still lie there
    elif isinstance(state.marriage_card, str) and state.marriages_gone is not UNSET:
        draft.set(marriages_gone=(*state.marriages_gone, state.marriage_card))
    if state.marriage_pile is not UNSET:
        draft.set(marriage_pile=state.marriage_pile[1:])
    draft.set(marriage_card=card, phase="deal")
    draft.event("vikings", "preparation/vikings", strength=strength)
    draft.event("bride", "preparation/marriage", card=draft.box.marriages[card].name)
    if draft.state.marriage_pile == ():
        draft.event("last-round", "preparation/last-round")


def _deal(draft: Draft, table: Table, move: Deal) -> None:
    hands, rest = hands_dealt(table, move)
    for name in draft.order:
        draft.set_of(name, hand=(), picked=(), dealt=in_order(hands[name]))
    shuffles = draft.state.shuffles
    draft.set(phase="draft", trick=None, discard=(), unseen=rest, shuffles=shuffles[1:] if shuffles else shuffles)
    draft.event("dealt", "draft/deal", count=len(hands[draft.order[0]]))
    if rest:
        draft.event("unseen", "draft/unseen")


def _pick(draft: Draft, move: Pick) -> None:
    player = draft.player(move.player)
    dealt = player.dealt
    if dealt is not UNSET:
        # Who does not say which cards are kept leaves open which are passed on.
        dealt = hidden(len(dealt) - len(move.cards)) if "?" in move.cards else without(dealt, move.cards)
    draft.set_of(move.player, dealt=dealt, picked=in_order(move.cards))
    draft.event("picked", "draft/pick-two", player=move.player)


# ---------------------------------------------------------------- Action phase


def _play(draft: Draft, move: Play | Lead) -> None:
    player, state = draft.player(move.player), draft.state
    if player.hand is not UNSET:
        draft.set_of(move.player, hand=without(player.hand, (move.card,)))
    played = Played(player=move.player, card=move.card)
    if isinstance(move, Lead):
        draft.set(marker=None, phase="trick", trick=Trick(town=move.town, played=(played,)))
        draft.event("led", "trick/leader", player=move.player, card=move.card, town=move.town)
    else:
        if state.trick and state.trick.played is not UNSET:
            draft.set(trick=replace(state.trick, played=(*state.trick.played, played)))
        draft.set(marker=None)
        draft.event("played", "trick/order", player=move.player, card=move.card)


def _act(draft: Draft, table: Table, move: Act) -> None:
    card = card_of(table, move)
    assert card is not None
    carry_out(draft, move, card)
    state = draft.state
    if state.trick and draft.played is not None:
        left = [played for played in draft.played if played.player != move.player]
        draft.set(trick=replace(state.trick, played=tuple(left)))
    if state.discard is not UNSET:
        draft.set(discard=(*state.discard, card))
    draft.event("discarded", "trick/discard", player=move.player, card=card)


# ---------------------------------------------------------------- Upkeep phase


def _decide(draft: Draft, move: Settle | Wed | Raid | Build) -> None:
    """A decision is made, and the step goes on from there."""
    pending = draft.state.pending
    rest = pending[1:] if pending else ()
    decision = pending[0].decision if pending else None
    match move:
        case Settle():
            _settle(draft, move, decision, [other.player for other in rest])
        case Wed():
            _wed(draft, move)
        case Raid():
            upkeep.lose(draft, move.loser, move.town)
            draft.set(pending=UNSET if decision is None else rest)
            if decision is not None and not rest:
                upkeep.clear_raiders(draft)
        case Build() if decision == "monastery-of-four":
            upkeep.monastery_of_four(draft, move.player, move.town)
            draft.set(pending=())
            upkeep.monasteries_of_four(draft, after=move.player)
        case Build():
            upkeep.build(draft, move.player, move.town, "church/first")
            if decision is None:  # the most discs or four of them: in both cases they are taken back
                draft.set_of(move.player, church=0)
                draft.set(marker=UNSET)
                raise StageUnknown((f"{STATE}/pending",), "second", move.player)
            draft.set(pending=())
            upkeep.after_the_monastery(draft, move.player)


def _settle(draft: Draft, move: Settle, decision: str | None, others: list[str]) -> None:
    rule = "marriage/any-town" if decision == "track-town" else "marriage/region-town"
    upkeep.settle(draft, move.player, move.town, rule)
    draft.set(marriage_card=None)
    if decision is None:
        _leave_the_track(draft, move.player)
        draft.set(pending=UNSET)
    elif decision == "track-town":
        upkeep.choose_track_towns(draft, others)
    else:
        upkeep.back_to_start(draft, move.player)
        draft.set(pending=())


def _leave_the_track(draft: Draft, name: str) -> None:
    """marriage/back-to-start: whether the town was for the card or for the space, where it was not told."""
    space = draft.player(name).marriage
    if space is UNSET:
        return
    others = [other.marriage for other in draft.by_name.values() if other.marriage is not UNSET]
    for_the_card = max(others) == space
    for_the_space = draft.box.pack.track[min(space, draft.box.top)].town
    if for_the_card:
        draft.set_of(name, marriage=UNSET if for_the_space else 0)


def _wed(draft: Draft, move: Wed) -> None:
    """marriage/princess: kept with one side up, or sent away for points."""
    princess = draft.box.princess
    if move.choice == "spurn":
        points = draft.box.marriages[princess].points
        draft.add(move.player, points=points)
        draft.event("spurned", "marriage/princess", player=move.player, points=points)
        if draft.state.marriages_gone is not UNSET:
            draft.set(marriages_gone=(*draft.state.marriages_gone, princess))
    else:
        upkeep.keep_card(draft, move.player, princess)
        draft.event("allied", "marriage/princess", player=move.player, side=move.choice)
        draft.set(alliance=Alliance(player=move.player, side=move.choice))
    draft.set(pending=())
    upkeep.back_to_start(draft, move.player)
