"""The mail to administrators about differences from the card provider."""

from haulage_adapters.sql.migrations.respelling import add_words

revision = "0054_difference_mails"
down_revision = "0053_list_indexes"
branch_labels = None
depends_on = None


def upgrade() -> None:
    add_words("mails", "kind", "payment_differences", after="order_taken_away")
