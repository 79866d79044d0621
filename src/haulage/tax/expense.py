"""What a driver spends for work: the figures of an expense, and an expense as it is recorded."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from enum import StrEnum

import attrs

from haulage.kernel.errors import InvalidInput, RuleBroken
from haulage.kernel.folded import fold
from haulage.kernel.money import Cents, amount

MAX_EXPENSE_CENTS: Cents = 50_000_00
"""Ours, of one expense: more than a van's repair costs, and a bound for the sum of a year."""

MAX_EXPENSES_PER_YEAR = 2_000
"""Ours, of one driver: five a day and some more."""

MAX_EXPENSE_DESCRIPTION_LENGTH = 200
"""Ours, in characters."""

MAX_ODOMETER_MILES = 2_000_000
"""Ours: further than any van has gone."""

PHOTO_RECEIPT, PDF_RECEIPT = "rct", "rcd"
"""What the ids of receipts begin with, by what they are."""

FIRST_EXPENSE_YEAR = 2000
"""Ours, as for every tax year."""


class ExpenseCategory(StrEnum):
    """TAX-05."""

    FUEL = "fuel"
    MAINTENANCE = "maintenance"
    INSURANCE = "insurance"
    VEHICLE_PAYMENT = "vehicle_payment"
    PHONE = "phone"
    SUPPLIES = "supplies"
    OTHER = "other"


WITHIN_THE_MILEAGE_RATE = frozenset(
    {
        ExpenseCategory.FUEL,
        ExpenseCategory.MAINTENANCE,
        ExpenseCategory.INSURANCE,
        ExpenseCategory.VEHICLE_PAYMENT,
    }
)
"""The standard mileage rate stands for these, so that they are not deducted a second time (OP-68)."""


@attrs.frozen
class Expense:
    """What a driver spent on one day, in cents. Raises ``InvalidInput`` for an amount below one cent."""

    category: ExpenseCategory
    amount_cents: Cents
    day: date
    is_business: bool = True

    def __attrs_post_init__(self) -> None:
        amount(self.amount_cents, field="amount_cents", at_least=1)

    @property
    def is_deductible(self) -> bool:
        return self.is_business and self.category not in WITHIN_THE_MILEAGE_RATE

    @property
    def deductible_cents(self) -> Cents:
        return self.amount_cents if self.is_deductible else 0


@attrs.frozen
class ExpenseDraft:
    """An expense as a driver writes it down. ``odometer_miles`` is what the vehicle's counter showed."""

    expense: Expense
    description: str
    odometer_miles: int | None = None

    def checked(self, today: date) -> "ExpenseDraft":
        """Without spaces around the description. Raises ``InvalidInput`` with the field (TAX-02)."""
        amount(self.expense.amount_cents, field="amount_cents", at_least=1, at_most=MAX_EXPENSE_CENTS)
        if self.expense.day > today:
            raise InvalidInput("date", "must not be in the future")
        if self.expense.day.year < FIRST_EXPENSE_YEAR:
            raise InvalidInput("date", f"must be in {FIRST_EXPENSE_YEAR} or later")
        miles = self.odometer_miles
        if miles is not None and not 0 <= miles <= MAX_ODOMETER_MILES:
            raise InvalidInput("odometer_miles", f"must be between 0 and {MAX_ODOMETER_MILES}")
        return attrs.evolve(self, description=_checked_description(self.description))

    @property
    def likeness(self) -> tuple[date, ExpenseCategory, Cents, str]:
        """Two with the same one are probably one expense that was written down twice."""
        spent = self.expense
        return spent.day, spent.category, spent.amount_cents, fold(self.description)


@attrs.frozen
class RecordedExpense:
    """One in a driver's books. ``receipt_id`` names the photo or PDF of its receipt; ``version`` grows by one
    with every stored change."""

    id: str
    driver_id: str
    draft: ExpenseDraft
    created_at: datetime
    updated_at: datetime
    receipt_id: str | None = None
    version: int = 1

    @property
    def expense(self) -> Expense:
        return self.draft.expense

    def facts(self) -> Mapping[str, str | int | bool | None]:
        """What the trace of a change keeps of how it was before."""
        return {
            "date": self.expense.day.isoformat(),
            "category": self.expense.category.value,
            "amount_cents": self.expense.amount_cents,
            "description": self.draft.description,
            "is_business": self.expense.is_business,
            "odometer_miles": self.draft.odometer_miles,
            "has_receipt": self.receipt_id is not None,
        }


class TooManyExpenses(RuleBroken):
    """The driver's year has the largest allowed number of expenses."""

    code = "too_many_expenses"
    message = f"A year holds up to {MAX_EXPENSES_PER_YEAR:,} expenses. Remove some first."


@attrs.frozen
class SpentOn:
    """What one category comes to, in cents."""

    category: ExpenseCategory
    spent_cents: Cents
    deductible_cents: Cents


def spent_by_category(expenses: Iterable[Expense]) -> tuple[SpentOn, ...]:
    """Of categories that something was spent on, in the order of the form."""
    sums: dict[ExpenseCategory, tuple[Cents, Cents]] = {}
    for each in expenses:
        spent, deductible = sums.get(each.category, (0, 0))
        sums[each.category] = (spent + each.amount_cents, deductible + each.deductible_cents)
    return tuple(SpentOn(category, *sums[category]) for category in ExpenseCategory if category in sums)


def is_pdf_receipt(receipt_id: str) -> bool:
    """Otherwise it is a photo."""
    return receipt_id.startswith(f"{PDF_RECEIPT}_")


def receipt_file(receipt_id: str) -> str:
    """What the photo or PDF of a receipt is called in the file store."""
    return f"expenses/{receipt_id}.{'pdf' if is_pdf_receipt(receipt_id) else 'jpg'}"


def _checked_description(description: str) -> str:
    trimmed = " ".join(description.split())
    if not trimmed:
        raise InvalidInput("description", "is required")
    if len(trimmed) > MAX_EXPENSE_DESCRIPTION_LENGTH:
        raise InvalidInput("description", f"must be at most {MAX_EXPENSE_DESCRIPTION_LENGTH} characters")
    return trimmed
