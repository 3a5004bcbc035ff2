"""Answers as plain text: the summary, the rules with their places in the printed books, and what was assumed."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.json import encode

Answer = dict[str, Any]
_MARKS = re.compile("</?mark>")
"""Around the words that a search has found."""

LABELS = {
    "en": {
        "rules": "Rules",
        "assumed": "Assumed, because it was not sent (say so in your answer)",
        "missing": "Missing: the answer depends on this",
        "events": "What happens by itself",
        "moves": "Legal moves",
        "incomplete": "The list is not complete.",
        "cut": "Shown: the first {shown} of {all}.",
        "house": "house ruling",
        "silent": "in no printed book",
        "nothing": "Nothing found.",
        "points": "Points",
        "ranking": "Ranking",
    },
    "es": {
        "rules": "Reglas",
        "assumed": "Supuesto, porque no se indicó (dilo en tu respuesta)",
        "missing": "Falta: la respuesta depende de esto",
        "events": "Lo que ocurre por sí solo",
        "moves": "Jugadas legales",
        "incomplete": "La lista no está completa.",
        "cut": "Se muestran las primeras {shown} de {all}.",
        "house": "criterio de la casa",
        "silent": "en ningún reglamento impreso",
        "nothing": "No se encontró nada.",
        "points": "Puntos",
        "ranking": "Clasificación",
    },
    "pl": {
        "rules": "Zasady",
        "assumed": "Założono, bo tego nie podano (powiedz o tym w odpowiedzi)",
        "missing": "Brakuje: od tego zależy odpowiedź",
        "events": "Co dzieje się samo",
        "moves": "Dozwolone ruchy",
        "incomplete": "Lista nie jest pełna.",
        "cut": "Pokazano pierwsze {shown} z {all}.",
        "house": "rozstrzygnięcie własne",
        "silent": "w żadnej drukowanej instrukcji",
        "nothing": "Niczego nie znaleziono.",
        "points": "Punkty",
        "ranking": "Klasyfikacja",
    },
}


def text_of(answer: Answer, language: str) -> str:
    """The answer to any question: the parts that it has, in the order in which somebody asks for them."""
    labels = LABELS[language]
    parts: list[str] = [answer["summary"]] if answer.get("summary") else []
    if "verdict" in answer:
        parts.append(f"verdict: {answer['verdict']}")
    parts += [f"- {violation['message']} [{violation['rule']}]" for violation in answer.get("violations", ())]
    parts += _listed(labels["points"], map(_points, answer.get("players", ())))
    if answer.get("ranking"):
        parts.append(f"{labels['ranking']}: " + "; ".join(", ".join(place) for place in answer["ranking"]))
    parts += [f"- {decision['text']} [{decision['rule']}]" for decision in answer.get("decided_by", ())]
    parts += [f"- {foundation['text']}" for foundation in answer.get("rests_on", ())]
    parts += _listed(labels["events"], (event["text"] for event in answer.get("events", ())))
    for name in ("assumed", "missing"):
        parts += _listed(labels[name], (fact["text"] for fact in answer.get(name, ())))
    parts += _listed(labels["rules"], (_citation(one, labels) for one in answer.get("citations", ())))
    return "\n".join(parts)


def text_of_moves(answer: Answer, most: int, language: str) -> str:
    """The legal moves as JSON, one a line, and at most so many; then the rest of the answer."""
    labels, moves = LABELS[language], answer["moves"]
    lines = _listed(f"{labels['moves']} ({len(moves)})", (encode(move).decode() for move in moves[:most]))
    notes = [labels["cut"].format(shown=most, all=len(moves))] if len(moves) > most else []
    notes += [] if answer["complete"] else [labels["incomplete"]]
    return "\n".join([text_of(answer, language), *lines, *notes])


def text_of_hits(answer: Answer, language: str) -> str:
    """The hits of a search."""
    labels = LABELS[language]
    hits = [_hit(hit, labels) for hit in answer["hits"]]
    return "\n".join(hits) if hits else labels["nothing"]


def _points(player: Answer) -> str:
    total = "?" if player["total"] is None else player["total"]
    lines = "; ".join(line["text"] for line in player["lines"])
    return f"{player['name']}: {total} ({lines})" if lines else f"{player['name']}: {total}"


def _citation(citation: Answer, labels: dict[str, str]) -> str:
    return f"{citation['title']} [{citation['rule']}]: {citation['text']} ({_places(citation, labels)})"


def _places(citation: Answer, labels: dict[str, str]) -> str:
    """Where a rule stands in the printed books that state it."""
    places = [
        f"{source['edition']}: {source['section']}" for source in citation["sources"] if source["status"] == "states"
    ]
    if citation.get("house_ruling"):
        places.append(f"{labels['house']} {citation['house_ruling']['number']}")
    return "; ".join(places) or labels["silent"]


def _hit(hit: Answer, labels: dict[str, str]) -> str:
    place = hit.get("source", {}).get("section") or (
        f"{labels['house']} {hit['house_ruling']}" if hit.get("house_ruling") else ""
    )
    text = f"- {hit['title']} [{hit['kind']} {hit['id']}]: {hit['text']}" + (f" ({place})" if place else "")
    return _MARKS.sub("", text)


def _listed(title: str, items: Iterable[str]) -> Iterator[str]:
    lines = [f"- {item}" for item in items]
    if lines:
        yield f"{title}:"
        yield from lines
