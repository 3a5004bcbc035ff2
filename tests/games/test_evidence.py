"""The evidence in a game's code fits its sentences, as far as both can be read without running it.

Read are the calls whose rule, variant and names of evidence are literals. Where they are not, the test that gets such
an answer fails with the name of the rule and of what is missing (``tests.observation``). That all languages need the
same evidence is checked when the rulebook is loaded.
"""

import ast
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from service.referee.game import AnyGame
from service.referee.wording import Place, arguments_of
from tests.games.every_game import each_game

NOT_EVIDENCE = {"assume", "need", "cite"}
"""The other keyword arguments of ``requires``."""
WHOLE = {"draft", "course"}
"""Who tells of an event with all of its evidence; a sheet of one player adds that player."""


class Said(NamedTuple):
    """A call that says a sentence."""

    where: str
    place: Place
    names: frozenset[str]


def said_in(source: str, path: str = "") -> Iterator[Said]:
    """Every call that can be read, with the sentence it says and the names of its evidence."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and (found := _said(node)) is not None:
            yield Said(f"{path}:{node.lineno}", *found)


def _said(call: ast.Call) -> tuple[Place, frozenset[str]] | None:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    first = _text(call, 0)
    if first is None or any(keyword.arg is None for keyword in call.keywords):
        return None
    names = frozenset(str(keyword.arg) for keyword in call.keywords)
    if name in ("breaks", "requires", "line") and "/" in first:
        kind = "line" if name == "line" else "message"
        at = 1 if name == "breaks" else 2
        if len(call.args) <= at:
            return (first, kind), names - NOT_EVIDENCE
        variant = _text(call, at)
        return None if variant is None else ((first, f"{kind}s", variant), names - NOT_EVIDENCE)
    owner = getattr(getattr(call.func, "value", None), "id", "")
    if (name in ("assumes", "needs") and owner == "findings") or (name == "fact" and not owner):
        return ("facts", first), names
    if name in ("event", "tell") and owner and len(call.args) == 2:
        return ("events", first), names if owner in WHOLE else names | {"player"}
    return None


def _text(call: ast.Call, place: int) -> str | None:
    argument = call.args[place] if place < len(call.args) else None
    return argument.value if isinstance(argument, ast.Constant) and isinstance(argument.value, str) else None


def faults(said: Said, sentences: dict[Place, str]) -> str | None:
    if said.place not in sentences:
        return f"{said.where}: there is no sentence {' '.join(said.place)}"
    missing = arguments_of(sentences[said.place]) - said.names
    return f"{said.where}: {' '.join(said.place)} needs {', '.join(sorted(missing))}" if missing else None


@each_game
def test_the_evidence_fits_the_sentences(game: AnyGame) -> None:
    sentences = next(iter(game.rulebook.words.values())).sentences()
    said = [
        found
        for path in sorted(game.folder.rglob("*.py"))
        for found in said_in(path.read_text("utf-8"), path.relative_to(game.folder).as_posix())
    ]
    own = game.rulebook.rules.keys() - game.needed_rules  # the defaults name the others
    assert len(said) > len(own) // 2
    assert [fault for found in said if (fault := faults(found, sentences))] == []


SENTENCES: dict[Place, str] = {
    ("mill/theirs", "message"): "There is a man of {player} on {point}.",
    ("mill/theirs", "messages", "mill"): "{point} is in a mill.",
    ("events", "placed"): "{player} places a man on {point}.",
    ("facts", "turn"): "it is {player}'s turn",
}


@pytest.mark.parametrize(
    ("call", "fault"),
    [
        ('findings.breaks("mill/theirs", man=1, player="ana")', ":1: mill/theirs message needs point"),
        ('findings.breaks("mill/theirs", "mill")', ":1: mill/theirs messages mill needs point"),
        ('findings.breaks("mill/theirs", "gone", point=1)', ":1: there is no sentence mill/theirs messages gone"),
        ('findings.requires("mill/theirs", is_theirs, cite=False)', ":1: mill/theirs message needs player, point"),
        ('findings.requires("mill/theirs", a, "mill", assume=fact("turn"), point=1)', ":1: facts turn needs player"),
        ('findings.assumes("turn")', ":1: facts turn needs player"),
        ('draft.event("placed", "place/man", point=1)', ":1: events placed needs player"),
        ('sheet.event("placed", "place/man", point=1)', None),
        ('findings.breaks("mill/theirs", point=1, player="ana", more=2)', None),
        ('findings.breaks(rule, point=1)', None),
        ('findings.breaks("mill/theirs", **evidence)', None),
    ],
)  # fmt: skip
def test_evidence_that_does_not_fit_is_found(call: str, fault: str | None) -> None:
    found = [text for said in said_in(call) if (text := faults(said, SENTENCES))]
    assert found == ([] if fault is None else [fault])
