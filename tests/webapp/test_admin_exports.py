"""The administration's lists as files for spreadsheets."""

import csv
import io

import pytest

from people import People
from webapp.test_trips import people as served_people

__all__ = ["served_people"]

pytestmark = pytest.mark.anyio

LISTS = {
    "audit": "/audit",
    "people": "/people",
    "orders": "/orders",
    "claims": "/claims",
    "splits": "/splits/all",
    "differences": "/payments/differences",
    "contests": "/behaviour/contests",
    "jobs": "/jobs",
}


@pytest.mark.both_databases
async def test_people_are_exported_as_they_are_narrowed_with_the_columns_that_are_chosen(
    people: People,
) -> None:
    customer, admin = await people.customer(), await people.admin()
    await people.driver()
    reply = await admin.get("/people/export?user_type=customer&columns=role&columns=email")
    assert reply.headers["content-disposition"] == 'attachment; filename="haulage-people.csv"'
    assert list(csv.reader(io.StringIO(reply.text))) == [["role", "email"], ["customer", customer.email]]


@pytest.mark.parametrize("what", LISTS)
async def test_who_took_a_list_is_in_the_audit_trail_without_what_was_typed(
    people: People, what: str
) -> None:
    admin, customer = await people.admin(), await people.customer()
    asked = "?search=ann&date_from=2026-01-01T00:00:00Z" if what == "orders" else ""
    reply = await admin.get(f"{LISTS[what]}/export{asked}")
    assert reply.status_code == 200, reply.text
    assert reply.text.startswith('"')
    assert (await customer.get(f"{LISTS[what]}/export")).status_code == 403
    (entry,) = (await admin.get("/audit?action=list_exported")).json()["items"]
    assert (entry["object_kind"], entry["object_id"]) == (what, "list")
    expected = {"text": True, "created_from": "2026-01-01T00:00:00Z"} if what == "orders" else {}
    assert entry["facts"] == expected


@pytest.mark.parametrize(
    ("what", "asked"),
    [
        ("people", "search=%00"),
        ("people", "search=%1b"),
        ("audit", "actor_id=%00"),
        ("orders", "search=%00"),
        ("claims", "search=%00"),
        ("payments", f"search={'a' * 100}"),
    ],
)
async def test_what_cannot_be_asked_for_is_refused_and_no_file_begins(
    people: People, what: str, asked: str
) -> None:
    """A file that ended before its beginning would say nothing of why."""
    admin = await people.admin()
    refused = await admin.get(f"/{what}/export?{asked}")
    assert refused.status_code == 422
    assert refused.json()["param"] == asked.partition("=")[0]


async def test_a_column_that_is_none_is_named(people: People) -> None:
    admin = await people.admin()
    refused = await admin.get("/audit/export?columns=password")
    assert refused.status_code == 422
    assert "columns" in refused.json()["param"]


async def test_payments_of_some_days_are_exported(people: People) -> None:
    admin = await people.admin()
    assert (await admin.get("/payments/export?date_from=2026-01-01T00:00:00Z")).status_code == 200
