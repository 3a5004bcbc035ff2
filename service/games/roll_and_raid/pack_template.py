"""The guide for who types in a pack: what each part needs, and what the service cannot say without it."""

from typing import NamedTuple


class Part(NamedTuple):
    """What the owner types in, and what the service cannot say without it."""

    needs: str
    without: str


GUIDE: dict[str, Part] = {
    "seasons": Part(
        "16 times `summer` or `winter`, as marked on the round track", "the price of a raid is not known"
    ),
    "village_die": Part("the colour of the village die", "recruiting in the great hall cannot be judged"),
    "tracks": Part(
        "for each of the three colours all boxes in order: a product, a bonus, or null", "no track can be used"
    ),
    "great_hall": Part(
        "how many Vikings can be written down (null: any number) and how many are there at the start",
        "recruiting cannot be judged",
    ),
    "port": Part(
        "its hexagons with the favour dice that they touch, and whether they have an order", "no ship can be stored"
    ),
    "armoury": Part(
        "its hexagons with the favour dice that they touch, and whether they have an order", "no axe can be stored"
    ),
    "settlements": Part("for each its house icons, loyalty bonus, favour die and points", "no house can be built"),
    "gods": Part("for each god all boxes from below, with what they give and their points", "no god can be served"),
    "favours": Part("every favour die on the sheet and the cards, with its value", "no favour die can be used"),
    "developments": Part(
        "for each its requirement, its effects (from the list in the docs) and its points",
        "no development can be acquired",
    ),
    "altar": Part(
        "how many Vikings it takes (null: any number), and points for them if any",
        "the altar is taken to have no limit, as the quick reference has it",
    ),
    "festivals": Part("for rounds 4, 8, 12 and 16 the glory for so many Vikings", "sacrifices cannot be counted"),
    "cards": Part(
        "every raid card: level, defence, summer and winter cost, reward, points", "no raid can be resolved"
    ),
    "set_aside": Part(
        "the Paris card and the Creature cards, by name", "they are not recognised when somebody plays them"
    ),
    "decks": Part("for one to six clans how many cards of each level", "the raid deck cannot be checked or dealt"),
    "display": Part(
        "for one to six clans how many raid cards lie open", "one card for each clan is taken; alone it is not known"
    ),
    "raid_dice": Part(
        "how many there are, and whether their sum or the highest counts", "two dice, added up, are taken"
    ),
    "scoring": Part("what each of the four triskels adds up", "nothing can be scored"),
}
