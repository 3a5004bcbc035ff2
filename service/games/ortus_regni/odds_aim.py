"""What an attack is for, and how likely it is: the summary of the odds."""

from typing import Any

from schemas.ortus_regni import EventOdds, Odds

AIMS = ("castle-falls", "towers-lost", "properties-lost")
"""A siege is for the Castle; otherwise for Towers or for Properties."""


def aim_of(odds: Odds) -> tuple[str, dict[str, Any]]:
    """The sentence about the aim of the attack, and the chance in percent: at least and at most."""
    for aim in AIMS:
        if found := [event for event in odds.events if event.event == aim]:
            least, most = _bounds(found)
            return (f"odds-{aim}", {"chance": _percent(least, most)})
    raise LookupError("the odds of every attack name its aim")


def _bounds(events: list[EventOdds]) -> tuple[float, float]:
    """The chance of an event; of what is counted, that at least one is lost."""
    if events[0].count is None:
        return events[0].least.decimal, events[0].most.decimal
    none = next((event for event in events if event.count == 0), None)
    return (1.0, 1.0) if none is None else (1 - none.most.decimal, 1 - none.least.decimal)


def _percent(least: float, most: float) -> str:
    """One number, or two where the Church decides between them."""
    texts = [_whole(least), _whole(most)]
    return "–".join(dict.fromkeys(texts))


def _whole(chance: float) -> str:
    """Whole percent; what may happen is not called 0, nor what may fail 100."""
    if 0 < chance < 0.01:
        return "<1"
    if 0.99 < chance < 1:
        return ">99"
    return str(round(chance * 100))
