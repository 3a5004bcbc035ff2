"""The sentences that all games share, by language: those of the core, not of a rulebook."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomli

from schemas.base import LANGUAGES

FOLDER = Path(__file__).parent

SHARED: Mapping[str, Mapping[str, Any]] = {
    language: tomli.loads((FOLDER / f"{language}.toml").read_text("utf-8")) for language in LANGUAGES
}
"""The content of the file of each language, by section."""
