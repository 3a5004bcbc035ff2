"""What follows about a pending decision from its step and from the table; the rest is an ``Unknown``.

Parts that follow may be left out of a state. If they are sent they are not overwritten: ``audit_pending`` holds them
against what follows.
"""

from typing import TYPE_CHECKING, Any

from msgspec import UNSET
from msgspec.structs import astuple, force_setattr

from schemas.ortus_regni import NOBODY, Battle, Coronation, Declaration, Force, Invasion, Joust, Politics, State
from service.games.ortus_regni.forces import dealt_by, is_strength_known
from service.games.ortus_regni.holdings import church_decider
from service.games.ortus_regni.sendable import WITH_PARTS
from service.referee.known import Unknown, UnknownRead, attempt, is_known, is_unknown

if TYPE_CHECKING:
    from service.games.ortus_regni.table import Table

POINTER = "/state/pending"
OPEN: Any = Unknown(POINTER)
"""A part that does not follow from the rest."""
BEFORE_THE_CARD = ("field-attacker", "field-defender", "card")
EARLY = (*BEFORE_THE_CARD, "church")
"""The steps of a battle before its result."""


BEFORE_PLAY = ("decks", "start", "mulligan")


def with_what_follows(state: State) -> State:
    """The state with its phase, turn and pending decision, where they follow.

    A deck is null only in the phase ``decks``; a pending decision shows in which phase it came up; nobody's turn
    comes before the first Earl is chosen; in the turn of the Vikings nobody decides anything before they land.
    """
    follows: dict[str, Any] = {}
    phase: Any = state.phase
    if phase is UNSET:
        decks = any(player.deck is None for player in state.players)
        phase = "decks" if decks else phase_of(state.pending, state.turn)
        if phase is not None:
            follows["phase"] = phase
    if state.pending is UNSET and (phase in BEFORE_PLAY or (phase == "vikings" and _is_before_landing(state))):
        follows["pending"] = None
    if phase in ("decks", "start") and state.turn is UNSET:
        follows["turn"] = None
    if not follows:
        return state
    whole: State = state.__copy__()  # type: ignore[attr-defined]
    for zone, value in follows.items():
        force_setattr(whole, zone, value)
    return whole


def phase_of(pending: Any, turn: Any) -> str | None:
    """The phase in which a decision comes up; a coronation can come up in both, but only Earls have a turn."""
    match pending:
        case Coronation():
            return "turn" if isinstance(turn, str) else None
        case Battle():
            return "vikings" if pending.attacker is None else "turn"
        case Politics() | Joust():
            return "turn"
        case Invasion():
            return "vikings"
    return None


def _is_before_landing(state: State) -> bool:
    """vikings/markers-away: whether the Vikings have not landed, by what was sent."""
    return state.arrived is False or bool(state.black_markers) or bool(state.white_marker)


def completed(table: "Table", pending: Any) -> Any:
    """The pending decision with everything that follows filled in, and an ``Unknown`` for what does not."""
    if type(pending) not in WITH_PARTS:
        return OPEN if pending is UNSET else pending
    left_out: list[str] = []
    if UNSET in astuple(pending):
        left_out = [name for name in pending.__struct_fields__ if getattr(pending, name) is UNSET]
    if isinstance(pending, Joust) and pending.declared and any(_is_partial(one) for one in pending.declared):
        left_out.append("declared")
    if isinstance(pending, Battle) and pending.step == "church" and pending.decider is None:
        left_out.append("decider")  # null says as little as silence here
    if not left_out:
        return pending
    whole: Any = pending.__copy__()
    for name in left_out:
        if getattr(whole, name) in (UNSET, None):
            force_setattr(whole, name, Unknown(f"{POINTER}/{name}"))
    for name, rule in RULES[type(pending)]:
        if name in left_out:
            try:
                value = rule(table, whole)
            except UnknownRead:
                value = OPEN
            force_setattr(whole, name, Unknown(f"{POINTER}/{name}") if isinstance(value, Unknown) else value)
    return whole


def parts_sent_otherwise(table: "Table", pending: Any) -> list[str]:
    """The parts of a completed decision that do not say what follows from the rest."""
    return [name for name, rule in RULES.get(type(pending), ()) if _is_otherwise(table, pending, name, rule)]


def _is_otherwise(table: "Table", pending: Any, name: str, rule: Any) -> bool:
    value = getattr(pending, name)
    follows = Unknown(POINTER) if is_unknown(value) else attempt(lambda: rule(table, pending))
    return is_known(follows) and follows != value


# ---------------------------------------------------------------- battles


def _attackers(table: "Table", battle: Any) -> Any:
    if battle.step == "field-attacker":
        return NOBODY
    if battle.attacker is None and battle.step in EARLY and table.state.vikings is not UNSET:
        return Force(vikings=table.state.vikings)
    return OPEN


def _defenders(table: "Table", battle: Any) -> Any:
    if battle.step in ("field-attacker", "field-defender"):
        return NOBODY
    # Without defenders no card is revealed.
    return NOBODY if battle.step not in EARLY and battle.card is None else OPEN


def _card(table: "Table", battle: Any) -> Any:
    if battle.step in BEFORE_THE_CARD:
        return None
    if battle.step == "church":
        return "church"
    # Without defenders no card is revealed; later all of them may have fallen.
    without = battle.step == "damage-defender" and is_known(battle.defenders) and battle.defenders == NOBODY
    return None if without and not vikings_take_lords(table, battle) else OPEN


def _outcome(table: "Table", battle: Any) -> Any:
    if battle.step in EARLY:
        return None
    if is_unknown(battle.card) or battle.card == "church":
        return OPEN
    return "attacker" if battle.card is None else battle.card


def _decider(table: "Table", battle: Any) -> Any:
    if battle.step == "church":
        return church_decider(table)
    return None if battle.step in EARLY or battle.card != "church" else OPEN


def _damage(table: "Table", battle: Any) -> Any:
    """As fielded: from the forces, as long as they are whole."""
    if not are_forces_whole(table, battle):
        return OPEN
    sides = ((battle.attacker, battle.attackers), (battle.defender, battle.defenders))
    if all(is_strength_known(table, name, force) for name, force in sides):
        return tuple([dealt_by(table, name, force) for name, force in sides])
    return OPEN


def are_forces_whole(table: "Table", battle: Any) -> bool:
    """Whether in this step nobody who fights can have been hit or taken."""
    if battle.step in ("capture", "place") and battle.assigned:
        return False
    if battle.step == "damage-defender" and battle.outcome != "attacker":
        return False
    return battle.outcome != "attacker" or not vikings_take_lords(table, battle)


def vikings_take_lords(table: "Table", battle: Any) -> bool:
    """Whether Vikings take Lords at once, who have dealt their damage."""
    return battle.attacker is None and table.choices["viking_captives"] == "at-once"


def _assigned(table: "Table", battle: Any) -> Any:
    if battle.step == "place":
        if is_known(battle.destroyed) and battle.destroyed:
            return True
        return False if is_known(battle.captured) and battle.captured else OPEN
    return battle.step == "capture"


def _captured(table: "Table", battle: Any) -> Any:
    if battle.step not in ("ransom", "place", "reattach") or battle.outcome == "normal":
        return ()
    return () if battle.step == "place" and battle.assigned else OPEN


def _doomed(table: "Table", battle: Any) -> Any:
    if battle.step in EARLY or battle.outcome == "normal" or vikings_take_lords(table, battle):
        return ()
    force = battle.attackers if battle.outcome == "defender" else battle.defenders
    return OPEN if force.lords else ()


def _destroyed(table: "Table", battle: Any) -> Any:
    if battle.step == "capture":
        return OPEN
    return OPEN if battle.step == "place" and battle.assigned else ()


def _when(*steps: str) -> Any:
    """Something that there is in these steps only."""
    return lambda table, pending: OPEN if pending.step in steps else ()


# ---------------------------------------------------------------- politics


def _aims_at(*aims: str) -> Any:
    return lambda table, pending: OPEN if pending.aim in aims else None


def _count(table: "Table", pending: Any) -> Any:
    return OPEN if pending.aim in ("properties", "armies") else 2


def _named(table: "Table", pending: Any) -> Any:
    """The attacker names Properties of a Fief that has one or two."""
    if pending.aim != "properties" or pending.step not in ("allies", "attacker", "defender"):
        return ()
    return () if len(table.properties(pending.target, pending.fief)) > 2 else OPEN


def _allies(table: "Table", pending: Any) -> Any:
    return pending.step in ("attacker", "defender")


def _attacking(table: "Table", pending: Any) -> Any:
    if pending.step not in ("attacker", "defender"):
        return ()
    return () if pending.step == "attacker" and not pending.defenders else OPEN


def _defending(table: "Table", pending: Any) -> Any:
    if pending.step not in ("attacker", "defender"):
        return ()
    return () if len(pending.attackers) == (pending.step == "defender") else OPEN


# ---------------------------------------------------------------- jousts, Vikings


def _is_partial(one: Declaration) -> bool:
    return one.bet is UNSET or one.jouster is UNSET or one.dealt is UNSET


def _declared(table: "Table", joust: Any) -> Any:
    if is_unknown(joust.declared):
        return () if joust.step in ("place", "reattach") else OPEN
    return tuple(_declaration(one) for one in joust.declared)


def _declaration(one: Declaration) -> Declaration:
    whole = one.__copy__()  # type: ignore[attr-defined]
    for name in ("bet", "jouster"):
        if getattr(whole, name) is UNSET:
            force_setattr(whole, name, OPEN if one.choice == "enter" else None)
    if whole.dealt is UNSET:
        force_setattr(whole, "dealt", ())
    return whole  # type: ignore[no-any-return]


def _winner(table: "Table", joust: Any) -> Any:
    return OPEN if joust.step in ("place", "reattach") else None


def _viking_count(table: "Table", invasion: Any) -> Any:
    """vikings/growth: once there are any, one more is revealed in each turn."""
    return 1 if invasion.step != "reveal" or table.state.vikings else OPEN


def _controller(table: "Table", pending: Any) -> Any:
    leads = pending.attacker is None if isinstance(pending, Battle) else pending.step == "order"
    return OPEN if leads else None


RULES: dict[type, tuple[tuple[str, Any], ...]] = {
    Battle: (
        ("controller", _controller),
        ("fief", lambda table, battle: None if battle.kind == "towers" else OPEN),
        ("card", _card),
        ("attackers", _attackers),
        ("defenders", _defenders),
        ("card", _card),
        ("outcome", _outcome),
        ("decider", _decider),
        ("assigned", _assigned),
        ("captured", _captured),
        ("assigned", _assigned),
        ("damage", _damage),
        ("doomed", _doomed),
        ("destroyed", _destroyed),
        ("placing", _when("place")),
        ("reattaching", _when("reattach")),
    ),
    Politics: (
        ("fief", _aims_at("lord", "properties")),
        ("mercenary", _aims_at("mercenary")),
        ("count", _count),
        ("cards", _named),
        ("allies", _allies),
        ("attackers", _attacking),
        ("defenders", _defending),
        ("attackers", _attacking),
        ("placing", _when("place")),
    ),
    Joust: (
        ("declared", _declared),
        ("sudden", _when("sudden")),
        ("spent", _when("sudden")),
        ("winner", _winner),
        ("placing", _when("place", "reattach")),
        ("reattaching", _when("reattach")),
    ),
    Invasion: (("count", _viking_count), ("controller", _controller)),
}
"""What follows for each part, in an order in which later parts may use earlier ones."""
