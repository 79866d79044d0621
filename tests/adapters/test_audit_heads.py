"""The head of the audit trail goes outside, to each of the places that can be configured."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
import respx

from haulage.audit import AuditAction, AuditEvent, Head
from haulage.kernel.actor import SYSTEM
from haulage.kernel.errors import InvalidInput, Unavailable
from haulage.ports.runtime.audit_heads import AuditHeads
from haulage.use_cases.audit.send_audit_head import SendAuditHead
from haulage_adapters.assembly.audit import audit_heads
from haulage_adapters.email_outbox.outbox import FileOutbox
from haulage_adapters.settings import Settings, read_settings
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.system.clock import SystemClock

pytestmark = pytest.mark.anyio

AT = datetime(2026, 12, 1, 9, tzinfo=UTC)
HEAD = Head(7, "ab" * 32)
ENTRY = {"at": AT.isoformat(), "site": "http://127.0.0.1:8000", "number": 7, "hash": "ab" * 32}
ADDRESS = "https://heads.example"

Opener = Callable[[str], AuditHeads]


@pytest.fixture
def heads(tmp_path: Path) -> Opener:
    def open_heads(place: str) -> AuditHeads:
        settings = Settings(data=tmp_path / "data", audit_heads=place)
        made = audit_heads(settings, FileOutbox(settings.outbox_file, SystemClock()))
        assert made is not None
        return made

    return open_heads


async def test_a_file_is_added_to(heads: Opener, tmp_path: Path) -> None:
    file = tmp_path / "elsewhere.jsonl"
    for _ in range(2):
        await heads(str(file)).store(HEAD, AT)
    assert [json.loads(line) for line in file.read_text().splitlines()] == [ENTRY, ENTRY]
    assert file.stat().st_mode & 0o077 == 0


async def test_a_file_that_cannot_be_written_is_tried_again(heads: Opener, tmp_path: Path) -> None:
    with pytest.raises(Unavailable):
        await heads(str(tmp_path / "none" / "elsewhere.jsonl")).store(HEAD, AT)


async def test_a_mailbox_is_written_to_past_the_outbox_of_the_database(heads: Opener, tmp_path: Path) -> None:
    await heads("auditor@example.org").store(HEAD, AT)
    (line,) = (tmp_path / "data" / "mail.jsonl").read_text().splitlines()
    mail = json.loads(line)
    assert mail["to"] == "auditor@example.org"
    assert json.loads(mail["text"].splitlines()[2]) == ENTRY
    assert f"7:{HEAD.hash}" in mail["html"]


@respx.mock
async def test_an_address_is_posted_to(heads: Opener) -> None:
    route = respx.post(ADDRESS).mock(return_value=httpx.Response(201))
    await heads(ADDRESS).store(HEAD, AT)
    (call,) = route.calls
    assert json.loads(call.request.content) == ENTRY
    assert call.request.headers["content-type"] == "application/json"


@respx.mock
@pytest.mark.parametrize("status", [302, 404, 503])
async def test_an_address_that_keeps_nothing_is_tried_again(heads: Opener, status: int) -> None:
    respx.post(ADDRESS).mock(return_value=httpx.Response(status))
    with pytest.raises(Unavailable):
        await heads(ADDRESS).store(HEAD, AT)


@pytest.mark.parametrize(
    "place",
    ["nonsense", "relative/heads.jsonl", "http://heads.example/keep", "https:///keep", "ftp://a.example"],
)
def test_a_place_that_is_none_is_refused_and_not_repeated(place: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        read_settings({"HAULAGE_AUDIT_HEADS": place})
    assert refusal.value.field == "HAULAGE_AUDIT_HEADS"
    assert place not in refusal.value.message


def test_no_password_of_an_address_is_shown() -> None:
    settings = Settings(audit_heads="https://ann:hush@heads.example/keep?token=hush")
    assert settings.shown_audit_heads == "https://heads.example"


def test_a_file_beside_the_database_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput) as refusal:
        Settings(data=tmp_path, audit_heads=str(tmp_path / "heads.jsonl"))
    assert refusal.value.field == "HAULAGE_AUDIT_HEADS"


class Kept(AuditHeads):
    def __init__(self) -> None:
        self.heads: list[Head] = []

    async def store(self, head: Head, at: datetime) -> None:
        self.heads.append(head)


async def test_what_is_sent_is_the_newest_entry(storage: SqlStorage) -> None:
    stored = Kept()
    send = SendAuditHead(storage, SystemClock(), stored)
    await send("2026-12-01")
    assert stored.heads == []
    for number in range(2):
        event = AuditEvent(AuditAction.SIGNED_IN, SYSTEM, AT + timedelta(seconds=number), "account", "acc_1")
        await storage.write(lambda unit, event=event: unit.audit.append(event))  # type: ignore[misc]
    await send("2026-12-02")
    (newest,) = await storage.read(lambda unit: unit.audit.newest(1))
    assert stored.heads == [Head(2, newest.hash)]


async def test_without_a_place_nothing_is_sent(storage: SqlStorage) -> None:
    await SendAuditHead(storage, SystemClock(), None)("2026-12-01")
    assert audit_heads(Settings(), FileOutbox(Path("none"), SystemClock())) is None
