"""Certificates of training: one's own as a PDF, and their verification by anybody."""

from litestar import Response, get
from litestar.params import FromPath

from haulage.kernel.policy import Action
from haulage_adapters.wire.training import CertificateOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.security import OPEN_TO_VISITORS, does

PATH = "/certificates/{code:str}"


@get(
    PATH,
    operation_id="verify_certificate",
    summary="What a certificate certifies: module, day and the short name of its holder",
    tags=["training"],
    opt=does(Action.VERIFY_CERTIFICATE),
    responses=refusals(404),
    security=OPEN_TO_VISITORS,
)
async def verify_certificate(
    code: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> CertificateOut:
    return CertificateOut.of(await marketplace.training.certificates.verify(actor, code))


@get(
    PATH + "/pdf",
    operation_id="open_certificate",
    summary="One's own certificate as a PDF",
    tags=["training"],
    opt=does(Action.TAKE_TRAINING),
    responses=refusals(401, 403, 404),
    media_type="application/pdf",
)
async def open_certificate(
    code: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> Response[bytes]:
    document = await marketplace.training.certificates.printed(actor, code)
    headers = {
        "Content-Disposition": f'attachment; filename="{document.name}"',
        "Cache-Control": "private, no-store",
    }
    return Response(document.content, media_type="application/pdf", headers=headers)


ROUTES = (verify_certificate, open_certificate)
