"""What drivers do: go online, take an order and bring it to its end."""

from collections.abc import Callable, Sequence
from datetime import datetime

import attrs

from haulage.accounts.suspension import require_not_suspended
from haulage.audit import AuditAction, AuditEvent
from haulage.dispatch import STANDARD_OFFER_TERMS, OfferTerms, require_turn
from haulage.drivers import (
    Approval,
    DriverNotApproved,
    DriverPosition,
    DriverProfile,
    approve,
    go_offline,
    go_online,
    require_another_customer,
)
from haulage.kernel.errors import InvalidInput, NotFound
from haulage.kernel.geo import Point
from haulage.kernel.money import Cents
from haulage.kernel.policy import Action, Actor, Facts, authorize
from haulage.orders import Order, OrderEventType, PaymentStatus
from haulage.orders.order import accept
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.notifier import Notifier
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.deliveries.change_status import (
    COMPLETE,
    CONFIRM_PICKUP,
    HAND_BACK,
    SET_OUT,
    START,
    Step,
    take_step,
)
from haulage.services.deliveries.change_status import DriverBusy as DriverBusy  # noqa: PLC0414 - also known from here
from haulage.services.dispatch.driver_change_emails import DriverEmails
from haulage.services.dispatch.eligibility import VehicleTooSmall as VehicleTooSmall  # noqa: PLC0414 - also known from here
from haulage.services.dispatch.eligibility import carries as carries  # noqa: PLC0414 - also known from here
from haulage.services.dispatch.eligibility import require_fit, require_online
from haulage.services.dispatch.job_offers import look_after, take_offer
from haulage.services.drivers.own_driver import own_profile as own_profile  # noqa: PLC0414 - also known from here
from haulage.services.orders.order_log import save_with_event
from haulage.use_cases.idempotency import IdempotentRequest, write_once
from haulage.use_cases.positions import Fix, ReportPositions

MAX_REASON_LENGTH = 500


@attrs.frozen
class AcceptOrder:
    """Take an open order, or say yes to an assigned one; of many at once exactly one wins (OP-25)."""

    storage: Storage
    clock: Clock
    notifier: Notifier
    mails: DriverEmails

    async def __call__(
        self, actor: Actor, order_id: str, once: IdempotentRequest[Order] | None = None
    ) -> Order:
        """Raises ``NotFound``, ``OwnOrder``, ``OrderTaken``, ``OfferedToAnother``, ``DriverOffline``,
        ``DriverBusy``, ``VehicleTooSmall`` or ``Conflict``."""
        authorize(actor, Action.ACCEPT_ORDER)
        now = self.clock.now()
        order = await write_once(
            self.storage, once, lambda unit: self._accept(unit, actor, order_id, now), now
        )
        await self.notifier.publish(order.id)
        return order

    async def _accept(self, unit: UnitOfWork, actor: Actor, order_id: str, now: datetime) -> Order:
        driver = await own_profile(unit, actor)
        if not driver.is_approved:
            raise DriverNotApproved
        order = await unit.orders.get(order_id)
        if order is None or order.payment_status is PaymentStatus.UNPAID:
            raise NotFound("Order")
        require_another_customer(driver, order.customer_id)
        accepted = accept(order, driver.id, now)
        if order.driver_id is None:
            require_turn(await unit.job_offers.open_of(order.id), driver.id)
            require_online(driver, order)
            await unit.drivers.mark_changed(driver.id, now)  # and locked, until it is decided
            await require_fit(unit, driver, order, now)
        saved = await save_with_event(unit, order, accepted, OrderEventType.ACCEPTED)
        if saved is not order:
            await take_offer(unit, saved, driver.id, now)
        if order.driver_id is None:
            await self.mails.taken(unit, saved, now)
        return saved


@attrs.frozen
class WorkOnOrder:
    """One step of the assigned driver's work: the move, and the event that tells of it."""

    storage: Storage
    clock: Clock
    notifier: Notifier
    mails: DriverEmails
    step: Step
    terms: OfferTerms = STANDARD_OFFER_TERMS

    async def __call__(
        self, actor: Actor, order_id: str, once: IdempotentRequest[Order] | None = None
    ) -> Order:
        """Raises ``NotFound`` for another driver's order and ``RuleBroken`` out of turn."""
        now = self.clock.now()
        order = await write_once(self.storage, once, lambda unit: self._work(unit, actor, order_id, now), now)
        await self.notifier.publish(order.id)
        return order

    async def _work(self, unit: UnitOfWork, actor: Actor, order_id: str, now: datetime) -> Order:
        order = await unit.orders.get(order_id)
        driver_id = order.driver_id if order else None
        authorize(actor, Action.WORK_ORDER, Facts("Order", driver_id=driver_id))
        if order is None or driver_id is None:
            raise NotFound("Order")
        moved = await take_step(unit, order, driver_id, self.step, now, terms=self.terms)
        if self.step is HAND_BACK:
            await self.mails.lost(unit, moved, now)
        return moved


@attrs.frozen
class Driving:
    """Everything a driver does with orders and with their own standing."""

    accept: AcceptOrder
    set_out: WorkOnOrder
    start: WorkOnOrder
    confirm_pickup: WorkOnOrder
    complete: WorkOnOrder
    hand_back: WorkOnOrder


def driving(
    storage: Storage,
    clock: Clock,
    notifier: Notifier,
    mails: DriverEmails,
    terms: OfferTerms = STANDARD_OFFER_TERMS,
) -> Driving:
    """The steps of the work, each with its move and its event."""

    def work(step: Step) -> WorkOnOrder:
        return WorkOnOrder(storage, clock, notifier, mails, step, terms)

    return Driving(
        accept=AcceptOrder(storage, clock, notifier, mails),
        set_out=work(SET_OUT),
        start=work(START),
        confirm_pickup=work(CONFIRM_PICKUP),
        complete=work(COMPLETE),
        hand_back=work(HAND_BACK),
    )


@attrs.frozen
class DriverUseCases:
    """A driver's own switchboard, and the admin's approval of drivers."""

    storage: Storage
    clock: Clock
    positions: ReportPositions

    async def me(self, actor: Actor) -> DriverProfile:
        authorize(actor, Action.SEE_OWN_DRIVER)
        return await self.storage.read(lambda unit: own_profile(unit, actor))

    async def go_online(self, actor: Actor, point: Point | None = None) -> DriverProfile:
        """Online and available (DRV-06), at *point* when the device says where."""
        return await self._switch(actor, go_online, point)

    async def go_offline(self, actor: Actor) -> DriverProfile:
        return await self._switch(actor, go_offline, None)

    async def _switch(
        self, actor: Actor, turn: Callable[[DriverProfile, datetime], DriverProfile], point: Point | None
    ) -> DriverProfile:
        authorize(actor, Action.GO_ONLINE)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> DriverProfile:
            driver = await own_profile(unit, actor)
            if turn is go_online:
                await _require_open_account(unit, driver)
            saved = await unit.drivers.save(driver, turn(driver, now))
            if not saved.is_online:
                await look_after(unit, driver.id, now)
            if point is not None:
                await self.positions.keep_one(unit, actor, DriverPosition(driver.id, point, now), now)
            return saved

        return await self.storage.write(work)

    async def report_position(
        self, actor: Actor, point: Point, heading: float | None = None
    ) -> DriverPosition:
        """Where the driver is now, by the server's clock; devices that stand still tell no heading."""
        return await self.positions.now(actor, Fix(self.clock.now(), point, heading=heading))

    async def list(
        self, actor: Actor, page: PageRequest, *, online: bool | None = None, approved: bool | None = None
    ) -> Page[DriverProfile]:
        authorize(actor, Action.LIST_DRIVERS)
        return await self.storage.read(lambda unit: unit.drivers.list(page, online=online, approved=approved))

    async def earned(self, actor: Actor, driver_ids: Sequence[str]) -> dict[str, Cents]:
        """What each of them ever earned, for themselves and for admins; who earned nothing is left out."""
        is_own = actor.driver_id is not None and set(driver_ids) <= {actor.driver_id}
        authorize(actor, Action.SEE_OWN_DRIVER if is_own else Action.LIST_DRIVERS)
        return await self.storage.read(lambda unit: unit.splits.earned_by_each(driver_ids))

    async def approve(self, actor: Actor, driver_id: str, reason: str) -> DriverProfile:
        """Until onboarding stands, every approval is an override and carries its reason (OP-79)."""
        authorize(actor, Action.APPROVE_DRIVER)
        if not reason.strip() or len(reason) > MAX_REASON_LENGTH:
            raise InvalidInput("reason", f"is required, at most {MAX_REASON_LENGTH} characters")
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> DriverProfile:
            driver = await unit.drivers.get(driver_id)
            if driver is None:
                raise NotFound("Driver")
            approved = approve(driver, Approval(now, actor.user_id or "", reason))
            if approved is driver:
                return driver
            await unit.audit.append(AuditEvent(AuditAction.DRIVER_APPROVED, actor, now, "driver", driver.id))
            return await unit.drivers.save(driver, approved)

        return await self.storage.write(work)


async def _require_open_account(unit: UnitOfWork, driver: DriverProfile) -> None:
    """Raises ``AccountSuspended``, whoever acts for the driver."""
    user = await unit.accounts.user(driver.user_id)
    account = await unit.accounts.get(user.auth_id) if user else None
    if account is not None:
        require_not_suspended(account)
