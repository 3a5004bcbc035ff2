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
        self.cases: dict[str, Case] = {}
        for case in _read(game, folder, tuple(languages)):
            if self.cases.setdefault(case.id, case) is not case:
                raise CaseError(f"{folder}: two cases have the id {case.id}")

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
    """A file has one case, and its name; or a list of cases."""
    for path in sorted(folder.glob("*.json")):
        found = _decode(path)
        named = [(found, path.stem)] if isinstance(found, Case) else [(case, case.id) for case in found]
        for case, name in named:
            _check(case, game, name, languages, path)
            yield case


def _decode(path: Path) -> Case | list[Case]:
    content = path.read_bytes()
    expected: Any = list[Case] if content.lstrip().startswith(b"[") else Case
    try:
        return msgspec.json.decode(content, type=expected)  # type: ignore[no-any-return]
    except msgspec.ValidationError as error:
        fault = fault_from(error, expected)
        raise CaseError(f"{path}: {fault.pointer or '/'}: {fault.message}") from error
    except msgspec.DecodeError as error:
        raise CaseError(f"{path}: {error}") from error


def _check(case: Case, game: str, name: str, languages: tuple[str, ...], path: Path) -> None:
    if (case.game, case.id) != (game, name):
        raise CaseError(f"{path}: it calls itself {case.game}/{case.id}")
    for language in languages:
        if getattr(case.title, language) is UNSET:
            raise CaseError(f"{path}: /title: Object missing required field `{language}`")


def _plain(text: str) -> str:
    """Lower case without accents."""
    apart = unicodedata.normalize("NFD", text.lower().replace("ł", "l"))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
