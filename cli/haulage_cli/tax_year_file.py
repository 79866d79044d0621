"""The year that ``haulage tax estimate`` reads: one JSON object, each of its fields known."""

from haulage.kernel.money import MAX_CENTS
from haulage.tax import BusinessMiles, Expense, ExpenseCategory, YearEstimate, year_estimate
from haulage_cli.json_fields import Fields, decode, inside

YEAR_FIELDS = frozenset(["year", "earnings_cents", "tips_cents", "expenses", "miles"])
EXPENSE_FIELDS = frozenset(["category", "amount_cents", "business", "date"])
DRIVE_FIELDS = frozenset(["date", "business_miles"])
MAX_LINES = 20_000
"""Ours: fifty a day."""


def read_tax_year(raw: bytes) -> YearEstimate:
    """Raises ``InvalidInput`` with the path of the field."""
    fields = Fields(decode(raw))
    fields.refuse_unknown(YEAR_FIELDS)
    return year_estimate(
        fields.whole("year", at_least=1, at_most=9999),
        earnings_cents=fields.whole("earnings_cents", at_least=0, at_most=MAX_CENTS),
        tips_cents=fields.whole("tips_cents", 0, at_least=0, at_most=MAX_CENTS),
        expenses=[_expense(value, path) for path, value in fields.list("expenses", MAX_LINES)],
        miles=[_drive(value, path) for path, value in fields.list("miles", MAX_LINES)],
    )


def _expense(value: object, path: str) -> Expense:
    fields = Fields(value, path)
    fields.refuse_unknown(EXPENSE_FIELDS)
    category = fields.choice("category", ExpenseCategory)
    cents, day = fields.whole("amount_cents", at_least=1, at_most=MAX_CENTS), fields.day("date")
    return Expense(category, cents, day, is_business=fields.flag("business", default=True))


def _drive(value: object, path: str) -> BusinessMiles:
    fields = Fields(value, path)
    fields.refuse_unknown(DRIVE_FIELDS)
    miles, day = fields.number("business_miles"), fields.day("date")
    with inside(path):
        return BusinessMiles(miles, day)
