"""The board and what lies beside it as a picture.

Towns carry ``data-town``, cards ``data-card``, so that a page can let people tap on them. A colour has its shape,
too: red towns are squares, blue ones circles, yellow ones diamonds. Players have numbers.
"""

from collections.abc import Sequence

from schemas.brian_boru import Held, Town
from service.games.brian_boru.diagram.layout import HEIGHT, LABEL, LEADING, Chart, chart, label_lines
from service.games.brian_boru.diagram.sections import areas, hands, trick
from service.games.brian_boru.diagram.symbols import disc, monastery, shape, viking
from service.games.brian_boru.names import name_in
from service.games.brian_boru.table import Table
from service.referee import svg
from service.referee.budget import step
from service.referee.diagram import BAD, GOOD, INK, INNER, SOFT, Scene, Sheet, hatch
from service.referee.hidden import HIDDEN
from service.referee.known import is_known, truth
from service.referee.svg import Element, Point

SEA, LAND, COAST = "#eaf2f7", "#f1eddd", "#8a8062"
MARKED = ("town", "expand", "free")
"""Where a move names a town."""
CHARTED, DRAWN = 600, 40
"""The steps of finding the place of a town and of drawing it."""


def draw(scene: Scene, sheet: Sheet) -> None:
    if scene.only is None:
        _board(scene, sheet)
        trick(scene, sheet)
        areas(scene, sheet)
    _players(scene, sheet)


# ---------------------------------------------------------------- the map


def _board(scene: Scene, sheet: Sheet) -> None:
    table: Table = scene.table
    box, phase = table.box, table.phase
    if is_known(phase) and phase == "over":
        sheet.heading(scene.say("over"))
    elif is_known(phase):
        number = table.round if is_known(table.round) else HIDDEN
        sheet.heading(scene.say("round", round=number, phase=scene.words.terms[phase]))
    step((CHARTED + DRAWN) * len(box.pack.towns))  # here, because what is cached must not count
    drawn = chart(box.pack.towns)
    elements = [svg.rect(0, 0, INNER, HEIGHT, rx=8, fill=SEA), *_land(drawn)]
    elements += _roads(scene, drawn)
    elements += _regions(scene, drawn)
    elements += [_town(scene, town, drawn.towns[town.id]) for town in box.pack.towns]
    sheet.add(elements, HEIGHT + 4)
    _legend(scene, sheet)
    _in_words(scene, sheet)


def _land(drawn: Chart) -> list[Element]:
    pieces = [piece for land in drawn.land.values() for piece in land]
    return [
        svg.path(pieces, closed=True, fill=LAND, stroke=LAND, stroke_width=1),
        svg.path(drawn.coast, stroke=COAST, stroke_width=2, stroke_linecap="round"),
        svg.path(drawn.borders, stroke=COAST, stroke_width=1.5, stroke_dasharray="5 3"),
    ]


def _roads(scene: Scene, drawn: Chart) -> list[Element]:
    strokes = [[drawn.towns[end] for end in road.ends] for road in scene.table.box.pack.roads]
    if not strokes:
        return []
    return [svg.path(strokes, stroke="#ffffff", stroke_width=5), svg.path(strokes, stroke=SOFT, stroke_width=2)]


def _regions(scene: Scene, drawn: Chart) -> list[Element]:
    """Names, with the number of who holds the claim token."""
    elements: list[Element] = []
    claims = scene.table.known_of("claims")
    holders = {region: seat for seat, name in _seats(scene) for region in claims.get(name, ())}
    names = {region.id: name_in(scene.words, region.name) for region in scene.table.box.pack.regions}
    for region, (x, y) in drawn.labels.items():
        lines = label_lines(names[region])
        half = max(svg.width_of(line, LABEL) for line in lines) / 2
        x, top = min(INNER - half, max(half, x)), y + 4 - (len(lines) - 1) / 2 * LEADING
        for look in ({"stroke": LAND, "stroke_width": 3}, {"fill": INK}):
            words = [svg.text(line, x, top + n * LEADING, LABEL, **look) for n, line in enumerate(lines)]
            elements.append(svg.group(words, text_anchor="middle", font_style="italic", data_region=region))
        if region in holders:
            elements += disc(holders[region], min(INNER - 9, x + half + 6), y, 7)
    return elements


def _town(scene: Scene, town: Town, place: Point) -> Element:
    """The town's shape with its id and, beside it, what lies there."""
    x, y = place
    held: Held | None = scene.table.known_towns().get(town.id)
    elements: list[Element] = []
    if truth(lambda: scene.table.active_town == town.id) is True:
        elements.append(svg.circle(x, y, 16, fill="#ffffff", stroke=INK, stroke_width=2.5, stroke_dasharray="4 2"))
    if held is not None and held.monastery:
        elements += monastery(x, y)
    elements.append(shape(town.colour, x, y, 10))
    name = svg.clipped(town.id, 26, 11)
    elements.append(svg.text(name, x, y + 4, 11, text_anchor="middle", fill=INK, font_weight="bold"))
    if held is not None:
        elements += disc(_seat(scene, held.disc), x + 9, y + 10, 7.5)
        if held.viking:
            elements += viking(x - 9, y - 9)
    elements += _mark(scene, town.id, x, y)
    return svg.group(elements, data_town=town.id, data_region=town.region, data_colour=town.colour)


def _mark(scene: Scene, town: str, x: float, y: float) -> list[Element]:
    """A town that the move names: crossed if a rule speaks against it."""
    step(len(scene.violations))
    named = [getattr(scene.move, field, None) for field in MARKED]
    against = [*scene.evidence("town"), *(each for towns in scene.evidence("towns") for each in towns)]
    if town in against:
        return hatch(x - 14, y - 14, 28, 28)
    if town not in named:
        return []
    colour = GOOD if scene.verdict == "legal" else BAD
    return [svg.rect(x - 14, y - 14, 28, 28, rx=4, fill="none", stroke=colour, stroke_width=3)]


def _legend(scene: Scene, sheet: Sheet) -> None:
    """What the shapes mean."""
    entries: list[tuple[str, list[Element]]] = [
        (scene.words.terms["red"], [shape("red", 10, 9, 7)]),
        (scene.say("viking"), viking(10, 9)),
        (scene.words.terms["blue"], [shape("blue", 10, 9, 7)]),
        (scene.say("monastery"), monastery(10, 10, 6)),
        (scene.words.terms["yellow"], [shape("yellow", 10, 9, 6)]),
        (
            scene.say("active"),
            [svg.circle(10, 9, 7, fill="#ffffff", stroke=INK, stroke_width=2, stroke_dasharray="4 2")],
        ),
    ]
    column = INNER / 2
    elements = [
        svg.group([*mark, svg.text(word, 24, 13, 12, fill=INK)], place % 2 * column, place // 2 * 20)
        for place, (word, mark) in enumerate(entries)
    ]
    sheet.add(elements, 66)


def _in_words(scene: Scene, sheet: Sheet) -> None:
    """The towns of each player, for those who do not see the map."""
    towns = scene.table.known_towns()
    for _, name in _seats(scene):
        step(len(towns))
        own = [_town_in_words(scene, town, held) for town, held in towns.items() if held.disc == name]
        if own:
            sheet.tell(scene.say("towns", player=name, towns=own))


def _town_in_words(scene: Scene, town: str, held: Held) -> str:
    marks = [scene.say(name) for name in ("viking", "monastery") if getattr(held, name)]
    return f"{town} ({', '.join(marks)})" if marks else town


# ---------------------------------------------------------------- the players


def _players(scene: Scene, sheet: Sheet) -> None:
    for seat, name in _seats(scene):
        if scene.only not in (None, name):
            continue
        figures = _figures(scene, name)
        lines = svg.wrapped(figures, INNER - 24, 12, 3) if figures else []
        elements = [
            *disc(seat, 10, 10, 9),
            svg.fitted(name, 24, 15, INNER - 24, 14, font_weight="bold", fill=INK),
            *(svg.fitted(words, 24, 31 + 15 * n, INNER - 24, 12, fill=SOFT) for n, words in enumerate(lines)),
        ]
        sheet.add(elements, 22 + 15 * len(lines), data_player=name)
        sheet.tell(f"{name}: {figures}." if figures else f"{name}.")
        with sheet.part_of(name):
            hands(scene, name, sheet)
        sheet.space(6)


def _figures(scene: Scene, player: str) -> str:
    """The points, coins, renown and marriages of a player, and the marker, as far as they are known."""
    table: Table = scene.table
    amounts = {zone: table.of(player, zone) for zone in ("points", "coins", "renown")}
    figures = [f"{scene.words.terms[zone]}\u00a0{amount}" for zone, amount in amounts.items() if is_known(amount)]
    cards = table.known_of("marriages").get(player, ())
    if cards:
        figures.append(scene.say("marriages", cards=cards))
    if truth(lambda: table.marker == player) is True:
        figures.append(scene.say("marker"))
    return " · ".join(figures)


def _seats(scene: Scene) -> Sequence[tuple[int, str]]:
    """The numbers and names of the players."""
    return list(enumerate(scene.table.order, start=1))


def _seat(scene: Scene, name: str) -> int:
    """The number of a player; 0 for a disc of somebody who does not sit here."""
    return next((seat for seat, player in _seats(scene) if player == name), 0)
