"""Positions of drivers, and what is read from their drives."""

from haulage.use_cases.behaviour import BehaviourUseCases
from haulage.use_cases.deliveries import WatchGeofences
from haulage.use_cases.positions import (
    FindNearbyDrivers,
    FollowDriver,
    RecordPositions,
    ReportPositions,
    SeeDriverPositions,
)
from haulage.use_cases.positions.facade import PositionUseCases
from haulage_adapters.assembly.parts import Parts
from haulage_adapters.settings import RoutesEngine


def assemble_behaviour(parts: Parts) -> BehaviourUseCases:
    follows_streets = parts.settings.routes_engine != RoutesEngine.EMBEDDED
    return BehaviourUseCases.over(
        parts.storage, parts.clock, parts.limits, parts.routes if follows_streets else None
    )


def assemble_positions(parts: Parts, behaviour: BehaviourUseCases) -> PositionUseCases:
    storage, clock = parts.storage, parts.clock
    return PositionUseCases(
        report=ReportPositions(
            storage,
            clock,
            on_new=[WatchGeofences(clock, parts.settings.geofence)],
            on_stored=[RecordPositions(behaviour.record)],
        ),
        history=SeeDriverPositions(storage, clock),
        follow=FollowDriver(storage, parts.notifier),
        find_nearby=FindNearbyDrivers(storage),
    )
