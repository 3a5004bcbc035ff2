"""The MCP server: tools that ask the referee, and resources with the rules and the cases."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ToolError
from mcp.types import CallToolResult, ContentBlock, TextContent, ToolAnnotations
from msgspec.json import encode
from pydantic import Field

from service import VERSION
from service.mcp.guide import guide_to
from service.mcp.referee import Referee, Refused
from service.mcp.texts import text_of, text_of_hits, text_of_moves
from service.settings import Settings

NAME = "brehon"
MOST_MOVES = 50
INSTRUCTIONS = """\
Brehon is a referee for board games. Ask it instead of answering from memory: rulebooks differ by edition, and the
referee knows which one says what.

- Cite the rule for everything you say: its title, and its place in the printed book or the number of
  the house ruling.
- If `assumed` is not empty, say what was assumed: the verdict holds only if that is true at the table.
- If the verdict is `undetermined`, ask for what `missing` lists; do not guess. `impossible` means that the position
  contradicts itself.
- Send only what people said. What is left out is unknown, not empty: never fill in cards, pieces or turns.
- Before the first question about a game call `how_to_ask`: it shows how positions and moves are written.
- If a tool call fails, the message says which part of the question is wrong (a JSON Pointer): correct it."""

Language = Annotated[
    Literal["en", "es", "pl"], Field(description="Language of the answer: that of the people who ask.")
]
State = Annotated[
    dict[str, Any],
    Field(description="The position, as far as it is known. What is left out is unknown; see how_to_ask."),
]
HouseRules = Annotated[
    dict[str, str] | None,
    Field(description="House rules of this table by name, such as the edition's disputed points; usually left out."),
]
READ_ONLY = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)


def build(settings: Settings | None = None) -> MCPServer[Any]:
    """The server. Without settings there is no rate limit: one assistant on this machine asks."""
    referee = Referee(settings or Settings(rate_limit="off", log_requests=False))
    server: MCPServer[Any] = MCPServer(
        NAME,
        title="Brehon, a referee for board games",
        instructions=INSTRUCTIONS,
        version=VERSION,
        log_level="WARNING",
    )
    _add_questions(server, referee)
    _add_lookups(server, referee)
    _add_resources(server, referee)
    return server


def _or_tool_error(ask: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """The answer; a refusal becomes an error of the tool, which the assistant can read."""
    try:
        return ask()
    except Refused as error:
        raise ToolError(str(error)) from error


def _result(text: str, answer: dict[str, Any]) -> CallToolResult:
    """Text to read first, then the whole answer: as JSON for clients that know no structured content."""
    content: list[ContentBlock] = [
        TextContent(type="text", text=text),
        TextContent(type="text", text=encode(answer).decode()),
    ]
    return CallToolResult(content=content, structured_content=answer)


def _add_questions(server: MCPServer[Any], referee: Referee) -> None:
    """The tools that ask about a position."""
    Game = Annotated[str, Field(description="The id of the game.", json_schema_extra={"enum": list(referee.games)})]

    def ask(game: str, operation: str, question: dict[str, Any], language: str) -> dict[str, Any]:
        return _or_tool_error(lambda: referee.post(_known(referee, game), operation, question, language))

    @server.tool(title="Judge a move", annotations=READ_ONLY)
    def judge_move(
        game: Game,
        state: State,
        move: Annotated[dict[str, Any], Field(description='The move, with its "type" and mostly its "player".')],
        language: Language = "en",
        house_rules: HouseRules = None,
        viewer: Annotated[str | None, Field(description="Judge only by what this player may see.")] = None,
    ) -> CallToolResult:
        """Rule on a move: legal, illegal, undetermined or impossible, every broken rule with its place in the printed
        book, and the position afterwards. Cite the rules, and say what was assumed."""
        question = {"state": state, "move": move, "house_rules": house_rules, "viewer": viewer, "suggest": True}
        answer = ask(game, "validate", question, language)
        return _result(text_of(answer, language), answer)

    @server.tool(title="List the legal moves", annotations=READ_ONLY)
    def list_legal_moves(
        game: Game,
        state: State,
        language: Language = "en",
        player: Annotated[str | None, Field(description="Only moves of this player.")] = None,
        type: Annotated[str | None, Field(description="Only moves of this type.")] = None,
        house_rules: HouseRules = None,
        most: Annotated[int, Field(ge=1, le=500, description="At most so many moves are shown.")] = MOST_MOVES,
    ) -> CallToolResult:
        """Every legal move in a position. If `complete` is false these are not all: say so, and what is missing."""
        question = {"state": state, "player": player, "type": type, "house_rules": house_rules}
        answer = ask(game, "legal-moves", question, language)
        shown = {**answer, "moves": answer["moves"][:most], "moves_found": len(answer["moves"])}
        return _result(text_of_moves(answer, most, language), shown)

    @server.tool(title="What happens by itself", annotations=READ_ONLY)
    def resolve(
        game: Game, state: State, language: Language = "en", house_rules: HouseRules = None
    ) -> CallToolResult:
        """What happens now without anybody's decision (a round ends, points are paid), each event with its rule; the
        position at the next decision; and who decides next."""
        answer = ask(game, "resolve", {"state": state, "house_rules": house_rules}, language)
        return _result(text_of(answer, language), answer)

    @server.tool(title="Count the points", annotations=READ_ONLY)
    def score(
        game: Game,
        state: Annotated[dict[str, Any] | None, Field(description="The position at the end, or so far.")] = None,
        sheet: Annotated[
            dict[str, Any] | None, Field(description="Instead: the figures of a score pad (Brian Boru, Roll & Raid).")
        ] = None,
        claimed: Annotated[
            dict[str, int] | None, Field(description="Totals that people counted, by player; mistakes are explained.")
        ] = None,
        language: Language = "en",
        house_rules: HouseRules = None,
    ) -> CallToolResult:
        """Points and ranking, each line with its rule. Send `state` or `sheet`. Show the lines with the total."""
        question = {"state": state, "sheet": sheet, "claimed": claimed, "house_rules": house_rules}
        answer = ask(game, "score", question, language)
        return _result(text_of(answer, language), answer)


def _add_lookups(server: MCPServer[Any], referee: Referee) -> None:
    """The tools that look something up."""
    Game = Annotated[str, Field(description="The id of the game.", json_schema_extra={"enum": list(referee.games)})]

    @server.tool(title="Find a rule", annotations=READ_ONLY)
    def find_rule(
        words: Annotated[str, Field(min_length=1, max_length=200, description="Words, or a whole question.")],
        game: Annotated[str | None, Field(description="Only in this game, by its id.")] = None,
        language: Language = "en",
        edition: Annotated[str | None, Field(description="By this edition of the printed book.")] = None,
        limit: Annotated[int, Field(ge=1, le=20, description="At most so many hits.")] = 5,
    ) -> CallToolResult:
        """Search rules, glossary and decided cases. Quote what it says and cite the place; if nothing fits, say that
        the referee has no rule for it."""
        query = {"q": words, "game": game, "edition": edition, "limit": limit}
        answer = _or_tool_error(lambda: referee.get("/v1/search", language, lang=language, **query))
        return _result(text_of_hits(answer, language), answer)

    @server.tool(title="How to ask about a game", annotations=READ_ONLY)
    def how_to_ask(game: Game, language: Language = "en") -> CallToolResult:
        """How positions and moves of a game are written: an example for each tool, the types of moves, the editions,
        the house rules. Call it before the first question about a game."""
        answer = _or_tool_error(lambda: guide_to(referee, _known(referee, game), language))
        return CallToolResult(
            content=[TextContent(type="text", text=encode(answer).decode())], structured_content=answer
        )


def _add_resources(server: MCPServer[Any], referee: Referee) -> None:
    """Rules and cases by address: lists for each game, and templates for one rule or case in a language."""

    def read(path: str, language: str = "en") -> str:
        try:
            return encode(referee.get(path, language, lang=language)).decode()
        except Refused as error:
            raise ResourceError(str(error)) from error

    def served(game: str) -> str:
        try:
            return _known(referee, game)
        except ToolError as error:
            raise ResourceError(str(error)) from error

    def reading(path: str) -> Callable[[], str]:
        return lambda: read(path)

    for game, about in referee.games.items():
        for kind, what in (("rules", "All rules of {}"), ("cases", "Decided cases of {}")):
            uri, path = f"brehon://{game}/{kind}", f"/v1/games/{game}/{kind}"
            described = server.resource(
                uri, name=f"{game}-{kind}", title=what.format(about["title"]), mime_type="application/json"
            )
            described(reading(path))

    @server.resource(
        "brehon://{game}/rules/{+rule}{?lang}", name="rule", title="One rule", mime_type="application/json"
    )
    def rule(game: str, rule: str, lang: str = "en") -> str:
        """A rule by its id, as in brehon://kingdomino/rules/place/match?lang=es, with its places in the books."""
        return read(f"/v1/games/{served(game)}/rules/{rule}", lang)

    @server.resource(
        "brehon://{game}/cases/{case}{?lang}", name="case", title="One case", mime_type="application/json"
    )
    def case(game: str, case: str, lang: str = "en") -> str:
        """A decided case by its id: the question, and what has to be answered."""
        return read(f"/v1/games/{served(game)}/cases/{case}", lang)


def _known(referee: Referee, game: str) -> str:
    """The id of a game that is served: it becomes a part of an address."""
    if game not in referee.games:
        raise ToolError(f"/game: There is no game {game!r}; there are: {', '.join(referee.games)}.")
    return game
