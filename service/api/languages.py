"""The language of a request: ``?lang=`` if given, else by Accept-Language, else the first that there is."""

from functools import lru_cache

from flask import request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from schemas.base import LANGUAGES

MOST_LANGUAGE_CHARACTERS = 200


@lru_cache(maxsize=512)
def accepted_language(header: str, languages: tuple[str, ...]) -> str:
    """The best of these languages for an Accept-Language header."""
    return parse_accept_header(header, LanguageAccept).best_match(languages) or languages[0]


def wished_language(wish: str | None, languages: tuple[str, ...] = LANGUAGES) -> str:
    """The best of these languages for the reader; ``wish`` is the query parameter."""
    if wish is not None:
        return wish if wish in languages else languages[0]
    header = request.headers.get("Accept-Language")
    return accepted_language(header[:MOST_LANGUAGE_CHARACTERS], languages) if header else languages[0]


def language_of_problem() -> str:
    """The language of a refusal: nothing of the request need be right for it."""
    wish = request.args.get("lang")
    return wished_language(wish if wish in LANGUAGES else None)
