"""The development outbox: every mail is a line of JSON at the end of a file, and goes nowhere else."""

import asyncio
import json
import os
from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence, Set
from datetime import datetime
from io import SEEK_END
from pathlib import Path
from typing import Any

import attrs
from filelock import FileLock

from haulage.kernel.errors import InvalidInput, Unavailable
from haulage.kernel.redaction import Redactor, Traces
from haulage.ports.messaging.email import Attachment, Email, Mailbox, Mailer, PostedEmail
from haulage.ports.runtime.clock import Clock
from haulage_adapters.system.clock import SystemClock

SERVICE = "mail"
OURS_ALONE = 0o600
WORDED = ("subject", "text", "html")
LONGEST_READ = 8 * 1024 * 1024
"""A hundred mails of ours are about one megabyte."""


@attrs.frozen
class FileOutbox(Mailer, Mailbox):
    """Appends ``{"to", "subject", "text", "html", "reference", "at"}`` to the file, which only we may read;
    ``attachments`` where there are any, and ``at`` is when.

    Whoever writes holds the lock of a file beside it, so that no line is lost while others are removed.
    """

    path: Path
    clock: Clock = attrs.field(factory=SystemClock, eq=False)

    async def send(self, mail: Email, *, reference: str) -> None:
        line = _line(_written(mail, reference) | {"at": self.clock.now().isoformat()})
        try:
            await asyncio.to_thread(self._append, line)
        except OSError as error:
            raise Unavailable(SERVICE, f"The outbox cannot be written: {error.strerror}.") from error

    async def check(self) -> None:
        """Make the file where there is none."""
        try:
            await asyncio.to_thread(self._append, b"")
        except OSError as error:
            raise Unavailable(SERVICE) from error

    async def latest(self, limit: int) -> Sequence[PostedEmail]:
        """Newest first; a line that is no mail is passed over."""
        lines = await asyncio.to_thread(self._last_lines, limit)
        return [posted for line in reversed(lines) if (posted := _read(line)) is not None]

    async def erase(self, addresses: Set[str], traces: Traces, others: Set[str]) -> None:
        redacted = Redactor.of(traces)

        def change(fields: dict[str, Any]) -> dict[str, Any] | None:
            to = str(fields.get("to")).lower()
            if to in addresses:
                return None
            if to in others:
                return fields | {part: redacted(str(fields.get(part, ""))) for part in WORDED}
            return fields

        await self._rewritten(change)

    async def forget_before(self, posted_before: datetime) -> int:
        def change(fields: dict[str, Any]) -> dict[str, Any] | None:
            at = fields.get("at")
            return fields if at and datetime.fromisoformat(at) >= posted_before else None

        return await self._rewritten(change)

    async def _rewritten(self, change: "Change") -> int:
        """How many lines were removed."""
        try:
            return await asyncio.to_thread(self._rewrite, change)
        except OSError as error:
            raise Unavailable(SERVICE, f"The outbox cannot be written: {error.strerror}.") from error

    def _rewrite(self, change: "Change") -> int:
        """Through a second file, so that a crash leaves the old lines or the new ones. What is no mail goes
        too: nobody could tell whom it is about."""
        if not self.path.exists():
            return 0
        draft = self.path.with_name(f".{self.path.name}.new")
        removed = 0
        with FileLock(self._lock), self.path.open("rb") as lines:
            file = os.open(draft, os.O_WRONLY | os.O_TRUNC | os.O_CREAT | os.O_CLOEXEC, OURS_ALONE)
            with os.fdopen(file, "wb") as copy:
                for line in lines:
                    fields = _fields(line)
                    changed = change(fields) if fields else None
                    removed += changed is None
                    copy.write(b"" if changed is None else _line(changed))
                copy.flush()
                os.fsync(copy.fileno())
            draft.replace(self.path)
        return removed

    @property
    def _lock(self) -> Path:
        return self.path.with_name(f"{self.path.name}.lock")

    def _append(self, line: bytes) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(self._lock):
            self._append_alone(line)

    def _append_alone(self, line: bytes) -> None:
        file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, OURS_ALONE)
        try:
            written = os.write(file, line)
            if written != len(line):
                os.write(file, b"\n")  # What was cut off must not spoil the next line too.
                raise OSError(0, "the disk is full")
        finally:
            os.close(file)

    def _last_lines(self, limit: int) -> list[bytes]:
        try:
            with self.path.open("rb") as file:
                size = file.seek(0, SEEK_END)
                file.seek(max(0, size - LONGEST_READ))
                return file.read().splitlines()[-limit:]
        except FileNotFoundError:
            return []


Change = Callable[[dict[str, Any]], dict[str, Any] | None]
"""What becomes of a line; None where it goes."""


def _line(fields: dict[str, Any]) -> bytes:
    return (json.dumps(fields, ensure_ascii=False) + "\n").encode()


def _fields(line: bytes) -> dict[str, Any] | None:
    try:
        fields = json.loads(line)
    except ValueError:
        return None
    return fields if isinstance(fields, dict) else None


def _written(mail: Email, reference: str) -> dict[str, Any]:
    """Files stand in it in base64 (RFC 4648), and only where there are any."""
    fields: dict[str, Any] = {
        "to": mail.to,
        "subject": mail.subject,
        "text": mail.text,
        "html": mail.html,
        "reference": reference,
    }
    if mail.attachments:
        fields["attachments"] = [
            {
                "name": each.name,
                "media_type": each.media_type,
                "content_base64": b64encode(each.content).decode(),
            }
            for each in mail.attachments
        ]
    return fields


def _read(line: bytes) -> PostedEmail | None:
    try:
        fields: dict[str, Any] = json.loads(line)
        attachments = tuple(
            Attachment(each["name"], each["media_type"], b64decode(each["content_base64"], validate=True))
            for each in fields.get("attachments", ())
        )
        mail = Email(fields["to"], fields["subject"], fields["text"], fields["html"], attachments)
        return PostedEmail(str(fields["reference"]), mail)
    except (ValueError, KeyError, TypeError, AttributeError, InvalidInput):
        return None
