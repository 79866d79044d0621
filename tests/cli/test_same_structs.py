"""What commands print as JSON are the structs that the HTTP API answers with, every field and no other."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from cli.test_orders import ADMIN, CARD, CUSTOMER, DRIVER, TRIP
from haulage_adapters.wire.accounts import AccountOut, ListedSessionOut
from haulage_adapters.wire.admin_orders import CandidateOut
from haulage_adapters.wire.audit import AuditEntryOut
from haulage_adapters.wire.common import FareOut, Out, PageOut
from haulage_adapters.wire.deliveries import DeliveryOut
from haulage_adapters.wire.dispatch import JobOffersOut
from haulage_adapters.wire.drivers import OperatorDriverOut
from haulage_adapters.wire.jobs import JobOut
from haulage_adapters.wire.message_preferences import PreferencesOut
from haulage_adapters.wire.messages import ThreadOut, UnreadOut
from haulage_adapters.wire.orders import OrderEventOut, OrderOut, SlotOut
from haulage_adapters.wire.payment_details import PaymentDetailsOut
from haulage_adapters.wire.payments import ListedPaymentOut, PaymentOutcomeOut
from haulage_adapters.wire.quotes import OfferOut
from haulage_adapters.wire.refunds import OperatorRefundOut
from haulage_adapters.wire.splits import OperatorSplitOut


def assert_is(shape: Any, value: Any) -> None:
    """JSON of this struct: what it lacks is refused, and what it has besides is lost on the way back."""
    assert msgspec.to_builtins(msgspec.convert(value, type=shape)) == value


@pytest.mark.parametrize(
    ("command", "shape"),
    [
        (("orders", "list", "--as", ADMIN), OrderOut),
        (("drivers", "list", "--as", ADMIN), OperatorDriverOut),
        (("deliveries", "list", "--as", DRIVER), DeliveryOut),
        (("payments", "list"), ListedPaymentOut),
        (("splits", "list"), OperatorSplitOut),
        (("jobs", "list"), JobOut),
        (("accounts", "sessions", ADMIN), ListedSessionOut),
    ],
    ids=lambda each: " ".join(each[:2]) if isinstance(each, tuple) else "",
)
def test_a_list_is_a_page_of_the_api(haulage, data: Path, command: tuple[str, ...], shape: type[Out]) -> None:
    assert_is(PageOut[shape], haulage(*command, "--data", data, "--json").json)  # type: ignore[valid-type]  # a value


def test_what_happens_to_an_order_is_told_as_the_api_tells_it(haulage, data: Path) -> None:
    def reported(*words: object, as_: str = CUSTOMER) -> Any:
        return haulage(*words, "--as", as_, "--data", data, "--json").json

    booked = reported("orders", "book", *TRIP)
    for part, shape in (("order", OrderOut), ("driver", OfferOut), ("fare", FareOut)):
        assert_is(shape, booked[part])
    order = booked["order"]["id"]
    assert_is(PaymentOutcomeOut, reported("orders", "pay", order, "--card", "4242424242424242", *CARD))
    assert_is(OrderOut, reported("orders", "show", order))
    assert_is(PageOut[SlotOut], reported("orders", "slots", order))
    assert_is(PageOut[CandidateOut], reported("orders", "candidates", order, as_=ADMIN))
    driver = reported("drivers", "show", reported("orders", "show", order)["driver_id"], as_=ADMIN)
    assert_is(OperatorDriverOut, driver)
    assert_is(JobOffersOut, reported("orders", "offers", as_=driver["email"]))
    reported("orders", "accept", order, as_=driver["email"])
    assert_is(DeliveryOut, reported("deliveries", "show", order, as_=driver["email"]))
    assert_is(ThreadOut, reported("messages", "thread", order))
    assert_is(UnreadOut, reported("messages", "unread"))
    assert_is(PreferencesOut, reported("messages", "preferences", "show"))
    reported("orders", "cancel", order)
    followed = haulage("orders", "follow", order, "--as", CUSTOMER, "--data", data, "--json").out
    for line in followed.splitlines():
        assert_is(OrderEventOut, msgspec.json.decode(line))


def test_what_operators_do_is_told_as_the_api_tells_administrators(haulage, data: Path) -> None:
    def reported(*words: object) -> Any:
        return haulage(*words, "--data", data, "--json").json

    assert_is(list[AuditEntryOut], reported("admin", "audit")["items"])
    assert_is(AccountOut, reported("accounts", "suspend", CUSTOMER, "--reason", "Stolen cards"))
    paid = next(
        each["payment_intent_id"] for each in reported("splits", "list")["items"] if each["earned_at"]
    )
    assert_is(OperatorRefundOut, reported("payments", "refund", paid, "--amount", 500))
    assert_is(PaymentDetailsOut, reported("payments", "show", paid))
