"""What the store of background checks promises, on SQLite and PostgreSQL."""

from datetime import datetime
from typing import Any

import attrs
import pytest

from adapters.conftest import Scene
from adapters.query_plans import plan_of
from builders import NOON, minutes_later
from core.screening.cases import FACTORS, THEFT, a_case, a_letter
from haulage.kernel.errors import Conflict
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.screening import CaseFilter
from haulage.screening import (
    CaseStatus,
    DeliveredBy,
    Dispute,
    Intent,
    LetterKind,
    Notice,
    ProviderOrder,
    ScreeningCase,
    assessment,
)
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

LATER = minutes_later(10)


def case_number(number: int, status: CaseStatus = CaseStatus.ORDERED, **changes: Any) -> ScreeningCase:
    at = minutes_later(number)
    order = ProviderOrder(f"can_{number}", at, f"rpt_{number}", f"inv_{number}")
    made = attrs.evolve(
        a_case(), id=f"scr_{number}", application_id=f"app_{number}", created_at=at, updated_at=at
    )
    return attrs.evolve(made, status=status, order=order, **changes)


WHOLE = case_number(
    1,
    CaseStatus.WAITING,
    report=THEFT,
    intent=Intent("Alex", NOON, "The conviction."),
    assessment=assessment(FACTORS, "Alex", NOON),
    notice=Notice(NOON, NOON, DeliveredBy.EMAIL, LATER),
    disputes=(Dispute("Not me.", NOON, resolution="It is.", resolved_at=NOON),),
)


async def keep(storage: SqlStorage, *cases: ScreeningCase) -> None:
    for each in cases:
        await storage.write(lambda unit, each=each: unit.screenings.add(each))  # type: ignore[misc]


async def listed(storage: SqlStorage, wanted: CaseFilter, limit: int = 10) -> list[str]:
    found = await storage.read(lambda unit: unit.screenings.list(PageRequest(limit), wanted))
    return [each.id for each in found.items]


async def test_a_case_is_read_as_it_was_written(storage: SqlStorage, scene: Scene) -> None:
    case = attrs.evolve(WHOLE, letters=(a_letter(LetterKind.PRE_ADVERSE_NOTICE, WHOLE, NOON),))
    await keep(storage, case)
    assert await storage.read(lambda unit: unit.screenings.get("scr_1")) == case
    assert await storage.read(lambda unit: unit.screenings.of_application("app_1")) == case
    for reference in ("can_1", "inv_1", "rpt_1"):
        found = await storage.read(lambda unit, it=reference: unit.screenings.of_provider(it))  # type: ignore[misc]
        assert found == case
    assert await storage.read(lambda unit: unit.screenings.of_provider("rpt_2")) is None


async def test_an_application_has_one_and_of_two_changes_one_wins(storage: SqlStorage, scene: Scene) -> None:
    await keep(storage, WHOLE)
    with pytest.raises(Conflict):
        await keep(storage, attrs.evolve(WHOLE, id="scr_2"))
    cleared = attrs.evolve(WHOLE, status=CaseStatus.CLEARED)
    saved = await storage.write(lambda unit: unit.screenings.save(WHOLE, cleared))
    assert saved.version == WHOLE.version + 1
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.screenings.save(WHOLE, cleared))


async def test_the_queue_is_paged_by_status_and_age(storage: SqlStorage, scene: Scene) -> None:
    await keep(
        storage,
        WHOLE,
        case_number(2, CaseStatus.IN_REVIEW),
        case_number(3, CaseStatus.ORDERED),
        case_number(4, CaseStatus.DISPUTED),
    )
    assert await listed(storage, CaseFilter()) == ["scr_1", "scr_2", "scr_4"]
    assert await listed(storage, CaseFilter(CaseStatus.ORDERED)) == ["scr_3"]
    assert await listed(storage, CaseFilter(opened_before=minutes_later(2))) == ["scr_1"]
    first = await storage.read(lambda unit: unit.screenings.list(PageRequest(2)))
    rest = await storage.read(lambda unit: unit.screenings.list(PageRequest(2, first.next)))
    assert [each.id for each in (*first.items, *rest.items)] == ["scr_1", "scr_2", "scr_4"]
    assert (first.items[0].waiting_until, first.items[1].waiting_until) == (LATER, None)
    plan = await plan_of(storage, lambda unit: unit.screenings.list(PageRequest(2)))
    assert "ix_screening_cases_waiting" in plan
    assert "TEMP B-TREE" not in plan


async def test_the_longest_unasked_come_first_and_what_was_asked_waits(
    storage: SqlStorage, scene: Scene
) -> None:
    await keep(storage, *(case_number(number) for number in (3, 1, 2)), case_number(4, CaseStatus.CLEARED))

    async def least_recently_polled(before: datetime, limit: int = 10) -> list[str]:
        statuses = {CaseStatus.ORDERED}
        return list(
            await storage.read(lambda unit: unit.screenings.least_recently_polled(statuses, before, limit))
        )

    assert await least_recently_polled(minutes_later(3)) == ["scr_1", "scr_2"]
    await storage.write(lambda unit: unit.screenings.note_polled("scr_1", LATER))
    assert await least_recently_polled(LATER, 1) == ["scr_2"]
    assert await least_recently_polled(minutes_later(11)) == ["scr_2", "scr_3", "scr_1"]
    assert (await storage.read(lambda unit: unit.screenings.get("scr_1"))) == case_number(1)
    count = await storage.read(lambda unit: unit.screenings.count_unchanged(CaseStatus.ORDERED, LATER, 2))
    assert count == 2
