"""The properties of partial tables, held by random tables of every game (DESIGN §4).

``partial_tables.properties`` has the ten properties in words and as checks; ``partial_tables.zones`` finds the zones
of a state by reflection. What is known to be violated stands in ``partial_tables/known``: a new violation fails, and
one that is mended must be taken off (``python -m tests.games.partial_tables.known``).
"""

from typing import Literal

import msgspec
import pytest
from msgspec import UNSET, UnsetType

from service.games.registry import OURS
from tests.depth import AT_LENGTH, depth
from tests.games.every_game import BY_NAME, QUICK, more_of
from tests.games.partial_tables import known
from tests.games.partial_tables.asking import assumed_facts
from tests.games.partial_tables.zones import Zones, without

SHOWN = 5
"""The violations that a failure shows in full."""
LEAST_CHECKS = depth(400, 4_000)
LEAST_OF_A_SMALL_GAME = depth(40, 200)
"""For each type of move; our games have more zones."""


@pytest.mark.parametrize("name", known.NAMES)
def test_partial_tables(name: str) -> None:
    with assumed_facts() as assumed:
        run = known.fixed_run(name, at_length=AT_LENGTH)
    listed = set(known.read(name))
    new = [found for signature, found in run.found.items() if signature not in listed]
    shown = "\n\n".join(map(str, new[:SHOWN]))
    assert not new, f"{len(new)} violations are not in the list, the first of them:\n\n{shown}"
    last_resort = more_of(BY_NAME[name]).last_resort
    assert last_resort in ("", *BY_NAME[name].facts), "this is no fact"
    assert last_resort not in assumed, "a rule reads something unknown without saying so"
    if AT_LENGTH and not QUICK:
        mended = sorted(listed - run.found.keys())
        assert not mended, f"{len(mended)} violations are mended, take them off the list: {mended}"
    if QUICK:
        return
    ours = name in OURS
    assert run.checks > (LEAST_CHECKS if ours else LEAST_OF_A_SMALL_GAME * len(BY_NAME[name].move_types))


# ---------------------------------------------------------------- zones


class Options(msgspec.Struct, frozen=True):
    edition: str | UnsetType = UNSET


class Token(msgspec.Struct):
    name: str
    side: bool = False
    worth: int | UnsetType = UNSET


class Seat(msgspec.Struct):
    name: str
    hand: tuple[int | Literal["?"], ...] | UnsetType = UNSET
    tokens: dict[str, Token] | UnsetType = UNSET


class Table(msgspec.Struct):
    players: tuple[Seat, ...]
    options: Options = Options()
    turn: str | UnsetType | None = UNSET


CARDS = ["/players/0/hand", "/players/0/hand/0"]


def test_zones_are_found_at_any_depth() -> None:
    state = {
        "options": {"edition": "first"},
        "turn": None,
        "players": [{"name": "ana", "hand": [3], "tokens": {"N1": {"name": "disc", "side": True, "worth": 2}}}],
    }
    zones = Zones(Table, Options)
    places = {place.pointer: place for place in zones.places(state)}
    assert list(places) == [*CARDS, "/players/0/tokens", "/players/0/tokens/N1/worth", "/turn"]
    assert places["/players/0/tokens/N1/worth"].generic == "/players/*/tokens/*/worth"
    part = without(state, [places["/turn"], places["/players/0/tokens/N1/worth"]])
    assert part["players"][0]["tokens"] == {"N1": {"name": "disc", "side": True}}
    assert "turn" not in part
    assert zones.false_claims(state, part) == []
    assert zones.false_claims(part, state) == ["/players/*/tokens/*/worth", "/turn"]
    assert zones.false_claims(state, without(state, []) | {"turn": "ana"}) == ["/turn"]


def test_what_an_unresolved_step_may_still_change_is_no_claim() -> None:
    whole = {"players": [{"name": "ana", "hand": [3]}], "turn": "bruno"}
    part: dict[str, object] = {"players": [{"name": "ana", "hand": []}], "turn": "ana"}
    zones = Zones(Table, Options)
    assert zones.false_claims(whole, part) == ["/players/*/hand", "/turn"]
    part["unresolved"] = [{"step": "end", "missing": [], "unsettled": ["/state/players/0/hand", "/state/turn"]}]
    assert zones.false_claims(whole, part) == []
