"""The chances of a battle, card by card: Mazo de batalla, Resolución del combate, Asignación del daño."""

import itertools
from collections import Counter
from fractions import Fraction
from typing import Any

from .combat import church_speaker
from .common import FIRST_VALUES, Pack, State, earl, fief_of

BATTLE_CARDS = ("normal", "attacker", "defender", "church")
OUTCOMES = ("normal", "attacker", "defender")
Side = dict[str, Any]
"""One side: ``units`` as (card, what dies with it or None, group), and figures."""


class Unit:
    """A fielded card, where it comes from, and the garrison that dies with it."""

    def __init__(self, card: str, zone: str, body: int, drags: int | None = None) -> None:
        self.card, self.zone, self.body, self.drags = card, zone, body, drags

    def deaths(self) -> set[int]:
        """The bodies that die when this unit takes a point: Armies and Mercenaries, with his garrison."""
        if self.zone in ("hand", "lords", "king"):
            return set()
        return {self.body} if self.drags is None else {self.body, self.drags}


# ---------------------------------------------------------------- the two sides


def side_of_table(state: State, name: str | None, units: dict[str, Any]) -> list[Unit]:
    """The units of a force on a table."""
    bodies = itertools.count()
    side = [Unit(card, "hand", next(bodies)) for card in units.get("hand") or []]
    side += [Unit(card, "army", next(bodies)) for zone in ("pool", "royal") for card in units.get(zone) or []]
    side += [Unit(card, "viking", next(bodies)) for card in units.get("vikings") or []]
    side += [Unit("king", "king", next(bodies))] if units.get("king") else []
    if name is None:
        return side
    player = earl(state, name)
    side += [Unit(fief["lord"], "lords", next(bodies)) for fief in player["fiefs"] if fief["id"] in units["lords"]]
    for mercenary in player["mercenaries"]:
        garrison = next(bodies) if mercenary["garrison"] else None
        if mercenary["id"] in units["mercenaries"]:
            side.append(Unit("mercenary", "army", next(bodies), garrison))
        if mercenary["id"] in units["garrisons"] and garrison is not None:
            side.append(Unit(mercenary["garrison"], "army", garrison))
    return side


def side_of_muster(muster: dict[str, Any]) -> list[Unit]:
    """The units of a muster: garrisons stand with the first Mercenaries, those that stayed home with the next."""
    bodies = itertools.count()
    side = [Unit(card, zone, next(bodies)) for zone in ("hand", "lords") for card in muster.get(zone) or []]
    for card, field in (("infantry",) * 2, ("knights",) * 2, ("viking", "vikings"), ("chieftain", "chieftains")):
        side += [Unit(card, "army", next(bodies)) for _ in range(muster.get(field) or 0)]
    side += [Unit("king", "king", next(bodies))] if muster.get("king") else []
    garrisons = [Unit(card, "army", next(bodies)) for card in muster.get("garrisons") or []]
    homes = [unit.body for unit in garrisons] + [next(bodies) for _ in range(muster.get("idle_garrisons") or 0)]
    for at in range(muster.get("mercenaries") or 0):
        side.append(Unit("mercenary", "army", next(bodies), homes[at] if at < len(homes) else None))
    return side + garrisons


def killed(units: list[Unit], hits: int) -> list[int]:
    """The least and the most deaths, over all ways to hit so many units."""
    if len(units) > 14:
        return killed_by_counting(units, hits)
    numbers = [
        len(set().union(*(unit.deaths() for unit in chosen))) for chosen in itertools.combinations(units, hits)
    ]
    return [min(numbers), max(numbers)]


def killed_by_counting(units: list[Unit], hits: int) -> list[int]:
    """The same for many units: spared first those who do not die, or hit first those who drag most along."""
    safe = sum(1 for unit in units if not unit.deaths())
    fielded = {unit.body for unit in units}
    pairs = [unit for unit in units if unit.drags in fielded]
    idle = [unit for unit in units if unit.drags is not None and unit.drags not in fielded]
    plain = [unit for unit in units if unit.deaths() and unit not in pairs and unit not in idle]
    plain = [unit for unit in plain if unit.body not in {pair.drags for pair in pairs}]
    return [least_deaths(hits - safe, len(plain), len(pairs)), most_deaths(hits, len(plain), len(pairs) + len(idle))]


def least_deaths(hits: int, plain: int, pairs: int) -> int:
    """Safe units first, then Armies and garrisons one death each; a Mercenary after his own garrison is one more."""
    hits = max(0, hits)
    cheap = plain + 2 * pairs
    return hits if hits <= cheap else cheap + 2 * (hits - cheap)


def most_deaths(hits: int, plain: int, mercenaries: int) -> int:
    """Mercenaries first, two deaths each; then Armies; garrisons of dead Mercenaries and safe units last."""
    double = min(hits, mercenaries)
    return 2 * double + min(hits - double, plain)


# ---------------------------------------------------------------- one outcome


def side_odds(battle: dict[str, Any], who: str, outcome: str) -> dict[str, Any]:
    """What an outcome does to the forces of one side."""
    units: list[Unit] = battle[who]
    other: list[Unit] = battle["defenders" if who == "attackers" else "attackers"]
    spared = {"attackers": "attacker", "defenders": "defender"}[who] == outcome
    damage = 0 if spared else sum(battle["deals"][unit.card] for unit in other)
    loses = outcome == {"attackers": "defender", "defenders": "attacker"}[who]
    captured = [unit for unit in units if unit.zone == "lords"] if loses else []
    if captured and battle["vikings"] and battle["captives"] == "at-once":
        units = [unit for unit in units if unit.zone != "lords"]
    hits = min(damage, len(units))
    return {
        "damage": damage,
        "hits": hits,
        "killed": killed(units, hits),
        "captured": len(captured),
        "ransomable": bool(captured) and not battle["vikings"],
        "spent": sum(1 for unit in units if unit.zone == "hand"),
    }


def target_odds(battle: dict[str, Any], defenders: dict[str, Any]) -> dict[str, Any]:
    """What an outcome does to Towers, Properties and Castle."""
    over = defenders["damage"] - defenders["hits"]
    reaches = over if battle["kind"] == "towers" else max(0, over - battle["towers"])
    towers = min(over, battle["towers"]) if battle["kind"] == "towers" else 0
    falls = battle["kind"] == "siege" and battle["there"] and reaches >= battle["needed"]
    properties = min(reaches, battle["properties"]) if battle["kind"] == "raid" else 0
    properties = battle["properties"] if falls else properties
    lords = {unit.card for unit in battle["attackers"] if unit.zone == "lords"}
    slots = 0 if battle["vikings"] else len(lords & {"prince", "vassal"})
    return {
        "reaches": reaches,
        "towers_lost": towers,
        "properties_lost": properties,
        "falls": falls,
        "eliminates": falls and battle["last"],
        "capturable": min(slots, properties + falls),
    }


def chances(battle: dict[str, Any]) -> dict[str, Fraction]:
    """Mazo de batalla: each card that is not known to be gone is as likely as any other."""
    total = sum(battle["cards"].values())
    return {card: Fraction(battle["cards"].get(card, 0), total) for card in BATTLE_CARDS}


def share(chance: dict[str, Fraction], holds: set[str], decider: str | None) -> list[Fraction]:
    """How likely one of these outcomes is, at least and at most, whatever the Church decides."""
    sure = sum((chance[outcome] for outcome in OUTCOMES if outcome in holds), Fraction(0))
    if decider is None:
        sure += chance["church"] if "normal" in holds else 0
        return [sure, sure]
    least = sure + (chance["church"] if holds >= set(OUTCOMES) else 0)
    return [least, sure + (chance["church"] if holds else 0)]


def weigh(battle: dict[str, Any]) -> dict[str, Any]:
    """All figures of a battle. Without defenders no card is revealed: the attack succeeds."""
    if not battle["defenders"]:
        battle = {**battle, "decider": None, "cards": Counter({"attacker": 1}), "unopposed": True}
    chance = chances(battle)
    outcomes: dict[str, Any] = {}
    for outcome in OUTCOMES:
        if battle.get("unopposed") and outcome != "attacker":
            continue
        attackers, defenders = side_odds(battle, "attackers", outcome), side_odds(battle, "defenders", outcome)
        outcomes[outcome] = {
            "outcome": outcome,
            "chance": share(chance, {outcome}, battle["decider"]),
            "attackers": attackers,
            "defenders": defenders,
            "target": target_odds(battle, defenders),
        }
    return {
        "cards": {}
        if battle.get("unopposed")
        else {card: (battle["cards"].get(card, 0), chance[card]) for card in BATTLE_CARDS},
        "decider": battle["decider"],
        "outcomes": outcomes,
        "events": events(battle, outcomes, chance),
    }


COUNTED = {
    "attackers-hit": ("attackers", "hits"),
    "defenders-hit": ("defenders", "hits"),
    "towers-lost": ("target", "towers_lost"),
    "properties-lost": ("target", "properties_lost"),
}
CERTAIN = {
    "attacker-unharmed": lambda outcome: outcome["attackers"]["hits"] == 0 and not outcome["attackers"]["captured"],
    "defender-unharmed": lambda outcome: outcome["defenders"]["damage"] == 0 and not outcome["defenders"]["captured"],
    "attacker-lords-captured": lambda outcome: outcome["attackers"]["captured"] > 0,
    "defender-lords-captured": lambda outcome: outcome["defenders"]["captured"] > 0,
    "castle-falls": lambda outcome: outcome["target"]["falls"],
    "defender-eliminated": lambda outcome: outcome["target"]["eliminates"],
}


def asked(battle: dict[str, Any], event: str) -> bool:
    """Whether this attack, with these forces, can bring about such a thing at all."""
    match event:
        case "attacker-lords-captured":
            return any(unit.zone == "lords" for unit in battle["attackers"])
        case "defender-lords-captured":
            return any(unit.zone == "lords" for unit in battle["defenders"])
        case "towers-lost":
            return bool(battle["kind"] == "towers")
        case "properties-lost":
            return bool(battle["kind"] != "towers")
        case "castle-falls":
            return bool(battle["kind"] == "siege")
        case "defender-eliminated":
            return bool(battle["kind"] == "siege" and battle["last"])
    return True


def events(
    battle: dict[str, Any], outcomes: dict[str, Any], chance: dict[str, Fraction]
) -> dict[tuple[str, int | None], list[Fraction]]:
    """How likely things are over all cards, at least and at most; of what is counted, each number that can come."""
    found: dict[tuple[str, int | None], list[Fraction]] = {}
    for event, test in CERTAIN.items():
        if not asked(battle, event):
            continue
        holds = {name for name, outcome in outcomes.items() if test(outcome)}
        found[event, None] = share(chance, holds, battle["decider"])
    for event, (part, figure) in COUNTED.items():
        if not asked(battle, event):
            continue
        for number in {outcome[part][figure] for outcome in outcomes.values()}:
            holds = {name for name, outcome in outcomes.items() if outcome[part][figure] == number}
            found[event, number] = share(chance, holds, battle["decider"])
    return found


# ---------------------------------------------------------------- a table, or a battle alone


def whole_deck(pack: Pack) -> Counter[str]:
    return Counter({entry["card"]: entry["count"] for entry in pack["piles"] if entry["deck"] == "battle"})


def odds(state: State, pack: Pack) -> dict[str, Any]:
    """The chances of the battle that is pending at the fielding of the defender, the card, or the Church."""
    battle = state["pending"]
    fief = fief_of(state, battle["defender"], battle["fief"]) if battle["fief"] is not None else None
    gone = Counter(card for card in state["battle_discard"] if card != "?")
    left = whole_deck(pack) - gone
    if battle["step"] == "church":
        left = Counter({"church": 1})
    anchor = fief["anchor"] if fief else "castle"
    return weigh(
        {
            "attackers": side_of_table(state, battle["attacker"], battle["attackers"]),
            "defenders": side_of_table(state, battle["defender"], battle["defenders"]),
            "kind": battle["kind"],
            "vikings": battle["attacker"] is None,
            "captives": ((state.get("options") or {}).get("house_rules") or {}).get("viking_captives", "absorb"),
            "towers": len(earl(state, battle["defender"])["towers"]),
            "properties": len(fief["properties"]) if fief else 0,
            "there": fief is not None,
            "needed": needed(pack, anchor["card"] if isinstance(anchor, dict) else anchor),
            "last": len(earl(state, battle["defender"])["fiefs"]) == 1,
            "cards": left or whole_deck(pack),
            "decider": church_speaker(state),
            "deals": {entry["card"]: entry["deals"] for entry in pack["units"]},
        }
    )


def needed(pack: Pack, anchor: str) -> int:
    return int(next(entry["damage"] for entry in pack["strongholds"] if entry["card"] == anchor))


def odds_of_engagement(engagement: dict[str, Any], pack: Pack) -> dict[str, Any]:
    """The chances of a battle without a table."""
    attackers = engagement["attackers"]
    gone = Counter(card for card in engagement.get("discarded") or [] if card != "?")
    rules = (engagement.get("options") or {}).get("house_rules") or {}
    church = engagement.get("church") or "nobody"
    return weigh(
        {
            "attackers": side_of_muster(attackers),
            "defenders": side_of_muster(engagement.get("defenders") or {}),
            "kind": engagement["kind"],
            "vikings": bool(attackers.get("vikings") or attackers.get("chieftains")),
            "captives": rules.get("viking_captives", FIRST_VALUES["viking_captives"]),
            "towers": engagement.get("towers") or 0,
            "properties": engagement.get("properties") or 0,
            "there": True,
            "needed": needed(pack, engagement.get("anchor") or "castle"),
            "last": False,
            "cards": whole_deck(pack) - gone or whole_deck(pack),
            "decider": None if church == "nobody" else church,
            "deals": {entry["card"]: entry["deals"] for entry in pack["units"]},
        }
    )
