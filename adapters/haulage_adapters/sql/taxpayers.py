"""Drivers' Forms W-9 in the database."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import RowMapping, func, insert, select, update

from haulage.ports.storage.taxpayers import SealedNumber, TaxedDriver, TaxpayerStore
from haulage.tax import Filing, TaxAddress, TaxForm, W9Form
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import communication_preferences, drivers, tax_filings, users, w9_forms

WHAT = "taxpayer form"
_FLAT = flat_names(W9Form, without={"address"})
_ADDRESS = flat_names(TaxAddress, without=set())
_ROW = w9_forms.c
_FILING = flat_names(Filing, without=set())


class SqlTaxpayerStore(TaxpayerStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, form: W9Form, sealed: str) -> None:
        row = attributes_of(form, _FLAT) | attributes_of(form.address, _ADDRESS) | {"sealed_number": sealed}
        await self._session.run(insert(w9_forms), row, what=WHAT)

    async def current(self, driver_id: str) -> W9Form | None:
        """The driver's newest form."""
        newest = select(w9_forms).where(_ROW.driver_id == driver_id)
        row = await self._session.row(newest.order_by(_ROW.certified_at.desc(), _ROW.id.desc()).limit(1))
        return None if row is None else _form(row)

    async def current_of(self, driver_ids: Collection[str]) -> Mapping[str, W9Form]:
        """The newest form of each who gave one."""
        newest = (
            select(w9_forms.c.driver_id, func.max(w9_forms.c.certified_at).label("certified_at"))
            .where(_ROW.driver_id.in_(driver_ids))
            .group_by(_ROW.driver_id)
            .subquery()
        )
        same = (newest.c.driver_id == _ROW.driver_id) & (newest.c.certified_at == _ROW.certified_at)
        rows = await self._session.rows(select(w9_forms).join(newest, same).order_by(_ROW.id))
        return {row["driver_id"]: _form(row) for row in rows}

    async def sealed_numbers(self, form_ids: Collection[str]) -> Mapping[str, SealedNumber]:
        """By the ids of their forms. The filing export alone reads them."""
        rows = await self._session.rows(select(w9_forms).where(_ROW.id.in_(form_ids)))
        return {row["id"]: _sealed(row) for row in rows}

    async def sealed_otherwise(self, start: str, *, after: str, limit: int) -> Sequence[SealedNumber]:
        """Numbers whose stored form does not begin with *start*, by the ids of their forms."""
        begins = func.substr(_ROW.sealed_number, 1, len(start)) == start
        wanted = select(w9_forms).where(_ROW.id > after, ~begins).order_by(_ROW.id).limit(limit)
        return [_sealed(row) for row in await self._session.rows(wanted)]

    async def replace(self, before: SealedNumber, sealed: str) -> bool:
        """False where it is another one by now, or gone; then nothing is changed."""
        same = (_ROW.id == before.form_id) & (_ROW.sealed_number == before.sealed)
        change = update(w9_forms).where(same).values(sealed_number=sealed)
        return (await self._session.run(change, what=WHAT)).rowcount == 1

    async def drivers(self, limit: int, after: str | None = None) -> Sequence[TaxedDriver]:
        """Every driver by their ids, from the one behind *after* on."""
        zone = func.coalesce(communication_preferences.c.timezone, users.c.timezone)
        wanted = (
            select(drivers.c.id, drivers.c.name, zone.label("timezone"))
            .select_from(drivers)
            .join(users, users.c.id == drivers.c.user_id)
            .outerjoin(communication_preferences, communication_preferences.c.user_id == users.c.id)
            .where(drivers.c.id > (after or ""))
            .order_by(drivers.c.id)
            .limit(limit)
        )
        return [
            TaxedDriver(row["id"], row["name"], row["timezone"]) for row in await self._session.rows(wanted)
        ]

    async def forms(self, form_ids: Collection[str]) -> Mapping[str, W9Form]:
        """Forms W-9 by their ids, also those that newer ones took the place of."""
        rows = await self._session.rows(select(w9_forms).where(_ROW.id.in_(form_ids)))
        return {row["id"]: _form(row) for row in rows}

    async def latest_filings(self, year: int, driver_ids: Collection[str]) -> Mapping[str, Sequence[Filing]]:
        """Of each who has any: the one of each form of the year that was exported last. Of two at once the
        original took the place of the one that it stands beside."""
        table = tax_filings.c
        wanted = select(tax_filings).where(table.tax_year == year, table.driver_id.in_(driver_ids))
        latest = wanted.order_by(table.exported_at, table.corrects.is_(None), table.id)
        found: dict[str, dict[TaxForm, Filing]] = {}
        for row in await self._session.rows(latest):
            found.setdefault(row["driver_id"], {})[row["form"]] = Filing(**columns_of(row, _FILING))
        return {driver_id: list(by_form.values()) for driver_id, by_form in found.items()}

    async def add_filings(self, filings: Sequence[Filing]) -> None:
        if filings:
            rows = [attributes_of(each, _FILING) for each in filings]
            await self._session.run(insert(tax_filings), rows, what="tax filing")


def _form(row: RowMapping) -> W9Form:
    return W9Form(**columns_of(row, _FLAT), address=TaxAddress(**columns_of(row, _ADDRESS)))


def _sealed(row: RowMapping) -> SealedNumber:
    values: dict[str, Any] = {"type": row["number_type"], "sealed": row["sealed_number"]}
    return SealedNumber(form_id=row["id"], driver_id=row["driver_id"], **values)
