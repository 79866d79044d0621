"""A tip for the driver of a completed order: a payment of its own, wholly theirs (OP-35)."""

import attrs

from haulage.drivers import require_another_customer
from haulage.kernel.actor import Actor
from haulage.kernel.errors import Conflict, NotFound, RuleBroken
from haulage.kernel.money import Cents, amount
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.kernel.split_policy import SplitPolicy
from haulage.orders import Order, OrderStatus
from haulage.payments import Payment, PaymentInProgress, PaymentPurpose, PaymentState
from haulage.payments.payment import cancel
from haulage.ports.payments import CardPayments, ChargeResult
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.payments.open_payment import NOT_OPENED, OpenedPayment, forget_tick, named
from haulage.use_cases.payments.unpaid_tips import close_if_unpaid

LEAST_TIP_CENTS, MOST_TIP_CENTS = 1_00, 500_00
"""Ours: less costs more to charge than it is, and more is a slip of the finger."""


class NotYetDelivered(RuleBroken):
    """The order is not delivered yet, so it cannot be tipped."""

    code = "not_yet_delivered"
    message = "You can add a tip once your order is delivered."


class TipAlreadyGiven(RuleBroken):
    """The order has a tip already."""

    code = "tip_already_given"
    message = "You have already added a tip to this order."


@attrs.frozen
class OpenTip:
    """Opens the tip of an order at the provider; it is paid as every payment is."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    cards: CardPayments
    split_policy: SplitPolicy = SplitPolicy.SPLIT_50_50

    async def __call__(self, actor: Actor, order_id: str, amount_cents: Cents) -> OpenedPayment:
        """Asked again with the same amount, the same payment; with another, that one is closed first.

        Raises ``InvalidInput``, ``NotFound``, ``NotYetDelivered``, ``TipAlreadyGiven``,
        ``PaymentInProgress`` or ``Unavailable``.
        """
        amount(amount_cents, field="amount_cents", at_least=LEAST_TIP_CENTS, at_most=MOST_TIP_CENTS)
        order, tip = await self.storage.read(lambda unit: self._look(unit, actor, order_id))
        if tip is not None and tip.amount_cents != amount_cents:
            await self._close(tip)
            tip = None
        if tip is None:
            return await self._open(actor, order, amount_cents)
        tip = await forget_tick(self.storage, self.clock, self.cards, tip)
        with named(NOT_OPENED):
            return OpenedPayment(tip, await self.cards.client_secret(tip.provider_reference))

    async def _look(self, unit: UnitOfWork, actor: Actor, order_id: str) -> tuple[Order, Payment | None]:
        order = await unit.orders.get(order_id)
        owner = order.customer_id if order else None
        authorize(actor, Action.PAY_ORDER, Facts("Order", owner_id=owner))
        if order is None:
            raise NotFound("Order")
        if order.status is not OrderStatus.COMPLETED or order.driver_id is None:
            raise NotYetDelivered
        driver = await unit.drivers.get(order.driver_id)
        if driver is not None:
            require_another_customer(driver, order.customer_id)
        tip = await unit.payments.tip_of_order(order.id)
        if tip is not None and tip.state is PaymentState.SUCCEEDED:
            raise TipAlreadyGiven
        if tip is not None and tip.state is PaymentState.PROCESSING:
            raise PaymentInProgress
        return order, tip

    async def _close(self, tip: Payment) -> None:
        """The provider hears of it first, so that it cannot be paid any more."""
        with named(NOT_OPENED):
            closed = await self.cards.cancel(tip.provider_reference)
        if closed.result is not ChargeResult.CANCELED:
            raise PaymentInProgress
        now = self.clock.now()
        await self.storage.write(lambda unit: unit.payments.save(tip, cancel(tip, now)))

    async def _open(self, actor: Actor, order: Order, cents: Cents) -> OpenedPayment:
        earlier = await self.storage.read(lambda unit: unit.payments.count_of_order(order.id))
        with named(NOT_OPENED):
            intent = await self.cards.open(
                reference=f"{order.id}-tip-{earlier}", amount_cents=cents, order_id=order.id
            )
        now = self.clock.now()
        opened = Payment(
            id=self.identifiers.new("pay"),
            order_id=order.id,
            customer_id=order.customer_id,
            amount_cents=cents,
            provider_reference=intent.provider_reference,
            created_at=now,
            updated_at=now,
            simulated=self.cards.simulated,
            purpose=PaymentPurpose.TIP,
            split_policy=self.split_policy,
        )
        try:
            await self.storage.write(lambda unit: self._add(unit, opened))
        except Conflict:
            _, stored = await self.storage.read(lambda unit: self._look(unit, actor, order.id))
            if stored is None or stored.amount_cents != cents:
                raise
            opened = stored
        return OpenedPayment(opened, intent.client_secret)

    async def _add(self, unit: UnitOfWork, tip: Payment) -> None:
        await unit.payments.add(tip)
        await close_if_unpaid(unit, tip)
