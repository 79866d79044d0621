"""Which forms of a year have to be filed, beside those that were."""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime

import attrs

from haulage.kernel.errors import Conflict
from haulage.ports.identity.taxpayer_vault import TaxpayerVault
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.tax import Filing, Recipient, ReturnAmounts, TaxForm, recipient_cells, who_cells
from haulage.use_cases.tax.driver_years import BATCH, DriverYear, years_after
from haulage.use_cases.tax.year_summary import MONTHS, gross_by_month

NOTHING = ReturnAmounts(0, months=(0,) * MONTHS)


@attrs.frozen
class DueForm:
    """A form to export, as it will be remembered."""

    filing: Filing
    recipient: Recipient
    amounts: ReturnAmounts

    @property
    def is_correction(self) -> bool:
        return self.filing.corrects is not None

    @property
    def takes_back(self) -> bool:
        """Whether it is of another type, name or number than the driver's payments are reported by now."""
        return self.amounts is NOTHING


@attrs.frozen
class MayBeDue:
    """A driver's year that may need a form, and those that were exported of it."""

    line: DriverYear
    filed: Sequence[Filing]


@attrs.define
class FindDueForms:
    """Of one year and the form that payments are reported on now."""

    unit: UnitOfWork
    identifiers: Identifiers
    vault: TaxpayerVault
    year: int
    form: TaxForm
    now: datetime
    _recipients: dict[str, Recipient] = attrs.field(factory=dict, init=False)

    async def candidates(self, *, start_over: bool) -> list[MayBeDue]:
        """No number is opened for them. A form that was exported is corrected also where nothing would be due
        of the year any more; with *start_over* nothing was."""
        found: list[MayBeDue] = []
        after: str | None = None
        while True:
            lines, after = await years_after(self.unit, self.year, self.form, after, BATCH)
            ids = [line.driver.driver_id for line in lines]
            filed = {} if start_over else await self.unit.taxpayers.latest_filings(self.year, ids)
            each_of = [MayBeDue(line, filed.get(line.driver.driver_id, ())) for line in lines]
            found += [each for each in each_of if self._is_wanted(each)]
            if after is None:
                return found

    async def sealed_ids(self, candidates: Sequence[MayBeDue]) -> Collection[str]:
        """The Forms W-9 whose numbers ``forms`` opens."""
        return set(await self.unit.taxpayers.sealed_numbers(_form_ids(_known(candidates))))

    async def forms(self, candidates: Sequence[MayBeDue], recorded: Collection[str]) -> list[DueForm]:
        """Of those who gave a Form W-9. Raises ``Conflict`` where the number of a Form W-9 would be opened
        that is not *recorded*."""
        known = _known(candidates)
        await self._open(known, recorded)
        return [await self._with_months(due) for each in known for due in self._of(each)]

    def _is_wanted(self, each: MayBeDue) -> bool:
        """Not where the last form was made of the same figures and Form W-9."""
        line, filings = each.line, [filed for filed in each.filed if not filed.is_of_nothing]
        if not filings or line.w9 is None:
            return line.is_reported or bool(filings)
        (first, *others), new = filings, self._filing(line, None)
        return bool(others) or first.w9_id != new.w9_id or not first.has_figures_of(new)

    def _of(self, each: MayBeDue) -> Iterator[DueForm]:
        """A form of another type, or that names somebody by another name or number, is taken back as it was,
        with nothing in its boxes, and a new one is no correction; what else is wrong is corrected by one form
        (IRS, General Instructions for Certain Information Returns, part H, error types 2 and 1)."""
        line, new = each.line, self._form(each.line, None)
        same: Filing | None = None
        for before in each.filed:
            named = self._recipients[before.w9_id] if before.w9_id else new.recipient
            is_other = before.form is not self.form or who_cells(named) != who_cells(new.recipient)
            if not is_other:
                same = before
            elif not before.is_of_nothing:
                yield self._withdrawal(before, named)
        if same is None or (same.is_of_nothing and not line.is_reported):
            if line.is_reported:
                yield new
            return
        named = self._recipients[same.w9_id] if same.w9_id else new.recipient
        is_named_alike = recipient_cells(named) == recipient_cells(new.recipient)
        if not (is_named_alike and same.has_figures_of(new.filing)):
            yield self._form(line, same)

    def _form(self, line: DriverYear, before: Filing | None) -> DueForm:
        assert line.w9 is not None
        return DueForm(self._filing(line, before), self._recipients[line.w9.id], line.amounts)

    def _filing(self, line: DriverYear, before: Filing | None) -> Filing:
        amounts = line.amounts
        return Filing(
            id=self.identifiers.new("txf"),
            driver_id=line.driver.driver_id,
            tax_year=self.year,
            form=self.form,
            reported_cents=amounts.reported_cents(self.form),
            withheld_cents=amounts.withheld_cents,
            w9_id=line.w9.id if line.w9 else None,
            exported_at=self.now,
            corrects=before.id if before else None,
        )

    def _withdrawal(self, before: Filing, named: Recipient) -> DueForm:
        filing = attrs.evolve(
            before,
            id=self.identifiers.new("txf"),
            reported_cents=0,
            withheld_cents=0,
            exported_at=self.now,
            corrects=before.id,
        )
        return DueForm(filing, named, NOTHING)

    async def _with_months(self, due: DueForm) -> DueForm:
        """Only Form 1099-K has them."""
        if due.filing.form is TaxForm.NEC or due.takes_back:
            return due
        months = await gross_by_month(self.unit, due.filing.driver_id, self.year)
        return attrs.evolve(due, amounts=attrs.evolve(due.amounts, months=months))

    async def _open(self, candidates: Sequence[MayBeDue], recorded: Collection[str]) -> None:
        ids = _form_ids(candidates)
        forms, sealed = await self.unit.taxpayers.forms(ids), await self.unit.taxpayers.sealed_numbers(ids)
        if not sealed.keys() <= set(recorded):
            raise Conflict("tax year")
        for id, each in sealed.items():
            number = await self.vault.open(each.driver_id, each.type, each.sealed)
            self._recipients[id] = Recipient(each.driver_id, forms[id], number)


def _known(candidates: Sequence[MayBeDue]) -> list[MayBeDue]:
    return [each for each in candidates if each.line.w9 is not None]


def _form_ids(candidates: Sequence[MayBeDue]) -> set[str]:
    """A newer Form W-9 may name the same: of a number that is told by opening both."""
    ids = {each.line.w9.id for each in candidates if each.line.w9}
    return ids | {filed.w9_id for each in candidates for filed in each.filed if filed.w9_id}
