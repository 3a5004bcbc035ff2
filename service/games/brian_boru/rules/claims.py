"""Paso de reclamar regiones: who controls the most towns of a region holds its token. Final: the last round."""

from collections.abc import Iterator
from typing import NamedTuple

from service.games.brian_boru.draft import Draft
from service.games.brian_boru.table import Table
from service.referee.budget import step
from service.referee.known import Unknown, is_unknown, read_all, truth

VIKINGS = None
"""The Vikings as a side."""


Side = str | None


A_REGION = 10
"""The steps of settling the claim token of a region, besides those for its towns."""
CLAIMS = "claims"
"""The automatic step that settles the tokens."""


class Strength(NamedTuple):
    """Towns of a region by who controls them. Monasteries are counted twice or once."""

    by_side: dict[Side, int]
    monasteries: int
    military: bool
    """Whether Viking towns were counted for an ally."""

    @property
    def leaders(self) -> list[Side]:
        """Who controls the most; nobody where nobody controls a town."""
        most = max(self.by_side.values(), default=0)
        return [side for side, count in self.by_side.items() if count == most and most]


# ---------------------------------------------------------------- Paso de reclamar regiones


def settle_claims(draft: Draft) -> None:
    """claims/flip, claims/majority: tokens are turned up, then claimed; the end of the round stays the last event."""
    read_all(draft.everybodys("claims"), draft.towns, draft.face_up)
    if draft.viking_towns():
        read_all(draft.alliance)
    ending = draft.happenings[-1:]
    del draft.happenings[-1:]
    counted = {region: strength(draft, region) for region in draft.box.tokens}
    holders = _holders(draft)
    for region, count in counted.items():
        if region not in holders:
            _flip(draft, region, count)
    for region, count in counted.items():
        if region in draft.face_up or region in holders:
            _claim(draft, region, count, holders.get(region))
    draft.happenings += ending
    draft.next_step = None


def unsettled_claims(table: Table) -> Iterator[tuple[str, str]]:
    """Tokens that do not lie as this step leaves them, each with the rule that would still move it."""
    draft, holders = Draft(table), _holders(table)
    for region in table.box.tokens:
        draft.happenings.clear()
        count = strength(draft, region)
        if region not in holders:
            _flip(draft, region, count)
        if region in draft.face_up or region in holders:
            _claim(draft, region, count, holders.get(region))
        if draft.face_up != table.face_up or _holders(draft) != holders:
            rules = [happening.rule for happening in draft.happenings]
            yield next(rule for rule in ("claims/flip", "claims/majority", "claims/vikings") if rule in rules), region
            draft = Draft(table)


def _holders(table: Table) -> dict[str, str]:
    """Who holds the token of each region that somebody holds."""
    return {region: name for name, claims in table.everybodys("claims").items() for region in claims}


def _flip(draft: Draft, region: str, count: Strength) -> None:
    """claims/flip: enough towns turn the token up, and it never turns down again."""
    towns, threshold = sum(count.by_side.values()), draft.box.tokens[region].threshold
    if towns >= threshold and region not in draft.face_up:
        draft.set(face_up=(*draft.face_up, region))
        draft.event("flipped", "claims/flip", region=region, towns=towns, threshold=threshold)


def _claim(draft: Draft, region: str, count: Strength, holder: str | None) -> None:
    """claims/majority, claims/tie, claims/vikings, claims/vikings-tied: where a token goes that is face up."""
    leaders, alliance = count.leaders, draft.known_alliance()
    if count.monasteries:
        draft.event("monastery-counts", "claims/monastery", region=region, count=count.monasteries)
    if count.military and alliance:
        draft.event("military-counts", "claims/military", region=region, player=alliance.player)
    if len(leaders) != 1:
        if VIKINGS in leaders:
            draft.event("stays", "claims/vikings-tied", region=region)
        elif leaders:
            draft.event("stays", "claims/tie", region=region)
        return
    (leader,) = leaders
    if leader is VIKINGS:
        if holder is not None:
            _move_token(draft, region, holder, None)
        draft.event("vikings-hold", "claims/vikings", region=region)
    elif leader != holder:
        _move_token(draft, region, holder, leader)
        draft.event("claimed", "claims/majority", region=region, player=leader)


def _move_token(draft: Draft, region: str, holder: str | None, to: str | None) -> None:
    """From its holder, or from the board (None), to another player or to the board."""
    for side in (holder, to):
        change = _without_token if side is holder else _with_token
        if side is None:
            draft.set(face_up=change(draft.face_up, region))
        else:
            draft.set_of(side, claims=change(draft.claims(side), region))


def _without_token(tokens: tuple[str, ...], region: str) -> tuple[str, ...]:
    return tuple(other for other in tokens if other != region)


def _with_token(tokens: tuple[str, ...], region: str) -> tuple[str, ...]:
    return (*tokens, region)


# -------------------- Monasterios; Los vikingos y la Princesa de Dinamarca


def strength(table: Table, region: str, *, monastery: int = 2) -> Strength:
    """claims/monastery, claims/military: the towns of a region by who controls them."""
    alliance = table.known_alliance()
    ally = alliance.player if alliance and alliance.side == "military" else VIKINGS
    by_side: dict[Side, int] = {}
    monasteries, military = 0, False
    discs, towns = table.towns, table.box.regions[region]
    step(A_REGION + len(towns))
    for town in towns:
        held = discs.get(town)
        if held is None:
            continue
        side = ally if held.viking else held.disc
        military = military or (held.viking and ally is not VIKINGS)
        monasteries += held.monastery
        by_side[side] = by_side.get(side, 0) + (monastery if held.monastery else 1)
    return Strength(by_side, monasteries, military)


# ---------------------------------------------------------------- Final


def end_round(draft: Draft) -> None:
    """round/phases, end/last-round: after the upkeep the next round begins, unless no marriage card is left.

    That is so wherever the claim tokens go, which is settled next.
    """
    number = draft.round
    if _is_last_round(draft):
        draft.set(phase="over", pending=())
        draft.event("over", "end/last-round")
    else:
        draft.set(phase="preparation", pending=())
        draft.change("round", lambda number: number + 1)
        draft.event("round-over", "round/phases", round=None if is_unknown(number) else number)
    draft.next_step = CLAIMS


def _is_last_round(table: Table) -> bool:
    """preparation/last-round, marriage/nobody: by the marriage pile, or by the number of the round.

    By a house rule the pile may have lost cards besides those turned up: then fewer rounds are played.
    """
    pile = table.marriage_pile
    if not isinstance(pile, Unknown):
        return len(pile) == 0
    last = truth(lambda: table.round == table.rounds)
    none_gone = table.choices["nobody_courts"] == "revealed" or truth(lambda: table.marriages_gone == ()) is True
    if isinstance(last, Unknown) or not (last or none_gone):
        read_all(pile)
    return bool(last)
