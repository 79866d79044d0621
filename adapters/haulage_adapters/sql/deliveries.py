"""What is written down of deliveries, in the database."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import attrs
from sqlalchemy import RowMapping, Select, insert, select, update

from haulage.deliveries import DeliveryLog, DriverAction
from haulage.orders import OrderStatus
from haulage.ports.storage.deliveries import DeliveryStore, Mileage, StoredAction
from haulage.ports.storage.paging import Page, PageRequest
from haulage_adapters.sql.codec import from_json, to_json
from haulage_adapters.sql.paging import page, page_of
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import UNRECORDED, delivery_actions, delivery_logs, delivery_mileage, orders
from haulage_adapters.sql.upserts import insert_ignore, replaced

WHAT = "delivery"


class SqlDeliveryStore(DeliveryStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def log(self, delivery_id: str) -> DeliveryLog:
        """An empty one where nothing was written down yet."""
        return (await self.logs([delivery_id])).get(delivery_id, DeliveryLog())

    async def logs(self, delivery_ids: Sequence[str]) -> Mapping[str, DeliveryLog]:
        """Those that have something in them."""
        table = delivery_logs.c
        rows = await self._session.rows(select(table.id, table.state).where(table.id.in_(delivery_ids)))
        return {row["id"]: from_json(row["state"], DeliveryLog) for row in rows}

    async def save_log(
        self, delivery_id: str, order_id: str, driver_id: str, log: DeliveryLog, now: datetime
    ) -> None:
        """In place of what was written down before."""
        row: dict[str, Any] = {
            "id": delivery_id,
            "order_id": order_id,
            "driver_id": driver_id,
            "state": to_json(log),
            "updated_at": now,
        }
        statement = replaced(self._session.dialect, delivery_logs, "id", "state", "updated_at")
        await self._session.run(statement, row, what=WHAT)

    async def begin_mileage(self, mileage: Mileage) -> None:
        """Changes nothing where this driver's mileage with this order is known already."""
        statement = insert_ignore(self._session.dialect, delivery_mileage, "order_id", "driver_id")
        await self._session.run(statement, attrs.asdict(mileage), what=WHAT)

    async def mileage(self, order_id: str, driver_id: str) -> Mileage | None:
        wanted = (delivery_mileage.c.order_id == order_id) & (delivery_mileage.c.driver_id == driver_id)
        row = await self._session.row(select(delivery_mileage).where(wanted))
        return None if row is None else Mileage(**row)

    async def unrecorded_mileage(
        self, started_before: datetime, limit: int, driver_id: str | None = None
    ) -> Sequence[Mileage]:
        ended = orders.c.status.not_in((OrderStatus.PENDING, OrderStatus.ASSIGNED, OrderStatus.IN_PROGRESS))
        statement = (
            select(delivery_mileage)
            .join(orders, orders.c.id == delivery_mileage.c.order_id)
            .where(UNRECORDED, delivery_mileage.c.started_at < started_before, ended)
            .order_by(delivery_mileage.c.started_at)
            .limit(limit)
        )
        if driver_id is not None:
            statement = statement.where(delivery_mileage.c.driver_id == driver_id)
        return [Mileage(**row) for row in await self._session.rows(statement)]

    async def driven(self, driver_id: str, since: datetime, until: datetime) -> Sequence[Mileage]:
        mileage = delivery_mileage.c
        statement = _driven(driver_id, since, until).order_by(
            mileage.started_at.desc(), mileage.order_id.desc()
        )
        return [Mileage(**row) for row in await self._session.rows(statement)]

    async def list_driven(
        self, driver_id: str, since: datetime, until: datetime, request: PageRequest
    ) -> Page[Mileage]:
        mileage = delivery_mileage.c
        keyed = _driven(driver_id, since, until).add_columns(
            mileage.started_at.label("created_at"), mileage.order_id.label("id")
        )
        rows = await self._session.rows(page_of(keyed.subquery(), request))
        return page(rows, request, _mileage)

    async def save_mileage(self, mileage: Mileage) -> None:
        """In place of what was written down before."""
        here = (delivery_mileage.c.order_id == mileage.order_id) & (
            delivery_mileage.c.driver_id == mileage.driver_id
        )
        await self._session.run(
            update(delivery_mileage).where(here).values(**attrs.asdict(mileage)), what=WHAT
        )

    async def actions_by_client(
        self, driver_id: str, client_ids: Sequence[str]
    ) -> Mapping[str, StoredAction]:
        """Those of the driver's actions that are known under these ids."""
        table = delivery_actions.c
        rows = await self._session.rows(
            select(delivery_actions).where(table.driver_id == driver_id, table.client_id.in_(client_ids))
        )
        return {row["client_id"]: StoredAction(row["delivery_id"], _action(row)) for row in rows}

    async def actions(self, delivery_id: str) -> Sequence[DriverAction]:
        """All that were told of a turn, in no particular order."""
        table = delivery_actions.c
        rows = await self._session.rows(select(delivery_actions).where(table.delivery_id == delivery_id))
        return [_action(row) for row in rows]

    async def add_actions(
        self, driver_id: str, order_id: str, actions: Sequence[StoredAction], now: datetime
    ) -> None:
        """Of one order, under client ids that are not known yet."""
        rows = [
            {
                "driver_id": driver_id,
                "client_id": stored.action.client_id,
                "order_id": order_id,
                "delivery_id": stored.delivery_id,
                "kind": stored.action.kind,
                "at": stored.action.at,
                "received_at": now,
                "after_id": stored.action.after,
                "reason": stored.action.reason,
                "note": stored.action.note or None,
            }
            for stored in actions
        ]
        if rows:
            await self._session.run(insert(delivery_actions), rows, what=WHAT)


def _driven(driver_id: str, since: datetime, until: datetime) -> Select[Any]:
    mileage = delivery_mileage.c
    return (
        select(delivery_mileage)
        .join(orders, (orders.c.id == mileage.order_id) & (orders.c.driver_id == mileage.driver_id))
        .where(mileage.driver_id == driver_id, mileage.started_at >= since, mileage.started_at < until)
    )


def _mileage(row: RowMapping) -> Mileage:
    return Mileage(**{field.name: row[field.name] for field in attrs.fields(Mileage)})


def _action(row: RowMapping) -> DriverAction:
    return DriverAction(
        row["client_id"], row["at"], row["kind"], row["after_id"], row["reason"], row["note"] or ""
    )
