"""The texts of one game in one language, and how evidence is inserted into its sentences.

Sentences are templates such as ``"Already covered: {squares:squares}."``. After the colon is the format of the value:
``square`` and ``squares`` for coordinates, ``places`` for zones with their owners, ``term`` and ``terms`` for words
of the game that the language file translates (each word once), ``each`` for such words with repetitions, the name of
a house rule for the text of one of its values. Lists without a format are joined with commas.
"""

import string
from collections.abc import Mapping, Sequence
from typing import Any

SHARED_EVENTS: Mapping[str, Mapping[str, str]] = {
    "en": {"forced": "{player} had only one option; it was played."},
    "es": {"forced": "{player} solo tenía una opción; se ha jugado."},
    "pl": {"forced": "{player}: możliwy był tylko jeden ruch; został wykonany."},
}
"""The sentences of events that the core adds in every game, by language."""

SHARED_FACTS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "due": "what is to be done now, and by whom",
        "rule-kept": "the rule “{title}” is kept",
        "zone-known": "the contents of: {zones}",
        "step-done": "what happens by itself now",
    },
    "es": {
        "due": "qué toca ahora y a quién",
        "rule-kept": "se cumple la regla «{title}»",
        "zone-known": "el contenido de: {zones}",
        "step-done": "qué sucede ahora por sí solo",
    },
    "pl": {
        "due": "co jest teraz do zrobienia i przez kogo",
        "rule-kept": "zasada „{title}” jest zachowana",
        "zone-known": "zawartość: {zones}",
        "step-done": "co dzieje się teraz samo",
    },
}
"""The sentences of the facts that no game has to declare, by language."""

OWN_RULING: Mapping[str, str] = {
    "en": "House ruling {number}, “{title}”: no printed book decides this.",
    "es": "Fallo propio {number}, «{title}»: ningún reglamento impreso lo decide.",
    "pl": "Orzeczenie własne {number}, „{title}”: żadna drukowana instrukcja tego nie rozstrzyga.",
}
"""The sentence about a house ruling that an answer rests on, by language."""

OWN_RULING_OF_EDITION: Mapping[str, str] = {
    "en": "House ruling {number}, “{title}”: the printed book in use does not decide this.",
    "es": "Fallo propio {number}, «{title}»: el reglamento impreso que se usa no lo decide.",
    "pl": "Orzeczenie własne {number}, „{title}”: używana drukowana instrukcja tego nie rozstrzyga.",
}
"""The same where another printed book does decide it."""

SENTENCES = frozenset({"message", "line", "claim"})
VARIANTS = frozenset({"messages", "lines", "claims"})
"""The texts of a rule that evidence is inserted into: one sentence, or several by the name of the variant."""

Gap = tuple[str, str]
"""The name of a value, and its format."""


Place = tuple[str, ...]
"""Where a sentence stands in a language file, such as ``("place/match", "messages", "kingdom")``."""


class EvidenceError(LookupError):
    """An engine's evidence does not fit a sentence: a fault of the game, not of the question."""


class _Phrasing:
    """Fills templates; each template is parsed once."""

    def __init__(self, terms: Mapping[str, str], house_rules: Mapping[str, Mapping[str, str]]) -> None:
        self.terms = terms
        self.house_rules = house_rules
        self._parsed: dict[str, tuple[str, list[Gap]]] = {}

    def fill(self, template: str, detail: Mapping[str, Any]) -> str:
        parsed = self._parsed.get(template)
        if parsed is None:
            parsed = self._parsed[template] = _parse(template)
        frame, gaps = parsed
        values = []
        for name, form in gaps:
            value = detail[name]
            if form or (type(value) is not str and type(value) is not int):
                value = self._written(value, form)
            values.append(value)
        return frame % tuple(values)

    def _written(self, value: Any, form: str) -> str:
        if not form:
            return _plain(value)
        if form == "term":
            return self.terms.get(value, value)
        if form == "terms":
            return ", ".join(dict.fromkeys(self.terms.get(item, str(item)) for item in value))
        if form == "each":
            return ", ".join(self.terms.get(item, str(item)) for item in value)
        if form == "square":
            return f"({value[0]}, {value[1]})"
        if form == "places":
            return ", ".join(f"{self.terms.get(zone, zone)}{f' ({owner})' if owner else ''}" for zone, owner in value)
        if form == "squares":
            return ", ".join(f"({x}, {y})" for x, y in value)
        return self.house_rules[form][value]


def _parse(template: str) -> tuple[str, list[Gap]]:
    """A template for the ``%`` operator, and the gaps in their order."""
    frame, gaps = "", []
    for text, name, form, _ in string.Formatter().parse(template):
        frame += text.replace("%", "%%")
        if name is not None:
            frame += "%s"
            gaps.append((name, form or ""))
    return frame, gaps


def arguments_of(template: str) -> frozenset[str]:
    """The names of the values that a template needs."""
    return frozenset(name for _, name, _, _ in string.Formatter().parse(template) if name is not None)


def _plain(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(str(item) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{key} {item}" for key, item in value.items())
    return str(value)


class Wording:
    """The content of one language file."""

    def __init__(self, data: Mapping[str, Any], language: str) -> None:
        self.language = language
        self.sections: Mapping[str, str] = data["sections"]
        self.rules: Mapping[str, Mapping[str, Any]] = data["rules"]
        self.events: Mapping[str, str] = {**SHARED_EVENTS[language], **data.get("events", {})}
        self.facts: Mapping[str, str] = data.get("facts", {})
        self.glossary: Mapping[str, str] = data.get("glossary", {})
        self.synonyms: Mapping[str, list[str]] = data.get("synonyms", {})
        """What players call a thing of the glossary or of the terms; the first is the name that the texts use."""
        self.terms: Mapping[str, str] = data.get("terms", {})
        self.zones: Mapping[str, str] = data.get("zones", {})
        """What players call the zones of the table, those of players as ``players/hand``; for games without a
        picture of their own.
        """
        self.house_rules: Mapping[str, Mapping[str, str]] = data.get("house_rules", {})
        self.phrases: Mapping[str, str] = data.get("diagram", {})
        self._fill = _Phrasing(self.terms, self.house_rules).fill

    def title(self, rule: str, edition: str | None = None) -> str:
        """The title of a rule; in an edition that differs it may have another one."""
        entry = self.rules[rule]
        return str(entry.get("titles", {}).get(edition, entry["title"]))

    def search_words(self, rule: str) -> Sequence[str]:
        """Words by which players look for a rule, besides those of its text."""
        words: Sequence[str] = self.rules[rule].get("words", ())
        return words

    def term_name(self, term: str) -> str:
        """The name of a thing of the glossary."""
        return next(iter(self.synonyms.get(term, ())), self.terms.get(term, term.replace("-", " ")))

    def text(self, rule: str) -> str:
        return str(self.rules[rule]["text"])

    def reason(self, rule: str) -> str:
        return str(self.rules[rule]["reason"])

    def difference(self, rule: str, edition: str) -> str:
        return str(self.rules[rule]["difference"][edition])

    def is_about_breaking(self, rule: str) -> bool:
        """Whether a sentence says that the rule is broken, or that a total forgets it."""
        return not self.rules[rule].keys().isdisjoint(("message", "messages", "claim", "claims"))

    def message(self, rule: str, variant: str, detail: Mapping[str, Any]) -> str:
        """Why a move or a position breaks a rule."""
        return self._say(rule, "message", variant, detail)

    def line(self, rule: str, variant: str, detail: Mapping[str, Any]) -> str:
        """A line of a score, or what decided a tie."""
        return self._say(rule, "line", variant, detail)

    def claim(self, rule: str, variant: str, detail: Mapping[str, Any]) -> str:
        """How somebody may have arrived at a wrong total."""
        return self._say(rule, "claim", variant, detail)

    def event(self, kind: str, detail: Mapping[str, Any]) -> str:
        try:
            return self._fill(self.events[kind], detail)
        except KeyError as error:
            raise self._unfit(("events", kind), detail) from error

    def diagram(self, phrase: str, detail: Mapping[str, Any]) -> str:
        """A phrase in a picture."""
        try:
            return self._fill(self.phrases[phrase], detail)
        except KeyError as error:
            raise self._unfit(("diagram", phrase), detail) from error

    def fact(self, fact: str, detail: Mapping[str, Any]) -> str:
        try:
            return self._fill(self.facts[fact], detail)
        except KeyError as error:
            raise self._unfit(("facts", fact), detail) from error

    def shared_fact(self, fact: str, detail: Mapping[str, Any], names: Sequence[str]) -> str:
        """A fact that no game declares; ``names`` are those of the players, by seat."""
        sentence, evidence = SHARED_FACTS[self.language][fact], {"title": self.title(detail["rule"])}
        if "{zones}" in sentence:
            named = (self.zone_name(pointer, names) for pointer in detail["zones"])
            evidence["zones"] = ", ".join(dict.fromkeys(named))
        return self._fill(sentence, evidence)

    def zone_name(self, pointer: str, names: Sequence[str]) -> str:
        """What players call the zone of a pointer into the request."""
        match pointer.removeprefix("/state").split("/")[1:]:
            case ["players", seat, zone, *_] if seat.isdigit():
                return f"{self.zones.get(f'players/{zone}', zone)} ({names[int(seat)]})"
            case [zone, *_]:
                return self.zones.get(zone, zone)
        return pointer

    def house_rule(self, name: str, value: str) -> str:
        return f"{self.house_rules[name]['title']}: {self.house_rules[name][value]}"

    def own_ruling(self, number: str, rule: str, *, by_some: bool = False) -> str:
        """That a house ruling of this service decides, and no printed book, or only others than the one in use."""
        sentences = OWN_RULING_OF_EDITION if by_some else OWN_RULING
        return self._fill(sentences[self.language], {"number": number, "title": self.title(rule)})

    def _say(self, rule: str, kind: str, variant: str, detail: Mapping[str, Any]) -> str:
        entry = self.rules[rule]
        try:
            return self._fill(entry[f"{kind}s"][variant] if variant else entry[kind], detail)
        except KeyError as error:
            raise self._unfit((rule, f"{kind}s", variant) if variant else (rule, kind), detail) from error

    def _unfit(self, place: Place, detail: Mapping[str, Any]) -> EvidenceError:
        """Why a sentence could not be said, by the names of the sentence and of what is missing."""
        sentences = self.sentences()
        if place not in sentences:
            return EvidenceError(f"{' '.join(place)} in {self.language}: there is no such sentence")
        missing = arguments_of(sentences[place]) - detail.keys()
        lacking = f"the evidence lacks {', '.join(sorted(missing))}" if missing else f"{detail} does not fit"
        return EvidenceError(f"{' '.join(place)} in {self.language}: {lacking}")

    def sentences(self) -> dict[Place, str]:
        """Every sentence that evidence is inserted into, by its place."""
        sentences: dict[Place, str] = {}
        for rule, entry in self.rules.items():
            for kind in SENTENCES & entry.keys():
                sentences[rule, kind] = entry[kind]
            for kind in VARIANTS & entry.keys():
                sentences.update({(rule, kind, variant): text for variant, text in entry[kind].items()})
        for section, texts in (("events", self.events), ("facts", self.facts), ("diagram", self.phrases)):
            sentences.update({(section, name): text for name, text in texts.items()})
        return sentences
