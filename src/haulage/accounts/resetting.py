"""What a password reset by mail takes away, besides every other session.

Somebody resets their password because they forgot it, or because somebody else was in. Nobody can tell which,
so the reset removes every way into the account that a stranger could have left there:

- identities and passkeys that were added since the oldest of the sessions that the reset ends began, and
  whatever was added in the last 30 days, for a stranger may have signed out in between;
- second factors that were enrolled and never proved, and recovery codes made in the same time;
- an address to move to that is not confirmed yet.

What stays is what the owner surely had before: older identities and passkeys, an identity that was there when
the address was confirmed, and one whose provider vouches for the very mailbox that the reset was mailed to.
A proved second factor stays too, since a reset needs its code: :class:`ResetFactors` removes those.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from haulage.accounts.account import Account
from haulage.accounts.identities import Identity

RESET_REACH = timedelta(days=30)
"""Ours: how long before a reset a stranger may have been in and gone again."""


def reset_reaches_to(now: datetime, sessions_began: Sequence[datetime]) -> datetime:
    """The time since which nothing that was added is believed; *sessions_began* are those that end."""
    return min([now - RESET_REACH, *sessions_began])


def outlives_reset(identity: Identity, account: Account, since: datetime) -> bool:
    """Whether *identity* stays."""
    if identity.created_at < since or (identity.email_verified and identity.email == account.email):
        return True
    confirmed_at = account.email_confirmed_at
    return confirmed_at is not None and identity.created_at <= confirmed_at
