"""What holds on every Ortus Regni table that legal play can reach, and how games are played to check it."""

import random
from collections import Counter
from typing import Any, NamedTuple

import msgspec

from schemas import ortus_regni as shapes
from schemas.ortus_regni import Force
from service.games.ortus_regni.game import GAME as game
from service.games.ortus_regni.holdings import capacity_of
from service.games.ortus_regni.rules.by_move import passes
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing import ACTIONS, known_due
from service.referee.judge import rule_on
from tests.games.ortus_regni.tables import NAMES
from tests.games.playing import AUDITED, Playing, check_engine

WAYS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {}),
    (4, {}),
    (5, {}),
    (6, {}),
    (2, {"variants": ["tournament"]}),
    (3, {"house_rules": {"orphan_properties": "reattach", "bet_last_castle": "allowed"}}),
    (4, {"house_rules": {"orphan_properties": "follow"}}),
    (5, {"house_rules": {"prince_jouster": "forbidden", "empty_target": "allowed", "royal_army_size": "living"}}),
    (
        6,
        {
            "house_rules": {
                "orphan_properties": "reattach",
                "viking_captives": "at-once",
                "politics_marker": "moves",
                "sudden_death_deck": "all",
            }
        },
    ),
    (3, {"variants": ["tournament"], "house_rules": {"without_jouster": "stays-out"}}),
]
"""Numbers of Earls and options, every value of every house rule among them."""
PLAYING = Playing(game, NAMES)
FACES = ("prince", "vassal", "champion", "monk")
WEIGHTS = {"attack": 6, "treachery": 5, "intrigue": 5, "bequeath": 6, "monastery": 6, "joust": 4, "claim": 5}


class Played(NamedTuple):
    """A game from setup to the end, and everything that occurred in it."""

    opening: Table
    end: Table
    log: list[Any]
    reached: Counter[str]


def opening(seed: int) -> Table:
    """A table with everything known; at every third one the Earls still have to bring their decks."""
    count, options = WAYS[seed % len(WAYS)]
    ready = PLAYING.opening(count, seed, **options)
    if seed % 3:
        return ready
    piles = {zone: getattr(ready.state, zone) for zone in ("battle_deck", "army_deck", "viking_deck", "chance")}
    blank = PLAYING.opening(count, None, **options)
    return game.table(msgspec.structs.replace(blank.state, **piles), ready.box, ready.choices)


def play_and_check(seed: int) -> Played:
    """One random game with every invariant after every move."""
    start = table = opening(seed)
    chance = random.Random(seed)
    log: list[Any] = []
    reached: Counter[str] = Counter()
    quiet = 0
    while True:
        check_table(table, quiet)
        move = choose(table, chance)
        if (seed + len(log)) % AUDITED == 0 or move is None:
            check_engine(game, table)
        if move is None:
            break
        log.append(move)
        judgement = rule_on(game, table, move)
        assert judgement.verdict == "legal", (move, judgement.findings.broken, judgement.findings.missing)
        assert not judgement.findings.assumed, "with the whole table there, nothing is assumed"
        assert judgement.happenings
        reached.update(what_occurred(table, move, judgement.happenings))
        rules = {happening.rule for happening in judgement.happenings}
        assert rules <= game.rulebook.rules.keys(), rules - game.rulebook.rules.keys()
        quiet += sum(happening.rule == "vikings/black-marker" for happening in judgement.happenings)
        table = judgement.after
    check_end(table)
    return Played(start, table, log, reached)


def what_occurred(table: Table, move: Any, happenings: list[Any]) -> list[str]:
    found = [f"move {kind_of(move)}"]
    found += [f"event {happening.type}" for happening in happenings]
    pending = table.state.pending
    if pending:
        found.append(f"step {type(pending).__name__.lower()} {getattr(pending, 'step', '')}".strip())
    return found


def kind_of(move: Any) -> str:
    return str(type(move).__struct_config__.tag)


# ---------------------------------------------------------------- playing


def choose(table: Table, chance: random.Random) -> Any:
    """A legal move that keeps a game going somewhere; None when the game is over."""
    now = known_due(table)
    assert now is not None, "with the whole table there, it is known what is due"
    if not now.moves:
        return None
    name = now.players[0] if now.players else ""
    if "end" in now.moves:
        return _in_own_turn(table, name, now.moves, chance)
    if now.moves == ("field",):
        return shapes.Field(player=name, force=_force(table, name, chance))
    if "enter" in now.moves:
        return _declaration(table, name, chance)
    (kind,) = now.moves
    moves = list(game.legal_moves(table, None, kind))
    assert moves, (now, "somebody has to decide, but there is nothing to choose")
    if kind in ("allies", "dispute") and len(moves) > 1 and chance.random() < 0.8:
        moves = moves[1:]  # the first is to stop
    castles = [move for move in moves if kind == "ransom" and move.pay is not None and move.pay.card is None]
    if castles and chance.random() < 0.5:
        moves = castles
    return chance.choice(moves)


def _in_own_turn(table: Table, name: str, kinds: tuple[str, ...], chance: random.Random) -> Any:
    if chance.random() < 0.12:
        free = list(game.legal_moves(table, None, chance.choice(("tower", "garrison"))))
        if free:
            return chance.choice(free)
    if chance.random() < 0.003:
        return shapes.Concede(player=name)
    wanted = [kind for kind in kinds if kind in ACTIONS]
    while wanted and chance.random() < 0.98:
        kind = chance.choices(wanted, [WEIGHTS.get(kind, 2) for kind in wanted])[0]
        wanted.remove(kind)
        moves = list(game.legal_moves(table, None, kind))
        if moves:
            return chance.choice(moves)
    return shapes.End(player=name)


def _force(table: Table, name: str, chance: random.Random) -> Force:
    """Some of what an Earl has; the attacker at least one card."""
    player, state = table.by_name[name], table.state
    defending = state.pending.step == "field-defender"  # type: ignore[union-attr]
    if defending and chance.random() < 0.3:
        return Force()
    share = chance.choice((0.3, 0.6, 0.9))

    def some(items: Any) -> tuple[Any, ...]:
        return tuple(item for item in items if chance.random() < share)

    hand = [card for card in player.hand if card in FACES and card != "prince"]
    if "prince" in player.hand and not any(fief.lord == "prince" for fief in player.fiefs):
        hand.append("prince")
    mercenaries = [one.id for one in player.mercenaries]
    is_king = state.king == name
    parts: dict[str, Any] = {
        "hand": some(hand),
        "lords": some(fief.id for fief in player.fiefs if fief.lord),
        "pool": some(player.pool)[: capacity_of(table, name)],
        "mercenaries": some(mercenaries),
        "garrisons": some(one.id for one in player.mercenaries if one.garrison),
        "royal": some(state.royal_army) if is_king else (),
        "king": is_king and chance.random() < share,
    }
    if not defending and not any(parts.values()):
        return next(move.force for move in game.legal_moves(table, name, "field"))
    return Force(**parts)


def _declaration(table: Table, name: str, chance: random.Random) -> Any:
    """Out of a joust, or into it with some bet and some jouster."""
    stays = [*game.legal_moves(table, None, "excuse"), *game.legal_moves(table, None, "stay-out")]
    if stays and chance.random() < 0.5:
        return chance.choice(stays)
    player = table.by_name[name]
    stakes = [shapes.Stake(fief.id, card) for fief in player.fiefs for card in (None, *fief.properties)]
    jousters = [shapes.Jouster(fief=fief.id) for fief in player.fiefs if fief.lord]
    jousters += [shapes.Jouster(card=card) for card in player.hand]
    for _ in range(8):
        bet = chance.choice([None, *stakes])
        move = shapes.Enter(player=name, bet=bet, jouster=chance.choice(jousters) if jousters else None)
        if passes(table, move):
            return move
    return chance.choice([*stays, *game.legal_moves(table, None, "enter")])


# ---------------------------------------------------------------- checking


def check_table(table: Table, quiet: int) -> None:
    told = msgspec.to_builtins(table.state)
    if table.state.phase != "decks":
        check_cards(told)
    check_armies(told)
    check_vikings(told, quiet)
    check_earldoms(told)


def check_cards(told: dict[str, Any]) -> None:
    """Every card of a colour is in exactly one place, counted without the engine's help."""
    places: dict[str, list[str]] = {player["name"]: [] for player in told["players"]}

    def lies(card: Any, holder: str) -> None:
        if isinstance(card, dict):
            places[card["owner"]].append(card["card"])
        else:
            places[holder].append(card)

    for player in told["players"]:
        name = player["name"]
        for zone in ("deck", "discard", "hand", "towers", "removed", "emissaries"):
            places[name] += player[zone]
        places[name] += ["banner"] * player["banners"]
        for fief in player["fiefs"]:
            for card in (fief["anchor"], *fief["properties"]):
                lies(card, name)
            if fief["lord"]:
                places[name].append(fief["lord"])
        for mercenary in player["mercenaries"]:
            places[mercenary.get("owner", name)].append("mercenary")
    for owner, card in in_flight(told["pending"] or {}):
        places[owner].append(card)
    for player in told["players"]:
        assert sorted(places[player["name"]]) == sorted([*player["built"], "palace"]), player["name"]


def in_flight(pending: dict[str, Any]) -> list[tuple[str, str]]:
    """The Earl cards that a pending decision holds."""
    held = [(card["owner"], card["card"]) for zone in ("placing", "destroyed") for card in pending.get(zone, ())]
    match pending.get("type"):
        case "battle":
            held += [(card["owner"], card["card"]) for card in pending["reattaching"]]
            held += [(pending["attacker"], card) for card in pending["attackers"]["hand"]]
            held += [(pending["defender"], card) for card in pending["defenders"]["hand"]]
        case "politics" if pending["step"] in ("allies", "attacker", "defender"):
            held.append((pending["attacker"], pending["card"]))
            held += [(pending["attacker"], "vassal")] * pending["attackers"].count("hand")
            held += [(pending["target"], "vassal")] * pending["defenders"].count("hand")
            held += [(pending["target"], "allies")] if pending["allies"] else []
        case "joust":
            held += [(card["owner"], card["card"]) for _, card in pending["reattaching"]]
            held += [(pending["organiser"], "banner")] if pending["winner"] is None else []
            for one in pending["declared"]:
                held += [(one["player"], "banner")] if one["choice"] == "excuse" else []
                jouster = one["jouster"] or {}
                held += [(one["player"], jouster["card"])] if jouster.get("card") else []
    return held


def check_armies(told: dict[str, Any]) -> None:
    """Every Army card, Battle card and Viking card is in exactly one place."""
    armies = Counter([*told["army_deck"], *told["army_discard"], *told["royal_army"]])
    for player in told["players"]:
        armies.update(player["pool"])
        armies.update(one["garrison"] for one in player["mercenaries"] if one["garrison"])
    pending = told["pending"] or {}
    if pending.get("type") == "battle":
        armies.update([*pending["attackers"]["pool"], *pending["defenders"]["pool"]])
    more = len(told["players"]) - 2
    assert armies == {"infantry": 16 + 8 * more, "knights": 8 + 4 * more}
    battle = Counter([*told["battle_deck"], *told["battle_discard"]])
    assert battle == {"normal": 15, "attacker": 3, "defender": 3, "church": 3}
    vikings = Counter([*told["viking_deck"], *told["viking_discard"], *told["vikings"]])
    assert vikings == {"viking": 16, "chieftain": 8}


def check_vikings(told: dict[str, Any], quiet: int) -> None:
    """Cubes by emissaries; markers by emissaries and rounds without an attack; no landing in the first round."""
    gone = {entry["player"] for entry in told["eliminated"]}
    sent = 0
    for player in told["players"]:
        emissaries = player["emissaries"]
        sent += len(emissaries)
        cubes = 1 + emissaries.count("vassal") + 2 * emissaries.count("monk")
        assert player["cubes"] == (0 if player["name"] in gone else cubes) <= 20
    if told["arrived"]:
        assert told["round"] > 1
        assert (told["black_markers"], told["white_marker"]) == (0, False)
    else:
        assert told["black_markers"] == min(8, sent + quiet)
        assert not told["vikings"]


def check_earldoms(told: dict[str, Any]) -> None:
    """One Prince Lord an Earl, one Cathedral, a Fief for everybody, no Banners beside a King."""
    gone = {entry["player"] for entry in told["eliminated"]}
    cathedrals = 0
    for player in told["players"]:
        lords = [fief["lord"] for fief in player["fiefs"]]
        assert lords.count("prince") <= 1
        for fief in player["fiefs"]:
            types = [card["card"] if isinstance(card, dict) else card for card in fief["properties"]]
            cathedrals += types.count("cathedral")
        assert player["fiefs"] or player["name"] in gone or told["pending"] or told["phase"] == "over"
        assert len({fief["id"] for fief in player["fiefs"]}) == len(player["fiefs"])
    assert cathedrals <= 1
    if told["king"] is None:
        assert not told["royal_army"]
    else:
        assert not any(player["banners"] for player in told["players"])
        assert told["king"] not in gone
        assert len(told["royal_army"]) < len(told["players"])


def check_end(table: Table) -> None:
    assert game.following(table) == ("over", [], [])
    assert len(table.living) == 1
    scoring = game.score([table], {})
    assert scoring.final is True
    assert scoring.ranking[0] == table.living
    assert [name for group in scoring.ranking for name in group][::-1] == [
        *(gone.player for gone in table.state.eliminated),
        *table.living,
    ]
