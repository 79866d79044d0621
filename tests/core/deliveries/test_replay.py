"""Actions told afterwards: what comes of them is a function of their set."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from haulage.deliveries import ActionKind, DriverAction, Milestones, Outcome, replay

NOON = datetime(2026, 8, 20, 16, tzinfo=UTC)
NOTHING = Milestones()


def minute(count: float) -> datetime:
    return NOON + timedelta(minutes=count)


def done(at: float, kind: ActionKind) -> DriverAction:
    return DriverAction(f"{kind}/{at}", minute(at), kind)


WHOLE = [
    done(1, ActionKind.SET_OUT),
    done(5, ActionKind.START),
    done(9, ActionKind.CONFIRM_PICKUP),
    done(30, ActionKind.STOP),
]


def test_a_delivery_told_backwards_is_the_whole_delivery() -> None:
    found = replay(NOTHING, reversed(WHOLE), NOON)
    assert found.milestones == Milestones(minute(1), minute(5), minute(9), minute(30))
    assert set(found.outcomes.values()) == {Outcome.APPLIED}


def test_what_nothing_precedes_waits() -> None:
    found = replay(NOTHING, WHOLE[3:], NOON)
    assert (found.milestones, list(found.outcomes.values())) == (NOTHING, [Outcome.OUT_OF_TURN])


def test_stopping_before_the_pickup_ends_nothing_later() -> None:
    early = done(7, ActionKind.STOP)
    found = replay(NOTHING, [*WHOLE[:3], early], NOON)
    assert (found.milestones.completed_at, found.outcomes[early.client_id]) == (None, Outcome.OUT_OF_TURN)


def test_a_clock_that_runs_behind_puts_nothing_before_the_order_was_taken() -> None:
    found = replay(NOTHING, [done(-30, ActionKind.START)], NOON)
    assert found.milestones == Milestones(NOON, NOON)


def test_what_is_known_from_elsewhere_stands() -> None:
    known = Milestones(minute(0), minute(20))
    found = replay(known, WHOLE[1:3], NOON)
    assert found.milestones == Milestones(minute(0), minute(20), minute(20))
    assert list(found.outcomes.values()) == [Outcome.REPEATED, Outcome.APPLIED]


ACTIONS = st.lists(
    st.builds(done, st.integers(0, 20), st.sampled_from(ActionKind)),
    max_size=20,
    unique_by=lambda it: it.client_id,
)


@given(actions=ACTIONS, more=ACTIONS, data=st.data())
def test_no_order_matters_and_no_action_undoes_a_step(
    actions: list[DriverAction], more: list[DriverAction], data: st.DataObject
) -> None:
    once = replay(NOTHING, actions, NOON)
    assert replay(NOTHING, data.draw(st.permutations(actions)), NOON) == once
    wider = replay(NOTHING, {it.client_id: it for it in [*actions, *more]}.values(), NOON).milestones
    for name in ("set_out_at", "started_at", "picked_up_at", "completed_at"):
        before, after = getattr(once.milestones, name), getattr(wider, name)
        assert before is None or (after is not None and after <= before)
