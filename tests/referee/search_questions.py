"""Questions as players ask them, each with the rules of which one must be among the first three hits.

They were written beside the printed books, not beside our texts: whole questions and loose words, some with a typo or
without accents. ``HELD_OUT`` was written in the same way when the texts were done, and nothing was changed because of
it.
"""

from typing import NamedTuple


class Asked(NamedTuple):
    """A question in one game, and the rules that answer it, separated by spaces."""

    game: str
    words: str
    rules: str


KINGDOMINO, BRIAN_BORU, ORTUS_REGNI, ROLL_AND_RAID = "kingdomino", "brian-boru", "ortus-regni", "roll-and-raid"

ENGLISH = [
    Asked(KINGDOMINO, "what happens on a tie", "score/tie-territory score/tie-crowns score/tie-shared"),
    Asked(KINGDOMINO, "tiebreak", "score/tie-territory score/tie-crowns score/tie-shared"),
    Asked(KINGDOMINO, "ties", "score/tie-territory score/tie-crowns score/tie-shared"),
    Asked(KINGDOMINO, "diagonal", "score/not-diagonal"),
    Asked(KINGDOMINO, "hole", "place/gaps"),
    Asked(KINGDOMINO, "can I throw away a tile even if it fits?", "discard/at-will discard/forced"),
    Asked(KINGDOMINO, "does the castle have to be in the middle", "place/castle-anywhere variants/middle-kingdom"),
    Asked(KINGDOMINO, "who goes first next round?", "round/order"),
    Asked(KINGDOMINO, "how big can my kingdom get", "place/bounds"),
    Asked(BRIAN_BORU, "Who chooses the town", "battle/most-chooses battle/tied-most"),
    Asked(BRIAN_BORU, "do I have to follow suit?", "trick/any-card"),
    Asked(BRIAN_BORU, "two suitors on the same space of the marriage track", "symbol/slide"),
    Asked(BRIAN_BORU, "what if I can't afford to pay a coin", "symbol/pay symbol/pay-last-point"),
    Asked(BRIAN_BORU, "how many cards do we get with four players", "draft/deal"),
    Asked(BRIAN_BORU, "can I expand to a town that isn't connected?", "symbol/expand-road"),
    Asked(BRIAN_BORU, "equal number of discs in a region, who gets the claim token", "claims/tie"),
    Asked(BRIAN_BORU, "princes of denmark", "marriage/princess components/marriage-cards"),
    Asked(ORTUS_REGNI, "is there a hand limit?", "hand/no-limit"),
    Asked(ORTUS_REGNI, "what happens when my deck runs out", "end/no-card turn/end-draw"),
    Asked(ORTUS_REGNI, "may I attack on the first turn", "setup/first-round"),
    Asked(ORTUS_REGNI, "how much damage destroys a castle", "attack/siege-falls attack/siege"),
    Asked(ORTUS_REGNI, "two princes at once", "lord/one-prince field/hand"),
    Asked(ORTUS_REGNI, "can a mercenary be a lord", "lord/appoint mercenary/placed"),
    Asked(ORTUS_REGNI, "when do the vikings show up", "vikings/arrival vikings/eighth-marker vikings/black-marker"),
    Asked(ORTUS_REGNI, "I don't like my starting hand, can I draw a new one?", "setup/mulligan setup/mulligan-order"),
    Asked(ROLL_AND_RAID, "reroll", "altar/reroll altar/reroll-all"),
    Asked(ROLL_AND_RAID, "how many dice may I use each round", "dice/two-of-three"),
    Asked(ROLL_AND_RAID, "both of us picked the same raid card", "conflict/same-card conflict/bid"),
    Asked(
        ROLL_AND_RAID, "can I sacrifice vikings to make a die higher", "altar/plus-one altar/adds-up altar/production"
    ),
    Asked(ROLL_AND_RAID, "what do I lose when the raid fails", "raids/failed retreat/pay"),
]

SPANISH = [
    Asked(KINGDOMINO, "descartar", "discard/forced discard/at-will discard/still-choose three-players/leftover"),
    Asked(KINGDOMINO, "desempate", "score/tie-territory score/tie-crowns score/tie-shared"),
    Asked(KINGDOMINO, "ganador", "score/winner"),
    Asked(KINGDOMINO, "qué pasa en caso de empate", "score/tie-territory score/tie-crowns score/tie-shared"),
    Asked(KINGDOMINO, "¿puedo mover una loseta que ya coloqué?", "place/fixed"),
    Asked(KINGDOMINO, "¿cuántos puntos da un territorio sin coronas?", "score/no-crowns"),
    Asked(KINGDOMINO, "huecos en el tablero", "place/gaps"),
    Asked(KINGDOMINO, "somos tres, ¿qué hacemos con la ficha que sobra?", "three-players/leftover"),
    Asked(KINGDOMINO, "qué terreno puede ir pegado al castillo", "place/castle"),
    Asked(BRIAN_BORU, "¿tengo que asistir al color de la baza?", "trick/any-card"),
    Asked(BRIAN_BORU, "quién empieza la siguiente baza", "trick/leader"),
    Asked(
        BRIAN_BORU,
        "¿cuánto cuesta conquistar otra ciudad por carretera?",
        "symbol/expand-road action/price action/optional",
    ),
    Asked(BRIAN_BORU, "quien tiene menos vikingos pierde una ciudad", "battle/fewest battle/most-chooses"),
    Asked(BRIAN_BORU, "mayoría empatada en una región", "claims/tie claims/majority"),
    Asked(BRIAN_BORU, "¿el monasterio cuenta doble?", "claims/monastery score/monasteries"),
    Asked(BRIAN_BORU, "no tengo monedas para pagar", "symbol/pay symbol/pay-last-point"),
    Asked(ORTUS_REGNI, "¿puedo atacar en la primera ronda?", "setup/first-round"),
    Asked(ORTUS_REGNI, "límite de cartas en la mano", "hand/no-limit"),
    Asked(ORTUS_REGNI, "cuántas acciones tengo en mi turno", "turn/one-action turn/free-actions"),
    Asked(ORTUS_REGNI, "cómo me convierto en rey", "crown/lead crown/banner"),
    Asked(ORTUS_REGNI, "¿qué hace el banquete?", "banquet/two-cards"),
    Asked(ORTUS_REGNI, "rescatar a un lord capturado", "ransom/price ransom/payer-picks ransom/refused"),
    Asked(ORTUS_REGNI, "cuantas torres puedo poner", "tower/any-card turn/free-actions"),
    Asked(ORTUS_REGNI, "¿para qué sirven los aliados?", "allies/answer allies/none allies/no-action"),
    Asked(
        ROLL_AND_RAID, "¿qué pasa si dos clanes eligen la misma carta de saqueo?", "conflict/same-card conflict/bid"
    ),
    Asked(ROLL_AND_RAID, "empate al pujar vikingos", "conflict/tie conflict/tied-only conflict/tied-paid"),
    Asked(ROLL_AND_RAID, "dados de favor en un saqueo", "favour/no-raid"),
    Asked(ROLL_AND_RAID, "en qué rondas se puede sacrificar", "festival/rounds"),
    Asked(ROLL_AND_RAID, "que necesito para adquirir un desarollo", "development/four development/requirement"),
    Asked(ROLL_AND_RAID, "no puedo pagar el saqueo", "payment/unable payment/heir payment/no-fine"),
]

POLISH = [
    Asked(KINGDOMINO, "odrzucić", "discard/forced discard/at-will discard/still-choose three-players/leftover"),
    Asked(KINGDOMINO, "co przy remisie", "score/tie-territory score/tie-crowns score/tie-shared"),
    Asked(KINGDOMINO, "łąka", "place/match score/territory components/squares components/dominoes"),
    Asked(KINGDOMINO, "czy mogę przesunąć położoną płytkę?", "place/fixed"),
    Asked(KINGDOMINO, "dziury w królestwie", "place/gaps"),
    Asked(KINGDOMINO, "ile punktów za teren bez koron", "score/no-crowns"),
    Asked(KINGDOMINO, "jak liczymy punkty na koniec?", "score/territory score/total"),
    Asked(KINGDOMINO, "gra na dwie osoby", "two-players/kings two-players/dominoes two-players/first-round"),
    Asked(BRIAN_BORU, "czy trzeba dokładać do koloru?", "trick/any-card"),
    Asked(BRIAN_BORU, "kto wygrywa próbę", "trick/winner"),
    Asked(BRIAN_BORU, "ile kart zaślubin w grze trzyosobowej", "setup/marriage-pile"),
    Asked(BRIAN_BORU, "czy mogę obejrzeć odrzucone karty", "trick/discard"),
    Asked(BRIAN_BORU, "zdjąć znacznik wikingów z miasta", "symbol/free symbol/free-none"),
    Asked(BRIAN_BORU, "klasztor w mieście zajętym przez wikingów", "church/own-town"),
    Asked(BRIAN_BORU, "nikt się nie zalecał", "marriage/nobody"),
    Asked(
        BRIAN_BORU,
        "ile trwa gra, ile jest rund",
        "end/last-round preparation/last-round setup/marriage-pile end/over",
    ),
    Asked(BRIAN_BORU, "remis na koniec gry", "score/tie-claims score/tie-marriages score/tie-shared"),
    Asked(ORTUS_REGNI, "limit kart na ręce", "hand/no-limit"),
    Asked(ORTUS_REGNI, "ile kart ma talia hrabiego", "deck/size"),
    Asked(ORTUS_REGNI, "kiedy odpadam z gry?", "end/last-fief end/no-card"),
    Asked(ORTUS_REGNI, "czy mnich może być posłańcem do wikingów", "emissary/who emissary/cubes"),
    Asked(ORTUS_REGNI, "jak zostać krolem", "crown/lead crown/banner"),
    Asked(ORTUS_REGNI, "ile wojska mogę wystawić do bitwy", "field/capacity field/pool"),
    Asked(ORTUS_REGNI, "zdrada na księciu", "treachery/prince"),
    Asked(ROLL_AND_RAID, "przerzut kości", "altar/reroll altar/reroll-all"),
    Asked(ROLL_AND_RAID, "czy muszę użyć obu kości", "dice/drop dice/two-of-three"),
    Asked(ROLL_AND_RAID, "co się dzieje, gdy dwa klany wybiorą to samo", "conflict/same-card conflict/bid"),
    Asked(
        ROLL_AND_RAID, "kto wygrywa przy remisie", "score/tie-cards score/tie-printed score/tie-shared score/tie-many"
    ),
    Asked(ROLL_AND_RAID, "gdzie trzymam statki", "storage/place storage/order"),
    Asked(ROLL_AND_RAID, "ile wikingow rekrutuje w wielkiej sali", "hall/recruit hall/village-die"),
]

QUESTIONS = {"en": ENGLISH, "es": SPANISH, "pl": POLISH}

HELD_OUT = {
    "en": [
        Asked(KINGDOMINO, "can I put one tile on top of another", "place/overlap"),
        Asked(KINGDOMINO, "how many kings does each player have with two players", "two-players/kings"),
        Asked(KINGDOMINO, "what do we do in the last round", "end/last-round"),
        Asked(KINGDOMINO, "may I pick a domino that I can't place?", "choose/any"),
        Asked(BRIAN_BORU, "can I play for a town that already has a disc", "trick/empty-town"),
        Asked(BRIAN_BORU, "how many coins do we start with", "setup/start"),
        Asked(BRIAN_BORU, "are the wooden discs limited?", "components/unlimited"),
        Asked(ORTUS_REGNI, "do I have to show my towers", "tower/hidden tower/shown"),
        Asked(
            ORTUS_REGNI, "where do captured cards go when they are discarded", "end/original-owner end/spoils-stay"
        ),
        Asked(ROLL_AND_RAID, "does everybody use the same dice roll", "production/common production/roll"),
    ],
    "es": [
        Asked(KINGDOMINO, "¿en qué orden se ponen las fichas nuevas?", "line/ascending"),
        Asked(KINGDOMINO, "cuántas partidas se juegan en dinastía", "variants/dynasty"),
        Asked(BRIAN_BORU, "¿se puede mirar la carta que sobra al repartir?", "draft/unseen"),
        Asked(BRIAN_BORU, "qué recompensa da la pista de matrimonio", "marriage/track"),
        Asked(
            BRIAN_BORU,
            "¿las ciudades de los vikingos cuentan para la región?",
            "claims/vikings claims/flip claims/vikings-tied score/viking-held",
        ),
        Asked(ORTUS_REGNI, "¿cuántas cartas de ejército hay con cuatro jugadores?", "army/deck-size"),
        Asked(ORTUS_REGNI, "¿puede un mercenario llevar una guarnición?", "mercenary/garrison"),
        Asked(ORTUS_REGNI, "puedo rendirme en mitad de una batalla", "honour/no-flight end/concede"),
        Asked(
            ROLL_AND_RAID, "cuántos vikingos puedo sacrificar en el altar", "altar/vikings altar/limit altar/adds-up"
        ),
        Asked(ROLL_AND_RAID, "qué hago con las hachas gastadas", "storage/spent"),
    ],
    "pl": [
        Asked(KINGDOMINO, "ile rund trwa gra w cztery osoby", "next-round/count end/over end/last-round"),
        Asked(KINGDOMINO, "czy zamek liczy się jako pole terytorium", "score/castle-no-terrain"),
        Asked(BRIAN_BORU, "kto zaczyna grę", "setup/first-player opening/order"),
        Asked(BRIAN_BORU, "czy mogę położyć dysk w regionie innego gracza na początku", "opening/region"),
        Asked(BRIAN_BORU, "ile punktów za znaczniki poważania", "score/renown"),
        Asked(
            BRIAN_BORU,
            "co jeśli nie ma już najeźdźców na obszarze bitwy",
            "symbol/raider battle/repelled battle/no-raiders symbol/no-waste",
        ),
        Asked(
            ORTUS_REGNI,
            "czy mogę podejrzeć rękę przeciwnika",
            "monastery/whole-hand monastery/abbot honour/counts monastery/seen-by-all",
        ),
        Asked(ORTUS_REGNI, "ilu wikingów atakuje", "vikings/arrival vikings/alone vikings/active vikings/growth"),
        Asked(ROLL_AND_RAID, "kiedy mogę użyć kości łaski", "favour/production-only favour/at-once favour/unlocked"),
        Asked(ROLL_AND_RAID, "czy karta Paryża bierze udział w grze", "setup/removed"),
    ],
}
