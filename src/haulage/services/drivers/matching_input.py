"""Drivers and quotes as the matching library takes them."""

from datetime import datetime

from haulage.drivers.profile import NEW_DRIVER_CAPACITY, NEW_DRIVER_HOURS
from haulage.kernel.services import MATCH_URGENCY
from haulage.matching import FleetDriver, MatchRequest
from haulage.ports.storage.drivers import FleetEntry
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.pricing import driver_extra_fees_cents, helper_fee_cents
from haulage.pricing.quote import Quote


def fleet_driver(entry: FleetEntry) -> FleetDriver:
    """The profile as matching sees it; a driver with a job in hand is not available (OP-95).

    Capacity and hours count as confirmed once they differ from what sign-up filled in (OP-21).
    """
    driver, position = entry.driver, entry.position
    return FleetDriver(
        id=driver.id,
        vehicle=driver.vehicle,
        working_hours=driver.working_hours,
        rates=driver.rates,
        name=driver.name,
        email=driver.email,
        phone=driver.phone,
        rating=driver.rating,
        total_jobs=driver.total_jobs,
        is_online=driver.is_online,
        is_available=driver.is_available and not entry.busy,
        is_approved=driver.may_work,
        current_location=position.point if position else None,
        located_at=position.at if position else None,
        specialties=driver.specialties,
        works_with_helper=driver.works_with_helper,
        credentials=driver.credentials,
        capacity_confirmed=driver.vehicle.capacity != NEW_DRIVER_CAPACITY,
        hours_confirmed=driver.working_hours != NEW_DRIVER_HOURS,
    )


async def own_drivers(unit: UnitOfWork, customer_id: str) -> frozenset[str]:
    """The driver who the customer is in person, if any: nobody drives their own order."""
    driver = await unit.drivers.get_by_user(customer_id)
    return frozenset() if driver is None else frozenset({driver.id})


def match_request(quote: Quote, now: datetime, excluded: frozenset[str]) -> MatchRequest:
    """The quote as a job for matching, with the calculator's extras and ceiling (OP-10, OP-11)."""
    trip = quote.trip
    return MatchRequest(
        id=quote.id,
        customer_id=quote.customer_id,
        service_type=trip.service,
        pickup_location=quote.pickup.point,
        delivery_location=quote.dropoff.point,
        trip_miles=trip.miles,
        scheduled_time=quote.scheduled_time,
        now=now,
        items=quote.items,
        special_requirements=quote.special_requirements,
        needs_helper=quote.trip.load.helpers > 0,
        carrier_need=quote.carrier_need,
        max_price_cents=quote.ceiling_cents,
        extra_fees_cents=driver_extra_fees_cents(trip.load, trip.conditions)
        + helper_fee_cents(trip.load, trip.minutes),
        urgency=MATCH_URGENCY[trip.urgency],
        excluded_driver_ids=excluded,
    )
