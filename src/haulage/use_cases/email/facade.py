"""Everything about e-mail, in one value for the shells to call."""

import attrs

from haulage.use_cases.email.deliver_email import DeliverEmail, ManageEmail, ReadMailbox


@attrs.frozen
class EmailUseCases:
    """E-mails: delivered, looked at and tried again."""

    deliver: DeliverEmail
    manage: ManageEmail
    read_mailbox: ReadMailbox
