"""The case library: looked up by game, and all of it in one file."""

from typing import Any

from flask import Response
from flask_smorest import Blueprint

from schemas.cases import FORMAT, Case, CaseAnswer, CaseEntry, CasesAnswer, CasesQuery, KitAnswer, KitQuery
from schemas.envelopes import LanguageQuery
from service.api.desk import Desk
from service.api.edge import language_for
from service.api.openapi import problems
from service.api.problems import Problem
from service.api.reference import Library, fresh
from service.referee.cases import rules_of, title_of

KIT = "brehon-cases"


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


def add_cases(pages: Blueprint, desk: Desk) -> None:
    """The cases of one game."""

    @pages.route("/cases")
    @pages.arguments(CasesQuery(), location="query")
    @pages.response(200, CasesAnswer())
    @pages.doc(operationId=f"{desk.id}-cases", summary="The case library, or a search in it", responses=problems(422))
    def cases(query: dict[str, Any]) -> Response:
        language = language_for(query)
        entries = [case_entry(case, language) for case in desk.cases.find(query, language)]
        return fresh({"cases": entries, "rules_version": desk.book.rules_version}, language)

    @pages.route("/cases/<case>")
    @pages.arguments(LanguageQuery(), location="query")
    @pages.response(200, CaseAnswer())
    @pages.doc(operationId=f"{desk.id}-case", summary="One case", responses=problems(404, 422))
    def one_case(query: dict[str, Any], case: str) -> Response:
        found = desk.cases.cases.get(case)
        if found is None:
            raise Problem(404, f"There is no case {case!r} in {desk.id}.")
        return fresh({"case": found, "rules_version": desk.book.rules_version}, language_for(query))


def kit(library: Library, blueprint_class: type[Blueprint]) -> Blueprint:
    """All cases of all games in one file."""
    pages = blueprint_class("cases", __name__, url_prefix="/v1", description="The case library")

    @pages.route("/cases")
    @pages.arguments(KitQuery(), location="query")
    @pages.response(200, KitAnswer())
    @pages.doc(
        operationId="cases", summary="All cases in one file: the conformance kit", responses=problems(404, 422)
    )
    def cases(query: dict[str, Any]) -> Response:
        wanted = query.get("game")
        if wanted is not None and wanted not in library.desks:
            raise Problem(404, f"There is no game {wanted!r}; there are: {', '.join(library.desks)}.")
        desks = [desk for desk in library.desks.values() if wanted in (None, desk.id)]
        source = query.get("source")
        response = library.page(f"cases/{wanted}/{source}", language_for(query), lambda: _content(desks, source))
        name = KIT if wanted is None else f"{KIT}-{wanted}"
        response.headers["Content-Disposition"] = f'inline; filename="{name}.json"'
        return response

    return pages


def _content(desks: list[Desk], source: str | None) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "rules_versions": [desk.book.rules_version for desk in desks],
        "cases": [case for desk in desks for case in desk.cases.cases.values() if source in (None, case.source.kind)],
    }
