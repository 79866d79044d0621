"""Where a driver is paid: list, add, remove, and choose the default (OUT-08, OP-40)."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import date

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.kernel.actor import Actor
from haulage.kernel.errors import Forbidden, InvalidInput, NotFound, Unavailable
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.payments import ProviderRefused
from haulage.payments.card import passes_luhn
from haulage.payouts import (
    CALLED,
    LEAST_CARD_DIGITS,
    MAX_CARD_DIGITS,
    MAX_METHODS,
    BankDetails,
    DebitCardDetails,
    EnteredAtProvider,
    HoldReason,
    MethodDetails,
    MethodNotVerified,
    PayoutMethod,
    PayPalDetails,
    TooManyMethods,
    account_number,
    card_expiry,
    held_since_added,
    new_method_notice,
    next_default,
    routing_number,
    the_method,
)
from haulage.ports.messaging.email import EmailKind
from haulage.ports.payouts import DriverPayouts, ProviderMethod
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.payments.instant_holds import hold_instant_payouts
from haulage.use_cases.accounts.fresh_user import FreshUser
from haulage.use_cases.accounts.security_notices import SecurityNotices
from haulage.use_cases.payments.driver_accounts import DriverAccounts


@attrs.frozen
class PayoutMethods:
    """A new one holds instant payouts, and is itself paid to later unless it is the first, and the driver is
    told of it by e-mail: whoever got hold of an account pays it out to themselves."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    accounts: DriverAccounts
    provider: DriverPayouts
    fresh_user: FreshUser
    notices: SecurityNotices

    @property
    def are_entered_at_provider(self) -> bool:
        """Whether drivers add them on the provider's own pages, and :meth:`add` is refused (OP-40)."""
        return not self.provider.takes_details

    async def list(self, actor: Actor, driver_id: str) -> Sequence[PayoutMethod]:
        """The default first, then the oldest; as the provider has them, where it answers."""
        authorize(actor, Action.SEE_PAYOUTS, Facts("Driver", driver_id=driver_id))
        await self.refresh(driver_id)
        return await self.storage.read(lambda unit: unit.payout_methods.of_driver(driver_id))

    async def add(self, access_token: str, driver_id: str, details: MethodDetails) -> PayoutMethod:
        """By the driver in person, who has just proved who they are. Raises ``Unauthenticated``,
        ``ReauthenticationNeeded``, ``NotFound``, ``EnteredAtProvider``, ``TooManyMethods``,
        ``InvalidInput``, ``ProviderRefused`` or ``Unavailable``."""
        actor = (await self.fresh_user(access_token)).actor
        return await self._add(actor, driver_id, details)

    async def add_for(self, actor: Actor, driver_id: str, details: MethodDetails) -> PayoutMethod:
        """By an operator in the driver's name; raises as :meth:`add`."""
        if actor.operated_by is None:
            raise Forbidden
        return await self._add(actor, driver_id, details)

    async def remove(self, actor: Actor, driver_id: str, method_id: str) -> None:
        """Nothing is paid there any more; what is on its way arrives. Raises ``MethodNotFound``,
        ``ProviderRefused`` or ``Unavailable``."""
        method = await self._own(actor, driver_id, method_id)
        account = await self.storage.read(lambda unit: unit.connected_accounts.get(driver_id))
        if account is not None:
            await self.provider.remove_method(account.account_id, method.token)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> None:
            await unit.payout_methods.lock(driver_id)
            still = the_method(await unit.payout_methods.of_driver(driver_id), method_id)
            await unit.payout_methods.save(attrs.evolve(still, removed_at=now, is_default=False))
            await _choose_default(unit, driver_id)
            await unit.audit.append(
                AuditEvent(AuditAction.PAYOUT_METHOD_REMOVED, actor, now, "payout_method", method_id)
            )

        await self.storage.write(work)

    async def make_default(self, actor: Actor, driver_id: str, method_id: str) -> PayoutMethod:
        """What the weekly payout goes to. Raises ``MethodNotFound`` or ``MethodNotVerified``."""
        await self._own(actor, driver_id, method_id)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> PayoutMethod:
            await unit.payout_methods.lock(driver_id)
            method = the_method(await unit.payout_methods.of_driver(driver_id), method_id)
            if not method.is_verified:
                raise MethodNotVerified
            if method.is_default:
                return method
            await unit.payout_methods.make_default(method)
            await unit.audit.append(
                AuditEvent(AuditAction.PAYOUT_METHOD_CHOSEN, actor, now, "payout_method", method_id)
            )
            return attrs.evolve(method, is_default=True)

        return await self.storage.write(work)

    async def refresh(self, driver_id: str) -> None:
        """As :meth:`look_up`; a provider that does not answer leaves them as they are."""
        with suppress(Unavailable, ProviderRefused):
            await self.look_up(driver_id)

    async def look_up(self, driver_id: str) -> None:
        """Note what the provider says of them: always where drivers enter them there, and otherwise while one
        is not verified. Raises ``Unavailable`` or ``ProviderRefused``."""
        account = await self.storage.read(lambda unit: unit.connected_accounts.get(driver_id))
        mine = await self.storage.read(lambda unit: unit.payout_methods.of_driver(driver_id))
        if account is None or (self.provider.takes_details and all(each.is_verified for each in mine)):
            return
        found = await self.provider.methods_of(account.account_id)
        await self.storage.write(lambda unit: self._note(unit, driver_id, found))

    async def _own(self, actor: Actor, driver_id: str, method_id: str) -> PayoutMethod:
        authorize(actor, Action.MANAGE_PAYOUT_METHODS, Facts("Driver", driver_id=driver_id))
        return the_method(
            await self.storage.read(lambda unit: unit.payout_methods.of_driver(driver_id)), method_id
        )

    async def _add(self, actor: Actor, driver_id: str, details: MethodDetails) -> PayoutMethod:
        authorize(actor, Action.MANAGE_PAYOUT_METHODS, Facts("Driver", driver_id=driver_id))
        if not self.provider.takes_details:
            raise EnteredAtProvider
        if len(await self.storage.read(lambda unit: unit.payout_methods.of_driver(driver_id))) >= MAX_METHODS:
            raise TooManyMethods
        _require_plausible(details, self.clock.now().date())
        account = await self.accounts.of_driver(driver_id)
        id = self.identifiers.new("pom")
        found = await self.provider.add_method(account.account_id, details, reference=id)
        email = details.email if isinstance(details, PayPalDetails) else ""

        async def work(unit: UnitOfWork) -> PayoutMethod:
            await unit.payout_methods.lock(driver_id)
            return await self._store(unit, actor, id, driver_id, found, email)

        return await self.storage.write(work)

    async def _note(self, unit: UnitOfWork, driver_id: str, found: Sequence[ProviderMethod]) -> None:
        await unit.payout_methods.lock(driver_id)
        now, by_token = self.clock.now(), {each.token: each for each in found}
        mine = await unit.payout_methods.of_driver(driver_id)
        for method in mine:
            if (theirs := by_token.pop(method.token, None)) is not None:
                verified_at = (method.verified_at or now) if theirs.is_verified else method.verified_at
                after = attrs.evolve(method, verified_at=verified_at, is_instant=theirs.is_instant)
                if after != method:
                    await unit.payout_methods.save(after)
            elif not self.provider.takes_details:
                await unit.payout_methods.save(attrs.evolve(method, removed_at=now, is_default=False))
        if not self.provider.takes_details:
            driver = Actor(driver_id=driver_id, system="payout_methods")
            for theirs in by_token.values():
                await self._store(unit, driver, self.identifiers.new("pom"), driver_id, theirs, "")
        await _choose_default(unit, driver_id)

    async def _store(
        self, unit: UnitOfWork, actor: Actor, id: str, driver_id: str, found: ProviderMethod, email: str
    ) -> PayoutMethod:
        now = self.clock.now()
        hold = await unit.payout_settings.hold(driver_id)
        is_first = not await unit.payout_methods.had_any(driver_id)
        method = PayoutMethod(
            id=id,
            driver_id=driver_id,
            type=found.type,
            token=found.token,
            added_at=now,
            last4=found.last4,
            bank_name=found.bank_name,
            account_type=found.account_type,
            paypal_email=email,
            verified_at=now if found.is_verified else None,
            is_instant=found.is_instant,
            held_until=held_since_added(now, hold, is_first=is_first),
        )
        await unit.payout_methods.add(method)
        chosen = await _choose_default(unit, driver_id)
        await unit.audit.append(
            AuditEvent(
                AuditAction.PAYOUT_METHOD_ADDED, actor, now, "payout_method", id, {"type": method.type}
            )
        )
        await self._tell(unit, method)
        return attrs.evolve(method, is_default=chosen == id)

    async def _tell(self, unit: UnitOfWork, method: PayoutMethod) -> None:
        hold = await hold_instant_payouts(unit, method.driver_id, HoldReason.NEW_METHOD, method.added_at)
        driver = await unit.drivers.get(method.driver_id)
        if driver is None:
            raise NotFound("Driver")
        await self.notices.send(
            unit,
            EmailKind.PAYOUT_METHOD_ADDED,
            driver.email,
            method.added_at,
            method=CALLED[method.type],
            hold=new_method_notice(method, hold),
        )


def _require_plausible(details: MethodDetails, today: date) -> None:
    """Before the provider is asked, so that the field is named (OP-40). Raises ``InvalidInput``."""
    if isinstance(details, BankDetails):
        routing_number(details.routing_number)
        account_number(details.account_number)
    if isinstance(details, DebitCardDetails):
        _require_card_number(details.number)
        card_expiry(details.expiry_year, details.expiry_month, today)


def _require_card_number(text: str) -> None:
    digits = text.replace(" ", "").replace("-", "")
    if not (digits.isascii() and digits.isdigit() and len(digits) >= LEAST_CARD_DIGITS):
        raise InvalidInput("card_number", f"must have {LEAST_CARD_DIGITS} to {MAX_CARD_DIGITS} digits")
    if not passes_luhn(digits):
        raise InvalidInput("card_number", "is no card number: please check its digits")


async def _choose_default(unit: UnitOfWork, driver_id: str) -> str | None:
    """The id of the default, where there is one."""
    methods = await unit.payout_methods.of_driver(driver_id)
    if (first := next_default(methods)) is not None:
        await unit.payout_methods.make_default(first)
        return first.id
    return next((each.id for each in methods if each.is_default), None)
