"""How long documents of applicants and drivers are stored."""

from haulage.services.retention.lines import YEAR, deleted, with_account
from haulage.services.retention.rule import RetentionRule
from haulage.use_cases.driver_documents.delete_documents import (
    REPLACED_RETENTION,
    UNFINISHED_RETENTION,
    delete_broken_off,
    delete_replaced,
    delete_unfinished,
)

PLACES = ("driver_documents", "/files/documents/*")

RETENTION: tuple[RetentionRule, ...] = (
    deleted(
        "documents_of_rejected_applicants",
        PLACES,
        YEAR,
        "after the application was rejected",
        None,
        "Questions about a decision come late.",
        "Documents that you sent with an application to drive that was rejected or never submitted",
        source="OP-97",
        by="the daily watch over documents",
    ),
    deleted(
        "replaced_documents",
        PLACES,
        REPLACED_RETENTION,
        "after you sent a newer one, or the carrier credential that they prove ended",
        delete_replaced,
        "An accident may ask what a driver was insured by months before.",
        "Documents that a newer one has replaced, and those of a carrier credential that ended",
    ),
    deleted(
        "unfinished_documents",
        PLACES,
        UNFINISHED_RETENTION,
        "after they broke off",
        delete_unfinished,
        "Whoever tries again does so within minutes.",
        "Uploads of documents that broke off",
    ),
    deleted(
        "broken_off_uploads",
        ("document_uploads", "/files/uploads/*"),
        UNFINISHED_RETENTION,
        "after they were begun",
        delete_broken_off,
        "Whoever goes on does so within the day.",
        "What was sent of a document whose upload broke off",
    ),
    with_account(
        "driver_documents",
        PLACES,
        "If you drive: your license, insurance, registration, photos and documents of carrier credentials",
        "They are what you drive by.",
    ),
)
