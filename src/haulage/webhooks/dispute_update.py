"""What a card provider says of a dispute."""

import attrs

from haulage.kernel.money import Cents


@attrs.frozen
class DisputeUpdate:
    """A dispute as it stands: ``status`` is the provider's word, of which ``won`` and ``lost`` are final.

    The fee is all that the provider's balance has lost by the dispute so far, beyond the disputed amount:
    fees, what was given back of them, and differences of currency. ``entries`` is how many movements of the
    balance that comes from; later news have no fewer.
    """

    amount_cents: Cents
    fee_cents: Cents
    status: str
    reason: str
    entries: int = 0
