"""Erasing what is held about somebody (OP-97); :mod:`haulage.use_cases.personal_data.export_data` hands it
out."""

from datetime import datetime

import attrs

from haulage.accounts.factors import InsufficientAssurance
from haulage.accounts.session import SignedIn
from haulage.audit import AuditAction
from haulage.kernel.errors import InvalidInput, RuleBroken
from haulage.kernel.money import Cents, dollars
from haulage.kernel.policy import OPERATOR, Action, Actor, Facts, authorize
from haulage.ports.identity.passwords import Passwords
from haulage.ports.messaging.email import Mailbox
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.personal_data import Erased
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.accounts.find_person import find_person, user_id_of
from haulage.use_cases.accounts.audit_events import audit_account
from haulage.use_cases.accounts.auth_rate_limits import AuthRateLimits
from haulage.use_cases.accounts.current_user import CurrentUser
from haulage.use_cases.accounts.fresh_user import FreshUser
from haulage.use_cases.deliveries.mileage import record_mileage_of
from haulage.use_cases.orders.search_texts import RewriteSearchTexts
from haulage.use_cases.proofs.delete_proofs import erase_proofs

MAX_PASSWORD_LENGTH = 1_000


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
        now = self.clock.now()
        erased = await self.storage.write(lambda unit: erase_person(unit, actor, user_id, now))
        if self.mailbox is not None:
            await self.mailbox.erase(erased.addresses, erased.traces, erased.others)
        await RewriteSearchTexts(self.storage)()
        await self.storage.scrub(rewrite=True)


async def erase_person(unit: UnitOfWork, actor: Actor, user_id: str, now: datetime) -> Erased:
    """All of it in the database or nothing. Raises ``OrderUnderWay``, ``MoneyOwed`` or ``EarningsOwed``."""
    person = await find_person(unit, user_id)
    unfinished = await unit.personal_data.unfinished(person)
    if unfinished.orders:
        raise OrderUnderWay(unfinished.orders[0])
    if unfinished.refunds_cents:
        raise MoneyOwed(unfinished.refunds_cents)
    if unfinished.earnings_cents:
        raise EarningsOwed(unfinished.earnings_cents)
    await erase_proofs(unit, await unit.proofs.of_customer(user_id), now)
    if person.driver_id is not None:
        await record_mileage_of(unit, person.driver_id, now)
    erased = await unit.personal_data.erase(person, now)
    await audit_account(unit, AuditAction.ACCOUNT_ERASED, actor, person.account_id, now, user=user_id)
    return erased
