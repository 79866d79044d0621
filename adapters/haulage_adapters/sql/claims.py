"""What customers say was not delivered, in the database."""

from typing import Any

from sqlalchemy import ColumnElement, RowMapping, Select, func, insert, select

from haulage.claims import Claim, ClaimState
from haulage.payments import PaymentPurpose, PaymentState
from haulage.ports.storage.claims import ClaimStore, ListedClaim
from haulage.ports.storage.paging import Page, PageRequest
from haulage_adapters.sql.paging import page as one_page
from haulage_adapters.sql.paging import page_of
from haulage_adapters.sql.rows import flat_names, pick, save_unchanged, take
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import claims, drivers, orders, payments
from haulage_adapters.sql.tables.payments import NOT_CANCELED

WHAT = "claim"
_FLAT = flat_names(Claim, without=set())
_ROW = claims.c


class SqlClaimStore(ClaimStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, claim: Claim) -> None:
        """``Conflict`` when the order has one."""
        await self._session.run(insert(claims), _flat(claim), what=WHAT)

    async def get(self, report_id: str) -> Claim | None:
        return await self._one(_ROW.id == report_id)

    async def of_order(self, order_id: str) -> Claim | None:
        return await self._one(_ROW.order_id == order_id)

    async def save(self, before: Claim, after: Claim) -> Claim:
        """``Conflict`` when somebody else changed it."""
        return await save_unchanged(
            self._session, claims, before, after, _flat, what=WHAT, same=("id", "state", "version")
        )

    async def list(self, state: ClaimState | None, page: PageRequest) -> Page[ListedClaim]:
        """Newest first."""
        listed = _listed()
        if state is not None:
            listed = listed.where(_ROW.state == state)
        rows = await self._session.rows(page_of(listed.subquery("listed"), page))
        return one_page(rows, page, _shown)

    async def _one(self, condition: ColumnElement[bool]) -> Claim | None:
        row = await self._session.row(select(claims).where(condition))
        return None if row is None else Claim(**take(row, _FLAT))


def _listed() -> Select[Any]:
    left = payments.c.amount_cents - payments.c.refund_requested_cents - payments.c.lost_cents
    paid = (
        select(func.coalesce(func.sum(left), 0))
        .where(
            payments.c.order_id == _ROW.order_id,
            payments.c.purpose == PaymentPurpose.ORDER,
            payments.c.state == PaymentState.SUCCEEDED,
            NOT_CANCELED,
        )
        .scalar_subquery()
    )
    return (
        select(
            claims,
            orders.c.number.label("order_number"),
            drivers.c.name.label("driver_name"),
            paid.label("refundable_cents"),
        )
        .join(orders, orders.c.id == _ROW.order_id)
        .join(drivers, drivers.c.id == _ROW.driver_id)
    )


def _shown(row: RowMapping) -> ListedClaim:
    claim = Claim(**take(row, _FLAT))
    return ListedClaim(claim, row["order_number"], row["driver_name"], int(row["refundable_cents"]))


def _flat(value: Claim) -> dict[str, Any]:
    return pick(value, _FLAT)
