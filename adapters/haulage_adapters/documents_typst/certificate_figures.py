"""What the layout of a certificate is given."""

from io import BytesIO

import segno

from haulage.kernel.local_time import platform_time
from haulage.training import Certificate
from haulage_adapters.documents_typst.figures import MONTHS, Figures
from haulage_adapters.documents_typst.plain import printable


def certificate_figures(certificate: Certificate, public_url: str) -> Figures:
    address = f"{public_url}/certificates/{certificate.code}"
    day = platform_time(certificate.completed_at).date()
    return {
        "holder": printable(certificate.holder),
        "module": certificate.module_title,
        "day": f"{MONTHS[day.month - 1]} {day.day}, {day.year}",
        "score": None if certificate.score is None else f"{certificate.score}%",
        "code": certificate.code,
        "address": address,
        "host": public_url.partition("://")[2],
        "qr": _qr(address),
    }


def _qr(address: str) -> str:
    drawn = BytesIO()
    segno.make(address, error="m").save(
        drawn, kind="svg", border=0, dark="#15191b", xmldecl=False, svgns=True
    )
    return drawn.getvalue().decode()
