"""The ``brehon`` command.

main         the group of commands, and how it ends
options      the options that commands share
documents    questions out of files, standard input and links
questions    judge, legal-moves, resolve, score, audit, repair, diagram, pack check
logs         replay: one log, or folders of logs on all cores
cases        cases check: the case library or stored rulings against this or another implementation
rules        the search in the rules
serve        the service, with gunicorn
assistants   the MCP server for chat assistants
referee      answers questions: in this process, or by a server
outcome      exit codes, and how a refusal is shown
show         answers for people
boards       a table in letters
words        labels in three languages

Modules are imported at each start: what takes long to import (the engine, rich, requests) is imported where it is
used.
"""
