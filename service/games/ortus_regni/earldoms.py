"""What can be said of one Earl's part of the table by itself."""

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from schemas.ortus_regni import Deed, Fief
from service.games.ortus_regni.components import type_of
from service.games.ortus_regni.holdings import is_there, surely
from service.games.ortus_regni.pack import ANCHORS, COPIES, CUBES, DECK, FREE_TOWERS, PROPERTIES
from service.games.ortus_regni.parts import known_garrison, known_lord, known_properties
from service.referee.budget import step
from service.referee.hidden import HIDDEN
from service.referee.known import attempt, is_known, is_unknown

if TYPE_CHECKING:
    from service.games.ortus_regni.table import Table


# A deck stays the same for a whole game, and its check takes long: with 2,400 different bodies of 300 games this
# saves 7 to 9 % of a validate, of legal moves and of a score.
DECKS_KEPT = 1024


class Earldom:
    """An Earl's part of the table, read."""

    __slots__ = (
        "_figures",
        "_table",
        "abroad",
        "are_armies_known",
        "are_emissaries_known",
        "cathedrals",
        "churches",
        "garrisons",
        "has_its_cubes",
        "has_sound_deck",
        "home",
        "is_gone",
        "is_open",
        "is_orderly",
        "is_plain",
        "is_well_numbered",
        "is_whole",
        "missing",
        "name",
        "princes",
    )

    def __init__(self, table: "Table", name: str) -> None:
        self._table, self.name = table, name
        fiefs, mercenaries = table.known_fiefs(name), table.known_mercenaries(name)
        cards = _cards_in(table, name)
        step(len(cards))
        self.abroad = tuple([card for card in cards if type(card) is Deed])
        """Cards of other colours that lie here."""
        self.home: list[str] = [card for card in cards if type(card) is not Deed] if self.abroad else cards
        """The known cards of the Earl's own colour that lie here, hidden ones as "?"."""
        self.is_well_numbered = _is_well_numbered(table, name, self.abroad)
        """Whether the numbers are used once, and cards named as another's can be that."""
        properties_known = all(is_known(fief.properties) for fief in fiefs)
        self.is_open = table.are_known(name, "fiefs", "mercenaries") and properties_known
        """Whether everything is known that can hold cards of other colours."""
        self.missing = _missing(table, name, self.home)
        """The cards that the Earl brought and that are not here, in order; None when that cannot be said."""
        self.is_whole = self.missing == []
        held = [type_of(card) for fief in fiefs for card in known_properties(fief)]
        self.cathedrals = held.count("cathedral")
        self.churches = held.count("church") if properties_known else 0
        """How many Churches the Earl has; none where that is not known."""
        self.princes = [known_lord(fief) for fief in fiefs].count("prince")
        self.garrisons = tuple([mercenary.garrison for mercenary in mercenaries if known_garrison(mercenary)])
        garrisons_known = all(is_known(mercenary.garrison) for mercenary in mercenaries)
        self.are_armies_known = table.are_known(name, "pool", "mercenaries") and garrisons_known
        self.are_emissaries_known = table.are_known(name, "emissaries")
        self.has_sound_deck = _has_sound_deck(table, name)
        self.has_its_cubes = not surely(lambda: table.cubes(name) != cubes_for(table, name))
        self.is_orderly = self.has_sound_deck and self.has_its_cubes and self.princes <= 1
        """Whether nothing here is against the rules by itself, for an Earl who is in the game."""
        self.is_plain = self.is_well_numbered and self.is_open and self.are_armies_known and self.is_orderly
        self.is_plain = self.is_plain and self.are_emissaries_known
        self.is_gone = self.are_emissaries_known and surely(lambda: table.cubes(name) == 0) and self._has_nothing()
        """Whether the Earl has left the game, and left it in order; an Earl who plays on does not look like this."""
        self._figures: dict[str, int] | None = None

    def _has_nothing(self) -> bool:
        return self.has_sound_deck and self.is_open and self.are_armies_known and not self.left

    @property
    def left(self) -> list[str]:
        """The zones in which something lies that an Earl takes along who leaves the game."""
        zones = ("deck", "hand", "discard", "towers", "fiefs", "mercenaries", "pool")
        lying = [zone for zone in zones if self._table.known_cards(self.name, zone)]
        return [*lying, "banners"] if self._table.known_number(self.name, "banners") else lying

    @property
    def figures(self) -> dict[str, int]:
        """What the Earl controls, as far as it is known."""
        if self._figures is None:
            self._figures = _figures_of(self._table, self.name)
        return self._figures


class Earldoms:
    """All Earldoms of a table."""

    __slots__ = (
        "abroad",
        "are_armies_known",
        "are_emissaries_known",
        "are_open",
        "are_orderly",
        "are_well_numbered",
        "armies",
        "banners",
        "cathedrals",
        "each",
        "emissaries",
        "gone",
        "missing",
    )

    def __init__(self, table: "Table") -> None:
        self.each: dict[str, Earldom] = {}
        self.abroad: list[Deed] = []
        self.armies: list[Any] = []
        """The known Army cards that lie in Earldoms, hidden ones as "?"."""
        self.missing: dict[str, list[str] | None] = {}
        """What is not with the Earl who brought it, where that is something or cannot be said."""
        self.banners: dict[str, int] = {}
        """How many Banners lie on the table, by the Earls who have any there."""
        self.gone: set[str] = set()
        self.are_well_numbered = self.are_open = self.are_orderly = True
        self.are_armies_known = self.are_emissaries_known = True
        self.cathedrals = self.emissaries = 0
        for name in table.order:
            one = self.each[name] = Earldom(table, name)
            self.cathedrals += one.cathedrals
            self.emissaries += len(table.known_cards(name, "emissaries"))
            if banners := table.known_number(name, "banners"):
                self.banners[name] = banners
            self.armies += (*table.known_pool(name), *one.garrisons)
            if not one.is_whole:
                self.missing[name] = one.missing
            self.abroad += one.abroad
            if not one.is_plain:
                self._take_note(one)

    def _take_note(self, one: Earldom) -> None:
        """Of what is not known, not in order, or not in the game any more."""
        if one.is_gone:
            self.gone.add(one.name)
            return
        self.are_well_numbered &= one.is_well_numbered
        self.are_open &= one.is_open
        self.are_orderly &= one.is_orderly
        self.are_armies_known &= one.are_armies_known
        self.are_emissaries_known &= one.are_emissaries_known


def _figures_of(table: "Table", name: str) -> dict[str, int]:
    figures: dict[str, Any] = {
        "fiefs": attempt(lambda: len(table.fiefs(name))),
        "properties": attempt(lambda: sum([len(fief.properties) for fief in table.fiefs(name)])),
        "lords": attempt(lambda: sum([bool(is_there(fief.lord)) for fief in table.fiefs(name)])),
        "towers": attempt(lambda: len(table.towers(name))),
        "mercenaries": attempt(lambda: len(table.mercenaries(name))),
        "pool": attempt(lambda: len(table.pool(name))),
        "hand": attempt(lambda: len(table.hand(name))),
        "banners": table.banners(name),
        "cubes": table.cubes(name),
    }
    return {zone: figure for zone, figure in figures.items() if is_known(figure)}


def _has_sound_deck(table: "Table", name: str) -> bool:
    """deck/size, deck/copies, deck/palace-apart: nothing is wrong with what an Earl brought, as far as known."""
    built = table.built(name)
    if is_unknown(built):
        return True
    return len(built) == DECK + (FREE_TOWERS if table.tournament else 0) and is_sound_deck(built)


@lru_cache(maxsize=DECKS_KEPT)
def is_sound_deck(built: tuple[str, ...]) -> bool:
    """deck/copies, deck/palace-apart."""
    counts = Counter(built)
    counts.pop(HIDDEN, 0)
    return "palace" not in counts and max(counts.values(), default=0) <= COPIES


def cubes_for(table: "Table", name: str) -> int:
    """emissary/cubes: one cube, and those of the emissaries."""
    return 1 + sum(CUBES[card] for card in table.emissaries(name))


def _cards_in(table: "Table", name: str) -> list[Any]:
    """The known cards of an Earldom, whatever their colour."""
    cards = table.known_cards(name, "deck", "discard", "hand", "towers", "emissaries", "removed")
    cards += ("banner",) * table.known_number(name, "banners")
    for fief in table.known_fiefs(name):
        cards.append(fief.anchor)
        cards += known_properties(fief)
        if lord := known_lord(fief):
            cards.append(lord)
    for mercenary in table.known_mercenaries(name):
        owner = mercenary.owner
        cards.append("mercenary" if owner is None else Deed("mercenary", owner))  # type: ignore[arg-type]
    return cards


def _is_well_numbered(table: "Table", name: str, abroad: tuple[Deed, ...]) -> bool:
    fiefs, mercenaries = table.known_fiefs(name), table.known_mercenaries(name)
    if len({fief.id for fief in fiefs}) != len(fiefs) or len({one.id for one in mercenaries}) != len(mercenaries):
        return False
    if not abroad:
        return True
    return name not in {card.owner for card in abroad} and all(_is_fief(fief) for fief in fiefs)


def _is_fief(fief: Fief) -> bool:
    """A card named by its type alone can be nothing else; one with an owner is of any type."""
    anchor = fief.anchor
    stands = type(anchor) is not Deed or type_of(anchor) in ANCHORS
    return stands and all(type(card) is not Deed or type_of(card) in PROPERTIES for card in known_properties(fief))


def _missing(table: "Table", name: str, home: list[Any]) -> list[str] | None:
    """What is not here of what was brought; None when a zone or the deck is unknown, or when more lies here."""
    own = ("built", "deck", "discard", "hand", "towers", "banners", "emissaries", "removed")
    if not table.are_known(name, *own):
        return None
    if any(is_unknown(fief.lord) or is_unknown(fief.properties) for fief in table.known_fiefs(name)):
        return None
    brought, here = _brought(table.built(name)), sorted(home)
    if here == brought:
        return []
    missing = Counter(brought)
    missing.subtract(here)
    return None if min(missing.values(), default=0) < 0 else sorted(missing.elements())


def _brought(built: tuple[str, ...]) -> list[str]:
    """The cards of an Earl's colour, in order, if they are known."""
    return [] if HIDDEN in built else sorted((*built, "palace"))
