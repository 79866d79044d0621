"""What the store of reports promises, on SQLite and PostgreSQL."""

import asyncio
from datetime import datetime
from typing import Any

import attrs
import pytest

from adapters.conftest import Scene
from builders import NOON, a_payment, an_order, minutes_later
from haulage.kernel.errors import Conflict
from haulage.orders.report import DeliveryReport, ReportDecision, ReportState, decide_report
from haulage.payments.payment import request_refund, submit, succeed
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage_adapters.sql.errors import DatabaseRefused
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

ALL = PageRequest(10)


def a_report(number: int = 0, at: datetime = NOON, **changes: Any) -> DeliveryReport:
    report = DeliveryReport(f"rpt_{number}", f"ord_{number}", "usr_1", "drv_1", "Nobody came. \U0001f69a", at)
    return attrs.evolve(report, **changes)


def released(report: DeliveryReport) -> DeliveryReport:
    return decide_report(
        report, ReportDecision.RELEASE, by="usr_3", reason="Signed for.", now=minutes_later(5)
    )


@pytest.fixture
async def orders(scene: Scene) -> None:
    """Three, by number."""
    await scene.orders(an_order(f"ord_{number}") for number in range(3))


async def keep(storage: SqlStorage, *reports: DeliveryReport) -> None:
    async def add(unit: UnitOfWork) -> None:
        for report in reports:
            await unit.reports.add(report)

    await storage.write(add)


@pytest.mark.usefixtures("orders")
async def test_a_report_comes_back_equal_by_its_id_and_by_its_order(storage: SqlStorage) -> None:
    report = a_report()
    await keep(storage, report)
    assert await storage.read(lambda unit: unit.reports.get("rpt_0")) == report
    assert await storage.read(lambda unit: unit.reports.of_order("ord_0")) == report
    assert await storage.read(lambda unit: unit.reports.get("rpt_x")) is None
    assert await storage.read(lambda unit: unit.reports.of_order("ord_1")) is None


@pytest.mark.usefixtures("orders")
async def test_an_order_is_reported_once_however_many_say_so_at_once(storage: SqlStorage) -> None:
    tried = [keep(storage, a_report(id=f"rpt_{number}")) for number in range(5)]
    came = await asyncio.gather(*tried, return_exceptions=True)
    assert sorted(str(type(each)) for each in came if each) == [str(Conflict)] * 4


@pytest.mark.usefixtures("orders")
async def test_a_decision_comes_back_equal_and_a_second_one_is_refused(storage: SqlStorage) -> None:
    report = a_report()
    await keep(storage, report)
    decided = await storage.write(lambda unit: unit.reports.save(report, released(report)))
    assert decided == attrs.evolve(released(report), version=2)
    assert await storage.read(lambda unit: unit.reports.get(report.id)) == decided
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.reports.save(report, released(report)))


@pytest.mark.usefixtures("orders")
async def test_what_is_open_has_no_decision_and_what_is_decided_has_one(storage: SqlStorage) -> None:
    for wrong in (a_report(decided_at=NOON), a_report(state=ReportState.RELEASED)):
        with pytest.raises(DatabaseRefused):
            await keep(storage, wrong)


@pytest.mark.usefixtures("orders")
async def test_reports_are_listed_newest_first_page_by_page_and_by_state(storage: SqlStorage) -> None:
    reports = [a_report(number, minutes_later(number)) for number in range(3)]
    await keep(storage, *reports)
    await storage.write(lambda unit: unit.reports.save(reports[1], released(reports[1])))
    first = await storage.read(lambda unit: unit.reports.list(None, PageRequest(2)))
    assert [each.report.id for each in first.items] == ["rpt_2", "rpt_1"]
    rest = await storage.read(lambda unit: unit.reports.list(None, PageRequest(2, first.next)))
    assert ([each.report.id for each in rest.items], rest.next) == (["rpt_0"], None)
    opened = await storage.read(lambda unit: unit.reports.list(ReportState.OPEN, ALL))
    assert [each.report for each in opened.items] == [reports[2], reports[0]]


@pytest.mark.usefixtures("orders")
async def test_the_list_tells_driver_number_and_what_is_left_to_give_back(
    storage: SqlStorage,
) -> None:
    paid = succeed(submit(a_payment(order_id="ord_0"), NOON), 1_08, NOON)

    async def add(unit: UnitOfWork) -> None:
        await unit.payments.add(paid)
        await unit.payments.save(paid, request_refund(paid, 1_00, NOON))

    await storage.write(add)
    await keep(storage, a_report(0), a_report(1))
    told = {
        each.report.id: each for each in (await storage.read(lambda unit: unit.reports.list(None, ALL))).items
    }
    assert told["rpt_0"].refundable_cents == paid.amount_cents - 1_00
    assert told["rpt_1"].refundable_cents == 0
    assert (told["rpt_1"].order_number, told["rpt_1"].driver_name) == (10_001, "Dee Driver")
