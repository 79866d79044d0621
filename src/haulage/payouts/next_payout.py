"""What the next weekly payout would be if it went now, and why (OP-37, OUT-02)."""

from collections.abc import Sequence

import attrs

from haulage.kernel.money import Cents
from haulage.payouts.eligibility import FOR_ANY, Eligibility, Missing


@attrs.frozen
class NextAmount:
    """``cents`` go out. ``not_settled_cents`` are available in the books and cannot be paid out at the
    provider yet; None while it does not answer. ``missing`` is what stands against any payout."""

    cents: Cents
    not_settled_cents: Cents | None
    missing: Sequence[Missing]


def next_amount(
    eligibility: Eligibility, *, available_cents: Cents, settled_cents: Cents | None, unsent_cents: Cents
) -> NextAmount:
    """The whole positive balance, and no more than the provider has: what payouts will take that it was not
    asked for yet is not there any more."""
    available = max(available_cents, 0)
    missing = [each for each in eligibility.missing if each.requirement in FOR_ANY]
    there = available if settled_cents is None else min(available, max(settled_cents - unsent_cents, 0))
    waits = None if settled_cents is None else available - there
    return NextAmount(0 if missing else there, waits, missing)
