"""A driver's tax year."""

from datetime import date

from haulage.tax import MileageRate, QuarterEstimate, YearEstimate
from haulage.use_cases.tax.year_summary import TaxYear
from haulage_adapters.wire.common import Cents, Out


class DriverTaxQuarterOut(Out):
    """One of four payments of the estimated tax, for the income up to `income_through`, and what the expenses
    and miles of the calendar quarter come to."""

    quarter: int
    due_on: date
    income_through: date
    expenses_cents: Cents
    mileage_deduction_cents: Cents
    estimated_tax_cents: Cents

    @classmethod
    def of(cls, quarter: QuarterEstimate) -> "DriverTaxQuarterOut":
        return cls.from_attributes(quarter)


class TaxYearEstimateOut(Out):
    """What a year comes to by the earnings, expenses and miles that were given. The tax is an estimate and no
    advice."""

    year: int
    earnings_cents: int
    tips_cents: int
    expenses_cents: Cents
    mileage_deduction_cents: Cents
    net_income_cents: int
    estimated_tax_cents: Cents
    reporting_threshold_cents: Cents
    reporting_threshold_provisional: bool
    quarters: list[DriverTaxQuarterOut]

    @classmethod
    def of(cls, year: YearEstimate) -> "TaxYearEstimateOut":
        return cls.from_attributes(
            year,
            reporting_threshold_cents=year.threshold.cents,
            reporting_threshold_provisional=year.threshold.provisional,
            quarters=[DriverTaxQuarterOut.of(each) for each in year.quarters],
        )


class MileageRateOut(Out):
    """What the IRS allows for a mile of a day, decimal as text. Programs read these names from the command
    line."""

    dollars_per_mile: str
    provisional: bool

    @classmethod
    def of(cls, rate: MileageRate) -> "MileageRateOut":
        return cls(str(rate.dollars_per_mile), rate.provisional)


class DriverTaxYearOut(Out):
    """Earnings and tips as the books have them by the day of posting, less refunds of the year, and the miles
    driven with orders at the rate of each day. `expenses_cents` are those that come off the income beside the
    miles. `waiting` orders are not worked out yet, `unknown` ones had no positions. The tax is an estimate
    and no advice."""

    driver_id: str
    year: int
    earnings_cents: int
    tips_cents: int
    expenses_cents: Cents
    business_miles: float
    mileage_deduction_cents: Cents
    net_income_cents: int
    estimated_tax_cents: Cents
    withheld_cents: int
    reporting_threshold_cents: Cents
    reporting_threshold_provisional: bool
    waiting: int
    unknown: int
    quarters: list[DriverTaxQuarterOut]

    @classmethod
    def of(cls, found: TaxYear) -> "DriverTaxYearOut":
        year: YearEstimate = found.estimate
        return cls(
            driver_id=found.driver_id,
            year=year.year,
            earnings_cents=year.earnings_cents,
            tips_cents=year.tips_cents,
            expenses_cents=year.expenses_cents,
            business_miles=float(found.driven.miles),
            mileage_deduction_cents=year.mileage_deduction_cents,
            net_income_cents=year.net_income_cents,
            estimated_tax_cents=year.estimated_tax_cents,
            withheld_cents=found.withheld_cents,
            reporting_threshold_cents=year.threshold.cents,
            reporting_threshold_provisional=year.threshold.provisional,
            waiting=found.driven.waiting,
            unknown=found.driven.unknown,
            quarters=[DriverTaxQuarterOut.of(each) for each in year.quarters],
        )
