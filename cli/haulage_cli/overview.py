"""``haulage overview``: what waits for a decision, and how the day is going."""

from typing import TYPE_CHECKING

import click

from haulage.kernel.money import dollars
from haulage.kernel.policy import Action
from haulage_cli.options import examples, with_json, with_settings
from haulage_cli.output import write_facts, write_json, write_table
from haulage_cli.permissions import does, operating

if TYPE_CHECKING:
    from haulage_adapters.settings import Settings


@click.command(epilog=examples("haulage overview", "haulage overview --json"))
@with_settings
@with_json
@does(Action.SEE_OVERVIEW)
def overview(settings: "Settings", as_json: bool) -> None:
    """Show what waits for a decision, and today beside yesterday and the same weekday last week.

    All three are until the same time of day. --json has the last 30 days too.
    """
    from haulage_cli.runtime import on_marketplace

    found = on_marketplace(settings, lambda market: market.overview(operating()))
    if as_json:
        from haulage_adapters.wire.overview import OverviewOut

        write_json(OverviewOut.of(found))
        return
    waiting = found.waiting

    def counted(number: int) -> str:
        return f"{number} or more" if number >= waiting.counted_up_to else str(number)

    write_facts(
        [
            ("Reported problems", counted(waiting.claims)),
            ("Disputes", counted(waiting.disputes)),
            ("Driving appeals", counted(waiting.contests)),
            ("Drivers to approve", counted(waiting.approvals)),
            ("Failed jobs", counted(waiting.dead_jobs)),
            ("Payment differences", counted(waiting.differences)),
            ("Drivers online", found.drivers_online),
        ]
    )
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
