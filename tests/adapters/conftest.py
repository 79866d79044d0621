"""The adapters are tested on real databases."""

import asyncio
from collections.abc import Iterable
from pathlib import Path

import attrs
import pytest

from builders import a_driver, a_quote, a_user, an_account
from databases import database, emptied_databases, empty_database, migrated_file, migrated_template, storage
from derived_keys import derived_keys
from haulage.drivers import DriverProfile
from haulage.orders import Order
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage_adapters.embedded.gazetteer import store
from haulage_adapters.sql.storage import SqlStorage
from shared_statements import shared_statements

__all__ = [
    "database",
    "derived_keys",
    "emptied_databases",
    "empty_database",
    "migrated_file",
    "migrated_template",
    "scene",
    "shared_statements",
    "storage",
]


@attrs.frozen
class Scene:
    """Fills a storage with what other rows must refer to."""

    storage: SqlStorage

    async def user(self, number: int) -> str:
        """The id of a user who is in the storage from now on."""
        return await self.storage.write(lambda unit: _add_user(unit, number))

    async def driver(self, driver: DriverProfile) -> DriverProfile:
        await self.storage.write(lambda unit: unit.drivers.add(driver))
        return driver

    async def drivers(self, numbers: Iterable[int]) -> list[str]:
        """The ids of drivers with these numbers, each with a user of their own."""

        async def add(unit: UnitOfWork) -> list[str]:
            made = [a_driver(f"drv_{number}", user_id=await _add_user(unit, number)) for number in numbers]
            for driver in made:
                await unit.drivers.add(driver)
            return [driver.id for driver in made]

        return await self.storage.write(add)

    async def order(self, order: Order) -> Order:
        """The order, with a quote of its own."""

        async def add(unit: UnitOfWork) -> None:
            await unit.quotes.add(a_quote(order.quote_id, customer_id=order.customer_id))
            await unit.orders.add(order)

        await self.storage.write(add)
        return order

    async def orders(self, orders: Iterable[Order]) -> list[Order]:
        """The orders, with numbers and quotes of their own."""
        return [
            await self.order(attrs.evolve(order, number=10_000 + place, quote_id=f"qte_{place}"))
            for place, order in enumerate(orders)
        ]


async def _add_user(unit: UnitOfWork, number: int) -> str:
    account = an_account(f"acc_{number}")
    user = a_user(f"usr_{number}", auth_id=account.id, email=account.email)
    await unit.accounts.add(account, user)
    return user.id


@pytest.fixture
async def scene(storage: SqlStorage) -> Scene:
    """Three users, two of whom drive: ``drv_1`` and ``drv_2``."""
    made = Scene(storage)
    await made.drivers((1, 2))
    await made.user(3)
    return made


@pytest.fixture(scope="session")
def whole_country() -> Path:
    """The file of the whole country's places, built once however many processes test beside each other."""
    return asyncio.run(store.build(None, print))
