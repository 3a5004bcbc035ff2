"""Sentences with gaps for evidence, such as ``"Already covered: {squares:squares}."``.

A text is one sentence, or a table with one for each plural class of the number (or the length of the list) that
``by`` names: ``{by = "slots", one = "…", other = "…"}``. Besides the classes of its language a table may have
``zero`` (the number 0), ``empty`` (a list without entries) and ``unknown`` (the value is null).
"""

import string
from collections.abc import Mapping
from typing import Any

from service.referee.formats import ComponentNames, FormatError, Formats, Writer
from service.referee.plurals import class_of, classes

Text = str | Mapping[str, str]
"""A sentence as it stands in a language file."""
BY = "by"
ZERO, EMPTY, UNKNOWN_VALUE = "zero", "empty", "unknown"
FURTHER_CLASSES = frozenset({ZERO, EMPTY, UNKNOWN_VALUE})

Gap = tuple[str, str]
"""The name of a value, and its format."""
OF = "of."
"""The beginning of the format of a number that counts what another value names."""


class Template:
    """One sentence, ready to be filled: a frame for the ``%`` operator, and how each gap is written."""

    __slots__ = ("frame", "gaps")

    def __init__(self, text: str, formats: Formats) -> None:
        self.frame = ""
        self.gaps: list[tuple[str, Writer]] = []
        for literal, name, form, _ in string.Formatter().parse(text):
            self.frame += literal.replace("%", "%%")
            if name is None:
                continue
            self.frame += "%s"
            if form and form.startswith(OF):
                self.gaps.append(("", _counting(name, form, formats)))
            else:
                self.gaps.append((name, formats.writer(form or "")))

    def fill(self, detail: Mapping[str, Any], names: ComponentNames) -> str:
        return self.frame % tuple([write(detail[name] if name else detail, names) for name, write in self.gaps])


def _counting(number: str, form: str, formats: Formats) -> Writer:
    """Writes a number with the noun that another value names; both are looked up in the evidence."""
    noun, case = _noun_of(form)
    return lambda detail, _: formats.counted(detail[noun] + case, detail[number])


def _noun_of(form: str) -> tuple[str, str]:
    """The value that names the noun of a format ``of.good.nom``, and the ending of its entry in ``[counts]``."""
    noun, _, case = form.removeprefix(OF).partition(".")
    return noun, f"_{case}" if case else ""


class Sentence:
    """A text of a language file, parsed."""

    __slots__ = ("_by", "_class_of", "_templates", "text")

    def __init__(self, text: Text, formats: Formats) -> None:
        self.text = text
        if isinstance(text, str):
            self._by, self._templates = "", {"": Template(text, formats)}
            return
        _check_classes(text, formats.language)
        self._by = text[BY]
        self._templates = {name: Template(part, formats) for name, part in text.items() if name != BY}
        self._class_of = class_of(formats.language)

    def fill(self, detail: Mapping[str, Any], names: ComponentNames) -> str:
        """The sentence with its evidence; raises ``LookupError`` when evidence is missing or does not fit."""
        template = self._templates[self._chosen(detail[self._by])] if self._by else self._templates[""]
        return template.fill(detail, names)

    def _chosen(self, value: Any) -> str:
        """The class of a value; a list counts by its length."""
        if value is None:
            return UNKNOWN_VALUE
        number = value if isinstance(value, int) else len(value)
        if number == 0:
            further = ZERO if isinstance(value, int) else EMPTY
            if further in self._templates:
                return further
        return self._class_of(number)


def _check_classes(text: Mapping[str, str], language: str) -> None:
    needed = classes(language)
    if BY not in text:
        raise FormatError("a sentence with several forms says `by` which number it is chosen")
    given = text.keys() - {BY}
    if lacking := needed - given:
        raise FormatError(f"the class {', '.join(sorted(lacking))} is missing")
    if unknown := given - needed - FURTHER_CLASSES:
        raise FormatError(f"{', '.join(sorted(unknown))} is no class of {language}")


def parts_of(text: Text) -> dict[str, str]:
    """The sentences of a text by class; a single sentence under the empty name."""
    return {"": text} if isinstance(text, str) else {name: part for name, part in text.items() if name != BY}


def gaps_of(text: Text) -> set[Gap]:
    """The gaps of all forms of a text."""
    return {
        (name, form or "")
        for part in parts_of(text).values()
        for _, name, form, _ in string.Formatter().parse(part)
        if name is not None
    }


def arguments_of(text: Text) -> frozenset[str]:
    """The names of the values that a text needs."""
    by = set() if isinstance(text, str) else {text[BY]}
    gaps = gaps_of(text)
    nouns = {_noun_of(form)[0] for _, form in gaps if form.startswith(OF)}
    return frozenset({name for name, _ in gaps} | by | nouns)


def nouns_of(text: Text) -> set[tuple[str, str]]:
    """The values that name a noun, each with the ending of its entries in ``[counts]``."""
    return {_noun_of(form) for _, form in gaps_of(text) if form.startswith(OF)}
