"""The names of the components of a pack, as they are said to a reader."""

from schemas.base import Names
from service.games.brian_boru.pack import Box
from service.referee.formats import ComponentNames
from service.referee.wording import Wording


def component_names(box: Box, words: Wording) -> ComponentNames:
    """Regions and marriage cards by their names; towns by their ids, which are not printed on the board, with region
    and colour.
    """
    regions = {region.id: name_in(words, region.name) for region in box.pack.regions}
    colours = words.forms["colour"]
    return {
        "region": regions,
        "town": {
            town.id: f"{town.id} ({regions[town.region]}, {colours[town.colour]['town']})" for town in box.pack.towns
        },
        "marriage": {card.id: name_in(words, card.name) for card in box.pack.marriages},
    }


def name_in(words: Wording, name: str | Names) -> str:
    """A name in the language of these words; one that is not translated is the same in every language."""
    return name if isinstance(name, str) else str(getattr(name, words.language))
