"""``make messages``: every sentence of every game with sample values, one page for each language.

A change of wording is then a change of these pages that a native reader can read. The kinds of the values come from
``[arguments]`` of rules.toml.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from schemas.base import LANGUAGES
from service.referee.arguments import AMOUNT, Kind
from service.referee.formats import ComponentNames
from service.referee.game import AnyGame
from service.referee.packs import Packs
from service.referee.sentences import BY, arguments_of
from service.referee.wording import Place
from tests.our_games import GAMES

DECLARED = [game for game in GAMES if game.rulebook.arguments]
"""The games that declare the kinds of their values."""
DOCS = Path(__file__).parents[2] / "docs"
NUMBERS = (1, 2, 5, 22)
LENGTHS = (1, 3, 2, 1)
PEOPLE = {
    "en": ("Anna", "Brian", "Clara", "Dylan", "Ellen"),
    "es": ("Ana", "Bruno", "Inés", "Diego", "Eva"),
    "pl": ("Ania", "Bartek", "Celina", "Darek", "Ewa"),
}
HEADS = {"en": "Messages in English", "es": "Mensajes en español", "pl": "Komunikaty po polsku"}
INTRODUCTION = (
    "Every sentence that the service can say, with 1, 2, 5 and 22, with the names of women and men, with one and "
    "several players, and where a value may be unknown or a list empty with that too. Written by `make messages`; "
    "read it aloud as a player would."
)


class MissingKind(LookupError):
    """Nothing in ``[arguments]`` declares a value of a sentence."""


@cache
def names_of(game: AnyGame, language: str) -> ComponentNames:
    """The names of components of all packs of a game."""
    merged: dict[str, dict[str, str]] = {}
    for box in Packs(game).packs.values():
        for kind, names in game.component_names(box, game.rulebook.words[language]).items():
            merged.setdefault(kind, {}).update(names)
    return merged


def samples(game: AnyGame, language: str, place: Place) -> Iterator[dict[str, Any]]:
    """Values for one sentence: with each sample number, then with what may be unknown or empty."""
    text = game.rulebook.words[language].sentences()[place]
    kinds = {name: _kind(game, place, name) for name in sorted(arguments_of(text))}
    rows = [_row(game, language, kinds, number) for number in range(len(NUMBERS))]
    yield from rows
    for name, kind in kinds.items():
        if kind.optional:
            yield {**rows[0], name: [] if kind.is_list else None}
    if not isinstance(text, str) and "zero" in text:
        yield {**rows[0], text[BY]: 0}


def _kind(game: AnyGame, place: Place, name: str) -> Kind:
    kind = game.rulebook.arguments.of(place, name)
    if kind is None:
        raise MissingKind(f"{game.meta.id}, {'.'.join(place)}: [arguments] does not declare {name}")
    return kind


def _row(game: AnyGame, language: str, kinds: Mapping[str, Kind], row: int) -> dict[str, Any]:
    """One value for each argument; no two players are the same."""
    people = PEOPLE[language]
    detail: dict[str, Any] = {}
    for place, (name, kind) in enumerate(kinds.items()):
        values = people if kind.base == "player" else _values(game, language, kind, row)
        start = row + place
        if kind.is_list:
            detail[name] = [values[(start + offset) % len(values)] for offset in range(LENGTHS[row])]
        else:
            detail[name] = values[start % len(values)]
    return detail


def _values(game: AnyGame, language: str, kind: Kind, row: int) -> tuple[Any, ...]:
    """Possible values of a kind; numbers are the same throughout a row."""
    words, base = game.rulebook.words[language], kind.base
    if base == AMOUNT:
        return tuple((term, NUMBERS[row]) for term in kind.terms)
    if kind.terms:
        return kind.terms
    if base in ("number", "ordinal"):
        return (NUMBERS[row],)
    if base == "text":
        return ("…",)
    if base == "square":
        return ((-1, 0), (2, 1), (0, -2), (3, 3))
    if base == "zone":
        return tuple((term, PEOPLE[language][0]) for term in sorted(words.terms)[:1])
    group, _, name = base.partition(".")
    if group == "name":
        return tuple(names_of(game, language).get(name) or ("…",))
    if group == "house":
        return tuple(value for value in words.house_rules[name] if value != "title")
    if base in words.forms:
        return tuple(words.forms[base])
    raise MissingKind(f"{game.meta.id}: {base} is no kind of value")


def sentences(game: AnyGame, language: str) -> Iterator[tuple[Place, list[str]]]:
    """Each sentence of a game with its samples, each text once."""
    words = game.rulebook.words[language]
    names = names_of(game, language)
    for place, sentence in words._sentences.items():
        filled = [sentence.fill(detail, names) for detail in samples(game, language, place)]
        yield place, list(dict.fromkeys(filled))


def page(language: str) -> str:
    lines = [f"# {HEADS[language]}", "", INTRODUCTION]
    for game in DECLARED:
        lines += ["", f"## {game.meta.title}", ""]
        for place, texts in sentences(game, language):
            lines += [f"- `{'.'.join(place)}`", *(f"  - {text}" for text in texts)]
    return "\n".join(lines) + "\n"


def path_of(language: str) -> Path:
    return DOCS / f"messages-{language}.md"


def main() -> None:
    for language in LANGUAGES:
        path_of(language).write_text(page(language), "utf-8")


if __name__ == "__main__":
    main()
