"""What is written down of deliveries, in the database."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite

from haulage.deliveries import DeliveryLog
from haulage.ports.delivery_storage import DeliveryStore
from haulage_adapters.sql.codec import from_json, to_json
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import delivery_logs

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
        insert = sqlite.insert if self._session.dialect == "sqlite" else postgresql.insert
        statement = insert(delivery_logs).values(row)
        replaced = {"state": statement.excluded.state, "updated_at": now}
        await self._session.run(
            statement.on_conflict_do_update(index_elements=["id"], set_=replaced), what=WHAT
        )
