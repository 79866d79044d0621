"""What the store of documents promises, on SQLite and PostgreSQL."""

from datetime import date, timedelta
from typing import Any

import attrs
import pytest

from adapters.conftest import Scene
from adapters.query_plans import plan_of
from adapters.test_application_storage import an_application, keep, sent
from builders import NOON, minutes_later
from haulage.driver_documents import DocumentDetails, DocumentFile, DocumentUpload, DriverDocument, VirusScan
from haulage.kernel.driver_document import DocumentStatus, DocumentType
from haulage.kernel.errors import Conflict
from haulage.onboarding import ApplicationMove, decide
from haulage.ports.storage.paging import PageRequest
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

FILE = DocumentFile("Führerschein.pdf", 9_999, "application/pdf", 3, 3, VirusScan.CLEAN)
DETAILS = DocumentDetails("D-1", date(2020, 2, 29), "Nueva York", date(2027, 1, 1), 100_000_00)
TYPES = tuple(each for each in DocumentType if each is not DocumentType.CARRIER_CREDENTIAL)


def a_document(number: int = 1, user: int = 1, **changes: Any) -> DriverDocument:
    made = DriverDocument(
        f"doc_{number}", f"usr_{user}", f"c{number}", TYPES[0], FILE, "a" * 64, NOON, minutes_later(1)
    )
    return attrs.evolve(made, **changes)


def approved(number: int = 1, user: int = 1, **changes: Any) -> DriverDocument:
    decided = {"status": DocumentStatus.APPROVED, "reviewed_at": NOON, "reviewed_by": "usr_3"}
    return a_document(number, user, **{"details": DETAILS, **decided, **changes})


async def add(storage: SqlStorage, *documents: DriverDocument) -> None:
    for each in documents:
        await storage.write(lambda unit, each=each: unit.driver_documents.add(each))  # type: ignore[misc]


async def ids_of(storage: SqlStorage, query: Any) -> list[str]:
    return [each.id for each in await storage.read(lambda unit: query(unit.driver_documents))]


async def test_a_document_is_read_as_it_was_written(storage: SqlStorage, scene: Scene) -> None:
    document = approved(reason="", reminded_days=30)
    await add(storage, document)
    assert await storage.read(lambda unit: unit.driver_documents.get("doc_1")) == document
    assert await storage.read(lambda unit: unit.driver_documents.by_client("usr_1", "c1")) == document
    assert await storage.read(lambda unit: unit.driver_documents.by_client("usr_2", "c1")) is None


async def test_of_each_type_one_approved_and_one_other_are_present(storage: SqlStorage, scene: Scene) -> None:
    await add(
        storage,
        approved(1),
        a_document(2, created_at=minutes_later(1)),
        a_document(3, replaced_at=NOON),
        a_document(4, stored_at=None),
        a_document(5, user=2),
    )
    assert await ids_of(storage, lambda store: store.present_of("usr_1")) == ["doc_1", "doc_2"]
    for another in (approved(6), a_document(7), a_document(8, client_id="c1", type=TYPES[1])):
        with pytest.raises(Conflict):
            await add(storage, another)
    assert await storage.read(lambda unit: unit.driver_documents.count_since("usr_1", NOON)) == 4


async def test_of_two_decisions_one_is_refused(storage: SqlStorage, scene: Scene) -> None:
    before = a_document()
    await add(storage, before)
    after = approved()
    saved = await storage.write(lambda unit: unit.driver_documents.save(before, after))
    assert saved.version == 2
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.driver_documents.save(before, after))


async def test_those_that_wait_are_paged_oldest_first(storage: SqlStorage, scene: Scene) -> None:
    await add(
        storage,
        *(a_document(n, created_at=minutes_later(9 - n), type=TYPES[n]) for n in (1, 2, 3)),
        a_document(4, type=TYPES[4], replaced_at=NOON),
        approved(5),
    )
    first = await storage.read(lambda unit: unit.driver_documents.waiting(PageRequest(2)))
    rest = await storage.read(lambda unit: unit.driver_documents.waiting(PageRequest(2, first.next)))
    assert [each.document.id for each in (*first.items, *rest.items)] == ["doc_3", "doc_2", "doc_1"]
    assert rest.next is None


async def test_reminders_that_are_due_and_were_not_sent_are_found(storage: SqlStorage, scene: Scene) -> None:
    today = date(2026, 12, 1)

    def expiring(number: int, days: int, reminded: int | None) -> DriverDocument:
        details = attrs.evolve(DETAILS, expires_on=today + timedelta(days=days))
        return approved(number, type=TYPES[number], details=details, reminded_days=reminded)

    await add(
        storage,
        expiring(0, 31, None),
        expiring(1, 30, None),
        expiring(2, 7, 30),
        expiring(3, 7, 7),
        expiring(4, 1, 7),
        expiring(5, -1, 1),
        expiring(6, -9, 0),
        a_document(9, user=2),
    )
    limits = [(today - timedelta(1), 0), *((today + timedelta(days), days) for days in (30, 7, 1))]
    found = await ids_of(storage, lambda store: store.due_reminders(limits, 9))
    assert found == ["doc_5", "doc_4", "doc_2", "doc_1"]


async def test_what_is_over_is_found(storage: SqlStorage, scene: Scene) -> None:
    for number in (4, 5, 6):
        await scene.user(number)
    await scene.drivers([7])
    rejected = [
        decide(sent(an_application(n, n)), ApplicationMove.REJECT, by="usr_3", reason="x", now=at)
        for n, at in ((4, NOON), (5, minutes_later(90)), (6, NOON))
    ]
    await keep(storage, *rejected, an_application(7, 6, created_at=minutes_later(9)))
    await add(storage, *(a_document(n, n) for n in (1, 4, 5, 6)))
    await add(
        storage,
        a_document(8, 2, replaced_at=NOON),
        a_document(9, 2, stored_at=None, created_at=minutes_later(99)),
    )
    later = minutes_later(60)
    assert await ids_of(storage, lambda store: store.replaced_before(later, 9)) == ["doc_8"]
    assert await ids_of(storage, lambda store: store.unfinished_before(later, 9)) == []
    abandoned = await ids_of(storage, lambda store: store.abandoned_before(later, 9))
    assert sorted(abandoned) == ["doc_1", "doc_4", "doc_8"]
    await storage.write(lambda unit: unit.driver_documents.remove("doc_1"))
    assert await storage.read(lambda unit: unit.driver_documents.get("doc_1")) is None


async def test_indexes_find_those_that_wait_and_that_expire(storage: SqlStorage) -> None:
    limits = [(date(2027, 1, 1), 30)]
    for query, index in (
        (lambda unit: unit.driver_documents.waiting(PageRequest(20)), "ix_driver_documents_undecided"),
        (lambda unit: unit.driver_documents.due_reminders(limits, 9), "ix_driver_documents_expiring"),
        (lambda unit: unit.driver_documents.replaced_before(NOON, 9), "ix_driver_documents_replaced"),
        (lambda unit: unit.driver_documents.of_credentials(["crd_1"]), "ix_driver_documents_credential"),
        (lambda unit: unit.driver_documents.unfinished_before(NOON, 9), "ix_driver_documents_unfinished"),
    ):
        assert index in await plan_of(storage, query)


async def test_an_upload_is_changed_by_one_and_found_by_whose_and_how_old_it_is(
    storage: SqlStorage, scene: Scene
) -> None:
    uploads = [
        DocumentUpload(f"upl_{n}", f"usr_{who}", f"c{n}", TYPES[0], "a.pdf", 9, minutes_later(n))
        for n, who in ((1, 1), (2, 1), (3, 2))
    ]
    for each in uploads:
        await storage.write(lambda unit, each=each: unit.document_uploads.add(each))  # type: ignore[misc]
    twice = attrs.evolve(uploads[0], id="upl_9")
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.document_uploads.add(twice))
    after = attrs.evolve(uploads[0], received=5)
    saved = await storage.write(lambda unit: unit.document_uploads.save(uploads[0], after))
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.document_uploads.save(uploads[0], after))
    assert await storage.read(lambda unit: unit.document_uploads.by_client("usr_1", "c1")) == saved
    assert await storage.read(lambda unit: unit.document_uploads.by_client("usr_2", "c1")) is None
    assert await storage.read(lambda unit: unit.document_uploads.of_user("usr_1")) == [uploads[1], saved]
    older = await storage.read(lambda unit: unit.document_uploads.begun_before(minutes_later(3), 9))
    assert [each.id for each in older] == ["upl_1", "upl_2"]
    await storage.write(lambda unit: unit.document_uploads.remove("upl_1"))
    assert await storage.read(lambda unit: unit.document_uploads.of_user("usr_1")) == [uploads[1]]
