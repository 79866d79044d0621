"""What a check may consist of, and what it costs (ONB-48)."""

from enum import StrEnum

import attrs

from haulage.kernel.money import Cents


class ScreeningPackage(StrEnum):
    DRIVER_PRO = "driver_pro"
    DRIVER_STANDARD = "driver_standard"
    BASIC = "basic"


class Search(StrEnum):
    """A part of a check."""

    SSN_TRACE = "SSN trace"
    NATIONAL_CRIMINAL = "national criminal"
    COUNTY_CRIMINAL = "county criminal"
    SEX_OFFENDER = "sex offender"
    MOTOR_VEHICLE = "motor vehicle report"
    GLOBAL_WATCHLIST = "global watchlist"


@attrs.frozen
class PackageTerms:
    """The price that the platform pays, and how many business days it takes."""

    package: ScreeningPackage
    price_cents: Cents
    least_days: int
    most_days: int
    searches: tuple[Search, ...]


PACKAGES: tuple[PackageTerms, ...] = (
    PackageTerms(ScreeningPackage.DRIVER_PRO, 29_99, 1, 2, tuple(Search)),
    PackageTerms(
        ScreeningPackage.DRIVER_STANDARD,
        19_99,
        1,
        3,
        (Search.SSN_TRACE, Search.NATIONAL_CRIMINAL, Search.MOTOR_VEHICLE),
    ),
    PackageTerms(ScreeningPackage.BASIC, 9_99, 1, 2, (Search.SSN_TRACE, Search.NATIONAL_CRIMINAL)),
)

DEFAULT_PACKAGE = ScreeningPackage.DRIVER_PRO
"""What submitting an application orders (OP-74)."""
