"""Ask a driver who confirms a pickup, a delivery or a return far away from it."""

import sys
from typing import TYPE_CHECKING

import click

from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace


def yes_option() -> click.Option:
    """For commands that confirm a stop."""
    return click.Option(["--yes"], is_flag=True, help="Confirm it also far away from the stop.")


async def ask_if_far(marketplace: "Marketplace", actor: Actor, order_id: str, *, yes: bool) -> None:
    """Programs cannot answer: without a terminal the distance is written, and nothing is asked."""
    try:
        far = (await marketplace.deliveries.sessions.see(actor, order_id)).far_from
    except NotFound:  # the step itself says that there is no such order
        return
    if far is None:
        return
    if yes or not sys.stdin.isatty():
        click.echo(far.sentence, err=True)
    else:
        click.confirm(f"{far.sentence} Confirm anyway?", abort=True, err=True)
