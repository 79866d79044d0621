"""Suspended accounts: nobody signs in to them, and what was signed in is so no more."""

from datetime import datetime

import attrs

from haulage.accounts.account import Account
from haulage.kernel.errors import InvalidInput, RuleBroken

MAX_REASON_LENGTH = 500


class AccountSuspended(RuleBroken):
    """The account is suspended. Only its owner, once authenticated, is told this."""

    code = "user_banned"
    message = "User is banned"


class OwnSuspension(RuleBroken):
    """An administrator cannot suspend their own account."""

    code = "own_suspension"
    message = "You cannot suspend your own account."


def checked_reason(reason: str) -> str:
    """What the person concerned will read. Raises ``InvalidInput``."""
    stripped = reason.strip()
    if not stripped or len(stripped) > MAX_REASON_LENGTH:
        raise InvalidInput("reason", f"is required, at most {MAX_REASON_LENGTH} characters")
    return stripped


def suspended(account: Account, reason: str, now: datetime) -> Account:
    """Suspending twice keeps the first instant and takes the new reason."""
    since = account.suspended_at or now
    return attrs.evolve(account, suspended_at=since, suspension_reason=checked_reason(reason), updated_at=now)


def reinstated(account: Account, now: datetime) -> Account:
    """The account as before; the same account where it was not suspended."""
    if account.suspended_at is None:
        return account
    return attrs.evolve(account, suspended_at=None, suspension_reason=None, updated_at=now)


def require_not_suspended(account: Account) -> None:
    """Raises ``AccountSuspended``."""
    if account.suspended_at is not None:
        raise AccountSuspended
