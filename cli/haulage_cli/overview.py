"""``haulage overview``: what waits for a decision, how the day is going, and one day by the hour."""

from datetime import datetime
from typing import TYPE_CHECKING

import click

from haulage.kernel.local_time import platform_time
from haulage.kernel.money import dollars
from haulage.kernel.policy import Action
from haulage_cli.options import examples, with_json, with_settings
from haulage_cli.output import write_facts, write_json, write_table
from haulage_cli.permissions import does, operating

if TYPE_CHECKING:
    from haulage.overview import OpenedDay
    from haulage.use_cases.overview import Overview
    from haulage_adapters.settings import Settings


@click.command(
    epilog=examples("haulage overview", "haulage overview --json", "haulage overview --day 2026-11-20")
)
@click.option(
    "--day",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="YYYY-MM-DD",
    help="Only what was paid on this day in New York, by service and by hour.",
)
@with_settings
@with_json
@does(Action.SEE_OVERVIEW)
def overview(settings: "Settings", day: datetime | None, as_json: bool) -> None:
    """Show what waits for a decision, and today beside yesterday and the same weekday last week.

    All three are until the same time of day. --json has the last 30 days too.
    """
    if day is None:
        _show_overview(settings, as_json)
    else:
        _show_day(settings, day, as_json)


def _show_overview(settings: "Settings", as_json: bool) -> None:
    from haulage_cli.runtime import on_marketplace

    found = on_marketplace(settings, lambda market: market.overview(operating()))
    if as_json:
        from haulage_adapters.wire.overview import OverviewOut

        write_json(OverviewOut.of(found))
        return
    _write_waiting(found)
    click.echo()
    compared = (found.today, found.yesterday, found.last_week)
    write_table(
        ("", "today", "yesterday", "a week ago"),
        [
            ("orders", *(each.orders for each in compared)),
            ("deliveries", *(each.deliveries for each in compared)),
            ("revenue", *(dollars(each.revenue_cents) for each in compared)),
            ("refunds", *(dollars(each.refunded_cents) for each in compared)),
        ],
    )


def _write_waiting(found: "Overview") -> None:
    waiting = found.waiting

    def counted(number: int) -> str:
        return f"{number} or more" if number >= waiting.counted_up_to else str(number)

    write_facts(
        [
            ("Reported problems", counted(waiting.claims)),
            ("Disputes", counted(waiting.disputes)),
            ("Driving appeals", counted(waiting.contests)),
            ("Applications to drive", counted(waiting.applications)),
            ("Background checks to decide", counted(waiting.screenings)),
            ("Failed jobs", counted(waiting.dead_jobs)),
            ("Payment differences", counted(waiting.differences)),
            ("Drivers online", found.drivers_online),
        ]
    )


def _show_day(settings: "Settings", day: datetime, as_json: bool) -> None:
    from haulage_cli.runtime import on_marketplace

    found = on_marketplace(settings, lambda market: market.overview.day(operating(), day.date()))
    if as_json:
        from haulage_adapters.wire.overview import OpenedDayOut

        write_json(OpenedDayOut.of(found))
        return
    _write_day(found)


def _write_day(found: "OpenedDay") -> None:
    average = found.paid.average_cents
    write_facts(
        [
            ("Day", found.day.isoformat()),
            ("Revenue", dollars(found.paid.revenue_cents)),
            ("Orders", found.paid.orders),
            ("Average order", "none" if average is None else dollars(average)),
        ]
    )
    click.echo()
    write_table(
        ("service", "orders", "revenue"),
        [
            (service.value, paid.orders, dollars(paid.revenue_cents))
            for service, paid in found.by_service.items()
        ],
    )
    click.echo()
    write_table(
        ("hour", "orders", "revenue"),
        [
            # The zone tells apart the two hours of one name when the clock is put back.
            (f"{platform_time(hour.since):%H:%M %Z}", hour.paid.orders, dollars(hour.paid.revenue_cents))
            for hour in found.by_hour
        ],
    )
