"""What a driver's device did while nobody heard it, told afterwards in any order and any number of times.

What comes of a set of actions is a function of the set: they are read by their own times, and what does not
fit its moment has no effect until the action arrives that makes it fit. An action more never undoes a step,
it can only show that one was taken earlier.
"""

from collections.abc import Iterable, Mapping
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


@attrs.frozen
class DriverAction:
    """One action at the device's own time, under an id that the device has given to no other."""

    client_id: str
    at: datetime
    kind: ActionKind


class Outcome(StrEnum):
    APPLIED = "applied"
    REPEATED = "repeated"
    """It had been done already."""
    OUT_OF_TURN = "out_of_turn"
    """Nothing that it could follow is known: kept, in case that is still to come."""
    REFUSED = "refused"
    """Never kept, and never to be sent again."""


@attrs.frozen
class Milestones:
    """When each step was taken; None is not yet, or not by what this tells of."""

    set_out_at: datetime | None = None
    started_at: datetime | None = None
    picked_up_at: datetime | None = None
    completed_at: datetime | None = None


@attrs.frozen
class Replay:
    """Every milestone that is known then, and what came of each action by its client id."""

    milestones: Milestones
    outcomes: Mapping[str, Outcome]


def replay(known: Milestones, actions: Iterable[DriverAction], not_before: datetime) -> Replay:
    """Read the actions by time over what is *known* from elsewhere. A clock that runs behind ours puts
    nothing before *not_before*, when the driver took the order."""
    state, outcomes = known, {}
    for action in sorted(actions, key=_by_time):
        before = state
        state = _after(state, action.kind, max(action.at, not_before))
        if action.kind in (ActionKind.PAUSE, ActionKind.RESUME):
            is_running = state.started_at is not None and state.completed_at is None
            outcomes[action.client_id] = Outcome.APPLIED if is_running else Outcome.OUT_OF_TURN
        elif state != before:
            outcomes[action.client_id] = Outcome.APPLIED
        else:
            done = _is_done(state, action.kind)
            outcomes[action.client_id] = Outcome.REPEATED if done else Outcome.OUT_OF_TURN
    return Replay(state, outcomes)


def _by_time(action: DriverAction) -> tuple[datetime, str]:
    return action.at, action.client_id


def _after(state: Milestones, kind: ActionKind, at: datetime) -> Milestones:
    """With the step, if it can be taken: each once, and none before the one it follows."""
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
        case _:
            return state


def _is_done(state: Milestones, kind: ActionKind) -> bool:
    match kind:
        case ActionKind.SET_OUT:
            return state.set_out_at is not None
        case ActionKind.START:
            return state.started_at is not None
        case ActionKind.CONFIRM_PICKUP:
            return state.picked_up_at is not None
        case ActionKind.STOP:
            return state.completed_at is not None
        case _:
            return False
