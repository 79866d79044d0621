"""E-mail: its templates, its delivery, and the mail server or outbox."""

from random import SystemRandom

from haulage.use_cases.email.deliver_email import DeliverEmail, ManageEmail, ReadMailbox
from haulage.use_cases.email.facade import EmailUseCases
from haulage_adapters.assembly.parts import Parts
from haulage_adapters.email_delivery.worker import log_mail_fault
from haulage_adapters.system.alarms import log_alarm


def assemble_email(parts: Parts) -> EmailUseCases:
    return EmailUseCases(
        deliver=DeliverEmail(
            parts.storage,
            parts.clock,
            parts.mailer,
            luck=SystemRandom().random,
            notifier=parts.notifier,
            alarm=log_alarm,
            log_fault=log_mail_fault,
        ),
        manage=ManageEmail(parts.storage, parts.clock),
        read_mailbox=ReadMailbox(parts.mailbox),
    )
