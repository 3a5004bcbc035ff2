"""What the OpenAPI documents say in words: about the service, its groups of operations, and each operation."""

TITLE = "Brehon"
DESCRIPTION = """\
A referee for board games. Send a state and a proposed move, get a ruling: legal, illegal or undetermined, the table
afterwards, and the rule that decides, in your language, with its place in your printed rulebook.

Everything is a pure function: nothing is stored, the same question always gets the same answer, retry freely.
Ignore fields of answers that you do not know: later releases may add some. Unknown fields in questions are faults."""
TAGS = {
    "games": "The games of this service.",
    "search": "Rules, glossaries and cases, found by words or by a whole question.",
    "batch": "Many questions in one request.",
    "cases": "The case library, which is a conformance kit too.",
}
TAG_OF_GAME = "Everything about {title}: its rules, its component data, and questions about its tables."
KEY = "Nobody needs a key. A client that sends one has a rate limit of its own."
SERVERS = [
    {"url": "/", "description": "The server that gives this document."},
    {"url": "http://127.0.0.1:8000", "description": "A server on your own machine (`make run`)."},
]
PARAMETERS = {
    "rule": "The id of a rule, with or without the game's id in front.",
    "pack": "The id of a pack.",
    "case": "The id of a case.",
}
OPERATIONS = {
    "games": "Every game with its numbers of players, editions, house rules, languages, types of moves and packs.",
    "search": "The best hits first. Endings, accents, synonyms and a typo do not matter.",
    "rules": "The rules as a tree, in the order of the printed book; with `q` the hits of a search instead.",
    "cases": "Questions with their expected answers. `docs/cases.md` describes the format.",
    "batch": "Each question is answered as it would be alone, with its own status.",
    "game": "Its numbers of players, editions, house rules, languages, types of moves, packs and operations.",
    "coverage": "For each rule the tests that saw it kept and broken.",
    "rule": "Its text, its place in each printed edition, and its house ruling if it is one.",
    "packs": "The component data that this server has for the game.",
    "pack": "Everything printed on the components that a rule depends on; filters pick some entries.",
    "template": "One example in each part, and a guide to what to type in.",
    "case": "One question with its expected answer.",
    "setup": "The opening table for these players. With a `seed` chance is fixed; without it, piles stay unknown.",
    "validate": "Whether the move is legal, the table afterwards, every broken rule with its evidence, and what was "
    "assumed where the table was sent in part.",
    "legal-moves": "Every legal move; `complete` is false where an unknown zone or too many steps end the list.",
    "resolve": "Carries out what nobody chooses, and gives the table at the next decision.",
    "replay": "Plays a log from a new table or from a state: the table at its end, or the first illegal move.",
    "audit": "Every contradiction in a table that cannot come about by the rules.",
    "score": "The points of all players, each line with its rule, the ranking, and what explains a claimed total.",
    "odds": "The exact chances of a battle, from a table or from the two armies alone.",
    "view": "What others hold is hidden; the ids are made of what this player sees.",
    "diagram": "A picture of the table; with a move, of the ruling on it.",
    "packs-check": "Whether the game can be played with a pack of one's own, and what is wrong or odd in it.",
}
"""For each operation a description, besides the summary that its route has."""
