"""Sessions: one signed-in device each, and the two tokens that prove it.

The access token is short-lived and carries its session's id, which is looked up at every request, so
that signing out works at once. The refresh token buys the next access token and is replaced each time.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import ClassVar

import attrs

from haulage.accounts.account import Account, User
from haulage.accounts.factors import Factor
from haulage.accounts.identities import Identity, providers_of
from haulage.accounts.metadata import Metadata
from haulage.kernel.errors import Unauthenticated
from haulage.kernel.policy import Actor


@attrs.frozen
class SessionTerms:
    """How long an access token lasts, and how long a used refresh token may be repeated."""

    access_lifetime: timedelta
    refresh_reuse_interval: timedelta


STANDARD_SESSION_TERMS = SessionTerms(
    access_lifetime=timedelta(hours=1), refresh_reuse_interval=timedelta(seconds=10)
)


class AssuranceLevel(StrEnum):
    """How well an identity was proved: by one factor, or by two."""

    ONE_FACTOR = "aal1"
    TWO_FACTORS = "aal2"


class SignInMethod(StrEnum):
    """How an identity was proved, in the words of the ``amr`` claim."""

    PASSWORD = "password"  # noqa: S105  (the name of a method)
    OTP = "otp"
    RECOVERY = "recovery"
    OAUTH = "oauth"
    TOTP = "totp"
    WEBAUTHN = "webauthn"


@attrs.frozen
class Proof:
    """One proof of identity, and when it was given."""

    method: SignInMethod
    at: datetime


class SignOutScope(StrEnum):
    """Which sessions end: all of the account's, this one, or all but this one."""

    GLOBAL = "global"
    LOCAL = "local"
    OTHERS = "others"


@attrs.define(eq=False, str=False)
class NoAccessToken(Unauthenticated):
    """The request carried no bearer token."""

    code: ClassVar[str] = "no_authorization"

    @property
    def message(self) -> str:
        return "This endpoint requires a valid Bearer token"


@attrs.define(eq=False, str=False)
class BadAccessToken(Unauthenticated):
    """Not a token of ours, or one whose time is over."""

    code: ClassVar[str] = "bad_jwt"

    @property
    def message(self) -> str:
        return "invalid JWT: the token is malformed, expired or not signed by this server"


@attrs.define(eq=False, str=False)
class SessionNotFound(Unauthenticated):
    """The token is genuine and its session has ended."""

    code: ClassVar[str] = "session_not_found"

    @property
    def message(self) -> str:
        return "Session from session_id claim in JWT does not exist"


@attrs.frozen
class Session:
    """A signed-in device. ``revoked_at`` is set when its refresh tokens were seen in two hands."""

    id: str
    account_id: str
    created_at: datetime
    refreshed_at: datetime
    proofs: Sequence[Proof]
    assurance: AssuranceLevel = AssuranceLevel.ONE_FACTOR
    revoked_at: datetime | None = None


@attrs.frozen
class Bearer:
    """As much of somebody with a living session as every request has to know."""

    account_id: str
    actor: Actor
    needs_second_factor: bool


@attrs.frozen
class SignedIn:
    """Everything about somebody with a living session."""

    account: Account
    user: User
    session: Session
    driver_id: str | None = None
    factors: Sequence[Factor] = ()
    identities: Sequence[Identity] = ()
    """Those of providers; the account's own address is not among them."""

    @property
    def needs_second_factor(self) -> bool:
        """Whether the account has proved a second factor that this session has not given."""
        one_factor = self.session.assurance is AssuranceLevel.ONE_FACTOR
        return one_factor and any(factor.is_verified for factor in self.factors)

    @property
    def providers(self) -> tuple[str, ...]:
        return providers_of(self.account, self.identities)

    @property
    def actor(self) -> Actor:
        return Actor(user_id=self.user.id, user_type=self.user.user_type, driver_id=self.driver_id)


@attrs.frozen
class AccessClaims:
    """What an access token says. The server itself believes only the first two."""

    account_id: str
    session_id: str
    issued_at: datetime
    expires_at: datetime
    email: str = attrs.field(repr=False)
    assurance: AssuranceLevel
    proofs: Sequence[Proof]
    user_metadata: Metadata = attrs.field(repr=False)
    app_metadata: Metadata


@attrs.frozen
class SessionGrant:
    """A fresh pair of tokens, and whom they speak for."""

    access_token: str = attrs.field(repr=False)
    refresh_token: str = attrs.field(repr=False)
    expires_at: datetime
    lifetime: timedelta
    signed_in: SignedIn
