"""Texts: what is a message, and what is none."""

import unicodedata
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.kernel.errors import InvalidInput
from haulage.kernel.phone import international
from haulage.messaging import message_text
from haulage.messaging.text import plain

EMPTY = ["", " ", "\t\n ", "\u3000\u2003", "\u200b\u200b", "\u0301", "\ufeff"]
NO_TEXT = [
    "a\x07b",
    "a\x1b[31mb",
    "a\nb",
    "a\r\nb",
    "a\tb",
    "a\u2028b",
    "a\u202eb",
    "a\u2066b",
    "a\x9fb",
    "a\ud800b",
]


@pytest.mark.parametrize("typed", EMPTY)
def test_what_nobody_would_see_is_empty(typed: str) -> None:
    with pytest.raises(InvalidInput, match="text: must not be empty"):
        message_text(typed)


@pytest.mark.parametrize("typed", NO_TEXT)
def test_what_is_no_text_is_refused(typed: str) -> None:
    with pytest.raises(InvalidInput, match="control characters"):
        message_text(typed)


def test_a_hundred_and_sixty_characters_are_allowed_and_blanks_around_them_do_not_count() -> None:
    for letter in ("x", "é", "字", "👍"):
        assert message_text(f"  {letter * 160} ") == letter * 160
        with pytest.raises(InvalidInput, match="at most 160 characters"):
            message_text(letter * 161)


def test_markup_and_joined_emoji_stay_as_they_were_typed() -> None:
    for typed in ("<script>alert('1')</script>", "{driver_name} %s", "👩‍👩‍👧 ❤️", "שלום", "' OR 1=1 --"):
        assert message_text(typed) == typed


@given(st.text(max_size=200))
def test_whatever_is_typed_is_refused_or_one_short_visible_line(typed: str) -> None:
    with suppress(InvalidInput):
        text = message_text(typed)
        assert text == typed.strip()
        assert 1 <= len(text) <= 160
        assert len(text.splitlines()) == 1
        assert not any(unicodedata.category(letter) in ("Cc", "Cs") for letter in text)


@given(st.text())
def test_names_and_addresses_become_one_line(value: str) -> None:
    line = plain(value)
    assert plain(line) == line
    assert len(line.splitlines()) <= 1


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("+12125550100", "+12125550100"),
        ("(212) 555-0100", "+12125550100"),
        (" 1 212.555.0100 ", "+12125550100"),
        ("+44 20 7946 0958", "+442079460958"),
        ("+4915112345678", "+4915112345678"),
        ("911", None),
        ("22125550100", None),
        ("1125550100", None),
        ("", None),
        ("+1 012 555 0100", None),
        ("212-555-0100 x12", None),
        ("+12125550100;+12125550101", None),
        ("+0212555010", None),
        ("٢١٢٥٥٥٠١٠٠", None),
        ("+" + "1" * 40, None),
    ],
)
def test_numbers_are_read_as_people_write_them(written: str, number: str | None) -> None:
    assert international(written) == number
