"""What customers look back on: their payments with order, driver and receipt, in one statement."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    RowMapping,
    Select,
    String,
    and_,
    case,
    cast,
    func,
    literal,
    or_,
    select,
    tuple_,
)

from haulage.kernel.errors import InvalidInput
from haulage.payments import DisputeState, PaymentPurpose, PaymentState
from haulage.ports.storage.paging import MAX_PAGE, Page, PageRequest
from haulage.receipts import DisputeShown, HistoryFilter, PaymentRecord, RecordStatus, YearRow
from haulage_adapters.sql.paging import Place, read_cursor
from haulage_adapters.sql.tables import drivers, orders, payment_splits, payments, receipts
from haulage_adapters.sql.types import MAX_ID, Text, UtcTime

moment: ColumnElement[datetime] = func.coalesce(
    receipts.c.paid_at, payments.c.submitted_at, payments.c.created_at, type_=UtcTime()
)
"""When it was paid; where it was not, when that was last tried."""

SUCCEEDED = payments.c.state == PaymentState.SUCCEEDED
DISPUTED = and_(SUCCEEDED, payments.c.dispute.in_((DisputeState.OPEN, DisputeState.LOST)))
"""One that was won is as if it had never been (OP-33)."""

REFUNDED = and_(SUCCEEDED, payments.c.refund_requested_cents > 0)
NOT_SHOWN = frozenset({"taxes_cents", "status", "dispute", "opened_at"})

_TAXES_LEFT = payment_splits.c.taxes_cents - payment_splits.c.tax_back_cents

TIP = "Tip for your driver"

FAILED = and_(payments.c.state != PaymentState.SUCCEEDED, payments.c.decline_reason.is_not(None))
status = case(
    (DISPUTED, literal(str(RecordStatus.DISPUTED))),
    (REFUNDED, literal(str(RecordStatus.REFUNDED))),
    (SUCCEEDED, literal(str(RecordStatus.COMPLETED))),
    else_=literal(str(RecordStatus.FAILED)),
)
"""Of a payment that is shown; see :data:`SHOWN`."""

SHOWN = or_(SUCCEEDED, FAILED)
"""What was never tried, or is being tried, is no history."""


def _records(customer_id: str) -> Select[Any]:
    return (
        select(
            payments.c.id,
            moment.label("at"),
            payments.c.created_at.label("opened_at"),
            payments.c.order_id,
            orders.c.number.label("order_number"),
            orders.c.service_type,
            case((payments.c.purpose == PaymentPurpose.TIP, TIP), else_=orders.c.items_description).label(
                "description"
            ),
            orders.c.pickup_address,
            orders.c.dropoff_address.label("delivery_address"),
            drivers.c.name.label("driver_name"),
            payments.c.card_brand,
            payments.c.card_last4,
            payments.c.amount_cents,
            payments.c.refund_requested_cents.label("refund_cents"),
            payments.c.refunded_cents,
            payments.c.lost_cents,
            status.label("status"),
            payments.c.dispute,
            receipts.c.id.label("receipt_id"),
            receipts.c.number.label("receipt_number"),
            receipts.c.confirmation_id,
            func.coalesce(_TAXES_LEFT, 0).label("taxes_cents"),
            payments.c.simulated,
        )
        .join(orders, orders.c.id == payments.c.order_id)
        .outerjoin(drivers, drivers.c.id == orders.c.driver_id)
        .outerjoin(receipts, receipts.c.payment_id == payments.c.id)
        .outerjoin(payment_splits, payment_splits.c.payment_id == payments.c.id)
        .where(payments.c.customer_id == customer_id, SHOWN)
    )


def page_of_records(customer_id: str, wanted: HistoryFilter, page: PageRequest) -> Select[Any]:
    """One page and one row more, newest first. Raises ``InvalidInput`` for a bad limit or cursor.

    In the order in which the payments were opened, which never changes: a card that is tried again would
    carry its row past a reader who turns the pages. They are paid within minutes or not at all.
    """
    if not 1 <= page.limit <= MAX_PAGE:
        raise InvalidInput("limit", f"must be between 1 and {MAX_PAGE}")
    statement = _records(customer_id).where(*_conditions(wanted))
    if page.cursor is not None:
        last = read_cursor(page.cursor)
        there = tuple_(literal(last.at, UtcTime()), literal(last.id, Text(MAX_ID)))
        statement = statement.where(tuple_(payments.c.created_at, payments.c.id) < there)
    newest_first = (payments.c.created_at.desc(), payments.c.id.desc())
    return statement.order_by(*newest_first).limit(page.limit + 1)


def page_of(rows: Sequence[RowMapping], page: PageRequest) -> Page[PaymentRecord]:
    shown = rows[: page.limit]
    more = len(rows) > page.limit
    last = Place(shown[-1]["opened_at"], shown[-1]["id"]).written() if more else None
    return Page([record(row) for row in shown], last)


def paid_between(customer_id: str, since: datetime, until: datetime) -> Select[Any]:
    """What was paid from *since* up to *until*, oldest first."""
    return (
        _records(customer_id)
        .where(SUCCEEDED, since <= moment, until > moment)
        .order_by(moment, payments.c.id)
    )


def first_paid(customer_id: str) -> Select[Any]:
    """When the customer's first payment succeeded."""
    return (
        select(func.min(moment, type_=UtcTime()))
        .select_from(payments)
        .outerjoin(receipts, receipts.c.payment_id == payments.c.id)
        .where(payments.c.customer_id == customer_id, SUCCEEDED)
    )


def record(row: RowMapping) -> PaymentRecord:
    facts = {name: row[name] for name in row if name not in NOT_SHOWN}
    became = RecordStatus(row["status"])
    dispute = DisputeShown(row["dispute"]) if became is RecordStatus.DISPUTED else None
    return PaymentRecord(**facts, status=became, dispute=dispute)


def year_row(row: RowMapping) -> YearRow:
    """The tax within what was spent is what the books still owe to the state, which is not always in
    proportion: a cancellation fee carries no tax (OP-23)."""
    spent = row["amount_cents"] - row["refund_cents"] - row["lost_cents"]
    return YearRow(row["at"], row["service_type"], row["order_id"], spent, row["taxes_cents"])


def _conditions(wanted: HistoryFilter) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if wanted.status is not None:
        conditions.append(status == str(wanted.status))
    if wanted.service_type is not None:
        conditions.append(orders.c.service_type == wanted.service_type)
    if wanted.since is not None:
        conditions.append(moment >= wanted.since)
    if wanted.until is not None:
        conditions.append(moment < wanted.until)
    if wanted.search:
        conditions.append(_found(wanted.search))
    return conditions


def _found(search: str) -> ColumnElement[bool]:
    """The words as they stand, in any of the texts that the customer sees; ``#10001`` is an order."""
    words = search.lower()
    return or_(
        cast(orders.c.number, String).contains(words.removeprefix("#"), autoescape=True),
        *(
            func.lower(column).contains(words, autoescape=True)
            for column in (
                orders.c.items_description,
                orders.c.pickup_address,
                orders.c.dropoff_address,
                # The name is not to be found out letter by letter before it is shown.
                case((orders.c.accepted_at.is_not(None), drivers.c.name)),
                receipts.c.number,
                payments.c.card_last4,
            )
        ),
    )
