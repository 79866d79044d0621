"""Receipts and booking confirmations: shown, printed and mailed."""

from haulage.jobs import JobKind
from haulage.ports.runtime.jobs import JobHandler, JobHandlers
from haulage.use_cases.receipts import (
    Documents,
    PaymentHistory,
    ReceiptUseCases,
    SeeConfirmation,
    SeeReceipt,
    SendReceiptEmail,
)
from haulage_adapters.assembly.parts import Parts
from haulage_adapters.documents_typst import TypstPrinter


def assemble_receipts(parts: Parts) -> ReceiptUseCases:
    storage, clock, site = parts.storage, parts.clock, parts.settings.public_url
    documents = Documents(storage, clock, parts.tokens, TypstPrinter(site))
    return ReceiptUseCases(
        see=SeeReceipt(storage),
        see_confirmation=SeeConfirmation(storage),
        history=PaymentHistory(storage, clock),
        documents=documents,
        mail=SendReceiptEmail(storage, clock, parts.identifiers, parts.templates, documents, site),
    )


def receipt_job_handlers(receipts: ReceiptUseCases) -> JobHandlers:
    return {JobKind.EMAIL_RECEIPT: JobHandler(receipts.mail.of_receipt)}
