"""The counter at which questions are answered: from the cache where possible, else by the desk.

A finished answer is bytes and a case id. The case id is the digest of the question, the language and the rules
version; the same case gives the same bytes forever. It is taken from the question as it was understood, so two ways
of writing the same question are one case, and share one place in the cache.
"""

import hashlib
from typing import Any, NamedTuple

import msgspec
from marshmallow import Schema, ValidationError

from schemas.base import Malformed
from schemas.fields import StructField
from service.api.desk import Desk
from service.api.metrics import Metrics
from service.api.operations import OPERATIONS
from service.api.problems import faults_of, malformed
from service.cache import Cache, Entry, key_of

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode
_canonical = msgspec.json.Encoder(order="deterministic").encode


def opened(parts: Any, schema: Schema) -> Any:
    """Decode what marshmallow looks into itself; what goes to msgspec stays as bytes for one typed step."""
    if not isinstance(parts, dict):
        return parts
    return {
        name: part
        if type(part) is not msgspec.Raw or isinstance(schema.fields.get(name), StructField)
        else _decode(part)
        for name, part in parts.items()
    }


class Counter(NamedTuple):
    """What is needed to answer: the desks by game, the cache, and which operations it keeps."""

    desks: dict[str, Desk]
    cache: Cache
    cached: frozenset[str]
    metrics: Metrics

    def raw_key(self, desk: Desk, operation: str, language: str, body: bytes) -> str:
        """The key of a body as it came: a hit needs no parsing at all."""
        return key_of(desk.version, operation, language, body)

    def load(self, desk: Desk, operation: str, parts: Any) -> dict[str, Any]:
        """The parts of a body, or the decoded body that a batch brings, as a question."""
        try:
            question: dict[str, Any] = desk.questions[operation].load(opened(parts, desk.questions[operation]))
        except ValidationError as error:
            raise malformed(faults_of(error.messages)) from error
        except Malformed as error:
            raise malformed(error.faults) from error
        return question

    def answer(self, desk: Desk, operation: str, question: dict[str, Any], language: str) -> tuple[Entry, str]:
        """Answer a question, and tell where the answer came from."""
        try:
            case_id = self._case_id(desk, operation, question, language)
            if operation not in self.cached:
                return self._compute(desk, operation, question, language, case_id), "off"
            key = key_of("case", case_id)
            entry, tier = self.cache.get(key)
            if entry is None:
                entry = self._compute(desk, operation, question, language, case_id)
                self.cache.put(key, entry)
        except Malformed as error:
            raise malformed(error.faults) from error
        return entry, tier

    def _case_id(self, desk: Desk, operation: str, question: dict[str, Any], language: str) -> str:
        """With a viewer, what the viewer may not see stays out of the digest: it could be guessed from it."""
        viewer = question.get("viewer")
        if viewer is not None:
            question = {**question, "state": desk.game.view(question["state"], viewer)}
        digest = hashlib.blake2b(_canonical([desk.version, operation, language, question]), digest_size=12)
        return digest.hexdigest()

    def _compute(self, desk: Desk, operation: str, question: dict[str, Any], language: str, case_id: str) -> Entry:
        answer = OPERATIONS[operation](desk, question, language)
        if "verdict" in answer:
            self.metrics.verdict(desk.id, answer["verdict"])
        answer["rules_version"] = desk.book.rules_version
        answer["case_id"] = case_id
        return Entry(body=_encode(desk.answers[operation].dump(answer)), case_id=case_id)
