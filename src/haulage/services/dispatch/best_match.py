"""The driver who gets the next offer, by the matching library."""

from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction

import attrs

from haulage.matching import GridFleet, MatchRequest, MatchResult
from haulage.matching.policy import STANDARD_MATCH_POLICY, MatchPolicy
from haulage.matching.search import best_matches
from haulage.orders import Order
from haulage.ports.storage.drivers import FleetEntry, NearbyDriver
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.dispatch.eligibility import engaged_beside
from haulage.services.drivers.matching_input import fleet_driver, match_request, own_drivers

MOST_AROUND = 2_000
"""Ours: the nearest of more drivers than these are compared, in each ring around the pickup."""


async def best_free_driver(
    unit: UnitOfWork, order: Order, asked_drivers: frozenset[str], miles: int, now: datetime
) -> str | None:
    """The best of all but *asked_drivers*, or None: for now of those who are on the road with free hands,
    for an appointment of all who work at its hour and have no other job then (OP-19).

    Read from the database inside the unit, ring by ring, so that the answer does not depend on what any
    process has in its memory; a ring further out is not read once nobody in it could be better. The
    customer's favorites come first, if they fit like everybody else.
    """
    quote = await unit.quotes.get(order.quote_id)
    if quote is None:
        return None
    busy = await engaged_beside(unit, order, order.scheduled_time or now)
    excluded = (
        asked_drivers
        | busy
        | await unit.job_offers.drivers_with_open_offers()
        | await own_drivers(unit, order.customer_id)
    )
    at_its_time = attrs.evolve(quote, scheduled_time=order.scheduled_time)
    request = attrs.evolve(match_request(at_its_time, now, excluded), max_distance_miles=miles)
    favorite = await _favorite(unit, order, request)
    if favorite is not None:
        return favorite.driver.id
    policy = STANDARD_MATCH_POLICY
    for ring in _rings(policy, miles):
        around = await _pool(unit, order, ring)
        best = _best(GridFleet(), request, around)
        if best is not None and best.score >= _best_beyond(policy, ring):
            break
    return best.driver.id if best else None


async def _favorite(unit: UnitOfWork, order: Order, request: MatchRequest) -> MatchResult | None:
    """The best of the customer's favorites among those who can come at all."""
    listed = await unit.favorites.of(order.customer_id)
    entries = await unit.drivers.entries([each.driver_id for each in listed])
    found = best_matches(request, map(fleet_driver, entries), 1)
    return found[0] if found else None


async def _pool(unit: UnitOfWork, order: Order, miles: int) -> Sequence[NearbyDriver]:
    """Whoever has an appointment in hand or is offline now may well come to another at its time."""
    find = unit.drivers.available_near if order.is_for_now else unit.drivers.approved_near
    return await find(order.pickup.point, miles, MOST_AROUND)


def _best(fleet: GridFleet, request: MatchRequest, around: Sequence[NearbyDriver]) -> MatchResult | None:
    for near in around:
        fleet.upsert(fleet_driver(FleetEntry(near.driver, near.position, False, near.position.at)))
    found = fleet.top(request, 1)
    return found[0] if found else None


def _rings(policy: MatchPolicy, miles: int) -> list[int]:
    return [*(tier.within_miles for tier in policy.tiers if tier.within_miles < miles), miles]


def _best_beyond(policy: MatchPolicy, ring: int) -> Fraction:
    points = [tier.points for tier in policy.tiers if tier.within_miles > ring]
    return policy.best_beyond(points[0] if points else policy.points_beyond_tiers)
