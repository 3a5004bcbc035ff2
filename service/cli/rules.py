"""``brehon rules``: the search in rules, terms and cases."""

import click

from service.cli import options
from service.cli.outcome import NO, YES, decoded
from service.cli.referee import referee_of

KINDS = ("rule", "term", "case")


@click.command()
@click.argument("words", nargs=-1, required=True)
@click.option("--game", metavar="ID", help="Only this game, such as kingdomino.")
@click.option("--edition", metavar="ID", help="Show the places in this printed edition.")
@click.option("--kind", type=click.Choice(KINDS), help="Only rules, terms or cases.")
@click.option("--limit", type=click.IntRange(1, 50), default=5, show_default=True, help="The most hits.")
@options.lang
@options.as_json
@options.server
def rules(
    words: tuple[str, ...],
    limit: int,
    lang: str | None,
    as_json: bool,
    server: str | None,
    key: str | None,
    **query: str | None,
) -> None:
    """Search rules, terms and cases for words or a whole question.

    Exit code 1 if nothing is found.
    """
    parameters: dict[str, str | int] = {name: value for name, value in query.items() if value is not None}
    parameters |= {"q": " ".join(words), "limit": limit}
    content = referee_of(server, key, lang).get("/v1/search", parameters)
    answer = decoded(content, "hits", "total")
    if as_json:
        click.echo(content)
    else:
        from service.cli import show

        show.hits(answer, lang)
    click.get_current_context().exit(YES if answer["hits"] else NO)
