"""Mutants: small changes of an engine's functions, each of which some test has to notice (``make mutants``).

``changes.py`` makes them of Python's ast, ``trying.py`` runs the tests of a game on one, ``record.py`` is the file of
results that is kept in git. Written here because the libraries do not fit: cosmic-ray starts a process for each
mutant, mutmut tests a copy of the tree in which every function is replaced. A mutant here is a process forked after
all imports, in which the code of one function is exchanged.
"""
