"""PDF files, good and bad, made of a few lines each."""

import zipfile
import zlib
from collections.abc import Callable, Mapping
from io import BytesIO

from PIL import Image
from pypdf import PdfWriter
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    DictionaryObject,
    NameObject,
    StreamObject,
    TextStringObject,
)


def name(text: str) -> NameObject:
    return NameObject(text)


def a_dictionary(**entries: object) -> DictionaryObject:
    return DictionaryObject({name(f"/{key}"): value for key, value in entries.items()})


def a_stream(content: bytes, *filters: str) -> StreamObject:
    stream = StreamObject()
    stream._data = content
    if filters:
        stream[name("/Filter")] = ArrayObject(name(each) for each in filters)
    return stream


def a_pdf(pages: int = 1, change: Callable[[PdfWriter], object] | None = None) -> bytes:
    writer = PdfWriter()
    for _ in range(pages):
        writer.add_blank_page(612, 792)
    if change is not None:
        change(writer)
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def _in_root(key: str, value: object) -> Callable[[PdfWriter], object]:
    return lambda writer: writer._root_object.__setitem__(name(key), value)


def _encrypted(writer: PdfWriter) -> None:
    writer.encrypt("", "owner", algorithm="RC4-128")


def _hidden(writer: PdfWriter) -> None:
    """An object that nothing refers to."""
    writer._add_object(a_dictionary(S=name("/JavaScript"), JS=TextStringObject("app.alert(1)")))


def _contents(content: bytes, *filters: str) -> Callable[[PdfWriter], object]:
    def change(writer: PdfWriter) -> None:
        reference = writer._add_object(a_stream(content, *filters))
        writer.pages[0][name("/Contents")] = reference

    return change


def _external(writer: PdfWriter) -> None:
    stream = DecodedStreamObject()
    stream[name("/F")] = TextStringObject("/etc/passwd")
    writer._add_object(stream)


def _bomb(megabytes: int) -> bytes:
    packer = zlib.compressobj(1)
    return b"".join(packer.compress(bytes(1 << 20)) for _ in range(megabytes)) + packer.flush()


def _archive(comment: bytes = b"") -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("run.exe", "MZ")
        archive.comment = comment
    return out.getvalue()


def a_picture(kind: str = "JPEG", size: tuple[int, int] = (60, 40)) -> bytes:
    out = BytesIO()
    Image.new("RGB", size, "green").save(out, kind)
    return out.getvalue()


def _with_comment(comment: bytes) -> bytes:
    """A JPEG that has it in a segment of its own, before its pixels."""
    picture = a_picture()
    return picture[:2] + b"\xff\xfe" + (len(comment) + 2).to_bytes(2) + comment + picture[2:]


def _action(**entries: object) -> Callable[[PdfWriter], object]:
    return _in_root("/OpenAction", a_dictionary(**entries))


PASSIVE = "Only JPG, PNG, and PDF files are allowed"
TWO_KINDS = "at once"
PDF_END = b"\nstartxref\n9\n%%EOF\n"
DAMAGED = "This PDF is damaged"
TOO_BIG = "This PDF unpacks to far more"

HOSTILE: Mapping[str, tuple[Callable[[], bytes], str]] = {
    "an executable": (lambda: b"MZ\x90\0" + bytes(2_000), PASSIVE),
    "a program of Linux": (lambda: b"\x7fELF" + bytes(2_000), PASSIVE),
    "a page": (lambda: b"<html><script>alert(1)</script></html>", PASSIVE),
    "a drawing with scripts": (lambda: b"<svg onload='alert(1)'/>", PASSIVE),
    "a GIF": (lambda: a_picture("GIF"), PASSIVE),
    "a WebP": (lambda: a_picture("WEBP"), PASSIVE),
    "an archive": (_archive, PASSIVE),
    "a PDF behind a page": (lambda: b"<html>" + a_pdf(), PASSIVE),
    "a PDF and an archive": (lambda: a_pdf() + _archive(), "PDF"),
    "a PDF and an archive before its end": (lambda: a_pdf() + _archive() + PDF_END, TWO_KINDS),
    "a PDF and an archive with its end as a comment": (lambda: a_pdf() + _archive(PDF_END), TWO_KINDS),
    "a PDF with something behind it": (lambda: a_pdf() + b"MZ\x90", DAMAGED),
    "a PDF with a program before its end": (lambda: a_pdf() + b"\nMZ\x90" + PDF_END, TWO_KINDS),
    "a JPEG and an archive": (lambda: a_picture() + _archive(), TWO_KINDS),
    "a JPEG with an archive in its comment": (lambda: _with_comment(_archive()), TWO_KINDS),
    "a JPEG and a PDF": (lambda: a_picture() + a_pdf(), TWO_KINDS),
    "a JPEG with a PDF in its comment": (lambda: _with_comment(a_pdf()), TWO_KINDS),
    "a JPEG and a program": (lambda: a_picture() + b"\0\0MZ" + bytes(900), TWO_KINDS),
    "a JPEG and a page": (lambda: a_picture() + b"<script>alert(1)</script>", TWO_KINDS),
    "a PNG and a packed archive": (lambda: a_picture("PNG") + b"7z\xbc\xaf\x27\x1c\0\4", TWO_KINDS),
    "a PNG and a script": (lambda: a_picture("PNG") + b"#!/bin/sh\nid", TWO_KINDS),
    "the beginning of a PDF": (lambda: a_pdf()[:200], DAMAGED),
    "a PDF of nothing": (lambda: b"%PDF-1.7\n%%EOF", DAMAGED),
    "a PDF whose pages lead back": (
        lambda: (
            b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
            b"2 0 obj<</Type/Pages/Count 1/Kids[2 0 R]>>"
            b"endobj\ntrailer<</Root 1 0 R/Size 3>>\n%%EOF"
        ),
        "PDF",
    ),
    "a JPEG that is cut off": (lambda: a_picture(size=(600, 400))[:900], "This picture is damaged"),
    "a JPEG of a header": (lambda: b"\xff\xd8\xff\xe0" + bytes(50), "This picture is damaged"),
    "a PNG of too many pixels": (lambda: a_picture("PNG", (4_000, 3_000)), "million pixels"),
    "an encrypted PDF": (lambda: a_pdf(change=_encrypted), "This PDF is protected"),
    "a script at opening": (lambda: a_pdf(change=_action(S=name("/JavaScript"))), "scripts"),
    "a script that nothing refers to": (lambda: a_pdf(change=_hidden), "scripts"),
    "a script under an escaped name": (
        lambda: a_pdf(change=_hidden).replace(b"/JavaScript", b"/J#61vaScript").replace(b"/JS", b"/#4aS"),
        "scripts",
    ),
    "a program to start": (lambda: a_pdf(change=_action(S=name("/Launch"))), "starts a program"),
    "another file to open": (lambda: a_pdf(change=_action(S=name("/GoToR"))), "opens other files"),
    "a form to send": (lambda: a_pdf(change=_action(S=name("/SubmitForm"))), "sends data"),
    "an attachment": (lambda: a_pdf(change=lambda pdf: pdf.add_attachment("a.exe", b"MZ")), "other files"),
    "additional actions": (lambda: a_pdf(change=_in_root("/AA", a_dictionary())), "by itself"),
    "a form with scripts": (
        lambda: a_pdf(change=_in_root("/AcroForm", a_dictionary(XFA=ArrayObject()))),
        "a form with scripts",
    ),
    "data that is elsewhere": (lambda: a_pdf(change=_external), "data that is elsewhere"),
    "a bomb": (lambda: a_pdf(change=_contents(_bomb(300), "/FlateDecode")), TOO_BIG),
    "a bomb in a bomb": (
        lambda: a_pdf(change=_contents(zlib.compress(_bomb(300)), "/FlateDecode", "/FlateDecode")),
        TOO_BIG,
    ),
    "too many pages": (lambda: a_pdf(21), "1 to 20 pages"),
    "nested arrays": (
        lambda: a_pdf().replace(b"/Type /Catalog", b"/Type /Catalog /X " + b"[" * 5_000 + b"]" * 5_000),
        "PDF",
    ),
}
"""What is sent, and a part of what is answered."""
