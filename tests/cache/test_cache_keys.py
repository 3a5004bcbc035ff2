"""Keys: one question, one key."""

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from service.cache import key_of

some_parts = st.lists(st.binary(max_size=6), max_size=5)


def test_a_key_is_the_prefix_and_twenty_bytes_in_hex():
    expected = hashlib.blake2b(b"\0" * 7 + b"\x04body" + b"\0" * 7 + b"\x02en", digest_size=20).hexdigest()
    assert key_of(b"body", "en") == "brehon:1:" + expected


def test_where_one_part_ends_matters():
    splits = [("ab", "c"), ("a", "bc"), ("abc",), ("abc", ""), ("", "abc")]
    assert len({key_of(*parts) for parts in splits}) == len(splits)


def test_no_parts_and_one_empty_part_differ():
    assert key_of() != key_of(b"")


def test_text_counts_as_its_utf8_bytes():
    assert key_of("Boże") == key_of("Boże".encode())


def test_half_a_surrogate_pair_from_a_header_is_no_error():
    assert key_of("\udcff") != key_of("?")


@given(some_parts, some_parts)
def test_different_parts_have_different_keys(one, other):
    assert (key_of(*one) == key_of(*other)) == (one == other)
