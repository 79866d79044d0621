"""Which applications wait for a decision of ours, on SQLite and PostgreSQL."""

import attrs
import pytest

from adapters.conftest import Scene
from adapters.test_application_storage import an_application, keep, sent
from adapters.test_driver_document_storage import a_document
from builders import NOON
from core.screening.cases import a_case
from haulage.onboarding import ApplicationStatus, ApprovalOverride
from haulage.ports.storage.onboarding import ApplicationFilter
from haulage.ports.storage.paging import PageRequest
from haulage.screening import CaseStatus, Progress, ScreeningReport
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("status", "is_ours"),
    [
        (CaseStatus.OFFER_NEEDED, True),
        (CaseStatus.TO_ORDER, False),
        (CaseStatus.ORDERED, False),
        (CaseStatus.IN_REVIEW, True),
        (CaseStatus.CLEARED, True),
        (CaseStatus.ASSESSED, True),
        (CaseStatus.NOTICE_SENT, False),
        (CaseStatus.WAITING, False),
        (CaseStatus.DISPUTED, True),
    ],
)
async def test_an_application_whose_check_is_with_others_does_not_wait_for_us(
    storage: SqlStorage, scene: Scene, status: CaseStatus, is_ours: bool
) -> None:
    await keep(storage, sent(an_application(1, 1), 2), sent(an_application(2, 2), 3))
    await storage.write(lambda unit: unit.screenings.add(attrs.evolve(a_case(), status=status)))
    listed = await ids_waiting(storage)
    assert listed == (["app_1", "app_2"] if is_ours else ["app_2"])
    waiting = await storage.read(lambda unit: unit.overview.waiting(NOON, 9))
    assert waiting.applications == len(listed)
    following = sent(an_application(9, 2), 1)
    assert await storage.read(lambda unit: unit.applications.waiting_behind(following)) == listed[0]
    submitted = ApplicationFilter(ApplicationStatus.SUBMITTED)
    found = await storage.read(lambda unit: unit.applications.list(PageRequest(9), submitted))
    assert [each.id for each in found.items] == ["app_1", "app_2"]


async def test_an_override_and_a_document_to_look_at_wait_for_us_whoever_has_the_check(
    storage: SqlStorage, scene: Scene
) -> None:
    await keep(storage, sent(an_application()))
    await storage.write(lambda unit: unit.screenings.add(attrs.evolve(a_case(), status=CaseStatus.ORDERED)))
    assert await ids_waiting(storage) == []
    override = ApprovalOverride("usr_1", "usr_3", NOON, "Known to us")
    await storage.write(lambda unit: unit.applications.add_override(override))
    assert await ids_waiting(storage) == ["app_1"]
    await storage.write(lambda unit: unit.applications.remove_override("usr_1"))
    assert await ids_waiting(storage) == []
    await storage.write(lambda unit: unit.driver_documents.add(a_document()))
    assert await ids_waiting(storage) == ["app_1"]


async def test_a_check_that_the_provider_canceled_waits_for_us_again(
    storage: SqlStorage, scene: Scene
) -> None:
    await keep(storage, sent(an_application()))
    canceled = ScreeningReport(Progress.CANCELED)
    case = attrs.evolve(a_case(), status=CaseStatus.ORDERED, report=canceled)
    await storage.write(lambda unit: unit.screenings.add(case))
    assert await ids_waiting(storage) == ["app_1"]


async def ids_waiting(storage: SqlStorage) -> list[str]:
    found = await storage.read(lambda unit: unit.applications.list(PageRequest(9)))
    return [each.id for each in found.items]
