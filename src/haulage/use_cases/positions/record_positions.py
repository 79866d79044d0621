"""Feed new positions to the recording of driving behavior."""

from collections.abc import Sequence

import attrs

from haulage.behaviour import make_fix
from haulage.drivers import DriverPosition
from haulage.kernel.actor import Actor
from haulage.use_cases.behaviour.record_driving import RecordDriving


@attrs.frozen
class RecordPositions:
    """Hands positions of known speed to the record of driving, which knows those again that it has."""

    record: RecordDriving

    async def __call__(self, actor: Actor, positions: Sequence[DriverPosition]) -> None:
        fixes = [
            make_fix(
                position.at,
                position.point,
                position.speed_mph,
                heading_deg=position.heading,
                accuracy_meters=position.accuracy_meters,
            )
            for position in positions
            if position.speed_mph is not None
        ]
        if fixes:
            await self.record(actor, fixes)
