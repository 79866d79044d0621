"""Refunds of charges."""

from haulage_adapters.stripe_simulator.errors import Json, Refused, required
from haulage_adapters.stripe_simulator.forms import cents_of, metadata_of
from haulage_adapters.stripe_simulator.money import move
from haulage_adapters.stripe_simulator.state import SimulatorState


def refund(state: SimulatorState, form: Json) -> Json:
    """Give back a charge, in part or in whole; the processing fee stays with the provider. Of a charge whose
    dispute is open nothing, and never what a lost one has taken."""
    charge = _charge_of(state, form)
    disputes = [each for each in state.kind("dispute").values() if each["charge"] == charge["id"]]
    if any(each["status"] not in {"won", "lost"} for each in disputes):
        raise Refused("This charge is disputed and cannot be refunded.", code="charge_disputed")
    lost = sum(each["amount"] for each in disputes if each["status"] == "lost")
    left = max(0, charge["amount"] - charge["amount_refunded"] - lost)
    if left == 0 and lost:
        raise Refused(f"Charge {charge['id']} has been charged back.", code="charge_disputed")
    if left == 0:
        raise Refused(f"Charge {charge['id']} has already been refunded.", code="charge_already_refunded")
    amount = cents_of(form, "amount", left)
    if amount > left:
        raise Refused(
            f"Refund amount (${amount / 100:.2f}) is greater than unrefunded amount on charge "
            f"(${left / 100:.2f})",
            param="amount",
        )
    made = state.base("refund", "re")
    entry = move(state, "refund", -amount, made["id"])
    made |= {
        "amount": amount,
        "balance_transaction": entry["id"],
        "charge": charge["id"],
        "currency": "usd",
        "failure_reason": None,
        "metadata": metadata_of(form),
        "payment_intent": charge["payment_intent"],
        "reason": form.get("reason"),
        "status": "succeeded",
    }
    charge["amount_refunded"] += amount
    charge["refunded"] = charge["amount_refunded"] == charge["amount"]
    state.add("refund", made)
    state.emit_event("refund.created", made)
    state.emit_event("charge.refunded", charge)
    return made


def fail_refund(state: SimulatorState, id: str) -> Json:
    """The card's bank sends the money back: it is on the account again."""
    made = state.get("refund", id)
    if made["status"] != "succeeded":
        raise Refused("This refund cannot fail.", code="refund_not_failable")
    charge = state.get("charge", made["charge"])
    charge["amount_refunded"] -= made["amount"]
    charge["refunded"] = False
    entry = move(state, "refund_failure", made["amount"], made["id"])
    made |= {
        "status": "failed",
        "failure_reason": "expired_or_canceled_card",
        "failure_balance_transaction": entry["id"],
    }
    state.emit_event("refund.failed", made)
    return made


def _charge_of(state: SimulatorState, form: Json) -> Json:
    if form.get("charge"):
        return state.get("charge", form["charge"])
    if not form.get("payment_intent"):
        raise required("payment_intent")
    intent = state.get("payment_intent", form["payment_intent"])
    if intent["status"] != "succeeded":
        raise Refused(
            f"This PaymentIntent ({intent['id']}) does not have a successful charge to refund.",
            code="payment_intent_unexpected_state",
        )
    return state.get("charge", intent["latest_charge"])
