"""Tax: a driver's deductions, the estimate of their year, and from what it must be reported."""

from haulage.tax.deduction import (
    MAX_MILES_PER_DAY,
    WITHIN_THE_MILEAGE_RATE,
    BusinessMiles,
    Expense,
    ExpenseCategory,
    deductible_expenses,
    mileage_deduction,
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
from haulage.tax.mileage_rate import (
    STANDARD_MILEAGE_RATES,
    MileageRate,
    MileageRateRow,
    mileage_rate,
)
from haulage.tax.reporting_threshold import ReportingThreshold, reporting_threshold

__all__ = [
    "MAX_MILES_PER_DAY",
    "QUARTERS",
    "STANDARD_MILEAGE_RATES",
    "WITHIN_THE_MILEAGE_RATE",
    "BusinessMiles",
    "Expense",
    "ExpenseCategory",
    "MileageRate",
    "MileageRateRow",
    "QuarterEstimate",
    "QuarterMissing",
    "ReportingThreshold",
    "YearEstimate",
    "deductible_expenses",
    "due_date",
    "estimated_tax",
    "mileage_deduction",
    "mileage_rate",
    "quarter_of",
    "reporting_threshold",
    "year_estimate",
]
