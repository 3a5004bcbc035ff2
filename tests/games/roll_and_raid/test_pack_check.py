"""The check of Roll & Raid packs: provenance, unlikely values, and the three languages of check and template."""

import copy
import string
from typing import Any

import pytest

from schemas.roll_and_raid_pack import PARTS
from service.games.roll_and_raid.pack_texts import CLASSES, texts
from tests.client import Answer, Referee
from tests.games.roll_and_raid.tables import PACK, done, table


def check(referee: Referee, pack: dict[str, Any], language: str = "en") -> Answer:
    return Referee(referee.app, referee.game, language).ask("packs/check", {"pack": pack})


def with_value(*path: Any, value: Any) -> dict[str, Any]:
    """The pack with one thing in it changed."""
    pack = copy.deepcopy(PACK)
    place: Any = pack
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return pack


def warned(answer: Answer) -> list[str]:
    return [finding["pointer"] for finding in answer["findings"] if finding["level"] == "warning"]


# ---------------------------------------------------------------- provenance


def stands_in(answer: Answer) -> bool:
    return any(basis["kind"] == "stand-in" for basis in answer["rests_on"])


def test_one_provenance_at_the_head_holds_for_all_entries(roll_and_raid: Referee) -> None:
    pack = {**PACK, "provenance": "rulebook"}
    assert not [pointer for pointer in warned(check(roll_and_raid, pack)) if pointer.endswith("/provenance")]
    assert not stands_in(roll_and_raid.validate(table("production"), done(), pack=pack))


def test_an_entry_may_have_a_provenance_of_its_own(roll_and_raid: Referee) -> None:
    pack = {**with_value("cards", 3, "provenance", value="stand-in"), "provenance": "rulebook"}
    assert "/cards/3/provenance" in warned(check(roll_and_raid, pack))
    assert stands_in(roll_and_raid.validate(table("production"), done(), pack=pack))


def test_without_any_provenance_a_pack_is_a_stand_in(roll_and_raid: Referee) -> None:
    assert stands_in(roll_and_raid.validate(table("production"), done(), pack=PACK))


def test_the_training_pack_stays_a_stand_in(roll_and_raid: Referee) -> None:
    packs = roll_and_raid.http.get("/v1/games/roll-and-raid/packs").get_json()["packs"]
    assert [pack["stand_in"] for pack in packs if pack["id"] == "training"] == [True]


# ---------------------------------------------------------------- unlikely values

UNLIKELY: list[tuple[str, dict[str, Any], str]] = [
    ("a defence of 30", with_value("cards", 2, "defence", value=30), "/cards/2/defence"),
    ("winter cheaper than summer", with_value("cards", 1, "winter", value={}), "/cards/1/winter"),
    ("a festival row that falls", with_value("festivals", 1, "rows", 2, "points", value=4), "/festivals/1/rows/2/points"),
    ("a table of glory that falls", with_value("scoring", "gods", value=[{"type": "table", "count": "raids", "rows": [{"least": 1, "points": 3}, {"least": 2, "points": 1}]}]), "/scoring/gods/0/rows/1/points"),
    ("two cards of one name", with_value("cards", 4, "name", value="Iona"), "/cards/4/name"),
    ("two settlements of one name", with_value("settlements", 1, "name", value="Ribe"), "/settlements/1/name"),
    ("a track without products", with_value("tracks", 0, "boxes", value=[None, None]), "/tracks/0/boxes"),
    ("a favour die of 9", with_value("favours", 0, "value", value=9), "/favours/0/value"),
]  # fmt: skip


@pytest.mark.parametrize(("pack", "pointer"), [case[1:] for case in UNLIKELY], ids=[case[0] for case in UNLIKELY])
def test_an_unlikely_value_is_warned_of(roll_and_raid: Referee, pack: dict[str, Any], pointer: str) -> None:
    answer = check(roll_and_raid, pack)
    assert pointer in warned(answer)
    assert answer["usable"]
    assert pointer not in warned(check(roll_and_raid, PACK))


def test_the_shipped_pack_has_no_unlikely_value(roll_and_raid: Referee) -> None:
    pack = roll_and_raid.http.get("/v1/games/roll-and-raid/packs/training").get_json()["pack"]
    answer = check(roll_and_raid, {**pack, "id": "again", "provenance": "rulebook"})
    assert not [pointer for pointer in warned(answer) if not pointer.endswith("/provenance")]


# ---------------------------------------------------------------- three languages


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "A defence of 30 can hardly be reached"),
        ("es", "Una defensa de 30 apenas se puede alcanzar"),
        ("pl", "Obrona 30 jest prawie nieosiągalna"),
    ],
)
def test_the_check_speaks_the_language_of_the_reader(roll_and_raid: Referee, language: str, sentence: str) -> None:
    pack = with_value("cards", 2, "defence", value=30)
    answer = check(roll_and_raid, pack, language)
    (found,) = [one["message"] for one in answer["findings"] if one["pointer"] == "/cards/2/defence"]
    assert found.startswith(sentence)


@pytest.mark.parametrize(("language", "words"), [("es", "el color del dado de aldea"), ("pl", "kolor kości wioski")])
def test_the_template_speaks_the_language_of_the_reader(roll_and_raid: Referee, language: str, words: str) -> None:
    response = roll_and_raid.http.get(f"/v1/games/roll-and-raid/packs/template?lang={language}")
    assert response.headers["Content-Language"] == language
    parts = {part["part"]: part for part in response.get_json()["parts"]}
    assert parts["village_die"]["needs"] == words
    assert list(parts) == list(PARTS)
    english = roll_and_raid.http.get("/v1/games/roll-and-raid/packs/template?lang=en").get_json()["pack"]
    assert response.get_json()["pack"]["note"] != english["note"]


def sentences(language: str) -> dict[tuple[str, str], Any]:
    return {(part, key): text for part, each in texts(language).items() for key, text in each.items()}


@pytest.mark.parametrize("language", ["en", "es", "pl"])
def test_every_sentence_is_there_in_every_language_and_class(language: str) -> None:
    english = sentences("en")
    assert sentences(language).keys() == english.keys()
    for place, text in sentences(language).items():
        if not isinstance(text, str):
            assert set(text) == {"by", *CLASSES[language]}, place
        assert gaps(text) == gaps(english[place]), place


def gaps(text: Any) -> set[str]:
    parts = [text] if isinstance(text, str) else [one for key, one in text.items() if key != "by"]
    found = {name for part in parts for _, name, _, _ in string.Formatter().parse(part) if name}
    return found | ({text["by"]} if not isinstance(text, str) else set())


@pytest.mark.parametrize(("count", "words"), [(1, "jest w niej 1 wpis."), (3, "są w niej 3 wpisy."), (5, "jest w niej 5 wpisów.")])  # fmt: skip
def test_counted_things_agree_with_their_number(roll_and_raid: Referee, count: int, words: str) -> None:
    pack = {"id": "mine", "title": "Mine", "cards": PACK["cards"][:count], "unfinished": ["cards"]}
    answer = check(roll_and_raid, pack, "pl")
    (found,) = [one["message"] for one in answer["findings"] if one["pointer"] == "/cards"]
    assert words in found
