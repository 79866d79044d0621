"""Taking over what drivers did without a connection, each action once (DRV-27)."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

import attrs

from haulage.deliveries import (
    ActionKind,
    ClockMove,
    DeliveryLog,
    DriverAction,
    Mark,
    Milestones,
    Outcome,
    TooManyBreaks,
    marked,
    replay,
)
from haulage.kernel.errors import Conflict, InvalidInput, RuleBroken
from haulage.kernel.local_time import instant
from haulage.kernel.policy import Action, Actor, authorize
from haulage.orders import Order, OrderStatus
from haulage.ports.clock import Clock
from haulage.ports.delivery_storage import KeptAction
from haulage.ports.events import OrderBells
from haulage.ports.storage import Storage, UnitOfWork
from haulage.proofs import PinNeeded
from haulage.use_cases.deliveries.desk import sessions_of
from haulage.use_cases.deliveries.session import WHAT, DeliverySession, delivery_id
from haulage.use_cases.orders.order_work import COMPLETE, CONFIRM_PICKUP, SET_OUT, START, Step, take_step
from haulage.use_cases.positions.reporting import AHEAD

MOST_ACTIONS = 200
"""Ours: a long day without a connection."""

MOST_KEPT = 500
"""Ours, of one driver's turn at one order."""

TOLD_WITHIN = timedelta(days=7)
"""Ours: older actions are no longer of use to anybody."""

_CLOCK = {ActionKind.PAUSE: ClockMove.PAUSE, ActionKind.RESUME: ClockMove.RESUME}


@attrs.frozen
class ToldAction:
    """An action, and the order that it is about."""

    order_id: str
    action: DriverAction


@attrs.frozen
class ActionResult:
    """What came of one action as everything stands now, and why it did nothing."""

    client_id: str
    outcome: Outcome
    reason: str | None = None


@attrs.frozen
class ToldActions:
    """One result an action in the order asked, and the deliveries as they stand now."""

    results: Sequence[ActionResult]
    deliveries: Sequence[DeliverySession]


@attrs.frozen
class ReplayActions:
    """Any order and any number of repeats come to the same deliveries and the same results."""

    storage: Storage
    clock: Clock
    bells: OrderBells

    async def __call__(self, actor: Actor, told: Sequence[ToldAction]) -> ToldActions:
        authorize(actor, Action.SEE_OWN_DRIVER)
        if not 1 <= len(told) <= MOST_ACTIONS:
            raise InvalidInput("actions", f"must be between 1 and {MOST_ACTIONS}")
        now = self.clock.now()
        dated = [_dated(each, number) for number, each in enumerate(told)]
        _require_own_ids(dated)
        driver_id = actor.driver_id or ""

        async def work(unit: UnitOfWork) -> ToldActions:
            await unit.positions.hold(driver_id)
            return await _Taking(unit, driver_id, now).all(dated)

        done = await self.storage.write(work)
        for session in done.deliveries:
            await self.bells.ring(session.order.id)
        return done


def _dated(told: ToldAction, number: int) -> ToldAction:
    at = instant(told.action.at, field=f"actions[{number}].at")
    return attrs.evolve(told, action=attrs.evolve(told.action, at=at))


def _require_own_ids(told: Sequence[ToldAction]) -> None:
    first: dict[str, ToldAction] = {}
    for number, each in enumerate(told):
        if first.setdefault(each.action.client_id, each) != each:
            raise InvalidInput(f"actions[{number}].client_id", "is that of another action")


class _Taking:
    """One batch of one driver, in one unit."""

    def __init__(self, unit: UnitOfWork, driver_id: str, now: datetime) -> None:
        self._unit = unit
        self._driver_id = driver_id
        self._now = now
        self._orders: dict[str, Order] = {}
        self._results: dict[str, ActionResult] = {}
        self._asked: set[str] = set()

    async def all(self, told: Sequence[ToldAction]) -> ToldActions:
        for order_id in dict.fromkeys([each.order_id for each in told]):
            await self._find(order_id)
        asked_for = list(self._orders)
        for order_id in dict.fromkeys([each.order_id for each in told]):
            await self._keep(order_id, [each.action for each in told if each.order_id == order_id])
        for order_id in await self._unit.orders.worked_by(self._driver_id):
            await self._find(order_id)  # what was told of these before may fit now
        await self._settle()
        results = [self._results[each.action.client_id] for each in told]
        sessions = await sessions_of(self._unit, [self._orders[id] for id in asked_for], self._now)
        return ToldActions(results, sessions)

    async def _find(self, order_id: str) -> None:
        order = self._orders.get(order_id) or await self._unit.orders.get(order_id)
        if order is not None and order.driver_id == self._driver_id:
            self._orders[order_id] = order

    async def _keep(self, order_id: str, actions: Sequence[DriverAction]) -> None:
        """Those that are new; one id stands for one action for ever."""
        order = self._orders.get(order_id)
        id = delivery_id(order) if order else ""
        known = dict(
            await self._unit.deliveries.actions_by_client(self._driver_id, [it.client_id for it in actions])
        )
        room = MOST_KEPT - len(await self._unit.deliveries.actions(id)) if order else 0
        fresh: list[KeptAction] = []
        for action in actions:
            asked = KeptAction(id, action)
            before = known.get(action.client_id)
            refusal = self._refusal(order, asked, before, has_room=len(fresh) < room)
            if refusal is not None:
                id_of_action = action.client_id
                self._results[id_of_action] = ActionResult(id_of_action, Outcome.REFUSED, refusal)
                continue
            self._asked.add(action.client_id)
            if before is None:
                known[action.client_id] = asked
                fresh.append(asked)
        await self._unit.deliveries.add_actions(self._driver_id, order_id, fresh, self._now)

    def _refusal(
        self, order: Order | None, asked: KeptAction, before: KeptAction | None, *, has_room: bool
    ) -> str | None:
        if before is not None:
            return None if before == asked else "client_id: was used for another action"
        if order is None:
            return f"{WHAT} not found"
        if asked.action.at > self._now + AHEAD:
            return "at: must not be in the future"
        if asked.action.at < self._now - TOLD_WITHIN:
            return f"at: is more than {TOLD_WITHIN.days} days ago"
        return None if has_room else "client_id: too many actions were told of this delivery"

    async def _settle(self) -> None:
        """Until nothing moves any more: one job may have to wait until another is ended."""
        for _ in range(len(self._orders) + 1):
            before = dict(self._orders)
            for order_id in list(self._orders):
                await self._replay(order_id)
            if self._orders == before:
                return

    async def _replay(self, order_id: str) -> None:
        order = self._orders[order_id]
        id = delivery_id(order)
        actions = await self._unit.deliveries.actions(id)
        if not actions:
            return
        has_failed = order.status is OrderStatus.CANCELLED or order.failure is not None
        if order.accepted_at is None or has_failed:
            self._tell({it.client_id: Outcome.OUT_OF_TURN for it in actions})
            return
        log = await self._unit.deliveries.log(id)
        counted = await self._counted(order, actions)
        found = replay(_known_elsewhere(order, log), counted, order.accepted_at)
        try:
            moved, reason = await self._move(order, found.milestones), None
        except Conflict:
            raise
        except RuleBroken as refusal:  # only beginning can be refused, and nothing was changed by it
            if order.started_at is not None:
                raise
            moved, reason = order, refusal.message
        self._orders[order_id] = moved
        if reason is None:
            after = attrs.evolve(_with_breaks(log, actions), told=_told(log, order, moved))
            if after != log:
                await self._unit.deliveries.keep(id, order_id, self._driver_id, after, self._now)
            self._tell(found.outcomes)
        else:
            self._tell({it.client_id: Outcome.OUT_OF_TURN for it in counted}, reason)

    async def _counted(self, order: Order, actions: Sequence[DriverAction]) -> Sequence[DriverAction]:
        """Where the customer's PIN is awaited the delivery ends by its proof, and by nothing else."""
        if order.id not in await self._unit.proofs.awaited_pins([order.id]):
            return actions
        stops = [action.client_id for action in actions if action.kind is ActionKind.STOP]
        self._tell(dict.fromkeys(stops, Outcome.OUT_OF_TURN), PinNeeded().message)
        return [action for action in actions if action.kind is not ActionKind.STOP]

    def _tell(self, outcomes: Mapping[str, Outcome], reason: str | None = None) -> None:
        for client_id, outcome in outcomes.items():
            if client_id in self._asked:
                self._results[client_id] = ActionResult(client_id, outcome, reason)

    async def _move(self, order: Order, wanted: Milestones) -> Order:
        """Take the steps that are missing, and put the times of those that were told right."""
        steps: list[tuple[Step, datetime | None, datetime | None]] = [
            (START, wanted.started_at, order.started_at),
            (CONFIRM_PICKUP, wanted.picked_up_at, order.picked_up_at),
            (COMPLETE, wanted.completed_at, order.completed_at),
        ]
        if wanted.started_at is None:
            steps = [(SET_OUT, wanted.set_out_at, order.en_route_at)]
        moved = order
        for step, at, done_at in steps:
            if at is not None and done_at is None:
                moved = await take_step(
                    self._unit, moved, self._driver_id, step, self._now, at=min(at, self._now)
                )
        timed = attrs.evolve(
            moved,
            en_route_at=_earliest(wanted.set_out_at, self._now, moved.en_route_at),
            started_at=_earliest(wanted.started_at, self._now, moved.started_at),
            picked_up_at=_earliest(wanted.picked_up_at, self._now, moved.picked_up_at),
            completed_at=_earliest(wanted.completed_at, self._now, moved.completed_at),
        )
        if timed == moved:
            return moved
        return await self._unit.orders.save(moved, attrs.evolve(timed, updated_at=self._now))


def _earliest(wanted: datetime | None, now: datetime, stands: datetime | None) -> datetime | None:
    return stands if wanted is None else min(wanted, now)


_OF_ORDER = {
    "set_out_at": "en_route_at",
    "started_at": "started_at",
    "picked_up_at": "picked_up_at",
    "completed_at": "completed_at",
}


def _known_elsewhere(order: Order, log: DeliveryLog) -> Milestones:
    """The order's milestones but those that rest on what was told."""
    known = {}
    for name, of_order in _OF_ORDER.items():
        stands = getattr(order, of_order)
        known[name] = None if stands is not None and stands == getattr(log.told, name) else stands
    return Milestones(**known)


def _told(log: DeliveryLog, before: Order, after: Order) -> Milestones:
    """Those of the order's milestones that rest on what was told."""
    elsewhere = _known_elsewhere(before, log)
    told = {
        name: getattr(after, of_order) if getattr(elsewhere, name) is None else None
        for name, of_order in _OF_ORDER.items()
    }
    return Milestones(**told)


def _with_breaks(log: DeliveryLog, actions: Sequence[DriverAction]) -> DeliveryLog:
    for action in sorted(actions, key=lambda it: (it.at, it.client_id)):
        move = _CLOCK.get(action.kind)
        if move is not None:
            try:
                log = marked(log, Mark(action.at, move, action.client_id))
            except TooManyBreaks:
                return log
    return log
