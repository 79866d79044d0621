"""Accounts whose address nobody has proved yet: anybody may have made them, for anybody's address.

Whoever confirms the address becomes the account's owner, so nothing that a stranger put there first may
let the stranger in.
"""

from datetime import datetime

import attrs

from haulage.accounts.account import Account, User, as_type, with_profile_of
from haulage.accounts.metadata import Profile
from haulage.accounts.one_time import CodePurpose
from haulage.kernel.actor import UserType
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.accounts.registration import NewAccount
from haulage.use_cases.accounts.sync_profile import save_person


async def sign_up_again(
    unit: UnitOfWork, known: Account, added: NewAccount, *, agreed: str | None
) -> tuple[Account, User | None]:
    """A second sign-up for an address that waits for its confirmation.

    Two different passwords come from two people, as far as anybody can tell, and neither counts: the one
    who can read the mail chooses a new one. *agreed* is the stored hash where both are the same. Name,
    phone, metadata and role are those of the last, and nothing of the first is shown to them. *added* is
    what the second sign-up would have made.
    """
    now = added.account.created_at
    one_hand = agreed is not None and agreed == known.password_hash
    base = known if one_hand else await without_strangers(unit, known)
    after = attrs.evolve(base, user_metadata=dict(added.account.user_metadata), updated_at=now)
    account = await unit.accounts.save(known, after)
    user = await unit.accounts.user_of(known.id)
    if user is None:
        return account, None
    profile = Profile(name=added.user.name, phone=added.user.phone)
    again = as_type(with_profile_of(user, profile, now), await _role(unit, user, added), now)
    return account, await save_person(unit, user, again, now)


async def _role(unit: UnitOfWork, user: User, added: NewAccount) -> UserType:
    """The role that was chosen last, with the profile that it needs. What an operator decided stays."""
    wanted = added.user.user_type
    driver = await unit.drivers.get_by_user(user.id)
    if user.user_type is UserType.ADMIN or (driver is not None and driver.is_approved):
        return user.user_type
    if wanted is UserType.DRIVER and driver is None and added.driver is not None:
        await unit.drivers.add(attrs.evolve(added.driver, user_id=user.id))
    if wanted is not UserType.DRIVER and driver is not None:
        await unit.drivers.remove(driver)
    return wanted


async def confirm(unit: UnitOfWork, account: Account, purpose: CodePurpose, now: datetime) -> Account:
    """Keep the account with its address proved.

    Only the mail of a sign-up speaks of what was chosen there. Whoever comes by another mail never asked
    for the password or the provider's account that is stored, and neither is theirs.
    """
    if purpose is not CodePurpose.SIGN_UP:
        account = await without_strangers(unit, account)
    return await unit.accounts.save(account, attrs.evolve(account, email_confirmed_at=now, updated_at=now))


async def without_strangers(unit: UnitOfWork, account: Account) -> Account:
    """The account as it is when nobody's word counts: no password, and no provider to sign in by."""
    for identity in await unit.identities.of_account(account.id):
        await unit.identities.remove(identity)
    return attrs.evolve(account, password_hash=None, by_email=True)
