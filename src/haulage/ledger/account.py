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
    """What the card provider holds for us."""
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
    """What a driver has earned and was not paid yet, one account a driver; it may turn negative (OP-33)."""
    REFUNDS = "refunds"
    """What the platform gave back out of its own pocket: goodwill, and fees the provider kept."""
    REFUNDS_PAYABLE = "refunds_payable"
    """What is owed back to customers and has not gone out yet."""
    DISPUTES = "disputes"
    """What a card holder's bank has taken back while the dispute lasts."""


PERSONAL = frozenset({AccountKind.DRIVER})
"""Accounts that somebody owns; of every other kind there is one."""


@attrs.frozen(order=True)
class LedgerAccount:
    """One account, written ``card_clearing`` or ``driver:drv_…``."""

    kind: AccountKind
    owner: str = ""

    def __attrs_post_init__(self) -> None:
        if (self.kind in PERSONAL) != bool(self.owner):
            raise InvalidInput("owner", "is what a driver's account has, and no other")
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


def driver_account(driver_id: str) -> LedgerAccount:
    return LedgerAccount(AccountKind.DRIVER, driver_id)
