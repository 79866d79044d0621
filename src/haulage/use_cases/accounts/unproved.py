"""Accounts whose address nobody has proved yet: anybody may have made them, for anybody's address.

Whoever confirms the address becomes the account's owner, so nothing that a stranger put there first may
let the stranger in.
"""

from datetime import datetime

import attrs

from haulage.accounts.account import Account, User, with_profile_of
from haulage.accounts.metadata import merged
from haulage.accounts.one_time import CodePurpose
from haulage.ports.storage import UnitOfWork
from haulage.use_cases.accounts.changed_people import save_person
from haulage.use_cases.accounts.newcomers import Application

_ROLE_WORDS = ("user_type", "userType")


async def told_again(
    unit: UnitOfWork, known: Account, wanted: Application, *, agreed: str | None, now: datetime
) -> tuple[Account, User | None]:
    """A second sign-up for an address that waits for its confirmation.

    Two different passwords come from two people, as far as anybody can tell, and neither counts: the one
    who can read the mail chooses a new one. *agreed* is the kept hash where both are the same. Name,
    phone and metadata are those of the last, and nothing of the first is shown to them.
    """
    one_hand = agreed is not None and agreed == known.password_hash
    kept = known if one_hand else await without_strangers(unit, known)
    words = {key: value for key, value in known.user_metadata.items() if key in _ROLE_WORDS}
    told = {key: value for key, value in wanted.metadata.items() if key not in _ROLE_WORDS}
    after = attrs.evolve(kept, user_metadata=merged(words, told), updated_at=now)
    account = await unit.accounts.save(known, after)
    user = await unit.accounts.user_of(known.id)
    if user is None:
        return account, None
    return account, await save_person(unit, user, with_profile_of(user, wanted.profile, now), now)


async def confirm(unit: UnitOfWork, account: Account, purpose: CodePurpose, now: datetime) -> Account:
    """Keep the account with its address proved.

    Only the mail of a sign-up speaks of what was chosen there. Whoever comes by another mail never asked
    for the password or the provider's account that is kept, and neither is theirs.
    """
    if purpose is not CodePurpose.SIGN_UP:
        account = await without_strangers(unit, account)
    return await unit.accounts.save(account, attrs.evolve(account, email_confirmed_at=now, updated_at=now))


async def without_strangers(unit: UnitOfWork, account: Account) -> Account:
    """The account as it is when nobody's word counts: no password, and no provider to sign in by."""
    for identity in await unit.identities.of_account(account.id):
        await unit.identities.remove(identity)
    return attrs.evolve(account, password_hash=None, by_email=True)
