"""The search in rules, glossaries and cases, for words or a whole question.

language   words, stems, stop words and synonyms of a language
index      which documents have the words of a query, and which come first
documents  rules, terms and cases as documents, by edition
search     the search over all games
"""
