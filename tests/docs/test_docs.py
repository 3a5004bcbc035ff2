"""The pages are right: every example is executed, every link leads somewhere, every list is complete."""

import ast
import contextlib
import io
import json
import re
import runpy
import shutil
import tomllib
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.api.metrics import LIMIT_EVENTS, Metrics
from service.api.openapi import EXAMPLES
from service.api.problems import BY_STATUS, TOO_COSTLY
from service.app import create_app
from service.cache import EVENTS
from service.games.files import documentation_of
from service.referee.game import Game
from service.server import server_settings
from service.settings import Settings, from_environment
from tests.client import Referee
from tests.docs.examples import (
    BASE_URL,
    PAGES,
    README,
    ROOT,
    Block,
    Exchange,
    anchors_of,
    blocks_of,
    differences,
    exchanges_in,
    prose_of,
)
from tests.our_games import GAMES
from tests.typescript.package import compiled, install, run

DOCS = ROOT / "docs"
LINKED = [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", ROOT / "CHANGELOG.md"]
EXCHANGES = [exchange for page in PAGES for exchange in exchanges_in(page)]
BLOCKS = [block for page in PAGES for block in blocks_of(page)]
ROLES = {
    "json": {"question", "answer", "file", "state"},
    "text": {"output", "dominoes"},
}

NODE = shutil.which("node")
EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)


def of(language: str, *role: str) -> list[Block]:
    return [block for block in BLOCKS if block.info.split() == [language, *role]]


def by_place(value: object) -> str | None:
    return getattr(value, "place", None)


def page(name: str) -> str:
    return (DOCS / name).read_text("utf-8")


# ---------------------------------------------------------------- examples


@pytest.mark.parametrize("exchange", EXCHANGES, ids=by_place)
def test_a_request_is_answered_as_shown(client: FlaskClient, exchange: Exchange) -> None:
    headers = {"Accept-Language": "en", **exchange.headers}
    response = client.open(exchange.path, method=exchange.method, data=exchange.body, headers=headers)
    assert response.status_code == exchange.status, response.get_data(as_text=True)
    if exchange.answer is not None:
        assert differences(exchange.answer, response.get_json()) == []


@pytest.mark.parametrize("block", of("python"), ids=by_place)
def test_python_examples_run_and_print_what_is_shown(
    live_server: str, block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = compile(block.text.replace(BASE_URL, live_server), block.place, "exec")
    if "import requests" not in block.text and output_shown(block) is None:
        return
    files_of(block.page, tmp_path)
    monkeypatch.chdir(tmp_path)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, {"__name__": "example"})
    shown = output_shown(block)
    assert shown is None or printed.getvalue().splitlines() == shown


@pytest.mark.skipif(NODE is None, reason="there is no Node")
@pytest.mark.parametrize("block", of("javascript"), ids=by_place)
def test_javascript_examples_run_and_print_what_is_shown(live_server: str, block: Block, tmp_path: Path) -> None:
    files_of(block.page, tmp_path)
    (tmp_path / "example.mjs").write_text(block.text.replace(BASE_URL, live_server), "utf-8")
    assert run("node", "example.mjs", folder=tmp_path).splitlines() == output_shown(block)


def files_of(source: Path, folder: Path) -> None:
    """The files that the examples of a page read."""
    for file in blocks_of(source):
        if file.info.startswith("json file "):
            (folder / file.info.split()[2]).write_text(file.text, "utf-8")


def output_shown(block: Block) -> list[str] | None:
    """What a page says that the example prints."""
    following = BLOCKS[BLOCKS.index(block) + 1 :][:1]
    if following and following[0].page == block.page and following[0].info == "text output":
        return following[0].text.splitlines()
    return None


# ---------------------------------------------------------------- TypeScript


@pytest.fixture(scope="module")
def compiled_examples(live_server: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the TypeScript package is installed, with all examples, compiled in one run."""
    folder = install(tmp_path_factory.mktemp("typescript"))
    for number, block in enumerate(of("typescript")):
        (folder / f"example{number}.mts").write_text(block.text.replace(BASE_URL, live_server), "utf-8")
    compiled(folder, *(path.name for path in folder.glob("*.mts")))
    return folder


@pytest.mark.parametrize("number", range(len(of("typescript"))))
def test_typescript_examples_compile_and_print_what_is_shown(compiled_examples: Path, number: int) -> None:
    printed = run("node", f"example{number}.mjs", folder=compiled_examples)
    assert printed.splitlines() == output_shown(of("typescript")[number])


@pytest.mark.parametrize("block", of("json", "state"), ids=by_place)
def test_positions_are_possible(kingdomino: Referee, block: Block) -> None:
    answer = kingdomino.audit(json.loads(block.text))
    assert answer["verdict"] == "possible", answer["violations"]


@pytest.mark.parametrize("block", [*of("json"), *of("toml")], ids=by_place)
def test_fragments_can_be_read(block: Block) -> None:
    (json.loads if block.info == "json" else tomllib.loads)(block.text)


def test_every_block_says_what_it_is() -> None:
    known = ("", "json", "text", "bash", "python", "javascript", "typescript", "toml", "nginx", "console")
    for block in BLOCKS:
        language, *rest = block.info.split() or [""]
        assert language in known, f"{block.place}: or it would never be executed"
        excerpt = rest and rest[0].startswith("gops/")  # of the model game: test_adding_a_game.py compares it
        assert not rest or excerpt or rest[0] in ROLES.get(language, set()), block.place


def test_the_readme_has_examples() -> None:
    if not README.exists():
        pytest.skip("there is no README yet")
    assert exchanges_in(README)


# ---------------------------------------------------------------- links, commands, lists


@pytest.mark.parametrize("source", LINKED, ids=lambda path: path.name)
def test_relative_links_lead_somewhere(source: Path) -> None:
    broken = []
    for link in re.findall(r"\]\(([^)\s]+)\)", prose_of(source)):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = (source.parent / name).resolve() if name else source
        if not target.exists() or (anchor and anchor not in anchors_of(target)):
            broken.append(link)
    assert broken == []


def test_the_pictures_are_those_of_the_examples() -> None:
    """``make openapi`` writes them."""
    examples = {
        path.stem: json.loads(path.read_text("utf-8"))["response"] for path in EXAMPLES.glob("*-diagram.json")
    }
    pictures = (DOCS / "pictures").glob("*-diagram.svg")
    assert {path.stem: path.read_text("utf-8") for path in pictures} == examples


def test_the_index_names_every_page() -> None:
    linked = set(re.findall(r"\]\(([\w-]+\.md)\)", page("README.md")))
    assert linked == {path.name for path in DOCS.glob("*.md")} - {"README.md"}


@pytest.mark.parametrize("source", LINKED, ids=lambda path: path.name)
def test_make_targets_exist(source: Path) -> None:
    targets = set(re.findall(r"(?m)^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8")))
    text = source.read_text("utf-8")
    named = re.findall(r"`make ([a-z-]+)\b", text) + re.findall(r"(?m)^(?:[A-Z_]+=\S+ )*make ([a-z-]+)", text)
    assert set(named) <= targets


def test_every_address_is_listed(app: Flask) -> None:
    """As a newcomer looks for it: in one table, with {game} for any game."""
    listed = set(re.findall(r"`(?:GET|POST) (/[^`?]*)", page("questions.md")))
    served = set()
    for rule in app.url_map.iter_rules():
        address = re.sub(r"<(?:path:)?(\w+)>", r"{\1}", rule.rule)
        for game in GAMES:
            address = re.sub(rf"^/v1/games/{game.meta.id}(?=/|$)", "/v1/games/{game}", address)
        if not address.startswith("/docs"):
            served.add(address)
    assert listed >= served
    assert listed <= served | {"/docs/"}


def test_every_type_of_problem_is_listed() -> None:
    listed = re.findall(r"(?m)^\| (\d{3}) \| `urn:brehon:problem:([a-z-]+)`", page("questions.md"))
    known = {(status, name) for status, (name, _) in BY_STATUS.items()} | {(422, TOO_COSTLY[0])}
    assert {(int(status), name) for status, name in listed} == known


def test_every_response_header_is_listed() -> None:
    app = create_app(Settings(log_requests=False, cors_origins=("*",), rate_limit="3/day"))
    client, score = app.test_client(), json.loads((EXAMPLES / "kingdomino-score.json").read_text("utf-8"))
    names = set()
    for path in (score["path"], "/v1/games", "/nowhere", score["path"]):
        response = client.post(path, json=score["request"]) if path == score["path"] else client.get(path)
        names |= {name for name, _ in response.headers if not name.startswith(("Access-Control-", "Content-Length"))}
    assert [name for name in sorted(names) if f"`{name}" not in page("questions.md")] == []


# ---------------------------------------------------------------- operations.md


def documented_settings() -> dict[str, str]:
    """Each variable of the tables, with its default ("" for none)."""
    rows = re.findall(r"(?m)^\| `([A-Z][A-Z_]+)` \| (?:`([^`]*)`|none) \|", page("operations.md"))
    return dict(rows)


def test_environment_variables_are_those_of_the_code() -> None:
    in_code = set()
    sources = ("service/settings.py", "service/server.py", "service/gunicorn_conf.py", "deploy/granian_server.py")
    for source in sources:
        for node in ast.walk(ast.parse((ROOT / source).read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                in_code |= set(re.findall(r"^[A-Z][A-Z_]{3,}$", node.value))
    looks_like_one = r"\b(?:[A-Z]{2,}_[A-Z_]+|HOST|PORT|WORKERS|THREADS)\b"
    named = set(re.findall(looks_like_one, page("operations.md")))
    assert set(documented_settings()) == in_code
    assert named <= in_code


def test_documented_defaults_are_the_defaults() -> None:
    documented = {name: default for name, default in documented_settings().items() if default}
    assert from_environment(documented) == Settings()


def test_every_setting_is_in_the_table_with_its_variable_default_and_description() -> None:
    source = (ROOT / "service" / "settings.py").read_text("utf-8")
    variables = {field: name for name, field in re.findall(r'env\.\w+\(\s*"([A-Z_]+)",\s*default\.(\w+)', source)}
    docstrings = dict(re.findall(r'(?m)^    (\w+): .+\n    """(.+)\."""$', source))
    rows = re.findall(r"(?m)^\| `([A-Z_]+)` \| (?:`(.+?)`|none) \| (.+) \|$", page("operations.md"))
    documented = {name: (default, _plain(description)) for name, default, description in rows}
    for field, value in Settings()._asdict().items():
        default, description = documented[variables[field]]
        assert description.lower() == docstrings[field].lower(), field
        if default:
            assert getattr(from_environment({variables[field]: default}), field) == value, field
        else:
            assert not value, field


def _plain(description: str) -> str:
    """A cell of a table without code marks and without the link at its end."""
    return re.sub(r" \(\[.+?\]\(.+?\)\)$", "", description).replace("`", "")


def test_defaults_of_the_server_are_in_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOST", "PORT", "WORKERS", "THREADS", "DRAIN_SECONDS", "GUNICORN_LOG_LEVEL"):
        monkeypatch.delenv(name, raising=False)
    # So that no temporary folder is made.
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", "unused")
    server = runpy.run_path(str(ROOT / "service" / "gunicorn_conf.py"))
    table = documented_settings()
    assert server["bind"] == f"{table['HOST']}:{table['PORT']}"
    assert str(server["workers"]) == table["WORKERS"]
    assert str(server["threads"]) == table["THREADS"]
    assert server["loglevel"] == table["GUNICORN_LOG_LEVEL"]
    assert server_settings().drain_seconds == float(table["DRAIN_SECONDS"])
    level = re.search(r'"GRANIAN_LOG_LEVEL", "(\w+)"', (ROOT / "deploy" / "granian_server.py").read_text("utf-8"))
    assert level is not None
    assert level[1] == table["GRANIAN_LOG_LEVEL"]


def test_metrics_are_those_of_the_code() -> None:
    counted = Metrics().figures.registry.collect()
    families = {family.name + "_total" * (family.type == "counter") for family in counted}
    text = page("operations.md")
    assert set(re.findall(r"(?m)^\| `(brehon_\w+)` \|", text)) == families
    assert [event for event in (*EVENTS, *LIMIT_EVENTS) if f"`{event}`" not in text] == []


# ---------------------------------------------------------------- security.md


def names_in(file: Path) -> set[str]:
    return {node.name for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.FunctionDef)}


def test_every_point_of_the_list_is_shown_by_tests_that_exist() -> None:
    points = re.split(r"(?m)^## ", page("security.md"))[1:]
    assert [point.split()[0] for point in points[:10]] == [f"API{number}:2023" for number in range(1, 11)]
    for point in points:
        named = re.findall(r"`(tests/\S+\.py)::(test_\w+)`", point)
        assert named, f"nothing shows: {point.splitlines()[0]}"
        assert [test for file, test in named if test not in names_in(ROOT / file)] == []


# ---------------------------------------------------------------- what the rulebooks say


@EVERY_GAME
def test_house_rulings_are_listed_with_their_reasons(game: Game) -> None:
    text = " ".join(page("citations.md").split())
    for rule in game.rulebook.rules.values():
        if rule.house:
            row = f"| {rule.house} | `{game.meta.id}/{rule.id}` | {game.rulebook.words['en'].reason(rule.id)} |"
            assert row in text


@EVERY_GAME
def test_house_rules_and_variants_are_listed(game: Game) -> None:
    text = documentation_of(game).read_text("utf-8")
    for rule in game.house_rules.values():
        for value in rule.values:
            assert re.search(rf"`{rule.name}`.*`{value}`", text), f"{rule.name}: {value}"
    for name in (*game.variants, *game.move_types, *game.rulebook.editions):
        assert f"`{name}`" in text


@EVERY_GAME
def test_every_fact_is_explained(game: Game) -> None:
    text = documentation_of(game).read_text("utf-8")
    assert [fact for fact in game.rulebook.facts if f"`{fact}`" not in text] == []


def test_the_dominoes_are_those_of_the_pack(client: FlaskClient) -> None:
    (block,) = of("text", "dominoes")
    terrains = {"W": "wheat", "F": "forest", "L": "lake", "G": "grassland", "S": "swamp", "M": "mine"}
    shown = {
        int(number): [(terrains[face[0]], int(face[1:] or 0)) for face in (a, b)]
        for number, a, b in re.findall(r"(\d+) +([A-Z]\d?) +([A-Z]\d?)", block.text)
    }
    dominoes = client.get("/v1/games/kingdomino/packs/base").get_json()["pack"]["dominoes"]
    assert shown == {
        domino["number"]: [(domino[half]["terrain"], domino[half]["crowns"]) for half in "ab"] for domino in dominoes
    }
