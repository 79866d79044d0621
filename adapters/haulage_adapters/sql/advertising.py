"""What the advertised figures are made of, in the database."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select

from haulage.advertising import JobPay
from haulage.ledger import SplitKind
from haulage.orders import OrderStatus
from haulage.ports.storage.advertising import AdvertisingStore
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import orders, payment_splits


class SqlAdvertisingStore(AdvertisingStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def job_pay(self, since: datetime, limit: int) -> Sequence[JobPay]:
        share = payment_splits.c.driver_cents - payment_splits.c.driver_back_cents
        statement = (
            select(orders.c.service_type, share.label("cents"), orders.c.accepted_at, orders.c.completed_at)
            .join_from(orders, payment_splits, payment_splits.c.order_id == orders.c.id)
            .where(
                orders.c.status == OrderStatus.COMPLETED,
                orders.c.completed_at >= since,
                orders.c.accepted_at.is_not(None),
                payment_splits.c.kind == SplitKind.FARE,
            )
            .order_by(orders.c.completed_at.desc(), orders.c.id)
            .limit(limit)
        )
        return [
            JobPay(row["service_type"], int(row["cents"]), row["completed_at"] - row["accepted_at"])
            for row in await self._session.rows(statement)
        ]

    async def stars(self, limit: int) -> Sequence[int]:
        statement = (
            select(orders.c.customer_rating)
            .where(orders.c.customer_rating.is_not(None), orders.c.status == OrderStatus.COMPLETED)
            .order_by(orders.c.rated_at.desc(), orders.c.id)
            .limit(limit)
        )
        return [row["customer_rating"] for row in await self._session.rows(statement)]
