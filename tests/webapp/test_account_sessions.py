"""Sessions and suspensions over HTTP."""

import pytest

from people import PASSWORD, People, Person
from webapp.test_trips import people as served_people

__all__ = ["served_people"]

pytestmark = pytest.mark.anyio

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0"
REASON = {"reason": "Cards that were not theirs."}


async def again(people: People, person: Person) -> Person:
    """The same account on another device."""
    body = {"email": person.email, "password": PASSWORD}
    reply = await people.client.post("/auth/v1/token?grant_type=password", json=body)
    assert reply.status_code == 200, reply.text
    return Person(people.client, person.email, reply.json()["access_token"])


async def test_somebody_sees_and_ends_their_other_device(people: People) -> None:
    laptop = await people.customer()
    headers = {"Authorization": f"Bearer {laptop.token}", "User-Agent": FIREFOX}
    assert (await people.client.get("/api/v1/me/sessions", headers=headers)).status_code == 200
    phone = await again(people, laptop)
    shown = (await phone.get("/me/sessions")).json()
    assert shown["next"] is None
    current, other = shown["items"]
    assert (current["is_current"], other["is_current"]) == (True, False)
    assert other["device"] == "Firefox on Linux"
    assert other["network"] == "127.0.0.0/24"
    assert (await phone.ask("DELETE", f"/me/sessions/{other['id']}")).status_code == 204
    assert (await laptop.get("/me/sessions")).status_code == 401
    assert (await phone.ask("DELETE", f"/me/sessions/{other['id']}")).status_code == 404


async def test_visitors_have_no_sessions(people: People) -> None:
    for method, path in (("GET", "/me/sessions"), ("DELETE", "/me/sessions/ses_1")):
        assert (await people.client.request(method, f"/api/v1{path}")).status_code == 401


@pytest.mark.both_databases
async def test_an_administrator_finds_suspends_and_reinstates_an_account(people: People) -> None:
    customer, admin = await people.customer(), await people.admin()
    found = (await admin.post("/accounts/find", {"who": customer.email})).json()
    assert (found["email"], found["suspended_at"]) == (customer.email, None)
    path = f"/accounts/{found['user_id']}"
    sessions = (await admin.get(f"{path}/sessions")).json()["items"]
    assert len(sessions) == 1
    suspended = (await admin.post(f"{path}/suspend", REASON)).json()
    assert suspended["suspended_at"] is not None
    assert suspended["suspension_reason"] == REASON["reason"]
    assert (await customer.get("/me/data")).status_code == 401
    body = {"email": customer.email, "password": PASSWORD}
    banned = await people.client.post("/auth/v1/token?grant_type=password", json=body)
    assert (banned.status_code, banned.json()["error_code"]) == (400, "user_banned")
    reinstated = (await admin.post(f"{path}/reinstate", REASON)).json()
    assert reinstated["suspended_at"] is None
    assert (await (await again(people, customer)).get("/me/data")).status_code == 200


async def test_a_reason_is_needed_and_the_account_has_to_be_known(people: People) -> None:
    customer, admin = await people.customer(), await people.admin()
    user_id = (await admin.post("/accounts/find", {"who": customer.email})).json()["user_id"]
    refused = await admin.post(f"/accounts/{user_id}/suspend", {"reason": "  "})
    assert (refused.status_code, refused.json()["param"]) == (422, "reason")
    assert (await admin.post("/accounts/usr_nobody/suspend", REASON)).status_code == 404
    own = (await admin.post("/accounts/find", {"who": admin.email})).json()["user_id"]
    assert (await admin.post(f"/accounts/{own}/suspend", REASON)).json()["code"] == "own_suspension"
    assert (await customer.post("/accounts/find", {"who": admin.email})).status_code == 403


async def test_an_administrator_signs_somebody_out_everywhere(people: People) -> None:
    customer, admin = await people.customer(), await people.admin()
    user_id = (await admin.post("/accounts/find", {"who": customer.email})).json()["user_id"]
    assert (await admin.post(f"/accounts/{user_id}/end-sessions", REASON)).status_code == 200
    assert (await customer.get("/me/data")).status_code == 401


@pytest.mark.both_databases
async def test_an_administrator_lists_people_and_opens_one_by_user_or_driver(people: People) -> None:
    customer, admin = await people.customer(), await people.admin()
    driver, driver_id = await people.driver()
    listed = (await admin.get("/people?user_type=driver")).json()["items"]
    assert [(each["email"], each["driver_id"]) for each in listed] == [(driver.email, driver_id)]
    shown = (await admin.get(f"/people/{driver_id}")).json()
    assert (shown["account"]["email"], shown["driver"]["id"]) == (driver.email, driver_id)
    assert shown == (await admin.get(f"/people/{shown['account']['user_id']}")).json()
    assert shown == (await admin.get(f"/people/{shown['account']['auth_id']}")).json()
    assert (await admin.get("/people/usr_nobody")).status_code == 404
    assert (await customer.get("/people")).status_code == 403
    refused = await admin.get("/people?search=%00")
    assert (refused.status_code, refused.json()["param"]) == (422, "search")


async def test_looking_at_somebody_is_in_the_audit_trail(people: People) -> None:
    _driver, driver_id = await people.driver()
    admin = await people.admin()
    await admin.get(f"/people/{driver_id}")
    entries = await admin.read_trail(action="admin_read")
    assert (entries[0]["object_kind"], entries[0]["object_id"]) == ("operate_accounts", driver_id)


@pytest.mark.parametrize(
    ("path", "what"),
    [
        ("/onboarding/changed-drivers", "set_driver_standing"),
        ("/onboarding/screenings", "review_application"),
        ("/payments/pay_nobody/refunds", "see_refunds"),
    ],
)
async def test_reading_what_drivers_changed_and_customers_got_back_is_in_the_audit_trail(
    people: People, path: str, what: str
) -> None:
    admin = await people.admin()
    await admin.get(path)
    entries = await admin.read_trail(action="admin_read")
    assert entries[0]["object_kind"] == what
