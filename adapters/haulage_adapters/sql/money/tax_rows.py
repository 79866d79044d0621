"""Confirmed rates of sales tax in the database."""

from fractions import Fraction
from typing import Any

from sqlalchemy import RowMapping

from haulage.ports.storage.sales_tax import SalesTaxStore
from haulage.pricing.confirmed_tax import ConfirmedTaxRow, TaxConfirmation, taxed_of
from haulage.pricing.sales_tax import TaxPlace, TaxRow
from haulage_adapters.sql.confirmed_rows import SqlConfirmedRows
from haulage_adapters.sql.rows import attributes_of, columns_of, flat_names
from haulage_adapters.sql.tables import tax_rows

MILLION = 1_000_000
_PLACE = flat_names(TaxPlace, without=set())
_CONFIRMED = flat_names(TaxConfirmation, without={"row"})
_ROW = flat_names(ConfirmedTaxRow, without={"confirmation"})


class SqlTaxStore(SqlConfirmedRows[ConfirmedTaxRow], SalesTaxStore):
    table = tax_rows
    what = "tax row"
    order = (*_PLACE, "taxed", "since")

    def to_columns(self, row: ConfirmedTaxRow) -> dict[str, Any]:
        rate = row.confirmation.row
        return {
            **{name: getattr(rate.place, name) or "" for name in _PLACE},
            "taxed": rate.taxed or "",
            "rate_millionths": int(rate.rate * MILLION),
            "since": rate.since,
            **attributes_of(row.confirmation, _CONFIRMED),
            **attributes_of(row, _ROW),
        }

    def from_columns(self, row: RowMapping) -> ConfirmedTaxRow:
        rate = TaxRow(
            rate=Fraction(row["rate_millionths"], MILLION),
            since=row["since"],
            place=TaxPlace(**{name: row[name] or None for name in _PLACE}),
            taxed=taxed_of(row["taxed"]) if row["taxed"] else None,
        )
        return ConfirmedTaxRow(
            confirmation=TaxConfirmation(rate, **columns_of(row, _CONFIRMED)), **columns_of(row, _ROW)
        )
