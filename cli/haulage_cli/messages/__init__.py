"""``haulage messages``: what an order's customer and driver write to each other."""

import click

from haulage_cli.messages.messages import read, send, templates, thread, unread
from haulage_cli.messages.preferences import preferences
from haulage_cli.options import examples


@click.group(
    epilog=examples(
        "haulage messages thread 10042 --as customer@haulage.example",
        'haulage messages send 10042 "I am at the door." --as customer@haulage.example',
        "haulage messages preferences show --as customer@haulage.example",
    )
)
def messages() -> None:
    """Read and write messages about an order, and say how one wants to be reached."""


for each in (thread, send, read, unread, templates, preferences):
    messages.add_command(each)
