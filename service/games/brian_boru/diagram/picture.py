"""The board and what lies beside it as a picture.

Towns carry ``data-town``, cards ``data-card``, so that a page can let people tap on them. A colour has its shape,
too: red towns are squares, blue ones circles, yellow ones diamonds. Players have numbers.
"""

from schemas.brian_boru import Held
from service.games.brian_boru.diagram.island import island, seats
from service.games.brian_boru.diagram.layout import HEIGHT, chart
from service.games.brian_boru.diagram.sections import areas, hands, trick
from service.games.brian_boru.diagram.symbols import disc, monastery, shape, viking
from service.games.brian_boru.table import Table
from service.referee import svg
from service.referee.budget import step
from service.referee.diagram import INK, INNER, SHEET, SOFT, Scene, Sheet
from service.referee.known import is_known, truth
from service.referee.svg import Element

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
        number = table.round if is_known(table.round) else None
        sheet.heading(scene.say("round", round=number, phase=scene.words.terms[phase]))
    step((CHARTED + DRAWN) * len(box.pack.towns))  # here, because what is cached must not count
    sheet.add(island(scene, chart(box.pack.towns)), HEIGHT + 4)
    _legend(scene, sheet)
    _in_words(scene, sheet)


def _legend(scene: Scene, sheet: Sheet) -> None:
    """What the shapes mean."""
    entries: list[tuple[str, list[Element]]] = [
        (scene.words.terms["red"], [shape("red", 10, 9, 7)]),
        (scene.say("viking"), viking(10, 9, 14)),
        (scene.words.terms["blue"], [shape("blue", 10, 9, 7)]),
        (scene.say("monastery"), monastery(10, 11, 6)),
        (scene.words.terms["yellow"], [shape("yellow", 10, 9, 6)]),
        (
            scene.say("active"),
            [svg.circle(10, 9, 7, fill=SHEET, stroke=INK, stroke_width=2, stroke_dasharray="4 2")],
        ),
    ]
    column = INNER * 0.36
    elements = [
        svg.group([*mark, svg.text(word, 24, 13, 12, fill=INK)], place % 2 * column, place // 2 * 20)
        for place, (word, mark) in enumerate(entries)
    ]
    sheet.add(elements, 66)


def _in_words(scene: Scene, sheet: Sheet) -> None:
    """The towns of each player, for those who do not see the map."""
    towns = scene.table.known_towns()
    for _, name in seats(scene):
        step(len(towns))
        own = [_town_in_words(scene, town, held) for town, held in towns.items() if held.disc == name]
        if own:
            sheet.tell(scene.say("towns", player=name, towns=own))


def _town_in_words(scene: Scene, town: str, held: Held) -> str:
    marks = [scene.say(name) for name in ("viking", "monastery") if getattr(held, name)]
    return f"{town} ({', '.join(marks)})" if marks else town


# ---------------------------------------------------------------- the players


def _players(scene: Scene, sheet: Sheet) -> None:
    for seat, name in seats(scene):
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
