"""The page for people at a table: the files of ``service/web``, read and compressed once when the service starts.

The address of a file has a digest of all files in it, so browsers may cache it for ever; the page itself and its
service worker name the digest and are revalidated each time. There is no build step: only the words in double braces
in these two are replaced.
"""

import gzip
import hashlib
import json
from pathlib import Path
from typing import NamedTuple

from flask import Blueprint, Response, request

from service.api.problems import Problem
from service.api.responses import accepts_gzip

FOLDER = Path(__file__).parents[2] / "web"
BOARDS = Path(__file__).parents[2] / "games"
"""Symbols, colours and layouts of each game's board: ``<game>/diagram/board.json``, as for the API's pictures."""
GAMES = "games/"
"""What the page knows of single games beyond the API; the names of the files of a game begin with its id."""
CACHE_FOR_EVER = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
        "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
}


class File(NamedTuple):
    """A file as it is sent: plain and compressed."""

    content: bytes
    compressed: bytes
    media_type: str
    etag: str


def file_of(content: bytes, name: str) -> File:
    compressed = gzip.compress(content, 9, mtime=0)
    return File(content, compressed, TYPES[Path(name).suffix], hashlib.blake2b(content, digest_size=12).hexdigest())


class Pages:
    """All files of the page by their path, and the digest of them all.

    ``first`` is the game that is shown first: its files are loaded together with the page.
    """

    def __init__(self, first: str = "", folder: Path = FOLDER) -> None:
        found = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
        for path in sorted(BOARDS.glob("*/diagram/board.json")):
            found[f"boards/{path.parents[1].name.replace('_', '-')}.json"] = path
        contents = {name: path.read_bytes() for name, path in found.items() if path.suffix in TYPES}
        digest = hashlib.blake2b(digest_size=6)
        for name, content in contents.items():
            digest.update(name.encode() + b"\0" + content + b"\0")
        self.version = digest.hexdigest()
        shared = [name for name in contents if name not in ("index.html", "sw.js")]
        self.files = {name: file_of(contents[name], name) for name in shared}
        modules, pictures = (
            [Path(name).stem for name in shared if name.startswith(GAMES) and name.endswith(kind)]
            for kind in (".js", ".svg")
        )
        values = {
            "first": first,
            "modules": " ".join(modules),
            "pictures": " ".join(pictures),
            "preloads": "\n".join(self._preload(name) for name in modules if f"{name}-".startswith(f"{first}-")),
            "files": json.dumps(shared),
            "version": self.version,
        }
        self.index = self._fill(contents, "index.html", values)
        self.worker = self._fill(contents, "sw.js", values)

    def _preload(self, module: str) -> str:
        return f'<link rel="modulepreload" href="/web/{self.version}/{GAMES}{module}.js">'

    @staticmethod
    def _fill(contents: dict[str, bytes], name: str, values: dict[str, str]) -> File:
        content = contents[name].decode()
        for placeholder, value in values.items():
            content = content.replace(f"{{{{{placeholder}}}}}", value)
        return file_of(content.encode(), name)


def blueprint(first: str) -> Blueprint:
    pages = Pages(first)
    routes = Blueprint("pages", __name__)

    @routes.get("/")
    def index() -> Response:
        return _send(pages.index, REVALIDATE)

    @routes.get("/sw.js")
    def worker() -> Response:
        return _send(pages.worker, REVALIDATE)

    @routes.get("/web/<version>/<path:name>")
    def asset(version: str, name: str) -> Response:
        if name not in pages.files:
            raise Problem(404, f"There is no file {name!r} here.")
        # While a release rolls out, a page may ask a server of another version: that must not be cached.
        return _send(pages.files[name], CACHE_FOR_EVER if version == pages.version else REVALIDATE)

    return routes


def _send(file: File, cache_control: str) -> Response:
    compressed = accepts_gzip()
    response = Response(file.compressed if compressed else file.content, content_type=file.media_type)
    response.headers.update(HEADERS)
    response.headers["Cache-Control"] = cache_control
    response.headers["Vary"] = "Accept-Encoding"
    if compressed:
        response.headers["Content-Encoding"] = "gzip"
    response.set_etag(f"{file.etag}-gzip" if compressed else file.etag)
    response.make_conditional(request)
    return response
