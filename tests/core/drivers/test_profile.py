"""A driver's standing: as sign-up leaves them, approved, online and offline."""

from datetime import UTC, datetime, time

import pytest

from builders import NOON, a_driver, an_online_driver, minutes_later
from haulage.drivers import Approval, DriverNotApproved, approve, go_offline, go_online, new_driver
from haulage.kernel.driver_price import DriverRates
from haulage.kernel.local_time import HoursRange, WorkingHours
from haulage.kernel.vehicles import Capacity, Vehicle, VehicleType

LATER = minutes_later(5)


def test_sign_up_leaves_a_driver_offline_and_not_approved() -> None:
    driver = a_driver()
    assert (driver.is_online, driver.is_available, driver.is_approved) == (False, False, False)
    assert (driver.rating, driver.total_jobs) == (None, 0)


def test_sign_up_gives_the_default_vehicle_hours_and_rates() -> None:
    driver = a_driver()
    assert driver.vehicle == Vehicle(
        VehicleType.PICKUP, "To be updated", "To be updated", 2026, Capacity(1000, 50)
    )
    assert driver.working_hours == WorkingHours(every_day=HoursRange(time(8), time(20)))
    assert driver.rates == DriverRates(per_mile_cents=2_50, minimum_fare_cents=25_00)


def test_a_vehicle_nobody_described_is_known_as_such() -> None:
    assert not a_driver().vehicle.described
    assert not Vehicle(VehicleType.VAN, "Ford", "To be updated", 2021, Capacity(1000, 50)).described
    assert Vehicle(VehicleType.VAN, "Ford", "Transit", 2021, Capacity(1000, 50)).described


def test_the_default_year_is_that_of_new_york() -> None:
    new_years_eve = datetime(2027, 1, 1, 4, 59, tzinfo=UTC)
    driver = new_driver(id="d", user_id="u", name="", email="", phone="", now=new_years_eve)
    assert driver.vehicle.year == 2026


def test_an_unapproved_driver_cannot_go_online() -> None:
    with pytest.raises(DriverNotApproved, match=r"^Your driver account is not approved yet\.$"):
        go_online(a_driver(), LATER)


def test_online_and_available_are_one_switch() -> None:
    online = go_online(an_online_driver(is_online=False, is_available=False), LATER)
    assert (online.is_online, online.is_available, online.updated_at) == (True, True, LATER)
    offline = go_offline(online, minutes_later(6))
    assert (offline.is_online, offline.is_available, offline.updated_at) == (False, False, minutes_later(6))


def test_even_an_unapproved_driver_may_go_offline() -> None:
    assert not go_offline(a_driver(), LATER).is_online


def test_an_approval_keeps_who_gave_it_when_and_why() -> None:
    approval = Approval(LATER, "usr_admin", "Known to us.")
    driver = approve(a_driver(), approval)
    assert (driver.is_approved, driver.approval, driver.updated_at) == (True, approval, LATER)
    assert not driver.is_online


def test_approving_twice_keeps_the_first_approval() -> None:
    approved = approve(a_driver(), Approval(NOON, "usr_admin", "Known to us."))
    assert approve(approved, Approval(LATER, "usr_other", "Again.")) is approved
