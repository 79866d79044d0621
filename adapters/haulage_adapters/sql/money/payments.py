"""Payments in the database."""

from typing import Any

from sqlalchemy import ColumnElement, RowMapping, func, insert, or_, select

from haulage.claims import UNDECIDED
from haulage.kernel.money import Cents
from haulage.payments import Payment, PaymentPurpose, PaymentState
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.payments import EVERY_PAYMENT, ListedPayment, PaymentFilter, PaymentStore
from haulage_adapters.sql.paging import page as one_page
from haulage_adapters.sql.paging import page_of
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names, save_unchanged
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import NOT_CANCELED, claims, orders, payments, receipts, users

WHAT = "payment"
_FLAT = flat_names(Payment, without=set())


class SqlPaymentStore(PaymentStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, payment: Payment) -> None:
        """``Conflict`` when the id is taken or the order has a payment that is not canceled."""
        await self._session.run(insert(payments), _row(payment), what=WHAT)

    async def get(self, payment_id: str) -> Payment | None:
        row = await self._session.row(select(payments).where(payments.c.id == payment_id))
        return None if row is None else _payment(row)

    async def of_order(self, order_id: str) -> Payment | None:
        """The order's one payment that is not canceled."""
        return await self._of(order_id, PaymentPurpose.ORDER)

    async def tip_of_order(self, order_id: str) -> Payment | None:
        """The order's one tip that is not canceled."""
        return await self._of(order_id, PaymentPurpose.TIP)

    async def _of(self, order_id: str, purpose: PaymentPurpose) -> Payment | None:
        row = await self._session.row(
            select(payments).where(
                payments.c.order_id == order_id, payments.c.purpose == purpose, NOT_CANCELED
            )
        )
        return None if row is None else _payment(row)

    async def count_of_order(self, order_id: str) -> int:
        row = await self._session.row(
            select(func.count().label("payments")).where(payments.c.order_id == order_id)
        )
        return 0 if row is None else int(row["payments"])

    async def of_reference(self, provider_reference: str) -> Payment | None:
        row = await self._session.row(
            select(payments)
            .where(payments.c.provider_reference == provider_reference)
            .order_by(payments.c.created_at.desc(), payments.c.id)
            .limit(1)
        )
        return None if row is None else _payment(row)

    async def list(self, page: PageRequest, wanted: PaymentFilter = EVERY_PAYMENT) -> Page[ListedPayment]:
        """Everybody's, newest first."""
        known_by = payments.join(orders, orders.c.id == payments.c.order_id).outerjoin(
            users, users.c.id == payments.c.customer_id
        )
        known_by = known_by.outerjoin(receipts, receipts.c.payment_id == payments.c.id)
        statement = page_of(payments, page).add_columns(
            orders.c.number.label("order_number"),
            users.c.name.label("customer_name"),
            users.c.email.label("customer_email"),
            _OPEN_CLAIM.label("open_claim_id"),
            receipts.c.id.label("receipt_id"),
        )
        narrowed = statement.select_from(known_by).where(*_conditions(wanted))
        return one_page(await self._session.rows(narrowed), page, _listed)

    async def save(self, before: Payment, after: Payment) -> Payment:
        """Replace *before* by *after* only if nobody else changed it; otherwise ``Conflict``."""
        return await save_unchanged(
            self._session, payments, before, after, _row, what=WHAT, same=("id", "state", "version")
        )

    async def spent_by(self, customer_id: str) -> Cents:
        """What the customer's succeeded payments come to, less what goes back and what disputes brought back.

        By way of the orders, whose customers are indexed.
        """
        retained = payments.c.amount_cents - payments.c.refund_requested_cents - payments.c.lost_cents
        row = await self._session.row(
            select(func.coalesce(func.sum(retained), 0).label("spent"))
            .join(orders, payments.c.order_id == orders.c.id)
            .where(
                orders.c.customer_id == customer_id,
                NOT_CANCELED,
                payments.c.state == PaymentState.SUCCEEDED,
            )
        )
        return 0 if row is None else int(row["spent"])


_OPEN_CLAIM = (
    select(claims.c.id)
    .where(claims.c.order_id == payments.c.order_id, claims.c.state.in_(sorted(UNDECIDED)))
    .order_by(claims.c.created_at, claims.c.id)
    .limit(1)
    .correlate(payments)
    .scalar_subquery()
)


def _row(payment: Payment) -> dict[str, Any]:
    return attributes_of(payment, _FLAT)


def _payment(row: RowMapping) -> Payment:
    return Payment(**columns_of(row, _FLAT))


def _listed(row: RowMapping) -> ListedPayment:
    known_by = ("order_number", "customer_name", "customer_email", "open_claim_id", "receipt_id")
    return ListedPayment(_payment(row), **{name: row[name] for name in known_by})


def _conditions(wanted: PaymentFilter) -> list[ColumnElement[bool]]:
    payment = payments.c
    equal = {
        payment.state: wanted.state,
        payment.purpose: wanted.purpose,
        orders.c.number: wanted.order_number,
        payment.customer_id: wanted.customer_id,
        users.c.email: wanted.customer_email,
    }
    conditions: list[ColumnElement[bool]] = [
        column == value for column, value in equal.items() if value is not None
    ]
    if wanted.reference is not None:
        conditions.append(or_(payment.id == wanted.reference, payment.provider_reference == wanted.reference))
    if wanted.is_refunded:
        conditions.append(payment.refund_requested_cents > 0)
    if wanted.is_disputed:
        conditions.append(payment.dispute.is_not(None))
    if wanted.is_declined:
        conditions += [payment.state != PaymentState.SUCCEEDED, payment.decline_reason.is_not(None)]
    if wanted.since is not None:
        conditions.append(payment.created_at >= wanted.since)
    if wanted.until is not None:
        conditions.append(payment.created_at < wanted.until)
    return conditions
