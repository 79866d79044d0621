"""The database before a marketplace is opened over it: its schema, and whether it is still there."""

from haulage_adapters.data_folder.database_marker import mark_made, require_not_lost
from haulage_adapters.data_folder.permissions import close_to_others, make_data_folder
from haulage_adapters.settings import Settings


async def upgrade_database(settings: Settings) -> None:
    """Bring the database to the newest schema, making the data folder first. Raises ``DatabaseLost``."""
    from haulage_adapters.sql import migrations  # server processes never need it, and it takes long to load

    make_data_folder(settings)
    require_not_lost(settings)
    await migrations.upgrade(settings.database_url)
    mark_made(settings)
    close_to_others(settings)


async def database_revisions(settings: Settings) -> tuple[str | None, str | None]:
    """The revision that the database is at, and the one that this release needs."""
    from haulage_adapters.sql import migrations

    require_not_lost(settings)
    return await migrations.current(settings.database_url), migrations.newest()
