"""The counter at which questions are answered: from the cache where possible, else by the desk.

A finished answer is bytes and a case id. The case id is the digest of the question, the language and the rules
version; the same case gives the same bytes forever. It is taken from the question as it was understood, so two ways
of writing the same question are one case, and share one place in the cache.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from marshmallow import ValidationError
from msgspec import Raw

from schemas.base import Malformed
from service.api.desk import Desk
from service.api.metrics import Metrics
from service.api.operations import OPERATIONS
from service.api.problems import faults_of, malformed
from service.cache import Cache, Entry, digest_of, key_of

_encode = msgspec.json.Encoder().encode
_canonical = msgspec.json.Encoder(order="deterministic").encode
NOTHING: Mapping[str, Raw] = {}


class Counter(NamedTuple):
    """What is needed to answer: the desks by game, the cache, and which operations it keeps."""

    desks: dict[str, Desk]
    cache: Cache
    cached: frozenset[str]
    metrics: Metrics
    nesting_limit: int = 32

    def raw_key(self, desk: Desk, operation: str, language: str, body: bytes) -> str:
        """The key of a body as it came: a hit needs no parsing at all."""
        return key_of(desk.version, desk.shelf.digest, operation, language, body)

    def load(self, desk: Desk, operation: str, parts: Any) -> dict[str, Any]:
        """The parts of a body, or the decoded body that a batch brings, as a question."""
        try:
            question: dict[str, Any] = desk.questions[operation].load(parts)
        except ValidationError as error:
            raise malformed(faults_of(error.messages)) from error
        except Malformed as error:
            raise malformed(error.faults) from error
        return question

    def answer(
        self,
        desk: Desk,
        operation: str,
        question: dict[str, Any],
        language: str,
        raw_key: str | None = None,
        written: dict[str, Raw] | None = None,
    ) -> tuple[Entry, str]:
        """Answer a question, and tell where the answer came from. It is kept under its raw key too, if it has one.

        ``written`` are its parts as our encoder writes them, where that was done before.
        """
        written = written if written is not None else {}
        for name, sort in desk.questions[operation].unordered.items():
            if name in question and sort(question[name]):
                written.pop(name, None)
        try:
            case_id = self._digest(desk, operation, question, language, written=written)
            if operation not in self.cached:
                return self._compute(desk, operation, question, language, case_id), "off"
            key = key_of("case", case_id)
            entry, tier = self.cache.get(key)
            if entry is None:
                entry = self._compute(desk, operation, question, language, case_id)
                self.cache.put(key, entry, *([raw_key] if raw_key else ()))
            elif raw_key:
                self.cache.put(raw_key, entry)
        except Malformed as error:
            raise malformed(error.faults) from error
        return entry, tier

    def _digest(
        self,
        desk: Desk,
        operation: str,
        question: dict[str, Any],
        language: str,
        *more: Any,
        written: Mapping[str, Raw] = NOTHING,
    ) -> str:
        """A question in short. What is written out as its default is the same as left out."""
        asked = {
            name: written.get(name, part)
            for name, part in question.items()
            if part is not False and part != {} and name != "pack"
        }
        pack = desk.shelf.identity(question.get("pack"))
        told = _canonical([desk.version, pack, operation, language, asked, *more])
        return digest_of(told, 12)

    def _shown_to(
        self, desk: Desk, operation: str, question: dict[str, Any], language: str, answer: Any, viewer: str
    ) -> str:
        """The case id for somebody who may not see everything.

        It is made of what the viewer sees of the question and of the answer: from a digest of the rest, the rest
        could be guessed.
        """
        seen = {**question, "state": desk.game.view(question["state"], viewer)}
        return self._digest(desk, operation, seen, language, answer)

    def _compute(self, desk: Desk, operation: str, question: dict[str, Any], language: str, case_id: str) -> Entry:
        answer = OPERATIONS[operation](desk, question, language)
        viewer = question["player"] if operation == "view" else question.get("viewer")
        if viewer is not None:
            case_id = self._shown_to(desk, operation, question, language, answer, viewer)
        if isinstance(answer, bytes):  # a picture is finished as it is
            return Entry(body=answer, case_id=case_id)
        if "verdict" in answer:
            self.metrics.verdict(desk.id, answer["verdict"])
        answer["rules_version"] = desk.book.rules_version
        answer["case_id"] = case_id
        return Entry(body=_encode(desk.answers[operation].dump(answer)), case_id=case_id)
