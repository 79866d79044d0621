"""Sessions and accounts, as their owners and administrators see them."""

from typing import Annotated

from msgspec import Meta

from haulage.accounts.suspension import MAX_REASON_LENGTH
from haulage.kernel.actor import UserType
from haulage.use_cases.accounts import ListedSession, OperatedAccount
from haulage_adapters.wire.common import In, Instant, Out


class ListedSessionOut(Out):
    """A signed-in device. ``device`` is put into words from what its program says of itself.

    ``network`` is the part of the network that it was last seen in, of 256 addresses or more. It ends at
    ``ends_at`` if it is not used again.
    """

    id: str
    created_at: Instant
    last_used_at: Instant
    ends_at: Instant
    device: str
    network: str | None
    is_current: bool

    @classmethod
    def of(cls, session: ListedSession) -> "ListedSessionOut":
        return cls.from_attributes(session)


class WhoIn(In):
    """The e-mail address of an account, or the id of its user."""

    who: Annotated[str, Meta(min_length=1, max_length=320)]


class ReasonIn(In):
    """Why; it is mailed to the person concerned."""

    reason: Annotated[str, Meta(min_length=1, max_length=MAX_REASON_LENGTH)]


class AccountOut(Out):
    """An account as administrators see it. Nobody can sign in to it since ``suspended_at``."""

    user_id: str
    auth_id: str
    email: str
    name: str
    user_type: UserType
    created_at: Instant
    last_sign_in_at: Instant | None
    suspended_at: Instant | None
    suspension_reason: str | None

    @classmethod
    def of(cls, found: OperatedAccount) -> "AccountOut":
        account, user = found.account, found.user
        return cls.from_attributes(
            account, user_id=user.id, auth_id=account.id, name=user.name, user_type=user.user_type
        )
