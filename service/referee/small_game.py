"""Everything that a small game imports from the referee; ``docs/adding-a-game.md`` introduces each name.

A game that outgrows the defaults imports from the modules themselves.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

from service.referee import rules, table
from service.referee.chance import shuffled
from service.referee.choices import Choices
from service.referee.defaults import audit_seats
from service.referee.draft import Draft
from service.referee.findings import Findings
from service.referee.game import AnyGame, Game, Meta, Shapes
from service.referee.hidden import HIDDEN, hidden, repeated, without
from service.referee.known import Truth, all_of, any_of, attempt, is_known, none_of
from service.referee.rules import Rule
from service.referee.scoring import Line, line
from service.referee.steps import Step
from service.referee.timing import OVER, Due

Table = table.Table[Any, Any]
"""A position: what was sent, and accessors that raise ``UnknownRead`` for what was not."""
Rules = Mapping[type, rules.Rule[Any, Any, Any]]
"""The rule of each type of move."""

__all__ = [
    "HIDDEN",
    "OVER",
    "AnyGame",
    "Choices",
    "Draft",
    "Due",
    "Findings",
    "Game",
    "Line",
    "Meta",
    "Random",
    "Rule",
    "Rules",
    "Shapes",
    "Step",
    "Table",
    "Truth",
    "all_of",
    "any_of",
    "attempt",
    "audit_seats",
    "hidden",
    "is_known",
    "line",
    "none_of",
    "repeated",
    "shuffled",
    "without",
]
