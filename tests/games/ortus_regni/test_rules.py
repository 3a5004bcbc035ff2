"""The rules of Ortus Regni, kept and broken, through HTTP: components, leaving the game, setup, turn, decks.

``obeys``: what keeps the rule is accepted, and the rule is cited or behind an event. ``breaks``: what breaks the rule is
refused with it. What happens by itself cannot be broken by a move: there the test shows that what the rule excludes does
not happen. The other chapters are in the ``test_rules_…`` files, in the order of the printed book.
"""

from typing import Any

import pytest

from tests.client import Referee
from tests.games.ortus_regni.cases import accepts, breaks, contradicts, is_broken, is_impossible, is_kept, keeps
from tests.games.ortus_regni.tables import (
    FORCED,
    Move,
    State,
    at,
    attack,
    fief,
    field,
    go,
    landed,
    make,
    of,
    table,
    told,
    words,
)

END = make("end")
MIXED = words("castle*3 land*5 market*3 prince vassal*3 champion*3 mercenary*3 banquet*2 allies")


def before(phase: str, count: int = 2, **zones: Any) -> State:
    """Before the first turn: five cards in hand once they are drawn."""
    hands = {} if phase != "mulligan" else {"hand": "?*5"}
    names = ("ana", "bruno", "carla", "dario", "eva", "fabio")[:count]
    earls = {name: {**hands, **zones.pop(name, {})} for name in names}
    turn = "ana" if phase == "mulligan" else None
    return table(count, **earls, **{"phase": phase, "round": 1, "turn": turn, "black_markers": 0, **zones})


def building(**options: Any) -> State:
    """Ana has no deck yet."""
    told = before("decks", options=options)
    for player in told["players"]:
        if player["name"] == "ana":
            del player["deck"]
    return told


def build(cards: Any, towers: str = "") -> Move:
    return make("build", deck=cards, towers=words(towers))


def over(**zones: Any) -> State:
    """Bruno has left; ana is the last Earl."""
    gone = {"fiefs": "", "removed": "?*24 palace", "cubes": 0}
    out = [{"player": "bruno", "reason": "conceded", "round": 4}]
    return table(**{"phase": "over", "turn": None, "bruno": gone, "eliminated": out, **zones})


def three(out: dict[str, Any] | None = None, **zones: Any) -> State:
    """Three Earls started; carla is out."""
    gone = {"fiefs": "", "removed": "?*24 palace", "cubes": 0, **(out or {})}
    left = [{"player": "carla", "reason": "conceded", "round": 4}]
    return table(3, **{"carla": gone, "eliminated": left, **zones})


# ---------------------------------------------------------------- each rule by one question

KEPT = [
    keeps("hand/no-limit", table(ana={"hand": "vassal*6 champion*6 monk*6"}), END),
    accepts("hand/own-deck", table(ana={"hand": "vassal*5"}), make("end", drawn="vassal")),
    keeps("end/concede", table(3), make("concede")),
    keeps("end/no-card", table(3, ana={"discard": "?*24"}), END),
    keeps("setup/first-earl", before("start"), make("start", "bruno")),
    keeps("setup/cube-back", before("start"), make("start", "bruno")),
    keeps("setup/opening-hand", before("start"), make("start", "ana")),
    keeps("setup/mulligan", before("mulligan"), make("mulligan", redraw=True)),
    keeps("setup/mulligan-order", before("mulligan"), make("mulligan", redraw=False)),
    accepts("turn/order", table(), END),
    keeps("turn/vikings-last", table(turn="bruno"), make("end", "bruno")),
    keeps("turn/one-action", table(ana={"hand": "castle"}), make("castle")),
    keeps("turn/no-duty", table(), END),
    keeps("turn/free-actions", table(acted=True, ana={"hand": "castle"}), make("tower", card="castle")),
    accepts("turn/own-turn", table(ana={"hand": "castle"}), make("tower", card="castle")),
    keeps("turn/end-draw", table(), END),
    accepts("turn/top-card", table(ana={"deck": "land ?*23"}), make("end", drawn="land")),
    keeps("turn/in-hand", table(ana={"hand": "castle"}), make("castle")),
    keeps("deck/size", building(), build(MIXED)),
    accepts("deck/copies", building(), build(words("vassal*6 champion*6 banner*6 banquet*6"))),
    accepts("deck/palace-apart", building(), build(MIXED)),
    keeps("deck/any-mix", building(), build(words("cathedral*6 prince*6 allies*6 monk*6"))),
    keeps("tournament/towers", building(variants=["tournament"]), build(MIXED, "banner banner")),
    keeps(
        "setup/first-round-politics",
        table(round=1, ana={"hand": "treachery"}, bruno={"hand": "?"}, black_markers=0),
        make("treachery", target="bruno", aim="hand"),
    ),
    keeps(
        "end/seats-fixed",
        table(
            3,
            first="ana",
            turn="carla",
            ana={"fiefs": "", "removed": "?*24 palace", "cubes": 0},
            eliminated=[{"player": "ana", "reason": "conceded", "round": 4}],
        ),
        make("end", "carla"),
    ),
]  # fmt: skip

BROKEN = [
    breaks("hand/own-deck", table(ana={"hand": "vassal*6"}), make("end", drawn="vassal")),
    breaks("end/last-earl", over(), END),
    breaks("end/concede", table(), make("concede", "bruno")),
    breaks("setup/first-earl", table(), make("start", "ana")),
    breaks("setup/opening-hand", before("start"), make("start", "ana", hands={"ana": ["?"] * 6})),
    breaks("setup/mulligan", before("mulligan"), make("mulligan", redraw=True, drawn=["?"] * 2)),
    breaks("setup/mulligan", table(), make("mulligan", redraw=True)),
    breaks("setup/mulligan-order", before("mulligan"), make("mulligan", "bruno", redraw=True)),
    breaks(
        "setup/first-round", table(round=1, black_markers=0, ana={"hand": "vassal"}, bruno={"towers": "?"}), attack()
    ),
    breaks("turn/order", table(), make("end", "bruno")),
    breaks(
        "turn/one-action", table(ana={"hand": "castle land"}), make("castle"), make("attach", card="land", fief=2)
    ),
    breaks("turn/own-turn", table(bruno={"hand": "castle"}), make("tower", "bruno", card="castle")),
    breaks("turn/top-card", table(ana={"deck": "land ?*23"}), make("end", drawn="castle")),
    breaks("turn/in-hand", table(ana={"hand": "land"}), make("castle")),
    breaks("deck/size", building(), build(MIXED[:22])),
    breaks("deck/copies", building(), build(words("vassal*7 champion*6 banner*6 banquet*5"))),
    breaks("deck/palace-apart", building(), build([*MIXED[:23], "palace"])),
    breaks("tournament/towers", building(variants=["tournament"]), build(MIXED, "banner")),
    breaks(
        "tournament/peace",
        table(
            round=2,
            options={"variants": ["tournament"]},
            ana={"hand": "vassal", "towers": "?*2"},
            bruno={"towers": "?*2"},
        ),
        attack(),
    ),
    breaks(
        "tournament/peace",
        table(round=2, options={"variants": ["tournament"]}, ana={"hand": "treachery"}, bruno={"hand": "?"}),
        make("treachery", target="bruno", aim="hand"),
    ),
]  # fmt: skip

IMPOSSIBLE = [
    contradicts("components/earl-cards", table(ana={"deck": "?*20", "hand": "?*6"})),
    contradicts("components/battle-deck", table(battle_discard="church*4")),
    contradicts("components/viking-deck", table(viking_discard="chieftain*9")),
    contradicts("end/last-fief", table(3, carla={"fiefs": ""})),
    contradicts("end/cubes-removed", three({"cubes": 1})),
    contradicts(
        "end/last-earl",
        table(
            bruno={"fiefs": "", "removed": "?*24 palace", "cubes": 0},
            eliminated=[{"player": "bruno", "reason": "conceded", "round": 4}],
        ),
    ),
    contradicts("setup/colours", {**table(), "players": [{**p, "colour": "red"} for p in table()["players"]]}),
    contradicts("setup/palace", before("mulligan", ana={"hand": "?*5", "fiefs": "castle"})),
    contradicts("setup/viking-kit", before("mulligan", white_marker=True)),
    contradicts("setup/players", {"players": [{"name": name} for name in "abcdefg"]}),
    contradicts("end/cards-removed", three({"hand": "vassal", "removed": "?*23 palace"})),
    contradicts("property/cathedral", table(ana={"fiefs": "palace cathedral"}, bruno={"fiefs": "palace cathedral"})),
    contradicts("lord/one-prince", table(ana={"fiefs": "palace prince; castle prince"})),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "state", "moves"), KEPT)
def test_kept(ortus_regni: Referee, rule: str | None, state: State, moves: tuple[Move, ...]) -> None:
    is_kept(ortus_regni, rule, state, moves)


@pytest.mark.parametrize(("rule", "state", "moves"), BROKEN)
def test_broken(ortus_regni: Referee, rule: str, state: State, moves: tuple[Move, ...]) -> None:
    is_broken(ortus_regni, rule, state, moves)


@pytest.mark.parametrize(("rule", "state"), IMPOSSIBLE)
def test_impossible(ortus_regni: Referee, rule: str, state: State) -> None:
    is_impossible(ortus_regni, rule, state)


@pytest.mark.obeys(
    "ortus-regni/components/earl-cards",
    "ortus-regni/components/battle-deck",
    "ortus-regni/components/viking-deck",
    "ortus-regni/setup/players",
    "ortus-regni/setup/colours",
)
@pytest.mark.parametrize("count", range(2, 7))
def test_a_whole_table_is_possible(ortus_regni: Referee, count: int) -> None:
    assert ortus_regni.audit(table(count))["verdict"] == "possible"


@pytest.mark.obeys("ortus-regni/setup/palace", "ortus-regni/setup/viking-kit")
def test_the_opening_is_possible(ortus_regni: Referee) -> None:
    assert ortus_regni.audit(before("mulligan"))["verdict"] == "possible"


# ---------------------------------------------------------------- what a test has to look at more closely


def test_there_is_no_turn_without_its_draw(ortus_regni: Referee) -> None:
    start = table(3, ana={"discard": "?*24"})
    assert ortus_regni.validate(start, make("end", drawn="vassal"))["verdict"] == "illegal"
    after = at(ortus_regni, table(3, ana={"deck": "?", "discard": "?*23"}), END)
    assert after["eliminated"] == []  # the last card was there to be drawn


@pytest.mark.obeys("ortus-regni/hand/no-limit")
def test_nobody_discards_for_a_large_hand(ortus_regni: Referee) -> None:
    after = at(ortus_regni, table(ana={"hand": "vassal*6 champion*6 monk*6"}), END)
    assert len(of(after, "ana")["hand"]) == 19
    assert of(after, "ana")["discard"] == []


@pytest.mark.obeys("ortus-regni/end/last-earl")
def test_the_last_earl_wins_at_once(ortus_regni: Referee) -> None:
    answer = go(ortus_regni, table(ana={"discard": "?*24"}), END)
    assert answer["state"]["phase"] == "over"
    assert "end/last-earl" in told(answer)
    assert ortus_regni.score(answer["state"])["ranking"] == [["bruno"], ["ana"]]


def test_where_another_may_have_left_before_it_is_unknown_if_the_game_is_over(ortus_regni: Referee) -> None:
    """Ana leaves; carla is still there, and nothing says whether bruno is."""
    start = table(3, ana={"discard": "?*24"})
    for zone in ("fiefs", "removed", "cubes"):
        del of(start, "bruno")[zone]
    del start["eliminated"]
    after = go(ortus_regni, start, END)["state"]
    assert after["unresolved"][0]["missing"] == ["/state/eliminated"]
    ana = {"player": "ana", "reason": "no-card", "round": 5}
    there = ortus_regni.ask("resolve", {"state": {**after, "eliminated": [ana]}})["state"]
    assert (there["phase"], there["turn"]) == ("turn", "bruno")
    after["players"][1] = {"name": "bruno"}
    gone = {"player": "bruno", "reason": "no-fief", "round": 4}
    assert ortus_regni.ask("resolve", {"state": {**after, "eliminated": [gone, ana]}})["state"]["phase"] == "over"


def test_nobody_is_surely_crowned_where_the_game_may_be_over(ortus_regni: Referee) -> None:
    """Ana leaves, so bruno's Banners lead; if carla has left before, bruno has won and there is no new King."""
    start = table(3, ana={"discard": "?*23", "banners": 1}, bruno={"banners": 2})
    for zone in ("fiefs", "removed", "cubes"):
        del of(start, "carla")[zone]
    assert go(ortus_regni, {**start, "eliminated": []}, END)["state"]["king"] == "bruno"
    del start["eliminated"]
    after = go(ortus_regni, start, END)["state"]
    assert "king" not in after
    assert "banners" not in of(after, "bruno")


@pytest.mark.obeys("ortus-regni/end/last-fief", "ortus-regni/end/turn-over")
def test_losing_the_last_fief_is_the_end(ortus_regni: Referee) -> None:
    start = table(3, ana={"hand": "treachery"}, bruno={"fiefs": "palace vassal"})
    answer = go(ortus_regni, start, make("treachery", target="bruno", aim="lord", fief=1), FORCED)
    assert answer["state"]["eliminated"] == [{"player": "bruno", "reason": "no-fief", "round": 5}]
    assert "end/last-fief" in told(answer)
    gone = go(ortus_regni, table(3, ana={"discard": "?*24"}), END)
    assert gone["state"]["turn"] == "bruno"
    assert "end/turn-over" in told(gone)


def test_who_is_out_neither_acts_nor_draws(ortus_regni: Referee) -> None:
    start = table(3, ana={"hand": "castle"})
    after = at(ortus_regni, start, make("concede"))
    assert after["turn"] == "bruno"
    assert ortus_regni.validate(after, make("castle"))["verdict"] == "illegal"
    assert ortus_regni.validate(after, END)["verdict"] == "illegal"


FALLEN = table(
    3,
    ana={"fiefs": "palace land church@bruno; castle@carla", "hand": "vassal", "pool": "knights infantry",
         "mercenaries": "knights; -@bruno", "towers": "banner", "emissaries": "monk", "banners": 1},
    bruno={"fiefs": "palace land@ana", "banners": 1},
    carla={"pool": "infantry"},
    king=None,
)  # fmt: skip


@pytest.mark.obeys(
    "ortus-regni/end/cards-removed",
    "ortus-regni/end/cubes-removed",
    "ortus-regni/end/spoils-stay",
    "ortus-regni/end/foreign-cards",
    "ortus-regni/end/emissaries-stay",
    "ortus-regni/neutral/own-discards",
)
def test_what_a_fallen_earl_leaves(ortus_regni: Referee) -> None:
    answer = go(ortus_regni, FALLEN, make("concede"))
    after = answer["state"]
    ana = of(after, "ana")
    assert (ana["fiefs"], ana["hand"], ana["towers"], ana["deck"], ana["mercenaries"]) == ([], [], [], [], [])
    assert ana["cubes"] == 0
    assert ana["emissaries"] == ["monk"]
    assert len(ana["removed"]) == 25 - 1 - 1  # all but the emissary and the Land that bruno holds
    assert fief(after, "bruno", 1)["properties"] == [{"card": "land", "owner": "ana"}]
    assert sorted(of(after, "bruno")["discard"]) == ["church", "mercenary"]
    assert of(after, "carla")["discard"] == ["castle"]
    assert sorted(after["army_discard"]) == ["infantry", "knights", "knights"]
    assert {"end/cards-removed", "end/cubes-removed", "end/foreign-cards", "neutral/own-discards"} <= told(answer)
    assert {"end/spoils-stay", "end/emissaries-stay"} <= told(answer)


def test_a_fallen_earls_card_leaves_the_game_when_it_is_discarded(ortus_regni: Referee) -> None:
    start = three({"removed": "?*23 palace"}, ana={"hand": "champion"}, bruno={"fiefs": "palace land@carla"})
    after = at(ortus_regni, start, attack("raid", 1), field(hand="champion"), field("bruno"), FORCED)
    assert fief(after, "bruno", 1)["properties"] == []
    assert of(after, "carla")["removed"].count("land") == 1
    assert of(after, "carla")["discard"] == of(after, "bruno")["discard"] == []


@pytest.mark.obeys("ortus-regni/end/foreign-cards", "ortus-regni/neutral/own-discards")
def test_nothing_foreign_leaves_with_a_fallen_earl(ortus_regni: Referee) -> None:
    after = at(ortus_regni, FALLEN, make("concede"))
    assert set(of(after, "ana")["removed"]) & {"church", "castle", "infantry", "knights"} == set()


@pytest.mark.obeys("ortus-regni/end/original-owner")
def test_a_card_goes_to_the_pile_of_its_colour(ortus_regni: Referee) -> None:
    start = table(3, ana={"hand": "treachery"}, bruno={"mercenaries": "knights@carla"})
    answer = go(ortus_regni, start, make("treachery", target="bruno", aim="mercenary", mercenary=1), FORCED)
    assert of(answer["state"], "carla")["discard"] == ["mercenary"]
    assert "end/original-owner" in told(answer)
    (cited,) = [one for one in answer["citations"] if one["rule"].endswith("end/original-owner")] or [None]
    assert cited is None or cited["sources"][-1]["tier"] == "official FAQ"


@pytest.mark.obeys("ortus-regni/end/original-owner")
def test_not_to_the_pile_of_who_held_it(ortus_regni: Referee) -> None:
    start = table(3, ana={"hand": "treachery"}, bruno={"fiefs": "palace; castle@carla vassal land@carla church"})
    after = at(ortus_regni, start, make("treachery", target="bruno", aim="lord", fief=2), FORCED)
    assert sorted(of(after, "bruno")["discard"]) == ["church", "vassal"]
    assert sorted(of(after, "carla")["discard"]) == ["castle", "land"]


@pytest.mark.obeys("ortus-regni/end/emissaries-stay")
def test_emissaries_of_the_fallen_count_for_nothing(ortus_regni: Referee) -> None:
    start = landed(3, turn="carla", ana={"hand": "castle", "emissaries": "monk"}, vikings=["viking"] * 4)
    after = at(ortus_regni, {**start, "turn": "ana"}, make("concede"))
    after = at(
        ortus_regni, after, make("end", "bruno"), make("end", "carla"), make("vikings", None, cards=["viking"])
    )
    refused = ortus_regni.validate(after, make("cube", "ana"))
    assert refused["verdict"] == "illegal"


@pytest.mark.obeys("ortus-regni/end/after-battle")
def test_a_battle_is_finished_before_an_earl_falls(ortus_regni: Referee) -> None:
    start = table(3, ana={"fiefs": "palace prince", "hand": "champion*2"}, bruno={"fiefs": "castle land"})
    mid = go(ortus_regni, start, attack("siege", 1), field(lords=[1], hand="champion*2"), field("bruno"))
    assert mid["state"]["eliminated"] == []
    assert mid["next"]["moves"] == ["capture"]
    answer = go(ortus_regni, mid["state"], make("capture", cards=[{"card": "castle", "owner": "bruno"}]))
    assert [one["player"] for one in answer["state"]["eliminated"]] == ["bruno"]
    assert fief(answer["state"], "ana", 2)["anchor"] == {"card": "castle", "owner": "bruno"}
    assert "end/after-battle" in told(answer)


@pytest.mark.obeys("ortus-regni/end/after-battle")
def test_the_fallen_earl_is_not_gone_while_captures_are_open(ortus_regni: Referee) -> None:
    start = table(3, ana={"fiefs": "palace prince", "hand": "champion*2"}, bruno={"fiefs": "castle land"})
    mid = at(ortus_regni, start, attack("siege", 1), field(lords=[1], hand="champion*2"), field("bruno"))
    assert ortus_regni.validate(mid, END).broken == ["turn/decision-first"]
    after = at(ortus_regni, mid, make("capture", cards=[]))
    assert ortus_regni.validate(after, make("end", "bruno"))["verdict"] == "illegal"


@pytest.mark.obeys("ortus-regni/end/seats-fixed")
def test_the_vikings_keep_their_place_in_the_circle(ortus_regni: Referee) -> None:
    """Ana sits first and is out: after carla's turn come the Vikings, not after bruno's."""
    out = {"fiefs": "", "removed": "?*24 palace", "cubes": 0}
    gone = [{"player": "ana", "reason": "conceded", "round": 4}]
    after = at(ortus_regni, table(3, ana=out, eliminated=gone, turn="bruno"), make("end", "bruno"))
    assert (after["turn"], after["round"], after["black_markers"]) == ("carla", 5, 2)
    after = at(ortus_regni, after, make("end", "carla"))
    assert (after["turn"], after["round"], after["black_markers"]) == ("bruno", 6, 3)


@pytest.mark.obeys("ortus-regni/end/standing")
def test_who_left_later_stands_higher(ortus_regni: Referee) -> None:
    gone = {"fiefs": "", "removed": "?*24 palace", "cubes": 0}
    left = [
        {"player": "bruno", "reason": "no-card", "round": 3},
        {"player": "dario", "reason": "no-fief", "round": 4},
    ]
    answer = ortus_regni.score(table(4, bruno=gone, dario=gone, eliminated=left))
    assert answer["ranking"] == [["ana", "carla"], ["dario"], ["bruno"]]
    assert answer["final"] is False
    assert "end/standing" in answer.cited


@pytest.mark.breaks("ortus-regni/end/standing")
def test_a_wrong_place_is_explained(ortus_regni: Referee) -> None:
    answer = ortus_regni.score(over(), claimed={"bruno": 1})
    assert answer.explained_by("bruno") == ["end/standing"]


@pytest.mark.obeys("ortus-regni/setup/cube-back")
def test_the_drawn_cube_does_not_stay_out(ortus_regni: Referee) -> None:
    after = at(ortus_regni, before("start", 3), make("start", "bruno"))
    assert [player["cubes"] for player in after["players"]] == [1, 1, 1]
    assert (
        ortus_regni.audit({**after, "players": [{**p, "cubes": 0} for p in after["players"]]})["verdict"]
        == "impossible"
    )


@pytest.mark.obeys("ortus-regni/setup/first-round", "ortus-regni/tournament/peace")
def test_attacks_begin_in_time(ortus_regni: Referee) -> None:
    fight = {"ana": {"hand": "vassal", "towers": "?*2"}, "bruno": {"towers": "?*2"}}
    assert ortus_regni.validate(table(round=2, **fight), attack())["verdict"] == "legal"
    tournament = {"variants": ["tournament"]}
    assert ortus_regni.validate(table(round=3, options=tournament, **fight), attack())["verdict"] == "legal"


@pytest.mark.obeys("ortus-regni/setup/first-round-politics")
def test_only_attacks_have_to_wait(ortus_regni: Referee) -> None:
    start = table(round=1, black_markers=0, ana={"hand": "intrigue vassal"}, bruno={"pool": "?*2", "towers": "?"})
    assert ortus_regni.validate(start, make("intrigue", target="bruno", aim="armies"))["verdict"] == "legal"
    assert ortus_regni.validate(start, attack())["verdict"] == "illegal"


def test_a_new_round_comes_after_the_vikings(ortus_regni: Referee) -> None:
    start = landed(turn="bruno", vikings=["viking"])
    after = at(ortus_regni, start, make("end", "bruno"))
    assert (after["phase"], after["round"]) == ("vikings", 5)
    assert ortus_regni.validate(after, END)["verdict"] == "illegal"


@pytest.mark.obeys("ortus-regni/turn/no-duty")
def test_the_action_may_be_skipped_but_not_the_draw(ortus_regni: Referee) -> None:
    start = table(ana={"hand": "castle land"})
    assert ortus_regni.validate(start, END)["verdict"] == "legal"
    assert ortus_regni.validate(start, make("castle", "bruno"))["verdict"] == "illegal"


@pytest.mark.obeys("ortus-regni/turn/free-actions")
def test_free_actions_do_not_spend_the_action(ortus_regni: Referee) -> None:
    start = table(ana={"hand": "land*2 castle market*2"})
    towers = [make("tower", card=card) for card in ("land", "market")]
    more = [make("tower", card=card) for card in ("market", "land")]
    after = at(ortus_regni, start, *towers, make("castle"), *more, END)
    assert of(after, "ana")["hand"] == ["?"]
    assert len(of(after, "ana")["towers"]) == 4


@pytest.mark.obeys("ortus-regni/turn/decision-first")
@pytest.mark.breaks("ortus-regni/turn/decision-first")
def test_nothing_else_while_a_decision_is_pending(ortus_regni: Referee) -> None:
    start = table(ana={"hand": "vassal castle", "mercenaries": "-", "pool": "knights"}, bruno={"towers": "?"})
    assert ortus_regni.validate(start, END)["verdict"] == "legal"
    mid = at(ortus_regni, start, attack())
    for move in (make("tower", card="castle"), make("garrison", army="knights", mercenary=1), END):
        assert ortus_regni.validate(mid, move).broken == ["turn/decision-first"]
    assert ortus_regni.validate(mid, field(hand="vassal"))["verdict"] == "legal"


@pytest.mark.obeys("ortus-regni/turn/end-draw")
def test_after_the_draw_the_turn_is_over(ortus_regni: Referee) -> None:
    after = at(ortus_regni, table(ana={"hand": "castle"}), END)
    assert after["turn"] == "bruno"
    assert ortus_regni.validate(after, make("tower", card="castle")).broken == ["turn/own-turn"]


@pytest.mark.breaks("ortus-regni/end/no-card")
def test_nothing_is_drawn_from_an_empty_deck(ortus_regni: Referee) -> None:
    told = {"players": [{"name": "ana", "deck": []}, {"name": "bruno"}], "turn": "ana"}
    assert ortus_regni.validate(told, make("end", drawn="vassal")).broken == ["end/no-card"]


@pytest.mark.breaks("ortus-regni/turn/end-draw")
def test_one_card_ends_a_turn(ortus_regni: Referee) -> None:
    assert ortus_regni.validate(table(), make("end", drawn=["land", "?"])).broken == ["turn/end-draw"]
    assert ortus_regni.problem("validate", {"state": table(), "move": make("end", drawn=["land"])}) == ["/move/drawn"]


@pytest.mark.breaks("ortus-regni/deck/any-mix")
def test_nobody_brings_two_decks(ortus_regni: Referee) -> None:
    told = building()
    for player in told["players"]:
        player.pop("deck", None)
    brought = at(ortus_regni, told, build(MIXED))
    assert ortus_regni.validate(brought, build(MIXED)).broken == ["deck/any-mix"]


@pytest.mark.obeys("ortus-regni/deck/any-mix")
def test_no_type_is_obligatory(ortus_regni: Referee) -> None:
    answer = ortus_regni.validate(building(), build(words("mercenary*6 treachery*6 intrigue*6 banquet*6")))
    assert answer["verdict"] == "legal"


def test_towers_to_begin_with_only_in_a_tournament(ortus_regni: Referee) -> None:
    assert ortus_regni.validate(building(), build(MIXED, "banner banner")).broken == ["tournament/towers"]
