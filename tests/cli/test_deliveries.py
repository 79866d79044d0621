"""``haulage deliveries``: a driver's work from the command line."""

import asyncio

import pytest

from cli.test_orders import ADMIN, CARD, CUSTOMER, DRIVER, TRIP
from haulage.kernel.actor import Actor, UserType
from haulage_adapters.assembly import open_marketplace
from haulage_adapters.settings import Settings


async def set_up_account(data, driver_id):
    """At the simulated provider, where an account is ready as soon as it is opened."""
    async with open_marketplace(Settings(data=data)) as marketplace:
        actor = Actor("usr_driver", UserType.DRIVER, driver_id)
        await marketplace.payments.payout_account.onboarding_link(actor, driver_id)


@pytest.fixture
def orders(haulage, data):
    def command(name, *arguments, as_=CUSTOMER):
        return haulage("orders", name, *arguments, "--as", as_, "--data", data, "--json")

    return command


@pytest.fixture
def deliveries(haulage, data):
    def command(name, *arguments, as_, people=False):
        form = () if people else ("--json",)
        return haulage("deliveries", name, *arguments, "--as", as_, "--data", data, *form)

    return command


def test_a_delivery_is_begun_paused_and_ended_and_its_payout_adds_up(haulage, data, orders, deliveries):
    order = orders("book", *TRIP).json["order"]["id"]
    orders("pay", order, "--card", "4242424242424242", *CARD)
    driver_id = orders("show", order).json["driver_id"]
    driver = haulage("drivers", "show", driver_id, "--as", ADMIN, "--data", data, "--json").json["email"]
    assert orders("accept", order, as_=driver).code == 0
    assert deliveries("stop", order, as_=driver).json["message"] == "Delivery is not in progress"
    for step in ("start", "pause", "resume", "confirm-pickup", "stop", "stop"):
        assert deliveries(step, order, as_=driver).code == 0, step
    done = deliveries("show", order, as_=driver).json
    assert (done["status"], done["timer"]["is_running"]) == ("completed", False)
    payout = done["payout_calculation"]
    assert sum(line["cents"] for line in payout["lines"]) == payout["driver_cents"]
    listed = deliveries("list", "--status", "completed", as_=driver).json["items"]
    assert listed[0]["order_id"] == order
    shown = deliveries("show", order, as_=driver, people=True).out
    for word in ("Status", "completed", "Minutes at work", "Your share"):
        assert word in shown
    log = haulage("tax", "mileage", "list", "--as", driver, "--data", data, "--json").json
    assert (log["items"][0]["order_id"], log["items"][0]["is_worked_out"]) == (order, False)
    assert (
        "Orders not worked out yet" in haulage("tax", "mileage", "list", "--as", driver, "--data", data).out
    )
    year = str(log["year"])
    answer = haulage("tax", "summary", driver_id, year, "--data", data, "--json").json
    assert (answer["driver_id"], answer["waiting"], answer["earnings_cents"] > 0) == (driver_id, 1, True)
    summary = haulage("tax", "summary", driver_id, year, "--data", data).out
    assert "Estimated tax" in summary
    assert "Orders not worked out yet" in summary
    none = haulage("payouts", "account", "--as", driver, "--data", data, "--json").json
    assert none["message"] == "Driver does not have a Stripe Connect account"
    asyncio.run(set_up_account(data, driver_id))
    answer = haulage("payouts", "account", "--as", driver, "--data", data, "--json").json
    assert (answer["driver_id"], answer["status"], answer["next_step"]) == (driver_id, "active", None)
    shown = haulage("payouts", "account", "--as", driver, "--data", data).out
    for word in (answer["account_id"], "active", "Details submitted"):
        assert word in shown
    none = haulage("tax", "mileage", "list", "--year", "2001", "--as", driver, "--data", data)
    assert "No mileage logs for 2001" in none.out + none.err


def test_another_drivers_delivery_is_not_found_and_customers_have_none(orders, deliveries):
    order = orders("book", *TRIP).json["order"]["id"]
    assert deliveries("show", order, as_=DRIVER).json["message"] == "Delivery session not found"
    assert deliveries("list", as_=CUSTOMER).json["code"] == "forbidden"


def test_what_nobody_receives_is_brought_back(haulage, data, orders, deliveries):
    order = orders("book", *TRIP).json["order"]["id"]
    orders("pay", order, "--card", "4242424242424242", *CARD)
    driver_id = orders("show", order).json["driver_id"]
    driver = haulage("drivers", "show", driver_id, "--as", ADMIN, "--data", data, "--json").json["email"]
    orders("accept", order, as_=driver)
    for step in ("start", "confirm-pickup"):
        deliveries(step, order, as_=driver)
    assert deliveries("failures", order, as_=driver).json["needs_return"]
    failed = deliveries("fail", order, "--reason", "nobody_there", as_=driver).json["failure"]
    assert (failed["reason"], failed["returned_at"]) == ("nobody_there", None)
    assert deliveries("deliver-after-all", order, as_=driver).json["failure"] is None
    deliveries("fail", order, "--reason", "refused", as_=driver)
    far = deliveries("show", order, as_=driver).json["far_from"]
    back = deliveries("return", order, "--yes", as_=driver, people=True)
    assert "the items were refused" in back.out
    assert (far is None) is ("mi from the pickup" not in back.err)
    assert deliveries("show", order, as_=driver).json["status"] == "cancelled"


def test_whoever_confirms_far_away_is_told_how_far(haulage, data, orders, deliveries):
    order = orders("book", *TRIP).json["order"]["id"]
    orders("pay", order, "--card", "4242424242424242", *CARD)
    driver_id = orders("show", order).json["driver_id"]
    driver = haulage("drivers", "show", driver_id, "--as", ADMIN, "--data", data, "--json").json["email"]
    orders("accept", order, as_=driver)
    deliveries("start", order, as_=driver)
    far = deliveries("show", order, as_=driver).json["far_from"]
    done = deliveries("confirm-pickup", order, "--yes", as_=driver)
    assert done.code == 0
    assert (far is None) is ("mi from the pickup" not in done.err)
