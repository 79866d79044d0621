"""Refunds and disputes in the database."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import insert, select

from haulage.payments import Dispute, Refund
from haulage.ports.storage.payments import DisputeStore, RefundStore
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names, save_unchanged
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import REFUND_UNSENT, disputes, refunds

_REFUND = flat_names(Refund, without=set())
_DISPUTE = flat_names(Dispute, without=set())


class SqlRefundStore(RefundStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, refund: Refund) -> None:
        await self._session.run(insert(refunds), _refund_row(refund), what="refund")

    async def get(self, refund_id: str) -> Refund | None:
        row = await self._session.row(select(refunds).where(refunds.c.id == refund_id))
        return None if row is None else Refund(**columns_of(row, _REFUND))

    async def of_payment(self, payment_id: str) -> Sequence[Refund]:
        rows = await self._session.rows(
            select(refunds)
            .where(refunds.c.payment_id == payment_id)
            .order_by(refunds.c.created_at, refunds.c.id)
        )
        return [Refund(**columns_of(row, _REFUND)) for row in rows]

    async def save(self, before: Refund, after: Refund) -> Refund:
        same = ("id", "status", "version")
        return await save_unchanged(
            self._session, refunds, before, after, _refund_row, what="refund", same=same
        )

    async def of_provider(self, provider_refund_id: str) -> Refund | None:
        """By the provider's id of what went out."""
        found = refunds.c.provider_refund_id == provider_refund_id
        row = await self._session.row(select(refunds).where(found).order_by(refunds.c.id).limit(1))
        return None if row is None else Refund(**columns_of(row, _REFUND))

    async def unsent_of(self, order_id: str) -> Sequence[Refund]:
        rows = await self._session.rows(
            select(refunds)
            .where(refunds.c.order_id == order_id, REFUND_UNSENT)
            .order_by(refunds.c.created_at, refunds.c.id)
        )
        return [Refund(**columns_of(row, _REFUND)) for row in rows]


class SqlDisputeStore(DisputeStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, dispute: Dispute) -> None:
        await self._session.run(insert(disputes), _dispute_row(dispute), what="dispute")

    async def of_reference(self, provider_reference: str) -> Dispute | None:
        found = disputes.c.provider_reference == provider_reference
        row = await self._session.row(select(disputes).where(found))
        return None if row is None else Dispute(**columns_of(row, _DISPUTE))

    async def of_payment(self, payment_id: str) -> Sequence[Dispute]:
        rows = await self._session.rows(
            select(disputes)
            .where(disputes.c.payment_id == payment_id)
            .order_by(disputes.c.opened_at, disputes.c.id)
        )
        return [Dispute(**columns_of(row, _DISPUTE)) for row in rows]

    async def save(self, before: Dispute, after: Dispute) -> Dispute:
        same = ("id", "state", "version")
        return await save_unchanged(
            self._session, disputes, before, after, _dispute_row, what="dispute", same=same
        )


def _refund_row(refund: Refund) -> dict[str, Any]:
    return attributes_of(refund, _REFUND)


def _dispute_row(dispute: Dispute) -> dict[str, Any]:
    return attributes_of(dispute, _DISPUTE)
