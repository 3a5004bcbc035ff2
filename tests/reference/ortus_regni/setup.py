"""Construyendo un mazo de conde, Despliegue del juego: decks, the first Earl, opening hands."""

from collections import Counter
from collections.abc import Iterator

from .common import FACES, PROPERTIES, Move, Pack, State, contains, earl, names, take, tournament

EARL_CARDS = ("castle", *PROPERTIES, *FACES, "mercenary", "treachery", "intrigue", "allies", "banquet", "banner")


def chosen(move: Move, pack: Pack) -> tuple[list[str], list[str]]:
    """The cards and the free Towers of a deck that an Earl brings, by the id of a deck or card by card."""
    towers = list(move.get("towers") or [])
    if not isinstance(move["deck"], str):
        return list(move["deck"]), towers
    entry = next(entry for entry in pack["decks"] if entry["id"] == move["deck"])
    return [card for card, count in entry["cards"].items() for _ in range(count)], towers


def check_build(state: State, move: Move, pack: Pack) -> list[str]:
    """Construyendo un mazo de conde: 24 cards, six of a type at most, the Palace apart."""
    if isinstance(move["deck"], str) and move["deck"] not in {entry["id"] for entry in pack["decks"]}:
        return ["deck/size"]
    if earl(state, move["player"]).get("built"):
        return ["components/earl-cards", "turn/decision-first"]
    cards, towers = chosen(move, pack)
    broken = []
    if len(cards) != 24:
        broken.append("deck/size")
    if "palace" in cards + towers:
        broken.append("deck/palace-apart")
    if any(count > 6 for card, count in Counter(cards + towers).items() if card != "palace"):
        broken.append("deck/copies")
    if len(towers) != (2 if tournament(state) else 0):
        broken.append("tournament/towers")
    return broken


def do_build(state: State, move: Move, pack: Pack) -> None:
    """Despliegue del juego, 3 to 5: the deck is shuffled, the Palace is put down."""
    cards, towers = chosen(move, pack)
    player = earl(state, move["player"])
    player.update(
        built=cards + towers,
        deck=cards,
        discard=[],
        hand=[],
        towers=towers,
        fiefs=[{"id": 1, "anchor": "palace", "lord": None, "properties": []}],
        mercenaries=[],
        pool=[],
        banners=0,
        emissaries=[],
        cubes=1,
        removed=[],
    )
    if all(other.get("built") for other in state["players"]):
        state["phase"] = "start"


def check_start(state: State, move: Move, pack: Pack) -> list[str]:
    """Despliegue del juego, 10 and 11: a cube for the first Earl, five cards for everybody."""
    if move["player"] not in names(state):
        return ["setup/first-earl"]
    for name, hand in (move.get("hands") or {}).items():
        if len(hand) != 5 or not contains(earl(state, name)["deck"], hand):
            return ["setup/opening-hand"]
    return []


def do_start(state: State, move: Move, pack: Pack) -> None:
    for player in state["players"]:
        told = (move.get("hands") or {}).get(player["name"])
        player["hand"] = list(told) if told else player["deck"][:5]
        take(player["deck"], player["hand"])
    state.update(phase="mulligan", round=1, first=move["player"], turn=move["player"], acted=False)


def check_mulligan(state: State, move: Move, pack: Pack) -> list[str]:
    """Despliegue del juego, 11: one chance to shuffle the hand back and draw five new cards."""
    drawn = move.get("drawn")
    if drawn is None:
        return []
    player = earl(state, move["player"])
    if not move["redraw"] or len(drawn) != 5 or not contains(player["deck"] + player["hand"], drawn):
        return ["setup/mulligan", "setup/opening-hand", "hand/own-deck"]
    return []


def do_mulligan(state: State, move: Move, pack: Pack) -> None:
    player = earl(state, move["player"])
    player["mulligan"] = move["redraw"]
    if move["redraw"]:
        player["deck"] += player["hand"]
        player["hand"] = list(move.get("drawn") or player["deck"][:5])
        take(player["deck"], player["hand"])
    seats = names(state)
    following = seats[(seats.index(move["player"]) + 1) % len(seats)]
    state["turn"] = following
    if following == state["first"]:
        state["phase"] = "turn"


def list_build(state: State, pack: Pack) -> Iterator[Move]:
    for player in state["players"]:
        for entry in pack["decks"] if not player.get("built") else []:
            towers = list(entry.get("towers") or []) if tournament(state) else []
            yield {"type": "build", "player": player["name"], "deck": entry["id"], "towers": towers}


def list_start(state: State, pack: Pack) -> Iterator[Move]:
    for name in names(state):
        yield {"type": "start", "player": name}


def list_mulligan(state: State, pack: Pack) -> Iterator[Move]:
    for redraw in (False, True):
        yield {"type": "mulligan", "player": state["turn"], "redraw": redraw}
