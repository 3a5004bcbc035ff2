"""A clan sheet being changed: everything that follows from a gain, in the player's order.

Marks are only added. A sheet belongs to one clan, so what clans write at the same time cannot meet. If the pack has
no such part, or the sheet was not sent, ``needs`` lists what would be needed and ``assumes`` what is assumed.

One gain leads to the next: a box gives a house, the house completes a settlement, the settlement gives boxes. Each of
these is a generator that yields what has to be written before it goes on; ``_write_all`` has a stack of its own for
them, because a pack can make a chain longer than Python's.
"""

from collections.abc import Generator
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from schemas.base import with_entry
from schemas.roll_and_raid import Tracks
from schemas.roll_and_raid_pack import Bonus
from service.games.roll_and_raid.clan_sheet import ClanSheet
from service.games.roll_and_raid.pack import AT_HAND, STORAGE, Box, as_bonus
from service.games.roll_and_raid.product_choices import GOODS, ZONE_OF, drop_choices, offer, waits_as
from service.referee.budget import step
from service.referee.findings import Happening
from service.referee.known import is_known, is_unknown

EACH_GAIN, EACH_EVENT = 5, 2
"""The steps of a gain, and of an event."""

Writing = Generator["Writing", None, None]
"""A gain that is being written; it yields other ones."""


def _write_all(first: Writing) -> None:
    """Write a gain with all that it leads to; what a gain leads to comes before the rest of the gain itself."""
    stack = [first]
    while stack:
        following = next(stack[-1], None)
        if following is None:
            stack.pop()
        else:
            step(EACH_GAIN)
            stack.append(following)


class SheetDraft:
    """One clan's sheet being changed."""

    __slots__ = ("assumes", "box", "clan", "happenings", "kept_free", "name", "needs", "unplaced", "zones")

    def __init__(self, clan: ClanSheet, box: Box, happenings: list[Happening]) -> None:
        self.clan = clan
        self.name = clan.name
        self.box = box
        self.happenings = happenings
        self.zones: dict[str, Any] = {}
        """The zones that were changed."""
        self.needs: list[tuple[str, dict[str, Any]]] = []
        self.assumes: list[tuple[str, dict[str, Any]]] = []
        self.unplaced: tuple[str, ...] = ()
        """Products that wait besides those of which it is unknown whether they do."""
        self.kept_free: set[str] = set()
        """Unknown zones in which a place is assumed to be left for a choice that waits."""

    def __getitem__(self, zone: str) -> Any:
        """A zone as it stands now."""
        return self.zones[zone] if zone in self.zones else getattr(self.clan, zone)

    def __setitem__(self, zone: str, value: Any) -> None:
        self.zones[zone] = value

    def add(self, zone: str, amount: int) -> None:
        value = self[zone]
        if is_known(value):
            self.zones[zone] = value + amount

    def tell(self, kind: str, rule: str, /, **detail: Any) -> None:
        step(EACH_EVENT)
        self.happenings.append(Happening(kind, rule, {"player": self.name, **detail}))

    # ------------------------------------------------------------ gains

    def gain(self, bonus: Bonus | None, rule: str, unlocked_by: str = "") -> None:
        """All that a box, a bonus, a reward or an effect gives; what needs a choice of place waits."""
        if bonus is not None:
            _write_all(self._gain(bonus, rule, unlocked_by))

    def _gain(self, bonus: Bonus, rule: str, unlocked_by: str = "") -> Writing:
        for favour in bonus.favours:
            self.unlock(favour, unlocked_by or rule)
        if bonus.glory:
            self.tell("glory", rule, points=bonus.glory)
        if bonus.other:
            self.needs.append(("pack-other", {"text": bonus.other}))
        if bonus.vikings:
            yield self._recruit(bonus.vikings)
        if bonus.axes:
            yield self._produce("axe", bonus.axes, rule)
        if bonus.ships:
            yield self._produce("ship", bonus.ships, rule)
        if bonus.houses:
            yield self._produce("house", bonus.houses, rule)
        if bonus.one_of:
            yield self._offer(bonus.one_of, rule)
        if bonus.track and bonus.boxes:
            yield self._advance(bonus.track, bonus.boxes)

    def unlock(self, favour: str, rule: str) -> None:
        """Favour dice are unlocked by what stands on the sheet: there is nothing to write, only to tell."""
        self.tell("unlocked", rule, die=favour, value=(self.box.values or {}).get(favour, 0))

    def recruit(self, count: int) -> None:
        """hall/recruit, storage/full: as many Vikings as find room in the great hall."""
        _write_all(self._recruit(count))

    def _recruit(self, count: int) -> Writing:
        hall = self.box.pack.great_hall
        if hall is UNSET:
            self.needs.append(("pack-hall", {}))
            return
        recruited = self["hall"]
        room = count
        if self.box.at_hall and is_unknown(recruited):
            self.ask_for("hall")
            return
        if hall.capacity is not None:
            if is_unknown(recruited):
                self._room("hall", count)
            else:
                room = min(count, max(0, hall.capacity - recruited))
        self.add("hall", room)
        self.add("vikings", room)
        if room:
            self.tell("recruited", "hall/recruit", count=room)
        if room < count:
            self.tell("lost-good", "storage/full", good="viking", count=count - room)
        if self.box.at_hall:
            for at in range(recruited + 1, recruited + room + 1):
                if at in self.box.at_hall:
                    self.tell("hall-bonus", "hall/recruit", at=at)
                    yield self._gain(self.box.at_hall[at], "hall/recruit")

    def _room(self, zone: str, count: int) -> None:
        """Room for all that a move brings is one assumption."""
        for fact, detail in self.assumes:
            if fact == "room" and detail["zone"] == zone:
                detail["count"] += count
                return
        self.assumes.append(("room", {"player": self.name, "zone": zone, "count": count}))

    def assume_room_for_choices(self, zone: str) -> None:
        """Room for what waits as a choice, besides the room for products: one place is enough for all choices."""
        if zone not in self.kept_free:
            self.kept_free.add(zone)
            self._room(zone, 1)

    def _produce(self, good: str, count: int, rule: str) -> Writing:
        """storage/place, storage/full: what finds room waits for its place."""
        zone = ZONE_OF[good]
        if getattr(self.box, zone) is None:
            self.needs.append((f"pack-{zone}", {}))
            return
        waiting = self["waiting"]
        if is_unknown(self[zone]) and good != "house" and self.is_fixed(good) and self.box.filled[zone]:
            self.ask_for(zone)
            return
        if is_unknown(self[zone]):
            self._room(zone, count)
            drop_choices(self, good)
            if self.is_fixed(good):
                self.add(AT_HAND[good], count)
                return
            more = (good,) * count
            if is_known(waiting):
                self["waiting"] = tuple(sorted((*waiting, *more)))
            else:
                self.unplaced += more
            self.tell("produced", rule, good=good, count=count)
            return
        if is_unknown(waiting):  # taken for granted once; from then on it is known what waits
            self.assumes.append(("nothing-waits", {"player": self.name}))
            waiting = self["waiting"] = tuple(sorted(self.unplaced))
        step(len(waiting) // 24)
        room = max(0, min(count, self.room(good) - waiting.count(good)))
        if room < count and zone not in self.box.whole:
            self.needs.append(("pack-rest", {"part": zone}))
            return
        if room:
            self["waiting"] = tuple(sorted((*waiting, *(good,) * room)))
            self.tell("produced", rule, good=good, count=room)
        if room < count:
            self.tell("lost-good", "storage/full", good=good, count=count - room)
        drop_choices(self, good if room else "")
        yield self._settle()

    def _offer(self, goods: tuple[str, ...], rule: str) -> Writing:
        offer(self, goods, rule)
        yield from ()

    def ask_for(self, *zones: str) -> None:
        """These zones decide; and what they may lead to, where the pack has bonuses that others decide."""
        more = self.clan.unknown_gains if zones and self.box.is_sheet_read else ()
        self.needs += [
            ("sheet-known", {"player": self.name, "zone": zone}) for zone in dict.fromkeys((*zones, *more))
        ]

    # ------------------------------------------------------------ tracks

    def advance(self, colour: str, boxes: int) -> None:
        """track/first-free, track/every-hex, track/end: boxes are marked from the first free one; each gives."""
        _write_all(self._advance(colour, boxes))

    def _advance(self, colour: str, boxes: int) -> Writing:
        marked = self["tracks"]
        if self.box.tracks is None or colour not in self.box.tracks:
            self.needs.append(("pack-tracks", {}))
            return
        if is_unknown(marked) or getattr(marked, colour) is UNSET:
            self.ask_for("tracks")
            return
        track, first = self.box.tracks[colour], getattr(marked, colour)
        last = min(len(track), first + boxes)
        self["tracks"] = _marked(marked, colour, last)
        if last > first:
            self.tell("marked", "track/first-free", colour=colour, boxes=last - first)
        if last - first < boxes:
            self.tell("beyond-end", "track/end", colour=colour, boxes=boxes - (last - first))
        for place in range(first, last):
            bonus = track[place]
            if bonus is not None:
                yield self._gain(bonus, "track/product" if place == last - 1 else "track/every-hex")

    # ------------------------------------------------------------ storing

    def room(self, good: str) -> int:
        """How many places there still are for a product."""
        if good == "house":
            crossed: dict[str, int] = self["settlements"]
            known = self.box.settlements or {}
            return self.box.houses - sum([count for name, count in crossed.items() if name in known])
        zone = STORAGE[good]
        touches, filled = self.box.touches[zone], self[zone]
        return len(touches) - (len(filled) if zone in self.box.whole else len(touches.keys() & set(filled)))

    def places(self, good: str) -> list[str]:
        """Where a product may be put now: the next hexagon, any free one, or any settlement with an icon left."""
        if good == "house":
            crossed = self["settlements"]
            settlements = self.box.settlements or {}
            step(len(settlements) // 4)
            return [name for name, settlement in settlements.items() if crossed.get(name, 0) < settlement.houses]
        zone = STORAGE[good]
        filled, storage = self[zone], getattr(self.box, zone)
        step(len(self.box.touches[zone]) // 4)
        free = [name for name in self.box.touches[zone] if name not in filled]
        return free[:1] if storage.order == "fixed" else free

    def is_fixed(self, good: str) -> bool:
        """storage/order: whether the sheet prescribes the place of a product, so that nobody chooses it."""
        return good != "house" and getattr(self.box, STORAGE[good]).order == "fixed"

    def settle(self) -> None:
        """What waits and has a prescribed place goes there by itself."""
        _write_all(self._settle())

    def _settle(self) -> Writing:
        again, waiting = True, self["waiting"]
        while again and is_known(waiting) and waiting:
            again = False
            for good in GOODS:
                if good in waiting and self._is_told(ZONE_OF[good]) and self.is_fixed(good):
                    places = self.places(good)
                    if places:
                        yield self._put(good, places[0])
                        again, waiting = True, self["waiting"]

    def _is_told(self, zone: str) -> bool:
        return getattr(self.box, zone) is not None and is_known(self[zone])

    def put(self, good: str, place: str) -> None:
        """A product that waits gets its place, with all that follows."""
        _write_all(self._put(good, place))

    def _put(self, good: str, place: str) -> Writing:
        waiting = list(self["waiting"]) if is_known(self["waiting"]) else []
        taken = waits_as(good, waiting)
        chosen = good if taken != good else ""  # a product that waited had its room already
        if taken:
            step(len(waiting) // 64)
            waiting.remove(taken)
            self["waiting"] = tuple(waiting)
        if good == "house":
            yield self._build(place)
            drop_choices(self, chosen)
            return
        zone = STORAGE[good]
        filled, touches = self[zone], self.box.touches[zone]
        step(len(touches) // 4 + len(touches[place]) * len(filled) // 8)
        fresh = [favour for favour in touches[place] if not any(favour in touches.get(name, ()) for name in filled)]
        untyped = [] if zone in self.box.whole else [name for name in filled if name not in touches]
        self[zone] = (*[name for name in touches if name == place or name in filled], *untyped)
        self.add(AT_HAND[good], 1)
        self.tell("stored", "storage/place", good=good, place=place)
        drop_choices(self, chosen)
        for favour in fresh:
            step(len(touches) // 4)
            alone = sum(favour in favours for favours in touches.values()) == 1
            self.unlock(favour, "favour/beside" if alone else "favour/one-neighbour")
        if place in self.box.filled[zone]:
            yield self._gain(self.box.filled[zone][place], "storage/place")

    def _build(self, place: str) -> Writing:
        """settlement/choice, settlement/complete, favour/settlement."""
        settlement = (self.box.settlements or {})[place]
        crossed = {name: count for name, count in self["settlements"].items() if count}
        houses = crossed.get(place, 0) + 1
        self["settlements"] = with_entry(crossed, place, houses)
        self.tell("stored", "settlement/choice", good="house", place=place)
        if houses == settlement.houses:
            self.tell("built", "settlement/complete", settlement=place)
            if settlement.favour:
                self.unlock(settlement.favour, "favour/settlement")
            for favour in settlement.favours:
                self.unlock(favour, "favour/settlement")
            loyalty = as_bonus(settlement.loyalty)
            if loyalty is not None:
                yield self._gain(loyalty, "settlement/complete")


def _marked(tracks: Tracks, colour: str, boxes: int) -> Tracks:
    return replace(tracks, **{colour: boxes})
