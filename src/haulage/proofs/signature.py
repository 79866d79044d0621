"""The recipient's hand: strokes on a grid of whole numbers, or their name typed where they cannot draw."""

from itertools import pairwise
from math import hypot
from typing import TypeAlias

import attrs

from haulage.kernel.errors import InvalidInput

GRID_WIDTH, GRID_HEIGHT = 1_000, 400
"""Ours: the pad's grid, whatever its size on a screen."""

MOST_STROKES = 100
MOST_SPOTS = 4_000
MAX_NAME_LENGTH = 100
LEAST_INK = 40.0
"""Ours: a touch by accident leaves less on the grid, and no signature is as short."""

Spot: TypeAlias = tuple[int, int]


@attrs.frozen
class DrawnSignature:
    """Strokes from press to release; each has one spot at least."""

    strokes: tuple[tuple[Spot, ...], ...]

    def __attrs_post_init__(self) -> None:
        if not 1 <= len(self.strokes) <= MOST_STROKES:
            raise InvalidInput("signature", f"must have between 1 and {MOST_STROKES} strokes")
        if not all(self.strokes):
            raise InvalidInput("signature", "must have no empty strokes")
        if sum(map(len, self.strokes)) > MOST_SPOTS:
            raise InvalidInput("signature", f"must have at most {MOST_SPOTS} points")
        if not all(0 <= x <= GRID_WIDTH and 0 <= y <= GRID_HEIGHT for line in self.strokes for x, y in line):
            raise InvalidInput("signature", f"must lie within {GRID_WIDTH} by {GRID_HEIGHT}")
        if self.ink < LEAST_INK:
            raise InvalidInput("signature", "is too short to be one")

    @property
    def ink(self) -> float:
        """The length of all strokes together."""
        return sum(hypot(b[0] - a[0], b[1] - a[1]) for line in self.strokes for a, b in pairwise(line))


@attrs.frozen
class TypedSignature:
    """Whoever typed their name has signed with it."""

    text: str

    def __attrs_post_init__(self) -> None:
        require_name("signature", self.text)


Signature: TypeAlias = DrawnSignature | TypedSignature


def require_name(field: str, text: str) -> None:
    """Raise ``InvalidInput`` for what is no name that can be read."""
    if not text.strip() or len(text) > MAX_NAME_LENGTH:
        raise InvalidInput(field, f"must be between 1 and {MAX_NAME_LENGTH} characters")
    if not text.isprintable():
        raise InvalidInput(field, "must not contain control characters")
