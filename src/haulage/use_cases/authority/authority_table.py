"""The table of operating authorities as an operator maintains it (OP-102)."""

from collections.abc import Sequence
from datetime import date

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.authority import AuthorityConfirmation, ConfirmedAuthority
from haulage.kernel.actor import Actor
from haulage.kernel.errors import RuleBroken
from haulage.kernel.geo import Point
from haulage.kernel.local_time import platform_time
from haulage.kernel.policy import Action, authorize
from haulage.kernel.services import ServiceType
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.authority.trip_authority import ConfirmedTripAuthority, LaneFound
from haulage.use_cases.confirmed_rows import RowWithdrawn, require_confirmed, withdraw_row


@attrs.define
class LaneConfirmed(RuleBroken):
    """The authority table has another confirmed answer for this lane from this day on."""

    code = "another_authority_confirmed"
    row_id: str

    @property
    def message(self) -> str:
        return f"Something else is confirmed for this lane from this day on: withdraw {self.row_id} first."


class AuthorityWithdrawn(RowWithdrawn):
    """What held before, or what the platform ships with, holds for its lane."""

    code = "authority_row_withdrawn"


@attrs.frozen
class RecordedAuthority:
    """The rows as they are kept, in the order given, and how many of them are new."""

    rows: Sequence[ConfirmedAuthority]
    added: int


@attrs.frozen
class TableInForce:
    """The rows that count now or later; without ``is_in_force`` none of them does."""

    is_in_force: bool
    rows: Sequence[ConfirmedAuthority]


@attrs.frozen
class AuthorityRows:
    """Rows are recorded and withdrawn, both audited."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    trips: ConfirmedTripAuthority
    is_in_force: bool
    """Whether real money is taken: everything is open where it is not."""

    async def rows(self, actor: Actor, *, withdrawn: bool = False) -> Sequence[ConfirmedAuthority]:
        authorize(actor, Action.SEE_AUTHORITY)
        return await self.storage.read(lambda unit: unit.authority.rows(withdrawn=withdrawn))

    async def see(self, actor: Actor) -> TableInForce:
        return TableInForce(self.is_in_force, await self.rows(actor))

    async def record(self, actor: Actor, rows: Sequence[AuthorityConfirmation]) -> RecordedAuthority:
        """All of them or none; one that is recorded already is left as it is. Raises ``LaneConfirmed`` and
        ``InvalidInput``."""
        authorize(actor, Action.MANAGE_AUTHORITY)
        require_confirmed([said.confirmed_on for said in rows], self.clock.now())

        async def add(unit: UnitOfWork) -> RecordedAuthority:
            known = {row.confirmation.subject: row for row in await unit.authority.rows()}
            before = len(known)
            for said in rows:
                there = known.get(said.subject)
                if there is None:
                    known[said.subject] = await self._add(unit, actor, said)
                elif there.confirmation.rule != said.rule:
                    raise LaneConfirmed(there.id)
            return RecordedAuthority([known[said.subject] for said in rows], len(known) - before)

        return await self.storage.write(add)

    async def _add(self, unit: UnitOfWork, actor: Actor, said: AuthorityConfirmation) -> ConfirmedAuthority:
        row = ConfirmedAuthority(self.identifiers.new("aut"), said, self.clock.now(), actor.name)
        await unit.authority.add(row)
        await unit.audit.append(self._audit_event(AuditAction.AUTHORITY_CONFIRMED, actor, row))
        return row

    async def withdraw(self, actor: Actor, row_id: str) -> ConfirmedAuthority:
        """From now on what held before holds again; booked orders stay."""
        authorize(actor, Action.MANAGE_AUTHORITY)

        async def change(unit: UnitOfWork) -> ConfirmedAuthority:
            now, store = self.clock.now(), unit.authority
            gone = await withdraw_row(
                store, row_id, actor, now, what="Authority row", again=AuthorityWithdrawn
            )
            await unit.audit.append(self._audit_event(AuditAction.AUTHORITY_WITHDRAWN, actor, gone))
            return gone

        return await self.storage.write(change)

    async def at(
        self, actor: Actor, service: ServiceType, pickup: Point, dropoff: Point, day: date | None = None
    ) -> LaneFound:
        """What a trip between these positions needs on a day, today if None, where real money is taken."""
        authorize(actor, Action.SEE_AUTHORITY)
        day = day or platform_time(self.clock.now()).date()
        return await self.trips.find(service, pickup, dropoff, day)

    def _audit_event(self, action: AuditAction, actor: Actor, row: ConfirmedAuthority) -> AuditEvent:
        """Who confirmed it stands in the row itself: the trail names nobody."""
        said = row.confirmation
        facts = {
            "origin": said.lane.origin,
            "destination": said.lane.destination,
            "service": said.lane.service,
            "authority": said.authority,
            "since": said.since.isoformat(),
        }
        return AuditEvent(action, actor, self.clock.now(), "authority_row", row.id, facts)
