"""The filing export: forms of a year to be filed, with taxpayer numbers in full (OP-69)."""

from collections.abc import Sequence
from datetime import datetime

import attrs

from haulage.audit import AuditAction, AuditEvent, Fact
from haulage.kernel.actor import Actor
from haulage.kernel.local_time import is_over_everywhere
from haulage.kernel.policy import Action, authorize
from haulage.ports.identity.taxpayer_vault import TaxpayerVault
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.tax import (
    FORMS_PER_FILE,
    Filer,
    Filing,
    FilingFault,
    FilingIncomplete,
    Recipient,
    ReturnAmounts,
    TaxForm,
    YearNotOver,
    k_file,
    k_rows,
    nec_file,
    nec_rows,
)
from haulage.use_cases.tax.driven_year import checked_year
from haulage.use_cases.tax.driver_years import BATCH, DriverYear, years_after
from haulage.use_cases.tax.year_summary import gross_by_month

REASON = "filing_export"


@attrs.frozen
class FilingFile:
    """A file of at most a hundred forms, which is what the portal takes at once."""

    name: str
    forms: int
    is_correction: bool
    content: str = attrs.field(repr=False)


@attrs.frozen
class FilingExport:
    """What was exported of a year. ``left_out`` names drivers whose form is due and cannot be made."""

    year: int
    form: TaxForm
    originals: int
    corrections: int
    left_out: Sequence[FilingFault]
    files: Sequence[FilingFile]


@attrs.frozen
class _Due:
    """A form to export, and the one that it corrects."""

    line: DriverYear
    before: Filing | None


@attrs.frozen
class ExportForms:
    """For administrators and operators. It alone opens taxpayer numbers; the audit trail has who did, why and
    how many."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    vault: TaxpayerVault
    filer: Filer
    form: TaxForm

    async def __call__(
        self, actor: Actor, year: int, *, leave_out: bool = False, start_over: bool = False
    ) -> FilingExport:
        """Forms that were never exported, and those that say something else than when they were. With
        *leave_out* drivers of whom something is missing are left out instead of refusing all; with
        *start_over* all forms are originals, since nothing that was exported before was filed.

        Raises ``YearNotOver``, ``FilingIncomplete``, ``InvalidInput``, and ``Unavailable`` where a number
        cannot be opened.
        """
        authorize(actor, Action.FILE_TAX_FORMS)
        checked_year(year)
        now = self.clock.now()
        if not is_over_everywhere(year, now):
            raise YearNotOver
        return await self.storage.write(
            lambda unit: self._export(unit, actor, year, now, leave_out=leave_out, start_over=start_over)
        )

    async def _export(
        self,
        unit: UnitOfWork,
        actor: Actor,
        year: int,
        now: datetime,
        *,
        leave_out: bool,
        start_over: bool,
    ) -> FilingExport:
        due = await self._due(unit, year, start_over=start_over)
        missing = [
            FilingFault(each.line.driver.driver_id, "has given no Form W-9")
            for each in due
            if each.line.w9 is None
        ]
        faults = [FilingFault(None, f"{name} is not set") for name in self.filer.missing]
        if faults or (missing and not leave_out):
            raise FilingIncomplete([*faults, *missing])
        due = [each for each in due if each.line.w9 is not None]
        recipients = await self._recipients(unit, due)
        await unit.taxpayers.add_filings([self._filing(each, year, now) for each in due])
        corrections = sum(each.before is not None for each in due)
        await self._audit(unit, actor, year, now, len(due) - corrections, corrections, len(missing))
        forms = [(each, recipients[each.line.driver.driver_id]) for each in due]
        originals = [await self._said(unit, year, *form) for form in forms if form[0].before is None]
        corrected = [await self._said(unit, year, *form) for form in forms if form[0].before]
        files = [*self._files(year, originals, "originals"), *self._files(year, corrected, "corrections")]
        return FilingExport(year, self.form, len(due) - corrections, corrections, missing, files)

    async def _due(self, unit: UnitOfWork, year: int, *, start_over: bool) -> list[_Due]:
        """A form that was exported is corrected also where nothing would be due of the year any more."""
        due: list[_Due] = []
        after: str | None = None
        while True:
            lines, after = await years_after(unit, year, self.form, after, BATCH)
            ids = [line.driver.driver_id for line in lines]
            filed = {} if start_over else await unit.taxpayers.latest_filings(year, ids)
            for line in lines:
                before = filed.get(line.driver.driver_id)
                if before is None and line.is_reported:
                    due.append(_Due(line, None))
                elif before and not self._filing(
                    _Due(line, before), year, before.exported_at
                ).says_the_same_as(before):
                    due.append(_Due(line, before))
            if after is None:
                return due

    def _filing(self, due: _Due, year: int, now: datetime) -> Filing:
        amounts = due.line.amounts
        return Filing(
            id=self.identifiers.new("txf"),
            driver_id=due.line.driver.driver_id,
            tax_year=year,
            form=self.form,
            reported_cents=amounts.reported_cents(self.form),
            withheld_cents=amounts.withheld_cents,
            w9_id=due.line.w9.id if due.line.w9 else None,
            exported_at=now,
            corrects=due.before.id if due.before else None,
        )

    async def _recipients(self, unit: UnitOfWork, due: Sequence[_Due]) -> dict[str, Recipient]:
        forms = {each.line.w9.id: each.line.w9 for each in due if each.line.w9}
        opened: dict[str, Recipient] = {}
        for id, sealed in (await unit.taxpayers.sealed_numbers(list(forms))).items():
            number = await self.vault.open(sealed.driver_id, sealed.type, sealed.sealed)
            opened[sealed.driver_id] = Recipient(sealed.driver_id, forms[id], number)
        return opened

    async def _said(
        self, unit: UnitOfWork, year: int, due: _Due, who: Recipient
    ) -> tuple[Recipient, ReturnAmounts]:
        """What the form says of whom; only Form 1099-K has months."""
        if self.form is TaxForm.NEC:
            return who, due.line.amounts
        months = await gross_by_month(unit, who.driver_id, year)
        return who, attrs.evolve(due.line.amounts, months=months)

    def _files(
        self, year: int, forms: Sequence[tuple[Recipient, ReturnAmounts]], kind: str
    ) -> list[FilingFile]:
        parts = [forms[at : at + FORMS_PER_FILE] for at in range(0, len(forms), FORMS_PER_FILE)]
        files = []
        for number, part in enumerate(parts, start=1):
            is_k = self.form is TaxForm.K
            rows = (k_rows if is_k else nec_rows)(self.filer, year, part)
            ending = f"-{number}" if len(parts) > 1 else ""
            files.append(
                FilingFile(
                    f"{'form-1099-k' if is_k else 'iris-1099-nec'}-{year}-{kind}{ending}.csv",
                    len(part),
                    kind == "corrections",
                    k_file(rows) if is_k else nec_file(year, rows),
                )
            )
        return files

    async def _audit(
        self,
        unit: UnitOfWork,
        actor: Actor,
        year: int,
        now: datetime,
        originals: int,
        corrections: int,
        left_out: int,
    ) -> None:
        opened: dict[str, Fact] = {"reason": REASON, "year": year, "numbers": originals + corrections}
        exported: dict[str, Fact] = {
            "year": year,
            "form": self.form.value,
            "originals": originals,
            "corrections": corrections,
            "left_out": left_out,
        }
        what = str(year)
        for action, facts in (
            (AuditAction.TAXPAYER_NUMBERS_OPENED, opened),
            (AuditAction.TAX_FORMS_EXPORTED, exported),
        ):
            await unit.audit.append(AuditEvent(action, actor, now, "tax_year", what, facts))
