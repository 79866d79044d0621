"""Where drivers are paid, over HTTP."""

import pytest

from people import PASSWORD, People
from webapp.test_trips import people as served_people

__all__ = ["served_people"]

pytestmark = pytest.mark.anyio

BANK = {
    "type": "bank_account",
    "routing_number": "110000000",
    "account_number": "000123456789",
    "bank_name": "Test Bank",
    "account_type": "checking",
}


async def test_a_driver_adds_where_they_are_paid_and_sees_what_holds_instant_payouts(people: People) -> None:
    driver, driver_id = await people.driver()
    mine = f"/drivers/{driver_id}"
    before = (await driver.get(f"{mine}/payout-eligibility")).json()
    assert [each["requirement"] for each in before["requirements"]] == [
        "connected_account",
        "verified_method",
    ]
    added = await driver.post(f"{mine}/payout-methods", BANK)
    assert (added.status_code, added.json()["last4"], added.json()["is_default"]) == (201, "6789", True)
    assert "000123456789" not in added.text
    after = (await driver.get(f"{mine}/payout-eligibility")).json()
    assert (after["eligible"], after["instant_eligible"]) == (True, False)
    assert after["methods_entered_at_provider"] is False
    assert after["hold"]["reason"] == "new_method"
    missing = await driver.post(f"{mine}/payout-methods", {"type": "debit_card"})
    assert (missing.status_code, missing.json()["param"]) == (422, "card_number")
    method = f"{mine}/payout-methods/{added.json()['id']}"
    assert (await driver.ask("PUT", f"{method}/default")).status_code == 200
    assert (await driver.ask("DELETE", method)).status_code == 204
    assert (await driver.get(f"{mine}/payout-methods")).json()["items"] == []


async def test_settings_are_saved_on_each_change_and_never_widened_by_their_driver(people: People) -> None:
    driver, driver_id = await people.driver()
    admin, mine = await people.admin(), f"/drivers/{driver_id}/payout-settings"
    request = {
        "maximum_instant_cents": 300_00,
        "notification_preferences": {"email": False, "sms": True, "push": True},
    }
    saved = (await driver.ask("PATCH", mine, json=request)).json()
    assert (saved["maximum_instant_cents"], saved["notification_preferences"]["sms"]) == (300_00, True)
    assert (await driver.get(mine)).json() == saved
    refused = await driver.ask("PATCH", mine, json={"maximum_instant_cents": 600_00})
    assert (refused.status_code, refused.json()["code"]) == (409, "limits_not_widened")
    widened = (await admin.ask("PATCH", mine, json={"maximum_instant_cents": 600_00})).json()
    assert widened["granted"]["maximum_instant_cents"] == 600_00


async def test_a_new_password_holds_instant_payouts(people: People) -> None:
    driver, driver_id = await people.driver()
    new = {"password": "Another-1!", "current_password": PASSWORD}
    changed = await driver.client.put(
        "/auth/v1/user", headers={"Authorization": f"Bearer {driver.token}"}, json=new
    )
    assert changed.status_code == 200, changed.text
    hold = (await driver.get(f"/drivers/{driver_id}/payout-eligibility")).json()["hold"]
    assert hold["reason"] == "new_password"
