"""What kind of marketplace this is, for the browser to say so."""

from typing import Literal

import msgspec
from litestar import get
from litestar.datastructures import State

from haulage import __version__
from haulage.kernel.policy import Action
from haulage_adapters.assembly.demonstration import DemonstrationSignIns
from haulage_adapters.settings import Settings
from haulage_webapp.security import OPEN_TO_VISITORS, does


class BrowserMapOut(msgspec.Struct):
    """What draws the map: Google's script, a MapLibre style, or the map that is bundled."""

    engine: Literal["google", "style", "bundled"]
    style_url: str | None
    google_maps_key: str | None
    """Meant for browsers: Google restricts such a key to the site's own addresses."""


class CardFormOut(msgspec.Struct):
    """How customers show their cards: in the documented form, or in Stripe's own fields."""

    form: Literal["documented", "stripe"]
    publishable_key: str | None
    """Meant for browsers: with it cards can be shown to Stripe, and nothing can be read."""


class SignInOut(msgspec.Struct):
    """An account of the demonstration, whose passwords are no secret."""

    role: str
    email: str
    password: str


class StatusOut(msgspec.Struct):
    """The mode, the outside services that are simulated here, and what browsers draw and show."""

    mode: Literal["default", "demo", "real"]
    version: str
    simulated: list[str]
    maps: BrowserMapOut
    cards: CardFormOut
    mail: Literal["sent", "file", "page"]
    """Where mails are found: in people's mailboxes, in a file on the server, or at /dev/mail."""
    support_email: str | None
    """Where questions go; null where nobody would read them."""
    min_age_apply: int
    """How old, in years, somebody has to be to apply to drive."""
    min_age_approve: int
    """How old, in years, an applicant has to be to be approved."""
    sign_ins: list[SignInOut]
    """One of each kind, to try the demonstration with; none elsewhere."""


@get(
    "/status",
    operation_id="get_status",
    summary="The mode, what is simulated, and which map and card form browsers draw",
    tags=["status"],
    opt=does(Action.SEE_PUBLIC_PAGE),
    security=OPEN_TO_VISITORS,
)
async def get_status(state: State) -> StatusOut:
    settings: Settings = state.settings
    maps = BrowserMapOut(settings.map_engine, settings.map_style_url, settings.google_maps_key)
    cards = CardFormOut("documented", None)
    if settings.cards_are_shown_to_stripe:
        cards = CardFormOut("stripe", settings.stripe_publishable_key)
    return StatusOut(
        settings.mode,
        __version__,
        list(settings.simulated_services),
        maps,
        cards,
        _where_mail_is(settings),
        settings.shown_support_email,
        settings.min_age_apply,
        settings.min_age_approve,
        _sign_ins() if settings.demo else [],
    )


def _where_mail_is(settings: Settings) -> Literal["sent", "file", "page"]:
    if settings.smtp is not None:
        return "sent"
    return "page" if settings.demo else "file"


def _sign_ins() -> list[SignInOut]:
    return [SignInOut(*row) for row in DemonstrationSignIns(changed=False).rows()]


ROUTES = [get_status]
