"""Audits at their boundaries: beside each table that cannot be, the nearest ones that can.

Tables in the middle of a battle, a dispute, a joust or the turn of the Vikings are told in part: what is pending, the
Earls, and what the rule reads.
"""

from typing import Any, NamedTuple

import pytest

from tests.client import Referee
from tests.games.ortus_regni.tables import State, landed, table

EARLS = ("ana", "bruno", "carla")
SEAT: dict[str, Any] = {"id": 1, "anchor": "palace", "lord": None, "properties": []}


class Boundary(NamedTuple):
    """A rule, tables that break it, and their nearest neighbours that do not."""

    rule: str
    wrong: list[State]
    right: list[State]


def holding(pending: Any, **zones: Any) -> State:
    """In ana's turn, her Action taken; ``ana={…}`` tells zones of an Earl."""
    players = [{"name": name, **zones.pop(name, {})} for name in EARLS]
    turn = {"phase": "turn", "turn": "ana", "acted": True, "round": 5, "eliminated": []}
    return {**turn, "players": players, "pending": pending, **zones}


def raiding(pending: Any, **zones: Any) -> State:
    """In the turn of the Vikings."""
    return holding(pending, **{"phase": "vikings", "turn": None, "acted": False, "arrived": True, **zones})


def politics(step: str, **parts: Any) -> Any:
    told = {
        "type": "politics",
        "card": "treachery",
        "attacker": "ana",
        "target": "bruno",
        "aim": "hand",
        "step": step,
    }
    return told | parts


def intrigue(step: str, **parts: Any) -> Any:
    return politics(step, **{"card": "intrigue", "aim": "properties", "fief": 1, "count": 1, **parts})


def joust(step: str = "declare", *declared: Any, **parts: Any) -> Any:
    entries = [{"player": name, "choice": choice, **more} for name, choice, more in declared]
    return {"type": "joust", "organiser": "ana", "step": step, "declared": entries, **parts}


def enters(name: str, **parts: Any) -> Any:
    return name, "enter", {"bet": None, "jouster": None, **parts}


def excused(name: str) -> Any:
    return name, "excuse", {}


def battle(step: str, **parts: Any) -> Any:
    told = {"type": "battle", "attacker": "ana", "defender": "bruno", "kind": "towers", "step": step}
    return told | parts


MET = {"attackers": {"hand": ["champion"]}, "defenders": {"hand": ["vassal"]}}
LORD = {"fiefs": [{**SEAT, "lord": "vassal"}]}
LAND = {"card": "land", "owner": "bruno"}
TAKEN = {"attackers": {"hand": ["champion"]}, "defenders": {"lords": [1]}, "card": "attacker", "outcome": "attacker"}
RAID = {"kind": "raid", "fief": 1, "attackers": {"lords": [1]}, "defenders": {}, "card": None, "outcome": "attacker"}
TOURNAMENT = {"options": {"variants": ["tournament"]}}
MARKERS = {"arrived": False, "white_marker": False}
ENTERED = [enters("bruno"), enters("carla"), enters("ana")]


def marked(round_: int, black: int, **zones: Any) -> State:
    return table(2, round=round_, black_markers=black, **zones)


BOUNDARIES = [
    # ------------------------------------------------------------ components
    Boundary(
        "components/earl-cards",
        [table(ana={"hand": "vassal*7"}), table(ana={"deck": "?*23"}), table(ana={"deck": "?*25"})],
        [table(ana={"hand": "vassal*6"}), table(ana={"deck": "?*24"})],
    ),
    Boundary(
        "army/supply",
        [table(ana={"pool": "infantry*17"}), table(3, ana={"pool": "knights*13"})],
        [table(ana={"pool": "infantry*16"}), table(3, ana={"pool": "knights*12"})],
    ),
    Boundary(
        "army/deck-size",
        [table(army_deck=["?"] * 23), table(army_deck=["?"] * 25), table(3, army_deck=["?"] * 35)],
        [table(army_deck=["?"] * 24), table(3, army_deck=["?"] * 36)],
    ),
    Boundary(
        "components/battle-deck",
        [table(battle_discard="church*4"), table(battle_deck=["?"] * 23), table(battle_deck=["?"] * 25)],
        [table(battle_discard="church*3"), table(battle_deck=["?"] * 24)],
    ),
    Boundary(
        "components/viking-deck",
        [landed(vikings="chieftain*9"), landed(viking_deck=["?"] * 20)],
        [landed(vikings="chieftain*8"), landed(viking_deck=["?"] * 21)],
    ),
    Boundary("lord/one-prince", [table(ana={"fiefs": "palace prince; castle prince"})], [table(ana={"fiefs": "palace prince"})]),
    Boundary(
        "property/cathedral",
        [table(ana={"fiefs": "palace cathedral"}, bruno={"fiefs": "palace cathedral"})],
        [table(ana={"fiefs": "palace cathedral"})],
    ),
    # ------------------------------------------------------------ Vikings
    Boundary(
        "emissary/cubes",
        [table(ana={"emissaries": "monk vassal", "cubes": count}) for count in (3, 5)],
        [table(ana={"emissaries": "monk vassal", "cubes": 4})],
    ),
    Boundary(
        "vikings/black-marker",
        [
            marked(5, 5),
            marked(5, 6, ana={"emissaries": "vassal"}),
            marked(5, 1, ana={"emissaries": "vassal*2"}),
            marked(16, 7, ana={"emissaries": "vassal*4"}, bruno={"emissaries": "monk*4"}),
        ],
        [
            marked(5, 4),
            marked(5, 5, ana={"emissaries": "vassal"}),
            marked(5, 2, ana={"emissaries": "vassal*2"}),
            marked(16, 8, ana={"emissaries": "vassal*4"}, bruno={"emissaries": "monk*4"}),
            marked(16, 0),
            marked(16, 8),
        ],
    ),
    Boundary(
        "vikings/arrival",
        [landed(round=1), table(vikings="viking", black_markers=2)],
        [landed(round=2), table(vikings="", black_markers=2)],
    ),
    Boundary("vikings/markers-away", [landed(black_markers=1), landed(white_marker=True)], [landed()]),
    Boundary(
        "vikings/active",
        [raiding({"type": "vikings", "step": "cube"}, vikings=["viking"] * 3)],
        [raiding({"type": "vikings", "step": "cube"}, vikings=["viking"] * count) for count in (4, 5)],
    ),
    Boundary(
        "vikings/arrival",
        [
            raiding({"type": "vikings", "step": "reveal", "count": 3}, vikings=[]),
            raiding({"type": "vikings", "step": "reveal", "count": 5}, vikings=[]),
            raiding({"type": "vikings", "step": "reveal", "count": 4}, vikings=["viking"]),
        ],
        [
            raiding({"type": "vikings", "step": "reveal", "count": 4}, vikings=[]),
            raiding({"type": "vikings", "step": "reveal", "count": 1}, vikings=["viking"]),
            raiding({"type": "vikings", "step": "reveal", "count": 1}, vikings=[]),
        ],
    ),
    Boundary(
        "vikings/controller",
        [
            raiding({"type": "vikings", "step": "order", "controller": None}),
            raiding({"type": "vikings", "step": "cube", "controller": "ana"}),
        ],
        [
            raiding({"type": "vikings", "step": "order", "controller": "ana"}),
            raiding({"type": "vikings", "step": "order"}),
            raiding({"type": "vikings", "step": "cube", "controller": None}),
        ],
    ),
    Boundary(
        "vikings/their-turn",
        [
            holding({"type": "vikings", "step": "cube"}),
            raiding({"type": "vikings", "step": "cube"}, arrived=False),
        ],
        [raiding({"type": "vikings", "step": "cube"})],
    ),
    # ------------------------------------------------------------ King
    Boundary(
        "crown/lead",
        [table(ana={"banners": 2}), table(ana={"banners": 3}, bruno={"banners": 1})],
        [table(ana={"banners": 1}), table(ana={"banners": 2}, bruno={"banners": 1}), table(ana={"banners": 2}, bruno={"banners": 2})],
    ),
    Boundary("crown/banners-go", [table(king="ana", bruno={"banners": 1})], [table(king="ana", bruno={"banners": 0})]),
    Boundary(
        "king/capacity",
        [table(king="ana", royal_army="infantry*2"), table(3, king="ana", royal_army="infantry*3")],
        [table(king="ana", royal_army="infantry"), table(3, king="ana", royal_army="infantry*2")],
    ),
    Boundary("king/one", [table(royal_army="infantry")], [table(royal_army="infantry", king="ana"), table()]),
    Boundary(
        "crown/offering",
        [
            holding({"type": "coronation", "offering": []}, king="ana"),
            holding({"type": "coronation", "offering": ["bruno"]}, king=None),
            holding({"type": "coronation", "offering": ["ana"]}, king="ana"),
            holding({"type": "coronation", "offering": ["bruno"]}, king="ana", bruno={"pool": []}),
        ],
        [
            holding({"type": "coronation", "offering": ["bruno"]}, king="ana"),
            holding({"type": "coronation", "offering": ["bruno"]}, king="ana", bruno={"pool": ["?"]}),
        ],
    ),
    Boundary(
        "crown/offering-order",
        [holding({"type": "coronation", "offering": ["carla", "bruno"]}, king="ana")],
        [
            holding({"type": "coronation", "offering": ["bruno", "carla"]}, king="ana"),
            holding({"type": "coronation", "offering": ["carla"]}, king="ana"),
        ],
    ),
    # ------------------------------------------------------------ peace
    Boundary(
        "setup/first-round",
        [holding(battle("field-attacker"), round=1)],
        [holding(battle("field-attacker"), round=2), holding(politics("allies"), round=1)],
    ),
    Boundary(
        "tournament/peace",
        [
            holding(battle("field-attacker"), round=2, **TOURNAMENT),
            holding(politics("allies"), round=2, **TOURNAMENT),
        ],
        [
            holding(battle("field-attacker"), round=3, **TOURNAMENT),
            holding(politics("allies"), round=3, **TOURNAMENT),
            holding(battle("field-attacker"), round=2),
        ],
    ),
    # ------------------------------------------------------------ disputes
    Boundary(
        "dispute/turns",
        [
            holding(politics("attacker", attackers=["hand"], defenders=[])),
            holding(politics("attacker", attackers=[], defenders=["hand"])),
            holding(politics("defender", attackers=["hand"], defenders=["hand"])),
            holding(politics("defender", attackers=[], defenders=[])),
            holding(politics("defender", attackers=["hand"], defenders=[], allies=False)),
            holding(politics("allies", attackers=["hand"], defenders=[])),
            holding(politics("allies", allies=True)),
        ],
        [
            holding(politics("attacker", attackers=[], defenders=[])),
            holding(politics("attacker", attackers=["hand"], defenders=["hand"])),
            holding(politics("defender", attackers=["hand"], defenders=[])),
            holding(politics("defender", attackers=["hand"] * 2, defenders=["hand"])),
            holding(politics("defender", attackers=["hand"], defenders=[], allies=True)),
            holding(politics("allies", attackers=[], defenders=[], allies=False)),
        ],
    ),
    Boundary(
        "dispute/vassals-only",
        [
            holding(politics("defender", attackers=[1], defenders=[]), ana={"fiefs": [{**SEAT, "lord": "champion"}]}),
            holding(politics("defender", attackers=[1], defenders=[]), ana={"fiefs": [SEAT]}),
            holding(politics("defender", attackers=[1, 1], defenders=["hand"]), ana=LORD),
        ],
        [
            holding(politics("defender", attackers=[1], defenders=[]), ana=LORD),
            holding(politics("defender", attackers=[1], defenders=[]), ana={"fiefs": [{"id": 1, "anchor": "palace"}]}),
            holding(politics("defender", attackers=[1, "hand"], defenders=["hand"]), ana=LORD),
        ],
    ),
    Boundary(
        "intrigue/placed",
        [holding(intrigue("place", placing=[])), holding(intrigue("allies", placing=[LAND]))],
        [holding(intrigue("place", placing=[LAND])), holding(intrigue("allies", placing=[])), holding(intrigue("place"))],
    ),
    Boundary(
        "treachery/lord",
        [holding(politics("allies", aim="lord", fief=1), bruno={"fiefs": [SEAT]})],
        [
            holding(politics("allies", aim="lord", fief=1), bruno=LORD),
            holding(politics("allies", aim="lord", fief=1), bruno={"fiefs": [{"id": 1, "anchor": "palace"}]}),
        ],
    ),
    Boundary(
        "intrigue/empty-target",
        [
            holding(intrigue("allies"), bruno={"fiefs": [SEAT]}),
            holding(intrigue("allies", aim="armies", fief=None), bruno={"pool": []}),
        ],
        [
            holding(intrigue("allies"), bruno={"fiefs": [{**SEAT, "properties": ["land"]}]}),
            holding(intrigue("allies", aim="armies", fief=None), bruno={"pool": ["?"]}),
        ],
    ),
    # ------------------------------------------------------------ jousts
    Boundary(
        "joust/order",
        [
            holding(joust("declare", excused("carla"))),
            holding(joust("declare", *ENTERED)),
            holding(joust("deal", *ENTERED[:2])),
        ],
        [
            holding(joust("declare", excused("bruno"))),
            holding(joust("declare", *ENTERED[:2])),
            holding(joust("deal", *ENTERED)),
        ],
    ),
    Boundary(
        "joust/cancelled",
        [holding(joust("deal", enters("bruno"), excused("carla"), excused("ana")))],
        [holding(joust("deal", enters("bruno"), excused("carla"), enters("ana")))],
    ),
    Boundary(
        "joust/sudden-death",
        [
            holding(joust("sudden", *ENTERED, sudden=["bruno"], spent=["nothing"] * 6)),
            holding(joust("sudden", *ENTERED, sudden=[], spent=["nothing"] * 6)),
            holding(joust("deal", *ENTERED, sudden=["bruno", "carla"])),
            holding(joust("sudden", enters("bruno"), excused("carla"), enters("ana"), sudden=["bruno", "carla"],
                          spent=["nothing"] * 4)),
        ],
        [
            holding(joust("sudden", *ENTERED, sudden=["bruno", "carla"], spent=["nothing"] * 6)),
            holding(joust("deal", *ENTERED, sudden=[])),
            holding(joust("sudden", *ENTERED)),
        ],
    ),
    Boundary(
        "joust/deal",
        [
            holding(joust("sudden", *ENTERED, sudden=["bruno", "carla"], spent=["nothing"])),
            holding(joust("deal", *ENTERED[:2], enters("ana", dealt=["nothing"]))),
        ],
        [
            holding(joust("sudden", *ENTERED, sudden=["bruno", "carla"], spent=["nothing"] * 2)),
            holding(joust("sudden", *ENTERED, sudden=["bruno", "carla"], spent=["nothing"] * 6)),
            holding(joust("deal", *ENTERED[:2], enters("ana", dealt=[]))),
        ],
    ),
    Boundary(
        "joust/prize",
        [
            holding(joust("place", winner=None, placing=[LAND])),
            holding(joust("place", winner="ana", placing=[])),
            holding(joust("declare", winner="ana")),
            holding(joust("declare", placing=[LAND])),
        ],
        [
            holding(joust("place", winner="ana", placing=[LAND])),
            holding(joust("place")),
            holding(joust("declare", winner=None, placing=[])),
        ],
    ),
    Boundary(
        "joust/bet",
        [holding(joust("declare", enters("bruno", bet={"fief": 1, "card": "land"})), bruno={"fiefs": [SEAT]})],
        [
            holding(joust("declare", enters("bruno", bet={"fief": 1, "card": "land"})),
                    bruno={"fiefs": [{**SEAT, "properties": ["land"]}]}),
            holding(joust("declare", enters("bruno", bet={"fief": 1, "card": None})), bruno={"fiefs": [SEAT]}),
        ],
    ),
    Boundary(
        "joust/jouster",
        [holding(joust("declare", enters("bruno", jouster={"fief": 1})), bruno={"fiefs": [SEAT]})],
        [holding(joust("declare", enters("bruno", jouster={"fief": 1})), bruno=LORD)],
    ),
    # ------------------------------------------------------------ battles
    Boundary(
        "damage/total",
        [
            holding(battle("card", **MET, damage=[1, 1])),
            holding(battle("card", **MET, damage=[2, 0])),
            holding(battle("card", **MET, damage=[2, 2])),
        ],
        [holding(battle("card", **MET, damage=[2, 1])), holding(battle("card", **MET))],
    ),
    Boundary(
        "combat/sequence",
        [
            holding(battle("field-attacker", attackers={"hand": ["champion"]})),
            holding(battle("field-attacker", damage=[1, 0])),
            holding(battle("field-defender", **MET)),
            holding(battle("card", **MET, captured=[1])),
            holding(battle("card", **MET, assigned=True)),
            holding(battle("ransom", **TAKEN, captured=[]), bruno=LORD),
            holding(battle("ransom", **TAKEN, captured=[2]), bruno=LORD),
            holding(battle("ransom", **TAKEN | {"card": "normal", "outcome": "normal"}, captured=[1]), bruno=LORD),
            holding(battle("ransom", **TAKEN, captured=[1], assigned=True), bruno=LORD),
            holding(battle("place", **TAKEN, placing=[]), bruno=LORD),
            holding(battle("capture", **RAID, destroyed=[]), ana=LORD),
            holding(battle("capture", **RAID, destroyed=[LAND]), ana={"fiefs": [{**SEAT, "lord": "champion"}]}),
            holding(battle("capture", **RAID | {"kind": "towers"}, destroyed=[LAND]), ana=LORD),
            holding(battle("damage-defender", **RAID, assigned=True), ana=LORD),
        ],
        [
            holding(battle("field-attacker", attackers={})),
            holding(battle("field-attacker", damage=[0, 0])),
            holding(battle("field-defender", attackers=MET["attackers"], defenders={})),
            holding(battle("card", **MET, captured=[])),
            holding(battle("card", **MET, assigned=False)),
            holding(battle("ransom", **TAKEN, captured=[1]), bruno=LORD),
            holding(battle("ransom", **TAKEN), bruno=LORD),
            holding(battle("place", **TAKEN, placing=[LAND]), bruno=LORD),
            holding(battle("capture", **RAID, destroyed=[LAND]), ana=LORD),
            holding(battle("capture", **RAID), ana=LORD),
            holding(battle("damage-defender", **RAID, assigned=False), ana=LORD),
        ],
    ),
    Boundary(
        "combat/at-least-one",
        [holding(battle("field-defender", attackers={}, damage=[0, 0]))],
        [holding(battle("field-defender", attackers={"hand": ["monk"]}, damage=[0, 0])), holding(battle("field-defender"))],
    ),
    Boundary(
        "card/no-defender",
        [holding(battle("card", attackers={"hand": ["champion"]}, defenders={}))],
        [holding(battle("card", attackers={"hand": ["champion"]}, defenders={"hand": ["monk"]}))],
    ),
    Boundary(
        "card/drawn",
        [
            holding(battle("card", **MET, card="normal")),
            holding(battle("card", **MET, outcome="normal")),
            holding(battle("damage-attacker", **MET, card="normal", outcome="attacker")),
            holding(battle("damage-attacker", **MET, card=None, outcome="normal")),
            holding(battle("damage-attacker", **MET, card="normal", outcome=None)),
        ],
        [
            holding(battle("card", **MET, card=None, outcome=None)),
            holding(battle("damage-attacker", **MET, card="normal", outcome="normal")),
            holding(battle("damage-attacker", **MET, card="church", outcome="attacker")),
            holding(battle("damage-attacker", **MET, card="normal")),
        ],
    ),
    Boundary(
        "card/church-decides",
        [
            holding(battle("church", **MET, card="normal")),
            holding(battle("church", **MET, card="church", outcome="normal")),
        ],
        [holding(battle("church", **MET, card="church")), holding(battle("church", **MET))],
    ),
    Boundary(
        "field/lords",
        [holding(battle("card", attackers={"lords": [1]}, defenders={"hand": ["monk"]}), ana={"fiefs": [SEAT]})],
        [holding(battle("card", attackers={"lords": [1]}, defenders={"hand": ["monk"]}), ana=LORD)],
    ),
    Boundary(
        "field/king",
        [holding(battle("field-defender", attackers={"king": True}), king="bruno")],
        [holding(battle("field-defender", attackers={"king": True}), king="ana")],
    ),
    Boundary(
        "field/mercenary",
        [holding(battle("field-defender", attackers={"mercenaries": [2]}), ana={"mercenaries": [{"id": 1}]})],
        [holding(battle("field-defender", attackers={"mercenaries": [1]}), ana={"mercenaries": [{"id": 1}]})],
    ),
    # ------------------------------------------------------------ turns
    Boundary(
        "turn/order",
        [holding(politics("allies"), turn="bruno"), holding(joust(), turn="bruno")],
        [holding(politics("allies"), turn="ana"), holding(joust(), turn="ana")],
    ),
    Boundary("turn/one-action", [holding(joust(), acted=False)], [holding(joust(), acted=True)]),
    Boundary(
        "end/last-earl",
        [holding(None, eliminated=[{"player": name, "reason": "conceded"} for name in ("bruno", "carla")])],
        [
            holding(None, eliminated=[{"player": "carla", "reason": "conceded"}]),
            holding(None, phase="over", turn=None,
                    eliminated=[{"player": name, "reason": "conceded"} for name in ("bruno", "carla")]),
        ],
    ),
]  # fmt: skip
CASES = [(one.rule, number, state) for one in BOUNDARIES for number, state in enumerate(one.wrong)]
NEIGHBOURS = [(one.rule, number, state) for one in BOUNDARIES for number, state in enumerate(one.right)]


@pytest.mark.parametrize(
    ("rule", "number", "state"),
    [
        pytest.param(rule, *rest, id=f"{rule} {rest[0]}", marks=pytest.mark.breaks(f"ortus-regni/{rule}"))
        for rule, *rest in CASES
    ],
)
def test_a_table_beyond_the_boundary_is_impossible(
    ortus_regni: Referee, rule: str, number: int, state: State
) -> None:
    answer = ortus_regni.audit(state)
    assert answer["verdict"] == "impossible"
    assert rule in answer.broken, answer["violations"]


@pytest.mark.parametrize(
    ("rule", "number", "state"), NEIGHBOURS, ids=[f"{rule} {number}" for rule, number, _ in NEIGHBOURS]
)
def test_its_nearest_neighbour_is_possible(ortus_regni: Referee, rule: str, number: int, state: State) -> None:
    answer = ortus_regni.audit(state)
    assert answer["verdict"] == "possible", answer["violations"]
