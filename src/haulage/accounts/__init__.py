"""Accounts: who somebody is, and the sessions in which they prove it."""

from haulage.accounts.account import Account, EmailTaken, InvalidCredentials, NoSuchAccount, User
from haulage.accounts.session import (
    STANDARD_SESSION_TERMS,
    AccessClaims,
    BadAccessToken,
    NoAccessToken,
    Session,
    SessionGrant,
    SessionNotFound,
    SessionTerms,
    SignedIn,
    SignOutScope,
)

__all__ = [
    "STANDARD_SESSION_TERMS",
    "AccessClaims",
    "Account",
    "BadAccessToken",
    "EmailTaken",
    "InvalidCredentials",
    "NoAccessToken",
    "NoSuchAccount",
    "Session",
    "SessionGrant",
    "SessionNotFound",
    "SessionTerms",
    "SignOutScope",
    "SignedIn",
    "User",
]
