"""Documents of applicants and drivers: handed in, decided about, watched and deleted."""

from datetime import date, timedelta
from typing import Any

import attrs
import pytest

from haulage.driver_documents import DocumentDetails, DocumentRefused, DriverDocument, VirusScan
from haulage.drivers import DocumentsLapsed, DriverProfile
from haulage.kernel.actor import OPERATOR, Actor, UserType
from haulage.kernel.driver_document import REQUIRED_DOCUMENTS, DocumentStatus, DocumentType
from haulage.kernel.errors import Conflict, Forbidden, InvalidInput, NotFound, Unauthenticated, Unavailable
from haulage.kernel.own_case import OwnCase
from haulage.kernel.rate_limit import TooManyRequests
from haulage.ports.files.inspection import InspectedUpload
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.driver_documents.hand_in_document import MOST_A_DAY, OPENED, TooManyDocuments
from haulage.use_cases.driver_documents.show_documents import DocumentLinkExpired
from haulage.use_cases.driver_documents.shown_document import document_link_of
from use_cases.scenario import ADMIN, Scenario
from use_cases.test_applications import submitted

pytestmark = pytest.mark.anyio

LICENSE = DocumentType.DRIVERS_LICENSE
DETAILS = DocumentDetails("123456789", date(2020, 1, 1), "NY", date(2099, 1, 1), 100_000_00)


class PlainInspector:
    """Takes what is sent for what it says; the real one is tested by itself."""

    async def inspect(self, sent: bytes) -> InspectedUpload:
        if sent.startswith(b"MZ"):
            raise DocumentRefused("document", "Only JPG, PNG, and PDF files are allowed")
        if sent.startswith(b"%PDF"):
            return InspectedUpload("application/pdf", sent, 2, (b"page 1", b"page 2"))
        return InspectedUpload("image/jpeg", sent)


class BrokenScanner:
    is_set_up = True

    async def scan(self, content: bytes) -> VirusScan:
        raise Unavailable("virus scan")

    async def check(self) -> None:
        raise Unavailable("virus scan")


async def send(
    scenario: Scenario,
    who: Actor,
    type: DocumentType = LICENSE,
    sent: bytes = b"a picture",
    client_id: str = "",
    **changes: Any,
) -> DriverDocument:
    hand_in = attrs.evolve(scenario.market.driver_documents.hand_in, inspector=PlainInspector(), **changes)
    id = client_id or scenario.market.driver_documents.hand_in.identifiers.new("client")
    return await hand_in(who, type, id, "../license.jpg", sent)


async def approve(scenario: Scenario, document: DriverDocument, details: DocumentDetails = DETAILS) -> None:
    await scenario.market.driver_documents.review.approve(ADMIN, document.id, details, 2)


async def present(scenario: Scenario, who: Actor) -> list[DriverDocument]:
    return [each.document for each in await scenario.market.driver_documents.show(who)]


async def profile(scenario: Scenario, driver: Actor) -> DriverProfile:
    found = await scenario.storage.read(lambda unit: unit.drivers.get(driver.driver_id or ""))
    assert found is not None
    return found


async def subjects(scenario: Scenario) -> list[str]:
    return [each.subject for each in await scenario.market.email.manage.latest(50)]


async def test_a_document_is_stored_shown_and_opened_by_its_address(scenario: Scenario, ada: Actor) -> None:
    documents = scenario.market.driver_documents
    await scenario.market.onboarding.apply.begin(ada)
    taken = await send(scenario, ada, sent=b"%PDF and more")
    assert (taken.status, taken.file.name, taken.file.octets) == (DocumentStatus.PENDING, "license.jpg", 13)
    (shown,) = await documents.show(ada)
    first = await documents.show.open(Actor(), shown.previews[0])
    whole = await documents.show.open(Actor(), shown.download)
    assert (first.content, first.media_type, first.name) == (b"page 1", "image/jpeg", "drivers_license-1.jpg")
    assert (whole.content, whole.media_type, whole.name) == (
        b"%PDF and more",
        "application/pdf",
        "drivers_license.pdf",
    )
    forged = attrs.evolve(shown.download, part="page-1")
    scenario.clock.turn(minutes=11)
    for link in (forged, shown.download):
        with pytest.raises(DocumentLinkExpired):
            await documents.show.open(Actor(), link)
    with pytest.raises(InvalidInput):
        document_link_of(taken.id, "page-5", 0, "")


async def test_the_same_file_again_is_the_same_document_and_another_is_refused(
    scenario: Scenario, ada: Actor
) -> None:
    await scenario.market.onboarding.apply.begin(ada)
    first = await send(scenario, ada, client_id="c1")
    assert await send(scenario, ada, client_id="c1") == first
    with pytest.raises(InvalidInput, match="another document"):
        await send(scenario, ada, client_id="c1", sent=b"another picture")


async def test_whoever_neither_applies_nor_drives_sends_nothing(scenario: Scenario, ada: Actor) -> None:
    with pytest.raises(NotFound, match="Application not found"):
        await send(scenario, ada)
    with pytest.raises(Forbidden):
        await send(scenario, ADMIN)


async def test_what_is_refused_leaves_nothing_behind(scenario: Scenario, ada: Actor) -> None:
    await scenario.market.onboarding.apply.begin(ada)
    with pytest.raises(DocumentRefused):
        await send(scenario, ada, sent=b"MZ")
    with pytest.raises(DocumentRefused, match="Profile photo must be an image file"):
        await send(scenario, ada, DocumentType.PROFILE_PHOTO, b"%PDF")
    with pytest.raises(Unavailable):
        await send(scenario, ada, scanner=BrokenScanner())
    assert await scenario.storage.read(lambda unit: unit.driver_documents.of_user(ada.user_id or "")) == []


async def test_one_person_sends_so_many_a_day(scenario: Scenario, ada: Actor) -> None:
    await scenario.market.onboarding.apply.begin(ada)
    for _ in range(MOST_A_DAY):
        await send(scenario, ada)
    with pytest.raises(TooManyDocuments):
        await send(scenario, ada)
    scenario.clock.turn(days=1, seconds=1)
    await send(scenario, ada)
    assert len(await present(scenario, ada)) == 1


async def test_files_that_are_refused_are_counted_too(scenario: Scenario, ada: Actor) -> None:
    await scenario.market.onboarding.apply.begin(ada)
    for _ in range(OPENED.times):
        with pytest.raises(DocumentRefused):
            await send(scenario, ada, sent=b"MZ")
    with pytest.raises(TooManyRequests):
        await send(scenario, ada, sent=b"MZ")
    scenario.clock.turn(hours=1)
    await send(scenario, ada)


async def test_a_rejected_document_is_sent_again_and_counts_once_approved(
    scenario: Scenario, ada: Actor
) -> None:
    review = scenario.market.driver_documents.review
    application = await submitted(scenario, ada)
    first = await send(scenario, ada)
    await review.reject(ADMIN, first.id, "It is blurred", 2)
    assert "Please send your driver's license again" in await subjects(scenario)
    standing = await scenario.market.onboarding.apply.show(ada)
    assert standing is not None
    assert [each.action_required for each in standing.progress.blockers] == [
        "Re-upload drivers_license: It is blurred"
    ]
    second = await send(scenario, ada)
    assert [each.id for each in await present(scenario, ada)] == [second.id]
    await approve(scenario, second)
    standing = await scenario.market.onboarding.apply.show(ada)
    assert standing is not None
    assert (standing.progress.documents, standing.progress.blockers) == (17, ())
    (reviewed,) = await review.of_application(OPERATOR, application)
    assert reviewed.typed.number == "123456789"
    assert reviewed.shown.remarks == ("The file was not scanned for viruses.",)


async def test_no_applicant_decides_about_their_own_document(scenario: Scenario, ada: Actor) -> None:
    await submitted(scenario, ada)
    document, review = await send(scenario, ada), scenario.market.driver_documents.review
    promoted = attrs.evolve(ada, user_type=UserType.ADMIN)
    with pytest.raises(OwnCase):
        await review.reject(promoted, document.id, "I will send a better one", 2)
    with pytest.raises(OwnCase):
        await review.approve(promoted, document.id, DETAILS, 2)
    await review.reject(ADMIN, document.id, "It is blurred", 2)


async def test_of_two_reviewers_one_wins(scenario: Scenario, ada: Actor) -> None:
    await submitted(scenario, ada)
    document = await send(scenario, ada)
    await approve(scenario, document)
    with pytest.raises(Conflict):
        await scenario.market.driver_documents.review.reject(OPERATOR, document.id, "No", 2)
    for who, refusal in ((ada, Forbidden), (Actor(), Unauthenticated)):
        with pytest.raises(refusal):
            await scenario.market.driver_documents.review.approve(who, document.id, DETAILS, 2)
    with pytest.raises(NotFound, match="Document not found"):
        await scenario.market.driver_documents.review.reject(ADMIN, "doc_none", "No", 1)


async def test_one_mail_tells_that_all_are_approved(scenario: Scenario, ada: Actor) -> None:
    await submitted(scenario, ada)
    for type in REQUIRED_DOCUMENTS:
        await approve(scenario, await send(scenario, ada, type))
    await approve(scenario, await send(scenario, ada, DocumentType.BANK_STATEMENT))
    await scenario.later(minutes=1)
    assert (await subjects(scenario)).count("Your documents are approved") == 1
    standing = await scenario.market.onboarding.apply.show(ada)
    assert standing is not None
    assert standing.progress.documents == 100


async def test_waiting_documents_of_applicants_and_drivers_are_listed_oldest_first(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    await scenario.market.onboarding.apply.begin(ada)
    first = await send(scenario, ada)
    scenario.clock.turn(minutes=1)
    second = await send(scenario, dee)
    review = scenario.market.driver_documents.review
    page = await review.waiting(ADMIN, PageRequest(1))
    assert [each.reviewed.shown.document.id for each in page.items] == [first.id]
    rest = await review.waiting(ADMIN, PageRequest(5, page.next))
    assert [each.reviewed.shown.document.id for each in rest.items] == [second.id]


async def test_a_simulated_reviewer_approves_after_three_seconds_in_test_mode_alone(
    scenario: Scenario, ada: Actor
) -> None:
    await submitted(scenario, ada)
    await send(scenario, ada, DocumentType.PROFILE_PHOTO)
    await send(scenario, ada, is_reviewed_by_itself=True)
    await scenario.later(seconds=2)
    assert {each.status for each in await present(scenario, ada)} == {DocumentStatus.PENDING}
    await scenario.later(seconds=1)
    by = {each.type: each.reviewed_by for each in await present(scenario, ada)}
    assert by == {DocumentType.PROFILE_PHOTO: None, LICENSE: "system"}


async def test_an_expiry_is_told_of_takes_the_driver_offline_and_ends_with_a_new_one(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    documents = scenario.market.driver_documents
    today = scenario.clock.now().date()
    old = await send(scenario, dee)
    await approve(scenario, old, attrs.evolve(DETAILS, expires_on=today + timedelta(days=31)))
    sent = []
    for _ in range(34):
        scenario.clock.turn(days=1)
        sent.append(await documents.watch())
        assert await documents.watch() == 0
    assert [day for day, count in enumerate(sent, 1) if count] == [1, 24, 30, 32]
    driver = await profile(scenario, dee)
    assert (driver.is_online, driver.may_work, driver.is_approved) == (False, False, True)
    with pytest.raises(DocumentsLapsed):
        await scenario.market.drivers.profiles.go_online(dee)
    assert dee.driver_id not in await scenario.offered_ids(ada)
    new = await send(scenario, dee)
    assert {each.id for each in await present(scenario, dee)} == {old.id, new.id}
    await approve(scenario, new)
    driver = await profile(scenario, dee)
    assert (driver.is_online, driver.may_work) == (True, True)
    assert [each.id for each in await present(scenario, dee)] == [new.id]


async def test_asking_a_driver_again_takes_them_off_the_road_until_then(
    scenario: Scenario, dee: Actor
) -> None:
    review = scenario.market.driver_documents.review
    first = await send(scenario, dee)
    await approve(scenario, first)
    second = await send(scenario, dee)
    await review.reject(ADMIN, first.id, "It was reported stolen", 3)
    assert not (await profile(scenario, dee)).may_work
    await approve(scenario, second)
    assert (await profile(scenario, dee)).is_online


async def test_the_jobs_remove_the_bytes_of_what_is_deleted(scenario: Scenario, ada: Actor) -> None:
    documents = scenario.market.driver_documents
    application = await submitted(scenario, ada)
    document = await send(scenario, ada, sent=b"%PDF")
    (shown,) = await documents.show(ada)
    await scenario.market.onboarding.review.reject(ADMIN, application, "No")
    scenario.clock.turn(days=365)
    await documents.watch()
    assert len(await present(scenario, ada)) == 1
    scenario.clock.turn(days=1)
    await documents.watch()
    assert await present(scenario, ada) == []
    files = documents.show.files
    assert await files.get(f"documents/{document.id}") == b"%PDF"
    await scenario.later(minutes=1)
    assert [await files.get(f"documents/{document.id}{part}") for part in ("", "-1.jpg", "-2.jpg")] == [
        None
    ] * 3
    with pytest.raises(DocumentLinkExpired):
        await documents.show.open(Actor(), shown.download)


async def test_replaced_and_unfinished_uploads_go_after_their_time(scenario: Scenario, dee: Actor) -> None:
    await send(scenario, dee)
    await send(scenario, dee)
    unfinished = attrs.evolve((await present(scenario, dee))[0], id="doc_x", client_id="x", stored_at=None)
    await scenario.storage.write(lambda unit: unit.driver_documents.add(unfinished))

    async def count() -> int:
        return len(await scenario.storage.read(lambda unit: unit.driver_documents.of_user(dee.user_id or "")))

    assert await count() == 3
    scenario.clock.turn(days=2)
    await scenario.market.retention.delete_expired()
    assert await count() == 2
    scenario.clock.turn(days=366)
    await scenario.market.retention.delete_expired()
    assert await count() == 1
