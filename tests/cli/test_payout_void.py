"""``haulage payouts void`` as an operator uses it."""

DANA = "driver@haulage.example"
WHY = ("--reason", "The account was closed.")


def test_a_payout_that_was_never_sent_is_voided_with_a_reason_and_once(haulage, data):
    (payout,) = haulage("payouts", "list", "--as", DANA, "--data", data, "--json").json["items"]
    assert (payout["status"], payout["provider_id"]) == ("pending", None)
    name = payout["id"]
    assert haulage("payouts", "void", name, "--data", data).code == 2
    empty = haulage("payouts", "void", name, "--reason", " ", "--data", data, "--json")
    assert (empty.code, empty.json["param"]) == (1, "reason")
    voided = haulage("payouts", "void", name, *WHY, "--data", data)
    assert voided.code == 0
    assert "An operator returned this payout to your balance" in voided.out
    shown = haulage("payouts", "show", name, "--as", DANA, "--data", data, "--json").json
    assert (shown["status"], shown["net_cents"]) == ("failed", payout["net_cents"])
    again = haulage("payouts", "void", name, *WHY, "--data", data, "--json")
    assert (again.code, again.json["code"]) == (1, "illegal_move")
    assert haulage("ledger", "verify", "--data", data).code == 0
    missing = haulage("payouts", "void", "pyt_none", *WHY, "--data", data, "--json")
    assert (missing.code, missing.json["message"]) == (1, "Payout not found")
