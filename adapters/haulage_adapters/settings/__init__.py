"""Settings: read once from ``HAULAGE_...`` variables, listed by ``haulage check`` and the README.

Each subject has its file with its fields, their words for people, and what follows from them alone.
"""

from haulage_adapters.settings.roads import RoutesEngine, RoutesTraffic
from haulage_adapters.settings.whole import Settings, read_settings, variables

__all__ = ["RoutesEngine", "RoutesTraffic", "Settings", "read_settings", "variables"]
