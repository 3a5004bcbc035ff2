"""Answers questions: from the cache where possible, else by calling the operation.

A finished answer is bytes and a case id. The case id is a digest of the question, the language, the pack and the
rules version; the same case gives the same bytes for ever. It is made of the question as it was loaded, so two
spellings of the same question are one case, and share one entry of the cache.

An answer is cached under two keys, that of the body as it was sent and that of the case. Both contain everything that
the answer depends on (``tests/operations/test_cache_keys.py`` varies each part)::

    part                        in the key of the body (body_key)    in the case id (case_id_of)
    game, rulebook, engine      ServedGame.version                   ServedGame.version
    operation                   its name                             its name
    language                    its code                             its code
    component packs             digest of all packs of the game      digest of the pack of the question
    fields of the question:     the bytes of the body                the loaded values, without defaults
      viewer, flags, edition, house rules, state, move and all others

An operation that comes to depend on anything else (a setting, say) needs it as a further part of both.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import asdict, replace

from service.cache import Cache, Entry, digest_of, key_of
from service.operations import audit, diagram, legal_moves, odds, packs, replay, score, setup, validate, view
from service.operations.question import Question
from service.operations.served_game import ServedGame

Operation = Callable[[Question, str], Any]
OPERATIONS: dict[str, Operation] = {
    "setup": setup.setup,
    "validate": validate.validate,
    "legal-moves": legal_moves.legal_moves,
    "replay": replay.replay,
    "audit": audit.audit,
    "score": score.score,
    "odds": odds.odds,
    "view": view.view,
    "diagram": diagram.diagram,
    "packs-check": packs.check_pack,
}
_encode = msgspec.json.Encoder().encode
_encode_canonical = msgspec.json.Encoder(order="deterministic").encode


class Answered(NamedTuple):
    """A finished answer and its source: ``memory``, ``redis``, ``miss`` (computed) or ``off`` (not cached)."""

    entry: Entry
    tier: str


class Answerer:
    """Answers questions about all games."""

    def __init__(
        self,
        games: Mapping[str, ServedGame],
        cache: Cache,
        cached_operations: frozenset[str],
        on_verdict: Callable[[str, str], None],
    ) -> None:
        """``on_verdict`` is called with the game and the verdict of each computed answer."""
        self.games = games
        self.cache = cache
        self.cached_operations = cached_operations
        self.on_verdict = on_verdict

    def body_key(self, served: ServedGame, operation: str, language: str, body: bytes) -> str | None:
        """The cache key of a body as it was sent; None where answers to this operation are not cached."""
        if operation not in self.cached_operations:
            return None
        return key_of(served.version, served.packs.digest, operation, language, body)

    def find(self, body_key: str | None) -> Answered | None:
        """The cached answer to a body that was sent before: it needs no decoding."""
        if body_key is None:
            return None
        entry, tier = self.cache.get(body_key, last=False)
        return None if entry is None else Answered(entry, tier)

    def answer(self, question: Question, body_key: str | None = None) -> Answered:
        """Answer a question, and cache the answer under its case id and under the key of its body."""
        case_id = case_id_of(question, question.values)
        if question.operation not in self.cached_operations:
            return Answered(self._compute(question, case_id), "off")
        case_key = key_of("case", case_id)
        body_keys = [body_key] if body_key else []
        entry, tier = self.cache.get(case_key)
        if entry is None:
            entry = self._compute(question, case_id)
            self.cache.put(case_key, entry, *body_keys)
        elif body_key:
            self.cache.put(body_key, entry)
        return Answered(entry, tier)

    def _compute(self, question: Question, case_id: str) -> Entry:
        answer = OPERATIONS[question.operation](question, case_id)
        viewer = question.viewer
        if isinstance(answer, bytes):  # a picture is finished as it is
            case_id = case_id if viewer is None else _case_id_for_viewer(question, viewer, answer)
            return Entry(body=answer, case_id=case_id)
        if (verdict := getattr(answer, "verdict", None)) is not None:
            self.on_verdict(question.served.id, verdict)
        if viewer is not None:
            case_id = _case_id_for_viewer(question, viewer, _content(answer))
            answer = replace(answer, case_id=case_id)
        return Entry(body=_encode(answer), case_id=case_id)


def case_id_of(question: Question, values: Mapping[str, Any], *more: Any) -> str:
    """The digest of a question. A field that is written out as its default counts as left out."""
    served = question.served
    asked = {name: value for name, value in values.items() if value is not False and value != {} and name != "pack"}
    pack = served.packs.identity(values.get("pack"))
    content = _encode_canonical([served.version, pack, question.operation, question.language, asked, *more])
    return digest_of(content, 12)


def _case_id_for_viewer(question: Question, viewer: str, answer: Any) -> str:
    """The case id for somebody who may not see everything.

    It is made of what the viewer sees of the question and of the answer: from a digest of the rest, the rest could be
    guessed.
    """
    seen = question.served.game.view(question.values["state"], viewer)
    return case_id_of(question, {**question.values, "state": seen}, answer)


def _content(answer: Struct) -> dict[str, Any]:
    """An answer without its ids."""
    return {
        name: value
        for name, value in asdict(answer).items()
        if value is not UNSET and name not in ("rules_version", "case_id")
    }
