"""The share links that docs/share-links.md makes in Python and in JavaScript, opened on the page."""

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.docs.examples import BASE_URL, ROOT, blocks_of
from tests.typescript.package import run
from tests.web.conftest import Phone

PYTHON, JAVASCRIPT = (
    next(block.text for block in blocks_of(ROOT / "docs" / "share-links.md") if block.info == language)
    for language in ("python", "javascript")
)


def link_of_python(site: str) -> str:
    names: dict[str, str] = {}
    exec(PYTHON.replace(BASE_URL, site).rpartition("print(")[0], names)
    return names["link"]


def link_of_javascript(site: str, folder: Path) -> str:
    if not shutil.which("node"):
        pytest.skip("there is no Node")
    text = re.sub(r"console\.log\(.*\);", "console.log(link);", JAVASCRIPT.replace(BASE_URL, site))
    (folder / "link.mjs").write_text(text, "utf-8")
    return run("node", "link.mjs", folder=folder).strip()


def test_the_page_opens_them(english: Phone, tmp_path: Path) -> None:
    for link in (link_of_python(english.site), link_of_javascript(english.site, tmp_path)):
        english.page.goto("about:blank")
        english.page.goto(link)
        expect(english.page.locator(".verdict h2")).to_contain_text("Illegal")
