"""Files of two kinds at once: one program shows a picture or a PDF, another runs or unpacks the rest.

What phones write behind a picture stays welcome: a second picture (CIPA DC-007), a short film, data of the
maker, and what an editor left of a longer file. Pictures are made anew, so nothing of it is stored.
"""

import re
import zipfile
from io import BytesIO

from haulage.driver_documents import refused

BLANK = b"\0\t\n\f\r "
_BLANKS = rb"[\0\t\n\f\r ]*"
_STARTS = (
    rb"MZ",  # a program of Windows
    rb"\x7fELF",  # and of Linux
    rb"#!",  # a script
    rb"<[!?A-Za-z]",  # a page, or a script of one
    rb"%PDF-",
    rb"PK\x03\x04",
    rb"Rar!",
    rb"7z\xbc\xaf",
)
_BEHIND_A_PICTURE = re.compile(
    rb"(?:\xff\xd9|IEND\xaeB`\x82)" + _BLANKS + rb"(?:" + rb"|".join(_STARTS) + rb")", re.DOTALL
)
"""Behind the end of a JPEG (ITU T.81, EOI) or of a PNG (IEND with its checksum)."""
_PDF = re.compile(rb"%PDF-[12]\.\d")
_ENDS_OF_PDF = re.compile(
    rb"%%EOF" + _BLANKS + rb"(?!\Z|%|xref\b|\d+[\t\n\f\r ]+\d+[\t\n\f\r ]+obj\b)[^\0\t\n\f\r ]"
)
"""Behind an end of a PDF stand only its later parts (ISO 32000-2, 7.5.6): objects, tables and comments."""

ARCHIVE = "an archive"


def require_only_picture(sent: bytes) -> None:
    """Raises ``DocumentRefused`` where a picture is also something that is opened, unpacked or run."""
    if zipfile.is_zipfile(BytesIO(sent)):
        raise refused(_both("picture", ARCHIVE))
    if _PDF.search(sent):
        raise refused(_both("picture", "a PDF"))
    if _BEHIND_A_PICTURE.search(sent):
        raise refused(_both("picture", "another kind of file"))


def require_only_pdf(sent: bytes) -> None:
    """Raises ``DocumentRefused`` where a PDF is also something else, or something else stands behind it."""
    if zipfile.is_zipfile(BytesIO(sent)):
        raise refused(_both("PDF", ARCHIVE))
    if _ENDS_OF_PDF.search(sent):
        raise refused(_both("PDF", "another kind of file"))


def _both(kind: str, other: str) -> str:
    return f"This file is a {kind} and {other} at once. Please take a photo of the document."
