"""The wire contract: every JSON shape that goes over HTTP is declared here, once.

Game states, moves and packs are frozen msgspec Structs (``schemas/<game>.py``); what all games share in
an answer stands in ``schemas/ruling.py``; the marshmallow envelopes around them in ``schemas/envelopes.py``.
Everybody imports this package; it imports nothing of the project.
"""
