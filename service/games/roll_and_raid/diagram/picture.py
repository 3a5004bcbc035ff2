"""The table as a picture: dice, raid cards and clans in short; a clan alone with its whole sheet (``sheets``).

What can be tapped on carries ``data-die``, ``data-card`` and, on a sheet, ``data-track``, ``data-god`` and so on.
"""

from typing import Any

from schemas.roll_and_raid import Attack, Dice
from schemas.roll_and_raid_pack import RaidCard
from service.games.roll_and_raid.clan_sheet import ClanSheet, ContenderView, RaidView
from service.games.roll_and_raid.diagram.sheets import clan_sheet, name_of, panel
from service.games.roll_and_raid.diagram.symbols import COLOURS, EDGE, LABEL, amounts, die, price, shield, symbol
from service.games.roll_and_raid.pack import COLOURS as DICE
from service.referee import svg
from service.referee.diagram import BAD, GOOD, INK, INNER, Scene, Sheet, hatch
from service.referee.known import is_known, is_unknown
from service.referee.svg import Element, Value

STOCK = {"vikings": "viking", "axes": "axe", "ships": "ship", "hall": "hall", "altar": "altar"}
"""What is shown of a clan in short, and its symbols."""
LISTS = {"developments": "development", "raids": "shield"}
ROW = 22
CARD, CARD_HEIGHT, GAP = (INNER - 8) / 2, 58, 8
CARD_INK = COLOURS["cardink"]
TITLE = INNER - 24
"""The width of the first line; the symbol of the season stands beside it."""
BOLD = 1.12
"""How much wider bold letters may be than the estimate."""


def draw(scene: Scene, sheet: Sheet) -> None:
    _round(scene, sheet)
    if scene.only is None:
        _display(scene, sheet)
    names = [player.name for player in scene.players()]
    for name in names:
        clan = scene.table.clan(name)
        with sheet.part_of(name):
            _clan(scene, clan, sheet)
            if len(names) == 1:
                clan_sheet(scene, clan, sheet)


def _round(scene: Scene, sheet: Sheet) -> None:
    """Round, phase, season and the three resource dice."""
    table, words = scene.table, scene.words.terms
    parts_of_time = [
        *([scene.say("round", round=table.round)] if is_known(table.round) else []),
        *(words[zone] for zone in (table.phase, table.season) if is_known(zone)),
    ]
    if parts_of_time:
        line, season = " · ".join(parts_of_time), table.season
        size = next((size for size in (14, 13, 12) if BOLD * svg.width_of(line, size) <= TITLE), 11)
        parts = [svg.fitted(line, 0, 15, TITLE, size, font_weight="bold", fill=INK)]
        if is_known(season):
            parts.append(symbol(season, INNER - 20, 0, 20, COLOURS["sun" if season == "summer" else "snow"]))
        sheet.add(parts, 26)
        sheet.tell(", ".join(parts_of_time) + ".")
    dice = table.known_zone("dice", None)
    if dice is not None:
        _dice(scene, dice, sheet)


def _dice(scene: Scene, dice: Dice, sheet: Sheet) -> None:
    side, left, elements = 32, 0.0, []
    for colour in DICE:
        value, word = getattr(dice, colour), str(scene.words.forms["die"][colour]["alone"])
        parts = die(colour, value, left, 0, side)
        parts.append(svg.text(word, left + side + 5, 21, 11, fill=INK))
        if getattr(scene.move, "die", None) == colour:
            frame = GOOD if scene.verdict == "legal" else BAD
            parts.append(svg.rect(left, 0, side, side, rx=7, fill="none", stroke=frame, stroke_width=3))
        elements.append(svg.group(parts, data_die=colour))
        left += side + svg.width_of(word, 11) + 16
        sheet.tell(f"{word} {value}.")
    sheet.add(elements, side + 10)


def _display(scene: Scene, sheet: Sheet) -> None:
    """The raid cards that lie open, by their numbers, and below each who raids it."""
    table = scene.table
    raids = {raid.card: raid for raid in table.known_raids()}
    shown = list(enumerate(table.known_zone("display", ()), start=1))
    for row in range(0, len(shown), 2):
        pair = shown[row : row + 2]
        most = max(len(raids[card].contenders) if card in raids else 0 for _, card in pair)
        height = CARD_HEIGHT + most * ROW
        elements = []
        for place, (number, card) in enumerate(pair):
            parts = _card(scene, number, card, raids.get(card), height)
            elements.append(svg.group(parts, place * (CARD + GAP), 0, data_card=card, data_number=number))
        sheet.add(elements, height + GAP)


def _card(scene: Scene, number: int, card: str, raid: RaidView | None, height: float) -> list[Element]:
    entry = (scene.table.box.cards or {}).get(card)
    look: dict[str, Value] = {"font_weight": "bold", "fill": CARD_INK}
    parts = [
        svg.rect(0, 0, CARD, height, rx=8, fill=COLOURS["card"], stroke=EDGE, stroke_width=1.3),
        svg.text(str(number), 10, 21, 16, **look),
        svg.fitted(name_of(scene, "card", card), 30, 20, CARD - (38 if entry is None else 78), 13, **look),
    ]
    if entry is not None:
        parts += _printed(scene, entry)
    if raid is not None:
        for place, contender in enumerate(raid.contenders):
            parts += _contender(scene, raid, contender, CARD_HEIGHT + place * ROW)
    return [*parts, *_mark(scene, number, card, height)]


def _printed(scene: Scene, entry: RaidCard) -> list[Element]:
    """Defence and price in this season, and the glory beside the name: a long price takes the whole line."""
    parts, season = shield(entry.defence, 6, 27, 25), scene.table.season
    costs, _ = ([], 38.0) if is_unknown(season) else amounts(price(getattr(entry, season)), 38, 31, CARD_INK)
    glory, _ = amounts([("glory", entry.points)], CARD - 30 - svg.width_of(str(entry.points), 13), 7, CARD_INK)
    return [*parts, *costs, *glory]


def _contender(scene: Scene, raid: RaidView, contender: ContenderView, top: float) -> list[Element]:
    """A clan that raids this card: what it bids and, if it has the right to raid, the raid dice."""
    bid: Any = contender.known("bid", None)
    shown = contender.known("shown", ())
    bid = shown[-1] if bid is None and shown else bid
    has_right = raid.known("right", None) == contender.player
    dice = _rolled(scene, raid) if has_right else ()
    look: dict[str, Value] = {"font_weight": "bold" if has_right else "normal", "fill": CARD_INK}
    parts = [
        symbol("fist" if bid == 0 else "viking", 8, top - 3, 15, CARD_INK),
        svg.fitted(contender.player, 28, top + 10, CARD - 66 - 17 * len(dice), 12, **look),
    ]
    for place, value in enumerate(dice):
        parts += die("red", value, CARD - 36 - 17 * (len(dice) - place), top - 3, 15)
    if bid is not None:
        parts.append(svg.text(str(bid), CARD - 30, top + 10, 13, font_weight="bold", fill=CARD_INK))
    if has_right:
        parts.append(svg.text("✓", CARD - 15, top + 10, 13, font_weight="bold", fill=CARD_INK))
    return parts


def _rolled(scene: Scene, raid: RaidView) -> tuple[int, ...]:
    """The raid dice of the move, if it is a roll for this card, else those that lie."""
    if isinstance(scene.move, Attack) and scene.move.player == raid.known("right", None):
        return scene.move.dice
    dice: tuple[int, ...] = raid.known("dice", ())
    return dice


def _mark(scene: Scene, number: int, card: str, height: float) -> list[Element]:
    """The card that a choice names, crossed if a rule speaks against it."""
    if card in scene.evidence("card") and scene.verdict != "legal":
        return hatch(0, 0, CARD, height)
    if getattr(scene.move, "number", None) != number:
        return []
    colour = GOOD if scene.verdict == "legal" else BAD
    return [svg.rect(0, 0, CARD, height, rx=8, fill="none", stroke=colour, stroke_width=3)]


def _clan(scene: Scene, clan: ClanSheet, sheet: Sheet) -> None:
    """What a clan has at hand, and what it has done, as symbols with numbers."""
    words = scene.words.terms
    known = [(zone, figure, getattr(clan, zone)) for zone, figure in STOCK.items() if clan.is_known(zone)]
    known += [(zone, figure, len(getattr(clan, zone))) for zone, figure in LISTS.items() if clan.is_known(zone)]
    figures = [f"{words[zone]}\u00a0{count}" for zone, _, count in known]
    choice = scene.say("choice", number=clan.choice) if clan.known("choice", None) is not None else ""
    with panel(sheet, " · ".join(filter(None, (clan.name, choice))), "viking", is_name=True):
        if known:
            _stock([(figure, count) for _, figure, count in known], sheet)
    if figures or choice:
        sheet.tell(f"{clan.name}: {', '.join(filter(None, (*figures, choice)))}.")


def _stock(known: list[tuple[str, int]], sheet: Sheet) -> None:
    width = INNER / max(len(known), 5)
    parts: list[Element] = []
    for place, (figure, count) in enumerate(known):
        parts += [
            symbol(figure, place * width, 0, 18, LABEL),
            svg.fitted(str(count), place * width + 21, 14, width - 22, 14, font_weight="bold", fill=LABEL),
        ]
    sheet.add(parts, ROW)
