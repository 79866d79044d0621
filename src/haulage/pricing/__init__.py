"""Prices: a tariff and a trip make a fare, in whole cents that add up."""

from haulage.pricing.driver_fare import fare_of_driver, price_ceiling_cents
from haulage.pricing.fare import Fare, driver_extra_fees_cents, extra_fees_cents, helper_fee_cents, quote_fare
from haulage.pricing.peak import time_of_day
from haulage.pricing.quick_estimate import QuickEstimate, quick_estimate
from haulage.pricing.sales_tax import (
    ANYWHERE,
    DEMONSTRATION_TAX,
    DEMONSTRATION_TAX_TABLE,
    NoTaxRow,
    SalesTax,
    SalesTaxTable,
    TaxPlace,
    TaxRow,
)
from haulage.pricing.tariff import STANDARD_TARIFF, TARIFFS, Tariff, tariff_of
from haulage.pricing.trip import CALM, Conditions, Load, TimeOfDay, Trip, Weather

__all__ = [
    "ANYWHERE",
    "CALM",
    "DEMONSTRATION_TAX",
    "DEMONSTRATION_TAX_TABLE",
    "STANDARD_TARIFF",
    "TARIFFS",
    "Conditions",
    "Fare",
    "Load",
    "NoTaxRow",
    "QuickEstimate",
    "SalesTax",
    "SalesTaxTable",
    "Tariff",
    "TaxPlace",
    "TaxRow",
    "TimeOfDay",
    "Trip",
    "Weather",
    "driver_extra_fees_cents",
    "extra_fees_cents",
    "fare_of_driver",
    "helper_fee_cents",
    "price_ceiling_cents",
    "quick_estimate",
    "quote_fare",
    "tariff_of",
    "time_of_day",
]
