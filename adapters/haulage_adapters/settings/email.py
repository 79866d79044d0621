"""How mails go out."""

import attrs

from haulage_adapters.email_smtp.server import Sender, SmtpServer, read_sender, read_server
from haulage_adapters.settings.fields import setting
from haulage_adapters.settings.readers import is_loopback_host, mail_address


@attrs.frozen(slots=False)
class EmailSettings:
    smtp: SmtpServer | None = setting(
        None,
        "HAULAGE_SMTP_URL",
        read_server,
        "Mail server, such as smtps://user:password@host:465 or smtp+starttls://…:587; without it mails "
        "are lines of mail.jsonl in the data folder.",
        secret=True,
        extra="mail",
    )
    mail_from: Sender | None = setting(
        None,
        "HAULAGE_MAIL_FROM",
        read_sender,
        "Sender of mails, such as haulage <hello@example.com>; needed with a mail server.",
        extra="mail",
    )

    support_email: str | None = setting(
        None,
        "HAULAGE_SUPPORT_EMAIL",
        mail_address,
        "Address for questions, shown at the foot of every page; without it the sender of mails.",
    )

    @property
    def shown_support_email(self) -> str | None:
        """Where people write to; None where nobody would read it."""
        return self.support_email or (self.mail_from.address if self.mail_from else None)

    @property
    def mail_leaves_the_machine(self) -> bool:
        """Whether mails reach people; a server on this machine counts as simulated."""
        return self.smtp is not None and not is_loopback_host(self.smtp.host)

    @property
    def shown_smtp(self) -> str:
        """The server's address without its password."""
        return str(self.smtp or "")
