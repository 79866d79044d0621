"""What official clients read."""

from datetime import datetime
from typing import Any, Literal

import msgspec

from haulage.accounts import Account, SessionGrant, SignedIn
from haulage.accounts.account import EmailSide, app_metadata, platform_metadata
from haulage.accounts.factors import Factor, FactorChallenge
from haulage.accounts.identities import Identity
from haulage.accounts.passkeys import Passkey
from haulage.use_cases.accounts import AuthUser, AwaitingConfirmation, Ceremony, EnrolledFactor

AUDIENCE = "authenticated"
SIDE_SHOWN: dict[EmailSide, Literal["current", "new"]] = {EmailSide.CURRENT: "current", EmailSide.NEW: "new"}


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

    @classmethod
    def by_provider(cls, identity: Identity) -> "IdentityOut":
        return cls(
            identity_id=identity.id,
            id=identity.subject,
            user_id=identity.account_id,
            identity_data=dict(identity.data),
            provider=identity.provider.value,
            created_at=identity.created_at,
            updated_at=identity.updated_at,
            last_sign_in_at=identity.last_sign_in_at,
        )


class FactorOut(msgspec.Struct):
    """A second factor; an unverified one protects nothing yet."""

    id: str
    friendly_name: str
    factor_type: str
    status: str
    created_at: datetime
    updated_at: datetime

    @classmethod
    def of(cls, factor: Factor) -> "FactorOut":
        return cls(
            factor.id,
            factor.friendly_name,
            factor.type.value,
            factor.status.value,
            factor.created_at,
            factor.updated_at,
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
    new_email: str | None = None
    new_email_answered: Literal["current", "new"] | None = None
    """Which of the two mailboxes has agreed to the new address already."""
    confirmation_sent_at: datetime | None = None
    factors: list[FactorOut] = []

    @classmethod
    def of(cls, signed_in: SignedIn | AuthUser) -> "UserOut":
        account = signed_in.account
        own = [IdentityOut.by_email(account)] if account.by_email else []
        linked = [IdentityOut.by_provider(identity) for identity in signed_in.identities]
        platform = app_metadata(signed_in.user, signed_in.providers)
        shown = cls.described(account, platform, own + linked)
        shown.factors = [FactorOut.of(factor) for factor in signed_in.factors]
        return shown

    @classmethod
    def awaiting(cls, pending: AwaitingConfirmation) -> "UserOut":
        """A user who has to confirm; one that is made up has no identities, and nothing else to tell."""
        account = pending.account
        metadata = platform_metadata(pending.user_id, pending.user_type)
        identities = [] if pending.made_up else [IdentityOut.by_email(account)]
        shown = cls.described(account, metadata, identities)
        shown.confirmation_sent_at = account.created_at
        return shown

    @classmethod
    def described(
        cls, account: Account, platform: dict[str, Any], identities: list[IdentityOut]
    ) -> "UserOut":
        return cls(
            id=account.id,
            aud=AUDIENCE,
            role=AUDIENCE,
            email=account.email,
            phone="",
            email_confirmed_at=account.email_confirmed_at,
            confirmed_at=account.email_confirmed_at,
            last_sign_in_at=account.last_sign_in_at,
            app_metadata=platform,
            user_metadata=dict(account.user_metadata),
            identities=identities,
            created_at=account.created_at,
            updated_at=account.updated_at,
            new_email=account.new_email,
            new_email_answered=SIDE_SHOWN[account.new_email_answered] if account.new_email_answered else None,
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


class TotpOut(msgspec.Struct):
    """What an authenticator application is told, once: as a picture (SVG), in letters, as an address."""

    qr_code: str
    secret: str
    uri: str


class EnrolledOut(msgspec.Struct):
    id: str
    type: str
    friendly_name: str
    totp: TotpOut

    @classmethod
    def of(cls, enrolled: EnrolledFactor) -> "EnrolledOut":
        factor = enrolled.factor
        totp = TotpOut(enrolled.qr_svg, enrolled.secret, enrolled.uri)
        return cls(factor.id, factor.type.value, factor.friendly_name, totp)


class ChallengeOut(msgspec.Struct):
    """A challenge to answer before ``expires_at``, in seconds since 1970."""

    id: str
    type: str
    expires_at: int

    @classmethod
    def of(cls, challenge: FactorChallenge) -> "ChallengeOut":
        return cls(challenge.id, "totp", int(challenge.expires_at.timestamp()))


class UnenrolledOut(msgspec.Struct):
    id: str


class RecoveryCodesOut(msgspec.Struct):
    """Ten codes, told this once."""

    codes: list[str]


class RecoveryCodesLeftOut(msgspec.Struct):
    """How many of the ten work still; ``created_at`` is null where none were ever made."""

    left: int
    created_at: datetime | None


class OtherAddressNeededOut(msgspec.Struct):
    """The first of two mails about a new address was answered: GoTrue's answer, which clients know by its
    ``code``."""

    msg: str
    code: Literal["200"] = "200"


class NothingOut(msgspec.Struct):
    """That it was done, whatever it was."""


class LinkOut(msgspec.Struct):
    """Where to send the browser."""

    url: str


class PasskeyOut(msgspec.Struct):
    """A passkey of the signed-in user; ``backed_up`` where the device's maker keeps a copy."""

    id: str
    friendly_name: str
    backed_up: bool
    created_at: datetime
    last_used_at: datetime | None

    @classmethod
    def of(cls, passkey: Passkey) -> "PasskeyOut":
        return cls(passkey.id, passkey.name, passkey.backed_up, passkey.created_at, passkey.last_used_at)


class CeremonyOut(msgspec.Struct):
    """``options`` are what ``PublicKeyCredential.parse…OptionsFromJSON`` of a browser takes."""

    challenge_id: str
    options: dict[str, Any]
    expires_at: int
    """Seconds since 1970."""

    @classmethod
    def of(cls, ceremony: Ceremony) -> "CeremonyOut":
        return cls(ceremony.id, dict(ceremony.options), int(ceremony.expires_at.timestamp()))


class SettingsOut(msgspec.Struct):
    """Which ways to sign in are open."""

    external: dict[str, bool]
    disable_signup: bool
    mailer_autoconfirm: bool
    phone_autoconfirm: bool
    sms_provider: str
    saml_enabled: bool
    passkeys_enabled: bool = False
    mailer_secure_email_change_enabled: bool = True
    """Whether a new address is confirmed from the old one too."""


class HealthOut(msgspec.Struct):
    """That the account routes answer."""

    name: str
    version: str
    description: str


class KeySetOut(msgspec.Struct):
    """A JSON Web Key Set (RFC 7517)."""

    keys: list[dict[str, str]]
