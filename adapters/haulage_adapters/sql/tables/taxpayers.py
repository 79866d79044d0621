"""Forms W-9, with taxpayer numbers that no key in the database opens."""

from sqlalchemy import Boolean, Column, Date, Index, PrimaryKeyConstraint, Table, UniqueConstraint

from haulage.kernel.reference import MAX_REFERENCE_LENGTH
from haulage.tax import (
    MAX_W9_ADDRESS_LENGTH,
    MAX_W9_NAME_LENGTH,
    TaxClassification,
    TaxForm,
    TaxpayerNumberType,
)
from haulage_adapters.sql.tables.columns import (
    cents,
    enum_checks,
    enum_column,
    identifier,
    instant,
    range_checks,
    reference,
)
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.personal_data import Section
from haulage_adapters.sql.types import Text, Whole

MAX_SEALED_NUMBER = 500
"""Ours: a sealed number of nine digits is much shorter."""

w9_forms = Table(
    "w9_forms",
    metadata,
    identifier(),
    reference("driver_id", "drivers.id"),
    Column("name", Text(MAX_W9_NAME_LENGTH), nullable=False),
    Column("business_name", Text(MAX_W9_NAME_LENGTH), nullable=False),
    enum_column("classification", TaxClassification),
    Column("street", Text(MAX_W9_ADDRESS_LENGTH), nullable=False),
    Column("unit", Text(MAX_W9_ADDRESS_LENGTH), nullable=False),
    Column("city", Text(MAX_W9_ADDRESS_LENGTH), nullable=False),
    Column("state", Text(2), nullable=False),
    Column("zip_code", Text(10), nullable=False),
    enum_column("number_type", TaxpayerNumberType),
    Column("last4", Text(4), nullable=False),
    Column("sealed_number", Text(MAX_SEALED_NUMBER), nullable=False),
    Column("exempt_payee_code", Text(2), nullable=False),
    Column("fatca_code", Text(1), nullable=False),
    Column("is_subject_to_withholding", Boolean, nullable=False),
    Column("signature", Text(MAX_W9_NAME_LENGTH), nullable=False),
    Column("certification", Text(32), nullable=False),
    instant("certified_at"),
    PrimaryKeyConstraint("id"),
    *enum_checks(classification=TaxClassification, number_type=TaxpayerNumberType),
    Index(None, "driver_id", "certified_at", "id"),
    Index(None, "certified_at", "id"),
)
"""``sealed_number`` is sealed under the vault's own key, which is nowhere in the database."""

tax_filings = Table(
    "tax_filings",
    metadata,
    identifier(),
    reference("driver_id", "drivers.id"),
    Column("tax_year", Whole(), nullable=False),
    enum_column("form", TaxForm),
    cents("reported_cents"),
    cents("withheld_cents"),
    reference("w9_id", "w9_forms.id", nullable=True),
    instant("exported_at"),
    reference("corrects", "tax_filings.id", nullable=True),
    PrimaryKeyConstraint("id"),
    *enum_checks(form=TaxForm),
    *range_checks("reported_cents"),
    Index(None, "driver_id", "tax_year", "exported_at", "id"),
)
"""What was exported for the tax authority, by driver and year."""

tax_remittances = Table(
    "tax_remittances",
    metadata,
    identifier(),
    Column("reference", Text(MAX_REFERENCE_LENGTH), nullable=False),
    Column("period", Date, nullable=False),
    cents("amount_cents"),
    Column("paid_on", Date, nullable=False),
    instant("recorded_at"),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("reference"),
    *range_checks("amount_cents", at_least=1),
    Index(None, "period", "recorded_at"),
)
"""What was paid to the tax authority of what was withheld; it names no driver."""

PERSONAL_DATA = (
    Section(
        "w9_forms",
        w9_forms,
        lambda who: w9_forms.c.driver_id == who.drives_as,
        frozenset({"sealed_number"}),
    ),
    Section("tax_filings", tax_filings, lambda who: tax_filings.c.driver_id == who.drives_as),
)
NOBODYS = {
    tax_remittances.name: "what the operator paid to the tax office for all drivers together",
}
