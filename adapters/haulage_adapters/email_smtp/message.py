"""A mail as it travels: RFC 5322 headers and two MIME parts that say the same."""

from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

from haulage.ports.messaging.email import Email
from haulage_adapters.email_smtp.server import Sender

POLICY = SMTP.clone(cte_type="7bit")
"""Passes through every server; what is not ASCII is encoded."""


def as_message(mail: Email, sender: Sender, *, reference: str, now: datetime) -> EmailMessage:
    """The message. A repeat has the same ``Message-ID``, so that receivers may know it for one.

    ``Auto-Submitted`` asks absence notices not to answer (RFC 3834).
    """
    message = EmailMessage(policy=POLICY)
    message["From"] = Address(sender.name, addr_spec=sender.address)
    message["To"] = Address(addr_spec=mail.to)
    message["Subject"] = mail.subject
    message["Date"] = format_datetime(now)
    message["Message-ID"] = f"<{reference}@{sender.domain}>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(mail.text, cte="quoted-printable")
    message.add_alternative(mail.html, subtype="html", cte="quoted-printable")
    for each in mail.attachments:
        main, _, sub = each.media_type.partition("/")
        message.add_attachment(each.content, maintype=main, subtype=sub, filename=each.name)
    return message
