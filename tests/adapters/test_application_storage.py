"""What the store of applications promises, on SQLite and PostgreSQL."""

from datetime import date, timedelta
from typing import Any

import attrs
import pytest

from adapters.conftest import Scene
from adapters.query_plans import plan_of
from builders import NOON, minutes_later
from haulage.kernel.errors import Conflict
from haulage.kernel.vehicles import VehicleColor
from haulage.onboarding import (
    Application,
    ApplicationForm,
    ApplicationMove,
    ApplicationStatus,
    ApprovalOverride,
    OwnVehicle,
    PersonalInfo,
    Reference,
    decide,
    submit,
)
from haulage.ports.storage.onboarding import ApplicationFilter
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.retention import Expiring
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

FORM = ApplicationForm(
    PersonalInfo("Ännä", "Lee \U0001fa91", date_of_birth=date(1990, 1, 2), ssn_last4="0001"),
    vehicle=OwnVehicle(make="Ford", year=2021, color=VehicleColor.BLUE, features=("lift gate", "ramp")),
    references=(Reference("Bo", "1", "friend", years_known=3),),
)


def an_application(number: int = 1, user: int = 1, **changes: Any) -> Application:
    made = Application(f"app_{number}", f"usr_{user}", FORM, NOON, NOON)
    return attrs.evolve(made, **changes)


def sent(application: Application, after: int = 1) -> Application:
    return submit(application, None, [], minutes_later(after))


async def keep(storage: SqlStorage, *applications: Application) -> None:
    for each in applications:
        await storage.write(lambda unit, each=each: unit.applications.add(each))  # type: ignore[misc]


async def test_a_form_is_read_as_it_was_written(storage: SqlStorage, scene: Scene) -> None:
    await keep(storage, an_application())
    assert await storage.read(lambda unit: unit.applications.get("app_1")) == an_application()
    assert await storage.read(lambda unit: unit.applications.newest_of("usr_1")) == an_application()
    assert await storage.read(lambda unit: unit.applications.newest_of("usr_2")) is None


async def test_everybody_has_one_application_that_was_not_rejected(storage: SqlStorage, scene: Scene) -> None:
    rejected = decide(sent(an_application()), ApplicationMove.REJECT, by="usr_3", reason="x", now=NOON)
    later = an_application(2, created_at=minutes_later(9))
    await keep(storage, rejected, later)
    assert await storage.read(lambda unit: unit.applications.newest_of("usr_1")) == later
    with pytest.raises(Conflict):
        await keep(storage, an_application(3))


async def test_of_two_changes_one_is_refused(storage: SqlStorage, scene: Scene) -> None:
    before = an_application()
    await keep(storage, before)
    saved = await storage.write(lambda unit: unit.applications.save(before, sent(before)))
    assert (saved.version, saved.status) == (2, ApplicationStatus.SUBMITTED)
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.applications.save(before, sent(before, 2)))
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.applications.remove(before))
    await storage.write(lambda unit: unit.applications.remove(saved))
    assert await storage.read(lambda unit: unit.applications.get("app_1")) is None


async def test_what_waits_is_listed_oldest_first_and_drafts_never(storage: SqlStorage, scene: Scene) -> None:
    await scene.user(4)
    rejected = decide(sent(an_application(4, 4)), ApplicationMove.REJECT, by="usr_3", reason="x", now=NOON)
    await keep(
        storage, sent(an_application(1, 1), 5), sent(an_application(2, 2), 3), an_application(3, 3), rejected
    )
    first = await storage.read(lambda unit: unit.applications.list(PageRequest(1)))
    rest = await storage.read(lambda unit: unit.applications.list(PageRequest(9, first.next)))
    assert [each.id for each in (*first.items, *rest.items)] == ["app_2", "app_1"]
    assert rest.next is None
    for wanted, ids in (
        (ApplicationFilter(ApplicationStatus.REJECTED), ["app_4"]),
        (ApplicationFilter(ApplicationStatus.DRAFT), []),
        (ApplicationFilter(submitted_before=minutes_later(4)), ["app_2"]),
        (ApplicationFilter(reviewer="usr_3"), []),
    ):
        found = await storage.read(lambda unit, w=wanted: unit.applications.list(PageRequest(9), w))  # type: ignore[misc]
        assert [each.id for each in found.items] == ids


@pytest.mark.parametrize(
    "wanted",
    [
        ApplicationFilter(),
        ApplicationFilter(ApplicationStatus.REJECTED),
        ApplicationFilter(submitted_before=NOON),
        ApplicationFilter(reviewer="usr_3"),
    ],
)
async def test_a_page_of_the_queue_is_read_by_an_index_in_its_order_and_nothing_is_counted(
    storage: SqlStorage, wanted: ApplicationFilter
) -> None:
    plan = await plan_of(storage, lambda unit: unit.applications.list(PageRequest(20), wanted))
    assert "ix_driver_applications" in plan
    assert "TEMP B-TREE" not in plan
    assert "Aggregate" not in plan


async def test_an_override_is_asked_once_and_removed_once(storage: SqlStorage, scene: Scene) -> None:
    override = ApprovalOverride("usr_1", "usr_3", NOON, "Known to us")
    await storage.write(lambda unit: unit.applications.add_override(override))
    assert await storage.read(lambda unit: unit.applications.override_of("usr_1")) == override
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.applications.add_override(override))
    remove = [await storage.write(lambda unit: unit.applications.remove_override("usr_1")) for _ in "12"]
    assert remove == [True, False]


async def test_old_drafts_and_rejected_applications_are_deleted(storage: SqlStorage, scene: Scene) -> None:
    rejected = decide(sent(an_application(2, 2)), ApplicationMove.REJECT, by="usr_3", reason="x", now=NOON)
    await keep(storage, an_application(), rejected, sent(an_application(3, 3)))
    late = NOON + timedelta(days=1)
    for what, left in (
        (Expiring.APPLICATION_DRAFTS, ["app_2", "app_3"]),
        (Expiring.REJECTED_APPLICATIONS, ["app_3"]),
    ):
        assert await storage.write(lambda unit, what=what: unit.retention.delete(what, late, 9)) == 1  # type: ignore[misc]
        present = [
            id
            for id in ("app_1", "app_2", "app_3")
            if await storage.read(lambda unit, id=id: unit.applications.get(id))  # type: ignore[misc]
        ]
        assert present == left
