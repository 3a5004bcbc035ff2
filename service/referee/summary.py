"""``summary``: the answer to the question in one sentence, from the parts of the answer that have been rendered.

A sentence of the core (``words``, section ``[summary]``) is a label before a whole sentence of the game, or a
sentence of its own; a game may have its own instead. Where it would be longer than ``MOST_CHARACTERS`` it says less.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET

from schemas.base import LANGUAGES
from schemas.ruling import ClaimCheck, Event, Fact, Next, PackFinding, Violation
from service.referee.render import Reader
from service.referee.rules import move_type
from service.referee.scoring import Scoring
from service.referee.wording import Wording

MOST_CHARACTERS = 120

Rendered = Mapping[str, Any]
"""The fields of an answer."""


def of_move(reader: Reader, ruling: Rendered, move: Any, own: int = 0) -> str:
    """The ruling on a move; ``own`` is the index of its first event, behind those of forced decisions before it."""
    verdict, words = ruling["verdict"], reader.words
    if verdict == "legal":
        return _first_short(_legal(words, ruling["assumed"], _what_happened(reader, move, ruling["events"], own)))
    if verdict == "illegal":
        return _broken(reader, "illegal", ruling["violations"])
    return _open_or_impossible(reader, ruling)


def of_position(reader: Reader, answer: Rendered) -> str:
    """Whether a position is possible."""
    assumed: list[Fact] = answer["assumed"]
    if answer["violations"] or answer["missing"]:
        return _open_or_impossible(reader, answer)
    if not assumed:
        return reader.words.summary("possible")
    return _if(reader.words, "possible-if", "possible-if-counted", assumed)


def of_steps(reader: Reader, answer: Rendered) -> str:
    """What happens by itself, and who decides then."""
    if answer["violations"] or answer["missing"]:
        return _open_or_impossible(reader, answer)
    words, events = reader.words, answer["events"]
    if not events:
        sentence = [words.summary("nothing-happens")]
    else:
        sentence = [_most_important(reader, events) or events[0].text, words.summary("happens", count=len(events))]
    return _assuming(
        words, answer["assumed"], *(text for one in sentence for text in _with_next(words, one, answer["next"]))
    )


def of_log(reader: Reader, answer: Rendered, count: int) -> str:
    """All moves of a log are legal, or which one is not."""
    words, failed, ruling = reader.words, answer["failed_at"], answer["ruling"]
    if failed is None:
        if ruling is not None:
            return _broken(reader, "impossible", ruling["violations"])
        sentence = words.summary("replayed", count=count)
        return _assuming(words, answer["assumed"], *_with_next(words, sentence, answer["next"]))
    if ruling["verdict"] == "undetermined":
        long = words.summary("failed-undetermined", number=failed + 1, fact=ruling["missing"][0].text)
        return _first_short([long, words.summary("failed-undetermined-plain", number=failed + 1)])
    if ruling["verdict"] == "impossible":
        return _broken(reader, "impossible", ruling["violations"])
    return _broken(reader, "failed", ruling["violations"], number=failed + 1)


def of_moves(reader: Reader, answer: Rendered, player: str | None) -> str:
    """How many moves are legal, of which kinds and whose."""
    words, moves = reader.words, answer["moves"]
    if answer["violations"]:
        return _open_or_impossible(reader, answer)
    if answer["truncated"]:
        return words.summary("moves-cut", count=len(moves))
    if answer["missing"]:
        long = words.summary("moves-missing", count=len(moves), fact=answer["missing"][0].text)
        return _first_short([long, words.summary("moves-missing-plain", count=len(moves))])
    if not moves:
        return words.summary("no-moves-of", player=player) if player else words.summary("no-moves")
    owners = {getattr(move, "player", None) for move in moves}
    of, whose = "", {}
    if len(owners) == 1 and None not in owners:
        of, whose = "-of", {"player": owners.pop()}
    plain = words.summary(f"moves{of}", count=len(moves), **whose)
    kinds = [words.kind(kind) for kind in dict.fromkeys(map(move_type, moves))]
    options = [plain]
    if None not in kinds:
        options.insert(0, words.summary(f"moves{of}-kinds", count=len(moves), kinds=kinds, **whose))
    return _assuming(words, answer["assumed"], *options)


def of_score(reader: Reader, answer: Rendered, scoring: Scoring) -> str:
    """Whether a claimed total is right, or who is ahead by how much, and what broke a tie."""
    if answer["violations"] or answer["missing"]:
        return _open_or_impossible(reader, answer)
    sentence = _claimed(reader.words, answer["claims"]) if answer["claims"] else _standing(reader, answer, scoring)
    return _assuming(reader.words, answer["assumed"], *sentence)


def of_odds(reader: Reader, answer: Rendered, aim: tuple[str, dict[str, Any]] | None) -> str:
    """The chance of what the attack is for."""
    if answer["violations"] or answer["missing"] or aim is None:
        return _open_or_impossible(reader, answer)
    name, detail = aim
    return _assuming(reader.words, answer["assumed"], reader.words.summary(name, **detail))


def of_setup(reader: Reader, players: Sequence[str], following: Next | None) -> str:
    return _first_short(_with_next(reader.words, reader.words.summary("set-up", players=players), following))


def of_view(reader: Reader, player: str) -> str:
    return reader.words.summary("view", player=player)


def of_pack(words: Wording, findings: Sequence[PackFinding]) -> str:
    """Whether a pack can be used, and the first thing that is wrong with it."""
    errors = [finding for finding in findings if finding.level == "error"]
    if errors:
        counted = words.summary("pack-errors", count=len(errors))
        if words.language != LANGUAGES[0]:  # findings are in English
            return counted
        return _first_short([words.summary("pack-bad", reason=errors[0].message), counted])
    return words.summary("pack-warnings", count=len(findings)) if findings else words.summary("pack-good")


# ---------------------------------------------------------------- parts


def _first_short(options: Iterable[str]) -> str:
    """The first sentence that is not too long; the last one if all are."""
    text = ""
    for text in options:
        if len(text) <= MOST_CHARACTERS:
            break
    return text


def _legal(words: Wording, assumed: Sequence[Fact], done: Sequence[str]) -> Iterator[str]:
    """Ever shorter sentences; ``done`` says what happened, from the longest to the shortest."""
    if not assumed:
        for sentence in done:
            yield words.summary("legal", done=sentence)
        yield words.summary("legal-plain")
        return
    fact, more = assumed[0].text, len(assumed) - 1
    for sentence in done:
        yield words.summary("legal-if", fact=fact, more=more, done=sentence)
    yield words.summary("legal-if-plain", fact=fact, more=more)
    yield words.summary("legal-if-counted", count=len(assumed))


def _what_happened(reader: Reader, move: Any, events: Sequence[Event], own: int) -> list[str]:
    """What was done and what came of it, and then what was done alone: by the event that says it more closely if the
    game ranks it, then by the sentence of the move.
    """
    words, kind = reader.words, move_type(move)
    if kind in words.moves:
        done, rest = words.move(kind, _fields(move), reader.names), events[own:]
    elif own < len(events):
        done, rest = events[own].text, events[own + 1 :]
    else:
        return []
    if reader.book.headlines:
        came = _most_important(reader, rest)
    else:
        came = events[own + 1].text if own + 1 < len(events) else None
    if came is None or came == done:
        return [done]
    return [f"{done} {came}", *([came] if events[own].text == came else []), done]


def _fields(move: Any) -> dict[str, Any]:
    """The fields of a move; what was left out is unknown."""
    fields = {name: getattr(move, name) for name in move.__struct_fields__}
    return {name: None if value is UNSET else value for name, value in fields.items()}


def _most_important(reader: Reader, events: Sequence[Event]) -> str | None:
    """The event that comes first in the ranking of the game; None if it ranks none of these."""
    ranks = reader.book.headlines
    best, found = len(ranks), None
    for event in events:
        rank = ranks.get(event.type, best)
        if rank < best:
            best, found = rank, event.text
    return found


def _broken(reader: Reader, name: str, violations: Sequence[Violation], **detail: Any) -> str:
    """The most specific reason; where its sentence is too long, the rule in a few words, or only its title."""
    words, first = reader.words, violations[0]
    sentence = words.summary(name, reason=first.message, **detail)
    if len(sentence) <= MOST_CHARACTERS:
        return sentence
    rule = first.rule.removeprefix(f"{reader.book.game}/")
    if brief := words.brief(rule):
        return words.summary(name, reason=brief, **detail)
    return words.summary(f"{name}-by", title=words.title(rule, reader.edition), **detail)


def _open_or_impossible(reader: Reader, answer: Rendered) -> str:
    if answer["violations"]:
        return _broken(reader, "impossible", answer["violations"])
    missing: list[Fact] = answer["missing"]
    return _if(reader.words, "undetermined", "undetermined-counted", missing)


def _if(words: Wording, name: str, counted: str, facts: Sequence[Fact]) -> str:
    """The first of some facts, and how many more there are; if that is too long only how many."""
    sentence = words.summary(name, fact=facts[0].text, more=len(facts) - 1)
    return sentence if len(sentence) <= MOST_CHARACTERS else words.summary(counted, count=len(facts))


def _assuming(words: Wording, assumed: Sequence[Fact], *answers: str) -> str:
    """The longest of these answers that has room for what it assumes."""
    if not assumed:
        return _first_short(answers)
    fact, more = assumed[0].text, len(assumed) - 1
    return _first_short(
        [
            *(words.summary("assumed", answer=answer, fact=fact, more=more) for answer in answers),
            *(words.summary("assumed-counted", answer=answer, count=len(assumed)) for answer in answers),
        ]
    )


def _with_next(words: Wording, sentence: str, following: Next | None) -> list[str]:
    """A sentence with and without who decides next."""
    if following is None or following.players is UNSET or following.moves is UNSET:
        return [sentence]
    if following.players:
        return [f"{sentence} {words.summary('next', players=following.players)}", sentence]
    return [f"{sentence} {words.summary('next-table')}", sentence] if following.moves else [sentence]


def _claimed(words: Wording, claims: Sequence[ClaimCheck]) -> list[str]:
    wrong = [claim for claim in claims if not claim.correct]
    if not wrong:
        if len(claims) > 1:
            return [words.summary("claims-right", count=len(claims))]
        return [words.summary("claim-right", player=claims[0].name, points=claims[0].total)]
    first = wrong[0]
    if first.total is None:
        return [words.summary("claim-open", player=first.name)]
    detail = {"player": first.name, "points": first.total, "claimed": first.claimed}
    if len(claims) > 1:
        return [words.summary("claims-wrong", count=len(wrong), **detail)]
    return [words.summary("claim-wrong", **detail)]


def _standing(reader: Reader, answer: Rendered, scoring: Scoring) -> list[str]:
    words, ranking = reader.words, scoring.ranking
    totals = {tally.name: tally.total for tally in scoring.tallies}
    if not ranking or None in totals.values():
        return [words.summary("not-counted")]
    points: Any = totals[ranking[0][0]]
    if len(totals) == 1:
        return [words.summary("alone", player=ranking[0][0], points=points)]
    name = "counted" if scoring.final is None else "wins" if scoring.final else "leads"
    if len(ranking[0]) > 1:
        return [words.summary(f"{name}-shared", players=ranking[0], points=points)]
    (leader,), second = ranking[0], ranking[1]
    ahead = points - totals[second[0]]
    level = words.summary(f"{name}-level", player=leader, points=points)
    if ahead:
        return [words.summary(name, player=leader, points=points, ahead=ahead, others=second), level]
    decided = [decision.text for decision in answer["decided_by"] if decision.players == ranking[0]]
    return [f"{level} {decided[-1].removesuffix('.')}.", level] if decided else [level]
