"""The account behind an auth id: one's own, and anybody's for administrators."""

from typing import Any

import httpx
import pytest

from haulage.use_cases.marketplace import Marketplace

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("database", ["sqlite"], indirect=True)]

AUTH = "/auth/v1"


async def signed_up(client: httpx.AsyncClient, email: str) -> dict[str, Any]:
    reply = await client.post(f"{AUTH}/signup", json={"email": email, "password": "parcel7"})
    session: dict[str, Any] = reply.json()
    return session


async def ask(client: httpx.AsyncClient, who: dict[str, Any], user_id: str) -> httpx.Response:
    headers = {"Authorization": f"Bearer {who['access_token']}"}
    return await client.get(f"{AUTH}/admin/users/{user_id}", headers=headers)


async def test_people_see_themselves_and_nobody_else(client: httpx.AsyncClient) -> None:
    ann, bea = await signed_up(client, "ann@example.com"), await signed_up(client, "bea@example.com")
    own = await ask(client, ann, ann["user"]["id"])
    assert (own.status_code, own.json()["email"]) == (200, "ann@example.com")
    for user_id in (bea["user"]["id"], "unknown"):
        reply = await ask(client, ann, user_id)
        assert (reply.status_code, reply.json()["error_code"]) == (404, "user_not_found")


async def test_administrators_see_anybody_and_learn_who_is_missing(
    client: httpx.AsyncClient, marketplace: Marketplace
) -> None:
    ann, root = await signed_up(client, "ann@example.com"), await signed_up(client, "root@example.com")
    await marketplace.accounts.grant_admin("root@example.com")
    found = (await ask(client, root, ann["user"]["id"])).json()
    assert found == (await ask(client, ann, ann["user"]["id"])).json()
    assert found["app_metadata"]["user_type"] == "customer"
    missing = await ask(client, root, "unknown")
    assert (missing.status_code, missing.json()["error_code"]) == (404, "user_not_found")


async def test_visitors_are_refused(client: httpx.AsyncClient) -> None:
    reply = await client.get(f"{AUTH}/admin/users/unknown")
    assert (reply.status_code, reply.json()["error_code"]) == (401, "no_authorization")
