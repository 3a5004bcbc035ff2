"""The search over all games. The index of a game in a language is made when it is first asked for."""

import threading
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from service.referee.search.documents import Entry, Kind, Library, entries_of
from service.referee.search.index import Index, Match, Matches
from service.referee.search.language import WORD, Language, Query, language

MOST_GUESSES = 6
"""For further words that are nowhere nothing is guessed: a question has a few typos."""
KINDS: tuple[Kind, ...] = ("rule", "term", "case")


class Reader(NamedTuple):
    """In which language and by which edition somebody reads a game."""

    language: str
    edition: str


class Hit(NamedTuple):
    """Something found; in title and text the words it was found by are between ``<mark>`` and ``</mark>``."""

    entry: Entry
    title: str
    text: str


class Hits(NamedTuple):
    """The best hits, and how many there are in all."""

    best: list[Hit]
    total: int


class _Placed(NamedTuple):
    """A match with its entry; ``place`` is that of its game among those that are searched."""

    place: int
    match: Match
    entry: Entry

    @property
    def chain(self) -> str:
        """What the rules of a chain begin with; nothing for other entries."""
        beginning, dash, _ = self.entry.id.rpartition("/")[2].partition("-")
        return f"{self.entry.id.rpartition('/')[0]}/{beginning}" if dash and self.entry.kind == "rule" else ""


class _Shelf:
    """All entries of a game in one language, with their index."""

    def __init__(self, library: Library, name: str) -> None:
        self.language: Language = language(name)
        self.entries = list(entries_of(library, name))
        synonyms = [*self.language.synonyms.values(), *library.rulebook.words[name].synonyms.values()]
        self.index = Index(self.language, [entry.document for entry in self.entries], synonyms)
        self._numbers = {
            (edition, kind): self._readable(edition, kind) for edition in library.rulebook.editions for kind in KINDS
        }

    def _readable(self, edition: str, kind: Kind) -> frozenset[int]:
        return frozenset(
            number for number, entry in enumerate(self.entries) if entry.kind == kind and edition in entry.editions
        )

    def find(self, query: Query, edition: str, kinds: Collection[Kind], guessed: Collection[str]) -> Matches:
        allowed = frozenset[int]().union(*(self._numbers[edition, kind] for kind in kinds))
        return self.index.find(query, allowed, guessed)

    def hit(self, match: Match, terms: frozenset[str]) -> Hit:
        entry = self.entries[match.document]
        return Hit(entry, _marked(entry.title, terms, self.language), _marked(entry.text, terms, self.language))


class Search:
    """Finds rules, terms and cases of one or more games."""

    def __init__(self, libraries: Iterable[Library]) -> None:
        self._libraries = {library.rulebook.game: library for library in libraries}
        self._shelves: dict[tuple[str, str], _Shelf] = {}
        self._lock = threading.Lock()

    def find(self, query: str, readers: Mapping[str, Reader], most: int, kinds: Collection[Kind] = KINDS) -> Hits:
        """The best hits in these games, each read in one language and by one edition."""
        shelves = [self._shelf(game, reader.language) for game, reader in readers.items()]
        queries = {name: language(name).read(query) for name in {reader.language for reader in readers.values()}}
        # A word that one of the games knows is no typo in the others.
        unknown = [shelf.index.unknown(queries[shelf.language.name]) for shelf in shelves]
        guessed = sorted(set.intersection(*unknown))[:MOST_GUESSES] if unknown else []
        matches = [
            shelf.find(queries[shelf.language.name], reader.edition, kinds, guessed)
            for shelf, reader in zip(shelves, readers.values(), strict=True)
        ]
        concepts = max((each.concepts for each in matches), default=0)
        ranked = sorted(
            (match.concepts < concepts, -match.score, place, match.document, match)
            for place, each in enumerate(matches)
            for match in each.found
        )
        placed = [_Placed(place, match, shelves[place].entries[match.document]) for _, _, place, _, match in ranked]
        best = [
            shelves[one.place].hit(one.match, matches[one.place].terms) for one in _chains_in_order(placed)[:most]
        ]
        return Hits(best, len(ranked))

    def _shelf(self, game: str, name: str) -> _Shelf:
        with self._lock:
            if (game, name) not in self._shelves:
                self._shelves[game, name] = _Shelf(self._libraries[game], name)
            return self._shelves[game, name]


def _chains_in_order(ranked: list[_Placed]) -> list[_Placed]:
    """The hits, with the rules of a chain in the order of the book: they take the places that they have among them.

    A chain are rules of one game that begin alike, such as ``score/tie-crowns`` and ``score/tie-shared``.
    """
    chains: dict[tuple[int, str], list[_Placed]] = {}
    for one in ranked:
        if one.chain:
            chains.setdefault((one.place, one.chain), []).append(one)
    in_order = {key: iter(sorted(chain, key=lambda one: one.match.document)) for key, chain in chains.items()}
    return [next(in_order[one.place, one.chain]) if one.chain else one for one in ranked]


def _marked(text: str, terms: Collection[str], spoken: Language) -> str:
    """The text with its words of these terms marked."""
    return WORD.sub(
        lambda match: f"<mark>{match[0]}</mark>" if spoken.term(match[0].lower()) in terms else match[0], text
    )
