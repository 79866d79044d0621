"""``haulage drivers``: who drives, and who may."""

from datetime import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from haulage.drivers import DriverProfile, ProfileChange
from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.kernel.geo import Point
from haulage.kernel.local_time import WEEKDAYS, HoursRange, WorkingHours
from haulage.kernel.money import Cents, dollars
from haulage.kernel.policy import Action, authorize
from haulage.ports.storage.paging import Page, PageRequest
from haulage_adapters.settings import Settings
from haulage_cli.driver_changes import with_change
from haulage_cli.options import POSITION, WORDS, acting, examples, with_json, with_page, with_settings
from haulage_cli.output import write_facts, write_json, write_table
from haulage_cli.permissions import does

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace

COLUMNS = ("id", "name", "e-mail", "vehicle", "approved", "online", "rating", "jobs")


@click.group()
def drivers() -> None:
    """List, approve and change drivers; send them on- and offline."""


Shown = tuple[DriverProfile, Cents]
"""A driver, and what they ever earned."""


async def _shown(marketplace: "Marketplace", actor: Actor, driver: DriverProfile) -> Shown:
    earned = await marketplace.drivers.profiles.earned(actor, [driver.id])
    return driver, earned.get(driver.id, 0)


def _show(shown: Shown, *, as_json: bool) -> None:
    driver, earned_cents = shown
    if as_json:
        from haulage_adapters.wire.drivers import OperatorDriverOut

        write_json(OperatorDriverOut.of(driver, earned_cents))
        return
    vehicle = driver.vehicle
    write_facts(
        [
            ("Driver", driver.id),
            ("Name", driver.name),
            ("E-mail", driver.email),
            ("Phone", driver.phone),
            ("Vehicle", f"{vehicle.line} ({vehicle.type})"),
            ("Color", vehicle.color),
            ("Plate", driver.plate),
            ("Photo", _yes(driver.photo_id is not None)),
            (
                "Carries",
                f"{float(vehicle.capacity.weight):g} lb, {float(vehicle.capacity.volume):g} cubic feet",
            ),
            ("Works", _hours_words(driver.working_hours)),
            ("Per mile", dollars(driver.rates.per_mile_cents)),
            ("At least", dollars(driver.rates.minimum_fare_cents)),
            ("Approved", driver.approval.at if driver.approval else "no"),
            ("Online", _yes(driver.is_online)),
            ("Rating", driver.rating),
            ("Jobs", driver.total_jobs),
            ("Earned", dollars(earned_cents)),
        ]
    )


def _clock(at: time) -> str:
    return at.strftime("%H:%M")


def _hours_words(hours: WorkingHours) -> str:
    """Those by weekday go before those of every day (OP-19)."""
    days = sorted((hours.by_weekday or {}).items())
    if days:
        return ", ".join(f"{WEEKDAYS[day][:3]} {_range_words(each)}" for day, each in days)
    return _range_words(hours.every_day) if hours.every_day else "never"


def _range_words(hours: HoursRange) -> str:
    return "all day" if hours.all_day else f"{_clock(hours.start)}-{_clock(hours.end)}"


def _yes(value: bool) -> str:
    return "yes" if value else "no"


@drivers.command("list", epilog=examples("haulage drivers list --as admin@haulage.example --online"))
@acting
@click.option("--online/--offline", "online", default=None, help="Only these.")
@click.option("--approved/--not-approved", "approved", default=None, help="Only these.")
@with_page
@with_settings
@with_json
@does(Action.LIST_DRIVERS, reads=True)
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
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> tuple[Page[DriverProfile], dict[str, Cents]]:
        actor, profiles = await actor_of(marketplace, email), marketplace.drivers.profiles
        page = await profiles.list(actor, PageRequest(limit, cursor), online=online, approved=approved)
        return page, await profiles.earned(actor, [driver.id for driver in page.items])

    page, earned = on_marketplace(settings, work)
    if as_json:
        from haulage_adapters.wire.common import PageOut
        from haulage_adapters.wire.drivers import OperatorDriverOut

        write_json(PageOut.of(page, lambda driver: OperatorDriverOut.of(driver, earned.get(driver.id, 0))))
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
@does(Action.LIST_DRIVERS, reads=True)
def show(settings: Settings, driver: str, email: str, as_json: bool) -> None:
    """One driver by id or e-mail, for themselves and for admins."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> Shown:
        actor = await actor_of(marketplace, email)
        profile = await marketplace.drivers.profiles.show(actor, await _id_of(marketplace, driver))
        return await _shown(marketplace, actor, profile)

    _show(on_marketplace(settings, work), as_json=as_json)


@drivers.command(
    epilog=examples(
        "haulage drivers approve nadia@example.com --as admin@haulage.example --reason 'Papers seen'"
    )
)
@click.argument("driver", type=WORDS)
@acting
@click.option("--reason", type=WORDS, required=True, help="Why this is done without an application.")
@with_settings
@with_json
@does(Action.APPROVE_DRIVER)
def approve(settings: Settings, driver: str, email: str, reason: str, as_json: bool) -> None:
    """Ask another administrator to let a driver work who never applied; for admins."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> Shown:
        actor = await actor_of(marketplace, email)
        authorize(actor, Action.APPROVE_DRIVER)
        override = await marketplace.onboarding.drivers.request(
            actor, await _id_of(marketplace, driver), reason
        )
        return await _shown(marketplace, actor, override)

    _show(on_marketplace(settings, work), as_json=as_json)


@drivers.command(
    "confirm-approval",
    epilog=examples("haulage drivers confirm-approval nadia@example.com --as second-admin@haulage.example"),
)
@click.argument("driver", type=WORDS)
@acting
@with_settings
@with_json
@does(Action.APPROVE_DRIVER)
def confirm_approval(settings: Settings, driver: str, email: str, as_json: bool) -> None:
    """Let a driver work for whom another administrator asked; for admins.

    Where there is no other administrator, make one with 'haulage admin grant'. Two accounts that one operator
    acts for are one person.
    """
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> Shown:
        actor = await actor_of(marketplace, email)
        authorize(actor, Action.APPROVE_DRIVER)
        approved = await marketplace.onboarding.drivers.confirm(actor, await _id_of(marketplace, driver))
        return await _shown(marketplace, actor, approved)

    _show(on_marketplace(settings, work), as_json=as_json)


@drivers.command(
    epilog=examples(
        "haulage drivers update driver@haulage.example --as driver@haulage.example --type van --make Ford "
        "--model Transit --year 2024 --color white --plate 'NY=ABC 1234' "
        "--capacity-pounds 3000 --capacity-cubic-feet 400",
        "haulage drivers update drv_1 --as driver@haulage.example --hours mon=08:00-18:00 "
        "--hours sat=22:00-04:00 --per-mile-cents 275",
    )
)
@click.argument("driver", type=WORDS)
@acting
@with_change
@with_settings
@with_json
@does(Action.UPDATE_OWN_DRIVER)
def update(settings: Settings, driver: str, email: str, change: ProfileChange, as_json: bool) -> None:
    """Change one's own vehicle, working hours and rates; what is not given stays.

    Quotes and orders that there are keep what they were made with.
    """
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> Shown:
        actor = await actor_of(marketplace, email)
        authorize(actor, Action.UPDATE_OWN_DRIVER)
        if await _id_of(marketplace, driver) != actor.driver_id:
            raise NotFound("Driver")
        return await _shown(marketplace, actor, await marketplace.drivers.update_profile(actor, change))

    _show(on_marketplace(settings, work), as_json=as_json)


@drivers.command(
    epilog=examples(
        "haulage drivers photo driver@haulage.example --as driver@haulage.example --file me.jpg",
        "haulage drivers photo driver@haulage.example --as driver@haulage.example --remove",
    )
)
@click.argument("driver", type=WORDS)
@acting
@click.option(
    "--file",
    "path",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A JPEG, PNG or WebP picture, which is cut square around its middle.",
)
@click.option("--remove", is_flag=True, help="Have no photo any more.")
@with_settings
@with_json
@does(Action.UPDATE_OWN_DRIVER)
def photo(
    settings: Settings, driver: str, email: str, path: Path | None, remove: bool, as_json: bool
) -> None:
    """Set or remove one's own photo; customers of accepted orders see it."""
    from haulage_cli.runtime import actor_of, on_marketplace

    if (path is None) is not remove:
        raise click.UsageError("Give either --file or --remove.")
    sent = None if path is None else path.read_bytes()

    async def work(marketplace: "Marketplace") -> Shown:
        actor = await actor_of(marketplace, email)
        authorize(actor, Action.UPDATE_OWN_DRIVER)
        if await _id_of(marketplace, driver) != actor.driver_id:
            raise NotFound("Driver")
        photos = marketplace.driver_photos
        changed = await (photos.remove(actor) if sent is None else photos.replace(actor, sent))
        return await _shown(marketplace, actor, changed)

    _show(on_marketplace(settings, work), as_json=as_json)


@drivers.command(
    epilog=examples("haulage drivers online --as driver@haulage.example --position 40.7484,-73.9857")
)
@acting
@click.option("--position", type=POSITION, help="Where the driver is.")
@with_settings
@with_json
@does(Action.GO_ONLINE)
def online(settings: Settings, email: str, position: Point | None, as_json: bool) -> None:
    """Be offered jobs from now on."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> Shown:
        actor = await actor_of(marketplace, email)
        return await _shown(marketplace, actor, await marketplace.drivers.profiles.go_online(actor, position))

    _show(on_marketplace(settings, work), as_json=as_json)


@drivers.command(epilog=examples("haulage drivers offline --as driver@haulage.example"))
@acting
@with_settings
@with_json
@does(Action.GO_ONLINE)
def offline(settings: Settings, email: str, as_json: bool) -> None:
    """Be offered nothing more; a job in hand is kept."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> Shown:
        actor = await actor_of(marketplace, email)
        return await _shown(marketplace, actor, await marketplace.drivers.profiles.go_offline(actor))

    _show(on_marketplace(settings, work), as_json=as_json)


async def _id_of(marketplace: "Marketplace", reference: str) -> str:
    """The id of a driver named by id or e-mail."""
    from haulage_cli.runtime import somebody

    if "@" not in reference:
        return reference
    return (await somebody(marketplace, reference)).driver_id or reference
