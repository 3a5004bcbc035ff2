"""The GET routes: games, rules, packs. Their content changes only with a release, so it is written once."""

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
from flask import Response, request
from flask_smorest import Blueprint

from schemas import reference as shapes
from schemas.envelopes import LANGUAGES, LanguageQuery, RulesQuery, pack_query
from service.api.desk import Desk
from service.api.edge import language_for
from service.api.openapi import problems
from service.api.operations import OPERATIONS
from service.api.problems import Problem
from service.referee.search import RuleSearch

_encode = msgspec.json.Encoder().encode
CACHE_CONTROL = "public, max-age=300"


class Library:
    """Everything that can be looked up, with finished pages kept by address and language."""

    def __init__(self, desks: dict[str, Desk]) -> None:
        self.desks = desks
        self._pages: dict[tuple[str, str], tuple[bytes, str]] = {}
        self._search: RuleSearch | None = None

    @property
    def search(self) -> RuleSearch:
        """Opened when it is first needed: a connection must not be carried over a fork."""
        if self._search is None:
            self._search = RuleSearch(desk.book for desk in self.desks.values())
        return self._search

    def page(self, address: str, language: str, content: Callable[[], dict[str, Any]]) -> Response:
        """A page that is the same for everybody who reads this language."""
        kept = self._pages.get((address, language))
        if kept is None:
            body = _encode(content())
            kept = self._pages[address, language] = body, hashlib.blake2b(body, digest_size=12).hexdigest()
        return answer(*kept, language)


def answer(body: bytes, etag: str, language: str) -> Response:
    response = Response(body, content_type="application/json")
    response.set_etag(etag)
    response.headers["Cache-Control"] = CACHE_CONTROL
    response.headers["Content-Language"] = language
    response.headers["Vary"] = "Accept-Language"
    response.make_conditional(request)
    return response


def fresh(content: dict[str, Any], language: str) -> Response:
    """A page made for this request alone, such as the hits of a search."""
    body = _encode(content)
    return answer(body, hashlib.blake2b(body, digest_size=12).hexdigest(), language)


def game_entry(desk: Desk, language: str) -> shapes.GameEntry:
    meta, words = desk.game.META, desk.book.words[language]
    return shapes.GameEntry(
        id=meta.id,
        title=meta.title,
        players=meta.players,
        variants=list(meta.variants),
        editions=[shapes.EditionEntry(**edition._asdict()) for edition in desk.book.editions.values()],
        supplements=[shapes.SupplementEntry(**entry._asdict()) for entry in desk.book.supplements.values()],
        house_rules=[
            shapes.HouseRuleEntry(
                name=rule.name,
                title=words.house_rules[rule.name]["title"],
                values=[
                    shapes.HouseRuleValue(
                        value=value,
                        text=words.house_rules[rule.name][value],
                        editions=[edition for edition, own in rule.by_edition.items() if own == value],
                    )
                    for value in rule.values
                ],
            )
            for rule in meta.house_rules.values()
        ],
        languages=list(LANGUAGES),
        moves=[shapes.MoveType(type=kind, made_by=who) for kind, who in meta.move_types.items()],
        packs=list(desk.shelf.packs),
        operations=[name.replace("packs-check", "packs/check") for name in OPERATIONS if name in desk.questions],
        rules_version=desk.book.rules_version,
    )


def rule_entry(desk: Desk, rule: str, language: str) -> shapes.RuleEntry:
    cited = desk.book.citation(rule, "decides", language, next(iter(desk.book.editions)))
    return shapes.RuleEntry(
        id=cited.rule,
        title=cited.title,
        text=cited.text,
        kind=desk.book.rules[rule].kind,
        sources=cited.sources,
        house_ruling=cited.house_ruling,
    )


def rule_tree(desk: Desk, language: str) -> dict[str, Any]:
    """Sections in the order in which the printed book first comes to them."""
    words = desk.book.words[language]
    sections: dict[str, list[shapes.RuleEntry]] = {}
    for rule in desk.book.rules.values():
        sections.setdefault(rule.section, []).append(rule_entry(desk, rule.id, language))
    return {
        "game": desk.id,
        "sections": [
            shapes.SectionEntry(id=section, title=words.sections[section], rules=rules)
            for section, rules in sections.items()
        ],
        "glossary": words.glossary,
        "terms": words.terms,
        "rules_version": desk.book.rules_version,
    }


def hits(library: Library, query: str, language: str, game: str | None) -> dict[str, Any]:
    return {
        "hits": [
            shapes.SearchHit(game=hit.game, id=f"{hit.game}/{hit.rule}", title=hit.title, text=hit.text)
            for hit in library.search.find(query, language, game)
        ]
    }


def add_reference(pages: Blueprint, library: Library, desk: Desk) -> None:
    """The GET routes of one game."""

    @pages.route("")
    @pages.arguments(LanguageQuery(), location="query")
    @pages.response(200, shapes.GameAnswer())
    @pages.doc(operationId=f"{desk.id}-game", summary="About the game", responses=problems(422))
    def about(query: dict[str, Any]) -> Response:
        language = language_for(query)
        return library.page(desk.id, language, lambda: {"game": game_entry(desk, language)})

    @pages.route("/rules")
    @pages.arguments(RulesQuery(), location="query")
    @pages.response(200, shapes.RulesAnswer())
    @pages.doc(operationId=f"{desk.id}-rules", summary="All rules, or a search in them", responses=problems(422))
    def rules(query: dict[str, Any]) -> Response:
        language = language_for(query)
        if query.get("q") is not None:
            found = hits(library, query["q"], language, desk.id)
            return fresh({**found, "rules_version": desk.book.rules_version}, language)
        return library.page(f"{desk.id}/rules", language, lambda: rule_tree(desk, language))

    @pages.route("/rules/coverage")
    @pages.arguments(LanguageQuery(), location="query")
    @pages.response(200, shapes.CoverageAnswer())
    @pages.doc(operationId=f"{desk.id}-coverage", summary="How each rule is used and tested", responses=problems(422))
    def coverage(query: dict[str, Any]) -> Response:
        return library.page(f"{desk.id}/coverage", "en", lambda: coverage_of(desk))

    @pages.route("/rules/<path:rule>")
    @pages.arguments(LanguageQuery(), location="query")
    @pages.response(200, shapes.RuleAnswer())
    @pages.doc(operationId=f"{desk.id}-rule", summary="One rule", responses=problems(404, 422))
    def one_rule(query: dict[str, Any], rule: str) -> Response:
        language, short = language_for(query), rule.removeprefix(f"{desk.id}/")
        if short not in desk.book.rules:
            raise Problem(404, f"There is no rule {rule!r} in {desk.id}.")
        content = {"rule": rule_entry(desk, short, language), "rules_version": desk.book.rules_version}
        return fresh(content, language)

    @pages.route("/packs")
    @pages.arguments(LanguageQuery(), location="query")
    @pages.response(200, shapes.PacksAnswer())
    @pages.doc(operationId=f"{desk.id}-packs", summary="The packs on the shelf", responses=problems(422))
    def packs(query: dict[str, Any]) -> Response:
        entries = [
            shapes.PackEntry(id=box.pack.id, title=box.pack.title, note=box.pack.note, stand_in=box.stand_in)
            for box in desk.shelf.packs.values()
        ]
        return library.page(f"{desk.id}/packs", "en", lambda: {"packs": entries})

    @pages.route("/packs/<pack>")
    @pages.arguments(pack_query(desk.game.META.pack_filters, desk.id), location="query")
    @pages.response(200, shapes.pack_answer(desk.game.SHAPES.pack, desk.id))
    @pages.doc(operationId=f"{desk.id}-pack", summary="A pack's content", responses=problems(404, 422))
    def one_pack(query: dict[str, Any], pack: str) -> Response:
        if pack not in desk.shelf.packs:
            raise Problem(404, f"There is no pack {pack!r}; there are: {', '.join(desk.shelf.packs)}.")
        content = desk.shelf.packs[pack].pack
        return fresh({"pack": desk.game.filter_pack(content, query)}, "en")


def add_template(pages: Blueprint, library: Library, desk: Desk) -> None:
    """The pack to be filled in, for games that have one."""
    template = desk.game.META.template
    if template is None:
        return
    content = {
        "pack": template.pack,
        "parts": [shapes.PackPartEntry(**part._asdict()) for part in template.parts],
    }

    @pages.route("/packs/template")
    @pages.arguments(LanguageQuery(), location="query")
    @pages.response(200, shapes.template_answer(desk.game.SHAPES.pack, desk.id))
    @pages.doc(operationId=f"{desk.id}-template", summary="A pack to be filled in", responses=problems(422))
    def empty_pack(query: dict[str, Any]) -> Response:
        return library.page(f"{desk.id}/template", "en", lambda: content)


def coverage_of(desk: Desk) -> dict[str, Any]:
    """How each rule is used, and the tests that obey and break it (written by ``make coverage``)."""
    tests = desk.book.coverage
    return {
        "rules": [
            shapes.CoverageEntry(
                id=desk.book.full_ids[rule.id],
                kind=rule.kind,
                obeyed_by=tests.get(rule.id, {}).get("obeys", []),
                broken_by=tests.get(rule.id, {}).get("breaks", []),
            )
            for rule in desk.book.rules.values()
        ],
        "rules_version": desk.book.rules_version,
    }


def overview(library: Library, blueprint_class: type[Blueprint]) -> Blueprint:
    """The GET routes that are not of one game."""
    pages = blueprint_class("games", __name__, url_prefix="/v1", description="Games, and rules across games")

    @pages.route("/games")
    @pages.arguments(LanguageQuery(), location="query")
    @pages.response(200, shapes.GamesAnswer())
    @pages.doc(operationId="games", summary="All games", responses=problems(422))
    def games(query: dict[str, Any]) -> Response:
        language = language_for(query)
        entries = [game_entry(desk, language) for desk in library.desks.values()]
        return library.page("games", language, lambda: {"games": entries})

    @pages.route("/rules")
    @pages.arguments(RulesQuery(), location="query")
    @pages.response(200, shapes.RulesAnswer())
    @pages.doc(operationId="rules", summary="Search the rules of all games", responses=problems(422))
    def rules(query: dict[str, Any]) -> Response:
        language = language_for(query)
        return fresh(hits(library, query.get("q", ""), language, None), language)

    return pages
