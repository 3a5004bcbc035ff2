"""The worst-case search: for each operation of each game, the question that costs most.

questions  what the search begins with
mutations  how a question is changed, by the types of its fields
measuring  what a question costs: processor time, bytes of its answer, memory
search     hill climbing: what costs more is kept and changed again

``python -m tests.qa.worst_case --seconds 1800`` runs it; the dearest questions are in ``build/worst-case``.
"""
