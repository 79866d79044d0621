"""The daily limit of instant payouts, by the days of the driver's own clock (OP-39)."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from haulage.kernel.actor import Actor
from haulage.payouts import DailyLimitExceeded
from haulage.use_cases.messaging.contact_preferences import PreferenceChange
from haulage.use_cases.payouts.payout_settings import SettingsChange
from use_cases.bookkeeping import driven
from use_cases.paying_out import DRIVER, INSTANT, a_method, ask, fund
from use_cases.scenario import Scenario

pytestmark = pytest.mark.anyio

ZONES = ("America/New_York", "America/Los_Angeles", "America/Anchorage", "Pacific/Honolulu")
DAYS = ((2027, 3, 14), (2027, 11, 7))
"""On both the clocks of the mainland change, at two in the morning; those of Hawaii never do."""
SECOND = timedelta(seconds=1)


async def asked(scenario: Scenario, dee: Actor, at: datetime) -> bool:
    """Whether a payout of the whole limit is granted then."""
    scenario.clock.at = at
    try:
        await ask(scenario, dee, 10_00, INSTANT)
    except DailyLimitExceeded:
        return False
    return True


@pytest.mark.parametrize("name", ZONES)
async def test_each_day_of_the_drivers_clock_has_one_limit_however_long_it_is(
    scenario: Scenario, ada: Actor, dee: Actor, name: str
) -> None:
    await scenario.market.messaging.preferences.change(dee, PreferenceChange(timezone=name))
    await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    await a_method(scenario, dee)
    await fund(scenario, 200_00)
    await scenario.market.payouts.settings.change(
        dee, DRIVER, SettingsChange(daily_instant_limit_cents=10_00)
    )
    for day in DAYS:
        moments = _around(day, ZoneInfo(name))
        assert {at: await asked(scenario, dee, at) for at in moments} == moments


def _around(day: tuple[int, int, int], zone: ZoneInfo) -> dict[datetime, bool]:
    """Moments of the day and beside it, and whether there is anything left of the limit then."""
    midnight = datetime.combine(datetime(*day, tzinfo=UTC), time(), zone)
    begin, end = midnight.astimezone(UTC), (midnight + timedelta(days=1)).astimezone(UTC)
    return {
        begin - timedelta(hours=1): True,
        begin - SECOND: False,
        begin: True,
        begin + timedelta(hours=2, minutes=30): False,
        end - SECOND: False,
        end: True,
        end + timedelta(hours=12): False,
    }
