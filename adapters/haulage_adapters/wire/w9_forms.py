"""Form W-9 as a driver fills it in, and as it is shown: with the last four digits of the number."""

from typing import Annotated

from msgspec import Meta

from haulage.tax import (
    BACKUP_WITHHOLDING_RATE,
    CERTIFICATION,
    CERTIFICATION_VERSION,
    MAX_W9_ADDRESS_LENGTH,
    MAX_W9_NAME_LENGTH,
    TaxAddress,
    TaxClassification,
    TaxpayerNumberType,
    W9Draft,
    W9Form,
)
from haulage.use_cases.tax.w9_forms import TaxpayerStanding
from haulage_adapters.wire.common import In, Instant, Out
from haulage_adapters.wire.payout_fees import PerMillion, per_million

Name = Annotated[str, Meta(max_length=MAX_W9_NAME_LENGTH)]
Line = Annotated[str, Meta(max_length=MAX_W9_ADDRESS_LENGTH)]
Code = Annotated[str, Meta(max_length=2)]


class W9FormIn(In):
    """`number` is the whole taxpayer number, with or without hyphens; it is shown to nobody afterwards.
    `signature` is the name that the driver signs with under `certification`, the version of the text."""

    name: Name
    classification: TaxClassification
    street: Line
    city: Line
    state: Annotated[str, Meta(max_length=2)]
    zip_code: Annotated[str, Meta(max_length=10)]
    number_type: TaxpayerNumberType
    number: Annotated[str, Meta(max_length=20, description="Nine digits.")]
    signature: Name
    certification: Annotated[str, Meta(max_length=32)]
    business_name: Name = ""
    unit: Line = ""
    exempt_payee_code: Code = ""
    fatca_code: Code = ""
    is_subject_to_withholding: bool = False

    def to_core(self) -> W9Draft:
        return W9Draft(
            name=self.name,
            classification=self.classification,
            address=TaxAddress(self.street, self.city, self.state, self.zip_code, self.unit),
            number_type=self.number_type,
            number=self.number,
            signature=self.signature,
            certification=self.certification,
            business_name=self.business_name,
            exempt_payee_code=self.exempt_payee_code,
            fatca_code=self.fatca_code,
            is_subject_to_withholding=self.is_subject_to_withholding,
        )


class W9FormOut(Out):
    """A form that was signed. It is never changed: a newer one takes its place."""

    id: str
    name: str
    business_name: str
    classification: TaxClassification
    street: str
    unit: str
    city: str
    state: str
    zip_code: str
    number_type: TaxpayerNumberType
    last4: str
    exempt_payee_code: str
    fatca_code: str
    is_subject_to_withholding: bool
    signature: str
    certification: str
    certified_at: Instant

    @classmethod
    def of(cls, form: W9Form) -> "W9FormOut":
        address = form.address
        return cls.from_attributes(
            form,
            street=address.street,
            unit=address.unit,
            city=address.city,
            state=address.state,
            zip_code=address.zip_code,
        )


class TaxpayerOut(Out):
    """What a driver has certified for the tax office. While `is_withholding` is true,
    `backup_withholding_per_million` parts in a million of every payout are withheld. `certification` is the
    text to sign, by its version."""

    driver_id: str
    form: W9FormOut | None
    is_withholding: bool
    backup_withholding_per_million: PerMillion
    certification_version: str
    certification: list[str]

    @classmethod
    def of(cls, standing: TaxpayerStanding) -> "TaxpayerOut":
        return cls(
            driver_id=standing.driver_id,
            form=W9FormOut.of(standing.form) if standing.form else None,
            is_withholding=standing.is_withholding,
            backup_withholding_per_million=per_million(BACKUP_WITHHOLDING_RATE),
            certification_version=CERTIFICATION_VERSION,
            certification=list(CERTIFICATION[CERTIFICATION_VERSION]),
        )
