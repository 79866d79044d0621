"""The entries of everything that happens to a payment's money.

Each function answers with amounts by account that sum to nothing; who calls it makes the transaction.
"""

from collections import Counter

from haulage.kernel.money import Cents
from haulage.ledger.account import (
    CARD_CLEARING,
    CUSTOMER_RECEIVABLE,
    DEBTS_WRITTEN_OFF,
    DISPUTES,
    PLATFORM_REVENUE,
    PROCESSING_FEES,
    REFUNDS,
    REFUNDS_PAYABLE,
    TAX_PAYABLE,
    TIPS,
    UNEARNED_FARES,
    AccountKind,
    LedgerAccount,
    available_account,
    connected_account,
    debt_account,
    driver_account,
)
from haulage.ledger.payment_split import GivenBack, PaymentSplit
from haulage.ledger.split import SplitBasis

Amounts = dict[LedgerAccount, Cents]


def charge(basis: SplitBasis) -> Amounts:
    """The customer owes the total: the state's part is the state's, the rest is not earned yet."""
    return _sum(
        (CUSTOMER_RECEIVABLE, basis.total_cents),
        (TAX_PAYABLE, -basis.taxes_cents),
        (UNEARNED_FARES, -basis.subtotal_cents),
    )


def charge_tip(cents: Cents) -> Amounts:
    """The customer owes a tip, which is nobody's but the driver's."""
    return {CUSTOMER_RECEIVABLE: cents, TIPS: -cents}


def payment(total_cents: Cents, processing_fee_cents: Cents) -> Amounts:
    """The card has paid: the provider holds the total less its fee."""
    return _sum(
        (CARD_CLEARING, total_cents - processing_fee_cents),
        (PROCESSING_FEES, processing_fee_cents),
        (CUSTOMER_RECEIVABLE, -total_cents),
    )


def completion(split: PaymentSplit, driver_id: str) -> Amounts:
    """The fare is earned: the provider's fee is met from it, and the net is shared (OP-02, OP-34)."""
    return _sum(
        (UNEARNED_FARES, split.total_cents - split.taxes_cents),
        (PROCESSING_FEES, -split.processing_fee_cents),
        (driver_account(driver_id), -split.driver_cents),
        (PLATFORM_REVENUE, -split.platform_cents),
    )


def tip(split: PaymentSplit, driver_id: str) -> Amounts:
    """Wholly the driver's and untaxed (OP-35); what the provider keeps of it falls on the platform."""
    return _sum(
        (TIPS, split.total_cents),
        (PROCESSING_FEES, -split.processing_fee_cents),
        (driver_account(driver_id), -split.driver_cents),
        (PLATFORM_REVENUE, -split.platform_cents),
    )


def cancellation(before: PaymentSplit, after: PaymentSplit | None, driver_id: str | None) -> Amounts:
    """The fare is given up: what is kept of it is shared, and the rest is given back (OP-23).

    Goodwill that was given before is met from the fare after all, for the fare goes back as well.
    """
    goodwill = before.refunded_cents - before.tax_back_cents
    retained = 0 if after is None else after.total_cents
    lines = [
        (REFUNDS_PAYABLE, -(before.refundable_cents - retained)),
        (TAX_PAYABLE, before.taxes_cents - before.tax_back_cents),
        (UNEARNED_FARES, before.total_cents - before.taxes_cents),
        (REFUNDS, -goodwill),
    ]
    if after is not None and driver_id is not None:
        lines += [
            (PROCESSING_FEES, -after.processing_fee_cents),
            (driver_account(driver_id), -after.driver_cents),
            (PLATFORM_REVENUE, -after.platform_cents),
        ]
    return _sum(*lines)


def taken_from_share(before: PaymentSplit, after: PaymentSplit) -> Amounts:
    """What a driver gives of a split that something was given back of, from where it is: not sent yet, sent
    (or about to be), or had otherwise, so that they owe it."""
    if before.driver_id is None or after.driver_left_cents == before.driver_left_cents:
        return {}
    sent, owed = _changes(before, after)
    unsent = before.submitted_cents is None
    place = driver_account(before.driver_id) if unsent else available_account(before.driver_id)
    return _sum((place, sent), (debt_account(before.driver_id), owed))


def given_to_share(before: PaymentSplit, after: PaymentSplit) -> Amounts:
    """What a driver has again of a split: owed to them, and no longer by them."""
    if before.driver_id is None:
        return {}
    sent, owed = _changes(before, after)
    return _sum((driver_account(before.driver_id), sent), (debt_account(before.driver_id), owed))


def _changes(before: PaymentSplit, after: PaymentSplit) -> tuple[Cents, Cents]:
    """Debits: how much less there is to be sent, and how much less of the rest."""
    sent = before.sendable_cents - after.sendable_cents
    return sent, before.driver_left_cents - after.driver_left_cents - sent


def given_back(parts: GivenBack, drivers: Amounts) -> Amounts:
    """What a refund takes from whom (OP-33); the customer is owed it until it goes out."""
    return _taken((REFUNDS_PAYABLE, -parts.cents), parts, drivers)


def dispute_lost(parts: GivenBack, drivers: Amounts, settled_cents: Cents) -> Amounts:
    """What a lost dispute takes from whom, after what it has settled of refunds that were owed."""
    settled = (REFUNDS_PAYABLE, settled_cents)
    return _taken((DISPUTES, -parts.cents - settled_cents), parts, drivers, settled)


def dispute_overturned(parts: GivenBack, drivers: Amounts) -> Amounts:
    """What a lost dispute had taken is everybody's again, and the bank has it."""
    whole = _taken((DISPUTES, -parts.cents), parts, {})
    return _sum(*((account, -cents) for account, cents in whole.items()), *drivers.items())


def refund_sent(cents: Cents) -> Amounts:
    """The provider has given back what was owed."""
    return {REFUNDS_PAYABLE: cents, CARD_CLEARING: -cents}


def refund_returned(cents: Cents) -> Amounts:
    """The customer's bank has sent it back: it is with the provider, and owed again."""
    return {CARD_CLEARING: cents, REFUNDS_PAYABLE: -cents}


def refund_owed_again(cents: Cents) -> Amounts:
    """A lost dispute had settled it, and the bank does not give the customer that money after all."""
    return {DISPUTES: cents, REFUNDS_PAYABLE: -cents}


def refund_withdrawn(parts: GivenBack, drivers: Amounts) -> Amounts:
    """What was to go back is not owed any more: everybody has their part again."""
    whole = given_back(parts, {})
    return _sum(*((account, -cents) for account, cents in whole.items()), *drivers.items())


def _taken(
    source: tuple[LedgerAccount, Cents],
    parts: GivenBack,
    drivers: Amounts,
    *more: tuple[LedgerAccount, Cents],
) -> Amounts:
    return _sum(
        source,
        *more,
        (TAX_PAYABLE, parts.tax_cents),
        (UNEARNED_FARES, parts.unearned_cents),
        (PLATFORM_REVENUE, parts.platform_cents),
        (REFUNDS, parts.own_cents),
        *drivers.items(),
    )


def dispute_opened(cents: Cents, fee_cents: Cents) -> Amounts:
    """The card holder's bank takes the money back while it looks into the matter, for a fee."""
    return _sum((CARD_CLEARING, -cents - fee_cents), (DISPUTES, cents), (PROCESSING_FEES, fee_cents))


def dispute_won(cents: Cents) -> Amounts:
    """The money comes back; the fee does not."""
    return {CARD_CLEARING: cents, DISPUTES: -cents}


def held(cents: Cents, source: LedgerAccount, kind: AccountKind) -> Amounts:
    """To be reserved: what a driver cannot be sent or paid while a dispute or a report lasts."""
    return _sum((source, cents), (LedgerAccount(kind, source.owner), -cents))


def transferred(cents: Cents, driver_id: str) -> Amounts:
    """A share goes to the driver's account at the card provider: there it is available to them."""
    return _sum(
        (driver_account(driver_id), cents),
        (available_account(driver_id), -cents),
        (connected_account(driver_id), cents),
        (CARD_CLEARING, -cents),
    )


def reversed_transfer(cents: Cents, driver_id: str) -> Amounts:
    """The card provider has taken so much back from the driver's account: it holds it for us again."""
    return _sum((CARD_CLEARING, cents), (connected_account(driver_id), -cents))


def never_sent(cents: Cents, driver_id: str) -> Amounts:
    """What was given back of a share that turned out not to have been sent."""
    return _sum((driver_account(driver_id), cents), (available_account(driver_id), -cents))


def taken_back(cents: Cents, driver_id: str) -> Amounts:
    """What somebody took back from a driver's transfer at the provider is the platform's again."""
    return {available_account(driver_id): cents, PLATFORM_REVENUE: -cents}


def owed_by_driver(cents: Cents, driver_id: str) -> Amounts:
    """What could not be taken back from the driver's account is a debt of theirs."""
    return _sum((debt_account(driver_id), cents), (available_account(driver_id), -cents))


def debt_netted(cents: Cents, driver_id: str) -> Amounts:
    """So much of a debt is paid out of a share."""
    return _sum((driver_account(driver_id), cents), (debt_account(driver_id), -cents))


def debt_written_off(cents: Cents, driver_id: str) -> Amounts:
    """The platform bears what a driver does not pay."""
    return _sum((DEBTS_WRITTEN_OFF, cents), (debt_account(driver_id), -cents))


def _sum(*lines: tuple[LedgerAccount, Cents]) -> Amounts:
    """Lines of one account joined; what comes to nothing stays out."""
    joined: Counter[LedgerAccount] = Counter()
    for account, cents in lines:
        joined[account] += cents
    return {account: cents for account, cents in joined.items() if cents}
