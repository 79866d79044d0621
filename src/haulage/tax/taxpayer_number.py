"""Taxpayer numbers: which nine digits can be one, by the kind that they are given as."""

from enum import StrEnum

import attrs

from haulage.kernel.errors import InvalidInput

DIGITS = 9
LAST_DIGITS = 4
"""OP-69: as many are shown and stored beside the sealed number."""

NO_AREAS = frozenset({0, 666})
"""Never the first three digits of a Social Security number, and neither is anything from 900 on (Social
Security Administration, POMS RM 10201.035)."""
FIRST_AREA_OF_OTHERS = 900

ITIN_GROUPS = frozenset((*range(50, 66), *range(70, 89), *range(90, 93), *range(94, 100)))
"""The fourth and fifth digit of an individual taxpayer identification number, which begins with a 9 (IRS,
Internal Revenue Manual 3.21.263, "ITIN ranges")."""

EIN_PREFIXES = frozenset(
    (
        *range(1, 7),
        *range(10, 17),
        *range(20, 28),
        *range(30, 49),
        *range(50, 69),
        *range(71, 78),
        *range(80, 89),
        *range(90, 96),
        98,
        99,
    )
)
"""The first two digits of an employer identification number (IRS, "How EINs are assigned and valid EIN
prefixes")."""


class TaxpayerNumberType(StrEnum):
    """Whose number it is: a person's from Social Security, a business's, or a person's from the IRS."""

    SSN = "ssn"
    EIN = "ein"
    ITIN = "itin"


@attrs.frozen
class TaxpayerNumber:
    """A number in full, as it is sealed and filed and nowhere else: nine digits."""

    type: TaxpayerNumberType
    digits: str = attrs.field(repr=False)

    @property
    def last4(self) -> str:
        return self.digits[-LAST_DIGITS:]

    @property
    def written(self) -> str:
        """With hyphens, as forms have it."""
        if self.type is TaxpayerNumberType.EIN:
            return f"{self.digits[:2]}-{self.digits[2:]}"
        return f"{self.digits[:3]}-{self.digits[3:5]}-{self.digits[5:]}"


def taxpayer_number(type: TaxpayerNumberType, text: str, *, field: str = "number") -> TaxpayerNumber:
    """The number as somebody wrote it, with or without hyphens and spaces. Raises ``InvalidInput``, which
    never repeats what was written."""
    digits = text.replace("-", "").replace(" ", "")
    if len(digits) != DIGITS or not (digits.isascii() and digits.isdigit()):
        raise InvalidInput(field, f"must have {DIGITS} digits")
    reason = _CHECKS[type](digits)
    if reason is not None:
        raise InvalidInput(field, reason)
    return TaxpayerNumber(type, digits)


def _ssn_fault(digits: str) -> str | None:
    area = int(digits[:3])
    if area in NO_AREAS or area >= FIRST_AREA_OF_OTHERS:
        return "must be a Social Security number, which never begins with 000, 666 or 9"
    if digits[3:5] == "00" or digits[5:] == "0000":
        return "must be a Social Security number, none of whose parts is all zeros"
    return None


def _itin_fault(digits: str) -> str | None:
    if digits[0] != "9" or int(digits[3:5]) not in ITIN_GROUPS:
        return (
            "must be an ITIN, which begins with 9 and has 50 to 65, 70 to 88, 90 to 92 or 94 to 99 after it"
        )
    return None


def _ein_fault(digits: str) -> str | None:
    if int(digits[:2]) not in EIN_PREFIXES:
        return "must be an EIN, whose first two digits the IRS assigns"
    return None


_CHECKS = {
    TaxpayerNumberType.SSN: _ssn_fault,
    TaxpayerNumberType.ITIN: _itin_fault,
    TaxpayerNumberType.EIN: _ein_fault,
}
