"""``docs/proof.md``: what is claimed, by which test and over how many cases, and what is not proved (``make proof``).

The page is written from files alone: totals and mutants of the long runs, coverage, cases, positions, ``perft.md``,
rulebooks and packs. It names no clock: the same files give the same page.
"""
