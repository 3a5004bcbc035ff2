"""The game-independent core: what a game is, how a ruling is made, and how it is cited.

Nothing here knows the web, a cache, a clock or chance; nothing here knows a rule of any game.
"""
