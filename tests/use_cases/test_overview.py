"""The overview: today beside yesterday and last week, by the platform's days."""

from datetime import date, timedelta

import pytest

from haulage.kernel.actor import Actor
from haulage.kernel.errors import Forbidden
from haulage.kernel.local_time import platform_time
from haulage.kernel.services import ServiceType
from haulage.overview import Figures, Paid
from use_cases.bookkeeping import PRICE, driven, refund
from use_cases.claiming import claimed
from use_cases.databases import ON_EACH_DATABASE
from use_cases.scenario import ADMIN, Scenario

pytestmark = [pytest.mark.anyio, ON_EACH_DATABASE]


async def test_today_is_told_beside_yesterday_and_the_same_day_last_week(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await driven(scenario, ada, dee)
    await claimed(scenario, ada, order)
    scenario.clock.turn(minutes=1)
    found = await scenario.market.overview(ADMIN)
    assert found.today == Figures(1, 1, PRICE, 0)
    assert (found.waiting.claims, found.waiting.disputes) == (1, 0)
    assert (len(found.days), found.days[-1].figures) == (30, found.today)
    scenario.clock.turn(days=1)
    await refund(scenario, order, 5_00)
    scenario.clock.turn(minutes=1)
    found = await scenario.market.overview(ADMIN)
    assert (found.today, found.yesterday) == (Figures(0, 0, 0, 5_00), Figures(1, 1, PRICE, 0))
    scenario.clock.turn(days=6)
    found = await scenario.market.overview(ADMIN)
    assert (found.today, found.last_week.orders) == (Figures(), 1)


async def test_an_opened_day_has_what_was_paid_on_it_by_service_and_by_hour(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    paid_at = platform_time(scenario.clock.now())
    await driven(scenario, ada, dee)
    scenario.clock.turn(days=1)
    found = await scenario.market.overview.day(ADMIN, paid_at.date())
    assert (found.paid, found.paid.average_cents) == (Paid(1, PRICE), PRICE)
    assert [service for service, paid in found.by_service.items() if paid.orders] == [ServiceType.DELIVERY]
    (hour,) = (hour for hour in found.by_hour if hour.paid.orders)
    assert platform_time(hour.since).hour == paid_at.hour
    today = await scenario.market.overview.day(ADMIN, platform_time(scenario.clock.now()).date())
    assert (today.paid, today.paid.average_cents) == (Paid(), None)


async def test_the_overview_and_the_map_are_for_administrators(scenario: Scenario, ada: Actor) -> None:
    with pytest.raises(Forbidden):
        await scenario.market.overview(ada)
    with pytest.raises(Forbidden):
        await scenario.market.overview.live_map(ada)
    with pytest.raises(Forbidden):
        await scenario.market.overview.day(ada, date(2026, 1, 1))
    live = await scenario.market.overview.live_map(ADMIN)
    assert timedelta() == scenario.clock.now() - live.as_of
