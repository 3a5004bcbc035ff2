"""1. Producción: the round track and its festivals, the roll of the resource dice, and the end of production."""

from schemas.base import with_entry
from schemas.roll_and_raid import Done, Roll, Sacrifice, UseDie
from service.games.roll_and_raid.clan_sheet import ClanSheet
from service.games.roll_and_raid.die_values import requires_vikings
from service.games.roll_and_raid.draft import Draft
from service.games.roll_and_raid.pack import COLOURS, DICE_A_ROUND, FESTIVALS
from service.games.roll_and_raid.rules.dice import check_use, uses
from service.games.roll_and_raid.rules.turn import check_turn, possible_phases
from service.games.roll_and_raid.table import Table
from service.referee.budget import CHECK, step
from service.referee.findings import Findings, fact
from service.referee.known import Unknown, UnknownRead, is_unknown, truth
from service.referee.table import PLAYERS

OUTCOMES = ("turn", "not-done", "not-raised", "no-effect", "room", "nothing-waits")
"""What a use of a die assumes without being illegal otherwise, or as the end of production assumes it too."""


# ---------------------------------------------------------------- 1.1. Avanzar en el contador de rondas


def check_sacrifice(table: Table, move: Sacrifice, findings: Findings) -> None:
    """festival/rounds, festival/once, festival/vikings."""
    check_turn(table, "sacrifice", move.player, findings)
    clan, number = table.clan(move.player), table.round
    if isinstance(number, Unknown):
        findings.needs("round-known")
    elif number not in FESTIVALS:
        findings.breaks("festival/rounds", round=number, festivals=list(FESTIVALS))
    elif possible_phases(table, "sacrifice"):
        findings.requires(
            "festival/once",
            lambda: str(number) not in clan.sacrifices,
            assume=fact("no-offering", player=move.player),
            cite=False,
            player=move.player,
            round=number,
        )
    requires_vikings("festival/vikings", clan, move.vikings, findings)
    findings.allows("festival/vikings")


def apply_sacrifice(draft: Draft, move: Sacrifice) -> None:
    number = draft.round
    draft.add(move.player, vikings=-move.vikings)
    draft.change_of(move.player, "sacrifices", lambda given: with_entry(given, str(number), move.vikings))
    draft.event("sacrificed", "festival/vikings", player=move.player, vikings=move.vikings, round=number)


# ---------------------------------------------------------------- 1.2. Lanzar los dados de recursos


def check_roll(table: Table, move: Roll, findings: Findings) -> None:
    """production/roll, production/common."""
    check_turn(table, "roll", None, findings)
    findings.allows("production/common")


def apply_roll(draft: Draft, move: Roll) -> None:
    _close_festival(draft)
    draft.set(dice=move.dice, phase="production")
    shown = {colour: getattr(move.dice, colour) for colour in COLOURS}
    draft.event("rolled", "production/common", **shown)


def _close_festival(draft: Draft) -> None:
    """festival/once: who has made no offering when the dice are rolled has given nothing."""
    number = draft.round
    for clan in draft.known_clans():
        given = clan.sacrifices
        if isinstance(given, Unknown):
            continue
        if isinstance(number, Unknown):  # nobody can say whether it was a festival
            if len(given) < len(FESTIVALS):
                draft.forget_of(clan.name, "sacrifices")
        elif number in FESTIVALS and str(number) not in given:
            draft.set_of(clan.name, sacrifices=with_entry(given, str(number), 0))


# ---------------------------------------------------------------- 1.3. Fin de la producción


def check_done(table: Table, move: Done, findings: Findings) -> None:
    """storage/place, dice/drop."""
    check_turn(table, "done", move.player, findings)
    clan = table.clan(move.player)
    findings.requires(
        "storage/place",
        lambda: clan.waiting == (),
        "choose",
        assume=fact("nothing-waits", player=clan.name),
        cite=False,
        player=clan.name,
        product=lambda: clan.waiting[0],
    )
    findings.allows("dice/drop")
    both = truth(lambda: len(clan.dice_used) >= DICE_A_ROUND) is True
    if not findings.broken and not both and table.choices["two_dice"] == "strict":
        findings.requires(
            "dice/drop",
            lambda: has_no_use_for_a_die(table, clan),
            assume=fact("dice-spent", player=clan.name),
            player=clan.name,
            count=lambda: len(clan.dice_used),
        )


def has_no_use_for_a_die(table: Table, clan: ClanSheet) -> bool:
    """Whether no resource die can be used any more."""
    if len(clan.dice_used) >= DICE_A_ROUND:
        return True
    verdicts = {_verdict(table, move) for move in uses(table, clan, COLOURS)}
    if "legal" in verdicts:
        return False
    if "undetermined" in verdicts:
        raise UnknownRead((PLAYERS,))
    return True


def _verdict(table: Table, move: UseDie) -> str:
    """The verdict on a use of a die as it lies; one that rests on something unknown is not legal."""
    step(CHECK)
    findings = Findings()
    check_use(table, move, findings)
    return "undetermined" if findings.verdict == "legal" and _in_doubt(findings) else findings.verdict


def _in_doubt(findings: Findings) -> bool:
    """Whether a use is legal only if something unknown is so; what a die counts and brings does not matter here."""
    return any(assumed not in OUTCOMES for assumed, _ in findings.assumed)


def apply_done(draft: Draft, move: Done) -> None:
    draft.set_of(move.player, done=True)
    if is_unknown(draft.phase):  # that it is time for this move is assumed
        draft.set(phase="production")
    draft.event("ended-production", "production/done", player=move.player)
