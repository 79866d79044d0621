"""Splits, refunds and tips over HTTP: who sees and does what, and that it is done once."""

from typing import Any

import pytest

from haulage.kernel.actor import OPERATOR
from haulage.ledger import PaymentSplit, SplitStatus
from haulage.ledger.payment_split import fail, submit
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.ledger import LedgerUseCases
from people import PAYING_CARD, People, Person, book, pay

pytestmark = pytest.mark.anyio

SENTENCE = "Payment split not found or not in failed state"
STEPS = ("accept", "start", "pickup", "complete")


class Delivered:
    """A delivered order with everybody who has to do with it."""

    def __init__(self, people: People, customer: Person, driver: Person, order: Any, payment_id: str) -> None:
        self.people, self.customer, self.driver = people, customer, driver
        self.order, self.payment_id = order, payment_id

    async def split(self) -> PaymentSplit:
        found = await self.people.marketplace.storage.read(
            lambda unit: unit.splits.of_payment(self.payment_id)
        )
        assert found is not None
        return found

    async def jobs(self) -> None:
        await self.people.marketplace.jobs.run.all_due()

    async def break_split(self) -> None:
        """As if the provider had refused the transfer."""
        split = await self.split()
        now = self.people.marketplace.clock.now()

        async def work(unit: UnitOfWork) -> None:
            asked = await unit.splits.save(split, submit(split, now)[0])
            await unit.splits.save(asked, fail(asked, "The account is closed.", now))

        await self.people.marketplace.storage.write(work)


@pytest.fixture
async def delivered(people: People) -> Delivered:
    customer, (driver, driver_id) = await people.customer(), await people.driver()
    order = await book(customer, driver_id=driver_id, scheduled_time=None)
    payment = (await pay(customer, order["id"])).json()["payment"]
    for step in STEPS:
        answer = await driver.post(f"/orders/{order['id']}/{step}")
        assert answer.status_code == 200, answer.text
    return Delivered(people, customer, driver, answer.json(), payment["id"])


async def test_a_split_is_pending_until_the_drivers_part_was_sent(delivered: Delivered) -> None:
    (pending,) = (await delivered.driver.get("/splits")).json()["items"]
    assert pending["split_status"] == "pending"
    assert pending["payment_intent_id"] == delivered.payment_id
    parts = ("taxes_cents", "processing_fees_cents", "driver_amount_cents", "platform_amount_cents")
    assert sum(pending[part] for part in parts) == pending["total_amount_cents"]
    await delivered.jobs()
    (done,) = (await delivered.driver.get("/splits", params={"status": "completed"})).json()["items"]
    assert done["driver_transfer_id"].startswith("tr_")
    assert done["completed_at"] is not None


async def test_an_order_is_among_its_drivers_earnings_once_it_is_accepted(people: People) -> None:
    customer, (driver, driver_id) = await people.customer(), await people.driver()
    order = await book(customer, driver_id=driver_id, scheduled_time=None)
    await pay(customer, order["id"])

    async def earnings() -> tuple[list[str], int]:
        items = (await driver.get("/splits")).json()["items"]
        figures = (await driver.get("/splits/analytics")).json()
        return [split["order_id"] for split in items], figures["pending"]

    assert await earnings() == ([], 0)
    await driver.post(f"/orders/{order['id']}/accept")
    assert await earnings() == ([order["id"]], 1)


async def test_a_share_that_a_report_holds_says_so_and_since_when(delivered: Delivered) -> None:
    order = f"/orders/{delivered.order['id']}"
    reply = await delivered.customer.post(
        f"{order}/claims", {"kind": "not_delivered", "account": "Nobody came."}
    )
    assert reply.status_code in {200, 201}, reply.text
    (held,) = (await delivered.driver.get("/splits")).json()["items"]
    assert (held["disputed"], held["frozen_at"]) == (True, None)
    assert held["held_at"] is not None


async def test_customers_see_the_shares_and_nothing_of_the_drivers_account(delivered: Delivered) -> None:
    await delivered.jobs()
    (seen,) = (await delivered.customer.get("/splits")).json()["items"]
    assert (seen["driver_transfer_id"], seen["failure_reason"], seen["can_retry"]) == (None, None, False)
    assert seen["driver_amount_cents"] > 0
    stranger = await delivered.people.customer()
    assert (await stranger.get("/splits")).json() == {"items": [], "next": None}


async def test_admins_see_everybodys_splits_with_figures_of_thirty_days(delivered: Delivered) -> None:
    admin = await delivered.people.admin()
    assert (await admin.get("/splits")).json()["items"] == []
    assert (await admin.get("/splits/all/analytics")).json()["success_rate"] is None
    await delivered.jobs()
    (split,) = (await admin.get("/splits/all")).json()["items"]
    figures = (await admin.get("/splits/all/analytics")).json()
    assert figures == {
        "total_driver_payouts_cents": split["driver_amount_cents"],
        "total_platform_revenue_cents": split["platform_amount_cents"],
        "success_rate": 1.0,
        "average_driver_payout_cents": split["driver_amount_cents"],
        "completed": 1,
        "failed": 0,
        "pending": 0,
    }
    number, name = split["order_number"], split["driver_name"]
    for typed, found in ((f"#{number}", 1), (number + 1, 0), (name[:4].upper(), 1), ("Nobody", 0)):
        answer = await admin.get("/splits/all", params={"search": typed})
        assert len(answer.json()["items"]) == found, typed
    assert (await delivered.customer.get("/splits/all")).status_code == 403
    assert (await delivered.driver.get("/splits/all/analytics")).status_code == 403


async def test_a_failed_split_is_retried_by_its_driver_and_sent_once(delivered: Delivered) -> None:
    await delivered.break_split()
    (failed,) = (await delivered.driver.get("/splits")).json()["items"]
    assert (failed["split_status"], failed["can_retry"]) == ("failed", True)
    assert failed["failure_reason"] == "The account is closed."
    path = f"/payments/{delivered.payment_id}/split/retry"
    answers = [await delivered.driver.post(path, key="again") for _ in range(2)]
    assert [answer.json()["message"] for answer in answers] == [
        "Payment split retry initiated successfully!"
    ] * 2
    assert answers[0].json()["split_status"] == "pending"
    refused = await delivered.driver.post(path)
    assert (refused.status_code, refused.json()["message"]) == (409, SENTENCE)
    await delivered.jobs()
    assert (await delivered.split()).status is SplitStatus.COMPLETED


async def test_whoever_may_not_retry_is_told_what_everybody_is_told(delivered: Delivered) -> None:
    await delivered.break_split()
    stranger, _ = await delivered.people.driver()
    for person in (delivered.customer, stranger):
        refused = await person.post(f"/payments/{delivered.payment_id}/split/retry")
        assert (refused.status_code, refused.json()["message"]) == (404, SENTENCE)
    admin = await delivered.people.admin()
    unknown = await admin.post("/payments/pay_unknown/split/retry")
    assert (unknown.status_code, unknown.json()["message"]) == (404, SENTENCE)
    assert (await delivered.split()).status is SplitStatus.FAILED


async def test_admins_refund_in_parts_up_to_what_was_paid(delivered: Delivered) -> None:
    admin, path = await delivered.people.admin(), f"/payments/{delivered.payment_id}/refunds"
    price = delivered.order["price_cents"]
    path_of_parts, asked = path.replace("refunds", "refund-parts"), {"refund_cents": 1000}
    shared = (await admin.get(path_of_parts, params=asked)).json()
    assert (shared["driver_cents"] > 0, sum(shared.values())) == (True, 1000)
    alone = (await admin.get(path_of_parts, params=asked | {"goodwill": True})).json()
    assert (alone["driver_cents"], alone["tax_cents"], sum(alone.values())) == (0, shared["tax_cents"], 1000)
    assert (await delivered.customer.get(path_of_parts, params=asked)).status_code == 403
    before = (await delivered.split()).driver_left_cents
    first = await admin.post(path, {"amount_cents": 1000, "reason": "Broken lamp"}, key="one")
    again = await admin.post(path, {"amount_cents": 1000, "reason": "Broken lamp"}, key="one")
    assert (first.status_code, first.json()) == (201, again.json())
    assert before - (await delivered.split()).driver_left_cents == shared["driver_cents"]
    (split,) = (await admin.get("/splits/all")).json()["items"]
    names = ("driver_refunded_cents", "platform_refunded_cents", "taxes_refunded_cents")
    told = tuple(shared[name] for name in ("driver_cents", "platform_cents", "tax_cents"))
    assert (tuple(split[name] for name in names), split["refunded_cents"]) == (told, 1000)
    second = await admin.post(path, {}, key="two")
    assert second.json()["amount_cents"] == price - 1000
    third = await admin.post(path, {"amount_cents": 1}, key="three")
    assert (third.status_code, third.json()["code"]) == (409, "nothing_to_refund")
    listed = (await delivered.customer.get(path)).json()["items"]
    assert [(each["amount_cents"], each["status"]) for each in listed] == [
        (1000, "sent"),
        (price - 1000, "sent"),
    ]
    assert (await LedgerUseCases(delivered.people.marketplace.storage).verify(OPERATOR)).in_order


async def test_a_refund_that_is_too_large_names_its_field(delivered: Delivered) -> None:
    admin, path = await delivered.people.admin(), f"/payments/{delivered.payment_id}/refunds"
    price = delivered.order["price_cents"]
    refused = await admin.post(path, {"amount_cents": price + 1})
    assert (refused.status_code, refused.json()["param"]) == (409, "amount_cents")
    for wrong in ({"amount_cents": 0}, {"amount_cents": 1.5}, {"amount": 1}, {"reason": "x" * 501}):
        assert (await admin.post(path, wrong)).status_code in (400, 422)
    assert (await delivered.customer.post(path, {})).status_code == 403


async def test_everybodys_payments_are_for_admins(delivered: Delivered) -> None:
    admin = await delivered.people.admin()
    (payment,) = (await admin.get("/payments/all")).json()["items"]
    assert (payment["id"], payment["refundable_cents"]) == (
        delivered.payment_id,
        delivered.order["price_cents"],
    )
    assert payment["order_number"] == delivered.order["number"]


async def test_payments_are_exported_with_the_columns_that_were_asked_for(delivered: Delivered) -> None:
    admin, number = await delivered.people.admin(), delivered.order["number"]
    path = f"/payments/export?columns=order&columns=status&search={number}"
    file = await admin.get(path)
    assert (file.status_code, file.text) == (200, f'"order","status"\r\n"{number}","succeeded"\r\n')
    assert file.headers["content-type"] == "text/csv; charset=utf-8"
    assert "attachment" in file.headers["content-disposition"]
    assert (await admin.get("/payments/export?columns=secrets")).status_code == 422
    assert (await delivered.customer.get(path)).status_code == 403


async def test_a_tip_is_paid_once_and_wholly_the_drivers(delivered: Delivered) -> None:
    path = f"/orders/{delivered.order['id']}/tips"
    first = (await delivered.customer.post(path, {"amount_cents": 500})).json()
    assert (await delivered.customer.post(path, {"amount_cents": 500})).json()["id"] == first["id"]
    larger = (await delivered.customer.post(path, {"amount_cents": 800})).json()
    assert larger["id"] != first["id"]
    confirm = await delivered.customer.post(f"/payments/{larger['id']}/confirm", {"card": PAYING_CARD})
    assert confirm.json()["payment"]["status"] == "succeeded"
    again = await delivered.customer.post(path, {"amount_cents": 800})
    assert (again.status_code, again.json()["code"]) == (409, "tip_already_given")
    tip = (await delivered.driver.get("/splits")).json()["items"][0]
    assert (tip["kind"], tip["driver_amount_cents"], tip["total_amount_cents"]) == ("tip", 800, 800)
    assert (await LedgerUseCases(delivered.people.marketplace.storage).verify(OPERATOR)).in_order


async def test_a_tip_is_for_a_delivered_order_of_ones_own_and_within_reason(delivered: Delivered) -> None:
    path = f"/orders/{delivered.order['id']}/tips"
    for wrong in (99, 50_001, -1, 1.5):
        assert (await delivered.customer.post(path, {"amount_cents": wrong})).status_code in (400, 422)
    assert (await delivered.driver.post(path, {"amount_cents": 500})).status_code == 404
    other = await book(delivered.customer)
    early = await delivered.customer.post(f"/orders/{other['id']}/tips", {"amount_cents": 500})
    assert (early.status_code, early.json()["code"]) == (409, "not_yet_delivered")
