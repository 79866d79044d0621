"""One's own data over HTTP."""

import pytest

from people import PASSWORD, People
from webapp.test_trips import people as served_people

__all__ = ["served_people"]

pytestmark = pytest.mark.anyio


async def test_ones_own_data_comes_as_a_file(people: People) -> None:
    customer = await people.customer()
    answer = await customer.get("/me/data")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"] == 'attachment; filename="haulage-my-data.json"'
    assert answer.headers["cache-control"] == "no-store"
    held = answer.json()["held"]
    assert held["account"][0]["email"] == customer.email
    assert "password_hash" not in held["account"][0]


async def test_an_account_is_deleted_with_its_password_and_may_be_made_anew(people: People) -> None:
    customer = await people.customer()
    wrong = await customer.ask("DELETE", "/me", json={"password": "wrong"})
    assert (wrong.status_code, wrong.json()["param"]) == (422, "password")
    assert (await customer.ask("DELETE", "/me", json={"password": PASSWORD})).status_code == 204
    assert (await customer.get("/me/data")).status_code == 401
    body = {"email": customer.email, "password": PASSWORD}
    assert (await people.client.post("/auth/v1/signup", json=body)).status_code == 200


async def test_visitors_have_nothing_to_take_or_to_delete(people: People) -> None:
    assert (await people.client.get("/api/v1/me/data")).status_code == 401
    assert (await people.client.request("DELETE", "/api/v1/me", json={})).status_code == 401
