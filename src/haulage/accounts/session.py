"""Sessions: one signed-in device each, and the two tokens that prove it.

The access token is short-lived and carries its session's id, which is looked up at every request, so
that signing out works at once. The refresh token buys the next access token and is replaced each time.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum

import attrs

from haulage.accounts.account import Account, User
from haulage.accounts.factors import Factor
from haulage.accounts.identities import Identity, providers_of
from haulage.accounts.metadata import Metadata
from haulage.kernel.actor import Actor, UserType
from haulage.kernel.errors import Unauthenticated


@attrs.frozen
class SessionEnds:
    """When a session ends by itself: so long after the sign-in, and so long after its last use."""

    longest: timedelta
    idle: timedelta


STANDARD_ENDS = SessionEnds(longest=timedelta(days=30), idle=timedelta(days=14))
"""NIST SP 800-63B-4, 2.1.3: at its first assurance level reauthentication after no more than 30 days; it sets
no time without use there. ASVS 5.0, 7.3.1 and 7.3.2, asks for both. Fourteen days are ours."""

STANDARD_ADMIN_ENDS = SessionEnds(longest=timedelta(hours=24), idle=timedelta(hours=1))
"""NIST SP 800-63B-4, 2.2.3: at the second level no more than 24 hours, and one hour without use."""


@attrs.frozen
class SessionTerms:
    """How long access tokens last and used refresh tokens may be repeated, and when sessions end."""

    access_lifetime: timedelta
    refresh_reuse_interval: timedelta
    ends: SessionEnds = STANDARD_ENDS
    admin_ends: SessionEnds = STANDARD_ADMIN_ENDS

    def ends_at(self, times: "SessionTimes", user_type: UserType | None) -> datetime:
        """When a session ends if it is not used again. The role of now counts, not that of the sign-in."""
        ends = self.admin_ends if user_type is UserType.ADMIN else self.ends
        return min(times.created_at + ends.longest, times.last_used_at + ends.idle)


STANDARD_SESSION_TERMS = SessionTerms(
    access_lifetime=timedelta(hours=1), refresh_reuse_interval=timedelta(seconds=10)
)

USE_NOTED_EVERY = timedelta(minutes=5)
"""Ours: how exactly the last use of a session is known. It bounds what requests write."""


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
    RECOVERY_CODE = "recovery_code"


@attrs.frozen
class Proof:
    """One proof of identity, and when it was given.

    ``means_since`` is when the factor or passkey was added that gave it to a session under way; None where
    the means opened the session, or is the account's own password or mailbox.
    """

    method: SignInMethod
    at: datetime
    means_since: datetime | None = None


class SignOutScope(StrEnum):
    """Which sessions end: all of the account's, this one, or all but this one."""

    GLOBAL = "global"
    LOCAL = "local"
    OTHERS = "others"


class NoAccessToken(Unauthenticated):
    """The request carried no bearer token."""

    code = "no_authorization"
    message = "This endpoint requires a valid Bearer token"


class BadAccessToken(Unauthenticated):
    """The access token is not one of ours, or has expired."""

    code = "bad_jwt"
    message = "invalid JWT: the token is malformed, expired or not signed by this server"


class SessionNotFound(Unauthenticated):
    """The access token is valid, but its session has ended."""

    code = "session_not_found"
    message = "Session from session_id claim in JWT does not exist"


@attrs.frozen
class SessionTimes:
    """When a session began, was last refreshed and was last used."""

    created_at: datetime
    refreshed_at: datetime
    used_at: datetime | None = None
    """The last request, as exactly as :data:`USE_NOTED_EVERY` has it; None before the first."""

    @property
    def last_used_at(self) -> datetime:
        return max(self.refreshed_at, self.used_at or self.refreshed_at)

    def needs_note(self, now: datetime) -> bool:
        """Whether a request of *now* is worth noting."""
        return self.used_at is None or now - self.used_at >= USE_NOTED_EVERY


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
    used_at: datetime | None = None
    user_agent: str | None = attrs.field(default=None, repr=False)
    network: str | None = attrs.field(default=None, repr=False)
    """Both of the last request that was noted; the network is coarse."""

    @property
    def times(self) -> SessionTimes:
        return SessionTimes(self.created_at, self.refreshed_at, self.used_at)


@attrs.frozen
class Bearer:
    """As much of somebody with a living session as every request has to know."""

    account_id: str
    actor: Actor
    needs_second_factor: bool
    session: SessionTimes
    has_both_factors: bool = False


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
