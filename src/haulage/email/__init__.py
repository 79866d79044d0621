"""Mails: what one says, and how it gets from the outbox to whom it is for."""

from haulage.email.delivery import EmailState, StoredEmail
from haulage.email.email_message import Attachment, Email, EmailKind, QueuedEmail

__all__ = [
    "Attachment",
    "Email",
    "EmailKind",
    "EmailState",
    "QueuedEmail",
    "StoredEmail",
]
