"""Drivers' own tax records."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    UniqueConstraint,
)

from haulage_adapters.sql.migrations.initial.columns import JSON, TIME, create_table


def create() -> None:
    _tax_expenses()
    _tax_mileage_entries()
    _tax_record_changes()
    _tax_documents()
    _w9_forms()
    _tax_filings()
    _tax_remittances()


def _tax_expenses() -> None:
    create_table(
        "tax_expenses",
        Column("id", String(64), nullable=False),
        Column("driver_id", String(64), ForeignKey("drivers.id"), nullable=False),
        Column("spent_on", Date(), nullable=False),
        Column("category", String(32), nullable=False),
        Column("amount_cents", BigInteger(), nullable=False),
        Column("description", String(200), nullable=False),
        Column("is_business", Boolean(), nullable=False),
        Column("odometer_miles", Integer()),
        Column("receipt_id", String(64)),
        Column("created_at", TIME, nullable=False),
        Column("updated_at", TIME, nullable=False),
        Column("version", Integer(), nullable=False),
        PrimaryKeyConstraint("id"),
        CheckConstraint(
            "category IN ('fuel', 'maintenance', 'insurance', 'vehicle_payment', 'phone', 'supplies', "
            "'other')",
            name="category",
        ),
        CheckConstraint("amount_cents BETWEEN 1 AND 10000000000", name="amount_cents"),
        CheckConstraint("odometer_miles BETWEEN 0 AND 2000000", name="odometer_miles"),
        CheckConstraint("version >= 1", name="version"),
        Index(None, "driver_id", "spent_on", "id"),
    )


def _tax_mileage_entries() -> None:
    create_table(
        "tax_mileage_entries",
        Column("id", String(64), nullable=False),
        Column("driver_id", String(64), ForeignKey("drivers.id"), nullable=False),
        Column("driven_on", Date(), nullable=False),
        Column("mile_hundredths", Integer(), nullable=False),
        Column("purpose", String(32), nullable=False),
        Column("from_place", String(200), nullable=False),
        Column("to_place", String(200), nullable=False),
        Column("note", String(200), nullable=False),
        Column("vehicle", String(200), nullable=False),
        Column("fuel_cents", BigInteger()),
        Column("created_at", TIME, nullable=False),
        Column("updated_at", TIME, nullable=False),
        Column("version", Integer(), nullable=False),
        PrimaryKeyConstraint("id"),
        CheckConstraint("purpose IN ('business', 'personal')", name="purpose"),
        CheckConstraint("mile_hundredths BETWEEN 1 AND 200000", name="mile_hundredths"),
        CheckConstraint("fuel_cents BETWEEN 0 AND 10000000000", name="fuel_cents"),
        CheckConstraint("version >= 1", name="version"),
        Index(None, "driver_id", "driven_on", "id"),
    )


def _tax_record_changes() -> None:
    create_table(
        "tax_record_changes",
        Column("id", String(64), nullable=False),
        Column("driver_id", String(64), ForeignKey("drivers.id"), nullable=False),
        Column("record", String(32), nullable=False),
        Column("record_id", String(64), nullable=False),
        Column("changed_at", TIME, nullable=False),
        Column("is_removal", Boolean(), nullable=False),
        Column("before", JSON, nullable=False),
        PrimaryKeyConstraint("id"),
        CheckConstraint("record IN ('expense', 'mileage')", name="record"),
        Index(None, "driver_id", "record_id", "changed_at"),
    )


def _tax_documents() -> None:
    create_table(
        "tax_documents",
        Column("id", String(64), nullable=False),
        Column("driver_id", String(64), ForeignKey("drivers.id"), nullable=False),
        Column("recipient", String(200), nullable=False),
        Column("tax_year", Integer(), nullable=False),
        Column("document_type", String(32), nullable=False),
        Column("figures", JSON, nullable=False),
        Column("generated_at", TIME, nullable=False),
        Column("is_year_over", Boolean(), nullable=False),
        Column("is_simulated", Boolean(), nullable=False),
        Column("corrects", String(64), ForeignKey("tax_documents.id")),
        Column("is_correction", Boolean(), nullable=False),
        Column("takes_back", Boolean(), nullable=False),
        Column("recipient_address", String(200), nullable=False),
        PrimaryKeyConstraint("id"),
        UniqueConstraint("corrects"),
        CheckConstraint("document_type IN ('year_summary', '1099_nec', '1099_k')", name="document_type"),
        Index(None, "driver_id", "tax_year", "generated_at", "id"),
    )


def _w9_forms() -> None:
    create_table(
        "w9_forms",
        Column("id", String(64), nullable=False),
        Column("driver_id", String(64), ForeignKey("drivers.id"), nullable=False),
        Column("name", String(80), nullable=False),
        Column("business_name", String(80), nullable=False),
        Column("classification", String(32), nullable=False),
        Column("street", String(40), nullable=False),
        Column("unit", String(40), nullable=False),
        Column("city", String(40), nullable=False),
        Column("state", String(2), nullable=False),
        Column("zip_code", String(10), nullable=False),
        Column("number_type", String(32), nullable=False),
        Column("last4", String(4), nullable=False),
        Column("sealed_number", String(500), nullable=False),
        Column("exempt_payee_code", String(2), nullable=False),
        Column("fatca_code", String(1), nullable=False),
        Column("is_subject_to_withholding", Boolean(), nullable=False),
        Column("signature", String(80), nullable=False),
        Column("certification", String(32), nullable=False),
        Column("certified_at", TIME, nullable=False),
        PrimaryKeyConstraint("id"),
        CheckConstraint(
            "classification IN ('individual', 'c_corporation', 's_corporation', 'partnership', "
            "'trust_or_estate', 'llc_c', 'llc_s', 'llc_p')",
            name="classification",
        ),
        CheckConstraint("number_type IN ('ssn', 'ein', 'itin')", name="number_type"),
        Index(None, "driver_id", "certified_at", "id"),
        Index(None, "certified_at", "id"),
    )


def _tax_filings() -> None:
    create_table(
        "tax_filings",
        Column("id", String(64), nullable=False),
        Column("driver_id", String(64), ForeignKey("drivers.id"), nullable=False),
        Column("tax_year", Integer(), nullable=False),
        Column("form", String(32), nullable=False),
        Column("reported_cents", BigInteger(), nullable=False),
        Column("withheld_cents", BigInteger(), nullable=False),
        Column("w9_id", String(64), ForeignKey("w9_forms.id")),
        Column("exported_at", TIME, nullable=False),
        Column("corrects", String(64), ForeignKey("tax_filings.id")),
        PrimaryKeyConstraint("id"),
        CheckConstraint("form IN ('nec', 'k')", name="form"),
        CheckConstraint("reported_cents BETWEEN 0 AND 10000000000", name="reported_cents"),
        Index(None, "driver_id", "tax_year", "exported_at", "id"),
    )


def _tax_remittances() -> None:
    create_table(
        "tax_remittances",
        Column("id", String(64), nullable=False),
        Column("reference", String(64), nullable=False),
        Column("period", Date(), nullable=False),
        Column("amount_cents", BigInteger(), nullable=False),
        Column("paid_on", Date(), nullable=False),
        Column("recorded_at", TIME, nullable=False),
        PrimaryKeyConstraint("id"),
        UniqueConstraint("reference"),
        CheckConstraint("amount_cents BETWEEN 1 AND 10000000000", name="amount_cents"),
        Index(None, "period", "recorded_at"),
    )
