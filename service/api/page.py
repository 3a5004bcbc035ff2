"""The page at the table: files of ``service/web``, read and packed once when the service starts.

The files stand under an address with a digest of all of them, so that a browser may keep them for good; the page
itself and its service worker name the digest and are asked for anew each time. There is no build step: the two
documents carry ``{{version}}`` and ``{{files}}``, and that is all that is filled in.
"""

import gzip
import hashlib
import json
from pathlib import Path
from typing import NamedTuple

from flask import Blueprint, Flask, Response, request

from service.api.problems import Problem

FOLDER = Path(__file__).parents[1] / "web"
FOREVER = "public, max-age=31536000, immutable"
ANEW = "no-cache"
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
SMALL = 1000
"""What is shorter than this is not worth packing."""


class File(NamedTuple):
    """A file as it is sent: plain, packed, and with the tag that a browser asks by."""

    content: bytes
    packed: bytes
    kind: str
    etag: str


def file_of(content: bytes, name: str) -> File:
    packed = gzip.compress(content, 9, mtime=0)
    return File(content, packed, TYPES[Path(name).suffix], hashlib.blake2b(content, digest_size=12).hexdigest())


class Pages:
    """All files of the page by their path, and the digest of them all."""

    def __init__(self, folder: Path = FOLDER) -> None:
        found = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
        contents = {name: path.read_bytes() for name, path in found.items() if path.suffix in TYPES}
        digest = hashlib.blake2b(digest_size=6)
        for name, content in contents.items():
            digest.update(name.encode() + b"\0" + content + b"\0")
        self.version = digest.hexdigest()
        shared = [name for name in contents if name not in ("index.html", "sw.js")]
        self.files = {name: file_of(contents[name], name) for name in shared}
        filled = {b"{{version}}": self.version.encode(), b"{{files}}": json.dumps(shared).encode()}
        self.index = self._filled(contents, "index.html", filled)
        self.worker = self._filled(contents, "sw.js", filled)

    @staticmethod
    def _filled(contents: dict[str, bytes], name: str, filled: dict[bytes, bytes]) -> File:
        content = contents[name]
        for mark, value in filled.items():
            content = content.replace(mark, value)
        return file_of(content, name)


def install(app: Flask) -> None:
    pages = Pages()
    routes = Blueprint("pages", __name__)

    @routes.get("/")
    def index() -> Response:
        return _send(pages.index, ANEW)

    @routes.get("/sw.js")
    def worker() -> Response:
        return _send(pages.worker, ANEW)

    @routes.get("/web/<version>/<path:name>")
    def asset(version: str, name: str) -> Response:
        if name not in pages.files:
            raise Problem(404, f"There is no file {name!r} here.")
        # While a release rolls out, a page may ask a server of another version: that must not be kept.
        return _send(pages.files[name], FOREVER if version == pages.version else ANEW)

    app.register_blueprint(routes)
    app.after_request(pack)


def _send(file: File, keep: str) -> Response:
    packed = _takes_gzip()
    response = Response(file.packed if packed else file.content, content_type=file.kind)
    response.headers.update(HEADERS)
    response.headers["Cache-Control"] = keep
    response.headers["Vary"] = "Accept-Encoding"
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    response.set_etag(f"{file.etag}-gzip" if packed else file.etag)
    response.make_conditional(request)
    return response


def pack(response: Response) -> Response:
    """What can be looked up (rules, games, the OpenAPI document) comes packed to who takes it so: phones do."""
    fit = (
        request.method in ("GET", "HEAD") and response.mimetype == "application/json" and response.status_code == 200
    )
    if not fit or response.is_streamed or "Content-Encoding" in response.headers:
        return response
    content = response.get_data()
    if len(content) < SMALL:
        return response
    response.vary.add("Accept-Encoding")
    if _takes_gzip():
        response.set_data(gzip.compress(content, 6, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        tag, _ = response.get_etag()
        if tag:
            response.set_etag(tag, weak=True)  # the same page, but not byte for byte
    return response


def _takes_gzip() -> bool:
    return bool(request.accept_encodings["gzip"])
