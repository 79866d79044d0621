"""Customers and drivers are users: the references that PostgreSQL could not take before there were any."""

from alembic import op

revision = "0003_users"
down_revision = "0002_accounts"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """On SQLite they stand in ``0001_orders`` already."""
    if op.get_bind().dialect.name == "sqlite":
        return
    for table, column in (("quotes", "customer_id"), ("orders", "customer_id"), ("drivers", "user_id")):
        op.create_foreign_key(op.f(f"fk_{table}_{column}"), table, "users", [column], ["id"])
