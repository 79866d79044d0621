"""Writing and sending mails."""

from collections.abc import Mapping, Sequence, Set
from datetime import datetime
from typing import Protocol

import attrs

from haulage.email import Attachment, Email, EmailKind, QueuedEmail
from haulage.kernel.errors import HaulageError
from haulage.kernel.redaction import Traces

__all__ = [
    "Attachment",
    "Email",
    "EmailKind",
    "EmailRefused",
    "EmailTemplates",
    "Mailbox",
    "Mailer",
    "PostedEmail",
    "QueuedEmail",
]


@attrs.define
class EmailRefused(HaulageError):
    """The mail server refused the email for good, such as one to an address that does not exist."""

    code = "mail_refused"
    reason: str

    @property
    def message(self) -> str:
        return f"The mail was refused: {self.reason}"


class Mailer(Protocol):
    """Hands mails to whoever delivers them."""

    async def send(self, mail: Email, *, reference: str) -> None:
        """Return when somebody else is responsible for the mail.

        Sending the same *reference* twice may deliver twice only when the first answer was lost.
        Raises ``Unavailable`` when it may be tried again later, within 30 seconds, and ``EmailRefused``
        when that is of no use.
        """
        ...

    async def check(self) -> None:
        """Raise ``Unavailable`` when nothing could be sent at present."""
        ...


class EmailTemplates(Protocol):
    """Puts what is known into words."""

    def render(self, kind: EmailKind, *, to: str, data: Mapping[str, str]) -> Email:
        """The mail of this kind; *data* is untrusted text, never markup.

        Every kind needs the names that :data:`NEEDED` lists; one that is missing raises ``InvalidInput``.
        A ``name`` is always welcome, for the greeting.
        """
        ...


@attrs.frozen
class PostedEmail:
    """A mail as it was handed over, with the reference of its sender."""

    reference: str
    mail: Email


class Mailbox(Protocol):
    """Mails that went nowhere else, for whoever runs a demonstration to read."""

    async def latest(self, limit: int) -> Sequence[PostedEmail]:
        """Newest first."""
        ...

    async def erase(self, addresses: Set[str], traces: Traces, others: Set[str]) -> None:
        """Remove mails to *addresses*, and take the *traces* out of mails to *others*. May raise
        ``Unavailable``."""
        ...

    async def forget_before(self, posted_before: datetime) -> int:
        """Remove mails that were handed over earlier; how many there were. May raise ``Unavailable``."""
        ...


NEEDED: Mapping[EmailKind, frozenset[str]] = {
    EmailKind.CONFIRM_SIGNUP: frozenset({"link"}),
    EmailKind.RECOVERY: frozenset({"link"}),
    EmailKind.MAGIC_LINK: frozenset({"link", "code"}),
    EmailKind.EMAIL_CHANGE: frozenset({"link", "new_email"}),
    EmailKind.EMAIL_CHANGE_CURRENT: frozenset({"link", "old_email", "new_email"}),
    EmailKind.REAUTHENTICATION: frozenset({"code"}),
    EmailKind.PASSWORD_CHANGED: frozenset(),
    EmailKind.RECEIPT: frozenset({"number", "amount", "paid", "link"}),
    EmailKind.EMAIL_CHANGED: frozenset({"old_email", "new_email"}),
    EmailKind.IDENTITY_LINKED: frozenset({"provider"}),
    EmailKind.IDENTITY_UNLINKED: frozenset({"provider"}),
    EmailKind.FACTOR_ADDED: frozenset(),
    EmailKind.FACTOR_REMOVED: frozenset(),
    EmailKind.FACTOR_GUESSED: frozenset(),
    EmailKind.FACTORS_RESET: frozenset(),
    EmailKind.RECOVERY_CODES_MADE: frozenset(),
    EmailKind.RECOVERY_CODE_USED: frozenset({"left"}),
    EmailKind.PASSKEY_ADDED: frozenset(),
    EmailKind.PASSKEY_REMOVED: frozenset(),
    EmailKind.SESSIONS_ENDED: frozenset({"reason"}),
    EmailKind.ACCOUNT_SUSPENDED: frozenset({"reason"}),
    EmailKind.ACCOUNT_REINSTATED: frozenset({"reason"}),
    EmailKind.ON_THE_WAY: frozenset({"number", "what", "link"}),
    EmailKind.DELIVERED: frozenset({"number", "link", "rate_link", "receipt_link"}),
    EmailKind.ORDER_CANCELED: frozenset({"number", "money", "link"}),
    EmailKind.JOB_CANCELED: frozenset({"number", "what", "link"}),
    EmailKind.DELIVERY_FAILED: frozenset({"number", "what", "money", "link"}),
    EmailKind.ITEMS_RETURNED: frozenset({"number", "what", "money", "link"}),
    EmailKind.CLAIM_OPENED: frozenset({"number", "what", "link"}),
    EmailKind.CLAIM_SIDE_REQUESTED: frozenset({"number", "what", "link"}),
    EmailKind.CLAIM_INFORMATION_REQUESTED: frozenset({"number", "link"}),
    EmailKind.CLAIM_WITHDRAWN: frozenset({"number", "what", "link"}),
    EmailKind.CLAIM_DECIDED: frozenset({"number", "what", "link"}),
    EmailKind.DRIVER_CHANGED: frozenset({"number", "what", "money", "link"}),
    EmailKind.DRIVER_LOST: frozenset({"number", "money", "link"}),
    EmailKind.ORDER_GIVEN: frozenset({"number", "what", "link"}),
    EmailKind.ORDER_TAKEN_AWAY: frozenset({"number", "what", "link"}),
    EmailKind.PICKUP_MOVED: frozenset({"number", "pickup", "what", "price", "link"}),
    EmailKind.JOB_MOVED: frozenset({"number", "pickup", "what", "link"}),
    EmailKind.APPLICATION_SUBMITTED: frozenset({"link"}),
    EmailKind.APPLICATION_REJECTED: frozenset({"reason", "link"}),
    EmailKind.SCREENING_OFFER: frozenset({"link"}),
    EmailKind.SCREENING_NOTICE: frozenset({"days", "link"}),
    EmailKind.SCREENING_DISPUTE_ANSWERED: frozenset({"days", "link"}),
    EmailKind.SCREENING_DECISION: frozenset({"link"}),
    EmailKind.TRAINING_COMPLETED: frozenset({"link"}),
    EmailKind.APPLICATION_RETURNED: frozenset({"reason", "link"}),
    EmailKind.DRIVER_APPROVED: frozenset({"link"}),
    EmailKind.DOCUMENT_REJECTED: frozenset({"what", "reason", "link"}),
    EmailKind.DOCUMENTS_APPROVED: frozenset({"link"}),
    EmailKind.DOCUMENT_EXPIRING: frozenset({"what", "day", "link"}),
    EmailKind.DOCUMENT_EXPIRED: frozenset({"what", "day", "consequence", "link"}),
    EmailKind.CREDENTIAL_VERIFIED: frozenset({"credential", "link"}),
    EmailKind.CREDENTIAL_REJECTED: frozenset({"credential", "reason", "link"}),
    EmailKind.CREDENTIAL_ENDING: frozenset({"credential", "ends_on", "link"}),
    EmailKind.DRIVER_SUSPENDED: frozenset({"reason", "link"}),
    EmailKind.DRIVER_REACTIVATED: frozenset({"reason", "link"}),
    EmailKind.DRIVER_REVOKED: frozenset({"reason", "link"}),
    EmailKind.PAYOUT_METHOD_ADDED: frozenset({"method", "hold"}),
    EmailKind.PAYOUT_PAID: frozenset({"amount", "method", "link"}),
    EmailKind.PAYOUT_FAILED: frozenset({"amount", "method", "reason", "link"}),
    EmailKind.PAYOUTS_HELD: frozenset({"hold"}),
    EmailKind.TAX_PAYMENT_DUE: frozenset({"quarter", "year", "amount", "due", "link"}),
    EmailKind.PAYMENT_DIFFERENCES: frozenset({"count", "link"}),
    EmailKind.SCREENINGS_TO_DECIDE: frozenset({"count", "link"}),
    EmailKind.ORDERS_AT_RISK: frozenset({"count", "link"}),
}
"""What a mail cannot be written without. ``link``, and every name that ends in it, is an address to open, and
``code`` six digits."""

_unlisted = set(EmailKind) - set(NEEDED)
if _unlisted:
    raise ValueError(f"mails that need nothing known: {sorted(_unlisted)}")
