"""Differences from the card provider over HTTP, and what administrators do about refunds."""

from datetime import timedelta
from typing import Any

import pytest
from attrs import evolve

from haulage.kernel.errors import Unavailable
from haulage.payments import Refund
from haulage.payments.difference import Difference, DifferenceKind, DifferenceSubject
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage_adapters.simulated.cards import SimulatedCards
from people import People, book, pay

pytestmark = pytest.mark.anyio


@pytest.fixture
async def refund(people: People, monkeypatch: pytest.MonkeyPatch) -> Refund:
    """One that the provider did not take, two days old."""
    customer, (_, driver_id) = await people.customer(), await people.driver()
    order = await book(customer, driver_id=driver_id)
    payment: dict[str, Any] = (await pay(customer, order["id"])).json()["payment"]
    admin = await people.admin()

    async def away(*_args: Any, **_named: Any) -> str:
        raise Unavailable("cards")

    with monkeypatch.context() as patched:
        patched.setattr(SimulatedCards, "refund", away)
        made = (await admin.post(f"/payments/{payment['id']}/refunds", {"amount_cents": 500})).json()

    async def work(unit: UnitOfWork) -> Refund:
        waiting = await unit.refunds.get(made["id"])
        assert waiting is not None
        earlier = people.marketplace.clock.now() - timedelta(days=2)
        return await unit.refunds.save(waiting, evolve(waiting, created_at=earlier))

    return await people.marketplace.storage.write(work)


async def test_an_administrator_finds_a_refund_that_waits_and_withdraws_it_once(
    people: People, refund: Refund
) -> None:
    admin = await people.admin()
    assert (await admin.get("/payments/reconciliation")).json() == {"run": None}
    asked = await admin.post("/payments/reconcile", {})
    assert (asked.status_code, asked.json()["state"]) == (202, "waiting")
    assert (await admin.post("/payments/reconcile", {})).json() == asked.json()
    await people.marketplace.jobs.run.all_due()
    report = (await admin.get("/payments/reconciliation")).json()["run"]
    assert (report["id"], report["state"], report["repair"]) == (asked.json()["id"], "done", True)
    assert (report["found"], report["open"]) == (1, 1)
    (listed,) = (await admin.get("/payments/differences")).json()["items"]
    assert (listed["kind"], listed["subject"], listed["refund_id"]) == ("not_sent", "refund", refund.id)
    path, why = f"/refunds/{refund.id}", {"reason": "The card is closed"}
    assert (await admin.post(f"{path}/resend", {})).status_code == 200
    first = await admin.post(f"{path}/withdraw", why, key="once")
    again = await admin.post(f"{path}/withdraw", why, key="once")
    assert first.json() == again.json()
    assert first.json()["status"] == "withdrawn"
    refused = await admin.post(f"{path}/withdraw", why)
    assert (refused.status_code, refused.json()["code"]) == (409, "refund_not_open")
    await admin.post("/payments/reconcile", {})
    await people.marketplace.jobs.run.all_due()
    assert (await admin.get("/payments/differences")).json()["items"] == []


async def test_an_administrator_accepts_a_difference_that_stays(people: People) -> None:
    at = people.marketplace.clock.now()
    stays = Difference("dif_1", DifferenceKind.UNKNOWN_CHARGE, DifferenceSubject.PAYMENT, at, at, at, "ch_1")
    await people.marketplace.storage.write(lambda unit: unit.reconciliation.note(stays))
    admin, path = await people.admin(), "/payments/differences/dif_1/accept"
    assert (await (await people.customer()).post(path, {"reason": "Mine"})).status_code == 403
    assert (await admin.post(path, {"reason": ""})).status_code in (400, 422)
    accepted = await admin.post(path, {"reason": "Another shop of ours"})
    assert (accepted.status_code, accepted.json()["accepted_because"]) == (200, "Another shop of ours")
    assert (await admin.get("/payments/differences")).json()["items"] == []
    again = await admin.post(path, {"reason": "Another shop of ours"})
    assert (again.status_code, again.json()["code"]) == (409, "difference_cannot_stay")
    assert (await admin.post("/payments/differences/dif_2/accept", {"reason": "No"})).status_code == 404


async def test_what_cannot_be_compared_or_withdrawn_names_its_field(people: People, refund: Refund) -> None:
    admin = await people.admin()
    for since in ("2999-01-01T00:00:00Z", "1999-01-01T00:00:00Z"):
        refused = await admin.post("/payments/reconcile", {"since": since})
        assert (refused.status_code, refused.json()["param"]) == (422, "since")
    assert (await admin.post(f"/refunds/{refund.id}/withdraw", {"reason": ""})).status_code in (400, 422)
    assert (await admin.post("/refunds/rfd_none/withdraw", {"reason": "No"})).status_code == 404
    assert (await admin.get("/payments/differences?limit=0")).status_code in (400, 422)
