"""``haulage payouts list`` and ``void`` as administrators and operators use them."""

ADMIN, DANA = "admin@haulage.example", "driver@haulage.example"
WHY = ("--reason", "The account was closed.")


def test_an_administrator_who_names_no_driver_sees_everybodys_payouts(haulage, data):
    (payout,) = haulage("payouts", "list", "--as", DANA, "--data", data, "--json").json["items"]
    found = haulage("payouts", "list", "--as", ADMIN, "--status", "pending", "--data", data)
    assert payout["id"] in found.out
    assert payout["driver_id"] in found.out
    assert "driver_id" in haulage("payouts", "list", "--as", ADMIN, "--data", data, "--json").out
    whose = ("--driver", "drv_none")
    assert "No payouts found" in haulage("payouts", "list", "--as", ADMIN, *whose, "--data", data).err
    customer = haulage("payouts", "list", "--as", "customer@haulage.example", "--data", data)
    assert (customer.code, customer.out) == (1, "")


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
    assert again.json["message"] == "This payout is failed: it cannot be voided."
    assert haulage("ledger", "verify", "--data", data).code == 0
    missing = haulage("payouts", "void", "pyt_none", *WHY, "--data", data, "--json")
    assert (missing.code, missing.json["message"]) == (1, "Payout not found")
