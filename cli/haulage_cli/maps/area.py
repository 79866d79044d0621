"""``haulage maps area``: where trips may begin and end, without a database."""

import click

from haulage.kernel.geo import Point
from haulage.kernel.policy import Action
from haulage_cli.options import POSITION, examples, with_json
from haulage_cli.output import write_facts, write_json
from haulage_cli.permissions import does

AREA_EXAMPLES = examples(
    "haulage maps area",
    "haulage maps area 40.7440,-74.0324 --json",
    "HAULAGE_SERVICE_AREA=boston.geojson haulage maps area",
)


@click.command(epilog=AREA_EXAMPLES, context_settings={"ignore_unknown_options": True})
@click.argument("position", type=POSITION, metavar="[LAT,LNG]", required=False)
@with_json
@does(Action.FIND_PLACES)
def area(position: Point | None, as_json: bool) -> None:
    """Show the service area, or in which of its zones a position lies.

    The area is a GeoJSON file that HAULAGE_SERVICE_AREA names.
    """
    from haulage_adapters.assembly.maps import service_area_at_hand
    from haulage_adapters.wire.maps import ServiceAreaOut

    served = service_area_at_hand()
    if position is not None:
        zone, outside = served.zone_at(position), served.outside(position)
        if as_json:
            write_json({"zone": zone, "outside": outside})
        else:
            click.echo(zone or outside)
        return
    if as_json:
        write_json(ServiceAreaOut.of(served))
        return
    write_facts(
        [
            ("Name", served.name),
            ("Zones", ", ".join(zone.name for zone in served.zones)),
            *(
                (service.capitalize(), f"up to {of.max_pounds:,} lb and {of.max_miles:,} miles")
                for service, of in served.bounds.items()
            ),
        ]
    )
