"""A request for a mail that proves an address, stored before anything is looked up.

The request only writes this and answers, so that its time says nothing about who has an account. What
becomes of it is decided afterwards.
"""

from datetime import datetime

import attrs

from haulage.accounts.flows import CodeChallenge
from haulage.accounts.metadata import Metadata
from haulage.accounts.one_time import CodePurpose


@attrs.frozen
class EmailRequest:
    """Who asked for which mail. *redirect_to* is where the link leads afterwards.

    *create_user* lets an unknown address become an account with *metadata* (one-time codes only).
    *account_id* is known where the person is signed in already.
    """

    id: str
    purpose: CodePurpose
    email: str = attrs.field(repr=False)
    redirect_to: str
    created_at: datetime
    challenge: CodeChallenge | None = None
    create_user: bool = False
    metadata: Metadata = attrs.field(factory=dict, repr=False)
    account_id: str | None = None
