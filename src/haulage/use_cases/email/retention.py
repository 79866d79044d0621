"""How long e-mails are stored."""

from haulage.email.delivery import EMAIL_RETENTION
from haulage.ports.storage.retention import Expiring
from haulage.services.retention.lines import deleted, expired
from haulage.services.retention.rule import RetentionRule

MAIL_FILE = "mail_file"

RETENTION: tuple[RetentionRule, ...] = (
    deleted(
        "emails",
        ("emails", "email_attachments"),
        EMAIL_RETENTION,
        "after they were written",
        expired(Expiring.EMAILS),
        "Whoever asks where a mail went is answered; the text goes as soon as it is sent.",
        "E-mails to you: address and subject",
    ),
    deleted(
        MAIL_FILE,
        ("/mail.jsonl", "/mail.jsonl.lock"),
        EMAIL_RETENTION,
        "after each",
        None,
        "Where there is no mail server, mails end up in this file.",
        "E-mails to you with their text, where they are written to a file instead of being sent",
        by="DeleteExpiredData, line by line",
    ),
)
