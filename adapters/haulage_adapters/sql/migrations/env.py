"""What alembic runs for every command: the connection comes from whoever called."""

from alembic import context

from haulage_adapters.sql.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    compare_type=True,
    transactional_ddl=True,
)
context.run_migrations()
