"""Connected accounts, and the transfers to them."""

from haulage_adapters.stripe_simulator.errors import Json, Refused, invalid
from haulage_adapters.stripe_simulator.external_accounts import USUAL, USUAL_CARD, attach, of_account
from haulage_adapters.stripe_simulator.forms import cents_of, metadata_of, text_of, usd
from haulage_adapters.stripe_simulator.money import balance_cents, move, release, require_balance
from haulage_adapters.stripe_simulator.state import SimulatorState, frozen

FIRST_DUE = (
    "external_account",
    "individual.dob.day",
    "individual.first_name",
    "individual.id_number",
    "individual.last_name",
    "tos_acceptance.date",
)
"""What an express account of an individual lacks at first."""

RESTRICTED_SECONDS = 14 * 24 * 3600
READY: Json = {
    "capabilities": {"transfers": "active"},
    "details_submitted": True,
    "payouts_enabled": True,
    "requirements": {"currently_due": [], "current_deadline": None, "disabled_reason": None},
}
FINISH = "finish"
OUTCOMES: dict[str, Json] = {
    FINISH: READY,
    "restrict": {
        "capabilities": {"transfers": "inactive"},
        "details_submitted": True,
        "payouts_enabled": False,
        "requirements": {
            "currently_due": ["individual.verification.document"],
            "current_deadline": None,
            "disabled_reason": "requirements.past_due",
        },
    },
    "refuse": {
        "capabilities": {"transfers": "inactive"},
        "details_submitted": True,
        "payouts_enabled": False,
        "requirements": {
            "currently_due": [],
            "current_deadline": None,
            "disabled_reason": "rejected.fraud",
        },
    },
}
"""How the form can end; leaving it changes nothing."""

PAYOUT_INTERVALS = ("manual", "daily", "weekly", "monthly")


def open_account(state: SimulatorState, form: Json) -> Json:
    """It can do nothing until its owner has been through the form, unless the terms say otherwise."""
    account = state.base("account", "acct") | {
        "business_type": form.get("business_type"),
        "capabilities": {"transfers": "inactive"},
        "charges_enabled": False,
        "country": form.get("country", "US"),
        "default_currency": "usd",
        "details_submitted": False,
        "email": form.get("email"),
        "metadata": metadata_of(form),
        "payouts_enabled": False,
        "requirements": {
            "currently_due": list(FIRST_DUE),
            "current_deadline": None,
            "disabled_reason": "requirements.past_due",
        },
        "settings": {"payouts": {"schedule": {"interval": _payout_interval(form)}}},
        "type": form.get("type", "standard"),
    }
    state.add("account", account)
    if state.terms.ready_accounts:
        account |= frozen(READY)
        for token in (USUAL, USUAL_CARD):
            attach(state, account["id"], token)
    _tell(state, account)
    return account


def change_account(state: SimulatorState, id: str, outcome: str, token: str | None = None) -> Json:
    """What comes of its owner's filling in the form, and of the company's look at it. *token* is where they
    want to be paid; without one, an account that has no such place is given a bank account."""
    account = state.get("account", id)
    if token is not None or (outcome == FINISH and not of_account(state, id)):
        attach(state, id, token or USUAL)
    account |= frozen(OUTCOMES[outcome])
    if outcome == "restrict":
        deadline = state.seconds() + RESTRICTED_SECONDS
        account["requirements"] = {**account["requirements"], "current_deadline": deadline}
    _tell(state, account)
    return account


def _tell(state: SimulatorState, account: Json) -> None:
    state.emit_event("account.updated", account, account=account["id"])


def _payout_interval(form: Json) -> str:
    """How often the provider pays out by itself: every day, unless the account was opened otherwise."""
    schedule = form.get("settings", {}).get("payouts", {}).get("schedule", {})
    interval = schedule.get("interval", "daily")
    if interval not in PAYOUT_INTERVALS:
        raise invalid(
            "settings[payouts][schedule][interval]", f"Invalid interval: must be one of {PAYOUT_INTERVALS}"
        )
    return str(interval)


def close_account(state: SimulatorState, id: str) -> Json:
    """The provider stops an account: no transfer reaches it any more."""
    account = state.get("account", id)
    account |= {
        "capabilities": {"transfers": "inactive"},
        "payouts_enabled": False,
        "requirements": {"currently_due": ["individual.id_number"], "disabled_reason": "listed"},
    }
    _tell(state, account)
    return account


def transfer(state: SimulatorState, form: Json) -> Json:
    """Move money to an account; out of a charge never more than the charge, in all."""
    amount = cents_of(form, "amount")
    account = state.get("account", text_of(form, "destination"))
    if account["capabilities"]["transfers"] != "active":
        raise Refused(
            "Your destination account needs to have at least one of the following capabilities enabled: "
            "transfers, crypto_transfers, legacy_payments",
            code="insufficient_capabilities_for_transfer",
        )
    source = form.get("source_transaction")
    if source is None:
        require_balance(state, amount)
    else:
        _require_left_of(state, source, amount)
    made = state.base("transfer", "tr")
    entry = move(state, "transfer", -amount, made["id"])
    settled = state.seconds() + state.terms.settle_seconds
    move(state, "payment", amount, made["id"], account=account["id"], available_on=settled)
    made |= {
        "amount": amount,
        "amount_reversed": 0,
        "balance_transaction": entry["id"],
        "currency": usd(form),
        "destination": account["id"],
        "metadata": metadata_of(form),
        "reversals": [],
        "reversed": False,
        "source_transaction": source,
        "transfer_group": form.get("transfer_group"),
    }
    state.add("transfer", made)
    state.emit_event("transfer.created", made)
    return made


def _require_left_of(state: SimulatorState, source: str, amount: int) -> None:
    charge = state.get("charge", source)
    moved = sum(
        each["amount"] for each in state.kind("transfer").values() if each["source_transaction"] == source
    )
    if not charge["paid"] or moved + amount > charge["amount"]:
        raise Refused(
            "The total of the transfers from this charge cannot be more than the charge.",
            code="transfer_source_balance_parameters_mismatch",
            param="amount",
        )


def reverse(state: SimulatorState, id: str, form: Json) -> Json:
    made = state.get("transfer", id)
    left = made["amount"] - made["amount_reversed"]
    amount = cents_of(form, "amount", left or None)
    if amount > left:
        raise invalid("amount", f"only {left} cents of this transfer are left to reverse")
    if amount > balance_cents(state, made["destination"]):
        raise Refused(
            "Insufficient funds in the destination account to reverse this transfer.",
            code="balance_insufficient",
            param="amount",
        )
    release(state, made["destination"], amount)
    reversal = state.base("transfer_reversal", "trr")
    entry = move(state, "transfer_refund", amount, reversal["id"])
    move(state, "payment_refund", -amount, reversal["id"], account=made["destination"])
    reversal |= {
        "amount": amount,
        "balance_transaction": entry["id"],
        "currency": "usd",
        "metadata": metadata_of(form),
        "transfer": made["id"],
    }
    made["amount_reversed"] += amount
    made["reversed"] = made["amount_reversed"] == made["amount"]
    made["reversals"] = [*made["reversals"], reversal]
    state.add("transfer_reversal", reversal)
    state.emit_event("transfer.reversed", made)
    return reversal
