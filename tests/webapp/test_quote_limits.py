"""Whoever asks for quotes all day long is told when to come again."""

import shutil
from pathlib import Path

import pytest

from databases import migrated_file
from haulage_adapters.assembly import open_marketplace
from haulage_adapters.settings import Settings
from people import PASSWORD, a_quote_wish
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
        quote = await client.post("/api/v1/quotes", json=a_quote_wish(), headers=who["ann"])
        assert quote.status_code == 201, quote.text
        matches = f"/api/v1/quotes/{quote.json()['id']}/matches"
        for _ in range(2):
            assert (await client.post(matches, headers=who["ann"])).is_success
        for path, wish in (("/api/v1/quotes", a_quote_wish()), (matches, None)):
            refused = await client.post(path, json=wish, headers=who["ann"])
            assert (refused.status_code, refused.json()["code"]) == (429, "too_many_requests")
            assert 0 < int(refused.headers["retry-after"]) <= 1200
        other = await client.post("/api/v1/quotes", json=a_quote_wish(), headers=who["bea"])
        assert other.status_code == 201
