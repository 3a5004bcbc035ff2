"""The TypeScript package: packed, installed into an empty folder, imported, required; its README runs."""

import gzip
import json
import re
import tarfile
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service import VERSION
from tests.docs.examples import BASE_URL, blocks_of
from tests.qa.offline_scores.comparing import RULES
from tests.typescript.package import ROOT, SOURCE, archive, compiled, install, run

HERE = Path(__file__).parent
VECTORS = SOURCE.parent / "vectors"
README = blocks_of(SOURCE / "README.md")
EXAMPLES = [number for number, block in enumerate(README) if block.info == "typescript"]
GAMES = ("kingdomino", "brian-boru", "roll-and-raid")
MOST_BYTES = 20_000
"""Of the scoring module, gzipped."""
BOTH = """import { ask, shareLink, type Answer } from "brehon-client";
import { score, type Score } from "brehon-client/scoring";
import type { components } from "brehon-client/openapi";
const terrain: components["schemas"]["KingdominoScoreAnswer"]["verdict"] = "possible";
const squares = [{ x: 1, y: 0, terrain: "lake" as const, crowns: 1 }, { x: 2, y: 0, terrain: "lake" as const }];
const counted: Score = score("kingdomino", { state: { players: [{ name: "ana", squares }] } });
const answers: Answer<"kingdomino", "score">[] = [];
console.log(counted.players[0]?.total, typeof ask, typeof shareLink, answers.length, terrain);
"""
WRONG = """import { ask, pack, rules, shareLink } from "brehon-client";
import { score } from "brehon-client/scoring";
const state = { players: [{ name: "ana", squares: [] }] };
// @ts-expect-error no such game
ask("chess", "score", { state });
// @ts-expect-error Kingdomino has no battles
ask("kingdomino", "odds", { state });
// @ts-expect-error a misspelt field
ask("kingdomino", "score", { stat: state });
// @ts-expect-error a misspelt field inside
ask("kingdomino", "score", { state: { players: [{ name: "ana", squars: [] }] } });
// @ts-expect-error the move is missing
ask("kingdomino", "validate", { state });
// @ts-expect-error a direction that does not exist
ask("kingdomino", "validate", { state, move: { type: "place", player: "ana", domino: 1, x: 0, y: 1, to: "up" } });
// @ts-expect-error no such language
ask("kingdomino", "score", { state }, { language: "de" });
// @ts-expect-error a score has no move
shareLink("", "kingdomino", "score", { state, move: 1 });
// @ts-expect-error no such game
rules("chess");
pack("kingdomino").then(({ dominoes }) => score("kingdomino", { state }, { dominoes }));
pack("brian-boru").then((content) => score("brian-boru", { sheet: { players: [] } }, content));
// @ts-expect-error Kingdomino has no regions
pack("kingdomino").then(({ regions }) => regions);
// @ts-expect-error counted by the service alone
score("ortus-regni", { state });
// @ts-expect-error Kingdomino has no sheet
score("kingdomino", { sheet: {} });
for (const line of score("kingdomino", { state }).players[0]?.lines ?? []) {
  if (line.rule === "kingdomino/score/territory") line.detail.squares.map(([x, y]) => x + y);
  // @ts-expect-error not every rule has a terrain
  line.detail.terrain;
  // @ts-expect-error a rule of another game
  if (line.rule === "roll-and-raid/score/gods") break;
}
"""


def counted_by(game: str, part: str) -> dict[str, list[dict[str, Any]]]:
    """Lines or decisions of the vectors, by rule."""
    scores = [
        vector["score"]
        for vector in json.loads((VECTORS / f"{game}.json").read_text("utf-8"))["vectors"]
        if "score" in vector
    ]
    if part == "lines":
        entries = [line for score in scores for player in score["players"] for line in player["lines"]]
    else:
        entries = [decision for score in scores for decision in score["decided_by"]]
    by_rule: dict[str, list[dict[str, Any]]] = {}
    for entry in entries:
        by_rule.setdefault(entry["rule"], []).append(entry)
    return by_rule


def typed() -> str:
    """Lines and decisions of the vectors as values of the package's types."""
    text = 'import type { Decision, Line } from "brehon-client/scoring";\n'
    for number, game in enumerate(GAMES):
        for part, name in (("lines", "Line"), ("decisions", "Decision")):
            some = [entry for entries in counted_by(game, part).values() for entry in entries[:5]]
            text += f'export const {part}{number}: {name}<"{game}">[] = {json.dumps(some)};\n'
    return text


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory, live_server: str) -> Path:
    """An empty folder with the package installed, and what these tests run there, compiled."""
    folder = install(tmp_path_factory.mktemp("app"))
    sources = {"both.cts": BOTH, "both.mts": BOTH, "wrong.mts": WRONG, "typed.mts": typed()}
    sources |= {f"readme{number}.mts": README[number].text.replace(BASE_URL, live_server) for number in EXAMPLES}
    for name, text in sources.items():
        (folder / name).write_text(text, "utf-8")
    compiled(folder, *sources)  # fails if a wrong line is accepted, too
    return folder


def test_its_own_tests_pass(project: Path, client: FlaskClient) -> None:
    names = [path.name for path in HERE.glob("*.test.mjs")]
    assert len(names) == 3
    for name in names:
        (project / name).write_text((HERE / name).read_text("utf-8"), "utf-8")
    for game in GAMES:
        (project / f"{game}-pack.json").write_bytes(client.get(f"/v1/games/{game}/packs/base").get_data())
    run("node", "--test", *names, folder=project, VECTORS=str(VECTORS), PACKS=str(project))


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_a_count_has_a_type(game: str) -> None:
    """Those that the vectors have are compiled (``typed.mts``)."""
    typed_rules = re.findall(rf'^  "{game}/([^"]+)":', (SOURCE / "src" / "scoring.ts").read_text("utf-8"), re.M)
    assert sorted(typed_rules) == sorted(RULES[game])
    seen = counted_by(game, "lines").keys() | counted_by(game, "decisions").keys()
    assert len(seen) > len(RULES[game]) * 0.8


@pytest.mark.parametrize("number", EXAMPLES)
def test_the_readme_runs_as_it_says(project: Path, number: int) -> None:
    assert README[number + 1].info == "text output"
    assert run("node", f"readme{number}.mjs", folder=project).splitlines() == README[number + 1].text.splitlines()


@pytest.mark.parametrize(("file", "word"), [("both.cjs", "require("), ("both.mjs", "import {")])
def test_it_can_be_required_and_imported(project: Path, file: str, word: str) -> None:
    assert word in (project / file).read_text("utf-8")
    assert run("node", file, folder=project) == "2 function function 0 possible\n"


def test_the_package_is_small_and_has_the_version_of_the_service() -> None:
    files = {}
    with tarfile.open(archive()) as packed:
        for member in packed.getmembers():
            content = packed.extractfile(member)
            assert content is not None
            files[member.name.removeprefix("package/")] = content.read()
    about = json.loads(files["package.json"])
    assert about["version"] == VERSION
    assert "dependencies" not in about
    assert {name.split("/")[0] for name in files} == {"package.json", "README.md", "build"}
    assert not [name for name in files if name.startswith("build/source")]
    scoring = [name for name in files if name.startswith("build/esm/") and "scoring" in name and name.endswith(".js")]
    assert len(scoring) == 6
    assert sum(len(gzip.compress(files[name])) for name in scoring) < MOST_BYTES


def test_what_the_page_uses_is_what_is_compiled() -> None:
    archive()
    page = ROOT / "service" / "web"
    for path in [*(page / "scoring").glob("*.js"), page / "packed.js"]:
        built = SOURCE / "build" / "source" / "page" / path.relative_to(page)
        assert built.read_bytes() == path.read_bytes()
