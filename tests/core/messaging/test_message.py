"""A message when it is posted, and when people are told of an arrival (OP-45)."""

from datetime import timedelta

import attrs
import pytest

from builders import NOON
from haulage.messaging.automatic_messages import LATE, NEAR, Cause, Expected, is_wanted
from haulage.messaging.message import (
    SYSTEM_SENDER,
    MessageStatus,
    NewMessage,
    Participant,
    Party,
    posted,
)
from haulage.messaging.preferences import AutoMessages

NEW = NewMessage(
    "msg_1", "ord_1", SYSTEM_SENDER, Participant("usr_1", Party.CUSTOMER), "Your driver is near."
)
A_MOMENT = timedelta(microseconds=1)


def test_a_message_with_an_sms_to_follow_waits_for_it() -> None:
    message = posted(NEW, NOON, sms_refusal=None)
    assert (message.status, message.sent_at) == (MessageStatus.PENDING, None)
    assert message.awaits_sms
    assert not message.is_read


def test_a_message_without_one_is_in_the_thread_with_the_reason() -> None:
    message = posted(NEW, NOON, sms_refusal="They do not take texts.")
    assert (message.status, message.sent_at) == (MessageStatus.SENT, NOON)
    assert message.sms_refusal == "They do not take texts."
    assert not message.awaits_sms


def test_a_message_is_read_once_its_reading_is_known() -> None:
    assert attrs.evolve(posted(NEW, NOON, sms_refusal=None), read_at=NOON).is_read


def test_a_driver_is_near_at_ten_minutes_and_below() -> None:
    assert Expected(NOON + NEAR, None).is_near(NOON)
    assert not Expected(NOON + NEAR + A_MOMENT, None).is_near(NOON)


def test_a_driver_is_late_more_than_a_quarter_of_an_hour_behind_a_promise() -> None:
    assert not Expected(NOON + LATE, NOON).is_late
    assert Expected(NOON + LATE + A_MOMENT, NOON).is_late
    assert not Expected(NOON + LATE + A_MOMENT, None).is_late


@pytest.mark.parametrize("cause", Cause)
def test_each_cause_has_its_own_flag_but_a_lost_driver_and_a_moved_pickup_have_another_ones(
    cause: Cause,
) -> None:
    shared = {Cause.DRIVER_LOST: "driver_assigned", Cause.PICKUP_MOVED: "order_confirmation"}
    flag = shared.get(cause, cause.value)
    every = {field.name: True for field in attrs.fields(AutoMessages)}
    none = dict.fromkeys(every, False)
    assert is_wanted(cause, AutoMessages(**none | {flag: True}))
    assert not is_wanted(cause, AutoMessages(**every | {flag: False}))
