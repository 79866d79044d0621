"""Everything about drivers, in one value for the shells to call."""

import attrs

from haulage.use_cases.drivers.driver_jobs import DriverJobs
from haulage.use_cases.drivers.driver_profiles import DriverProfiles
from haulage.use_cases.drivers.favorite_drivers import FavoriteDrivers
from haulage.use_cases.drivers.find_drivers import FindDrivers
from haulage.use_cases.drivers.update_profile import UpdateProfile


@attrs.frozen
class DriverUseCases:
    """Drivers as they work, and as customers choose them."""

    profiles: DriverProfiles
    update_profile: UpdateProfile
    jobs: DriverJobs
    favorites: FavoriteDrivers
    find: FindDrivers
