"""The GET routes of a game: its description, its rules, its packs. They change only with a release."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Response
from msgspec import UNSET

from schemas import reference as shapes
from schemas.envelopes import LanguageQuery, RulesQuery, pack_query
from service.api.openapi import documented
from service.api.problems import Problem
from service.api.request import language_of, read_query
from service.api.responses import content_language, encode, etag_of, fresh_page, reference_response
from service.api.routes.search import RULES, GameSearch, check_edition
from service.operations.answering import OPERATIONS
from service.operations.served_game import ServedGame
from service.referee.rulebook import Rulebook
from service.referee.translated import in_language

ENGLISH = "en"
"""The language of pages that have no texts in other ones."""


class ReferencePages:
    """Encoded reference pages by address and language; each is encoded when it is first asked for."""

    def __init__(self, games: dict[str, ServedGame]) -> None:
        self.games = games
        self._encoded: dict[tuple[str, str], tuple[bytes, str]] = {}

    def page(self, address: str, language: str, content: Callable[[], Any]) -> Response:
        """A page that is the same for everybody who reads this language."""
        encoded = self._encoded.get((address, language))
        if encoded is None:
            body = encode(content())
            encoded = self._encoded[address, language] = body, etag_of(body)
        return reference_response(*encoded, language)


# ---------------------------------------------------------------- content


def game_entry(served: ServedGame, language: str) -> shapes.GameEntry:
    game, words = served.game, served.rulebook.words[language]
    return shapes.GameEntry(
        id=game.meta.id,
        title=game.meta.title,
        players=game.meta.players,
        variants=list(game.variants),
        editions=[
            shapes.EditionEntry(**{**edition._asdict(), "note": edition.note[language]})
            for edition in served.rulebook.editions.values()
        ],
        supplements=[
            shapes.SupplementEntry(**{**entry._asdict(), "note": entry.note[language]})
            for entry in served.rulebook.supplements.values()
        ],
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
            for rule in game.house_rules.values()
        ],
        languages=list(served.languages),
        level=served.level,
        coverage=coverage_summary(served),
        moves=[shapes.MoveType(type=kind, made_by=maker) for kind, maker in game.move_types.items()],
        packs=list(served.packs.packs),
        operations=[name.replace("packs-check", "packs/check") for name in OPERATIONS if name in served.questions],
        rules_version=served.rules_version,
    )


def rule_entry(served: ServedGame, rule: str, language: str, edition: str = "") -> shapes.RuleEntry:
    rulebook = served.rulebook
    citation = rulebook.citation(rule, "decides", language, edition or next(iter(rulebook.editions)))
    return shapes.RuleEntry(
        id=citation.rule,
        title=citation.title,
        text=citation.text,
        kind=rulebook.rules[rule].kind,
        sources=citation.sources,
        house_ruling=citation.house_ruling,
    )


def rule_tree(served: ServedGame, language: str, edition: str = "") -> shapes.RulesAnswer:
    """Sections in the order in which the printed book first comes to them."""
    words = served.rulebook.words[language]
    sections: dict[str, list[shapes.RuleEntry]] = {}
    for rule in served.rulebook.rules.values():
        sections.setdefault(rule.section, []).append(rule_entry(served, rule.id, language, edition))
    return shapes.RulesAnswer(
        game=served.id,
        sections=[
            shapes.SectionEntry(id=section, title=words.sections[section], rules=rules)
            for section, rules in sections.items()
        ],
        glossary=dict(words.glossary),
        terms=dict(words.terms),
        zones=dict(words.zones) or UNSET,
        rules_version=served.rules_version,
    )


def games_in(pages: ReferencePages, languages: Mapping[str, str]) -> shapes.GamesAnswer:
    return shapes.GamesAnswer(games=[game_entry(served, languages[served.id]) for served in pages.games.values()])


def languages_of(pages: ReferencePages, query: dict[str, Any]) -> dict[str, str]:
    """The language in which each game is described to this reader."""
    return {served.id: language_of(query, served.languages) for served in pages.games.values()}


def coverage_of(served: ServedGame) -> shapes.CoverageAnswer:
    """How each rule is used, and the tests that saw it kept and broken (written by ``make coverage``)."""
    return shapes.CoverageAnswer(
        rules=[coverage_entry(served.rulebook, rule.id) for rule in served.rulebook.rules.values()],
        rules_version=served.rules_version,
    )


def coverage_summary(served: ServedGame) -> shapes.CoverageSummary:
    rulebook = served.rulebook
    seen = [rulebook.coverage.get(rule, {}) for rule in rulebook.rules]
    return shapes.CoverageSummary(
        rules=len(rulebook.rules),
        kept=sum(bool(tests.get("obeys")) for tests in seen),
        can_be_broken=sum(map(rulebook.can_be_broken, rulebook.rules)),
        broken=sum(bool(tests.get("breaks")) for tests in seen),
        path=f"/v1/games/{served.id}/rules/coverage",
    )


def coverage_entry(rulebook: Rulebook, rule: str) -> shapes.CoverageEntry:
    tests = rulebook.coverage.get(rule, {})
    obeyed, broken = tests.get("obeys", {}), tests.get("breaks", {})
    seen = [{role.split(" in ")[0] for role in roles.split(", ")} for roles in (*obeyed.values(), *broken.values())]
    roles = Counter(role for each in seen for role in each)
    return shapes.CoverageEntry(
        id=rulebook.full_ids[rule],
        kind=rulebook.rules[rule].kind,
        can_be_broken=rulebook.can_be_broken(rule),
        obeyed_by=list(obeyed),
        broken_by=list(broken),
        seen_as=dict(sorted(roles.items())),
    )


# ---------------------------------------------------------------- routes


def blueprint(pages: ReferencePages) -> Blueprint:
    """The routes that are not about one game."""
    routes = Blueprint("games", __name__, url_prefix="/v1")

    @routes.get("/games")
    @documented("games", "All games", query=LanguageQuery(), answer=shapes.GamesAnswer)
    def games() -> Response:
        languages = languages_of(pages, read_query(LanguageQuery()))
        return pages.page(
            f"games/{languages}", content_language(languages.values()), lambda: games_in(pages, languages)
        )

    return routes


def add_routes(routes: Blueprint, pages: ReferencePages, game_search: GameSearch, served: ServedGame) -> None:
    """The routes about one game."""
    _add_game_and_rules(routes, pages, game_search, served)
    _add_packs(routes, pages, served)


def _add_game_and_rules(
    routes: Blueprint, pages: ReferencePages, game_search: GameSearch, served: ServedGame
) -> None:
    @routes.get("")
    @documented("game", "About the game", game=served.game, query=LanguageQuery(), answer=shapes.GameAnswer)
    def about() -> Response:
        language = language_of(read_query(LanguageQuery()), served.languages)
        return pages.page(served.id, language, lambda: shapes.GameAnswer(game=game_entry(served, language)))

    @routes.get("/rules")
    @documented(
        "rules", "All rules, or a search in them", game=served.game, query=RulesQuery(), answer=shapes.RulesAnswer
    )
    def rules() -> Response:
        query = read_query(RulesQuery())
        language = language_of(query, served.languages)
        if query.get("q") is not None:
            found = game_search.find(query, [served], RULES)
            return fresh_page(shapes.RulesAnswer(hits=found.hits, rules_version=served.rules_version), language)
        edition = query.get("edition", "")
        check_edition(edition, served.rulebook.editions)
        address = f"{served.id}/rules/{edition}"
        return pages.page(address, language, lambda: rule_tree(served, language, edition))

    @routes.get("/rules/coverage")
    @documented(
        "coverage",
        "How each rule is used and tested",
        game=served.game,
        query=LanguageQuery(),
        answer=shapes.CoverageAnswer,
    )
    def coverage() -> Response:
        read_query(LanguageQuery())
        return pages.page(f"{served.id}/coverage", ENGLISH, lambda: coverage_of(served))

    @routes.get("/rules/<path:rule>")
    @documented(
        "rule", "One rule", game=served.game, query=LanguageQuery(), answer=shapes.RuleAnswer, problems=(404, 422)
    )
    def one_rule(rule: str) -> Response:
        language = language_of(read_query(LanguageQuery()), served.languages)
        short = rule.removeprefix(f"{served.id}/")
        if short not in served.rulebook.rules:
            raise Problem(404, f"There is no rule {rule!r} in {served.id}.")
        entry = rule_entry(served, short, language)
        return fresh_page(shapes.RuleAnswer(rule=entry, rules_version=served.rules_version), language)


def _add_packs(routes: Blueprint, pages: ReferencePages, served: ServedGame) -> None:
    filters = pack_query(served.game.meta.pack_filters, served.id)
    content_type = shapes.pack_answer(served.game.shapes.pack, served.id)

    @routes.get("/packs")
    @documented("packs", "The packs of the game", game=served.game, query=LanguageQuery(), answer=shapes.PacksAnswer)
    def packs() -> Response:
        read_query(LanguageQuery())
        entries = [
            shapes.PackEntry(id=pack.pack.id, title=pack.pack.title, note=pack.pack.note, stand_in=pack.stand_in)
            for pack in served.packs.packs.values()
        ]
        return pages.page(f"{served.id}/packs", ENGLISH, lambda: shapes.PacksAnswer(packs=entries))

    @routes.get("/packs/<pack>")
    @documented("pack", "A pack's content", game=served.game, query=filters, answer=content_type, problems=(404, 422))
    def one_pack(pack: str) -> Response:
        query = read_query(filters)
        if pack not in served.packs.packs:
            raise Problem(404, f"There is no pack {pack!r}; there are: {', '.join(served.packs.packs)}.")
        content = served.game.filter_pack(served.packs.packs[pack].pack, query)
        return fresh_page(content_type(pack=content), ENGLISH)

    template = served.game.meta.template
    if template is None:
        return
    template_type = shapes.template_answer(served.game.shapes.pack, served.id)

    def template_in(language: str) -> Any:
        parts = [
            shapes.PackPartEntry(
                part=part.part, needs=in_language(part.needs, language), without=in_language(part.without, language)
            )
            for part in template.parts
        ]
        pack_data = {
            name: in_language(part, language) if isinstance(part, str) else part
            for name, part in template.pack.items()
        }
        return template_type(pack=pack_data, parts=parts)

    @routes.get("/packs/template")
    @documented("template", "A pack to be filled in", game=served.game, query=LanguageQuery(), answer=template_type)
    def empty_pack() -> Response:
        language = language_of(read_query(LanguageQuery()), served.languages)
        return pages.page(f"{served.id}/template", language, lambda: template_in(language))
