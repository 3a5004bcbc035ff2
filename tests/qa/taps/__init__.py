"""Jobs of people at a table, from the home screen, each with a budget of taps."""
