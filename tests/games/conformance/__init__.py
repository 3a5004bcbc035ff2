"""One test for every game: helpers that read everything from the ``Game``, its shapes and its rulebook."""
