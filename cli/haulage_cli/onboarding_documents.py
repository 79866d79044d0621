"""``haulage onboarding documents`` and what is decided about them."""

from datetime import datetime
from typing import TYPE_CHECKING

import click

from haulage.driver_documents import DocumentDetails
from haulage.kernel.policy import Action
from haulage.ports.storage.paging import PageRequest
from haulage_cli.options import WORDS, examples, with_json, with_page, with_settings
from haulage_cli.output import write_facts, write_json, write_table
from haulage_cli.permissions import does, operating

if TYPE_CHECKING:
    from haulage.use_cases.driver_documents.review_documents import ReviewedDocument
    from haulage.use_cases.marketplace import Marketplace
    from haulage_adapters.settings import Settings

DAY = click.DateTime(["%Y-%m-%d"])
COLUMNS = ("document", "type", "of", "status", "sent", "version", "remarks")


@click.command(
    epilog=examples(
        "haulage onboarding documents", "haulage onboarding documents --application app_3f2a --json"
    )
)
@click.option("--application", "application_id", help="All of this applicant, and not those that wait.")
@with_page
@with_settings
@with_json
@does(Action.REVIEW_DOCUMENT)
def documents(
    application_id: str | None, limit: int, cursor: str | None, settings: "Settings", as_json: bool
) -> None:
    """Documents that wait for a decision, oldest first, or those of one applicant."""
    from haulage_adapters.wire.common import PageOut
    from haulage_adapters.wire.driver_documents import DocumentToReviewOut, ReviewedDocumentOut
    from haulage_cli.runtime import on_marketplace

    if application_id is not None:
        id = application_id
        found = on_marketplace(
            settings,
            lambda marketplace: marketplace.driver_documents.review.of_application(operating(), id),
        )
        if as_json:
            write_json(PageOut.whole([ReviewedDocumentOut.of(each) for each in found]))
            return
        write_table(COLUMNS, [_row(each, each.shown.document.user_id) for each in found])
        return
    page = on_marketplace(
        settings,
        lambda marketplace: marketplace.driver_documents.review.waiting(
            operating(), PageRequest(limit, cursor)
        ),
    )
    if as_json:
        write_json(PageOut.of(page, DocumentToReviewOut.of))
        return
    write_table(COLUMNS, [_row(each.reviewed, each.email) for each in page.items])


@click.command(
    "document-approve",
    epilog=examples(
        "haulage onboarding document-approve doc_3f2a",
        "haulage onboarding document-approve doc_3f2a --number P-77 --expires 2027-05-01",
    ),
)
@click.argument("document_id")
@click.option("--number", type=WORDS, default="", help="The number on it.")
@click.option("--issued", type=DAY, help="The day of issue.")
@click.option("--authority", type=WORDS, default="", help="Who issued it.")
@click.option("--expires", type=DAY, help="Its last valid day.")
@click.option("--coverage-cents", type=int, help="What an insurance pays for an accident.")
@click.option("--version", type=int, help="The version that was looked at; without it the present one.")
@with_settings
@with_json
@does(Action.REVIEW_DOCUMENT)
def document_approve(
    document_id: str,
    number: str,
    issued: datetime | None,
    authority: str,
    expires: datetime | None,
    coverage_cents: int | None,
    version: int | None,
    settings: "Settings",
    as_json: bool,
) -> None:
    """Approve a document, with what it says."""
    from haulage_cli.runtime import on_marketplace

    details = DocumentDetails(
        number,
        None if issued is None else issued.date(),
        authority,
        None if expires is None else expires.date(),
        coverage_cents,
    )

    async def work(marketplace: "Marketplace") -> "ReviewedDocument":
        seen = await _version(marketplace, document_id, version)
        return await marketplace.driver_documents.review.approve(operating(), document_id, details, seen)

    _write(on_marketplace(settings, work), as_json)


@click.command(
    "document-reject",
    epilog=examples("haulage onboarding document-reject doc_3f2a --reason 'The photo is blurred'"),
)
@click.argument("document_id")
@click.option("--reason", type=WORDS, required=True, help="Why; its owner reads it.")
@click.option("--version", type=int, help="The version that was looked at; without it the present one.")
@with_settings
@with_json
@does(Action.REVIEW_DOCUMENT)
def document_reject(
    document_id: str, reason: str, version: int | None, settings: "Settings", as_json: bool
) -> None:
    """Reject a document, or ask for another in place of an approved one; its owner gets a mail."""
    from haulage_cli.runtime import on_marketplace

    async def work(marketplace: "Marketplace") -> "ReviewedDocument":
        seen = await _version(marketplace, document_id, version)
        return await marketplace.driver_documents.review.reject(operating(), document_id, reason, seen)

    _write(on_marketplace(settings, work), as_json)


async def _version(marketplace: "Marketplace", document_id: str, version: int | None) -> int:
    if version is not None:
        return version
    return (await marketplace.driver_documents.review.show(operating(), document_id)).shown.document.version


def _row(reviewed: "ReviewedDocument", of: str) -> tuple[object, ...]:
    document = reviewed.shown.document
    remarks = " ".join(reviewed.shown.remarks)
    return document.id, document.type, of, document.status, document.created_at, document.version, remarks


def _write(reviewed: "ReviewedDocument", as_json: bool) -> None:
    if as_json:
        from haulage_adapters.wire.driver_documents import ReviewedDocumentOut

        write_json(ReviewedDocumentOut.of(reviewed))
        return
    document, details = reviewed.shown.document, reviewed.shown.document.details
    write_facts(
        [
            ("Document", document.id),
            ("Type", document.type),
            ("Status", document.status),
            ("Number", details.number or None),
            ("Issued", details.issued_on),
            ("Authority", details.authority or None),
            ("Expires", details.expires_on),
            ("Reason", document.reason or None),
            ("Remarks", " ".join(reviewed.shown.remarks) or None),
        ]
    )


COMMANDS = (documents, document_approve, document_reject)
