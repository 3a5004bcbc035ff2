"""The long runs: ``make qa-resume`` does a part of them and goes on where the last one stopped.

``runs.py`` is the table of runs, ``playing.py`` and ``asking.py`` have what each of them does for one seed,
``totals.py`` is the file that is kept in git, ``working.py`` the loop, ``__main__.py`` the command.
"""
