"""HTTP, and nothing but HTTP: bytes become questions, answers become bytes. No rule of any game is known here.

problems    what is said when a question cannot be answered
edge        limits, language, request ids: the way in; headers and the log line: the way out
twice       keys that come twice in one object
nesting     bodies that are nested too deeply
slow        bodies that do not arrive
budget      how long a request may compute
rates       how often somebody may ask; keys: who sends an API key
events      what the limits did, by name; process: which process this is
desk        one game, ready to answer: its packs, schemas and operations
operations  what each question does; scores: a score, and what it would be by other rules
questions   the POST routes of every game
express     the short way of an ordinary question, past Flask; ready: its headers
counter     answers from the cache where possible, else from the desk
reference   the GET routes: games, rules, packs
cases       the GET routes of the case library
batch       many questions in one request
page        the page at the table, its files
system      health, metrics, documentation
openapi     the OpenAPI document, from the same schemas
"""
