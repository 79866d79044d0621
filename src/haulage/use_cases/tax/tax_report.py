"""The business's tax report: a year over all drivers (TAX-11)."""

from collections.abc import AsyncIterator, Sequence

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput
from haulage.kernel.money import Cents
from haulage.kernel.policy import Action, authorize
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.tax import TaxForm
from haulage.use_cases.tax.driven_year import checked_year
from haulage.use_cases.tax.driver_years import BATCH, DriverYear, all_years, years_after

MAX_CURSOR = 64


@attrs.frozen
class TaxReportTotals:
    """Over every driver who had anything in the year, in cents. ``without_w9`` of those to report have given
    no Form W-9."""

    drivers: int = 0
    earnings_cents: Cents = 0
    tips_cents: Cents = 0
    gross_cents: Cents = 0
    payments: int = 0
    withheld_cents: Cents = 0
    to_report: int = 0
    without_w9: int = 0

    def with_one_more(self, line: DriverYear) -> "TaxReportTotals":
        income = line.year.income
        return TaxReportTotals(
            self.drivers + 1,
            self.earnings_cents + income.earnings_cents,
            self.tips_cents + income.tips_cents,
            self.gross_cents + line.year.gross_cents,
            self.payments + line.year.payments,
            self.withheld_cents + line.year.withheld_cents,
            self.to_report + line.is_reported,
            self.without_w9 + (line.is_reported and line.w9 is None),
        )


@attrs.frozen
class TaxReport:
    """A page of a year's drivers by their ids. The totals are those of all of them, on the first page
    alone."""

    year: int
    form: TaxForm
    lines: Sequence[DriverYear]
    next: str | None
    totals: TaxReportTotals | None


@attrs.frozen
class TaxReports:
    """For administrators and operators. ``form`` is what payments are reported on."""

    storage: Storage
    form: TaxForm

    async def __call__(self, actor: Actor, year: int, page: PageRequest) -> TaxReport:
        """Raises ``InvalidInput``."""
        authorize(actor, Action.SEE_TAX_REPORT)
        checked_year(year)
        if page.cursor is not None and len(page.cursor) > MAX_CURSOR:
            raise InvalidInput("cursor", "must be one that was given")

        async def query(unit: UnitOfWork) -> TaxReport:
            lines, after = await self._page(unit, year, page)
            totals = None
            if page.cursor is None:
                totals = TaxReportTotals()
                async for line in all_years(unit, year, self.form):
                    totals = totals.with_one_more(line)
            return TaxReport(year, self.form, lines, after, totals)

        return await self.storage.read(query)

    async def in_file(self, actor: Actor, year: int) -> AsyncIterator[Sequence[DriverYear]]:
        """All of it, a page at a time. Raises as the report."""
        authorize(actor, Action.SEE_TAX_REPORT)
        checked_year(year)
        after: str | None = None
        while True:
            lines, after = await self.storage.read(
                lambda unit: years_after(unit, year, self.form, after, BATCH)  # noqa: B023
            )
            yield lines
            if after is None:
                return

    async def _page(
        self, unit: UnitOfWork, year: int, page: PageRequest
    ) -> tuple[Sequence[DriverYear], str | None]:
        """As many as were asked for, over drivers who had nothing."""
        lines: list[DriverYear] = []
        after = page.cursor
        while True:
            found, after = await years_after(unit, year, self.form, after)
            lines.extend(found)
            if len(lines) > page.limit or (len(lines) == page.limit and after is not None):
                lines = lines[: page.limit]
                return lines, lines[-1].driver.driver_id
            if after is None:
                return lines, None
