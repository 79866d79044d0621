"""What browsers draw the map with."""

from typing import Literal

import attrs

from haulage_adapters.settings.fields import setting
from haulage_adapters.settings.map_addresses import origin_of, read_google_key, read_hosts, read_style_url


@attrs.frozen(slots=False)
class BrowserMapSettings:
    map_style_url: str | None = setting(
        None,
        "HAULAGE_MAP_STYLE_URL",
        read_style_url,
        "MapLibre style that browsers draw instead of the bundled map of New York.",
    )
    map_hosts: tuple[str, ...] | None = setting(
        None,
        "HAULAGE_MAP_HOSTS",
        read_hosts,
        "Further hosts of that style's tiles, fonts and icons, separated by commas.",
    )
    google_maps_key: str | None = setting(
        None,
        "HAULAGE_GOOGLE_MAPS_KEY",
        read_google_key,
        "Browser key of the Google Maps JavaScript API; with it browsers draw Google's map.",
    )

    @property
    def map_engine(self) -> Literal["google", "style", "bundled"]:
        """What draws the map in browsers; a Google key wins over a style."""
        if self.google_maps_key:
            return "google"
        return "style" if self.map_style_url else "bundled"

    @property
    def map_origins(self) -> tuple[str, ...]:
        """Where the configured style and its parts come from."""
        if not self.map_style_url:
            return ()
        return tuple(dict.fromkeys((origin_of(self.map_style_url), *(self.map_hosts or ()))))
