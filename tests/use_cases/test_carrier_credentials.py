"""Trips that need a carrier go to drivers with verified credentials, and to nobody else (OP-102)."""

from datetime import timedelta
from typing import Any

import attrs
import pytest

from haulage.authority import (
    CarrierCredentialRequired,
    CredentialClaim,
    CredentialStatus,
)
from haulage.email import EmailKind
from haulage.jobs import JobKind
from haulage.kernel.actor import Actor, UserType
from haulage.kernel.carrier import COVER_FLOOR_CENTS, CredentialKind
from haulage.kernel.errors import InvalidInput, NotFound
from haulage.kernel.own_case import OwnCase
from haulage.kernel.services import ServiceType
from haulage.orders import Order
from haulage.ports.storage.paging import PageRequest
from haulage.services.dispatch.eligibility import CredentialLapsed, CredentialNeeded
from haulage.services.dispatch.reassignment import CandidateWithoutCredential
from haulage.use_cases.jobs.schedule import RECURRING_JOBS
from use_cases.scenario import ADMIN, Scenario
from use_cases.test_trip_authority import in_real_mode

pytestmark = pytest.mark.anyio

CERTIFICATE = CredentialClaim(CredentialKind.STATE_CERTIFICATE, "T-39120", "NY")


def insurance(scenario: Scenario, days: int = 60, **changes: Any) -> CredentialClaim:
    ends = scenario.clock.now().date() + timedelta(days=days)
    claim = CredentialClaim(
        CredentialKind.INSURANCE, "P-1", issuer="Empire", cover_cents=COVER_FLOOR_CENTS, expires_on=ends
    )
    return attrs.evolve(claim, **changes)


async def hold(scenario: Scenario, driver: Actor, *claims: CredentialClaim) -> None:
    authority = scenario.market.authority
    for claim in claims:
        recorded = await authority.credentials.record(driver, claim)
        await authority.decide.verify(ADMIN, recorded.id, "Looked up")


async def queued(scenario: Scenario, kind: EmailKind) -> int:
    """How many mails of a kind were queued so far."""
    stored = await scenario.storage.read(lambda unit: unit.emails.latest(50))
    return len([mail for mail in stored if mail.kind is kind])


async def a_carrier(scenario: Scenario, name: str = "gil", **facts: Any) -> Actor:
    driver = await scenario.driver(name, **facts)
    await hold(scenario, driver, CERTIFICATE, insurance(scenario))
    return driver


async def moved(scenario: Scenario, ada: Actor, driver: Actor) -> Order:
    """A move, which needs a certificate, assigned to the driver."""
    return await scenario.assigned(ada, driver, service_type=ServiceType.MOVING)


async def test_only_carriers_with_verified_credentials_are_offered_a_move(
    scenario: Scenario, ada: Actor
) -> None:
    scenario = in_real_mode(scenario)
    dee, gil = await scenario.driver("dee"), await scenario.driver("gil")
    assert set(await scenario.offered_ids(ada)) == {"drv_dee", "drv_gil"}
    recorded = await scenario.market.authority.credentials.record(gil, CERTIFICATE)
    await hold(scenario, gil, insurance(scenario))
    with pytest.raises(CarrierCredentialRequired):
        await scenario.quote(ada, service_type=ServiceType.MOVING)
    await scenario.market.authority.decide.verify(ADMIN, recorded.id, "dot.ny.gov")
    assert await scenario.offered_ids(ada, service_type=ServiceType.MOVING) == ["drv_gil"]
    assert dee.driver_id is not None


async def test_a_move_after_the_insurance_ends_is_not_sold(scenario: Scenario, ada: Actor) -> None:
    scenario = in_real_mode(scenario)
    await a_carrier(scenario)
    last = scenario.clock.now() + timedelta(days=60)
    quote = await scenario.quote(ada, service_type=ServiceType.MOVING, scheduled_time=last)
    assert quote.carrier_need is not None
    with pytest.raises(CarrierCredentialRequired):
        await scenario.quote(ada, service_type=ServiceType.MOVING, scheduled_time=last + timedelta(days=1))


async def test_the_booked_need_stays_with_the_order_and_binds_every_driver(
    scenario: Scenario, ada: Actor
) -> None:
    scenario = in_real_mode(scenario)
    gil = await a_carrier(scenario)
    order = await moved(scenario, ada, gil)
    assert order.carrier_need is not None
    dee = await scenario.driver("dee")
    await scenario.market.dispatch.offers.decline(gil, order.id)
    assert (await scenario.market.dispatch.offers(dee)).offers == []
    assert (await scenario.market.drivers.jobs(dee)).available == []
    with pytest.raises(CredentialNeeded):
        await scenario.market.dispatch.accept_offer(dee, order.id)
    candidates = await scenario.market.dispatch.find_candidates(ADMIN, order.id)
    assert {each.refused for each in candidates if each.driver.id == "drv_dee"} == {
        CandidateWithoutCredential.message
    }


async def test_a_revoked_credential_counts_no_more(scenario: Scenario, ada: Actor) -> None:
    scenario = in_real_mode(scenario)
    gil = await a_carrier(scenario)
    held = {each.claim.kind: each for each in await scenario.market.authority.credentials.list(gil)}
    revoked = held[CredentialKind.STATE_CERTIFICATE]
    await scenario.market.authority.decide.reject(ADMIN, revoked.id, "The state revoked it")
    with pytest.raises(CarrierCredentialRequired):
        await scenario.quote(ada, service_type=ServiceType.MOVING)
    shown = await scenario.market.authority.credentials.list(gil)
    assert "The state revoked it" in {each.note for each in shown}
    assert await queued(scenario, EmailKind.CREDENTIAL_REJECTED) == 1


async def test_a_renewal_takes_the_place_of_the_old_one_once_it_is_verified(scenario: Scenario) -> None:
    gil = await a_carrier(scenario)
    credentials, decide = scenario.market.authority.credentials, scenario.market.authority.decide
    renewal = insurance(scenario, days=400, number="P-2")
    first = await credentials.record(gil, renewal)
    assert await credentials.record(gil, renewal) == first, "said again"
    corrected = await credentials.record(gil, attrs.evolve(renewal, number="P-3"))
    waiting = (await decide.list(ADMIN, PageRequest())).items
    assert [each.credential.id for each in waiting] == [corrected.id]
    profile = await scenario.storage.read(lambda unit: unit.drivers.get("drv_gil"))
    assert profile is not None
    before = {each.expires_on for each in profile.credentials}
    await decide.verify(ADMIN, corrected.id, "Called the insurer")
    profile = await scenario.storage.read(lambda unit: unit.drivers.get("drv_gil"))
    assert profile is not None
    assert len(profile.credentials) == 2
    assert {each.expires_on for each in profile.credentials} - before == {renewal.expires_on}


async def test_an_order_is_not_begun_on_credentials_that_lapsed_and_goes_on_once_they_are_renewed(
    scenario: Scenario, ada: Actor
) -> None:
    scenario = in_real_mode(scenario)
    gil = await a_carrier(scenario)
    order = await moved(scenario, ada, gil)
    held = {each.claim.kind: each for each in await scenario.market.authority.credentials.list(gil)}
    revoked = held[CredentialKind.STATE_CERTIFICATE]
    await scenario.market.authority.decide.reject(ADMIN, revoked.id, "The state revoked it")
    steps = scenario.market.deliveries.steps
    for step in (steps.set_out, steps.start):
        with pytest.raises(CredentialLapsed):
            await step(gil, order.id)
    assert (await scenario.order(order.id)).driver_id == gil.driver_id
    await hold(scenario, gil, CERTIFICATE)
    assert (await steps.set_out(gil, order.id)).en_route_at is not None
    await scenario.market.authority.credentials.withdraw(gil, held[CredentialKind.INSURANCE].id)
    assert (await steps.hand_back(gil, order.id)).driver_id is None


async def test_nobody_withdraws_anothers_credential(scenario: Scenario) -> None:
    gil, dee = await a_carrier(scenario), await scenario.driver("dee")
    credentials = scenario.market.authority.credentials
    held = (await credentials.list(gil))[0]
    with pytest.raises(NotFound):
        await credentials.withdraw(dee, held.id)
    gone = await credentials.withdraw(gil, held.id)
    assert gone.status is CredentialStatus.WITHDRAWN
    assert held.id not in {each.id for each in await credentials.list(gil)}


async def test_what_is_over_is_not_recorded(scenario: Scenario) -> None:
    gil = await scenario.driver("gil")
    with pytest.raises(InvalidInput) as refused:
        await scenario.market.authority.credentials.record(gil, insurance(scenario, days=-1))
    assert refused.value.field == "expires_on"


async def test_a_driver_is_reminded_once_of_each_step_to_the_end(scenario: Scenario) -> None:
    await a_carrier(scenario)
    watch, reminders = scenario.market.authority.watch, []
    for days in (29, 1, 0, 22, 1, 6, 1, 1):
        scenario.clock.turn(days=days)
        before = await queued(scenario, EmailKind.CREDENTIAL_ENDING)
        await watch("today")
        reminders.append(await queued(scenario, EmailKind.CREDENTIAL_ENDING) - before)
    assert reminders == [0, 1, 0, 0, 1, 1, 0, 0]
    assert JobKind.WATCH_CREDENTIALS in {each.kind for each in RECURRING_JOBS}


async def test_no_carrier_decides_about_their_own_credential(scenario: Scenario) -> None:
    gil = await a_carrier(scenario)
    decide = scenario.market.authority.decide
    recorded = await scenario.market.authority.credentials.record(
        gil, insurance(scenario, days=400, number="P-2")
    )
    promoted = attrs.evolve(gil, user_type=UserType.ADMIN)
    for decision in (decide.verify, decide.reject):
        with pytest.raises(OwnCase):
            await decision(promoted, recorded.id, "I know myself")
    await decide.reject(ADMIN, recorded.id, "The insurer knows of none")
