"""Positions that a second reader made from the printed book alone, without having seen the referee.

Each has the number under which it was made, how sure that reader was (``certain``: the words decide; ``reading``: the
best reading; ``open``: the book is silent, and this is what we settled on), what it shows, the table (see ``tables``),
and what is asked there. ``moves`` are made in this order and are legal. ``after`` is how the table then is, as far as
the position asks: an Earl's zones by name (a number counts cards, words list them in any order, Fiefs are written as in
``tables``), anything else by its zone; ``next`` is who may move, ``gone`` who is out. ``refused`` are other moves from
there, each with a rule that it breaks; ``allowed`` are other moves that are legal there. ``undetermined`` are moves that
hidden cards decide.
"""

# ruff: noqa: C408, E501, RUF012 - a table of positions: one line each; dicts as a person would write them

from typing import Any, Literal, NamedTuple

from tests.games.ortus_regni.tables import (
    FORCED,
    Move,
    State,
    attack,
    field,
    landed,
    make,
    reveal,
    suffer,
    table,
    words,
)


class Position(NamedTuple):
    """One position. See above."""

    number: int | str
    confidence: Literal["certain", "reading", "open"]
    shows: str
    table: State
    moves: list[Move] = []
    after: dict[str, Any] = {}
    allowed: list[Move] = []
    refused: list[tuple[Move, str]] = []


def build(**counts: int) -> Move:
    deck = [card for card, count in counts.items() for _ in range(count)]
    return make("build", "ana", deck=deck)


def treachery(aim: str, player: str = "ana", target: str = "bruno", **more: Any) -> Move:
    return make("treachery", player, target=target, aim=aim, **more)


def intrigue(aim: str, player: str = "ana", target: str = "bruno", **more: Any) -> Move:
    return make("intrigue", player, target=target, aim=aim, **more)


def allies(play: bool = True, player: str = "bruno") -> Move:
    return make("allies", player, play=play)


def dispute(player: str, vassal: Any) -> Move:
    return make("dispute", player, vassal=vassal)


def attach(card: str, fief: int = 1, player: str = "ana", **more: Any) -> Move:
    return make("attach", player, card=card, fief=fief, **more)


def appoint(card: str, fief: int = 1, player: str = "ana") -> Move:
    return make("appoint", player, card=card, fief=fief)


def enter(player: str, bet: Any = None, **jouster: Any) -> Move:
    """``bet`` is ``(fief, property or None)``; the jouster ``fief=1`` or ``card="champion"``."""
    stake = None if bet is None else {"fief": bet[0], "card": bet[1]}
    return make("enter", player, bet=stake, jouster=jouster or None)


def deal(**cards: str) -> Move:
    return make("deal", None, cards={name: [SHORT[letter] for letter in told] for name, told in cards.items()})


SHORT = {"P": "prince", "V": "vassal", "-": "nothing"}


def ransom(player: str, lord: int, pay: Any = None) -> Move:
    return make("ransom", player, lord=lord, pay=None if pay is None else {"fief": pay[0], "card": pay[1]})


def capture(*cards: str, owner: str = "bruno", player: str = "ana") -> Move:
    return make("capture", player, cards=[{"card": card, "owner": owner} for card in cards])


def place(card: str, fief: int = 1, owner: str = "bruno", player: str = "ana") -> Move:
    return make("place", player, card={"card": card, "owner": owner}, fief=fief)


def end(player: str = "ana", **more: Any) -> Move:
    return make("end", player, **more)


def order(player: str, target: str | None = None, kind: str | None = None, fief: int | None = None) -> Move:
    return make("order", player, target=target, kind=kind, fief=fief)


def building(count: int = 2) -> State:
    """Before the decks are brought."""
    players = [{"name": name, "deck": None} for name in ("ana", "bruno", "carla", "dario")[:count]]
    return {"phase": "decks", "players": players}


PRINCELY = dict(fiefs="palace prince", hand="banner")


def tournament(
    bruno: str, carla: str, *, ana: str = "church", dealt: tuple[str, str, str] = ("--", "--", "--")
) -> tuple[State, list[Move]]:
    """Ana organises; all three bet a Property and send these cards of their hands; (ana, bruno, carla) are dealt these."""
    told = table(
        3,
        ana=dict(fiefs="palace land", hand=f"banner {ana}"),
        bruno=dict(fiefs="palace land", hand=bruno),
        carla=dict(fiefs="palace church", hand=carla),
    )
    moves = [
        make("joust"),
        enter("bruno", (1, "land"), card=bruno),
        enter("carla", (1, "church"), card=carla),
        enter("ana", (1, "land"), card=ana),
        deal(bruno=dealt[1], carla=dealt[2], ana=dealt[0]),
    ]
    return told, moves


def ranked(number: int, shows: str, bruno: str, carla: str, winner: str, ana: str = "church --") -> Position:
    """A comparison of two hands: the jouster, then the cards dealt."""
    jousters, cards = zip(*[hand.split() for hand in (ana, bruno, carla)], strict=True)
    told, moves = tournament(jousters[1], jousters[2], ana=jousters[0], dealt=cards)
    return Position(number, "certain", shows, told, moves=moves, after=dict(winner=winner))


DEFENDED = dict(
    ana=dict(fiefs="palace land", hand="treachery vassal*2", mercenaries=""),
    bruno=dict(fiefs="palace vassal land", hand="allies vassal"),
)

POSITIONS: list[Position] = [
    # ---------------------------------------------------------------- decks and setup
    Position(1, "certain", "four types will do", building(), moves=[build(vassal=6, champion=6, banner=6, banquet=6)]),
    Position(2, "certain", "seven Vassals", building(), refused=[(build(vassal=7, champion=6, banner=6, banquet=5), "deck/copies")]),
    Position(3, "certain", "twenty-five cards", building(), refused=[(build(vassal=6, champion=6, banner=6, banquet=6, land=1), "deck/size")]),
    Position(4, "certain", "twenty-two cards", building(), refused=[(build(vassal=6, champion=6, banner=6, banquet=4), "deck/size")]),
    Position(5, "certain", "the Palace is no part of the deck", building(), refused=[(build(vassal=6, champion=6, banner=6, banquet=5, palace=1), "deck/palace-apart")]),
    Position(6, "certain", "six Cathedrals and six Princes", building(), moves=[build(cathedral=6, prince=6, banner=6, banquet=6)]),
    Position(11, "certain", "no second mulligan", table(2, phase="mulligan", round=1, turn="bruno", black_markers=0, ana=dict(hand="?*5"), bruno=dict(hand="?*5")), moves=[make("mulligan", "bruno", redraw=True)], refused=[(make("mulligan", "bruno", redraw=True), "setup/mulligan")]),
    Position(10, "certain", "a mulligan: five new cards, nineteen in the deck", table(2, phase="mulligan", round=1, turn="bruno", black_markers=0, ana=dict(hand="?*5"), bruno=dict(hand="?*5")), moves=[make("mulligan", "bruno", redraw=True)], after=dict(bruno=dict(hand=5, deck=19))),
    # ---------------------------------------------------------------- turn, free actions, information
    Position(14, "certain", "no attack in the first round", table(2, round=1, black_markers=0, ana=dict(hand="champion")), refused=[(attack("siege", 1), "setup/first-round"), (attack("towers"), "setup/first-round")]),
    Position(15, "certain", "Treachery in the first round", table(2, round=1, black_markers=0, turn="bruno", ana=dict(fiefs="palace vassal"), bruno=dict(hand="treachery")), moves=[treachery("lord", "bruno", "ana", fief=1)]),
    Position(16, "certain", "one action a turn", table(2, ana=dict(hand="castle land")), moves=[make("castle")], refused=[(attach("land"), "turn/one-action")]),
    Position(17, "certain", "towers before and after the action", table(2, ana=dict(hand="land monk*4")), moves=[make("tower", card="monk"), make("tower", card="monk"), attach("land"), make("tower", card="monk"), make("tower", card="monk"), end()], after=dict(ana=dict(hand=1, towers=4), next=["bruno"])),
    Position(18, "certain", "the draw ends the turn", table(2, ana=dict(hand="monk")), moves=[end(drawn="land")], refused=[(make("tower", card="land"), "turn/own-turn")]),
    Position(19, "certain", "no action is a turn too", table(2), moves=[end()], after=dict(next=["bruno"])),
    Position(20, "certain", "no towers in another's turn", table(2, ana=dict(hand="champion"), bruno=dict(hand="monk*3")), moves=[attack("siege", 1), field(hand="champion")], refused=[(make("tower", "bruno", card="monk"), "turn/decision-first")]),
    Position(21, "certain", "no garrison in another's turn, no Army without Land", table(2, ana=dict(hand="champion"), bruno=dict(mercenaries="-", pool="knights")), moves=[attack("siege", 1), field(hand="champion")], refused=[(make("garrison", "bruno", army="knights", mercenary=1), "turn/decision-first"), (field("bruno", pool="knights"), "field/capacity")]),
    Position(27, "certain", "no concession in the middle of a battle", table(2, ana=dict(hand="champion")), moves=[attack("siege", 1), field(hand="champion")], refused=[(make("concede", "bruno"), "honour/no-flight")], allowed=[field("bruno")]),
    Position(28, "certain", "no limit to a hand", table(2, ana=dict(hand="?*19")), moves=[end()], after=dict(ana=dict(hand=20))),
    Position(29, "certain", "the last card is still a card", table(2, ana=dict(deck="?", discard="?*23")), moves=[end()], after=dict(gone=[], ana=dict(deck=0), next=["bruno"])),
    Position(30, "certain", "nothing to draw: out, and the last Earl wins", table(2, ana=dict(deck="", discard="?*24")), moves=[end()], after=dict(gone=["ana"], phase="over")),
    Position(31, "reading", "who fells the last Fief with an empty deck has won before the draw", table(2, ana=dict(deck="", discard="?*22", hand="champion*2")), moves=[attack("siege", 1), field(hand="champion*2"), field("bruno")], after=dict(gone=["bruno"], phase="over")),
    Position(32, "certain", "a Politics card and an attack are two actions", table(2, ana=dict(hand="treachery champion"), bruno=dict(hand="?")), moves=[treachery("hand"), allies(False)], refused=[(attack("siege", 1), "turn/one-action")]),
    # ---------------------------------------------------------------- Properties and recruiting
    Position(34, "certain", "a Castle is a Fief of its own", table(2, ana=dict(fiefs="palace land", hand="castle")), moves=[make("castle")], after=dict(ana=dict(fiefs="palace land; castle"))),
    Position(35, "certain", "a Land beside a Market: two Armies", table(2, ana=dict(fiefs="palace market", hand="land")), moves=[attach("land")], after=dict(ana=dict(pool=2))),
    Position(36, "certain", "the Market of another Fief does not help", table(2, ana=dict(fiefs="palace market; castle", hand="land")), moves=[attach("land", 2)], after=dict(ana=dict(pool=1))),
    Position(37, "certain", "a Market brings nobody", table(2, ana=dict(fiefs="palace land", hand="market")), moves=[attach("market")], after=dict(ana=dict(pool=0))),
    Position(38, "certain", "two at most are recruited", table(2, ana=dict(fiefs="palace land*3 market*2")), moves=[make("recruit", count=2)], after=dict(ana=dict(pool=2))),
    Position("38b", "certain", "not three", table(2, ana=dict(fiefs="palace land*3 market*2")), refused=[(make("recruit", count=3), "army/recruit-two")]),
    Position(39, "certain", "one, with the Market elsewhere", table(2, ana=dict(fiefs="palace land; castle market")), refused=[(make("recruit", count=2), "army/recruit-two")], allowed=[make("recruit", count=1)]),
    Position(40, "certain", "no Land, no recruits", table(2, ana=dict(fiefs="palace market church", pool="infantry*5")), refused=[(make("recruit", count=1), "army/recruit")]),
    Position(41, "certain", "the discarded Armies are shuffled", table(2, ana=dict(fiefs="palace land market", pool="infantry*12 knights*6"), army_deck=[], army_discard="infantry*4 knights*2"), moves=[make("recruit", count=2)], after=dict(ana=dict(pool=20), army_deck=4, army_discard=0)),
    Position(42, "reading", "all Armies are in play", table(2, ana=dict(fiefs="palace", hand="land", pool="infantry*16 knights*8"), army_deck=[]), moves=[attach("land")], after=dict(ana=dict(pool=24))),
    Position(43, "certain", "one Cathedral in the game", table(2, ana=dict(hand="cathedral"), bruno=dict(fiefs="palace cathedral")), refused=[(attach("cathedral"), "property/cathedral")]),
    Position(44, "reading", "a Cathedral as a Tower", table(2, ana=dict(hand="cathedral"), bruno=dict(fiefs="palace cathedral")), allowed=[make("tower", card="cathedral")]),
    Position(45, "certain", "after the Cathedral fell another may be played", table(2, ana=dict(hand="cathedral"), bruno=dict(discard="cathedral")), moves=[attach("cathedral")], after=dict(ana=dict(fiefs="palace cathedral"))),
    Position(46, "certain", "a captured Castle is a Fief", table(2, ana=dict(fiefs="castle@bruno")), moves=[end()], after=dict(gone=[])),
    # ---------------------------------------------------------------- Lords, Mercenaries, monastery
    Position(48, "certain", "one Prince Lord", table(2, ana=dict(fiefs="palace prince; castle", hand="prince")), refused=[(appoint("prince", 2), "lord/one-prince")]),
    Position(49, "certain", "a Lord is replaced", table(2, ana=dict(fiefs="palace monk", hand="vassal")), moves=[appoint("vassal")], after=dict(ana=dict(fiefs="palace vassal", discard="monk", hand=0))),
    Position(51, "certain", "no Mercenary Lord", table(2, ana=dict(fiefs="palace; castle", hand="mercenary")), refused=[(appoint("mercenary", 2), "lord/appoint")]),
    Position(53, "certain", "a garrison is free and needs no Land", table(2, ana=dict(hand="mercenary", pool="knights")), moves=[make("hire"), make("garrison", army="knights", mercenary=1)], after=dict(ana=dict(pool=0))),
    Position(54, "certain", "one garrison", table(2, ana=dict(mercenaries="infantry", pool="knights")), refused=[(make("garrison", army="knights", mercenary=1), "mercenary/garrison")]),
    Position(55, "certain", "the garrison alone", table(2, ana=dict(mercenaries="knights")), moves=[attack("siege", 1), field(garrisons=[1])]),
    Position(56, "certain", "the garrison at home dies with its Mercenary", table(2, ana=dict(mercenaries="knights"), bruno=dict(hand="vassal")), moves=[attack("siege", 1), field(mercenaries=[1]), field("bruno", hand="vassal"), reveal(), FORCED], after=dict(ana=dict(mercenaries=0, discard="mercenary"), army_discard="knights")),
    Position(57, "certain", "Abbot and Church in one Fief", table(2, ana=dict(fiefs="palace church; castle monk")), refused=[(make("monastery", fief=2, target="bruno"), "monastery/abbot")]),
    Position(58, "certain", "the Cathedral will do, and Allies do not answer", table(2, ana=dict(fiefs="palace monk cathedral"), bruno=dict(hand="allies vassal")), moves=[make("monastery", fief=1, target="bruno")], refused=[(allies(), "allies/answer")]),
    Position(59, "certain", "one Earl an action", table(3, ana=dict(fiefs="palace monk church*2"), bruno=dict(hand="?*2"), carla=dict(hand="?*2")), moves=[make("monastery", fief=1, target="bruno")], refused=[(make("monastery", fief=1, target="carla"), "turn/one-action")]),
    # ---------------------------------------------------------------- Treachery
    Position(60, "certain", "a Vassal Lord falls with his Fief, the last one", table(3, ana=dict(hand="treachery"), bruno=dict(fiefs="palace vassal land", towers="?*2", hand="?")), moves=[treachery("lord", fief=1), allies(False)], after=dict(gone=["bruno"], phase="turn")),
    Position(61, "certain", "a Prince dies alone", table(3, ana=dict(hand="treachery"), bruno=dict(fiefs="palace prince land", towers="?*2", hand="?")), moves=[treachery("lord", fief=1), allies(False)], after=dict(gone=[], bruno=dict(fiefs="palace land", discard="prince"))),
    Position(62, "certain", "no Lord, no target", table(2, ana=dict(hand="treachery"), bruno=dict(fiefs="palace; castle market")), refused=[(treachery("lord", fief=2), "treachery/lord")]),
    Position(63, "certain", "two cards, drawn blind", table(2, ana=dict(hand="treachery"), bruno=dict(hand="champion banner land monk")), moves=[treachery("hand"), allies(False)], allowed=[make("pick", None, cards=["land", "monk"]), make("pick", None, cards=["champion", "banner"])], refused=[(make("pick", None, cards=["champion"]), "treachery/hand"), (make("pick", None, cards=["prince", "banner"]), "turn/in-hand")]),
    Position(64, "reading", "one card, if there is but one", table(2, ana=dict(hand="treachery"), bruno=dict(hand="land")), moves=[treachery("hand"), allies(False)], after=dict(bruno=dict(hand=0, discard="land"))),
    Position(65, "certain", "a Mercenary and his garrison", table(2, ana=dict(hand="treachery"), bruno=dict(mercenaries="knights", hand="?")), moves=[treachery("mercenary", mercenary=1), allies(False)], after=dict(bruno=dict(mercenaries=0, discard="mercenary"), army_discard="knights")),
    Position(67, "certain", "not against oneself", table(2, ana=dict(fiefs="palace vassal; castle", hand="treachery")), refused=[(treachery("lord", target="ana", fief=1), "politics/enemy")]),
    Position(68, "reading", "a stolen Mercenary goes to whose card he is", table(3, ana=dict(hand="treachery"), bruno=dict(mercenaries="-@carla", hand="?")), moves=[treachery("mercenary", mercenary=1), allies(False)], after=dict(carla=dict(discard="mercenary"), bruno=dict(discard=""))),
    Position(69, "reading", "a stolen Land goes to whose card it is", table(3, ana=dict(hand="treachery"), bruno=dict(fiefs="palace; castle champion land@ana", hand="?")), moves=[treachery("lord", fief=2), allies(False)], after=dict(ana=dict(discard="land treachery"), bruno=dict(discard="castle champion"))),
    # ---------------------------------------------------------------- Intrigue
    Position(70, "certain", "of three Properties the victim chooses two", table(2, ana=dict(hand="intrigue"), bruno=dict(fiefs="palace land market church", hand="?")), moves=[intrigue("properties", fief=1), allies(False), make("give", "bruno", cards=["market", "church"])], after=dict(bruno=dict(fiefs="palace land")), refused=[]),
    Position("70b", "certain", "the attacker does not", table(2, ana=dict(hand="intrigue"), bruno=dict(fiefs="palace land market church", hand="?")), moves=[intrigue("properties", fief=1), allies(False)], refused=[(make("give", "ana", cards=["land", "market"]), "intrigue/defender-picks")]),
    Position(72, "certain", "no Castle by Intrigue", table(2, ana=dict(hand="intrigue"), bruno=dict(fiefs="palace; castle")), refused=[(intrigue("properties", fief=2), "intrigue/empty-target")]),
    Position(73, "certain", "a Land taken brings no Army", table(2, ana=dict(fiefs="palace market", hand="intrigue"), bruno=dict(fiefs="palace land", hand="?")), moves=[intrigue("properties", fief=1, count=1), allies(False), place("land")], after=dict(ana=dict(fiefs="palace market land@bruno", pool=0))),
    Position(74, "certain", "of a pool the victim chooses", table(3, ana=dict(hand="intrigue"), bruno=dict(pool="knights infantry*2", hand="?")), moves=[intrigue("armies"), allies(False), make("give", "bruno", armies=["infantry", "infantry"])], after=dict(bruno=dict(pool="knights"), ana=dict(pool="infantry*2"))),
    Position(75, "certain", "a pool of one", table(2, ana=dict(hand="intrigue"), bruno=dict(pool="knights", hand="?")), moves=[intrigue("armies"), allies(False), FORCED], after=dict(bruno=dict(pool=0), ana=dict(pool="knights"))),
    Position(76, "certain", "without a Land of one's own", table(2, ana=dict(hand="intrigue"), bruno=dict(pool="knights infantry", hand="?")), moves=[intrigue("armies"), allies(False), FORCED], after=dict(ana=dict(pool=2))),
    Position(77, "certain", "a Mercenary comes with his garrison", table(2, ana=dict(hand="intrigue"), bruno=dict(mercenaries="knights", hand="?")), moves=[intrigue("mercenary", mercenary=1), allies(False)], after=dict(ana=dict(mercenaries=1, pool=0), bruno=dict(mercenaries=0))),
    Position(78, "certain", "the Royal Army is no pool", table(3, king="bruno", royal_army="infantry*2", ana=dict(hand="intrigue"), bruno=dict(hand="?")), refused=[(intrigue("armies"), "intrigue/empty-target")]),
    Position(79, "certain", "the Cathedral by Intrigue", table(2, ana=dict(fiefs="palace; castle", hand="intrigue"), bruno=dict(fiefs="palace cathedral", hand="?")), moves=[intrigue("properties", fief=1, count=1), allies(False), place("cathedral", 2)], after=dict(ana=dict(fiefs="palace; castle cathedral@bruno"))),
    # ---------------------------------------------------------------- Allies and disputes
    Position(81, "certain", "Allies, and no Vassal: the attack fails", table(2, **DEFENDED), moves=[treachery("lord", fief=1), allies(), dispute("ana", None)], after=dict(bruno=dict(fiefs="palace vassal land", discard="allies"), ana=dict(discard="treachery"), acted=True)),
    Position(82, "certain", "one Vassal against none", table(3, **{**DEFENDED, "bruno": dict(fiefs="palace prince land", hand="allies")}), moves=[treachery("lord", fief=1), allies(), dispute("ana", "hand"), dispute("bruno", None)], after=dict(bruno=dict(fiefs="palace land"), ana=dict(discard="treachery vassal"))),
    Position(83, "certain", "two against two: the defender wins", table(2, ana=dict(fiefs="palace; castle vassal land", hand="intrigue vassal"), bruno=dict(fiefs="palace vassal", hand="allies vassal", pool="infantry")), moves=[intrigue("armies"), allies(), dispute("ana", "hand"), dispute("bruno", "hand"), dispute("ana", 2), dispute("bruno", 1), dispute("ana", None)], after=dict(ana=dict(fiefs="palace; castle land", discard="intrigue vassal*2", pool=0), bruno=dict(fiefs="palace vassal", discard="allies vassal", pool=1))),
    Position(84, "certain", "Vassals only", table(2, ana=dict(fiefs="palace champion", hand="treachery"), bruno=dict(fiefs="palace vassal", hand="allies")), moves=[treachery("lord", fief=1), allies()], refused=[(dispute("ana", 1), "dispute/vassals-only")]),
    Position(86, "certain", "nobody else plays Allies", table(3, ana=dict(hand="intrigue"), bruno=dict(pool="infantry", hand="?"), carla=dict(hand="allies")), moves=[intrigue("armies")], refused=[(allies(True, "carla"), "allies/answer")]),
    Position(87, "certain", "no Vassal before the Allies", table(2, **DEFENDED), moves=[treachery("lord", fief=1)], refused=[(dispute("ana", "hand"), "dispute/turns")]),
    Position(88, "certain", "no dispute without Allies", table(2, ana=dict(hand="treachery"), bruno=dict(fiefs="palace vassal; castle", hand="vassal*3")), moves=[treachery("lord", fief=1)], refused=[(dispute("bruno", "hand"), "dispute/turns"), (allies(True), "turn/in-hand")]),
    Position(89, "certain", "a Lord lost in a dispute leaves his Palace", table(2, ana=dict(hand="intrigue vassal*2"), bruno=dict(fiefs="palace vassal", hand="allies", pool="infantry")), moves=[intrigue("armies"), allies(), dispute("ana", "hand"), dispute("bruno", 1), dispute("ana", "hand"), dispute("bruno", None), FORCED], after=dict(gone=[], bruno=dict(fiefs="palace", pool=0), ana=dict(pool=1))),
    Position(90, "open", "the victim in his own defence", table(3, ana=dict(hand="treachery vassal*2"), bruno=dict(fiefs="palace vassal", hand="allies")), moves=[treachery("lord", fief=1), allies(), dispute("ana", "hand"), dispute("bruno", 1), dispute("ana", "hand"), dispute("bruno", None)], after=dict(gone=["bruno"])),
    Position(91, "reading", "what is left of the hand", table(2, ana=dict(hand="treachery vassal*2"), bruno=dict(hand="allies vassal church")), moves=[treachery("hand"), allies(), dispute("ana", "hand"), dispute("bruno", "hand"), dispute("ana", "hand"), dispute("bruno", None)], after=dict(bruno=dict(hand=0, discard="allies vassal church"))),
    Position(93, "reading", "Allies are an answer", table(2, ana=dict(hand="allies")), refused=[(allies(True, "ana"), "allies/answer")]),
    # ---------------------------------------------------------------- Banquet, bequeathing, crown
    Position(94, "certain", "a Banquet with three cards left", table(2, ana=dict(hand="banquet", deck="?*3", discard="?*20")), moves=[make("banquet"), end()], after=dict(gone=[], ana=dict(hand=3, deck=0))),
    Position(95, "certain", "a Banquet with two", table(2, ana=dict(hand="banquet", deck="?*2", discard="?*21")), moves=[make("banquet"), end()], after=dict(gone=["ana"])),
    Position(96, "certain", "what a Banquet brings is no second action", table(2, ana=dict(hand="banquet")), moves=[make("banquet", drawn=["land", "monk"])], refused=[(attach("land"), "turn/one-action")], allowed=[make("tower", card="land")]),
    Position(97, "certain", "bequeathing", table(2, ana=dict(**PRINCELY, deck="?*3", discard="?*10", towers="?*9")), moves=[make("bequeath")], after=dict(ana=dict(fiefs="palace", deck=15, discard=0))),
    Position(98, "certain", "a rival's Cathedral forbids it", table(2, ana=PRINCELY, bruno=dict(fiefs="palace cathedral")), refused=[(make("bequeath"), "bequeath/church")]),
    Position(99, "certain", "a Church anywhere is enough", table(2, ana=dict(fiefs="palace prince; castle church", hand="banner"), bruno=dict(fiefs="palace cathedral")), moves=[make("bequeath")]),
    Position(100, "reading", "the Archbishop needs no Church", table(2, ana=dict(fiefs="palace prince cathedral", hand="banner")), moves=[make("bequeath")]),
    Position(101, "certain", "a Prince in the hand is no Lord", table(2, ana=dict(hand="prince banner")), refused=[(make("bequeath"), "bequeath/prince")]),
    Position(102, "certain", "saved by bequeathing", table(2, ana=dict(**PRINCELY, deck="", discard="?*8", towers="?*14")), moves=[make("bequeath"), end()], after=dict(gone=[], ana=dict(deck=9))),
    Position(103, "certain", "emissaries do not return", table(2, ana=dict(**PRINCELY, emissaries="vassal*2", discard="?*4")), moves=[make("bequeath")], after=dict(ana=dict(emissaries="vassal*2"))),
    Position(104, "certain", "two against one is no crown", table(3, ana=dict(hand="banner", banners=1), bruno=dict(banners=1)), moves=[make("claim")], after=dict(king=None)),
    Position(105, "certain", "three against one is", table(3, ana=dict(hand="banner", banners=2), bruno=dict(banners=1)), moves=[make("claim")], after=dict(king="ana", ana=dict(banners=0, discard="banner*3"), bruno=dict(banners=0, discard="banner"))),
    Position(106, "certain", "one Banner a turn", table(3, ana=dict(hand="banner*2")), moves=[make("claim")], refused=[(make("claim"), "turn/one-action")]),
    Position(107, "certain", "who has Armies offers one", table(4, ana=dict(hand="banner", banners=1, pool="knights"), bruno=dict(pool="infantry knights"), carla=dict(mercenaries="infantry"), dario=dict(pool="infantry")), moves=[make("claim"), make("offer", "bruno", army="infantry"), make("offer", "dario", army="infantry")], after=dict(king="ana", royal_army="infantry*2", ana=dict(pool=1), bruno=dict(pool="knights"), dario=dict(pool=0)), allowed=[make("garrison", army="knights")]),
    Position(108, "certain", "as many as Earls less one", table(4, king="ana", royal_army="infantry*3", ana=dict(pool="infantry*4")), refused=[(make("garrison", army="infantry"), "king/capacity")]),
    Position(111, "certain", "the King takes a point and stays", table(3, king="ana", royal_army="knights", bruno=dict(hand="vassal")), moves=[attack("siege", 1), field(king=True, royal="knights"), field("bruno", hand="vassal"), reveal(), suffer(king=True)], after=dict(royal_army="knights")),
    Position(112, "certain", "a rival gone makes a King", table(3, ana=dict(hand="champion*2", banners=2), bruno=dict(banners=1), carla=dict(pool="infantry")), moves=[attack("siege", 1), field(hand="champion*2"), field("bruno")], after=dict(gone=["bruno"], king="ana")),
    Position(114, "open", "no Banner while there is a King", table(3, king="ana", turn="bruno", bruno=dict(hand="banner")), refused=[(make("claim", "bruno"), "king/claimed")]),
    Position(115, "certain", "the fall of the King", table(3, king="bruno", royal_army="infantry", ana=dict(hand="champion*2")), moves=[attack("siege", 1), field(hand="champion*2"), field("bruno")], after=dict(gone=["bruno"], king=None, army_discard="infantry")),
    # ---------------------------------------------------------------- jousts
    Position(116, "certain", "clockwise, the organiser last", table(4, turn="bruno", ana=dict(fiefs="palace land"), bruno=dict(fiefs="palace land", hand="banner monk"), carla=dict(fiefs="palace land", hand="banner"), dario=dict(fiefs="palace land", hand="banner")), moves=[make("joust", "bruno"), make("excuse", "carla"), make("excuse", "dario")], after=dict(next=["ana"]), refused=[(make("excuse", "bruno"), "joust/order")]),
    Position(117, "certain", "a bet or a Banner", table(2, ana=dict(hand="banner"), bruno=dict(fiefs="palace land")), moves=[make("joust")], refused=[(make("stay-out", "bruno"), "joust/bet")]),
    Position(118, "certain", "a bare Palace", table(3, ana=dict(fiefs="palace land", hand="banner"), bruno=dict(hand="monk")), moves=[make("joust")], allowed=[make("stay-out", "bruno"), enter("bruno", None, card="monk")], refused=[(enter("bruno", (1, None), card="monk"), "joust/last-anchor")]),
    Position(119, "reading", "a Lord is no Property", table(3, ana=dict(fiefs="palace land", hand="banner"), bruno=dict(fiefs="palace champion")), moves=[make("joust")], allowed=[make("stay-out", "bruno"), enter("bruno", None, fief=1)]),
    Position(120, "certain", "two bare anchors", table(3, ana=dict(fiefs="palace land", hand="banner"), bruno=dict(fiefs="palace; castle", hand="monk")), moves=[make("joust")], refused=[(make("stay-out", "bruno"), "joust/bet")], allowed=[enter("bruno", (2, None), card="monk")]),
    Position(121, "certain", "a Banner on the table excuses nobody", table(3, ana=dict(fiefs="palace land", hand="banner"), bruno=dict(fiefs="palace land", banners=1, hand="monk")), moves=[make("joust")], refused=[(make("excuse", "bruno"), "joust/excuse")]),
    Position(122, "certain", "no excuse after the bet", table(3, ana=dict(fiefs="palace land", hand="banner"), bruno=dict(fiefs="palace land", hand="monk banner"), carla=dict(fiefs="palace land", hand="monk")), moves=[make("joust"), enter("bruno", (1, "land"), card="monk")], refused=[(make("excuse", "bruno"), "joust/order")]),
    Position(123, "certain", "a second Banner excuses the organiser", table(2, ana=dict(fiefs="palace land", hand="banner*2"), bruno=dict(fiefs="palace land", hand="monk")), moves=[make("joust"), enter("bruno", (1, "land"), card="monk"), make("excuse", "ana")], after=dict(ana=dict(discard="banner*2"), bruno=dict(hand="monk"))),
    Position(124, "certain", "the first one does not", table(2, ana=dict(fiefs="palace land", hand="banner monk"), bruno=dict(fiefs="palace land", hand="monk")), moves=[make("joust"), enter("bruno", (1, "land"), card="monk")], refused=[(make("excuse", "ana"), "joust/excuse"), (make("stay-out", "ana"), "joust/bet")]),
    Position(125, "certain", "one entrant: cancelled", table(3, ana=dict(fiefs="palace church", hand="banner vassal"), bruno=dict(fiefs="palace land", hand="banner"), carla=dict(fiefs="palace land", hand="banner")), moves=[make("joust"), make("excuse", "bruno"), make("excuse", "carla"), enter("ana", (1, "church"), card="vassal")], after=dict(ana=dict(fiefs="palace church", hand="vassal", discard="banner"), bruno=dict(discard="banner"), carla=dict(discard="banner"), acted=True, pending=None)),
    ranked(130, "two Princes and a Vassal against two Princes", "prince PV", "prince P-", "bruno"),
    ranked(131, "Prince and Vassal against a Prince", "prince V-", "prince --", "bruno"),
    ranked(132, "three Princes against three Vassals", "prince PP", "vassal VV", "bruno"),
    ranked(133, "three Vassals against two Princes and a Vassal", "vassal VV", "prince PV", "bruno"),
    ranked(134, "two Princes against two Vassals and a Prince", "prince P-", "vassal VP", "bruno"),
    ranked(135, "two Vassals and a Prince against two Vassals", "vassal VP", "vassal V-", "bruno"),
    ranked(136, "two Vassals against Prince and Vassal", "vassal V-", "prince V-", "bruno"),
    ranked(137, "the Champion as a Prince", "champion PV", "prince P-", "bruno"),
    ranked(138, "the Champion as a Vassal", "champion VV", "prince PV", "bruno"),
    ranked(139, "a Champion alone is one Prince", "champion --", "vassal P-", "carla"),
    ranked(140, "Champion and Prince alone: a tie", "champion --", "prince --", "bruno carla"),
    ranked(141, "a Vassal among nothings", "church --", "monk --", "ana", ana="banquet V-"),
    Position(142, "certain", "sudden death", tournament("champion", "prince")[0], moves=[*tournament("champion", "prince")[1], deal(bruno="V", carla="-")], after=dict(winner="bruno")),
    Position(143, "certain", "and once more", tournament("champion", "prince")[0], moves=[*tournament("champion", "prince")[1], deal(bruno="P", carla="P")], after=dict(winner="bruno carla")),
    Position(144, "certain", "the Champion has been put aside", tournament("champion", "prince")[0], moves=[*tournament("champion", "prince")[1], deal(bruno="-", carla="V")], after=dict(winner="carla")),
    Position(145, "certain", "only the tied go on", tournament("champion", "prince")[0], moves=tournament("champion", "prince")[1], refused=[(deal(ana="P", bruno="V", carla="-"), "joust/sudden-death")]),
    Position(146, "certain", "the winning Lord goes home, the losing one dies", table(3, ana=dict(fiefs="palace vassal land", hand="banner"), bruno=dict(fiefs="palace champion land"), carla=dict(fiefs="palace church", hand="prince")), moves=[make("joust"), enter("bruno", (1, "land"), fief=1), enter("carla", (1, "church"), card="prince"), enter("ana", (1, "land"), fief=1), deal(bruno="PP", carla="--", ana="--"), place("church", 1, "carla", "bruno"), place("land", 1, "ana", "bruno")], after=dict(ana=dict(fiefs="palace"), bruno=dict(fiefs="palace champion land church@carla land@ana"), carla=dict(fiefs="palace", discard="prince"))),
    Position(147, "certain", "the winner from a hand is discarded", table(2, ana=dict(fiefs="palace land", hand="banner monk"), bruno=dict(fiefs="palace land", hand="champion")), moves=[make("joust"), enter("bruno", (1, "land"), card="champion"), enter("ana", (1, "land"), card="monk"), deal(bruno="PP", ana="--")], after=dict(bruno=dict(hand=0, discard="champion"))),
    Position(148, "certain", "a Land won brings no Army", table(2, ana=dict(fiefs="palace land", hand="banner monk"), bruno=dict(fiefs="palace market", hand="champion")), moves=[make("joust"), enter("bruno", (1, "market"), card="champion"), enter("ana", (1, "land"), card="monk"), deal(bruno="PP", ana="--"), place("land", 1, "ana", "bruno")], after=dict(bruno=dict(fiefs="palace market land@ana", pool=0))),
    Position(150, "certain", "a joust in the first round, and no attack", table(2, round=1, black_markers=0, ana=dict(fiefs="palace land", hand="banner")), moves=[make("joust")], after=dict(white_marker=False)),
    Position(151, "reading", "a Prince of the hand jousts beside a Prince Lord", table(2, ana=dict(fiefs="palace land", hand="banner"), bruno=dict(fiefs="palace prince land", hand="prince")), moves=[make("joust"), enter("bruno", (1, "land"), card="prince")]),
    # ---------------------------------------------------------------- calling forces
    Position(154, "certain", "two Lands and a Market: four Armies", table(2, ana=dict(fiefs="palace land*2 market", pool="infantry*6")), moves=[attack("siege", 1)], allowed=[field(pool="infantry*4")], refused=[(field(pool="infantry*5"), "field/capacity")]),
    Position(155, "certain", "two Fiefs: two and two", table(2, ana=dict(fiefs="palace land market; castle land*2", pool="infantry*6")), moves=[attack("siege", 1)], allowed=[field(pool="infantry*4")], refused=[(field(pool="infantry*5"), "field/capacity")]),
    Position(156, "certain", "three Markets are one", table(2, ana=dict(fiefs="palace land market*3", pool="infantry*6")), moves=[attack("siege", 1)], allowed=[field(pool="infantry*2")], refused=[(field(pool="infantry*3"), "field/capacity")]),
    Position(157, "certain", "a Market elsewhere", table(2, ana=dict(fiefs="palace land; castle market", pool="infantry*6")), moves=[attack("siege", 1)], allowed=[field(pool="infantry")], refused=[(field(pool="infantry*2"), "field/capacity")]),
    Position(158, "certain", "no Land: Mercenary and garrison only", table(2, ana=dict(mercenaries="knights", pool="knights*3")), moves=[attack("siege", 1)], allowed=[field(mercenaries=[1], garrisons=[1])], refused=[(field(mercenaries=[1], garrisons=[1], pool="knights"), "field/capacity")]),
    Position(160, "certain", "no second Prince beside a Prince Lord at home", table(2, ana=dict(fiefs="palace prince", hand="prince vassal")), moves=[attack("siege", 1)], refused=[(field(hand="prince vassal"), "lord/one-prince")]),
    Position(161, "certain", "not two Princes", table(2, ana=dict(hand="prince*2")), moves=[attack("siege", 1)], refused=[(field(hand="prince*2"), "lord/one-prince")]),
    Position(162, "certain", "five from the hand", table(2, ana=dict(hand="vassal*3 champion*2"), bruno=dict(towers="?*5", hand="?")), moves=[attack("siege", 1), field(hand="vassal*3 champion*2"), field("bruno")], after=dict(ana=dict(hand=0, discard="vassal*3 champion*2"), bruno=dict(fiefs="palace"))),
    Position(163, "certain", "the Lord of another Castle defends", table(2, ana=dict(hand="champion"), bruno=dict(fiefs="palace; castle champion")), moves=[attack("siege", 1), field(hand="champion"), field("bruno", lords=[2])]),
    Position(164, "certain", "nobody is added or called back", table(2, ana=dict(hand="champion*2"), bruno=dict(hand="vassal")), moves=[attack("siege", 1), field(hand="champion"), field("bruno", hand="vassal")], refused=[(field(hand="champion"), "combat/sequence")]),
    Position(165, "certain", "nobody else defends", table(3, ana=dict(hand="champion"), carla=dict(fiefs="palace land", pool="knights")), moves=[attack("siege", 1), field(hand="champion")], refused=[(field("carla", pool="knights"), "combat/sequence")]),
    Position(168, "open", "not without anybody", table(2, ana=dict(hand="champion")), moves=[attack("siege", 1)], refused=[(field(), "combat/at-least-one")]),
    Position(169, "open", "no Towers, no target", table(2, ana=dict(hand="champion")), refused=[(attack("towers"), "attack/empty-target")]),
    # ---------------------------------------------------------------- resolving combat
    Position(170, "certain", "three Towers absorb three of four", table(2, ana=dict(hand="champion*2"), bruno=dict(fiefs="palace; castle land*2", towers="?*3")), moves=[attack("raid", 2), field(hand="champion*2"), field("bruno"), suffer("bruno", properties="land")], after=dict(bruno=dict(fiefs="palace; castle land", towers=3, discard="land"))),
    Position(171, "certain", "Towers attacked fall, and nothing else", table(2, ana=dict(hand="champion*2 vassal"), bruno=dict(fiefs="palace land", towers="monk*3")), moves=[attack("towers"), field(hand="champion*2 vassal"), field("bruno"), FORCED], after=dict(bruno=dict(fiefs="palace land", towers=0, discard="monk*3"))),
    Position(172, "certain", "the defender picks the Towers", table(2, ana=dict(hand="champion"), bruno=dict(towers="monk land prince")), moves=[attack("towers"), field(hand="champion"), field("bruno")], allowed=[suffer("bruno", towers="monk land"), suffer("bruno", towers="land prince")], refused=[(suffer("ana", towers="monk land"), "damage/own-side"), (suffer("bruno", towers="monk"), "tower/defender-picks")]),
    Position(173, "certain", "a raid leaves the Castle", table(2, ana=dict(hand="champion*3"), bruno=dict(fiefs="palace; castle land")), moves=[attack("raid", 2), field(hand="champion*3"), field("bruno"), FORCED], after=dict(bruno=dict(fiefs="palace; castle"))),
    Position(174, "certain", "two points do not fell a Palace", table(2, ana=dict(hand="champion")), moves=[attack("siege", 1), field(hand="champion"), field("bruno")], after=dict(gone=[], bruno=dict(fiefs="palace"))),
    Position(175, "certain", "a Castle falls with its Lord and Properties", table(2, ana=dict(fiefs="palace land*3", pool="infantry*3"), bruno=dict(fiefs="palace; castle champion land market", towers="?")), moves=[attack("siege", 2), field(pool="infantry*3"), field("bruno")], after=dict(bruno=dict(fiefs="palace", discard="castle champion land market", towers=1), ana=dict(pool=3))),
    Position(176, "certain", "a normal raid, to the end", table(2, ana=dict(fiefs="palace vassal land*3", pool="infantry*2 knights"), bruno=dict(fiefs="palace champion land*2 church", towers="?", pool="infantry")), moves=[attack("raid", 1), field(lords=[1], pool="infantry*2 knights"), field("bruno", lords=[1], pool="infantry"), reveal(), suffer(lords=[1], pool="infantry*2"), suffer("bruno", lords=[1], pool="infantry", properties="land church"), capture("church"), place("church")], after=dict(ana=dict(fiefs="palace vassal land*3 church@bruno", pool="knights"), bruno=dict(fiefs="palace champion land", pool=0, towers=1, discard="land"))),
    Position(177, "certain", "a point for each", table(3, king="ana", royal_army="", ana=dict(fiefs="palace land*2", pool="infantry knights"), bruno=dict(hand="champion")), moves=[attack("siege", 1), field(king=True, pool="infantry knights"), field("bruno", hand="champion"), reveal()], allowed=[suffer(king=True, pool="infantry"), suffer(pool="infantry knights")], refused=[(suffer(king=True), "damage/all")]),
    Position(178, "certain", "the order is advice", table(2, ana=dict(fiefs="palace vassal land", pool="infantry"), bruno=dict(hand="vassal")), moves=[attack("siege", 1), field(lords=[1], pool="infantry"), field("bruno", hand="vassal"), reveal(), suffer(pool="infantry")], after=dict(ana=dict(pool=0, fiefs="palace vassal land"))),
    Position(180, "certain", "nobody called, no card", table(2, ana=dict(hand="champion"), bruno=dict(towers="?", hand="vassal")), moves=[attack("siege", 1), field(hand="champion"), field("bruno")], refused=[(reveal("defender"), "card/drawn")]),
    Position(181, "reading", "one Monk, and a card is revealed", table(2, ana=dict(hand="champion"), bruno=dict(hand="monk")), moves=[attack("siege", 1), field(hand="champion"), field("bruno", hand="monk"), reveal(), FORCED], after=dict(bruno=dict(hand=0, discard="monk"))),
    Position(182, "certain", "the defender wins", table(2, ana=dict(fiefs="palace land*2", hand="champion", pool="infantry*2"), bruno=dict(fiefs="palace champion land")), moves=[attack("raid", 1), field(hand="champion", pool="infantry*2"), field("bruno", lords=[1]), reveal("defender"), suffer(hand="champion", pool="infantry")], after=dict(ana=dict(pool=1, discard="champion"), bruno=dict(fiefs="palace champion land"))),
    Position(183, "certain", "one Lord ransomed, one not", table(2, ana=dict(fiefs="palace prince land church; castle vassal"), bruno=dict(hand="champion")), moves=[attack("siege", 1), field(lords=[1, 2]), field("bruno", hand="champion"), reveal("defender"), ransom("ana", 1, (1, "land")), place("land", 1, "ana", "bruno"), ransom("ana", 2), FORCED], after=dict(ana=dict(fiefs="palace prince church; castle", discard="vassal"), bruno=dict(fiefs="palace land@ana", pool=0))),
    Position(184, "certain", "what is raided pays the ransom", table(2, ana=dict(fiefs="palace land*3", pool="infantry*3"), bruno=dict(fiefs="palace; castle vassal land")), moves=[attack("raid", 2), field(pool="infantry*3"), field("bruno", lords=[2]), reveal("attacker"), ransom("bruno", 2, (2, "land")), place("land", 1), FORCED], after=dict(ana=dict(fiefs="palace land*3 land@bruno", pool=3), bruno=dict(fiefs="palace; castle vassal", discard=""))),
    Position(185, "certain", "the Castle of one Lord for the other", table(2, ana=dict(fiefs="palace land*3", pool="infantry*2"), bruno=dict(fiefs="palace land; castle vassal; castle champion", towers="?*5")), moves=[attack("raid", 1), field(pool="infantry*2"), field("bruno", lords=[2, 3]), reveal("attacker"), ransom("bruno", 2, (3, None)), FORCED], after=dict(bruno=dict(fiefs="palace land; castle vassal", discard="champion"), ana=dict(fiefs="palace land*3; castle@bruno"))),
    Position(187, "certain", "the payer chooses", table(2, ana=dict(hand="champion"), bruno=dict(fiefs="palace vassal cathedral market")), moves=[attack("raid", 1), field(hand="champion"), field("bruno", lords=[1]), reveal("attacker")], allowed=[ransom("bruno", 1, (1, "market")), ransom("bruno", 1, (1, "cathedral")), ransom("bruno", 1)]),
    Position(188, "certain", "a Castle with another Lord", table(2, ana=dict(hand="champion"), bruno=dict(fiefs="palace vassal land; castle monk")), moves=[attack("raid", 1), field(hand="champion"), field("bruno", lords=[1]), reveal("attacker"), ransom("bruno", 1, (2, None)), FORCED], after=dict(bruno=dict(fiefs="palace vassal", discard="monk land"))),
    Position(189, "certain", "no ransom: the Lord dies, the Fief stays", table(2, ana=dict(hand="champion"), bruno=dict(fiefs="palace vassal land church")), moves=[attack("raid", 1), field(hand="champion"), field("bruno", lords=[1]), reveal("attacker"), ransom("bruno", 1), suffer("bruno", lords=[1], properties="land")], after=dict(gone=[], bruno=dict(fiefs="palace church", discard="land vassal"))),
    Position(191, "certain", "the King is not captured", table(3, king="bruno", royal_army="", ana=dict(hand="champion"), bruno=dict(fiefs="palace vassal land")), moves=[attack("raid", 1), field(hand="champion"), field("bruno", king=True, lords=[1]), reveal("attacker"), ransom("bruno", 1), FORCED], after=dict(king="bruno", bruno=dict(fiefs="palace land", discard="vassal"))),
    Position(192, "certain", "the Archbishop decides", table(3, ana=dict(hand="champion"), bruno=dict(fiefs="palace church*4", hand="vassal"), carla=dict(fiefs="palace cathedral")), moves=[attack("raid", 1), field(hand="champion"), field("bruno", hand="vassal"), reveal("church")], after=dict(next=["carla"]), allowed=[make("decide", "carla", outcome=outcome) for outcome in ("normal", "attacker", "defender")], refused=[(make("decide", "bruno", outcome="defender"), "card/church-decides")]),
    Position(193, "certain", "tied for the most Churches: a normal battle", table(3, ana=dict(fiefs="palace church", hand="champion"), bruno=dict(fiefs="palace church*2", hand="vassal"), carla=dict(fiefs="palace church*2")), moves=[attack("raid", 1), field(hand="champion"), field("bruno", hand="vassal"), reveal("church"), suffer(hand="champion"), suffer("bruno", hand="vassal", properties="church")], after=dict(bruno=dict(discard="vassal church"))),
    Position(194, "certain", "one Church is the most", table(3, ana=dict(fiefs="palace church", hand="champion"), bruno=dict(fiefs="palace land", hand="vassal")), moves=[attack("raid", 1), field(hand="champion"), field("bruno", hand="vassal"), reveal("church"), make("decide", "ana", outcome="attacker")]),
    Position(195, "certain", "no Church: a normal battle", table(3, ana=dict(hand="champion"), bruno=dict(fiefs="palace land", hand="vassal")), moves=[attack("raid", 1), field(hand="champion"), field("bruno", hand="vassal"), reveal("church"), FORCED], after=dict(ana=dict(discard="champion"), bruno=dict(fiefs="palace", discard="land vassal"))),
    Position(196, "certain", "two Vassal Lords capture one", table(2, ana=dict(fiefs="palace vassal; castle vassal"), bruno=dict(fiefs="palace land church")), moves=[attack("raid", 1), field(lords=[1, 2]), field("bruno"), FORCED], allowed=[capture("land"), capture("church"), capture()], refused=[(capture("land", "church"), "capture/slots")]),
    Position(197, "certain", "Prince and Vassal capture two of three", table(2, ana=dict(fiefs="palace prince land; castle vassal", pool="infantry"), bruno=dict(fiefs="palace land church market")), moves=[attack("raid", 1), field(lords=[1, 2], pool="infantry"), field("bruno"), FORCED], allowed=[capture("land", "market")], refused=[(capture("land", "market", "church"), "capture/slots")]),
    Position(198, "certain", "cards of the hand capture nothing", table(2, ana=dict(hand="vassal prince"), bruno=dict(fiefs="palace land")), moves=[attack("raid", 1), field(hand="vassal prince"), field("bruno"), FORCED], after=dict(bruno=dict(fiefs="palace", discard="land"), pending=None)),
    Position(199, "certain", "Champion and Abbot capture nothing", table(2, ana=dict(fiefs="palace champion; castle monk"), bruno=dict(fiefs="palace land*2")), moves=[attack("raid", 1), field(lords=[1, 2]), field("bruno"), FORCED], after=dict(bruno=dict(fiefs="palace", discard="land*2"), pending=None)),
    Position(200, "certain", "the Castle or a Property", table(2, ana=dict(fiefs="palace vassal land", pool="infantry"), bruno=dict(fiefs="palace; castle monk land church")), moves=[attack("siege", 2), field(lords=[1], pool="infantry"), field("bruno")], refused=[(capture("castle", "land"), "capture/slots")], allowed=[capture("land")]),
    Position("200b", "certain", "a captured Castle is a new, empty Fief", table(2, ana=dict(fiefs="palace vassal land", pool="infantry"), bruno=dict(fiefs="palace; castle monk land church")), moves=[attack("siege", 2), field(lords=[1], pool="infantry"), field("bruno"), capture("castle")], after=dict(ana=dict(fiefs="palace vassal land; castle@bruno"), bruno=dict(fiefs="palace", discard="monk land church"))),
    Position(201, "certain", "no Tower is captured", table(2, ana=dict(fiefs="palace prince"), bruno=dict(towers="monk")), moves=[attack("towers"), field(lords=[1]), field("bruno"), FORCED], after=dict(pending=None, bruno=dict(discard="monk"))),
    Position(202, "reading", "the Palace captured, its Earl out", table(3, ana=dict(fiefs="palace prince land*2", pool="infantry*2"), bruno=dict(fiefs="palace")), moves=[attack("siege", 1), field(lords=[1], pool="infantry*2"), field("bruno"), capture("palace")], after=dict(ana=dict(fiefs="palace prince land*2; palace@bruno"), gone=["bruno"])),
    Position(203, "certain", "the white marker moves on the declaration", table(2, ana=dict(hand="champion")), moves=[attack("siege", 1)], after=dict(white_marker=True)),
    Position(204, "certain", "who dies has dealt his damage", table(2, ana=dict(fiefs="palace land", pool="infantry"), bruno=dict(fiefs="palace market", hand="vassal")), moves=[attack("raid", 1), field(pool="infantry"), field("bruno", hand="vassal"), reveal(), FORCED], after=dict(ana=dict(pool=0), bruno=dict(fiefs="palace market", discard="vassal"))),
    Position(205, "certain", "the Battle deck is shuffled when it is empty", table(2, ana=dict(hand="champion"), bruno=dict(hand="vassal"), battle_deck=[], battle_discard="normal*15 attacker*3 defender*3 church*3"), moves=[attack("siege", 1), field(hand="champion"), field("bruno", hand="vassal"), reveal("church")], after=dict(battle_deck=23)),
    Position(207, "certain", "more damage than forces", table(2, ana=dict(fiefs="palace land*3", pool="infantry*2 knights"), bruno=dict(fiefs="palace market land*2", pool="knights*2")), moves=[attack("raid", 1), field(pool="infantry*2 knights"), field("bruno", pool="knights*2"), reveal()], after=dict(ana=dict(pool=0))),
    Position(208, "certain", "first the ransom, then the damage", table(2, ana=dict(hand="champion"), bruno=dict(fiefs="palace vassal land church")), moves=[attack("raid", 1), field(hand="champion"), field("bruno", lords=[1]), reveal("attacker")], refused=[(suffer("bruno", lords=[1], properties="land"), "ransom/before-damage")]),
    Position(209, "open", "the last Palace as a ransom", table(2, ana=dict(hand="champion"), bruno=dict(fiefs="palace vassal land")), moves=[attack("raid", 1), field(hand="champion"), field("bruno", lords=[1]), reveal("attacker")], refused=[(ransom("bruno", 1, (1, None)), "ransom/last-anchor")]),
    # ---------------------------------------------------------------- Vikings
    Position(210, "certain", "a quiet round: one black marker", table(2, round=1, black_markers=0, turn="bruno"), moves=[end("bruno")], after=dict(black_markers=1, next=["ana"])),
    Position(211, "certain", "eight quiet rounds", table(2, round=8, black_markers=7, turn="bruno"), moves=[end("bruno")], after=dict(arrived=True, phase="vikings")),
    Position(212, "certain", "an attack keeps them off", table(2, black_markers=3, white_marker=True, turn="bruno"), moves=[end("bruno")], after=dict(black_markers=3, white_marker=False)),
    Position(213, "certain", "a Monk goes: a marker and two cubes", table(3, ana=dict(hand="monk")), moves=[make("emissary", card="monk")], after=dict(black_markers=3, ana=dict(cubes=3, emissaries="monk"))),
    Position(214, "certain", "two emissaries and a quiet round", table(2, ana=dict(hand="vassal"), bruno=dict(hand="vassal")), moves=[make("emissary", card="vassal"), end(), make("emissary", "bruno", card="vassal"), end("bruno")], after=dict(black_markers=5)),
    Position(215, "certain", "the eighth marker by an emissary", table(3, round=8, black_markers=7, ana=dict(hand="vassal"), bruno=dict(hand="champion")), moves=[make("emissary", card="vassal"), end(), attack("siege", 1, "carla", "bruno"), field("bruno", hand="champion"), field("carla"), end("bruno"), end("carla")], after=dict(arrived=True, phase="vikings")),
    Position(216, "certain", "five for four Earls", table(4, round=8, black_markers=7, turn="dario"), moves=[end("dario"), make("vikings", None, cards=words("viking*4 chieftain"))], after=dict(vikings=5, black_markers=0)),
    Position("216b", "certain", "not four", table(4, round=8, black_markers=7, turn="dario"), moves=[end("dario")], refused=[(make("vikings", None, cards=words("viking*4")), "vikings/arrival")]),
    Position(218, "certain", "no Champion goes, and no Prince", table(2, ana=dict(hand="champion prince")), refused=[(make("emissary", card="champion"), "emissary/who"), (make("emissary", card="prince"), "emissary/who")]),
    Position(219, "certain", "no Abbot goes", table(2, ana=dict(fiefs="palace monk", hand="land")), refused=[(make("emissary", card="monk"), "turn/in-hand")]),
    Position(220, "reading", "one a turn", table(2, ana=dict(hand="vassal*2")), moves=[make("emissary", card="vassal")], refused=[(make("emissary", card="vassal"), "turn/one-action")]),
    Position(222, "certain", "after the arrival: a cube, no marker", landed(2, ana=dict(hand="vassal")), moves=[make("emissary", card="vassal")], after=dict(ana=dict(cubes=2), black_markers=0)),
    Position(225, "certain", "against nobody, or against oneself", landed(2, turn=None, phase="vikings", pending={"type": "vikings", "step": "order", "controller": "ana"}, ana=dict(towers="?")), allowed=[order("ana"), order("ana", "ana", "towers"), order("ana", "bruno", "siege", 1)], refused=[(order("bruno", "ana", "siege", 1), "vikings/controller")]),
    Position(226, "certain", "three Vikings fell a Palace", landed(2, turn=None, phase="vikings", vikings="viking*2 chieftain", pending={"type": "vikings", "step": "order", "controller": "ana"}), moves=[order("ana", "bruno", "siege", 1), field("bruno")], after=dict(gone=["bruno"], phase="over")),
    Position(227, "certain", "no ransom from Vikings", landed(2, turn=None, phase="vikings", pending={"type": "vikings", "step": "order", "controller": "ana"}, bruno=dict(fiefs="palace vassal land*3", towers="?*5")), moves=[order("ana", "bruno", "raid", 1), field("bruno", lords=[1]), reveal("attacker"), FORCED], after=dict(bruno=dict(fiefs="palace land*3", discard="vassal"))),
    Position(228, "certain", "Vikings capture nothing", landed(2, turn=None, phase="vikings", pending={"type": "vikings", "step": "order", "controller": "ana"}, ana=dict(fiefs="palace prince"), bruno=dict(fiefs="palace land*2")), moves=[order("ana", "bruno", "raid", 1), field("bruno"), FORCED], after=dict(ana=dict(fiefs="palace prince"), bruno=dict(fiefs="palace", discard="land*2"))),
    Position(229, "certain", "the Church decides about Vikings too", landed(3, turn=None, phase="vikings", pending={"type": "vikings", "step": "order", "controller": "ana"}, bruno=dict(fiefs="palace land", hand="vassal"), carla=dict(fiefs="palace cathedral")), moves=[order("ana", "bruno", "raid", 1), field("bruno", hand="vassal"), reveal("church")], after=dict(next=["carla"])),
    Position(230, "certain", "two left of five: idle at three", landed(4, vikings="viking*2", viking_discard="viking*3", turn="dario"), moves=[end("dario"), make("vikings", None, cards=["viking"])], after=dict(vikings=3, phase="turn", next=["ana"])),
    Position(232, "reading", "six are active too", landed(4, turn="dario"), moves=[end("dario"), make("vikings", None, cards=["viking"])], after=dict(vikings=6, phase="vikings")),
    Position(233, "certain", "four and one are five", landed(4, vikings="viking*4", viking_discard="viking", turn="dario"), moves=[end("dario"), make("vikings", None, cards=["viking"])], after=dict(vikings=5, phase="vikings")),
    Position(234, "certain", "no cube for idle Vikings", landed(4, vikings="viking*2", viking_discard="viking*3", turn="dario"), moves=[end("dario"), make("vikings", None, cards=["viking"])], refused=[(make("cube", None, player="ana"), "vikings/cube")]),
    Position(235, "certain", "the Viking deck is shuffled", landed(2, vikings="viking*2", viking_deck=[], viking_discard="viking*14 chieftain*8", turn="bruno"), moves=[end("bruno"), make("vikings", None, cards=["chieftain"])], after=dict(vikings=3, viking_deck=21)),
    Position(237, "certain", "after the arrival attacks hold nobody off", landed(2, ana=dict(hand="champion")), moves=[attack("siege", 1)], after=dict(white_marker=False)),
    # ---------------------------------------------------------------- elimination
    Position(238, "certain", "cards of others go home", table(3, ana=dict(hand="champion*3"), bruno=dict(fiefs="palace church@ana", mercenaries="knights@carla")), moves=[attack("siege", 1), field(hand="champion*3"), field("bruno")], after=dict(gone=["bruno"], ana=dict(discard="champion*3 church"), carla=dict(discard="mercenary"), army_discard="knights")),
    Position(241, "certain", "conceding in one's own turn", table(3, turn="carla"), moves=[make("concede", "carla")], after=dict(gone=["carla"], phase="turn")),
    Position(242, "certain", "a bare Castle is enough", table(2, bruno=dict(fiefs="castle", hand="")), moves=[end()], after=dict(gone=[])),
    Position(244, "open", "as many as started less one", table(4, king="ana", royal_army="infantry*2", ana=dict(pool="infantry"), dario=dict()), allowed=[make("garrison", army="infantry")]),
]  # fmt: skip
