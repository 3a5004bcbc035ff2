"""The views of a table: what was left out of a state is unknown, and raises when it is read."""

from typing import Any

import pytest
from msgspec import UNSET

from schemas.roll_and_raid import Clan, Contender, Raid, State
from service.games.roll_and_raid.clan_sheet import ClanSheet, ContenderView, RaidView, View
from service.games.roll_and_raid.game import GAME
from service.games.roll_and_raid.table import Table
from service.referee.known import Unknown, UnknownRead

CLAN = Clan(name="ana")
RAID = Raid(card="iona", clans=(Contender(player="ana"),), step="attack")


def zones(part: Any) -> list[str]:
    return [name for name in part.__struct_fields__ if getattr(part, name) is UNSET]


@pytest.mark.parametrize(
    "view",
    [ClanSheet(CLAN, "/state/players/0"), RaidView(RAID, "/state/raids/0"), ContenderView(RAID.clans[0], "/x")],
)
def test_a_zone_that_was_left_out_is_unknown(view: View) -> None:
    assert zones(view.part)
    for zone in zones(view.part):
        value = getattr(view, zone)
        assert isinstance(value, Unknown)
        assert value.zones == (f"{view.pointer}/{zone}",)
        with pytest.raises(UnknownRead):
            bool(value)
        assert (view.known(zone, "?"), view.is_known(zone)) == ("?", False)


def test_every_zone_of_a_clan_has_its_accessor() -> None:
    assert set(zones(CLAN)) <= ClanSheet.__annotations__.keys()


def test_of_a_clan_that_was_not_sent_everything_is_unknown() -> None:
    box: Any = None  # sheets need none
    table = Table(State(players=(CLAN,)), box, GAME.choices(GAME.shapes.options()))
    bruno = table.clan("bruno")
    assert bruno.name == "bruno"
    assert all(isinstance(getattr(bruno, zone), Unknown) for zone in zones(CLAN))
