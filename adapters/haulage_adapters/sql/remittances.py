"""Payments to the tax office in the database."""

from collections.abc import Sequence
from datetime import date

from sqlalchemy import insert, select, text

from haulage.ports.storage.remittances import RemittanceStore
from haulage.tax import Remittance
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import tax_remittances

WHAT = "payment to the tax office"

ADVISORY_LOCK = 0x72_65_6D_69_74
"""One number for them in a PostgreSQL database: 'remit' in ASCII."""

_LOCK = text(f"SELECT pg_advisory_xact_lock({ADVISORY_LOCK})")
_NAMES = flat_names(Remittance, without=set())
_ROW = tax_remittances.c


class SqlRemittanceStore(RemittanceStore):
    """On SQLite whoever writes has the database's only write lock already."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def lock(self) -> None:
        if self._session.dialect == "postgresql":
            await self._session.run(_LOCK)

    async def by_reference(self, reference: str) -> Remittance | None:
        row = await self._session.row(select(tax_remittances).where(_ROW.reference == reference))
        return None if row is None else Remittance(**columns_of(row, _NAMES))

    async def of_year(self, year: int) -> Sequence[Remittance]:
        within = _ROW.period.between(date(year, 1, 1), date(year, 12, 1))
        latest = select(tax_remittances).where(within).order_by(_ROW.recorded_at.desc(), _ROW.id.desc())
        return [Remittance(**columns_of(row, _NAMES)) for row in await self._session.rows(latest)]

    async def add(self, remittance: Remittance) -> None:
        row = attributes_of(remittance, _NAMES)
        await self._session.run(insert(tax_remittances), row, what=WHAT)
