"""Pictures for tests: good ones, and such as nobody should send."""

import struct
import zlib
from io import BytesIO

from PIL import Image


def a_jpeg(width: int = 320, height: int = 240, *, exif: bytes | None = None, noise: int = 1) -> bytes:
    """Different pixels for different *noise*."""
    picture = Image.new("RGB", (width, height), (40, 90, noise % 256))
    picture.paste((200, 30, 30), (width // 4, height // 4, width // 2, height // 2))
    out = BytesIO()
    picture.save(out, "JPEG", exif=exif or b"")
    return out.getvalue()


def exif_with_position(orientation: int = 1) -> bytes:
    """As a telephone writes it: where it was, and which way up."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif[0x010F] = "Camera of Ann"
    exif.get_ifd(0x8825).update({1: "N", 2: (40.0, 44.0, 55.0), 3: "W", 4: (73.0, 59.0, 11.0)})
    return exif.tobytes()


def a_png_bomb(side: int = 30_000) -> bytes:
    """A few kilobytes that would be gigabytes of pixels."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + content))
        return struct.pack(">I", len(content)) + kind + content + check

    head = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    rows = zlib.compress(bytes(side + 1) * 100, 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
