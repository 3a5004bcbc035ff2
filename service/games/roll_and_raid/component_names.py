"""What the things of a pack are called in one language, by kind and id.

Cards, gods, developments and settlements have names in the pack. Hexagons and favour dice have none on the sheet:
they are described by where they are ("hexagon 4 of the Port", "the favour die of Ribe (2)"), in every grammatical
form that ``[forms.place]`` and ``[forms.favour]`` of the language file have. ``die_…`` names dice of both sorts.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from service.games.roll_and_raid.pack import COLOURS, Box
from service.games.roll_and_raid.places import PLACES, has_place
from service.referee.formats import ComponentNames
from service.referee.hidden import HIDDEN
from service.referee.wording import Wording


class Names(Mapping[str, str]):
    """The names of one kind of things by their ids, each written when it is asked for. An id that the pack does not
    have is named too, as well as it can be.
    """

    __slots__ = ("_ids", "_write")

    def __init__(self, ids: Iterable[str], write: Callable[[str], str]) -> None:
        self._ids = ids
        self._write = write

    def __getitem__(self, name: str) -> str:
        return self._write(name)

    def get(self, name: str, default: Any = None) -> Any:
        return self._write(str(name))

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids)

    def __len__(self) -> int:
        return sum(1 for _ in self._ids)


def readable(name: str) -> str:
    """An id as a reader can say it: ``mead-hall`` is "Mead hall"."""
    words = name.replace("-", " ").replace("_", " ")
    return words[:1].upper() + words[1:]


def name_in(entry: Any, language: str) -> str:
    """The name of an entry of the pack: one for all languages, or one for each."""
    name = entry.name
    return str(name if isinstance(name, str) else getattr(name, language))


def component_names(box: Box, words: Wording) -> ComponentNames:
    """The names of everything that sentences speak of."""
    things = _Things(box, words)
    names = {kind: Names(entries, partial(things.named, entries)) for kind, entries in things.entries.items()}
    places, favours = [*box.touches["port"], *box.touches["armoury"], *(box.settlements or ())], box.values or {}
    for form in words.forms["place"]["unknown"]:
        names[f"place_{form}"] = Names(places, partial(things.place, form=form))
    for form in words.forms["favour"]["unknown"]:
        names[f"favour_{form}"] = Names(favours, partial(things.favour, form=form))
        names[f"die_{form}"] = Names([*COLOURS, *favours], partial(things.die, form=form))
    names["entry"] = Names((), readable)  # what is not in the pack yet
    first = next(iter(words.forms["favour"]["unknown"]))
    return {
        **names,
        "place": names[f"place_{first}"],
        "favour": names[f"favour_{first}"],
        "die": names[f"die_{first}"],
    }


class _Things:
    """The things of a pack, and the words of a language for them."""

    def __init__(self, box: Box, words: Wording) -> None:
        self.box = box
        self.words = words
        self.entries: dict[str, Mapping[str, Any]] = {
            "card": {**(box.cards or {}), **{card.id: card for card in box.pack.set_aside or ()}},
            "god": box.gods or {},
            "development": box.developments or {},
            "settlement": box.settlements or {},
        }

    def named(self, entries: Mapping[str, Any], name: str) -> str:
        """What has a name in the pack."""
        if name in entries:
            return name_in(entries[name], self.words.language)
        return self.words.terms["hidden-card"] if name == HIDDEN else readable(name)

    def place(self, place: str, form: str) -> str:
        """A hexagon by its number, a settlement by its name."""
        zones = [zone for zone in PLACES if has_place(self.box, zone, place)]
        zone = zones[0] if len(zones) == 1 else "unknown"  # hexagons of different parts may have the same id
        number = list(self.box.touches[zone]).index(place) + 1 if zone in self.box.touches else 0
        name = self.named(self.entries["settlement"], place)
        return self._form("place", zone, form).format(n=number, name=name)

    def favour(self, favour: str, form: str) -> str:
        """A favour die by its value and by what unlocks it."""
        if favour not in (self.box.values or {}):
            return self._form("favour", "unknown", form).format(name=readable(favour))
        sources = self.box.sources.get(favour)
        zone, thing = (sources[0][0], sources[0][1]) if sources else ("other", favour)
        if zone not in self.words.forms["favour"]:
            zone, thing = "other", favour
        value = (self.box.values or {})[favour]
        return self._form("favour", zone, form).format(name=self._source(zone, thing), value=value)

    def die(self, die: str, form: str) -> str:
        return self._form("die", die, form) if die in COLOURS else self.favour(die, form)

    def _source(self, zone: str, thing: str) -> str:
        """The thing that unlocks a favour die."""
        if zone == "tracks":
            return self._form("track", thing, "of")
        kinds = {"settlements": "settlement", "gods": "god", "developments": "development", "raids": "card"}
        return self.named(self.entries[kinds[zone]], thing) if zone in kinds else readable(thing)

    def _form(self, group: str, word: str, form: str) -> str:
        return str(self.words.forms[group][word][form])
