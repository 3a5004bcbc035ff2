"""Parts of Fiefs, Mercenaries and pending decisions that are left out: what follows is computed, the rest is unknown."""

import random
from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from schemas.ortus_regni import Battle, Invasion, Joust, Politics, State
from service.games.ortus_regni.game import GAME as game
from service.games.ortus_regni.table import Table
from service.referee.judge import rule_on
from service.referee.known import is_known
from tests.client import Referee
from tests.games.ortus_regni.invariants import choose, opening
from tests.games.ortus_regni.positions import ransom
from tests.games.ortus_regni.tables import attack, field, make, of, reveal, suffer

BARE: dict[str, Any] = {"id": 1, "anchor": "palace"}
"""A Palace of which nothing else is known."""
SEAT = {**BARE, "lord": None, "properties": []}


def earl(name: str, *properties: str, **zones: Any) -> dict[str, Any]:
    return {"name": name, "fiefs": [{**BARE, "lord": None, "properties": list(properties)}], **zones}


def at_church(*players: dict[str, Any], **parts: Any) -> dict[str, Any]:
    sides = {"attackers": {"pool": ["knights"]}, "defenders": {"pool": ["infantry"]}}
    battle = {"type": "battle", "attacker": "ana", "defender": "bruno", "kind": "raid", "fief": 1, "step": "church"}
    return {"players": list(players), "pending": {**battle, "card": "church", "damage": [2, 1], **sides, **parts}}


def decide(player: str) -> dict[str, Any]:
    return make("decide", player, outcome="defender")


# ---------------------------------------------------------------- who speaks for the Church

CHURCHES = [
    pytest.param([earl("ana", "cathedral"), earl("bruno", "church", "land")], "ana", id="the Cathedral"),
    pytest.param([earl("ana", "land"), earl("bruno", "church", "land")], "bruno", id="most Churches"),
    pytest.param(
        [earl("ana", "church"), earl("bruno", "land"), earl("carla", "church", "church")], "carla", id="a third"
    ),
]


@pytest.mark.parametrize("players", [param.values[0] for param in CHURCHES], ids=[param.id for param in CHURCHES])
@pytest.mark.parametrize("parts", [{}, {"decider": None}])
def test_who_speaks_for_the_church_follows(ortus_regni: Referee, players: list[Any], parts: dict[str, Any]) -> None:
    speaker = next(param.values[1] for param in CHURCHES if param.values[0] is players)
    state = at_church(*players, **parts)
    for player in players:
        answer = ortus_regni.validate(state, decide(player["name"]))
        assert answer["verdict"] == ("legal" if player["name"] == speaker else "illegal")
        assert answer.assumed == []
    assert ortus_regni.moves(state)["next"]["players"] == [speaker]


def test_a_wrong_speaker_is_not_trusted(ortus_regni: Referee) -> None:
    players = [earl("ana", "cathedral"), earl("bruno", "church", "land")]
    assert ortus_regni.audit(at_church(*players, decider="ana"))["verdict"] == "possible"
    assert ortus_regni.audit(at_church(*players, decider="bruno")).broken == ["card/church-decides"]


def test_with_a_tie_there_is_nothing_to_decide(ortus_regni: Referee) -> None:
    answer = ortus_regni.validate(at_church(earl("ana", "church"), earl("bruno", "church")), decide("bruno"))
    assert (answer["verdict"], answer.broken) == ("impossible", ["card/church-decides"])


def test_with_an_earl_unknown_it_is_assumed_who_speaks(ortus_regni: Referee) -> None:
    state = at_church(earl("ana", "land"), earl("bruno", "church", "land"), {"name": "carla"})
    for name in ("ana", "bruno", "carla"):
        answer = ortus_regni.validate(state, decide(name))
        assert (answer["verdict"], answer.assumed) == ("legal", ["speaks-for-church"])
    assert answer["assumed"][0]["zones"] == ["/state/players/2/fiefs", "/state/eliminated"]
    assert [fact["fact"] for fact in ortus_regni.moves(state)["next"]["unknown"]] == ["due"]
    assert ortus_regni.validate(state, make("end"))["verdict"] == "illegal"


def test_a_church_revealed_with_an_earl_unknown_claims_no_step(ortus_regni: Referee) -> None:
    state = at_church(earl("ana", "land"), earl("bruno", "church", "land"), {"name": "carla"}, step="card", card=None)
    answer = ortus_regni.validate(state, reveal("church"))
    assert answer["verdict"] == "legal"
    assert "pending" not in answer["state"]
    assert of(answer["state"], "bruno")["fiefs"] == state["players"][1]["fiefs"]  # a card alone takes no Fief


# ---------------------------------------------------------------- damage, and other parts that follow


def at_defence(**parts: Any) -> dict[str, Any]:
    battle = {"type": "battle", "attacker": "ana", "defender": "bruno", "kind": "towers", "step": "field-defender"}
    return {
        "players": [{"name": "ana"}, {"name": "bruno", "hand": ["vassal"], "towers": ["monk", "monk"]}],
        "pending": {**battle, "attackers": {"hand": ["champion"]}, **parts},
    }


def test_damage_follows_from_the_forces(ortus_regni: Referee) -> None:
    assert ortus_regni.audit(at_defence())["verdict"] == "possible"
    answer = ortus_regni.validate(at_defence(), field("bruno", hand=["vassal"]))
    assert (answer["verdict"], answer["state"]["pending"]["damage"]) == ("legal", [2, 1])
    assert (
        answer["state"] == ortus_regni.validate(at_defence(damage=[2, 0]), field("bruno", hand=["vassal"]))["state"]
    )


@pytest.mark.parametrize("damage", [[1, 0], [3, 0], [2, 1]])
def test_wrong_damage_is_not_trusted(ortus_regni: Referee, damage: list[int]) -> None:
    answer = ortus_regni.audit(at_defence(damage=damage))
    assert answer["verdict"] == "impossible"
    assert set(answer.broken) <= {"damage/total", "combat/sequence"}


def test_damage_of_an_unknown_lord_is_unknown(ortus_regni: Referee) -> None:
    state = at_defence(attackers={"lords": [1]})
    state["players"][0]["fiefs"] = [BARE]
    answer = ortus_regni.validate(state, field("bruno"))
    assert answer["verdict"] == "legal"
    assert "pending" not in answer["state"]
    assert of(answer["state"], "bruno")["towers"] == of(state, "bruno")["towers"], (
        "which of them fall is bruno's choice"
    )
    assert "discard" not in of(answer["state"], "bruno")
    answer = ortus_regni.validate(state, field("bruno", hand=["vassal"]))
    assert answer["state"]["pending"]["step"] == "card"
    assert "damage" not in answer["state"]["pending"]


def test_towers_that_nobody_knows_may_have_fallen(ortus_regni: Referee) -> None:
    state = at_defence()
    del state["players"][1]["towers"]
    after = ortus_regni.validate(state, field("bruno"))["state"]
    assert "pending" not in after, "whether there is a Tower to lose is unknown"
    after = ortus_regni.validate(state, field("bruno", hand=["vassal"]))["state"]
    assert after["pending"]["step"] == "card"


def test_a_ransom_with_a_bare_castle_is_possible(ortus_regni: Referee) -> None:
    battle = {"type": "battle", "attacker": "ana", "defender": "bruno", "kind": "towers", "step": "ransom"}
    battle |= {"attackers": {"hand": ["champion"]}, "defenders": {"lords": [1]}, "card": "attacker", "captured": [1]}
    state = {
        "players": [earl("ana"), {"name": "bruno", "fiefs": [{**BARE, "lord": "vassal", "properties": []}]}],
        "pending": battle,
    }
    assert ortus_regni.audit(state)["verdict"] == "possible"
    assert ortus_regni.validate(state, ransom("bruno", 1))["verdict"] == "legal"


# ---------------------------------------------------------------- who is out, in a joust


def declaring(*players: dict[str, Any], **parts: Any) -> dict[str, Any]:
    joust = {"type": "joust", "organiser": "bruno", "step": "declare", "declared": [], **parts}
    return {"players": list(players), "pending": joust}


def test_an_earl_without_a_fief_does_not_declare(ortus_regni: Referee) -> None:
    state = declaring({"name": "ana"}, {"name": "bruno"}, {"name": "carla", "fiefs": []})
    answer = ortus_regni.validate(state, make("stay-out", "ana"))
    assert (answer["verdict"], answer.assumed) == ("legal", ["exempt", "turn"])
    assert ortus_regni.validate(state, make("stay-out", "carla"))["verdict"] == "illegal"


def test_who_may_be_out_may_be_passed_over(ortus_regni: Referee) -> None:
    names = [{"name": name} for name in ("ana", "bruno", "carla", "dario")]
    declared = [{"player": name, "choice": "excuse"} for name in ("carla", "ana")]
    assert ortus_regni.audit(declaring(*names, declared=declared))["verdict"] == "possible"
    dario = {"name": "dario", "fiefs": [BARE]}
    answer = ortus_regni.audit(declaring(*names[:3], dario, declared=declared))
    assert (answer["verdict"], answer.broken) == ("impossible", ["joust/order"]), (
        "dario is there, and was passed over"
    )
    told = {**declaring(*names, declared=declared), "eliminated": []}
    assert ortus_regni.audit(told).broken == ["joust/order"]


def test_who_has_declared_may_be_unknown(ortus_regni: Referee) -> None:
    state = declaring(earl("ana"), earl("bruno"))
    del state["pending"]["declared"]
    answer = ortus_regni.validate(state, make("stay-out", "ana"))
    assert (answer["verdict"], answer.assumed) == ("legal", ["turn"])
    assert "pending" not in answer["state"]
    assert ortus_regni.validate(state, make("end", "bruno"))["verdict"] == "illegal"


# ---------------------------------------------------------------- a Fief of which little is known


def with_bare(move: dict[str, Any], **zones: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    players = [
        {"name": "ana", "fiefs": [BARE], "mercenaries": [{"id": 1}], **zones},
        {"name": "bruno", "fiefs": [BARE]},
    ]
    table = {
        "phase": "turn",
        "round": 5,
        "turn": "ana",
        "acted": False,
        "pending": None,
        "eliminated": [],
        "king": None,
    }
    return {**table, "players": players}, move


def fielding(force: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    state, move = with_bare(make("field", force=force), pool=["knights"])
    battle = {"type": "battle", "attacker": "ana", "defender": "bruno", "kind": "siege", "step": "field-attacker"}
    return {**state, "acted": True, "pending": {**battle, "fief": 1}}, move


ASSUMED = [
    ("lord-there", *fielding({"lords": [1]})),
    ("capacity", *fielding({"pool": ["knights"]})),
    ("garrison-there", *fielding({"garrisons": [1]})),
    ("garrison-free", *with_bare(make("garrison", army="knights", mercenary=1), pool=["knights"])),
    ("no-prince", *with_bare(make("appoint", card="prince", fief=1), hand=["prince"])),
    ("no-market", *with_bare(make("attach", card="land", fief=1), hand=["land"])),
    ("no-cathedral", *with_bare(make("attach", card="cathedral", fief=1), hand=["cathedral"])),
    ("abbot-there", *with_bare(make("monastery", fief=1, target="bruno"))),
    ("has-land", *with_bare(make("recruit", count=1))),
    ("has-market", *with_bare(make("recruit", count=2))),
    ("has-prince", *with_bare(make("bequeath"), hand=["banner"], deck=["?"])),
    ("lord-to-kill", *with_bare(make("treachery", target="bruno", aim="lord", fief=1), hand=["treachery"])),
    ("properties-there", *with_bare(make("intrigue", target="bruno", aim="properties", fief=1), hand=["intrigue"])),
    ("raid-target", *with_bare(attack("raid", 1), hand=["champion"])),
    ("unit-there", *with_bare(attack("siege", 1), hand=[], mercenaries=[])),
]


@pytest.mark.parametrize(("fact", "state", "move"), ASSUMED, ids=[fact for fact, _, _ in ASSUMED])
def test_an_unknown_part_is_assumed(ortus_regni: Referee, fact: str, state: State, move: dict[str, Any]) -> None:
    answer = ortus_regni.validate(state, move)
    assert answer["verdict"] == "legal", answer["violations"]
    assert fact in answer.assumed
    entry = next(entry for entry in answer["assumed"] if entry["fact"] == fact)
    assert entry["zones"], "it says what to send"
    for zone in entry["zones"]:
        part: Any = {"state": state}
        for step in zone.split("/")[1:-1]:
            part = part[int(step)] if isinstance(part, list) else part[step]
        assert zone.rsplit("/", 1)[1] not in part


def test_an_unknown_fief_stays_unknown(ortus_regni: Referee) -> None:
    state, move = with_bare(make("attach", card="market", fief=1), hand=["market"], discard=[])
    after = of(ortus_regni.validate(state, move)["state"], "ana")
    assert after["fiefs"] == [BARE]
    state, move = with_bare(make("appoint", card="vassal", fief=1), hand=["vassal"], discard=[])
    after = of(ortus_regni.validate(state, move)["state"], "ana")
    assert after["fiefs"] == [{**BARE, "lord": "vassal"}]
    assert "discard" not in after, "who was Lord before is unknown"


def test_what_is_sent_of_a_fief_is_held_against_a_move(ortus_regni: Referee) -> None:
    state, move = fielding({"lords": [1]})
    state["players"][0]["fiefs"] = [{**BARE, "lord": None}]
    assert ortus_regni.validate(state, move).broken == ["field/lords"]
    state, move = with_bare(attack("raid", 1), hand=["champion"])
    state["players"][1]["fiefs"] = [{**BARE, "properties": []}]
    assert ortus_regni.validate(state, move).broken == ["attack/empty-target"]


def test_figures_count_only_what_is_known(ortus_regni: Referee) -> None:
    state = {"players": [{"name": "ana", "fiefs": [BARE]}, earl("bruno", "church")]}
    answer = ortus_regni.score(state)
    ana, bruno = (player["figures"] for player in answer["players"])
    assert "properties" not in ana
    assert "lords" not in ana
    assert bruno["properties"] == 1


# ---------------------------------------------------------------- decisions that were left out


@pytest.mark.parametrize(
    ("move", "lost"),
    [
        (suffer("bruno", towers="monk*2"), "towers"),
        (reveal("attacker"), "pool"),
        (make("allies", "bruno", play=False), "fiefs"),
        (ransom("bruno", 1), "pool"),
        (make("give", "bruno", armies=["knights"]), "pool"),
        (make("capture", "ana", cards=[]), "pool"),
        (field("bruno"), "towers"),
    ],
    ids=lambda value: value["type"] if isinstance(value, dict) else None,
)
def test_with_the_decision_unknown_nothing_false_is_claimed(
    ortus_regni: Referee, move: dict[str, Any], lost: str
) -> None:
    bruno = {**earl("bruno", "land"), "towers": ["monk", "monk"], "hand": ["vassal"], "pool": ["knights"]}
    answer = ortus_regni.validate({"players": [earl("ana"), bruno]}, move)
    assert answer["verdict"] == "legal", answer["violations"]
    assert lost not in of(answer["state"], "bruno")


def test_who_concedes_is_not_left_to_move(ortus_regni: Referee) -> None:
    players = [{"name": name, "fiefs": [BARE]} for name in ("ana", "bruno", "carla")]
    state = {"phase": "turn", "turn": "ana", "acted": False, "pending": None, "first": "ana", "players": players}
    answer = ortus_regni.validate(state, make("concede"))
    assert answer["verdict"] == "legal"
    assert answer["state"].get("turn") != "ana"


def test_cards_of_others_may_have_lain_in_an_unknown_fief(ortus_regni: Referee) -> None:
    """Who leaves the game gives cards of other colours back to their piles."""
    for fief, known in ((BARE, False), (SEAT, True)):
        players = [
            {"name": "ana", "fiefs": [fief], "mercenaries": []},
            {**earl("bruno"), "discard": []},
            earl("carla"),
        ]
        turn = {"phase": "turn", "turn": "ana", "acted": False, "pending": None, "eliminated": [], "king": "bruno"}
        after = ortus_regni.validate({**turn, "players": players}, make("concede"))["state"]
        assert ("discard" in of(after, "bruno")) == known


def test_a_hidden_card_of_an_unknown_hand_is_assumed(ortus_regni: Referee) -> None:
    state = {"phase": "turn", "turn": "bruno", "acted": True, "pending": None, "players": [{"name": "bruno"}]}
    answer = ortus_regni.validate(state, make("tower", "bruno", card="?"))
    assert (answer["verdict"], answer.assumed) == ("legal", ["cards-in-hand"])
    state["players"] = [{"name": "bruno", "hand": []}]
    assert ortus_regni.validate(state, make("tower", "bruno", card="?"))["verdict"] == "illegal"


def test_lists_say_what_they_miss_of_others(ortus_regni: Referee) -> None:
    state, _ = with_bare({}, hand=["treachery", "intrigue", "champion"], pool=[])
    missing = [(fact["fact"], fact["detail"]["player"]) for fact in ortus_regni.moves(state)["missing"]]
    for fact in ("fiefs-known", "hand-known", "pool-known", "mercenaries-known"):
        assert (fact, "bruno") in missing


# ---------------------------------------------------------------- random games


@cache
def pending_tables() -> list[Table]:
    """Tables of random games with something pending."""
    found: list[Table] = []
    for seed in range(1, 25, 2):
        table, chance, moves = opening(seed), random.Random(seed), 0
        while (move := choose(table, chance)) is not None and moves < 220:
            if table.state.pending:
                found.append(table)
            table, moves = rule_on(game, table, move).after, moves + 1
    return found


def parts_of(pending: Any) -> list[str]:
    return [part.name for part in msgspec.structs.fields(type(pending)) if part.default is UNSET]


def test_what_follows_is_what_was_there() -> None:
    """Each part alone, and all of them together, left out of what is pending in random games."""
    followed: set[tuple[str, str, str]] = set()
    for table in pending_tables():
        pending: Any = table.state.pending
        parts = parts_of(pending)
        for left_out in [[part] for part in parts] + [parts]:
            part = replace(pending, **dict.fromkeys(left_out, UNSET))
            seen = Table(replace(table.state, pending=part), table.box, table.choices)
            for name in left_out:
                value = getattr(seen.pending, name)
                if is_known(value):
                    assert value == getattr(pending, name), (name, pending)
                    followed.add((type(pending).__name__, pending.step, name))
    for kind, step, name in FOLLOWS:
        assert (kind, step, name) in followed, (kind, step, name)


FOLLOWS = [
    *[(Battle.__name__, "field-attacker", name) for name in ("attackers", "defenders", "damage", "card", "outcome")],
    *[(Battle.__name__, "field-defender", name) for name in ("defenders", "damage", "decider", "assigned", "doomed")],
    *[(Battle.__name__, "card", name) for name in ("damage", "card", "captured", "destroyed", "placing")],
    *[(Battle.__name__, "church", name) for name in ("damage", "card", "decider", "outcome")],
    *[(Battle.__name__, "ransom", name) for name in ("outcome", "assigned", "destroyed", "damage")],
    *[(Battle.__name__, "damage-attacker", name) for name in ("outcome", "assigned", "captured", "damage")],
    *[(Politics.__name__, "allies", name) for name in ("allies", "attackers", "defenders", "placing")],
    *[(Politics.__name__, "attacker", name) for name in ("allies", "placing")],
    *[(Joust.__name__, "declare", name) for name in ("sudden", "spent", "winner", "placing", "reattaching")],
    *[(Joust.__name__, "place", name) for name in ("declared", "sudden", "spent", "reattaching")],
    *[(Invasion.__name__, "cube", name) for name in ("count", "controller")],
]
"""Parts that must follow in these steps, whatever else does."""
