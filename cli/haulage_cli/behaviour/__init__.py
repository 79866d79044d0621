"""``haulage behaviour``: how somebody drove."""

import click

from haulage_cli.behaviour.command import score


@click.group()
def behaviour() -> None:
    """Find and score driving events; needs no database."""


behaviour.add_command(score)
