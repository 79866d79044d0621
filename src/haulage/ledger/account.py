"""The chart of accounts: where money of the marketplace can be.

An amount is signed by the usual sign convention of computed ledgers: debits are positive, credits
negative. What the platform holds or is owed has a positive balance; what it owes, and what it has
earned, a negative one. All balances together are nothing.
"""

from enum import StrEnum

import attrs

from haulage.kernel.errors import InvalidInput

SEPARATOR = ":"
MAX_OWNER_LENGTH = 64


class AccountKind(StrEnum):
    """What an account stands for."""

    CUSTOMER_RECEIVABLE = "customer_receivable"
    """What customers owe for what they ordered; nothing is owed once the card has paid."""
    CARD_CLEARING = "card_clearing"
    """What the card provider holds for us: the platform's balance, without what it holds for drivers."""
    CONNECTED_ACCOUNT = "connected_account"
    """What the card provider holds in a driver's account, one account a driver."""
    BANK = "bank"
    """The platform's own bank account, as far as these books know of it: what the card provider paid out to
    it, and what it paid to drivers."""
    TAX_PAYABLE = "tax_payable"
    """Sales tax that belongs to the state; it is never split (OP-16)."""
    PROCESSING_FEES = "processing_fees"
    """What the card provider keeps for its work (OP-02)."""
    UNEARNED_FARES = "unearned_fares"
    """Net fares that were paid and not driven yet: split when the order is completed (OP-34)."""
    TIPS = "tips"
    """Tips that were paid and not passed on to the driver yet."""
    PLATFORM_REVENUE = "platform_revenue"
    """What the platform has earned."""
    DRIVER = "driver"
    """What a driver has earned and was not sent yet, one account a driver."""
    DRIVER_AVAILABLE = "driver_available"
    """What was sent to a driver's account at the card provider and is still there to be paid out."""
    DRIVER_IN_TRANSIT = "driver_in_transit"
    """What is on its way from there to the driver's bank."""
    DRIVER_HELD = "driver_held"
    """What a customer's report keeps from a driver (OP-49)."""
    DRIVER_FROZEN = "driver_frozen"
    """What a dispute keeps from a driver (OP-33)."""
    DRIVER_DEBT = "driver_debt"
    """What a driver owes us: was taken from a share that they had got, and could not be taken back."""
    DEBTS_WRITTEN_OFF = "debts_written_off"
    """What drivers owed us and will not pay."""
    PAYOUT_FEES = "payout_fees"
    """What drivers pay for being paid at once."""
    PROVIDER_PAYOUT_FEES = "provider_payout_fees"
    """What the card provider takes for paying drivers."""
    WITHHOLDING_PAYABLE = "withholding_payable"
    """What is kept of drivers' earnings for the tax office."""
    REFUNDS = "refunds"
    """What the platform gave back out of its own pocket: goodwill, and fees the provider kept."""
    REFUNDS_PAYABLE = "refunds_payable"
    """What is owed back to customers and has not gone out yet."""
    DISPUTES = "disputes"
    """What a card holder's bank has taken back while the dispute lasts."""


PERSONAL = frozenset(
    {
        AccountKind.CONNECTED_ACCOUNT,
        AccountKind.DRIVER,
        AccountKind.DRIVER_AVAILABLE,
        AccountKind.DRIVER_DEBT,
        AccountKind.DRIVER_FROZEN,
        AccountKind.DRIVER_HELD,
        AccountKind.DRIVER_IN_TRANSIT,
    }
)
"""Accounts that somebody owns; of every other kind there is one."""

SPENDABLE = frozenset({AccountKind.DRIVER, AccountKind.DRIVER_AVAILABLE})
"""What is reserved of these must be there."""


@attrs.frozen(order=True)
class LedgerAccount:
    """One account, written ``card_clearing`` or ``driver:drv_…``."""

    kind: AccountKind
    owner: str = ""

    def __attrs_post_init__(self) -> None:
        if (self.kind in PERSONAL) != bool(self.owner):
            raise InvalidInput("owner", "is what accounts of drivers have, and no others")
        if len(self.owner) > MAX_OWNER_LENGTH or SEPARATOR in self.owner:
            raise InvalidInput("owner", "must be an id")

    @property
    def code(self) -> str:
        return f"{self.kind}{SEPARATOR}{self.owner}" if self.owner else self.kind.value


def ledger_account(code: str) -> LedgerAccount:
    """The account of a code. Raises ``InvalidInput``."""
    kind, _, owner = code.partition(SEPARATOR)
    try:
        return LedgerAccount(AccountKind(kind), owner)
    except ValueError:
        raise InvalidInput("account", f"must be one of {', '.join(AccountKind)}") from None


CUSTOMER_RECEIVABLE = LedgerAccount(AccountKind.CUSTOMER_RECEIVABLE)
CARD_CLEARING = LedgerAccount(AccountKind.CARD_CLEARING)
TAX_PAYABLE = LedgerAccount(AccountKind.TAX_PAYABLE)
PROCESSING_FEES = LedgerAccount(AccountKind.PROCESSING_FEES)
UNEARNED_FARES = LedgerAccount(AccountKind.UNEARNED_FARES)
TIPS = LedgerAccount(AccountKind.TIPS)
PLATFORM_REVENUE = LedgerAccount(AccountKind.PLATFORM_REVENUE)
REFUNDS = LedgerAccount(AccountKind.REFUNDS)
REFUNDS_PAYABLE = LedgerAccount(AccountKind.REFUNDS_PAYABLE)
DISPUTES = LedgerAccount(AccountKind.DISPUTES)
BANK = LedgerAccount(AccountKind.BANK)
DEBTS_WRITTEN_OFF = LedgerAccount(AccountKind.DEBTS_WRITTEN_OFF)
PAYOUT_FEES = LedgerAccount(AccountKind.PAYOUT_FEES)
PROVIDER_PAYOUT_FEES = LedgerAccount(AccountKind.PROVIDER_PAYOUT_FEES)
WITHHOLDING_PAYABLE = LedgerAccount(AccountKind.WITHHOLDING_PAYABLE)


def driver_account(driver_id: str) -> LedgerAccount:
    return LedgerAccount(AccountKind.DRIVER, driver_id)


def available_account(driver_id: str) -> LedgerAccount:
    return LedgerAccount(AccountKind.DRIVER_AVAILABLE, driver_id)


def connected_account(driver_id: str) -> LedgerAccount:
    return LedgerAccount(AccountKind.CONNECTED_ACCOUNT, driver_id)


def in_transit_account(driver_id: str) -> LedgerAccount:
    return LedgerAccount(AccountKind.DRIVER_IN_TRANSIT, driver_id)


def debt_account(driver_id: str) -> LedgerAccount:
    return LedgerAccount(AccountKind.DRIVER_DEBT, driver_id)


def accounts_of(driver_id: str) -> tuple[LedgerAccount, ...]:
    """All accounts that a driver owns, in the order of their codes."""
    return tuple(LedgerAccount(kind, driver_id) for kind in sorted(PERSONAL))
