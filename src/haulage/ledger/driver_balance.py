"""What a driver has, and what they may be paid now (OP-42)."""

from collections.abc import Mapping

import attrs

from haulage.kernel.money import Cents
from haulage.ledger.account import (
    AccountKind,
    LedgerAccount,
    available_account,
    connected_account,
    debt_account,
    driver_account,
)
from haulage.ledger.transaction import Balance


@attrs.frozen
class DriverBalance:
    """In cents. ``unsent`` was earned and not sent to their account at the card provider, held shares among
    it. ``available`` is what may be paid out now: what was sent and is neither on its way, nor held by a
    report, nor frozen by a dispute, nor owed to us; and no more than the card provider is sure to hold, while
    nobody knows whether it has taken something back. ``unpaid`` is all that was sent and has not reached the
    driver, whatever stops it. ``overdrawn`` is what a refund took of the available that had been paid out by
    then: the next shares fill it up first.
    """

    unsent_cents: Cents
    available_cents: Cents
    in_transit_cents: Cents
    held_cents: Cents
    frozen_cents: Cents
    debt_cents: Cents
    unpaid_cents: Cents
    overdrawn_cents: Cents = 0

    @property
    def owes_cents(self) -> Cents:
        """All that is recovered from what the driver earns next."""
        return max(0, self.debt_cents) + self.overdrawn_cents


UNPAID = (
    AccountKind.DRIVER_AVAILABLE,
    AccountKind.DRIVER_IN_TRANSIT,
    AccountKind.DRIVER_HELD,
    AccountKind.DRIVER_FROZEN,
)


def driver_balance(found: Mapping[LedgerAccount, Balance], driver_id: str) -> DriverBalance:
    """From the balances of all accounts that the driver has."""
    debt = found[debt_account(driver_id)].posted_cents
    there = found[connected_account(driver_id)]
    owed = found[available_account(driver_id)].owed_cents
    free = owed - max(0, debt)
    return DriverBalance(
        unsent_cents=-found[driver_account(driver_id)].posted_cents,
        available_cents=max(0, min(free, there.posted_cents + there.reserved_credit_cents)),
        in_transit_cents=_of(found, AccountKind.DRIVER_IN_TRANSIT, driver_id),
        held_cents=_of(found, AccountKind.DRIVER_HELD, driver_id),
        frozen_cents=_of(found, AccountKind.DRIVER_FROZEN, driver_id),
        debt_cents=debt,
        unpaid_cents=-sum(found[LedgerAccount(kind, driver_id)].posted_cents for kind in UNPAID),
        overdrawn_cents=max(0, -owed),
    )


def _of(found: Mapping[LedgerAccount, Balance], kind: AccountKind, driver_id: str) -> Cents:
    """What was put there, whether for good or for a while."""
    balance = found[LedgerAccount(kind, driver_id)]
    return -(balance.posted_cents + balance.reserved_credit_cents)
