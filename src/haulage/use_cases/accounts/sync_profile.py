"""Keep the user and the driver profile in step with the account."""

from datetime import datetime

import attrs

from haulage.accounts.account import User
from haulage.ports.storage.unit_of_work import UnitOfWork


async def save_person(unit: UnitOfWork, before: User, after: User, now: datetime) -> User:
    """Save the user, and on the driver's profile the name, address and phone that customers see."""
    if after == before:
        return before
    saved = await unit.accounts.save_user(before, after)
    driver = await unit.drivers.get_by_user(before.id)
    if driver is not None:
        updated = attrs.evolve(driver, name=after.name, email=after.email, phone=after.phone)
        if updated != driver:
            await unit.drivers.save(driver, attrs.evolve(updated, updated_at=now))
    return saved
