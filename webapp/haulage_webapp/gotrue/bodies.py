"""What official clients send and read. Unknown fields are ignored; null means absent."""

from datetime import datetime
from typing import Any

import msgspec

from haulage.accounts import Account, SessionGrant, SignedIn
from haulage.accounts.account import app_metadata

AUDIENCE = "authenticated"


class SignUpIn(msgspec.Struct, frozen=True):
    """A new account. ``data`` is the metadata: name, phone and user_type (customer or driver)."""

    email: str | None = None
    password: str | None = None
    phone: str | None = None
    data: dict[str, Any] | None = None


class TokenIn(msgspec.Struct, frozen=True):
    """Email and password, or a refresh token, as the grant type says."""

    email: str | None = None
    password: str | None = None
    phone: str | None = None
    refresh_token: str | None = None


class UserIn(msgspec.Struct, frozen=True):
    """What to change of the signed-in user; ``data`` is merged into the metadata, null removes a key."""

    email: str | None = None
    phone: str | None = None
    password: str | None = None
    data: dict[str, Any] | None = None


class IdentityOut(msgspec.Struct):
    """One way in which the user signs in."""

    identity_id: str
    id: str
    user_id: str
    identity_data: dict[str, Any]
    provider: str
    created_at: datetime
    updated_at: datetime
    last_sign_in_at: datetime | None

    @classmethod
    def by_email(cls, account: Account) -> "IdentityOut":
        return cls(
            identity_id=account.id,
            id=account.id,
            user_id=account.id,
            identity_data={
                "sub": account.id,
                "email": account.email,
                "email_verified": account.email_confirmed_at is not None,
                "phone_verified": False,
            },
            provider="email",
            created_at=account.created_at,
            updated_at=account.updated_at,
            last_sign_in_at=account.last_sign_in_at,
        )


class UserOut(msgspec.Struct):
    """The signed-in user. ``app_metadata`` is the platform's word, ``user_metadata`` the user's own."""

    id: str
    aud: str
    role: str
    email: str
    phone: str
    email_confirmed_at: datetime | None
    confirmed_at: datetime | None
    last_sign_in_at: datetime | None
    app_metadata: dict[str, Any]
    user_metadata: dict[str, Any]
    identities: list[IdentityOut]
    created_at: datetime
    updated_at: datetime
    is_anonymous: bool = False

    @classmethod
    def of(cls, signed_in: SignedIn) -> "UserOut":
        account = signed_in.account
        return cls(
            id=account.id,
            aud=AUDIENCE,
            role=AUDIENCE,
            email=account.email,
            phone="",
            email_confirmed_at=account.email_confirmed_at,
            confirmed_at=account.email_confirmed_at,
            last_sign_in_at=account.last_sign_in_at,
            app_metadata=app_metadata(signed_in.user),
            user_metadata=dict(account.user_metadata),
            identities=[IdentityOut.by_email(account)],
            created_at=account.created_at,
            updated_at=account.updated_at,
        )


class SessionOut(msgspec.Struct):
    """A pair of tokens with its user; ``expires_at`` is in seconds since 1970."""

    access_token: str
    token_type: str
    expires_in: int
    expires_at: int
    refresh_token: str
    user: UserOut

    @classmethod
    def of(cls, grant: SessionGrant) -> "SessionOut":
        return cls(
            access_token=grant.access_token,
            token_type="bearer",  # noqa: S106  (the kind of token, RFC 6750)
            expires_in=int(grant.lifetime.total_seconds()),
            expires_at=int(grant.expires_at.timestamp()),
            refresh_token=grant.refresh_token,
            user=UserOut.of(grant.signed_in),
        )


class SettingsOut(msgspec.Struct):
    """Which ways to sign in are open."""

    external: dict[str, bool]
    disable_signup: bool
    mailer_autoconfirm: bool
    phone_autoconfirm: bool
    sms_provider: str
    saml_enabled: bool


class HealthOut(msgspec.Struct):
    """That the account routes answer."""

    name: str
    version: str
    description: str


class KeySetOut(msgspec.Struct):
    """A JSON Web Key Set (RFC 7517)."""

    keys: list[dict[str, str]]
