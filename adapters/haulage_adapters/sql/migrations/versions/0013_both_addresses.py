"""Which mailbox of a change of address has answered, its second code, and mails about ways to sign in."""

from alembic import op

from haulage_adapters.sql.migrations.respelling import respell

revision = "0013_both_addresses"
down_revision = "0012_receipts"
branch_labels = None
depends_on = None

PURPOSES = ("signup", "magiclink", "recovery", "email_change", "email_change_current", "reauthentication")
MAILS = (
    "confirm_signup",
    "recovery",
    "magic_link",
    "email_change",
    "email_change_current",
    "reauthentication",
    "password_changed",
    "email_changed",
    "identity_linked",
    "identity_unlinked",
    "factor_added",
    "factor_removed",
    "passkey_added",
    "passkey_removed",
)


def upgrade() -> None:
    """The constraint stands in the column's definition, where SQLite takes it without a new table."""
    op.execute(
        "ALTER TABLE accounts ADD COLUMN new_email_answered VARCHAR(32) "
        "CONSTRAINT ck_accounts_new_email_answered CHECK (new_email_answered IN ('current', 'new'))"
    )
    respell("one_time_codes", "purpose", PURPOSES)
    respell("mails", "kind", MAILS)
