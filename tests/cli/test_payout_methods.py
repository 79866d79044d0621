"""``haulage payouts methods`` and ``haulage payouts settings``."""

DRIVER, CUSTOMER = "driver@haulage.example", "customer@haulage.example"
ADMIN = "admin@haulage.example"


def test_a_driver_adds_lists_and_removes_where_they_are_paid(haulage, data):
    def methods(*words):
        return haulage("payouts", "methods", *words, "--as", DRIVER, "--data", data, "--json").json

    paypal = ("--type", "paypal", "--paypal-email", "dee@example.com")
    added = methods("add", *paypal)["items"][-1]
    assert (added["type"], added["paypal_email"], added["is_verified"]) == ("paypal", "dee@example.com", True)
    assert methods("default", added["id"])["items"][0]["id"] == added["id"]
    assert added["id"] not in [each["id"] for each in methods("remove", added["id"])["items"]]


def test_what_a_method_needs_is_asked_for_by_name(haulage, data):
    refused = haulage(
        "payouts",
        "methods",
        "add",
        "--type",
        "bank_account",
        "--as",
        DRIVER,
        "--data",
        data,
        "--json",
    ).json
    assert (refused["code"], refused["param"]) == ("invalid_input", "routing_number")


def test_settings_are_shown_and_never_widened_by_the_driver(haulage, data):
    def settings(*words, email=DRIVER):
        return haulage("payouts", "settings", *words, "--as", email, "--data", data, "--json").json

    assert settings()["maximum_instant_cents"] == 500_00
    assert settings("--maximum-instant-cents", "40000")["maximum_instant_cents"] == 400_00
    assert settings("--maximum-instant-cents", "60000")["code"] == "limits_not_widened"
    assert settings(email=CUSTOMER)["code"] == "not_found"
    shown = haulage("payouts", "settings", "--as", DRIVER, "--data", data)
    assert "$400.00" in shown.out


def test_only_what_a_driver_can_choose_is_offered_as_a_trigger(haulage, data):
    asked = ("payouts", "settings", "--trigger", "request", "--as", DRIVER, "--data", data)
    refused = haulage(*asked)
    assert refused.code == 2
    assert "[weekly|threshold|order]" in haulage("payouts", "settings", "--help").out


def test_an_administrator_who_drives_nothing_names_a_driver(haulage, data):
    for command in (("settings",), ("account",), ("methods", "list")):
        asked = ("payouts", *command, "--as", ADMIN, "--data", data)
        refused = haulage(*asked)
        assert refused.code == 2
        assert "name a driver with --driver" in refused.err
