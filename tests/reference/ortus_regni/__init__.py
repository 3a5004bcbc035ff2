"""Ortus Regni, a second referee: written from the printed book, for whole tables, slow and obvious.

State, moves and pack are plain dicts, as on the wire. Each module is a chapter of the book.
"""

import copy
import itertools
import json
from collections.abc import Callable, Iterator
from typing import Any

from . import combat, joust, leaving, politics, setup, turn, vikings
from .common import EMPTY_FORCE, Move, Pack, State, earl, is_out, living, names
from .leaving import score
from .odds import odds

__all__ = ["apply", "earl", "legal_moves", "living", "moves", "normal", "normal_move", "odds", "score", "violations"]

Check = Callable[[State, Move, Pack], list[str]]
Do = Callable[[State, Move, Pack], None]
List = Callable[[State, Pack], Iterator[Move]]

FREE = ("tower", "garrison")
ACTIONS = (
    "castle",
    "attach",
    "appoint",
    "hire",
    "recruit",
    "monastery",
    "emissary",
    "treachery",
    "intrigue",
    "banquet",
    "bequeath",
    "claim",
    "joust",
    "attack",
)
BATTLE_MOVES = ("field", "reveal", "decide", "ransom", "suffer", "capture")
STEPS = {
    ("politics", "allies"): ("allies",),
    ("politics", "attacker"): ("dispute",),
    ("politics", "defender"): ("dispute",),
    ("politics", "pick"): ("pick",),
    ("politics", "give"): ("give",),
    ("politics", "place"): ("place",),
    ("joust", "declare"): ("excuse", "enter", "stay-out"),
    ("joust", "deal"): ("deal",),
    ("joust", "sudden"): ("deal",),
    ("joust", "place"): ("place",),
    ("joust", "reattach"): ("place",),
    ("battle", "field-attacker"): ("field",),
    ("battle", "field-defender"): ("field",),
    ("battle", "card"): ("reveal",),
    ("battle", "church"): ("decide",),
    ("battle", "ransom"): ("ransom",),
    ("battle", "place"): ("place",),
    ("battle", "reattach"): ("place",),
    ("battle", "damage-attacker"): ("suffer",),
    ("battle", "damage-defender"): ("suffer",),
    ("battle", "capture"): ("capture",),
    ("coronation", None): ("offer",),
    ("vikings", "reveal"): ("vikings",),
    ("vikings", "cube"): ("cube",),
    ("vikings", "order"): ("order",),
}
NOT_HIS = {
    "mulligan": ["setup/mulligan-order"],
    "tower": ["turn/own-turn"],
    "garrison": ["turn/own-turn"],
    "concede": ["end/concede"],
    "allies": ["allies/answer"],
    "dispute": ["dispute/turns"],
    "give": ["intrigue/defender-picks", "intrigue/armies"],
    "excuse": ["joust/order"],
    "enter": ["joust/order"],
    "stay-out": ["joust/order"],
    "field": ["combat/sequence"],
    "decide": ["card/church-decides", "card/most-churches"],
    "suffer": ["damage/own-side", "vikings/damage"],
    "offer": ["crown/offering-order", "crown/offering"],
    "order": ["vikings/controller"],
    "ransom": ["ransom/before-damage"],
    "capture": ["capture/destroyed"],
    "place": ["intrigue/placed", "joust/prize", "ransom/placed", "capture/placed"],
}
"""What a move of the right type, but by the wrong Earl, breaks besides the order of turns."""

MOMENT = {
    "build": ["deck/size", "components/earl-cards"],
    "start": ["setup/first-earl"],
    "mulligan": ["setup/mulligan"],
    "concede": ["honour/no-flight", "end/concede", "turn/order"],
    "allies": ["allies/answer"],
    "dispute": ["dispute/turns"],
    "pick": ["treachery/hand"],
    "give": ["intrigue/defender-picks", "intrigue/armies"],
    "place": ["intrigue/placed", "joust/prize", "ransom/placed", "capture/placed"],
    "excuse": ["joust/order"],
    "enter": ["joust/order"],
    "stay-out": ["joust/order"],
    "deal": ["joust/deal"],
    "offer": ["crown/offering"],
    "vikings": ["vikings/growth", "vikings/arrival"],
    "cube": ["vikings/cube"],
    "order": ["vikings/controller"],
    **{kind: ["combat/sequence"] for kind in BATTLE_MOVES},
    "ransom": ["ransom/before-damage", "combat/sequence"],
    "capture": ["capture/destroyed", "combat/sequence"],
    "reveal": ["card/drawn", "combat/sequence"],
    "decide": ["card/church-decides", "combat/sequence"],
}
"""The rule that says when there is a move of a type."""

CHAPTERS: dict[str, Any] = {
    "build": setup,
    "start": setup,
    "mulligan": setup,
    "concede": leaving,
    "offer": leaving,
    "allies": politics,
    "dispute": politics,
    "pick": politics,
    "give": politics,
    "treachery": politics,
    "intrigue": politics,
    "joust": joust,
    "excuse": joust,
    "enter": joust,
    "stay-out": joust,
    "deal": joust,
    "attack": combat,
    "vikings": vikings,
    "cube": vikings,
    "order": vikings,
    **dict.fromkeys((*FREE, "end", *ACTIONS[:7], "banquet", "bequeath", "claim"), turn),
    **dict.fromkeys(BATTLE_MOVES, combat),
}
PLACING = {"politics": politics, "joust": joust, "battle": combat}


def chapter(state: State, what: str, kind: str) -> Any:
    """The function of a chapter that checks, does or lists moves of a type."""
    module = PLACING[state["pending"]["type"]] if kind == "place" else CHAPTERS[kind]
    if what == "do" and kind in ("treachery", "intrigue"):
        return politics.declare
    return getattr(module, f"{what}_{kind.replace('-', '_')}")


# ---------------------------------------------------------------- whose turn it is, and for what


def due(state: State) -> tuple[tuple[str, ...], str | None]:
    """The types of move that are possible now, and the only Earl who can make them (nobody in particular: None)."""
    pending = state.get("pending")
    if state["phase"] == "over":
        return (), None
    if state["phase"] in ("decks", "start"):
        return ("build",) if state["phase"] == "decks" else ("start",), None
    if state["phase"] == "mulligan":
        return ("mulligan",), state["turn"]
    if pending is None:
        return (*FREE, *ACTIONS, "end", "concede"), state["turn"]
    return STEPS[pending["type"], pending.get("step")], decider(state, pending)


def decider(state: State, pending: dict[str, Any]) -> str | None:
    """Who has to make the pending decision."""
    step = pending.get("step")
    match pending["type"]:
        case "coronation":
            return str(pending["offering"][0])
        case "vikings":
            return pending["controller"] if step == "order" else None
        case "politics" if step != "pick":
            return str(pending["attacker"] if step in ("attacker", "place") else pending["target"])
        case "joust" if step == "declare":
            return joust.declarer(state)
        case "joust" if step in ("place", "reattach"):
            return joust.placer(state)
        case "battle":
            return battle_decider(state, pending)
    return None


def battle_decider(state: State, battle: dict[str, Any]) -> str | None:
    match battle["step"]:
        case "field-attacker" | "capture":
            return str(battle["attacker"])
        case "field-defender":
            return str(battle["defender"])
        case "church":
            return str(battle["decider"])
        case "ransom":
            return combat.loser_and_winner(battle)[0]
        case "place" | "reattach":
            return combat.placer(state)
        case "damage-attacker" | "damage-defender":
            return combat.suffering(state)[0]
    return None


def at_the_wrong_time(state: State, move: Move) -> list[str]:
    """House ruling 6: while a decision is pending nothing else happens; and the rules that speak of the moment."""
    kind, pending = move["type"], state.get("pending") or {}
    if state["phase"] == "over":
        return ["end/last-earl", "turn/decision-first", "turn/order"]
    broken = ["turn/decision-first"]
    if kind == "suffer" and pending.get("step") == "ransom":
        broken = ["ransom/before-damage", "combat/sequence", *broken]
    broken = [*MOMENT.get(kind, []), *broken]
    if kind in (*FREE, *ACTIONS, "end"):
        broken += ["turn/order", "turn/own-turn"]
    return broken


def violations(state: State, move: Move, pack: Pack) -> list[str]:
    """The rules that a move breaks, the most specific first; none: it is legal."""
    left = move["type"] not in ("start", "cube") and is_out(state, move.get("player", ""))
    return [*(["end/out"] if left else []), *in_the_game(state, move, pack)]


def in_the_game(state: State, move: Move, pack: Pack) -> list[str]:
    """The rules that a move breaks, whether its Earl is still in the game or not."""
    types, who = due(state)
    kind = move["type"]
    if kind not in types:
        return at_the_wrong_time(state, move)
    if who is not None and move.get("player") != who:
        return [*NOT_HIS.get(kind, []), "turn/order", "turn/decision-first"]
    if kind in ("build",) and move["player"] not in names(state):
        return ["setup/players"]
    spent = ["turn/one-action"] if kind in ACTIONS and state["acted"] else []
    return list(dict.fromkeys(spent + chapter(state, "check", kind)(state, move, pack)))


# ---------------------------------------------------------------- the state after a move


def apply(state: State, move: Move, pack: Pack) -> State:
    """The state after a legal move, with everything that happens by itself."""
    after = copy.deepcopy(state)
    if move["type"] in ACTIONS:
        after["acted"] = True
    chapter(after, "do", move["type"])(after, move, pack)
    carry_on(after)
    return after


def carry_on(state: State) -> None:
    """Turns that are over pass on; the Vikings have their turn; then a new round begins."""
    while state["phase"] in ("turn", "vikings"):
        pending = state.get("pending")
        if pending and pending.get("step") == "begin":
            state["pending"] = None
            vikings.viking_turn(state)
        elif state["phase"] == "vikings" and (pending is None or pending["type"] == "coronation"):
            turn.next_round(state)
            state["pending"] = pending
        elif pending is None and is_out(state, state["turn"]):
            turn.pass_turn(state)
        else:
            return


# ---------------------------------------------------------------- all legal moves


def moves(state: State, pack: Pack) -> Iterator[Move]:
    """Legal moves one after another, by trying everything that could be one."""
    types, _ = due(state)
    for kind in types:
        for move in chapter(state, "list", kind)(state, pack):
            if not violations(state, move, pack):
                yield move


def legal_moves(state: State, pack: Pack, limit: int | None = None) -> list[Move]:
    """Every legal move; perhaps only the first so many, since forces can be combined in very many ways."""
    return list(itertools.islice(moves(state, pack), limit))


# ---------------------------------------------------------------- comparing

UNORDERED = ("built", "hand", "discard", "towers", "pool", "emissaries", "removed", "deck", "fiefs", "mercenaries")
SHARED = ("royal_army", "army_deck", "army_discard", "viking_deck", "viking_discard", "vikings", "battle_deck")
IN_PENDING = ("captured", "doomed", "destroyed", "placing", "reattaching", "spent")


def in_order(cards: list[Any]) -> list[Any]:
    return sorted(cards, key=lambda card: json.dumps(card, sort_keys=True))


def normal(state: State) -> State:
    """The state with zones sorted whose order means nothing, and decks too: what is drawn shows in other zones."""
    same = copy.deepcopy(state)
    same.pop("chance", None)
    for player in same["players"]:
        for fief in player.get("fiefs") or []:
            fief["properties"] = in_order(fief["properties"])
        for zone in UNORDERED:
            if player.get(zone) is not None:
                player[zone] = in_order(player[zone])
    for zone in SHARED:
        if zone in same:
            same[zone] = in_order(same[zone])
    if same.get("pending"):
        normal_pending(same["pending"])
    return same


def normal_pending(pending: dict[str, Any]) -> None:
    for zone in IN_PENDING:
        if zone in pending:
            pending[zone] = in_order(pending[zone])
    for zone in ("attackers", "defenders"):
        if pending["type"] == "battle":
            pending[zone] = normal_force(pending.get(zone))


def normal_force(units: dict[str, Any] | None) -> dict[str, Any]:
    whole = {**EMPTY_FORCE, **(units or {})}
    return {zone: cards if zone == "king" else in_order(cards) for zone, cards in whole.items()}


def normal_move(move: Move) -> Move:
    """A move without what may be left out or only reports chance, and with lists in one order."""
    same = {field: value for field, value in move.items() if value not in (None, [], {})}
    for field in ("drawn", "shown", "hands", "jousters", *(("armies",) if move["type"] != "give" else ())):
        same.pop(field, None)
    for field in ("force", "hit"):
        if field in same:
            same[field] = {zone: cards for zone, cards in normal_force(same[field]).items() if cards}
    for field in ("cards", "armies", "towers", "properties"):
        if isinstance(same.get(field), list):
            same[field] = in_order(same[field])
    return {field: value for field, value in same.items() if value != {}}
