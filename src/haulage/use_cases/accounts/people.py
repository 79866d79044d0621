"""Everybody with an account, for operators: the list, and one person's page."""

from collections.abc import Mapping, Sequence

import attrs

from haulage.audit import AuditAction
from haulage.drivers import DriverProfile
from haulage.kernel.actor import Actor, Role
from haulage.kernel.errors import InvalidInput
from haulage.kernel.money import Cents
from haulage.kernel.policy import Action, authorize
from haulage.onboarding import ApprovalOverride
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.people import ListedPerson, PersonFigures, PersonFilter
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.accounts.audit_events import audit_account
from haulage.use_cases.accounts.operate_accounts import OperatedAccount, operated_account

MAX_SEARCH_LENGTH = 100
MAX_NAMED = 100
MAX_ID_LENGTH = 64


@attrs.frozen
class Person:
    """Somebody with all that is counted of them. ``driver`` and what they ever earned where they drive;
    ``override`` where an administrator asks another one to approve them."""

    found: OperatedAccount
    driver: DriverProfile | None
    earned_cents: Cents
    figures: PersonFigures
    override: ApprovalOverride | None = None
    may_confirm: bool = False


@attrs.frozen
class SeePeople:
    """For administrators and operators; the audit trail says who looked at whom.

    Of an administrator it is told where their token is read (:class:`Authenticate`), of an operator here.
    """

    storage: Storage
    clock: Clock

    async def list(self, actor: Actor, wanted: PersonFilter, page: PageRequest) -> Page[ListedPerson]:
        """Newest first. Raises ``InvalidInput``."""
        authorize(actor, Action.OPERATE_ACCOUNTS)
        text = wanted.text.strip()
        if len(text) > MAX_SEARCH_LENGTH or not text.isprintable():
            raise InvalidInput("search", f"must be text of at most {MAX_SEARCH_LENGTH} characters")
        narrowed = attrs.evolve(wanted, text=text)
        return await self.storage.read(lambda unit: unit.people.list(narrowed, page))

    async def names(self, actor: Actor, ids: Sequence[str]) -> Mapping[str, str]:
        """The names of people whose ids of a user, account or driver stand in another list, by id; without
        those that are nobody's, or of somebody whose account was erased. Raises ``InvalidInput``."""
        authorize(actor, Action.OPERATE_ACCOUNTS)
        if len(ids) > MAX_NAMED:
            raise InvalidInput("id", f"must be at most {MAX_NAMED}")
        if any(not each or len(each) > MAX_ID_LENGTH or not each.isprintable() for each in ids):
            raise InvalidInput("id", f"must have 1 to {MAX_ID_LENGTH} characters")
        return await self.storage.read(lambda unit: unit.people.names_of(ids))

    async def show(self, actor: Actor, who: str) -> Person:
        """*who* is an address, or the id of a user, account or driver. Raises ``NoSuchAccount`` or
        ``InvalidEmail``."""
        authorize(actor, Action.OPERATE_ACCOUNTS)

        async def query(unit: UnitOfWork) -> Person:
            found = await operated_account(unit, who)
            driver = await unit.drivers.get_by_user(found.user.id)
            earned = await unit.splits.earned_by_each([driver.id]) if driver else {}
            figures = await unit.people.figures(
                found.user.id, found.account.id, driver.id if driver else None
            )
            override = await unit.applications.override_of(found.user.id)
            may = override is not None and override.may_be_confirmed_by(actor)
            earned_cents = earned.get(driver.id, 0) if driver else 0
            return Person(found, driver, earned_cents, figures, override, may)

        person = await self.storage.read(query)
        if actor.role is Role.SYSTEM:
            now, account_id = self.clock.now(), person.found.account.id
            await self.storage.write(
                lambda unit: audit_account(unit, AuditAction.ACCOUNT_SEEN, actor, account_id, now)
            )
        return person
