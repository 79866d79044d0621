"""Remind drivers by e-mail of a quarterly payment of estimated tax before it is due (OP-67)."""

from contextlib import suppress
from datetime import date, timedelta

import attrs

from haulage.jobs import Job, JobKind
from haulage.kernel.errors import Conflict
from haulage.kernel.local_time import PLATFORM_ZONE
from haulage.kernel.money import dollars
from haulage.ports.messaging.email import EmailKind, EmailTemplates, QueuedEmail
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.email.queue_email import queue_email
from haulage.services.payments.ledger_entries import derived_id
from haulage.tax import QUARTERS, TaxForm, due_date
from haulage.use_cases.tax.driver_years import years_after
from haulage.use_cases.tax.year_summary import tax_year_of

REMINDED_BEFORE = timedelta(days=7)
"""Ours: long enough to see to it."""
RUN_LIMIT = timedelta(minutes=30)
"""Ours: enough to find all drivers, and a run that was cut off finds nobody twice."""


@attrs.frozen
class DueQuarter:
    year: int
    quarter: int
    due_on: date

    @property
    def name(self) -> str:
        return f"{self.year}q{self.quarter}"


@attrs.frozen
class TaxDueReminders:
    """The daily run leaves a job for each driver who had anything in the year; once a quarter, however often
    it runs. Whoever wants no mails about payouts gets none of these."""

    storage: Storage
    clock: Clock
    templates: EmailTemplates
    public_url: str

    async def run(self, day: str) -> None:
        """*day* is the period of the recurring job."""
        due = due_quarter(date.fromisoformat(day))
        after: str | None = None
        while due is not None:
            after = await self.storage.write(lambda unit: self._leave_jobs(unit, due, after))  # noqa: B023
            if after is None:
                return

    async def remind(self, driver_id: str) -> None:
        """Of the payment that is due next, if there is something to pay and it is not due yet."""
        due = due_quarter(self.clock.now().astimezone(PLATFORM_ZONE).date())
        if due is not None:
            with suppress(Conflict):  # it is written already
                await self.storage.write(lambda unit: self._write(unit, driver_id, due))

    async def _leave_jobs(self, unit: UnitOfWork, due: DueQuarter, after: str | None) -> str | None:
        lines, after = await years_after(unit, due.year, TaxForm.NEC, after)
        now = self.clock.now()
        for line in lines:
            await unit.jobs.enqueue(Job(JobKind.REMIND_OF_TAX, line.driver.driver_id, due.name), now)
        return after

    async def _write(self, unit: UnitOfWork, driver_id: str, due: DueQuarter) -> None:
        driver = await unit.drivers.get(driver_id)
        settings = await unit.payout_settings.of_driver(driver_id)
        if driver is None or not driver.email or not settings.notifications.email:
            return
        found = await tax_year_of(unit, driver_id, due.year)
        cents = found.estimate.quarter(due.quarter).estimated_tax_cents
        if cents <= 0:
            return
        data = {
            "name": driver.name,
            "quarter": str(due.quarter),
            "year": str(due.year),
            "amount": dollars(cents),
            "due": f"{due.due_on:%B} {due.due_on.day}",
            "link": f"{self.public_url}/driver-dashboard?tab=tax-center",
        }
        mail = self.templates.render(EmailKind.TAX_PAYMENT_DUE, to=driver.email, data=data)
        id = derived_id("mil", f"tax/{driver_id}/{due.name}")
        await queue_email(unit, QueuedEmail(id, EmailKind.TAX_PAYMENT_DUE, mail, self.clock.now()))


def due_quarter(today: date) -> DueQuarter | None:
    """The payment that is due within a week; the last of a year is due in the next January."""
    for year, quarter in ((today.year - 1, QUARTERS[-1]), *((today.year, each) for each in QUARTERS[:-1])):
        due_on = due_date(year, quarter)
        if due_on - REMINDED_BEFORE <= today <= due_on:
            return DueQuarter(year, quarter, due_on)
    return None
