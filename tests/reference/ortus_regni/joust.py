"""Estandarte, 3; Justas; Los participantes de la justa."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from .common import (
    Deed,
    Move,
    Pack,
    State,
    deed,
    discard_lord,
    discard_own,
    distinct,
    earl,
    fief_of,
    from_left,
    give_castle,
    has_prince_lord,
    key,
    lords,
    option,
    place,
    place_check,
    place_moves,
    take,
    written,
)
from .leaving import fall
from .turn import in_hand, play

# ---------------------------------------------------------------- calling a joust


def check_joust(state: State, move: Move, pack: Pack) -> list[str]:
    """Justas: an Earl plays a Banner to call a joust."""
    return in_hand(state, move["player"], "banner")


def do_joust(state: State, move: Move, pack: Pack) -> None:
    play(state, move["player"], "banner")
    state["pending"] = {
        "type": "joust",
        "organiser": move["player"],
        "step": "declare",
        "declared": [],
        "sudden": [],
        "spent": [],
        "winner": None,
        "placing": [],
        "reattaching": [],
    }


def list_joust(state: State, pack: Pack) -> Iterator[Move]:
    yield {"type": "joust", "player": state["turn"]}


def declarer(state: State) -> str:
    """Justas: clockwise from the organiser's left, the organiser last."""
    joust = state["pending"]
    return from_left(state, joust["organiser"])[len(joust["declared"])]


# ---------------------------------------------------------------- bets and jousters


def exempt(state: State, name: str) -> bool:
    """Justas, 1, and house ruling 33: nothing but one Castle or Palace without Properties."""
    fiefs = earl(state, name)["fiefs"]
    return len(fiefs) == 1 and not fiefs[0]["properties"]


def nobody_to_send(state: State, name: str) -> bool:
    return not lords(state, name) and not earl(state, name)["hand"]


def check_excuse(state: State, move: Move, pack: Pack) -> list[str]:
    """Justas: a Banner of the hand is an excuse; the organiser needs a second one."""
    broken = in_hand(state, move["player"], "banner")
    return ["joust/excuse", *broken] if broken else []


def check_stay_out(state: State, move: Move, pack: Pack) -> list[str]:
    """Justas, 1: who has only one bare Castle is not forced; house ruling 36: nor who has nobody, if so chosen."""
    name = move["player"]
    if exempt(state, name):
        return []
    if option(state, "without_jouster") == "stays-out" and nobody_to_send(state, name):
        return []
    return ["joust/exempt", "joust/bet"]


def check_enter(state: State, move: Move, pack: Pack) -> list[str]:
    """Justas: a bet, and somebody to joust."""
    name = move["player"]
    return check_bet(state, name, move.get("bet")) + check_jouster(state, name, move.get("jouster"))


def check_bet(state: State, name: str, bet: dict[str, Any] | None) -> list[str]:
    """Justas, 1: a Property or Castle of the own Earldom; house ruling 34: not the last Castle."""
    if bet is None:
        return [] if exempt(state, name) else ["joust/bet"]
    fief = fief_of(state, name, bet["fief"])
    if fief is None:
        return ["joust/bet", "property/own-fief"]
    if bet.get("card") is None:
        last = len(earl(state, name)["fiefs"]) == 1 and option(state, "bet_last_castle") == "forbidden"
        return ["joust/last-anchor"] if last else []
    there = [key(deed(card, name)) for card in fief["properties"]]
    return [] if key(deed(bet["card"], name)) in there else ["joust/bet"]


def check_jouster(state: State, name: str, jouster: dict[str, Any] | None) -> list[str]:
    """Justas, 2: a Lord of a Castle, or any card of the hand, face down."""
    jouster = jouster or {}
    number, card = jouster.get("fief"), jouster.get("card")
    if number is None and card is None:
        if not nobody_to_send(state, name):
            return ["joust/jouster"]
        return [] if option(state, "without_jouster") == "dealt-cards" else ["joust/no-jouster", "joust/jouster"]
    if number is not None and card is not None:
        return ["joust/jouster"]
    if number is not None:
        return [] if number in lords(state, name) else ["joust/jouster", "field/lords"]
    broken = in_hand(state, name, str(card))
    if card == "prince" and has_prince_lord(state, name) and option(state, "prince_jouster") == "forbidden":
        broken.insert(0, "joust/prince")
    return ["joust/jouster", *broken] if broken == ["turn/in-hand"] else broken


def declare(state: State, declaration: dict[str, Any]) -> None:
    entry = {"bet": None, "jouster": None, "dealt": [], **declaration}
    state["pending"]["declared"].append(entry)
    if len(state["pending"]["declared"]) == len(from_left(state, state["pending"]["organiser"])):
        begin(state)


def do_excuse(state: State, move: Move, pack: Pack) -> None:
    play(state, move["player"], "banner")
    declare(state, {"player": move["player"], "choice": "excuse"})


def do_stay_out(state: State, move: Move, pack: Pack) -> None:
    declare(state, {"player": move["player"], "choice": "stay-out"})


def do_enter(state: State, move: Move, pack: Pack) -> None:
    jouster = move.get("jouster") or {}
    jouster = {"fief": jouster.get("fief"), "card": jouster.get("card")} if jouster else None
    if jouster and jouster["card"]:
        play(state, move["player"], jouster["card"])
    bet = move.get("bet")
    bet = {"fief": bet["fief"], "card": bet.get("card")} if bet else None
    declare(state, {"player": move["player"], "choice": "enter", "bet": bet, "jouster": jouster})


def list_excuse(state: State, pack: Pack) -> Iterator[Move]:
    yield {"type": "excuse", "player": declarer(state)}


def list_stay_out(state: State, pack: Pack) -> Iterator[Move]:
    yield {"type": "stay-out", "player": declarer(state)}


def list_enter(state: State, pack: Pack) -> Iterator[Move]:
    name = declarer(state)
    bets: list[Any] = [None]
    for fief in earl(state, name)["fiefs"]:
        bets += [{"fief": fief["id"], "card": card} for card in [None, *distinct(fief["properties"])]]
    jousters: list[Any] = [None, *({"fief": number, "card": None} for number in lords(state, name))]
    jousters += [{"fief": None, "card": card} for card in distinct(earl(state, name)["hand"])]
    for bet in bets:
        for jouster in jousters:
            yield {"type": "enter", "player": name, "bet": bet, "jouster": jouster}


# ---------------------------------------------------------------- dealing and comparing


def entrants(state: State) -> list[dict[str, Any]]:
    return [entry for entry in state["pending"]["declared"] if entry["choice"] == "enter"]


def begin(state: State) -> None:
    """Los participantes de la justa: with fewer than two entrants bad weather cancels the joust."""
    if len(entrants(state)) >= 2:
        state["pending"]["step"] = "deal"
        return
    for entry in entrants(state):
        if entry["jouster"] and entry["jouster"]["card"]:
            earl(state, entry["player"])["hand"].append(entry["jouster"]["card"])
    spend_banners(state)
    state["pending"] = None


def spend_banners(state: State) -> None:
    """Los participantes de la justa: all Banners that were played are discarded, whatever happened."""
    discard_own(state, state["pending"]["organiser"], ["banner"])
    for entry in state["pending"]["declared"]:
        if entry["choice"] == "excuse":
            discard_own(state, entry["player"], ["banner"])


def joust_deck(pack: Pack) -> Counter[str]:
    return Counter({entry["card"]: entry["count"] for entry in pack["piles"] if entry["deck"] == "joust"})


def may_be_dealt(state: State, pack: Pack, count: int) -> tuple[Counter[str], Counter[str]]:
    """The cards that are dealt for certain, and those of which the others come.

    House ruling 39: when too few are left, these are dealt first and compared, and all others are shuffled for the
    rest; as a named choice all cards are shuffled.
    """
    whole = joust_deck(pack)
    left = whole - Counter(state["pending"]["spent"])
    if left.total() >= count:
        return Counter(), left
    return (left, whole - left) if option(state, "sudden_death_deck") == "others" else (Counter(), whole)


def players_dealt(state: State) -> tuple[list[str], int]:
    """Who gets Joust cards now, and how many each."""
    if state["pending"]["step"] == "sudden":
        return list(state["pending"]["sudden"]), 1
    return [entry["player"] for entry in entrants(state)], 2


def check_deal(state: State, move: Move, pack: Pack) -> list[str]:
    """Justas: two cards to each entrant, one to each in a sudden death."""
    cards = move.get("cards")
    who, count = players_dealt(state)
    if cards is None:
        return []
    rule = "joust/sudden-death" if state["pending"]["step"] == "sudden" else "joust/deal"
    if set(cards) != set(who) or any(len(each) != count for each in cards.values()):
        return [rule, "joust/deal"]
    dealt = Counter(card for each in cards.values() for card in each)
    certain, others = may_be_dealt(state, pack, len(who) * count)
    if certain - dealt or dealt - certain - others:
        return ["components/joust-deck", "joust/deck-whole", rule, "joust/deal"]
    shown = move.get("jousters") or {}
    hidden = {entry["player"]: entry["jouster"]["card"] for entry in entrants(state) if entry["jouster"]}
    return [] if all(hidden.get(name) == card for name, card in shown.items()) else ["joust/face-down"]


def do_deal(state: State, move: Move, pack: Pack) -> None:
    joust = state["pending"]
    for entry in joust["declared"]:
        entry["dealt"] = list(move["cards"].get(entry["player"], []))
    who, _ = players_dealt(state)
    values = {entry["player"]: worth(state, entry) for entry in entrants(state) if entry["player"] in who}
    best = [name for name in who if values[name] == max(values.values())]
    if len(best) == 1:
        win(state, best[0])
        return
    joust["spent"] += [card for each in move["cards"].values() for card in each]
    for entry in joust["declared"]:
        entry["dealt"] = []
    joust.update(step="sudden", sudden=best)


def worth(state: State, entry: dict[str, Any]) -> tuple[int, ...]:
    """Los participantes de la justa: three alike, two alike, one, like poker; Princes above Vassals."""
    jouster = "nothing"
    if state["pending"]["step"] == "deal" and entry["jouster"]:
        number = entry["jouster"]["fief"]
        fief = fief_of(state, entry["player"], number) if number is not None else None
        jouster = fief["lord"] if fief else entry["jouster"]["card"]
    as_what = ["prince", "vassal"] if jouster == "champion" else [jouster]
    return max(rank([*entry["dealt"], card]) for card in as_what)


def rank(cards: list[str]) -> tuple[int, ...]:
    """How many alike, whether they are Princes, and how many of the other kind stand beside them."""
    princes, vassals = cards.count("prince"), cards.count("vassal")
    return (princes, 1, vassals) if princes >= vassals else (vassals, 0, princes)


def list_deal(state: State, pack: Pack) -> Iterator[Move]:
    """One possible deal: what is dealt is chance."""
    who, count = players_dealt(state)
    cards = [card for cards in may_be_dealt(state, pack, len(who) * count) for card in sorted(cards.elements())]
    yield {"type": "deal", "cards": {name: cards[at * count : (at + 1) * count] for at, name in enumerate(who)}}


# ---------------------------------------------------------------- the prize


def win(state: State, winner: str) -> None:
    """Los participantes de la justa: the winner takes all bets; hand cards and beaten Lords are discarded."""
    joust = state["pending"]
    joust.update(winner=winner, sudden=[], spent=[])
    for entry in entrants(state):
        jouster = entry["jouster"] or {}
        if jouster.get("card"):
            discard_own(state, entry["player"], [jouster["card"]])
        elif jouster and entry["player"] != winner:
            fief = fief_of(state, entry["player"], jouster["fief"])
            assert fief is not None
            discard_lord(state, entry["player"], fief)
    spend_banners(state)
    for entry in entrants(state):
        if entry["bet"] and entry["player"] != winner:
            hand_over(state, entry["player"], entry["bet"], winner)
    joust["declared"] = []
    go_on(state)


def hand_over(state: State, loser: str, bet: dict[str, Any], winner: str) -> None:
    """A Castle makes a new Fief; a Property waits to be placed."""
    joust = state["pending"]
    if bet["card"] is None:
        orphans = give_castle(state, loser, bet["fief"], winner)
        if option(state, "orphan_properties") == "follow":
            joust["placing"] += orphans
        else:
            joust["reattaching"] += [[loser, card] for card in orphans]
        return
    fief = fief_of(state, loser, bet["fief"])
    assert fief is not None
    card = deed(bet["card"], loser)
    take(fief["properties"], [written(card, loser)])
    joust["placing"].append(card)


def go_on(state: State) -> None:
    joust = state["pending"]
    if joust["reattaching"]:
        joust["step"] = "reattach"
    elif joust["placing"]:
        joust["step"] = "place"
    else:
        state["pending"] = None
        fall(state)


def placer(state: State) -> str:
    """Who places now: who lost a Castle what was attached to it, then the winner the prizes."""
    joust = state["pending"]
    return str(joust["winner"] if joust["step"] == "place" else joust["reattaching"][0][0])


def waiting(state: State) -> list[Deed]:
    joust = state["pending"]
    if joust["step"] == "place":
        return list(joust["placing"])
    return [card for name, card in joust["reattaching"] if name == placer(state)]


def check_place(state: State, move: Move, pack: Pack) -> list[str]:
    """Los participantes de la justa: the winner puts what was won into his Earldom."""
    rule = "joust/prize" if state["pending"]["step"] == "place" else "property/orphans"
    return place_check(state, move, waiting(state), rule)


def do_place(state: State, move: Move, pack: Pack) -> None:
    joust = state["pending"]
    if joust["step"] == "place":
        place(state, move, joust["placing"])
    else:
        place(state, move, waiting(state))
        joust["reattaching"].remove([move["player"], {**move["card"]}])
    go_on(state)


def list_place(state: State, pack: Pack) -> Iterator[Move]:
    yield from place_moves(state, placer(state), waiting(state))
