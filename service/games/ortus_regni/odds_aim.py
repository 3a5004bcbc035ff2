"""What an attack is for, and how likely it is: the summary of the odds."""

from fractions import Fraction
from typing import Any

from schemas.ortus_regni import Odds
from service.games.ortus_regni import odds_events


def aim_of(odds: Odds) -> tuple[str, dict[str, Any]]:
    """The sentence about the aim of the attack, and the chance in percent: one number, or two where the Church
    decides between them.
    """
    event, least, most = odds_events.aim_of(odds)
    return f"odds-{event}", {"chance": "–".join(dict.fromkeys((_percent(least), _percent(most))))}


def _percent(chance: Fraction) -> str:
    """Whole percent; what may happen is not called 0, nor what may fail 100."""
    if 0 < chance < Fraction(1, 100):
        return "<1"
    if Fraction(99, 100) < chance < 1:
        return ">99"
    return str(round(chance * 100))
