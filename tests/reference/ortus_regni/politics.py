"""Cartas de política, Resolviendo una disputa política: Treachery, Intrigue, Allies and Vassals."""

from collections.abc import Iterator
from typing import Any

from .common import (
    Deed,
    Move,
    Pack,
    State,
    contains,
    deed,
    discard,
    discard_lord,
    discard_own,
    distinct,
    earl,
    fief_of,
    is_rival,
    living,
    lords,
    mercenary_of,
    new_number,
    option,
    place,
    place_check,
    place_moves,
    some_of,
    take,
    tournament,
    written,
)
from .leaving import fall
from .turn import in_hand, play


def peace(state: State) -> list[str]:
    """Tournament: no Treachery and no Intrigue in the first two rounds; else they are allowed from the start."""
    return ["tournament/peace"] if tournament(state) and state["round"] <= 2 else []


# ---------------------------------------------------------------- declaring


def check_treachery(state: State, move: Move, pack: Pack) -> list[str]:
    """Traición: against a Lord, a hand or a Mercenary of another Earl."""
    broken = peace(state)
    if not is_rival(state, move["player"], move["target"]):
        return [*broken, "politics/enemy"]
    target, aim = move["target"], move["aim"]
    if aim == "lord":
        fief = fief_of(state, target, move.get("fief"))
        broken += [] if fief and fief["lord"] else ["treachery/lord"]
    elif aim == "hand":
        broken += [] if earl(state, target)["hand"] else ["treachery/short-hand", "treachery/hand"]
    else:
        broken += [] if mercenary_of(state, target, move.get("mercenary")) else ["treachery/mercenary"]
    return broken + in_hand(state, move["player"], "treachery")


def check_intrigue(state: State, move: Move, pack: Pack) -> list[str]:
    """Intriga: one or two Properties of a Fief, one or two Armies of a pool, or a Mercenary of another Earl."""
    broken = peace(state)
    if not is_rival(state, move["player"], move["target"]):
        return [*broken, "politics/enemy"]
    if move["aim"] == "properties":
        broken += check_properties(state, move)
    elif move["aim"] == "armies":
        broken += check_count(move, len(earl(state, move["target"])["pool"]), "intrigue/armies")
    elif not mercenary_of(state, move["target"], move.get("mercenary")):
        broken.append("intrigue/mercenary")
    return broken + in_hand(state, move["player"], "intrigue")


def check_count(move: Move, there: int, rule: str) -> list[str]:
    """House rulings 11 and 12: one or two, and not of nothing."""
    if there == 0:
        return ["intrigue/empty-target", rule]
    return [] if 1 <= (move.get("count") or 2) <= 2 else ["intrigue/one-or-two", rule]


def check_properties(state: State, move: Move) -> list[str]:
    """Intriga, 1: of more than two Properties the victim chooses, else the attacker names them."""
    fief = fief_of(state, move["target"], move.get("fief"))
    if fief is None:
        return ["intrigue/properties", "property/own-fief"]
    there = [deed(card, move["target"]) for card in fief["properties"]]
    broken = check_count(move, len(there), "intrigue/properties")
    named = [deed(card, move["target"]) for card in move.get("cards") or []]
    if broken:
        return broken
    if len(there) > 2:
        return ["intrigue/defender-picks"] if named else []
    count = min(move.get("count") or 2, len(there))
    if not named and (count == len(there) or len(distinct(there)) == 1):
        return []
    return [] if len(named) == count and contains(there, named) else ["intrigue/one-or-two", "intrigue/properties"]


def declare(state: State, move: Move, pack: Pack) -> None:
    """The card is played, and the target may answer with Allies."""
    play(state, move["player"], move["type"])
    if option(state, "politics_marker") == "moves" and not state["arrived"]:
        state["white_marker"] = True
    state["pending"] = {
        "type": "politics",
        "card": move["type"],
        "attacker": move["player"],
        "target": move["target"],
        "aim": move["aim"],
        "fief": move.get("fief"),
        "mercenary": move.get("mercenary"),
        "count": wanted(state, move),
        "cards": list(move.get("cards") or []),
        "step": "allies",
        "allies": False,
        "attackers": [],
        "defenders": [],
        "placing": [],
    }


def wanted(state: State, move: Move) -> int:
    """How many Properties or Armies are wanted: two if nothing is said, one where there is one."""
    count = int(move.get("count") or 2)
    if move["aim"] == "armies":
        return min(count, len(earl(state, move["target"])["pool"]))
    fief = fief_of(state, move["target"], move.get("fief"))
    return min(count, len(fief["properties"])) if move["aim"] == "properties" and fief else count


# ---------------------------------------------------------------- Allies and the dispute


def check_allies(state: State, move: Move, pack: Pack) -> list[str]:
    """Aliados: a card of the target's hand."""
    broken = in_hand(state, move["player"], "allies") if move["play"] else []
    return ["allies/answer", *broken] if broken else []


def do_allies(state: State, move: Move, pack: Pack) -> None:
    if not move["play"]:
        settle(state, True)
        return
    play(state, move["player"], "allies")
    state["pending"].update(allies=True, step="attacker")


def side(politics: dict[str, Any]) -> str:
    """The zone of the Vassals of the side that is to decide."""
    return "attackers" if politics["step"] == "attacker" else "defenders"


def check_dispute(state: State, move: Move, pack: Pack) -> list[str]:
    """Resolviendo una disputa política, 1 to 3: a Vassal of the hand, or a Vassal Lord, one at a time."""
    politics, vassal = state["pending"], move["vassal"]
    if vassal is None:
        return []
    if vassal == "hand":
        broken = in_hand(state, move["player"], "vassal")
        return ["dispute/vassals-only", *broken] if broken else []
    free = set(lords(state, move["player"], "vassal")) - set(politics[side(politics)])
    return [] if vassal in free else ["dispute/vassals-only", "field/lords"]


def do_dispute(state: State, move: Move, pack: Pack) -> None:
    """Resolviendo una disputa política, 4: who does not go on loses; a tie is the defender's."""
    politics = state["pending"]
    if move["vassal"] is None:
        settle(state, politics["step"] == "defender")
        return
    if move["vassal"] == "hand":
        play(state, move["player"], "vassal")
    politics[side(politics)].append(move["vassal"])
    politics["step"] = "defender" if politics["step"] == "attacker" else "attacker"


def settle(state: State, success: bool) -> None:
    """Resolviendo una disputa política, 5: the cards go, the Vassal Lords of the winner go home."""
    politics = state["pending"]
    for name, zone, won in (
        (politics["attacker"], "attackers", success),
        (politics["target"], "defenders", not success),
    ):
        for vassal in politics[zone]:
            if vassal == "hand":
                discard_own(state, name, ["vassal"])
            elif not won:
                fief = fief_of(state, name, vassal)
                assert fief is not None
                discard_lord(state, name, fief)
    discard_own(state, politics["attacker"], [politics["card"]])
    if politics["allies"]:
        discard_own(state, politics["target"], ["allies"])
    politics.update(allies=False, attackers=[], defenders=[])
    if success:
        EFFECTS[politics["card"], politics["aim"]](state, politics)
    else:
        state["pending"] = None


# ---------------------------------------------------------------- what Treachery and Intrigue do


def kill_lord(state: State, politics: dict[str, Any]) -> None:
    """Traición, 1: the Lord, the Castle and its Properties go; a Prince dies alone."""
    target = politics["target"]
    state["pending"] = None
    fief = fief_of(state, target, politics["fief"])
    assert fief is not None
    alone = fief["lord"] == "prince"
    discard_lord(state, target, fief)
    if not alone:
        earl(state, target)["fiefs"].remove(fief)
        for card in [fief["anchor"], *fief["properties"]]:
            discard(state, deed(card, target))
        fall(state)


def hurt_hand(state: State, politics: dict[str, Any]) -> None:
    """Traición, 2: two cards of the hand are picked blind."""
    hand = earl(state, politics["target"])["hand"]
    if len(hand) > 2:
        politics["step"] = "pick"
        return
    discard_own(state, politics["target"], hand)
    earl(state, politics["target"])["hand"] = []
    state["pending"] = None


def kill_mercenary(state: State, politics: dict[str, Any]) -> None:
    """Traición, 3: the Mercenary and the garrison go."""
    target = politics["target"]
    mercenary = mercenary_of(state, target, politics["mercenary"])
    assert mercenary is not None
    earl(state, target)["mercenaries"].remove(mercenary)
    discard(state, {"card": "mercenary", "owner": mercenary.get("owner") or target})
    state["army_discard"] += [mercenary["garrison"]] if mercenary["garrison"] else []
    state["pending"] = None


def steal_properties(state: State, politics: dict[str, Any]) -> None:
    """Intriga, 1: of more than two the victim chooses."""
    fief = fief_of(state, politics["target"], politics["fief"])
    assert fief is not None
    if len(fief["properties"]) > 2:
        politics["step"] = "give"
        return
    named = politics["cards"] or fief["properties"][: politics["count"]]
    take_properties(state, [deed(card, politics["target"]) for card in named])


def take_properties(state: State, cards: list[Deed]) -> None:
    politics = state["pending"]
    fief = fief_of(state, politics["target"], politics["fief"])
    assert fief is not None
    take(fief["properties"], [written(card, politics["target"]) for card in cards])
    politics.update(placing=cards, cards=[], step="place")


def steal_armies(state: State, politics: dict[str, Any]) -> None:
    """Intriga, 2: the victim chooses, in secret."""
    politics["step"] = "give"


def steal_mercenary(state: State, politics: dict[str, Any]) -> None:
    """Intriga, 3: the Mercenary comes along with the garrison."""
    attacker, target = politics["attacker"], politics["target"]
    mercenary = mercenary_of(state, target, politics["mercenary"])
    assert mercenary is not None
    earl(state, target)["mercenaries"].remove(mercenary)
    own = earl(state, attacker)["mercenaries"]
    stolen = {"id": new_number(own), "garrison": mercenary["garrison"], "owner": mercenary.get("owner") or target}
    if stolen["owner"] == attacker:
        del stolen["owner"]
    own.append(stolen)
    state["pending"] = None


EFFECTS = {
    ("treachery", "lord"): kill_lord,
    ("treachery", "hand"): hurt_hand,
    ("treachery", "mercenary"): kill_mercenary,
    ("intrigue", "properties"): steal_properties,
    ("intrigue", "armies"): steal_armies,
    ("intrigue", "mercenary"): steal_mercenary,
}


def check_pick(state: State, move: Move, pack: Pack) -> list[str]:
    """Traición, 2: two cards."""
    hand, cards = earl(state, state["pending"]["target"])["hand"], move.get("cards")
    if cards is None:
        return []
    return [] if len(cards) == min(2, len(hand)) and contains(hand, cards) else ["treachery/hand"]


def do_pick(state: State, move: Move, pack: Pack) -> None:
    target = state["pending"]["target"]
    hand = earl(state, target)["hand"]
    cards = list(move.get("cards") or hand[:2])
    take(hand, cards)
    discard_own(state, target, cards)
    state["pending"] = None


def check_give(state: State, move: Move, pack: Pack) -> list[str]:
    """Intriga, 1 and 2: the victim gives as many as are wanted, of those that are there."""
    politics = state["pending"]
    if politics["aim"] == "armies":
        pool, armies = earl(state, move["player"])["pool"], move.get("armies") or []
        right = len(armies) == min(politics["count"], len(pool)) and contains(pool, armies) and not move.get("cards")
        return [] if right else ["intrigue/armies", "field/pool"]
    fief = fief_of(state, move["player"], politics["fief"])
    assert fief is not None
    there = [deed(card, move["player"]) for card in fief["properties"]]
    cards = [deed(card, move["player"]) for card in move.get("cards") or []]
    right = len(cards) == politics["count"] and contains(there, cards) and not move.get("armies")
    return [] if right else ["intrigue/defender-picks", "intrigue/properties"]


def do_give(state: State, move: Move, pack: Pack) -> None:
    politics = state["pending"]
    if politics["aim"] == "properties":
        take_properties(state, [deed(card, move["player"]) for card in move["cards"]])
        return
    take(earl(state, move["player"])["pool"], move["armies"])
    earl(state, politics["attacker"])["pool"] += move["armies"]
    state["pending"] = None


def check_place(state: State, move: Move, pack: Pack) -> list[str]:
    """Intriga, 1: the attacker puts them where he likes in his own Earldom."""
    return place_check(state, move, state["pending"]["placing"], "intrigue/placed")


def do_place(state: State, move: Move, pack: Pack) -> None:
    place(state, move, state["pending"]["placing"])
    if not state["pending"]["placing"]:
        state["pending"] = None


# ---------------------------------------------------------------- lists


def list_treachery(state: State, pack: Pack) -> Iterator[Move]:
    for target in living(state):
        base = {"type": "treachery", "player": state["turn"], "target": target}
        yield {**base, "aim": "hand"}
        for fief in earl(state, target)["fiefs"]:
            yield {**base, "aim": "lord", "fief": fief["id"]}
        for mercenary in earl(state, target)["mercenaries"]:
            yield {**base, "aim": "mercenary", "mercenary": mercenary["id"]}


def list_intrigue(state: State, pack: Pack) -> Iterator[Move]:
    for target in living(state):
        base = {"type": "intrigue", "player": state["turn"], "target": target}
        for count in (1, 2):
            if count <= len(earl(state, target)["pool"]):
                yield {**base, "aim": "armies", "count": count}
            for fief in earl(state, target)["fiefs"]:
                aim = {**base, "aim": "properties", "fief": fief["id"], "count": count}
                if len(fief["properties"]) == 2 and count == 1:
                    yield from ({**aim, "cards": [card]} for card in distinct(fief["properties"]))
                elif count <= len(fief["properties"]):
                    yield aim
        for mercenary in earl(state, target)["mercenaries"]:
            yield {**base, "aim": "mercenary", "mercenary": mercenary["id"]}


def list_allies(state: State, pack: Pack) -> Iterator[Move]:
    for answer in (False, True):
        yield {"type": "allies", "player": state["pending"]["target"], "play": answer}


def list_dispute(state: State, pack: Pack) -> Iterator[Move]:
    politics = state["pending"]
    player = politics["attacker"] if politics["step"] == "attacker" else politics["target"]
    for vassal in [None, "hand", *lords(state, player, "vassal")]:
        yield {"type": "dispute", "player": player, "vassal": vassal}


def list_pick(state: State, pack: Pack) -> Iterator[Move]:
    hand = earl(state, state["pending"]["target"])["hand"]
    count = min(2, len(hand))
    for cards in some_of(hand, count, count):
        yield {"type": "pick", "cards": cards}


def list_give(state: State, pack: Pack) -> Iterator[Move]:
    politics = state["pending"]
    base = {"type": "give", "player": politics["target"]}
    if politics["aim"] == "armies":
        pool = earl(state, politics["target"])["pool"]
        count = min(politics["count"], len(pool))
        yield from ({**base, "armies": armies} for armies in some_of(pool, count, count))
        return
    fief = fief_of(state, politics["target"], politics["fief"])
    assert fief is not None
    for cards in some_of(fief["properties"], politics["count"], politics["count"]):
        yield {**base, "cards": cards}


def list_place(state: State, pack: Pack) -> Iterator[Move]:
    yield from place_moves(state, state["pending"]["attacker"], state["pending"]["placing"])
