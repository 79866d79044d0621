"""The lines of a payout, as ``haulage payouts show`` and ``request`` write them."""

from datetime import UTC, date, datetime

from haulage.payouts import Payout, PayoutRail, PayoutSpeed, PayoutTrigger, payout_fees
from haulage_cli.driver_payouts import _write

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def test_what_is_withheld_and_what_went_back_are_lines_so_that_all_adds_up(capsys):
    """$100.00 less 7.00 of fees and 24.00 is 69.00; as a standard payout 9.21 of it went back."""
    payout = Payout(
        id="pyt_1",
        driver_id="drv_1",
        method_id="pom_1",
        speed=PayoutSpeed.INSTANT,
        rail=PayoutRail.CARD,
        trigger=PayoutTrigger.REQUEST,
        fees=payout_fees(100_00, PayoutSpeed.INSTANT, PayoutRail.CARD),
        created_at=NOON,
        local_day=date(2026, 3, 2),
        zone="America/New_York",
        expected_at=NOON,
        updated_at=NOON,
        withheld_cents=24_00,
        withheld_returned_cents=2_21,
        fees_returned=True,
    )
    _write(payout, as_json=False)
    told = capsys.readouterr().out
    lines = dict(line.rsplit(maxsplit=1) for line in told.splitlines())
    assert lines["Withheld for taxes"] == "$24.00"
    assert "2026-03-02 07:00:00 EST" in told, "the platform's time, as in every list"
    assert (lines["Arrives"], lines["Given back"]) == ("$69.00", "$9.21")
