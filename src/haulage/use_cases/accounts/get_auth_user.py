"""The account behind an auth id, for its holder and for administrators (AUT-34)."""

from collections.abc import Sequence

import attrs

from haulage.accounts.account import Account, NoSuchAccount, User
from haulage.accounts.factors import Factor, InsufficientAssurance
from haulage.accounts.identities import Identity, providers_of
from haulage.accounts.session import AssuranceLevel
from haulage.kernel.errors import NotFound
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.accounts.audited_reading import Reading
from haulage.use_cases.accounts.current_user import Authenticate, CurrentUser


@attrs.frozen
class AuthUser:
    """Everything about an account, whether or not anybody is signed in to it."""

    account: Account
    user: User
    factors: Sequence[Factor] = ()
    identities: Sequence[Identity] = ()
    """Those of providers; the account's own address is not among them."""

    @property
    def providers(self) -> tuple[str, ...]:
        return providers_of(self.account, self.identities)


@attrs.frozen
class GetAuthUser:
    """Read an account by its auth id; who may not see it does not learn whether it exists."""

    storage: Storage
    current_user: CurrentUser
    authenticate: Authenticate

    async def __call__(self, access_token: str, account_id: str) -> AuthUser:
        """Raises ``NoSuchAccount`` or ``InsufficientAssurance``, and as ``CurrentUser`` does."""
        asking = await self.current_user(access_token)
        if asking.needs_second_factor:
            raise InsufficientAssurance
        found = await self.storage.read(lambda unit: _found(unit, account_id))
        owner_id = None if found is None else found.user.id
        try:
            authorize(asking.actor, Action.SEE_AUTH_USER, Facts("User", owner_id=owner_id))
        except NotFound:
            raise NoSuchAccount from None
        if asking.account.id != account_id:
            both = asking.session.assurance is AssuranceLevel.TWO_FACTORS
            self.authenticate.require_both(Action.SEE_AUTH_USER, has_both=both)
            await self.authenticate.note_reading(asking.actor, Action.SEE_AUTH_USER, Reading(account_id))
        if found is None:
            raise NoSuchAccount
        return found


async def _found(unit: UnitOfWork, account_id: str) -> AuthUser | None:
    account, user = await unit.accounts.get(account_id), await unit.accounts.user_of(account_id)
    if account is None or user is None:
        return None
    factors = await unit.factors.of_account(account_id)
    return AuthUser(account, user, factors, await unit.identities.of_account(account_id))
