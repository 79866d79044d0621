"""Mails about who comes for an order."""

from haulage_adapters.sql.migrations.respelling import respell

revision = "0032_driver_mails"
down_revision = "0031_proofs"
branch_labels = None
depends_on = None

MAILS = (
    "confirm_signup",
    "recovery",
    "magic_link",
    "email_change",
    "email_change_current",
    "reauthentication",
    "password_changed",
    "email_changed",
    "receipt",
    "identity_linked",
    "identity_unlinked",
    "factor_added",
    "factor_removed",
    "passkey_added",
    "passkey_removed",
    "delivery_failed",
    "items_returned",
    "not_delivered_reported",
    "share_held",
    "report_decided",
    "driver_changed",
    "driver_lost",
    "order_given",
    "order_taken_away",
)


def upgrade() -> None:
    respell("mails", "kind", MAILS)
