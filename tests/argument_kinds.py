"""The pytest plugin that holds the values in sentences to the kinds that ``[arguments]`` of rules.toml declares.

With ``BREHON_RECORD_ARGUMENTS=folder`` it also writes down which values the tests saw, one file for each process.
``python -m tests.argument_kinds folder kingdomino`` prints declarations made of these, for a game that has none yet:
a first draft, to be read by a person.
"""

import json
import os
import sys
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from service.referee.arguments import LIST, OPTIONAL, OR
from service.referee.sentences import arguments_of
from service.referee.wording import Place, Wording
from tests.our_games import GAMES

RECORD_TO = os.environ.get("BREHON_RECORD_ARGUMENTS")
MOST_TERMS = 40
SEEN_MOST = 60
Seen = dict[str, dict[str, dict[str, list[Any]]]]
"""By game, sentence and argument: different values."""


class ArgumentsAreChecked:
    """Fails a test in which a value does not fit its declared kind."""

    def __init__(self) -> None:
        self.unfit: list[str] = []
        self.seen: Seen = {}
        self.patch = pytest.MonkeyPatch()
        self.books = {words: game.rulebook for game in GAMES for words in game.rulebook.words.values()}

    def pytest_sessionstart(self) -> None:
        say = Wording._say

        def say_and_check(words: Wording, place: Place, detail: Mapping[str, Any], names: Any) -> str:
            text = say(words, place, detail, names)
            self.check(words, place, detail)
            return text

        self.patch.setattr(Wording, "_say", say_and_check)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Values are not checked meanwhile."""
        self.patch.undo()
        yield
        self.pytest_sessionstart()

    def check(self, words: Wording, place: Place, detail: Mapping[str, Any]) -> None:
        book = self.books.get(words)
        if book is None:
            return
        for name in arguments_of(words._sentences[place].text):
            if RECORD_TO:
                self.record(book.game, place, name, detail[name])
            kind = book.arguments.of(place, name)
            if kind is not None and not kind.fits(detail[name]):
                self.unfit.append(f"{book.game}, {'.'.join(place)}: {name} is {detail[name]!r}, declared as {kind}")

    def record(self, game: str, place: Place, name: str, value: Any) -> None:
        values = self.seen.setdefault(game, {}).setdefault(".".join(place), {}).setdefault(name, [])
        if len(values) < SEEN_MOST and value not in values:
            values.append(value)

    def pytest_sessionfinish(self) -> None:
        self.patch.undo()
        if RECORD_TO:
            Path(RECORD_TO, f"{os.getpid()}.json").write_text(json.dumps(self.seen), "utf-8")

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self) -> Generator[None, Any, Any]:
        self.unfit.clear()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(self) -> Generator[None, Any, Any]:
        outcome = yield
        if self.unfit:
            pytest.fail("; ".join(dict.fromkeys(self.unfit)), pytrace=False)
        return outcome


def _seen_in(folder: str, game: str) -> dict[str, dict[str, list[Any]]]:
    """The values of all files: by argument, then by sentence."""
    merged: dict[str, dict[str, list[Any]]] = {}
    for path in Path(folder).glob("*.json"):
        for place, arguments in json.loads(path.read_text("utf-8")).get(game, {}).items():
            for name, values in arguments.items():
                merged.setdefault(name, {}).setdefault(place, []).extend(values)
    return merged


def _kind_of(values: list[Any], terms: set[str]) -> str:
    """A declaration that fits all of these values."""
    if any(isinstance(value, list) for value in values):
        items = [item for value in values for item in (value or ())]
        if items and all(isinstance(item, int) for item in items) and all(len(value or ()) == 2 for value in values):
            return "square"
        return _kind_of(items, terms) + LIST + (OPTIONAL if not all(values) else "")
    optional = OPTIONAL if None in values else ""
    values = [value for value in values if value is not None]
    if values and all(isinstance(value, int) for value in values):
        return "number" + optional
    different = sorted({str(value) for value in values})
    if different and set(different) <= terms and len(different) <= MOST_TERMS:
        return (OR.join(different) if len(different) > 1 else f"{different[0]}{OR}{different[0]}") + optional
    return "player" + optional if all(value.isalpha() for value in different) else "text" + optional


def main(folder: str, game: str) -> None:
    book = next(other for other in GAMES if other.meta.id == game).rulebook
    terms = set(next(iter(book.words.values())).terms)
    own: dict[str, dict[str, str]] = {}
    print("[arguments]")
    for name, by_place in sorted(_seen_in(folder, game).items()):
        kinds = {place: _kind_of(values, terms) for place, values in by_place.items()}
        common = max(set(kinds.values()), key=list(kinds.values()).count)
        print(f'{name} = "{common}"')
        for place, kind in kinds.items():
            if kind != common:
                own.setdefault(place, {})[name] = kind
    for place, entries in sorted(own.items()):
        print(f'\n[arguments."{place}"]')
        for name, kind in entries.items():
            print(f'{name} = "{kind}"')


if __name__ == "__main__":
    main(*sys.argv[1:])
