"""Everything about drivers' taxes, in one value for the shells to call."""

import attrs

from haulage.use_cases.tax.documents import TaxDocuments
from haulage.use_cases.tax.expense_receipts import ExpenseReceipts
from haulage.use_cases.tax.expenses import Expenses
from haulage.use_cases.tax.export_forms import ExportForms
from haulage.use_cases.tax.import_expenses import ImportExpenses
from haulage.use_cases.tax.mileage_entries import MileageEntries
from haulage.use_cases.tax.mileage_log import MileageLog
from haulage.use_cases.tax.remit_withholding import RemitWithholding
from haulage.use_cases.tax.reseal_numbers import ResealNumbers
from haulage.use_cases.tax.tax_report import TaxReports
from haulage.use_cases.tax.w9_forms import W9Forms
from haulage.use_cases.tax.year_summary import SummarizeTaxYear


@attrs.frozen
class TaxUseCases:
    """What a driver looks up and writes down for their taxes."""

    mileage: MileageLog
    mileage_entries: MileageEntries
    year: SummarizeTaxYear
    expenses: Expenses
    receipts: ExpenseReceipts
    import_expenses: ImportExpenses
    documents: TaxDocuments
    w9: W9Forms
    reseal_numbers: ResealNumbers
    report: TaxReports
    export_forms: ExportForms
    remit: RemitWithholding
