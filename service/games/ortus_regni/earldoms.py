"""What can be said of one Earl's part of the table by itself."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from msgspec import UNSET

from schemas.ortus_regni import Deed, Fief, Player
from service.games.ortus_regni.cards import HIDDEN
from service.games.ortus_regni.pack import ANCHORS, COPIES, CUBES, DECK, FREE_TOWERS, PROPERTIES
from service.games.ortus_regni.untold import known_garrison, known_properties
from service.referee.budget import step

# A deck stays the same for a whole game, and its check takes long: with 2,400 different bodies of 300 games this
# saves 7 to 9 % of a validate, of legal moves and of a score.
DECKS_KEPT = 1024


class Earldom:
    """An Earl's part of the table, read."""

    __slots__ = (
        "_figures",
        "abroad",
        "cathedrals",
        "churches",
        "garrisons",
        "has_its_cubes",
        "has_sound_deck",
        "has_told_armies",
        "home",
        "is_gone",
        "is_open",
        "is_orderly",
        "is_plain",
        "is_well_told",
        "is_whole",
        "missing",
        "player",
        "princes",
    )

    def __init__(self, player: Player, tournament: bool) -> None:
        self.player = player
        fiefs, mercenaries = player.fiefs or (), player.mercenaries or ()
        cards = _cards_in(player)
        step(len(cards))
        self.abroad = tuple([card for card in cards if type(card) is Deed])
        """Cards of other colours that lie here."""
        self.home: list[str] = [card for card in cards if type(card) is not Deed] if self.abroad else cards
        """The told cards of the Earl's own colour that lie here, hidden ones as "?"."""
        self.is_well_told = _is_well_told(player, self.abroad)
        """Whether the numbers are used once, and cards told as another's can be that."""
        parts_told = all(fief.properties is not UNSET for fief in fiefs)
        self.is_open = player.fiefs is not UNSET and player.mercenaries is not UNSET and parts_told
        """Whether everything is told that can hold cards of other colours."""
        self.missing = _missing(player, self.home)
        """The cards that the Earl brought and that are not here, in order; None when that cannot be said."""
        self.is_whole = self.missing == []
        held = [card if isinstance(card, str) else card.card for fief in fiefs for card in known_properties(fief)]
        self.cathedrals = held.count("cathedral")
        self.churches = held.count("church") if parts_told else 0
        """How many Churches the Earl has; none where that is not known."""
        self.princes = [fief.lord for fief in fiefs].count("prince")
        self.garrisons = tuple([one.garrison for one in mercenaries if known_garrison(one)])
        self.has_told_armies = player.pool is not UNSET and player.mercenaries is not UNSET
        self.has_told_armies = self.has_told_armies and all(one.garrison is not UNSET for one in mercenaries)
        size = DECK + (FREE_TOWERS if tournament else 0)
        self.has_sound_deck = player.built is UNSET or (len(player.built) == size and is_sound_deck(player.built))
        self.has_its_cubes = UNSET in (player.cubes, player.emissaries) or player.cubes == cubes_for(player)
        self.is_orderly = self.has_sound_deck and self.has_its_cubes and self.princes <= 1
        """Whether nothing here is against the rules by itself, for an Earl who is in the game."""
        self.is_plain = self.is_well_told and self.is_open and self.has_told_armies and self.is_orderly
        self.is_plain = self.is_plain and player.emissaries is not UNSET
        self.is_gone = player.cubes == 0 and player.emissaries is not UNSET and self._has_nothing()
        """Whether the Earl has left the game, and left it in order; an Earl who plays on is not told like this."""
        self._figures: dict[str, int] | None = None

    def _has_nothing(self) -> bool:
        return self.has_sound_deck and self.is_open and self.has_told_armies and not self.left

    @property
    def left(self) -> list[str]:
        """The zones in which something lies that an Earl takes along who leaves the game."""
        zones = ("deck", "hand", "discard", "towers", "fiefs", "mercenaries", "pool", "banners")
        return [zone for zone in zones if getattr(self.player, zone)]

    @property
    def figures(self) -> dict[str, int]:
        """What the Earl controls, as far as it is told."""
        if self._figures is None:
            self._figures = _figures_of(self.player)
        return self._figures


class Earldoms:
    """All Earldoms of a table."""

    __slots__ = (
        "abroad",
        "are_open",
        "are_orderly",
        "are_well_told",
        "armies",
        "banners",
        "by_name",
        "cathedrals",
        "emissaries",
        "gone",
        "have_told_armies",
        "have_told_emissaries",
        "missing",
    )

    def __init__(self, players: Iterable[Player], tournament: bool) -> None:
        self.by_name: dict[str, Earldom] = {}
        self.abroad: list[Deed] = []
        self.armies: list[Any] = []
        """The told Army cards that lie in Earldoms, hidden ones as "?"."""
        self.missing: dict[str, list[str] | None] = {}
        """What is not with the Earl who brought it, where that is something or cannot be said."""
        self.banners: dict[str, int] = {}
        """How many Banners lie on the table, by the Earls who have any there."""
        self.gone: set[str] = set()
        self.are_well_told = self.are_open = self.are_orderly = True
        self.have_told_armies = self.have_told_emissaries = True
        cathedrals = emissaries = 0
        for player in players:
            one = Earldom(player, tournament)
            self.by_name[player.name] = one
            cathedrals += one.cathedrals
            if player.emissaries:
                emissaries += len(player.emissaries)
            if player.banners:
                self.banners[player.name] = player.banners
            if player.pool:
                self.armies += player.pool
            if one.garrisons:
                self.armies += one.garrisons
            if not one.is_whole:
                self.missing[player.name] = one.missing
            if one.abroad:
                self.abroad += one.abroad
            if not one.is_plain:
                self._take_note(one)
        self.cathedrals, self.emissaries = cathedrals, emissaries

    def _take_note(self, one: Earldom) -> None:
        """Of what is not told, not in order, or not in the game any more."""
        if one.is_gone:
            self.gone.add(one.player.name)
            return
        self.are_well_told &= one.is_well_told
        self.are_open &= one.is_open
        self.are_orderly &= one.is_orderly
        self.have_told_armies &= one.has_told_armies
        self.have_told_emissaries &= one.player.emissaries is not UNSET


def _figures_of(player: Player) -> dict[str, int]:
    figures: dict[str, int] = {}
    if player.fiefs is not UNSET:
        figures["fiefs"] = len(player.fiefs)
        if all(fief.properties is not UNSET for fief in player.fiefs):
            figures["properties"] = sum(len(known_properties(fief)) for fief in player.fiefs)
        if all(fief.lord is not UNSET for fief in player.fiefs):
            figures["lords"] = sum(fief.lord is not None for fief in player.fiefs)
    for zone in ("towers", "mercenaries", "pool", "hand"):
        told = getattr(player, zone)
        if told is not UNSET:
            figures[zone] = len(told)
    if player.banners is not UNSET:
        figures["banners"] = player.banners
    if player.cubes is not UNSET:
        figures["cubes"] = player.cubes
    return figures


@lru_cache(maxsize=DECKS_KEPT)
def is_sound_deck(built: tuple[str, ...]) -> bool:
    """deck/copies, deck/palace-apart."""
    counts = Counter(built)
    counts.pop(HIDDEN, 0)
    return "palace" not in counts and max(counts.values(), default=0) <= COPIES


def cubes_for(player: Player) -> int:
    """emissary/cubes: one cube, and those of the emissaries."""
    return 1 + sum(CUBES[card] for card in player.emissaries or ())


def _cards_in(player: Player) -> list[Any]:
    """The told cards of an Earldom, whatever their colour."""
    cards: list[Any] = [
        *(player.deck or ()),
        *(player.discard or ()),
        *(player.hand or ()),
        *(player.towers or ()),
        *(player.emissaries or ()),
        *(player.removed or ()),
    ]
    cards += ("banner",) * (player.banners or 0)
    for fief in player.fiefs or ():
        cards.append(fief.anchor)
        cards += known_properties(fief)
        if fief.lord:
            cards.append(fief.lord)
    for mercenary in player.mercenaries or ():
        owner = mercenary.owner
        cards.append("mercenary" if owner is None else Deed("mercenary", owner))  # type: ignore[arg-type]
    return cards


def _is_well_told(player: Player, abroad: tuple[Deed, ...]) -> bool:
    fiefs, mercenaries = player.fiefs or (), player.mercenaries or ()
    if len({fief.id for fief in fiefs}) != len(fiefs) or len({one.id for one in mercenaries}) != len(mercenaries):
        return False
    if not abroad:
        return True
    return player.name not in {card.owner for card in abroad} and all(_is_fief(fief) for fief in fiefs)


def _is_fief(fief: Fief) -> bool:
    """A card told by its type alone can be nothing else; one with an owner is of any type."""
    stands = type(fief.anchor) is not Deed or fief.anchor.card in ANCHORS
    return stands and all(type(card) is not Deed or card.card in PROPERTIES for card in known_properties(fief))


def _missing(player: Player, home: list[Any]) -> list[str] | None:
    """What is not here of what was brought; None when a zone or the deck is not told, or when more lies here."""
    own = (player.deck, player.discard, player.hand, player.towers, player.banners, player.emissaries, player.removed)
    if player.built is UNSET or UNSET in own or _has_untold_fief(player):
        return None
    brought, here = _brought(player.built), sorted(home)
    if here == brought:
        return []
    missing = Counter(brought)
    missing.subtract(here)
    return None if min(missing.values(), default=0) < 0 else sorted(missing.elements())


def _has_untold_fief(player: Player) -> bool:
    return any(fief.lord is UNSET or fief.properties is UNSET for fief in player.fiefs or ())


def _brought(built: tuple[str, ...]) -> list[str]:
    """The cards of an Earl's colour, in order, if they are known."""
    return [] if HIDDEN in built else sorted((*built, "palace"))
