"""A driver's expenses as the API takes and shows them."""

from datetime import date
from typing import Annotated

from msgspec import Meta

from haulage.tax import (
    MAX_EXPENSE_DESCRIPTION_LENGTH,
    MAX_FILE_CHARACTERS,
    MAX_ODOMETER_MILES,
    Expense,
    ExpenseCategory,
    ExpenseDraft,
    ExpenseLine,
    RecordedExpense,
    SpentOn,
    TaxRecordChange,
)
from haulage.tax.expense import MAX_EXPENSE_CENTS
from haulage.use_cases.tax.expenses import ExpenseYear
from haulage.use_cases.tax.import_expenses import ExpenseImport
from haulage_adapters.wire.common import Cents, In, Instant, Out


class ExpenseIn(In):
    """``odometer_miles`` is what the vehicle's counter showed, where somebody looked."""

    category: ExpenseCategory
    amount_cents: Annotated[int, Meta(ge=1, le=MAX_EXPENSE_CENTS, description="US cents.")]
    description: Annotated[str, Meta(min_length=1, max_length=MAX_EXPENSE_DESCRIPTION_LENGTH)]
    date: date
    is_business: bool = True
    odometer_miles: Annotated[int, Meta(ge=0, le=MAX_ODOMETER_MILES)] | None = None

    def to_core(self) -> ExpenseDraft:
        spent = Expense(self.category, self.amount_cents, self.date, self.is_business)
        return ExpenseDraft(spent, self.description, self.odometer_miles)


class ExpenseOut(Out):
    """``is_deductible`` is false of what is not for work, and of what the mileage rate stands for."""

    id: str
    category: ExpenseCategory
    amount_cents: Cents
    description: str
    date: date
    tax_year: int
    is_business: bool
    is_deductible: bool
    odometer_miles: int | None
    has_receipt: bool
    created_at: Instant
    updated_at: Instant

    @classmethod
    def of(cls, expense: RecordedExpense) -> "ExpenseOut":
        spent, draft = expense.expense, expense.draft
        return cls(
            id=expense.id,
            category=spent.category,
            amount_cents=spent.amount_cents,
            description=draft.description,
            date=spent.day,
            tax_year=spent.day.year,
            is_business=spent.is_business,
            is_deductible=spent.is_deductible,
            odometer_miles=draft.odometer_miles,
            has_receipt=expense.receipt_id is not None,
            created_at=expense.created_at,
            updated_at=expense.updated_at,
        )


class SpentOnOut(Out):
    """A category's sums."""

    category: ExpenseCategory
    spent_cents: Cents
    deductible_cents: Cents

    @classmethod
    def of(cls, spent: SpentOn) -> "SpentOnOut":
        return cls.from_attributes(spent)


class ExpenseYearOut(Out):
    """The sums are those of the whole year; categories without an expense are left out."""

    year: int
    spent_cents: Cents
    deductible_cents: Cents
    categories: list[SpentOnOut]
    items: list[ExpenseOut]
    next: str | None

    @classmethod
    def of(cls, found: ExpenseYear) -> "ExpenseYearOut":
        return cls.from_attributes(
            found,
            categories=[SpentOnOut.of(each) for each in found.categories],
            items=[ExpenseOut.of(each) for each in found.page.items],
            next=found.page.next,
        )


class TaxRecordChangeOut(Out):
    """How it was before the change or the removal."""

    changed_at: Instant
    is_removal: bool
    before: dict[str, str | int | bool | None]

    @classmethod
    def of(cls, change: TaxRecordChange) -> "TaxRecordChangeOut":
        return cls.from_attributes(change, before=dict(change.before))


class ExpenseFileIn(In):
    """A CSV file's text. Without ``with_duplicates`` what is there already is left out."""

    csv: Annotated[str, Meta(min_length=1, max_length=MAX_FILE_CHARACTERS)]
    with_duplicates: bool = False


class ExpenseLineOut(Out):
    """A line by its number in the file: what it says, or in ``problem`` what is wrong with it."""

    number: int
    category: ExpenseCategory | None
    amount_cents: Cents | None
    description: str | None
    date: date | None
    is_business: bool | None
    is_duplicate: bool
    problem: str

    @classmethod
    def of(cls, line: ExpenseLine) -> "ExpenseLineOut":
        draft = line.draft
        return cls(
            number=line.number,
            category=draft.expense.category if draft else None,
            amount_cents=draft.expense.amount_cents if draft else None,
            description=draft.description if draft else None,
            date=draft.expense.day if draft else None,
            is_business=draft.expense.is_business if draft else None,
            is_duplicate=line.is_duplicate,
            problem=line.problem,
        )


class ExpenseImportOut(Out):
    """``added`` is 0 in a preview."""

    added: int
    new: int
    duplicates: int
    refused: int
    lines: list[ExpenseLineOut]

    @classmethod
    def of(cls, found: ExpenseImport) -> "ExpenseImportOut":
        return cls.from_attributes(found, lines=[ExpenseLineOut.of(each) for each in found.lines])
