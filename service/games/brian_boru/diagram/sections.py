"""What lies beside the map: trick, marriage track, church and battle areas, and the cards of the players."""

from collections.abc import Sequence

from schemas.brian_boru import Card, Space
from service.games.brian_boru.diagram.symbols import (
    CARD_HEIGHT,
    CARD_WIDTH,
    CARDS_PER_ROW,
    COLOURS,
    back,
    card,
    disc,
    symbol,
)
from service.games.brian_boru.table import Table
from service.referee import svg
from service.referee.budget import step
from service.referee.diagram import BAD, GOOD, INK, INNER, SHEET, SOFT, Scene, Sheet, hatch
from service.referee.hidden import HIDDEN
from service.referee.known import is_known
from service.referee.svg import Element

CELL, PER_ROW = INNER / 10, 10
CARD_STEP = INNER / CARDS_PER_ROW
PLAYED_STEP, PLAYED_HEIGHT, PLAYED_PER_ROW = 52, 88, 6
DRAWN = 60
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
        left, top = place % PLAYED_PER_ROW * PLAYED_STEP + 4, place // PLAYED_PER_ROW * PLAYED_HEIGHT + 4
        elements.append(_card(scene, played.card, left, top))
        elements += disc(numbers.get(played.player, 0), left + CARD_WIDTH / 2, top + CARD_HEIGHT + 10, 8)
        if isinstance(winner, str) and played.player == winner:
            elements.append(_frame(left - 3, top - 3, GOOD))
    sheet.add(elements, -(-len(cards) // PLAYED_PER_ROW) * PLAYED_HEIGHT + 8)
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
        svg.rect(left + 1, 0, CELL - 2, height, rx=4, fill=SHEET, stroke=SOFT),
        svg.text(str(number), middle, 13, 11, text_anchor="middle", fill=INK),
    ]
    given = ["coin"] * min(space.coins, 2) or ["renown"] * bool(space.renown) or ["town"] * space.town
    for place, name in enumerate(given):
        elements.append(
            symbol(
                name, middle + (place - (len(given) - 1) / 2) * 14, 24, 14, INK if name == "town" else COLOURS["sign"]
            )
        )
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
        svg.rect(0, 0, width, height, rx=6, fill=SHEET, stroke=SOFT),
        symbol("church" if name == "church" else "raider", 15, 12, 14, INK),
        svg.fitted(heading, 26, 16, width - 32, 12, font_weight="bold", fill=INK),
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
        sheet.add([svg.fitted(word, 0, 11, INNER, 11, fill=SOFT)], 16)
        for row in range(0, len(cards), CARDS_PER_ROW):
            shown = cards[row : row + CARDS_PER_ROW]
            elements = [_card(scene, each, place * CARD_STEP, 0) for place, each in enumerate(shown)]
            sheet.add(elements, CARD_HEIGHT + 5)
        sheet.tell(f"{player}, {word}: {', '.join(map(str, cards))}.")


def _card(scene: Scene, number: Card, left: float, top: float) -> Element:
    """A card, framed if the move names it, crossed if a rule speaks against it."""
    step(DRAWN + len(scene.violations))
    elements = back(left, top) if number == HIDDEN else card(scene.table.box.cards[number], left, top)
    named = [getattr(scene.move, "card", None), *(getattr(scene.move, "cards", None) or ())]
    if number != HIDDEN and number in scene.evidence("card"):
        elements += hatch(left, top, CARD_WIDTH, CARD_HEIGHT)
    elif number != HIDDEN and number in named:
        elements.append(_frame(left - 3, top - 3, GOOD if scene.verdict == "legal" else BAD))
    return svg.group(elements, data_card=number)


def _frame(left: float, top: float, colour: str) -> Element:
    """A frame around a card."""
    width, height = CARD_WIDTH + 6, CARD_HEIGHT + 6
    return svg.rect(left, top, width, height, rx=6, fill="none", stroke=colour, stroke_width=3)


def _numbers(scene: Scene) -> dict[str, int]:
    return {name: seat for seat, name in enumerate(scene.table.order, start=1)}
