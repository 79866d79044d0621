"""What drivers write down for their own taxes, and how it was before they changed it."""

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Date,
    Index,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
)

from haulage.tax import (
    MAX_EXPENSE_DESCRIPTION_LENGTH,
    MAX_MILEAGE_WORDS_LENGTH,
    MAX_MILES_PER_DAY,
    MAX_ODOMETER_MILES,
    ExpenseCategory,
    MileagePurpose,
    TaxDocumentType,
    TaxRecord,
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
from haulage_adapters.sql.types import MAX_NAME, Json, Text, Whole

tax_expenses = Table(
    "tax_expenses",
    metadata,
    identifier(),
    reference("driver_id", "drivers.id"),
    Column("spent_on", Date, nullable=False),
    enum_column("category", ExpenseCategory),
    cents("amount_cents"),
    Column("description", Text(MAX_EXPENSE_DESCRIPTION_LENGTH), nullable=False),
    Column("is_business", Boolean, nullable=False),
    Column("odometer_miles", Whole(), nullable=True),
    identifier("receipt_id", nullable=True),
    instant("created_at"),
    instant("updated_at"),
    Column("version", Whole(), nullable=False),
    PrimaryKeyConstraint("id"),
    *enum_checks(category=ExpenseCategory),
    *range_checks("amount_cents", at_least=1),
    *range_checks("odometer_miles", at_most=MAX_ODOMETER_MILES),
    CheckConstraint("version >= 1", name="version"),
    Index(None, "driver_id", "spent_on", "id"),
)
"""``receipt_id`` names a photo in the file store."""

tax_mileage_entries = Table(
    "tax_mileage_entries",
    metadata,
    identifier(),
    reference("driver_id", "drivers.id"),
    Column("driven_on", Date, nullable=False),
    Column("mile_hundredths", Whole(), nullable=False),
    enum_column("purpose", MileagePurpose),
    Column("from_place", Text(MAX_MILEAGE_WORDS_LENGTH), nullable=False),
    Column("to_place", Text(MAX_MILEAGE_WORDS_LENGTH), nullable=False),
    Column("note", Text(MAX_MILEAGE_WORDS_LENGTH), nullable=False),
    Column("vehicle", Text(MAX_MILEAGE_WORDS_LENGTH), nullable=False),
    cents("fuel_cents", nullable=True),
    instant("created_at"),
    instant("updated_at"),
    Column("version", Whole(), nullable=False),
    PrimaryKeyConstraint("id"),
    *enum_checks(purpose=MileagePurpose),
    *range_checks("mile_hundredths", at_least=1, at_most=int(MAX_MILES_PER_DAY) * 100),
    *range_checks("fuel_cents"),
    CheckConstraint("version >= 1", name="version"),
    Index(None, "driver_id", "driven_on", "id"),
)
"""Beside what was driven with orders. Miles are whole hundredths, so that sums are exact."""

tax_record_changes = Table(
    "tax_record_changes",
    metadata,
    identifier(),
    reference("driver_id", "drivers.id"),
    enum_column("record", TaxRecord),
    identifier("record_id"),
    instant("changed_at"),
    Column("is_removal", Boolean, nullable=False),
    Column("before", Json, nullable=False),
    PrimaryKeyConstraint("id"),
    *enum_checks(record=TaxRecord),
    Index(None, "driver_id", "record_id", "changed_at"),
)
"""A removed record has its trace here alone, so that it refers to none."""

tax_documents = Table(
    "tax_documents",
    metadata,
    identifier(),
    reference("driver_id", "drivers.id"),
    Column("recipient", Text(MAX_NAME), nullable=False),
    Column("tax_year", Whole(), nullable=False),
    enum_column("document_type", TaxDocumentType),
    Column("figures", Json, nullable=False),
    instant("generated_at"),
    Column("is_year_over", Boolean, nullable=False),
    Column("is_simulated", Boolean, nullable=False),
    reference("corrects", "tax_documents.id", nullable=True),
    Column("is_correction", Boolean, nullable=False),
    Column("takes_back", Boolean, nullable=False),
    Column("recipient_address", Text(MAX_NAME), nullable=False),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("corrects"),
    *enum_checks(document_type=TaxDocumentType),
    Index(None, "driver_id", "tax_year", "generated_at", "id"),
)
"""``figures`` is the core's ``TaxFigures``: what was printed once is printed again as it was."""

PERSONAL_DATA = (
    Section("tax_documents", tax_documents, lambda who: tax_documents.c.driver_id == who.drives_as),
    Section("tax_expenses", tax_expenses, lambda who: tax_expenses.c.driver_id == who.drives_as),
    Section(
        "tax_mileage_entries",
        tax_mileage_entries,
        lambda who: tax_mileage_entries.c.driver_id == who.drives_as,
    ),
    Section(
        "tax_record_changes",
        tax_record_changes,
        lambda who: tax_record_changes.c.driver_id == who.drives_as,
        removed=True,
    ),
)
