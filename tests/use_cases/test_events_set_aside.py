"""Events of the card provider that cannot be read, or that nobody handles yet: kept, told of, read later."""

import json
import logging
import random
from typing import Any

import attrs
import pytest

from haulage.jobs import JobState, StoredJob
from haulage.kernel.actor import Actor
from haulage.orders import Order
from haulage.payments import DisputeState
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.webhooks.apply_event import EventUnreadable
from haulage.use_cases.webhooks.event_log import ReadAgain, WebhookEventLog
from haulage.use_cases.webhooks.receive_webhook import ReceiveWebhook
from haulage.webhooks.event import EventKind, EventProvider, EventState, ProviderEvent, StoredWebhookEvent
from haulage_adapters.stripe_payments import StripeEvents
from provider_faults import READERS, Letter, an_event
from use_cases.bookkeeping import balances
from use_cases.databases import ON_EACH_DATABASE
from use_cases.scenario import ADMIN, Scenario

pytestmark = [pytest.mark.anyio, ON_EACH_DATABASE]

PRICE, FEE, INTENT = 27_06, 15_00, "pi_ord_1"
HUGE = 10**300


class Later(StripeEvents):
    """A later release: it reads what this one cannot, and handles top-ups."""

    def read_again(self, event: ProviderEvent) -> ProviderEvent:
        if event.type.startswith("topup."):
            return attrs.evolve(event, kind=EventKind.TRANSFER)
        if event.body is None:
            return event
        event_body = json.loads(event.body)
        event_body["data"]["object"]["amount"] = event_body["data"]["object"].pop("money")["cents"]
        return attrs.evolve(super().read_again(attrs.evolve(event, body=json.dumps(event_body).encode())))


@pytest.fixture
def hear(scenario: Scenario) -> ReceiveWebhook:
    return attrs.evolve(scenario.market.webhooks.receive, readers=READERS)


@pytest.fixture
def event_log(scenario: Scenario) -> WebhookEventLog:
    return attrs.evolve(scenario.market.webhooks.event_log, readers=READERS)


@pytest.fixture
async def paid(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    order = await scenario.book(ada, dee)
    return (await scenario.pay(ada, order)).order


async def deliver(scenario: Scenario, hear: ReceiveWebhook, payload: bytes) -> None:
    await hear(EventProvider.STRIPE, payload, Letter(payload).signature(scenario.clock.now()))


async def listed(event_log: WebhookEventLog, state: EventState | None = None) -> list[StoredWebhookEvent]:
    return list((await event_log.list(ADMIN, PageRequest(50), state=state)).items)


def a_dispute(scenario: Scenario, id: str, status: str, *entries: dict[str, Any], **about: Any) -> bytes:
    facts = {"amount": PRICE, "payment_intent": INTENT, "reason": "fraudulent", "status": status}
    facts |= {"balance_transactions": list(entries)} | about
    return an_event(id, "charge.dispute.updated", "du_1", scenario.clock.now(), **facts)


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"null",
        b"[1]",
        b"\xff\xfe",
        b"[" * 50_000,
        b"{}",
        b'{"id": "evt_1"}',
        b'{"id": 7, "type": ["x"]}',
    ],
)
async def test_what_is_genuine_and_cannot_be_read_is_kept_once_with_an_alarm(
    scenario: Scenario,
    hear: ReceiveWebhook,
    event_log: WebhookEventLog,
    caplog: pytest.LogCaptureFixture,
    payload: bytes,
) -> None:
    for _ in range(2):
        await deliver(scenario, hear, payload)
    (stored,) = await listed(event_log, EventState.UNREADABLE)
    assert stored.event.body == payload
    assert stored.event.fault
    assert {record.levelno for record in caplog.records if "cannot be read" in record.message} == {
        logging.ERROR
    }
    assert await event_log.retry(ADMIN) == ReadAgain(looked_at=1, understood=0)
    job = await the_job(scenario, stored.event.id)
    assert (job.state, job.last_error) == (
        JobState.DEAD,
        f"A genuine event of a provider cannot be read: {stored.event.fault}.",
    )


async def the_job(scenario: Scenario, event_id: str) -> StoredJob:
    found = await scenario.market.jobs.manage.list(ADMIN, PageRequest(50), kind="apply_provider_event")
    (job,) = [job for job in found.items if job.subject == event_id]
    return job


async def test_a_later_release_reads_it_and_it_has_its_effect(
    scenario: Scenario, paid: Order, hear: ReceiveWebhook, event_log: WebhookEventLog
) -> None:
    event_body = json.loads(a_dispute(scenario, "evt_d", "needs_response", {"amount": -PRICE, "fee": FEE}))
    event_body["data"]["object"]["money"] = {"cents": event_body["data"]["object"].pop("amount")}
    await deliver(scenario, hear, json.dumps(event_body).encode())
    assert (await scenario.payment(paid)).dispute is None
    later = attrs.evolve(event_log, readers={EventProvider.STRIPE: Later("whsec_x")})
    assert await later.retry(ADMIN) == ReadAgain(looked_at=1, understood=1)
    assert (await scenario.payment(paid)).dispute is DisputeState.OPEN
    assert await later.retry(ADMIN) == ReadAgain(looked_at=0, understood=0)
    (stored,) = await listed(event_log)
    assert (stored.state, stored.event.body) == (EventState.APPLIED, None)
    assert (await the_job(scenario, "evt_d")).state is JobState.WAITING
    await balances(scenario)


async def test_an_administrator_who_retries_its_job_has_it_read_again(
    scenario: Scenario, paid: Order, hear: ReceiveWebhook
) -> None:
    event_body = json.loads(a_dispute(scenario, "evt_d", "needs_response"))
    event_body["data"]["object"]["money"] = {"cents": event_body["data"]["object"].pop("amount")}
    await deliver(scenario, hear, json.dumps(event_body).encode())
    with pytest.raises(EventUnreadable, match="amount"):
        await attrs.evolve(hear.apply_event, readers=READERS)("evt_d")
    await attrs.evolve(hear.apply_event, readers={EventProvider.STRIPE: Later("whsec_x")})("evt_d")
    assert (await scenario.payment(paid)).dispute is DisputeState.OPEN


async def test_a_copy_that_can_be_read_by_now_has_its_effect(
    scenario: Scenario, paid: Order, hear: ReceiveWebhook, event_log: WebhookEventLog
) -> None:
    readable = a_dispute(scenario, "evt_d", "needs_response")
    await deliver(scenario, hear, readable.replace(str(PRICE).encode(), b'"much"'))
    assert [stored.state for stored in await listed(event_log)] == [EventState.UNREADABLE]
    await deliver(scenario, hear, readable)
    assert [stored.state for stored in await listed(event_log)] == [EventState.APPLIED]
    assert (await scenario.payment(paid)).dispute is DisputeState.OPEN


async def test_what_nobody_handles_can_be_gone_back_to(
    scenario: Scenario, hear: ReceiveWebhook, event_log: WebhookEventLog
) -> None:
    topup = json.loads(an_event("evt_p", "topup.succeeded", "po_1", scenario.clock.now())) | {
        "account": "acct_1"
    }
    await deliver(scenario, hear, json.dumps(topup).encode())
    (stored,) = await listed(event_log, EventState.UNHANDLED)
    assert (stored.event.account, stored.event.object_reference) == ("acct_1", "po_1")
    assert await event_log.retry(ADMIN) == ReadAgain(looked_at=1, understood=0)
    later = attrs.evolve(event_log, readers={EventProvider.STRIPE: Later("whsec_x")})
    assert await later.retry(ADMIN) == ReadAgain(looked_at=1, understood=1)
    assert await listed(event_log, EventState.UNHANDLED) == []


async def test_ids_may_have_255_characters(
    scenario: Scenario, paid: Order, hear: ReceiveWebhook, event_log: WebhookEventLog
) -> None:
    id = "evt_" + "x" * 251
    payload = a_dispute(scenario, id, "needs_response")
    for _ in range(2):
        await deliver(scenario, hear, payload)
    (stored,) = await listed(event_log)
    assert (stored.state, stored.event.provider_id) == (EventState.APPLIED, id)
    assert (await scenario.payment(paid)).dispute is DisputeState.OPEN


async def test_a_fee_that_is_given_back_with_a_won_dispute_is_ours_again(
    scenario: Scenario, paid: Order, hear: ReceiveWebhook
) -> None:
    before = await balances(scenario)
    taken = {"amount": -PRICE, "fee": FEE, "net": -PRICE - FEE}
    await deliver(scenario, hear, a_dispute(scenario, "evt_1", "needs_response", taken))
    assert (await balances(scenario))["processing_fees"] - before.get("processing_fees", 0) == FEE
    back = {"amount": PRICE, "fee": -FEE, "net": PRICE + FEE}
    await deliver(scenario, hear, a_dispute(scenario, "evt_2", "won", taken, back))
    await deliver(scenario, hear, a_dispute(scenario, "evt_1b", "under_review", taken))
    assert (await scenario.payment(paid)).dispute is DisputeState.WON
    assert await balances(scenario) == before


@pytest.mark.parametrize(
    ("status", "entries", "gone"),
    [
        ("lost", [(-PRICE, FEE)], PRICE + FEE),
        ("lost", [(-PRICE, FEE), (-10, 0)], PRICE + FEE + 10),
        ("lost", [(-PRICE + 25, None)], PRICE - 25),
        ("won", [(-PRICE, FEE), (PRICE, 0)], FEE),
        ("won", [(-PRICE, FEE), (PRICE - 7, 0)], FEE + 7),
        ("won", [(-PRICE, FEE), (PRICE, -FEE)], 0),
    ],
)
async def test_what_a_dispute_costs_is_all_that_the_balance_has_lost_by_it(
    scenario: Scenario,
    paid: Order,
    hear: ReceiveWebhook,
    status: str,
    entries: list[tuple[int, int | None]],
    gone: int,
) -> None:
    before = (await balances(scenario))["card_clearing"]
    booked = [{"amount": amount, "fee": fee} for amount, fee in entries]
    for number in range(len(booked)):
        await deliver(
            scenario, hear, a_dispute(scenario, f"evt_{number}", "needs_response", *booked[: number + 1])
        )
    await deliver(scenario, hear, a_dispute(scenario, "evt_end", status, *booked))
    after = await balances(scenario)
    assert before - after["card_clearing"] == gone
    assert "disputes" not in after


@pytest.mark.both_databases
async def test_no_signed_body_whatever_is_refused_or_breaks_anything(
    scenario: Scenario, paid: Order, hear: ReceiveWebhook, event_log: WebhookEventLog
) -> None:
    luck = random.Random(5)
    taken = {"amount": -PRICE, "fee": FEE}
    whole = json.loads(a_dispute(scenario, "evt_0", "needs_response", taken))
    types = ["charge.dispute.closed", "payment_intent.succeeded", "charge.refunded", "transfer.reversed", "x"]
    for number in range(150):
        event_body = json.loads(json.dumps(whole)) | {"id": f"evt_{number}", "type": luck.choice(types)}
        for _ in range(luck.randint(1, 3)):
            spoil(event_body, luck)
        await deliver(scenario, hear, json.dumps(event_body).encode())
    assert {stored.state for stored in await listed(event_log)} >= {EventState.UNREADABLE, EventState.APPLIED}
    await balances(scenario)


ODD = (None, 0, -1, HUGE, 0.5, True, "", "x" * 300, "\0", "\ud800", [], {}, [[]], [{}], "won", "lost", PRICE)


def spoil(event_body: dict[str, Any], luck: random.Random) -> None:
    """Put something odd, or nothing, in one place of it."""
    inner: Any = event_body["data"]["object"] if isinstance(event_body.get("data"), dict) else {}
    entries = inner.get("balance_transactions") if isinstance(inner, dict) else None
    listed = entries if isinstance(entries, list) else []
    places = [place for place in (event_body, inner, *listed) if isinstance(place, dict) and place]
    place = luck.choice(places)
    name = luck.choice(sorted(place))
    if luck.random() < 0.2:
        del place[name]
    else:
        place[name] = luck.choice(ODD)
