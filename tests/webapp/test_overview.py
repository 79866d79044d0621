"""A day of the overview over HTTP."""

from datetime import timedelta

import pytest

from haulage.kernel.local_time import platform_time
from people import People
from webapp.test_trips import people as served_people

__all__ = ["served_people"]

pytestmark = pytest.mark.anyio


async def test_administrators_open_a_day(people: People) -> None:
    admin = await people.admin()
    today = platform_time(people.marketplace.clock.now()).date()
    shown = (await admin.get("/overview/day", params={"day": today.isoformat()})).json()
    assert (shown["day"], shown["orders"], shown["average_cents"]) == (today.isoformat(), 0, None)
    assert [each["service_type"] for each in shown["by_service"]] == ["delivery", "moving", "pickup"]
    assert len(shown["by_hour"]) in (23, 24, 25)


async def test_a_day_that_is_none_or_has_not_begun_is_refused_by_its_name(people: People) -> None:
    admin = await people.admin()
    tomorrow = platform_time(people.marketplace.clock.now()).date() + timedelta(days=1)
    for wrong in (tomorrow.isoformat(), "1969-12-31", "2026-02-30", "soon"):
        refused = await admin.get("/overview/day", params={"day": wrong})
        assert refused.status_code in (400, 422)
        assert "day" in refused.text
    assert (await admin.get("/overview/day")).status_code in (400, 422)


async def test_others_do_not_open_a_day(people: People) -> None:
    customer = await people.customer()
    assert (await customer.get("/overview/day", params={"day": "2026-01-01"})).status_code == 403
