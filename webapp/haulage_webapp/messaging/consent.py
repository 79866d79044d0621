"""The words that somebody agrees to where they first give their number (OP-103)."""

from litestar import get

from haulage.kernel.policy import Action
from haulage.messaging import CONSENT_TEXT, CONSENT_VERSION
from haulage_adapters.wire.message_preferences import ConsentTextOut
from haulage_webapp.security import OPEN_TO_VISITORS, does


@get(
    "/sms-consent",
    operation_id="get_sms_consent_text",
    summary="What consent to text messages says now",
    description=(
        "It is shown beside the field for a telephone number, before there is an account; the consent itself "
        "is given with `PUT /communication-preferences`."
    ),
    tags=["messages"],
    opt=does(Action.SEE_PUBLIC_PAGE),
    security=OPEN_TO_VISITORS,
)
async def get_sms_consent_text() -> ConsentTextOut:
    return ConsentTextOut(CONSENT_VERSION, CONSENT_TEXT)
