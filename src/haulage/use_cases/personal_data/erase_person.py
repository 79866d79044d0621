"""Erasing what is held about somebody (OP-97); :mod:`haulage.use_cases.personal_data.export_data` hands it
out."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

import attrs

from haulage.accounts.factors import InsufficientAssurance
from haulage.accounts.session import SignedIn
from haulage.audit import AuditAction
from haulage.jobs import Job, JobState
from haulage.jobs.stored_job import finished
from haulage.kernel.actor import OPERATOR, Actor
from haulage.kernel.errors import Conflict, InvalidInput, RuleBroken
from haulage.kernel.money import Cents, dollars
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.ports.identity.passwords import Passwords
from haulage.ports.identity.tokens import Tokens
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.personal_data import Erased, ErasureTrace, Person
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.accounts.find_person import find_person
from haulage.services.payments.driver_funds import balance_of
from haulage.services.payments.saved_cards import forget_cards_of
from haulage.use_cases.accounts.audit_events import audit_account
from haulage.use_cases.accounts.auth_rate_limits import AuthRateLimits
from haulage.use_cases.accounts.current_user import CurrentUser
from haulage.use_cases.accounts.find_user_id import user_id_of
from haulage.use_cases.accounts.fresh_user import FreshUser
from haulage.use_cases.claims.photos import forget_claim_photos_of
from haulage.use_cases.deliveries.mileage import record_mileage_of
from haulage.use_cases.driver_documents.delete_documents import forget_documents_of
from haulage.use_cases.driver_photos.photos import forget_photo_of
from haulage.use_cases.orders.item_photos import forget_item_photos_of
from haulage.use_cases.personal_data.erasure_traces import in_pieces
from haulage.use_cases.personal_data.finish_erasure import FinishErasure, finish_erasure
from haulage.use_cases.tax.expense_receipts import forget_receipts_of

MAX_PASSWORD_LENGTH = 1_000

ATTEMPTS = 5
"""Ours: names and orders of one person hardly change several times within a second."""


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


@attrs.define
class PayoutsOwed(RuleBroken):
    """The driver cannot be erased before their balance has reached them; nobody could be paid it after."""

    code = "payouts_owed"
    cents: Cents
    on_way_cents: Cents = 0
    held_cents: Cents = 0
    """By a dispute or a report."""

    @property
    def message(self) -> str:
        owed = f"{dollars(self.cents)} of your earnings have not reached you."
        refusal = f"The account cannot be deleted while {owed}"
        free = self.cents - self.on_way_cents - self.held_cents
        if free == self.cents:
            return (
                f"{refusal} Have them paid out on your driver dashboard first, and delete the account once "
                "they have arrived."
            )
        parts = {
            "can be paid out on your driver dashboard": free,
            "is on its way to you": self.on_way_cents,
            "is kept back while a dispute or a problem report is looked into": self.held_cents,
        }
        told = [f"{dollars(cents)} {what}" for what, cents in parts.items() if cents > 0]
        return f"{refusal} Of this, {', and '.join(told)}. Delete the account once all of it has arrived."


@attrs.frozen
class ErasePerson:
    """A person's account and what is stored of them, by themselves or by the operator."""

    storage: Storage
    clock: Clock
    passwords: Passwords
    gate: AuthRateLimits
    current_user: CurrentUser
    fresh_user: FreshUser
    identifiers: Identifiers
    tokens: Tokens
    finish: FinishErasure

    async def __call__(
        self, access_token: str, password: str | None = None, *, caller: str | None = None
    ) -> None:
        """One's own account. Raises ``Unauthenticated``, ``ReauthenticationNeeded``, ``InvalidInput`` for a
        wrong password, ``OrderUnderWay``, ``MoneyOwed``, ``EarningsOwed``, ``PayoutsOwed``
        or ``TooManyRequests``."""
        signed_in = await self.current_user(access_token)
        if signed_in.needs_second_factor:
            raise InsufficientAssurance
        authorize(signed_in.actor, Action.ERASE_ACCOUNT, Facts("User", owner_id=signed_in.user.id))
        await self._require_proof(signed_in, password, caller)
        await self._erase(signed_in.actor, signed_in.user.id)

    async def of(self, email: str, actor: Actor = OPERATOR) -> None:
        """Raises ``NoSuchAccount``, ``InvalidEmail``, ``OrderUnderWay``, ``MoneyOwed``, ``EarningsOwed``
        or ``PayoutsOwed``."""
        authorize(actor, Action.ERASE_ACCOUNT, Facts("User"))
        await self._erase(actor, await user_id_of(self.storage, email))

    async def _require_proof(self, signed_in: SignedIn, password: str | None, caller: str | None) -> None:
        """The password that comes with the request is as fresh a proof as can be."""
        account = signed_in.account
        if password is None:
            self.fresh_user.require(signed_in)
            return
        await self.gate.try_password(account.email, caller)
        possible = password if len(password) <= MAX_PASSWORD_LENGTH else ""
        if account.password_hash is None or not await self.passwords.matches(possible, account.password_hash):
            raise InvalidInput("password", "is not the password of this account")

    async def _erase(self, actor: Actor, user_id: str) -> None:
        """The account goes in one transaction that decides whether it may, before which nothing is removed.
        What is stored elsewhere of the person goes after it, by a job where this process dies."""
        now = self.clock.now()
        job = finish_erasure(user_id, now)
        person = await self.storage.write(lambda unit: _finished(unit, user_id))
        while await self.storage.write(partial(_record_some_mileage, person=person, now=now)):
            pass
        for _ in range(ATTEMPTS):
            erased = await self.storage.read(partial(_traces, user_id=user_id))
            sealed = [await self.tokens.seal(piece) for piece in in_pieces(erased)]
            traces = [ErasureTrace(self.identifiers.new("ert"), user_id, each, now) for each in sealed]
            work = partial(
                _erase_account, actor=actor, user_id=user_id, erased=erased, traces=traces, job=job
            )
            if await self.storage.write(partial(work, now=now)):
                break
        else:
            raise Conflict("account")
        await self.finish(user_id)
        await self.storage.write(lambda unit: _done(unit, job, self.clock.now()))


async def _finished(unit: UnitOfWork, user_id: str) -> Person:
    """Raises what stands against the erasure before anything is changed."""
    person = await find_person(unit, user_id)
    await _require_finished(unit, person)
    return person


async def _traces(unit: UnitOfWork, *, user_id: str) -> Erased:
    return await unit.personal_data.traces(await find_person(unit, user_id))


async def _record_some_mileage(unit: UnitOfWork, *, person: Person, now: datetime) -> int:
    """It is read from positions, which go with the account. There may be a lot of them."""
    return 0 if person.driver_id is None else await record_mileage_of(unit, person.driver_id, now)


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
    if person.driver_id is not None:
        await _require_paid(unit, person.driver_id)


async def _erase_account(
    unit: UnitOfWork,
    *,
    actor: Actor,
    user_id: str,
    erased: Erased,
    traces: Sequence[ErasureTrace],
    job: Job,
    now: datetime,
) -> bool:
    """Who it was, all of it or nothing. False where the person has other traces by now than *erased*. Raises
    ``OrderUnderWay``, ``MoneyOwed`` or ``EarningsOwed``."""
    person = await _finished(unit, user_id)
    if await unit.personal_data.traces(person) != erased:
        return False
    await forget_claim_photos_of(unit, user_id, now)
    await forget_photo_of(unit, user_id, now)
    await forget_cards_of(unit, user_id, now)
    await forget_item_photos_of(unit, user_id, now)
    await forget_receipts_of(unit, person.driver_id, now)
    await forget_documents_of(unit, user_id, now)
    while await _record_some_mileage(unit, person=person, now=now):
        pass
    await unit.personal_data.erase(person, now)
    await unit.personal_data.add_erasure_traces(traces)
    await audit_account(unit, AuditAction.ACCOUNT_ERASED, actor, person.account_id, now, user=user_id)
    await unit.jobs.enqueue(job, now)
    return True


async def _require_paid(unit: UnitOfWork, driver_id: str) -> None:
    """What the driver owes us is taken of what is in their account first. Raises ``EarningsOwed`` or
    ``PayoutsOwed``."""
    balance = await balance_of(unit, driver_id)
    unpaid = balance.unpaid_cents - balance.debt_cents
    if (unsent := balance.unsent_cents + min(0, unpaid)) > 0:
        raise EarningsOwed(unsent)
    if unpaid > 0:
        kept = min(unpaid, balance.held_cents + balance.frozen_cents)
        raise PayoutsOwed(unpaid, min(unpaid - kept, balance.in_transit_cents), kept)
