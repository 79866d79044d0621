"""Documents sent in pieces: gone on with where they stopped, handed in once, deleted where they broke off."""

from pathlib import Path
from typing import Any

import attrs
import pytest

from haulage.driver_documents import MOST_UNFINISHED, PIECE_OCTETS, DocumentRefused, UploadGone
from haulage.kernel.actor import Actor
from haulage.kernel.driver_document import DocumentType
from haulage.kernel.errors import InvalidInput, NotFound, Unavailable
from haulage.use_cases.driver_documents.send_in_pieces import FileToSend, SendInPieces
from use_cases.scenario import Scenario
from use_cases.test_driver_documents import BrokenScanner, PlainInspector, present

pytestmark = pytest.mark.anyio

WHOLE = b"%PDF" + bytes(2 * PIECE_OCTETS)
FILE = FileToSend("c1", DocumentType.PROOF_OF_AGE, "../age.pdf", len(WHOLE))
STARTS = range(0, len(WHOLE), PIECE_OCTETS)


def sender(scenario: Scenario, **changes: Any) -> SendInPieces:
    hand_in = attrs.evolve(scenario.market.driver_documents.hand_in, inspector=PlainInspector(), **changes)
    return SendInPieces(hand_in)


def piece(offset: int, whole: bytes = WHOLE) -> bytes:
    return whole[offset : offset + PIECE_OCTETS]


@pytest.fixture
async def applicant(scenario: Scenario, ada: Actor) -> Actor:
    await scenario.market.onboarding.apply.begin(ada)
    return ada


def pieces_stored(tmp_path: Path) -> int:
    return sum(1 for each in tmp_path.rglob("uploads/*/*") if each.is_file())


async def test_a_file_goes_on_where_it_stopped_and_is_handed_in_once(
    scenario: Scenario, applicant: Actor, tmp_path: Path
) -> None:
    send = sender(scenario)
    assert (await send.received(applicant, "c1")).received == 0
    for offset in (0, 0, PIECE_OCTETS):  # the answer to the first one was lost
        await send(applicant, FILE, offset, piece(offset))
    assert (await sender(scenario).received(applicant, "c1")).received == 2 * PIECE_OCTETS
    assert await present(scenario, applicant) == []

    done = await send(applicant, FILE, STARTS[-1], piece(STARTS[-1]))
    again = await send(applicant, FILE, STARTS[-1], piece(STARTS[-1]))
    assert done.document is not None
    assert again.document == done.document
    assert await send.received(applicant, "c1") == done
    with pytest.raises(InvalidInput, match="another file"):
        await send(applicant, attrs.evolve(FILE, type=DocumentType.VEHICLE_PHOTO), 0, piece(0))
    (shown,) = await scenario.market.driver_documents.show(applicant)
    opened = await scenario.market.driver_documents.show.open(Actor(), shown.download)
    assert opened.content == WHOLE
    assert shown.document.file.name == "age.pdf"
    await scenario.later(seconds=1)
    assert pieces_stored(tmp_path) == 0


async def test_after_a_fault_the_last_piece_is_sent_again_and_nothing_else(
    scenario: Scenario, applicant: Actor
) -> None:
    broken = sender(scenario, scanner=BrokenScanner())
    for offset in STARTS[:-1]:
        await broken(applicant, FILE, offset, piece(offset))
    with pytest.raises(Unavailable):
        await broken(applicant, FILE, STARTS[-1], piece(STARTS[-1]))
    done = await sender(scenario)(applicant, FILE, STARTS[-1], piece(STARTS[-1]))
    assert done.document is not None


async def test_a_file_that_can_never_be_taken_leaves_nothing_behind(
    scenario: Scenario, applicant: Actor, tmp_path: Path
) -> None:
    program = attrs.evolve(FILE, octets=4)
    with pytest.raises(DocumentRefused):
        await sender(scenario)(applicant, program, 0, b"MZ..")
    await scenario.later(seconds=1)
    assert pieces_stored(tmp_path) == 0
    assert (
        await scenario.storage.read(lambda unit: unit.document_uploads.of_user(applicant.user_id or "")) == []
    )


async def test_another_file_under_the_same_id_and_a_missing_beginning_are_refused(
    scenario: Scenario, applicant: Actor
) -> None:
    send = sender(scenario)
    with pytest.raises(UploadGone):
        await send(applicant, FILE, PIECE_OCTETS, piece(PIECE_OCTETS))
    await send(applicant, FILE, 0, piece(0))
    with pytest.raises(InvalidInput, match="another file"):
        await send(applicant, attrs.evolve(FILE, octets=len(WHOLE) + 1), 0, piece(0))
    with pytest.raises(InvalidInput, match="must be 524288"):
        await send(applicant, FILE, STARTS[-1], piece(STARTS[-1]))
    with pytest.raises(InvalidInput, match="must have 524288 bytes"):
        await send(applicant, FILE, PIECE_OCTETS, b"short")
    bob = await scenario.customer("bob")
    with pytest.raises(NotFound):
        await send(bob, FILE, 0, piece(0))
    assert (await send.received(bob, "c1")).received == 0


async def test_what_was_discarded_or_broke_off_is_deleted(
    scenario: Scenario, applicant: Actor, tmp_path: Path
) -> None:
    send = sender(scenario)
    for number in range(MOST_UNFINISHED + 1):  # the first one gives way to the last
        await send(applicant, attrs.evolve(FILE, client_id=f"c{number}"), 0, piece(0))
    assert (await send.received(applicant, "c0")).received == 0
    await send.discard(applicant, "c1")
    await send.discard(applicant, "c1")
    await scenario.later(seconds=1)
    assert pieces_stored(tmp_path) == MOST_UNFINISHED - 1
    scenario.clock.turn(days=1, seconds=1)
    await scenario.market.retention.delete_expired()
    await scenario.later(seconds=1)
    assert pieces_stored(tmp_path) == 0
    with pytest.raises(UploadGone):
        await send(applicant, attrs.evolve(FILE, client_id="c2"), PIECE_OCTETS, piece(PIECE_OCTETS))
