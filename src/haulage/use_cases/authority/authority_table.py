"""Which trips may be sold, by the table of operating authorities that an operator maintains (OP-102)."""

from collections.abc import Sequence
from typing import Protocol

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.authority import (
    Authority,
    AuthorityConfirmation,
    AuthorityTable,
    ConfirmedAuthority,
    Lane,
    require_open,
)
from haulage.kernel.actor import Actor
from haulage.kernel.errors import RuleBroken
from haulage.kernel.geo import Point
from haulage.kernel.policy import Action, authorize
from haulage.kernel.services import ServiceType
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.sales_tax import TaxPlaces
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.confirmed_rows import RowWithdrawn, require_confirmed, withdraw_row


class TripAuthority(Protocol):
    """Says whether a trip may be sold."""

    async def require(self, service: ServiceType, pickup: Point, dropoff: Point) -> None:
        """Raises ``RouteClosed``, ``CarrierCredentialRequired`` or ``Unavailable``."""
        ...


@attrs.frozen
class EverythingOpen:
    """Where no real money is taken nobody carries anything for hire (OP-102)."""

    async def require(self, service: ServiceType, pickup: Point, dropoff: Point) -> None:
        """Never raises."""


@attrs.frozen
class LaneFound:
    """Where a trip goes, None where a state is not certain, and what it needs."""

    lane: Lane | None
    authority: Authority


@attrs.frozen
class ConfirmedTripAuthority:
    """The table with what an operator has confirmed, read for each trip: a change counts at once."""

    storage: Storage
    places: TaxPlaces

    async def require(self, service: ServiceType, pickup: Point, dropoff: Point) -> None:
        require_open((await self.find(service, pickup, dropoff)).authority)

    async def find(self, service: ServiceType, pickup: Point, dropoff: Point) -> LaneFound:
        table = table_of(await self.storage.read(lambda unit: unit.authority.rows()))
        origin = (await self.places.place(pickup)).state
        destination = (await self.places.place(dropoff)).state
        lane = Lane(origin, destination, service) if origin and destination else None
        return LaneFound(lane, table.of(lane))


def table_of(rows: Sequence[ConfirmedAuthority]) -> AuthorityTable:
    return AuthorityTable({row.confirmation.lane: row.confirmation.authority for row in rows})


@attrs.define
class LaneConfirmed(RuleBroken):
    """The authority table has a confirmed answer for this lane already."""

    code = "another_authority_confirmed"
    row_id: str

    @property
    def message(self) -> str:
        return f"Something else is confirmed for this lane: withdraw {self.row_id} first."


class AuthorityWithdrawn(RowWithdrawn):
    """What the platform ships with holds for its lane."""

    code = "authority_row_withdrawn"


@attrs.frozen
class AuthorityUseCases:
    """The table as an operator keeps it: rows are recorded and withdrawn, both audited."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    trips: ConfirmedTripAuthority

    async def rows(self, actor: Actor, *, withdrawn: bool = False) -> Sequence[ConfirmedAuthority]:
        authorize(actor, Action.MANAGE_AUTHORITY)
        return await self.storage.read(lambda unit: unit.authority.rows(withdrawn=withdrawn))

    async def record(self, actor: Actor, said: AuthorityConfirmation) -> ConfirmedAuthority:
        """Said again, the row that is there. Raises ``LaneConfirmed`` and ``InvalidInput``."""
        authorize(actor, Action.MANAGE_AUTHORITY)
        now = self.clock.now()
        require_confirmed([said.confirmed_on], now)

        async def add(unit: UnitOfWork) -> ConfirmedAuthority:
            for known in await unit.authority.rows():
                if known.confirmation.lane != said.lane:
                    continue
                if known.confirmation.authority is not said.authority:
                    raise LaneConfirmed(known.id)
                return known
            row = ConfirmedAuthority(self.identifiers.new("aut"), said, now, actor.name)
            await unit.authority.add(row)
            await unit.audit.append(self._audit_event(AuditAction.AUTHORITY_CONFIRMED, actor, row))
            return row

        return await self.storage.write(add)

    async def withdraw(self, actor: Actor, row_id: str) -> ConfirmedAuthority:
        """From now on what the platform ships with holds again; booked orders stay."""
        authorize(actor, Action.MANAGE_AUTHORITY)

        async def change(unit: UnitOfWork) -> ConfirmedAuthority:
            now, store = self.clock.now(), unit.authority
            gone = await withdraw_row(
                store, row_id, actor, now, what="Authority row", again=AuthorityWithdrawn
            )
            await unit.audit.append(self._audit_event(AuditAction.AUTHORITY_WITHDRAWN, actor, gone))
            return gone

        return await self.storage.write(change)

    async def at(self, actor: Actor, service: ServiceType, pickup: Point, dropoff: Point) -> LaneFound:
        """What a trip between these positions needs where real money is taken."""
        authorize(actor, Action.MANAGE_AUTHORITY)
        return await self.trips.find(service, pickup, dropoff)

    def _audit_event(self, action: AuditAction, actor: Actor, row: ConfirmedAuthority) -> AuditEvent:
        """Who confirmed it stands in the row itself: the trail names nobody."""
        said = row.confirmation
        facts = {
            "origin": said.lane.origin,
            "destination": said.lane.destination,
            "service": said.lane.service,
            "authority": said.authority,
        }
        return AuditEvent(action, actor, self.clock.now(), "authority_row", row.id, facts)
