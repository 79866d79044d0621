"""A driver's profile as it is answered, with what they earned."""

from haulage.drivers import DriverProfile
from haulage.kernel.actor import Actor
from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.wire.drivers import DriverOut


async def shown_driver(marketplace: Marketplace, actor: Actor, driver: DriverProfile) -> DriverOut:
    earned = await marketplace.drivers.profiles.earned(actor, [driver.id])
    return DriverOut.of(driver, earned.get(driver.id, 0))
