"""Looking into documents that people send, where nothing in them can do harm."""

from typing import Protocol

import attrs

MOST_PAGES = 20
"""Ours: longer than any license, policy or registration."""

MOST_PREVIEWS = 4
"""Ours: pages of a PDF of which there is a picture."""

WRONG_TYPE = "Only JPG, PNG, and PDF files are allowed"
TOO_LARGE = "File size must be less than 10MB"
"""ONB-32."""


@attrs.frozen
class InspectedUpload:
    """What is stored: *content*, made anew where it is a picture, and *previews*, JPEG pictures of the first
    *pages* of a PDF."""

    media_type: str
    content: bytes = attrs.field(repr=False)
    pages: int = 1
    previews: tuple[bytes, ...] = attrs.field(default=(), repr=False)


class UploadInspector(Protocol):
    """JPEG, PNG and PDF by their content, whatever they are called."""

    async def inspect(self, sent: bytes) -> InspectedUpload:
        """Raises ``DocumentRefused`` for what is no such file, does something by itself or hides something.
        May raise ``Unavailable``, within a minute. Nothing that happens inside holds the caller up."""
        ...
