"""Form W-9: who a driver is to the tax office, and what they certify about it."""

import re
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.kernel.states import STATES
from haulage.tax.taxpayer_number import TaxpayerNumber, TaxpayerNumberType, taxpayer_number

MAX_W9_NAME_LENGTH = 80
"""As many characters as the information returns that are made of it take in two lines of 40."""
MAX_W9_ADDRESS_LENGTH = 40
"""Of one line of an address or a city on an information return."""

CERTIFICATION_VERSION = "w9-2024-03"
CERTIFICATION: Mapping[str, tuple[str, ...]] = {
    CERTIFICATION_VERSION: (
        "Under penalties of perjury, I certify that:",
        "1. The number shown on this form is my correct taxpayer identification number.",
        (
            "2. I am not subject to backup withholding because (a) I am exempt from backup withholding, or "
            "(b) I have not been notified by the Internal Revenue Service (IRS) that I am subject to backup "
            "withholding as a result of a failure to report all interest or dividends, or (c) the IRS has "
            "notified me that I am no longer subject to backup withholding."
        ),
        "3. I am a U.S. citizen or other U.S. person.",
        (
            "4. The FATCA code(s) entered on this form (if any) indicating that I am exempt from FATCA "
            "reporting is correct."
        ),
    )
}
"""By version, what a driver signs: Part II of Form W-9 (Rev. March 2024), without the number that is only
applied for. Item 2 does not hold for whoever ticks that they are subject to backup withholding."""

_ZIP = re.compile(r"[0-9]{5}(-[0-9]{4})?\Z")
_EXEMPT_PAYEE = re.compile(r"([1-9]|1[0-3])\Z")
_FATCA = re.compile(r"[A-M]\Z")


class TaxClassification(StrEnum):
    """Line 3a of Form W-9. An LLC names how it is taxed; one that is disregarded gives its owner's."""

    INDIVIDUAL = "individual"
    C_CORPORATION = "c_corporation"
    S_CORPORATION = "s_corporation"
    PARTNERSHIP = "partnership"
    TRUST_OR_ESTATE = "trust_or_estate"
    LLC_C = "llc_c"
    LLC_S = "llc_s"
    LLC_P = "llc_p"

    @property
    def is_corporation(self) -> bool:
        """Payments to corporations are not reported on Form 1099-NEC (26 CFR 1.6041-3(p)(1))."""
        return self in _CORPORATIONS


_CORPORATIONS = frozenset(
    {
        TaxClassification.C_CORPORATION,
        TaxClassification.S_CORPORATION,
        TaxClassification.LLC_C,
        TaxClassification.LLC_S,
    }
)


@attrs.frozen
class TaxAddress:
    """Where forms are sent to, in the United States."""

    street: str
    city: str
    state: str
    zip_code: str
    unit: str = ""

    @property
    def lines(self) -> tuple[str, str]:
        """As on a letter."""
        street = f"{self.street}, {self.unit}" if self.unit else self.street
        return street, f"{self.city}, {self.state} {self.zip_code}"

    def checked(self) -> "TaxAddress":
        """Without spaces around the words. Raises ``InvalidInput`` with the field."""
        state, zip_code = self.state.strip().upper(), self.zip_code.strip()
        if state not in STATES:
            raise InvalidInput("state", "must be the postal code of a state, such as NY")
        if not _ZIP.match(zip_code):
            raise InvalidInput("zip_code", "must have 5 digits, such as 11201")
        return TaxAddress(
            _words("street", self.street, MAX_W9_ADDRESS_LENGTH),
            _words("city", self.city, MAX_W9_ADDRESS_LENGTH),
            state,
            zip_code,
            _words("unit", self.unit, MAX_W9_ADDRESS_LENGTH, required=False),
        )


@attrs.frozen
class W9Draft:
    """The form as a driver fills it in. ``number`` is shown to nobody afterwards; ``signature`` is the name
    that they sign with, and ``certification`` the version of the text that they signed."""

    name: str
    classification: TaxClassification
    address: TaxAddress
    number_type: TaxpayerNumberType
    number: str = attrs.field(repr=False)
    signature: str
    certification: str
    business_name: str = ""
    exempt_payee_code: str = ""
    fatca_code: str = ""
    is_subject_to_withholding: bool = False

    def checked(self) -> "CheckedW9":
        """Raises ``InvalidInput`` with the field."""
        if self.certification not in CERTIFICATION:
            raise InvalidInput("certification", f"must be {CERTIFICATION_VERSION}, the text that is shown")
        number = taxpayer_number(self.number_type, self.number)
        is_person = self.classification is TaxClassification.INDIVIDUAL
        if not is_person and number.type is not TaxpayerNumberType.EIN:
            raise InvalidInput("number_type", "must be an EIN for a business that is not an individual's")
        exempt, fatca = self.exempt_payee_code.strip(), self.fatca_code.strip().upper()
        if exempt and (is_person or not _EXEMPT_PAYEE.match(exempt)):
            raise InvalidInput("exempt_payee_code", "must be from 1 to 13, and empty for an individual")
        if fatca and not _FATCA.match(fatca):
            raise InvalidInput("fatca_code", "must be a letter from A to M")
        draft = attrs.evolve(
            self,
            name=_words("name", self.name, MAX_W9_NAME_LENGTH),
            business_name=_words("business_name", self.business_name, MAX_W9_NAME_LENGTH, required=False),
            address=self.address.checked(),
            signature=_words("signature", self.signature, MAX_W9_NAME_LENGTH),
            exempt_payee_code=exempt,
            fatca_code=fatca,
            number="",
        )
        return CheckedW9(draft, number)


@attrs.frozen
class CheckedW9:
    """A form that is in order: what it says without the number, and the number by itself."""

    draft: W9Draft
    number: TaxpayerNumber


@attrs.frozen
class W9Form:
    """A driver's form as it is stored, with the last four digits of the number. The newest one counts."""

    id: str
    driver_id: str
    name: str
    business_name: str
    classification: TaxClassification
    address: TaxAddress
    number_type: TaxpayerNumberType
    last4: str
    exempt_payee_code: str
    fatca_code: str
    is_subject_to_withholding: bool
    signature: str
    certification: str
    certified_at: datetime

    def names_the_same_as(self, other: "W9Form") -> bool:
        """As far as it can be told without opening a number."""
        mine = (self.name, self.number_type, self.last4)
        return mine == (other.name, other.number_type, other.last4)

    @property
    def is_exempt_payee(self) -> bool:
        return bool(self.exempt_payee_code)


def w9_form(id: str, driver_id: str, checked: CheckedW9, now: datetime) -> W9Form:
    draft = checked.draft
    return W9Form(
        id=id,
        driver_id=driver_id,
        name=draft.name,
        business_name=draft.business_name,
        classification=draft.classification,
        address=draft.address,
        number_type=checked.number.type,
        last4=checked.number.last4,
        exempt_payee_code=draft.exempt_payee_code,
        fatca_code=draft.fatca_code,
        is_subject_to_withholding=draft.is_subject_to_withholding,
        signature=draft.signature,
        certification=draft.certification,
        certified_at=now,
    )


def _words(field: str, text: str, most: int, *, required: bool = True) -> str:
    words = " ".join(text.split())
    if required and not words:
        raise InvalidInput(field, "is required")
    if len(words) > most:
        raise InvalidInput(field, f"must be at most {most} characters")
    return words
