"""Pictures that people send, made harmless, and those that are drawn for them."""

from typing import ClassVar, Protocol

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.proofs import DrawnSignature, PhotoFacts

MAX_PICTURE_OCTETS = 10 * 1024 * 1024
"""SAFETY rule 17."""

MAX_PIXELS = 50_000_000
"""Ours: telephones take no larger ones. Nothing beyond is ever decoded."""

LONGEST_SIDE = 1_600
"""Ours, in pixels: enough to read a house number, and small enough to be sent from a car."""


@attrs.define(eq=False, str=False)
class PictureRefused(InvalidInput):
    """What was sent is no picture that can be kept."""

    code: ClassVar[str] = "picture_refused"


@attrs.frozen
class Picture:
    """A JPEG that we wrote ourselves."""

    content: bytes = attrs.field(repr=False)
    facts: PhotoFacts


class Pictures(Protocol):
    async def made_safe(self, sent: bytes) -> Picture:
        """The picture anew: upright, no larger than needed, and without anything hidden or written in it.

        JPEG, PNG and WebP by their content, whatever they are called. Raises ``PictureRefused``.
        """
        ...

    async def of_signature(self, signature: DrawnSignature) -> bytes:
        """The strokes as a PNG, dark on white."""
        ...

    async def simulated(self, lines: tuple[str, ...]) -> bytes:
        """A picture that says in large letters that it is none, for demonstrations."""
        ...
