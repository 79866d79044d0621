"""The browser is told where mails are, so that no screen claims that one was sent."""

from pathlib import Path
from typing import Any

import pytest

from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.email_smtp.server import Sender, read_server
from haulage_adapters.settings import Settings
from webapp.in_process import talking_to

pytestmark = pytest.mark.anyio

SMTP = {"smtp": read_server("smtp://127.0.0.1:1"), "mail_from": Sender("a@b.co")}


@pytest.mark.parametrize(
    ("changes", "where", "simulated"),
    [({}, "file", True), ({"demo": True}, "page", True), (SMTP, "sent", False)],
)
async def test_the_status_says_where_mails_are(
    marketplace: Marketplace, tmp_path: Path, changes: dict[str, Any], where: str, simulated: bool
) -> None:
    async with talking_to(Settings(data=tmp_path, **changes), marketplace) as client:
        status = (await client.get("/api/v1/status")).json()
    assert (status["mail"], "mail" in status["simulated"]) == (where, simulated)
