"""``haulage earnings``."""

ADMIN = "admin@haulage.example"


def driver_of(haulage, data):
    return haulage("drivers", "list", "--as", ADMIN, "--data", data, "--json").json["items"][0]["id"]


def test_an_operator_reads_what_a_driver_earned_and_was_paid(haulage, data):
    driver = driver_of(haulage, data)
    found = haulage("earnings", driver, "--data", data, "--json").json
    assert found["summary"]["total_payouts"] == 0
    assert found["summary"]["average_payout_time_hours"] is None
    assert found["payout_analytics"]["success_rate"] is None
    days = ("--from", "2026-01-01", "--to", "2026-01-31")
    shown = haulage("earnings", driver, *days, "--data", data)
    assert "2026-01-31" in shown.out
    assert "Total earnings" in shown.out


def test_days_in_the_wrong_order_and_a_driver_that_is_none_are_refused(haulage, data):
    wrong = ("earnings", "drv_none", "--data", data, "--json")
    assert haulage(*wrong).json["code"] == "not_found"
    driver = driver_of(haulage, data)
    refused = haulage(
        "earnings", driver, "--from", "2026-02-02", "--to", "2026-02-01", "--data", data, "--json"
    )
    assert (refused.code, refused.json["param"]) == (1, "from")


def test_a_payout_that_is_none_cannot_be_verified(haulage, data):
    refused = haulage("payouts", "verify", "pyt_none", "--data", data, "--json")
    assert (refused.code, refused.json["message"]) == (1, "Payout not found")
