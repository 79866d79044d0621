"""Everything that can be done with accounts and sessions, as one value of callables."""

from typing import Self

import attrs

from haulage.accounts.session import STANDARD_SESSION_TERMS, SessionTerms
from haulage.ports.clock import Clock
from haulage.ports.identifiers import Identifiers
from haulage.ports.passwords import Passwords
from haulage.ports.storage import Storage
from haulage.ports.tokens import Tokens
from haulage.use_cases.accounts.admins import GrantAdmin, RevokeAdmin
from haulage.use_cases.accounts.current_user import Authenticate, CurrentUser
from haulage.use_cases.accounts.grant import GrantTokens
from haulage.use_cases.accounts.public_keys import PublicKeys
from haulage.use_cases.accounts.refresh import Refresh
from haulage.use_cases.accounts.sign_in import SignIn
from haulage.use_cases.accounts.sign_out import SignOut
from haulage.use_cases.accounts.sign_up import SignUp
from haulage.use_cases.accounts.update_user import UpdateUser

__all__ = [
    "AccountUseCases",
    "Authenticate",
    "CurrentUser",
    "GrantAdmin",
    "Refresh",
    "RevokeAdmin",
    "SignIn",
    "SignOut",
    "SignUp",
    "UpdateUser",
]


@attrs.frozen
class AccountUseCases:
    """What the shells call; each is a frozen callable over ports."""

    sign_up: SignUp
    sign_in: SignIn
    refresh: Refresh
    current_user: CurrentUser
    authenticate: Authenticate
    update_user: UpdateUser
    sign_out: SignOut
    public_keys: PublicKeys
    grant_admin: GrantAdmin
    revoke_admin: RevokeAdmin

    @classmethod
    def over(
        cls,
        *,
        storage: Storage,
        clock: Clock,
        identifiers: Identifiers,
        passwords: Passwords,
        tokens: Tokens,
        terms: SessionTerms = STANDARD_SESSION_TERMS,
    ) -> Self:
        """All of them over the same ports."""
        grant = GrantTokens(tokens, terms)
        current_user = CurrentUser(storage, tokens)
        return cls(
            sign_up=SignUp(storage, clock, identifiers, passwords, grant),
            sign_in=SignIn(storage, clock, identifiers, passwords, grant),
            refresh=Refresh(storage, clock, tokens, grant),
            current_user=current_user,
            authenticate=Authenticate(current_user),
            update_user=UpdateUser(storage, clock, passwords, current_user),
            sign_out=SignOut(storage, current_user),
            public_keys=PublicKeys(tokens),
            grant_admin=GrantAdmin(storage, clock),
            revoke_admin=RevokeAdmin(storage, clock),
        )
