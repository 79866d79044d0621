"""What becomes of pictures that people send."""

import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from PIL import Image

from haulage.ports.files.pictures import LONGEST_SIDE, PORTRAIT_SIDE, PictureRefused
from haulage.proofs import DrawnSignature
from haulage_adapters.images_pillow import PillowPictures
from pictures import a_jpeg, a_png_bomb, exif_with_position

pytestmark = pytest.mark.anyio


async def test_nothing_but_pixels_comes_out() -> None:
    polyglot = a_jpeg(exif=exif_with_position()) + b"PK\x03\x04<script>alert(1)</script>"
    made = (await PillowPictures().made_safe(polyglot)).content
    picture = Image.open(BytesIO(made))
    assert (picture.format, dict(picture.getexif()), picture.info.get("exif")) == ("JPEG", {}, None)
    for hidden in (b"script", b"Camera of Ann", b"Exif", b"PK"):
        assert hidden not in made


async def test_a_picture_stands_upright_and_is_no_larger_than_needed() -> None:
    made = await PillowPictures().made_safe(a_jpeg(3000, 1500, exif=exif_with_position(orientation=6)))
    assert (made.facts.width, made.facts.height) == (LONGEST_SIDE // 2, LONGEST_SIDE)


@pytest.mark.parametrize("mode", ["RGBA", "P", "L", "LA", "I;16", "1"])
@pytest.mark.parametrize("form", ["PNG", "WEBP"])
async def test_every_kind_of_pixel_becomes_a_plain_one(mode: str, form: str) -> None:
    if form == "WEBP" and mode == "I;16":
        return
    out = BytesIO()
    Image.new(mode, (40, 30)).save(out, form)
    made = await PillowPictures().made_safe(out.getvalue())
    assert Image.open(BytesIO(made.content)).mode == "RGB"


async def test_what_is_transparent_is_white() -> None:
    out = BytesIO()
    Image.new("RGBA", (40, 30), (0, 0, 0, 0)).save(out, "PNG")
    made = await PillowPictures().made_safe(out.getvalue())
    assert Image.open(BytesIO(made.content)).getpixel((20, 15)) == (255, 255, 255)


async def test_a_bomb_is_not_decoded() -> None:
    with pytest.raises(PictureRefused, match="million pixels"):
        await PillowPictures().made_safe(a_png_bomb())


@pytest.mark.parametrize(
    "parts",
    [b"\xff\xe0\x00\x02", b"\xff", b"\xff\x00", b"\xff\xe0\x00\x02junk", b"\xff\xfd\x7f\xff"],
    ids=repr,
)
async def test_a_jpeg_of_very_many_parts_is_refused_before_each_is_read(parts: bytes) -> None:
    small = a_jpeg()
    with pytest.raises(PictureRefused, match="no camera"):
        await PillowPictures().made_safe(small[:2] + parts * 20_000 + small[2:])


async def test_a_png_of_very_many_parts_is_refused_before_each_is_read() -> None:
    out = BytesIO()
    Image.new("L", (40, 30)).save(out, "PNG")
    head, rest = out.getvalue()[:33], out.getvalue()[33:]
    comment = b"tEXtk\0v"
    chunk = (len(comment) - 4).to_bytes(4) + comment + crc32(comment).to_bytes(4)
    assert await PillowPictures().made_safe(head + chunk * 100 + rest)
    with pytest.raises(PictureRefused, match="no camera"):
        await PillowPictures().made_safe(head + chunk * 20_000 + rest)


async def test_a_signature_is_drawn_as_it_was_given() -> None:
    drawn = await PillowPictures().of_signature(DrawnSignature((((100, 100), (900, 100)),)))
    sheet = Image.open(BytesIO(drawn))
    assert sheet.size == (1000, 400)
    assert sheet.getpixel((500, 100)) < 60
    assert sheet.getpixel((500, 300)) == 255


async def test_a_simulated_picture_can_be_kept_like_any_other() -> None:
    pictures = PillowPictures()
    made = await pictures.made_safe(await pictures.simulated(("Simulated photo", "Order #10001")))
    assert made.facts.width == 960


MEGABYTES = 220
MEASURED = """
import asyncio, re, sys
from pathlib import Path
from haulage_adapters.images_pillow import PillowPictures

def kilobytes(name):
    return int(re.search(name + r":\\s+(\\d+)", Path("/proc/self/status").read_text())[1])

pictures, sent = PillowPictures(), sys.stdin.buffer.read()

async def two_at_once():
    await asyncio.gather(pictures.made_safe(sent), pictures.made_safe(sent))

before = kilobytes("VmRSS")
asyncio.run(two_at_once())
print((kilobytes("VmHWM") - before) // 1024)
"""


@pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="only Linux says what a process took at most"
)
@pytest.mark.parametrize(
    ("mode", "form", "side", "options"),
    [
        ("RGBA", "PNG", 3_162, {}),
        ("RGBA", "WEBP", 3_162, {"lossless": True}),
        ("RGB", "JPEG", 5_000, {"progressive": True, "subsampling": 0}),
    ],
    ids=["PNG", "WebP", "JPEG"],
)
def test_the_largest_pictures_take_little_memory(
    mode: str, form: str, side: int, options: dict[str, Any]
) -> None:
    """Two of them, sent together, in a process of their own."""
    out = BytesIO()
    Image.new(mode, (side, side)).save(out, form, **options)
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(str(Path(each).absolute()) for each in sys.path),
    }
    said = subprocess.run(
        [sys.executable, "-c", MEASURED],
        input=out.getvalue(),
        capture_output=True,
        check=True,
        env=environment,
    )
    assert int(said.stdout) < MEGABYTES


@pytest.mark.anyio
@pytest.mark.parametrize(("form", "side"), [("PNG", 3_163), ("WEBP", 3_163), ("JPEG", 5_001)])
async def test_one_pixel_row_more_is_refused_before_it_is_decoded(form: str, side: int) -> None:
    out = BytesIO()
    Image.new("L" if form == "JPEG" else "RGB", (side, side)).save(out, form)
    with pytest.raises(PictureRefused, match="million pixels"):
        await PillowPictures().made_safe(out.getvalue())


async def test_a_portrait_is_square_around_the_middle_and_no_larger_than_shown() -> None:
    wide = Image.new("RGB", (300, 100), "white")
    wide.paste("teal", (100, 0, 200, 100))
    out = BytesIO()
    wide.save(out, "PNG")
    made = await PillowPictures().portrait(out.getvalue())
    assert (made.facts.width, made.facts.height) == (100, 100)
    red, green, blue = Image.open(BytesIO(made.content)).getpixel((2, 50))  # type: ignore[misc]
    assert green > red + 80 < blue
    large = await PillowPictures().portrait(a_jpeg(3000, 1500))
    assert (large.facts.width, large.facts.height) == (PORTRAIT_SIDE, PORTRAIT_SIDE)
    with pytest.raises(PictureRefused):
        await PillowPictures().portrait(b"<svg/>")
