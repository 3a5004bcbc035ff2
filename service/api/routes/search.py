"""The search in rules, glossaries and cases, by the edition of the reader."""

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from flask import Blueprint, Response, g
from msgspec import UNSET

from schemas import reference as shapes
from schemas.base import malformed
from schemas.envelopes import MOST_HITS, RulesQuery, SearchQuery
from service.api.openapi import documented
from service.api.problems import QUERY, no_such_game
from service.api.request import language_of, read_query
from service.api.responses import content_language, fresh_page
from service.operations.served_game import ServedGame
from service.referee.budget import use
from service.referee.cases import rules_of
from service.referee.search.documents import Entry, Kind, Library
from service.referee.search.search import KINDS, Hit, Reader, Search

RULES: tuple[Kind, ...] = ("rule",)


class Found(NamedTuple):
    """The best hits, how many there are in all, and how each game was read."""

    hits: list[shapes.SearchHit]
    total: int
    readers: dict[str, Reader]

    @property
    def language(self) -> str:
        """The Content-Language: that of the hits, or of all that was searched."""
        found = [self.readers[hit.game].language for hit in self.hits]
        return content_language(found or [reader.language for reader in self.readers.values()])


class GameSearch:
    """The search over the games that are served."""

    def __init__(self, games: dict[str, ServedGame]) -> None:
        self.games = games
        self._search = Search(
            Library(served.game.meta.title, served.rulebook, served.cases) for served in games.values()
        )

    def find(
        self, query: dict[str, Any], games: Iterable[ServedGame], kinds: Collection[Kind], limit: int = MOST_HITS
    ) -> Found:
        """The best hits for the words of a query string."""
        readers = readers_of(list(games), query)
        with use(g.work.budget):
            hits = self._search.find(query.get("q", ""), readers, limit, kinds)
        return Found([self._hit(hit, readers[hit.entry.game]) for hit in hits.best], hits.total, readers)

    def _hit(self, hit: Hit, reader: Reader) -> shapes.SearchHit:
        entry = hit.entry
        if entry.kind == "rule":
            return _rule_hit(hit, self.games[entry.game], reader)
        return shapes.SearchHit(
            kind=entry.kind, game=entry.game, id=entry.id, title=hit.title, text=hit.text, **_of_case(entry)
        )


def _rule_hit(hit: Hit, served: ServedGame, reader: Reader) -> shapes.SearchHit:
    book, rule = served.rulebook, hit.entry.id
    return shapes.SearchHit(
        kind="rule",
        game=served.id,
        id=book.full_ids[rule],
        title=hit.title,
        text=hit.text,
        source=book.source(rule, reader.edition, reader.language),
        house_ruling=book.rules[rule].house_in(reader.edition) or UNSET,
    )


def _of_case(entry: Entry) -> dict[str, Any]:
    case = entry.case
    return {} if case is None else {"verdict": case.expected.verdict, "rules": rules_of(case)}


def readers_of(games: list[ServedGame], query: dict[str, Any]) -> dict[str, Reader]:
    """The language and the edition in which each game is searched for this reader.

    An edition that is given has to be one of at least one game; the other games are searched by their own.
    """
    edition: str = query.get("edition", "")
    check_edition(edition, [name for served in games for name in served.rulebook.editions])
    readers = {}
    for served in games:
        language = language_of(query, served.languages)
        book = served.rulebook
        readers[served.id] = Reader(language, edition if edition in book.editions else book.edition_for(language))
    return readers


def check_edition(edition: str, known: Iterable[str]) -> None:
    """Refuse an edition that does not exist; an empty one is none."""
    names = dict.fromkeys(known)
    if edition and edition not in names:
        raise malformed(f"{QUERY}/edition", f"There is no edition {edition!r}; there are: {', '.join(names)}.")


def blueprint(game_search: GameSearch) -> Blueprint:
    """The routes of the search in all games."""
    routes = Blueprint("search", __name__, url_prefix="/v1")
    games = game_search.games

    @routes.get("/search")
    @documented(
        "search",
        "Search rules, glossary and cases for words or a question",
        query=SearchQuery(),
        answer=shapes.SearchAnswer,
        problems=(404, 422),
    )
    def search() -> Response:
        query = read_query(SearchQuery())
        game, kind = query.get("game"), query.get("kind")
        if game is not None and game not in games:
            raise no_such_game(game, games)
        searched = games.values() if game is None else [games[game]]
        found = game_search.find(query, searched, KINDS if kind is None else (kind,), query["limit"])
        editions = {name: reader.edition for name, reader in found.readers.items()}
        return fresh_page(shapes.SearchAnswer(hits=found.hits, total=found.total, editions=editions), found.language)

    @routes.get("/rules")
    @documented("rules", "Search the rules of all games", query=RulesQuery(), answer=shapes.RulesAnswer)
    def rules() -> Response:
        found = game_search.find(read_query(RulesQuery()), games.values(), RULES)
        return fresh_page(shapes.RulesAnswer(hits=found.hits), found.language)

    return routes
