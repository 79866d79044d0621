"""Text that the bundled fonts can show.

PDF/A wants a glyph for every character, so what the fonts do not have becomes a question mark. They
have Latin, Greek and Cyrillic letters with their marks, and the signs of ordinary text.
"""

import unicodedata

COVERED = (
    (0x20, 0x7E),
    (0xA0, 0xAC),
    (0xAE, 0x148),
    (0x14A, 0x1C3),
    (0x1C5, 0x24F),
    (0x259, 0x259),
    (0x2BB, 0x2BC),
    (0x2C6, 0x2DD),
    (0x374, 0x376),
    (0x37A, 0x37F),
    (0x384, 0x38A),
    (0x38C, 0x38C),
    (0x38E, 0x3A1),
    (0x3A3, 0x3D7),
    (0x3DC, 0x3DD),
    (0x3F0, 0x3F6),
    (0x3F9, 0x3FA),
    (0x3FC, 0x45F),
    (0x490, 0x491),
    (0x1E00, 0x1E9B),
    (0x1E9D, 0x1EFF),
    (0x2010, 0x2027),
    (0x202F, 0x2030),
    (0x2032, 0x2033),
    (0x2039, 0x203A),
    (0x2044, 0x2044),
    (0x20A0, 0x20AF),
    (0x20B1, 0x20B5),
    (0x20B8, 0x20BA),
    (0x20BC, 0x20BF),
    (0x2116, 0x2116),
    (0x2122, 0x2122),
    (0x2190, 0x2193),
    (0x2212, 0x2212),
    (0x2248, 0x2248),
    (0x2260, 0x2260),
    (0x25CF, 0x25CF),
    (0x2713, 0x2713),
)
"""Ranges of code points, both ends included, that both bundled weights have glyphs for."""

UNKNOWN = "?"


def printable(text: str) -> str:
    """One line of it, composed, without controls and directions, and ``?`` where the fonts have nothing."""
    composed = unicodedata.normalize("NFC", " ".join(text.split()))
    return "".join(
        letter if _covered(letter) else UNKNOWN for letter in composed if not _is_invisible(letter)
    )


def _covered(letter: str) -> bool:
    return any(first <= ord(letter) <= last for first, last in COVERED)


def _is_invisible(letter: str) -> bool:
    """Controls, directions and joiners: they could make a line read as what it does not say."""
    return unicodedata.category(letter) in ("Cc", "Cf", "Cs") or "\ufe00" <= letter <= "\ufe0f"
