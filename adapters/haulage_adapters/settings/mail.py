"""How mails go out."""

import attrs

from haulage_adapters.mail_smtp.server import Sender, SmtpServer, read_sender, read_server
from haulage_adapters.settings.fields import setting


@attrs.frozen(slots=False)
class MailSettings:
    smtp: SmtpServer | None = setting(
        None,
        "HAULAGE_SMTP_URL",
        read_server,
        "Mail server, such as smtps://user:password@host:465 or smtp+starttls://…:587; without it mails "
        "are lines of mail.jsonl in the data folder.",
    )
    mail_from: Sender | None = setting(
        None,
        "HAULAGE_MAIL_FROM",
        read_sender,
        "Sender of mails, such as haulage <hello@example.com>; needed with a mail server.",
    )
