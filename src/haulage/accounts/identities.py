"""Identities: the ways in which one account signs in, and when a new one may join it.

An identity is what a provider says of somebody. Two identities are of one account only where both
sides have shown that the address is theirs; otherwise whoever writes another's address into a profile
would be let into their account.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import Enum, StrEnum, auto

import attrs

from haulage.accounts.account import Account
from haulage.accounts.metadata import MAX_NAME_LENGTH, Metadata
from haulage.kernel.actor import UserType
from haulage.kernel.errors import RuleBroken

MAX_SUBJECT_LENGTH = 255
"""OpenID Connect Core 1.0, section 2: a subject has at most 255 ASCII characters."""


class Provider(StrEnum):
    """Who vouches for an identity; ``EMAIL`` is this server itself."""

    EMAIL = "email"
    GOOGLE = "google"
    FACEBOOK = "facebook"


class IdentityNotFound(RuleBroken):
    """No such identity of this account."""

    code = "identity_not_found"
    message = "Identity doesn't exist"


@attrs.define
class IdentityAlreadyExists(RuleBroken):
    """The provider's account is already linked, to this account or to another."""

    code = "identity_already_exists"
    to_another: bool = False

    @property
    def message(self) -> str:
        return (
            "Identity is already linked to another user" if self.to_another else "Identity is already linked"
        )


class SingleIdentityNotDeletable(RuleBroken):
    """The last identity of an account cannot be removed: nobody could sign in any more."""

    code = "single_identity_not_deletable"
    message = "User must have at least 1 identity after unlinking"


@attrs.define
class AddressNeedsProof(RuleBroken):
    """The provider has not verified the email address, and an account needs a verified one."""

    code = "provider_email_needs_verification"
    provider: Provider
    mailed: bool = False

    @property
    def message(self) -> str:
        if self.mailed:
            return f"Unverified email with {self.provider}. A confirmation email has been sent to it"
        return (
            f"Unverified email with {self.provider}. Sign in the way you did before and link {self.provider} "
            "on your account page"
        )


@attrs.define
class AccountNeedsSignIn(RuleBroken):
    """An account has this address already; its owner has to sign in before the identity is linked."""

    code = "email_exists"
    provider: Provider

    @property
    def message(self) -> str:
        return (
            "An account with this email already exists. Sign in the way you did before and link "
            f"{self.provider} on your account page"
        )


@attrs.define
class EmailNotProvided(RuleBroken):
    """The provider gave no email address, and an account needs one."""

    code = "email_address_invalid"
    provider: Provider

    @property
    def message(self) -> str:
        return f"Error getting user email from external provider: {self.provider} told none"


@attrs.frozen
class ProvenIdentity:
    """What a provider has just said of somebody. *email* is normalised, or None where it told none."""

    provider: Provider
    subject: str = attrs.field(repr=False)
    email: str | None = attrs.field(repr=False)
    email_verified: bool
    name: str = attrs.field(default="", repr=False)

    @property
    def data(self) -> Metadata:
        """The same in the words that official clients read."""
        claims = {
            "sub": self.subject,
            "provider_id": self.subject,
            "email": self.email,
            "email_verified": self.email_verified,
            "phone_verified": False,
            "name": self.name,
            "full_name": self.name,
        }
        return {key: value for key, value in claims.items() if value not in {None, ""}}


@attrs.frozen
class Identity:
    """A way in, as it is kept; ``subject`` is the account's id with its provider."""

    id: str
    account_id: str
    provider: Provider
    subject: str = attrs.field(repr=False)
    email: str | None = attrs.field(repr=False)
    email_verified: bool
    data: Metadata = attrs.field(repr=False)
    created_at: datetime
    updated_at: datetime
    last_sign_in_at: datetime | None = None


def new_identity(*, id: str, account_id: str, proven: ProvenIdentity, now: datetime) -> Identity:
    """An identity that signs in for the first time."""
    return Identity(
        id=id,
        account_id=account_id,
        provider=proven.provider,
        subject=proven.subject,
        email=proven.email,
        email_verified=proven.email_verified,
        data=proven.data,
        created_at=now,
        updated_at=now,
        last_sign_in_at=now,
    )


def seen_again(identity: Identity, proven: ProvenIdentity, now: datetime) -> Identity:
    """The identity with what its provider says now."""
    return attrs.evolve(
        identity,
        email=proven.email,
        email_verified=proven.email_verified,
        data=proven.data,
        updated_at=now,
        last_sign_in_at=now,
    )


def providers_of(account: Account, identities: Sequence[Identity]) -> tuple[str, ...]:
    """The ways in which an account signs in, each once; its own address first."""
    own = (Provider.EMAIL,) if account.by_email else ()
    return tuple(dict.fromkeys(str(name) for name in (*own, *(each.provider for each in identities))))


def readable_name(claim: object) -> str:
    """A provider's name for somebody, as far as it can be kept."""
    text = "".join(letter for letter in claim if letter.isprintable()) if isinstance(claim, str) else ""
    return text.strip()[:MAX_NAME_LENGTH].rstrip()


class Admission(Enum):
    """What becomes of somebody whom a provider has shown."""

    CREATE = auto()
    """Nobody has the address: a new customer."""
    CREATE_UNPROVEN = auto()
    """The same, and a mail has to be answered first."""
    LINK = auto()
    """The account is theirs: both sides have shown the address."""
    RECLAIM = auto()
    """The account never showed the address, and this does: what was put there before is removed."""
    WAIT_FOR_MAIL = auto()
    """The account never showed the address, and neither does this."""
    REFUSE_UNVERIFIED = auto()
    """The account is somebody's, and this does not show the address."""
    REFUSE_LINK = auto()
    """Only whoever is signed in may link this."""


def admission(
    proven: ProvenIdentity,
    account: Account | None,
    user_type: UserType | None,
    *,
    autoconfirm: bool,
    believes_confirmed: bool,
) -> Admission:
    """What to do with an identity that is new here; *account* is the one that has its address.

    With *autoconfirm* addresses count without a proof: a newcomer's do, but never to enter an account
    that exists. Then *believes_confirmed* is False where a provider that really proves addresses meets
    accounts that have proved none. An administrator's account is never entered by an address alone.
    """
    if account is None:
        return Admission.CREATE if proven.email_verified or autoconfirm else Admission.CREATE_UNPROVEN
    if account.email_confirmed_at is None:
        return Admission.RECLAIM if proven.email_verified else Admission.WAIT_FOR_MAIL
    if not proven.email_verified:
        return Admission.REFUSE_UNVERIFIED
    if user_type is UserType.ADMIN or not believes_confirmed:
        return Admission.REFUSE_LINK
    return Admission.LINK


SOCIAL_FLOW_LIFETIME = timedelta(minutes=10)
"""From leaving for the provider to coming back."""
