"""Which orders can be reported as not delivered, until when, and with which words."""

from datetime import datetime, timedelta

import pytest

from builders import NOON
from haulage.claims import (
    CLAIMABLE_WITHIN,
    MAX_ACCOUNT_LENGTH,
    MAX_REASON_LENGTH,
    ClaimDecision,
    ClaimState,
    NothingToClaim,
    TooLateToClaim,
    decide_claim,
    open_claim,
)
from haulage.kernel.errors import IllegalMove, InvalidInput

ABOUT = ("ord_1", "usr_1", "drv_1")
A_MOMENT = timedelta(microseconds=1)


def test_the_day_is_over_after_its_last_moment() -> None:
    end = NOON + CLAIMABLE_WITHIN
    assert open_claim("clm_1", *ABOUT, " Nobody came. ", end, since=NOON).account == "Nobody came."
    with pytest.raises(TooLateToClaim):
        open_claim("clm_1", *ABOUT, "Nobody came.", end + A_MOMENT, since=NOON)


@pytest.mark.parametrize(("driver_id", "since"), [("drv_1", None), (None, NOON)])
def test_without_an_end_or_a_driver_there_is_nothing_to_report(
    driver_id: str | None, since: datetime | None
) -> None:
    with pytest.raises(NothingToClaim):
        open_claim("clm_1", "ord_1", "usr_1", driver_id, "Nobody came.", NOON, since=since)


@pytest.mark.parametrize("account", ["", " ", "x" * (MAX_ACCOUNT_LENGTH + 1)])
def test_it_needs_words_and_not_too_many(account: str) -> None:
    assert open_claim("clm_1", *ABOUT, "x" * MAX_ACCOUNT_LENGTH, NOON, since=NOON)
    with pytest.raises(InvalidInput, match="account"):
        open_claim("clm_1", *ABOUT, account, NOON, since=NOON)


def test_it_is_decided_once_and_with_a_reason() -> None:
    claim = open_claim("clm_1", *ABOUT, "Nobody came.", NOON, since=NOON)
    reason = "x" * MAX_REASON_LENGTH
    decided = decide_claim(claim, ClaimDecision.REFUND, by="usr_2", reason=reason, now=NOON)
    assert (decided.state, decided.decision_reason) == (ClaimState.REFUNDED, reason)
    with pytest.raises(IllegalMove):
        decide_claim(decided, ClaimDecision.RELEASE, by="usr_2", reason=reason, now=NOON)
    with pytest.raises(InvalidInput, match="reason"):
        decide_claim(claim, ClaimDecision.REFUND, by="usr_2", reason=reason + "x", now=NOON)
