"""The keys of cached answers: whatever an answer depends on is part of them, and how a question is spelled is not.

The parts are listed in ``service/operations/answering.py``. A question has the key of its body and that of its case.
"""

import copy
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from service.api.request import load_question
from service.cache import Entry, Event, Tier, build
from service.operations.answering import OPERATIONS, Answerer
from service.operations.question import BodyLimits, Question
from service.operations.served_game import ServedGame
from service.referee.game import Game
from tests.api.questions import BASE_PACK, MISFIT, POSTS, QUESTIONS, SMALL, WHOLE
from tests.our_games import GAMES

GAMES_SERVED = {game.meta.id: ServedGame(game) for game in GAMES}
KINGDOMINO = GAMES_SERVED["kingdomino"]


class Keys(NamedTuple):
    """The cache keys of a question."""

    body: str
    case: str


class EverythingFound:
    """A cache that has an entry for every key, with the key as its case id: no answer is computed."""

    counts: Mapping[Event, int] = {}

    def get(self, key: str, *, last: bool = True) -> tuple[Entry | None, Tier]:
        return Entry(body=b"", case_id=key), "memory"

    def put(self, key: str, entry: Entry, *also: str) -> None:
        pass


LOOKUP = Answerer(GAMES_SERVED, EverythingFound(), frozenset(OPERATIONS), lambda game, verdict: None)
COMPUTE = Answerer(GAMES_SERVED, build(None), frozenset(), lambda game, verdict: None)


def loaded(operation: str, body: bytes, language: str, served: ServedGame) -> Question:
    values = load_question(served.questions[operation], body, BodyLimits())
    return Question(served, operation, language, values)


def keys_of(operation: str, sent: Any, language: str = "en", served: ServedGame = KINGDOMINO) -> Keys:
    """The keys of a question, given as a dictionary or as the bytes of a body."""
    body = sent if isinstance(sent, bytes) else json.dumps(sent).encode()
    body_key = LOOKUP.body_key(served, operation, language, body)
    assert body_key is not None
    found = LOOKUP.answer(loaded(operation, body, language, served), body_key)
    return Keys(body_key, found.entry.case_id)


def case_id_of(operation: str, sent: Any, language: str = "en", served: ServedGame = KINGDOMINO) -> str:
    """The case id of the computed answer."""
    return COMPUTE.answer(loaded(operation, json.dumps(sent).encode(), language, served)).entry.case_id


def assert_all_differ(keys: list[Keys]) -> None:
    for each in zip(*keys, strict=True):
        assert len(set(each)) == len(keys)


# ---------------------------------------------------------------- the parts that are not fields


def test_every_game_has_keys_of_its_own() -> None:
    question = {"players": ["ana", "bruno", "carla"], "seed": 1}
    assert_all_differ([keys_of("setup", question, served=served) for served in GAMES_SERVED.values()])


def test_every_operation_has_keys_of_its_own() -> None:
    question = {"state": SMALL}
    operations = ("audit", "score", "legal-moves", "diagram")
    assert_all_differ([keys_of(operation, question) for operation in operations])
    assert len({case_id_of(operation, question) for operation in operations}) == len(operations)


def test_every_language_has_keys_of_its_own() -> None:
    question = QUESTIONS["score"]
    assert_all_differ([keys_of("score", question, language) for language in ("en", "es", "pl")])
    assert len({case_id_of("score", question, language) for language in ("en", "es", "pl")}) == 3


def test_every_rules_version_has_keys_of_its_own() -> None:
    """Both the version of the rulebook and that of the engine."""
    rules = KINGDOMINO.rules_version
    releases = [KINGDOMINO]
    for version in (f"{rules.game}/next+{rules.engine}", f"{rules.game}/{rules.rulebook}+next"):
        release = copy.copy(KINGDOMINO)
        release.version = version
        releases.append(release)
    assert f"{rules.game}/{rules.rulebook}+{rules.engine}" == KINGDOMINO.version
    assert_all_differ([keys_of("score", QUESTIONS["score"], served=release) for release in releases])
    assert len({case_id_of("score", QUESTIONS["score"], served=release) for release in releases}) == 3


def with_pack(folder: Path, pack: dict[str, Any]) -> ServedGame:
    """Kingdomino with another pack in the operator's folder."""
    (folder / "kingdomino").mkdir(parents=True)
    (folder / "kingdomino" / "mine.json").write_text(json.dumps(pack), "utf-8")
    return ServedGame(KINGDOMINO.game, folder)


@pytest.fixture
def operators(tmp_path: Path) -> list[ServedGame]:
    """Two operators, each with a pack called ``mine``; the first domino of the second one has crowns."""
    first, *others = BASE_PACK["dominoes"]
    crowned = {**first, "a": {**first["a"], "crowns": 3}}
    packs = [{**BASE_PACK, "id": "mine", "dominoes": dominoes} for dominoes in ([first, *others], [crowned, *others])]
    return [with_pack(tmp_path / str(number), pack) for number, pack in enumerate(packs)]


def test_a_pack_that_is_named_counts_by_its_content(operators: list[ServedGame]) -> None:
    question = {"state": SMALL, "pack": "mine"}
    without = keys_of("score", {"state": SMALL})
    assert_all_differ([without, *(keys_of("score", question, served=served) for served in operators)])
    assert len({case_id_of("score", question, served=served) for served in operators}) == 2


def test_the_folder_of_packs_is_part_of_the_key_of_the_body(operators: list[ServedGame]) -> None:
    """A body is found before it is decoded, when nobody knows yet which pack it names."""
    keys = [keys_of("score", {"state": SMALL}, served=served) for served in (KINGDOMINO, *operators)]
    assert len({each.body for each in keys}) == 3
    assert len({each.case for each in keys}) == 1, "the pack of this question is the same"


def test_a_pack_inside_the_question_counts_by_its_content() -> None:
    first, *others = BASE_PACK["dominoes"]
    packs = [
        {**BASE_PACK, "id": "mine"},
        {**BASE_PACK, "id": "yours"},
        {**BASE_PACK, "id": "mine", "dominoes": [{**first, "a": {**first["a"], "crowns": 3}}, *others]},
    ]
    questions: list[dict[str, Any]] = [{"state": SMALL}, *({"state": SMALL, "pack": pack} for pack in packs)]
    assert_all_differ([keys_of("score", question) for question in questions])
    assert len({case_id_of("score", question) for question in questions}) == 4
    assert_all_differ([keys_of("packs-check", {"pack": pack}) for pack in packs])


# ---------------------------------------------------------------- the fields of a question


def test_editions_variants_house_rules_and_viewers_never_meet() -> None:
    base: dict[str, Any] = {"state": WHOLE, "move": MISFIT}
    options: list[dict[str, Any]] = [
        {},
        {"edition": "first"},
        {"variants": ["harmony"]},
        {"house_rules": {"harmony": "no-discards"}},
        {"house_rules": {"harmony": "full-grid"}},
    ]
    others: list[dict[str, Any]] = [
        {"house_rules": {"harmony": "no-discards"}},
        {"house_rules": {"harmony": "full-grid"}},
        {"house_rules": {"tie_break": "territory"}},
        {"viewer": "ana"},
        {"viewer": "bruno"},
        {"compare": True},
        {"suggest": True},
        {"compare": True, "suggest": True},
        {"compare": True, "viewer": "ana"},
    ]
    questions = [{**base, "state": {**WHOLE, "options": each}} for each in options]
    questions += [{**base, **each} for each in others]
    assert_all_differ([keys_of("validate", question) for question in questions])
    assert len({case_id_of("validate", question) for question in questions}) == len(questions)


class Example(NamedTuple):
    """A good question about a game, and others of the same game to take values from."""

    game: Game
    operation: str
    question: dict[str, Any]

    def of(self, operation: str) -> dict[str, Any]:
        return POSTS[f"/v1/games/{self.game.meta.id}/{operation}"]

    @property
    def house_rules(self) -> list[dict[str, str]]:
        name, rule = next(iter(self.game.house_rules.items()))
        return [{name: value} for value in rule.values]

    @property
    def states(self) -> list[dict[str, Any]]:
        state = self.question.get("state") or self.of("audit")["state"]
        return [{**state, "options": {**state.get("options", {}), "house_rules": rule}} for rule in self.house_rules]

    @property
    def names(self) -> list[str]:
        source = self.question.get("state") or self.question.get("setup") or self.states[0]
        return [each if isinstance(each, str) else each["name"] for each in source["players"]]


def other_number(document: Any) -> Any:
    """The document with its first number one higher."""
    changed = copy.deepcopy(document)
    pending = [changed]
    while pending:
        place = pending.pop(0)
        for key, value in place.items() if isinstance(place, dict) else enumerate(place):
            if isinstance(value, int) and not isinstance(value, bool):
                place[key] = value + 1
                return changed
            if isinstance(value, dict | list):
                pending.append(value)
    raise AssertionError("no number to change")


def name_of_player(example: Example) -> list[Any]:
    return list(example.names)


VALUES: dict[str, Callable[[Example], list[Any]]] = {
    "claimed": lambda example: [{name: 3} for name in example.names],
    "engagement": lambda example: [other_number(example.of("odds")["engagement"])],
    "games": lambda example: [[state] for state in example.states],
    "house_rules": lambda example: list(example.house_rules),
    "move": lambda example: [example.of("validate")["move"], *example.of("replay")["moves"]],
    "moves": lambda example: [example.of("replay")["moves"][:-1], [example.of("validate")["move"]]],
    "only": lambda example: [*example.names, "another"],
    "options": lambda example: [{"house_rules": rule} for rule in example.house_rules],
    "pack": lambda example: [{**json.loads((example.game.packs / "base.json").read_text("utf-8")), "id": "varied"}],
    "player": name_of_player,
    "players": lambda example: [example.of("setup")["players"][::-1]],
    "seed": lambda example: [8, 9],
    "setup": lambda example: [{"players": ["ana", "bruno", "carla"], "seed": seed} for seed in (8, 9)],
    "sheet": lambda example: [other_number(example.of("score")["sheet"])],
    "state": lambda example: list(example.states),
    "theme": lambda example: ["dark"],
    "type": lambda example: list(example.game.move_types),
    "viewer": name_of_player,
    "width": lambda example: [200, 2000],
}
"""Other values for every field of a question that is not a flag."""
FLAGS = ("compare", "events", "explain", "play_forced", "repair", "states", "suggest")
SUBJECTS = {"replay": {"setup", "state"}, "score": {"state", "games", "sheet"}, "odds": {"state", "engagement"}}
"""Of these a question has one."""


def with_field(example: Example, name: str, value: Any) -> dict[str, Any]:
    """The question with this value of a field, and without those that it cannot have at the same time."""
    subjects = SUBJECTS.get(example.operation, set())
    replaced = subjects if name in subjects else set()
    return {**{field: each for field, each in example.question.items() if field not in replaced}, name: value}


def questions_asked() -> Iterator[Example]:
    for served in GAMES_SERVED.values():
        for operation in served.questions:
            path = f"/v1/games/{served.id}/{operation.replace('packs-check', 'packs/check')}"
            yield Example(served.game, operation, POSTS[path])


EXAMPLES = list(questions_asked())


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example.game.meta.id} {example.operation}")
def test_every_field_of_every_question_is_part_of_the_keys(example: Example) -> None:
    served = GAMES_SERVED[example.game.meta.id]
    questions = [example.question]
    for name in served.questions[example.operation].fields:
        assert name in FLAGS or name in VALUES, f"{name} is a new field: add it to the flags or to the values above"
        values = [not example.question.get(name)] if name in FLAGS else VALUES[name](example)
        before = len(questions)
        for question in (with_field(example, name, value) for value in values):
            if question not in questions:
                questions.append(question)
        assert len(questions) > before, f"{name} is not varied"
    assert_all_differ([keys_of(example.operation, question, served=served) for question in questions])


# ---------------------------------------------------------------- what does not count


def turned_round(document: Any) -> Any:
    """Every object with its keys in the opposite order."""
    if isinstance(document, dict):
        return {key: turned_round(document[key]) for key in reversed(document)}
    return [turned_round(value) for value in document] if isinstance(document, list | tuple) else document


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example.game.meta.id} {example.operation}")
def test_spellings_of_one_question_are_one_case(example: Example) -> None:
    served = GAMES_SERVED[example.game.meta.id]
    plain = json.dumps(example.question)
    spellings = [
        plain.encode(),
        json.dumps(example.question, indent=3).encode(),
        json.dumps(example.question, separators=(",", ":")).encode(),
        json.dumps(turned_round(example.question)).encode(),
        plain.replace("p", "\\u0070").encode(),
    ]
    keys = [keys_of(example.operation, body, served=served) for body in spellings]
    assert len({each.case for each in keys}) == 1
    assert len({each.body for each in keys}) == len(spellings)


@pytest.mark.parametrize(
    ("operation", "field", "default"),
    [
        ("validate", "compare", False),
        ("validate", "suggest", False),
        ("validate", "pack", "base"),
        ("legal-moves", "explain", False),
        ("replay", "states", False),
        ("score", "claimed", {}),
    ],
    ids=lambda value: str(value)[:12],
)
def test_a_default_that_is_written_out_is_the_same_case(operation: str, field: str, default: Any) -> None:
    short = {name: value for name, value in QUESTIONS[operation].items() if name != field}
    assert keys_of(operation, short).case == keys_of(operation, {**short, field: default}).case


def test_the_default_edition_may_be_left_out() -> None:
    written = {**SMALL, "options": {"edition": "es", "variants": []}}
    assert keys_of("score", {"state": SMALL}).case == keys_of("score", {"state": written}).case
