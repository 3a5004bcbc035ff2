"""Compares the answers of two revisions, byte for byte, over a recorded corpus of questions.

``python -m tests.qa.compare BASE`` writes the corpus, asks it of BASE (in a worktree of its own) and of this
checkout, and lists every difference; see ``docs/architecture.md``.
"""
