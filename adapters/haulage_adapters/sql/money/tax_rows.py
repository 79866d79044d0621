"""Confirmed rates of sales tax in the database."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from sqlalchemy import RowMapping, insert, select, update

from haulage.ports.tax_storage import TaxStore
from haulage.pricing.confirmed_tax import ConfirmedTaxRow, TaxConfirmation, taxed_of
from haulage.pricing.sales_tax import TaxPlace, TaxRow
from haulage_adapters.sql.rows import flat_names, pick, require_one, take
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import tax_rows

WHAT = "tax row"
MILLION = 1_000_000
_PLACE = flat_names(TaxPlace, without=set())
_SAID = flat_names(TaxConfirmation, without={"row"})
_KEPT = flat_names(ConfirmedTaxRow, without={"confirmation"})


class SqlTaxStore(TaxStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, row: ConfirmedTaxRow) -> None:
        await self._session.run(insert(tax_rows), _row(row), what=WHAT)

    async def get(self, row_id: str) -> ConfirmedTaxRow | None:
        row = await self._session.row(select(tax_rows).where(tax_rows.c.id == row_id))
        return None if row is None else _confirmed(row)

    async def rows(self, *, withdrawn: bool = False) -> Sequence[ConfirmedTaxRow]:
        statement = select(tax_rows).order_by(
            *(tax_rows.c[name] for name in (*_PLACE, "taxed", "since", "recorded_at", "id"))
        )
        if not withdrawn:
            statement = statement.where(tax_rows.c.withdrawn_at.is_(None))
        return [_confirmed(row) for row in await self._session.rows(statement)]

    async def withdraw(self, row: ConfirmedTaxRow) -> None:
        changed = await self._session.changed(
            update(tax_rows)
            .where(tax_rows.c.id == row.id, tax_rows.c.withdrawn_at.is_(None))
            .values(withdrawn_at=row.withdrawn_at, withdrawn_by=row.withdrawn_by),
            what=WHAT,
        )
        require_one(changed, WHAT)


def _row(row: ConfirmedTaxRow) -> dict[str, Any]:
    what = row.confirmation.row
    return {
        **{name: getattr(what.place, name) or "" for name in _PLACE},
        "taxed": what.taxed or "",
        "rate_millionths": int(what.rate * MILLION),
        "since": what.since,
        **pick(row.confirmation, _SAID),
        **pick(row, _KEPT),
    }


def _confirmed(row: RowMapping) -> ConfirmedTaxRow:
    what = TaxRow(
        rate=Fraction(row["rate_millionths"], MILLION),
        since=row["since"],
        place=TaxPlace(**{name: row[name] or None for name in _PLACE}),
        taxed=taxed_of(row["taxed"]) if row["taxed"] else None,
    )
    return ConfirmedTaxRow(confirmation=TaxConfirmation(what, **take(row, _SAID)), **take(row, _KEPT))
