"""Track an order: its driver's position, arrival times and money (ORD-10, DRV-28)."""

from datetime import datetime

import attrs

from haulage.drivers import DriverPosition, DriverProfile
from haulage.kernel.actor import Actor
from haulage.kernel.money import Cents
from haulage.orders import (
    STANDARD_TERMS,
    CancellationTerms,
    DriverEnRoute,
    Order,
    Stop,
    fee_changes_at,
    next_stop,
    shows_position,
)
from haulage.orders.views import DriverIds, ProofForm, View
from haulage.payments.payment import Payment, PaymentState
from haulage.ports.maps.routes import Route
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.proofs import StoredProof
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.proofs import DeliveryPin
from haulage.services.drivers.driver_of_order import driver_of
from haulage.services.orders.order_views import view_for
from haulage.services.orders.visible_order import visible_order
from haulage.services.payments.cancellation_fees import cancellation_fee_cents, retained_fee_cents
from haulage.use_cases.arrival_estimates import Arrival, Forecasts
from haulage.use_cases.proofs import ProofUseCases, ShownPin, ShownProof
from haulage.use_cases.proofs.show_proofs import proof_of

WHAT = "Order tracking"


@attrs.frozen
class Live:
    """What changes while somebody looks: where the driver is, whither they go and when they get there.

    ``names_driver`` is whether the position may be shown with its driver's id.
    """

    as_of: datetime
    stop: Stop | None = None
    position: DriverPosition | None = None
    arrival: Arrival | None = None
    names_driver: bool = True

    def is_like(self, other: "Live") -> bool:
        """Whether the two tell the same, whenever that was."""
        return self is other or attrs.evolve(self, as_of=other.as_of) == other

    def seen_by(self, view: View) -> "Live":
        """Where the driver is, as far as it is shown. The place's name on their device is hidden from who
        may not know whose device it is (OP-53)."""
        if self.position is None:
            return self
        if not view.position:
            return Live(self.as_of, self.stop)
        if view.driver_ids is not DriverIds.NONE:
            return self
        return attrs.evolve(self, position=attrs.evolve(self.position, address=None), names_driver=False)


@attrs.frozen
class CancellingNow:
    """What it would cost to cancel at this moment, or why it cannot be done any more (OP-23).

    ``changes_at`` is when time alone makes something else true; None for never.
    """

    fee_cents: Cents = 0
    refused: str | None = None
    changes_at: datetime | None = None


@attrs.frozen
class Tracking:
    """An order with its driver, its money and its routes, as far as ``view`` shows them. ``cancelling`` is
    None for who may not cancel; ``pin`` where the customer asked for none, and its code is theirs alone;
    ``tip_cents`` until a tip was paid; ``answer_due_at`` unless the order's driver has yet to accept it."""

    order: Order
    view: View
    driver: DriverProfile | None
    payment: Payment | None
    cancelling: CancellingNow | None
    trip: Route
    live: Live
    speed: float
    proof: ShownProof | None = None
    pin: ShownPin | None = None
    tip_cents: Cents | None = None
    answer_due_at: datetime | None = None


@attrs.frozen
class _Found:
    """What one look at the storage finds."""

    order: Order
    view: View
    driver: DriverProfile | None
    position: DriverPosition | None
    payment: Payment | None
    tip: Payment | None
    proof: StoredProof | None
    pin: DeliveryPin | None
    answer_due_at: datetime | None


@attrs.frozen
class TrackOrder:
    """One look at an order, for its customer, its driver and admins."""

    storage: Storage
    clock: Clock
    forecasts: Forecasts
    proofs: ProofUseCases
    terms: CancellationTerms = STANDARD_TERMS

    async def __call__(self, actor: Actor, order_id: str) -> Tracking:
        """Raises ``NotFound`` with 'Order tracking not found' (ORD-11)."""
        now = self.clock.now()

        async def query(unit: UnitOfWork) -> _Found:
            order = await visible_order(unit, actor, order_id, WHAT)
            view = await view_for(unit, actor, order)
            return _Found(
                order=order,
                view=view,
                driver=await driver_of(unit, order),
                position=await seen_position(unit, order),
                payment=await unit.payments.of_order(order.id),
                tip=await unit.payments.tip_of_order(order.id) if order.is_final else None,
                proof=await proof_of(unit, order),
                pin=None if order.is_final else await unit.proofs.pin(order.id),
                answer_due_at=await _answer_due(unit, order) if view.answer_due else None,
            )

        found = await self.storage.read(query)
        order, view = found.order, found.view
        live = await self.live_at(order, found.position, now)
        tip = found.tip if view.payment else None
        proof = found.proof if view.proof is ProofForm.WHOLE else None
        return Tracking(
            order=order,
            view=view,
            driver=found.driver,
            payment=found.payment if view.payment else None,
            cancelling=self._cancelling(actor, order, found.payment, now),
            trip=await self.forecasts.trip(order),
            live=live.seen_by(view),
            speed=self.forecasts.speed,
            proof=await self.proofs.show.shown(order, proof) if proof else None,
            pin=await self.proofs.pins.shown(found.pin, with_code=view.pin) if found.pin else None,
            tip_cents=tip.amount_cents if tip and tip.state is PaymentState.SUCCEEDED else None,
            answer_due_at=found.answer_due_at,
        )

    async def live(self, actor: Actor, order_id: str) -> Live:
        """Only what changes all the time. Raises ``NotFound`` like the whole look."""
        now = self.clock.now()

        async def query(unit: UnitOfWork) -> tuple[Order, DriverPosition | None]:
            order = await visible_order(unit, actor, order_id, WHAT)
            return order, await seen_position(unit, order)

        order, position = await self.storage.read(query)
        return await self.live_at(order, position, now)

    async def live_at(self, order: Order, position: DriverPosition | None, now: datetime) -> Live:
        """What changes all the time, of an order and its driver as they were just read."""
        stop = next_stop(order)
        if stop is None or position is None:
            return Live(now, stop, position)
        return Live(now, stop, position, await self.forecasts.arrival(order, stop, position, now))

    def _cancelling(
        self, actor: Actor, order: Order, payment: Payment | None, now: datetime
    ) -> CancellingNow | None:
        if order.is_final or not (actor.user_id == order.customer_id or actor.is_admin):
            return None
        changes_at = None if actor.is_admin else fee_changes_at(order, now, self.terms)
        try:
            fee = cancellation_fee_cents(actor, order, now, self.terms)
        except DriverEnRoute as refusal:
            return CancellingNow(refused=refusal.message, changes_at=changes_at)
        return CancellingNow(retained_fee_cents(payment, fee), changes_at=changes_at)


async def _answer_due(unit: UnitOfWork, order: Order) -> datetime | None:
    """Until when the order's driver has to accept it."""
    offer = await unit.job_offers.open_of(order.id)
    return offer.expires_at if offer is not None and offer.driver_id == order.driver_id else None


async def seen_position(unit: UnitOfWork, order: Order) -> DriverPosition | None:
    """The driver's position while it is the customer's business (OP-53)."""
    if order.driver_id is None or not shows_position(order):
        return None
    return await unit.drivers.position(order.driver_id)
