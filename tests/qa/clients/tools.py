"""The generators of clients, installed once, and functions that run them.

``python -m tests.qa.clients.tools`` installs the one for Python into build/clients; ``make test`` does it before the
tests, as it does for node. Those for TypeScript are the ones that our own package is built with. ``make clients``
installs the others.
"""

import filecmp
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
FOLDER = ROOT / "build" / "clients"
DOCUMENTS = ROOT / "openapi"
PYTHON = FOLDER / "python" / "bin"
TYPESCRIPT = ROOT / "openapi" / "clients" / "typescript" / "node_modules"
"""openapi-typescript, openapi-fetch and the compiler: ``make typescript`` installs them."""
STRICT = ("--strict", "--noEmit", "--skipLibCheck", "--target", "es2022", "--module", "es2022")
BUNDLED = ("--moduleResolution", "bundler", "--lib", "es2022,dom,dom.iterable")
MOBILE: dict[str, dict[str, str]] = {
    "swift6": {},
    "kotlin": {"serializationLibrary": "gson", "generateOneOfAnyOfWrappers": "true", "useCoroutines": "true"},
    "dart": {},
}
"""The generators and their options. Without wrappers, a union in Kotlin has the fields of all its members; without
coroutines, a question blocks its thread, which Android forbids on the main one."""


class Failed(Exception):
    """A generator or a compiler ended with an error; the text is what it printed."""


def run(*command: str | Path, folder: Path = FOLDER, seconds: int = 300) -> str:
    """What a command prints."""
    done = subprocess.run(
        [str(part) for part in command], cwd=folder, capture_output=True, text=True, timeout=seconds
    )
    output = done.stdout + done.stderr
    if done.returncode:
        raise Failed(f"{Path(command[0]).name} {command[1]}: {output[-3000:]}")
    return output


def install(*, everything: bool) -> None:
    """Install what ``make test`` needs, or everything, unless just that is installed."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    if not (PYTHON / "pip").exists():
        run(sys.executable, "-m", "venv", "--clear", FOLDER / "python")
    _install_once("requirements.txt", _pip_install)
    if everything:
        _install_once("requirements-mobile.txt", _pip_install)
        _install_once("package.json", _npm_install)


def _install_once(name: str, install_file: Callable[[Path], object]) -> None:
    installed = FOLDER / f"{name}.installed"
    if not installed.exists() or not filecmp.cmp(HERE / name, installed, shallow=False):
        install_file(HERE / name)
        shutil.copyfile(HERE / name, installed)


def _pip_install(file: Path) -> None:
    run(PYTHON / "pip", "install", "-q", "--disable-pip-version-check", "-r", file)


def _npm_install(file: Path) -> None:
    shutil.copy(file, FOLDER)
    run("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--no-package-lock")


def node(name: str, packages: Path = FOLDER / "node_modules") -> Path:
    return packages / ".bin" / name


def fresh(name: str) -> Path:
    """An empty folder for generated code."""
    folder = FOLDER / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def lint(document: Path) -> str:
    """The findings of redocly's recommended rules: none but those that redocly.yaml explains."""
    config = FOLDER / "redocly.yaml"
    shutil.copy(HERE / "redocly.yaml", config)
    return run(node("redocly"), "lint", document, "--config", config, "--format", "github-actions")


def typescript(document: Path) -> Path:
    """The types of openapi-typescript."""
    folder = fresh(f"typescript-{document.stem}")
    (folder / "node_modules").symlink_to(TYPESCRIPT)
    run(node("openapi-typescript", TYPESCRIPT), document, "--output", folder / "schema.ts")
    return folder


def compile_typescript(folder: Path, *files: str) -> str:
    return run(node("tsc", TYPESCRIPT), *STRICT, *BUNDLED, *(folder / name for name in files))


def hey_api(document: Path) -> Path:
    folder = fresh(f"hey-api-{document.stem}")
    run(node("openapi-ts"), "--input", document, "--output", folder, "--client", "@hey-api/client-fetch")
    return folder


def python(document: Path) -> tuple[Path, str]:
    """The client of openapi-python-client, and what the generator printed: a line unless it leaves something out."""
    folder = fresh(f"generated_{document.stem.replace('-', '_')}")
    options = ("--meta", "none", "--overwrite", "--config", HERE / "python.yaml", "--output-path", folder)
    return folder, run(PYTHON / "openapi-python-client", "generate", "--path", document, *options)


def use_python(folder: Path) -> str:
    return run(PYTHON / "python", HERE / "use_python.py", folder, DOCUMENTS / "examples")


def mobile_options(language: str) -> dict[str, str]:
    """Values that a later release adds are no errors of the generated client."""
    return {"enumUnknownDefaultCase": "true", **MOBILE[language]}


def mobile(language: str, document: Path) -> tuple[Path, str]:
    """The client of openapi-generator, and its log."""
    folder = fresh(f"{language}-{document.stem}")
    (jar,) = FOLDER.glob("python/lib/python*/site-packages/openapi_generator_cli/openapi-generator.jar")
    text = ",".join(f"{name}={value}" for name, value in mobile_options(language).items())
    command = ("java", "-jar", jar, "generate", "-g", language, "-i", document, "-o", folder)
    return folder, run(*command, f"--additional-properties={text}", seconds=600)


def gson() -> Path:
    """The library that generated Kotlin encodes JSON with, out of Debian's package and without installing it."""
    jar = FOLDER / "gson" / "usr" / "share" / "java" / "gson.jar"
    if not jar.exists():
        folder = fresh("gson")
        run("apt-get", "download", "-qq", "libgoogle-gson-java", folder=folder)
        (package,) = folder.glob("*.deb")
        run("dpkg-deb", "-x", package, folder, folder=folder)
    return jar


if __name__ == "__main__":
    install(everything="--everything" in sys.argv[1:])
