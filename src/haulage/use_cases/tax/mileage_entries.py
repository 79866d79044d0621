"""What a driver writes into their mileage log: added, changed with a trace, removed, and listed by year."""

from collections.abc import Sequence
from decimal import Decimal

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.kernel.money import Cents
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.tax import (
    MAX_MILEAGE_ENTRIES_PER_YEAR,
    MileageDraft,
    MileageEntry,
    MileagePurpose,
    TaxRecord,
    TaxRecordChange,
    TooManyMileageEntries,
    business_miles_of,
    mileage_deduction,
)
from haulage.use_cases.tax.driven_year import checked_year
from haulage.use_cases.tax.expenses import authorize_own, today_of

WHAT = "Mileage entry"


@attrs.frozen
class MileageEntryYear:
    """A page of a calendar year's entries, with the sums of the year's entries alone."""

    year: int
    business_miles: Decimal
    personal_miles: Decimal
    deduction_cents: Cents
    page: Page[MileageEntry]


@attrs.frozen
class MileageEntries:
    """A driver's own. What they drove with orders stands in the log by itself and is not changed here."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers

    async def list(
        self, actor: Actor, driver_id: str, page: PageRequest, year: int | None = None
    ) -> MileageEntryYear:
        """The latest day first; without *year* the present one of the driver's own calendar. Raises
        ``NotFound`` and ``InvalidInput``."""
        authorize_own(actor, driver_id)
        now = self.clock.now()

        async def query(unit: UnitOfWork) -> MileageEntryYear:
            today = await today_of(unit, driver_id, now)
            chosen = today.year if year is None else checked_year(year)
            entries = await unit.driver_taxes.mileage_entries_of(driver_id, chosen)
            return MileageEntryYear(
                chosen,
                sum((each.draft.business_miles for each in entries), Decimal(0)),
                sum((each.draft.personal_miles for each in entries), Decimal(0)),
                mileage_deduction(business_miles_of(entries)),
                await unit.driver_taxes.list_mileage_entries(driver_id, chosen, page),
            )

        return await self.storage.read(query)

    async def in_file(self, actor: Actor, driver_id: str, year: int) -> Sequence[MileageEntry]:
        """All of a year's, the latest day first, as the log's file has them: where and what somebody drove
        for themselves is told to nobody else. Raises ``NotFound`` and ``InvalidInput``."""
        authorize(actor, Action.SEE_TAX_YEAR, Facts("Driver", driver_id=driver_id))
        checked_year(year)
        found = await self.storage.read(lambda unit: unit.driver_taxes.mileage_entries_of(driver_id, year))
        is_own = actor.driver_id == driver_id
        return [each for each in found[::-1] if is_own or each.draft.purpose is MileagePurpose.BUSINESS]

    async def add(self, actor: Actor, driver_id: str, draft: MileageDraft) -> MileageEntry:
        """Raises ``NotFound``, ``InvalidInput`` or ``TooManyMileageEntries``."""
        authorize_own(actor, driver_id)
        id, now = self.identifiers.new("mil"), self.clock.now()

        async def work(unit: UnitOfWork) -> MileageEntry:
            checked = draft.checked(await today_of(unit, driver_id, now))
            await _require_room(unit, driver_id, checked.day.year)
            entry = MileageEntry(id, driver_id, checked, now, now)
            await unit.driver_taxes.add_mileage_entry(entry)
            return entry

        return await self.storage.write(work)

    async def change(self, actor: Actor, driver_id: str, entry_id: str, draft: MileageDraft) -> MileageEntry:
        """How it was before stays. Raises ``NotFound``, ``InvalidInput``, ``TooManyMileageEntries`` or
        ``Conflict``."""
        authorize_own(actor, driver_id)
        change_id, now = self.identifiers.new("txc"), self.clock.now()

        async def work(unit: UnitOfWork) -> MileageEntry:
            checked = draft.checked(await today_of(unit, driver_id, now))
            before = await _own_entry(unit, driver_id, entry_id)
            if checked == before.draft:
                return before
            if checked.day.year != before.draft.day.year:
                await _require_room(unit, driver_id, checked.day.year)
            await unit.driver_taxes.add_change(
                TaxRecordChange(change_id, driver_id, TaxRecord.MILEAGE, entry_id, now, False, before.facts())
            )
            after = attrs.evolve(before, draft=checked, updated_at=now)
            return await unit.driver_taxes.save_mileage_entry(before, after)

        return await self.storage.write(work)

    async def remove(self, actor: Actor, driver_id: str, entry_id: str) -> None:
        """Its trace stays. Raises ``NotFound`` or ``Conflict``."""
        authorize_own(actor, driver_id)
        change_id, now = self.identifiers.new("txc"), self.clock.now()

        async def work(unit: UnitOfWork) -> None:
            entry = await _own_entry(unit, driver_id, entry_id)
            await unit.driver_taxes.remove_mileage_entry(entry)
            await unit.driver_taxes.add_change(
                TaxRecordChange(change_id, driver_id, TaxRecord.MILEAGE, entry_id, now, True, entry.facts())
            )

        await self.storage.write(work)

    async def changes(self, actor: Actor, driver_id: str, entry_id: str) -> Sequence[TaxRecordChange]:
        """How an entry was before each change, the latest first, also of one that was removed. Raises
        ``NotFound``."""
        authorize_own(actor, driver_id)

        async def query(unit: UnitOfWork) -> Sequence[TaxRecordChange]:
            found = await unit.driver_taxes.changes_of(driver_id, entry_id)
            if not found:
                await _own_entry(unit, driver_id, entry_id)
            return found

        return await self.storage.read(query)


async def _own_entry(unit: UnitOfWork, driver_id: str, entry_id: str) -> MileageEntry:
    entry = await unit.driver_taxes.mileage_entry(driver_id, entry_id)
    if entry is None:
        raise NotFound(WHAT)
    return entry


async def _require_room(unit: UnitOfWork, driver_id: str, year: int) -> None:
    if await unit.driver_taxes.count_mileage_entries(driver_id, year) >= MAX_MILEAGE_ENTRIES_PER_YEAR:
        raise TooManyMileageEntries
