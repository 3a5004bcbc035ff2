"""One game, ready to answer: its rulebook, packs and schemas, put together once at start-up."""

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from schemas import envelopes
from schemas.base import Malformed
from service.referee.cases import CaseLibrary
from service.referee.choices import choices_of, with_house_rules
from service.referee.game import Game
from service.referee.packs import Packs
from service.referee.render import Reader


class Desk:
    """Where questions about one game are answered."""

    def __init__(
        self,
        game: Game,
        packs_folder: Path | None = None,
        cases_folder: Path | None = None,
        limits: envelopes.Limits | None = None,
    ) -> None:
        self.game = game
        self.id = game.META.id
        self.book = game.RULEBOOK
        self.shelf = Packs(game, packs_folder)
        self.cases = CaseLibrary(self.id, cases_folder)
        self.questions: dict[str, envelopes.Envelope] = envelopes.questions(
            game.SHAPES, self.id, game.META.score_takes, limits or envelopes.Limits()
        )
        self.answers: dict[str, envelopes.Envelope] = envelopes.answers(game.SHAPES, self.id)
        self.readers = {
            (language, edition): Reader(self.book, language, edition)
            for language in self.book.words
            for edition in self.book.editions
        }
        version = self.book.rules_version
        self.version = f"{version.game}/{version.rulebook}+{version.engine}"

    def table(self, state: Any, question: dict[str, Any], pointer: str = "/state") -> Any:
        """The table that a question is about."""
        house_rules = question.get("house_rules")
        if house_rules is not None:
            state = replace(state, options=with_house_rules(state.options, house_rules))
        box = self.shelf.pick(question.get("pack"))
        try:
            return self.game.table(state, box, choices_of(state.options, self.game.META.house_rules))
        except Malformed as error:
            raise error.under(pointer) from error

    def refers(self, table: Any, move: Any, pointer: str = "/move") -> None:
        try:
            self.game.check_references(table, move)
        except Malformed as error:
            raise error.under(pointer) from error

    def reader(self, language: str, edition: str) -> Reader:
        return self.readers[language, edition]
