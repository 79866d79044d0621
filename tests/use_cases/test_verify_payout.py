"""Asking the provider whether it has a payout as we do (OUT-07)."""

import attrs
import pytest

from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound, Unavailable
from haulage.payouts import PayoutStatus
from haulage.payouts.verification import Compared, Discrepancy, VerificationStatus
from haulage.ports.payouts import ProviderPayout
from use_cases.bookkeeping import driven
from use_cases.paying_out import INSTANT, a_method, ask, faulty, stored
from use_cases.scenario import ADMIN, Scenario

pytestmark = pytest.mark.anyio

VERIFIED, FAILED, PENDING = VerificationStatus.VERIFIED, VerificationStatus.FAILED, VerificationStatus.PENDING


@pytest.fixture
async def paid(scenario: Scenario, ada: Actor, dee: Actor) -> Actor:
    await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    await a_method(scenario, dee)
    return dee


async def test_a_payout_is_pending_until_the_provider_has_paid_it(scenario: Scenario, paid: Actor) -> None:
    verify = scenario.market.payouts.verify
    payout = await ask(scenario, paid, 10_00, INSTANT)
    unsent = await verify(paid, payout.id)
    assert (unsent.status, unsent.provider_id, unsent.discrepancies) == (PENDING, None, ())
    await scenario.market.payouts.send(payout.id)
    sent = await verify(paid, payout.id)
    assert (sent.status, sent.last4, sent.method) == (PENDING, "5556", INSTANT)
    assert sent.provider_id == (await stored(scenario, payout)).provider_id is not None
    scenario.clock.turn(minutes=31)
    late = await verify(paid, payout.id)
    assert (late.status, late.verified_at) == (VERIFIED, scenario.clock.now())
    assert late.discrepancies == (Discrepancy(Compared.STATUS, "pending", "paid"),)
    assert (await stored(scenario, payout)).status is PayoutStatus.PENDING
    await scenario.market.payouts.send.look_at(payout.id)
    assert (await verify(ADMIN, payout.id)).discrepancies == ()


async def test_what_the_provider_has_otherwise_is_told_by_field(scenario: Scenario, paid: Actor) -> None:
    provider = faulty(scenario)
    payout = await ask(scenario, paid, 10_00, INSTANT)
    await scenario.market.payouts.send(payout.id)
    verify = attrs.evolve(scenario.market.payouts.verify, provider=scenario.market.payouts.send.provider)
    provider.slow = True
    slow = await verify(paid, payout.id)
    assert (slow.status, slow.discrepancies) == (
        PENDING,
        (Discrepancy(Compared.METHOD, "instant", "standard"),),
    )
    provider.slow = False
    less: object = OtherAmount(provider.inner)
    other = await attrs.evolve(verify, provider=less)(paid, payout.id)
    assert (other.status, other.discrepancies) == (
        FAILED,
        (Discrepancy(Compared.AMOUNT, "930", "929"),),
    )
    provider.down_before.add("status")
    with pytest.raises(Unavailable):
        await verify(paid, payout.id)


async def test_a_payout_that_failed_or_is_anothers_is_not_verified(scenario: Scenario, paid: Actor) -> None:
    faulty(scenario).refuses.add("send")
    payout = await ask(scenario, paid, 10_00, INSTANT)
    await scenario.market.payouts.send(payout.id)
    verify, eve = scenario.market.payouts.verify, await scenario.driver("eve")
    assert (await verify(paid, payout.id)).status is FAILED
    for attempt in (verify(eve, payout.id), verify(ADMIN, "pyt_none")):
        with pytest.raises(NotFound, match="Payout not found"):
            await attempt


@attrs.frozen
class OtherAmount:
    """A provider that pays a cent less."""

    inner: object

    async def status(self, account: str, payout_id: str) -> ProviderPayout:
        found: ProviderPayout = await self.inner.status(account, payout_id)  # type: ignore[attr-defined]
        return attrs.evolve(found, net_cents=found.net_cents - 1)
