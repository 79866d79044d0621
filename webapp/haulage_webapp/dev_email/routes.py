"""``/dev/mail``: what the demonstration would have sent, for whoever tries it out.

Only there: everywhere else the links in mails let their bearer into somebody's account, and the
addresses answer as if they did not exist.
"""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from litestar import MediaType, Response, Router, get
from litestar.datastructures import State
from litestar.params import Parameter

from haulage.kernel.errors import NotFound
from haulage.kernel.policy import Action
from haulage.ports.messaging.email import PostedEmail
from haulage_adapters.settings import Settings
from haulage_webapp.dependencies import InjectedMarketplace
from haulage_webapp.dev_email.page import mailbox_page
from haulage_webapp.security import does

LATEST = 100

PRIVATE = {"Cache-Control": "no-store", "X-Robots-Tag": "noindex"}
AS_SENT = {
    **PRIVATE,
    # A mail may look as it likes and open its links. It runs and fetches nothing, and has no origin.
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'; sandbox allow-popups allow-popups-to-escape-sandbox"
    ),
}


class MailOut(msgspec.Struct):
    """One mail."""

    reference: str
    to: str
    subject: str
    text: str
    html: str


class MailsOut(msgspec.Struct):
    """Newest first."""

    items: list[MailOut]
    next: None = None


async def _latest(state: State, marketplace: InjectedMarketplace) -> Sequence[PostedEmail]:
    settings: Settings = state.settings
    if not settings.demo:
        raise NotFound("Page")
    return await marketplace.email.read_mailbox(LATEST)


@get("/", opt=does(Action.READ_DEMONSTRATION_MAIL), media_type=MediaType.HTML)
async def show_mails(state: State, marketplace: InjectedMarketplace) -> Response[str]:
    """The page."""
    return Response(mailbox_page(await _latest(state, marketplace)), headers=PRIVATE)


@get("/messages.json", opt=does(Action.READ_DEMONSTRATION_MAIL))
async def list_mails(state: State, marketplace: InjectedMarketplace) -> Response[MailsOut]:
    """The same for programs."""
    items = [
        MailOut(posted.reference, posted.mail.to, posted.mail.subject, posted.mail.text, posted.mail.html)
        for posted in await _latest(state, marketplace)
    ]
    return Response(MailsOut(items), headers=PRIVATE)


@get("/{reference:str}", opt=does(Action.READ_DEMONSTRATION_MAIL), media_type=MediaType.HTML)
async def show_mail(
    state: State, marketplace: InjectedMarketplace, reference: Annotated[str, Parameter(max_length=64)]
) -> Response[str]:
    """One mail as its reader sees it."""
    for posted in await _latest(state, marketplace):
        if posted.reference == reference:
            return Response(posted.mail.html, headers=AS_SENT)
    raise NotFound("Mail")


DEV_MAIL = Router("/dev/mail", route_handlers=[show_mails, list_mails, show_mail], include_in_schema=False)
