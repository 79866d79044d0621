"""Actions told afterwards: what comes of them is a function of their set."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

import attrs
from hypothesis import given
from hypothesis import strategies as st

from haulage.deliveries import (
    WAYS_OUT,
    ActionKind,
    DriverAction,
    Ground,
    Milestones,
    OfflineFailure,
    Outcome,
    replay,
)

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
    found = replay(Ground(NOTHING, NOON), reversed(WHOLE))
    assert found.milestones == Milestones(minute(1), minute(5), minute(9), minute(30))
    assert set(found.outcomes.values()) == {Outcome.APPLIED}


def test_what_nothing_precedes_waits() -> None:
    found = replay(Ground(NOTHING, NOON), WHOLE[3:])
    assert (found.milestones, list(found.outcomes.values())) == (NOTHING, [Outcome.OUT_OF_TURN])


def test_stopping_before_the_pickup_ends_nothing_later() -> None:
    early = done(7, ActionKind.STOP)
    found = replay(Ground(NOTHING, NOON), [*WHOLE[:3], early])
    assert (found.milestones.completed_at, found.outcomes[early.client_id]) == (None, Outcome.OUT_OF_TURN)


def test_a_clock_that_runs_behind_puts_nothing_before_the_order_was_taken() -> None:
    found = replay(Ground(NOTHING, NOON), [done(-30, ActionKind.START)])
    assert found.milestones == Milestones(NOON, NOON)


def test_what_is_known_from_elsewhere_stands() -> None:
    known = Milestones(minute(0), minute(20))
    found = replay(Ground(known, NOON), WHOLE[1:3])
    assert found.milestones == Milestones(minute(0), minute(20), minute(20))
    assert list(found.outcomes.values()) == [Outcome.REPEATED, Outcome.APPLIED]


def found_by(actions: Iterable[DriverAction]) -> Milestones:
    return replay(Ground(NOTHING, NOON), actions).milestones


ON_BOARD = WHOLE[:3]
FAILED = attrs.evolve(done(20, ActionKind.FAIL), reason="refused")
BACK = done(40, ActionKind.CONFIRM_RETURN)


def test_what_fails_on_the_way_is_brought_back_or_delivered_after_all() -> None:
    assert found_by([BACK, FAILED, *ON_BOARD]).returned_at == minute(40)
    after_all = [*ON_BOARD, FAILED, done(22, ActionKind.DELIVER_AFTER_ALL), WHOLE[3]]
    found = found_by(after_all)
    assert (found.failed, found.went_on_at, found.completed_at) == (None, minute(22), minute(30))
    assert found_by([*ON_BOARD, FAILED, WHOLE[3]]).completed_at is None


def test_with_nothing_on_board_a_failure_and_handing_back_are_the_end() -> None:
    failed = found_by([*WHOLE[:2], attrs.evolve(FAILED, at=minute(8)), *WHOLE[2:], BACK])
    assert (failed.failed, failed.picked_up_at, failed.returned_at) == (
        OfflineFailure(minute(8), "refused"),
        None,
        None,
    )
    handed = found_by([*WHOLE[:2], done(8, ActionKind.HAND_BACK), *WHOLE[2:]])
    assert (handed.handed_back_at, handed.picked_up_at) == (minute(8), None)
    assert found_by([*ON_BOARD, done(12, ActionKind.HAND_BACK)]).handed_back_at is None


def test_an_arrival_that_ended_it_is_corrected_within_its_time_and_not_after() -> None:
    ended = Milestones(minute(1), minute(5), minute(9), minute(19))
    for until, failed in ((minute(30), FAILED), (minute(20), FAILED), (minute(19.5), None), (None, None)):
        found = replay(Ground(ended, NOON, until), [FAILED]).milestones
        assert (found.failed is not None, found.completed_at is None) == (failed is not None,) * 2


def test_a_reason_that_cannot_arise_there_is_none() -> None:
    ground = Ground(NOTHING, NOON, can_fail=lambda _, loaded: not loaded)
    found = replay(ground, [*ON_BOARD, FAILED])
    assert (found.milestones.failed, found.outcomes[FAILED.client_id]) == (None, Outcome.OUT_OF_TURN)


def test_what_follows_an_action_waits_for_it_and_comes_after_it_whatever_its_clock_says() -> None:
    start, pickup = WHOLE[1], attrs.evolve(WHOLE[2], after=WHOLE[1].client_id)
    early = attrs.evolve(done(-60, ActionKind.HAND_BACK), after=pickup.client_id)
    waits = replay(Ground(NOTHING, NOON), [start, early])
    assert waits.outcomes[early.client_id] is Outcome.OUT_OF_TURN
    assert waits.milestones.handed_back_at is None
    assert found_by([early, pickup, start]).picked_up_at == minute(9)
    stuck = [
        attrs.evolve(start, after=pickup.client_id),
        pickup,
        attrs.evolve(FAILED, after=pickup.client_id),
    ]
    assert replay(Ground(NOTHING, NOON), stuck).milestones == NOTHING


def test_what_follows_an_action_at_the_same_time_comes_after_it_whatever_its_id() -> None:
    start = DriverAction("b", minute(5), ActionKind.START)
    pickup = DriverAction("a", minute(5), ActionKind.CONFIRM_PICKUP, after="b")
    assert found_by([pickup, start]).picked_up_at == minute(5)


def test_setting_out_a_second_time_or_after_the_start_changes_nothing() -> None:
    again = done(3, ActionKind.SET_OUT)
    found = replay(Ground(NOTHING, NOON), [WHOLE[0], again])
    assert (found.milestones.set_out_at, found.outcomes[again.client_id]) == (minute(1), Outcome.REPEATED)
    begun = Milestones(started_at=minute(2))
    assert replay(Ground(begun, NOON), [again]).milestones == begun


def test_a_pause_counts_between_the_start_and_the_end() -> None:
    pauses = [done(at, kind) for at in (2, 7, 35) for kind in (ActionKind.PAUSE, ActionKind.RESUME)]
    found = replay(Ground(NOTHING, NOON), [*WHOLE, *pauses]).outcomes
    assert [found[each.client_id] for each in pauses] == [
        *[Outcome.OUT_OF_TURN] * 2,
        *[Outcome.APPLIED] * 2,
        *[Outcome.OUT_OF_TURN] * 2,
    ]


def chained(actions: Sequence[DriverAction]) -> list[DriverAction]:
    """As one device tells them: each names the one before it."""
    before = [None, *(action.client_id for action in actions)]
    return [attrs.evolve(action, after=after) for action, after in zip(actions, before, strict=False)]


def actions_of(kinds: Iterable[ActionKind]) -> st.SearchStrategy[list[DriverAction]]:
    action = st.builds(done, st.integers(0, 20), st.sampled_from(sorted(kinds)))
    with_reason = action.map(
        lambda it: attrs.evolve(it, reason="refused") if it.kind is ActionKind.FAIL else it
    )
    return st.lists(with_reason, max_size=20, unique_by=lambda it: it.client_id)


ACTIONS = actions_of(set(ActionKind) - WAYS_OUT)


@given(actions=ACTIONS, more=ACTIONS, data=st.data())
def test_no_order_matters_and_no_action_undoes_a_step(
    actions: list[DriverAction], more: list[DriverAction], data: st.DataObject
) -> None:
    once = replay(Ground(NOTHING, NOON), actions)
    assert replay(Ground(NOTHING, NOON), data.draw(st.permutations(actions))) == once
    wider = found_by({it.client_id: it for it in [*actions, *more]}.values())
    for name in ("set_out_at", "started_at", "picked_up_at", "completed_at"):
        before, after = getattr(once.milestones, name), getattr(wider, name)
        assert before is None or (after is not None and after <= before)


@given(sent=actions_of(ActionKind).map(chained), data=st.data())
def test_of_one_device_any_part_comes_to_what_the_device_had_done_until_then(
    sent: list[DriverAction], data: st.DataObject
) -> None:
    arrived = data.draw(st.lists(st.sampled_from(sent), unique=True) if sent else st.just([]))
    missing = next((place for place, it in enumerate(sent) if it not in arrived), len(sent))
    part = replay(Ground(NOTHING, NOON), arrived)
    assert part.milestones == found_by(sent[:missing])
    assert {part.outcomes[it.client_id] for it in arrived if it in sent[missing:]} <= {Outcome.OUT_OF_TURN}
    whole = replay(Ground(NOTHING, NOON), sent).outcomes
    assert all(part.outcomes[it.client_id] is whole[it.client_id] for it in sent[:missing])
