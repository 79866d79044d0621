"""What strangers send is opened in a process of its own, and what could do harm is refused (ONB-32)."""

import asyncio
import subprocess
import sys
import threading
import time
import tracemalloc
from collections.abc import Callable
from io import BytesIO
from typing import Any

import anyio
import pytest
from PIL import Image

from adapters.hostile_documents import HOSTILE, _contents, a_pdf, a_picture
from haulage.driver_documents import MAX_DOCUMENT_OCTETS, PDF, DocumentRefused
from haulage.kernel.errors import Unavailable
from haulage.ports.files.inspection import InspectedUpload
from haulage_adapters.upload_inspection import IsolatedInspector
from haulage_adapters.upload_inspection.__main__ import inspected as opened
from haulage_adapters.upload_inspection.other_kinds import require_only_picture
from haulage_adapters.upload_inspection.pdf_checks import checked_pages

LEAST_TICKS = 5
MOST_EXTRA_OCTETS = 12 * 1024 * 1024
"""Beside the file itself, which is 10 MB: together well below 40 MB."""


def inspected(sent: bytes, **options: Any) -> InspectedUpload:
    async def work() -> InspectedUpload:
        return await IsolatedInspector(**options).inspect(sent)

    return anyio.run(work)


def size_of(picture: bytes) -> tuple[int, int]:
    with Image.open(BytesIO(picture)) as opened:
        assert opened.format == "JPEG"
        return opened.size


def test_a_pdf_stays_as_it_is_and_its_first_pages_are_drawn() -> None:
    sent = a_pdf(5)
    found = inspected(sent)
    assert (found.media_type, found.content, found.pages) == (PDF, sent, 5)
    assert [size_of(each) for each in found.previews] == [(1237, 1600)] * 4


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_a_picture_is_made_anew(kind: str) -> None:
    found = inspected(a_picture(kind) + b"left over")
    assert (found.media_type, size_of(found.content), found.previews) == ("image/jpeg", (60, 40), ())
    assert b"left over" not in found.content


BEHIND_PHOTOS = {
    "a second picture": a_picture(size=(30, 20)),
    "a film": b"\x00\x00\x00\x18ftypmp42" + bytes(400),
    "data of the maker": b"\x00\x00\x01\x0aImage_UTC_Data1700000000000SEFH" + bytes(40) + b"SEFT",
    "zeros up to the block": bytes(512),
    "pixels of a picture that was cut smaller": b"IDAT" + bytes(range(256)) + b"IEND\xaeB`\x82",
}


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
@pytest.mark.parametrize("title", BEHIND_PHOTOS)
def test_what_phones_write_behind_a_picture_is_left_behind(kind: str, title: str) -> None:
    facts, (content,) = opened(a_picture(kind) + BEHIND_PHOTOS[title])
    assert facts["media_type"] == "image/jpeg"
    assert BEHIND_PHOTOS[title][-20:] not in content


@pytest.mark.parametrize("chance", [b"<a", b"MZ\x01", b"#!\x07", b"Rar!\x00", b"7z\xbc\xaf\x00"])
def test_a_few_bytes_that_stand_together_by_chance_are_no_other_kind_of_file(chance: bytes) -> None:
    """Films behind a photo and the pixels of a PNG are nearly random, and one in some has them."""
    by_chance = b"\xff\xd9" + chance + bytes(range(1, 200))
    require_only_picture(a_picture() + b"\0\0\0\x18ftypmp42" + by_chance)
    require_only_picture(b"\x89PNG\r\n\x1a\n" + by_chance + b"\xff\xd9<script>" + by_chance)


def test_a_pdf_that_was_changed_and_saved_again_is_taken() -> None:
    later = b"4 0 obj\n<</Title (later)>>\nendobj\nxref\n0 0\ntrailer\n<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n"
    assert checked_pages(a_pdf(2) + b"\n" + later) == 2


@pytest.mark.parametrize("title", HOSTILE)
def test_hostile_files_are_refused_with_clear_words(title: str) -> None:
    """Here and not in a process of their own, which each costs a second."""
    make, words = HOSTILE[title]
    with pytest.raises(DocumentRefused) as refused:
        opened(make())
    assert words in refused.value.message


def test_a_page_of_any_size_is_drawn_as_large_as_every_other() -> None:
    _, (picture,) = opened(a_pdf(change=lambda pdf: pdf.pages[0].mediabox.__setattr__("right", 10**9)))
    assert max(size_of(picture)) <= 1_601


@pytest.mark.parametrize("make", [a_pdf, a_picture])
def test_no_thread_is_begun_because_the_process_may_have_none(
    make: Callable[[], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The superuser is not held to that limit, so a test that runs as such would not meet it."""

    def refuse(_thread: threading.Thread) -> None:
        raise AssertionError("a thread was begun")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    opened(make())


def test_refusals_come_out_of_the_process() -> None:
    with pytest.raises(DocumentRefused, match="scripts"):
        inspected(HOSTILE["a script that nothing refers to"][0]())


@pytest.mark.parametrize("event", ["bytearray(2 << 30)", "open('/dev/shm/x', 'w').write('x' * 9_999)"])
def test_the_process_has_little_memory_and_writes_no_file(event: str) -> None:
    program = f"import haulage_adapters.upload_inspection.limits as it; it.limit_this_process(); {event}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.returncode != 0


def test_a_file_beyond_ten_megabytes_is_refused_unread() -> None:
    with pytest.raises(DocumentRefused, match="The file is empty"):
        inspected(b"")
    with pytest.raises(DocumentRefused, match="File size must be less than 10MB"):
        inspected(b"%PDF-" + bytes(MAX_DOCUMENT_OCTETS))


def test_a_process_that_a_busy_machine_lets_wait_is_ended_and_the_file_is_not_blamed() -> None:
    with pytest.raises(Unavailable, match="try again in a minute"):
        inspected(a_pdf(), longest_seconds=0.001)


def test_links_and_a_first_view_are_no_actions() -> None:
    def change(pdf: Any) -> None:
        pdf.add_outline_item(title="First", page_number=0)
        pdf.open_destination = 0

    assert checked_pages(a_pdf(change=change)) == 1


def test_ten_megabytes_hold_little_memory_and_nobody_up() -> None:
    """In the process that serves requests; the other has its own bound."""
    sent = a_pdf(change=_contents(bytes(MAX_DOCUMENT_OCTETS - 4_096)))
    ticks = list[float]()

    async def tick() -> None:
        while True:
            ticks.append(time.monotonic())
            await asyncio.sleep(0.01)

    async def work() -> None:
        ticking = asyncio.create_task(tick())
        found = await IsolatedInspector().inspect(sent)
        ticking.cancel()
        assert found.content is sent

    tracemalloc.start()
    try:
        asyncio.run(work())
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < MOST_EXTRA_OCTETS
    assert len(ticks) > LEAST_TICKS
