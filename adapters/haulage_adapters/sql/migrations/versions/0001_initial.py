"""Every table of the first release. Later revisions change it; this one stays as it is."""

from haulage_adapters.sql.migrations.initial import (
    accounts,
    authority,
    behaviour,
    claims,
    deliveries,
    driver_documents,
    driver_taxes,
    drivers,
    ledger,
    messaging,
    onboarding,
    operations,
    orders,
    payments,
    payouts,
    screening,
    sign_in,
    splits,
    training,
)

revision = "0001_initial"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A subject comes after those that it refers to."""
    for subject in (
        accounts,
        sign_in,
        drivers,
        orders,
        deliveries,
        driver_taxes,
        claims,
        payments,
        splits,
        payouts,
        ledger,
        behaviour,
        messaging,
        onboarding,
        screening,
        authority,
        driver_documents,
        training,
        operations,
    ):
        subject.create()
