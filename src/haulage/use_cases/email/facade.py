"""Everything about e-mail, in one value for the shells to call."""

import attrs

from haulage.ports.messaging.email import EmailTemplates, Mailbox
from haulage.use_cases.email.deliver_email import DeliverEmail, ManageEmail


@attrs.frozen
class EmailUseCases:
    """E-mails: delivered, looked at and tried again."""

    deliver: DeliverEmail
    manage: ManageEmail
    templates: EmailTemplates
    mailbox: Mailbox | None
    """Where mails can be read that went nowhere else; None when a mail server has them."""
