"""What administrators do with other people's work needs a fresh proof of identity over HTTP."""

from base64 import urlsafe_b64decode
from json import loads

import pytest

from haulage.accounts.session import AssuranceLevel
from haulage.kernel.sensitive_actions import EVERYBODY_NEEDS_FRESH_PROOF, NEEDS_FRESH_PROOF
from haulage_webapp.openapi_schema import operations_with_proof
from people import PASSWORD, People, Person
from webapp.documented import documented_app
from webapp.test_roles import OPERATIONS, bodies, filled
from webapp.test_trips import people as served_people

__all__ = ["served_people"]

pytestmark = pytest.mark.anyio

OWN = {"end_own_session", "erase_own_account"}
"""What everybody proves themselves for: tests/webapp/test_freshness.py."""


async def grow_old(people: People, person: Person) -> None:
    """As if the session's proofs had been given long ago."""
    payload = person.token.split(".")[1]
    session_id = loads(urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))["session_id"]

    async def work(unit: object) -> None:
        await unit.accounts.raise_session(session_id, (), AssuranceLevel.ONE_FACTOR)  # type: ignore[attr-defined]

    await people.marketplace.accounts.gate.storage.write(work)


async def test_an_approval_waits_for_a_fresh_proof(people: People) -> None:
    driver, admin = await people.new_driver(), await people.admin()
    driver_id = (await driver.get("/drivers/me")).json()["id"]
    await grow_old(people, admin)
    request = {"reason": "Known to us."}
    refused = await admin.post(f"/drivers/{driver_id}/approval", request)
    assert (refused.status_code, refused.json()["code"]) == (403, "reauthentication_needed")
    assert (await admin.get("/drivers")).status_code == 200
    proved = await people.client.post(
        "/auth/v1/reauthenticate",
        json={"password": PASSWORD},
        headers={"Authorization": f"Bearer {admin.token}"},
    )
    assert proved.status_code == 200
    assert (await admin.post(f"/drivers/{driver_id}/approval", request)).status_code == 200


async def test_what_an_administrator_reads_of_drivers_is_in_the_trail(people: People) -> None:
    admin = await people.admin()
    await admin.get("/drivers")
    entries = await admin.read_trail()
    (read,) = [entry for entry in entries if entry["action"] == "admin_read"]
    assert (read["object_kind"], read["object_id"]) == ("list_drivers", "all")


@pytest.mark.parametrize(
    ("path", "kind", "of"),
    [
        ("/orders/ord_of_somebody", "see_order", "ord_of_somebody"),
        ("/deliveries/ord_of_somebody", "see_delivery", "ord_of_somebody"),
        ("/behaviour/events/evt_of_somebody", "see_driving_event", "evt_of_somebody"),
        ("/behaviour/contests", "decide_driving_contest", "all"),
        ("/orders/ord_of_somebody/candidates?search=dee", "reassign_order", "ord_of_somebody"),
    ],
)
async def test_where_people_are_is_read_by_no_other_route_without_an_entry(
    people: People, path: str, kind: str, of: str
) -> None:
    admin = await people.admin()
    await admin.get(path)
    entries = await admin.read_trail(action="admin_read")
    assert [(entry["object_kind"], entry["object_id"]) for entry in entries] == [(kind, of)]


async def test_nobody_gives_money_back_or_ends_a_pin_by_an_administrators_old_session(people: People) -> None:
    """Whoever cancels an order gives its payment back, and a delivery without its PIN pays its driver."""
    admin, order = await people.admin(), "/orders/ord_of_somebody"
    unproved = [
        ("POST", f"{order}/cancel", {"reason": "Asked by letter."}),
        ("DELETE", f"{order}/delivery-pin", None),
    ]
    for method, path, body in unproved:
        assert (await admin.ask(method, path, json=body)).status_code == 404
    await grow_old(people, admin)
    for method, path, body in unproved:
        refused = await admin.ask(method, path, json=body)
        assert (refused.status_code, refused.json()["code"]) == (403, "reauthentication_needed")


async def test_whose_sessions_an_administrator_reads_is_in_the_trail(people: People) -> None:
    admin, customer = await people.admin(), await people.customer()
    user_id = loads(urlsafe_b64decode(customer.token.split(".")[1] + "=="))["app_metadata"]["user_id"]
    assert (await admin.get(f"/accounts/{user_id}/sessions")).status_code == 200
    entries = await admin.read_trail()
    (read,) = [entry for entry in entries if entry["action"] == "admin_read"]
    assert (read["object_kind"], read["object_id"]) == ("operate_accounts", user_id)


async def test_every_grave_operation_is_refused_in_an_administrators_old_session(people: People) -> None:
    admin = await people.admin()
    await grow_old(people, admin)
    ids = {"quote_id": "quo_1", "order_id": "ord_1", "driver_id": "drv_1", "payment_id": "pay_1"}
    answered = {}
    for name, method, path, action in OPERATIONS:
        if action in NEEDS_FRESH_PROOF | EVERYBODY_NEEDS_FRESH_PROOF and method != "GET":
            address = filled(path, ids).removeprefix("/api/v1")
            answer = await admin.ask(method, address, json=bodies(ids).get(name))
            answered[name] = (answer.status_code, answer.json().get("code"))
    assert set(answered) == operations_with_proof(documented_app()) - OWN
    assert set(answered.values()) == {(403, "reauthentication_needed")}, answered
    assert {"reassign_order", "release_order", "reconcile_payments", "retry_job"} <= set(answered)
