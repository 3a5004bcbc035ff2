"""How many sequences of legal moves there are from fixed positions: a net for who changes an engine."""
