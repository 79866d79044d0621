"""Which mail server the settings choose."""

from haulage.kernel.errors import InvalidInput
from haulage.ports.messaging.email import Mailer
from haulage.ports.runtime.clock import Clock
from haulage_adapters.email_outbox.outbox import FileOutbox
from haulage_adapters.settings import Settings


def mailer(settings: Settings, clock: Clock) -> Mailer:
    """The configured mail server; the outbox only where there is none and never because one failed."""
    if settings.smtp is None:
        return FileOutbox(settings.outbox_file, clock)
    if settings.mail_from is None:
        raise InvalidInput("HAULAGE_MAIL_FROM", "is needed with HAULAGE_SMTP_URL")
    from haulage_adapters.email_smtp.mailer import SmtpMailer

    return SmtpMailer(settings.smtp, settings.mail_from, clock)
