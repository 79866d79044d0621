"""Text as it is compared: without case, accents and what cannot be seen, and the way back."""

import unicodedata
from functools import cache

import attrs

UNDIVIDED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "\u0131": "i", "æ": "ae", "œ": "oe", "þ": "th"}
    | dict.fromkeys("`\u00b4\u02bc\u2018\u2019\u2032", "'")
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-")
)
"""Letters that Unicode does not take apart, and the many apostrophes and dashes of keyboards."""

UNSEEN = frozenset({"Mn", "Me", "Cf"})
"""Marks upon letters, and characters without a shape of their own."""


@cache
def _folded(character: str) -> str:
    digit = unicodedata.digit(character, None)
    if digit is not None:
        return str(digit)
    once = character.casefold().translate(UNDIVIDED)
    apart = unicodedata.normalize("NFKD", once).casefold().translate(UNDIVIDED)
    return "".join(each for each in apart if unicodedata.category(each) not in UNSEEN)


def fold(text: str) -> str:
    """'JOSÉ' and 'jose\N{COMBINING ACUTE ACCENT}' are both 'jose'."""
    return "".join(map(_folded, text))


@attrs.frozen
class Folded:
    """*text* is compared; each character's place in the original is in *places*."""

    text: str
    places: tuple[int, ...]
    length: int

    @classmethod
    def of(cls, original: str) -> "Folded":
        parts = [(_folded(character), place) for place, character in enumerate(original)]
        text = "".join(part for part, _ in parts)
        return cls(text, tuple(place for part, place in parts for _ in part), len(original))

    def span(self, start: int, end: int) -> tuple[int, int]:
        """From where to where a non-empty part of the folded text stands in the original. Marks that follow
        its last letter belong to it."""
        behind = self.places[end] if end < len(self.places) else self.length
        return self.places[start], max(behind, self.places[end - 1] + 1)
