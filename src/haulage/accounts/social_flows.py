"""A sign-in that is away at a provider, and how its return is known.

The state is random, single-use and kept as a hash. The return has to come in the browser that left,
which carries a random value in a cookie: a link that somebody else prepared signs nobody in. The
verifier of RFC 7636 and the nonce of OpenID Connect are derived from the state under a server key, so
that none of them is stored.
"""

from datetime import datetime
from hashlib import sha256

import attrs

from haulage.accounts.flows import CodeChallenge
from haulage.accounts.identities import SOCIAL_FLOW_LIFETIME, Provider
from haulage.kernel.errors import RuleBroken, Unavailable

MAX_STATE_LENGTH = 255


class ProviderNotEnabled(RuleBroken):
    """No such provider is set up here."""

    code = "validation_failed"
    message = "Unsupported provider: provider is not enabled"


class ProviderDisabled(ProviderNotEnabled):
    """The same, told to an application that has somebody's id token of a provider that we know."""

    code = "provider_disabled"


class BadOAuthState(RuleBroken):
    """The OAuth state is forged, used, expired or from another browser."""

    code = "bad_oauth_state"
    message = "OAuth callback with invalid state. Please try again"


class SignInDeclined(RuleBroken):
    """The user cancelled the sign-in at the provider."""

    code = "access_denied"
    message = "The sign-in was canceled"


@attrs.define
class BadProviderAnswer(RuleBroken):
    """The sign-in provider's response is invalid."""

    code = "bad_oauth_callback"
    provider: Provider

    @property
    def message(self) -> str:
        return f"The answer of {self.provider} could not be verified"


@attrs.define
class ProviderSilent(Unavailable):
    """The provider did not answer."""

    code = "unexpected_failure"
    message: str = "Unable to exchange external code. Please try again"


@attrs.define
class BadIdToken(RuleBroken):
    """The ID token is expired, or not issued by this provider, for us, for this sign-in."""

    code = "validation_failed"
    message: str = "Bad ID token"


@attrs.frozen
class SocialFlow:
    """Who left for which provider. *account_id* is whom a new identity is to be linked to, and *session_id*
    the session that asked for it."""

    state_hash: str
    browser_hash: str
    provider: Provider
    redirect_to: str
    created_at: datetime
    challenge: CodeChallenge | None = None
    account_id: str | None = None
    session_id: str | None = None

    def is_late(self, now: datetime) -> bool:
        return now - self.created_at > SOCIAL_FLOW_LIFETIME


def state_hash(state: str) -> str:
    """What is kept of a state, or of the value in the browser's cookie."""
    return sha256(state.encode(errors="replace")).hexdigest()
