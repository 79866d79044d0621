"""Whatever an administrator reads or changes of other people leaves an entry in the audit trail."""

import pytest

from haulage.kernel.actor import Actor, UserType
from haulage.kernel.sensitive_actions import ADMIN_POWERS, NEEDS_FRESH_PROOF, UNAUDITED_READS
from people import People
from webapp.audited_changes import CHANGES
from webapp.test_roles import OPERATIONS, QUESTIONS, filled, refusal

pytestmark = pytest.mark.anyio

ENDLESS = {"follow_driver"}
"""A stream has no end to wait for; who asks for it is found out by the same dependency as for all others."""
ADMIN = Actor("usr_admin", UserType.ADMIN)


async def test_every_read_that_only_administrators_may_leaves_an_entry_with_its_operation(
    people: People,
) -> None:
    admin = await people.admin()
    asked = set()
    for name, method, path, action in OPERATIONS:
        if name not in ENDLESS and method == "GET" and action in ADMIN_POWERS - set(UNAUDITED_READS):
            assert refusal(ADMIN, action) is None
            await admin.get(
                filled(path, {"tax_year": "2026"}).removeprefix("/api/v1"), params=QUESTIONS.get(name)
            )
            asked.add(name)
    audited = set()
    cursor: str | None = ""
    while cursor is not None:
        found = {"action": "admin_read", "limit": 100} | ({"cursor": cursor} if cursor else {})
        page = (await admin.get("/audit", params=found)).json()
        audited |= {entry["facts"]["operation"] for entry in page["items"]}
        cursor = page["next"]
    assert asked - audited == set()
    assert {"list_audit", "list_jobs", "get_job", "list_payment_differences", "get_refund_parts"} < audited
    assert "export_tax_report" in audited


async def test_a_search_is_told_with_its_words_and_every_other_search_anew(people: People) -> None:
    admin = await people.admin()
    for question in ({}, {"search": "Ann Lee"}, {"search": "Bea Ray"}, {"search": "Ann Lee"}):
        assert (await admin.get("/people", params=question)).status_code == 200
    page = (await admin.get("/audit", params={"action": "admin_read"})).json()
    asked = [each["question"] for each in page["items"] if each["facts"]["operation"] == "list_people"]
    assert asked == ["search: Bea Ray", "search: Ann Lee", ""]


def test_every_change_that_administrators_may_make_is_known_to_leave_an_entry() -> None:
    """What needs no fresh proof only shows something, and is told of as reading is."""
    changing = {
        name
        for name, method, _path, action in OPERATIONS
        if method != "GET" and action in ADMIN_POWERS and action in NEEDS_FRESH_PROOF
    }
    assert changing == set(CHANGES)
