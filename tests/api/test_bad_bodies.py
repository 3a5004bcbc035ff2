"""The corpus of ``tests/api/bad_bodies``: bodies that once broke something, and the answers that they have to get."""

import json

import pytest
from flask import Flask

from tests.api.bad_bodies import ENTRIES, Entry
from tests.qa.fuzz.checking import complaints, send
from tests.qa.fuzz.generator import Request


@pytest.mark.parametrize("query", ["", "lang=en"], ids=["short", "long"])
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_the_corpus_gets_the_answers_that_it_has_to(own_app: Flask, entry: Entry, query: str) -> None:
    request = Request("POST", entry.path, query, {"CONTENT_TYPE": "application/json"}, entry.body)
    reply = send(own_app, request)
    assert reply.status == entry.status, reply.body
    assert complaints(own_app, request, reply) == []
    if entry.pointers:
        assert tuple(error["pointer"] for error in json.loads(reply.body)["errors"]) == entry.pointers
