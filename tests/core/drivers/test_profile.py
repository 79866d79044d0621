"""A driver's standing: as sign-up leaves them, approved, online and offline."""

from datetime import UTC, datetime, time

import attrs
import pytest

from builders import NOON, a_driver, an_online_driver, minutes_later
from haulage.drivers import Approval, DriverNotApproved, approve, go_offline, go_online, new_driver
from haulage.drivers.profile import (
    DocumentsLapsed,
    DriverProfile,
    DriverSuspended,
    OwnOrder,
    Suspension,
    lapse_documents,
    looked_at,
    reactivate,
    renew_documents,
    require_another_customer,
    revoke,
    suspend,
)
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


BANNED = Suspension(LATER, "usr_admin", "Complaints")


def lapse(driver: DriverProfile) -> DriverProfile:
    return lapse_documents(driver, LATER)


def test_a_driver_may_work_who_is_approved_not_suspended_and_in_order() -> None:
    driver = an_online_driver()
    assert driver.may_work
    for other in (a_driver(), suspend(driver, BANNED), lapse(driver)):
        assert not other.may_work
    with pytest.raises(DriverSuspended):
        go_online(suspend(driver, BANNED), LATER)
    with pytest.raises(DocumentsLapsed):
        go_online(lapse(driver), LATER)


@pytest.mark.parametrize("was_online", [False, True])
def test_whoever_renews_their_documents_is_as_they_were_before(was_online: bool) -> None:
    before = an_online_driver(is_online=was_online, is_available=was_online)
    lapsed = lapse(before)
    assert (lapsed.is_online, lapsed.documents_lapsed_at) == (False, LATER)
    again = lapse_documents(lapsed, minutes_later(60))
    assert again is lapsed
    renewed = renew_documents(lapsed, LATER)
    assert (renewed.is_online, renewed.may_work, renewed.online_before_lapse) == (was_online, True, False)
    assert renew_documents(renewed, LATER) is renewed


def test_whoever_was_suspended_meanwhile_does_not_come_back_online_with_their_documents() -> None:
    lapsed = attrs.evolve(lapse(an_online_driver()), suspension=BANNED)
    assert not renew_documents(lapsed, LATER).is_online


def test_a_suspension_keeps_its_first_instant_and_its_last_reason() -> None:
    once = suspend(an_online_driver(), BANNED)
    assert (once.is_online, once.suspension) == (False, BANNED)
    twice = suspend(once, Suspension(minutes_later(60), "usr_other", "Theft"))
    assert twice.suspension == Suspension(LATER, "usr_other", "Theft")
    with pytest.raises(DriverNotApproved):
        suspend(a_driver(), BANNED)


def test_a_reactivated_driver_goes_online_by_themselves() -> None:
    driver = an_online_driver()
    assert reactivate(driver, LATER) is driver
    back = reactivate(suspend(driver, BANNED), LATER)
    assert (back.suspension, back.is_online, back.may_work) == (None, False, True)


def test_a_revoked_driver_is_approved_no_more() -> None:
    revoked = revoke(attrs.evolve(an_online_driver(), changed_since=NOON), LATER)
    assert (revoked.is_approved, revoked.is_online, revoked.changed_since) == (False, False, None)
    never = a_driver()
    assert revoke(never, LATER) is never


def test_a_change_is_marked_until_it_was_looked_at() -> None:
    changed = attrs.evolve(a_driver(), changed_since=NOON)
    assert looked_at(changed, LATER).changed_since is None
    same = a_driver()
    assert looked_at(same, LATER) is same


def test_nobody_drives_for_themselves() -> None:
    driver = a_driver()
    require_another_customer(driver, "usr_other")
    with pytest.raises(OwnOrder):
        require_another_customer(driver, driver.user_id)
