"""The options that commands share."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from schemas.base import LANGUAGES

Command = TypeVar("Command", bound=Callable[..., Any])


def game(command: Command) -> Command:
    return click.option(
        "--game", metavar="ID", help="The game, such as kingdomino, where the document does not name it."
    )(command)


def edition(command: Command) -> Command:
    return click.option("--edition", metavar="ID", help="Rule by this printed edition.")(command)


def lang(command: Command) -> Command:
    return click.option("--lang", type=click.Choice(LANGUAGES), help="The language of the answer.")(command)


def as_json(command: Command) -> Command:
    return click.option(
        "--json", "as_json", is_flag=True, help="Write the answer as the service does, for programs."
    )(command)


def server(command: Command) -> Command:
    """``--server`` and ``--key``."""
    command = click.option("--key", envvar="BREHON_KEY", metavar="KEY", help="An API key of the server.")(command)
    return click.option(
        "--server",
        envvar="BREHON_SERVER",
        metavar="URL",
        help="Ask the service at this address; without it, the engine in this process answers.",
    )(command)


def document(command: Command) -> Command:
    """The argument of a command that takes one question."""
    return click.argument("document", metavar="[FILE]", default="-")(command)


def question(command: Command) -> Command:
    """Everything that a command for one question has."""
    for add in (server, as_json, lang, edition, game, document):
        command = add(command)
    return command
