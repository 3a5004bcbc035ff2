"""Each Earldom and the battle that is being fought, as cards on the table.

Fiefs carry ``data-fief``, cards ``data-card``, Mercenaries ``data-mercenary``, so that a page can let people tap on
them. Every card has its name, so nothing depends on colours; hidden cards show their backs, and what was not sent is
a dashed place with a question mark.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from schemas.ortus_regni import Battle, Coronation, Deed, Fief, Invasion, Joust, Politics
from service.games.ortus_regni.diagram.cards import COLOURS, GAP, WIDTH, Card, colour_of, flow, shield, symbol
from service.games.ortus_regni.holdings import is_there
from service.games.ortus_regni.parts import known_garrison, known_lord, known_properties
from service.games.ortus_regni.table import Table
from service.referee import svg
from service.referee.budget import step
from service.referee.diagram import BAD, GOOD, INK, INNER, SHEET, SOFT, Scene, Sheet, hatch
from service.referee.hidden import HIDDEN
from service.referee.known import is_known, is_unknown
from service.referee.svg import Element
from service.referee.themes import Colour

BOX, NUMBER = 6, 20
ZONES = ("towers", "hand", "pool", "emissaries")
"""Cards of an Earl beside the Fiefs, in the order in which they are drawn."""
COUNTED = ("deck", "discard", "banners", "cubes")
MARKERS = 8
TABLE, FIEF, EDGE = COLOURS["table"], COLOURS["fief"], COLOURS["edge"]


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
    _markers(scene, sheet)
    _row(scene, sheet, scene.say("vikings"), table.known_zone("vikings"))
    sheet.space(4)


def _markers(scene: Scene, sheet: Sheet) -> None:
    """Until the Vikings land: the black markers, those forward filled, and the white one."""
    black, white = scene.table.black_markers, scene.table.white_marker
    if is_unknown(black) or scene.table.arrived is True:
        return
    diamonds = [_diamond(10 + 22 * place, INK if place < black else SHEET) for place in range(MARKERS)]
    if white is True:
        diamonds.append(_diamond(10 + 22 * MARKERS + 12, COLOURS["paper"]))
    term = f"{scene.words.terms['black_markers']}: {black}"
    sheet.note(term, svg.SMALLEST)
    sheet.add(diamonds, 24)
    sheet.tell(f"{term}.")


def _diamond(x: float, fill: str) -> Element:
    corners = [(x, 2), (x + 8, 10), (x, 18), (x - 8, 10)]
    return svg.path([corners], closed=True, fill=fill, stroke=INK, stroke_width=1.5)


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


UNKNOWN = Card(None)
"""For what was left out of the state."""


def _battle(scene: Scene, battle: Any, sheet: Sheet) -> None:
    """Attackers on the left, defenders on the right, and the Battle card under them."""
    attacker = battle.attacker or scene.say("vikings")
    heading = scene.say("battle", kind=battle.kind, attacker=attacker, defender=battle.defender)
    sheet.heading(heading)
    width = (INNER - 8) / 2
    sides = (("attackers", attacker, battle.attackers), ("defenders", battle.defender, battle.defenders))
    drawn = [_side(scene, role, name, force, width) for role, name, force in sides]
    height = max(height for _, height in drawn)
    for place, (elements, _) in enumerate(drawn):
        frame = svg.rect(0, 0, width, height, rx=8, fill=TABLE, stroke=EDGE, stroke_width=1.5)
        sheet.add([frame, *elements], 0, place * (width + 8))
    sheet.space(height + 4)
    if is_there(battle.card) is True:
        drawn_card = "church-decides" if battle.card == "church" else battle.card
        sentence = scene.say("card", card=battle.card)
        word = svg.fitted(sentence, 50, 27, INNER - 50, 13, font_weight="bold", fill=INK)
        sheet.add([symbol(drawn_card, 4, 2, 38, COLOURS["earl"]), word], 44)
    words = [f"{name}: {_force_in_words(scene, name, force)}" for _, name, force in sides]
    sheet.tell(f"{heading}. {'; '.join(words)}.")
    sheet.space(4)


def _side(scene: Scene, role: str, name: str, force: Any, width: float) -> tuple[list[Element], float]:
    inner = width - 2 * BOX
    units, height = flow(_cards(scene, _units(scene, name, force), _colour(scene, name)), inner + 5)
    heading = svg.fitted(name, BOX, 17, inner, 13, font_weight="bold", fill=INK)
    side = svg.fitted(scene.words.terms[role], BOX, 32, inner, 12, fill=SOFT)
    return [heading, side, svg.group(units, BOX, 40)], 44 + max(height, 4)


def _units(scene: Scene, name: str, force: Any) -> list[str]:
    """The units of one side."""
    if is_unknown(force):
        return [HIDDEN]
    table: Table = scene.table
    lords = {fief.id: known_lord(fief) for fief in table.known_fiefs(name)}
    garrisons = {mercenary.id: known_garrison(mercenary) for mercenary in table.known_mercenaries(name)}
    cards: list[str] = [*force.hand, *(lords.get(number) or HIDDEN for number in force.lords), *force.pool]
    cards += ["mercenary"] * len(force.mercenaries)
    cards += [garrisons.get(number) or HIDDEN for number in force.garrisons]
    cards += ["king"] * force.king + [*force.royal, *force.vikings]
    return cards


def _force_in_words(scene: Scene, name: str, force: Any) -> str:
    return HIDDEN if is_unknown(force) else _in_words(scene, _units(scene, name, force)) or "–"


# ---------------------------------------------------------------- an Earldom


def _colour(scene: Scene, name: str) -> Colour:
    table: Table = scene.table
    if name not in table.order:
        return EDGE
    colour = table.colour(name)
    return colour_of(None if is_unknown(colour) else colour, table.order.index(name))


def _earldom(scene: Scene, name: str, sheet: Sheet) -> None:
    table: Table = scene.table
    colour = table.colour(name)
    out = [gone.reason for gone in table.known_zone("eliminated") if gone.player == name]
    title = name if is_unknown(colour) else f"{name} ({scene.words.terms[colour]})"
    heading = svg.fitted(title, 20, 15, INNER - 44, 15, font_weight="bold", fill=INK)
    crown = [symbol("king", INNER - 24, 0, 22, EDGE)] if is_there(table.king) is True and table.king == name else []
    sheet.add([svg.line((0, -4), (INNER, -4), stroke=EDGE), shield(_colour(scene, name), 1, 2), heading, *crown], 24)
    if out:
        sheet.note(scene.words.terms[out[0]])
    for fief in table.known_fiefs(name):
        _fief(scene, name, fief, sheet)
    if is_unknown(table.fiefs(name)):
        sheet.note(f"{scene.words.terms['fiefs']}: ?", svg.SMALLEST)
    blocks = []
    if mercenaries := table.known_mercenaries(name):
        cards = [card for each in mercenaries for card in _mercenary(scene, name, each)]
        blocks.append((scene.words.terms["mercenaries"], cards))
    for zone in ZONES:
        if held := table.known_cards(name, zone):
            blocks.append((scene.say(zone), _cards(scene, held, _colour(scene, name), towers=zone == "towers")))
            sheet.tell(f"{name}, {scene.say(zone)}: {_in_words(scene, held)}.")
    _lay(sheet, blocks, name)
    figures = [
        f"{scene.words.terms[zone]}\u00a0{value if isinstance(value, int) else len(value)}"
        for zone in COUNTED
        if is_there(value := table.of(name, zone)) is True
    ]
    if figures:
        sheet.note(" · ".join(figures))
        sheet.tell(f"{name}: {', '.join(figures)}.")
    sheet.space(10)


def _fief(scene: Scene, name: str, fief: Fief, sheet: Sheet) -> None:
    """A frame with its number, the Castle or Palace, the Lord and the Properties."""
    own = _colour(scene, name)
    seated = known_lord(fief)
    cards = [_estate(scene, fief.anchor, own)]
    if seated:
        cards.append(Card(seated, scene.words.terms[seated], own, data=(("data_card", seated),)))
    cards += [UNKNOWN] * is_unknown(fief.lord)
    counts = Counter(() if is_unknown(fief.properties) else known_properties(fief))
    step(counts.total())
    cards += [_estate(scene, each, own, times) for each, times in counts.items()]
    cards += [UNKNOWN] * is_unknown(fief.properties)
    drawn, height = flow(cards, INNER - NUMBER - 2 * BOX + 4)
    tall = height + 2 * BOX - 4
    number = svg.text(f"{fief.id}", NUMBER / 2, tall / 2 + 5, 13, text_anchor="middle", font_weight="bold", fill=INK)
    frame = svg.rect(0, 0, INNER, tall, rx=8, fill=EDGE)
    inner = svg.rect(NUMBER, 1.5, INNER - NUMBER - 1.5, tall - 3, rx=7, fill=FIEF)
    parts = [frame, inner, number, svg.group(drawn, NUMBER + BOX, BOX), *_mark(scene, name, "fief", fief.id, tall)]
    sheet.add(parts, tall + 5, data_player=name, data_fief=fief.id)
    counted = Counter([fief.anchor, *([seated] if seated else []), *known_properties(fief)])
    words = [_name(scene, each, times) for each, times in counted.items()]
    sheet.tell(scene.say("fief", player=name, number=fief.id, cards=words))


def _estate(scene: Scene, estate: Any, own: Colour, times: int = 1) -> Card:
    """A card of a Fief; one that another Earl brought to the table has that Earl's colour and name."""
    kind = _card(estate)
    owner = estate.owner if isinstance(estate, Deed) else None
    colour = own if owner is None else _colour(scene, owner)
    return Card(kind, scene.words.terms[kind], colour, times, owner, data=(("data_card", kind),))


def _mark(scene: Scene, owner: str, field: str, number: int, tall: float) -> list[Element]:
    """A Fief that the move names: crossed if a rule speaks against it."""
    if getattr(scene.move, field, None) != number or _owner_meant(scene.move) != owner:
        return []
    if any(violation.detail.get(field) == number for violation in scene.violations):
        return hatch(0, 0, INNER, tall)
    colour = GOOD if scene.verdict == "legal" else BAD
    return [svg.rect(0, 0, INNER, tall, rx=8, fill="none", stroke=colour, stroke_width=3)]


def _owner_meant(move: Any) -> str | None:
    """Whose Fief or Mercenary a move names: the target's, if there is one."""
    return getattr(move, "target", None) or getattr(move, "player", None)


def _mercenary(scene: Scene, name: str, mercenary: Any) -> list[Card]:
    """A Mercenary with its number, and beside it the garrison."""
    meant = getattr(scene.move, "mercenary", None) == mercenary.id and _owner_meant(scene.move) == name
    look = "" if not meant else "chosen" if scene.verdict == "legal" else "crossed"
    data = (("data_mercenary", mercenary.id),)
    colour = _colour(scene, mercenary.owner or name)
    word = scene.words.terms["mercenary"]
    cards = [Card("mercenary", word, colour, owner=mercenary.owner, number=mercenary.id, look=look, data=data)]
    if garrison := known_garrison(mercenary):
        cards.append(Card(garrison, scene.words.terms[garrison], data=data))
    elif is_unknown(mercenary.garrison):
        cards.append(UNKNOWN)
    return cards


# ---------------------------------------------------------------- cards


def _row(scene: Scene, sheet: Sheet, heading: str, cards: Sequence[str]) -> None:
    """Cards in the middle of the table, if there are any."""
    if cards:
        _lay(sheet, [(heading, _cards(scene, cards, EDGE))], None)
        sheet.tell(f"{heading}: {_in_words(scene, cards)}.")


def _lay(sheet: Sheet, blocks: Iterable[tuple[str, Sequence[Card]]], owner: str | None) -> None:
    """Zones with their headings beside each other, in as many rows as they need."""
    row: list[Element] = []
    left, tall = 0.0, 0.0
    for heading, cards in blocks:
        width = min(INNER, max(len(cards) * (WIDTH + GAP), svg.width_of(heading, svg.SMALLEST) + 6))
        if row and left + width > INNER:
            sheet.add(row, tall, data_player=owner)
            row, left, tall = [], 0.0, 0.0
        drawn, height = flow(cards, INNER)
        word = svg.fitted(heading, 0, 11, width, svg.SMALLEST, fill=SOFT)
        row.append(svg.group([word, svg.group(drawn, 0, 16)], left, 0))
        left, tall = left + width + 8, max(tall, height + 18)
    if row:
        sheet.add(row, tall, data_player=owner)


def _cards(scene: Scene, cards: Iterable[str], colour: Colour, *, towers: bool = False) -> list[Card]:
    """Equal cards together; hidden ones show their backs, as Towers do."""
    counts = Counter(cards)
    step(counts.total())
    return [
        Card(
            "tower" if card == HIDDEN and towers else card,
            "?" if card == HIDDEN else scene.words.terms[card],
            colour,
            times,
            data=(("data_card", card),),
        )
        for card, times in counts.items()
    ]


def _card(deed: Any) -> str:
    return str(deed.card if isinstance(deed, Deed) else deed)


def _name(scene: Scene, estate: Any, times: int = 1) -> str:
    """A card of a Fief, with the Earl whose colour it has, if that is another one."""
    word = _in_words(scene, [_card(estate)] * times)
    return f"{word} ({estate.owner})" if isinstance(estate, Deed) else word


def _in_words(scene: Scene, cards: Sequence[str]) -> str:
    """Cards by their names, equal ones counted."""
    return scene.say("cards", cards=list(cards)) if cards else ""
