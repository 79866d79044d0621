"""What a PDF may not have in it: anything that runs, opens, hides a file, or unpacks to too much.

Every object of the file is looked at, also those that no page refers to: a reader may find them another way.
"""

import re
import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from pypdf import PdfReader
from pypdf.errors import PyPdfError
from pypdf.generic import ArrayObject, DictionaryObject, IndirectObject, NameObject, StreamObject

from haulage.driver_documents import refused
from haulage.ports.files.inspection import MOST_PAGES, WRONG_TYPE
from haulage_adapters.upload_inspection.other_kinds import BLANK, BLANKS, require_only_pdf

BEGINNING = b"%PDF-"
ENDING = re.compile(rb"startxref" + BLANKS + rb"\d+" + BLANKS + rb"%%EOF\Z")
LONGEST_ENDING = 64

MOST_OBJECTS = 20_000
MOST_UNPACKED = 256 * 1024 * 1024
MOST_DEPTH = 60
"""Ours: twenty scanned pages unpack to less, and no office program writes more objects into so few pages."""

ACTIVE = {
    "/JS": "scripts",
    "/JavaScript": "scripts",
    "/Launch": "something that starts a program",
    "/EmbeddedFile": "other files",
    "/EmbeddedFiles": "other files",
    "/Filespec": "other files",
    "/RichMedia": "media that play",
    "/Movie": "media that play",
    "/Sound": "media that play",
    "/Rendition": "media that play",
    "/3D": "media that play",
    "/XFA": "a form with scripts",
    "/SubmitForm": "something that sends data",
    "/ImportData": "something that reads other files",
    "/GoToR": "something that opens other files",
    "/GoToE": "something that opens other files",
    "/AA": "something that happens by itself",
}
"""Keys and names of PDF (ISO 32000-2) that a photo or a scan of a document has no use for."""

ENTRIES = {"/EF": "other files", "/F": "data that is elsewhere"}
"""Keys that mean this in some dictionaries alone."""

PACKED = {"/FlateDecode", "/Fl", "/LZWDecode", "/LZW", "/RunLengthDecode", "/RL"}
FLATE = {"/FlateDecode", "/Fl"}

DAMAGED = "This PDF is damaged. Please save it again, or take a photo."
ENCRYPTED = "This PDF is protected. Please save it without a password."
TOO_BIG_INSIDE = "This PDF unpacks to far more than a document. Please take a photo of the document."


def checked_pages(sent: bytes) -> int:
    """How many there are. Raises ``DocumentRefused``."""
    _require_whole(sent)
    try:
        reader = PdfReader(BytesIO(sent), strict=False)
        if reader.is_encrypted or "/Encrypt" in reader.trailer:
            raise refused(ENCRYPTED)
        for each in _objects(reader):
            _require_harmless(each)
        pages = len(reader.pages)
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, RecursionError, OSError):
        raise refused(DAMAGED) from None
    if not 1 <= pages <= MOST_PAGES:
        raise refused(f"A PDF must have 1 to {MOST_PAGES} pages")
    return pages


def _require_whole(sent: bytes) -> None:
    """From the first byte to the last a PDF, which says at its end where its table is."""
    if not sent.startswith(BEGINNING):
        raise refused(WRONG_TYPE)
    if not ENDING.search(sent.rstrip(BLANK)[-LONGEST_ENDING:]):
        raise refused(DAMAGED)
    require_only_pdf(sent)


def _objects(reader: PdfReader) -> Iterator[Any]:
    """Each indirect object of the file, and the trailer."""
    yield reader.trailer
    known = {(number, generation) for generation, table in reader.xref.items() for number in table}
    known |= {(number, 0) for number in reader.xref_objStm}
    if len(known) > MOST_OBJECTS:
        raise refused(TOO_BIG_INSIDE)
    unpacked = 0
    for number, generation in sorted(known):
        found = reader.get_object(IndirectObject(number, generation, reader))
        if isinstance(found, StreamObject):
            unpacked += _unpacked_octets(found, MOST_UNPACKED - unpacked)
        yield found


def _unpacked_octets(stream: StreamObject, most: int) -> int:
    """Raises ``DocumentRefused`` beyond *most*, without unpacking more."""
    filters = stream.get("/Filter", ())
    names = [str(each) for each in (filters if isinstance(filters, ArrayObject) else [filters]) if each]
    if len(PACKED.intersection(names)) > 1 or len(names) > 2 or len(names) != len(set(names)):
        raise refused(TOO_BIG_INSIDE)
    raw: bytes = stream._data  # noqa: SLF001 - as it is written in the file: anything else unpacks it
    if not names or names[0] not in FLATE:
        return len(raw)
    unpacker, size, rest = zlib.decompressobj(), 0, raw
    while rest and not unpacker.eof:
        try:
            size += len(unpacker.decompress(rest, 1 << 20))
        except zlib.error:
            return size  # readers take what came before the damage
        if size > most:
            raise refused(TOO_BIG_INSIDE)
        rest = unpacker.unconsumed_tail
    return size


def _require_harmless(found: Any) -> None:
    """Raises ``DocumentRefused`` where a name or key of an object, or of one inside it, stands for an action
    or a file. References are not followed: what they lead to is looked at by itself."""
    waiting = [(found, 0)]
    while waiting:
        each, depth = waiting.pop()
        if depth > MOST_DEPTH:
            raise refused(DAMAGED)
        if isinstance(each, DictionaryObject):
            _require_harmless_keys(each)
            waiting += [(inner, depth + 1) for inner in each.values()]
        elif isinstance(each, ArrayObject):
            waiting += [(inner, depth + 1) for inner in each]
        elif isinstance(each, NameObject) and str(each) in ACTIVE:
            raise _active(ACTIVE[str(each)])


def _require_harmless_keys(found: DictionaryObject) -> None:
    for key in found:
        if key in ACTIVE:
            raise _active(ACTIVE[key])
    is_file = "/EF" in found or (isinstance(found, StreamObject) and "/F" in found)
    if is_file:
        raise _active(ENTRIES["/EF" if "/EF" in found else "/F"])


def _active(what: str) -> Exception:
    return refused(f"This PDF has {what} in it. Please print it to a new PDF, or take a photo.")
