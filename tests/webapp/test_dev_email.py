"""The demonstration's mails in the browser, and nowhere else."""

import asyncio
import json
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import attrs
import httpx
import pytest

from emails import a_mail, a_queued_mail
from haulage.services.email.queue_email import queue_email
from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.assembly import open_marketplace
from haulage_adapters.assembly.database import upgrade_database
from haulage_adapters.email_smtp.server import Sender, read_server
from haulage_adapters.settings import Settings
from webapp.in_process import talking_to

pytestmark = pytest.mark.anyio

ADDRESSES = ["/dev/mail", "/dev/mail/messages.json", "/dev/mail/mail_1"]
HOSTILE = "<script>alert(1)</script>\nOpen https://haulage.example/?a=1&b='><b>x</b>"


@attrs.frozen
class Site:
    """An application, and the marketplace behind it."""

    client: httpx.AsyncClient
    marketplace: Marketplace
    settings: Settings

    async def post(self, number: int, **changes: str) -> None:
        """Have a mail sent, and wait until it was."""
        mailer = self.marketplace.email.deliver.mailer
        await mailer.send(a_mail(**changes), reference=f"mail_{number}")


@asynccontextmanager
async def a_site(settings: Settings) -> AsyncIterator[Site]:
    await upgrade_database(settings)
    async with open_marketplace(settings) as opened, talking_to(settings, opened) as client:
        yield Site(client, opened, settings)


@pytest.fixture
async def demonstration(anyio_backend: str, tmp_path: Path) -> AsyncIterator[Site]:
    async with a_site(Settings(data=tmp_path, demo=True)) as site:
        yield site


@pytest.mark.parametrize("address", ADDRESSES)
async def test_outside_the_demonstration_there_is_no_such_page(address: str, tmp_path: Path) -> None:
    async with a_site(Settings(data=tmp_path)) as site:
        await site.post(1)
        reply = await site.client.get(address)
        assert reply.status_code == 404
        assert "haulage.example" not in reply.text


@pytest.mark.parametrize("address", ADDRESSES)
async def test_with_a_mail_server_there_is_nothing_to_show(address: str, tmp_path: Path) -> None:
    settings = Settings(
        data=tmp_path, demo=True, smtp=read_server("smtp://127.0.0.1:1"), mail_from=Sender("a@b.co")
    )
    async with a_site(settings) as site:
        assert (await site.client.get(address)).status_code == 404


async def test_before_any_mail_the_page_says_so(demonstration: Site) -> None:
    reply = await demonstration.client.get("/dev/mail")
    assert reply.status_code == 200
    assert reply.headers["content-type"].startswith("text/html")
    assert "No mail has been sent yet." in reply.text


async def test_mails_are_shown_newest_first_with_links_that_can_be_followed(demonstration: Site) -> None:
    await demonstration.post(1, subject="The first")
    await demonstration.post(2, subject="The second")
    reply = await demonstration.client.get("/dev/mail")
    assert 0 < reply.text.index("The second") < reply.text.index("The first")
    assert "<a href='https://haulage.example/r?token=1'>" in reply.text
    assert reply.headers["cache-control"] == "no-store"


async def test_no_more_than_a_hundred_are_shown(demonstration: Site) -> None:
    for number in range(103):
        await demonstration.post(number)
    reply = await demonstration.client.get("/dev/mail/messages.json")
    shown = [item["reference"] for item in reply.json()["items"]]
    assert shown == [f"mail_{number}" for number in range(102, 2, -1)]


async def test_nothing_in_a_mail_becomes_markup_on_the_page(demonstration: Site) -> None:
    await demonstration.post(1, subject="<img src=x>", to="<b>@e.co", text=HOSTILE)
    text = (await demonstration.client.get("/dev/mail")).text
    assert not any(markup in text for markup in ("<script", "<img", "<b>", "&b='"))
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text


async def test_a_mail_as_it_was_sent_runs_nothing_and_has_no_origin(demonstration: Site) -> None:
    await demonstration.post(1, html="<script>alert(1)</script>")
    reply = await demonstration.client.get("/dev/mail/mail_1")
    assert reply.text == "<script>alert(1)</script>"
    policy = reply.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    assert "sandbox allow-popups " in policy
    assert "allow-scripts" not in policy
    assert "allow-same-origin" not in policy
    assert (await demonstration.client.get("/dev/mail/mail_9")).status_code == 404


async def test_a_mail_for_a_change_is_in_the_outbox_a_moment_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = asyncio.Event()
    async with a_site(Settings(data=tmp_path)) as site:
        storage = site.marketplace.storage
        mailer = type(site.marketplace.email.deliver.mailer)
        send = mailer.send

        async def noticed(self: object, mail: object, *, reference: str) -> None:
            await send(self, mail, reference=reference)  # type: ignore[arg-type]
            written.set()

        monkeypatch.setattr(mailer, "send", noticed)
        now = site.marketplace.clock.now()
        await storage.write(lambda unit: queue_email(unit, a_queued_mail(at=now)))
        async with asyncio.timeout(0.9):  # Less than the pause between two looks.
            await written.wait()
    file = tmp_path / "mail.jsonl"
    line = json.loads(file.read_text(encoding="utf-8"))
    assert list(line)[:4] == ["to", "subject", "text", "html"]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
