"""Drivers' own taxes."""

from haulage.jobs import JobKind
from haulage.ports.runtime.jobs import JobHandler, JobHandlers
from haulage.use_cases.proofs import ProofUseCases
from haulage.use_cases.tax import MileageLog
from haulage.use_cases.tax.documents import TaxDocuments
from haulage.use_cases.tax.due_reminders import RUN_LIMIT, TaxDueReminders
from haulage.use_cases.tax.expense_receipts import ExpenseReceipts, RemoveExpenseReceipt
from haulage.use_cases.tax.expenses import Expenses
from haulage.use_cases.tax.export_forms import ExportForms
from haulage.use_cases.tax.facade import TaxUseCases
from haulage.use_cases.tax.import_expenses import ImportExpenses
from haulage.use_cases.tax.mileage_entries import MileageEntries
from haulage.use_cases.tax.remit_withholding import RemitWithholding
from haulage.use_cases.tax.reseal_numbers import ResealNumbers
from haulage.use_cases.tax.tax_report import TaxReports
from haulage.use_cases.tax.w9_forms import W9Forms
from haulage.use_cases.tax.year_summary import SummarizeTaxYear
from haulage_adapters.assembly.driver_documents import virus_scanner
from haulage_adapters.assembly.parts import Parts
from haulage_adapters.documents_typst import TypstPrinter
from haulage_adapters.upload_inspection import IsolatedInspector


def assemble_tax(parts: Parts, proofs: ProofUseCases) -> TaxUseCases:
    storage, clock, identifiers = parts.storage, parts.clock, parts.identifiers
    return TaxUseCases(
        mileage=MileageLog(storage, clock),
        mileage_entries=MileageEntries(storage, clock, identifiers),
        year=SummarizeTaxYear(storage, clock, parts.settings.tax_form),
        expenses=Expenses(storage, clock, identifiers),
        receipts=ExpenseReceipts(
            storage,
            clock,
            identifiers,
            proofs.files,
            proofs.pictures,
            IsolatedInspector(),
            virus_scanner(parts.settings),
        ),
        documents=TaxDocuments(
            storage,
            clock,
            identifiers,
            TypstPrinter(parts.settings.public_url, parts.settings.filer),
            is_simulated="cards" in parts.settings.simulated_services,
            form=parts.settings.tax_form,
        ),
        w9=W9Forms(storage, clock, identifiers, parts.vault),
        reseal_numbers=ResealNumbers(storage, clock, parts.vault),
        report=TaxReports(storage, parts.settings.tax_form),
        export_forms=ExportForms(
            storage,
            clock,
            identifiers,
            parts.vault,
            parts.settings.filer,
            parts.settings.tax_form,
            is_simulated="cards" in parts.settings.simulated_services,
        ),
        remit=RemitWithholding(storage, clock, identifiers),
        import_expenses=ImportExpenses(storage, clock, identifiers),
    )


def tax_job_handlers(parts: Parts) -> JobHandlers:
    reminders = TaxDueReminders(parts.storage, parts.clock, parts.templates, parts.settings.public_url)
    return {
        JobKind.REMOVE_EXPENSE_RECEIPT: JobHandler(RemoveExpenseReceipt(parts.files)),
        JobKind.FIND_TAX_DUE: JobHandler(reminders.run, time_limit=RUN_LIMIT),
        JobKind.REMIND_OF_TAX: JobHandler(reminders.remind),
    }
