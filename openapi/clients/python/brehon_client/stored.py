"""Whether an answer is still what it was: for stored rulings after an upgrade, and for the case library."""

from collections.abc import Iterable, Mapping
from typing import Any

JsonObject = Mapping[str, Any]


def expected_of(operation: str, answer: JsonObject) -> dict[str, Any]:
    """What to expect of the same question later: the part ``expected`` of a case, made of an answer."""
    ruling = answer.get("ruling") or answer
    expected: dict[str, Any] = {"verdict": answer["verdict"], "broken": _rules(ruling.get("violations"))}
    if cites := _rules(ruling.get("citations")):
        expected["cites"] = cites
    if operation == "score":
        totals = {player["name"]: player["total"] for player in answer["players"]}
        expected["totals"] = {name: total for name, total in totals.items() if total is not None}
        expected["ranking"] = answer["ranking"]
    if operation == "replay":
        expected["failed_at"] = answer["failed_at"]
    return expected


def changes(expected: JsonObject, answer: JsonObject) -> dict[str, tuple[Any, Any]]:
    """Each part of an answer that is not what a case expects: what was expected, and what the answer has."""
    found = {part: _part(part, answer, wanted) for part, wanted in expected.items()}
    return {
        part: (_comparable(part, wanted), found[part])
        for part, wanted in expected.items()
        if _comparable(part, wanted) != found[part]
    }


def _part(part: str, answer: JsonObject, wanted: Any) -> Any:
    """The part of an answer that is compared; None where it has none."""
    ruling = answer.get("ruling") or answer
    match part:
        case "broken":
            return sorted(_rules(ruling.get("violations")))
        case "cites":
            cited = _rules([*(ruling.get("citations") or ()), *((answer.get("repair") or {}).get("citations") or ())])
            return sorted(set(cited) & set(wanted))
        case "totals":
            totals = {player["name"]: player["total"] for player in answer.get("players", ())}
            return {name: totals.get(name) for name in wanted}
        case "events":
            return [event["type"] for event in ruling.get("events") or ()]
        case "next":
            return (answer.get("next") or {}).get("players")
        case "recommended":
            return (answer.get("repair") or {}).get("recommended")
        case "moves":
            return len(answer["moves"]) if "moves" in answer else None
    return answer.get(part)


def _comparable(part: str, wanted: Any) -> Any:
    return sorted(wanted) if part in ("broken", "cites") else wanted


def _rules(entries: Iterable[JsonObject] | None) -> list[str]:
    return list(dict.fromkeys(entry["rule"] for entry in entries or ()))
