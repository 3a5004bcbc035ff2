"""Generate clients from every OpenAPI document, compile or run them, and print what came of it: ``make clients``."""

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import yaml

from tests.qa.clients import tools
from tests.qa.clients.mobile_checks import faults, warnings

ALL = tools.DOCUMENTS / "openapi.yaml"
EVERY = sorted(tools.DOCUMENTS.glob("*.yaml"))
ONE = tools.DOCUMENTS / "kingdomino.yaml"


def expect(condition: bool, text: str) -> None:
    if not condition:
        raise tools.Failed(text)


def lint(document: Path) -> str:
    output = tools.lint(document)
    expect("::warning" not in output and "::error" not in output, output)
    return "no findings"


def typescript(document: Path) -> str:
    folder = tools.typescript(document)
    files = ["schema.ts"]
    if document in (ALL, ONE):
        for name in ("use.ts", "wrong.ts"):
            (folder / name).write_text((tools.HERE / name).read_text("utf-8"), "utf-8")
            files.append(name)
    tools.compile_typescript(folder, *files)
    return "compiled with --strict"


def hey_api(document: Path) -> str:
    tools.compile_typescript(tools.hey_api(document), "index.ts")
    return "compiled with --strict"


def python(document: Path) -> str:
    folder, output = tools.python(document)
    expect("WARNING" not in output and "Unable" not in output and "removal" not in output, output[:3000])
    modules, used = tools.use_python(folder).split()
    expect(int(used) > 5, f"only {used} answers were decoded")
    return f"{modules} modules imported, {used} answers decoded and encoded again"


def mobile(language: str) -> Callable[[Path], str]:
    def check(document: Path) -> str:
        folder, log = tools.mobile(language, document)
        content: dict[str, Any] = yaml.safe_load(document.read_text("utf-8"))
        found = [*warnings(log), *faults(language, folder, content)]
        expect(not found, "\n".join(found[:20]))
        count = len(content["components"]["schemas"])
        return f"{count} components, {len(content['paths'])} addresses: nothing missing"

    return check


def kotlin_models(document: Path) -> str:
    """The models alone: the HTTP libraries of the generated client are in no package that can be had here."""
    folder, _ = tools.mobile("kotlin", document)
    sources = sorted(folder.glob("src/main/**/models/*.kt"))
    jar = tools.gson()
    compiler = tools.FOLDER / "node_modules" / "kotlin-compiler" / "bin" / "kotlinc"
    output = tools.run("bash", compiler, "-cp", jar, "-d", tools.FOLDER / "models.jar", *sources, seconds=1800)
    expect("error:" not in output, output[-3000:])
    return f"{len(sources)} models compiled"


CHECKS: dict[str, tuple[Callable[[Path], str], list[Path]]] = {
    "redocly": (lint, EVERY),
    "openapi-typescript": (typescript, EVERY),
    "hey-api": (hey_api, [ONE, ALL]),
    "openapi-python-client": (python, EVERY),
    "swift6": (mobile("swift6"), [ONE, ALL]),
    "kotlin": (mobile("kotlin"), [ONE, ALL]),
    "kotlinc": (kotlin_models, [ALL]),
    "dart": (mobile("dart"), [ONE, ALL]),
}


def results(names: list[str]) -> Iterator[bool]:
    for name in names or CHECKS:
        check, documents = CHECKS[name]
        for document in documents:
            began = time.monotonic()
            try:
                text, good = check(document), True
            except tools.Failed as error:
                text, good = f"FAILED\n{error}", False
            print(f"{name:24}{document.stem:16}{time.monotonic() - began:6.1f} s  {text}", flush=True)
            yield good


if __name__ == "__main__":
    tools.install(everything=True)
    sys.exit(0 if all(list(results(sys.argv[1:]))) else 1)
