"""Answers questions: from the cache where possible, else by calling the operation.

A finished answer is bytes and a case id. The question id is a digest of the question alone. The case id is a digest
of the question, the language, the pack and the rules version; the same case gives the same bytes for ever. Both are
made of the question as it was loaded, so two spellings of the same question are one case, and share one entry of the
cache.

An answer is cached under two keys, that of the body as it was sent and that of the case. Both contain everything that
the answer depends on (``tests/operations/test_cache_keys.py`` varies each part)::

    part                        in the key of the body (body_key)    in the case id (ids_of)
    game, rulebook, engine      ServedGame.version                   ServedGame.version
    operation                   its name                             its name
    language                    its code                             its code
    component packs             digest of all packs of the game      name and digest of the pack of the question
    fields of the question:     the bytes of the body                the loaded values, without defaults
      viewer, flags, edition, house rules, state, move and all others

An operation that comes to depend on anything else (a setting, say) needs it as a further part of both.

A release must not change the question id of a question that it still accepts: a new field of a state, a move or a
pack has the default ``UNSET``, which is not encoded (``tests/operations/test_question_id.py``).
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from service.cache import Cache, Entry, digest_of, key_of
from service.operations import audit, diagram, legal_moves, odds, packs, replay, resolve, score, setup, validate, view
from service.operations.question import Ids, Question, TooCostly, masked
from service.operations.served_game import ServedGame
from service.referee.budget import BudgetSpent, use
from service.referee.packs import DEFAULT as DEFAULT_PACK

Operation = Callable[[Question, Ids], Any]
OPERATIONS: dict[str, Operation] = {
    "setup": setup.setup,
    "validate": validate.validate,
    "legal-moves": legal_moves.legal_moves,
    "resolve": resolve.resolve,
    "replay": replay.replay,
    "audit": audit.audit,
    "score": score.score,
    "odds": odds.odds,
    "view": view.view,
    "diagram": diagram.diagram,
    "packs-check": packs.check_pack,
}
COSTLY_PART = {
    "setup": "/players",
    "validate": "/state",
    "legal-moves": "/state",
    "resolve": "/state",
    "replay": "/moves",
    "audit": "/state",
    "score": "/state",
    "odds": "/state",
    "view": "/state",
    "diagram": "/state",
    "packs-check": "/pack",
}
"""The part of a question to make smaller when it is too costly."""
TOO_MANY_STEPS = "This takes more steps than one request may use: ask for less at a time."
ID_LENGTH = 24
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
        question = masked(question)
        ids = ids_of(question)
        if question.operation not in self.cached_operations:
            return Answered(self._compute(question, ids), "off")
        case_key = key_of("case", ids.case)
        body_keys = [body_key] if body_key else []
        entry, tier = self.cache.get(case_key)
        if entry is None:
            entry = self._compute(question, ids)
            self.cache.put(case_key, entry, *body_keys)
        elif body_key:
            self.cache.put(body_key, entry)
        return Answered(entry, tier)

    def _compute(self, question: Question, ids: Ids) -> Entry:
        try:
            with use(question.work.budget):
                answer = OPERATIONS[question.operation](question, ids)
        except BudgetSpent as error:
            raise TooCostly(COSTLY_PART[question.operation], TOO_MANY_STEPS) from error
        if (verdict := getattr(answer, "verdict", None)) is not None:
            self.on_verdict(question.served.id, verdict)
        body = answer if isinstance(answer, bytes) else _encode(answer)  # a picture is finished as it is
        if len(body) > question.work.most_answer_bytes:
            message = f"The answer would have more than {question.work.most_answer_bytes} bytes: ask for less."
            raise TooCostly(COSTLY_PART[question.operation], message)
        return Entry(body=body, case_id=ids.case)


def ids_of(question: Question) -> Ids:
    """The digests of a question. A field that is written out as its default counts as left out.

    The question is encoded once. Its own digest has a pack by its name, or by its content if it came with the
    question; that of the case has every pack by its content.
    """
    served, values = question.served, question.values
    fields = {name: value for name, value in values.items() if value is not False and value != {} and name != "pack"}
    pack = values.get("pack")
    content = served.packs.identity(pack)
    pack_key = (pack or DEFAULT_PACK) if pack is None or isinstance(pack, str) else {"content": content}
    digest = digest_of(_encode_canonical([served.id, question.operation, pack_key, fields]), 32)
    case = f"{digest} {question.language} {content} {served.version}"
    return Ids(digest[:ID_LENGTH], digest_of(case.encode(), ID_LENGTH // 2))
