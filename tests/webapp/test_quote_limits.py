"""Whoever asks for quotes all day long is told when to come again."""

import shutil
from pathlib import Path

import attrs
import pytest

from databases import migrated_file
from haulage_adapters.assembly import open_marketplace
from haulage_adapters.settings import Settings
from people import PASSWORD, People, a_quote_request
from webapp.in_process import talking_to

__all__ = ["migrated_file"]

pytestmark = pytest.mark.anyio


async def test_quotes_and_lists_of_drivers_share_one_limit_a_user(
    anyio_backend: str, migrated_file: Path, tmp_path: Path
) -> None:
    file = shutil.copy(migrated_file, tmp_path / "haulage.db")
    settings = Settings(
        data=tmp_path, database=f"sqlite+aiosqlite:///{file}", autoconfirm=True, quotes_per_user=3
    )
    async with open_marketplace(settings) as marketplace, talking_to(settings, marketplace) as client:
        who = {}
        for name in ("ann", "bea"):
            body = {"email": f"{name}@example.com", "password": PASSWORD}
            made = await client.post("/auth/v1/signup", json=body)
            who[name] = {"Authorization": f"Bearer {made.json()['access_token']}"}
        quote = await client.post("/api/v1/quotes", json=a_quote_request(), headers=who["ann"])
        assert quote.status_code == 201, quote.text
        matches = f"/api/v1/quotes/{quote.json()['id']}/matches"
        for _ in range(2):
            assert (await client.post(matches, headers=who["ann"])).is_success
        for path, request in (("/api/v1/quotes", a_quote_request()), (matches, None)):
            refused = await client.post(path, json=request, headers=who["ann"])
            assert (refused.status_code, refused.json()["code"]) == (429, "too_many_requests")
            assert 0 < int(refused.headers["retry-after"]) <= 1200
        other = await client.post("/api/v1/quotes", json=a_quote_request(), headers=who["bea"])
        assert other.status_code == 201


async def test_everybody_at_one_address_shares_a_limit_and_other_addresses_have_their_own(
    anyio_backend: str, migrated_file: Path, tmp_path: Path
) -> None:
    file = shutil.copy(migrated_file, tmp_path / "haulage.db")
    settings = Settings(
        data=tmp_path, database=f"sqlite+aiosqlite:///{file}", autoconfirm=True, quotes_per_address=3
    )
    async with open_marketplace(settings) as marketplace:
        async with talking_to(settings, marketplace, peer=("192.0.2.1", 123)) as client:
            people = People(client, marketplace)
            ann, bea, cat = [await people.customer() for _ in range(3)]
            quote = await ann.post("/quotes", a_quote_request())
            matches = f"/quotes/{quote.json()['id']}/matches"
            answers = [quote, await ann.post(matches), await bea.post("/quotes", a_quote_request())]
            assert [answer.status_code for answer in answers] == [201, 200, 201]
            for refused in (await cat.post("/quotes", a_quote_request()), await ann.post(matches)):
                assert (refused.status_code, refused.json()["code"]) == (429, "too_many_requests")
                assert 0 < int(refused.headers["retry-after"]) <= 1200
        async with talking_to(settings, marketplace, peer=("192.0.2.2", 123)) as elsewhere:
            cat = attrs.evolve(cat, client=elsewhere)
            assert (await cat.post("/quotes", a_quote_request())).status_code == 201
