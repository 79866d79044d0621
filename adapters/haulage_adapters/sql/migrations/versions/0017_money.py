"""Splits, refunds and disputes; and the books of what was paid before there were any."""

import hashlib
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0017_money"
down_revision = "0016_mailed_receipts"
branch_labels = None
depends_on = None

EXACT = sa.String(60).with_variant(sa.Numeric(), "postgresql")

ADDED_TO_PAYMENTS = (
    """purpose VARCHAR(32) DEFAULT 'order' NOT NULL
    CONSTRAINT ck_payments_purpose CHECK (purpose IN ('order', 'tip'))""",
    "dispute VARCHAR(32) CONSTRAINT ck_payments_dispute CHECK (dispute IN ('open', 'won', 'lost'))",
    """lost_cents BIGINT DEFAULT 0 NOT NULL
    CONSTRAINT ck_payments_lost_cents CHECK (lost_cents BETWEEN 0 AND 10000000000)""",
    """split_policy VARCHAR(32) DEFAULT 'split_50_50' NOT NULL CONSTRAINT ck_payments_split_policy
    CHECK (split_policy IN ('split_50_50', 'order_price_80', 'per_delivery'))""",
)
"""Written out, because SQLite takes a check only with the column that it is added with."""


def upgrade() -> None:
    for column in ADDED_TO_PAYMENTS:
        op.execute(f"ALTER TABLE payments ADD COLUMN {column}")
    op.drop_index("uq_payments_one_an_order", table_name="payments")
    op.create_index(
        "uq_payments_one_an_order",
        "payments",
        ["order_id", "purpose"],
        unique=True,
        postgresql_where=sa.text("state <> 'canceled'"),
        sqlite_where=sa.text("state <> 'canceled'"),
    )
    _make_tables()
    for paid in _paid():
        _enter(paid)


def _make_tables() -> None:
    op.create_table(
        "driver_accounts",
        sa.Column("driver_id", sa.String(64), nullable=False),
        sa.Column("provider_reference", sa.String(200), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["driver_id"], ["drivers.id"], name=op.f("fk_driver_accounts_driver_id")),
        sa.PrimaryKeyConstraint("driver_id", name=op.f("pk_driver_accounts")),
        sa.UniqueConstraint("provider_reference", name=op.f("uq_driver_accounts_provider_reference")),
    )
    op.create_table(
        "disputes",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("payment_id", sa.String(64), nullable=False),
        sa.Column("order_id", sa.String(64), nullable=False),
        sa.Column("provider_reference", sa.String(200), nullable=False),
        sa.Column("amount_cents", sa.BigInteger(), nullable=False),
        sa.Column("fee_cents", sa.BigInteger(), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", sa.String(32), nullable=False),
        sa.Column("lost_cents", sa.BigInteger(), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint("(state = 'open') = (closed_at IS NULL)", name=op.f("ck_disputes_closed_once")),
        sa.CheckConstraint("lost_cents = 0 OR state = 'lost'", name=op.f("ck_disputes_lost_when_lost")),
        sa.CheckConstraint("state IN ('open', 'won', 'lost')", name=op.f("ck_disputes_state")),
        sa.CheckConstraint("amount_cents BETWEEN 1 AND 10000000000", name=op.f("ck_disputes_amount_cents")),
        sa.CheckConstraint("fee_cents BETWEEN 0 AND 10000000000", name=op.f("ck_disputes_fee_cents")),
        sa.CheckConstraint("lost_cents <= amount_cents", name=op.f("ck_disputes_lost_at_most_all")),
        sa.CheckConstraint("lost_cents BETWEEN 0 AND 10000000000", name=op.f("ck_disputes_lost_cents")),
        sa.CheckConstraint("version >= 1", name=op.f("ck_disputes_version")),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_disputes_order_id")),
        sa.ForeignKeyConstraint(["payment_id"], ["payments.id"], name=op.f("fk_disputes_payment_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_disputes")),
        sa.UniqueConstraint("provider_reference", name=op.f("uq_disputes_provider_reference")),
    )
    op.create_index(op.f("ix_disputes_order_id"), "disputes", ["order_id"], unique=False)
    op.create_index(
        op.f("ix_disputes_payment_id_opened_at_id"),
        "disputes",
        ["payment_id", "opened_at", "id"],
        unique=False,
    )
    op.create_table(
        "payment_splits",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("payment_id", sa.String(64), nullable=False),
        sa.Column("order_id", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("policy", sa.String(32), nullable=False),
        sa.Column("policy_version", sa.Integer(), nullable=False),
        sa.Column("total_cents", sa.BigInteger(), nullable=False),
        sa.Column("taxes_cents", sa.BigInteger(), nullable=False),
        sa.Column("processing_fee_cents", sa.BigInteger(), nullable=False),
        sa.Column("driver_cents", sa.BigInteger(), nullable=False),
        sa.Column("platform_cents", sa.BigInteger(), nullable=False),
        sa.Column("miles", EXACT, nullable=False),
        sa.Column("minutes", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("status", sa.String(32), nullable=False),
        sa.Column("driver_id", sa.String(64), nullable=True),
        sa.Column("earned_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("submitted_cents", sa.BigInteger(), nullable=True),
        sa.Column("frozen_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("completed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("driver_transfer_id", sa.String(200), nullable=True),
        sa.Column("failure_reason", sa.String(500), nullable=True),
        sa.Column("refunded_cents", sa.BigInteger(), nullable=False),
        sa.Column("shared_back_cents", sa.BigInteger(), nullable=False),
        sa.Column("tax_back_cents", sa.BigInteger(), nullable=False),
        sa.Column("driver_back_cents", sa.BigInteger(), nullable=False),
        sa.Column("platform_back_cents", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "(status = 'completed') = (completed_at IS NOT NULL)",
            name=op.f("ck_payment_splits_completed_once"),
        ),
        sa.CheckConstraint(
            "(status = 'failed') = (failure_reason IS NOT NULL)",
            name=op.f("ck_payment_splits_failed_for_a_reason"),
        ),
        sa.CheckConstraint(
            "driver_transfer_id IS NULL OR status = 'completed'",
            name=op.f("ck_payment_splits_transferred_once"),
        ),
        sa.CheckConstraint(
            "earned_at IS NOT NULL OR status = 'pending'", name=op.f("ck_payment_splits_earned_before_sent")
        ),
        sa.CheckConstraint(
            "kind IN ('fare', 'cancellation_fee', 'tip')", name=op.f("ck_payment_splits_kind")
        ),
        sa.CheckConstraint(
            "policy IN ('split_50_50', 'order_price_80', 'per_delivery')",
            name=op.f("ck_payment_splits_policy"),
        ),
        sa.CheckConstraint(
            "status IN ('pending', 'completed', 'failed')", name=op.f("ck_payment_splits_status")
        ),
        sa.CheckConstraint(
            "(earned_at IS NULL) = (driver_id IS NULL)", name=op.f("ck_payment_splits_earned_by_a_driver")
        ),
        sa.CheckConstraint("attempts >= 0", name=op.f("ck_payment_splits_attempts")),
        sa.CheckConstraint(
            "driver_back_cents <= driver_cents", name=op.f("ck_payment_splits_driver_back_at_most_all")
        ),
        sa.CheckConstraint(
            "driver_back_cents BETWEEN 0 AND 10000000000", name=op.f("ck_payment_splits_driver_back_cents")
        ),
        sa.CheckConstraint(
            "driver_cents BETWEEN 0 AND 10000000000", name=op.f("ck_payment_splits_driver_cents")
        ),
        sa.CheckConstraint(
            "platform_back_cents BETWEEN -10000000000 AND 10000000000",
            name=op.f("ck_payment_splits_platform_back_cents"),
        ),
        sa.CheckConstraint(
            "platform_cents BETWEEN -10000000000 AND 10000000000",
            name=op.f("ck_payment_splits_platform_cents"),
        ),
        sa.CheckConstraint("policy_version >= 1", name=op.f("ck_payment_splits_policy_version")),
        sa.CheckConstraint(
            "processing_fee_cents BETWEEN 0 AND 10000000000",
            name=op.f("ck_payment_splits_processing_fee_cents"),
        ),
        sa.CheckConstraint(
            "refunded_cents <= total_cents", name=op.f("ck_payment_splits_refunded_at_most_all")
        ),
        sa.CheckConstraint(
            "refunded_cents BETWEEN 0 AND 10000000000", name=op.f("ck_payment_splits_refunded_cents")
        ),
        sa.CheckConstraint(
            "shared_back_cents <= refunded_cents", name=op.f("ck_payment_splits_shared_back_is_refunded")
        ),
        sa.CheckConstraint(
            "shared_back_cents BETWEEN 0 AND 10000000000", name=op.f("ck_payment_splits_shared_back_cents")
        ),
        sa.CheckConstraint(
            "submitted_cents <= driver_cents", name=op.f("ck_payment_splits_submitted_at_most_the_share")
        ),
        sa.CheckConstraint(
            "submitted_cents BETWEEN 0 AND 10000000000", name=op.f("ck_payment_splits_submitted_cents")
        ),
        sa.CheckConstraint(
            "tax_back_cents <= taxes_cents", name=op.f("ck_payment_splits_tax_back_at_most_all")
        ),
        sa.CheckConstraint(
            "tax_back_cents BETWEEN 0 AND 10000000000", name=op.f("ck_payment_splits_tax_back_cents")
        ),
        sa.CheckConstraint(
            "taxes_cents BETWEEN 0 AND 10000000000", name=op.f("ck_payment_splits_taxes_cents")
        ),
        sa.CheckConstraint(
            "total_cents = taxes_cents + processing_fee_cents + driver_cents + platform_cents",
            name=op.f("ck_payment_splits_adds_up"),
        ),
        sa.CheckConstraint(
            "total_cents BETWEEN 0 AND 10000000000", name=op.f("ck_payment_splits_total_cents")
        ),
        sa.CheckConstraint("version >= 1", name=op.f("ck_payment_splits_version")),
        sa.ForeignKeyConstraint(["driver_id"], ["drivers.id"], name=op.f("fk_payment_splits_driver_id")),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_payment_splits_order_id")),
        sa.ForeignKeyConstraint(["payment_id"], ["payments.id"], name=op.f("fk_payment_splits_payment_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_payment_splits")),
        sa.UniqueConstraint("driver_transfer_id", name=op.f("uq_payment_splits_driver_transfer_id")),
        sa.UniqueConstraint("payment_id", name=op.f("uq_payment_splits_payment_id")),
    )
    op.create_index(
        op.f("ix_payment_splits_created_at_id"), "payment_splits", ["created_at", "id"], unique=False
    )
    op.create_index(
        op.f("ix_payment_splits_driver_id_created_at_id"),
        "payment_splits",
        ["driver_id", "created_at", "id"],
        unique=False,
    )
    op.create_index(
        "ix_payment_splits_due",
        "payment_splits",
        ["earned_at", "id"],
        unique=False,
        postgresql_where=sa.text("status = 'pending' AND earned_at IS NOT NULL AND frozen_at IS NULL"),
        sqlite_where=sa.text("status = 'pending' AND earned_at IS NOT NULL AND frozen_at IS NULL"),
    )
    op.create_index(op.f("ix_payment_splits_order_id"), "payment_splits", ["order_id"], unique=False)
    op.create_table(
        "refunds",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("payment_id", sa.String(64), nullable=False),
        sa.Column("order_id", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("amount_cents", sa.BigInteger(), nullable=False),
        sa.Column("tax_cents", sa.BigInteger(), nullable=False),
        sa.Column("driver_cents", sa.BigInteger(), nullable=False),
        sa.Column("platform_cents", sa.BigInteger(), nullable=False),
        sa.Column("fare_cents", sa.BigInteger(), nullable=False),
        sa.Column("own_cents", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.String(500), nullable=False),
        sa.Column("requested_by", sa.String(64), nullable=False),
        sa.Column("reference", sa.String(200), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("status", sa.String(32), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("provider_refund_id", sa.String(200), nullable=True),
        sa.Column("failure_reason", sa.String(500), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "(status = 'failed') = (failure_reason IS NOT NULL)", name=op.f("ck_refunds_failed_for_a_reason")
        ),
        sa.CheckConstraint("(status = 'sent') = (sent_at IS NOT NULL)", name=op.f("ck_refunds_sent_once")),
        sa.CheckConstraint(
            "kind IN ('not_performed', 'goodwill', 'cancellation', 'unwanted')", name=op.f("ck_refunds_kind")
        ),
        sa.CheckConstraint("status IN ('pending', 'sent', 'failed')", name=op.f("ck_refunds_status")),
        sa.CheckConstraint(
            "amount_cents = tax_cents + driver_cents + platform_cents + fare_cents + own_cents",
            name=op.f("ck_refunds_adds_up"),
        ),
        sa.CheckConstraint("amount_cents BETWEEN 1 AND 10000000000", name=op.f("ck_refunds_amount_cents")),
        sa.CheckConstraint("attempts >= 0", name=op.f("ck_refunds_attempts")),
        sa.CheckConstraint("driver_cents BETWEEN 0 AND 10000000000", name=op.f("ck_refunds_driver_cents")),
        sa.CheckConstraint("fare_cents BETWEEN 0 AND 10000000000", name=op.f("ck_refunds_fare_cents")),
        sa.CheckConstraint(
            "own_cents BETWEEN -10000000000 AND 10000000000", name=op.f("ck_refunds_own_cents")
        ),
        sa.CheckConstraint(
            "platform_cents BETWEEN -10000000000 AND 10000000000", name=op.f("ck_refunds_platform_cents")
        ),
        sa.CheckConstraint("tax_cents BETWEEN 0 AND 10000000000", name=op.f("ck_refunds_tax_cents")),
        sa.CheckConstraint("version >= 1", name=op.f("ck_refunds_version")),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_refunds_order_id")),
        sa.ForeignKeyConstraint(["payment_id"], ["payments.id"], name=op.f("fk_refunds_payment_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_refunds")),
        sa.UniqueConstraint("reference", name=op.f("uq_refunds_reference")),
    )
    op.create_index(op.f("ix_refunds_order_id"), "refunds", ["order_id"], unique=False)
    op.create_index(
        op.f("ix_refunds_payment_id_created_at_id"),
        "refunds",
        ["payment_id", "created_at", "id"],
        unique=False,
    )
    op.create_index(
        "ix_refunds_unsent",
        "refunds",
        ["created_at", "id"],
        unique=False,
        postgresql_where=sa.text("status <> 'sent'"),
        sqlite_where=sa.text("status <> 'sent'"),
    )
    op.create_table(
        "transfer_reversals",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("split_id", sa.String(64), nullable=False),
        sa.Column("amount_cents", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("done_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("provider_reference", sa.String(200), nullable=True),
        sa.Column("failure_reason", sa.String(500), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "amount_cents BETWEEN 1 AND 10000000000", name=op.f("ck_transfer_reversals_amount_cents")
        ),
        sa.CheckConstraint("attempts >= 0", name=op.f("ck_transfer_reversals_attempts")),
        sa.ForeignKeyConstraint(
            ["split_id"], ["payment_splits.id"], name=op.f("fk_transfer_reversals_split_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_transfer_reversals")),
    )
    op.create_index(
        "ix_transfer_reversals_open",
        "transfer_reversals",
        ["split_id", "created_at", "id"],
        unique=False,
        postgresql_where=sa.text("done_at IS NULL"),
        sqlite_where=sa.text("done_at IS NULL"),
    )
    op.create_index(op.f("ix_transfer_reversals_split_id"), "transfer_reversals", ["split_id"], unique=False)


INSTANT = sa.DateTime(timezone=True)
PAID = sa.text(
    """
    SELECT payments.id, payments.order_id, payments.amount_cents, payments.processing_fee_cents,
           payments.refund_requested_cents, payments.refunded_cents, payments.updated_at,
           orders.paid_at, orders.completed_at, orders.cancelled_at, orders.driver_id, orders.payment_status,
           orders.distance_miles, orders.estimated_minutes, quotes.total_cents, quotes.taxes_cents,
           offers.distance_cents + offers.top_up_cents + offers.multiplier_cents + offers.extra_fees_cents
               AS offered_cents
    FROM payments
    JOIN orders ON orders.id = payments.order_id
    JOIN quotes ON quotes.id = orders.quote_id
    LEFT JOIN offers ON offers.quote_id = quotes.id AND offers.driver_id = orders.chosen_driver_id
    WHERE payments.state = 'succeeded'
    ORDER BY payments.id
    """
).columns(
    updated_at=INSTANT, paid_at=INSTANT, completed_at=INSTANT, cancelled_at=INSTANT, distance_miles=EXACT
)

transactions = sa.table(
    "ledger_transactions",
    *(sa.column(name) for name in ("id", "kind", "reference", "order_id", "state")),
    sa.column("at", INSTANT),
)
entries = sa.table(
    "ledger_entries", *(sa.column(name) for name in ("transaction_id", "account", "amount_cents"))
)
splits = sa.table(
    "payment_splits",
    *(
        sa.column(name)
        for name in (
            "id", "payment_id", "order_id", "kind", "policy", "policy_version", "total_cents", "taxes_cents",
            "processing_fee_cents", "driver_cents", "platform_cents", "minutes", "status", "driver_id",
            "attempts", "refunded_cents", "shared_back_cents", "tax_back_cents", "driver_back_cents",
            "platform_back_cents", "version",
        )
    ),
    sa.column("miles", EXACT),
    *(sa.column(name, INSTANT) for name in ("created_at", "updated_at", "earned_at")),
)  # fmt: skip
refunds = sa.table(
    "refunds",
    *(
        sa.column(name)
        for name in (
            "id", "payment_id", "order_id", "kind", "amount_cents", "tax_cents", "driver_cents",
            "platform_cents", "fare_cents", "own_cents", "reason", "requested_by", "reference", "status",
            "attempts", "version",
        )
    ),
    *(sa.column(name, INSTANT) for name in ("created_at", "updated_at", "sent_at")),
)  # fmt: skip


jobs = sa.table(
    "jobs",
    *(sa.column(name) for name in ("id", "kind", "subject", "state", "attempts", "version")),
    *(sa.column(name, INSTANT) for name in ("created_at", "due_at")),
)


def _paid() -> Iterator[Any]:
    """Every payment that succeeded, in batches of its own reading."""
    yield from op.get_bind().execute(PAID).mappings().all()


def _taxes(paid: Any) -> int:
    """The tax was 8.25 % everywhere, on the chosen driver's price or on the calculator's."""
    offered = paid["offered_cents"]
    if offered is not None and offered + (taxes := _half_up(offered * 825, 10_000)) == paid["amount_cents"]:
        return taxes
    return paid["taxes_cents"] if paid["total_cents"] == paid["amount_cents"] else 0


def _enter(paid: Any) -> None:
    """What was paid, and what has become of it since: earned, cancelled or still to be driven."""
    total, fee, taxes = paid["amount_cents"], paid["processing_fee_cents"], _taxes(paid)
    paid_at = paid["paid_at"] or paid["updated_at"]
    charge = {"customer_receivable": total, "tax_payable": -taxes, "unearned_fares": taxes - total}
    _post("charge", f"charge/{paid['id']}", charge, paid, paid_at)
    payment = {"card_clearing": total - fee, "processing_fees": fee, "customer_receivable": -total}
    _post("payment", f"payment/{paid['id']}", payment, paid, paid_at)
    back = paid["refund_requested_cents"]
    if paid["cancelled_at"] is not None:
        _cancel(paid, taxes, back)
        return
    driver, platform = _halves(total - taxes, fee)
    earned_at = paid["completed_at"]
    if earned_at is not None:
        completion = {
            "unearned_fares": total - taxes,
            "processing_fees": -fee,
            f"driver:{paid['driver_id']}": -driver,
            "platform_revenue": -platform,
        }
        _post("split", f"split/{paid['id']}", completion, paid, earned_at)
    _split(paid, "fare", (total, taxes, driver, platform), paid_at, earned_at)


def _cancel(paid: Any, taxes: int, back: int) -> None:
    """The money that came for an order that had ended went back whole; else a fee may have been kept."""
    total, fee, at = paid["amount_cents"], paid["processing_fee_cents"], paid["cancelled_at"]
    kept = total - back
    unwanted = paid["payment_status"] == "unpaid"
    amounts = {"card_clearing": -back, "tax_payable": taxes, "unearned_fares": total - taxes}
    if kept:
        driver, platform = _halves(kept, fee) if paid["driver_id"] else (0, kept - fee)
        amounts |= {"processing_fees": -fee, "platform_revenue": -platform}
        if paid["driver_id"]:
            amounts[f"driver:{paid['driver_id']}"] = -driver
            _split(paid, "cancellation_fee", (kept, 0, driver, platform), paid["paid_at"] or at, at)
    refund = _id("rfd", f"{paid['id']}/{back}")
    reference = f"refund/{refund}" if unwanted else f"cancellation/{paid['id']}"
    _post("refund" if unwanted else "cancellation", reference, amounts, paid, max(at, paid["paid_at"] or at))
    if back:
        _refund(paid, refund, "unwanted" if unwanted else "cancellation", back, taxes)


def _post(kind: str, reference: str, amounts: dict[str, int], paid: Any, at: Any) -> None:
    id = _id("txn", reference)
    rows = [
        {"transaction_id": id, "account": account, "amount_cents": cents}
        for account, cents in sorted(amounts.items())
        if cents
    ]
    if not rows:
        return
    head = {"id": id, "kind": kind, "reference": reference, "at": at, "state": "posted"}
    op.get_bind().execute(sa.insert(entries), rows)
    op.get_bind().execute(sa.insert(transactions), head | {"order_id": paid["order_id"]})


def _split(paid: Any, kind: str, amounts: tuple[int, int, int, int], at: Any, earned_at: Any) -> None:
    """Drivers have got nothing of it yet: what is earned is sent as soon as the server runs."""
    total, taxes, driver, platform = amounts
    nothing_back = dict.fromkeys(
        (
            "refunded_cents",
            "shared_back_cents",
            "tax_back_cents",
            "driver_back_cents",
            "platform_back_cents",
        ),
        0,
    )
    row = {
        "id": _id("spl", paid["id"]),
        "payment_id": paid["id"],
        "order_id": paid["order_id"],
        "kind": kind,
        "policy": "split_50_50",
        "policy_version": 1,
        "total_cents": total,
        "taxes_cents": taxes,
        "processing_fee_cents": paid["processing_fee_cents"],
        "driver_cents": driver,
        "platform_cents": platform,
        "miles": paid["distance_miles"],
        "minutes": paid["estimated_minutes"],
        "created_at": at,
        "updated_at": at,
        "status": "pending",
        "driver_id": paid["driver_id"] if earned_at else None,
        "earned_at": earned_at,
        "attempts": 0,
        "version": 1,
    }
    op.get_bind().execute(sa.insert(splits), row | nothing_back)
    if earned_at is not None:
        job = {"id": f"send_share:{row['id']}:1", "kind": "send_share", "subject": row["id"]}
        times = {"created_at": earned_at, "due_at": earned_at}
        op.get_bind().execute(
            sa.insert(jobs), job | times | {"state": "waiting", "attempts": 0, "version": 1}
        )


def _refund(paid: Any, id: str, kind: str, back: int, taxes: int) -> None:
    """Under the reference that it was sent by until now, so that it cannot be sent a second time."""
    sent = paid["refunded_cents"] >= back
    row = {
        "id": id,
        "payment_id": paid["id"],
        "order_id": paid["order_id"],
        "kind": kind,
        "amount_cents": back,
        "tax_cents": min(taxes, back),
        "driver_cents": 0,
        "platform_cents": 0,
        "fare_cents": back - min(taxes, back),
        "own_cents": 0,
        "reason": "",
        "requested_by": "system",
        "reference": f"{paid['id']}-{back}",
        "created_at": paid["cancelled_at"],
        "updated_at": paid["updated_at"],
        "status": "sent" if sent else "pending",
        "attempts": 0,
        "sent_at": paid["updated_at"] if sent else None,
        "version": 1,
    }
    op.get_bind().execute(sa.insert(refunds), row)


def _halves(fare: int, fee: int) -> tuple[int, int]:
    """Half of the net is the driver's, and the odd cent; the platform has the rest."""
    driver = (max(0, fare - fee) + 1) // 2
    return driver, fare - fee - driver


def _half_up(numerator: int, denominator: int) -> int:
    return (2 * numerator + denominator) // (2 * denominator)


def _id(kind: str, about: str) -> str:
    return f"{kind}_{hashlib.sha256(f'{kind}/{about}'.encode()).hexdigest()[:32]}"
