"""Tax: a driver's deductions, the estimate of their year, and from what it must be reported."""

from haulage.tax.deduction import (
    MAX_MILES_PER_DAY,
    BusinessMiles,
    deductible_expenses,
    mileage_deduction,
)
from haulage.tax.document import (
    TaxDocument,
    TaxDocumentType,
    TaxFigures,
    document_year,
    tax_figures,
    tax_years,
)
from haulage.tax.due_dates import QUARTERS, due_date
from haulage.tax.estimate import (
    QuarterEstimate,
    QuarterMissing,
    YearEstimate,
    estimated_tax,
    quarter_of,
    year_estimate,
)
from haulage.tax.expense import (
    MAX_EXPENSE_DESCRIPTION_LENGTH,
    MAX_EXPENSES_PER_YEAR,
    MAX_ODOMETER_MILES,
    WITHIN_THE_MILEAGE_RATE,
    Expense,
    ExpenseCategory,
    ExpenseDraft,
    RecordedExpense,
    SpentOn,
    TooManyExpenses,
    receipt_file,
    spent_by_category,
)
from haulage.tax.expense_file import (
    MAX_FILE_CHARACTERS,
    ExpenseLine,
    read_expense_file,
    with_duplicates,
)
from haulage.tax.mileage_entry import (
    MAX_MILEAGE_ENTRIES_PER_YEAR,
    MAX_MILEAGE_WORDS_LENGTH,
    MileageDraft,
    MileageEntry,
    MileagePurpose,
    TooManyMileageEntries,
    business_miles_of,
)
from haulage.tax.mileage_rate import (
    STANDARD_MILEAGE_RATES,
    MileageRate,
    MileageRateRow,
    mileage_rate,
)
from haulage.tax.record_change import TaxRecord, TaxRecordChange
from haulage.tax.reporting_threshold import ReportingThreshold, reporting_threshold

__all__ = [
    "MAX_EXPENSES_PER_YEAR",
    "MAX_EXPENSE_DESCRIPTION_LENGTH",
    "MAX_FILE_CHARACTERS",
    "MAX_MILEAGE_ENTRIES_PER_YEAR",
    "MAX_MILEAGE_WORDS_LENGTH",
    "MAX_MILES_PER_DAY",
    "MAX_ODOMETER_MILES",
    "QUARTERS",
    "STANDARD_MILEAGE_RATES",
    "WITHIN_THE_MILEAGE_RATE",
    "BusinessMiles",
    "Expense",
    "ExpenseCategory",
    "ExpenseDraft",
    "ExpenseLine",
    "MileageDraft",
    "MileageEntry",
    "MileagePurpose",
    "MileageRate",
    "MileageRateRow",
    "QuarterEstimate",
    "QuarterMissing",
    "RecordedExpense",
    "ReportingThreshold",
    "SpentOn",
    "TaxDocument",
    "TaxDocumentType",
    "TaxFigures",
    "TaxRecord",
    "TaxRecordChange",
    "TooManyExpenses",
    "TooManyMileageEntries",
    "YearEstimate",
    "business_miles_of",
    "deductible_expenses",
    "document_year",
    "due_date",
    "estimated_tax",
    "mileage_deduction",
    "mileage_rate",
    "quarter_of",
    "read_expense_file",
    "receipt_file",
    "reporting_threshold",
    "spent_by_category",
    "tax_figures",
    "tax_years",
    "with_duplicates",
    "year_estimate",
]
