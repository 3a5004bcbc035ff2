"""The case library: questions with the answers that they must get, from printed examples, disputes and rulings."""

import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from schemas.base import fault_from
from schemas.cases import Case


class CaseError(ValueError):
    """A file of the case library cannot be used: told at start-up."""


class Casebook:
    """The cases of one game, in the order of their ids. A folder that does not exist has no cases."""

    def __init__(self, game: str, folder: Path) -> None:
        self.game = game
        self.cases = {case.id: case for case in _read(game, folder)}

    def find(self, wanted: Mapping[str, str], language: str) -> Iterator[Case]:
        """The cases that have all that is wanted."""
        words = _plain(wanted.get("q", "")).split()
        rule = wanted.get("rule", "").removeprefix(f"{self.game}/")
        for case in self.cases.values():
            told = _plain(f"{title_of(case, language)} {case.id} {' '.join(rules_of(case))}")
            if (
                wanted.get("source") in (None, case.source.kind)
                and wanted.get("operation") in (None, case.operation)
                and wanted.get("verdict") in (None, case.expected.verdict)
                and (not rule or f"{self.game}/{rule}" in rules_of(case))
                and all(word in told for word in words)
            ):
                yield case


def title_of(case: Case, language: str) -> str:
    return str(getattr(case.title, language))


def rules_of(case: Case) -> list[str]:
    """The rules that a case is about: first those that are broken."""
    return list(dict.fromkeys([*(case.expected.broken or ()), *(case.expected.cites or ())]))


def _read(game: str, folder: Path) -> Iterator[Case]:
    for path in sorted(folder.glob("*.json")):
        try:
            case = msgspec.json.decode(path.read_bytes(), type=Case)
        except msgspec.ValidationError as error:
            fault = fault_from(error, Case)
            raise CaseError(f"{path}: {fault.pointer or '/'}: {fault.message}") from error
        except msgspec.DecodeError as error:
            raise CaseError(f"{path}: {error}") from error
        if (case.game, case.id) != (game, path.stem):
            raise CaseError(f"{path}: it calls itself {case.game}/{case.id}")
        yield case


def _plain(text: str) -> str:
    """Lower case without accents."""
    apart = unicodedata.normalize("NFD", text.lower().replace("ł", "l"))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
