"""Disputes: a cardholder's bank takes the money back, and may give it back again."""

from haulage_adapters.stripe_simulator.errors import Json, Refused, invalid
from haulage_adapters.stripe_simulator.forms import cents_of, text_of
from haulage_adapters.stripe_simulator.money import move
from haulage_adapters.stripe_simulator.state import SimulatorState

RESPONSE_DAYS = 7


def open_dispute(state: SimulatorState, form: Json) -> Json:
    """The amount and a fee leave the account at once."""
    charge = state.get("charge", text_of(form, "charge"))
    if not charge["paid"] or charge["disputed"]:
        raise Refused("This charge cannot be disputed.", code="charge_not_disputable")
    amount = cents_of(form, "amount", charge["amount"])
    dispute = state.base("dispute", "du")
    fee = state.terms.dispute_fee_cents
    entry = move(state, "adjustment", -amount, dispute["id"], fee=fee)
    dispute |= {
        "amount": amount,
        "balance_transactions": [entry],
        "charge": charge["id"],
        "currency": "usd",
        "evidence_details": {"due_by": state.seconds() + RESPONSE_DAYS * 86_400, "has_evidence": False},
        "is_charge_refundable": False,
        "metadata": {},
        "payment_intent": charge["payment_intent"],
        "reason": form.get("reason", "general"),
        "status": "needs_response",
    }
    charge["disputed"] = True
    state.add("dispute", dispute)
    state.emit_event("charge.dispute.created", dispute)
    state.emit_event("charge.dispute.funds_withdrawn", dispute)
    return dispute


def decide(state: SimulatorState, id: str, verdict: str) -> Json:
    """The bank's word, which it may take back: ``won`` brings the amount back, the fee stays."""
    if verdict not in {"won", "lost"}:
        raise invalid("verdict", "must be won or lost")
    dispute = state.get("dispute", id)
    was = dispute["status"]
    if dispute["status"] == verdict:
        raise Refused("This dispute is already closed.", code="dispute_already_closed")
    dispute["status"] = verdict
    moved = dispute["amount"] if verdict == "won" else -dispute["amount"] if was == "won" else 0
    if moved:
        entry = move(state, "adjustment", moved, dispute["id"])
        dispute["balance_transactions"] = [*dispute["balance_transactions"], entry]
        state.emit_event(f"charge.dispute.funds_{'reinstated' if moved > 0 else 'withdrawn'}", dispute)
    state.emit_event("charge.dispute.closed", dispute)
    return dispute
