"""The games that this service judges: one package a game, the same file names in each.

pack.py    component data, indexed             rules/      what is checked and what a move does, by chapter
table.py   a state made ready                  steps.py    what happens by itself
timing.py  whose turn it is, and for what      moves.py    legal moves, and the nearest to an illegal one
setup.py   the opening                         audit.py    contradictions in a position
score.py   points, ranking, claims             view.py     secrets that the schema cannot say
game.py    all of it together as a ``Game``; what a game leaves out has a default in ``service/referee``
"""
