"""The development outbox: every mail is a line of JSON at the end of a file, and goes nowhere else."""

import asyncio
import json
import os
from base64 import b64decode, b64encode
from collections.abc import Sequence
from io import SEEK_END
from pathlib import Path
from typing import Any

import attrs

from haulage.kernel.errors import InvalidInput, Unavailable
from haulage.ports.mail import Attachment, Mail, Mailbox, Mailer, PostedMail

SERVICE = "mail"
OURS_ALONE = 0o600
LONGEST_READ = 8 * 1024 * 1024
"""A hundred mails of ours are about one megabyte."""


@attrs.frozen
class FileOutbox(Mailer, Mailbox):
    """Appends ``{"to", "subject", "text", "html", "reference"}`` to the file, which only we may read;
    ``attachments`` where there are any.

    A line is written in one call at the end of the file, so that processes do not mix their lines.
    """

    path: Path

    async def send(self, mail: Mail, *, reference: str) -> None:
        line = json.dumps(_written(mail, reference), ensure_ascii=False) + "\n"
        try:
            await asyncio.to_thread(self._append, line.encode())
        except OSError as error:
            raise Unavailable(SERVICE, f"The outbox cannot be written: {error.strerror}.") from error

    async def check(self) -> None:
        """Make the file where there is none."""
        try:
            await asyncio.to_thread(self._append, b"")
        except OSError as error:
            raise Unavailable(SERVICE) from error

    async def latest(self, limit: int) -> Sequence[PostedMail]:
        """Newest first; a line that is no mail is passed over."""
        lines = await asyncio.to_thread(self._last_lines, limit)
        return [posted for line in reversed(lines) if (posted := _read(line)) is not None]

    def _append(self, line: bytes) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
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


def _written(mail: Mail, reference: str) -> dict[str, Any]:
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


def _read(line: bytes) -> PostedMail | None:
    try:
        fields: dict[str, Any] = json.loads(line)
        attachments = tuple(
            Attachment(each["name"], each["media_type"], b64decode(each["content_base64"], validate=True))
            for each in fields.get("attachments", ())
        )
        mail = Mail(fields["to"], fields["subject"], fields["text"], fields["html"], attachments)
        return PostedMail(str(fields["reference"]), mail)
    except (ValueError, KeyError, TypeError, AttributeError, InvalidInput):
        return None
