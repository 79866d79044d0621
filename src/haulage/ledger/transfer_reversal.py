"""Taking back from a driver's transfer what a refund or a lost dispute took from their share."""

from datetime import datetime

import attrs

from haulage.kernel.money import Cents


@attrs.frozen
class TransferReversal:
    """An amount of one split's transfer that is to be taken back at the provider, once, by our id."""

    id: str
    split_id: str
    amount_cents: Cents
    created_at: datetime
    done_at: datetime | None = None
    provider_reference: str | None = None
    failure_reason: str | None = None
    attempts: int = 0
