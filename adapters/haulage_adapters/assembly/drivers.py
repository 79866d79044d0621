"""Drivers: their profiles and jobs, and the search for them."""

from haulage.matching import GridFleet
from haulage.use_cases.drivers.driver_jobs import DriverJobs
from haulage.use_cases.drivers.driver_profiles import DriverProfiles
from haulage.use_cases.drivers.driver_search import DriverSearch, FleetFeed
from haulage.use_cases.drivers.facade import DriverUseCases
from haulage.use_cases.drivers.favorite_drivers import FavoriteDrivers
from haulage.use_cases.drivers.find_drivers import FindDrivers
from haulage.use_cases.drivers.update_profile import UpdateProfile
from haulage.use_cases.positions.facade import PositionUseCases
from haulage_adapters.assembly import maps
from haulage_adapters.assembly.parts import Parts


def driver_search(parts: Parts) -> DriverSearch:
    """One index of the fleet for everybody who looks for drivers."""
    feed = FleetFeed(parts.storage, GridFleet())
    return DriverSearch(parts.routes, feed, fallback=maps.display_routes())


def assemble_drivers(parts: Parts, positions: PositionUseCases, search: DriverSearch) -> DriverUseCases:
    storage, clock = parts.storage, parts.clock
    return DriverUseCases(
        profiles=DriverProfiles(storage, clock, positions.report),
        update_profile=UpdateProfile(storage, clock),
        jobs=DriverJobs(storage, clock),
        favorites=FavoriteDrivers(storage, clock),
        find=FindDrivers(
            storage, clock, search, parts.settings.price_policy, limit=parts.settings.quote_limit
        ),
    )
