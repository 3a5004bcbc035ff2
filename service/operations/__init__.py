"""What each question does: from a loaded question to an answer. Nothing here knows HTTP.

question     a loaded question, and what every operation needs to answer it
served_game  a game with its packs, cases, schemas and readers, put together once at start-up
answering    answers from the cache where possible, else by calling the operation
png          a picture in pixels, drawn from its SVG document
repair       the part of a replay about a mistake that is found out later

One module for each operation: setup, validate, legal_moves, resolve, replay, audit, score, odds, view, diagram,
packs. All of them are pure: the same question, pack and rules version give the same answer.
"""
