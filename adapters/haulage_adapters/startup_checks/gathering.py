"""Where the facts come from."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from haulage.kernel.actor import OPERATOR
from haulage_adapters.data_folder.operating_records import last_backup, proxy_seen
from haulage_adapters.data_folder.permissions import open_to_others
from haulage_adapters.settings import Settings, unknown_variables
from haulage_adapters.startup_checks.facts import Facts

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace


async def gather(
    settings: Settings,
    marketplace: "Marketplace | None" = None,
    *,
    as_production: bool = False,
    listen_at: str | None = None,
) -> Facts:
    """Look at the disk, and at the database of an open *marketplace*."""
    return Facts(
        settings=settings,
        now=datetime.now(UTC) if marketplace is None else marketplace.clock.now(),
        as_production=as_production,
        listen_at=listen_at,
        stored=None if marketplace is None else await marketplace.readiness.see(OPERATOR),
        open_paths=open_to_others(settings),
        unknown_settings=unknown_variables(),
        last_backup=last_backup(settings.data),
        proxy_seen=proxy_seen(settings.data),
    )
