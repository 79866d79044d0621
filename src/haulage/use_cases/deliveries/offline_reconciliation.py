"""Bring an order to the state that its driver's offline actions describe."""

from collections.abc import Sequence
from datetime import datetime

import attrs

from haulage.deliveries import (
    ActionKind,
    ClockMove,
    DeliveryLog,
    DriverAction,
    Ground,
    Mark,
    Milestones,
    OfflineFailure,
    TooManyBreaks,
    marked,
)
from haulage.dispatch import STANDARD_OFFER_TERMS, OfferTerms
from haulage.kernel.actor import Actor
from haulage.orders import FailureReason, Order, OrderStatus
from haulage.orders.failure import CORRECTED_WITHIN, words_of
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.deliveries.change_status import (
    COMPLETE,
    CONFIRM_PICKUP,
    HAND_BACK,
    SET_OUT,
    START,
    Step,
    take_step,
)
from haulage.use_cases.deliveries.fail_delivery import Failing, FailureReport, may_be_corrected
from haulage.use_cases.dispatch import DriverEmails

_CLOCK = {ActionKind.PAUSE: ClockMove.PAUSE, ActionKind.RESUME: ClockMove.RESUME}

_OF_ORDER = {
    "set_out_at": "en_route_at",
    "started_at": "started_at",
    "picked_up_at": "picked_up_at",
    "completed_at": "completed_at",
}


@attrs.frozen
class ReconcileDelivery:
    """Takes the steps that are missing, each at its own time, and corrects the times of those that were
    reported. Raises ``RuleBroken`` before anything is changed."""

    failing: Failing
    mails: DriverEmails
    terms: OfferTerms = STANDARD_OFFER_TERMS

    async def __call__(
        self, unit: UnitOfWork, actor: Actor, order: Order, wanted: Milestones, now: datetime
    ) -> Order:
        if order.status is OrderStatus.CANCELLED:
            return order
        moved = await _timed(unit, await self._work(unit, order, wanted, now), wanted, now)
        moved = await self._fail(unit, actor, moved, wanted, now)
        if wanted.completed_at is not None and moved.completed_at is None:
            moved = await self._step(unit, moved, COMPLETE, wanted.completed_at, now)
        if moved.status is OrderStatus.CANCELLED:
            return moved
        moved = await _timed(unit, moved, wanted, now)
        if wanted.returned_at is not None:
            return await self.failing.give_back(unit, actor, moved, min(wanted.returned_at, now), now)
        if wanted.handed_back_at is not None:
            given = await self._step(unit, moved, HAND_BACK, wanted.handed_back_at, now)
            await self.mails.lost(unit, given, now)
            return given
        return moved

    async def _work(self, unit: UnitOfWork, order: Order, wanted: Milestones, now: datetime) -> Order:
        steps: list[tuple[Step, datetime | None, datetime | None]] = [
            (START, wanted.started_at, order.started_at),
            (CONFIRM_PICKUP, wanted.picked_up_at, order.picked_up_at),
        ]
        if wanted.started_at is None:
            steps = [(SET_OUT, wanted.set_out_at, order.en_route_at)]
        for step, at, done_at in steps:
            if at is not None and done_at is None:
                order = await self._step(unit, order, step, at, now)
        return order

    async def _fail(
        self, unit: UnitOfWork, actor: Actor, order: Order, wanted: Milestones, now: datetime
    ) -> Order:
        failed = wanted.failed
        if failed is None:
            if order.failure is None or order.status is not OrderStatus.IN_PROGRESS:
                return order
            return await self.failing.go_on(unit, order, min(wanted.went_on_at or now, now))
        if order.failure is not None:
            return order
        report = FailureReport(FailureReason(failed.reason), failed.note)
        return await self.failing.say(unit, actor, order, report, min(failed.at, now), now)

    async def _step(self, unit: UnitOfWork, order: Order, step: Step, at: datetime, now: datetime) -> Order:
        driver_id = order.driver_id or ""
        return await take_step(unit, order, driver_id, step, now, at=min(at, now), terms=self.terms)


async def _timed(unit: UnitOfWork, order: Order, wanted: Milestones, now: datetime) -> Order:
    def earliest(at: datetime | None, stands: datetime | None) -> datetime | None:
        return stands if at is None or stands is None else min(at, now)

    failure, failed = order.failure, wanted.failed
    if failure is not None and failed is not None:
        reason = FailureReason(failed.reason)
        failure = attrs.evolve(failure, at=min(failed.at, now), reason=reason, note=failed.note)
    timed = attrs.evolve(
        order,
        en_route_at=earliest(wanted.set_out_at, order.en_route_at),
        started_at=earliest(wanted.started_at, order.started_at),
        picked_up_at=earliest(wanted.picked_up_at, order.picked_up_at),
        completed_at=earliest(wanted.completed_at, order.completed_at),
        failure=failure,
    )
    if timed == order:
        return order
    return await unit.orders.save(order, attrs.evolve(timed, updated_at=now))


async def ground_of(unit: UnitOfWork, order: Order, log: DeliveryLog) -> Ground:
    """The known state of an accepted order over which its reported actions are replayed."""
    assert order.accepted_at is not None
    known = known_elsewhere(order, log)
    corrected_until = None
    if known.completed_at is not None and order.rating is None and await may_be_corrected(unit, order, log):
        corrected_until = known.completed_at + CORRECTED_WITHIN
    return Ground(known, order.accepted_at, corrected_until, _can_arise)


def _can_arise(reason: str, loaded: bool) -> bool:
    return words_of(FailureReason(reason), loaded=loaded) is not None


def known_elsewhere(order: Order, log: DeliveryLog) -> Milestones:
    """The order's milestones but those that rest on reported actions. What has failed by other means stands
    with all that led to it."""
    failed = _failed(order)
    reported = Milestones() if failed is not None and failed != log.reported.failed else log.reported
    known = {}
    for name, of_order in _OF_ORDER.items():
        stands = getattr(order, of_order)
        known[name] = None if stands is not None and stands == getattr(reported, name) else stands
    if failed is None or failed == reported.failed:
        return Milestones(**known)
    returned_at = order.failure.returned_at if order.failure else None
    return Milestones(**known, failed=failed, returned_at=returned_at)


def reported_milestones(log: DeliveryLog, before: Order, after: Order) -> Milestones:
    """Those of the order's milestones that rest on reported actions."""
    elsewhere = known_elsewhere(before, log)
    reported = {
        name: getattr(after, of_order) if getattr(elsewhere, name) is None else None
        for name, of_order in _OF_ORDER.items()
    }
    return Milestones(**reported, failed=_failed(after) if elsewhere.failed is None else None)


def _failed(order: Order) -> OfflineFailure | None:
    failure = order.failure
    return OfflineFailure(failure.at, failure.reason, failure.note) if failure else None


def would_undo(order: Order, wanted: Milestones, ground: Ground) -> bool:
    """Whether a step of the work would have to be taken back: what counts as done stands."""
    undone = [name for name, of in _OF_ORDER.items() if getattr(order, of) and not getattr(wanted, name)]
    return any(name != "completed_at" or ground.corrected_until is None for name in undone)


def with_breaks(log: DeliveryLog, actions: Sequence[DriverAction]) -> DeliveryLog:
    """The log with the breaks among these actions."""
    for action in sorted(actions, key=lambda it: (it.at, it.client_id)):
        move = _CLOCK.get(action.kind)
        if move is not None:
            try:
                log = marked(log, Mark(action.at, move, action.client_id))
            except TooManyBreaks:
                return log
    return log
