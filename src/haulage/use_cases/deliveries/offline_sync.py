"""Sync a driver's offline actions, each exactly once (DRV-27)."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

import attrs

from haulage.deliveries import WAYS_OUT, ActionKind, DeliveryLog, DriverAction, Outcome, Replay, replay
from haulage.kernel.actor import Actor
from haulage.kernel.errors import Conflict, InvalidInput, RuleBroken
from haulage.kernel.local_time import instant
from haulage.kernel.policy import Action, authorize
from haulage.orders import FailureReason, Order, OrderStatus
from haulage.orders.failure import MAX_NOTE_LENGTH
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.topics import order_topic
from haulage.ports.storage.deliveries import StoredAction
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.proofs import PinNeeded
from haulage.use_cases.deliveries.delivery_session import WHAT, DeliverySession, delivery_id
from haulage.use_cases.deliveries.driver_deliveries import sessions_of
from haulage.use_cases.deliveries.offline_reconciliation import (
    ReconcileDelivery,
    ground_of,
    reported_milestones,
    with_breaks,
    would_undo,
)
from haulage.use_cases.payments.send_refunds import SendRefunds
from haulage.use_cases.positions.report_positions import AHEAD

MOST_ACTIONS = 200
"""Ours: a long day without a connection."""

MOST_ACTIONS_STORED = 500
"""Ours, of one driver's turn at one order."""

REPORTED_WITHIN = timedelta(days=7)
"""Ours: older actions are no longer of use to anybody."""

GONE = "This job is not with you any more."


@attrs.frozen
class OfflineAction:
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
class OfflineActions:
    """One result an action in the order asked, and the deliveries as they stand now."""

    results: Sequence[ActionResult]
    deliveries: Sequence[DeliverySession]


@attrs.frozen
class SyncOfflineActions:
    """Applies a batch of a driver's offline actions.

    Any order and any number of repeats come to the same deliveries and the same results.
    """

    storage: Storage
    clock: Clock
    send_refunds: SendRefunds
    catch_up: ReconcileDelivery

    async def __call__(self, actor: Actor, actions: Sequence[OfflineAction]) -> OfflineActions:
        authorize(actor, Action.SEE_OWN_DRIVER)
        if not 1 <= len(actions) <= MOST_ACTIONS:
            raise InvalidInput("actions", f"must be between 1 and {MOST_ACTIONS}")
        now = self.clock.now()
        dated = [_dated(each, number) for number, each in enumerate(actions)]
        _require_own_ids(dated)
        driver_id = actor.driver_id or ""

        async def work(unit: UnitOfWork) -> tuple[OfflineActions, set[str]]:
            await unit.positions.hold(driver_id)
            taking = _Taking(unit, actor, self.catch_up, now)
            done = await taking.all(dated)
            unit.notify(*map(order_topic, sorted(taking.moved)))
            return done, taking.moved

        done, moved = await self.storage.write(work)
        for order_id in sorted(moved):
            await self.send_refunds.of_order(order_id)
        return done


def _dated(reported: OfflineAction, number: int) -> OfflineAction:
    action, field = reported.action, f"actions[{number}]"
    if (action.reason is None) is (action.kind is ActionKind.FAIL):
        raise InvalidInput(f"{field}.reason", "is required to fail, and belongs to nothing else")
    if action.reason is not None and action.reason not in {*FailureReason}:
        raise InvalidInput(f"{field}.reason", f"must be one of {', '.join(FailureReason)}")
    if len(action.note) > MAX_NOTE_LENGTH:
        raise InvalidInput(f"{field}.note", f"must be at most {MAX_NOTE_LENGTH} characters")
    at = instant(action.at, field=f"{field}.at")
    return attrs.evolve(reported, action=attrs.evolve(action, at=at, note=action.note.strip()))


def _require_own_ids(actions: Sequence[OfflineAction]) -> None:
    first: dict[str, OfflineAction] = {}
    for number, each in enumerate(actions):
        if first.setdefault(each.action.client_id, each) != each:
            raise InvalidInput(f"actions[{number}].client_id", "is that of another action")


class _Taking:
    """One batch of one driver, in one unit."""

    def __init__(self, unit: UnitOfWork, actor: Actor, catch_up: ReconcileDelivery, now: datetime) -> None:
        self._unit = unit
        self._actor = actor
        self._driver_id = actor.driver_id or ""
        self._catch_up = catch_up
        self._now = now
        self.moved: set[str] = set()
        self._fresh: set[str] = set()
        self._ended_before: set[str] = set()
        self._waits_for_pin: set[str] = set()
        self._orders: dict[str, Order] = {}
        self._results: dict[str, ActionResult] = {}
        self._client_ids: set[str] = set()

    async def all(self, actions: Sequence[OfflineAction]) -> OfflineActions:
        for order_id in dict.fromkeys([each.order_id for each in actions]):
            await self._find(order_id)
        order_ids = list(self._orders)
        for order_id in dict.fromkeys([each.order_id for each in actions]):
            await self._store_new_actions(
                order_id, [each.action for each in actions if each.order_id == order_id]
            )
        for order in await self._unit.orders.worked_by(self._driver_id):
            await self._find(order.id)  # actions reported of these before may fit now
        await self._settle()
        results = [self._results[each.action.client_id] for each in actions]
        left = [self._orders[id] for id in order_ids if id in self._orders]
        sessions = await sessions_of(self._unit, left, self._now)
        return OfflineActions(results, sessions)

    async def _find(self, order_id: str) -> None:
        order = self._orders.get(order_id) or await self._unit.orders.get(order_id)
        if order is not None and order.driver_id == self._driver_id:
            self._orders[order_id] = order
            if order.status is OrderStatus.CANCELLED:
                self._ended_before.add(order_id)

    async def _store_new_actions(self, order_id: str, actions: Sequence[DriverAction]) -> None:
        """Those that are new; one id stands for one action for ever."""
        order = self._orders.get(order_id)
        id = delivery_id(order) if order else ""
        known = dict(
            await self._unit.deliveries.actions_by_client(self._driver_id, [it.client_id for it in actions])
        )
        room = MOST_ACTIONS_STORED - len(await self._unit.deliveries.actions(id)) if order else 0
        fresh: list[StoredAction] = []
        for action in actions:
            stored = StoredAction(id, action)
            before = known.get(action.client_id)
            if before is not None and before.delivery_id != id and before.action == action:
                await self._return_stored_result(before)
                continue
            refusal = self._refusal(order, stored, before, has_room=len(fresh) < room)
            if refusal is not None:
                id_of_action = action.client_id
                self._results[id_of_action] = ActionResult(id_of_action, Outcome.REFUSED, refusal)
                continue
            self._client_ids.add(action.client_id)
            if before is None:
                known[action.client_id] = stored
                fresh.append(stored)
                self._fresh.add(action.client_id)
        await self._unit.deliveries.add_actions(self._driver_id, order_id, fresh, self._now)

    async def _return_stored_result(self, stored: StoredAction) -> None:
        """The stored result of an action that is sent again after its assignment has ended."""
        log = await self._unit.deliveries.log(stored.delivery_id)
        id = stored.action.client_id
        outcome = dict(log.closing).get(id)
        self._results[id] = ActionResult(id, outcome) if outcome else ActionResult(id, Outcome.REFUSED, GONE)

    def _refusal(
        self, order: Order | None, stored: StoredAction, before: StoredAction | None, *, has_room: bool
    ) -> str | None:
        if before is not None:
            return None if _is_the_same(before, stored) else "client_id: was used for another action"
        if order is None:
            return f"{WHAT} not found"
        if stored.action.at > self._now + AHEAD:
            return "at: must not be in the future"
        if stored.action.at < self._now - REPORTED_WITHIN:
            return f"at: is more than {REPORTED_WITHIN.days} days ago"
        return None if has_room else "client_id: too many actions were told of this delivery"

    async def _settle(self) -> None:
        """Until nothing moves any more: one job may have to wait until another is ended."""
        for _ in range(len(self._orders) + 1):
            before = dict(self._orders)
            for order_id in before:
                if order_id in self._orders:
                    await self._replay(order_id)
            if self._orders == before:
                return

    async def _replay(self, order_id: str) -> None:
        order = self._orders[order_id]
        id = delivery_id(order)
        actions = await self._unit.deliveries.actions(id)
        if not actions:
            return
        was_cancelled = order.status is OrderStatus.CANCELLED and order.failure is None
        if order.accepted_at is None or was_cancelled:
            self._set_results({it.client_id: Outcome.OUT_OF_TURN for it in actions})
            return
        log = await self._unit.deliveries.log(id)
        if order_id in self._ended_before:  # what was not known when it ended changes nothing
            log = attrs.evolve(log, moot=log.moot | self._fresh.intersection(it.client_id for it in actions))
        log, found = await self._read(order, log, actions)
        try:
            moved, reason = (
                await self._catch_up(self._unit, self._actor, order, found.milestones, self._now),
                None,
            )
        except Conflict:
            raise
        except RuleBroken as refusal:  # beginning, or taking up again, and nothing was changed by it
            if order.status is OrderStatus.IN_PROGRESS:
                raise
            moved, reason = order, refusal.message
        if reason is not None:
            self._set_results(dict.fromkeys(found.outcomes, Outcome.OUT_OF_TURN), reason)
            return
        await self._written(order, moved, log, actions, found)

    async def _read(
        self, order: Order, log: DeliveryLog, actions: Sequence[DriverAction]
    ) -> tuple[DeliveryLog, Replay]:
        """What the actions come to. An exit that was reported too late has no effect."""
        counted = [it for it in await self._counted(order, actions) if it.client_id not in log.moot]
        ground = await ground_of(self._unit, order, log)
        found = replay(ground, counted)
        if would_undo(order, found.milestones, ground):
            late = {it.client_id for it in counted if it.kind in WAYS_OUT} - log.done
            log = attrs.evolve(log, moot=log.moot | late)
            found = replay(ground, [it for it in counted if it.client_id not in late])
        return log, found

    async def _written(
        self, order: Order, moved: Order, log: DeliveryLog, actions: Sequence[DriverAction], found: Replay
    ) -> None:
        """Store and report the outcome."""
        ways_out = [it.client_id for it in actions if it.kind in WAYS_OUT]
        done = log.done | {id for id in ways_out if found.outcomes.get(id) is Outcome.APPLIED}
        outcomes = {it.client_id: Outcome.OUT_OF_TURN for it in actions} | dict(found.outcomes)
        outcomes |= dict.fromkeys(done, Outcome.APPLIED)
        is_given_up = moved.driver_id is None
        after = attrs.evolve(
            with_breaks(log, actions),
            reported=reported_milestones(log, order, moved),
            done=done,
            closing=tuple(sorted(outcomes.items())) if is_given_up else (),
        )
        id = delivery_id(order)
        if after != await self._unit.deliveries.log(id):
            await self._unit.deliveries.save_log(id, order.id, self._driver_id, after, self._now)
        self._set_results({id: outcome for id, outcome in outcomes.items() if id not in self._waits_for_pin})
        self._orders[order.id] = moved
        if moved != order:
            self.moved.add(order.id)
        if is_given_up:
            del self._orders[order.id]

    async def _counted(self, order: Order, actions: Sequence[DriverAction]) -> Sequence[DriverAction]:
        """Where the customer's PIN is awaited the delivery ends by its proof, and by nothing else."""
        if order.id not in await self._unit.proofs.awaited_pins([order.id]):
            return actions
        stops = [action.client_id for action in actions if action.kind is ActionKind.STOP]
        self._waits_for_pin.update(stops)
        self._set_results(dict.fromkeys(stops, Outcome.OUT_OF_TURN), PinNeeded().message)
        return [action for action in actions if action.kind is not ActionKind.STOP]

    def _set_results(self, outcomes: Mapping[str, Outcome], reason: str | None = None) -> None:
        for client_id, outcome in outcomes.items():
            if client_id in self._client_ids:
                self._results[client_id] = ActionResult(client_id, outcome, reason)


def _is_the_same(before: StoredAction, again: StoredAction) -> bool:
    """What it follows is no part of what an action is: whoever tells it again may not know."""
    return before == attrs.evolve(again, action=attrs.evolve(again.action, after=before.action.after))
