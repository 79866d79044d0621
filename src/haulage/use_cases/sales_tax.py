"""Rates of sales tax as an operator records, withdraws and looks them up (OP-16)."""

from collections.abc import Sequence
from datetime import date

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.kernel.actor import Actor
from haulage.kernel.errors import RuleBroken
from haulage.kernel.geo import Point
from haulage.kernel.local_time import platform_time
from haulage.kernel.policy import Action, authorize
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.sales_tax import TaxPlaces
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.pricing.confirmed_tax import ConfirmedTaxRow, TaxConfirmation
from haulage.pricing.sales_tax import Taxed, TaxPlace
from haulage.use_cases.confirmed_rows import RowWithdrawn, require_confirmed, withdraw_row
from haulage.use_cases.trip_taxes import table_of

MILLION = 1_000_000


@attrs.define
class AnotherRateConfirmed(RuleBroken):
    """Another tax rate is confirmed for this place, service and day."""

    code = "another_rate_confirmed"
    row_id: str
    place: str

    @property
    def message(self) -> str:
        return f"Another rate is confirmed for {self.place} from that day on: withdraw {self.row_id} first."


class TaxRowWithdrawn(RowWithdrawn):
    """It sets no price any more."""

    code = "tax_row_withdrawn"


@attrs.frozen
class Recorded:
    """What came of a list: the rows that are new, and how many were known with the same rate."""

    added: Sequence[ConfirmedTaxRow]
    known: int


@attrs.frozen
class RateFound:
    """The place that a position is in, and the row that decides there."""

    place: TaxPlace
    row: ConfirmedTaxRow


@attrs.frozen
class SalesTaxUseCases:
    storage: Storage
    clock: Clock
    identifiers: Identifiers
    places: TaxPlaces

    async def rows(self, actor: Actor, *, withdrawn: bool = False) -> Sequence[ConfirmedTaxRow]:
        authorize(actor, Action.MANAGE_TAXES)
        return await self.storage.read(lambda unit: unit.taxes.rows(withdrawn=withdrawn))

    async def record(self, actor: Actor, confirmations: Sequence[TaxConfirmation]) -> Recorded:
        """All of them or none; those that are known with the same rate are left as they are.

        Raises ``AnotherRateConfirmed``, and ``InvalidInput`` for a confirmation of a day to come or a
        place that there is not.
        """
        authorize(actor, Action.MANAGE_TAXES)
        require_confirmed((each.confirmed_on for each in confirmations), self.clock.now())
        for place in {each.row.place for each in confirmations}:
            await self.places.require_known(place)
        return await self.storage.write(lambda unit: self._record(unit, actor, confirmations))

    async def _record(
        self, unit: UnitOfWork, actor: Actor, confirmations: Sequence[TaxConfirmation]
    ) -> Recorded:
        known = {row.confirmation.subject: row for row in await unit.taxes.rows()}
        added = []
        for each in confirmations:
            same = known.get(each.subject)
            if same is None:
                row = ConfirmedTaxRow(self.identifiers.new("tax"), each, self.clock.now(), actor.name)
                await unit.taxes.add(row)
                await unit.audit.append(self._audit_event(AuditAction.TAX_CONFIRMED, actor, row))
                known[each.subject] = row
                added.append(row)
            elif same.confirmation.row.rate != each.row.rate:
                raise AnotherRateConfirmed(same.id, each.row.place.shown)
        return Recorded(added, len(confirmations) - len(added))

    async def withdraw(self, actor: Actor, row_id: str) -> ConfirmedTaxRow:
        """From now on it sets no price; what was sold with it keeps its tax."""
        authorize(actor, Action.MANAGE_TAXES)

        async def change(unit: UnitOfWork) -> ConfirmedTaxRow:
            now = self.clock.now()
            gone = await withdraw_row(unit.taxes, row_id, actor, now, what="Tax row", again=TaxRowWithdrawn)
            await unit.audit.append(self._audit_event(AuditAction.TAX_WITHDRAWN, actor, gone))
            return gone

        return await self.storage.write(change)

    async def rate_at(self, actor: Actor, taxed: Taxed, point: Point, on: date | None = None) -> RateFound:
        """What a trip that ends at *point* is taxed, and why. Raises ``NoTaxRow``."""
        authorize(actor, Action.MANAGE_TAXES)
        rows = await self.storage.read(lambda unit: unit.taxes.rows())
        place = await self.places.place(point)
        decides = table_of(rows).row(taxed, on or platform_time(self.clock.now()).date(), place)
        return RateFound(place, next(row for row in rows if row.confirmation.row == decides))

    def _audit_event(self, action: AuditAction, actor: Actor, row: ConfirmedTaxRow) -> AuditEvent:
        """Who confirmed it stands in the row itself: the trail names nobody."""
        what = row.confirmation.row
        return AuditEvent(
            action,
            actor,
            self.clock.now(),
            "tax_row",
            row.id,
            {
                "state": what.place.state,
                "zip_code": what.place.zip_code,
                "taxed": what.taxed,
                "rate_millionths": int(what.rate * MILLION),
                "since": what.since.isoformat(),
            },
        )
