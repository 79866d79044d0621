"""Settings: read once from ``HAULAGE_...`` variables, which ``haulage settings`` and README.md here list.

Each subject has its file with its fields, their words for people, and what follows from them alone.
"""

from haulage_adapters.settings.descriptions import SettingDescription, describe_settings
from haulage_adapters.settings.readers import is_loopback, is_loopback_host
from haulage_adapters.settings.roads import RoutesEngine, RoutesTraffic
from haulage_adapters.settings.settings import Settings, read_settings, unknown_variables

__all__ = [
    "RoutesEngine",
    "RoutesTraffic",
    "SettingDescription",
    "Settings",
    "describe_settings",
    "is_loopback",
    "is_loopback_host",
    "read_settings",
    "unknown_variables",
]
