"""What a legal move does to the table; what happens by itself after it stands in ``flow``."""

from msgspec import UNSET, UnsetType
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
from service.games.brian_boru.course import Course, Unknown
from service.games.brian_boru.flow import proceed
from service.games.brian_boru.pack import HAND
from service.games.brian_boru.table import Table
from service.games.brian_boru.tricks import hidden, in_order, without
from service.games.brian_boru.turn import PHASE_OF
from service.referee.findings import Happening

PHASES: dict[type, Phase] = {Open: "opening", Pick: "draft", Play: "trick", Act: "actions"}
"""The phase in which a move is made."""


def apply(table: Table, move: Move) -> tuple[State, list[Happening]]:
    course = Course(table)
    if course.state.phase is UNSET:
        course.set(phase=_phase_of(course, move))
    try:
        _apply(course, table, move)
    except Unknown as unknown:
        course.forget(unknown.stage, unknown.spare)
    else:
        proceed(course)
    return course.written(), course.happenings


def _phase_of(course: Course, move: Move) -> Phase | UnsetType:
    """The phase that a legal move shows."""
    pending = course.state.pending
    if isinstance(move, Settle | Wed | Raid | Build):
        return PHASE_OF[pending[0].decision] if pending else UNSET
    return PHASES.get(type(move), UNSET)


def _apply(course: Course, table: Table, move: Move) -> None:
    match move:
        case Act():
            _act(course, table, move)
        case Play() | Lead():
            _play(course, move)
        case Pick():
            _pick(course, move)
        case Settle() | Wed() | Raid() | Build():
            _decide(course, move)
        case Start():
            course.set(marker=move.player)
            course.tell("started", "setup/first-player", player=move.player)
        case Open():
            _open(course, move)
        case Prepare():
            _prepare(course, move)
        case Deal():
            _deal(course, table, move)


# ---------------------------------------------------------------- Setup, preparation, draft


def _open(course: Course, move: Open) -> None:
    course.lay_disc(move.town, move.player)
    course.tell("opened", "opening/order", player=move.player, town=move.town)
    towns = course.state.towns
    if towns is UNSET:
        course.set(phase=UNSET)  # it may have been the last of the opening discs
        return
    placed = {held.disc for held in towns.values()}
    if course.count is None and len(placed) >= min(HAND):
        course.set(phase=UNSET)
    elif course.count is not None and placed >= course.by_name.keys():
        course.set(phase="preparation")


def _prepare(course: Course, move: Prepare) -> None:
    """preparation/vikings, preparation/marriage, preparation/last-round."""
    state = course.state
    strength, card = move.vikings, move.marriage
    if strength is UNSET and state.viking_pile:
        strength = state.viking_pile[0]  # type: ignore[assignment]
    if card is UNSET and state.marriage_pile:
        card = state.marriage_pile[0]
    assert strength is not UNSET
    assert card is not UNSET
    if state.viking_pile is not UNSET:
        course.set(viking_pile=state.viking_pile[1:])
    if state.vikings_gone is not UNSET:
        course.set(vikings_gone=(*state.vikings_gone, strength))
    if state.raiders is not UNSET:
        course.set(raiders=state.raiders + strength)
    if state.marriage_card is UNSET and course.choices["nobody_courts"] == "top-of-pile":
        course.set(marriages_gone=UNSET)  # the card of the last round may still lie there
    elif isinstance(state.marriage_card, str) and state.marriages_gone is not UNSET:
        course.set(marriages_gone=(*state.marriages_gone, state.marriage_card))
    if state.marriage_pile is not UNSET:
        course.set(marriage_pile=state.marriage_pile[1:])
    course.set(marriage_card=card, phase="deal")
    course.tell("vikings", "preparation/vikings", strength=strength)
    course.tell("bride", "preparation/marriage", card=course.box.marriages[card].name)
    if course.state.marriage_pile == ():
        course.tell("last-round", "preparation/last-round")


def _deal(course: Course, table: Table, move: Deal) -> None:
    hands, rest = hands_dealt(table, move)
    for name in course.order:
        course.change(name, hand=(), picked=(), dealt=in_order(hands[name]))
    shuffles = course.state.shuffles
    course.set(phase="draft", trick=None, discard=(), unseen=rest, shuffles=shuffles[1:] if shuffles else shuffles)
    course.tell("dealt", "draft/deal", count=len(hands[course.order[0]]))
    if rest:
        course.tell("unseen", "draft/unseen")


def _pick(course: Course, move: Pick) -> None:
    player = course.by_name[move.player]
    dealt = player.dealt
    if dealt is not UNSET:
        # Who does not say which cards are kept leaves open which are passed on.
        dealt = hidden(len(dealt) - len(move.cards)) if "?" in move.cards else without(dealt, move.cards)
    course.change(move.player, dealt=dealt, picked=in_order(move.cards))
    course.tell("picked", "draft/pick-two", player=move.player)
    chosen = [other.picked for other in course.by_name.values()]
    if (course.count is None or UNSET in chosen) and () not in chosen:
        # Everybody may have chosen now, and then the cards are passed on.
        for name in course.order:
            course.change(name, hand=UNSET, dealt=UNSET, picked=UNSET)
        course.set(phase=UNSET)


# ---------------------------------------------------------------- Action phase


def _play(course: Course, move: Play | Lead) -> None:
    player, state = course.by_name[move.player], course.state
    if player.hand is not UNSET:
        course.change(move.player, hand=without(player.hand, (move.card,)))
    played = Played(player=move.player, card=move.card)
    if isinstance(move, Lead):
        course.set(marker=None, phase="trick", trick=Trick(town=move.town, played=(played,)))
        course.tell("led", "trick/leader", player=move.player, card=move.card, town=move.town)
    else:
        if state.trick and state.trick.played is not UNSET:
            course.set(trick=replace(state.trick, played=(*state.trick.played, played)))
        if course.played is None or (course.count is None and len(course.played) >= min(HAND)):
            course.set(phase=UNSET)  # everybody may have played now
        course.tell("played", "trick/order", player=move.player, card=move.card)


def _act(course: Course, table: Table, move: Act) -> None:
    card = card_of(table, move)
    assert card is not None
    carry_out(course, move, card)
    state = course.state
    if state.trick and course.played is not None:
        left = [played for played in course.played if played.player != move.player]
        course.set(trick=replace(state.trick, played=tuple(left)))
    elif state.trick is not None:
        course.set(phase=UNSET)  # everybody may have acted now
    if state.discard is not UNSET:
        course.set(discard=(*state.discard, card))
    course.tell("discarded", "trick/discard", player=move.player, card=card)


# ---------------------------------------------------------------- Upkeep phase


def _decide(course: Course, move: Settle | Wed | Raid | Build) -> None:
    """A decision is made, and the step goes on from there."""
    pending = course.state.pending
    rest = pending[1:] if pending else ()
    decision = pending[0].decision if pending else None
    match move:
        case Settle():
            _settle(course, move, decision, [other.player for other in rest])
        case Wed():
            _wed(course, move)
        case Raid():
            upkeep.lose(course, move.loser, move.town)
            _known(decision, "battle")
            course.set(pending=rest)
            if not rest:
                upkeep.after_the_raid(course)
        case Build() if decision == "monastery-of-four":
            upkeep.monastery_of_four(course, move.player, move.town)
            course.set(pending=())
            upkeep.monasteries_of_four(course, after=move.player)
        case Build():
            upkeep.build(course, move.player, move.town, "church/first")
            if decision is None:  # the most discs or four of them: in both cases they are taken back
                course.change(move.player, church=0)
                course.set(marker=UNSET)
            _known(decision, "second", move.player)
            course.set(pending=())
            upkeep.after_the_monastery(course, move.player)


def _known(decision: str | None, stage: str, spare: str | None = None) -> None:
    """What was not told to be pending cannot go on."""
    if decision is None:
        raise Unknown(stage, spare)


def _settle(course: Course, move: Settle, decision: str | None, others: list[str]) -> None:
    rule = "marriage/any-town" if decision == "track-town" else "marriage/region-town"
    upkeep.settle(course, move.player, move.town, rule)
    if decision is None:
        _leave_the_track(course, move.player)
    _known(decision, "track")
    course.set(pending=())
    if decision == "track-town":
        upkeep.track_towns(course, others)
    else:
        upkeep.after_the_card(course, move.player)


def _leave_the_track(course: Course, name: str) -> None:
    """marriage/back-to-start: whether the town was for the card or for the space, where it was not told."""
    space = course.by_name[name].marriage
    if space is UNSET:
        return
    others = [other.marriage for other in course.by_name.values() if other.marriage is not UNSET]
    for_the_card = max(others) == space
    for_the_space = course.box.pack.track[min(space, course.box.top)].town
    if for_the_card:
        course.change(name, marriage=UNSET if for_the_space else 0)


def _wed(course: Course, move: Wed) -> None:
    """marriage/princess: kept with one side up, or sent away for points."""
    princess = course.box.princess
    if move.choice == "spurn":
        points = course.box.marriages[princess].points
        course.add(move.player, points=points)
        course.tell("spurned", "marriage/princess", player=move.player, points=points)
        if course.state.marriages_gone is not UNSET:
            course.set(marriages_gone=(*course.state.marriages_gone, princess))
    else:
        upkeep.keep_card(course, move.player, princess)
        course.tell("allied", "marriage/princess", player=move.player, side=move.choice)
        course.set(alliance=Alliance(player=move.player, side=move.choice))
    course.set(marriage_card=None, pending=())
    upkeep.after_the_card(course, move.player)
