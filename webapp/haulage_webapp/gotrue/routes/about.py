"""Which ways to sign in are open, and the keys that check a token."""

from litestar import get

from haulage import __version__
from haulage.kernel.policy import Action
from haulage_webapp.gotrue.errors import auth_refusals
from haulage_webapp.gotrue.responses import HealthOut, KeySetOut, SettingsOut
from haulage_webapp.gotrue.routes.shared import TAGS, Accounts
from haulage_webapp.security import does


@get(
    "/settings",
    operation_id="auth_settings",
    summary="Which ways to sign in are open",
    tags=TAGS,
    opt=does(Action.SEE_PUBLIC_PAGE),
)
async def settings(accounts: Accounts) -> SettingsOut:
    return SettingsOut(
        external={
            "email": True,
            "phone": False,
            "google": accounts.social.open_to("google"),
            "facebook": accounts.social.open_to("facebook"),
            "anonymous_users": False,
        },
        disable_signup=False,
        mailer_autoconfirm=accounts.terms.autoconfirm,
        phone_autoconfirm=False,
        sms_provider="",
        saml_enabled=False,
        passkeys_enabled=accounts.passkeys.available,
        mailer_secure_email_change_enabled=accounts.terms.secure_email_change,
    )


@get(
    "/health",
    operation_id="auth_health",
    summary="That the account routes answer",
    tags=TAGS,
    opt=does(Action.SEE_PUBLIC_PAGE),
)
async def health() -> HealthOut:
    return HealthOut(name="GoTrue", version=__version__, description="haulage accounts, GoTrue-compatible")


@get(
    "/.well-known/jwks.json",
    operation_id="auth_key_set",
    summary="The public keys that check an access token",
    tags=TAGS,
    opt=does(Action.SEE_PUBLIC_PAGE),
    responses=auth_refusals(503),
)
async def key_set(accounts: Accounts) -> KeySetOut:
    return KeySetOut([dict(key) for key in await accounts.public_keys()])
