"""``haulage maps``: places, and the ways between them, without a database."""

import click

from haulage_cli.maps.places import build, geocode, reverse, search
from haulage_cli.maps.route import route

__all__ = ["maps"]


@click.group()
def maps() -> None:
    """Find places and the ways between them; needs no database."""


for _command in (search, geocode, reverse, route, build):
    maps.add_command(_command)
