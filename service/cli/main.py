"""``brehon``: the group of all commands, and how it ends."""

import os
import sys
from typing import Any

import click

from service import VERSION
from service.cli import assistants, cases, logs, outcome, questions, rules, serve

CLIENT = "brehon_client"
CLIENT_IS_MISSING = (
    f"The package {CLIENT} is missing. It comes with brehon-referee, and uninstalling brehon-client removes it: "
    "install brehon-referee again (pip install --force-reinstall --no-deps)."
)
EXIT_CODES = """\b
Exit codes:
  0  legal, possible, usable; everything as expected
  1  illegal, impossible, not usable; a claimed total or a case is wrong
  2  the command was called wrongly, or a file cannot be read
  3  undetermined: the answer says what would have to be known
  4  the question is not well formed, or too costly
  5  no answer: the server cannot be reached or refuses for now; a setting cannot be used, an extra is missing
  130  interrupted
"""


class Commands(click.Group):
    """All commands. They need the Python client only for servers, links and stored rulings."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except ImportError as error:
            if (error.name or "").partition(".")[0] != CLIENT:
                raise
            raise outcome.no_answer(CLIENT_IS_MISSING) from error


@click.group(
    cls=Commands,
    epilog=EXIT_CODES,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
@click.version_option(VERSION, prog_name="brehon")
def cli() -> None:
    """A referee for board games: cited rulings on moves, positions, scores and whole logs.

    FILE is a JSON document: the body of a question as the service takes it, or a case with `game`, `operation` and
    `question`. Without FILE, or with -, it is read from standard input.
    """


COMMANDS: tuple[click.Command, ...] = (
    serve.serve,
    assistants.mcp,
    questions.judge,
    questions.legal_moves,
    questions.resolve,
    questions.score,
    questions.audit,
    questions.diagram,
    questions.pack,
    questions.repair,
    logs.replay,
    rules.rules,
    cases.cases,
)
for command in COMMANDS:
    cli.add_command(command)


def main() -> None:
    """The entry point."""
    try:
        code = cli.main(prog_name="brehon", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        code = outcome.INTERRUPTED
    except BrokenPipeError:  # the program that reads the output has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = outcome.YES
    sys.exit(code)
