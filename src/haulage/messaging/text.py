"""What people write to each other: short, visible, and shown exactly as it was typed."""

import unicodedata

from haulage.kernel.errors import InvalidInput

MAX_MESSAGE_LENGTH = 160
"""Unicode characters of a message as it is sent (MSG-07)."""

FIELD = "text"

_VISIBLE = frozenset("LNPS")
"""Major classes of Unicode's general category: letters, numbers, punctuation, symbols."""

_REFUSED = frozenset({"Cc", "Cs", "Zl", "Zp"})
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""These turn the direction of what follows, so that a line reads otherwise than it was written."""


def message_text(typed: str, *, field: str = FIELD) -> str:
    """The text without the blanks around it. ``InvalidInput`` names *field* when nothing of it would be
    seen, when it is too long, or when it holds what is no text."""
    text = typed.strip()
    if any(_is_no_text(letter) for letter in text):
        raise InvalidInput(field, "must not contain line breaks or other control characters")
    if not any(unicodedata.category(letter)[0] in _VISIBLE for letter in text):
        raise InvalidInput(field, "must not be empty")
    if len(text) > MAX_MESSAGE_LENGTH:
        raise InvalidInput(field, f"must be at most {MAX_MESSAGE_LENGTH} characters")
    return text


def plain(value: str) -> str:
    """A name or an address as one line of text: what is no text becomes a blank, and blanks are single."""
    return " ".join("".join(" " if _is_no_text(letter) else letter for letter in value).split())


def _is_no_text(letter: str) -> bool:
    return unicodedata.category(letter) in _REFUSED or letter in _TURNING
