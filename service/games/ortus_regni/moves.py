"""Legal moves, the nearest ones to an illegal move, and why a kind of move is refused.

Legality is not written again here: candidates are made from what lies on the table, and ``check`` lets them pass or
not.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from schemas import ortus_regni as shapes
from schemas.ortus_regni import Move
from service.games.ortus_regni.candidates import CANDIDATES
from service.games.ortus_regni.combinations import LISTED, has_more_forces
from service.games.ortus_regni.holdings import are_fiefs_known, perhaps
from service.games.ortus_regni.pack import ARMIES
from service.games.ortus_regni.parts import is_battle
from service.games.ortus_regni.rules.by_move import check, passes
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing import BY_TABLE, known_due
from service.games.ortus_regni.timing_checks import check_due
from service.referee.findings import Findings
from service.referee.hidden import HIDDEN
from service.referee.known import UnknownRead, is_known, is_unknown
from service.referee.nearest import most_similar
from service.referee.rules import move_type


def legal_moves(table: Table, player: str | None, kind: str | None) -> Iterator[Move]:
    """Every legal move that can be listed, long lists cut off. Of hidden cards there is no list."""
    now = known_due(table)
    if now is None or not (now.who_is_known or now.players):
        return
    for name in now.moves:
        if kind not in (None, name) or (name in BY_TABLE and player is not None):
            continue
        for who in [None] if name in BY_TABLE else now.players:
            if player in (None, who):
                yield from islice((move for move in _candidates(table, name, who) if passes(table, move)), LISTED)


def _candidates(table: Table, kind: str, name: str | None) -> Iterator[Move]:
    """Moves that could be legal, as far as they can be made from what is known."""
    try:
        yield from CANDIDATES[kind](table, str(name or ""))
    except UnknownRead:
        return


def _is_cut_short(table: Table, kind: str, name: str | None) -> bool:
    """Whether making candidates ended at something that is not known."""
    try:
        for _ in islice(CANDIDATES[kind](table, str(name or "")), LISTED):
            pass
    except UnknownRead:
        return True
    return False


# ---------------------------------------------------------------- what cannot be listed, and what comes near

FROM_HAND = (
    "tower",
    "castle",
    "attach",
    "appoint",
    "hire",
    "emissary",
    "treachery",
    "intrigue",
    "banquet",
    "bequeath",
    "claim",
    "joust",
    "allies",
    "dispute",
    "excuse",
    "enter",
    "field",
)
FROM_POOL = ("garrison", "field", "offer", "give")


def unlisted(table: Table, player: str | None, kind: str | None, findings: Findings) -> None:
    """Which zones a list of moves would need that are unknown, and whether a list was cut off."""
    now = known_due(table)
    if now is None or not now.who_is_known:
        findings.needs("due" if now is None or now.phase != "decks" else "decks-known")
    if now is None or not (now.who_is_known or now.players):
        return
    kinds = [name for name in now.moves if kind in (None, name)]
    for who in now.players:
        if player in (None, who):
            _unlisted_of(table, who, kinds, findings)
    if player is None:
        _unlisted_of_table(table, kinds, findings)
    for name in kinds:
        decider = None if name in BY_TABLE else now.players[0]
        if player in (None, decider) and _is_cut_short(table, name, decider):
            if name == "suffer":
                findings.needs("losses", player=decider)
            else:
                findings.needs("due")
    for name in kinds:
        if name in MANY and player in (None, *now.players) and MANY[name](table, now.players[0]):
            findings.needs("more-ways", count=LISTED)


def _unlisted_of_table(table: Table, kinds: list[str], findings: Findings) -> None:
    """What the moves of the table lack."""
    if "start" in kinds and not table.seats_known:
        findings.needs("whole-table")
    for name in kinds:
        if name in BY_TABLE and (example := next(_candidates(table, name, None), None)) is not None:
            check(table, example, findings)
            findings.assumed.clear()
        if name in DRAWN:
            _needs_what_is_drawn(table, DRAWN[name], findings)
        if name == "reveal":
            for move in _candidates(table, name, None):
                _assumes_as(table, move, findings)


def _assumes_as(table: Table, move: Move, findings: Findings) -> None:
    """What a move of the list assumes that others of its kind do not."""
    checked = Findings()
    check(table, move, checked)
    if checked.verdict == "legal":
        findings.assumed += checked.assumed


DRAWN: dict[str, Callable[[], Move]] = {
    "reveal": shapes.Reveal,
    "vikings": shapes.RevealVikings,
    "cube": shapes.Cube,
    "pick": shapes.Pick,
}
"""Moves of the table that leave out what is drawn where the table shows it, and name it where it does not."""


def _needs_what_is_drawn(table: Table, move: Callable[[], Move], findings: Findings) -> None:
    """A list that names what may be drawn stands in for the one move of a table that shows it."""
    checked = Findings()
    check(table, move(), checked)
    for fact, detail in checked.missing:
        if (fact, detail) not in findings.missing:
            findings.needs(fact, **detail)


def _has_more_sufferings(table: Table, name: str) -> bool:
    return next(islice(_candidates(table, "suffer", name), LISTED, None), None) is not None


MANY: dict[str, Callable[[Table, str], bool]] = {"field": has_more_forces, "suffer": _has_more_sufferings}
"""Decisions of which there can be more than are listed."""


def _unlisted_of(table: Table, name: str, kinds: list[str], findings: Findings) -> None:
    """What is unknown of an Earl, for the lists of these types of move."""
    fiefs, fiefs_known = table.known_fiefs(name), are_fiefs_known(table, name)
    if perhaps(lambda: HIDDEN in table.hand(name)) and any(kind in FROM_HAND for kind in kinds):
        findings.needs("hand-known", player=name)
    if perhaps(lambda: HIDDEN in table.pool(name)) and any(kind in FROM_POOL for kind in kinds):
        findings.needs("pool-known", player=name)
    if not fiefs_known:
        findings.needs("fiefs-known", player=name)
    if "suffer" in kinds and HIDDEN in table.known_towers(name):
        findings.needs("towers-shown", player=name)
    if "suffer" in kinds and _has_hidden_armies(table.pending):
        findings.needs("forces-known")
    if any(kind in WITH_MERCENARIES for kind in kinds):
        _unlisted_garrisons(table, name, kinds, findings)
    if "recruit" in kinds and not fiefs_known:
        _assumes_as(table, shapes.Recruit(player=name, count=2), findings)
    if "attach" in kinds and "cathedral" in table.known_hand(name) and fiefs:
        _assumes_as(table, shapes.Attach(player=name, card="cathedral", fief=fiefs[0].id), findings)
    if not table.seats_known and any(kind in AGAINST_OTHERS for kind in kinds):
        findings.needs("whole-table")
    for other in table.living if "order" in kinds else table.others(name):
        _unlisted_targets(table, name, other, kinds, findings)


def _has_hidden_armies(battle: Any) -> bool:
    """Whether Armies fight of which nobody remembers what they are."""
    forces = (battle.attackers, battle.defenders) if is_battle(battle) else ()
    return any(is_known(force) and HIDDEN in force.pool for force in forces)


def _unlisted_garrisons(table: Table, name: str, kinds: list[str], findings: Findings) -> None:
    """What is not known of Mercenaries, who have garrisons, and of the King and the Royal Army."""
    if "field" in kinds and is_unknown(table.royal_army) and perhaps(lambda: table.king == name):
        findings.needs("royal-army-known")
    mercenaries = table.mercenaries(name)
    if is_unknown(mercenaries) or any(is_unknown(mercenary.garrison) for mercenary in mercenaries):
        findings.needs("mercenaries-known", player=name)
    if is_unknown(table.king):
        findings.needs("is-king", player=name)


WITH_MERCENARIES = ("garrison", "field")
CARDS = ("treachery", "intrigue")
AGAINST_FIEFS = ("attack", "treachery", "intrigue", "order")
AGAINST_OTHERS = (*AGAINST_FIEFS, "monastery")
AGAINST_TOWERS: dict[str, Callable[[str, str], Move]] = {
    "attack": lambda name, target: shapes.Attack(player=name, target=target, kind="towers"),
    "order": lambda name, target: shapes.Order(player=name, target=target, kind="towers"),
}


def _unlisted_targets(table: Table, name: str, target: str, kinds: list[str], findings: Findings) -> None:
    """What is unknown of another Earl, against whom something could be done."""
    hand = table.hand(name)
    cards = (*CARDS, HIDDEN) if is_unknown(hand) else hand
    against = [kind for kind in kinds if kind in AGAINST_FIEFS]
    against = [kind for kind in against if kind not in CARDS or kind in cards or HIDDEN in cards]
    if is_unknown(table.towers(target)):
        listed = [kind for kind in against if kind in AGAINST_TOWERS]
        if any(passes(table, AGAINST_TOWERS[kind](name, target)) for kind in listed):
            findings.assumes("towers-there", player=target)
    if against and not are_fiefs_known(table, target):
        findings.needs("fiefs-known", player=target)
    if "treachery" in against and is_unknown(table.hand(target)):
        findings.needs("hand-known", player=target)
    if "intrigue" in against and is_unknown(table.pool(target)):
        findings.needs("pool-known", player=target)
    if {*CARDS} & {*against} and is_unknown(table.mercenaries(target)):
        findings.needs("mercenaries-known", player=target)


COMPARED = 20
"""The steps of comparing two moves."""


def nearest(table: Table, move: Move) -> Iterator[Move]:
    """Similar moves, the most similar first."""
    kind = move_type(move)
    own: list[Move] = []
    now = known_due(table)
    if now is not None and kind in now.moves:
        own = list(legal_moves(table, None, kind))
    listed = own or list(legal_moves(table, getattr(move, "player", None) or None, None))

    yield from most_similar(move, listed, COMPARED)
    if now is None or not now.who_is_known:
        name = getattr(move, "player", None)
        candidates = islice(_candidates(table, kind, name), LISTED)
        yield from most_similar(move, candidates, COMPARED)


def refuse(table: Table, kind: str, player: str | None, findings: Findings) -> None:
    """Why no move of this kind is legal now."""
    now = known_due(table)
    name = player or (now.players[0] if now and now.players else table.order[0])
    check_due(table, kind, None if kind in BY_TABLE else name, findings)
    if findings.broken:
        return
    # It is time, so something about the table is against every one of them: what is against the first.
    example = next(_candidates(table, kind, name), None)
    if example is None and kind in EXAMPLES:
        example = EXAMPLES[kind](name)
    if example is not None:
        check(table, example, findings)


EXAMPLES: dict[str, Callable[[str], Any]] = {
    "castle": lambda name: shapes.Castle(player=name),
    "attach": lambda name: shapes.Attach(player=name, card="land", fief=1),
    "appoint": lambda name: shapes.Appoint(player=name, card="vassal", fief=1),
    "hire": lambda name: shapes.Hire(player=name),
    "emissary": lambda name: shapes.Emissary(player=name, card="vassal"),
    "banquet": lambda name: shapes.Banquet(player=name),
    "bequeath": lambda name: shapes.Bequeath(player=name),
    "claim": lambda name: shapes.Claim(player=name),
    "joust": lambda name: shapes.HoldJoust(player=name),
    "excuse": lambda name: shapes.Excuse(player=name),
    "garrison": lambda name: shapes.Garrison(player=name, army=ARMIES[0]),  # type: ignore[arg-type]
}
