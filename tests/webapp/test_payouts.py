"""Payouts over HTTP: quoted, asked for, listed and canceled."""

from datetime import timedelta

import attrs
import pytest

from builders import a_w9
from haulage.kernel.actor import Actor, UserType
from haulage.kernel.local_time import PLATFORM_ZONE
from haulage.ledger import Transaction, TransactionKind, available_account, connected_account, entries_of
from haulage.ledger.account import CARD_CLEARING, PLATFORM_REVENUE
from people import People, Person
from webapp.test_payout_methods import BANK
from webapp.test_trips import people as served_people

__all__ = ["served_people"]

pytestmark = pytest.mark.anyio


async def earned(people: People, driver_id: str, cents: int) -> None:
    """In the driver's account at the provider."""
    amounts = {
        CARD_CLEARING: -cents,
        connected_account(driver_id): cents,
        PLATFORM_REVENUE: cents,
        available_account(driver_id): -cents,
    }
    made = Transaction(
        "txn_funds", TransactionKind.TRANSFER, "funds", people.marketplace.clock.now(), entries_of(amounts)
    )
    await people.marketplace.storage.write(lambda unit: unit.ledger.add(made))


@attrs.frozen
class Paid:
    person: Person
    base: str


@pytest.fixture
async def dee(people: People) -> Paid:
    """A driver with $50 and a bank account."""
    person, driver_id = await people.driver()
    assert (await person.post(f"/drivers/{driver_id}/payout-methods", BANK)).status_code == 201
    await earned(people, driver_id, 50_00)
    driver = await people.marketplace.storage.read(lambda unit: unit.drivers.get(driver_id))
    assert driver is not None
    owner = Actor(driver.user_id, UserType.DRIVER, driver_id)
    await people.marketplace.tax.w9.certify(owner, driver_id, a_w9())
    return Paid(person, f"/drivers/{driver_id}")


async def test_a_payout_is_quoted_asked_for_once_and_listed(dee: Paid) -> None:
    quote = await dee.person.get(f"{dee.base}/payout-quote?amount_cents=2000&speed=standard")
    assert (quote.status_code, quote.json()["net_cents"]) == (200, 20_00)
    request = {"amount_cents": 20_00, "speed": "standard"}
    made = await dee.person.post(f"{dee.base}/payouts", request, key="one")
    again = await dee.person.post(f"{dee.base}/payouts", request, key="one")
    assert (made.status_code, made.json()) == (201, again.json())
    payout = made.json()
    assert (payout["status"], payout["shown"], payout["net_cents"]) == ("pending", "pending", 20_00)
    listed = (await dee.person.get(f"{dee.base}/payouts?limit=5")).json()["items"]
    assert [each["id"] for each in listed] == [payout["id"]]
    shown = (await dee.person.get(f"/payouts/{payout['id']}")).json()
    assert shown["amount_cents"] == 20_00
    standing = (await dee.person.get(f"{dee.base}/payout-eligibility")).json()
    assert (standing["available_cents"], standing["in_transit_cents"]) == (30_00, 20_00)


async def test_what_is_refused_names_the_field_and_moves_nothing(dee: Paid, people: People) -> None:
    for request, field in (
        ({"amount_cents": 50_01, "speed": "standard"}, "amount_cents"),
        ({"amount_cents": 0, "speed": "standard"}, "amount_cents"),
        ({"amount_cents": 20_00, "speed": "instant"}, "method_id"),
    ):
        refused = await dee.person.post(f"{dee.base}/payouts", request)
        assert (refused.status_code // 100, refused.json()["param"]) == (4, field), refused.text
        quoted = await dee.person.get(f"{dee.base}/payout-quote", params=request)
        assert quoted.json()["code"] == refused.json()["code"]
    other, _ = await people.driver()
    assert (await other.post(f"{dee.base}/payouts", {"amount_cents": 1})).status_code == 404
    assert (await dee.person.get(f"{dee.base}/payouts")).json()["items"] == []


async def test_a_driver_reads_what_they_earned_and_how_instant_payouts_did(dee: Paid, people: People) -> None:
    await dee.person.post(f"{dee.base}/payouts", {"amount_cents": 20_00, "speed": "standard"})
    today = people.marketplace.clock.now().astimezone(PLATFORM_ZONE).date()
    summary = (await dee.person.get(f"{dee.base}/earnings-summary")).json()
    assert (summary["first_day"], summary["last_day"]) == (str(today - timedelta(days=29)), str(today))
    assert (summary["pending_payouts"], summary["pending_payouts_cents"]) == (1, 20_00)
    assert (summary["total_payouts"], summary["average_payout_time_hours"]) == (0, None)
    days = {"from": str(today - timedelta(days=2)), "to": str(today - timedelta(days=1))}
    earlier = await dee.person.get(f"{dee.base}/earnings-summary", params=days)
    assert (earlier.json()["first_day"], earlier.json()["pending_payouts"]) == (days["from"], 0)
    analytics = (await dee.person.get(f"{dee.base}/payout-analytics")).json()
    assert (analytics["instant_payouts"], analytics["success_rate"]) == (0, None)


@pytest.mark.parametrize("figures", ["earnings-summary", "payout-analytics"])
async def test_figures_of_days_that_are_none_and_of_others_are_refused(
    dee: Paid, people: People, figures: str
) -> None:
    place = f"{dee.base}/{figures}"
    refused = await dee.person.get(f"{place}?from=2026-02-02&to=2026-02-01")
    assert (refused.status_code, refused.json()["param"]) == (422, "from")
    assert (await dee.person.get(f"{place}?from=yesterday")).status_code // 100 == 4
    other, _ = await people.driver()
    assert (await other.get(place)).status_code == 404


async def test_a_driver_verifies_their_own_payout_and_nobody_elses(dee: Paid, people: People) -> None:
    made = await dee.person.post(f"{dee.base}/payouts", {"amount_cents": 20_00, "speed": "standard"})
    place = f"/payouts/{made.json()['id']}/verify"
    found = await dee.person.post(place)
    assert found.status_code == 200, found.text
    assert (found.json()["verification_status"], found.json()["discrepancies"]) == ("pending", [])
    assert found.json()["method"] == "standard"
    other, _ = await people.driver()
    assert (await other.post(place)).status_code == 404


async def test_an_administrator_voids_what_was_never_sent_once_for_a_key(dee: Paid, people: People) -> None:
    made = await dee.person.post(f"{dee.base}/payouts", {"amount_cents": 20_00, "speed": "standard"})
    place, admin = f"/payouts/{made.json()['id']}/void", await people.admin()
    assert (await dee.person.post(place, {"reason": "Mine"})).status_code == 403
    nothing = await admin.post(place, {"reason": ""})
    assert (nothing.status_code // 100, nothing.json()["param"]) == (4, "reason")
    voided = await admin.post(place, {"reason": "No account"}, key="one")
    assert (voided.status_code, voided.json()["status"]) == (200, "failed"), voided.text
    again = await admin.post(place, {"reason": "No account"}, key="one")
    assert (again.status_code, again.json()["id"]) == (200, made.json()["id"])
    assert (await admin.post(place, {"reason": "No account"})).json()["code"] == "illegal_move"
    standing = (await dee.person.get(f"{dee.base}/payout-eligibility")).json()
    assert (standing["available_cents"], standing["in_transit_cents"]) == (50_00, 0)
