"""``haulage webhooks``: what could not be read, and another look at it."""

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.webhooks.event import EventKind, ProviderEvent, hear
from haulage_adapters.assembly import open_marketplace
from haulage_adapters.assembly.database import upgrade_database
from haulage_adapters.settings import Settings
from haulage_cli.root import haulage

NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)
STRIPE = ("HAULAGE_STRIPE_API_BASE", "http://127.0.0.1:9"), ("HAULAGE_STRIPE_WEBHOOK_SECRET", "whsec_local")


def an_event(id: str, kind: EventKind, body: bytes | None = None) -> ProviderEvent:
    return ProviderEvent(
        id, "topup.succeeded", kind, NOON, None, "tu_1", body=body, fault="no id" if body else None
    )


async def _fill(settings: Settings) -> None:
    await upgrade_database(settings)
    events = (an_event("evt_1", EventKind.OTHER), an_event("evt_2", EventKind.UNREADABLE, b"{\xff"))

    async def keep(unit: UnitOfWork) -> None:
        for event in events:
            await unit.provider_events.add(hear(event, NOON))

    async with open_marketplace(settings) as market:
        await market.storage.write(keep)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, value in STRIPE:
        monkeypatch.setenv(name, value)
    asyncio.run(_fill(Settings(data=tmp_path)))
    return tmp_path


def run(data: Path, *arguments: str) -> Result:
    return CliRunner().invoke(haulage, ["webhooks", *arguments, "--data", str(data)])


def test_what_could_not_be_read_is_listed_with_its_fault_and_body(data: Path) -> None:
    everything = json.loads(run(data, "list", "--json").stdout)["items"]
    assert {event["id"]: event["state"] for event in everything} == {
        "evt_1": "unhandled",
        "evt_2": "unreadable",
    }
    (unreadable,) = json.loads(run(data, "list", "--unreadable", "--json").stdout)["items"]
    assert (unreadable["fault"], unreadable["body"]) == ("no id", "{\ufffd")
    assert unreadable["received_at"] == "2027-03-01T12:00:00Z"
    assert "no id" in run(data, "list", "--unreadable").stdout


def test_another_look_says_how_much_it_understood(data: Path) -> None:
    result = run(data, "retry", "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout) == {"looked_at": 2, "understood": 0}
