"""Documents of a driver's tax year."""

from typing import Annotated

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from haulage.kernel.policy import Action
from haulage.ports.storage.paging import PageRequest
from haulage.tax.estimate import FIRST_TAX_YEAR, LAST_TAX_YEAR
from haulage_adapters.wire.common import PageOut
from haulage_adapters.wire.tax_documents import TaxDocumentIn, TaxDocumentOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.security import does

PATH = "/drivers/{driver_id:str}/tax/documents"
TaxYear = Annotated[int, QueryParameter(ge=FIRST_TAX_YEAR, le=LAST_TAX_YEAR)]


@get(
    PATH,
    operation_id="list_tax_documents",
    summary="Documents of a driver's tax year, the latest first (that driver and admins)",
    tags=["taxes"],
    opt=does(Action.SEE_TAX_YEAR),
    responses=refusals(400, 401, 404),
)
async def list_tax_documents(
    driver_id: FromPath[str],
    year: TaxYear,
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[TaxDocumentOut]:
    page = PageRequest(limit, cursor)
    found = await marketplace.tax.documents.list(actor, driver_id, year, page)
    return PageOut.of(found, TaxDocumentOut.of)


@post(
    PATH,
    operation_id="generate_tax_document",
    summary="Make a summary of a tax year, or the recipient's copy of Form 1099",
    description="The latest one again while it says what it would say now; otherwise a new one that corrects "
    "it. The copy is not for filing. For that driver and admins.",
    tags=["taxes"],
    status_code=201,
    opt=does(Action.SEE_TAX_YEAR),
    responses=refusals(400, 401, 404, 422),
)
async def generate_tax_document(
    driver_id: FromPath[str],
    data: JSONBody[TaxDocumentIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> TaxDocumentOut:
    documents = marketplace.tax.documents
    return TaxDocumentOut.of(await documents.generate(actor, driver_id, data.document_type, data.tax_year))


@get(
    PATH + "/{document_id:str}/pdf",
    operation_id="open_tax_document",
    summary="A document of a driver's tax year as a PDF (that driver and admins)",
    tags=["taxes"],
    opt=does(Action.SEE_TAX_YEAR),
    responses=refusals(401, 404),
    media_type="application/pdf",
)
async def open_tax_document(
    driver_id: FromPath[str],
    document_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> Response[bytes]:
    document = await marketplace.tax.documents.printed(actor, driver_id, document_id)
    headers = {
        "Content-Disposition": f'attachment; filename="{document.name}"',
        "Cache-Control": "private, no-store",
    }
    return Response(document.content, media_type="application/pdf", headers=headers)


ROUTES = [list_tax_documents, generate_tax_document, open_tax_document]
