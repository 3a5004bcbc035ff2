"""The case library: questions with their expected answers, from printed examples, disputes and house rulings."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET

from schemas.base import fault_from
from schemas.cases import Case
from service.referee.budget import counted

EACH_CASE = 20
"""The steps for looking at one case."""


class CaseError(ValueError):
    """A file of the case library is invalid; raised at start."""


class CaseLibrary:
    """The cases of one game, in the order of their files. A folder that does not exist has no cases."""

    def __init__(self, game: str, folder: Path, languages: Iterable[str]) -> None:
        """Every case has a title in each of these languages."""
        self.game = game
        self.cases = {case.id: case for case in _read(game, folder, tuple(languages))}

    def find(self, query: Mapping[str, str], language: str) -> Iterator[Case]:
        """The cases that match every parameter of the query."""
        words = _plain(query.get("q", "")).split()
        rule = query.get("rule", "").removeprefix(f"{self.game}/")
        for case in counted(self.cases.values(), EACH_CASE + len(words)):
            text = _plain(f"{title_of(case, language)} {case.id} {' '.join(rules_of(case))}")
            if (
                query.get("source") in (None, case.source.kind)
                and query.get("operation") in (None, case.operation)
                and query.get("verdict") in (None, case.expected.verdict)
                and (not rule or f"{self.game}/{rule}" in rules_of(case))
                and all(word in text for word in words)
            ):
                yield case


def title_of(case: Case, language: str) -> str:
    return str(getattr(case.title, language))


def rules_of(case: Case) -> list[str]:
    """The rules of a case, the broken ones first."""
    return list(dict.fromkeys([*(case.expected.broken or ()), *(case.expected.cites or ())]))


def _read(game: str, folder: Path, languages: tuple[str, ...]) -> Iterator[Case]:
    seen: set[str] = set()
    for path in sorted(folder.glob("*.json")):
        for place, case in _read_file(path):
            own_file = not place  # one that shares its file with others is not named like it
            if case.game != game or (own_file and case.id != path.stem):
                raise CaseError(f"{path}: it calls itself {case.game}/{case.id}")
            if case.id in seen:
                raise CaseError(f"{path}: {place}/id: there is a case {case.id!r} already")
            for language in languages:
                if getattr(case.title, language) is UNSET:
                    raise CaseError(f"{path}: {place}/title: Object missing required field `{language}`")
            seen.add(case.id)
            yield case


def _read_file(path: Path) -> list[tuple[str, Case]]:
    """The cases of a file, each with its place in it: one case, named like the file, or a list of cases."""
    try:
        content = msgspec.json.decode(path.read_bytes())
    except msgspec.DecodeError as error:
        raise CaseError(f"{path}: {error}") from error
    if not isinstance(content, list):
        return [("", _case(path, "", content))]
    return [(f"/{number}", _case(path, f"/{number}", entry)) for number, entry in enumerate(content)]


def _case(path: Path, place: str, entry: Any) -> Case:
    try:
        return msgspec.convert(entry, Case)
    except msgspec.ValidationError as error:
        fault = fault_from(error, Case)
        raise CaseError(f"{path}: {place}{fault.pointer or ('' if place else '/')}: {fault.message}") from error


def _plain(text: str) -> str:
    """Lower case without accents."""
    apart = unicodedata.normalize("NFD", text.lower().replace("ł", "l"))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
