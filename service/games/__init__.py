"""The games that this service judges: one package a game, the same file names in each.

pack.py    component data, indexed         check.py   what speaks for and against a move
table.py   a state made ready              apply.py   what a legal move does
turn.py    whose turn it is, and for what  moves.py   legal moves, and the nearest to an illegal one
setup.py   the opening                     audit.py   contradictions in a position
score.py   points, ranking, claims         view.py    what one player may see
game.py    all of it together, as the ``Game`` protocol has it
"""
