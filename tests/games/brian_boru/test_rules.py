"""Every rule of Brian Boru, kept and broken, through HTTP.

``obeys``: a move, a position or a score that keeps the rule is accepted, and where the rule is what decides, it is
cited, or an event tells it. ``breaks``: what breaks the rule is refused with it. What happens by itself cannot be
broken by a move: there the test shows that what the rule excludes does not happen.

Sections in the order of the printed book. ``make coverage`` writes down which test belongs to which rule.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest

from service.games.brian_boru.game import GAME as game
from tests.client import Answer, Referee
from tests.games.brian_boru.tables import (
    BOARD,
    LAST,
    NAMES,
    act,
    acting,
    drafting,
    finished,
    last_action,
    lead,
    opening_state,
    pending,
    pick,
    play_card,
    played,
    player,
    state,
    towns,
    trick_due,
    upkeep,
)

Question = Callable[[Referee], Answer]
BASE: dict[str, Any] = json.loads((game.packs / "base.json").read_text("utf-8"))


def validate(told: dict[str, Any], move: dict[str, Any], **more: Any) -> Question:
    return lambda referee: referee.validate(told, move, **more)


def audit(told: dict[str, Any], **more: Any) -> Question:
    return lambda referee: referee.audit(told, **more)


def changed(told: dict[str, Any], **zones: Any) -> dict[str, Any]:
    return {**told, **zones}


def open_(town: str, name: str = "ana") -> dict[str, Any]:
    return {"type": "open", "player": name, "town": town}


def settle(town: str, name: str = "ana") -> dict[str, Any]:
    return {"type": "settle", "player": name, "town": town}


def wed(choice: str, name: str = "ana") -> dict[str, Any]:
    return {"type": "wed", "player": name, "choice": choice}


def raid(town: str, loser: str = "bruno", name: str = "ana") -> dict[str, Any]:
    return {"type": "raid", "player": name, "loser": loser, "town": town}


def build(town: str, name: str = "ana") -> dict[str, Any]:
    return {"type": "build", "player": name, "town": town}


def deal(**hands: list[Any]) -> dict[str, Any]:
    return {"type": "deal", "hands": hands} if hands else {"type": "deal"}


def prepare(vikings: int = 10, marriage: str = "aoife") -> dict[str, Any]:
    return {"type": "prepare", "vikings": vikings, "marriage": marriage}


def princess_due(board: str) -> dict[str, Any]:
    """Ana has married the Princess in the last round and is to choose; the Vikings are repelled afterwards."""
    told = upkeep(
        "marriage", board, marriage_card="princess", round=3, marriage_pile=[], ana={"marriage": 3}, raiders=0
    )
    return {**told, "pending": pending("princess", "ana")}


def column(name: str, **figures: Any) -> dict[str, Any]:
    return {"name": name, "points": 20, "coins": 0, "renown": 0, **figures}


def sheet(*columns: dict[str, Any], **zones: Any) -> dict[str, Any]:
    """A pad for three: what is not told of ana and her fellows is nothing."""
    told = {entry["name"] for entry in columns}
    more = [column(name) for name in ("ana", "bruno", "carla") if name not in told]
    return {"players": [*columns, *more], **zones}


def pad(told: dict[str, Any], **more: Any) -> Question:
    return lambda referee: referee.ask("score", {"sheet": told, **more})


def claim(told: dict[str, Any], total: int, **more: Any) -> Question:
    return pad(told, claimed={"ana": total}, **more)


def upkeep_after(**zones: Any) -> Question:
    """The last action of a round, and the upkeep as far as it goes by itself."""
    return validate(last_action(**zones), LAST)


ORDERED = acting(("ana", 2), ("bruno", 11), ("carla", 13), winner="carla")
"""A red town: ana acts first with the 2, carla wins with the white 13."""
RAID = upkeep("battle", ana={"raiders": 3}, carla={"raiders": 1}, pending=pending("raid", "ana", loser="bruno"))
TIED_RAID = upkeep(
    "battle", ana={"raiders": 3}, carla={"raiders": 3}, pending=pending("raid", "bruno", loser="bruno")
)
TWO_RAIDS = upkeep(
    "battle",
    ana={"raiders": 3},
    pending=pending("raid", "ana", loser="bruno") + pending("raid", "ana", loser="carla"),
)
FULL_BOARD = "; ".join(f"{town['id']} carla" for town in BASE["towns"])
FULL_MUNSTER = "; ".join(f"M{number} {name}" for number, name in enumerate(["ana", "bruno"] * 5, start=1))
TIED = {"bruno": {"towns": {"munster": {"towns": 3}}}, "ana": {"towns": {"munster": {"towns": 3}}}}
TIED_PAD = sheet(column("ana", **TIED["ana"]), column("bruno", **TIED["bruno"]), face_up=["munster"])
"""Three towns of Munster each: half of seven points."""
VIKINGS_TIED = sheet(column("ana", **TIED["ana"]), vikings={"munster": {"towns": 3}}, face_up=["munster"])
WIDE = {region: {"towns": 1} for region in ("ulaid", "leinster", "munster", "breifne", "connaught")}
TRADE = sheet(column("ana", towns=dict(list(WIDE.items())[:4]), princess="trade"), vikings={"dubhlinn": {"towns": 1}})
MILITARY = sheet(
    column("ana", towns={"munster": {"towns": 2}}, princess="military"),
    column("bruno", towns={"munster": {"towns": 3}}),
    vikings={"munster": {"towns": 1}},
    face_up=["munster"],
)
MONASTERY = sheet(
    column("ana", towns={"munster": {"towns": 2, "monasteries": 1}}),
    column("bruno", towns={"munster": {"towns": 3}}),
    face_up=["munster"],
)


def lost_town() -> dict[str, Any]:
    """Ana has towns in three regions, one of them under a Viking token."""
    told = finished(3, 1)
    names = ["ana", "bruno", "carla"]
    players = [player(name, points=20, coins=place) for place, name in enumerate(names)]
    board = towns("U1 ana; L1 ana; M1 ana viking; C1 bruno; N1 carla")
    return {**told, "players": players, "towns": board, "face_up": [], "alliance": None, "marriages_gone": []}


OBEYED: list[tuple[str, str, Question]] = [
    ("components/cards", "every card once", audit(ORDERED)),
    ("components/marriage-cards", "a new one", validate(state("preparation", board=BOARD), prepare())),
    ("components/viking-cards", "a strength that is left", validate(state("preparation", board=BOARD), prepare(12))),
    ("components/claim-tokens", "held by one", audit(trick_due(board=f"{BOARD}; U2 bruno; U3 bruno", bruno={"claims": ["ulaid"]}))),
    ("components/unlimited", "more coins than the box has", validate(acting(("ana", 2), winner="carla", ana={"coins": 60}), act("upper"))),
    ("setup/players", "five players", audit(trick_due(5, BOARD))),
    ("setup/start", "as at the start", audit(opening_state())),
    ("setup/marriage-pile", "the Princess last", audit(opening_state(4))),
    ("setup/first-player", "drawn", validate(opening_state(marker=None), {"type": "start", "player": "bruno"})),
    ("opening/order", "the marker first", validate(opening_state(), open_("C1"))),
    ("opening/empty-town", "a free town", validate(opening_state(), open_("C1"))),
    ("opening/region", "another region", validate(opening_state(3, "C1 ana"), open_("M1", "bruno"))),
    ("round/phases", "preparing", validate(state("preparation", board=BOARD), prepare())),
    ("round/carry-over", "raiders kept", validate(state("preparation", board=BOARD, ana={"raiders": 3}), prepare())),
    ("preparation/vikings", "the known top", validate(state("preparation", board=BOARD, viking_pile=[11] + ["?"] * 5), prepare(11))),
    ("preparation/marriage", "the known top", validate(state("preparation", board=BOARD, marriage_pile=["niall", "princess"]), prepare(marriage="niall"))),
    ("preparation/last-round", "the Princess", validate(state("preparation", board=BOARD, round=3, marriage_pile=["princess"], vikings_gone=[9, 12], viking_pile=["?"] * 5), prepare(marriage="princess"))),
    ("draft/deal", "eight for three", validate(state("deal", board=BOARD), deal(ana=[1, 2, 3, 4, 5, 6, 7, 8]))),
    ("draft/unseen", "one left over", validate(state("deal", board=BOARD), deal())),
    ("draft/pick-two", "two", validate(drafting(), pick(1, 25))),
    ("draft/from-dealt", "dealt to her", validate(drafting(), pick(1, 25))),
    ("draft/no-swap", "new cards", validate(drafting(ana={"hand": [2, 3], "dealt": [1, 5, 9, 13, 17, 20]}, bruno={"hand": ["?"] * 2, "dealt": ["?"] * 6}, carla={"hand": ["?"] * 2, "dealt": ["?"] * 6}), pick(1, 5))),
    ("draft/simultaneous", "in any order", validate(drafting(), pick("?", "?", player="carla"))),
    ("draft/pass-left", "when all have chosen", validate(drafting(bruno={"dealt": ["?"] * 6, "picked": ["?"] * 2}, carla={"dealt": ["?"] * 6, "picked": ["?"] * 2}), pick(1, 5))),
    ("draft/keep-last", "two left", validate(drafting(ana={"hand": ["?"] * 6, "dealt": [1, 2]}, bruno={"hand": ["?"] * 6, "dealt": ["?"] * 2}, carla={"hand": ["?"] * 6, "dealt": ["?"] * 2}), pick(1, 2))),
    ("trick/leader", "with the marker", validate(trick_due(), lead("C1", 11))),
    ("trick/empty-town", "a free town", validate(trick_due(), lead("C1", 11))),
    ("trick/lead-colour", "red on red", validate(trick_due(), lead("C1", 11))),
    ("trick/no-match", "nothing fits", validate(trick_due(board=f"{BOARD}; {'; '.join(f'{town} ana' for town in ('C1', 'C2', 'C5', 'C6', 'N2', 'N7', 'U3', 'U5', 'B2', 'S4', 'D2', 'M3', 'M7', 'M8', 'M9', 'L4'))}", ana={"hand": [2, 5, 8, 11]}), lead("D1", 11))),
    ("trick/no-town-left", "a full board", validate(acting(("ana", 20), town=None, winner="bruno", board=FULL_BOARD), LAST)),
    ("trick/in-hand", "held", validate(trick_due(), lead("C1", 13))),
    ("trick/order", "the next player", validate(trick_due(trick={"town": "C1", "played": played(("ana", 11))}, marker=None, ana={"hand": ["?"] * 3}, bruno={"hand": [1, *["?"] * 3]}), play_card(1))),
    ("trick/any-card", "a low yellow one", validate(trick_due(trick={"town": "C1", "played": played(("ana", 11))}, marker=None, ana={"hand": ["?"] * 3}, bruno={"hand": [1, *["?"] * 3]}), play_card(1))),
    ("trick/winner", "the white 13", validate(trick_due(trick={"town": "C1", "played": played(("ana", 11), ("bruno", 13))}, marker=None, ana={"hand": ["?"] * 3}, bruno={"hand": ["?"] * 3}, carla={"hand": [17, *["?"] * 3]}), play_card(17, "carla"))),
    ("trick/discard", "after acting", validate(ORDERED, act("upper"))),
    ("trick/last-card", "one card left", validate(last_action(), LAST)),
    ("trick/last-card-hidden", "face down", validate(last_action(), LAST)),
    ("trick/five-tricks", "all played", validate(changed(acting(("ana", 20), town=None, winner="bruno", hand=0, count=5), options={"house_rules": {"tricks_of_five": "five"}}, discard=["?"] * 24), LAST)),
    ("action/own-card", "the card told", validate(ORDERED, act("upper", card=2))),
    ("action/ascending", "the 2 first", validate(ORDERED, act("upper"))),
    ("action/primary", "the winner", validate(acting(("carla", 13), winner="carla"), act("primary", "carla"))),
    ("action/secondary", "a loser", validate(ORDERED, act("lower"))),
    ("action/all-symbols", "coins", validate(ORDERED, act("upper"))),
    ("action/left-to-right", "coins gained further left", validate(acting(("ana", 2), ("bruno", 11), ("carla", 13), winner="carla", ana={"coins": 2}), act("upper", expand="C8"))),
    ("action/price", "four coins for two", validate(acting(("ana", 2), winner="carla", ana={"coins": 4}), act("lower", extra={"raider": 2}))),
    ("action/optional", "nothing bought", validate(ORDERED, act("lower"))),
    ("symbol/take", "town and marker", validate(acting(("carla", 13), winner="carla"), act("primary", "carla"))),
    ("symbol/take-occupied", "taken before", validate(changed(acting(("carla", 13), winner="carla", board=f"{BOARD}; C1 ana"), options={"edition": "en"}), act("primary", "carla"))),
    ("symbol/coin", "three coins", validate(ORDERED, act("upper"))),
    ("symbol/pay", "a coin", validate(acting(("carla", 21), winner="carla"), act("primary", "carla"))),
    ("symbol/pay-last-point", "one point", validate(acting(("carla", 21), winner="carla", carla={"coins": 0, "points": 1}), act("primary", "carla"))),
    ("symbol/renown", "a home-made card", validate(acting(("ana", 2), winner="carla"), act("upper"), pack={**BASE, "id": "mine", "cards": [{**card, "upper": ["renown"]} if card["number"] == 2 else card for card in BASE["cards"]]})),
    ("symbol/church", "an extra disc", validate(acting(("ana", 3), winner="carla"), act("lower", extra={"church": 1}))),
    ("symbol/raider", "an extra raider", validate(acting(("ana", 2), winner="carla"), act("lower", extra={"raider": 1}))),
    ("symbol/courtship", "an extra step", validate(acting(("ana", 1), winner="carla"), act("lower", extra={"courtship": 1}))),
    ("symbol/no-waste", "just enough", validate(acting(("ana", 2), winner="carla", raiders=3), act("lower", extra={"raider": 1}))),
    ("symbol/slide", "occupied", validate(acting(("ana", 1), winner="carla", bruno={"marriage": 2}), act("lower"))),
    ("symbol/expand-road", "by road", validate(acting(("ana", 2), winner="carla"), act("upper", expand="C8"))),
    ("symbol/expand-empty", "a free town", validate(acting(("ana", 2), winner="carla"), act("upper", expand="C8"))),
    ("symbol/expand-active", "allowed in the English book", validate(changed(acting(("ana", 2), ("carla", 13), winner="carla", town="C3"), options={"edition": "en"}), act("upper", expand="C3"))),
    ("symbol/free", "another's town", validate(acting(("ana", 13), winner="carla", board=f"{BOARD}; M2 bruno viking"), act("lower"))),
    ("symbol/free-none", "no token", validate(acting(("ana", 13), winner="carla"), act("lower"))),
    ("upkeep/order", "the town lost", audit(RAID)),
    ("marriage/highest", "in the region", validate(upkeep("marriage", marriage_card=None, ana={"marriage": 3, "marriages": ["cormac"]}, pending=pending("card-town", "ana", region="connaught")), settle("C1"))),
    ("marriage/reward", "four points", upkeep_after(ana={"marriage": 3})),
    ("marriage/region-town", "in the region", validate(upkeep("marriage", marriage_card=None, ana={"marriage": 3, "marriages": ["cormac"]}, pending=pending("card-town", "ana", region="connaught")), settle("C1"))),
    ("marriage/no-town", "Munster is full", upkeep_after(board=FULL_MUNSTER, marriage_card="orlaith", ana={"marriage": 3})),
    ("marriage/princess", "trade", validate(upkeep("marriage", marriage_card="princess", round=3, marriage_pile=[], ana={"marriage": 3}, pending=pending("princess", "ana")), wed("trade"))),
    ("marriage/nobody", "all at the start", upkeep_after()),
    ("marriage/back-to-start", "no coin for space 3", upkeep_after(ana={"marriage": 3})),
    ("marriage/track", "a coin for space 2", upkeep_after(ana={"marriage": 3}, bruno={"marriage": 2})),
    ("marriage/any-town", "space 8", validate(upkeep("marriage", marriage_card=None, bruno={"marriage": 8}, pending=pending("track-town", "bruno")), settle("C1", "bruno"))),
    ("marriage/no-town-anywhere", "all towns taken", upkeep_after(board="; ".join(f"{town['id']} carla" for town in BASE["towns"]), ana={"marriage": 9}, bruno={"marriage": 8})),
    ("battle/repelled", "none left", upkeep_after(raiders=0)),
    ("battle/fewest", "a loser's town", validate(RAID, raid("M1"))),
    ("battle/most-chooses", "ana for bruno", validate(RAID, raid("M1"))),
    ("battle/tied-most", "bruno for himself", validate(TIED_RAID, raid("M1", name="bruno"))),
    ("battle/losers-town", "his town", validate(RAID, raid("N1"))),
    ("battle/loser-order", "carla, then bruno", validate(TWO_RAIDS, raid("U1", "carla"))),
    ("battle/no-town", "no town", upkeep_after(board="C4 ana; L4 ana; U1 carla", ana={"raiders": 2}, carla={"raiders": 1})),
    ("battle/clear", "raiders go back", validate(upkeep("battle", ana={"raiders": 2}, carla={"raiders": 1}, pending=pending("raid", "ana", loser="bruno")), raid("M1"))),
    ("battle/first-spoils", "alone at the top", upkeep_after(raiders=0, ana={"raiders": 2})),
    ("battle/second-spoils", "the next one", upkeep_after(raiders=0, ana={"raiders": 2}, carla={"raiders": 1})),
    ("battle/no-raiders", "nobody fought", upkeep_after(raiders=0)),
    ("church/first", "the most discs", validate(upkeep("church", ana={"church": 3}, pending=pending("monastery", "ana")), build("C4"))),
    ("church/own-town", "her town", validate(upkeep("church", ana={"church": 3}, pending=pending("monastery", "ana")), build("C4"))),
    ("church/one-monastery", "the town without one", validate(upkeep("church", f"{BOARD}; C5 ana; L3 ana monastery", ana={"church": 3}, pending=pending("monastery", "ana")), build("C4"))),
    ("church/unable", "no town left", upkeep_after(raiders=0, board="C4 ana monastery; M1 bruno; U1 carla", ana={"church": 2})),
    ("church/second", "the next one", validate(upkeep("church", ana={"church": 2}, bruno={"church": 1}, pending=pending("monastery", "ana")), build("C4"))),
    ("church/no-discs", "nobody", upkeep_after(raiders=0)),
    ("church/four", "four discs", validate(upkeep("church", carla={"church": 4}, pending=pending("monastery-of-four", "carla")), build("U1", "carla"))),
    ("claims/flip", "two towns of Dubhlinn", upkeep_after(raiders=0, board="D1 ana; D2 bruno; U1 carla")),
    ("claims/majority", "the most towns", upkeep_after(raiders=0, board="D1 ana; D2 ana; M1 bruno; U1 carla")),
    ("claims/tie", "one each", upkeep_after(raiders=0, board="D1 ana; D2 bruno; U1 carla")),
    ("claims/vikings", "the Vikings' towns", upkeep_after(raiders=0, board="D1 ana viking; D2 ana viking; M1 bruno; U1 carla", ana={"claims": ["dubhlinn"]})),
    ("claims/vikings-tied", "one each", upkeep_after(raiders=0, board="D1 ana viking; D2 bruno; U1 carla")),
    ("claims/monastery", "one town as two", upkeep_after(raiders=0, board="D1 ana monastery; M1 bruno; U1 carla")),
    ("claims/military", "the ally's", validate(princess_due("D1 ana viking; D2 bruno viking; M1 bruno; U1 carla"), wed("military"))),
    ("end/last-round", "the last upkeep", upkeep_after(raiders=0, round=3, marriage_pile=[], marriage_card="princess", vikings_gone=[9, 10, 11], viking_pile=["?"] * 4)),
    ("end/over", "before the end", validate(trick_due(), lead("C1", 11))),
    ("score/track", "twenty points", pad(sheet())),
    ("score/beyond-track", "sixty-one", pad(sheet(column("ana", points=61)))),
    ("score/coins", "alone", pad(sheet(column("ana", coins=2)))),
    ("score/marker", "held", pad(sheet(column("ana", marker=True)))),
    ("score/renown", "two", pad(sheet(column("ana", renown=2)))),
    ("score/claims", "Ulaid", pad(sheet(column("ana", claims=["ulaid"])))),
    ("score/board-claims", "tied", pad(TIED_PAD)),
    ("score/face-down", "no tokens", pad(sheet())),
    ("score/vikings-most", "the Vikings ahead", pad(sheet(column("ana", **TIED["ana"]), vikings={"munster": {"towns": 4}}, face_up=["munster"]))),
    ("score/vikings-tied", "half", pad(VIKINGS_TIED)),
    ("score/monasteries", "twice", pad(MONASTERY)),
    ("score/military", "with the Vikings", pad(MILITARY)),
    ("score/spread", "five regions", pad(sheet(column("ana", towns=WIDE)))),
    ("score/viking-held", "lost", lambda referee: referee.score(lost_town())),
    ("score/trade", "five regions with trade", pad(TRADE)),
    ("score/total", "the sum", pad(sheet())),
    ("score/winner", "most points", pad(sheet(column("ana", points=21)))),
    ("score/tie-claims", "two tokens", pad(sheet(column("ana", points=20, claims=["dubhlinn", "breifne"]), column("bruno", points=18, claims=["munster"]), column("carla", points=0)))),
    ("score/tie-marriages", "a marriage", pad(sheet(column("ana", marriages=1)))),
    ("score/tie-shared", "equal", pad(sheet())),
]  # fmt: skip

# Rules that are at work without being what decides: accepted, but not cited.
SILENT = {
    "components/cards", "components/marriage-cards", "components/viking-cards", "components/claim-tokens",
    "setup/players", "setup/start", "setup/marriage-pile", "draft/no-swap", "end/over",
    "action/own-card", "action/left-to-right", "symbol/no-waste", "upkeep/order",
}  # fmt: skip

BROKEN: list[tuple[str, str, Question]] = [
    ("components/cards", "a card in two hands", audit(trick_due(bruno={"hand": [13, "?", "?", "?"]}))),
    ("components/cards", "one card too many", audit(changed(trick_due(), discard=["?"] * 13))),
    ("components/cards", "dealt twice", validate(state("deal", board=BOARD), deal(ana=[1, 1, 3, 4, 5, 6, 7, 8]))),
    ("components/cards", "a shuffle that lacks a card", audit(changed(trick_due(), shuffles=[["?"] * 24]))),
    ("components/marriage-cards", "a card twice", audit(trick_due(ana={"hand": [2, 11, 13, 17], "marriages": ["brigid"]}))),
    ("components/marriage-cards", "seen before", validate(state("preparation", board=BOARD, marriages_gone=["aoife"]), prepare())),
    ("components/viking-cards", "a second nine", validate(state("preparation", board=BOARD), prepare(9))),
    ("components/viking-cards", "eight cards", audit(changed(trick_due(), viking_pile=["?"] * 6))),
    ("components/claim-tokens", "held by two", audit(trick_due(board=f"{BOARD}; U2 bruno; U3 bruno", bruno={"hand": ["?"] * 4, "claims": ["ulaid"]}, carla={"hand": ["?"] * 4, "claims": ["ulaid"]}))),
    ("setup/players", "six players", audit({"players": [{"name": name} for name in "abcdef"]})),
    ("setup/players", "a stranger's disc", audit(trick_due(board=f"{BOARD}; C1 zoe"))),
    ("setup/start", "four coins", audit(opening_state(players=[player("ana", coins=4), player("bruno"), player("carla")]))),
    ("setup/marriage-pile", "one card too many", audit(opening_state(marriage_pile=["?", "?", "?", "princess"]))),
    ("setup/marriage-pile", "the Princess on top", audit(opening_state(marriage_pile=["princess", "?", "niall"]))),
    ("setup/marriage-pile", "the Princess too early", validate(state("preparation", board=BOARD), prepare(marriage="princess"))),
    ("setup/marriage-pile", "an empty pile", validate({"phase": "preparation", "players": [{"name": "ana"}], "marriage_pile": []}, prepare())),
    ("setup/first-player", "drawn again", validate(opening_state(), {"type": "start", "player": "bruno"})),
    ("setup/first-player", "drawn in the draft", validate(drafting(), {"type": "start", "player": "bruno"})),
    ("opening/order", "out of turn", validate(opening_state(), open_("C1", "bruno"))),
    ("opening/order", "two discs", audit(opening_state(3, "C1 ana; M1 ana"))),
    ("opening/order", "passed over", audit(opening_state(3, "C1 bruno"))),
    ("opening/empty-town", "taken", validate(opening_state(3, "C1 ana"), open_("C1", "bruno"))),
    ("opening/empty-town", "more towns than there are", pad(sheet(column("ana", towns={"dubhlinn": {"towns": 4}})))),
    ("opening/region", "the same region", validate(opening_state(3, "C1 ana"), open_("C2", "bruno"))),
    ("opening/region", "two discs in a region", audit(opening_state(3, "C1 ana; C2 bruno"))),
    ("round/phases", "playing in the draft", validate(drafting(), play_card(1, "ana"))),
    ("round/phases", "dealing too early", validate(state("preparation", board=BOARD), deal())),
    ("preparation/vikings", "not the known top", validate(state("preparation", board=BOARD, viking_pile=[11] + ["?"] * 5), prepare(12))),
    ("preparation/marriage", "not the known top", validate(state("preparation", board=BOARD, marriage_pile=["niall", "princess"]), prepare())),
    ("preparation/marriage", "none turned up", audit(changed(trick_due(), marriage_card=None))),
    ("draft/deal", "seven cards", validate(state("deal", board=BOARD), deal(ana=[1, 2, 3, 4, 5, 6, 7]))),
    ("draft/deal", "not the known shuffle", validate(state("deal", board=BOARD, shuffles=[list(range(1, 26))]), deal(ana=[2, 3, 4, 5, 6, 7, 8, 9]))),
    ("draft/deal", "uneven", audit(drafting(carla={"dealt": ["?"] * 7}))),
    ("draft/unseen", "two left out", audit(changed(trick_due(), unseen=["?"] * 2))),
    ("draft/pick-two", "three", validate(drafting(), pick(1, 5, 25))),
    ("draft/pick-two", "one lies there", audit(drafting(carla={"dealt": ["?"] * 7, "picked": ["?"]}))),
    ("draft/from-dealt", "not dealt to her", validate(drafting(), pick(1, 2))),
    ("draft/no-swap", "kept before", validate(drafting(ana={"hand": [2, 3], "dealt": [1, 5, 9, 13, 17, 20]}, bruno={"hand": ["?"] * 2, "dealt": ["?"] * 6}, carla={"hand": ["?"] * 2, "dealt": ["?"] * 6}), pick(1, 2))),
    ("draft/simultaneous", "again", validate(drafting(ana={"dealt": [9, 13, 17, 20, 22, 25], "picked": [1, 5]}), pick(9, 13))),
    ("draft/keep-last", "choosing after the draft", validate(trick_due(), pick(2, 11))),
    ("draft/keep-last", "two of one", validate(drafting(5, **{name: {"hand": ["?"] * 4, "dealt": ["?"]} for name in NAMES}), pick("?", "?"))),
    ("draft/pick-two", "one of two", validate(drafting(**{name: {"hand": ["?"] * 6, "dealt": ["?"] * 2} for name in NAMES[:3]}), pick("?"))),
    ("trick/leader", "without the marker", validate(trick_due(), lead("C1", 15, "bruno"))),
    ("trick/leader", "playing before the lead", validate(trick_due(), play_card(15))),
    ("trick/leader", "on the board and in hand", audit(changed(ORDERED, marker="ana"))),
    ("trick/leader", "two markers", pad(sheet(column("ana", marker=True), column("bruno", marker=True)))),
    ("trick/empty-town", "taken", validate(trick_due(), lead("N1", 11))),
    ("trick/empty-town", "under a Viking token", validate(trick_due(board=f"{BOARD}; C1 carla viking"), lead("C1", 11))),
    ("trick/lead-colour", "yellow on red", validate(trick_due(), lead("C1", 17))),
    ("trick/in-hand", "not held", validate(trick_due(), lead("C1", 24))),
    ("trick/in-hand", "played before", validate(trick_due(trick={"town": "C1", "played": played(("ana", 11))}, marker=None, ana={"hand": ["?"] * 3}), play_card(11))),
    ("trick/order", "out of turn", validate(trick_due(trick={"town": "C1", "played": played(("ana", 11))}, marker=None, ana={"hand": ["?"] * 3}), play_card(1, "carla"))),
    ("trick/order", "leading twice", validate(trick_due(trick={"town": "C1", "played": played(("ana", 11))}, marker=None, ana={"hand": ["?"] * 3}), lead("C2", 2))),
    ("trick/order", "two cards of one player", audit(changed(ORDERED, trick={"town": "C1", "played": played(("ana", 2), ("ana", 3), ("bruno", 4)), "winner": "ana"}))),
    ("trick/order", "against the clock", audit(trick_due(trick={"town": "C1", "played": played(("ana", 11), ("carla", 1))}, marker=None, ana={"hand": ["?"] * 3}, carla={"hand": ["?"] * 3}, discard=["?"] * 12))),
    ("trick/order", "uneven hands", audit(trick_due(carla={"hand": ["?"] * 3}))),
    ("trick/winner", "the wrong winner", audit(changed(ORDERED, trick={**ORDERED["trick"], "winner": "bruno"}))),
    ("trick/winner", "the winner's card still there", audit(acting(("ana", 2), ("carla", 13), town=None, winner="carla"))),
    ("action/own-card", "another card", validate(ORDERED, act("upper", card=3))),
    ("action/own-card", "no trick", audit(state("actions", board=BOARD))),
    ("action/ascending", "the 11 before the 2", validate(ORDERED, act("upper", "bruno"))),
    ("action/primary", "the winner's secondary action", validate(acting(("carla", 13), winner="carla"), act("upper", "carla"))),
    ("action/secondary", "a loser's primary action", validate(ORDERED, act("primary"))),
    ("action/secondary", "there is no lower one", validate(acting(("ana", 20), winner="carla"), act("lower"))),
    ("action/all-symbols", "a disc without a cross", validate(ORDERED, act("lower", extra={"church": 1}))),
    ("action/all-symbols", "expanding without the symbol", validate(ORDERED, act("lower", expand="C8"))),
    ("action/left-to-right", "the coin comes later", validate(acting(("carla", 1), winner="carla", town="C3", carla={"coins": 1}), act("primary", "carla", extra={"courtship": 1}))),
    ("action/price", "three coins for two", validate(acting(("ana", 2), winner="carla"), act("lower", extra={"raider": 2}))),
    ("action/price", "four coins for an expansion", validate(acting(("ana", 14), winner="carla"), act("upper", expand="C8"))),
    ("symbol/raider", "an empty area", validate(acting(("ana", 2), winner="carla", raiders=0), act("lower", extra={"raider": 1}))),
    ("symbol/courtship", "at the top", validate(acting(("ana", 1), winner="carla", ana={"marriage": 9}), act("lower", extra={"courtship": 1}))),
    ("symbol/courtship", "beyond the track", audit(trick_due(bruno={"hand": ["?"] * 4, "marriage": 10}))),
    ("symbol/no-waste", "two of one", validate(acting(("ana", 2), winner="carla", raiders=3, ana={"coins": 6}), act("lower", extra={"raider": 2}))),
    ("symbol/no-waste", "over the top", validate(acting(("ana", 1), winner="carla", ana={"marriage": 7}), act("lower", extra={"courtship": 1}))),
    ("symbol/slide", "two discs on a space", audit(trick_due(bruno={"hand": ["?"] * 4, "marriage": 3}, carla={"hand": ["?"] * 4, "marriage": 3}))),
    ("symbol/expand-road", "no road", validate(acting(("ana", 2), winner="carla"), act("upper", expand="C5"))),
    ("symbol/expand-road", "past a town", validate(acting(("ana", 2), winner="carla"), act("upper", expand="C7"))),
    ("symbol/expand-road", "from a lost town", validate(acting(("ana", 2), winner="carla", board="C4 ana viking; M1 bruno; U1 carla"), act("upper", expand="C8"))),
    ("symbol/expand-empty", "taken", validate(acting(("ana", 2), winner="carla", board=f"{BOARD}; C8 bruno"), act("upper", expand="C8"))),
    ("symbol/expand-active", "the marker lies there", validate(acting(("ana", 2), ("carla", 13), winner="carla", town="C3"), act("upper", expand="C3"))),
    ("symbol/free", "no token there", validate(acting(("ana", 13), winner="carla", board=f"{BOARD}; M2 bruno viking"), act("lower", free="M1"))),
    ("symbol/free", "none chosen", validate(acting(("ana", 13), winner="carla", board=f"{BOARD}; M2 bruno viking; C5 ana viking"), act("lower"))),
    ("upkeep/order", "a monastery before the battle", validate(RAID, build("C4"))),
    ("upkeep/order", "a decision of another step", audit(upkeep("church", pending=pending("raid", "ana", loser="bruno")))),
    ("marriage/highest", "not the highest", validate(upkeep("marriage", marriage_card=None, ana={"marriage": 3, "marriages": ["cormac"]}, pending=pending("card-town", "ana", region="connaught")), settle("C1", "bruno"))),
    ("marriage/region-town", "another region", validate(upkeep("marriage", marriage_card=None, ana={"marriage": 3, "marriages": ["cormac"]}, pending=pending("card-town", "ana", region="connaught")), settle("D1"))),
    ("marriage/region-town", "taken", validate(upkeep("marriage", marriage_card=None, ana={"marriage": 3, "marriages": ["cormac"]}, pending=pending("card-town", "ana", region="connaught")), settle("C4"))),
    ("marriage/princess", "another's choice", validate(upkeep("marriage", marriage_card="princess", round=3, marriage_pile=[], ana={"marriage": 3}, pending=pending("princess", "ana")), wed("trade", "bruno"))),
    ("marriage/princess", "allied without her", audit(trick_due(alliance={"player": "ana", "side": "trade"}, ana={"hand": [2, 11, 13, 17]}))),
    ("marriage/princess", "kept, but no side told", audit(changed(finished(), alliance=None, players=[{**entry, "marriages": ["princess"]} if place == 0 else {**entry, "marriages": []} for place, entry in enumerate(finished()["players"])], marriages_gone=[]))),
    ("marriage/princess", "two of them", pad(sheet(column("ana", princess="trade"), column("bruno", princess="military")))),
    ("marriage/any-town", "taken", validate(upkeep("marriage", marriage_card=None, bruno={"marriage": 8}, pending=pending("track-town", "bruno")), settle("C4", "bruno"))),
    ("marriage/any-town", "another's disc", validate(upkeep("marriage", marriage_card=None, bruno={"marriage": 8}, pending=pending("track-town", "bruno")), settle("C1"))),
    ("battle/fewest", "somebody else", validate(RAID, raid("U1", "carla"))),
    ("battle/most-chooses", "the loser", validate(RAID, raid("M1", name="bruno"))),
    ("battle/fewest", "pending for the wrong player", audit(changed(RAID, pending=pending("raid", "ana", loser="carla")))),
    ("battle/most-chooses", "pending with the wrong player", audit(changed(RAID, pending=pending("raid", "carla", loser="bruno")))),
    ("battle/tied-most", "pending with the wrong player", audit(changed(TIED_RAID, pending=pending("raid", "ana", loser="bruno")))),
    ("church/first", "pending in a tie", audit(upkeep("church", ana={"church": 3}, bruno={"church": 3}, pending=pending("monastery", "ana")))),
    ("church/first", "pending with the wrong player", audit(upkeep("church", ana={"church": 3}, pending=pending("monastery", "bruno")))),
    ("marriage/highest", "pending with the wrong player", audit(upkeep("marriage", marriage_card=None, ana={"marriage": 3, "marriages": ["cormac"]}, bruno={"marriage": 4}, pending=pending("card-town", "ana", region="connaught")))),
    ("battle/tied-most", "another player", validate(TIED_RAID, raid("M1"))),
    ("battle/losers-town", "another's town", validate(RAID, raid("U1"))),
    ("battle/losers-town", "lost already", validate({**RAID, "towns": towns(f"{BOARD}; M2 bruno viking")}, raid("M2"))),
    ("battle/loser-order", "carla first", validate({**TWO_RAIDS, "options": {"house_rules": {"loser_order": "clockwise"}}}, raid("U1", "carla"))),
    ("church/first", "another player", validate(upkeep("church", ana={"church": 3}, pending=pending("monastery", "ana")), build("M1", "bruno"))),
    ("church/own-town", "another's town", validate(upkeep("church", ana={"church": 3}, pending=pending("monastery", "ana")), build("M1"))),
    ("church/own-town", "a lost town", validate(upkeep("church", f"{BOARD}; C5 ana viking", ana={"church": 3}, pending=pending("monastery", "ana")), build("C5"))),
    ("church/one-monastery", "a second one", validate(upkeep("church", f"{BOARD}; C5 ana monastery", ana={"church": 3}, pending=pending("monastery", "ana")), build("C5"))),
    ("church/four", "another player", validate(upkeep("church", carla={"church": 4}, pending=pending("monastery-of-four", "carla")), build("C4"))),
    ("end/last-round", "over with cards left", audit(changed(finished(), marriage_pile=["princess"], round=2, alliance=None, marriages_gone=[], players=[{**entry, "marriages": []} for entry in finished()["players"]]))),
    ("end/over", "moving after the end", validate(finished(), lead("C1", 11))),
    ("score/track", "left out", claim(sheet(column("ana", renown=2)), 2)),
    ("score/beyond-track", "the lap forgotten", claim(sheet(column("ana", points=61)), 1)),
    ("score/coins", "a shared lead", claim(sheet(column("ana", coins=3), column("bruno", coins=3)), 21)),
    ("score/coins", "forgotten", claim(sheet(column("ana", coins=3)), 20)),
    ("score/marker", "forgotten", claim(sheet(column("ana", marker=True)), 20)),
    ("score/renown", "forgotten", claim(sheet(column("ana", renown=3)), 20)),
    ("score/claims", "forgotten", claim(sheet(column("ana", claims=["munster"])), 20)),
    ("score/board-claims", "in full", claim(TIED_PAD, 27)),
    ("score/board-claims", "rounded up", claim(TIED_PAD, 24)),
    ("score/face-down", "counted", claim(sheet(column("ana", **TIED["ana"])), 27)),
    ("score/vikings-most", "half claimed", claim(sheet(column("ana", **TIED["ana"]), vikings={"munster": {"towns": 4}}, face_up=["munster"]), 23)),
    ("score/vikings-tied", "nothing claimed", claim(VIKINGS_TIED, 20)),
    ("score/monasteries", "counted once", claim(MONASTERY, 20)),
    ("score/military", "for regions", claim(sheet(column("ana", towns={"ulaid": {"towns": 1}, "leinster": {"towns": 1}}, princess="military"), vikings={"dubhlinn": {"towns": 1}}), 21)),
    ("score/military", "forgotten", claim(MILITARY, 20)),
    ("score/spread", "forgotten", claim(sheet(column("ana", towns=WIDE)), 20)),
    ("score/viking-held", "counted", lambda referee: referee.score(lost_town(), claimed={"ana": 22})),
    ("score/trade", "the Vikings left out", claim(TRADE, 21)),
    ("score/total", "added up wrongly", claim(sheet(), 99)),
]  # fmt: skip


def marked(cases: list[tuple[str, str, Question]], mark: Any) -> list[Any]:
    return [
        pytest.param(rule, question, id=f"{rule}: {name}", marks=mark(f"brian-boru/{rule}"))
        for rule, name, question in cases
    ]


def told_in(answer: Answer) -> list[str]:
    """The rules that an answer cites, and those behind its events."""
    return answer.cited + [event["rule"].split("/", 1)[1] for event in answer.get("events", [])]


@pytest.mark.parametrize(("rule", "question"), marked(OBEYED, pytest.mark.obeys))
def test_a_kept_rule_is_accepted(brian_boru: Referee, rule: str, question: Question) -> None:
    answer = question(brian_boru)
    assert answer["verdict"] in ("legal", "possible"), answer["violations"]
    assert answer["assumed"] == []
    if rule not in SILENT:
        assert rule in told_in(answer)


@pytest.mark.parametrize(("rule", "question"), marked(BROKEN, pytest.mark.breaks))
def test_a_broken_rule_is_named(brian_boru: Referee, rule: str, question: Question) -> None:
    answer = question(brian_boru)
    if answer.get("claims"):
        assert not answer["claims"][0]["correct"]
        assert rule in answer.explained_by("ana")
    else:
        assert answer["verdict"] in ("illegal", "impossible"), answer
        assert rule in answer.broken, answer["violations"]
    assert rule in answer.cited
    if "state" in answer:
        assert answer["state"] is None


@pytest.mark.parametrize("language", ["es", "pl"])
def test_every_answer_is_said_in_the_readers_language(brian_boru: Referee, language: str) -> None:
    """The same rules and evidence, in other words, with every gap of the sentences filled."""
    reader = Referee(brian_boru.app, "brian-boru", language)
    for rule, name, question in (*OBEYED, *BROKEN):
        english, translated = question(brian_boru), question(reader)
        for one, other in zip(sentences(english), sentences(translated), strict=True):
            assert one != other, (rule, name, one)
            assert "{" not in other


def sentences(answer: Answer) -> list[str]:
    """Everything in an answer that is said in words."""
    said = [violation["message"] for violation in answer["violations"]]
    said += [text for citation in answer["citations"] for text in (citation["title"], citation["text"])]
    said += [fact["text"] for fact in (*answer["assumed"], *answer["missing"])]
    said += [event["text"] for event in answer.get("events", ())]
    for claimed in answer.get("claims", ()):
        said += [explanation["text"] for explanation in claimed["explanations"]]
    for scored in answer.get("players", ()):
        said += [line["text"] for line in scored["lines"]]
    return said
