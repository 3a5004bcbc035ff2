"""Each Earldom and the battle that is being fought, as a picture.

Fiefs carry ``data-fief``, cards ``data-card``, Mercenaries ``data-mercenary``, so that a page can let people tap on
them. Every card has its name, so nothing depends on colours; hidden cards have dashed frames.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from schemas.ortus_regni import Battle, Coronation, Deed, Fief, Invasion, Joust, Politics
from service.games.ortus_regni.holdings import is_there
from service.games.ortus_regni.parts import known_garrison, known_lord, known_properties
from service.games.ortus_regni.table import Table
from service.referee import svg
from service.referee.budget import step
from service.referee.diagram import BAD, GOOD, INK, INNER, SOFT, Chip, Scene, Sheet, chips, hatch
from service.referee.hidden import HIDDEN
from service.referee.known import is_known, is_unknown
from service.referee.svg import Element

INDENT, BOX = 8, 6
ZONES = ("towers", "hand", "pool", "emissaries")
"""Cards of an Earl beside the Fiefs, in the order in which they are drawn."""
COUNTED = ("deck", "discard", "banners", "cubes")
DRAWN = 40
"""The steps of drawing a card or a frame."""


def draw(scene: Scene, sheet: Sheet) -> None:
    if scene.only is None:
        _table(scene, sheet)
        _pending(scene, sheet)
    for player in scene.players():
        _earldom(scene, player.name, sheet)


# ---------------------------------------------------------------- the table


def _table(scene: Scene, sheet: Sheet) -> None:
    """Round, whose turn it is, King and Vikings."""
    table: Table = scene.table
    if is_known(table.phase):
        number = None if is_unknown(table.round) else table.round
        sheet.heading(scene.say("round", round=number, phase=table.phase))
        sheet.tell(scene.say("round", round=number, phase=table.phase) + ".")
    if is_there(table.turn) is True:
        sheet.note(scene.say("turn", player=table.turn))
    if is_there(table.king) is True:
        sheet.note(scene.say("king", player=table.king))
        sheet.tell(scene.say("king", player=table.king) + ".")
    _row(scene, sheet, scene.words.terms["royal_army"], table.known_zone("royal_army"))
    _row(scene, sheet, scene.say("vikings"), table.known_zone("vikings"))
    sheet.space(4)


def _pending(scene: Scene, sheet: Sheet) -> None:
    """What is being decided; a battle is drawn as a line-up."""
    pending = scene.table.pending
    match pending:
        case Battle():
            _battle(scene, pending, sheet)
            return
        case Politics():
            sentence = scene.say("politics", card=pending.card, attacker=pending.attacker, target=pending.target)
        case Joust():
            sentence = scene.say("joust", player=pending.organiser)
        case Coronation():
            sentence = scene.say("coronation", players=list(pending.offering))
        case Invasion():
            sentence = scene.say("invasion")
        case _:
            return
    sheet.note(sentence, 13, INK)
    sheet.tell(f"{sentence}.")
    sheet.space(4)


UNKNOWN = Chip("?", look="hidden")
"""For what was left out of the state."""


def _battle(scene: Scene, battle: Any, sheet: Sheet) -> None:
    """Attackers on the left, defenders on the right, and the Battle card under them."""
    attacker = battle.attacker or scene.say("vikings")
    heading = scene.say("battle", kind=battle.kind, attacker=attacker, defender=battle.defender)
    sheet.heading(heading)
    width = (INNER - 12) / 2
    sides = (("attackers", attacker, battle.attackers), ("defenders", battle.defender, battle.defenders))
    drawn = [_side(scene, role, name, force, width) for role, name, force in sides]
    height = max(height for _, height in drawn)
    for place, (elements, _) in enumerate(drawn):
        frame = svg.rect(0, 0, width, height, rx=6, fill="#ffffff", stroke=INK, stroke_width=1.5)
        sheet.add([frame, *elements], 0, place * (width + 12))
    sheet.space(height + 4)
    if is_there(battle.card) is True:
        sheet.note(scene.say("card", card=battle.card), 12, INK)
    words = [f"{name}: {_force_in_words(scene, name, force)}" for _, name, force in sides]
    sheet.tell(f"{heading}. {'; '.join(words)}.")
    sheet.space(4)


def _side(scene: Scene, role: str, name: str, force: Any, width: float) -> tuple[list[Element], float]:
    inner = width - 2 * BOX
    units, height = chips(_cards(scene, _units(scene, name, force)), inner)
    heading = svg.fitted(scene.words.terms[role], BOX, 17, inner, 12, font_weight="bold", fill=INK)
    owner = svg.fitted(name, BOX, 33, inner, 12, fill=SOFT)
    return [heading, owner, svg.group(units, BOX, 40)], 44 + max(height, 4)


def _units(scene: Scene, name: str, force: Any) -> list[str]:
    """The units of one side."""
    if is_unknown(force):
        return [HIDDEN]
    table: Table = scene.table
    lords = {fief.id: known_lord(fief) for fief in table.known_fiefs(name)}
    garrisons = {mercenary.id: known_garrison(mercenary) for mercenary in table.known_mercenaries(name)}
    cards: list[str] = [*force.hand, *(lords.get(number) or "lord" for number in force.lords), *force.pool]
    cards += ["mercenary"] * len(force.mercenaries)
    cards += [garrisons.get(number) or "garrison" for number in force.garrisons]
    cards += ["king"] * force.king + [*force.royal, *force.vikings]
    return cards


def _force_in_words(scene: Scene, name: str, force: Any) -> str:
    return HIDDEN if is_unknown(force) else _in_words(scene, _units(scene, name, force)) or "–"


# ---------------------------------------------------------------- an Earldom


def _earldom(scene: Scene, name: str, sheet: Sheet) -> None:
    table: Table = scene.table
    colour = table.colour(name)
    out = [gone.reason for gone in table.known_zone("eliminated") if gone.player == name]
    sheet.heading(name if is_unknown(colour) else f"{name} ({scene.words.terms[colour]})", 15)
    if out:
        sheet.note(scene.words.terms[out[0]])
    for fief in table.known_fiefs(name):
        _fief(scene, name, fief, sheet)
    if mercenaries := table.known_mercenaries(name):
        sheet.note(scene.words.terms["mercenaries"], svg.SMALLEST)
        _chips(sheet, [_mercenary(scene, name, mercenary) for mercenary in mercenaries], name)
    for zone in ZONES:
        _row(scene, sheet, scene.say(zone), table.known_cards(name, zone), name)
    figures = [
        f"{scene.words.terms[zone]}\u00a0{value if isinstance(value, int) else len(value)}"
        for zone in COUNTED
        if is_there(value := table.of(name, zone)) is True
    ]
    if figures:
        sheet.note(" · ".join(figures))
        sheet.tell(f"{name}: {', '.join(figures)}.")
    sheet.space(8)


def _fief(scene: Scene, name: str, fief: Fief, sheet: Sheet) -> None:
    """A frame with Castle or Palace, Lord, and the Properties below."""
    step(3 * DRAWN)
    inner = INNER - 2 * BOX
    anchor = Chip(_name(scene, fief.anchor), look="strong", data=(("data_card", _card(fief.anchor)),))
    seated = known_lord(fief)
    lord = Chip(_in_words(scene, [seated]), data=(("data_card", seated),)) if seated else None
    if is_unknown(fief.lord):
        lord = UNKNOWN
    first, height = chips([anchor, *([lord] if lord else [])], inner - 28)
    number = svg.text(f"{fief.id}", 12, 17, 13, text_anchor="middle", font_weight="bold", fill=INK)
    properties = [UNKNOWN] if is_unknown(fief.properties) else _grouped(scene, known_properties(fief))
    second, more = chips(properties, inner)
    tall = height + more + 2 * BOX - 4
    frame = svg.rect(0, 0, INNER, tall, rx=6, fill="#fbf7ea", stroke=INK, stroke_width=1.5)
    parts = [frame, svg.group([number, svg.group(first, 28, 0), svg.group(second, 0, height)], BOX, BOX)]
    parts += _mark(scene, name, "fief", fief.id, tall)
    sheet.add(parts, tall + 5, data_player=name, data_fief=fief.id)
    counts = Counter([fief.anchor, *([seated] if seated else []), *known_properties(fief)])
    words = [_name(scene, each, times) for each, times in counts.items()]
    sheet.tell(scene.say("fief", player=name, number=fief.id, cards=words))


def _mark(scene: Scene, owner: str, field: str, number: int, tall: float) -> list[Element]:
    """A Fief that the move names: crossed if a rule speaks against it."""
    if getattr(scene.move, field, None) != number or _owner_meant(scene.move) != owner:
        return []
    if any(violation.detail.get(field) == number for violation in scene.violations):
        return hatch(0, 0, INNER, tall)
    colour = GOOD if scene.verdict == "legal" else BAD
    return [svg.rect(0, 0, INNER, tall, rx=6, fill="none", stroke=colour, stroke_width=3)]


def _owner_meant(move: Any) -> str | None:
    """Whose Fief or Mercenary a move names: the target's, if there is one."""
    return getattr(move, "target", None) or getattr(move, "player", None)


def _mercenary(scene: Scene, name: str, mercenary: Any) -> Chip:
    step(DRAWN)
    garrison = known_garrison(mercenary)
    none = "?" if is_unknown(mercenary.garrison) else "–"
    word = f"{mercenary.id}: {_in_words(scene, [garrison]) if garrison else none}"
    if mercenary.owner is not None:
        word += f" ({mercenary.owner})"
    meant = getattr(scene.move, "mercenary", None) == mercenary.id and _owner_meant(scene.move) == name
    look = "card" if not meant else "chosen" if scene.verdict == "legal" else "crossed"
    return Chip(word, look=look, data=(("data_mercenary", mercenary.id),))


# ---------------------------------------------------------------- cards


def _row(scene: Scene, sheet: Sheet, heading: str, cards: Sequence[str], owner: str | None = None) -> None:
    """A zone with its cards, if there are any."""
    if not cards:
        return
    sheet.note(heading, svg.SMALLEST)
    row = _cards(scene, cards)
    _chips(sheet, row, owner)
    whose = f"{owner}, {heading}" if owner else heading
    sheet.tell(f"{whose}: {_in_words(scene, cards)}.")


def _chips(sheet: Sheet, row: Iterable[Chip], owner: str | None) -> None:
    elements, height = chips(row, INNER - INDENT)
    sheet.add(elements, height + 2, INDENT, data_player=owner)


def _cards(scene: Scene, cards: Iterable[str]) -> list[Chip]:
    """Equal cards as one chip."""
    counts = Counter(cards)
    step(counts.total() + DRAWN * len(counts))
    return [
        Chip(
            card if card == HIDDEN else _in_words(scene, [card]),
            times,
            "hidden" if card == HIDDEN else "card",
            (("data_card", card),),
        )
        for card, times in counts.items()
    ]


def _grouped(scene: Scene, properties: Sequence[Any]) -> list[Chip]:
    """Properties, equal ones of one colour together."""
    counts = Counter(properties)
    step(len(properties) + DRAWN * len(counts))
    return [Chip(_name(scene, each), times, data=(("data_card", _card(each)),)) for each, times in counts.items()]


def _card(deed: Any) -> str:
    return str(deed.card if isinstance(deed, Deed) else deed)


def _name(scene: Scene, estate: Any, times: int = 1) -> str:
    """A card of a Fief, with the Earl whose colour it has, if that is another one."""
    word = _in_words(scene, [_card(estate)] * times)
    return f"{word} ({estate.owner})" if isinstance(estate, Deed) else word


def _in_words(scene: Scene, cards: Sequence[str]) -> str:
    """Cards by their names, equal ones counted."""
    return scene.say("cards", cards=list(cards)) if cards else ""
