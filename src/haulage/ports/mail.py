"""Writing and sending mails."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Protocol

import attrs

from haulage.kernel.errors import HaulageError
from haulage.mails import Attachment, Mail, MailKind, QueuedMail

__all__ = [
    "Attachment",
    "Mail",
    "MailKind",
    "MailRefused",
    "MailTemplates",
    "Mailbox",
    "Mailer",
    "PostedMail",
    "QueuedMail",
]


@attrs.define(eq=False, str=False)
class MailRefused(HaulageError):
    """This mail will never be taken, such as one to an address that does not exist."""

    code: ClassVar[str] = "mail_refused"
    reason: str

    @property
    def message(self) -> str:
        return f"The mail was refused: {self.reason}"


class Mailer(Protocol):
    """Hands mails to whoever delivers them."""

    async def send(self, mail: Mail, *, reference: str) -> None:
        """Return when somebody else is responsible for the mail.

        Sending the same *reference* twice may deliver twice only when the first answer was lost.
        Raises ``Unavailable`` when it may be tried again later, within 30 seconds, and ``MailRefused``
        when that is of no use.
        """
        ...

    async def check(self) -> None:
        """Raise ``Unavailable`` when nothing could be sent at present."""
        ...


class MailTemplates(Protocol):
    """Puts what is known into words."""

    def render(self, kind: MailKind, *, to: str, data: Mapping[str, str]) -> Mail:
        """The mail of this kind; *data* is untrusted text, never markup.

        Every kind needs the names that :data:`NEEDED` lists; one that is missing raises ``InvalidInput``.
        A ``name`` is always welcome, for the greeting.
        """
        ...


@attrs.frozen
class PostedMail:
    """A mail as it was handed over, with the reference of its sender."""

    reference: str
    mail: Mail


class Mailbox(Protocol):
    """Mails that went nowhere else, for whoever runs a demonstration to read."""

    async def latest(self, limit: int) -> Sequence[PostedMail]:
        """Newest first."""
        ...


NEEDED: Mapping[MailKind, frozenset[str]] = {
    MailKind.CONFIRM_SIGNUP: frozenset({"link"}),
    MailKind.RECOVERY: frozenset({"link"}),
    MailKind.MAGIC_LINK: frozenset({"link", "code"}),
    MailKind.EMAIL_CHANGE: frozenset({"link", "new_email"}),
    MailKind.EMAIL_CHANGE_CURRENT: frozenset({"link", "old_email", "new_email"}),
    MailKind.REAUTHENTICATION: frozenset({"code"}),
    MailKind.PASSWORD_CHANGED: frozenset(),
    MailKind.RECEIPT: frozenset({"number", "amount", "paid", "link"}),
    MailKind.EMAIL_CHANGED: frozenset({"old_email", "new_email"}),
    MailKind.IDENTITY_LINKED: frozenset({"provider"}),
    MailKind.IDENTITY_UNLINKED: frozenset({"provider"}),
    MailKind.FACTOR_ADDED: frozenset(),
    MailKind.FACTOR_REMOVED: frozenset(),
    MailKind.PASSKEY_ADDED: frozenset(),
    MailKind.PASSKEY_REMOVED: frozenset(),
    MailKind.DELIVERY_FAILED: frozenset({"number", "what", "money", "link"}),
    MailKind.ITEMS_RETURNED: frozenset({"number", "what", "money", "link"}),
    MailKind.NOT_DELIVERED_REPORTED: frozenset({"number", "link"}),
    MailKind.SHARE_HELD: frozenset({"number", "amount", "link"}),
    MailKind.REPORT_DECIDED: frozenset({"number", "what", "link"}),
    MailKind.DRIVER_CHANGED: frozenset({"number", "what", "money", "link"}),
    MailKind.DRIVER_LOST: frozenset({"number", "money", "link"}),
    MailKind.ORDER_GIVEN: frozenset({"number", "what", "link"}),
    MailKind.ORDER_TAKEN_AWAY: frozenset({"number", "what", "link"}),
}
"""What a mail cannot be written without. ``link`` is an address to open and ``code`` six digits."""

_unlisted = set(MailKind) - set(NEEDED)
if _unlisted:
    raise ValueError(f"mails that need nothing known: {sorted(_unlisted)}")
