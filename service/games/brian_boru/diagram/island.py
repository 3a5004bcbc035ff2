"""The map: land and sea, roads, regions with their claim tokens, and towns with what lies there."""

from collections.abc import Sequence

from schemas.brian_boru import Held, Town
from service.games.brian_boru.diagram.layout import HEIGHT, LABEL, LEADING, WIDTH, Chart, label_lines
from service.games.brian_boru.diagram.symbols import COLOURS, PIECE, disc, monastery, shape, viking
from service.games.brian_boru.names import name_in
from service.referee import svg
from service.referee.budget import step
from service.referee.diagram import BAD, GOOD, INNER, Scene, hatch
from service.referee.known import is_known, truth
from service.referee.svg import Element, Point, Value

LAND = COLOURS["leinster"]
"""The colour of regions that are not on our board."""
ROAD, BESIDE, LABELS = COLOURS["road"], COLOURS["roadside"], COLOURS["label"]
MARKED = ("town", "expand", "free")
"""Where a move names a town."""


def island(scene: Scene, drawn: Chart) -> list[Element]:
    """Everything on the map, from the sea upwards."""
    elements = [svg.rect(0, 0, INNER, HEIGHT, rx=8, fill=COLOURS["sea"]), *_land(drawn), *_roads(scene, drawn)]
    elements += _regions(scene, drawn)
    return elements + [_town(scene, town, drawn.towns[town.id]) for town in scene.table.box.pack.towns]


def _land(drawn: Chart) -> list[Element]:
    tints = {region: COLOURS.get(region, LAND) for region in drawn.land}
    elements = [
        svg.path(pieces, closed=True, fill=tints[region], stroke=tints[region], stroke_width=1)
        for region, pieces in drawn.land.items()
    ]
    borders = svg.path(drawn.borders, stroke=COLOURS["border"], stroke_width=1.2, stroke_dasharray="4 3")
    paper = [(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)]
    sea = svg.path([paper, *drawn.coast], closed=True, fill=COLOURS["sea"], fill_rule="evenodd")
    shore = svg.path(drawn.coast, closed=drawn.is_drawn, stroke=COLOURS["coast"], stroke_width=1.5)
    return [*elements, borders, sea, shore] if drawn.is_drawn else [*elements, shore, borders]


def _roads(scene: Scene, drawn: Chart) -> list[Element]:
    strokes = [[drawn.towns[end] for end in road.ends] for road in scene.table.box.pack.roads]
    if not strokes:
        return []
    return [svg.path(strokes, stroke=BESIDE, stroke_width=5), svg.path(strokes, stroke=ROAD, stroke_width=2.2)]


def _regions(scene: Scene, drawn: Chart) -> list[Element]:
    """Names and claim tokens: silver with the towns that are needed, gold with the points, and the holder's disc."""
    elements: list[Element] = []
    box, claims, up = scene.table.box, scene.table.known_of("claims"), scene.table.face_up
    holders = {region: seat for seat, name in seats(scene) for region in claims.get(name, ())}
    names = {region.id: name_in(scene.words, region.name) for region in box.pack.regions}
    for region, (x, y) in drawn.labels.items():
        lines = label_lines(names[region])
        half = max(svg.width_of(line, LABEL) for line in lines) / 2
        x, top = min(INNER - half, max(half, x)), y + 4 - (len(lines) - 1) / 2 * LEADING
        words = [svg.text(line, x, top + n * LEADING, LABEL, fill=LABELS) for n, line in enumerate(lines)]
        elements.append(svg.group(words, text_anchor="middle", font_style="italic", data_region=region))
        token = next((token for token in box.pack.tokens if token.region == region), None)
        if token is None:
            continue
        is_up = region in holders or (is_known(up) and region in up)
        face = str(token.points) if is_up else f"{token.threshold}+"
        elements += _token(face, is_up=is_up, place=drawn.tokens[region])
        if region in holders:
            across, down = drawn.tokens[region]
            elements += disc(holders[region], across + (16 if across + 25 < INNER else -16), down, 7)
    return elements


def _token(face: str, *, is_up: bool, place: Point) -> list[Element]:
    x, y = place
    fill = COLOURS["gold" if is_up else "silver"]
    return [
        svg.rect(x - 11, y - 8, 22, 16, rx=5, fill=fill, stroke=PIECE),
        svg.text(face, x, y + 4, 11, text_anchor="middle", font_weight="bold", fill=PIECE),
    ]


def _town(scene: Scene, town: Town, place: Point) -> Element:
    """The town's shape with its id; with a disc on it the id stands below."""
    x, y = place
    held: Held | None = scene.table.known_towns().get(town.id)
    elements = monastery(x, y) if held is not None and held.monastery else []
    if truth(lambda: scene.table.active_town == town.id) is True:
        elements.append(svg.circle(x, y, 19, fill="none", stroke=LABELS, stroke_width=3, stroke_dasharray="5 2"))
    elements.append(shape(town.colour, x, y, 11))
    name = svg.clipped(town.id, 30, 11)
    bold: dict[str, Value] = {"text_anchor": "middle", "font_weight": "bold"}
    if held is None:
        elements.append(svg.text(name, x, y + 4, 11, fill=PIECE, **bold))
    else:
        halo: dict[str, Value] = {"paint_order": "stroke", "stroke": BESIDE, "stroke_width": 3}
        elements.append(svg.text(name, x, y + 24, 11, fill=LABELS, **bold, **halo))
        elements += disc(_seat(scene, held.disc), x, y, 9)
        if held.viking:
            elements += viking(x - 10, y - 9)
    elements += _mark(scene, town.id, x, y)
    return svg.group(elements, data_town=town.id, data_region=town.region, data_colour=town.colour)


def _mark(scene: Scene, town: str, x: float, y: float) -> list[Element]:
    """A town that the move names: crossed if a rule speaks against it."""
    step(len(scene.violations))
    named = [getattr(scene.move, field, None) for field in MARKED]
    several = [towns for towns in scene.evidence("towns") if not isinstance(towns, int)]  # some rules count them only
    against = [*scene.evidence("town"), *(each for towns in several for each in towns)]
    if town in against:
        return hatch(x - 16, y - 16, 32, 32)
    if town not in named:
        return []
    colour = GOOD if scene.verdict == "legal" else BAD
    return [svg.circle(x, y, 18, fill="none", stroke=colour, stroke_width=4)]


def seats(scene: Scene) -> Sequence[tuple[int, str]]:
    """The numbers and names of the players."""
    return list(enumerate(scene.table.order, start=1))


def _seat(scene: Scene, name: str) -> int:
    """The number of a player; 0 for a disc of somebody who does not sit here."""
    return next((seat for seat, player in seats(scene) if player == name), 0)
