"""Splits of payments for tests."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import attrs

from haulage.ledger import PaymentSplit, SplitKind, SplitPolicy, processing_fee_cents
from haulage.ledger.payment_split import shared

NOON = datetime(2026, 11, 2, 17, tzinfo=UTC)


def a_split(total: int = 4330, taxes: int = 330, fee: int | None = None, **changes: Any) -> PaymentSplit:
    """A split of the documented forty dollars, with tax."""
    made = PaymentSplit(
        id="spl_1",
        payment_id="pay_1",
        order_id="ord_1",
        kind=SplitKind.FARE,
        policy=SplitPolicy.SPLIT_50_50,
        policy_version=1,
        total_cents=total,
        taxes_cents=taxes,
        processing_fee_cents=processing_fee_cents(total) if fee is None else fee,
        driver_cents=0,
        platform_cents=0,
        miles=Decimal("7.5"),
        minutes=25,
        created_at=NOON,
        updated_at=NOON,
    )
    changed = attrs.evolve(made, **changes)
    return shared(changed, changed.basis)
