"""What a driver did without a connection, reported later in any order and any number of times.

What comes of a set of actions is a function of the set: they are read by their own times, and what does not
fit its moment has no effect until the action arrives that makes it fit. The steps of the work are never
undone by one action more, it can only show that one was taken earlier. What cannot be taken back once it was
done (the job is given up, or the items are back and the money moves) names the action that the device did
before it, and so does everything after it: nothing is done before all that led to it is known.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from enum import StrEnum

import attrs


class ActionKind(StrEnum):
    """What the console can do without a connection; accepting an order is not among it, because others may
    have been first."""

    SET_OUT = "set_out"
    START = "start"
    CONFIRM_PICKUP = "confirm_pickup"
    PAUSE = "pause"
    RESUME = "resume"
    STOP = "stop"
    FAIL = "fail"
    DELIVER_AFTER_ALL = "deliver_after_all"
    CONFIRM_RETURN = "confirm_return"
    HAND_BACK = "hand_back"


WAYS_OUT = frozenset(
    {ActionKind.FAIL, ActionKind.DELIVER_AFTER_ALL, ActionKind.CONFIRM_RETURN, ActionKind.HAND_BACK}
)
"""What leads away from a delivery, and back to it: none of them is taken back for an action told later."""


@attrs.frozen
class DriverAction:
    """One action at the device's own time, under an id that the device has given to no other.

    ``after`` is the id of what the device did before it with the same order: the action waits for that one.
    ``reason`` and ``note`` belong to a failure.
    """

    client_id: str
    at: datetime
    kind: ActionKind
    after: str | None = None
    reason: str | None = None
    note: str = ""


class Outcome(StrEnum):
    APPLIED = "applied"
    REPEATED = "repeated"
    """It had been done already."""
    OUT_OF_TURN = "out_of_turn"
    """Nothing that it could follow is known: kept, in case that is still to come."""
    REFUSED = "refused"
    """Never kept, and never to be sent again."""


@attrs.frozen
class OfflineFailure:
    """It will not be delivered, and why; the reason in the words of the orders."""

    at: datetime
    reason: str
    note: str = ""


@attrs.frozen
class Milestones:
    """When each step was taken; None is not yet, or not by what this tells of. ``went_on_at`` is when what
    had failed was taken up again."""

    set_out_at: datetime | None = None
    started_at: datetime | None = None
    picked_up_at: datetime | None = None
    completed_at: datetime | None = None
    failed: OfflineFailure | None = None
    went_on_at: datetime | None = None
    returned_at: datetime | None = None
    handed_back_at: datetime | None = None

    @property
    def is_over(self) -> bool:
        """Delivered, brought back, failed with nothing on board, or given to others."""
        ended = self.completed_at or self.returned_at or self.handed_back_at
        return ended is not None or (self.failed is not None and self.picked_up_at is None)


@attrs.frozen
class Ground:
    """What the actions are read over. *not_before* is when the driver took the order: a clock that runs
    behind ours puts nothing before it. *corrected_until* is until when an end that the driver's arrival
    brought about by itself can still be called a failure (OP-49); None is not at all. *can_fail* tells
    whether a reason can arise with the goods on board or without."""

    known: Milestones
    not_before: datetime
    corrected_until: datetime | None = None
    can_fail: Callable[[str, bool], bool] = lambda _reason, _loaded: True


@attrs.frozen
class Replay:
    """Every milestone that is known then, and what came of each action by its client id."""

    milestones: Milestones
    outcomes: Mapping[str, Outcome]


def replay(ground: Ground, actions: Iterable[DriverAction]) -> Replay:
    """Read the actions by time over what is known from elsewhere."""
    reported = list(actions)
    state = ground.known
    outcomes = {action.client_id: Outcome.OUT_OF_TURN for action in reported}
    for at, action in _in_turn(reported):
        before = state
        state = _after(state, action, max(at, ground.not_before), ground)
        if action.kind in (ActionKind.PAUSE, ActionKind.RESUME):
            is_running = state.started_at is not None and not state.is_over
            outcomes[action.client_id] = Outcome.APPLIED if is_running else Outcome.OUT_OF_TURN
        elif state != before:
            outcomes[action.client_id] = Outcome.APPLIED
        else:
            done = _is_done(state, action.kind)
            outcomes[action.client_id] = Outcome.REPEATED if done else Outcome.OUT_OF_TURN
    return Replay(state, outcomes)


def _in_turn(actions: Iterable[DriverAction]) -> list[tuple[datetime, DriverAction]]:
    """By time, each after what it follows whatever its clock says; without those whose forerunner is not
    known."""
    by_id = {action.client_id: action for action in actions}
    places: dict[str, tuple[datetime, int] | None] = {}
    for action in by_id.values():
        chain, before = {action.client_id: action}, action.after
        # Those that wait for each other are none that has a place.
        while before in by_id and before not in places and before not in chain:
            chain[before] = by_id[before]
            before = by_id[before].after
        for each in reversed(chain.values()):
            places[each.client_id] = _place(each, places)
    found = [(*place, each) for each in by_id.values() if (place := places[each.client_id])]
    return [(at, each) for at, _, each in sorted(found, key=lambda it: (it[0], it[1], it[2].client_id))]


def _place(
    action: DriverAction, places: Mapping[str, tuple[datetime, int] | None]
) -> tuple[datetime, int] | None:
    """Its time, and how many come before it at that time; None where what it follows is not known."""
    if action.after is None:
        return action.at, 0
    before = places.get(action.after)
    if before is None:
        return None
    return (action.at, 0) if action.at > before[0] else (before[0], before[1] + 1)


def _after(state: Milestones, action: DriverAction, at: datetime, ground: Ground) -> Milestones:
    """With the step, if it can be taken: each once, and none before the one it follows."""
    if action.kind is ActionKind.FAIL:
        return _failed(state, action, at, ground)
    if state.failed is not None:
        return state if state.is_over else _way_back(state, action.kind, at)
    if state.handed_back_at is not None:
        return state
    return _step(state, action.kind, at)


def _step(state: Milestones, kind: ActionKind, at: datetime) -> Milestones:
    match kind:
        case ActionKind.SET_OUT if state.set_out_at is None and state.started_at is None:
            return attrs.evolve(state, set_out_at=at)
        case ActionKind.START if state.started_at is None:
            begun = max(at, state.set_out_at or at)
            return attrs.evolve(state, set_out_at=state.set_out_at or begun, started_at=begun)
        case ActionKind.CONFIRM_PICKUP if state.started_at is not None and state.picked_up_at is None:
            return attrs.evolve(state, picked_up_at=max(at, state.started_at))
        case ActionKind.STOP if state.picked_up_at is not None and state.completed_at is None:
            return attrs.evolve(state, completed_at=max(at, state.picked_up_at))
        case ActionKind.HAND_BACK if state.picked_up_at is None and state.completed_at is None:
            return attrs.evolve(state, handed_back_at=max(at, state.started_at or at))
        case _:
            return state


def _failed(state: Milestones, action: DriverAction, at: datetime, ground: Ground) -> Milestones:
    started, reason, loaded = state.started_at, action.reason or "", state.picked_up_at is not None
    if started is None or state.failed is not None or not ground.can_fail(reason, loaded):
        return state
    if state.completed_at is not None and ground.corrected_until is not None and at <= ground.corrected_until:
        state = attrs.evolve(state, completed_at=None)
    if state.is_over:
        return state
    happened = max(at, state.picked_up_at or started)
    return attrs.evolve(state, failed=OfflineFailure(happened, reason, action.note), went_on_at=None)


def _way_back(state: Milestones, kind: ActionKind, at: datetime) -> Milestones:
    """Goods on board that could not be delivered: to where they came from, or to the door after all."""
    assert state.failed is not None
    happened = max(at, state.failed.at)
    if kind is ActionKind.DELIVER_AFTER_ALL:
        return attrs.evolve(state, failed=None, went_on_at=happened)
    if kind is ActionKind.CONFIRM_RETURN:
        return attrs.evolve(state, returned_at=happened)
    return state


def _is_done(state: Milestones, kind: ActionKind) -> bool:
    return {
        ActionKind.SET_OUT: state.set_out_at,
        ActionKind.START: state.started_at,
        ActionKind.CONFIRM_PICKUP: state.picked_up_at,
        ActionKind.STOP: state.completed_at,
        ActionKind.FAIL: state.failed,
        ActionKind.DELIVER_AFTER_ALL: state.went_on_at,
        ActionKind.CONFIRM_RETURN: state.returned_at,
        ActionKind.HAND_BACK: state.handed_back_at,
    }.get(kind) is not None
