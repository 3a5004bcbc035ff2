"""The page's files as they are served, and its words: no browser needed."""

import gzip
import json
import re
from io import BytesIO
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from PIL import Image

from service.api.routes.web import BOARDS, FOLDER, Pages
from service.games.registry import OURS

WORDS = {language: (FOLDER / "words" / f"{language}.js").read_text() for language in ("en", "es", "pl")}
SCRIPTS = [path for path in sorted(FOLDER.rglob("*.js")) if "vendor" not in path.parts and "words" not in path.parts]
MOST_BYTES = 300_000
KEY = re.compile(r'(?:^|[{,]\s*|\n\s*)(?:"([^"]+)"|([a-z]+)): (?:"|\{)', re.MULTILINE)


@pytest.fixture(scope="module")
def pages() -> Pages:
    return Pages()


def test_the_page_names_the_version_of_its_files(client: FlaskClient, pages: Pages) -> None:
    response = client.get("/")
    text = response.get_data(as_text=True)
    assert response.content_type == "text/html; charset=utf-8"
    assert response.headers["Cache-Control"] == "no-cache"
    assert f"/web/{pages.version}/app.js" in text
    assert "{{" not in text
    for address in re.findall(r'(?:href|src)="(/web/[^"]+)"', text):
        assert client.get(address).status_code == 200, address


def board_of(name: str) -> Path | None:
    """The layout of a board stands in the package of its game."""
    found = re.fullmatch(r"boards/([a-z-]+)\.json", name)
    return BOARDS / found[1].replace("-", "_") / "diagram" / "board.json" if found else None


def test_the_files_may_be_kept_for_good(client: FlaskClient, pages: Pages) -> None:
    for name in pages.files:
        response = client.get(f"/web/{pages.version}/{name}")
        assert response.status_code == 200
        assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert response.data == (board_of(name) or FOLDER / name).read_bytes()


def test_all_files_that_one_reader_may_need_stay_small(pages: Pages) -> None:
    """The boards, questions and score pads of all four games, compressed as they are sent; texts in one language."""
    others = {f"words/{language}.js" for language in ("en", "es")}
    wanted = [board_of(name) or FOLDER / name for name in pages.files if name not in others]
    sent = [path.read_bytes() for path in wanted]
    assert sum(min(len(one), len(gzip.compress(one))) for one in sent) < MOST_BYTES


def test_a_file_of_another_version_is_not_kept(client: FlaskClient) -> None:
    assert client.get("/web/0123456789ab/app.js").headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("name", ["nothing.js", "../app.py", "%2e%2e/app.py", "index.html", "words/", ""])
def test_there_is_nothing_else(client: FlaskClient, pages: Pages, name: str) -> None:
    assert client.get(f"/web/{pages.version}/{name}").status_code == 404


@pytest.mark.parametrize("path", ["/", "/sw.js"])
def test_what_is_asked_for_anew_need_not_come_again(client: FlaskClient, path: str) -> None:
    tag = client.get(path).headers["ETag"]
    assert client.get(path, headers={"If-None-Match": tag}).status_code == 304


def test_files_and_reference_pages_come_packed(client: FlaskClient) -> None:
    for path in ("/", "/v1/games/kingdomino/rules", "/openapi.json"):
        plain, packed = client.get(path), client.get(path, headers={"Accept-Encoding": "gzip"})
        assert packed.headers["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in plain.headers["Vary"]
        assert "Accept-Encoding" in packed.headers["Vary"]
        assert gzip.decompress(packed.data) == plain.data
        assert len(packed.data) < len(plain.data) / 2
        assert packed.headers.get("ETag", "packed") != plain.headers.get("ETag", "plain")


def test_a_packed_page_need_not_come_again(client: FlaskClient) -> None:
    packed = client.get("/v1/games/kingdomino/rules", headers={"Accept-Encoding": "gzip"})
    headers = {"Accept-Encoding": "gzip", "If-None-Match": packed.headers["ETag"]}
    assert client.get("/v1/games/kingdomino/rules", headers=headers).status_code == 304


def test_nothing_foreign_may_run(client: FlaskClient) -> None:
    headers = client.get("/").headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_no_file_names_another_host() -> None:
    for path in FOLDER.rglob("*"):
        if path.is_file() and path.suffix not in (".txt", ".png"):
            hosts = set(re.findall(r"https?://([\w.-]+)", path.read_text())) - {"www.w3.org"}
            assert hosts <= ({"github.com", "www.nayuki.io"} if "vendor" in path.parts else set()), path


def test_the_worker_keeps_every_file(client: FlaskClient, pages: Pages) -> None:
    text = client.get("/sw.js").get_data(as_text=True)
    told = json.loads(re.search(r"FILES = (\[.*\]);", text)[1])  # type: ignore[index]
    assert set(told) == set(pages.files)


def test_no_shared_file_names_a_game(pages: Pages) -> None:
    """What the page knows of single games is in ``games/``; everything else comes from the API."""
    shared = [path for path in SCRIPTS if path.parent == FOLDER] + [FOLDER / "index.html", FOLDER / "style.css"]
    assert len(shared) > 15
    named = {path.name: [game for game in OURS if game in path.read_text()] for path in shared}
    assert {name: games for name, games in named.items() if games} == {}


def test_the_first_game_is_loaded_with_the_page(client: FlaskClient) -> None:
    text = client.get("/").get_data(as_text=True)
    assert f'data-first="{OURS[0]}"' in text
    assert re.findall(r'modulepreload" href="/web/\w+/games/(\w+)', text) == ["kingdomino"] * 3
    assert set(OURS) <= set(re.search(r'data-modules="([^"]*)"', text)[1].split())  # type: ignore[index]


def test_a_first_game_without_files_here_loads_nothing_more() -> None:
    text = Pages("gops").index.content.decode()
    assert 'data-first="gops"' in text
    assert "/games/" not in text


def test_the_page_can_be_put_on_a_home_screen(pages: Pages) -> None:
    """Phones want drawings of these sizes, and one that can be cut to a circle."""
    manifest = json.loads(pages.files["page.webmanifest"].content)
    for icon in manifest["icons"]:
        if icon["type"] == "image/png":
            with Image.open(BytesIO(pages.files[icon["src"]].content)) as drawn:
                assert "x".join(map(str, drawn.size)) == icon["sizes"]
    purposes = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= purposes
    assert "apple-touch-icon.png" in pages.index.content.decode()


def test_a_vendored_library_has_its_licence() -> None:
    for path in (FOLDER / "vendor").glob("*.js"):
        assert "MIT License" in Path(f"{path.with_suffix('')}.LICENSE.txt").read_text()


def keys(text: str) -> set[str]:
    return {quoted or bare for quoted, bare in KEY.findall(text)} - {"one", "few", "many", "other"}


def test_every_language_says_everything() -> None:
    assert keys(WORDS["en"]) == keys(WORDS["es"]) == keys(WORDS["pl"])
    assert len(keys(WORDS["en"])) > 120


def test_every_text_that_is_used_exists() -> None:
    used = {key for path in SCRIPTS for key in re.findall(r'(?<![.\w])(?:t|count)\("([^"]+)"', path.read_text())}
    assert used <= keys(WORDS["en"]), used - keys(WORDS["en"])


def test_no_text_is_left_unused() -> None:
    """A key may be put together, as `verdict ${verdict}` is; then its first words stand in the source."""
    source = "".join(path.read_text() for path in SCRIPTS)

    def is_used(key: str) -> bool:
        words = key.split()
        return f'"{key}"' in source or any(
            f"`{' '.join(words[:size])} ${{" in source for size in range(1, len(words))
        )

    unused = {key for key in keys(WORDS["en"]) if not is_used(key)}
    names = {"score", "judge", "rules", "case"} | {f"door {view} text" for view in ("score", "dispute", "rules")}
    names |= {"zoom in", "zoom out", "zoom whole"}  # for boards that are larger than the screen
    assert unused - names == set()


def test_the_openapi_document_of_one_game(client: FlaskClient) -> None:
    whole, part = client.get("/openapi.json").get_json(), client.get("/openapi.json?game=kingdomino").get_json()
    assert part["paths"]
    assert all(path.startswith("/v1/games/kingdomino") for path in part["paths"])
    assert part["paths"] == {path: whole["paths"][path] for path in part["paths"]}
    text = json.dumps(part)
    references = set(re.findall(r'"#/components/(\w+)/(\w+)"', text))
    assert references
    assert all(name in part["components"][kind] for kind, name in references)
    assert "BrianBoru" not in text
    assert client.get("/openapi.json?game=chess").status_code == 404
