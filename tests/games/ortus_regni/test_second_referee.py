"""The engine against a second referee that was written from the printed book: random games, every position compared."""

import itertools
import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from schemas.ortus_regni import Battle, Fief, Force, Invasion
from service.games.ortus_regni.game import GAME as game
from service.referee.findings import Findings
from service.referee.judge import rule_on
from tests.games.ortus_regni.middle_games import middle_game
from tests.games.ortus_regni.tables import NAMES
from tests.games.playing import Playing
from tests.reference import ortus_regni
from tests.reference.differential import Match, Way, hold
from tests.reference.ortus_regni import combat, joust, setup

Plain = dict[str, Any]
LISTED = 400
"""The engine's lists may be cut at so many moves of a type."""
PLAYING = Playing(game, NAMES)
TOUGH = Playing(game, NAMES, Path(__file__).with_name("tough_pack.json"))
"""Other values of units and walls than the printed ones."""


class Reference:
    """The second referee, with lists that are no longer than those of the engine."""

    violations = staticmethod(ortus_regni.violations)
    apply = staticmethod(ortus_regni.apply)
    score = staticmethod(ortus_regni.score)
    normal = staticmethod(ortus_regni.normal)

    @staticmethod
    def legal_moves(state: Plain, pack: Plain) -> list[Plain]:
        """All legal moves; of a long list some that were found by chance."""
        found = ortus_regni.legal_moves(state, pack, 2 * LISTED)
        if len(found) < 2 * LISTED:
            return found
        chance = random.Random(json.dumps(state["pending"]))
        return [*found[:20], *itertools.islice(by_chance(state, pack, chance), 20)]


def by_chance(state: Plain, pack: Plain, chance: random.Random) -> Iterator[Plain]:
    """Some legal ways to field forces or to assign damage, where there are very many."""
    battle = state["pending"]
    if battle["step"].startswith("field"):
        name = battle["attacker"] if battle["step"] == "field-attacker" else battle["defender"]
        whole, hits = combat.available(state, name), None
    else:
        name, side = combat.suffering(state)
        whole, hits = battle[side], combat.due_losses(state)
    units = [(zone, card) for zone in whole if zone != "king" for card in whole[zone]]
    units += [("king", True)] if whole["king"] else []
    for _ in range(100):
        chosen = chance.sample(units, chance.randint(0, len(units)) if hits is None else hits[0])
        force: Plain = {zone: [card for where, card in chosen if where == zone] for zone in whole}
        force["king"] = ("king", True) in chosen
        move = {"type": "field", "player": name, "force": force}
        if hits is not None:
            towers = chance.sample(ortus_regni.earl(state, battle["defender"])["towers"], hits[1])
            fief = combat.fief_of(state, battle["defender"], battle["fief"]) or {"properties": []}
            properties = chance.sample(fief["properties"], hits[2])
            move = {"type": "suffer", "player": name, "hit": force, "towers": towers, "properties": properties}
        if not ortus_regni.violations(state, move, pack):
            yield move


def told(state: Plain, move: Plain, chance: random.Random) -> Plain:
    """What chance brings where the state does not show it: new hands, Joust cards, cubes, shuffled piles."""
    match move["type"]:
        case "mulligan" if move["redraw"]:
            player = ortus_regni.earl(state, move["player"])
            return {**move, "drawn": chance.sample(player["deck"] + player["hand"], 5)}
        case "deal":
            who, count = joust.players_dealt(state)
            certain, others = (list(cards.elements()) for cards in joust.may_be_dealt(state, PACK, len(who) * count))
            dealt = certain + chance.sample(others, len(who) * count - len(certain))
            chance.shuffle(dealt)
            return {**move, "cards": {name: dealt[at * count : (at + 1) * count] for at, name in enumerate(who)}}
        case "cube":
            bag = [name for name in ortus_regni.living(state) for _ in range(ortus_regni.earl(state, name)["cubes"])]
            return {**move, "player": chance.choice(bag)}
        case "pick":
            hand = ortus_regni.earl(state, state["pending"]["target"])["hand"]
            return {**move, "cards": chance.sample(hand, min(2, len(hand)))}
        case "reveal" if not state["battle_deck"]:
            return {**move, "card": chance.choice(state["battle_discard"])}
        case "vikings":
            return {**move, "cards": drawn(state, "viking", state["pending"]["count"], chance)}
        case "recruit":
            return {**move, "armies": drawn(state, "army", move["count"], chance)}
        case "attach" if move["card"] == "land":
            return {**move, "armies": drawn(state, "army", ortus_regni.turn.land_brings(state, move), chance)}
    return move


def drawn(state: Plain, deck: str, count: int, chance: random.Random) -> list[str]:
    top = state[f"{deck}_deck"][:count]
    pile = state[f"{deck}_discard"]
    return top + chance.sample(pile, min(len(pile), count - len(top)))


PACK = json.loads(PLAYING.pack.read_bytes())
RULES = {
    "orphan_properties": ("follow", "reattach"),
    "prince_jouster": ("forbidden",),
    "bet_last_castle": ("allowed",),
    "without_jouster": ("stays-out",),
    "sudden_death_deck": ("all",),
    "empty_target": ("allowed",),
    "viking_captives": ("at-once",),
    "politics_marker": ("moves",),
    "royal_army_size": ("living",),
}
OPTIONS: list[Plain] = [
    {},
    {"variants": ["tournament"]},
    *({"house_rules": {rule: value}} for rule, values in RULES.items() for value in values),
    {"house_rules": {rule: values[0] for rule, values in RULES.items()}},
    {"variants": ["tournament"], "house_rules": {rule: values[-1] for rule, values in RULES.items()}},
]


def from_the_middle(count: int, options: Plain, playing: Playing = PLAYING) -> Way:
    """Games that begin with a table in the middle of a game."""

    def opening(seed: int) -> Any:
        table = playing.opening(count, 0, **options)
        state = msgspec.convert(middle_game(count, options, seed, PACK), game.shapes.state)
        return game.table(state, playing.base(), table.choices)

    return Way(playing, count, options, opening)


def from_the_decks(count: int, options: Plain) -> Way:
    """Games that begin with the choice of decks, all piles known."""

    def opening(seed: int) -> Any:
        table, dealt = PLAYING.opening(count, None, **options), PLAYING.opening(count, seed, **options).state
        piles = {pile: getattr(dealt, pile) for pile in ("battle_deck", "army_deck", "viking_deck", "chance")}
        return game.table(replace(table.state, **piles), PLAYING.base(), table.choices)

    return Way(PLAYING, count, options, opening)


WAYS = [
    way
    for more in range(5)
    for at, options in enumerate(OPTIONS)
    for way in (
        Way(PLAYING, 2 + (at + more) % 5, options) if more % 2 else from_the_decks(2 + (at + more) % 5, options),
        from_the_middle(2 + (at + more + 1) % 5, options),
        from_the_middle(2 + (at + more + 3) % 5, options, TOUGH if at % 4 == 0 else PLAYING),
    )
]
EQUIVALENTS = {
    ("joust/prize", "property/orphans"),
    ("ransom/placed", "property/orphans"),
    ("deck/any-mix", "components/earl-cards"),
}
"""The engine's rule, and the second referee's for the same fault.

A card that is put into a Fief though it does not wait for one: the engine names what brings cards into Fiefs then (a
prize, a ransom), the second referee what lets the Properties of a lost Castle be attached again. A second deck of the
same Earl: the engine names the choice that was made, the second referee the cards that an Earl has.
"""
MATCH = Match(
    Reference,
    reports={"pick", "deal", "reveal", "vikings", "cube"},
    equivalents=EQUIVALENTS,
    key=lambda move: json.dumps(ortus_regni.normal_move(move), sort_keys=True),
    told=told,
    cut=LISTED,
    weights={
        "concede": 0.02,
        "end": 0.5,
        "tower": 0.2,
        "bequeath": 4,
        "claim": 3,
        "joust": 8,
        "monastery": 4,
        "recruit": 2,
    },
)


def test_second_referee_on_decks() -> None:
    """Decks of cards chosen by chance, some of them with a card too many or too few, a seventh of a type, a Palace."""
    chance = random.Random(0)
    for number in range(400):
        way = from_the_decks(2, {"variants": ["tournament"]} if number % 2 else {})
        table = way.open(0)
        cards = [card for card in setup.EARL_CARDS for _ in range(6)]
        towers = 2 * (number % 2) if chance.random() < 0.7 else chance.randint(0, 3)
        size = 24 if chance.random() < 0.7 else chance.randint(22, 26)
        chosen = chance.sample(cards, size + towers)
        if chance.random() < 0.4:
            more = chance.randint(3, 7)
            chosen[:more] = [chosen[-1]] * more
        if chance.random() < 0.1:
            chosen[chance.randrange(len(chosen))] = "palace"
        chance.shuffle(chosen)
        move = {"type": "build", "player": "ana", "deck": chosen[towers:], "towers": chosen[:towers]}
        findings = Findings()
        game.check(table, msgspec.convert(move, game.shapes.move), findings)
        engine = sorted(finding.rule.removeprefix("ortus-regni/") for finding in findings.broken)
        state = msgspec.json.decode(msgspec.json.encode(table.state))
        assert engine == sorted(ortus_regni.violations(state, move, PACK)), move


def test_second_referee_on_the_last_joust_cards() -> None:
    """A sudden death when the Joust deck runs out: which deals are possible."""
    chance = random.Random(0)
    whole = ["prince"] * 6 + ["vassal"] * 6 + ["nothing"] * 12
    for number in range(400):
        options = {"house_rules": {"sudden_death_deck": "others" if number % 2 else "all"}}
        state = middle_game(6, options, 0, PACK)
        names = [player["name"] for player in state["players"]]
        entered = [{"player": name, "choice": "enter", "bet": None, "jouster": None, "dealt": []} for name in names]
        spent = chance.sample(whole, chance.choice((12, 18, 20, 22, 23, 24)))
        sudden = names[: chance.randint(2, 6)]
        joust_pending = {"organiser": state["turn"], "step": "sudden", "declared": entered, "sudden": sudden}
        state.update(acted=True, pending={"type": "joust", "spent": spent, **joust_pending})
        table = from_the_middle(6, options).open(0)
        table = game.table(msgspec.convert(state, game.shapes.state), PLAYING.base(), table.choices)
        left = list((Counter(whole) - Counter(spent)).elements()) if chance.random() < 0.5 else []
        cards = (left + chance.sample(whole, 6))[: len(sudden)]
        move = {"type": "deal", "cards": {name: [card] for name, card in zip(sudden, cards, strict=True)}}
        findings = Findings()
        game.check(table, msgspec.convert(move, game.shapes.move), findings)
        state = msgspec.json.decode(msgspec.json.encode(table.state))
        assert bool(findings.broken) == bool(ortus_regni.violations(state, move, PACK)), (options, spent, move)


def test_second_referee_on_jousters_turned_up() -> None:
    """Deals that name jousters, true or not: of Earls who sent a card of the hand, a Lord, nobody, or who stay out."""
    chance = random.Random(0)
    refused = 0
    for number in range(400):
        state = middle_game(6, {}, 0, PACK)
        names = [player["name"] for player in state["players"]]
        declared = [declaration(player, chance) for player in state["players"]]
        entered = [one["player"] for one in declared if one["choice"] == "enter"]
        sudden = entered if number % 2 else []
        state.update(acted=True, pending={"type": "joust", "organiser": state["turn"], "declared": declared})
        state["pending"].update(
            step="sudden" if sudden else "deal", sudden=sudden, spent=["nothing"] * 2 * len(sudden)
        )
        shown = {
            one["player"]: chance.choice([one["jouster"]["card"], "castle"]) for one in declared if one["jouster"]
        }
        named = chance.sample(names, chance.randint(0, 2))
        cards = {name: ["prince"] if sudden else ["vassal", "nothing"] for name in entered}
        move = {"type": "deal", "cards": cards, "jousters": {name: shown.get(name) or "castle" for name in named}}
        table = from_the_middle(6, {}).open(0)
        table = game.table(msgspec.convert(state, game.shapes.state), PLAYING.base(), table.choices)
        findings = Findings()
        game.check(table, msgspec.convert(move, game.shapes.move), findings)
        state = msgspec.json.decode(msgspec.json.encode(table.state))
        assert sorted(set(findings.broken_rules)) == ortus_regni.violations(state, move, PACK), (declared, move)
        refused += bool(findings.broken)
    assert 40 < refused < 360


def declaration(player: Plain, chance: random.Random) -> Plain:
    """A declaration for a joust, not looking at what an Earl has."""
    jousters: list[Plain | None] = [{"card": "monk", "fief": None}, {"card": None, "fief": 1}, None]
    choice = "enter" if player["name"] in NAMES[:2] or chance.random() < 0.7 else "excuse"
    jouster = chance.choice(jousters) if choice == "enter" else None
    return {"player": player["name"], "choice": choice, "bet": None, "jouster": jouster, "dealt": []}


def test_second_referee() -> None:
    hold(MATCH, WAYS, default=400)


# ---------------------------------------------------------------- a report of what comes up after a shuffle


def told_table(**zones: Any) -> Any:
    """A table dealt by a seed, with some zones changed."""
    return game.table(replace(PLAYING.opening(2, 0).state, **zones), PLAYING.base(), PLAYING.opening(2, 0).choices)


def after(table: Any, move: Plain) -> Any:
    return rule_on(game, table, msgspec.convert(move, game.shapes.move)).after.state


def test_told_new_hand() -> None:
    ana = PLAYING.opening(2, 0).state.players[0]
    drawn = ana.deck[-5:]
    state = after(told_table(), {"type": "mulligan", "player": "ana", "redraw": True, "drawn": list(drawn)})
    assert state.players[0].hand == drawn
    assert sorted(state.players[0].deck) == sorted((*ana.deck[:-5], *ana.hand))


@pytest.mark.parametrize("card", ["normal", "church"])
def test_told_battle_card(card: str) -> None:
    battle = Battle(
        attacker="ana", defender="bruno", kind="siege", fief=1, step="card", defenders=Force(hand=("vassal",))
    )
    pile = tuple(sorted(told_table().state.battle_deck))
    table = told_table(phase="turn", turn="ana", acted=True, battle_deck=(), battle_discard=pile, pending=battle)
    state = after(table, {"type": "reveal", "card": card})
    assert state.battle_discard == (card,)
    assert sorted((*state.battle_deck, card)) == sorted(pile)


def test_told_vikings() -> None:
    pile = tuple(sorted(told_table().state.viking_deck))
    pending = Invasion(step="reveal", count=3)
    zones = {
        "phase": "vikings",
        "turn": None,
        "arrived": True,
        "viking_deck": ("viking",),
        "viking_discard": pile[1:],
    }
    told = ["viking", "viking", "chieftain"]
    state = after(told_table(**zones, pending=pending), {"type": "vikings", "cards": told})
    assert list(state.vikings) == told
    assert Counter(state.viking_deck) + Counter(told) == Counter((*pile[1:], "viking"))


def test_lord_of_a_fallen_castle_is_no_longer_in_the_field() -> None:
    """While the attacker decides what to capture, the forces are those that are left."""
    ana, bruno = told_table().state.players
    ana = replace(ana, fiefs=(Fief(id=1, anchor="palace", lord="vassal", properties=()),))
    fallen = Fief(id=1, anchor="castle", lord="vassal", properties=())
    bruno = replace(bruno, fiefs=(fallen, Fief(id=2, anchor="palace", lord=None, properties=())))
    battle = Battle(
        attacker="ana", defender="bruno", kind="siege", fief=1, step="damage-defender", card="normal", outcome="normal",
        attackers=Force(hand=("champion",), lords=(1,)), defenders=Force(lords=(1,)), damage=(3, 1),
        assigned=False, captured=(), doomed=(), destroyed=(), placing=(), reattaching=(),
    )  # fmt: skip
    table = told_table(phase="turn", turn="ana", acted=True, round=5, players=(ana, bruno), pending=battle)
    pending = after(table, {"type": "suffer", "player": "bruno", "hit": {"lords": [1]}}).pending
    assert pending.step == "capture"
    assert pending.defenders == Force()
