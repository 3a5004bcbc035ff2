"""What the things of a pack are called in one language, by kind and id.

Cards, gods, developments and settlements have names in the pack. Hexagons and favour dice have none on the sheet:
they are described by where they are ("hexagon 4 of the Port", "the favour die of Ribe (2)"), in every grammatical
form that ``[forms.place]`` and ``[forms.favour]`` of the language file have. ``die_…`` names dice of both sorts.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from service.games.roll_and_raid.pack import COLOURS, Box
from service.referee.budget import step
from service.referee.formats import ComponentNames
from service.referee.hidden import HIDDEN
from service.referee.wording import Wording

Forms = Mapping[str, Mapping[str, str]]
"""The forms of the words of a group, by the id of the word."""
EACH_NAME = 8
"""So many names are made in one step."""


class Names(dict[str, str]):
    """Names by id; an id that the pack does not have is made readable."""

    def __init__(self, names: Iterable[tuple[str, str]], unknown: Callable[[str], str]) -> None:
        super().__init__(names)
        self.unknown = unknown
        step(len(self) // EACH_NAME)

    def get(self, key: str, default: Any = None) -> Any:
        return self[key] if key in self else self.unknown(str(key))


def readable(name: str) -> str:
    """An id as a reader can say it: ``mead-hall`` is "Mead hall"."""
    words = name.replace("-", " ").replace("_", " ")
    return words[:1].upper() + words[1:]


def component_names(box: Box, words: Wording) -> ComponentNames:
    """The names of everything that sentences speak of."""
    language = words.language
    cards = {**(box.cards or {}), **{card.id: card for card in box.pack.set_aside or ()}}
    names: dict[str, Names] = {
        "card": _named(cards, language, words.terms["hidden-card"]),
        "god": _named(box.gods, language),
        "development": _named(box.developments, language),
        "settlement": _named(box.settlements, language),
    }
    for form in words.forms["place"]["unknown"]:
        names[f"place_{form}"] = _places(box, words.forms["place"], form, names["settlement"])
    for form in words.forms["favour"]["unknown"]:
        favours = names[f"favour_{form}"] = _favours(box, words, form, names)
        dice = {colour: words.forms["die"][colour][form] for colour in COLOURS}
        names[f"die_{form}"] = Names({**dice, **favours}.items(), favours.unknown)
    first = next(iter(words.forms["favour"]["unknown"]))
    return {
        **names,
        "place": names[f"place_{first}"],
        "favour": names[f"favour_{first}"],
        "die": names[f"die_{first}"],
    }


def name_in(entry: Any, language: str) -> str:
    """The name of an entry of the pack: one for all languages, or one for each."""
    name = entry.name
    return str(name if isinstance(name, str) else getattr(name, language))


def _named(entries: Mapping[str, Any] | None, language: str, hidden: str = HIDDEN) -> Names:
    named = [(name, name_in(entry, language)) for name, entry in (entries or {}).items()]
    return Names(named, lambda name: hidden if name == HIDDEN else readable(name))


def _places(box: Box, forms: Forms, form: str, settlements: Names) -> Names:
    """Hexagons by their number in the Port or the Armoury, and settlements by their names."""
    named = [
        (hexagon, forms[zone][form].format(n=number))
        for zone, hexagons in box.touches.items()
        for number, hexagon in enumerate(hexagons, start=1)
    ]
    named += [(place, forms["settlements"][form].format(name=name)) for place, name in settlements.items()]
    return Names(named, lambda place: forms["unknown"][form].format(name=readable(place)))


def _favours(box: Box, words: Wording, form: str, names: Mapping[str, Names]) -> Names:
    """Favour dice by their value and by what unlocks them."""
    forms = words.forms["favour"]
    named = []
    for favour, value in (box.values or {}).items():
        zone, thing = _source(box, favour)
        name = _name_of_source(zone, thing, words, names)
        named.append((favour, forms[zone][form].format(name=name, value=value)))
    return Names(named, lambda favour: forms["unknown"][form].format(name=readable(favour)))


def _source(box: Box, favour: str) -> tuple[str, str]:
    """The part of the sheet, and the thing in it, that unlocks a favour die; its id if nothing does."""
    sources = box.sources.get(favour)
    return (sources[0][0], sources[0][1]) if sources else ("other", favour)


def _name_of_source(zone: str, thing: str, words: Wording, names: Mapping[str, Names]) -> str:
    if zone == "tracks":
        return str(words.forms["track"][thing]["of"])
    kinds = {"settlements": "settlement", "gods": "god", "developments": "development", "raids": "card"}
    kind = kinds.get(zone)
    return readable(thing) if kind is None else str(names[kind].get(thing))
