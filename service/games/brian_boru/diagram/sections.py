"""What lies beside the map: trick, marriage track, church and battle areas, and the cards of the players."""

from collections.abc import Sequence

from schemas.brian_boru import Card, Space
from service.games.brian_boru.diagram.symbols import card, disc
from service.games.brian_boru.table import Table
from service.referee import svg
from service.referee.budget import step
from service.referee.diagram import BAD, GOOD, INK, INNER, SOFT, Scene, Sheet, hatch
from service.referee.hidden import HIDDEN
from service.referee.known import is_known
from service.referee.svg import Element

CELL, PER_ROW = INNER / 10, 10
CARD_STEP, CARDS_PER_ROW = 28, 12
DRAWN = 20
"""The steps of drawing a card."""


def trick(scene: Scene, sheet: Sheet) -> None:
    """The cards that were played and are still to be acted on."""
    table: Table = scene.table
    if table.is_trick_there is not True:
        return
    town, winner, cards = table.active_town, table.winner, table.known_played()
    heading = scene.say("trick", town=town) if town else scene.say("taken")
    sheet.heading(heading)
    numbers = _numbers(scene)
    elements: list[Element] = []
    for place, played in enumerate(cards):
        left = place * 40
        elements.append(_card(scene, played.card, left, 0))
        elements += disc(numbers.get(played.player, 0), left + 12, 42, 8)
        if isinstance(winner, str) and played.player == winner:
            elements.append(svg.rect(left - 3, -3, 30, 38, rx=4, fill="none", stroke=GOOD, stroke_width=2.5))
    sheet.add(elements, 60)
    words = ", ".join(f"{played.player} {played.card}" for played in cards)
    won = " " + scene.say("winner", player=winner) if isinstance(winner, str) else ""
    sheet.tell(f"{heading}: {words}.{won}")


def areas(scene: Scene, sheet: Sheet) -> None:
    if scene.table.known_of("marriage"):
        _marriage_track(scene, sheet)
    boxes = [zone for zone in ("church", "raiders") if scene.table.known_of(zone)]
    width = (INNER - 12) / 2
    for place, name in enumerate(boxes):
        elements, height = _area(scene, name, width)
        sheet.add(elements, height + 8 if place == len(boxes) - 1 else 0, place * (width + 12))


def _marriage_track(scene: Scene, sheet: Sheet) -> None:
    """The spaces from the start upwards, with what they give and who stands there."""
    table: Table = scene.table
    track, card = table.box.pack.track, table.marriage_card
    courted = table.box.marriages.get(card) if is_known(card) else None  # there may be none, or a hidden one
    sheet.heading(scene.say("courted", card=courted.id) if courted else scene.say("track"))
    standing: dict[int, list[int]] = {}
    spaces_of = table.known_of("marriage")
    for name, reached in spaces_of.items():
        standing.setdefault(reached, []).append(_numbers(scene)[name])
    for row in range(0, len(track), PER_ROW):
        spaces = range(row, min(row + PER_ROW, len(track)))
        most = max(len(standing.get(space, ())) for space in spaces)
        height = 34 + 19 * max(1, most)
        elements: list[Element] = []
        for space in spaces:
            elements += _space(track[space], space, (space - row) * CELL, height, standing.get(space, []))
        sheet.add(elements, height + 6)
    words = ", ".join(f"{name} {reached}" for name, reached in spaces_of.items())
    sheet.tell(f"{scene.say('track')}: {words}.")


def _space(space: Space, number: int, left: float, height: float, seats: Sequence[int]) -> list[Element]:
    middle = left + CELL / 2
    elements = [
        svg.rect(left, 0, CELL, height, fill="#ffffff", stroke=SOFT),
        svg.text(str(number), middle, 13, 11, text_anchor="middle", fill=INK),
    ]
    if space.coins:
        elements.append(svg.circle(middle, 23, 7.5, fill="#f6d95b", stroke=INK))
        elements.append(svg.text(str(space.coins), middle, 27, 11, text_anchor="middle", fill=INK))
    elif space.renown:
        star = [(0, -9), (2.6, -3), (9, -3), (4, 1.5), (6, 8), (0, 4), (-6, 8), (-4, 1.5), (-9, -3), (-2.6, -3)]
        elements.append(svg.polygon([(middle + x, 23 + y) for x, y in star], fill="#ffffff", stroke=INK))
    elif space.town:
        house = [(-7, 7), (-7, -1), (0, -8), (7, -1), (7, 7)]
        elements.append(svg.polygon([(middle + x, 23 + y) for x, y in house], fill="#ffffff", stroke=INK))
    for place, seat in enumerate(seats):
        elements += disc(seat, middle, 44 + 19 * place, 8)
    return elements


def _area(scene: Scene, name: str, width: float) -> tuple[list[Element], float]:
    """How many discs or raiders each player has there."""
    table: Table = scene.table
    heading = scene.say("church") if name == "church" else scene.say("battle")
    if name == "raiders" and is_known(table.raiders):
        heading += f" ({table.raiders})"
    counts = table.known_of(name)
    rows = (len(counts) + 2) // 3
    height = 24 + 22 * rows
    elements = [
        svg.rect(0, 0, width, height, rx=6, fill="#ffffff", stroke=SOFT),
        svg.fitted(heading, 8, 16, width - 16, 12, font_weight="bold", fill=INK),
    ]
    for place, (player, count) in enumerate(counts.items()):
        left, top = 8 + place % 3 * (width - 16) / 3, 32 + place // 3 * 22
        elements += disc(_numbers(scene)[player], left + 8, top, 8)
        elements.append(svg.text(f"× {count}", left + 19, top + 4, 12, fill=INK))
    return elements, height


def hands(scene: Scene, player: str, sheet: Sheet) -> None:
    """The cards of a player, face up as far as they are known."""
    for zone in ("hand", "dealt", "picked"):
        cards = scene.table.known_of(zone).get(player)
        if not cards:
            continue
        word = scene.say(zone)
        sheet.add([svg.fitted(word, 24, 11, INNER - 24, 11, fill=SOFT)], 15)
        for row in range(0, len(cards), CARDS_PER_ROW - 1):
            shown = cards[row : row + CARDS_PER_ROW - 1]
            sheet.add([_card(scene, each, 24 + place * CARD_STEP, 0) for place, each in enumerate(shown)], 37)
        sheet.tell(f"{player}, {word}: {', '.join(map(str, cards))}.")


def _card(scene: Scene, number: Card, left: float, top: float) -> Element:
    """A card, framed if the move names it, crossed if a rule speaks against it."""
    step(DRAWN + len(scene.violations))
    colour = None if number == HIDDEN else scene.table.box.cards[number].colour
    elements = card(number, colour, left, top)
    named = [getattr(scene.move, "card", None), *(getattr(scene.move, "cards", None) or ())]
    if number != HIDDEN and number in scene.evidence("card"):
        elements += hatch(left, top, 24, 32)
    elif number != HIDDEN and number in named:
        look = GOOD if scene.verdict == "legal" else BAD
        elements.append(svg.rect(left - 2, top - 2, 28, 36, rx=4, fill="none", stroke=look, stroke_width=3))
    return svg.group(elements, data_card=number)


def _numbers(scene: Scene) -> dict[str, int]:
    return {name: seat for seat, name in enumerate(scene.table.order, start=1)}
