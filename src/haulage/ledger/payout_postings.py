"""The entries of a payout: reserved when it is asked for, posted when it is paid, voided when it fails.

A payout has two transactions that are settled together. The first takes the amount from what is available to
the driver; the second takes what arrives out of their account at the card provider. A payout that comes back
after it was paid is undone by the reversals of both.
"""

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.kernel.money import MAX_CENTS, Cents, amount
from haulage.ledger.account import (
    BANK,
    CARD_CLEARING,
    PAYOUT_FEES,
    WITHHOLDING_PAYABLE,
    available_account,
    connected_account,
    in_transit_account,
)
from haulage.ledger.postings import Amounts


@attrs.frozen
class PayoutParts:
    """A payout from a connected account, in cents: ``amount_cents`` leaves the driver's balance, fees and
    withholding stay with the platform, and the rest arrives. Raises ``InvalidInput`` where nothing would."""

    amount_cents: Cents
    fees_cents: Cents = 0
    withheld_cents: Cents = 0

    def __attrs_post_init__(self) -> None:
        amount(self.amount_cents, field="amount_cents", at_least=1, at_most=MAX_CENTS)
        amount(self.fees_cents, field="fees_cents", at_least=0)
        amount(self.withheld_cents, field="withheld_cents", at_least=0)
        if self.net_cents < 1:
            raise InvalidInput("amount_cents", "must be above its fees and what is withheld of it")

    @property
    def deducted_cents(self) -> Cents:
        """What is taken back from the driver's transfers."""
        return self.fees_cents + self.withheld_cents

    @property
    def net_cents(self) -> Cents:
        return self.amount_cents - self.deducted_cents


def payout_taken(parts: PayoutParts, driver_id: str, *, whole: bool = False) -> Amounts:
    """What was available is on its way, less what the platform keeps; the card provider holds that for us
    again. With *whole* it holds all of it for us, and the driver is paid from elsewhere (OP-41)."""
    back = parts.amount_cents if whole else parts.deducted_cents
    return _moving(
        {
            available_account(driver_id): parts.amount_cents,
            in_transit_account(driver_id): -parts.net_cents,
            PAYOUT_FEES: -parts.fees_cents,
            WITHHOLDING_PAYABLE: -parts.withheld_cents,
            CARD_CLEARING: back,
            connected_account(driver_id): -back,
        }
    )


def payout_arrived(parts: PayoutParts, driver_id: str, *, whole: bool = False) -> Amounts:
    """What was on its way is with the driver. It is reserved from the start as well, so that a second payout
    cannot count on what the account holds only until this one leaves it. What was taken back *whole* is paid
    by the platform."""
    payer = BANK if whole else connected_account(driver_id)
    return {in_transit_account(driver_id): parts.net_cents, payer: -parts.net_cents}


def without_fees(parts: PayoutParts, withheld_returned_cents: Cents = 0) -> PayoutParts:
    """What is posted of an instant payout that was made as a standard one (OP-41): as much arrives, and the
    fees are left in the driver's balance with what was withheld of them, so that it is posted for less than
    it reserved."""
    withheld = parts.withheld_cents - withheld_returned_cents
    return PayoutParts(parts.net_cents + withheld, withheld_cents=withheld)


def _moving(amounts: Amounts) -> Amounts:
    return {account: cents for account, cents in amounts.items() if cents}
