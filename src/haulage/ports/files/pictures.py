"""Pictures that people send, made harmless, and those that are drawn for them."""

from typing import Protocol

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.proofs import DrawnSignature, PhotoFacts

MAX_PICTURE_OCTETS = 10 * 1024 * 1024
"""Ours: more than a telephone's photo takes, and a bound on what one request may send."""

MAX_JPEG_PIXELS = 25_000_000
"""Ours: twice what telephones take as they are sold. Nothing beyond is ever decoded: a progressive one of
this size takes 170 MB of memory to decode, measured with Pillow 12."""

MAX_PIXELS = 10_000_000
"""Ours: of PNG and WebP, which no camera writes and which cannot be decoded smaller than they are. A WebP of
this size takes 170 MB as well."""

LONGEST_SIDE = 1_600
"""Ours, in pixels: enough to read a house number, and small enough to be sent from a car."""


PORTRAIT_SIDE = 512
"""Ours, in pixels: enough to recognize somebody on a telephone."""


class PictureRefused(InvalidInput):
    """The upload is no picture that can be stored."""

    code = "picture_refused"


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

    async def portrait(self, sent: bytes) -> Picture:
        """The same of somebody's face: cut square around the middle, at most ``PORTRAIT_SIDE`` wide."""
        ...

    async def of_signature(self, signature: DrawnSignature) -> bytes:
        """The strokes as a PNG, dark on white."""
        ...

    async def simulated(self, lines: tuple[str, ...]) -> bytes:
        """A picture that says in large letters that it is none, for demonstrations."""
        ...
