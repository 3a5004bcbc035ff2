"""The odds of battles: held against the engine, card by card, and against a count of the deck."""

import random
from collections import Counter
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from schemas import ortus_regni as shapes
from schemas.ortus_regni import Battle
from service.games.ortus_regni.forces import size
from service.games.ortus_regni.game import GAME as game
from service.games.ortus_regni.rules.losses import dealt_to
from service.games.ortus_regni.table import Table
from service.referee.findings import Findings
from service.referee.judge import Judgement, rule_on
from tests.client import Answer, Referee
from tests.games.ortus_regni.invariants import choose, opening


def battles(seed: int) -> list[Table]:
    """Every table of a random game on which a Battle card is about to be revealed."""
    table, chance, found = opening(seed), random.Random(seed), []
    while (move := choose(table, chance)) is not None:
        pending = table.state.pending
        if isinstance(pending, Battle) and pending.step == "card":
            found.append(table)
        table = rule_on(game, table, move).after
    return found


def resolved(table: Table, card: str, outcome: str) -> Judgement:
    """The battle after the card, and after the Church's decision where it has one."""
    deck = list(table.state.battle_deck or table.state.battle_discard)
    deck.remove(card)
    state = msgspec.structs.replace(table.state, battle_deck=(card, *deck))
    if not table.state.battle_deck:
        state = msgspec.structs.replace(state, battle_discard=())
    judgement = rule_on(game, game.table(state, table.box, table.choices), shapes.Reveal())
    pending = judgement.state.pending
    if isinstance(pending, Battle) and pending.step == "church":
        return rule_on(game, judgement.after, shapes.Decide(player=pending.decider, outcome=outcome))
    return judgement


@pytest.mark.parametrize("seed", range(22))
def test_what_is_promised_is_what_happens(seed: int) -> None:
    """Every outcome that the odds tell, brought about by the engine: the same damage, the same Castle falls."""
    for table in battles(seed)[:12]:
        odds = game.odds(table, Findings())
        assert odds is not None
        for told in odds.outcomes:
            card = told.outcome
            if card not in (table.state.battle_deck or table.state.battle_discard):
                continue
            judgement = resolved(table, card, card)
            damage = [event.detail for event in judgement.happenings if event.type in ("damage", "viking-damage")]
            if damage:  # else a ransom is decided first
                assert [detail["count"] for detail in damage] == [told.attackers.damage, told.defenders.damage]
            types = {event.type for event in judgement.happenings}
            captured = next((e.detail["fiefs"] for e in judgement.happenings if e.type == "captured-lords"), ())
            assert len(captured) == told.attackers.captured + told.defenders.captured
            if "damage" in types and judgement.state.pending is None and not table.state.pending.attackers.vikings:
                assert ("siege-won" in types) == told.target.falls


@pytest.mark.parametrize("seed", range(22))
def test_chances_are_shares_of_the_deck(seed: int) -> None:
    for table in battles(seed):
        deck = table.state.battle_deck or table.state.battle_discard
        odds = game.odds(table, Findings())
        assert odds is not None
        assert {one.card: Fraction(one.chance) for one in odds.cards} == {
            card: Fraction(deck.count(card), len(deck)) for card in ("normal", "attacker", "defender", "church")
        }
        for event in {one.event for one in odds.events if one.count is not None}:
            parts = [one for one in odds.events if one.event == event]
            assert (
                sum(Fraction(one.least.chance) for one in parts)
                <= 1
                <= sum(Fraction(one.most.chance) for one in parts)
            )
        if odds.decider is None:
            assert all(one.least == one.most for one in (*odds.outcomes, *odds.events))
            assert sum(Fraction(one.least.chance) for one in odds.outcomes) == 1


@pytest.mark.parametrize("seed", range(11))
def test_forgotten_cards_change_nothing(seed: int) -> None:
    """Who remembers no Battle card has the chances of a whole deck; who remembers some, of what is not accounted for."""
    for table in battles(seed)[:4]:
        pile = table.state.battle_discard
        known = pile[::2]
        state = msgspec.structs.replace(
            table.state,
            battle_deck=("?",) * len(table.state.battle_deck),
            battle_discard=(*known, *("?",) * (len(pile) - len(known))),
            chance=msgspec.UNSET,
        )
        if not state.battle_deck:
            continue
        odds = game.odds(game.table(state, table.box, table.choices), Findings())
        assert odds is not None
        whole = Counter({"normal": 15, "attacker": 3, "defender": 3, "church": 3}) - Counter(known)
        assert {one.card: Fraction(one.chance) for one in odds.cards} == {
            card: Fraction(whole[card], whole.total()) for card in ("normal", "attacker", "defender", "church")
        }


@pytest.mark.parametrize("seed", range(22))
def test_losses_lie_between_the_least_and_the_most(seed: int) -> None:
    """However the points are assigned, as many Armies and Mercenaries die as the odds allow."""
    table, chance = opening(seed), random.Random(seed)
    checked = 0
    while (move := choose(table, chance)) is not None and checked < 20:
        pending = table.state.pending
        if isinstance(pending, Battle) and pending.step == "damage-attacker" and pending.card == pending.outcome:
            before = msgspec.structs.replace(pending, step="card", card=None, outcome=None, doomed=(), captured=())
            state = msgspec.structs.replace(table.state, pending=before)
            odds = game.odds(game.table(state, table.box, table.choices), Findings())
            if odds is not None and not pending.doomed:
                told = next(one for one in odds.outcomes if one.outcome == pending.outcome)
                assert dealt_to(pending, "attackers") == told.attackers.damage
                for other in list(game.legal_moves(table, None, "suffer"))[:30]:
                    assert size(other.hit) == told.attackers.hits
                    least, most = told.attackers.killed
                    assert least <= killed(table, pending, other.hit) <= most
                checked += 1
        table = rule_on(game, table, move).after


def killed(table: Table, battle: Battle, hit: shapes.Force) -> int:
    """Armies, Mercenaries and garrisons that die, each counted once."""
    dead = len(hit.pool) + len(hit.royal) + len(hit.vikings) + len(hit.mercenaries)
    mercenaries = table.by_name[battle.attacker].mercenaries if battle.attacker else ()
    manned = {one.id for one in mercenaries if one.garrison is not None}
    return dead + len(manned & {*hit.mercenaries, *hit.garrisons})


# ---------------------------------------------------------------- through HTTP


def odds_of(referee: Referee, **told: Any) -> Answer:
    return referee.ask("odds", {"engagement": {"kind": "siege", "attackers": {"knights": 3}, **told}})


def event(answer: Answer, name: str, count: int | None = None) -> tuple[str, str]:
    for one in answer["odds"]["events"]:
        if one["event"] == name and one["count"] == count:
            return one["least"]["chance"], one["most"]["chance"]
    raise LookupError(name)


def test_a_siege_told_by_itself(ortus_regni: Referee) -> None:
    """Three Knights against one Infantry, one Tower and a Castle: 6 - 1 - 1 is enough but for the Defender's card."""
    answer = odds_of(ortus_regni, defenders={"infantry": 1}, towers=1, properties=2)
    assert answer["verdict"] == "possible"
    assert event(answer, "castle-falls") == ("7/8", "7/8")
    assert event(answer, "properties-lost", 2) == ("7/8", "7/8")
    assert "attack/siege" in answer.cited


def test_the_church_may_decide_either_way(ortus_regni: Referee) -> None:
    """With somebody to speak for the Church its three cards can help or harm."""
    answer = odds_of(ortus_regni, defenders={"infantry": 1}, church="defender")
    assert event(answer, "castle-falls") == ("3/4", "7/8")
    assert answer["odds"]["decider"] == "defender"


def test_discarded_cards_are_counted(ortus_regni: Referee) -> None:
    answer = odds_of(ortus_regni, defenders={"hand": ["monk"]}, discarded=["defender"] * 3)
    assert event(answer, "castle-falls") == ("1", "1")


def test_who_takes_a_point_is_not_unharmed(ortus_regni: Referee) -> None:
    """A Lord who is hit goes home, but he is wounded: only the three Attacker Wins spare him."""
    answer = odds_of(ortus_regni, attackers={"lords": ["champion"]}, defenders={"hand": ["vassal"]})
    assert event(answer, "attacker-unharmed") == ("1/8", "1/8")
    assert event(answer, "attackers-hit", 0) == ("1/8", "1/8")


def test_without_defenders_nothing_is_left_to_chance(ortus_regni: Referee) -> None:
    answer = odds_of(ortus_regni, anchor="palace", towers=3)
    assert answer["odds"]["cards"] == []
    assert event(answer, "castle-falls") == ("1", "1")
    assert event(odds_of(ortus_regni, anchor="palace", towers=4), "castle-falls") == ("0", "0")


def test_more_cards_than_there_are(ortus_regni: Referee) -> None:
    answer = odds_of(ortus_regni, defenders={"infantry": 1}, discarded=["church"] * 4)
    assert answer["verdict"] == "impossible"
    assert answer["odds"] is None
    assert answer.broken == ["components/battle-deck"]


def test_a_table_without_a_battle(ortus_regni: Referee) -> None:
    state = msgspec.to_builtins(opening(1).state)
    assert ortus_regni.problem("odds", {"state": state}) == ["/state/pending"]
    assert ortus_regni.problem("odds", {}) == ["/state"]
