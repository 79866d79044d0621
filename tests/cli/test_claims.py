"""``haulage claims``: problems with orders from the command line."""

import pytest

from cli.test_orders import ADMIN, CARD, CUSTOMER, TRIP
from pictures import a_jpeg


@pytest.fixture
def claims(haulage, data):
    def command(name, *arguments, as_=None):
        acting = ("--as", as_) if as_ else ()
        return haulage("claims", name, *arguments, *acting, "--data", data, "--json")

    return command


@pytest.fixture
def delivered(haulage, data):
    """An order that has ended, and its driver."""

    def run(group, name, *arguments, as_):
        return haulage(group, name, *arguments, "--as", as_, "--data", data, "--json").json

    order = run("orders", "book", *TRIP, as_=CUSTOMER)["order"]["id"]
    run("orders", "pay", order, "--card", "4242424242424242", *CARD, as_=CUSTOMER)
    driver_id = run("orders", "show", order, as_=CUSTOMER)["driver_id"]
    driver = run("drivers", "show", driver_id, as_=ADMIN)["email"]
    run("orders", "accept", order, as_=driver)
    for step in ("start", "confirm-pickup", "stop"):
        run("deliveries", step, order, as_=driver)
    return order, driver


def test_a_problem_is_reported_answered_and_decided(haulage, data, claims, delivered, tmp_path):
    order, driver = delivered
    photo = tmp_path / "leg.jpg"
    photo.write_bytes(a_jpeg())
    what = ("--kind", "damage", "--account", "A leg is broken", "--refund-cents", "500")
    made = claims("report", order, *what, "--photo", photo, as_=CUSTOMER).json
    assert (made["state"], made["requested_cents"]) == ("open", 500)
    claim = made["id"]
    listed = claims("list", "--undecided", "--kind", "damage").json["items"][-1]
    assert listed["claim"]["id"] == claim
    assert claims("ask", claim, "--question", "Which leg?").json["state"] == "information_requested"
    assert claims("answer", claim, "--text", "The left", as_=CUSTOMER).json["state"] == "answered"
    asked = claims("ask", claim, "--driver", "--question", "Was it whole at the pickup?").json
    assert asked["state"] == "answered"
    assert claims("about-me", as_=driver).json["items"][0]["id"] == claim
    assert claims("side", claim, "--text", "It was so before", as_=driver).json["state"] == "answered"
    shown = claims("show", claim).json
    assert (len(shown["shown"]["photos"]), len(shown["shown"]["statements"])) == (1, 4)
    assert claims("decide", claim, "--reason", "Seen").code == 2
    decided = claims("decide", claim, "--refund-cents", "500", "--goodwill", "--reason", "Seen").json
    assert (decided["state"], decided["refunded_cents"]) == ("refunded", 500)
    people = haulage("claims", "show", claim, "--data", data).out
    for word in ("Refunded", "$5.00", "It was so before", "claim_decided"):
        assert word in people


def test_a_report_is_withdrawn_and_another_is_declined(claims, delivered):
    order, _ = delivered
    what = ("--kind", "late", "--account", "Two hours late")
    first = claims("report", order, *what, as_=CUSTOMER).json["id"]
    assert claims("withdraw", first, as_=CUSTOMER).json["state"] == "withdrawn"
    second = claims("report", order, *what, as_=CUSTOMER).json["id"]
    assert claims("decide", second, "--decline", "--reason", "It was on time").json["state"] == "declined"
    seen = claims("of-order", order, as_=CUSTOMER).json["claims"]
    assert [each["claim"]["state"] for each in seen] == ["withdrawn", "declined"]
