"""What the store of claims promises, on SQLite and PostgreSQL."""

import asyncio
from datetime import datetime
from typing import Any

import attrs
import pytest

from adapters.conftest import Scene
from builders import NOON, a_payment, an_order, minutes_later
from haulage.claims import Claim, ClaimDecision, ClaimState, decide_claim
from haulage.kernel.errors import Conflict
from haulage.payments.payment import request_refund, submit, succeed
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage_adapters.sql.errors import DatabaseRefused
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

ALL = PageRequest(10)


def a_report(number: int = 0, at: datetime = NOON, **changes: Any) -> Claim:
    claim = Claim(f"clm_{number}", f"ord_{number}", "usr_1", "drv_1", "Nobody came. \U0001f69a", at)
    return attrs.evolve(claim, **changes)


def released(claim: Claim) -> Claim:
    return decide_claim(claim, ClaimDecision.RELEASE, by="usr_3", reason="Signed for.", now=minutes_later(5))


@pytest.fixture
async def orders(scene: Scene) -> None:
    """Three, by number."""
    await scene.orders(an_order(f"ord_{number}") for number in range(3))


async def keep(storage: SqlStorage, *claims: Claim) -> None:
    async def add(unit: UnitOfWork) -> None:
        for claim in claims:
            await unit.claims.add(claim)

    await storage.write(add)


@pytest.mark.usefixtures("orders")
async def test_a_report_comes_back_equal_by_its_id_and_by_its_order(storage: SqlStorage) -> None:
    claim = a_report()
    await keep(storage, claim)
    assert await storage.read(lambda unit: unit.claims.get("clm_0")) == claim
    assert await storage.read(lambda unit: unit.claims.of_order("ord_0")) == claim
    assert await storage.read(lambda unit: unit.claims.get("clm_x")) is None
    assert await storage.read(lambda unit: unit.claims.of_order("ord_1")) is None


@pytest.mark.usefixtures("orders")
async def test_an_order_is_claimed_once_however_many_say_so_at_once(storage: SqlStorage) -> None:
    tried = [keep(storage, a_report(id=f"clm_{number}")) for number in range(5)]
    came = await asyncio.gather(*tried, return_exceptions=True)
    assert sorted(str(type(each)) for each in came if each) == [str(Conflict)] * 4


@pytest.mark.usefixtures("orders")
async def test_a_decision_comes_back_equal_and_a_second_one_is_refused(storage: SqlStorage) -> None:
    claim = a_report()
    await keep(storage, claim)
    decided = await storage.write(lambda unit: unit.claims.save(claim, released(claim)))
    assert decided == attrs.evolve(released(claim), version=2)
    assert await storage.read(lambda unit: unit.claims.get(claim.id)) == decided
    with pytest.raises(Conflict):
        await storage.write(lambda unit: unit.claims.save(claim, released(claim)))


@pytest.mark.usefixtures("orders")
async def test_what_is_open_has_no_decision_and_what_is_decided_has_one(storage: SqlStorage) -> None:
    for wrong in (a_report(decided_at=NOON), a_report(state=ClaimState.RELEASED)):
        with pytest.raises(DatabaseRefused):
            await keep(storage, wrong)


@pytest.mark.usefixtures("orders")
async def test_reports_are_listed_newest_first_page_by_page_and_by_state(storage: SqlStorage) -> None:
    claims = [a_report(number, minutes_later(number)) for number in range(3)]
    await keep(storage, *claims)
    await storage.write(lambda unit: unit.claims.save(claims[1], released(claims[1])))
    first = await storage.read(lambda unit: unit.claims.list(None, PageRequest(2)))
    assert [each.claim.id for each in first.items] == ["clm_2", "clm_1"]
    rest = await storage.read(lambda unit: unit.claims.list(None, PageRequest(2, first.next)))
    assert ([each.claim.id for each in rest.items], rest.next) == (["clm_0"], None)
    opened = await storage.read(lambda unit: unit.claims.list(ClaimState.OPEN, ALL))
    assert [each.claim for each in opened.items] == [claims[2], claims[0]]


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
        each.claim.id: each for each in (await storage.read(lambda unit: unit.claims.list(None, ALL))).items
    }
    assert told["clm_0"].refundable_cents == paid.amount_cents - 1_00
    assert told["clm_1"].refundable_cents == 0
    assert (told["clm_1"].order_number, told["clm_1"].driver_name) == (10_001, "Dee Driver")
