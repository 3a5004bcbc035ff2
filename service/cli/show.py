"""Answers for people: the summary, the rules with their places in the book, and what else the answer has.

Colours are for a terminal only; rich leaves them out elsewhere, and where NO_COLOR is set.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from service.cli import boards
from service.cli.documents import QuestionBody
from service.cli.words import Words

Json = Mapping[str, Any]
STYLES = {
    "legal": "bold green",
    "possible": "bold green",
    "illegal": "bold red",
    "impossible": "bold red",
    "undetermined": "bold yellow",
}
MOST_LISTED = 50
"""Legal moves that are shown; ``--json`` has all."""


class Page:
    """What is written to standard output."""

    def __init__(self, lang: str | None = None, *, stderr: bool = False) -> None:
        self.words = Words(lang)
        self.console = Console(highlight=False, markup=False, emoji=False, stderr=stderr)

    def line(self, text: str = "", style: str = "", indent: int = 0) -> None:
        if self.console.is_terminal:
            self.console.print(Padding(Text(text, style), (0, 0, 0, indent)))
        else:  # what reads a pipe wants lines whole
            self.console.print(Text(" " * indent + text, style), soft_wrap=True)

    def section(self, label: str, lines: Iterable[str], style: str = "") -> None:
        """A heading with lines below it; nothing without lines."""
        listed = list(lines)
        if listed:
            self.line()
            self.line(self.words[label], "bold")
            for each in listed:
                self.line(each, style, indent=2)


def answer(operation: str, question: QuestionBody, content: Json, lang: str | None) -> None:
    """The answer to one question."""
    page = Page(lang)
    page.line(content["summary"], STYLES[content["verdict"]])
    if operation == "score":
        _score(page, content)
    if operation == "legal-moves":
        _legal_moves(page, content)
    ruling = content.get("ruling") or content
    _ruling(page, ruling, position=content["verdict"] == "impossible")
    citations = {citation["rule"]: citation for citation in ruling.get("citations", ())}
    if content.get("repair"):
        _remedies(page, content["repair"])
        citations |= {citation["rule"]: citation for citation in content["repair"]["citations"]}
    page.section("rules", (line for rule in citations.values() for line in _citation(page, rule)))
    page.section("instead", map(_compact, content.get("suggestions", ())))
    differences = [*content.get("differs_under", ()), *content.get("comparison", ())]
    page.section("otherwise", (_difference(page, one) for one in differences))
    page.section("rests on", (foundation["text"] for foundation in content["rests_on"]), "dim")
    if question.game == "kingdomino" and operation in ("validate", "audit", "score", "resolve"):
        for line in boards.kingdoms(msgspec.json.decode(question.body), content, page.words):
            page.line(line)
    _next(page, content.get("next"))
    page.line()
    page.line(f"{page.words['case']} {content['case_id']}", "dim")


def _ruling(page: Page, content: Json, *, position: bool) -> None:
    violations = content.get("violations", ())
    page.section(
        "contradictions" if position else "broken", (f"{one['rule']}: {one['message']}" for one in violations), "red"
    )
    page.section("events", (event["text"] for event in content.get("events", ())))
    page.section("assumed", map(_fact, content.get("assumed", ())), "yellow")
    page.section("missing", map(_fact, content.get("missing", ())), "yellow")


def _citation(page: Page, citation: Json) -> list[str]:
    """Title and text of a rule, and where each book has it."""
    places = [place for source in citation["sources"] if (place := _place(page, source))]
    ruling = citation["house_ruling"]
    if ruling:
        places.append(f"{page.words['house ruling']} {ruling['number']}: {ruling['reason']}")
    return [f"{citation['title']} ({citation['rule']})", f"  {citation['text']}", *(f"  {place}" for place in places)]


def _place(page: Page, source: Json) -> str:
    status = "" if source["status"] == "states" else page.words[source["status"]]
    said = "; ".join(part for part in (source["section"], status, source["difference"]) if part)
    return f"{page.words['edition']} {source['edition']}: {said}" if said else ""


def _fact(fact: Json) -> str:
    zones = ", ".join(fact["zones"])
    return f"{fact['text']} ({zones})" if zones else str(fact["text"])


def _difference(page: Page, difference: Json) -> str:
    """Of a ruling or of a score."""
    edition, house_rule, value = (difference["under"][name] for name in ("edition", "house_rule", "value"))
    under = f"{page.words['edition']} {edition}" if edition else f"{house_rule} = {value}"
    if "totals" in difference:
        totals = ((name, "?" if total is None else total) for name, total in difference["totals"].items())
        return f"{under}: " + ", ".join(f"{name} {total}" for name, total in totals)
    changes = difference["changes"]
    details = [*difference["rules"], *([] if changes == "verdict" else [page.words[f"changes {changes}"]])]
    return f"{under}: {page.words[difference['verdict']]}" + (f" ({', '.join(details)})" if details else "")


def _next(page: Page, due: Json | None) -> None:
    if due is None:
        return
    page.line()
    if "unknown" in due:
        page.line(page.words["next unknown"])
        return
    moves = ", ".join(due.get("moves", ()))
    who = ", ".join(due.get("players", ())) or page.words["not a player" if moves else "nobody"]
    page.line(f"{page.words['next']}: {who}" + (f" ({moves})" if moves else ""))


def _score(page: Page, content: Json) -> None:
    for player in content["players"]:
        page.line()
        page.line(f"{player['name']}: {'?' if player['total'] is None else player['total']}", "bold")
        for line in player["lines"]:
            page.line(f"{line['points']:>4}  {line['text']} ({line['rule']})")
    places = [f"{number}. {', '.join(names)}" for number, names in enumerate(content["ranking"], start=1)]
    page.section("ranking", [*places, *(decision["text"] for decision in content["decided_by"])])
    page.section("claims", (line for claim in content["claims"] for line in _claim(claim)))


def _claim(claim: Json) -> list[str]:
    mark = "=" if claim["correct"] else "≠"
    first = f"{claim['name']}: {claim['claimed']} {mark} {'?' if claim['total'] is None else claim['total']}"
    return [first, *(f"  {explanation['text']}" for explanation in claim["explanations"])]


def _legal_moves(page: Page, content: Json) -> None:
    moves = content["moves"]
    more = [f"… ({len(moves)})"] if len(moves) > MOST_LISTED else []
    page.section("moves", [*map(_compact, moves[:MOST_LISTED]), *more])
    if not content["complete"]:
        page.line(page.words["incomplete"] + ".", "yellow")
    refused = ((refusal["type"], violation) for refusal in content["refused"] for violation in refusal["violations"])
    page.section("refused", (f"{kind}: {violation['message']}" for kind, violation in refused))


def _remedies(page: Page, repair: Json) -> None:
    lines = []
    for remedy in repair["remedies"]:
        by_rule = f" ({page.words['recommended']})" if remedy["recommended"] else ""
        lines.append(f"{remedy['remedy']}{by_rule}: {remedy['text']}")
        lines += [f"  {violation['message']}" for violation in remedy["violations"]]
        if remedy["move"] is not None:
            lines.append(f"  {_compact(remedy['move'])}")
    lines += [f"{left_out['remedy']}: {left_out['text']}" for left_out in repair["left_out"]]
    page.section("remedies", lines)


def _compact(move: Json) -> str:
    return msgspec.json.encode(move).decode()


def pack(content: Json) -> None:
    """What was found in a component pack."""
    page = Page()
    page.line(content["summary"], STYLES["possible" if content["usable"] else "impossible"])
    for finding in content["findings"]:
        style = "red" if finding["level"] == "error" else "yellow"
        page.line(f"{finding['level']}: {finding['pointer'] or '/'}: {finding['message']}", style, indent=2)


def hits(content: Json, lang: str | None) -> None:
    """What a search found."""
    page = Page(lang)
    for hit in content["hits"]:
        page.line(f"{_plain(hit['title'])} ({hit['id']})", "bold")
        if hit["text"]:
            page.line(_plain(hit["text"]), indent=2)
        if "source" in hit and (place := _place(page, hit["source"])):
            page.line(place, "dim", indent=2)
        if "house_ruling" in hit:
            page.line(f"{page.words['house ruling']} {hit['house_ruling']}", "dim", indent=2)
        if "verdict" in hit:
            page.line(f"{page.words[hit['verdict']]}: {', '.join(hit['rules'])}", "dim", indent=2)
        page.line()
    shown = len(content["hits"])
    page.line(page.words["of hits"].format(shown=shown, all=content["total"]) if shown else page.words["no hits"])


def counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def _plain(text: str) -> str:
    """Without the marks around the words that were found."""
    return text.replace("<mark>", "").replace("</mark>", "")
