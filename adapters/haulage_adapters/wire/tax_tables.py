"""A driver's expenses and miles as rows of a spreadsheet; amounts are dollars."""

from collections.abc import Sequence

from haulage.tax import MileageEntry, RecordedExpense, business_miles_of, mileage_deduction, mileage_rate
from haulage.use_cases.tax import DrivenForOrder
from haulage_adapters.wire.csv_rows import csv_lines
from haulage_adapters.wire.table_export import dollars_of

EXPENSE_COLUMNS = ("date", "category", "amount", "description", "business", "odometer_miles")
"""Those that the import reads."""
MILEAGE_COLUMNS = (
    "date",
    "order",
    "from",
    "to",
    "business_miles",
    "dollars_per_mile",
    "deduction",
    "personal_miles",
    "note",
    "vehicle_used",
    "fuel_cost",
    "verified",
)
"""Of an order there are no personal miles, no note and no cost of fuel."""


def expense_rows(expenses: Sequence[RecordedExpense]) -> str:
    return csv_lines(
        [
            each.expense.day.isoformat(),
            each.expense.category.value,
            dollars_of(each.expense.amount_cents),
            each.draft.description,
            "yes" if each.expense.is_business else "no",
            each.draft.odometer_miles,
        ]
        for each in expenses
    )


def mileage_rows(driven: Sequence[DrivenForOrder]) -> str:
    return csv_lines(
        [
            each.day.isoformat(),
            each.order_number,
            each.from_area,
            each.to_area,
            each.miles,
            each.rate.dollars_per_mile,
            None if each.deduction_cents is None else dollars_of(each.deduction_cents),
            None,
            None,
            each.vehicle,
            None,
            "yes" if each.is_verified else "no",
        ]
        for each in driven
    )


def mileage_entry_rows(entries: Sequence[MileageEntry]) -> str:
    return csv_lines(
        [
            each.draft.day.isoformat(),
            None,
            each.draft.from_place,
            each.draft.to_place,
            each.draft.business_miles,
            mileage_rate(each.draft.day).dollars_per_mile,
            dollars_of(mileage_deduction(business_miles_of([each]))),
            each.draft.personal_miles,
            each.draft.note,
            each.draft.vehicle,
            None if each.draft.fuel_cents is None else dollars_of(each.draft.fuel_cents),
            "no",
        ]
        for each in entries
    )
