"""The table as a picture: dice, raid cards and clans in short; a clan alone with its whole sheet (``sheets``).

What can be tapped on carries ``data-die``, ``data-card`` and, on a sheet, ``data-track``, ``data-god`` and so on. The
dice have the names of their colours too.
"""

from schemas.roll_and_raid import Dice
from service.games.roll_and_raid.clan_sheet import ClanSheet
from service.games.roll_and_raid.diagram.sheets import clan_sheet, name_of
from service.games.roll_and_raid.diagram.symbols import die
from service.games.roll_and_raid.pack import COLOURS
from service.referee import svg
from service.referee.diagram import BAD, GOOD, INK, INNER, SOFT, Scene, Sheet, hatch
from service.referee.known import is_known
from service.referee.svg import Element

COUNTS, LISTS = ("vikings", "axes", "ships", "altar"), ("developments", "raids")
"""What is said of a clan in short: numbers, and how long lists are."""
CARD = 40


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
        sheet.heading(" · ".join(parts_of_time))
        sheet.tell(", ".join(parts_of_time) + ".")
    dice = table.known_zone("dice", None)
    if dice is not None:
        _dice(scene, dice, sheet)


def _dice(scene: Scene, dice: Dice, sheet: Sheet) -> None:
    width, elements = INNER / 3, []
    for place, colour in enumerate(COLOURS):
        value = getattr(dice, colour)
        parts = die(colour, value, place * width, 0, 28)
        name = str(scene.words.forms["die"][colour]["alone"])
        parts.append(svg.fitted(name, place * width + 32, 19, width - 33, 11, fill=INK))
        if getattr(scene.move, "die", None) == colour:
            frame = GOOD if scene.verdict == "legal" else BAD
            parts.append(svg.rect(place * width, 0, 28, 28, rx=6, fill="none", stroke=frame, stroke_width=3))
        elements.append(svg.group(parts, data_die=colour))
        sheet.tell(f"{name} {value}.")
    sheet.add(elements, 38)


def _display(scene: Scene, sheet: Sheet) -> None:
    """The raid cards that lie open, by their numbers, and who raids them."""
    table = scene.table
    raids = {raid.card: raid for raid in table.known_raids()}
    for number, card in enumerate(table.known_zone("display", ()), start=1):
        entry = (table.box.cards or {}).get(card)
        name = name_of(scene, "card", card)
        figures = scene.say("card", level=entry.level, defence=entry.defence, points=entry.points) if entry else ""
        clans = [contender.player for contender in raids[card].contenders] if card in raids else []
        line = " · ".join(part for part in (figures, ", ".join(clans)) if part)
        parts = [
            svg.rect(0, 0, INNER, CARD, rx=6, fill="#ffffff", stroke=INK),
            svg.text(str(number), 16, 26, 16, text_anchor="middle", font_weight="bold", fill=INK),
            svg.fitted(name, 32, 17, INNER - 40, 13, font_weight="bold", fill=INK),
            svg.fitted(line, 32, 33, INNER - 40, 11, fill=SOFT),
            *_mark(scene, number, card),
        ]
        sheet.add(parts, CARD + 4, data_card=card, data_number=number)
        sheet.tell(f"{number}: {name}. {line}.")


def _mark(scene: Scene, number: int, card: str) -> list[Element]:
    """The card that a choice names, crossed if a rule speaks against it."""
    if card in scene.evidence("card") and scene.verdict != "legal":
        return hatch(0, 0, INNER, CARD)
    if getattr(scene.move, "number", None) != number:
        return []
    colour = GOOD if scene.verdict == "legal" else BAD
    return [svg.rect(0, 0, INNER, CARD, rx=6, fill="none", stroke=colour, stroke_width=3)]


def _clan(scene: Scene, clan: ClanSheet, sheet: Sheet) -> None:
    """What a clan has at hand, and what it has done."""
    sheet.heading(clan.name, 15)
    words = scene.words.terms
    known = [f"{words[zone]}\u00a0{getattr(clan, zone)}" for zone in COUNTS if clan.is_known(zone)]
    known += [f"{words[zone]}\u00a0{len(getattr(clan, zone))}" for zone in LISTS if clan.is_known(zone)]
    if clan.known("choice", None) is not None:
        known.append(scene.say("choice", number=clan.choice))
    if known:
        sheet.note(" · ".join(known))
        sheet.tell(f"{clan.name}: {', '.join(known)}.")
    sheet.space(6)
