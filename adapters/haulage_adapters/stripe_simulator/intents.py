"""Payment intents: opened, confirmed with a card, authenticated, canceled; and the charges they make."""

from haulage.kernel.money import half_up
from haulage_adapters.stripe_simulator.cards import (
    GENERIC,
    TOKENS,
    Decline,
    Fate,
    ShownCard,
    chance,
    read_card,
)
from haulage_adapters.stripe_simulator.customers import (
    attach,
    card_words,
    read_usage,
    require_usable,
    save_card,
    the_customer,
)
from haulage_adapters.stripe_simulator.disputes import open_dispute
from haulage_adapters.stripe_simulator.errors import (
    PAYMENT_REQUIRED,
    Json,
    Refused,
    invalid,
    required,
)
from haulage_adapters.stripe_simulator.forms import cents_of, metadata_of, text_of, usd
from haulage_adapters.stripe_simulator.money import move
from haulage_adapters.stripe_simulator.state import SimulatorState, frozen

CHALLENGES = "https://hooks.stripe.com/3d_secure_2"
"""Where the bank's page is shown: a host that browsers are to be led from to the simulator."""

WAITING = {"requires_payment_method", "requires_confirmation", "requires_action"}
MINIMUM_CENTS = 50
"""Stripe's least charge in US dollars."""


def open_intent(state: SimulatorState, form: Json) -> Json:
    if "payment_method_types" in form:
        raise Refused(
            "payment_method_types is no longer supported. Use allowed_payment_method_types.",
            code="payment_method_types_no_longer_supported",
            param="payment_method_types",
        )
    amount = cents_of(form, "amount")
    if amount < MINIMUM_CENTS:
        raise Refused("Amount must be at least $0.50 usd", code="amount_too_small", param="amount")
    intent = state.base("payment_intent", "pi")
    intent |= {
        "amount": amount,
        "amount_received": 0,
        "canceled_at": None,
        "cancellation_reason": None,
        "capture_method": form.get("capture_method", "automatic_async"),
        "client_secret": f"{intent['id']}_secret_{state.new_id('s')[6:]}",
        "confirmation_method": "automatic",
        "currency": usd(form),
        "customer": None,
        "description": form.get("description"),
        "last_payment_error": None,
        "latest_charge": None,
        "metadata": metadata_of(form),
        "next_action": None,
        "payment_method": None,
        "allowed_payment_method_types": form.get("allowed_payment_method_types"),
        "payment_method_types": ["card"],
        "setup_future_usage": None,
        "status": "requires_payment_method",
        "transfer_group": form.get("transfer_group"),
    }
    state.add("payment_intent", intent)
    state.kind("attempts")[intent["id"]] = {"count": 0}
    state.emit_event("payment_intent.created", intent)
    return intent


def see_intent(state: SimulatorState, id: str, form: Json) -> Json:
    """With a secret, as a browser asks, only the one who has it."""
    intent = state.get("payment_intent", id)
    if "client_secret" in form and form["client_secret"] != intent["client_secret"]:
        raise invalid("client_secret", "it does not belong to this intent")
    return intent


def change_intent(state: SimulatorState, id: str, form: Json) -> Json:
    """For whom the card that pays is kept, if for anybody."""
    intent = state.get("payment_intent", id)
    if intent["status"] not in WAITING:
        raise _unexpected(intent, "update")
    if "customer" in form:
        intent["customer"] = the_customer(state, text_of(form, "customer"))["id"]
    if "setup_future_usage" in form:
        intent["setup_future_usage"] = read_usage(form)
    return intent


def confirm(state: SimulatorState, id: str, form: Json) -> Json:
    """Charge the card that is shown; a declined one leaves the intent waiting for another."""
    intent = see_intent(state, id, form)
    if intent["status"] not in WAITING:
        raise _unexpected(intent, "confirm")
    method = _method_of(state, form, intent)
    require_usable(state, method, intent["customer"])
    if "setup_future_usage" in form:
        intent["setup_future_usage"] = read_usage(form)
    card = state.cards[method["id"]]
    tried = state.kind("attempts")[id]
    tried["count"] += 1
    luck = chance(state.terms.seed, id, tried["count"])
    is_saved = method["customer"] is not None
    fate, decline = card.fate(chance=luck, decline_share=state.terms.decline_share, is_saved=is_saved)
    intent |= {"payment_method": method["id"], "next_action": None, "last_payment_error": None}
    if decline is not None:
        raise _declined(state, intent, card, decline)
    if fate is Fate.AUTHENTICATES:
        return _ask_to_authenticate(state, intent, by_script=form.get("use_stripe_sdk") == "true")
    if fate is Fate.IS_PROCESSING:
        intent["status"] = "processing"
        state.emit_event("payment_intent.processing", intent)
        return intent
    charge = _pay(state, intent, card)
    if fate is Fate.IS_DISPUTED:
        open_dispute(state, {"charge": charge["id"], "reason": "fraudulent"})
    return intent


def _method_of(state: SimulatorState, form: Json, intent: Json) -> Json:
    if isinstance(form.get("payment_method_data"), dict):
        return save_card(state, read_card(form["payment_method_data"]))
    named = form.get("payment_method") or intent["payment_method"]
    if named is None:
        raise required("payment_method")
    if named in TOKENS:
        return save_card(state, ShownCard(TOKENS[named]))
    return state.get("payment_method", named)


def _ask_to_authenticate(state: SimulatorState, intent: Json, *, by_script: bool) -> Json:
    """Stripe's script shows the bank's page over the shop's; other clients send the cardholder there."""
    page = f"{state.address}/simulator/authentications/{intent['id']}"
    challenge = {"type": "three_d_secure_redirect", "stripe_js": f"{CHALLENGES}/{intent['id']}"}
    redirect = {"url": page, "return_url": None}
    intent |= {
        "status": "requires_action",
        "next_action": (
            {"type": "use_stripe_sdk", "use_stripe_sdk": challenge}
            if by_script
            else {"type": "redirect_to_url", "redirect_to_url": redirect}
        ),
    }
    state.emit_event("payment_intent.requires_action", intent)
    return intent


def authenticate(state: SimulatorState, id: str, form: Json) -> Json:
    """What the cardholder answered at their bank."""
    intent = state.get("payment_intent", id)
    if intent["status"] != "requires_action":
        raise _unexpected(intent, "authenticate")
    card = state.cards[intent["payment_method"]]
    if form.get("approved") == "true":
        intent["next_action"] = None
        _pay(state, intent, card)
        return intent
    failed = Decline(
        "payment_intent_authentication_failure",
        "authentication_required",
        "We are unable to authenticate your payment method. Please choose a different payment method "
        "and try again.",
    )
    _note_decline(state, intent, failed, None)
    return intent


def finish_processing(state: SimulatorState, id: str, form: Json) -> Json:
    """What the bank has answered at last."""
    intent = state.get("payment_intent", id)
    if intent["status"] != "processing":
        raise _unexpected(intent, "finish")
    card = state.cards[intent["payment_method"]]
    if form.get("approved") == "true":
        _pay(state, intent, card)
        return intent
    charge = _charge(state, intent, card)
    charge |= {"failure_code": GENERIC.code, "failure_message": GENERIC.message}
    state.emit_event("charge.failed", charge)
    _note_decline(state, intent, GENERIC, charge["id"])
    return intent


def cancel(state: SimulatorState, id: str, form: Json) -> Json:
    intent = state.get("payment_intent", id)
    if intent["status"] not in WAITING:
        raise _unexpected(intent, "cancel")
    intent |= {
        "status": "canceled",
        "canceled_at": state.seconds(),
        "cancellation_reason": form.get("cancellation_reason"),
        "next_action": None,
    }
    state.emit_event("payment_intent.canceled", intent)
    return intent


def _unexpected(intent: Json, action: str) -> Refused:
    return Refused(
        f"You cannot {action} this PaymentIntent because it has a status of {intent['status']}.",
        code="payment_intent_unexpected_state",
        more={"payment_intent": frozen(intent)},
    )


def _pay(state: SimulatorState, intent: Json, card: ShownCard) -> Json:
    charge = _charge(state, intent, card)
    terms = state.terms
    share = half_up(intent["amount"] * terms.fee_share.numerator, terms.fee_share.denominator)
    entry = move(state, "charge", intent["amount"], charge["id"], fee=share + terms.fee_cents)
    charge |= {
        "amount_captured": intent["amount"],
        "balance_transaction": entry["id"],
        "captured": True,
        "paid": True,
        "status": "succeeded",
    }
    if intent["customer"] is not None and intent["setup_future_usage"] is not None:
        attach(state, state.get("payment_method", intent["payment_method"]), intent["customer"])
    intent |= {
        "amount_received": intent["amount"],
        "latest_charge": charge["id"],
        "status": "succeeded",
    }
    state.emit_event("charge.succeeded", charge)
    state.emit_event("payment_intent.succeeded", intent)
    return charge


def _charge(state: SimulatorState, intent: Json, card: ShownCard) -> Json:
    charge = state.base("charge", "ch") | {
        "amount": intent["amount"],
        "amount_captured": 0,
        "amount_refunded": 0,
        "balance_transaction": None,
        "captured": False,
        "currency": "usd",
        "customer": intent["customer"],
        "disputed": False,
        "failure_code": None,
        "failure_message": None,
        "metadata": dict(intent["metadata"]),
        "paid": False,
        "payment_intent": intent["id"],
        "payment_method": intent["payment_method"],
        "payment_method_details": {"type": "card", "card": card_words(card)},
        "refunded": False,
        "status": "failed",
        "transfer_group": intent["transfer_group"],
    }
    return state.add("charge", charge)


def _declined(state: SimulatorState, intent: Json, card: ShownCard, decline: Decline) -> Refused:
    charge = _charge(state, intent, card)
    charge |= {"failure_code": decline.code, "failure_message": decline.message}
    state.emit_event("charge.failed", charge)
    _note_decline(state, intent, decline, charge["id"])
    error = dict(intent["last_payment_error"])
    return Refused(
        decline.message or GENERIC.message,
        PAYMENT_REQUIRED,
        type="card_error",
        code=decline.code,
        more={
            "decline_code": decline.decline_code,
            "charge": charge["id"],
            "payment_method": error["payment_method"],
            "payment_intent": frozen(intent),
        },
    )


def _note_decline(state: SimulatorState, intent: Json, decline: Decline, charge: str | None) -> None:
    method = state.get("payment_method", intent["payment_method"])
    intent |= {
        "status": "requires_payment_method",
        "latest_charge": charge or intent["latest_charge"],
        "next_action": None,
        "payment_method": None,
        "last_payment_error": {
            "type": "card_error" if charge else "invalid_request_error",
            "code": decline.code,
            "decline_code": decline.decline_code,
            "message": decline.message,
            "charge": charge,
            "payment_method": frozen(method),
        },
    }
    state.emit_event("payment_intent.payment_failed", intent)
