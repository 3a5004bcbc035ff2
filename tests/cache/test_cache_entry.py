"""Entries as bytes: what went in comes out, and anything else is a miss."""

import hashlib
import json
import pickle
import zlib

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from service.cache.entry import VERSION, Entry, decode, encode, mac_key_of

BODY = b'{"verdict":"legal","state":null}\n\x00\xff'
CASE_ID = "9f2c" * 6
MAC_KEY = bytes(range(32))
INTACT = encode(Entry(body=BODY, case_id=CASE_ID), "key", MAC_KEY)

case_ids = st.text("0123456789abcdef", min_size=24, max_size=24)


def with_header(**changes: object) -> bytes:
    """The intact value with a changed header; a change to None leaves the field out."""
    line, _, body = INTACT.partition(b"\n")
    header = json.loads(line) | changes
    present = {name: value for name, value in header.items() if value is not None}
    return json.dumps(present).encode() + b"\n" + body


@given(st.binary(), case_ids, st.text(), st.binary(min_size=16, max_size=64))
@example(b"", CASE_ID, "", MAC_KEY)
@example(b"\n\n", CASE_ID, "key", MAC_KEY)
def test_what_went_in_comes_out(body, case_id, key, mac_key):
    entry = Entry(body=body, case_id=case_id)
    assert decode(encode(entry, key, mac_key), key, mac_key) == entry


def test_the_form_is_a_line_of_json_and_then_the_answer_untouched():
    line, _, body = INTACT.partition(b"\n")
    header = json.loads(line)
    assert body == BODY
    assert len(bytes.fromhex(header.pop("mac"))) == 16
    assert header == {"version": VERSION, "case_id": CASE_ID, "length": len(BODY)}


def test_the_helper_changes_nothing_without_arguments():
    # Otherwise the refusals below could have another reason than the changed field.
    assert decode(with_header(), "key", MAC_KEY) == Entry(body=BODY, case_id=CASE_ID)


def test_an_entry_cut_short_is_a_miss():
    for length in range(len(INTACT)):
        assert decode(INTACT[:length], "key", MAC_KEY) is None, length


@given(st.integers(0, len(INTACT) - 1), st.integers(1, 255))
def test_one_changed_byte_is_a_miss(position, difference):
    damaged = bytearray(INTACT)
    damaged[position] ^= difference
    assert decode(bytes(damaged), "key", MAC_KEY) is None


@given(st.data())
def test_several_changed_bytes_are_a_miss(data):
    positions = data.draw(st.lists(st.integers(0, len(INTACT) - 1), min_size=2, max_size=8, unique=True))
    damaged = bytearray(INTACT)
    for position in positions:
        damaged[position] ^= data.draw(st.integers(1, 255))
    assert decode(bytes(damaged), "key", MAC_KEY) is None


@given(st.binary())
def test_any_other_bytes_are_a_miss(value):
    assume(value != INTACT)
    assert decode(value, "key", MAC_KEY) is None


def test_trailing_bytes_are_a_miss():
    assert decode(INTACT + b" ", "key", MAC_KEY) is None


def test_an_entry_of_another_key_is_a_miss():
    assert decode(INTACT, "other", MAC_KEY) is None


def test_an_entry_with_another_mac_key_is_a_miss():
    assert decode(INTACT, "key", bytes(32)) is None


def test_a_picture_is_not_the_answer_to_another_key():
    """The operation, and with it the media type, is part of the cache key."""
    picture = encode(Entry(body=b"<svg/>", case_id=CASE_ID), "key of a diagram", MAC_KEY)
    assert decode(picture, "key of a diagram", MAC_KEY) == Entry(body=b"<svg/>", case_id=CASE_ID)
    assert decode(picture, "key of a score", MAC_KEY) is None


@pytest.mark.parametrize(
    "changes",
    [
        {"version": VERSION + 1},
        {"version": str(VERSION)},
        {"version": None},
        {"version": 1},
        {"checksum": 0},
        {"mac": ""},
        {"mac": "0" * 32},
        {"mac": "ż" * 32},
        {"mac": "\ud800" * 32},
        {"mac": 0},
        {"mac": None},
        {"case_id": "9f2d" * 6},
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
    assert decode(with_header(**changes), "key", MAC_KEY) is None


@pytest.mark.parametrize(
    "value",
    [None, 5, True, "text", ["list"], {"a": 1}, bytearray(INTACT), INTACT.decode("latin-1")],
    ids=lambda value: type(value).__name__,
)
def test_a_value_of_a_foreign_type_is_a_miss(value):
    assert decode(value, "key", MAC_KEY) is None


@pytest.mark.parametrize(
    "value",
    [
        pickle.dumps(Entry(body=BODY, case_id=CASE_ID)),
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
    assert decode(value, "key", MAC_KEY) is None


# ---------------------------------------------------------------- forged on purpose


def version_1(case_id, key):
    """An entry as the first version wrote it: anybody could compute its checksum."""
    checksum = zlib.crc32(BODY, zlib.crc32(f"{key}\n{case_id}".encode()))
    header = {"version": 1, "checksum": checksum, "case_id": case_id, "length": len(BODY)}
    return json.dumps(header, separators=(",", ":")).encode() + b"\n" + BODY


def test_an_entry_of_version_1_with_the_right_checksum_is_a_miss():
    forged = version_1(CASE_ID, "key")
    assert decode(forged, "key", MAC_KEY) is None
    assert decode(forged.replace(b'"version":1', b'"version":%d' % VERSION), "key", MAC_KEY) is None


def test_a_mac_without_the_key_is_a_miss():
    """Somebody who knows the format but not the key."""
    for wrong in (b"", b"\0" * 32, b"key"):
        assert decode(encode(Entry(body=BODY, case_id=CASE_ID), "key", wrong), "key", MAC_KEY) is None
    assert decode(with_header(mac=hashlib.blake2b(BODY, digest_size=16).hexdigest()), "key", MAC_KEY) is None


@pytest.mark.parametrize(
    "case_id",
    [
        "",
        CASE_ID[:-1],
        CASE_ID + "0",
        CASE_ID + "\n",
        CASE_ID.upper(),
        "9f2c\r\nSet-Cookie: a=b",
        CASE_ID + "\r\nSet-Cookie: a=b",
        "g" * 24,
        "٣" * 24,
    ],
)
def test_a_case_id_that_is_none_is_a_miss_even_with_the_right_mac(case_id):
    assert decode(encode(Entry(body=BODY, case_id=case_id), "key", MAC_KEY), "key", MAC_KEY) is None


def test_no_byte_can_move_from_one_part_to_the_next():
    """The same bytes in a row, divided differently into key, case id and body."""
    macs = {
        json.loads(encode(Entry(body=body, case_id=case_id), key, MAC_KEY).partition(b"\n")[0])["mac"]
        for key, case_id, body in (
            ("ab", "cd", b"ef"),
            ("abc", "d", b"ef"),
            ("a", "bcd", b"ef"),
            ("ab", "c", b"def"),
            ("ab", "cde", b"f"),
            ("", "abcd", b"ef"),
            ("abcd", "", b"ef"),
        )
    }
    assert len(macs) == 7


# ---------------------------------------------------------------- the key of the MAC


def test_the_same_secret_gives_the_same_key():
    assert mac_key_of("sixteen letters.") == mac_key_of("sixteen letters.")
    assert mac_key_of("sixteen letters.") != mac_key_of("sixteen letters!")


def test_a_secret_may_be_long_and_need_not_be_utf8():
    assert len({mac_key_of(secret) for secret in ("x" * 1000, "x" * 1001, "\udcff" * 16)}) == 3
    assert {len(mac_key_of(secret)) for secret in ("x" * 1000, "x" * 16, None)} == {32}


@pytest.mark.parametrize("nothing", [None, ""])
def test_without_a_secret_every_key_is_a_new_one(nothing):
    assert len({mac_key_of(nothing) for _ in range(5)}) == 5
