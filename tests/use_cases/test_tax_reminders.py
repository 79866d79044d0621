"""Drivers are reminded of quarterly estimates before these are due."""

from datetime import UTC, date, datetime, time, timedelta

import pytest

from haulage.email import EmailKind
from haulage.kernel.actor import Actor
from haulage.payouts import NotificationPreferences
from haulage.tax import due_date
from haulage.use_cases.payouts.payout_settings import SettingsChange
from haulage.use_cases.tax.due_reminders import DueQuarter, due_quarter
from use_cases.bookkeeping import driven
from use_cases.scenario import Scenario

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("today", "due"),
    [
        (date(2026, 4, 7), None),
        (date(2026, 4, 8), DueQuarter(2026, 1, date(2026, 4, 15))),
        (date(2026, 4, 15), DueQuarter(2026, 1, date(2026, 4, 15))),
        (date(2026, 4, 16), None),
        (date(2027, 1, 10), DueQuarter(2026, 4, date(2027, 1, 15))),
        (date(2028, 1, 11), DueQuarter(2027, 4, date(2028, 1, 18))),
    ],
)
async def test_a_payment_is_near_in_the_week_before_it(today: date, due: DueQuarter | None) -> None:
    assert due_quarter(today) == due


def a_day_before_the_last_payment(scenario: Scenario) -> date:
    """Of the scenario's year; when that is due."""
    due_on = due_date(scenario.clock.now().year, 4)
    scenario.clock.at = datetime.combine(due_on - timedelta(days=1), time(20), UTC)
    return due_on


async def reminders(scenario: Scenario) -> list[str]:
    """All that were written by now, and what each says is due."""
    for _ in range(3):
        await scenario.market.jobs.enqueue_recurring()
        await scenario.market.jobs.run.all_due()
    stored = await scenario.market.email.manage.latest(100)
    return [each.subject for each in stored if each.kind is EmailKind.TAX_PAYMENT_DUE]


async def test_whoever_has_something_to_pay_is_reminded_once_a_quarter(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    scenario.clock.turn(days=200)  # into the last payment period of the year
    await driven(scenario, ada, dee)
    await scenario.driver("max")
    due_on = a_day_before_the_last_payment(scenario)
    assert await reminders(scenario) == [f"Estimated tax is due on January {due_on.day}"]
    scenario.clock.turn(days=1)
    assert len(await reminders(scenario)) == 1


async def test_a_payment_that_covers_no_income_is_no_reason_to_remind(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    """What came in March was due in April, and nothing has come since."""
    await driven(scenario, ada, dee)
    a_day_before_the_last_payment(scenario)
    assert await reminders(scenario) == []


async def test_whoever_wants_no_mails_is_not_reminded(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    scenario.clock.turn(days=200)
    await driven(scenario, ada, dee)
    change = SettingsChange(notifications=NotificationPreferences(email=False))
    await scenario.market.payouts.settings.change(dee, dee.driver_id or "", change)
    a_day_before_the_last_payment(scenario)
    assert await reminders(scenario) == []
