"""Becoming a customer or a driver."""

import attrs

from haulage.accounts.account import new_account, new_user
from haulage.accounts.email_address import normal_email
from haulage.accounts.metadata import Metadata, check_metadata, profile_of, sign_up_type, with_profile
from haulage.accounts.password import check_sign_up_password
from haulage.accounts.session import SessionGrant, SignedIn, SignInMethod
from haulage.drivers import new_driver
from haulage.kernel.policy import UserType
from haulage.ports.clock import Clock
from haulage.ports.identifiers import Identifiers
from haulage.ports.passwords import Passwords
from haulage.ports.storage import Storage, UnitOfWork
from haulage.use_cases.accounts.grant import GrantTokens, new_session


@attrs.frozen
class SignUp:
    """Account, user, driver profile where one is wanted, and first session, all in one transaction.

    The password is hashed before anything is looked up, so that the time taken says nothing about the
    address. Addresses count as confirmed.
    """

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    passwords: Passwords
    grant: GrantTokens

    async def __call__(self, email: str, password: str, metadata: Metadata) -> SessionGrant:
        """Raises ``InvalidInput``, ``WeakPassword`` or ``EmailTaken``."""
        address = normal_email(email)
        check_sign_up_password(password)
        user_type = sign_up_type(metadata)
        profile = profile_of(metadata)
        kept = check_metadata(with_profile(metadata, profile))
        password_hash = await self.passwords.hash(password)
        now = self.clock.now()
        account = new_account(
            id=self.identifiers.new("acc"),
            email=address,
            password_hash=password_hash,
            metadata=kept,
            now=now,
            confirmed=True,
        )
        account = attrs.evolve(account, last_sign_in_at=now)
        user = new_user(id=self.identifiers.new("usr"), account=account, profile=profile, user_type=user_type)
        driver = None
        if user_type is UserType.DRIVER:
            driver = new_driver(
                id=self.identifiers.new("drv"),
                user_id=user.id,
                name=user.name,
                email=user.email,
                phone=user.phone,
                now=now,
            )
        opened = new_session(account, SignInMethod.PASSWORD, identifiers=self.identifiers, now=now)

        async def work(unit: UnitOfWork) -> None:
            await unit.accounts.add(account, user)
            if driver is not None:
                await unit.drivers.add(driver)
            await opened.store(unit)

        await self.storage.write(work)
        signed_in = SignedIn(account, user, opened.session, driver.id if driver else None)
        return await self.grant(signed_in, opened.refresh_token, now)
