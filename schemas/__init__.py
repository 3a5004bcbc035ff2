"""The JSON types of requests and answers, each declared once.

Game states, moves and packs are frozen msgspec Structs (``schemas/<game>.py``); what all games share in an answer is
in ``schemas/ruling.py``, the marshmallow envelopes around them in ``schemas/envelopes.py``. All other packages import
this one; it imports nothing of the project.
"""
