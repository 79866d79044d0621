"""``haulage maps``: places, and the routes between them, without a database."""

import click

from haulage_cli.maps.area import area
from haulage_cli.maps.places import build, geocode, reverse, search
from haulage_cli.maps.route import route

__all__ = ["maps"]


@click.group()
def maps() -> None:
    """Find places and the routes between them; needs no database."""


for _command in (search, geocode, reverse, route, area, build):
    maps.add_command(_command)
