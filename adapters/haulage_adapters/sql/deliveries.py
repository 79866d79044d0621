"""What is written down of deliveries, in the database."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import RowMapping, insert, select

from haulage.deliveries import DeliveryLog, DriverAction
from haulage.ports.delivery_storage import DeliveryStore, KeptAction
from haulage_adapters.sql.codec import from_json, to_json
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import delivery_actions, delivery_logs
from haulage_adapters.sql.upserts import replaced

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

    async def keep(
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

    async def actions_by_client(self, driver_id: str, client_ids: Sequence[str]) -> Mapping[str, KeptAction]:
        """Those of the driver's actions that are known under these ids."""
        table = delivery_actions.c
        rows = await self._session.rows(
            select(delivery_actions).where(table.driver_id == driver_id, table.client_id.in_(client_ids))
        )
        return {row["client_id"]: KeptAction(row["delivery_id"], _action(row)) for row in rows}

    async def actions(self, delivery_id: str) -> Sequence[DriverAction]:
        """All that were told of a turn, in no particular order."""
        table = delivery_actions.c
        rows = await self._session.rows(select(delivery_actions).where(table.delivery_id == delivery_id))
        return [_action(row) for row in rows]

    async def add_actions(
        self, driver_id: str, order_id: str, actions: Sequence[KeptAction], now: datetime
    ) -> None:
        """Of one order, under client ids that are not known yet."""
        rows = [
            {
                "driver_id": driver_id,
                "client_id": kept.action.client_id,
                "order_id": order_id,
                "delivery_id": kept.delivery_id,
                "kind": kept.action.kind,
                "at": kept.action.at,
                "received_at": now,
                "after_id": kept.action.after,
                "reason": kept.action.reason,
                "note": kept.action.note or None,
            }
            for kept in actions
        ]
        if rows:
            await self._session.run(insert(delivery_actions), rows, what=WHAT)


def _action(row: RowMapping) -> DriverAction:
    return DriverAction(
        row["client_id"], row["at"], row["kind"], row["after_id"], row["reason"], row["note"] or ""
    )
