"""Which form drivers' payments of a year are reported on (OP-69)."""

from enum import StrEnum


class TaxForm(StrEnum):
    """The operator's choice with counsel. A platform that settles customers' payments to drivers may be a
    third party settlement organization, which files Form 1099-K instead of Form 1099-NEC."""

    NEC = "nec"
    K = "k"
