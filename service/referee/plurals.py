"""Plural classes and lists of each language, by CLDR (through Babel)."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Literal

from babel import Locale

Joiner = Literal["standard", "or"]
ORDINARY = 200
"""Numbers below this show which classes a language needs; CLDR has more for millions and fractions."""

_E_FOR_Y = ("i", "hi", "í", "hí")
_NOT_E_FOR_Y = ("hie", "hia", "hio", "ia", "ie", "io")
_U_FOR_O = ("o", "ho", "ó", "hó", "8", "11")


@cache
def class_of(language: str) -> Callable[[int], str]:
    """The function that gives the plural class of a number: ``one``, ``few``, ``many`` or ``other``."""
    plural_form = Locale(language).plural_form
    known = {number: plural_form(number) for number in range(ORDINARY)}
    return lambda number: known.get(abs(number)) or plural_form(abs(number))


@cache
def classes(language: str) -> frozenset[str]:
    """The classes that whole numbers have in a language: en and es ``one, other``; pl ``one, few, many``."""
    return frozenset(class_of(language)(number) for number in range(ORDINARY))


@cache
def _patterns(language: str, joiner: Joiner) -> tuple[str, str, str]:
    """The separators of a list: between two items, between items of a longer one, and before its last item."""
    patterns = Locale(language).list_patterns[joiner]
    between = [patterns[name].removeprefix("{0}").removesuffix("{1}") for name in ("2", "middle", "end")]
    return between[0], between[1], between[2]


def joined(items: Sequence[str], language: str, joiner: Joiner = "standard") -> str:
    """A list in words: "ana, bruno and carla"."""
    if len(items) < 2:
        return "".join(items)
    pair, middle, end = _patterns(language, joiner)
    last = pair if len(items) == 2 else end
    if language == "es":
        last = _before_a_vowel(last, items[-1].lower())
    return middle.join(items[:-1]) + last + items[-1]


def _before_a_vowel(separator: str, following: str) -> str:
    """Spanish says "e" before the sound i, and "u" before the sound o; CLDR's patterns in Babel do not."""
    if separator == " y " and following.startswith(_E_FOR_Y) and not following.startswith(_NOT_E_FOR_Y):
        return " e "
    if separator == " o " and following.startswith(_U_FOR_O):
        return " u "
    return separator
