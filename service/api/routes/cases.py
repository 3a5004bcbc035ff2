"""The GET routes of the case library: by game, and all of it in one file."""

from typing import Any

from flask import Blueprint, Response, g

from schemas.cases import FORMAT, Case, CaseAnswer, CaseEntry, CasesAnswer, CasesQuery, KitAnswer, KitQuery
from schemas.envelopes import LanguageQuery
from service.api.openapi import documented
from service.api.problems import Problem, no_such_game
from service.api.request import language_of, read_query
from service.api.responses import fresh_page
from service.api.routes.reference import ReferencePages
from service.operations.served_game import ServedGame
from service.referee.budget import use
from service.referee.cases import rules_of, title_of

FILE_NAME = "brehon-cases"


def case_entry(case: Case, language: str) -> CaseEntry:
    return CaseEntry(
        id=case.id,
        game=case.game,
        title=title_of(case, language),
        source=case.source,
        operation=case.operation,
        verdict=case.expected.verdict,
        rules=rules_of(case),
    )


def add_routes(routes: Blueprint, served: ServedGame) -> None:
    """The cases of one game."""

    @routes.get("/cases")
    @documented(
        "cases", "The case library, or a search in it", game=served.game, query=CasesQuery(), answer=CasesAnswer
    )
    def cases() -> Response:
        query = read_query(CasesQuery())
        language = language_of(query, served.languages)
        with use(g.work.budget):
            entries = [case_entry(case, language) for case in served.cases.find(query, language)]
        return fresh_page(CasesAnswer(cases=entries, rules_version=served.rules_version), language)

    @routes.get("/cases/<case>")
    @documented("case", "One case", game=served.game, query=LanguageQuery(), answer=CaseAnswer, problems=(404, 422))
    def one_case(case: str) -> Response:
        language = language_of(read_query(LanguageQuery()), served.languages)
        entry = served.cases.cases.get(case)
        if entry is None:
            raise Problem(404, f"There is no case {case!r} in {served.id}.")
        return fresh_page(CaseAnswer(case=entry, rules_version=served.rules_version), language)


def blueprint(pages: ReferencePages) -> Blueprint:
    """All cases of all games in one file."""
    routes = Blueprint("cases", __name__, url_prefix="/v1")

    @routes.get("/cases")
    @documented(
        "cases",
        "All cases in one file: the conformance kit",
        query=KitQuery(),
        answer=KitAnswer,
        problems=(404, 422),
    )
    def cases() -> Response:
        query: dict[str, Any] = read_query(KitQuery())
        game, source = query.get("game"), query.get("source")
        if game is not None and game not in pages.games:
            raise no_such_game(game, pages.games)
        games = [served for served in pages.games.values() if game in (None, served.id)]
        response = pages.page(f"cases/{game}/{source}", language_of(query), lambda: _kit(games, source))
        name = FILE_NAME if game is None else f"{FILE_NAME}-{game}"
        response.headers["Content-Disposition"] = f'inline; filename="{name}.json"'
        return response

    return routes


def _kit(games: list[ServedGame], source: str | None) -> KitAnswer:
    return KitAnswer(
        format=FORMAT,
        rules_versions=[served.rules_version for served in games],
        cases=[
            case for served in games for case in served.cases.cases.values() if source in (None, case.source.kind)
        ],
    )
