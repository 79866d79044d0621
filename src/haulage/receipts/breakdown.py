"""What a payment was for, line by line."""

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.kernel.money import Cents


@attrs.frozen
class FareBreakdown:
    """The lines of a receipt in cents (PAY-17); together they are what was paid.

    ``service_fee_cents`` is the extra fees with the urgency line (OP-35), without an
    extra helper, who has a line of their own. It can be negative: a driver's
    multiplier line takes the rounding difference.
    """

    base_fee_cents: Cents
    distance_fee_cents: Cents = 0
    time_fee_cents: Cents = 0
    service_fee_cents: Cents = 0
    helper_fee_cents: Cents = 0
    taxes_cents: Cents = 0
    tip_cents: Cents = 0

    @property
    def subtotal_cents(self) -> Cents:
        """Before taxes and tip."""
        travel = self.base_fee_cents + self.distance_fee_cents + self.time_fee_cents
        return travel + self.service_fee_cents + self.helper_fee_cents

    @property
    def total_cents(self) -> Cents:
        return self.subtotal_cents + self.taxes_cents + self.tip_cents

    @property
    def is_only_tip(self) -> bool:
        """Whether it is of a tip, which is a payment of its own: nothing else was paid."""
        return self.tip_cents > 0 and self.tip_cents == self.total_cents

    def require_total(self, cents: Cents) -> "FareBreakdown":
        """Itself; ``InvalidInput`` when its lines do not add up to what was paid."""
        if self.total_cents != cents:
            raise InvalidInput("breakdown", "must add up to what was paid")
        return self
