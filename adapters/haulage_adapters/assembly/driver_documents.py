"""Documents of applicants and drivers."""

from haulage.jobs import JobKind
from haulage.ports.files.virus_scan import VirusScanner
from haulage.ports.runtime.jobs import JobHandler, JobHandlers
from haulage.use_cases.driver_documents.decisions import Decisions
from haulage.use_cases.driver_documents.delete_documents import (
    RemoveDocumentUpload,
    RemoveDriverDocument,
)
from haulage.use_cases.driver_documents.document_emails import DocumentEmails
from haulage.use_cases.driver_documents.expiry_watch import WatchDocuments
from haulage.use_cases.driver_documents.facade import DriverDocumentUseCases
from haulage.use_cases.driver_documents.hand_in_document import HandInDocument
from haulage.use_cases.driver_documents.review_documents import ReviewDocuments
from haulage.use_cases.driver_documents.send_in_pieces import SendInPieces
from haulage.use_cases.driver_documents.show_documents import ShowDocuments
from haulage.use_cases.driver_documents.shown_document import DocumentLinks
from haulage.use_cases.driver_documents.simulated_review import SimulatedReview
from haulage_adapters.assembly.parts import Parts
from haulage_adapters.clamav_scanner import ClamavScanner, NoScanner
from haulage_adapters.settings import Settings
from haulage_adapters.upload_inspection import IsolatedInspector


def virus_scanner(settings: Settings) -> VirusScanner:
    return NoScanner() if settings.clamav is None else ClamavScanner(settings.clamav)


def assemble_driver_documents(parts: Parts) -> DriverDocumentUseCases:
    storage, clock, identifiers, settings = parts.storage, parts.clock, parts.identifiers, parts.settings
    emails = DocumentEmails(identifiers, parts.templates, settings.public_url)
    decisions, links = Decisions(emails), DocumentLinks(clock, parts.tokens)
    hand_in = HandInDocument(
        storage,
        clock,
        identifiers,
        parts.files,
        IsolatedInspector(),
        virus_scanner(settings),
        is_reviewed_by_itself=settings.test_mode,
    )
    return DriverDocumentUseCases(
        hand_in,
        SendInPieces(hand_in),
        ShowDocuments(storage, parts.files, links),
        ReviewDocuments(storage, clock, links, decisions, settings.min_age_approve),
        WatchDocuments(storage, clock, emails),
        SimulatedReview(storage, clock, decisions),
    )


def driver_document_job_handlers(parts: Parts, documents: DriverDocumentUseCases) -> JobHandlers:
    return {
        JobKind.REMOVE_DRIVER_DOCUMENT: JobHandler(RemoveDriverDocument(parts.files)),
        JobKind.REMOVE_DOCUMENT_UPLOAD: JobHandler(RemoveDocumentUpload(parts.files)),
        JobKind.REVIEW_DOCUMENT: JobHandler(documents.simulated_review),
        JobKind.WATCH_DOCUMENTS: JobHandler(documents.watch),
    }
