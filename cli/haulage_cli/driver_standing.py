"""``haulage onboarding suspend|reactivate|revoke|changed|look``: who may drive."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import click

from haulage.kernel.policy import Action
from haulage.ports.storage.paging import PageRequest
from haulage_cli.options import WORDS, examples, with_json, with_page, with_settings
from haulage_cli.output import write_facts, write_json, write_table
from haulage_cli.permissions import does, operating

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace
    from haulage.use_cases.onboarding import DriverStanding
    from haulage_adapters.settings import Settings


@click.command(epilog=examples("haulage onboarding suspend drv_3f2a --reason 'The insurance has ended'"))
@click.argument("driver_id")
@click.option("--reason", type=WORDS, required=True, help="Why; the driver reads it.")
@with_settings
@with_json
@does(Action.SET_DRIVER_STANDING)
def suspend(driver_id: str, reason: str, settings: "Settings", as_json: bool) -> None:
    """Keep a driver from work for now: offline at once, with the orders in hand left to them."""
    _do(
        settings,
        lambda marketplace: marketplace.onboarding.standing.suspend(operating(), driver_id, reason),
        as_json,
    )


@click.command(epilog=examples("haulage onboarding reactivate drv_3f2a --reason 'The new policy was seen'"))
@click.argument("driver_id")
@click.option("--reason", type=WORDS, required=True, help="Why; the driver reads it.")
@with_settings
@with_json
@does(Action.SET_DRIVER_STANDING)
def reactivate(driver_id: str, reason: str, settings: "Settings", as_json: bool) -> None:
    """Let a suspended driver work again."""
    _do(
        settings,
        lambda marketplace: marketplace.onboarding.standing.reactivate(operating(), driver_id, reason),
        as_json,
    )


@click.command(epilog=examples("haulage onboarding revoke drv_3f2a --reason 'The license was withdrawn'"))
@click.argument("driver_id")
@click.option("--reason", type=WORDS, required=True, help="Why; the driver reads it.")
@with_settings
@with_json
@does(Action.SET_DRIVER_STANDING)
def revoke(driver_id: str, reason: str, settings: "Settings", as_json: bool) -> None:
    """Withdraw a driver's approval; to drive again they apply again."""
    _do(
        settings,
        lambda marketplace: marketplace.onboarding.standing.revoke(operating(), driver_id, reason),
        as_json,
    )


@click.command(epilog=examples("haulage onboarding look drv_3f2a"))
@click.argument("driver_id")
@with_settings
@with_json
@does(Action.SET_DRIVER_STANDING)
def look(driver_id: str, settings: "Settings", as_json: bool) -> None:
    """Say that what a driver changed was looked at."""
    _do(
        settings,
        lambda marketplace: marketplace.onboarding.standing.look(operating(), driver_id),
        as_json,
    )


@click.command(epilog=examples("haulage onboarding changed --json"))
@with_page
@with_settings
@with_json
@does(Action.SET_DRIVER_STANDING)
def changed(limit: int, cursor: str | None, settings: "Settings", as_json: bool) -> None:
    """Drivers who changed their vehicle or plate since an administrator looked; the first first."""
    from haulage_adapters.wire.application_review import ChangedDriverOut
    from haulage_adapters.wire.common import PageOut
    from haulage_cli.runtime import on_marketplace

    found = on_marketplace(
        settings,
        lambda marketplace: marketplace.onboarding.standing.changed(operating(), PageRequest(limit, cursor)),
    )
    if as_json:
        write_json(PageOut.of(found, ChangedDriverOut.of))
        return
    rows = [
        (
            each.id,
            each.name,
            f"{each.vehicle.year} {each.vehicle.make} {each.vehicle.model}",
            each.changed_since,
        )
        for each in found.items
    ]
    write_table(("driver", "name", "vehicle", "changed"), rows)


STANDING_COMMANDS = (suspend, reactivate, revoke, look, changed)


def _do(
    settings: "Settings", work: "Callable[[Marketplace], Awaitable[DriverStanding]]", as_json: bool
) -> None:
    from haulage_cli.runtime import on_marketplace

    found = on_marketplace(settings, work)
    if as_json:
        from haulage_adapters.wire.application_review import DriverStandingOut

        write_json(DriverStandingOut.of(found))
        return
    driver, suspension = found.driver, found.driver.suspension
    write_facts(
        [
            ("Driver", driver.id),
            ("Approved", "yes" if driver.is_approved else "no"),
            ("Suspended", suspension.at if suspension else "no"),
            ("Reason", suspension.reason if suspension else None),
            ("Online", "yes" if driver.is_online else "no"),
            ("Orders in hand", ", ".join(found.orders) or "none"),
        ]
    )
