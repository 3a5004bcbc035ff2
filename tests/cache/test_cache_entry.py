"""Entries as bytes: what went in comes out, and anything else is a miss."""

import json
import pickle

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from service.cache.entry import VERSION, Entry, decode, encode

BODY = b'{"verdict":"legal","state":null}\n\x00\xff'
INTACT = encode(Entry(body=BODY, case_id="9f2c"), "key")


def with_header(**changes: object) -> bytes:
    """The intact value with a changed header; a change to None leaves the field out."""
    line, _, body = INTACT.partition(b"\n")
    header = json.loads(line) | changes
    present = {name: value for name, value in header.items() if value is not None}
    return json.dumps(present).encode() + b"\n" + body


@given(st.binary(), st.text(), st.text())
@example(b"", "", "")
@example(b"\n\n", "line\nbreak", "key")
def test_what_went_in_comes_out(body, case_id, key):
    entry = Entry(body=body, case_id=case_id)
    assert decode(encode(entry, key), key) == entry


def test_the_form_is_a_line_of_json_and_then_the_answer_untouched():
    line, _, body = INTACT.partition(b"\n")
    header = json.loads(line)
    assert body == BODY
    assert isinstance(header.pop("checksum"), int)
    assert header == {"version": VERSION, "case_id": "9f2c", "length": len(BODY)}


def test_the_helper_changes_nothing_without_arguments():
    # Otherwise the refusals below could have another reason than the changed field.
    assert decode(with_header(), "key") == Entry(body=BODY, case_id="9f2c")


def test_an_entry_cut_short_is_a_miss():
    for length in range(len(INTACT)):
        assert decode(INTACT[:length], "key") is None, length


@given(st.integers(0, len(INTACT) - 1), st.integers(1, 255))
def test_one_changed_byte_is_a_miss(position, difference):
    damaged = bytearray(INTACT)
    damaged[position] ^= difference
    assert decode(bytes(damaged), "key") is None


@given(st.data())
def test_several_changed_bytes_are_a_miss(data):
    positions = data.draw(st.lists(st.integers(0, len(INTACT) - 1), min_size=2, max_size=8, unique=True))
    damaged = bytearray(INTACT)
    for position in positions:
        damaged[position] ^= data.draw(st.integers(1, 255))
    assert decode(bytes(damaged), "key") is None


@given(st.binary())
def test_any_other_bytes_are_a_miss(value):
    assume(value != INTACT)
    assert decode(value, "key") is None


def test_trailing_bytes_are_a_miss():
    assert decode(INTACT + b" ", "key") is None


def test_an_entry_of_another_key_is_a_miss():
    assert decode(INTACT, "other") is None


@pytest.mark.parametrize(
    "changes",
    [
        {"version": VERSION + 1},
        {"version": str(VERSION)},
        {"version": None},
        {"checksum": 0},
        {"checksum": None},
        {"case_id": "9f2d"},
        {"case_id": "\ud800"},
        {"case_id": "\udc00x"},
        {"case_id": 7},
        {"case_id": None},
        {"length": len(BODY) + 1},
        {"length": None},
        {"surprise": 1},
    ],
    ids=repr,
)
def test_a_header_that_does_not_fit_is_a_miss(changes):
    assert decode(with_header(**changes), "key") is None


@pytest.mark.parametrize(
    "value",
    [None, 5, True, "text", ["list"], {"a": 1}, bytearray(INTACT), INTACT.decode("latin-1")],
    ids=lambda value: type(value).__name__,
)
def test_a_value_of_a_foreign_type_is_a_miss(value):
    assert decode(value, "key") is None


@pytest.mark.parametrize(
    "value",
    [
        pickle.dumps(Entry(body=BODY, case_id="9f2c")),
        b"{}\n",
        b"null\n",
        b"[]\n" + BODY,
        b"[" * 100_000 + b"\n",
        b'{"version":' + b"[" * 100_000 + b"\n",
        b'{"version":1,"surprise":' + b"[" * 100_000 + b"\n",
        b'{"version":' + b"9" * 10_000 + b"}\n",
    ],
    ids=lambda value: repr(value[:24]),
)
def test_something_quite_different_is_a_miss(value):
    assert decode(value, "key") is None
