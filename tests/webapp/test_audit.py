"""The audit trail over HTTP."""

import pytest

from haulage.audit import AuditEntry
from haulage.ports.storage.audit import AuditFilter
from people import People
from webapp.test_trips import people as served_people

__all__ = ["served_people"]

pytestmark = pytest.mark.anyio


async def test_administrators_page_through_the_trail(people: People) -> None:
    admin = await people.admin()
    first = (await admin.get("/audit", params={"limit": 2})).json()
    assert [entry["action"] for entry in first["items"]] == ["admin_read", "role_changed"]
    rest = (await admin.get("/audit", params={"limit": 2, "cursor": first["next"]})).json()
    assert [entry["action"] for entry in rest["items"]] == ["signed_in", "signed_up"]
    assert rest["next"] is None
    narrowed = (await admin.get("/audit", params={"action": "signed_up"})).json()
    assert [entry["number"] for entry in narrowed["items"]] == [1]


async def test_what_is_shown_is_enough_to_prove_the_hash(people: People) -> None:
    admin = await people.admin()
    for shown in (await admin.get("/audit")).json()["items"]:
        entry = await people.marketplace.storage.read(
            lambda unit, shown=shown: unit.audit.after(  # type: ignore[misc]
                shown["number"] - 1, 1, wanted=AuditFilter(action=shown["action"])
            )
        )
        (stored,) = entry
        assert isinstance(stored, AuditEntry)
        assert stored.computed_hash() == shown["hash"]


@pytest.mark.parametrize("wrong", [{"cursor": "x"}, {"limit": 0}, {"limit": 101}])
async def test_a_cursor_that_no_page_gave_out_is_refused(people: People, wrong: dict[str, object]) -> None:
    admin = await people.admin()
    assert (await admin.get("/audit", params=wrong)).status_code in (400, 422)


async def test_others_do_not_read_the_trail(people: People) -> None:
    customer = await people.customer()
    assert (await customer.get("/audit")).status_code == 403
    assert (await people.client.get("/api/v1/audit")).status_code == 401


async def test_people_of_the_trail_are_named_for_administrators(people: People) -> None:
    admin = await people.admin()
    (entry,) = (await admin.get("/audit", params={"action": "role_changed"})).json()["items"]
    asked = {"id": [entry["object_id"], "usr_nobody"]}
    (named,) = (await admin.get("/people/names", params=asked)).json()
    assert named["id"] == entry["object_id"]
    assert named["name"]
    for wrong in ([], ["x" * 65], ["usr_x"] * 101):
        assert (await admin.get("/people/names", params={"id": wrong})).status_code in (400, 422)
