"""A sentence in English that can be had in other languages, for texts that do not stand in a rulebook."""

from collections.abc import Callable
from typing import Self


class Translated(str):
    """The English sentence; ``in_language`` writes it in another language."""

    __slots__ = ("in_language",)

    in_language: Callable[[str], str]

    def __new__(cls, write: Callable[[str], str]) -> Self:
        sentence = super().__new__(cls, write("en"))
        sentence.in_language = write
        return sentence


def in_language(text: str, language: str) -> str:
    """A text in this language, where it is known there."""
    return text.in_language(language) if isinstance(text, Translated) else str(text)
