"""Record what was paid to the tax office of what was withheld of drivers."""

from collections.abc import Sequence
from datetime import date, datetime, time

import attrs

from haulage.audit import AuditAction, AuditEvent, Fact
from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput
from haulage.kernel.local_time import PLATFORM_ZONE, bounds_of_year, platform_time
from haulage.kernel.money import MAX_CENTS, Cents
from haulage.kernel.policy import Action, authorize
from haulage.kernel.reference import checked_reference
from haulage.ledger import Transaction, TransactionKind, entries_of
from haulage.ledger.account import BANK, WITHHOLDING_PAYABLE
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.tax import (
    LOOKBACK_YEARS,
    MoreThanPayable,
    OtherRemittance,
    Remittance,
    WithheldMonth,
    month_after,
    withheld_months,
)
from haulage.use_cases.tax.driven_year import checked_year

MONTHS = range(1, 13)


@attrs.frozen
class WithholdingYear:
    """What was withheld in each month of a year on the platform's clock, and what was paid of it, the latest
    first. ``payable_cents`` is what the books owe the tax office, of every year."""

    year: int
    payable_cents: Cents
    months: Sequence[WithheldMonth]
    remittances: Sequence[Remittance]


@attrs.frozen
class RemitWithholding:
    """For administrators and operators. It sends no money: the operator has, from the platform's bank
    account."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers

    async def year(self, actor: Actor, year: int) -> WithholdingYear:
        """Raises ``InvalidInput``."""
        authorize(actor, Action.SEE_TAX_REPORT)
        checked_year(year)

        async def query(unit: UnitOfWork) -> WithholdingYear:
            payable, remittances = await _payable(unit), await unit.remittances.of_year(year)
            return WithholdingYear(year, payable, await _months(unit, year, remittances), remittances)

        return await self.storage.read(query)

    async def __call__(
        self, actor: Actor, *, period: date, amount_cents: Cents, reference: str, paid_on: date
    ) -> Remittance:
        """Of the month that begins with *period*. *reference* is an id without spaces of where the payment is
        found; the same one again, with all else the same, is the payment that is recorded.

        Raises ``InvalidInput``, ``MoreThanPayable`` or ``OtherRemittance``.
        """
        authorize(actor, Action.REMIT_WITHHOLDING)
        now = self.clock.now()
        wanted = Remittance(self.identifiers.new("rem"), reference, period, amount_cents, paid_on, now)
        _check(wanted)
        return await self.storage.write(lambda unit: self._remit(unit, actor, wanted))

    async def _remit(self, unit: UnitOfWork, actor: Actor, wanted: Remittance) -> Remittance:
        await unit.remittances.lock()
        before = await unit.remittances.by_reference(wanted.reference)
        if before is not None:
            if attrs.evolve(before, id=wanted.id, recorded_at=wanted.recorded_at) != wanted:
                raise OtherRemittance
            return before
        year = wanted.period.year
        months = await _months(unit, year, await unit.remittances.of_year(year))
        payable = await _payable(unit)
        most = max(min(months[wanted.period.month - 1].due_cents, payable), 0)
        if wanted.amount_cents > most:
            raise MoreThanPayable(most)
        await unit.ledger.add(
            Transaction(
                self.identifiers.new("ltx"),
                TransactionKind.REMITTANCE,
                f"remittance:{wanted.reference}",
                wanted.recorded_at,
                entries_of({WITHHOLDING_PAYABLE: wanted.amount_cents, BANK: -wanted.amount_cents}),
            )
        )
        await unit.remittances.add(wanted)
        facts: dict[str, Fact] = {
            "amount_cents": wanted.amount_cents,
            "period": f"{wanted.period:%Y-%m}",
            "paid_on": wanted.paid_on.isoformat(),
            "reference": wanted.reference,
            "left_cents": payable - wanted.amount_cents,
        }
        action, when = AuditAction.WITHHOLDING_REMITTED, wanted.recorded_at
        await unit.audit.append(AuditEvent(action, actor, when, "remittance", wanted.id, facts))
        return wanted


def _check(wanted: Remittance) -> None:
    checked_reference(wanted.reference)
    if not 0 < wanted.amount_cents <= MAX_CENTS:
        raise InvalidInput("amount_cents", f"must be from 1 to {MAX_CENTS}")
    checked_year(wanted.period.year)
    today = platform_time(wanted.recorded_at).date()
    if wanted.period > today:
        raise InvalidInput("period", "must have begun")
    if not wanted.period <= wanted.paid_on <= today:
        raise InvalidInput("paid_on", "must be from the first day of the month that it pays for until today")


async def _payable(unit: UnitOfWork) -> Cents:
    return (await unit.ledger.balance(WITHHOLDING_PAYABLE)).owed_cents


async def _months(unit: UnitOfWork, year: int, remittances: Sequence[Remittance]) -> Sequence[WithheldMonth]:
    """Of a year on the platform's clock."""
    firsts = [date(year, month, 1) for month in MONTHS]
    lookback = bounds_of_year(year - LOOKBACK_YEARS, PLATFORM_ZONE)
    before, *withheld = await unit.ledger.withheld_within([lookback, *map(_bounds, firsts)])
    return withheld_months(list(zip(firsts, withheld, strict=True)), remittances, before)


def _bounds(first: date) -> tuple[datetime, datetime]:
    since, until = (datetime.combine(day, time(), PLATFORM_ZONE) for day in (first, month_after(first)))
    return since, until
