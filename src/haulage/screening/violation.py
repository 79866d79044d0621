"""How much a violation of traffic law weighs, by its words (ONB-41, ONB-42)."""

import re
from collections.abc import Mapping
from datetime import date
from enum import StrEnum
from functools import cache
from typing import TypeVar

import attrs

Weight = TypeVar("Weight")


class ViolationSeverity(StrEnum):
    MINOR = "minor"
    MAJOR = "major"
    SERIOUS = "serious"


SEVERITIES: Mapping[str, ViolationSeverity] = {
    "dui": ViolationSeverity.SERIOUS,
    "reckless": ViolationSeverity.SERIOUS,
    "hit and run": ViolationSeverity.SERIOUS,
    "driving under influence": ViolationSeverity.SERIOUS,
    "speeding": ViolationSeverity.MAJOR,
    "careless": ViolationSeverity.MAJOR,
    "following too close": ViolationSeverity.MAJOR,
    "improper lane": ViolationSeverity.MAJOR,
}
"""By phrase; every other violation is minor."""

POINTS: Mapping[str, int] = {
    "speeding": 4,
    "reckless driving": 6,
    "careless driving": 4,
    "following too close": 3,
    "improper lane change": 3,
    "failure to yield": 3,
    "running red light": 4,
    "dui": 8,
    "driving under influence": 8,
}
"""By phrase. They are stored and shown, and decide nothing (OP-82)."""

OTHER_POINTS = 2

FILLERS = frozenset({"a", "an", "of", "the"})
"""Words that courts write and the phrases leave out: driving under *the* influence."""


@attrs.frozen
class Violation:
    """One violation of a driving record; *on* is None where the record does not say when."""

    description: str
    on: date | None = None

    @property
    def severity(self) -> ViolationSeverity:
        return _longest(SEVERITIES, self.description) or ViolationSeverity.MINOR

    @property
    def points(self) -> int:
        return _longest(POINTS, self.description) or OTHER_POINTS


def _longest(by_phrase: Mapping[str, Weight], description: str) -> Weight | None:
    """What belongs to the longest phrase in the words, whatever their case (OP-82); of two as long, to the
    graver, which stands first."""
    words = _plain(description)
    found = [phrase for phrase in by_phrase if _phrase(phrase).search(words)]
    return by_phrase[max(found, key=len)] if found else None


@cache
def _phrase(phrase: str) -> re.Pattern[str]:
    """At the beginning of a word: "recklessly" is reckless."""
    return re.compile(rf"\b{re.escape(phrase)}")


def _plain(text: str) -> str:
    return " ".join(word for word in re.findall(r"\w+", text.casefold()) if word not in FILLERS)


def mentions(text: str, *words: str) -> bool:
    """Whether one of the words stands in the text by itself."""
    return not set(words).isdisjoint(re.findall(r"\w+", text.casefold()))
