"""Cómo ganar la partida, La carta del rey: who leaves the game, who is crowned, who wins."""

from collections.abc import Iterator

from .common import (
    Move,
    Pack,
    State,
    deed,
    discard,
    discard_own,
    distinct,
    earl,
    from_left,
    is_out,
    living,
    option,
    started,
)


def leave(state: State, name: str, reason: str) -> None:
    """Cómo ganar la partida: own cards and cubes leave the game, foreign cards go to their owners' piles."""
    player = earl(state, name)
    state.setdefault("eliminated", []).append({"player": name, "reason": reason, "round": state["round"]})
    for zone in ("hand", "deck", "discard", "towers"):
        discard_own(state, name, player[zone])
        player[zone] = []
    for fief in player["fiefs"]:
        for card in [fief["anchor"], *fief["properties"], *([fief["lord"]] if fief["lord"] else [])]:
            discard(state, deed(card, name))
    for mercenary in player["mercenaries"]:
        discard(state, {"card": "mercenary", "owner": mercenary.get("owner") or name})
        state["army_discard"] += [mercenary["garrison"]] if mercenary["garrison"] else []
    discard_own(state, name, ["banner"] * player["banners"])
    state["army_discard"] += player["pool"]
    player.update(fiefs=[], mercenaries=[], pool=[], banners=0, cubes=0)
    if state.get("king") == name:
        state["army_discard"] += state["royal_army"]
        state.update(king=None, royal_army=[])


def eliminate(state: State, reasons: dict[str, str]) -> None:
    """Cómo ganar la partida: these Earls are out, the last Earl wins; La carta del rey: a fall can crown a rival."""
    if not reasons:
        return
    for name, reason in reasons.items():
        leave(state, name, reason)
    if len(living(state)) == 1:
        state.update(phase="over", pending=None, turn=None)
    else:
        crown(state)


def fall(state: State) -> None:
    """Cómo ganar la partida: who has lost the last Fief is out."""
    eliminate(state, {name: "no-fief" for name in living(state) if not earl(state, name)["fiefs"]})


def crown(state: State) -> None:
    """Estandarte, 2: at least two Banners, and two more than each rival; all Banners go, the others offer Armies."""
    if state.get("king") is not None:
        return
    for name in living(state):
        rivals = [earl(state, other)["banners"] for other in living(state) if other != name]
        own = earl(state, name)["banners"]
        if own >= 2 and all(own >= banners + 2 for banners in rivals):
            coronation(state, name)
            return


def coronation(state: State, name: str) -> None:
    for player in state["players"]:
        discard_own(state, player["name"], ["banner"] * player["banners"])
        player["banners"] = 0
    state.update(king=name, royal_army=[])
    offering = [other for other in from_left(state, name) if other != name and earl(state, other)["pool"]]
    if offering:
        state["pending"] = {"type": "coronation", "offering": offering}


def check_offer(state: State, move: Move, pack: Pack) -> list[str]:
    """La carta del rey: each of the others who has an Army chooses one for the King."""
    return [] if move["army"] in earl(state, move["player"])["pool"] else ["crown/offering", "field/pool"]


def do_offer(state: State, move: Move, pack: Pack) -> None:
    earl(state, move["player"])["pool"].remove(move["army"])
    state["royal_army"].append(move["army"])
    state["pending"]["offering"].pop(0)
    if not state["pending"]["offering"]:
        state["pending"] = None


def list_offer(state: State, pack: Pack) -> Iterator[Move]:
    player = state["pending"]["offering"][0]
    for army in distinct(earl(state, player)["pool"]):
        yield {"type": "offer", "player": player, "army": army}


def royal_room(state: State) -> int:
    """La carta del rey: room for as many Armies as Earls less one."""
    earls = started(state) if option(state, "royal_army_size") == "started" else len(living(state))
    return earls - 1 - len(state["royal_army"])


def check_concede(state: State, move: Move, pack: Pack) -> list[str]:
    """Cómo ganar la partida: conceding is free in one's own turn."""
    return []


def do_concede(state: State, move: Move, pack: Pack) -> None:
    eliminate(state, {move["player"]: "conceded"})


def list_concede(state: State, pack: Pack) -> Iterator[Move]:
    yield {"type": "concede", "player": state["turn"]}


def score(state: State, pack: Pack) -> dict[str, object]:
    """House ruling 5: who left later stands higher; those still in the game share the first place."""
    gone = [entry["player"] for entry in state.get("eliminated") or []]
    totals = {
        player["name"]: gone.index(player["name"]) if is_out(state, player["name"]) else len(gone)
        for player in state["players"]
    }
    ranking = [living(state)] if living(state) else []
    return {"totals": totals, "ranking": ranking + [[name] for name in reversed(gone)]}
