"""What is reported to the tax authority, in whose name, and the key of the taxpayer numbers."""

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.tax import Filer, TaxForm, TaxpayerNumberType, taxpayer_number
from haulage_adapters.settings.fields import setting
from haulage_adapters.settings.readers import one_of


def ein(text: str) -> str:
    """Nine digits without the hyphen. Raises ``ValueError``."""
    try:
        return taxpayer_number(TaxpayerNumberType.EIN, text).digits
    except InvalidInput as error:
        raise ValueError(error.reason) from None


@attrs.frozen(slots=False)
class TaxSettings:
    tax_form: TaxForm = setting(
        TaxForm.NEC,
        "HAULAGE_TAX_FORM",
        one_of(TaxForm),
        "Form that drivers' payments are reported on: nec (1099-NEC) or k (1099-K), as your counsel says.",
    )
    tax_vault_key: str | None = setting(
        None,
        "HAULAGE_TAX_VAULT_KEY",
        str,
        "Key that seals drivers' taxpayer numbers, apart from HAULAGE_SECRET_KEY; needed where real money is "
        "moved. Elsewhere one is made in the data folder.",
        secret=True,
    )
    tax_vault_key_previous: str | None = setting(
        None,
        "HAULAGE_TAX_VAULT_KEY_PREVIOUS",
        str,
        "The key before it, until haulage tax reseal-numbers has sealed every number anew.",
        secret=True,
    )
    filer_name: str = setting("", "HAULAGE_FILER_NAME", str, "Who files information returns: a business.")
    filer_ein: str = setting(
        "", "HAULAGE_FILER_EIN", ein, "The filer's employer identification number, such as 12-3456789."
    )
    filer_street: str = setting("", "HAULAGE_FILER_STREET", str, "The filer's address.")
    filer_city: str = setting("", "HAULAGE_FILER_CITY", str, "The filer's city.")
    filer_state: str = setting("", "HAULAGE_FILER_STATE", str, "The filer's state, such as NY.")
    filer_zip: str = setting("", "HAULAGE_FILER_ZIP", str, "The filer's ZIP code.")
    filer_phone: str = setting("", "HAULAGE_FILER_PHONE", str, "The filer's telephone number, ten digits.")
    filer_email: str = setting("", "HAULAGE_FILER_EMAIL", str, "The filer's e-mail address.")

    @property
    def previous_vault_keys(self) -> tuple[str, ...]:
        return (self.tax_vault_key_previous,) if self.tax_vault_key_previous else ()

    @property
    def filer(self) -> Filer:
        """Who files; what is not set is empty."""
        return Filer(
            self.filer_name,
            self.filer_ein,
            self.filer_street,
            self.filer_city,
            self.filer_state,
            self.filer_zip,
            self.filer_phone,
            self.filer_email,
        )
