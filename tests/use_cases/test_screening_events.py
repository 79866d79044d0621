"""Checkr's signed events: each is a hint to ask, in any order and any number of copies (ONB-47)."""

import json
from typing import Any

import attrs
import pytest

from haulage.kernel.actor import OPERATOR, Actor
from haulage.kernel.errors import NotFound, Unavailable
from haulage.ports.screening import FoundScreening
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.provider_events import EventForged
from haulage.screening import CaseStatus, Outcome, ProviderOrder
from haulage.use_cases.webhooks.receive_webhook import ReceiveWebhook
from haulage.webhooks.event import EventKind, EventProvider, EventState
from haulage_adapters.checkr_screening.events import CheckrEvents
from haulage_adapters.checkr_simulator.server import signed
from haulage_adapters.simulated.screening import SAMPLES, SIMULATED_AGENCY
from use_cases.scenario import Scenario
from use_cases.test_screening import applied, case_of

pytestmark = pytest.mark.anyio

KEY = "test_simulated"


def an_event(report_id: str, id: str = "ev1", type: str = "report.completed", **more: Any) -> bytes:
    about = {"id": report_id, "object": "report", **more}
    return json.dumps({"id": id, "object": "event", "type": type, "data": {"object": about}}).encode()


class Answering:
    """A provider that has this answer, or none."""

    agency = SIMULATED_AGENCY

    def __init__(self) -> None:
        self.outcome: Outcome | None = Outcome.CONSIDER
        self.calls = 0

    async def look_up(self, order: ProviderOrder) -> FoundScreening:
        self.calls += 1
        if self.outcome is None:
            raise Unavailable("screening")
        return FoundScreening(order, SAMPLES[self.outcome])


def receiving(scenario: Scenario, provider: Answering) -> ReceiveWebhook:
    """The room for events, told by Checkr and asking *provider*."""
    fetch = attrs.evolve(scenario.market.screening.fetch, provider=provider)
    receive = scenario.market.webhooks.receive
    apply_event = attrs.evolve(receive.apply_event, handlers={EventKind.SCREENING: fetch.of_event})
    return attrs.evolve(receive, readers={EventProvider.CHECKR: CheckrEvents(KEY)}, apply_event=apply_event)


async def stored(scenario: Scenario) -> list[tuple[str, EventState]]:
    found = await scenario.storage.read(lambda unit: unit.provider_events.list(PageRequest(10)))
    assert all(each.event.provider is EventProvider.CHECKR for each in found.items)
    return [(each.event.type, each.state) for each in found.items]


async def test_an_event_has_the_provider_asked_and_its_word_counts_for_nothing(
    scenario: Scenario, ada: Actor
) -> None:
    application_id, provider = await applied(scenario, ada), Answering()
    case = await case_of(scenario, application_id)
    assert case.order is not None
    receive = receiving(scenario, provider)
    lying = an_event(case.order.report_id or "", status="clear", result="clear")
    for _ in range(3):
        await receive(EventProvider.CHECKR, lying, signed(lying, KEY))
    assert (await case_of(scenario, application_id)).status is CaseStatus.IN_REVIEW
    assert provider.calls == 1
    assert await stored(scenario) == [("report.completed", EventState.APPLIED)]


async def test_forged_events_are_refused_and_nothing_is_stored(scenario: Scenario, ada: Actor) -> None:
    await applied(scenario, ada)
    receive, payload = receiving(scenario, Answering()), an_event("sim_report_scr_1")
    for signature in (None, "", "0" * 64, signed(payload, "another"), signed(payload + b" ", KEY)):
        with pytest.raises(EventForged, match="Invalid webhook signature"):
            await receive(EventProvider.CHECKR, payload, signature)
    assert await stored(scenario) == []


async def test_what_concerns_nobody_here_is_ignored_and_the_unreadable_kept(scenario: Scenario) -> None:
    receive = receiving(scenario, Answering())
    for payload in (an_event("r9"), an_event("u1", "ev2", "user.created"), b'{"id": "ev3"}'):
        await receive(EventProvider.CHECKR, payload, signed(payload, KEY))
    assert {state for _, state in await stored(scenario)} == {
        EventState.IGNORED,
        EventState.UNHANDLED,
        EventState.UNREADABLE,
    }
    log = scenario.market.webhooks.event_log
    with pytest.raises(NotFound):
        await log.retry(OPERATOR)


async def test_an_event_waits_while_the_provider_cannot_be_asked(scenario: Scenario, ada: Actor) -> None:
    application_id, provider = await applied(scenario, ada), Answering()
    provider.outcome = None
    receive, payload = receiving(scenario, provider), an_event("sim_report_scr_1")
    await receive(EventProvider.CHECKR, payload, signed(payload, KEY))
    assert await stored(scenario) == [("report.completed", EventState.WAITING)]
    provider.outcome = Outcome.CLEAR
    await receive.apply_event("checkr_ev1")
    assert (await case_of(scenario, application_id)).status is CaseStatus.CLEARED
    assert await stored(scenario) == [("report.completed", EventState.APPLIED)]


async def test_nobody_is_expected_to_send_anything_where_no_provider_is_asked(scenario: Scenario) -> None:
    with pytest.raises(NotFound):
        await scenario.market.webhooks.receive(EventProvider.CHECKR, b"{}", None)
