"""The entries of everything that happens to an order's money.

Each function answers with amounts by account that sum to nothing; who calls it makes the transaction.
"""

from collections import Counter
from fractions import Fraction

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.kernel.money import Cents, times
from haulage.ledger.account import (
    CARD_CLEARING,
    CUSTOMER_RECEIVABLE,
    DISPUTES,
    PLATFORM_REVENUE,
    PROCESSING_FEES,
    REFUNDS,
    TAX_PAYABLE,
    UNEARNED_FARES,
    LedgerAccount,
    driver_account,
)
from haulage.ledger.split import Split, SplitBasis

Amounts = dict[LedgerAccount, Cents]


def charge(basis: SplitBasis) -> Amounts:
    """The customer owes the total: the state's part is the state's, the rest is not earned yet."""
    return {
        CUSTOMER_RECEIVABLE: basis.total_cents,
        TAX_PAYABLE: -basis.taxes_cents,
        UNEARNED_FARES: -basis.subtotal_cents,
    }


def payment(basis: SplitBasis) -> Amounts:
    """The card has paid: the provider holds the total less its fee."""
    return {
        CARD_CLEARING: basis.total_cents - basis.processing_fee_cents,
        PROCESSING_FEES: basis.processing_fee_cents,
        CUSTOMER_RECEIVABLE: -basis.total_cents,
    }


def completion(basis: SplitBasis, shares: Split, driver_id: str) -> Amounts:
    """The fare is earned: the provider's fee is met from it, and the net is shared (OP-02, OP-34)."""
    return _sum(
        (UNEARNED_FARES, basis.subtotal_cents),
        (PROCESSING_FEES, -basis.processing_fee_cents),
        (driver_account(driver_id), -shares.driver_cents),
        (PLATFORM_REVENUE, -shares.platform_cents),
    )


def tip(cents: Cents, processing_fee_cents: Cents, driver_id: str) -> Amounts:
    """Wholly the driver's and untaxed (OP-35); what the provider keeps of it falls on the platform."""
    return _sum(
        (CARD_CLEARING, cents - processing_fee_cents),
        (PLATFORM_REVENUE, processing_fee_cents),
        (driver_account(driver_id), -cents),
    )


@attrs.frozen
class PaidOrder:
    """What was paid for an order, and how it was shared once it was completed."""

    basis: SplitBasis
    shares: Split | None = None
    driver_id: str | None = None


def refund(order: PaidOrder, cents: Cents) -> Amounts:
    """Give back *cents* of the total, tax and shares pro rata; the provider keeps its fee, which falls
    on the platform (OP-33). Before completion the unearned fare is given back.

    Raises ``InvalidInput`` for more than was paid.
    """
    basis = order.basis
    if not 0 < cents <= basis.total_cents:
        raise InvalidInput("amount_cents", "must be between one cent and what was paid")
    part = Fraction(cents, basis.total_cents)
    tax = times(basis.taxes_cents, part)
    if order.shares is None or order.driver_id is None:
        return _sum((CARD_CLEARING, -cents), (TAX_PAYABLE, tax), (UNEARNED_FARES, cents - tax))
    driver = times(order.shares.driver_cents, part)
    platform = times(order.shares.platform_cents, part)
    return _sum(
        (CARD_CLEARING, -cents),
        (TAX_PAYABLE, tax),
        (driver_account(order.driver_id), driver),
        (PLATFORM_REVENUE, platform),
        (REFUNDS, cents - tax - driver - platform),
    )


def goodwill(basis: SplitBasis, cents: Cents) -> Amounts:
    """Give back *cents* for work that was done: tax pro rata, the rest from the platform alone (OP-33)."""
    if not 0 < cents <= basis.total_cents:
        raise InvalidInput("amount_cents", "must be between one cent and what was paid")
    tax = times(basis.taxes_cents, Fraction(cents, basis.total_cents))
    return _sum((CARD_CLEARING, -cents), (TAX_PAYABLE, tax), (REFUNDS, cents - tax))


def dispute_opened(cents: Cents) -> Amounts:
    """The card holder's bank takes the money back while it looks into the matter."""
    return {CARD_CLEARING: -cents, DISPUTES: cents}


def dispute_won(cents: Cents) -> Amounts:
    """The money comes back."""
    return {CARD_CLEARING: cents, DISPUTES: -cents}


def dispute_lost(order: PaidOrder, cents: Cents) -> Amounts:
    """The money stays gone: it is shared out as a refund is."""
    amounts = refund(order, cents)
    amounts[DISPUTES] = amounts.pop(CARD_CLEARING)
    return amounts


def _sum(*lines: tuple[LedgerAccount, Cents]) -> Amounts:
    """Lines of one account joined; what comes to nothing stays out."""
    joined: Counter[LedgerAccount] = Counter()
    for account, cents in lines:
        joined[account] += cents
    return {account: cents for account, cents in joined.items() if cents}
