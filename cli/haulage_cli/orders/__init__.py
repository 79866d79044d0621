"""``haulage orders``: everything that happens to an order, from the first price to the last event."""

import click

from haulage_cli.orders.after_delivery import rate, reschedule, slots
from haulage_cli.orders.booking import book, cancel, pay
from haulage_cli.orders.driver_actions import DRIVING
from haulage_cli.orders.offers import decline, offers
from haulage_cli.orders.proof import proof
from haulage_cli.orders.reassign import candidates, reassign, release
from haulage_cli.orders.show import follow, list_orders, show

__all__ = ["orders"]


@click.group()
def orders() -> None:
    """Book, pay, drive, cancel and follow orders.

    An order is named by its id or by its public number. Each command does what the account given
    with --as may do, and nothing else.
    """


for _command in (
    *(book, pay, offers, decline, *DRIVING, candidates, reassign, release),
    *(list_orders, show, slots, reschedule, cancel, follow, rate, proof),
):
    orders.add_command(_command)
