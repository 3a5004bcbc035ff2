"""The fenced examples of the Markdown pages. What an example is stands in its info string::

    ```json question POST /v1/…      a body, sent to this address
    ```bash                          every curl command in it is sent
    ```json answer [status]          what the last of them gives, in part (status 200 unless given)
    ```json file NAME                a file that a later curl command of the page sends with ``-d @NAME``
    ```json state                    a Kingdomino position that ``audit`` finds possible
    ```python                        run against a live server if it uses requests or shows an output, else compiled
    ```javascript                    run against a live server where Node is
    ```typescript                    compiled with the package brehon-client, and run, where Node is
    ```console                       a call of the command, and what it prints (tests/cli/test_docs_page.py)
    ```text output                   what the Python or JavaScript example before it prints

An answer shows a part of the real one: every key that is shown has to be there with that value. Lists are shown in
full unless they end with "…"; a text that ends with "…" is the beginning of the real one.
"""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAGES = [*sorted((ROOT / "docs").glob("*.md")), *([README] if README.exists() else [])]
BASE_URL = "http://127.0.0.1:8000"
MORE = "…"


class Block(NamedTuple):
    """One fenced block of a page."""

    page: Path
    line: int
    info: str
    text: str

    @property
    def place(self) -> str:
        return f"{self.page.name}:{self.line}"


class Exchange(NamedTuple):
    """A request that a page shows, and what it says comes back."""

    place: str
    method: str
    path: str
    headers: dict[str, str]
    body: bytes | None
    status: int = 200
    answer: Any = None


def blocks_of(page: Path) -> list[Block]:
    blocks: list[Block] = []
    opened: tuple[int, str] | None = None
    lines: list[str] = []
    for number, line in enumerate(page.read_text("utf-8").splitlines(), start=1):
        fence = re.fullmatch(r"```(.*)", line)
        if fence and opened is None:
            opened, lines = (number, fence[1].strip()), []
        elif fence and opened is not None:
            blocks.append(Block(page, *opened, "\n".join(lines)))
            opened = None
        else:
            lines.append(line)
    assert opened is None, f"{page.name}: a fence is not closed"
    return blocks


def prose_of(page: Path) -> str:
    """The page without its fenced blocks."""
    return re.sub(r"(?ms)^```.*?^```$", "", page.read_text("utf-8"))


def exchanges_in(page: Path) -> list[Exchange]:
    """Every request of a page, with the answer that is shown for it, if any."""
    exchanges: list[Exchange] = []
    files: dict[str, bytes] = {}
    for block in blocks_of(page):
        match block.info.split():
            case ["json", "question", method, path]:
                json.loads(block.text)
                headers = {"Content-Type": "application/json"}
                exchanges.append(Exchange(block.place, method, path, headers, block.text.encode()))
            case ["json", "file", name]:
                json.loads(block.text)
                files[name] = block.text.encode()
            case ["bash"]:
                exchanges.extend(_curls(block, files))
            case ["json", "answer", *status]:
                assert exchanges, f"{block.place}: an answer to no question"
                assert exchanges[-1].answer is None, f"{block.place}: a second answer"
                expected = int(status[0]) if status else 200
                exchanges[-1] = exchanges[-1]._replace(status=expected, answer=json.loads(block.text))
    return exchanges


def _curls(block: Block, files: dict[str, bytes]) -> Iterator[Exchange]:
    for command in re.split(r"(?m)^(?=curl )", block.text):
        if command.startswith("curl "):
            yield _curl(block.place, command, files)


def _curl(place: str, command: str, files: dict[str, bytes]) -> Exchange:
    words = iter(shlex.split(command.replace("\\\n", " "))[1:])
    url, method, headers, body = "", "", {}, None
    for word in words:
        match word:
            case "-s" | "-i" | "-si":
                continue
            case "-X":
                method = next(words)
            case "-H":
                name, value = next(words).split(":", 1)
                headers[name] = value.strip()
            case "-d":
                data = next(words)
                body = files[data[1:]] if data.startswith("@") else data.encode()
            case _ if word.startswith(BASE_URL) and not url:
                url = word.removeprefix(BASE_URL)
            case _:
                raise ValueError(f"{place}: curl with {word!r} cannot be executed here")
    if body is not None:
        # What curl sends by default: a page that forgets the header must not pass.
        headers.setdefault("Content-Type", "application/x-www-form-urlencoded")
    return Exchange(place, method or ("GET" if body is None else "POST"), url, headers, body)


def differences(shown: Any, real: Any, at: str = "") -> list[str]:
    """Where a real answer is not what a page shows of it."""
    if shown == MORE:
        return []
    if isinstance(shown, dict) and isinstance(real, dict):
        missing = [f"{at}/{key} is not in the answer" for key in shown if key not in real]
        return missing + [
            difference
            for key in shown.keys() & real.keys()
            for difference in differences(shown[key], real[key], f"{at}/{key}")
        ]
    if isinstance(shown, list) and isinstance(real, list):
        if shown and shown[-1] == MORE:
            shown, real = shown[:-1], real[: len(shown) - 1]
        if len(shown) != len(real):
            return [f"{at} has {len(real)} entries, not {len(shown)}"]
        pairs = enumerate(zip(shown, real, strict=True))
        return [difference for index, (a, b) in pairs for difference in differences(a, b, f"{at}/{index}")]
    if isinstance(shown, str) and isinstance(real, str) and shown.endswith(MORE):
        return [] if real.startswith(shown.removesuffix(MORE)) else [f"{at} begins otherwise: {real!r}"]
    return [] if type(shown) is type(real) and shown == real else [f"{at} is {real!r}, not {shown!r}"]


def anchors_of(page: Path) -> set[str]:
    """The anchors that its headings give, as repository hosts make them."""
    headings = re.findall(r"(?m)^#+ (.+)$", re.sub(r"(?ms)^```.*?^```$", "", page.read_text("utf-8")))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
