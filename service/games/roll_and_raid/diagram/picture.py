"""The table as a picture: dice, raid cards and clans in short; a clan alone with its whole sheet (``clan_sheet``).

What can be tapped on carries ``data-die``, ``data-card`` and, on a sheet, ``data-track``, ``data-god`` and so on. The
dice are told by the names of their colours too.
"""

from msgspec import UNSET

from schemas.roll_and_raid import Clan
from service.games.roll_and_raid.diagram.sheets import clan_sheet
from service.games.roll_and_raid.diagram.symbols import die
from service.games.roll_and_raid.pack import COLOURS
from service.referee import svg
from service.referee.diagram import BAD, GOOD, INK, INNER, SOFT, Scene, Sheet, hatch
from service.referee.known import is_known
from service.referee.svg import Drawing, Element

AT_HAND = ("vikings", "axes", "ships")
CARD = 40


def diagram(scene: Scene) -> Drawing:
    sheet = Sheet(scene)
    sheet.verdict()
    _round(scene, sheet)
    if scene.only is None:
        _display(scene, sheet)
    clans = scene.players()
    for clan in clans:
        _clan(scene, clan, sheet)
        if len(clans) == 1:
            clan_sheet(scene, clan, sheet)
    return sheet.finish(scene.say("title", players=[clan.name for clan in clans]))


def _round(scene: Scene, sheet: Sheet) -> None:
    """Round, phase, season and the three resource dice."""
    state, season = scene.table.state, scene.table.season
    told = [
        *([scene.say("round", round=state.round)] if state.round is not UNSET else []),
        *([scene.words.terms[state.phase]] if state.phase is not UNSET else []),
        *([scene.words.terms[season]] if is_known(season) else []),
    ]
    if told:
        sheet.heading(" · ".join(told))
        sheet.tell(", ".join(told) + ".")
    if not state.dice:
        return
    width, elements = INNER / 3, []
    for place, colour in enumerate(COLOURS):
        value = getattr(state.dice, colour)
        parts = die(colour, value, place * width, 0, 28)
        parts.append(svg.fitted(scene.words.terms[colour], place * width + 32, 19, width - 33, 11, fill=INK))
        if getattr(scene.move, "die", None) == colour:
            frame = GOOD if scene.verdict == "legal" else BAD
            parts.append(svg.rect(place * width, 0, 28, 28, rx=6, fill="none", stroke=frame, stroke_width=3))
        elements.append(svg.group(parts, data_die=colour))
        sheet.tell(f"{scene.words.terms[colour]} {value}.")
    sheet.add(elements, 38)


def _display(scene: Scene, sheet: Sheet) -> None:
    """The raid cards that lie open, by their numbers, and who raids them."""
    state = scene.table.state
    raids = {raid.card: raid for raid in state.raids or ()}
    for number, card in enumerate(state.display or (), start=1):
        entry = (scene.table.box.cards or {}).get(card)
        name = entry.name if entry else card
        figures = scene.say("card", level=entry.level, defence=entry.defence, points=entry.points) if entry else ""
        clans = [contender.player for contender in raids[card].clans] if card in raids else []
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


def _clan(scene: Scene, clan: Clan, sheet: Sheet) -> None:
    """What a clan has at hand, and what it has done."""
    sheet.heading(clan.name, 15)
    words = scene.words.terms
    told = [f"{words[name]}\u00a0{getattr(clan, name)}" for name in AT_HAND if getattr(clan, name) is not UNSET]
    told += [f"{words['altar']}\u00a0{clan.altar}"] if clan.altar is not UNSET else []
    told += [
        f"{words[zone]}\u00a0{len(getattr(clan, zone))}"
        for zone in ("developments", "raids")
        if getattr(clan, zone) is not UNSET
    ]
    if clan.choice not in (UNSET, None):
        told.append(scene.say("choice", number=clan.choice))
    if told:
        sheet.note(" · ".join(told))
        sheet.tell(f"{clan.name}: {', '.join(told)}.")
    sheet.space(6)
