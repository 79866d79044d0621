"""A driver asks for a payout: what it would cost, and the request itself (OUT-11 to OUT-19).

Limits are checked and the balance is reserved in one transaction, under the lock of the driver's books: of
however many requests at once no more are granted than there is money for (OP-39).
"""

from datetime import datetime
from zoneinfo import ZoneInfo

import attrs

from haulage.audit import AuditAction, AuditEvent, Fact
from haulage.jobs import Job, JobKind
from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.kernel.money import Cents
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.kernel.services import ServiceType
from haulage.payouts import (
    InstantNotEnabled,
    InstantNotOffered,
    MethodNotFound,
    MethodNotVerified,
    MethodRemoved,
    NamedOrderNotFound,
    NoConnectedAccount,
    NoVerifiedMethod,
    Payout,
    PayoutFees,
    PayoutMethod,
    PayoutNotFailed,
    PayoutNotFound,
    PayoutsNotEnabled,
    PayoutSpeed,
    PayoutTriedAgain,
    PayoutTrigger,
    counting_zone,
    driver_day,
    expected_arrival,
    payout_fees,
    plan_take_back,
    require_instant_amount,
    require_method_not_held,
    require_not_held,
    require_standard_amount,
)
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.behaviour.save_driving import zone_of
from haulage.services.payments.backup_withholding import withheld_of
from haulage.services.payments.driver_funds import balance_of
from haulage.services.payments.payout_entries import reserve_payout
from haulage.use_cases.idempotency import IdempotentRequest, write_once

MOST_PARTS = 500
"""Ours: of so many transfers, at most, one payout is taken back."""


@attrs.frozen
class PayoutRequest:
    """How much is to leave the balance, how fast and where to; the default method where none is named. An
    order is a reference and no more (OP-37)."""

    amount_cents: Cents
    speed: PayoutSpeed
    method_id: str | None = None
    order_id: str | None = None
    trigger: PayoutTrigger = PayoutTrigger.REQUEST
    retry_of: str | None = None


@attrs.frozen
class PayoutQuote:
    """What a payout would cost line by line, and when it would arrive."""

    method: PayoutMethod
    speed: PayoutSpeed
    fees: PayoutFees
    withheld_cents: Cents
    expected_at: datetime

    @property
    def net_cents(self) -> Cents:
        """What would arrive."""
        return self.fees.net_cents - self.withheld_cents


@attrs.frozen
class RequestPayout:
    """For the driver in person."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers

    async def quote(self, actor: Actor, driver_id: str, request: PayoutRequest) -> PayoutQuote:
        """Raises what the request would raise now; it moves nothing."""
        authorize(actor, Action.REQUEST_PAYOUT, Facts("Driver", driver_id=driver_id))
        now = self.clock.now()

        async def query(unit: UnitOfWork) -> PayoutQuote:
            method = await _payable(unit, driver_id, request, now)
            fees = payout_fees(request.amount_cents, request.speed, method.rail)
            withheld = await withheld_of(unit, driver_id, request.amount_cents)
            expected = expected_arrival(request.speed, now)
            return PayoutQuote(method, request.speed, fees, withheld, expected)

        return await self.storage.read(query)

    async def __call__(
        self,
        actor: Actor,
        driver_id: str,
        request: PayoutRequest,
        once: IdempotentRequest[Payout] | None = None,
    ) -> Payout:
        """Raises ``NotFound``, ``InvalidInput``, and the documented refusals of :mod:`haulage.payouts`."""
        authorize(actor, Action.REQUEST_PAYOUT, Facts("Driver", driver_id=driver_id))
        return await self._once(actor, driver_id, request, once)

    async def retry(
        self, actor: Actor, payout_id: str, once: IdempotentRequest[Payout] | None = None
    ) -> Payout:
        """Pay out again what did not arrive, once, as a payout of its own. Raises ``PayoutNotFound``,
        ``PayoutNotFailed``, ``PayoutTriedAgain``, ``MethodRemoved``, and what a request raises."""
        failed = await self.storage.read(lambda unit: unit.payouts.get(payout_id))
        owner = failed.driver_id if failed else None
        authorize(actor, Action.CANCEL_PAYOUT, Facts("Payout", driver_id=owner))
        if failed is None:
            raise PayoutNotFound
        if not failed.has_failed or failed.settled_at is None:
            raise PayoutNotFailed
        request = PayoutRequest(
            failed.amount_cents, failed.speed, failed.method_id, failed.order_id, retry_of=failed.id
        )
        return await self._once(actor, failed.driver_id, request, once)

    async def _once(
        self,
        actor: Actor,
        driver_id: str,
        request: PayoutRequest,
        once: IdempotentRequest[Payout] | None,
    ) -> Payout:
        now, id = self.clock.now(), self.identifiers.new("pyt")
        return await write_once(
            self.storage, once, lambda unit: enter_payout(unit, actor, driver_id, request, id, now), now
        )


async def enter_payout(
    unit: UnitOfWork, actor: Actor, driver_id: str, request: PayoutRequest, id: str, now: datetime
) -> Payout:
    """Check, reserve and store a payout, and have it sent, all or nothing of it."""
    await unit.ledger.lock(driver_id)
    if request.retry_of is not None and await unit.payouts.is_tried_again(driver_id, request.retry_of):
        raise PayoutTriedAgain
    method = await _payable(unit, driver_id, request, now)
    service = await _service_of(unit, driver_id, request.order_id)
    zone = await _zone(unit, driver_id, now)
    withheld = await withheld_of(unit, driver_id, request.amount_cents)
    payout = _payout(driver_id, method, request, id=id, now=now, zone=zone, withheld_cents=withheld)
    payout = attrs.evolve(payout, service_type=service)
    if payout.taken_back_cents:
        left = await unit.payouts.transfers_left(driver_id, MOST_PARTS)
        payout = attrs.evolve(payout, take_back=plan_take_back(payout.taken_back_cents, left))
    await reserve_payout(unit, payout)
    await unit.payouts.add(payout)
    await unit.jobs.enqueue(Job(JobKind.SEND_PAYOUT, payout.id), now)
    await unit.audit.append(payout_requested(payout, actor, now))
    return payout


def standard_payout(
    driver_id: str,
    method: PayoutMethod,
    cents: Cents,
    trigger: PayoutTrigger,
    *,
    id: str,
    now: datetime,
    zone: ZoneInfo,
    withheld_cents: Cents,
) -> Payout:
    """One that is free and goes by itself, before anything is taken back for it."""
    request = PayoutRequest(cents, PayoutSpeed.STANDARD, trigger=trigger)
    return _payout(driver_id, method, request, id=id, now=now, zone=zone, withheld_cents=withheld_cents)


def payout_requested(payout: Payout, actor: Actor, now: datetime) -> AuditEvent:
    """What the audit trail has of it."""
    facts: dict[str, Fact] = {
        "driver": payout.driver_id,
        "cents": payout.amount_cents,
        "net_cents": payout.net_cents,
        "withheld_cents": payout.withheld_cents,
        "speed": str(payout.speed),
        "trigger": str(payout.trigger),
    }
    return AuditEvent(AuditAction.PAYOUT_REQUESTED, actor, now, "payout", payout.id, facts)


def _payout(
    driver_id: str,
    method: PayoutMethod,
    request: PayoutRequest,
    *,
    id: str,
    now: datetime,
    zone: ZoneInfo,
    withheld_cents: Cents,
) -> Payout:
    return Payout(
        id=id,
        driver_id=driver_id,
        method_id=method.id,
        speed=request.speed,
        rail=method.rail,
        trigger=request.trigger,
        fees=payout_fees(request.amount_cents, request.speed, method.rail),
        created_at=now,
        local_day=driver_day(now, zone),
        zone=zone.key,
        expected_at=expected_arrival(request.speed, now),
        updated_at=now,
        withheld_cents=withheld_cents,
        order_id=request.order_id,
        retry_of=request.retry_of,
    )


async def _payable(unit: UnitOfWork, driver_id: str, request: PayoutRequest, now: datetime) -> PayoutMethod:
    """Where it goes, once everything is in order. What is wrong with the request is said before
    that payouts are on hold: it stays wrong when the hold is over."""
    if await unit.drivers.get(driver_id) is None:
        raise NotFound("Driver")
    account = await unit.connected_accounts.get(driver_id)
    if account is None:
        raise NoConnectedAccount
    if not account.payouts_enabled:
        raise PayoutsNotEnabled
    method = await _method(unit, driver_id, request)
    if request.speed is PayoutSpeed.INSTANT:
        settings = await unit.payout_settings.of_driver(driver_id)
        if not settings.enable_instant_payouts:
            raise InstantNotEnabled
        if not method.is_instant:
            raise InstantNotOffered
    await _require_amount(unit, driver_id, request, now)
    require_method_not_held(method, now)
    if request.speed is PayoutSpeed.INSTANT:
        require_not_held(await unit.payout_settings.hold(driver_id), now)
    return method


async def _method(unit: UnitOfWork, driver_id: str, request: PayoutRequest) -> PayoutMethod:
    methods, method_id = await unit.payout_methods.of_driver(driver_id), request.method_id
    if method_id is not None and all(each.id != method_id for each in methods):
        raise MethodNotFound if request.retry_of is None else MethodRemoved
    usable = [each for each in methods if each.is_usable and method_id in (None, each.id)]
    if not usable:
        raise MethodNotVerified if any(each.is_usable for each in methods) else NoVerifiedMethod
    return usable[0]


async def _require_amount(unit: UnitOfWork, driver_id: str, request: PayoutRequest, now: datetime) -> None:
    available = (await balance_of(unit, driver_id)).available_cents
    if request.speed is PayoutSpeed.STANDARD:
        require_standard_amount(request.amount_cents, available_cents=available)
        return
    settings = await unit.payout_settings.of_driver(driver_id)
    day = driver_day(now, await _zone(unit, driver_id, now))
    counted = await unit.payouts.counted_cents(driver_id, day)
    require_instant_amount(
        request.amount_cents, settings.limits, available_cents=available, counted_cents=counted
    )


async def _zone(unit: UnitOfWork, driver_id: str, now: datetime) -> ZoneInfo:
    current = await zone_of(unit, driver_id)
    return counting_zone(await unit.payouts.newest_instant(driver_id), current, now)


async def _service_of(unit: UnitOfWork, driver_id: str, order_id: str | None) -> ServiceType | None:
    """That of the order, which is the driver's own. Raises ``NamedOrderNotFound``."""
    if order_id is None:
        return None
    order = await unit.orders.get(order_id)
    if order is None or order.driver_id != driver_id:
        raise NamedOrderNotFound
    return order.service_type
