"""The texts of one game in one language.

Sentences are templates with gaps for evidence (``sentences``); behind the colon in a gap is its format (``formats``).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from service.referee.formats import NO_NAMES, ComponentNames, FormatError, Formats
from service.referee.sentences import Sentence, Text, arguments_of
from service.referee.words import SHARED

SENTENCES = frozenset({"message", "line", "claim", "brief"})
VARIANTS = frozenset({"messages", "lines", "claims"})
"""The texts of a rule that evidence is inserted into: one sentence, or several by the name of the variant."""

Place = tuple[str, ...]
"""Where a sentence stands in a language file, such as ``("place/match", "messages", "kingdom")``."""


class TextError(ValueError):
    """A language file has a sentence that cannot be read; raised at start."""


class EvidenceError(LookupError):
    """An engine's evidence does not fit a sentence: a fault of the game, not of the question."""


class Wording:
    """The content of one language file."""

    def __init__(self, data: Mapping[str, Any], language: str) -> None:
        self.language = language
        self.sections: Mapping[str, str] = data["sections"]
        self.rules: Mapping[str, Mapping[str, Any]] = data["rules"]
        self.events: Mapping[str, Text] = {**SHARED[language]["events"], **data.get("events", {})}
        self.facts: Mapping[str, Text] = data.get("facts", {})
        self.glossary: Mapping[str, str] = data.get("glossary", {})
        self.synonyms: Mapping[str, list[str]] = data.get("synonyms", {})
        """What players call a thing of the glossary or of the terms; the first is the name that the texts use."""
        self.terms: Mapping[str, str] = data.get("terms", {})
        self.zones: Mapping[str, str] = data.get("zones", {})
        """What players call the zones of the table, those of players as ``players/hand``; for games without a
        picture of their own.
        """
        self.house_rules: Mapping[str, Mapping[str, str]] = data.get("house_rules", {})
        self.phrases: Mapping[str, Text] = data.get("diagram", {})
        self.moves: Mapping[str, Text] = data.get("moves", {})
        """What a player does by each type of move, from the fields of the move."""
        self.kinds: Mapping[str, str] = data.get("kinds", {})
        """What players call each type of move; without this section its entry in the terms."""
        self.never_say: Mapping[str, str] = data.get("never_say", {})
        """Words that no text of the game uses, each with the one that it uses instead."""
        self._formats = self._read_formats(data)
        self.forms = self._formats.forms
        self.counts = self._formats.counts
        self._sentences = {place: self._parsed(place, text) for place, text in self.sentences().items()}
        self._summaries = {
            name: self._parsed(("summary", name), text)
            for name, text in (SHARED[language]["summary"] | data.get("summary", {})).items()
        }

    def _read_formats(self, data: Mapping[str, Any]) -> Formats:
        try:
            return Formats({**data, **_with_shared(data, SHARED[self.language])}, self.language)
        except FormatError as error:
            raise TextError(f"{self.language}: {error}") from error

    def _parsed(self, place: Place, text: Text) -> Sentence:
        try:
            return Sentence(text, self._formats)
        except ValueError as error:  # a format or a brace that cannot be
            raise TextError(f"{' '.join(place)} in {self.language}: {error}") from error

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

    def message(self, rule: str, variant: str, detail: Mapping[str, Any], names: ComponentNames = NO_NAMES) -> str:
        """Why a move or a position breaks a rule."""
        return self._say((rule, "messages", variant) if variant else (rule, "message"), detail, names)

    def brief(self, rule: str) -> str | None:
        """The reason in a few words, for a summary in which the sentence with its evidence has no room."""
        text: str | None = self.rules[rule].get("brief")
        return text

    def line(self, rule: str, variant: str, detail: Mapping[str, Any], names: ComponentNames = NO_NAMES) -> str:
        """A line of a score, or what decided a tie."""
        return self._say((rule, "lines", variant) if variant else (rule, "line"), detail, names)

    def claim(self, rule: str, variant: str, detail: Mapping[str, Any], names: ComponentNames = NO_NAMES) -> str:
        """How somebody may have arrived at a wrong total."""
        return self._say((rule, "claims", variant) if variant else (rule, "claim"), detail, names)

    def event(self, kind: str, detail: Mapping[str, Any], names: ComponentNames = NO_NAMES) -> str:
        return self._say(("events", kind), detail, names)

    def diagram(self, phrase: str, detail: Mapping[str, Any], names: ComponentNames = NO_NAMES) -> str:
        """A phrase in a picture."""
        return self._say(("diagram", phrase), detail, names)

    def fact(self, fact: str, detail: Mapping[str, Any], names: ComponentNames = NO_NAMES) -> str:
        return self._say(("facts", fact), detail, names)

    def move(self, kind: str, detail: Mapping[str, Any], names: ComponentNames = NO_NAMES) -> str:
        """What a player does by a move, from its fields."""
        return self._say(("moves", kind), detail, names)

    def kind(self, kind: str) -> str | None:
        """What players call a type of move; None if the game has no name for it."""
        return self.kinds.get(kind) or self.terms.get(kind)

    def summary(self, name: str, **detail: Any) -> str:
        """An answer in one sentence: one of the core, or of the game."""
        return self._summaries[name].fill(detail, NO_NAMES)

    def shared_fact(self, fact: str, detail: Mapping[str, Any], names: Sequence[str]) -> str:
        """A fact that no game declares; ``names`` are those of the players, by seat."""
        sentence, evidence = SHARED[self.language]["facts"][fact], {"title": self.title(detail["rule"])}
        if "{zones}" in sentence:
            named = (self.zone_name(pointer, names) for pointer in detail["zones"])
            evidence["zones"] = ", ".join(dict.fromkeys(named))
        return Sentence(sentence, self._formats).fill(evidence, NO_NAMES)

    def repair(self, sentence: str, **detail: int) -> str:
        """A sentence about a remedy for a mistake that was found out later."""
        return Sentence(SHARED[self.language]["repair"][sentence], self._formats).fill(detail, NO_NAMES)

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
        sentence = SHARED[self.language]["rests_on"]["house-ruling-of-edition" if by_some else "house-ruling"]
        return str(sentence.format(number=number, title=self.title(rule)))

    def _say(self, place: Place, detail: Mapping[str, Any], names: ComponentNames) -> str:
        try:
            return self._sentences[place].fill(detail, names)
        except (LookupError, TypeError) as error:
            raise self._unfit(place, detail) from error

    def _unfit(self, place: Place, detail: Mapping[str, Any]) -> EvidenceError:
        """Why a sentence could not be said, by the names of the sentence and of what is missing."""
        if place not in self._sentences:
            return EvidenceError(f"{' '.join(place)} in {self.language}: there is no such sentence")
        missing = arguments_of(self._sentences[place].text) - detail.keys()
        lacking = f"the evidence lacks {', '.join(sorted(missing))}" if missing else f"{detail} does not fit"
        return EvidenceError(f"{' '.join(place)} in {self.language}: {lacking}")

    def sentences(self) -> dict[Place, Text]:
        """Every sentence that evidence is inserted into, by its place."""
        sentences: dict[Place, Text] = {}
        for rule, entry in self.rules.items():
            for kind, texts in entry.items():
                if kind in SENTENCES:
                    sentences[rule, kind] = texts
                elif kind in VARIANTS:
                    sentences.update({(rule, kind, variant): text for variant, text in texts.items()})
        for section, texts in (
            ("events", self.events),
            ("facts", self.facts),
            ("diagram", self.phrases),
            ("moves", self.moves),
        ):
            sentences.update({(section, name): text for name, text in texts.items()})
        return sentences


def _with_shared(data: Mapping[str, Any], shared: Mapping[str, Any]) -> dict[str, Any]:
    """The counted nouns and the head nouns of names: those of the core, then those of the game."""
    return {section: {**shared.get(section, {}), **data.get(section, {})} for section in ("counts", "who")}
