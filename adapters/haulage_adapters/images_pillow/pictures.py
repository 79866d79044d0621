"""Decoding what strangers send as carefully as can be, and drawing what we need ourselves.

The header alone says how large a picture is, and nothing larger than the cap is decoded. What comes out is
made of pixels and nothing else: metadata, previews and whatever was appended stay behind.
"""

import asyncio
import warnings
from collections.abc import Callable, Iterator
from hashlib import sha256
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont, ImageOps

from haulage.ports.files.pictures import (
    LONGEST_SIDE,
    MAX_JPEG_PIXELS,
    MAX_PICTURE_OCTETS,
    MAX_PIXELS,
    PORTRAIT_SIDE,
    Picture,
    PictureRefused,
    Pictures,
)
from haulage.proofs import DrawnSignature, PhotoFacts
from haulage.proofs.signature import GRID_HEIGHT, GRID_WIDTH

FORMATS = ("JPEG", "PNG", "WEBP")
JPEG = b"\xff\xd8\xff"
PNG = b"\x89PNG\r\n\x1a\n"
BEGINNINGS = (JPEG, PNG, b"RIFF")
QUALITY = 82
AT_ONCE = 1
"""Ours: the largest picture takes a fifth of a second and some 170 MB, and the others wait."""

MOST_SCANS = 40
"""Ours: a progressive JPEG has about ten. Each costs a walk over all pixels, however few bytes it has: a
hundred of them over fifty million took three seconds."""

FILLING = (0x00, 0xFF)
WITHOUT_LENGTH = frozenset({0x01, 0xC8, *range(0xD0, 0xDA), *range(0xF0, 0xFE)})
"""Markers behind which Pillow reads on byte by byte: those that stand alone, and reserved ones (ITU T.81,
table B.1)."""

SCAN = b"\xff\xda"
"""Start of a scan (ITU T.81); within the picture's own data these bytes never follow each other."""

MOST_PARTS = 10_000
"""Ours, of chunks and segments before the pixels: a PNG of the largest size written in pieces of four
kilobytes has 2,500. Pillow reads each of them in Python, and ten million bytes may hold millions, which took
seventeen seconds."""

PEN_PIXELS = 7
SIMULATED_SIZE = (960, 720)


class PillowPictures(Pictures):
    def __init__(self) -> None:
        self._room = asyncio.Semaphore(AT_ONCE)

    async def made_safe(self, sent: bytes) -> Picture:
        """JPEG, PNG and WebP by their content. Raises ``PictureRefused``."""
        return await self._of(sent, _fresh)

    async def portrait(self, sent: bytes) -> Picture:
        """The same, cut square around the middle."""
        return await self._of(sent, _square)

    async def _of(self, sent: bytes, shape: Callable[[Image.Image], Image.Image]) -> Picture:
        _require_promising(sent)
        async with self._room:
            return await asyncio.to_thread(_made_safe, sent, shape)

    async def of_signature(self, signature: DrawnSignature) -> bytes:
        """The strokes as a PNG, dark on white."""
        return await asyncio.to_thread(_drawn, signature)

    async def simulated(self, lines: tuple[str, ...]) -> bytes:
        """A picture that says in large letters that it is none."""
        return await asyncio.to_thread(_simulated, lines)


def made_safe_here(sent: bytes) -> Picture:
    """The same without another thread, for a process that may begin none. Raises ``PictureRefused``."""
    _require_promising(sent)
    return _made_safe(sent, _fresh)


def _require_promising(sent: bytes) -> None:
    """What costs nothing to see comes first."""
    if not sent:
        raise PictureRefused("photo", "is empty")
    if len(sent) > MAX_PICTURE_OCTETS:
        raise PictureRefused("photo", "File size must be less than 10MB")
    if not sent.startswith(BEGINNINGS):
        raise PictureRefused("photo", "must be a JPEG, PNG or WebP picture")
    if sent.startswith(JPEG) and sent.count(SCAN) > MOST_SCANS:
        raise _unusual()
    if _has_too_many_parts(sent):
        raise _unusual()


def _unusual() -> PictureRefused:
    return PictureRefused("photo", "is built in a way that no camera uses")


def _has_too_many_parts(sent: bytes) -> bool:
    """Walks no further than the bound. What is broken is seen when it is decoded."""
    starts = _segments(sent) if sent.startswith(JPEG) else _chunks(sent) if sent.startswith(PNG) else ()
    return any(place >= MOST_PARTS for place, _ in enumerate(starts))


def _chunks(sent: bytes) -> Iterator[int]:
    """Where each chunk of a PNG begins: length, type, content, checksum (PNG specification, 5.3)."""
    at = len(PNG)
    while at < len(sent):
        yield at
        at += 12 + int.from_bytes(sent[at : at + 4])


def _segments(sent: bytes) -> Iterator[int]:
    """Where each segment of a JPEG begins, or a byte between two of them, up to the first scan (ITU T.81,
    B.1.1)."""
    at = 2
    while at + 1 < len(sent) and sent[at : at + 2] != SCAN:
        yield at
        if sent[at] != JPEG[0] or sent[at + 1] in FILLING:
            at += 1
        else:
            alone = sent[at + 1] in WITHOUT_LENGTH
            at += 2 if alone else 2 + int.from_bytes(sent[at + 2 : at + 4])


def _made_safe(sent: bytes, shape: Callable[[Image.Image], Image.Image]) -> Picture:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # damaged metadata, which is thrown away
            return _written(shape(_decoded(sent)))
    except PictureRefused:
        raise
    except Image.DecompressionBombError:
        raise _too_many_pixels(sent) from None
    except Exception:
        raise PictureRefused("photo", "is damaged or incomplete") from None


def _decoded(sent: bytes) -> Image.Image:
    picture = Image.open(BytesIO(sent), formats=FORMATS)
    width, height = picture.size
    if width * height > _most_pixels(sent):
        raise _too_many_pixels(sent)
    picture.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))  # a JPEG is decoded no larger than it is needed
    picture.load()
    small = picture if picture.mode in ("L", "RGB") else _opaque(picture)
    small.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    return ImageOps.exif_transpose(small).convert("RGB")


def _most_pixels(sent: bytes) -> int:
    return MAX_JPEG_PIXELS if sent.startswith(JPEG) else MAX_PIXELS


def _too_many_pixels(sent: bytes) -> PictureRefused:
    return PictureRefused("photo", f"must have at most {_most_pixels(sent) // 1_000_000} million pixels")


def _opaque(picture: Image.Image) -> Image.Image:
    """On white, as it would be seen; the thumbnail comes first, so that this takes little room."""
    upright = picture.getexif()
    picture.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    seen = picture.convert("RGBA")
    white = Image.new("RGBA", seen.size, "white")
    opaque = Image.alpha_composite(white, seen).convert("RGB")
    opaque.getexif().update(upright)
    return opaque


def _fresh(picture: Image.Image) -> Image.Image:
    """From the pixels alone: a fresh image knows nothing of where they came from."""
    fresh = Image.new("RGB", picture.size)
    fresh.paste(picture)
    return fresh


def _square(picture: Image.Image) -> Image.Image:
    """As wide as its shorter side, and no wider than it is shown."""
    side = min(PORTRAIT_SIDE, *picture.size)
    return _fresh(ImageOps.fit(picture, (side, side), Image.Resampling.LANCZOS))


def _written(picture: Image.Image) -> Picture:
    out = BytesIO()
    picture.save(out, "JPEG", quality=QUALITY, optimize=True)
    content = out.getvalue()
    return Picture(
        content, PhotoFacts(sha256(content).hexdigest(), len(content), picture.width, picture.height)
    )


def _drawn(signature: DrawnSignature) -> bytes:
    """Twice as large and made smaller again, which smooths the edges."""
    sheet = Image.new("L", (GRID_WIDTH * 2, GRID_HEIGHT * 2), 255)
    pen, width = ImageDraw.Draw(sheet), PEN_PIXELS * 2
    for stroke in signature.strokes:
        spots = [(2 * x, 2 * y) for x, y in stroke]
        if len(spots) > 1:
            pen.line(spots, fill=20, width=width, joint="curve")
        for x, y in (spots[0], spots[-1]):
            pen.ellipse((x - PEN_PIXELS, y - PEN_PIXELS, x + PEN_PIXELS, y + PEN_PIXELS), fill=20)
    out = BytesIO()
    sheet.resize((GRID_WIDTH, GRID_HEIGHT), Image.Resampling.LANCZOS).save(out, "PNG", optimize=True)
    return out.getvalue()


def _simulated(lines: tuple[str, ...]) -> bytes:
    width, height = SIMULATED_SIZE
    sheet = Image.new("RGB", SIMULATED_SIZE, (232, 229, 219))
    pen = ImageDraw.Draw(sheet)
    for x in range(-height, width, 96):
        pen.line([(x, height), (x + height, 0)], fill=(222, 218, 205), width=40)
    pen.rectangle((290, 190, 670, 700), fill=(112, 84, 60), outline=(70, 52, 38), width=10)
    pen.ellipse((620, 440, 646, 466), fill=(214, 186, 96))
    pen.rectangle((380, 540, 600, 706), fill=(201, 164, 112), outline=(150, 118, 74), width=6)
    pen.line([(490, 540), (490, 706)], fill=(176, 140, 90), width=18)
    pen.rectangle((0, 0, width, 150), fill=(24, 32, 28))
    for number, line in enumerate(lines):
        size = 54 if number == 0 else 34
        pen.text((36, 26 + 66 * number), line, fill="white", font=ImageFont.load_default(size))
    out = BytesIO()
    sheet.save(out, "PNG")
    return out.getvalue()
