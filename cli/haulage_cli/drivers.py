"""``haulage drivers``: who drives, and who may."""

from typing import Any

import click

from haulage.drivers import DriverProfile
from haulage.kernel.errors import NotFound
from haulage.kernel.geo import Point
from haulage.kernel.money import dollars
from haulage.kernel.policy import Action, authorize
from haulage.ports.storage import Page, PageRequest
from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.settings import Settings
from haulage_cli.options import POSITION, WORDS, acting, examples, with_json, with_page, with_settings
from haulage_cli.output import instant, write_facts, write_json, write_table

COLUMNS = ("id", "name", "e-mail", "vehicle", "approved", "online", "rating", "jobs")


@click.group()
def drivers() -> None:
    """List and approve drivers; send them on- and offline."""


def driver_json(driver: DriverProfile) -> dict[str, Any]:
    """A profile for programs; weights in pounds, volumes in cubic feet, money in cents."""
    approval = driver.approval
    return {
        "id": driver.id,
        "user_id": driver.user_id,
        "name": driver.name,
        "email": driver.email,
        "phone": driver.phone,
        "vehicle": {
            "type": driver.vehicle.type,
            "make": driver.vehicle.make,
            "model": driver.vehicle.model,
            "year": driver.vehicle.year,
            "capacity": {
                "weight": float(driver.vehicle.capacity.weight),
                "volume": float(driver.vehicle.capacity.volume),
            },
            "features": sorted(driver.vehicle.features),
        },
        "specialties": sorted(driver.specialties),
        "price_per_mile_cents": driver.rates.per_mile_cents,
        "minimum_fare_cents": driver.rates.minimum_fare_cents,
        "is_online": driver.is_online,
        "is_available": driver.is_available,
        "is_approved": driver.is_approved,
        "approved_at": instant(approval.at) if approval else None,
        "approval_reason": approval.reason if approval else None,
        "rating": driver.rating,
        "total_jobs": driver.total_jobs,
        "created_at": instant(driver.created_at),
    }


def _show(driver: DriverProfile, *, as_json: bool) -> None:
    if as_json:
        write_json(driver_json(driver))
        return
    vehicle = driver.vehicle
    write_facts(
        [
            ("Driver", driver.id),
            ("Name", driver.name),
            ("E-mail", driver.email),
            ("Phone", driver.phone),
            ("Vehicle", f"{vehicle.year} {vehicle.make} {vehicle.model} ({vehicle.type})"),
            (
                "Carries",
                f"{float(vehicle.capacity.weight):g} lb, {float(vehicle.capacity.volume):g} cubic feet",
            ),
            ("Per mile", dollars(driver.rates.per_mile_cents)),
            ("At least", dollars(driver.rates.minimum_fare_cents)),
            ("Approved", driver.approval.at if driver.approval else "no"),
            ("Online", _yes(driver.is_online)),
            ("Rating", driver.rating),
            ("Jobs", driver.total_jobs),
        ]
    )


def _yes(value: bool) -> str:
    return "yes" if value else "no"


@drivers.command("list", epilog=examples("haulage drivers list --as admin@haulage.example --online"))
@acting
@click.option("--online/--offline", "online", default=None, help="Only these.")
@click.option("--approved/--not-approved", "approved", default=None, help="Only these.")
@with_page
@with_settings
@with_json
def list_drivers(
    settings: Settings,
    email: str,
    online: bool | None,
    approved: bool | None,
    limit: int,
    cursor: str | None,
    as_json: bool,
) -> None:
    """All drivers, newest first; for admins."""
    from haulage_cli.running import actor_of, on_marketplace

    async def work(marketplace: Marketplace) -> Page[DriverProfile]:
        actor = await actor_of(marketplace, email)
        page = PageRequest(limit, cursor)
        return await marketplace.driver_desk.list(actor, page, online=online, approved=approved)

    page = on_marketplace(settings, work)
    if as_json:
        write_json({"items": [driver_json(driver) for driver in page.items], "next": page.next})
        return
    rows = [
        (
            each.id,
            each.name,
            each.email,
            each.vehicle.type,
            _yes(each.is_approved),
            _yes(each.is_online),
            each.rating,
            each.total_jobs,
        )
        for each in page.items
    ]
    write_table(COLUMNS, rows)
    if page.next:
        click.echo(f"There are more: --cursor {page.next}", err=True)


@drivers.command(epilog=examples("haulage drivers show driver@haulage.example --as admin@haulage.example"))
@click.argument("driver", type=WORDS)
@acting
@with_settings
@with_json
def show(settings: Settings, driver: str, email: str, as_json: bool) -> None:
    """One driver by id or e-mail, for themselves and for admins."""
    from haulage_cli.running import actor_of, on_marketplace

    async def work(marketplace: Marketplace) -> DriverProfile:
        actor = await actor_of(marketplace, email)
        driver_id = await _id_of(marketplace, driver)
        if actor.driver_id is not None and actor.driver_id == driver_id:
            return await marketplace.driver_desk.me(actor)
        authorize(actor, Action.LIST_DRIVERS)
        profile = await marketplace.storage.read(lambda unit: unit.drivers.get(driver_id))
        if profile is None:
            raise NotFound("Driver")
        return profile

    _show(on_marketplace(settings, work), as_json=as_json)


@drivers.command(
    epilog=examples(
        "haulage drivers approve nadia@example.com --as admin@haulage.example --reason 'Papers seen'"
    )
)
@click.argument("driver", type=WORDS)
@acting
@click.option("--reason", type=WORDS, required=True, help="Why this is done without a screening.")
@with_settings
@with_json
def approve(settings: Settings, driver: str, email: str, reason: str, as_json: bool) -> None:
    """Let a driver go online; for admins. Approving again changes nothing."""
    from haulage_cli.running import actor_of, on_marketplace

    async def work(marketplace: Marketplace) -> DriverProfile:
        actor = await actor_of(marketplace, email)
        authorize(actor, Action.APPROVE_DRIVER)
        return await marketplace.driver_desk.approve(actor, await _id_of(marketplace, driver), reason)

    _show(on_marketplace(settings, work), as_json=as_json)


@drivers.command(
    epilog=examples("haulage drivers online --as driver@haulage.example --position 40.7484,-73.9857")
)
@acting
@click.option("--position", type=POSITION, help="Where the driver is.")
@with_settings
@with_json
def online(settings: Settings, email: str, position: Point | None, as_json: bool) -> None:
    """Be offered jobs from now on."""
    from haulage_cli.running import actor_of, on_marketplace

    async def work(marketplace: Marketplace) -> DriverProfile:
        return await marketplace.driver_desk.go_online(await actor_of(marketplace, email), position)

    _show(on_marketplace(settings, work), as_json=as_json)


@drivers.command(epilog=examples("haulage drivers offline --as driver@haulage.example"))
@acting
@with_settings
@with_json
def offline(settings: Settings, email: str, as_json: bool) -> None:
    """Be offered nothing more; a job in hand is kept."""
    from haulage_cli.running import actor_of, on_marketplace

    async def work(marketplace: Marketplace) -> DriverProfile:
        return await marketplace.driver_desk.go_offline(await actor_of(marketplace, email))

    _show(on_marketplace(settings, work), as_json=as_json)


async def _id_of(marketplace: Marketplace, reference: str) -> str:
    """The id of a driver named by id or e-mail."""
    from haulage_cli.running import actor_of

    if "@" not in reference:
        return reference
    return (await actor_of(marketplace, reference)).driver_id or reference
