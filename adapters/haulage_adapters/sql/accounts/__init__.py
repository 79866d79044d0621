"""Accounts, users, sessions with their refresh tokens, and the server's keys."""

from haulage.ports.storage.accounts import AccountStore
from haulage_adapters.sql.accounts.administrators import Administrators
from haulage_adapters.sql.accounts.chains import Chains
from haulage_adapters.sql.accounts.keys import Keys
from haulage_adapters.sql.accounts.people import People
from haulage_adapters.sql.accounts.sessions import Sessions
from haulage_adapters.sql.accounts.signed_in import SignedInPeople

__all__ = ["SqlAccountStore"]


class SqlAccountStore(People, Administrators, Sessions, SignedInPeople, Chains, Keys, AccountStore):
    """Each part keeps the tables of its subject, all of them in one transaction."""
