"""Vikingos: the timer, the landing, the control."""

from collections.abc import Iterator
from typing import Any

from .combat import begin as begin_battle
from .combat import check_target, targets
from .common import Move, Pack, State, draw, drawn_well, earl, living, started
from .turn import next_round


def viking_turn(state: State) -> None:
    """El temporizador de los vikingos: the eighth marker, a round with an attack, a round without one."""
    if state["arrived"]:
        reveal_next(state, 1)
        return
    if state["black_markers"] < 8 and state["white_marker"]:
        state["white_marker"] = False
        next_round(state)
        return
    state["black_markers"] = min(8, state["black_markers"] + 1)
    if state["black_markers"] < 8:
        next_round(state)
        return
    state.update(arrived=True, black_markers=0, white_marker=False)
    reveal_next(state, started(state) + 1)


def reveal_next(state: State, count: int) -> None:
    """La llegada de los vikingos: one more than Earls started, then one each turn; house ruling 31: or none."""
    left = len(state["viking_deck"]) + len(state["viking_discard"])
    if left:
        state["pending"] = invasion("reveal", min(count, left))
    else:
        wake(state)


def invasion(step: str, count: int = 1, controller: str | None = None) -> dict[str, Any]:
    return {"type": "vikings", "step": step, "count": count, "controller": controller}


def check_vikings(state: State, move: Move, pack: Pack) -> list[str]:
    """La llegada de los vikingos: so many cards from the top of the deck."""
    cards, count = move.get("cards"), state["pending"]["count"]
    if cards is None:
        return []
    if len(cards) != count:
        return ["vikings/growth" if count == 1 else "vikings/arrival", "vikings/growth", "vikings/arrival"]
    right = drawn_well(state, "viking_deck", "viking_discard", list(cards))
    return [] if right else ["vikings/growth", "components/viking-deck"]


def do_vikings(state: State, move: Move, pack: Pack) -> None:
    state["vikings"] += draw(state, "viking_deck", "viking_discard", state["pending"]["count"], move.get("cards"))
    wake(state)


def wake(state: State) -> None:
    """La llegada de los vikingos: active with one more than Earls started, or more."""
    if len(state["vikings"]) >= started(state) + 1:
        state["pending"] = invasion("cube")
    else:
        next_round(state)


def list_vikings(state: State, pack: Pack) -> Iterator[Move]:
    yield {"type": "vikings"}


def check_cube(state: State, move: Move, pack: Pack) -> list[str]:
    """Controlando al ejército vikingo: a cube of the bag."""
    name = move.get("player")
    if name is not None and name not in living(state):
        return ["end/cubes-removed", "vikings/cube"]
    return [] if name is None or earl(state, name)["cubes"] > 0 else ["vikings/cube"]


def do_cube(state: State, move: Move, pack: Pack) -> None:
    controller = move.get("player") or living(state)[0]
    state["pending"] = invasion("order", controller=controller)


def list_cube(state: State, pack: Pack) -> Iterator[Move]:
    for name in living(state):
        yield {"type": "cube", "player": name}


def check_order(state: State, move: Move, pack: Pack) -> list[str]:
    """Controlando al ejército vikingo: any Earl and any of the three attacks, or nobody."""
    target = move.get("target")
    if target is None:
        alone = move.get("kind") is None and move.get("fief") is None
        return [] if alone else ["vikings/any-target", "combat/sequence"]
    if target not in living(state):
        return ["vikings/any-target", "combat/other-earl"]
    if move.get("kind") is None:
        return ["vikings/any-target", "combat/sequence"]
    return check_target(state, target, move["kind"], move.get("fief"))


def do_order(state: State, move: Move, pack: Pack) -> None:
    if move.get("target") is None:
        next_round(state)
        return
    begin_battle(state, move["target"], move["kind"], move.get("fief"), None, move["player"], pack)


def list_order(state: State, pack: Pack) -> Iterator[Move]:
    controller = state["pending"]["controller"]
    yield {"type": "order", "player": controller, "target": None, "kind": None, "fief": None}
    for target in living(state):
        for how, number in targets(state, target):
            yield {"type": "order", "player": controller, "target": target, "kind": how, "fief": number}
