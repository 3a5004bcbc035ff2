"""The rules of a game as data: ids, places in the printed editions, and texts in the languages of the game.

``load`` reads ``rules.toml`` and one file for each language that it declares, and refuses incomplete data: a rule
without a text, a text without a rule or that nobody translated, a rule without an entry for an edition. Supplements
(a publisher's FAQ or web pages) are sources besides the editions: they are cited but cannot be chosen, and a rule
that one of them states needs no house ruling.
"""

import json
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import tomli  # four times as fast as the standard library's, and every worker waits for it
from msgspec import UNSET, Raw

from schemas.base import LANGUAGES
from schemas.ruling import Citation, HouseRuling, Role, RulesVersion, Source, Status, Tier
from service import VERSION
from service.referee.arguments import Arguments
from service.referee.rulebook_checks import RulebookError, check_complete
from service.referee.wording import TextError, Wording

__all__ = ["Covered", "Edition", "Place", "Rule", "Rulebook", "RulebookError", "Supplement", "load"]

KINDS = ("enforced", "procedure", "scored", "permission")
_STATUSES = ("states", "silent", "differs")

Covered = Mapping[str, Mapping[str, Mapping[str, str]]]
"""By rule, under ``obeys`` and ``breaks``, the tests that saw it so, each with the roles in which it did.

A role may say in which kind of question it was seen: ``broken in validate place``.
"""


class Edition(NamedTuple):
    """A printed book."""

    id: str
    language: str
    title: str
    note: Mapping[str, str]
    """By language."""


class Supplement(NamedTuple):
    """What a publisher says outside the printed editions. It cannot be chosen, and completes every edition."""

    id: str
    language: str
    title: str
    tier: Tier
    note: Mapping[str, str]


class Place(NamedTuple):
    """Where one edition or supplement states a rule."""

    status: Status
    section: str | None


class Rule(NamedTuple):
    """A rule without its texts."""

    id: str
    kind: str
    section: str
    house: str | None
    places: Mapping[str, Place]
    never_broken: str | None = None
    """Why nothing can break it, although it is enforced."""
    timing: bool = False
    """It only says when something may be done, or by whom: other broken rules are named before it."""
    house_for: frozenset[str] = frozenset()
    """The editions in which the house ruling decides."""

    def house_in(self, edition: str) -> str | None:
        """The number of the house ruling that decides in this edition."""
        return self.house if edition in self.house_for else None


class Rulebook:
    """All rules of a game, in the order of the printed rulebook."""

    def __init__(
        self,
        game: str,
        data: Mapping[str, Any],
        words: Mapping[str, Wording],
        coverage: Covered | None = None,
    ) -> None:
        self.game = game
        self.coverage = coverage or {}
        """The tests that saw each rule kept and broken, as written by ``make coverage``."""
        self.version: str = data["version"]
        self.languages = _declared_languages(game, data)
        """The languages of the texts; the first is that of readers of any other language."""
        self.editions = {entry["id"]: Edition(**_with_notes(entry, self.languages)) for entry in data["edition"]}
        self.supplements = {
            entry["id"]: Supplement(**_with_notes(entry, self.languages)) for entry in data.get("supplement", ())
        }
        self.rules = {entry["id"]: _rule(entry, self.editions, self.supplements) for entry in data["rule"]}
        self.house_rules: Mapping[str, str | Mapping[str, str]] = data.get("house_rules", {})
        """The value of each house rule: in all editions, or by edition."""
        facts = data.get("facts", {})
        self.facts: Mapping[str, str] = {fact: entry["rule"] for fact, entry in facts.items()}
        """The rule of each fact, the most doubtful fact first."""
        self.zones: Mapping[str, tuple[str, ...]] = {fact: tuple(entry["zones"]) for fact, entry in facts.items()}
        """Templates of the pointers to the zones that each fact reads."""
        self.headlines = {kind: rank for rank, kind in enumerate(data.get("headlines", ()))}
        """The rank of the events that a summary names, the most important first."""
        self.arguments = Arguments(data.get("arguments", {}))
        """The kinds of the values in sentences."""
        self.can_stand: frozenset[str] = frozenset(data.get("repair", {}).get("can_stand", ()))
        """The rules of which a move that breaks them can still be carried out as it was made."""
        self.words = {language: words[language] for language in self.languages}
        self.full_ids = {rule: f"{game}/{rule}" for rule in self.rules}
        """The ids in answers: with the game's id as a prefix."""
        self._citations: dict[tuple[str, Role, str, str], Raw] = {}
        check_complete(self)

    @cached_property
    def rules_version(self) -> RulesVersion:
        return RulesVersion(game=self.game, rulebook=self.version, engine=VERSION)

    def cited(self, roles: Iterable[tuple[str, Role]], language: str, edition: str) -> list[Raw]:
        """The encoded citations of these rules, each in its role."""
        return [self._encode_citation(rule, role, language, edition) for rule, role in roles]

    def _encode_citation(self, rule: str, role: Role, language: str, edition: str) -> Raw:
        """One citation, encoded once per process; saves 8 to 10 % of a validate or score with 2,400 bodies."""
        key = rule, role, language, edition
        encoded = self._citations.get(key)
        if encoded is None:
            encoded = self._citations[key] = Raw(msgspec.json.encode(self.citation(*key)))
        return encoded

    def rule_of(self, fact: str, detail: Mapping[str, Any]) -> str:
        """The rule that a fact belongs to; a shared fact brings it along."""
        return self.facts.get(fact) or str(detail["rule"])

    def can_be_broken(self, rule: str) -> bool:
        """Whether there is a sentence about a move, a position or a claimed total that breaks the rule.

        What happens by itself, what is only permitted and what ranks players cannot be broken; a rule that others
        come before says so with a reason in ``rules.toml``.
        """
        return self.rules[rule].never_broken is None and next(iter(self.words.values())).is_about_breaking(rule)

    def citation(self, rule: str, role: Role, language: str, edition: str) -> Citation:
        """A citation of a rule; the edition in use is its first source, supplements come last."""
        entry, words = self.rules[rule], self.words[language]
        order = sorted(self.editions, key=lambda name: name != edition)
        order += [name for name in self.supplements if name in entry.places]
        number = entry.house_in(edition)
        return Citation(
            rule=self.full_ids[rule],
            role=role,
            title=words.title(rule),
            text=self.text(rule, language, edition),
            sources=[self.source(rule, name, language) for name in order],
            house_ruling=HouseRuling(number=number, reason=words.reason(rule)) if number else None,
        )

    def edition_for(self, language: str) -> str:
        """The first edition in the language of a reader; the first of all if there is none."""
        own = [edition.id for edition in self.editions.values() if edition.language == language]
        return own[0] if own else next(iter(self.editions))

    def text(self, rule: str, language: str, edition: str) -> str:
        """The text of the edition in use if it differs, otherwise the text of the rule."""
        words = self.words[language]
        differs = self.rules[rule].places[edition].status == "differs"
        return words.difference(rule, edition) if differs else words.text(rule)

    def source(self, rule: str, edition: str, language: str) -> Source:
        """Where one edition or supplement states the rule, or that it is silent, or how it differs."""
        place = self.rules[rule].places[edition]
        difference = self.words[language].difference(rule, edition) if place.status == "differs" else None
        tier = self.supplements[edition].tier if edition in self.supplements else UNSET
        return Source(edition=edition, status=place.status, section=place.section, difference=difference, tier=tier)


def load(game: str, folder: Path) -> Rulebook:
    """Read a rulebook folder."""
    data = tomli.loads((folder / "rules.toml").read_text("utf-8"))
    words = {language: _read_words(game, folder, language) for language in _declared_languages(game, data)}
    covered = folder / "coverage.json"
    return Rulebook(game, data, words, json.loads(covered.read_text("utf-8")) if covered.exists() else None)


def _read_words(game: str, folder: Path, language: str) -> Wording:
    path = folder / f"{language}.toml"
    if not path.exists():
        raise RulebookError(f"{game} declares the language {language}, but there is no {path.name}")
    try:
        return Wording(tomli.loads(path.read_text("utf-8")), language)
    except TextError as error:
        raise RulebookError(f"{game}, {error}") from error


def _declared_languages(game: str, data: Mapping[str, Any]) -> tuple[str, ...]:
    languages = tuple(data.get("languages", ()))
    if not languages or len(set(languages)) < len(languages) or not set(languages) <= set(LANGUAGES):
        declared = ", ".join(languages) or "none"
        raise RulebookError(f"{game}: languages in rules.toml are some of {', '.join(LANGUAGES)}, not {declared}")
    return languages


def _with_notes(entry: Mapping[str, Any], languages: tuple[str, ...]) -> dict[str, Any]:
    """An edition or supplement with its note by language; a game of one language may write the note alone."""
    note = entry["note"]
    notes = {languages[0]: note} if isinstance(note, str) else note
    if missing := set(languages) - notes.keys():
        raise RulebookError(f"{entry['id']}: no note in {', '.join(sorted(missing))}")
    return {**entry, "note": notes}


def _rule(entry: Mapping[str, Any], editions: Mapping[str, Edition], supplements: Mapping[str, Supplement]) -> Rule:
    """A rule has an entry for every edition, and for a supplement only if that states the rule."""
    kind = entry.get("kind", KINDS[0])
    if kind not in KINDS:
        raise RulebookError(f"{entry['id']}: unknown kind {kind}")
    places = {}
    for edition in (*editions, *(name for name in supplements if name in entry)):
        place: Any = entry[edition]
        stated: dict[Any, Any] = {"states": place} if isinstance(place, str) else place
        ((status, section),) = stated.items()
        if status not in _STATUSES:
            raise RulebookError(f"{entry['id']}: unknown status {status} in edition {edition}")
        if edition in supplements and status != "states":
            raise RulebookError(f"{entry['id']}: supplement {edition} is named only where it states the rule")
        places[edition] = Place(status, None if status == "silent" else section)
    return Rule(
        id=entry["id"],
        kind=kind,
        section=entry["id"].split("/")[0],
        house=entry.get("house"),
        places=places,
        never_broken=entry.get("never_broken"),
        timing=entry.get("timing", False),
        house_for=_house_for(entry, frozenset(editions), places),
    )


def _house_for(entry: Mapping[str, Any], editions: frozenset[str], places: Mapping[str, Place]) -> frozenset[str]:
    """The editions in which a house ruling decides: all if no source states the rule, else the silent ones named."""
    silent = frozenset(edition for edition in editions if places[edition].status == "silent")
    silent_everywhere = silent == places.keys()
    named = frozenset(entry.get("house_for", ()))
    if silent_everywhere and "house" in entry and "house_for" not in entry:
        return editions
    supplemented = places.keys() > editions
    if silent_everywhere or bool(named) != ("house" in entry) or (named and (supplemented or not named <= silent)):
        raise RulebookError(
            f"{entry['id']}: a house ruling stands exactly where every source is silent, or for silent editions named"
        )
    return named
