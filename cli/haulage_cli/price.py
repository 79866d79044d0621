"""``haulage price``: the calculator, without a database."""

import os
from collections.abc import Mapping
from decimal import Decimal

import attrs
import click

from haulage.kernel.geo import Point
from haulage.kernel.measures import weight_pounds
from haulage.kernel.money import dollars
from haulage.kernel.policy import Action
from haulage.kernel.services import MAX_HELPERS, FareUrgency, ServiceType
from haulage.pricing import (
    DEMONSTRATION_TAX,
    Conditions,
    Fare,
    Load,
    TimeOfDay,
    Trip,
    Weather,
    quick_estimate,
    quote_fare,
)
from haulage.pricing.trip import UNWEIGHED_POUNDS
from haulage.service_area import STANDARD_BOUNDS, Bounds
from haulage_cli.options import POSITION, ExactNumber, OneOf, examples, with_json
from haulage_cli.output import write_facts, write_json
from haulage_cli.permissions import does

QUOTE_EXAMPLES = examples(
    "haulage price quote --service delivery --miles 7.53 --minutes 21",
    "haulage price quote --service moving --miles 12 --minutes 40 --weight 180 --assembly --peak --json",
)


@click.group()
def price() -> None:
    """Calculate prices; needs no database."""


@price.command(epilog=QUOTE_EXAMPLES)
@click.option("--service", type=OneOf(ServiceType), required=True, help="What is done.")
@click.option("--miles", type=ExactNumber("miles"), required=True, help="Length of the trip by road.")
@click.option("--minutes", type=ExactNumber("minutes"), required=True, help="Duration of the trip.")
@click.option("--weight", type=ExactNumber("weight"), help="Weight of the load in pounds [default 25].")
@click.option(
    "--urgency",
    type=OneOf(FareUrgency),
    default=FareUrgency.STANDARD.value,
    show_default=True,
    help="How fast it has to be.",
)
@click.option("--fragile", is_flag=True, help="Something in the load breaks easily.")
@click.option("--assembly", is_flag=True, help="Something has to be put together.")
@click.option(
    "--helpers", type=click.IntRange(0, MAX_HELPERS), default=0, help="Extra helpers beside the driver."
)
@click.option("--peak", is_flag=True, help="Pickup from 7 to 9 AM or from 5 to 7 PM.")
@click.option("--poor-weather", is_flag=True, help="Rain or snow on the way.")
@with_json
@does(Action.CALCULATE_FARE)
def quote(
    service: ServiceType,
    miles: Decimal,
    minutes: Decimal,
    weight: Decimal | None,
    urgency: FareUrgency,
    fragile: bool,
    assembly: bool,
    helpers: int,
    peak: bool,
    poor_weather: bool,
    as_json: bool,
) -> None:
    """The price of a trip by its lines, in US dollars; with --json in cents.

    Sales tax is that of the demonstration, 8.25%.
    """
    pounds = UNWEIGHED_POUNDS if weight is None else weight_pounds(weight, field="weight")
    conditions = Conditions(
        TimeOfDay.PEAK if peak else TimeOfDay.OFF_PEAK, Weather.POOR if poor_weather else Weather.NORMAL
    )
    trip = Trip(
        service=service,
        miles=miles,
        minutes=minutes,
        urgency=urgency,
        load=Load(pounds, fragile=fragile, assembly=assembly, helpers=helpers),
        conditions=conditions,
    )
    bounds = _bounds()[service]
    bounds.require_weight(trip.load.weight_pounds, service, field="weight")
    bounds.require_distance(trip.miles, service, field="miles")
    fare = quote_fare(trip, tax=DEMONSTRATION_TAX)
    if as_json:
        # The helper is within the extra fees; the fields that programs rely on stay the same.
        write_json(attrs.asdict(fare, filter=lambda field, _: field.name != "helper_fee_cents"))
    else:
        write_facts(receipt(fare))


def _bounds() -> Mapping[ServiceType, Bounds]:
    """The standard bounds load nothing; those of an operator's own file are read."""
    if not os.environ.get("HAULAGE_SERVICE_AREA"):
        return STANDARD_BOUNDS
    from haulage_adapters.assembly.maps import service_area_at_hand

    return service_area_at_hand().bounds


ESTIMATE_EXAMPLES = examples(
    "haulage price estimate --service moving --from 40.7461,-73.9967 --to 40.7440,-74.0324",
    "haulage price estimate --service delivery --from 40.7580,-73.9855 --to 40.7033,-73.9881 --json",
)


@price.command(epilog=ESTIMATE_EXAMPLES)
@click.option("--service", type=OneOf(ServiceType), required=True, help="What is done.")
@click.option("--from", "start", type=POSITION, required=True, help="The pickup.")
@click.option("--to", "end", type=POSITION, required=True, help="The dropoff.")
@with_json
@does(Action.CALCULATE_FARE)
def estimate(service: ServiceType, start: Point, end: Point, as_json: bool) -> None:
    """A first idea of a price before the route is known: base fare and straight-line miles, never charged."""
    from haulage_adapters.assembly.maps import service_area_at_hand

    served = service_area_at_hand()
    served.require_trip(start, end)
    found = quick_estimate(service, start, end)
    served.bounds[service].require_distance(found.miles, service, field="to")
    if as_json:
        write_json(attrs.asdict(found))
        return
    write_facts(
        [
            ("Straight line", f"{found.miles:.1f} mi"),
            ("Time at 25 mph", f"{found.minutes} min"),
            ("About", dollars(found.price_cents)),
        ]
    )


def receipt(fare: Fare) -> list[tuple[str, str]]:
    """The lines of a price, in dollars."""
    return [
        ("Base fare", dollars(fare.base_fare_cents)),
        ("Distance", dollars(fare.distance_fee_cents)),
        ("Time", dollars(fare.time_fee_cents)),
        ("Urgency", dollars(fare.urgency_fee_cents)),
        ("Extras", dollars(fare.extra_fees_cents - fare.helper_fee_cents)),
        *([("Extra helper", dollars(fare.helper_fee_cents))] if fare.helper_fee_cents else []),
        ("Subtotal", dollars(fare.subtotal_cents)),
        ("Taxes", dollars(fare.taxes_cents)),
        ("Total", dollars(fare.total_cents)),
        ("Driver's share before taxes", dollars(fare.driver_share_cents)),
        ("Platform's share before taxes", dollars(fare.platform_share_cents)),
        ("Tariff", fare.tariff),
    ]
