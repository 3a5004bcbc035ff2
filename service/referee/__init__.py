"""What all games share: the ``Game`` protocol, how a ruling is made, and how rules are cited.

Nothing here imports HTTP, the cache, a clock or random numbers, and nothing here is a rule of one game.
"""
