"""What a marketplace tells visitors of itself."""

from pathlib import Path

import httpx

from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.settings import Settings
from webapp.in_process import talking_to


async def test_a_demonstration_names_one_account_of_each_kind(
    marketplace: Marketplace, tmp_path: Path
) -> None:
    async with talking_to(Settings(data=tmp_path, demo=True), marketplace) as client:
        status = (await client.get("/api/v1/status")).json()
    assert status["mode"] == "demo"
    assert [one["role"] for one in status["sign_ins"]] == ["customer", "driver", "admin"]
    assert all(one["email"].endswith("@haulage.example") for one in status["sign_ins"])


async def test_nothing_but_a_demonstration_names_an_account(client: httpx.AsyncClient) -> None:
    assert (await client.get("/api/v1/status")).json()["sign_ins"] == []
