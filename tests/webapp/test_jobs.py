"""Jobs over HTTP, for administrators."""

from datetime import datetime

import pytest

from haulage.jobs import Job, JobKind
from haulage.jobs.stored_job import given_up
from haulage.kernel.actor import OPERATOR
from haulage.ports.storage.unit_of_work import UnitOfWork
from people import People

pytestmark = pytest.mark.anyio

JOB = Job(JobKind.SEND_REFUND, "pay_1", "4000")


async def give_up(people: People) -> None:
    now = people.marketplace.clock.now()

    async def work(unit: UnitOfWork) -> None:
        await unit.jobs.enqueue(JOB, now)
        stored = await unit.jobs.get(JOB.id)
        assert stored is not None
        await unit.jobs.save(stored, given_up(stored, "The card provider does not answer.", now))

    await people.marketplace.storage.write(work)


async def test_an_admin_sees_what_was_given_up_and_has_it_tried_again(people: People) -> None:
    await give_up(people)
    admin = await people.admin()
    found = (await admin.get("/jobs", params={"status": "dead", "kind": "send_refund"})).json()
    assert [item["id"] for item in found["items"]] == [JOB.id]
    assert found["items"][0]["last_error"] == "The card provider does not answer."
    assert (await admin.get("/jobs/counts")).json() == {
        "waiting": 0,
        "done": 0,
        "dead": 1,
        "dead_money": 1,
        "counted_up_to": 10_000,
        "paused_since": None,
    }
    paused = await people.marketplace.jobs.manage.pause(OPERATOR)
    since = datetime.fromisoformat((await admin.get("/jobs/counts")).json()["paused_since"])
    assert since == paused.since
    again = await admin.post(f"/jobs/{JOB.id}/retry", json={})
    assert (again.status_code, again.json()["state"]) == (200, "waiting")
    assert (await admin.get(f"/jobs/{JOB.id}")).json()["attempts"] == 0
    assert (await admin.post("/jobs/send_refund:pay_9/retry", json={})).status_code == 404


@pytest.mark.parametrize("wrong", [{"status": "asleep"}, {"limit": 0}, {"cursor": "x"}, {"kind": "k" * 33}])
async def test_a_list_that_cannot_be_is_refused(people: People, wrong: dict[str, object]) -> None:
    admin = await people.admin()
    assert (await admin.get("/jobs", params=wrong)).status_code in (400, 422)


async def test_others_see_no_jobs(people: People) -> None:
    await give_up(people)
    customer = await people.customer()
    for path in ("/jobs", "/jobs/counts", f"/jobs/{JOB.id}"):
        assert (await customer.get(path)).status_code == 403
        assert (await people.client.get(f"/api/v1{path}")).status_code == 401
    assert (await customer.post(f"/jobs/{JOB.id}/retry", json={})).status_code == 403
