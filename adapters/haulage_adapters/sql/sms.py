"""Text messages, in the database."""

from collections.abc import Sequence
from datetime import datetime

import attrs
from sqlalchemy import insert, select, update

from haulage.messaging.sms_sending import SmsSending
from haulage.ports.storage.sms import SmsStore
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names, require_one
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import inbound_sms, outbound_sms

WHAT = "text message"
_SENDING = flat_names(SmsSending, without=set())
_ROW = outbound_sms.c


class SqlSmsStore(SmsStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, sending: SmsSending) -> None:
        """``Conflict`` when the message has one."""
        await self._session.run(insert(outbound_sms), attributes_of(sending, _SENDING), what=WHAT)

    async def get(self, message_id: str) -> SmsSending | None:
        row = await self._session.row(select(outbound_sms).where(_ROW.message_id == message_id))
        return SmsSending(**columns_of(row, _SENDING)) if row else None

    async def save(self, before: SmsSending, after: SmsSending) -> SmsSending:
        """Also ``Conflict`` when another sending has the reference."""
        saved = attrs.evolve(after, version=before.version + 1)
        changed = await self._session.changed(
            update(outbound_sms)
            .where(_ROW.message_id == before.message_id, _ROW.version == before.version)
            .values(attributes_of(saved, _SENDING)),
            what=WHAT,
        )
        require_one(changed, WHAT)
        return saved

    async def known_references(self, references: Sequence[str]) -> frozenset[str]:
        """Those of them that belong to sendings of ours."""
        rows = await self._session.rows(select(_ROW.reference).where(_ROW.reference.in_(references)))
        return frozenset(row["reference"] for row in rows)

    async def is_received(self, incoming_id: str) -> bool:
        """Whether an incoming text has had its effect."""
        return (
            await self._session.scalar(select(inbound_sms.c.id).where(inbound_sms.c.id == incoming_id))
            is not None
        )

    async def note_received(self, incoming_id: str, now: datetime) -> None:
        """``Conflict`` when it was received before; the unit is then undone."""
        await self._session.run(insert(inbound_sms), {"id": incoming_id, "received_at": now}, what=WHAT)
