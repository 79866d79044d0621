"""Running use cases from a command: settings in, one marketplace for one piece of work."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

import attrs
import click

from haulage.kernel.actor import Actor
from haulage.kernel.errors import HaulageError, Unavailable
from haulage.use_cases.accounts.audited_reading import Reading
from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.assembly.database import database_revisions, upgrade_database
from haulage_adapters.assembly.marketplace import open_marketplace
from haulage_adapters.settings import Settings
from haulage_cli.name_lookups import run
from haulage_cli.permissions import RUNNING, Doing, operating

T = TypeVar("T")


class DatabaseUnreachable(Unavailable):
    """No database answers at the configured address."""

    code = "database_unreachable"


@attrs.define
class DatabaseNotReady(HaulageError):
    """The database lacks tables or columns that this release needs."""

    code = "database_not_ready"
    address: str

    @property
    def message(self) -> str:
        return f"The database {self.address} is not at the newest schema. Run: haulage db upgrade"


async def upgrade(settings: Settings) -> None:
    """Bring the database to the newest schema. Raises ``DatabaseUnreachable``."""
    try:
        await upgrade_database(settings)
    except Unavailable as refusal:
        raise _unreachable(settings, refusal.for_operators) from None


async def revisions(settings: Settings) -> tuple[str | None, str | None]:
    """The schema that the database has, and the one it needs. Raises ``DatabaseUnreachable``."""
    try:
        return await database_revisions(settings)
    except Unavailable as refusal:
        raise _unreachable(settings, refusal.for_operators) from None


def _unreachable(settings: Settings, reason: str = "") -> DatabaseUnreachable:
    """The refusal, with the *reason* that operators are given, where one is known."""
    address = settings.shown_database
    if reason:
        return DatabaseUnreachable("database", f"{address}: {reason}")
    if address.startswith("sqlite"):
        reason = "cannot be used: the file is damaged, or not ours to write."
    else:
        reason = "does not answer. Is it running, and is the address right?"
    return DatabaseUnreachable("database", f"The database {address} {reason}")


def on_marketplace(settings: Settings, work: Callable[[Marketplace], Awaitable[T]]) -> T:
    """What *work* returns, from a marketplace that is open for as long as it takes.

    Raises ``DatabaseNotReady`` or ``DatabaseUnreachable`` where there is nothing to work on.
    """
    return run(_on_marketplace(settings, work))


async def _on_marketplace(settings: Settings, work: Callable[[Marketplace], Awaitable[T]]) -> T:
    if settings.database is None and not (settings.data / DATABASE_FILE).exists():
        raise DatabaseNotReady(settings.shown_database)
    async with open_marketplace(settings) as marketplace:
        try:
            return await work(marketplace)
        except Unavailable as refusal:
            if refusal.for_operators and refusal.service != STORAGE:
                raise attrs.evolve(refusal, message=f"{refusal.message} {refusal.for_operators}") from None
            if refusal.for_operators:
                raise _unreachable(settings, refusal.for_operators) from None
            await require_answer(marketplace, settings)
            raise
        except HaulageError:
            raise
        except Exception:
            current, newest = await revisions(settings)
            if current != newest:
                raise DatabaseNotReady(settings.shown_database) from None
            raise


DATABASE_FILE = "haulage.sqlite3"
STORAGE = "storage"
"""The service that the database's own refusals name."""


async def require_answer(marketplace: Marketplace, settings: Settings) -> None:
    """Raise ``DatabaseUnreachable`` when that is what is wrong."""
    try:
        await marketplace.readiness.check_storage()
    except Unavailable:
        raise _unreachable(settings) from None


async def actor_of(marketplace: Marketplace, email: str) -> Actor:
    """Whoever ``--as`` names, with exactly their rights; the trail names who operates this machine beside
    them, and is told of it where the command only reads. Raises ``NoSuchAccount``."""
    actor = await somebody(marketplace, email)
    context = click.get_current_context()
    doing: Doing = context.meta[RUNNING]
    if doing.reads:
        reading = Reading(
            await _what_is_read(marketplace, context.params),
            ".".join(context.command_path.split()[1:]),
            _narrowed(context.params),
        )
        await marketplace.accounts.authenticate.note_reading(actor, doing.action, reading)
    return actor


PLAIN_OPTIONS = {"email", "data", "database", "as_json", "order", "driver"}
"""Options that say who asks or where, and what :func:`_what_is_read` names."""


def _narrowed(named: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The other options that were given."""
    given = ((name, value) for name, value in named.items() if name not in PLAIN_OPTIONS)
    return [(name, str(value)) for name, value in given if value not in (None, False, "", ())]


async def _what_is_read(marketplace: Marketplace, named: Mapping[str, Any]) -> str | None:
    """The id of the order or driver that the command names; never an address."""
    if order := named.get("order"):
        return await order_id_of(marketplace, str(order))
    driver = str(named.get("driver") or "")
    if "@" in driver:
        return (await somebody(marketplace, driver)).driver_id
    return driver or None


async def somebody(marketplace: Marketplace, email: str) -> Actor:
    """Whoever has this address. Raises ``NoSuchAccount``."""
    return await marketplace.accounts.find_actor(email, operated_by=operating().name)


async def order_id_of(marketplace: Marketplace, reference: str) -> str:
    """The id of an order named by id or by public number; who may see it is decided elsewhere."""
    if not (reference.isascii() and reference.isdigit() and len(reference) <= 9):
        return reference
    return await marketplace.orders.see.id_of(int(reference))
