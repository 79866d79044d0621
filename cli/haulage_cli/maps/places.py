"""``haulage maps search``, ``geocode``, ``reverse`` and ``build``: places by text and by position."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from haulage.kernel.errors import NotFound
from haulage.kernel.geo import Point
from haulage.kernel.policy import Action
from haulage.ports.maps.places import Location
from haulage.ports.maps.routes import MAX_SUGGESTIONS
from haulage_cli.name_lookups import run
from haulage_cli.options import POSITION, examples, with_json
from haulage_cli.output import write_facts, write_json, write_note, write_table
from haulage_cli.permissions import does

Function = TypeVar("Function", bound=Callable[..., Any])

SEARCH_EXAMPLES = examples(
    'haulage maps search "350 5th a"',
    'haulage maps search "main stret" --near 40.7440,-74.0324 --limit 10 --json',
)
GEOCODE_EXAMPLES = examples(
    'haulage maps geocode "350 Fifth Avenue, New York, NY 10118"',
    'haulage maps geocode "31-20 37th Ave, Queens" --limit 1 --json',
)
BUILD_EXAMPLES = examples("haulage maps build", "haulage maps build --data haulage-data")
REVERSE_EXAMPLES = examples("haulage maps reverse 40.7484,-73.9857 --json")


AS_TYPED = {"ignore_unknown_options": True}
"""A text or a position that begins with a minus sign is no option."""


def _with_search(function: Function) -> Function:
    """``--near`` and ``--limit``."""
    limit = click.option(
        "--limit", type=click.IntRange(1, MAX_SUGGESTIONS), default=5, show_default=True, help="Rows at most."
    )
    near = click.option(
        "--near", type=POSITION, help="Places near here come first [default New York's City Hall]."
    )
    return limit(near(function))


@click.command(epilog=SEARCH_EXAMPLES, context_settings=AS_TYPED)
@click.argument("text")
@_with_search
@with_json
@does(Action.FIND_PLACES)
def search(text: str, near: Point | None, limit: int, as_json: bool) -> None:
    """Suggest places for TEXT that somebody has begun to type, best first.

    Nothing found is an empty list. The first use builds an index of the places around New York, which takes
    a few seconds; a text that needs the whole country's waits for it. ``haulage maps build`` builds it ahead.
    """
    from haulage_adapters.assembly.maps import places_at_hand

    found = run(places_at_hand(write_note).suggest(text, near=near, limit=limit))
    if as_json:
        from haulage_adapters.wire.maps import SuggestionOut

        write_json([SuggestionOut.of(each) for each in found])
    elif found:
        write_table(
            ("place", "where", "what", "place id"),
            [(each.main_text, each.secondary_text, _kind(each.types), each.place_id) for each in found],
        )
    else:
        click.echo("Nothing found.", err=True)


@click.command(epilog=GEOCODE_EXAMPLES, context_settings=AS_TYPED)
@click.argument("address")
@_with_search
@with_json
@does(Action.FIND_PLACES)
def geocode(address: str, near: Point | None, limit: int, as_json: bool) -> None:
    """Find the positions that an ADDRESS may mean, best first.

    A number between known ones is placed between them and marked approximate.
    """
    from haulage_adapters.assembly.maps import places_at_hand, service_area_at_hand

    known = run(places_at_hand(write_note).geocode(address, near=near, limit=limit))
    found = [each.judged_by(service_area_at_hand()) for each in known]
    if as_json:
        from haulage_adapters.wire.maps import LocationOut

        write_json([LocationOut.of(each) for each in found])
    elif found:
        write_table(("address", "lat", "lng", "what", "place id"), _rows(found))
    else:
        click.echo("Nothing found.", err=True)


@click.command(epilog=REVERSE_EXAMPLES, context_settings=AS_TYPED)
@click.argument("position", type=POSITION, metavar="LAT,LNG")
@with_json
@does(Action.FIND_PLACES)
def reverse(position: Point, as_json: bool) -> None:
    """Name the address at a position, or else the street, neighbourhood or ZIP code around it."""
    from haulage_adapters.assembly.maps import places_at_hand, service_area_at_hand

    known = run(places_at_hand(write_note).reverse(position))
    if known is None:
        raise NotFound("Address")
    found = known.judged_by(service_area_at_hand())
    if as_json:
        from haulage_adapters.wire.maps import LocationOut

        write_json([LocationOut.of(found)])
    else:
        write_facts(
            [
                ("Address", found.formatted_address),
                ("Position", f"{found.place.point.lat},{found.place.point.lng}{_about(found)}"),
                ("Neighborhood", found.components.neighborhood),
                ("Place id", found.place_id),
            ]
        )


@click.command(epilog=BUILD_EXAMPLES)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="The data folder of a server [default this user's cache, which every server reads too].",
)
@with_json
@does(Action.OPERATE_SERVER)
def build(data: Path | None, as_json: bool) -> None:
    """Build the index of the whole country's places ahead, as when an image is made.

    Prints the file that holds it. A file that is there and sound stays as it is.
    """
    from haulage_adapters.assembly.maps import build_places

    file = str(run(build_places(data, write_note)))
    if as_json:
        write_json({"file": file})
    else:
        click.echo(file)


def _rows(found: Sequence[Location]) -> list[tuple[Any, ...]]:
    return [
        (
            each.formatted_address,
            each.place.point.lat,
            each.place.point.lng,
            f"{_kind(each.types)}{_about(each)}",
            each.place_id,
        )
        for each in found
    ]


def _kind(types: Sequence[str]) -> str:
    return types[0].replace("_", " ") if types else ""


def _about(found: Location) -> str:
    return " (approximate)" if found.approximate else ""
