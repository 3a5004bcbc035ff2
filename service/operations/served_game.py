"""A game as the service offers it: with its packs, cases, schemas and readers, put together once at start-up."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from schemas import envelopes
from schemas.answers import answer_types
from schemas.base import SAME_NAME, Malformed, malformed, second_of_a_name
from schemas.fields import Envelope
from service import VERSION
from service.referee.cases import CaseError, CaseLibrary
from service.referee.choices import with_house_rules
from service.referee.formats import ComponentNames
from service.referee.game import AnyGame, GameWithOdds, GameWithSheet
from service.referee.levels import left_to_do, level_of
from service.referee.packs import Packs
from service.referee.render import Reader


class ServedGame:
    """One game, and everything that questions about it need."""

    def __init__(
        self,
        game: AnyGame,
        packs_folder: Path | None = None,
        cases_folder: Path | None = None,
        limits: envelopes.Limits | None = None,
        engine: str = VERSION,
    ) -> None:
        """``packs_folder`` adds packs to those of the game, ``cases_folder`` replaces its cases.

        ``engine`` is the version of the code that rules on the game.
        """
        self.game = game
        self.id = game.meta.id
        self.rulebook = game.rulebook
        self.languages = self.rulebook.languages
        self.facts = game.facts
        self.packs = Packs(game, packs_folder)
        if cases_folder is not None and not cases_folder.is_dir():
            raise CaseError(f"{cases_folder}: there is no such folder")
        cases = cases_folder / self.id if cases_folder else game.cases
        self.cases = CaseLibrary(self.id, cases, self.languages)
        own = CaseLibrary(self.id, game.cases, self.languages) if cases_folder else self.cases
        self.level = level_of(left_to_do(self.rulebook, len(own.cases)))
        self.questions: dict[str, Envelope] = envelopes.questions(
            game.shapes, self.id, game.meta.score_takes, limits or envelopes.Limits()
        )
        self.answers: dict[str, Any] = answer_types(game.shapes, self.id)
        self.tables: dict[Any, Callable[..., Any]] = {game.shapes.state: game.table}
        """What makes a table of each type that a question may contain."""
        if isinstance(game, GameWithSheet):
            self.tables[game.shapes.sheet] = game.pad
        if isinstance(game, GameWithOdds):
            self.tables[game.shapes.engagement] = game.battle
        self.readers = {
            (language, edition): Reader(self.rulebook, language, edition)
            for language in self.rulebook.words
            for edition in self.rulebook.editions
        }
        self._kept_names: dict[tuple[str, str], ComponentNames] = {}
        self.rules_version = replace(self.rulebook.rules_version, engine=engine)
        self.version = f"{self.rules_version.game}/{self.rules_version.rulebook}+{self.rules_version.engine}"

    def reader(self, language: str, table: Any) -> Reader:
        """The reader of an answer: with the language, the edition of the table, and the names of the pack."""
        reader = self.readers[language, table.choices.edition]
        pack = table.box.pack.id if self.packs.is_kept(table.box) else None
        return reader.naming(self._names(table.box, pack, language), pack)

    def _names(self, box: Any, pack: str | None, language: str) -> ComponentNames:
        """The names of components; those of a pack that came with the request are not kept."""
        if pack is None:
            return self.game.component_names(box, self.rulebook.words[language])
        if (pack, language) not in self._kept_names:
            self._kept_names[pack, language] = self.game.component_names(box, self.rulebook.words[language])
        return self._kept_names[pack, language]

    def table(self, state: Any, values: dict[str, Any], pointer: str = "/state") -> Any:
        """The table of a state, of a score pad or of a battle, with the pack and the house rules of the question."""
        house_rules = values.get("house_rules")
        if house_rules is not None:
            state = replace(state, options=with_house_rules(state.options, house_rules))
        pack = self.packs.pick(values.get("pack"))
        try:
            return self.tables[type(state)](state, pack, self.game.choices(state.options))
        except Malformed as error:
            raise error.under(pointer) from error

    def opening_table(self, setup: dict[str, Any], values: dict[str, Any], pointer: str = "") -> Any:
        """A new table, set up for these players."""
        options = setup.get("options") or self.game.shapes.options()
        if values.get("house_rules") is not None:
            options = with_house_rules(options, values["house_rules"])
        pack = self.packs.pick(values.get("pack"))
        players = setup["players"]
        try:
            choices = self.game.choices(options)
            if len(set(players)) != len(players):
                raise malformed(f"/players/{second_of_a_name(players)}", SAME_NAME)
            fewest, most = self.game.meta.players
            if not fewest <= len(players) <= most:
                raise malformed("/players", f"The game is for {fewest} to {most} players, not for {len(players)}.")
            state = self.game.setup(players, options, setup.get("seed"), pack, choices)
        except Malformed as error:
            raise error.under(pointer) from error
        return self.game.table(state, pack, choices)

    def check_references(self, table: Any, move: Any, pointer: str = "/move") -> None:
        """Refuse a move that names a player or a piece that does not exist."""
        try:
            self.game.check_references(table, move)
        except Malformed as error:
            raise error.under(pointer) from error
