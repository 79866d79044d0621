"""Accepted orders whose driver may not set out are listed, and administrators get a mail a day."""

import pytest

from haulage.authority import CredentialStatus
from haulage.drivers import lapse_documents
from haulage.email import EmailKind
from haulage.kernel.actor import Actor, UserType
from haulage.kernel.errors import Forbidden
from haulage.use_cases.authority.orders_at_risk import Lapse
from use_cases.scenario import ADMIN, Scenario
from use_cases.test_carrier_credentials import a_carrier, moved, queued
from use_cases.test_driver_documents import profile
from use_cases.test_trip_authority import in_real_mode

pytestmark = pytest.mark.anyio


async def listed(scenario: Scenario) -> list[tuple[str, Lapse]]:
    return [(each.order.id, each.lapsed) for each in await scenario.market.authority.at_risk.list(ADMIN)]


async def test_a_revoked_credential_puts_the_accepted_order_on_the_list(
    scenario: Scenario, ada: Actor
) -> None:
    scenario = in_real_mode(scenario)
    await scenario._user("boss", UserType.ADMIN)
    gil = await a_carrier(scenario)
    order = await moved(scenario, ada, gil)
    watch = scenario.market.authority.watch
    await watch("2026-11-23")
    assert await listed(scenario) == []
    assert await queued(scenario, EmailKind.ORDERS_AT_RISK) == 0
    held = next(
        each
        for each in await scenario.market.authority.credentials.list(gil)
        if each.status is CredentialStatus.VERIFIED
    )
    await scenario.market.authority.decide.reject(ADMIN, held.id, "The state revoked it")
    assert await listed(scenario) == [(order.id, Lapse.CREDENTIALS)]
    for day in (1, 2):
        await watch(f"2026-11-2{day}")
        assert await queued(scenario, EmailKind.ORDERS_AT_RISK) == day


async def test_a_lapsed_document_puts_the_accepted_order_on_the_list(scenario: Scenario, ada: Actor) -> None:
    dee = await scenario.driver("dee")
    order = await scenario.assigned(ada, dee)
    assert await listed(scenario) == []
    driver = await profile(scenario, dee)
    lapsed = lapse_documents(driver, scenario.clock.now())
    await scenario.storage.write(lambda unit: unit.drivers.save(driver, lapsed))
    assert await listed(scenario) == [(order.id, Lapse.DOCUMENTS)]


async def test_nobody_else_sees_the_list(scenario: Scenario, ada: Actor) -> None:
    with pytest.raises(Forbidden):
        await scenario.market.authority.at_risk.list(ada)
