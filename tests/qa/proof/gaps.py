"""What is not proved, as far as the data says it: editions, house rulings, components, texts."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from service.referee.game import AnyGame
from service.referee.packs import DEFAULT
from tests.our_games import GAMES


def editions() -> Iterator[str]:
    yield "| game | text | what it is known from | rules that it states |"
    yield "|---|---|---|---|"
    for game in GAMES:
        book = game.rulebook
        for name, text in {**book.editions, **book.supplements}.items():
            stated = sum(name in stating(game, rule) for rule in book.rules)
            yield f"| {game.meta.title} | {text.title} | {text.note['en']} | {stated} of {len(book.rules)} |"


def stating(game: AnyGame, rule: str) -> list[str]:
    """The editions and supplements that state a rule."""
    return [name for name, place in game.rulebook.rules[rule].places.items() if place.status != "silent"]


def witnesses() -> Iterator[str]:
    yield "| game | stated by one text alone | by several | by none: a house ruling decides |"
    yield "|---|---|---|---|"
    for game in GAMES:
        numbers = Counter(min(2, len(stating(game, rule))) for rule in game.rulebook.rules)
        yield f"| {game.meta.title} | {numbers[1]} | {numbers[2]} | {numbers[0]} |"


def house_rulings() -> Iterator[str]:
    for game in GAMES:
        rules = [rule for rule in game.rulebook.rules.values() if rule.house]
        numbers = sorted({str(rule.house) for rule in rules}, key=lambda number: (len(number), number))
        yield f"- {game.meta.title}: {len(numbers)} ({numbers[0]} to {numbers[-1]})"


def components() -> Iterator[str]:
    yield "| game | pack | entries by provenance | note |"
    yield "|---|---|---|---|"
    for game in GAMES:
        for path in sorted(game.packs.glob("*.json"), key=lambda path: (path.stem != DEFAULT, path.stem)):
            pack = json.loads(path.read_text("utf-8"))
            counted = Counter(provenances(pack))
            told = ", ".join(f"{number} {kind}" for kind, number in sorted(counted.items())) or "no entry is marked"
            yield f"| {game.meta.title} | `{path.stem}` | {told} | {english(pack.get('note', ''))} |"


def provenances(part: Any) -> Iterator[str]:
    """The provenance of each entry that has one."""
    if isinstance(part, dict):
        if "provenance" in part:
            yield part["provenance"]
        for value in part.values():
            yield from provenances(value)
    elif isinstance(part, list):
        for value in part:
            yield from provenances(value)


def english(text: Any) -> str:
    return str(text["en"] if isinstance(text, dict) else text)


def languages() -> Iterator[str]:
    """No file of texts can say who has read it: until one does, none is signed."""
    for game in GAMES:
        book = game.rulebook
        yield f"- {game.meta.title}: {', '.join(book.languages)} ({len(book.rules)} rules in each)"
