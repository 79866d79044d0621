"""Customers, and the cards that are kept for them (docs.stripe.com/api/payment_methods)."""

from haulage_adapters.stripe_simulator.cards import ShownCard, read_card
from haulage_adapters.stripe_simulator.errors import Json, Refused, invalid, missing
from haulage_adapters.stripe_simulator.forms import metadata_of, text_of
from haulage_adapters.stripe_simulator.state import SimulatorState

USAGES = {"", "on_session", "off_session"}


def open_customer(state: SimulatorState, form: Json) -> Json:
    customer = state.base("customer", "cus") | {
        "email": form.get("email"),
        "name": form.get("name"),
        "metadata": metadata_of(form),
        "invoice_settings": {"default_payment_method": None},
    }
    state.add("customer", customer)
    state.emit_event("customer.created", customer)
    return customer


def delete_customer(state: SimulatorState, id: str) -> Json:
    """Their cards are detached with them."""
    customer = the_customer(state, id)
    for method in cards_of(state, id):
        _detach(state, method)
    state.emit_event("customer.deleted", customer)
    del state.kind("customer")[id]
    return {"id": id, "object": "customer", "deleted": True}


def the_customer(state: SimulatorState, id: str) -> Json:
    if id not in state.kind("customer"):
        raise missing("customer", id)
    return state.get("customer", id)


def cards_of(state: SimulatorState, customer: str) -> list[Json]:
    return [each for each in state.kind("payment_method").values() if each["customer"] == customer]


def make_method(state: SimulatorState, form: Json) -> Json:
    if text_of(form, "type") != "card":
        raise invalid("type", "only card is simulated")
    return save_card(state, read_card(form))


def save_card(state: SimulatorState, card: ShownCard) -> Json:
    """A payment method, which is nobody's yet."""
    method = state.base("payment_method", "pm") | {
        "type": "card",
        "card": card_words(card),
        "customer": None,
        "metadata": {},
    }
    state.cards[method["id"]] = card
    return state.add("payment_method", method)


def card_words(card: ShownCard) -> Json:
    month, year = card.expiry
    return {
        "brand": card.brand,
        "last4": card.last4,
        "exp_month": month,
        "exp_year": year,
        "country": "US",
        "funding": "credit",
    }


def attach(state: SimulatorState, method: Json, customer: str) -> Json:
    the_customer(state, customer)
    if method["customer"] != customer:
        method["customer"] = customer
        state.emit_event("payment_method.attached", method)
    return method


def detach(state: SimulatorState, id: str) -> Json:
    method = state.get("payment_method", id)
    if method["customer"] is None:
        raise Refused(
            "The payment method you provided is not attached to a customer so detachment is impossible."
        )
    return _detach(state, method)


def _detach(state: SimulatorState, method: Json) -> Json:
    method["customer"] = None
    state.kind("detached")[method["id"]] = {}
    state.emit_event("payment_method.detached", method)
    return method


def require_usable(state: SimulatorState, method: Json, customer: str | None) -> None:
    """A card that was taken away pays nothing again, and one that is kept pays for its customer alone."""
    if method["id"] in state.kind("detached"):
        raise Refused(
            "The provided PaymentMethod was detached from a Customer. It may not be used again.",
            param="payment_method",
        )
    if method["customer"] is not None and method["customer"] != customer:
        raise Refused(
            "The provided PaymentMethod belongs to a Customer. Please include the Customer in the `customer` "
            "parameter on the PaymentIntent.",
            param="payment_method",
        )


def read_usage(form: Json) -> str | None:
    usage = str(form.get("setup_future_usage", ""))
    if usage not in USAGES:
        raise invalid("setup_future_usage", "must be on_session or off_session")
    return usage or None
