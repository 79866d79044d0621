"""Mails: what one says, and how it gets from the outbox to whom it is for."""

from haulage.mails.delivery import DELIVERY_LIFECYCLE, KeptMail, MailState
from haulage.mails.mail import Attachment, Mail, MailKind, QueuedMail

__all__ = ["DELIVERY_LIFECYCLE", "Attachment", "KeptMail", "Mail", "MailKind", "MailState", "QueuedMail"]
