"""Where the platform works, and what it carries how far there."""

from haulage.service_area.area import OutsideServiceArea, Ring, ServiceArea, Zone
from haulage.service_area.bounds import STANDARD_BOUNDS, Bounds

__all__ = ["STANDARD_BOUNDS", "Bounds", "OutsideServiceArea", "Ring", "ServiceArea", "Zone"]
