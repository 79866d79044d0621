"""Erasing what is held about somebody (OP-97); :mod:`haulage.use_cases.personal_data.export_data` hands it
out."""

from datetime import datetime, timedelta
from functools import partial

import attrs

from haulage.accounts.factors import InsufficientAssurance
from haulage.accounts.session import SignedIn
from haulage.audit import AuditAction
from haulage.jobs import Job, JobKind, JobState
from haulage.jobs.stored_job import finished
from haulage.kernel.errors import InvalidInput, RuleBroken
from haulage.kernel.money import Cents, dollars
from haulage.kernel.policy import OPERATOR, Action, Actor, Facts, authorize
from haulage.ports.identity.passwords import Passwords
from haulage.ports.messaging.email import Mailbox
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.personal_data import Cursor, Erased, Person
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.accounts.find_person import find_person, user_id_of
from haulage.use_cases.accounts.audit_events import audit_account
from haulage.use_cases.accounts.auth_rate_limits import AuthRateLimits
from haulage.use_cases.accounts.current_user import CurrentUser
from haulage.use_cases.accounts.fresh_user import FreshUser
from haulage.use_cases.claims.photos import forget_claim_photos_of
from haulage.use_cases.deliveries.mileage import record_mileage_of
from haulage.use_cases.orders.search_texts import RewriteSearchTexts
from haulage.use_cases.proofs.delete_proofs import erase_proofs

MAX_PASSWORD_LENGTH = 1_000

TEXTS_AT_ONCE = 100
PROOFS_AT_ONCE = 100
"""Ours: each takes about a tenth of a second, while other writers wait on SQLite."""

FINISHED_WITHIN = timedelta(minutes=10)
"""Ours: after that whoever erased the person is taken to have died over it."""


@attrs.define
class OrderUnderWay(RuleBroken):
    """The person cannot be erased while they have an order under way."""

    code = "order_under_way"
    number: int

    @property
    def message(self) -> str:
        return (
            f"The account cannot be deleted while order {self.number} is under way. "
            "Finish or cancel it first."
        )


@attrs.define
class MoneyOwed(RuleBroken):
    """The person cannot be erased while money is owed to them."""

    code = "money_owed"
    cents: Cents

    @property
    def message(self) -> str:
        return (
            f"The account cannot be deleted while a refund of {dollars(self.cents)} is on its way. "
            "Please try again later."
        )


@attrs.define
class EarningsOwed(RuleBroken):
    """The driver cannot be erased before their earnings are paid: ``haulage admin settle-driver``."""

    code = "earnings_owed"
    cents: Cents

    @property
    def message(self) -> str:
        return (
            f"The account cannot be deleted while {dollars(self.cents)} that you earned by driving have not "
            "been paid to you. Ask the operator of this site to settle your balance first."
        )


@attrs.frozen
class ErasePerson:
    """A person's account and what is stored of them, by themselves or by the operator."""

    storage: Storage
    clock: Clock
    passwords: Passwords
    gate: AuthRateLimits
    current_user: CurrentUser
    fresh_user: FreshUser
    mailbox: Mailbox | None = None
    """Where mails end up without a mail server."""

    async def __call__(
        self, access_token: str, password: str | None = None, *, caller: str | None = None
    ) -> None:
        """One's own account. Raises ``Unauthenticated``, ``ReauthenticationNeeded``, ``InvalidInput`` for a
        wrong password, ``OrderUnderWay``, ``MoneyOwed``, ``EarningsOwed`` or ``TooManyRequests``."""
        signed_in = await self.current_user(access_token)
        if signed_in.needs_second_factor:
            raise InsufficientAssurance
        authorize(signed_in.actor, Action.ERASE_ACCOUNT, Facts("User", owner_id=signed_in.user.id))
        await self._require_proof(signed_in, password, caller)
        await self._erase(signed_in.actor, signed_in.user.id)

    async def of(self, email: str, actor: Actor = OPERATOR) -> None:
        """Raises ``NoSuchAccount``, ``InvalidEmail``, ``OrderUnderWay``, ``MoneyOwed`` or
        ``EarningsOwed``."""
        authorize(actor, Action.ERASE_ACCOUNT, Facts("User"))
        await self._erase(actor, await user_id_of(self.storage, email))

    async def _require_proof(self, signed_in: SignedIn, password: str | None, caller: str | None) -> None:
        account = signed_in.account
        """The password that comes with the request is as fresh a proof as can be."""
        if password is None:
            self.fresh_user.require(signed_in)
            return
        await self.gate.try_password(account.email, caller)
        possible = password if len(password) <= MAX_PASSWORD_LENGTH else ""
        if account.password_hash is None or not await self.passwords.matches(possible, account.password_hash):
            raise InvalidInput("password", "is not the password of this account")

    async def _erase(self, actor: Actor, user_id: str) -> None:
        """Text by text in transactions of their own, then the person in one, then the texts again, for what
        others wrote meanwhile. Whatever breaks off before the person is erased is done again by asking
        again; what comes after it, the job does."""
        now, job = self.clock.now(), finish_erasure(user_id, self.clock.now())
        person = await self.storage.write(lambda unit: _finished(unit, user_id))
        erased = await self.storage.read(lambda unit: unit.personal_data.traces(person))
        await self._lighten(person, now)
        await self._erase_texts(person, erased)
        await self._erase_mails(erased)

        async def work(unit: UnitOfWork) -> None:
            await erase_person(unit, actor, user_id, now)
            await unit.jobs.enqueue(job, now)

        await self.storage.write(work)
        await self._erase_texts(person, erased)
        await self._erase_mails(erased)
        await FinishErasure(self.storage)(user_id)
        await self.storage.write(lambda unit: _done(unit, job, self.clock.now()))

    async def _lighten(self, person: Person, now: datetime) -> None:
        """What would hold the one transaction up where there is a lot of it."""
        for some in (_erase_some_proofs, _forget_claim_photos, _record_some_mileage):
            while await self.storage.write(partial(some, person=person, now=now)):
                pass

    async def _erase_texts(self, person: Person, erased: Erased) -> None:
        after: Cursor | None = None
        while True:
            some = partial(_erase_some_texts, person=person, erased=erased, after=after)
            after = await self.storage.write(some)
            if after is None:
                return

    async def _erase_mails(self, erased: Erased) -> None:
        if self.mailbox is not None:
            await self.mailbox.erase(erased.addresses, erased.traces, erased.others)


@attrs.frozen
class FinishErasure:
    """What is left to do when a person is erased: texts that orders are searched by, and the files of the
    database. A job does it where the process that erased died over it."""

    storage: Storage

    async def __call__(self, _user_id: str) -> None:
        await RewriteSearchTexts(self.storage)()
        await self.storage.scrub(rewrite=True)


def finish_erasure(user_id: str, now: datetime) -> Job:
    return Job(JobKind.FINISH_ERASURE, user_id, due_at=now + FINISHED_WITHIN)


async def _finished(unit: UnitOfWork, user_id: str) -> Person:
    """Raises what stands against the erasure before anything is changed."""
    person = await find_person(unit, user_id)
    await _require_finished(unit, person)
    return person


async def _erase_some_proofs(unit: UnitOfWork, *, person: Person, now: datetime) -> int:
    return await erase_proofs(unit, await unit.proofs.of_customer(person.user_id, PROOFS_AT_ONCE), now)


async def _forget_claim_photos(unit: UnitOfWork, *, person: Person, now: datetime) -> int:
    return await forget_claim_photos_of(unit, person.user_id, now)


async def _record_some_mileage(unit: UnitOfWork, *, person: Person, now: datetime) -> int:
    return 0 if person.driver_id is None else await record_mileage_of(unit, person.driver_id, now)


async def _erase_some_texts(
    unit: UnitOfWork, *, person: Person, erased: Erased, after: Cursor | None
) -> Cursor | None:
    return await unit.personal_data.erase_texts(person, erased, after, TEXTS_AT_ONCE)


async def _done(unit: UnitOfWork, job: Job, now: datetime) -> None:
    stored = await unit.jobs.get(job.id)
    if stored is not None and stored.state is JobState.WAITING:
        await unit.jobs.save(stored, finished(stored, now))


async def _require_finished(unit: UnitOfWork, person: Person) -> None:
    unfinished = await unit.personal_data.unfinished(person)
    if unfinished.orders:
        raise OrderUnderWay(unfinished.orders[0])
    if unfinished.refunds_cents:
        raise MoneyOwed(unfinished.refunds_cents)
    if unfinished.earnings_cents:
        raise EarningsOwed(unfinished.earnings_cents)


async def erase_person(unit: UnitOfWork, actor: Actor, user_id: str, now: datetime) -> None:
    """Who it was, all of it or nothing. Raises ``OrderUnderWay``, ``MoneyOwed`` or ``EarningsOwed``."""
    person = await _finished(unit, user_id)
    for some in (_erase_some_proofs, _forget_claim_photos, _record_some_mileage):
        while await some(unit, person=person, now=now):
            pass
    await unit.personal_data.erase(person, now)
    await audit_account(unit, AuditAction.ACCOUNT_ERASED, actor, person.account_id, now, user=user_id)
