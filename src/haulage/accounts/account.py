"""Who somebody is: the account that signs in, and the user that the marketplace knows.

An account holds what proves an identity; a user holds what orders, drivers and messages refer to
(AUT-05). They are made together, so that one never exists without the other.
"""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any

import attrs

from haulage.accounts.metadata import Metadata, Profile
from haulage.kernel.actor import UserType
from haulage.kernel.errors import NotFound, RuleBroken
from haulage.kernel.local_time import PLATFORM_ZONE


class EmailTaken(RuleBroken):
    """Another account has this email address already (AUT-13)."""

    code = "user_already_exists"
    message = "User already registered"
    field = "email"


class EmailExists(EmailTaken):
    """The address that somebody wants to change to has an account."""

    code = "email_exists"
    message = "A user with this email address has already been registered"


class InvalidCredentials(RuleBroken):
    """The address or the password is wrong; the answer does not say which (AUT-20)."""

    code = "invalid_credentials"
    message = "Invalid login credentials"


@attrs.define
class NoSuchAccount(NotFound):
    """No account has this email address. Only operators are told this."""

    code = "user_not_found"
    what: str = "User"


class EmailSide(StrEnum):
    """One of the two mailboxes of a change of address."""

    CURRENT = "current"
    NEW = "new"


@attrs.frozen
class Account:
    """What somebody signs in with. ``id`` is the auth id, a UUID; ``email`` is normalised.

    ``password_hash`` is None where nobody can sign in by password. ``repr`` shows nothing personal.
    """

    id: str
    email: str = attrs.field(repr=False)
    password_hash: str | None = attrs.field(repr=False)
    user_metadata: Metadata = attrs.field(repr=False)
    created_at: datetime
    updated_at: datetime
    email_confirmed_at: datetime | None = None
    last_sign_in_at: datetime | None = None
    new_email: str | None = attrs.field(default=None, repr=False)
    """An address that is to replace ``email`` once the mails about it are answered."""
    new_email_answered: EmailSide | None = None
    """Which of the two mailboxes has answered, where both have to."""
    by_email: bool = True
    """Whether the address itself is a way in; False for those who only ever came by a provider."""
    suspended_at: datetime | None = None
    """Since when nobody can sign in; see :mod:`haulage.accounts.suspension`."""
    suspension_reason: str | None = attrs.field(default=None, repr=False)
    version: int = 1


@attrs.frozen
class User:
    """Somebody as the marketplace knows them (AUT-05). The role lives here and nowhere else."""

    id: str
    auth_id: str
    email: str = attrs.field(repr=False)
    name: str = attrs.field(repr=False)
    phone: str = attrs.field(repr=False)
    user_type: UserType
    created_at: datetime
    updated_at: datetime
    timezone: str = PLATFORM_ZONE.key
    version: int = 1


def new_account(
    *,
    id: str,
    email: str,
    password_hash: str | None,
    metadata: Metadata,
    now: datetime,
    confirmed: bool,
    by_email: bool = True,
) -> Account:
    """An account as sign-up leaves it."""
    return Account(
        id=id,
        email=email,
        password_hash=password_hash,
        user_metadata=metadata,
        created_at=now,
        updated_at=now,
        email_confirmed_at=now if confirmed else None,
        by_email=by_email,
    )


def new_user(*, id: str, account: Account, profile: Profile, user_type: UserType) -> User:
    """The user of a new account; what was not told stays empty until it is asked for (OP-58)."""
    return User(
        id=id,
        auth_id=account.id,
        email=account.email,
        name=profile.name or "",
        phone=profile.phone or "",
        user_type=user_type,
        created_at=account.created_at,
        updated_at=account.created_at,
    )


def with_password(account: Account, password_hash: str, now: datetime) -> Account:
    """Whoever has a password signs in by it and the address."""
    return attrs.evolve(account, password_hash=password_hash, by_email=True, updated_at=now)


def with_metadata(account: Account, metadata: Metadata, now: datetime) -> Account:
    return attrs.evolve(account, user_metadata=metadata, updated_at=now)


def with_profile_of(user: User, profile: Profile, now: datetime) -> User:
    """The user after a profile update; the same user when nothing of it was told."""
    changes = {name: value for name, value in attrs.asdict(profile).items() if value is not None}
    if all(getattr(user, name) == value for name, value in changes.items()):
        return user
    return attrs.evolve(user, **changes, updated_at=now)


def as_type(user: User, user_type: UserType, now: datetime) -> User:
    """The user in another role; the same user when they have it already."""
    if user.user_type is user_type:
        return user
    return attrs.evolve(user, user_type=user_type, updated_at=now)


def app_metadata(user: User, providers: Sequence[str] = ("email",)) -> dict[str, Any]:
    """What the platform says of an account, for clients to read; never read back."""
    return platform_metadata(user.id, user.user_type.value, providers) | {"timezone": user.timezone}


def platform_metadata(user_id: str, user_type: str, providers: Sequence[str] = ("email",)) -> dict[str, Any]:
    """The same of a user that may not exist."""
    return {
        "provider": providers[0],
        "providers": list(providers),
        "user_id": user_id,
        "user_type": user_type,
    }
