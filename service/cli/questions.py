"""The commands that ask one question: judge, legal-moves, resolve, score, audit, repair, diagram, pack check."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from service.cli import documents, options
from service.cli.outcome import code_of_answer, decoded
from service.cli.referee import referee_of

SVG, PNG = "image/svg+xml", "image/png"


def ask(
    operation: str,
    document: str,
    *,
    game: str | None,
    edition: str | None,
    lang: str | None,
    as_json: bool,
    server: str | None,
    key: str | None,
    extra: Mapping[str, Any] | None = None,
) -> None:
    """Ask the question of a document, show the answer, and end with its exit code.

    ``extra`` are fields that options of the command set; those that are None or False are left out.
    """
    fields = {name: value for name, value in (extra or {}).items() if value not in (None, False, {})}
    question = documents.question_in(documents.read(document), operation, game, fields, edition)
    content = referee_of(server, key, lang).ask(question.game, operation, question.body)
    answer = decoded(content, "summary", "verdict", "rests_on", "case_id")
    if as_json:
        click.echo(content)
    else:
        from service.cli import show

        show.answer(operation, question, answer, lang)
    click.get_current_context().exit(code_of_answer(answer))


@click.command()
@options.question
@click.option("--suggest", is_flag=True, help="Also give the nearest legal moves.")
@click.option("--compare", is_flag=True, help="Also rule under the other editions and house rules.")
@click.option("--viewer", metavar="NAME", help="Rule from what this player may see.")
def judge(document: str, suggest: bool, compare: bool, viewer: str | None, **asking: Any) -> None:
    """Rule on a move: FILE has `state` and `move`."""
    ask("validate", document, extra={"suggest": suggest, "compare": compare, "viewer": viewer}, **asking)


@click.command("legal-moves")
@options.question
@click.option("--player", metavar="NAME", help="Only this player's moves.")
@click.option("--type", "kind", metavar="TYPE", help="Only moves of this type.")
@click.option("--explain", is_flag=True, help="Also say why other kinds of move are refused.")
def legal_moves(document: str, player: str | None, kind: str | None, explain: bool, **asking: Any) -> None:
    """List the legal moves: FILE has `state`."""
    ask("legal-moves", document, extra={"player": player, "type": kind, "explain": explain}, **asking)


@click.command()
@options.question
def resolve(document: str, **asking: Any) -> None:
    """Say what happens by itself now: FILE has `state`."""
    ask("resolve", document, **asking)


def _totals(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> dict[str, int]:
    totals = {}
    for value in values:
        name, _sign, total = value.rpartition("=")
        if not name or not total.lstrip("-").isdecimal():
            raise click.BadParameter(f"{value!r} is not NAME=TOTAL, such as ana=42.")
        totals[name] = int(total)
    return totals


@click.command()
@options.question
@click.option("--claimed", multiple=True, metavar="NAME=TOTAL", callback=_totals, help="A total to be compared.")
def score(document: str, claimed: dict[str, int], **asking: Any) -> None:
    """Count the points: FILE has `state`, `games` or `sheet`."""
    ask("score", document, extra={"claimed": claimed}, **asking)


@click.command()
@options.question
def audit(document: str, **asking: Any) -> None:
    """Check whether a position is possible: FILE has `state`."""
    ask("audit", document, **asking)


@click.command()
@options.question
@click.option("--play-forced", is_flag=True, help="Also play decisions that have only one legal move.")
def repair(document: str, play_forced: bool, **asking: Any) -> None:
    """Say what to do about a log's first illegal move.

    FILE has `moves`, and `setup` or `state`.
    """
    ask("replay", document, extra={"repair": True, "play_forced": play_forced}, **asking)


@click.command()
@options.document
@options.game
@options.edition
@options.lang
@options.server
@click.option("--only", metavar="NAME", help="Draw this player's part of the table alone, and larger.")
@click.option("--theme", type=click.Choice(["light", "dark"]), help="Colours for a light or a dark page.")
@click.option("--width", type=int, metavar="PIXELS", help="The width; the height follows.")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file (.svg or .png)."
)
def diagram(
    document: str,
    game: str | None,
    edition: str | None,
    lang: str | None,
    server: str | None,
    key: str | None,
    output: Path | None,
    **extra: Any,
) -> None:
    """Draw the table: FILE has `state`, perhaps `move`.

    The picture is SVG, or PNG if the name of the output ends in .png, which needs the extra `png`.
    """
    fields = {name: value for name, value in extra.items() if value is not None}
    media_type = PNG if output is not None and output.suffix.lower() == ".png" else SVG
    question = documents.question_in(documents.read(document), "diagram", game, fields, edition)
    picture = referee_of(server, key, lang).ask(question.game, "diagram", question.body, media_type)
    if output is None:
        click.echo(picture, nl=False)
        return
    try:
        output.write_bytes(picture)
    except OSError as error:
        raise click.UsageError(f"{output} cannot be written: {error.strerror}.") from error


@click.group()
def pack() -> None:
    """Check component packs: the data of cards, tiles, sheets."""


@pack.command("check")
@options.document
@click.option("--game", metavar="ID", help="The game of the pack, such as kingdomino.")
@options.lang
@options.as_json
@options.server
@click.pass_context
def pack_check(
    context: click.Context,
    document: str,
    game: str | None,
    lang: str | None,
    as_json: bool,
    server: str | None,
    key: str | None,
) -> None:
    """Check a component pack: FILE is the pack, or has it as `pack`."""
    if game is None:
        raise click.UsageError("Say which game it is: --game kingdomino.")
    content = documents.read(document)
    body = content if "pack" in documents.fields_in(content) else b'{"pack": %s}' % content
    answered = referee_of(server, key, lang).ask(game, "packs-check", body)
    answer = decoded(answered, "summary", "usable", "findings")
    if as_json:
        click.echo(answered)
    else:
        from service.cli import show

        show.pack(answer)
    context.exit(code_of_answer(answer))
