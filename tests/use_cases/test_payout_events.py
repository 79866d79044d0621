"""What the provider writes about payouts: a hint to ask, once, and only about what is ours."""

import json

import attrs
import pytest

from haulage.kernel.errors import Unavailable
from haulage.payments import ProviderRefused
from haulage.use_cases.payouts.payout_events import PayoutEvents
from haulage.webhooks.event import EventKind, EventProvider, EventState
from provider_faults import READERS, Letter, an_event
from use_cases.scenario import Scenario

pytestmark = pytest.mark.anyio

ACCOUNT, PAYOUT = "acct_dee", "po_1"
TYPES = ("payout.created", "payout.updated", "payout.paid", "payout.failed", "payout.canceled")


@attrs.define
class Hints:
    """Who would ask the provider: what they were given, and what they answer."""

    ours: bool = True
    fault: Exception | None = None
    requests: list[tuple[str, str]] = attrs.Factory(list)

    async def __call__(self, account: str, payout: str) -> bool:
        self.requests.append((account, payout))
        if self.fault is not None:
            raise self.fault
        return self.ours


async def written(
    scenario: Scenario,
    payouts: Hints | None,
    type: str = "payout.paid",
    *,
    account: str | None = ACCOUNT,
    copies: int = 1,
) -> EventState:
    """What has become of such an event."""
    now = scenario.clock.now()
    body = {**json.loads(an_event("evt_1", type, PAYOUT, now)), "account": account}
    letter = Letter(json.dumps(body).encode())
    handlers = {} if payouts is None else {EventKind.PAYOUT: PayoutEvents(payouts)}
    receive = scenario.market.webhooks.receive
    applying = attrs.evolve(receive.apply_event, handlers=handlers)
    receive = attrs.evolve(receive, readers=READERS, apply_event=applying)
    for _ in range(copies):
        await receive(EventProvider.STRIPE, letter.payload, letter.signature(now))
    stored = await scenario.storage.read(lambda unit: unit.provider_events.get("evt_1"))
    assert stored is not None
    return stored.state


@pytest.mark.parametrize("type", TYPES)
async def test_the_provider_is_asked_about_the_payout_of_the_account(scenario: Scenario, type: str) -> None:
    hints = Hints()
    assert await written(scenario, hints, type) is EventState.APPLIED
    assert hints.requests == [(ACCOUNT, PAYOUT)]


async def test_copies_of_an_event_lead_to_one_question(scenario: Scenario) -> None:
    hints = Hints()
    await written(scenario, hints, copies=3)
    assert len(hints.requests) == 1


@pytest.mark.parametrize("hints", [Hints(ours=False), Hints(fault=ProviderRefused("There is none."))])
async def test_payouts_of_others_are_ignored(scenario: Scenario, hints: Hints) -> None:
    assert await written(scenario, hints) is EventState.IGNORED


async def test_payouts_of_the_platform_itself_are_ignored(scenario: Scenario) -> None:
    hints = Hints()
    assert await written(scenario, hints, account=None) is EventState.IGNORED
    assert hints.requests == []


async def test_an_event_waits_while_the_provider_cannot_be_asked(scenario: Scenario) -> None:
    assert await written(scenario, Hints(fault=Unavailable("cards"))) is EventState.WAITING


async def test_an_event_waits_for_a_release_that_pays_out(scenario: Scenario) -> None:
    assert await written(scenario, None) is EventState.WAITING
