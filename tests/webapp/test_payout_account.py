"""A driver's account at the payment provider over HTTP."""

import pytest

from people import PASSWORD, People
from webapp.test_admin_proofs import grow_old
from webapp.test_trips import people as served_people

__all__ = ["served_people"]

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("database", ["sqlite"], indirect=True)]


async def test_a_driver_sets_up_an_account_and_administrators_look_at_it(people: People) -> None:
    driver, driver_id = await people.driver()
    path = f"/drivers/{driver_id}/payout-account"
    none = await driver.get(path)
    assert (none.status_code, none.json()["code"]) == (404, "no_connected_account")
    assert none.json()["message"] == "Driver does not have a Stripe Connect account"
    assert (await driver.post(f"{path}/dashboard-link")).status_code == 404

    link = (await driver.post(f"{path}/onboarding-link")).json()
    assert link["url"].endswith("/driver-dashboard?tab=earnings")  # simulated cards have no form
    shown = (await driver.get(path)).json()
    assert (shown["driver_id"], shown["status"], shown["payouts_enabled"]) == (driver_id, "active", True)
    assert (shown["transfers"], shown["currently_due"], shown["due_by"]) == ("active", [], None)
    assert shown["next_step"] is None
    assert (await driver.post(f"{path}/dashboard-link")).status_code == 409

    admin = await people.admin()
    assert (await admin.get(path)).json() == shown
    trail = (await admin.get("/audit", params={"object_id": driver_id, "action": "admin_read"})).json()
    assert [entry["object_kind"] for entry in trail["items"]] == ["see_payout_account"]
    assert (await admin.post(f"{path}/onboarding-link")).status_code == 403


async def test_the_way_to_the_money_needs_a_fresh_proof_of_the_driver_too(people: People) -> None:
    driver, driver_id = await people.driver()
    path = f"/drivers/{driver_id}/payout-account"
    await grow_old(people, driver)
    for page in ("onboarding-link", "dashboard-link"):
        refused = await driver.post(f"{path}/{page}")
        assert (refused.status_code, refused.json()["code"]) == (403, "reauthentication_needed")
    assert (await driver.get(path)).json()["code"] == "no_connected_account"
    await people.client.post(
        "/auth/v1/reauthenticate",
        json={"password": PASSWORD},
        headers={"Authorization": f"Bearer {driver.token}"},
    )
    assert (await driver.post(f"{path}/onboarding-link")).status_code == 200
