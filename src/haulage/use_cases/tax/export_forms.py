"""The filing export: forms of a year to be filed, with taxpayer numbers in full (OP-69)."""

from collections.abc import Collection, Mapping, Sequence
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
    FilingFault,
    FilingIncomplete,
    TaxForm,
    YearNotOver,
    k_file,
    k_rows,
    nec_file,
    nec_rows,
)
from haulage.use_cases.tax.copies_of_nothing import add_copies_of_nothing
from haulage.use_cases.tax.driven_year import checked_year
from haulage.use_cases.tax.due_forms import DueForm, FindDueForms, MayBeDue

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
class _Asked:
    """Who asked for which export, and when."""

    actor: Actor
    year: int
    now: datetime
    leave_out: bool
    start_over: bool


@attrs.frozen
class ExportForms:
    """For administrators and operators. It alone reads taxpayer numbers; the audit trail has who opened them,
    why and how many before the first is opened, so that one that does not open is there too."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    vault: TaxpayerVault
    filer: Filer
    form: TaxForm
    is_simulated: bool = False

    async def __call__(
        self, actor: Actor, year: int, *, leave_out: bool = False, start_over: bool = False
    ) -> FilingExport:
        """Forms that were never exported, and what corrects those that said something else. With
        *leave_out* drivers of whom something is missing are left out instead of refusing all; with
        *start_over* all forms are originals, since nothing that was exported before was filed.

        Raises ``YearNotOver``, ``FilingIncomplete``, ``InvalidInput``, ``Conflict`` where a Form W-9 was
        signed meanwhile, and ``Unavailable`` where a number cannot be opened.
        """
        authorize(actor, Action.FILE_TAX_FORMS)
        checked_year(year)
        now = self.clock.now()
        if not is_over_everywhere(year, now):
            raise YearNotOver
        asked = _Asked(actor, year, now, leave_out, start_over)
        recorded = await self.storage.write(lambda unit: self._record_opening(unit, asked))
        return await self.storage.write(lambda unit: self._export(unit, asked, recorded))

    async def _record_opening(self, unit: UnitOfWork, asked: _Asked) -> Collection[str]:
        """The forms whose numbers will be opened."""
        find = self._find(unit, asked)
        candidates, _ = await self._candidates(find, asked)
        ids = await find.sealed_ids(candidates)
        opened: dict[str, Fact] = {"reason": REASON, "year": asked.year, "numbers": len(ids)}
        await self._audit(unit, asked, AuditAction.TAXPAYER_NUMBERS_OPENED, opened)
        return ids

    async def _export(self, unit: UnitOfWork, asked: _Asked, recorded: Collection[str]) -> FilingExport:
        find = self._find(unit, asked)
        candidates, missing = await self._candidates(find, asked)
        due = await find.forms(candidates, recorded)
        await unit.taxpayers.add_filings([each.filing for each in due])
        await add_copies_of_nothing(unit, self.identifiers, due, is_simulated=self.is_simulated)
        corrections = sum(each.is_correction for each in due)
        originals = len(due) - corrections
        exported: dict[str, Fact] = {
            "year": asked.year,
            "form": self.form.value,
            "originals": originals,
            "corrections": corrections,
            "left_out": len(missing),
        }
        await self._audit(unit, asked, AuditAction.TAX_FORMS_EXPORTED, exported)
        kinds = [(is_correction, form) for is_correction in (False, True) for form in TaxForm]
        of_kind = {
            kind: [each for each in due if (each.is_correction, each.filing.form) == kind] for kind in kinds
        }
        files = [file for kind in kinds for file in self._files(asked.year, kind[1], of_kind[kind])]
        return FilingExport(asked.year, self.form, originals, corrections, missing, files)

    def _find(self, unit: UnitOfWork, asked: _Asked) -> FindDueForms:
        return FindDueForms(unit, self.identifiers, self.vault, asked.year, self.form, asked.now)

    async def _candidates(
        self, find: FindDueForms, asked: _Asked
    ) -> tuple[Sequence[MayBeDue], Sequence[FilingFault]]:
        """And who is left out of them. Raises ``FilingIncomplete``."""
        candidates = await find.candidates(start_over=asked.start_over)
        missing = [
            FilingFault(each.line.driver.driver_id, "has given no Form W-9")
            for each in candidates
            if each.line.w9 is None
        ]
        faults = [FilingFault(None, f"{name} is not set") for name in self.filer.missing]
        if faults or (missing and not asked.leave_out):
            raise FilingIncomplete([*faults, *missing])
        return candidates, missing

    def _files(self, year: int, form: TaxForm, forms: Sequence[DueForm]) -> list[FilingFile]:
        """All of them are originals, or none is."""
        said = [(each.recipient, each.amounts) for each in forms]
        parts = [said[at : at + FORMS_PER_FILE] for at in range(0, len(said), FORMS_PER_FILE)]
        is_correction = any(each.is_correction for each in forms)
        kind = "corrections" if is_correction else "originals"
        files = []
        for number, part in enumerate(parts, start=1):
            is_k = form is TaxForm.K
            rows = (k_rows if is_k else nec_rows)(self.filer, year, part)
            ending = f"-{number}" if len(parts) > 1 else ""
            files.append(
                FilingFile(
                    f"{'form-1099-k' if is_k else 'iris-1099-nec'}-{year}-{kind}{ending}.csv",
                    len(part),
                    is_correction,
                    k_file(rows) if is_k else nec_file(year, rows),
                )
            )
        return files

    async def _audit(
        self, unit: UnitOfWork, asked: _Asked, action: AuditAction, facts: Mapping[str, Fact]
    ) -> None:
        what = str(asked.year)
        await unit.audit.append(AuditEvent(action, asked.actor, asked.now, "tax_year", what, facts))
