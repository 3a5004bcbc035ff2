"""How a summary is put together: what was done, the event that matters most, and the sentences of the core."""

import copy
import tomllib
from pathlib import Path
from typing import Any

import pytest

from schemas.base import LANGUAGES
from schemas.kingdomino import Choose, Reveal
from schemas.ortus_regni import AimOdds, Likelihood, Odds
from schemas.ruling import Event, Fact, PackFinding
from service.games.ortus_regni.odds_aim import aim_of
from service.referee.defaults import check_rulebook
from service.referee.game import AnyGame
from service.referee.render import Reader
from service.referee.rulebook import Rulebook, RulebookError
from service.referee.sentences import arguments_of
from service.referee.summary import MOST_CHARACTERS, of_move, of_pack, of_steps
from service.referee.wording import Wording
from service.referee.words import SHARED
from tests.our_games import GAMES

KINGDOMINO: AnyGame = GAMES[0]
CHOOSE = Choose(player="ana", domino=7)
EVENTS = [Event(kind, f"The {kind}.", "kingdomino/end/last-round", {}) for kind in ("chosen", "leftover", "round")]


def data_of(name: str) -> dict[str, Any]:
    path: Path = KINGDOMINO.folder / "rulebook" / f"{name}.toml"
    return tomllib.loads(path.read_text("utf-8"))


def book(*, headlines: list[str] | None = None, without: tuple[str, ...] = (), **sections: Any) -> Rulebook:
    """Kingdomino's rulebook, with other headlines and other sections in its language files."""
    rules = data_of("rules")
    rules["headlines"] = headlines or []
    words = {}
    for language in LANGUAGES:
        texts = copy.deepcopy(data_of(language)) | sections
        words[language] = Wording({name: part for name, part in texts.items() if name not in without}, language)
    return Rulebook("kingdomino", rules, words)


def legal(rulebook: Rulebook, events: list[Event], move: Any = CHOOSE, own: int = 0) -> str:
    ruling = {"verdict": "legal", "assumed": [], "events": events}
    return of_move(Reader(rulebook, "en", "es"), ruling, move, own)


def fact(text: str) -> Fact:
    return Fact(fact="turn", text=text, rule="kingdomino/round/order", zones=[], detail={})


# ---------------------------------------------------------------- a legal move


def test_it_says_what_was_done_and_the_event_that_ranks_first() -> None:
    ranked = book(headlines=["over", "round", "leftover"])
    assert legal(ranked, EVENTS) == "Legal: ana chooses domino 7. The round."
    assert legal(ranked, EVENTS[:1]) == "Legal: ana chooses domino 7."


def test_where_the_first_event_matters_most_it_says_what_was_done() -> None:
    ranked = book(headlines=["chosen", "round"])
    long = [Event("chosen", "x" * 100 + ".", "kingdomino/end/last-round", {}), *EVENTS[1:]]
    assert legal(ranked, EVENTS) == "Legal: ana chooses domino 7. The chosen."
    assert legal(ranked, long) == f"Legal: {'x' * 100}."
    same = [Event("chosen", "ana chooses domino 7.", "kingdomino/end/last-round", {})]
    assert legal(ranked, same) == "Legal: ana chooses domino 7."


def test_without_a_ranking_it_is_the_event_behind_what_was_done() -> None:
    assert legal(book(), EVENTS) == "Legal: ana chooses domino 7. The leftover."


def test_without_sentences_of_moves_the_first_event_says_what_was_done() -> None:
    assert legal(book(without=("moves",)), EVENTS) == "Legal: The chosen. The leftover."
    assert legal(book(without=("moves",), headlines=["chosen"]), EVENTS) == "Legal: The chosen."
    assert legal(book(without=("moves",)), []) == "Legal."


def test_events_of_forced_decisions_before_the_move_are_left_out() -> None:
    forced = Event("forced", "One option.", "kingdomino/end/last-round", {})
    assert legal(book(without=("moves",)), [forced, *EVENTS], own=1) == "Legal: The chosen. The leftover."


def test_a_field_that_was_left_out_is_unknown() -> None:
    assert legal(book(headlines=["over"]), [], Reveal()) == "Legal: The next line is turned up."


def test_what_is_too_long_is_left_out_in_turn() -> None:
    long = [Event("round", "x" * MOST_CHARACTERS, "kingdomino/end/last-round", {})]
    assert legal(book(headlines=["round"]), long) == "Legal: ana chooses domino 7."
    assert legal(book(without=("moves",)), long) == "Legal."


@pytest.mark.parametrize(
    ("facts", "summary"),
    [
        (["it rains"], "Legal if it rains: ana chooses domino 7."),
        (["it rains", "it is hot"], "Legal if it rains and 1 more thing holds: ana chooses domino 7."),
        (["x" * 80] * 3, f"Legal if {'x' * 80} and 2 more things hold."),
        (["x" * 200] * 3, "Legal if 3 things hold that were not sent."),
    ],
)
def test_what_it_assumes_is_never_left_out(facts: list[str], summary: str) -> None:
    ruling = {"verdict": "legal", "assumed": [fact(text) for text in facts], "events": []}
    assert of_move(Reader(book(headlines=["over"]), "en", "es"), ruling, CHOOSE) == summary


def test_what_happens_by_itself_is_the_event_that_ranks_first() -> None:
    answer = {"violations": [], "missing": [], "assumed": [], "events": EVENTS, "next": None}
    assert of_steps(Reader(book(headlines=["round"]), "en", "es"), answer) == "The round."
    assert of_steps(Reader(book(), "en", "es"), answer) == "The chosen."
    assert of_steps(Reader(book(), "en", "es"), answer | {"events": []}) == "Nothing happens by itself."
    long = [Event("round", "x" * 200, "kingdomino/end/last-round", {})] * 2
    assert of_steps(Reader(book(), "en", "es"), answer | {"events": long}) == "2 things happen by themselves."


# ---------------------------------------------------------------- what is refused at start


def test_sentences_of_moves_are_for_every_type_of_move() -> None:
    for section in ("moves", "kinds"):
        incomplete = dict.fromkeys(KINGDOMINO.move_types.keys() - {"draw"}, "It is done.")
        with pytest.raises(RulebookError, match=rf"\[{section}\] and the types of move differ in draw"):
            check_rulebook(KINGDOMINO, book(**{section: incomplete}))
    check_rulebook(KINGDOMINO, book(without=("moves", "kinds")))


def test_only_events_have_headlines() -> None:
    with pytest.raises(RulebookError, match="headlines of no event: storm"):
        book(headlines=["over", "storm"])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)
def test_every_game_ranks_its_events(game: AnyGame) -> None:
    assert game.rulebook.headlines


# ---------------------------------------------------------------- the sentences of the core


def test_the_languages_have_the_same_sentences() -> None:
    english = SHARED["en"]["summary"]
    for language in LANGUAGES:
        own = SHARED[language]["summary"]
        assert own.keys() == english.keys()
        for name, text in own.items():
            assert arguments_of(text) == arguments_of(english[name]), (language, name)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)
def test_a_game_says_the_same_in_every_language(game: AnyGame) -> None:
    """Its own sentences stand for some of the core, or are its own alone; each language has them."""
    names = {language: game.rulebook.words[language]._summaries.keys() for language in LANGUAGES}
    assert names["en"] == names["es"] == names["pl"]


SAMPLES: dict[str, Any] = {
    "player": "ana", "players": ["ana", "bruno"], "others": ["bruno"], "fact": "it rains", "done": "Ana waits.",
    "answer": "It is so.", "reason": "It rains.", "title": "Rain", "kinds": ["a bid", "a pass"], "number": 3,
    "claimed": 4, "chance": "41",
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)
def test_every_sentence_is_whole_with_every_number(game: AnyGame, language: str) -> None:
    words = game.rulebook.words[language]
    for name, sentence in words._summaries.items():
        for number in (0, 1, 2, 5, 22):
            numbers = dict.fromkeys(("count", "more", "points", "ahead"), number)
            detail = {key: value for key, value in (SAMPLES | numbers).items() if key in arguments_of(sentence.text)}
            text = words.summary(name, **detail)
            assert text.endswith("."), (name, text)
            assert "{" not in text
            assert "  " not in text


# ---------------------------------------------------------------- packs and odds


def test_a_pack_is_summed_up_by_its_first_error() -> None:
    words = KINGDOMINO.rulebook.words
    error = PackFinding("error", "/dominoes/0", "It is not there.")
    warning = PackFinding("warning", "/dominoes/0", "It is odd.")
    assert of_pack(words["en"], [warning, error]) == "The pack cannot be used: It is not there."
    assert of_pack(words["es"], [warning, error]) == "El paquete no se puede usar: tiene 1 error."
    assert of_pack(words["en"], [warning, warning]) == "The pack can be used, with 2 warnings."
    assert of_pack(words["pl"], []).startswith("Pakietu można użyć;")
    long = PackFinding("error", "", "x" * MOST_CHARACTERS)
    assert of_pack(words["en"], [long, error]) == "The pack cannot be used: it has 2 errors."


@pytest.mark.parametrize(
    ("event", "least", "most", "chance"),
    [
        ("castle-falls", "41/100", "41/100", "41"),
        ("castle-falls", "7/11", "17/22", "64–77"),
        ("tower-falls", "1", "1", "100"),
        ("property-falls", "0", "0", "0"),
        ("castle-falls", "1/1000", "999/1000", "<1–>99"),
    ],
)
def test_the_aim_of_an_attack(event: Any, least: str, most: str, chance: str) -> None:
    aim = AimOdds(
        event=event, rule="", least=Likelihood(chance=least, decimal=0), most=Likelihood(chance=most, decimal=0)
    )
    odds = Odds(aim=aim, cards=[], decider=None, outcomes=[], events=[])
    assert aim_of(odds) == (f"odds-{event}", {"chance": chance})
