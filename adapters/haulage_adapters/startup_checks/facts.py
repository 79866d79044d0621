"""What the start-up checks look at, gathered once."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

import attrs

from haulage.use_cases.readiness import Readiness
from haulage_adapters.settings import Settings, is_loopback, is_loopback_host


@attrs.frozen
class Facts:
    """Settings, and what was found beside them.

    *as_production* asks what real mode would say whatever the mode is. *listen_at* is the IP address that
    the server listens at, where there is one. *stored* is None while the database was not asked.
    """

    settings: Settings
    now: datetime
    as_production: bool = False
    listen_at: str | None = None
    stored: Readiness | None = None
    open_paths: Sequence[Path] = ()
    """Folders and files of ours that other users of this machine may read."""
    last_backup: datetime | None = None
    unknown_settings: Mapping[str, str | None] = attrs.Factory(dict)
    """Variables that look like settings and are none, each with the one that is nearest to it."""
    proxy_seen: datetime | None = None
    """When a proxy was last noticed that nobody declared."""

    @property
    def production(self) -> bool:
        return self.as_production or self.settings.mode == "real"

    @property
    def public(self) -> bool:
        """Whether other machines are meant to reach the server, or can."""
        listens_to_all = self.listen_at is not None and not is_loopback_host(self.listen_at)
        return listens_to_all or not is_loopback(self.settings.public_url)
