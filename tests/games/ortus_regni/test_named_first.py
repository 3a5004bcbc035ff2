"""The rule that a referee would name first: for each type of move the common mistakes, each with its position.

What would refuse the move at any time is named before the moment and the player. Every move of the wire has a row.
"""

from typing import Any, NamedTuple

import msgspec
import pytest

from schemas.ortus_regni import Move as AnyMove
from service.referee.rules import move_type
from tests.client import Referee
from tests.games.ortus_regni.cases import accepts, is_kept
from tests.games.ortus_regni.tables import Move, State, at, attack, field, landed, make, reveal, suffer, table


class Row(NamedTuple):
    """A position (a table, and legal moves from it), a wrong move, and the rule that is named first."""

    mistake: str
    rule: str
    state: State
    before: list[Move]
    move: Move


RICH = {"fiefs": "palace vassal land market; castle champion church", "hand": "champion castle", "pool": "knights*2"}
FOE = {
    "fiefs": "palace vassal land; castle prince church market",
    "towers": "monk",
    "hand": "allies vassal",
    "pool": "infantry",
}
WAR = table(3, ana=RICH, bruno=FOE, carla={"pool": "knights", "fiefs": "palace land"})
RAID = [attack("raid", 1), field(lords=[1], hand="champion")]
MET = [*RAID, field("bruno", lords=[1])]
LOST = [*MET, reveal("attacker")]
VIKING_ORDER = {"type": "vikings", "step": "order", "controller": "ana"}
SEA = landed(
    3,
    ana=RICH,
    bruno=FOE,
    carla={"pool": "knights", "fiefs": "palace land"},
    turn=None,
    phase="vikings",
    pending=VIKING_ORDER,
)
LANDING = [make("order", target="bruno", kind="raid", fief=1)]
PLOT = table(3, ana={"hand": "treachery vassal champion", "fiefs": "palace champion"}, bruno=FOE)
TREASON = [make("treachery", target="bruno", aim="lord", fief=1)]
DISPUTE = [*TREASON, make("allies", "bruno", play=True)]
LISTS = table(
    3,
    ana={"hand": "banner monk", "fiefs": "palace land", "mercenaries": "-"},
    bruno=FOE,
    carla={"fiefs": "palace land; castle", "hand": "monk", "banners": 1},
    king=None,
)
JOUST = [make("joust")]
BUILDING = {
    "phase": "decks",
    "turn": None,
    "players": [{"name": "ana", "deck": None}, {"name": "bruno", "deck": None}],
}
OPENING = table(2, phase="mulligan", round=1, black_markers=0, ana={"hand": "?*5"}, bruno={"hand": "?*5"})
CROWNED = table(3, ana={"hand": "banner", "banners": 1}, bruno={"pool": "knights"}, carla={"pool": "infantry"})
CLAIM = [make("claim")]
GONE = table(
    3,
    eliminated=[{"player": "carla", "reason": "no-card"}],
    carla={"fiefs": "", "removed": "palace ?*24", "deck": [], "discard": [], "cubes": 0},
)

ROWS = [
    # before the first turn
    Row("a deck of forty", "deck/size", BUILDING, [], make("build", deck=["?"] * 40)),
    Row("a deck in the middle of a game", "turn/decision-first", WAR, [], make("build", deck=["?"] * 24)),
    Row("a first Earl in the middle of a game", "setup/first-earl", WAR, [], make("start", "bruno")),
    Row("a new hand in the middle of a game", "setup/mulligan", WAR, [], make("mulligan", redraw=True)),
    Row("a part of the hand is changed", "setup/mulligan", OPENING, [], make("mulligan", redraw=True, drawn=["?", "?"])),
    Row("a new hand out of order", "setup/mulligan-order", OPENING, [], make("mulligan", "bruno", redraw=True)),
    # free actions, the end of a turn
    Row("an Army as a Tower", "tower/any-card", WAR, [], make("tower", card="knights")),
    Row("a Tower in the middle of a battle", "turn/decision-first", WAR, RAID, make("tower", card="castle")),
    Row("a Tower in another's turn", "turn/own-turn", WAR, [], make("tower", "bruno", card="allies")),
    Row("a standing Tower is played", "tower/any-card", table(bruno=FOE, turn="bruno"), [], make("appoint", "bruno", card="monk", fief=1)),
    Row("a second garrison", "mercenary/garrison", table(ana={"mercenaries": "infantry", "pool": "knights"}), [], make("garrison", army="knights", mercenary=1)),
    Row("a Royal Army without a crown", "king/garrison", WAR, [], make("garrison", army="knights")),
    Row("two cards end the turn", "turn/end-draw", WAR, [], make("end", drawn=["?", "?"])),
    Row("a card from an empty deck", "end/no-card", table(ana={"deck": [], "discard": "?*24"}), [], make("end", drawn="land")),
    Row("who is out ends a turn", "end/out", GONE, [], make("end", "carla", drawn="land")),
    Row("conceding in another's turn", "end/concede", WAR, [], make("concede", "bruno")),
    Row("conceding in a battle", "honour/no-flight", WAR, RAID, make("concede")),
    Row("conceding as the defender", "honour/no-flight", WAR, RAID, make("concede", "bruno")),
    Row("conceding in a battle of the Vikings", "honour/no-flight", SEA, LANDING, make("concede", "bruno")),
    Row("conceding in a dispute", "honour/no-flight", PLOT, DISPUTE, make("concede")),
    Row("conceding in the turn of the Vikings", "end/concede", SEA, [], make("concede")),
    Row("conceding in a joust", "turn/decision-first", LISTS, JOUST, make("concede")),
    # actions
    Row("a Land as a new Fief", "property/castle", table(ana={"hand": "land"}), [], make("castle", card="land")),
    Row("a Castle that is not in hand, after the Action", "turn/in-hand", table(acted=True), [], make("castle")),
    Row("a Castle attached to a Fief", "property/own-fief", table(ana={"hand": "castle"}), [], make("attach", card="castle", fief=1)),
    Row("a Vassal attached to a Fief", "property/own-fief", table(ana={"hand": "vassal"}), [], make("attach", card="vassal", fief=1)),
    Row("a Land moved to another Fief", "property/stays", WAR, [], make("attach", card="land", fief=2)),
    Row("a second Cathedral, out of turn", "property/cathedral", table(ana={"fiefs": "palace cathedral"}, bruno={"hand": "cathedral"}), [], make("attach", "bruno", card="cathedral", fief=1)),
    Row("a Mercenary as Lord", "lord/appoint", table(), [], make("appoint", card="mercenary", fief=1)),
    Row("a Lord moved to another Castle", "lord/replace", WAR, [], make("appoint", card="vassal", fief=2)),
    Row("a second Prince", "lord/one-prince", table(ana={"hand": "prince", "fiefs": "palace prince; castle"}, acted=True), [], make("appoint", card="prince", fief=2)),
    Row("a Mercenary that is not in hand", "turn/in-hand", WAR, [], make("hire")),
    Row("recruiting without a Land", "army/recruit", table(acted=True), [], make("recruit", count=1)),
    Row("recruiting two without a Market", "army/recruit-two", table(ana={"fiefs": "palace land"}), [], make("recruit", count=2)),
    Row("a Monastery without a Church", "monastery/abbot", table(ana={"fiefs": "palace monk"}, acted=True), [], make("monastery", fief=1, target="bruno")),
    Row("a Champion as an emissary", "emissary/who", table(), [], make("emissary", card="champion")),
    Row("a Lord as an emissary", "emissary/who", WAR, [], make("emissary", card="vassal")),
    Row("Treachery against oneself", "politics/enemy", PLOT, [], make("treachery", target="ana", aim="hand")),
    Row("Treachery against Armies", "treachery/uses", PLOT, [], make("treachery", target="bruno", aim="armies")),
    Row("Treachery against Towers", "treachery/uses", PLOT, [], make("treachery", target="bruno", aim="towers")),
    Row("Treachery against the King", "king/no-harm", table(ana={"hand": "treachery"}, king="bruno"), [], make("treachery", target="bruno", aim="king")),
    Row("Treachery where no Lord is, out of turn", "treachery/lord", table(bruno={"hand": "treachery"}), [], make("treachery", "bruno", target="ana", aim="lord", fief=1)),
    Row("Intrigue for a Castle", "intrigue/properties", table(ana={"hand": "intrigue"}, bruno=FOE), [], make("intrigue", target="bruno", aim="castle", fief=2)),
    Row("Intrigue for a Castle among Properties", "intrigue/properties", table(ana={"hand": "intrigue"}, bruno=FOE), [], make("intrigue", target="bruno", aim="properties", fief=1, count=1, cards=["castle"])),
    Row("Intrigue for a Lord", "intrigue/uses", table(ana={"hand": "intrigue"}, bruno=FOE), [], make("intrigue", target="bruno", aim="lord", fief=1)),
    Row("Intrigue for a Lord among Properties", "intrigue/properties", table(ana={"hand": "intrigue"}, bruno=FOE), [], make("intrigue", target="bruno", aim="properties", fief=1, count=1, cards=["vassal"])),
    Row("a Banquet that is not in hand", "turn/in-hand", WAR, [], make("banquet")),
    Row("bequeathing without a Prince Lord", "bequeath/prince", table(acted=True), [], make("bequeath")),
    Row("bequeathing with a Banner on the table", "crown/banner", table(ana={"fiefs": "palace prince", "banners": 1}), [], make("bequeath")),
    Row("a claim while there is a King", "king/claimed", table(king="bruno"), [], make("claim")),
    Row("a joust with a Banner on the table", "crown/banner", table(ana={"banners": 1}), [], make("joust")),
    Row("an attack on the Vikings", "combat/other-earl", landed(ana=RICH), [], make("attack", kind="vikings")),
    Row("an attack in the first round, after the Action", "setup/first-round", table(round=1, acted=True, black_markers=0, ana=RICH, bruno=FOE), [], attack("raid", 1)),
    Row("an attack on oneself", "combat/other-earl", WAR, [], attack("raid", 1, target="ana")),
    Row("an attack on Towers that are not there", "attack/empty-target", WAR, [], attack("towers", target="carla")),
    # politics
    Row("Allies of somebody else", "allies/answer", PLOT, TREASON, make("allies", "carla", play=True)),
    Row("Allies against an attack", "allies/answer", WAR, RAID, make("allies", "bruno", play=True)),
    Row("a Champion of the hand in a dispute", "dispute/vassals-only", PLOT, DISPUTE, make("dispute", vassal="champion")),
    Row("a Champion Lord in a dispute", "dispute/vassals-only", PLOT, DISPUTE, make("dispute", vassal=1)),
    Row("a third Earl in a dispute", "dispute/turns", PLOT, DISPUTE, make("dispute", "carla", vassal=None)),
    Row("three cards are picked", "treachery/hand", table(ana={"hand": "treachery"}, bruno={"hand": "?*4"}), [make("treachery", target="bruno", aim="hand"), make("allies", "bruno", play=False)], make("pick", None, cards=["land", "land", "land"])),
    Row("a Castle is given up to an Intrigue", "intrigue/properties", table(ana={"hand": "intrigue"}, bruno={"fiefs": "palace land*2 church market"}), [make("intrigue", target="bruno", aim="properties", fief=1), make("allies", "bruno", play=False)], make("give", "bruno", cards=["palace", "land"])),
    Row("a Castle is put into a Fief", "property/own-fief", table(ana={"hand": "intrigue"}, bruno={"fiefs": "palace land"}), [make("intrigue", target="bruno", aim="properties", fief=1), make("allies", "bruno", play=False)], make("place", card={"card": "castle", "owner": "bruno"}, fief=1)),
    # jousts
    Row("a Banner on the table as an excuse", "joust/excuse", LISTS, [*JOUST, make("stay-out", "bruno") | {"type": "enter", "bet": {"fief": 1, "card": "land"}, "jouster": {"fief": 1}}], make("excuse", "carla")),
    Row("a Tower as a bet", "joust/bet", LISTS, JOUST, make("enter", "bruno", bet={"card": "tower"}, jouster={"fief": 1})),
    Row("a Lord as a bet", "joust/bet", LISTS, JOUST, make("enter", "bruno", bet={"fief": 1, "card": "vassal"}, jouster={"fief": 1})),
    Row("the King as a jouster", "joust/unfit", LISTS, JOUST, make("enter", "bruno", bet={"fief": 1, "card": "land"}, jouster={"card": "king"})),
    Row("a Mercenary of the table as a jouster, before the others", "joust/unfit", LISTS, JOUST, make("enter", "ana", bet={"fief": 1, "card": "land"}, jouster={"card": "mercenary"})),
    Row("staying out with something to bet", "joust/bet", LISTS, JOUST, make("stay-out", "carla")),
    Row("a deal before all have declared", "joust/deal", LISTS, JOUST, make("deal", None)),
    # battles
    Row("a Mercenary fielded from the hand", "field/hand", table(ana={"hand": "mercenary champion"}, bruno=FOE), [attack()], field(hand="mercenary")),
    Row("Armies without Lands, out of turn", "field/capacity", table(ana=RICH, bruno={"pool": "knights", "towers": "?"}), [attack()], field("bruno", pool="knights")),
    Row("a third Earl joins a battle", "combat/sequence", WAR, RAID, field("carla", pool="knights")),
    Row("forces are added later", "combat/sequence", WAR, RAID, field(pool="knights")),
    Row("Knights join the Vikings", "vikings/alone", SEA, LANDING, field("ana", pool="knights")),
    Row("a third Earl's Knights join the Vikings", "vikings/alone", SEA, LANDING, field("carla", pool="knights")),
    Row("a Battle card without defenders", "card/no-defender", WAR, [*RAID, field("bruno")], reveal()),
    Row("a Battle card before the defenders", "card/drawn", WAR, RAID, reveal()),
    Row("a decision of the Church that nobody asked for", "card/church-decides", WAR, MET, make("decide", outcome="normal")),
    Row("a Tower as ransom", "tower/no-prize", WAR, LOST, make("ransom", "bruno", lord=1, pay={"card": "tower"})),
    Row("a Champion as ransom", "ransom/price", WAR, LOST, make("ransom", "bruno", lord=1, pay={"fief": 2, "card": "prince"})),
    Row("the Lord's own Palace as ransom", "ransom/own-castle", WAR, LOST, make("ransom", "bruno", lord=1, pay={"fief": 1, "card": "palace"})),
    Row("a ransom to the Vikings", "ransom/vikings", SEA, [*LANDING, field("bruno", lords=[1]), reveal("attacker")], make("ransom", "bruno", lord=1, pay={"fief": 1, "card": "land"})),
    Row("damage before the ransom", "ransom/before-damage", WAR, LOST, suffer("bruno", lords=[1])),
    Row("a Palace lost in a raid", "attack/raid", WAR, [*RAID, field("bruno")], suffer("bruno", properties="palace")),
    Row("damage of the other side", "damage/own-side", WAR, [*MET, reveal()], suffer("bruno", lords=[1])),
    Row("a captured Lord", "capture/lord-stays", WAR, [*RAID, field("bruno"), suffer("bruno", properties="land")], make("capture", cards=[{"card": "vassal", "owner": "bruno"}])),
    Row("a captured Tower", "tower/no-prize", WAR, [*RAID, field("bruno"), suffer("bruno", properties="land")], make("capture", cards=[{"card": "tower", "owner": "bruno"}])),
    Row("a capture of what still stands", "capture/destroyed", WAR, [*RAID, field("bruno"), suffer("bruno", properties="land")], make("capture", cards=[{"card": "palace", "owner": "bruno"}])),
    Row("a capture of Towers before the damage", "tower/no-prize", table(ana=RICH, bruno=FOE), [attack(), field(lords=[1])], make("capture")),
    Row("a capture by the Vikings", "vikings/no-capture", SEA, LANDING, make("capture")),
    # King and Vikings
    Row("an offering of the King", "crown/offering", CROWNED, CLAIM, make("offer", army="knights")),
    Row("an offering out of order", "crown/offering-order", CROWNED, CLAIM, make("offer", "carla", army="infantry")),
    Row("Vikings before their turn", "vikings/growth", WAR, [], make("vikings", None, cards=["viking"])),
    Row("a cube before the turn of the Vikings", "vikings/cube", WAR, [], make("cube", "ana")),
    Row("an order of somebody else", "vikings/controller", SEA, [], make("order", "bruno")),
    Row("an order against nothing, by somebody else", "attack/empty-target", SEA, [], make("order", "bruno", target="carla", kind="towers")),
]  # fmt: skip


@pytest.mark.parametrize(
    "row", [pytest.param(row, id=row.mistake, marks=pytest.mark.breaks(f"ortus-regni/{row.rule}")) for row in ROWS]
)
def test_the_rule_that_a_referee_names_first(ortus_regni: Referee, row: Row) -> None:
    answer = ortus_regni.validate(at(ortus_regni, row.state, *row.before), row.move)
    assert answer["verdict"] == "illegal", (answer["verdict"], answer["assumed"])
    assert answer.broken[0] == row.rule, answer["violations"]


RIGHT = [
    accepts("end/out", GONE, make("end", "ana")),
    accepts("treachery/uses", PLOT, *TREASON),
    accepts(
        "intrigue/uses", table(ana={"hand": "intrigue"}, bruno=FOE), make("intrigue", target="bruno", aim="armies")
    ),
    accepts(
        "property/stays",
        table(ana={"hand": "land", "fiefs": "palace; castle land"}),
        make("attach", card="land", fief=1),
    ),
    accepts(
        "joust/unfit",
        LISTS,
        *JOUST,
        make("enter", "bruno", bet={"fief": 1, "card": "land"}, jouster={"card": "allies"}),
    ),
    accepts("end/no-card", WAR, make("end", drawn="?")),
]


@pytest.mark.parametrize(("rule", "state", "moves"), RIGHT)
def test_a_move_without_the_mistake(
    ortus_regni: Referee, rule: str | None, state: State, moves: tuple[Move, ...]
) -> None:
    is_kept(ortus_regni, rule, state, moves)


def test_every_type_of_move_has_a_row() -> None:
    types = {kind.__struct_config__.tag for kind in AnyMove.__args__}
    assert {row.move["type"] for row in ROWS} >= types


SENTENCES: list[tuple[str, Any, Move, str]] = [
    ("apart", {"fiefs": "palace land; castle market"}, make("recruit", count=2), "not in the same Fief"),
    ("no Market", {"fiefs": "palace land"}, make("recruit", count=2), "no Market"),
    ("many", {"fiefs": "palace land market"}, make("recruit", count=5), "At most 2 Armies"),
]


@pytest.mark.parametrize(("ana", "move", "said"), [row[1:] for row in SENTENCES], ids=[row[0] for row in SENTENCES])
def test_the_sentence_says_why(ortus_regni: Referee, ana: Any, move: Move, said: str) -> None:
    message = ortus_regni.validate(table(ana=ana), move)["violations"][0]["message"]
    assert said in message, message


def test_the_moves_are_as_they_were_sent(ortus_regni: Referee) -> None:
    """A Castle may be named as the stake that it is; the state has it as before."""
    state = table(
        ana={"hand": "banner monk", "fiefs": "palace land; castle"}, bruno={"fiefs": "palace; castle", "hand": "monk"}
    )
    bet = {"fief": 2, "card": "castle"}
    after = at(ortus_regni, state, make("joust"), make("enter", "bruno", bet=bet, jouster={"card": "monk"}))
    assert after["pending"]["declared"][0]["bet"] == {"fief": 2, "card": None}
    wrong = make("enter", "ana", bet={"fief": 1, "card": "castle"}, jouster={"card": "monk"})
    assert ortus_regni.validate(after, wrong).broken[0] == "joust/bet"
    assert move_type(msgspec.convert(wrong, AnyMove)) == "enter"
