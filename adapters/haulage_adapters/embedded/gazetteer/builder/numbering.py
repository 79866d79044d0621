"""Numbers for strings, and lists of numbers end to end."""

from array import array
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import attrs

Made: TypeAlias = dict[str, Any]
"""Columns by name: arrays of numbers, and texts as bytes."""


@attrs.define
class Numbering:
    """Strings that get numbers in the order in which they come."""

    ids: dict[str, int] = attrs.field(factory=dict)

    def of(self, text: str) -> int:
        return self.ids.setdefault(text, len(self.ids))

    def ranks(self) -> "array[int]":
        """For each number in order of coming, its number in sorted order."""
        ranks = array("I", bytes(4 * len(self.ids)))
        for rank, text in enumerate(sorted(self.ids)):
            ranks[self.ids[text]] = rank
        return ranks


def lists(entries: Mapping[int, Sequence[int]], count: int) -> "tuple[array[int], array[int]]":
    """Lists of numbers end to end, and where each begins."""
    body, starts = array("I"), array("I", [0])
    for place in range(count):
        body.extend(entries.get(place, ()))
        starts.append(len(body))
    return body, starts
