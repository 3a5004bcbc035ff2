"""How the values of a sentence are written: the format behind the colon in a gap such as ``{coins:count.coin}``.

| format | value | written |
|---|---|---|
| none | a number, a text, a list | as it is; lists with "and" |
| ``and`` ``or`` ``comma`` | a list | joined so |
| ``abs`` | a number | without its sign |
| ``count.coin`` | a number | a counted noun of ``[counts.coin]``: "1 coin", "5 coins" |
| ``of.good`` | a number | the same, with the noun that the value ``good`` names (``of.good.nom``: ``ship_nom``) |
| ``amounts`` | nouns with numbers | counted nouns: "3 Vikings and 1 ship" |
| ``who.gen`` | a name or names | behind the head noun of ``[who]``: "gracza Ania" |
| ``card.the`` | an id or ids | a form of the entry in ``[forms.card]``: "the Castle" |
| ``card.a`` | ids | with a form for each plural class, equal ids are counted: "2 Castles and a Land" |
| ``name.town`` | an id or ids | the name of a component, from the pack |
| ``term`` ``terms`` ``each`` | an id or ids | words of ``[terms]``; ``terms`` has each word once |
| ``square`` ``squares`` | coordinates | by the phrases of ``[squares]``, with the coordinates behind |
| ``coordinates`` | coordinates | "(1, 0), (2, 0)" |
| ``places`` | zones with owners | words of ``[terms]`` with names in brackets |
| a house rule | one of its values | its text in ``[house_rules]`` |
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from service.referee.plurals import class_of, classes, joined
from service.referee.squares import DIRECTIONS, coordinates, described, listed

ComponentNames = Mapping[str, Mapping[str, str]]
"""The names of components in one language: by kind (``town``) and id."""
NO_NAMES: ComponentNames = {}
Writer = Callable[[Any, ComponentNames], str]
Form = str | Mapping[str, str]
"""A form of a term: one text, or one for each plural class."""
SEVERAL = "_pl"
"""The ending of a form of ``[who]`` for several names."""


class FormatError(ValueError):
    """A language file lacks what one of its sentences needs; raised at start."""


class Formats:
    """What one language file says about writing values, and the function of each format."""

    def __init__(self, data: Mapping[str, Any], language: str) -> None:
        self.language = language
        self.terms: Mapping[str, str] = data.get("terms", {})
        self.forms: Mapping[str, Mapping[str, Mapping[str, Form]]] = data.get("forms", {})
        """Terms with several forms, by group and id."""
        self.counts: Mapping[str, Mapping[str, str]] = data.get("counts", {})
        self.who: Mapping[str, str] = data.get("who", {})
        self.squares: Mapping[str, str] = data.get("squares", {})
        """Where a square is, by direction from the start."""
        self.house_rules: Mapping[str, Mapping[str, str]] = data.get("house_rules", {})
        self._plain: Mapping[str, Writer] = {
            "": self._write,
            "and": lambda items, _: self._joined(items),
            "or": lambda items, _: joined([str(item) for item in items], self.language, "or"),
            "comma": lambda items, _: ", ".join(str(item) for item in items),
            "abs": lambda number, _: str(abs(number)),
            "term": lambda term, _: self._term(term),
            "terms": lambda terms, _: self._joined(dict.fromkeys(map(self._term, terms))),
            "each": lambda terms, _: self._joined(map(self._term, terms)),
            "square": lambda square, _: described(square, self.squares),
            "squares": lambda squares, _: self._joined(listed(squares, self.squares)),
            "coordinates": lambda squares, _: ", ".join(map(coordinates, squares)),
            "places": self._places,
            "amounts": lambda amounts, _: self._joined(self.counted(noun, number) for noun, number in amounts),
        }
        self._class_of = class_of(language)
        self._check()

    def writer(self, form: str) -> Writer:
        """The function that writes a value in a format; an unknown format is an error."""
        if form in self._plain:
            return self._plain[form]
        group, _, name = form.partition(".")
        if group == "count" and name in self.counts:
            return self._counted(self.counts[name])
        if group == "who" and name in self.who:
            return self._person(name)
        if group == "name" and name:
            return self._named(name)
        if name and group in self.forms and all(name in forms for forms in self.forms[group].values()):
            return self._formed(group, name)
        if form in self.house_rules:
            return lambda value, _: self.house_rules[form][value]
        raise FormatError(f"there is no format {form!r}")

    def _joined(self, items: Iterable[Any]) -> str:
        return joined([str(item) for item in items], self.language)

    def _term(self, term: str) -> str:
        """A word of the language; an id that ``arguments`` does not declare is written as it is."""
        return self.terms.get(term) or str(term)

    def _write(self, value: Any, names: ComponentNames) -> str:
        if isinstance(value, list | tuple):
            return self._joined(value)
        if isinstance(value, dict):
            return self._joined(f"{key} {item}" for key, item in value.items())
        return str(value)

    def _places(self, places: Iterable[tuple[str, str]], names: ComponentNames) -> str:
        return self._joined(f"{self._term(zone)}{f' ({owner})' if owner else ''}" for zone, owner in places)

    def counted(self, noun: str, number: int) -> str:
        """A counted noun of ``[counts]``."""
        return self.counts[noun][self._class_of(number)].replace("{n}", str(number))

    def _counted(self, forms: Mapping[str, str]) -> Writer:
        plural_class = self._class_of
        return lambda number, _: forms[plural_class(number)].replace("{n}", str(number))

    def _person(self, case: str) -> Writer:
        one, several = self.who[case], self.who.get(case + SEVERAL)

        def write(value: Any, names: ComponentNames) -> str:
            if isinstance(value, str):
                return one.replace("{name}", value)
            if len(value) == 1 or several is None:
                return self._joined(one.replace("{name}", name) for name in value)
            return several.replace("{name}", self._joined(value))

        return write

    def _named(self, kind: str) -> Writer:
        """An id that the pack has no name for is written as it was sent."""

        def write(value: Any, names: ComponentNames) -> str:
            known = names.get(kind, {})
            if isinstance(value, list | tuple):
                return self._joined(known.get(item, item) for item in value)
            return str(known.get(value, value))

        return write

    def _formed(self, group: str, name: str) -> Writer:
        words = {term: forms[name] for term, forms in self.forms[group].items()}
        plural_class = class_of(self.language)

        def written(term: Any, number: int) -> str:
            word = words.get(term) or str(term)
            return word if isinstance(word, str) else word[plural_class(number)].replace("{n}", str(number))

        def write(value: Any, names: ComponentNames) -> str:
            if not isinstance(value, list | tuple):
                return written(value, 1)
            if all(isinstance(word, str) for word in words.values()):
                return self._joined(written(item, 1) for item in value)
            return self._joined(written(item, number) for item, number in Counter(value).items())

        return write

    def _check(self) -> None:
        """Counted nouns have a form for each plural class, and all terms of a group have the same forms."""
        needed = classes(self.language)
        for name, forms in self.counts.items():
            if forms.keys() != needed:
                differing = ", ".join(sorted(forms.keys() ^ needed))
                raise FormatError(f"counts.{name}: needs {', '.join(sorted(needed))}; differs in {differing}")
        for group, terms in self.forms.items():
            for term, its_forms in terms.items():
                for name, form in its_forms.items():
                    if not isinstance(form, str) and form.keys() != needed:
                        raise FormatError(f"forms.{group}.{term}.{name}: needs {', '.join(sorted(needed))}")
            if len({frozenset(forms) for forms in terms.values()}) > 1:
                every = set().union(*terms.values())
                lacking = {
                    term: sorted(every - forms.keys()) for term, forms in terms.items() if every - forms.keys()
                }
                raise FormatError(f"forms.{group}: not every term has every form: {lacking}")
        if self.squares and self.squares.keys() != DIRECTIONS:
            raise FormatError(f"squares: differs in {', '.join(sorted(self.squares.keys() ^ DIRECTIONS))}")
