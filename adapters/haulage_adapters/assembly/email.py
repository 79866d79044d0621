"""E-mail: its templates, its delivery, and the mail server or outbox."""

from haulage.jobs import JobKind
from haulage.ports.runtime.jobs import JobHandler, JobHandlers
from haulage.use_cases.accounts import AccountUseCases
from haulage.use_cases.email.deliver_email import EMAIL_PATIENCE, DeliverEmail, ManageEmail, ReadMailbox
from haulage.use_cases.email.facade import EmailUseCases
from haulage_adapters.assembly.parts import Parts


def assemble_email(parts: Parts) -> EmailUseCases:
    return EmailUseCases(
        deliver=DeliverEmail(parts.storage, parts.clock, parts.mailer),
        manage=ManageEmail(parts.storage, parts.clock),
        read_mailbox=ReadMailbox(parts.mailbox),
    )


def email_job_handlers(email: EmailUseCases, accounts: AccountUseCases) -> JobHandlers:
    return {
        JobKind.SEND_ACCOUNT_EMAIL: JobHandler(accounts.send_requested_email, EMAIL_PATIENCE),
        JobKind.SEND_EMAIL: JobHandler(email.deliver, EMAIL_PATIENCE),
    }
