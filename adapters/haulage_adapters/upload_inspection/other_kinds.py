"""Files of two kinds at once: one program shows a picture or a PDF, another runs or unpacks the rest.

What phones write behind a picture stays welcome: a second picture (CIPA DC-007), a short film, data of the
maker, and what an editor left of a longer file. Pictures are made anew, so nothing of it is stored.
"""

import re
import zipfile
from io import BytesIO

from haulage.driver_documents import refused

BLANK = b"\0\t\n\f\r "
BLANKS = rb"[\0\t\n\f\r ]*"
_STARTS = (
    rb"MZ.{58}..\0\0",  # a program of Windows, and where its second header is
    rb"\x7fELF[\1\2][\1\2]",  # and of Linux
    rb"#! ?/",  # a script
    rb"(?i:<(?:!doctype|html|head|body|script|svg|iframe|\?php|\?xml|\?=))",  # a page
    rb"%PDF-",
    rb"PK\x03\x04",
    rb"Rar!\x1a\x07",
    rb"7z\xbc\xaf\x27\x1c",
)
"""Of four bytes or more each: a film behind a picture is nearly random, and has any three of them."""


def _behind(end: bytes) -> re.Pattern[bytes]:
    return re.compile(end + BLANKS + rb"(?:" + rb"|".join(_STARTS) + rb")", re.DOTALL)


JPEG = b"\xff\xd8"
_BEHIND_A_JPEG = _behind(rb"\xff\xd9")
"""Behind its end (ITU T.81, EOI), or that of a picture in it."""
_BEHIND_A_PNG = _behind(rb"IEND\xaeB`\x82")
"""Behind its last chunk with its checksum."""
_PDF = re.compile(rb"%PDF-[12]\.\d")
_ENDS_OF_PDF = re.compile(
    rb"%%EOF" + BLANKS + rb"(?!\Z|%|xref\b|\d+[\t\n\f\r ]+\d+[\t\n\f\r ]+obj\b)[^\0\t\n\f\r ]"
)
"""Behind an end of a PDF stand only its later parts (ISO 32000-2, 7.5.6): objects, tables and comments."""

ARCHIVE = "an archive"


def require_only_picture(sent: bytes) -> None:
    """Raises ``DocumentRefused`` where a picture is also something that is opened, unpacked or run."""
    if zipfile.is_zipfile(BytesIO(sent)):
        raise refused(_both("picture", ARCHIVE))
    if _PDF.search(sent):
        raise refused(_both("picture", "a PDF"))
    if (_BEHIND_A_JPEG if sent.startswith(JPEG) else _BEHIND_A_PNG).search(sent):
        raise refused(_both("picture", "another kind of file"))


def require_only_pdf(sent: bytes) -> None:
    """Raises ``DocumentRefused`` where a PDF is also something else, or something else stands behind it."""
    if zipfile.is_zipfile(BytesIO(sent)):
        raise refused(_both("PDF", ARCHIVE))
    if _ENDS_OF_PDF.search(sent):
        raise refused(_both("PDF", "another kind of file"))


def _both(kind: str, other: str) -> str:
    return f"This file is a {kind} and {other} at once. Please take a photo of the document."
