"""Whether a trip may be sold, and what it asks of its driver (OP-102)."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Protocol

import attrs

from haulage.authority import (
    Authority,
    AuthorityTable,
    CarrierCredentialRequired,
    ConfirmedAuthority,
    Lane,
    LaneRule,
    RouteClosed,
    StateUnknown,
    need_of,
)
from haulage.kernel.carrier import CarrierNeed
from haulage.kernel.geo import Point
from haulage.kernel.local_time import platform_time
from haulage.kernel.services import ServiceType
from haulage.ports.storage.sales_tax import TaxPlaces
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork


class TripAuthority(Protocol):
    """Says whether a trip may be sold."""

    async def require(
        self, service: ServiceType, pickup: Point, dropoff: Point, at: datetime
    ) -> CarrierNeed | None:
        """What the trip asks of its driver; None where every approved driver may do it.

        Raises ``RouteClosed``, ``CarrierCredentialRequired``, ``StateUnknown`` or ``Unavailable``.
        """
        ...


@attrs.frozen
class EverythingOpen:
    """Where no real money is taken nobody carries anything for hire (OP-102)."""

    async def require(
        self,
        service: ServiceType,  # noqa: ARG002 - the port's
        pickup: Point,  # noqa: ARG002
        dropoff: Point,  # noqa: ARG002
        at: datetime,  # noqa: ARG002
    ) -> CarrierNeed | None:
        """Never raises."""
        return None


@attrs.frozen
class LaneFound:
    """Where a trip goes, None where a state is not certain, and what holds for it on its day."""

    lane: Lane | None
    rule: LaneRule


@attrs.frozen
class ConfirmedTripAuthority:
    """The table with what an operator has confirmed, read for each trip: a change counts at once."""

    storage: Storage
    places: TaxPlaces

    async def require(
        self, service: ServiceType, pickup: Point, dropoff: Point, at: datetime
    ) -> CarrierNeed | None:
        day = platform_time(at).date()
        found = await self.find(service, pickup, dropoff, day)
        lane = found.lane
        if lane is None:
            raise StateUnknown
        if found.rule.authority is Authority.CLOSED:
            raise RouteClosed(lane)
        need = need_of(lane, found.rule)
        if need is not None and not await self._is_any_carrier(need, day):
            raise CarrierCredentialRequired(lane)
        return need

    async def find(self, service: ServiceType, pickup: Point, dropoff: Point, day: date) -> LaneFound:
        table = table_of(await self.storage.read(lambda unit: unit.authority.rows()))
        origin = (await self.places.place(pickup)).state
        destination = (await self.places.place(dropoff)).state
        lane = Lane(origin, destination, service) if origin and destination else None
        return LaneFound(lane, table.of(lane, day))

    async def _is_any_carrier(self, need: CarrierNeed, day: date) -> bool:
        async def query(unit: UnitOfWork) -> bool:
            return await unit.credentials.is_any_carrier(need, day)

        return await self.storage.read(query)


def table_of(rows: Sequence[ConfirmedAuthority]) -> AuthorityTable:
    rules: dict[Lane, list[LaneRule]] = {}
    for row in rows:
        rules.setdefault(row.confirmation.lane, []).append(row.confirmation.rule)
    return AuthorityTable(rules)
