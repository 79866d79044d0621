"""Create an account with its user and, for drivers, the driver profile."""

from datetime import datetime

import attrs

from haulage.accounts.account import Account, User, new_account, new_user
from haulage.accounts.metadata import (
    Metadata,
    Profile,
    check_metadata,
    profile_of,
    sign_up_type,
    with_profile,
)
from haulage.drivers import DriverProfile, new_driver
from haulage.kernel.actor import UserType
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.accounts.audit_events import audit_sign_up


@attrs.frozen
class Application:
    """The checked data of a sign-up."""

    email: str = attrs.field(repr=False)
    user_type: UserType
    profile: Profile = attrs.field(repr=False)
    metadata: Metadata = attrs.field(repr=False)


def application(email: str, metadata: Metadata) -> Application:
    """*email* is normalised already. Raises ``InvalidInput``."""
    profile = profile_of(metadata)
    checked = check_metadata(with_profile(metadata, profile))
    return Application(email, sign_up_type(metadata), profile, checked)


@attrs.frozen
class NewAccount:
    """Everything that one sign-up adds; it is added together or not at all (OP-58)."""

    account: Account
    user: User
    driver: DriverProfile | None

    async def store(self, unit: UnitOfWork) -> None:
        """Raises ``EmailTaken``."""
        await unit.accounts.add(self.account, self.user)
        if self.driver is not None:
            await unit.drivers.add(self.driver)
        await audit_sign_up(unit, self.user, self.account.created_at)


def newcomer(
    wanted: Application,
    *,
    identifiers: Identifiers,
    now: datetime,
    confirmed: bool,
    password_hash: str | None = None,
    by_email: bool = True,
) -> NewAccount:
    """An account that is not stored yet."""
    account = new_account(
        id=identifiers.uuid(),
        email=wanted.email,
        password_hash=password_hash,
        metadata=wanted.metadata,
        now=now,
        confirmed=confirmed,
        by_email=by_email,
    )
    user = new_user(
        id=identifiers.new("usr"), account=account, profile=wanted.profile, user_type=wanted.user_type
    )
    driver = None
    if wanted.user_type is UserType.DRIVER:
        driver = new_driver(
            id=identifiers.new("drv"),
            user_id=user.id,
            name=user.name,
            email=user.email,
            phone=user.phone,
            now=now,
        )
    return NewAccount(account, user, driver)
