"""Where accounts and sessions are kept."""

from typing import Protocol


class AccountStore(Protocol):
    """Accounts, users and sessions; part of the unit of work."""
